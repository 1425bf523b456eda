//! Tables: STB, STL and LTB.

mod frame;

use serde_json::Value;

use super::maps::is_one_of;
use super::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Trouble};
use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::file;
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::table::action::Action;
use crate::world::table::exchange::{from_csv, to_csv};
use crate::world::table::merge::{OtherColumns, compare, merge};
use crate::world::table::{self, TableContent, schema};
use crate::world::three_way::{Change, Conflict, Each, Report};

pub(super) struct Table;

const CSV: &str = "csv";

impl Kind for Table {
    fn id(&self) -> &'static str {
        "table"
    }

    fn title(&self) -> &'static str {
        "Tables"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["stb", "stl", "ltb"]
    }

    fn can(&self) -> &'static [&'static str] {
        &["inspect", "build", "find", "check", "apply", "export", "import", "diff", "merge", "open"]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    /// Of tables with different columns nothing else is compared: no cell belongs to another.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        let (before, after) = (table_in(a)?, table_in(b)?);
        match compare(&before, &after) {
            Ok(lines) => lines.into_iter().map(Change::from).for_each(&mut *each),
            Err(OtherColumns { ours, theirs }) => each(Change::of_file("columns", ours, theirs)),
        }
        frame::compare(a, b, each)
    }

    fn merge(&self, sides: &Sides<'_>, _effort: Effort) -> Result<Merged, Trouble> {
        let [base, ours, theirs] = sides.each();
        let sources = [base, ours, theirs];
        let (base, ours, theirs) = (table_in(base)?, table_in(ours)?, table_in(theirs)?);
        let unfit = |reason: &dyn std::fmt::Display| Trouble::Unfit(reason.to_string());
        let merged = merge(&base, &ours, &theirs).map_err(|error| unfit(&error))?;
        let bytes = merged.table.to_bytes().map_err(|refusal| unfit(&refusal))?;
        let mut conflicts = merged.report.conflicts.into_iter().map(Conflict::from).collect();
        let bytes = frame::merge(sources, bytes, &mut conflicts)?;
        Ok(Merged { bytes, conflicts })
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        Some(OpenTable::open(source).map(|table| Box::new(table) as Box<dyn Opened>))
    }
}

fn table_in(source: &Source<'_>) -> Result<table::Table, Trouble> {
    let kind = file::Kind::of(source.name, source.bytes);
    let content = kind.map(|kind| file::read(kind, source.bytes)).transpose()?;
    let content = content.and_then(|file| TableContent::of(file.content));
    let content = content.ok_or_else(|| Trouble::Unfit("is not a table".to_owned()))?;
    let table = table::Table::new(source.name, content, source.code_page);
    table.map_err(|unfit| Trouble::Unfit(unfit.to_string()))
}

/// A table that is open.
struct OpenTable {
    editing: Editing<table::Table>,
}

impl OpenTable {
    fn open(source: &Source<'_>) -> Result<OpenTable, Trouble> {
        table_in(source).map(|table| OpenTable { editing: Editing::new(table) })
    }
}

impl Opened for OpenTable {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut done = Editing::new(self.editing.document().clone());
        let mut applied = Applied::default();
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let resolved = action.resolve(done.document()).map_err(|e| refused(e.to_string()))?;
            applied.notes.extend(resolved.notes.into_iter().map(|note| (n, note)));
            if let Some(edit) = resolved.edit {
                done.apply(action.title(), edit);
                applied.n_steps += 1;
            }
        }
        self.editing = done;
        Ok(applied)
    }

    fn check(&self, file: &str, around: Around<'_>) -> Vec<Problem> {
        check::table::check(file, self.editing.document(), around)
    }

    fn exchanges(&self) -> &'static [&'static str] {
        &[CSV]
    }

    fn export(&self, ending: &str) -> Option<Vec<u8>> {
        (ending == CSV).then(|| to_csv(self.editing.document()).into_bytes())
    }

    fn import(&mut self, data: &[u8]) -> Result<Report, String> {
        let table = self.editing.document();
        let incoming = from_csv(table, data).map_err(|wrong| wrong.to_string())?;
        let resolved = incoming.action.resolve(table).map_err(|refusal| refusal.to_string())?;
        if let Some(edit) = resolved.edit {
            self.editing.apply("Import", edit);
        }
        Ok(incoming.report)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.editing.document().to_bytes().map_err(|refusal| refusal.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::format::text::CodePage;
    use crate::kinds;
    use crate::world::table::tests::npcs;

    fn source(bytes: &[u8]) -> Source<'_> {
        Source { name: "LIST_NPC.STB", bytes, code_page: CodePage::Cp949, entry: None }
    }

    fn open(bytes: &[u8]) -> Box<dyn Opened> {
        Table.open(&source(bytes)).unwrap().unwrap()
    }

    fn n_changes(a: &[u8], b: &[u8]) -> usize {
        let mut n = 0;
        kinds::compare(&source(a), &source(b), &mut |_| n += 1).unwrap();
        n
    }

    #[test]
    fn a_script_is_done_as_a_whole_or_not_at_all() {
        let mut table = open(&npcs());
        let set = json!({"action": "set-cell", "row": 1, "column": "level", "to": 5});
        let far = json!({"action": "delete-row", "row": 9, "how": "blank"});
        let walk = json!({"action": "set-cell", "row": 1, "column": "walk-speed", "to": 5});
        let refused = table.apply(&[walk.clone(), far]).unwrap_err();
        assert_eq!((refused.n, refused.name.as_str()), (1, "delete-row"));
        assert_eq!(table.apply(&[set]).unwrap_err().n, 0, "the table has no such column");
        assert_eq!(table.apply(&[json!({"row": 1})]).unwrap_err().name, "");
        assert_eq!(table.to_bytes(), Ok(npcs()));
        let applied = table.apply(&[walk.clone(), walk]).unwrap();
        assert_eq!(applied.n_steps, 1);
        assert_eq!(n_changes(&npcs(), &table.to_bytes().unwrap()), 1);
    }

    #[test]
    fn sides_are_merged_by_their_bytes() {
        let mut ours = open(&npcs());
        let mut theirs = open(&npcs());
        let cell = |column: u32| json!({"action": "set-cell", "row": 1, "column": column, "to": 5});
        ours.apply(&[cell(2)]).unwrap();
        theirs.apply(&[cell(3)]).unwrap();
        let (before, ours, theirs) = (npcs(), ours.to_bytes().unwrap(), theirs.to_bytes().unwrap());
        let [base, ours, theirs] = [&before, &ours, &theirs].map(|bytes| source(bytes));
        let merged = kinds::merge(&Sides { base, ours, theirs }, Effort::Quick).unwrap();
        assert_eq!((n_changes(&before, &merged.bytes), merged.conflicts), (2, Vec::new()));
        let sides = Sides { base, ours, theirs: source(b"STB1") };
        assert!(kinds::merge(&sides, Effort::Quick).is_err());
    }

    #[test]
    fn what_is_exported_is_imported_without_a_change() {
        let mut table = open(&npcs());
        let sheet = table.export("csv").unwrap();
        assert_eq!((table.export("tmj"), table.exchanges()), (None, &["csv"][..]));
        assert_eq!(table.import(&sheet), Ok(Report::default()));
        assert_eq!(table.to_bytes(), Ok(npcs()));
        assert_eq!(table.check("LIST_NPC.STB", &|_| None), []);
    }
}
