//! Tables: STB, STL and LTB.

use serde_json::Value;

use super::maps::is_one_of;
use super::{Applied, Kind, Opened, Refused, Source, Trouble};
use crate::check;
use crate::check::table::Around;
use crate::format::file;
use crate::problem::Problem;
use crate::world::Editing;
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::table::action::Action;
use crate::world::table::exchange::{from_csv, to_csv};
use crate::world::table::merge::{compare, merge};
use crate::world::table::{self, TableContent, schema};
use crate::world::three_way::{Line, Report};

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
        &["inspect", "build", "find", "check", "apply", "export", "import", "open"]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        is_one_of(self.formats(), name, start)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    fn opens(&self) -> bool {
        true
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let table = OpenTable::open(source)?;
        Some(table.map(|table| Box::new(table) as Box<dyn Opened>))
    }
}

/// A table that is open.
struct OpenTable {
    name: String,
    editing: Editing<table::Table>,
}

impl OpenTable {
    fn open(source: &Source<'_>) -> Option<Result<OpenTable, Trouble>> {
        let kind = file::Kind::of(source.name, source.bytes)?;
        let content = match file::read(kind, source.bytes) {
            Ok(file) => TableContent::of(file.content)?,
            Err(error) => return Some(Err(error.into())),
        };
        let table = table::Table::new(source.name, content, source.code_page);
        let table = table.map_err(|unfit| Trouble::Unfit(unfit.to_string()));
        let name = source.name.to_owned();
        Some(table.map(|table| OpenTable { name, editing: Editing::new(table) }))
    }

    /// Another file of the same format.
    fn other(&self, bytes: &[u8]) -> Result<table::Table, String> {
        let code_page = self.editing.document().code_page();
        let source = Source { name: &self.name, bytes, code_page, entry: None };
        let opened = OpenTable::open(&source).ok_or("is no table")?;
        opened.map(|other| other.editing.document().clone()).map_err(|error| error.to_string())
    }

    fn become_table(&mut self, title: &str, table: &table::Table) {
        if let Some(edit) = table::edit::Edit::between(self.editing.document(), table) {
            self.editing.apply(title, edit);
        }
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

    fn compare(&self, before: &[u8]) -> Result<Vec<Line>, String> {
        let before = self.other(before)?;
        compare(&before, self.editing.document()).map_err(|error| error.to_string())
    }

    fn merge(&mut self, before: &[u8], theirs: &[u8]) -> Result<Report, String> {
        let (before, theirs) = (self.other(before)?, self.other(theirs)?);
        let merged = merge(&before, self.editing.document(), &theirs);
        let merged = merged.map_err(|error| error.to_string())?;
        self.become_table("Merge", &merged.table);
        Ok(merged.report)
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
    use crate::world::table::tests::npcs;

    fn open(bytes: &[u8]) -> Box<dyn Opened> {
        let code_page = CodePage::Cp949;
        let source = Source { name: "LIST_NPC.STB", bytes, code_page, entry: None };
        Table.open(&source).unwrap().unwrap()
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
        assert_eq!(table.compare(&npcs()).unwrap().len(), 1);
    }

    #[test]
    fn sides_are_merged_by_their_bytes() {
        let mut ours = open(&npcs());
        let mut theirs = open(&npcs());
        let cell = |column: u32| json!({"action": "set-cell", "row": 1, "column": column, "to": 5});
        ours.apply(&[cell(2)]).unwrap();
        theirs.apply(&[cell(3)]).unwrap();
        let theirs = theirs.to_bytes().unwrap();
        let report = ours.merge(&npcs(), &theirs).unwrap();
        assert_eq!((report.changes.len(), report.conflicts.len()), (1, 0));
        assert_eq!(ours.compare(&npcs()).unwrap().len(), 2);
        assert!(ours.merge(&npcs(), b"STB1").is_err());
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
