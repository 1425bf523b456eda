//! Tables of an EverQuest server: spawn points, grids, doors and zone points, in CSV, TSV and SQL.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::check;
use crate::check::table::Around;
use crate::format::effort::Effort;
use crate::format::eq::map::{self, Map};
use crate::format::eq::wtr;
use crate::kinds::{Applied, Kind, Merged, Opened, Refused, Sides, Source, Summary, Trouble};
use crate::nav::eq::answer::Asked;
use crate::problem::Problem;
use crate::problem::counted::{counted, grouped};
use crate::world::eq::rows::action::{self, Action};
use crate::world::eq::rows::compare::compare;
use crate::world::eq::rows::row::Row;
use crate::world::eq::rows::{Rows, Unfit, is_one, merge, schema};
use crate::world::eq::{Zone, server_map};
use crate::world::schema::Script;
use crate::world::scripted::Scripted;
use crate::world::three_way::{Change, Each, Report};

pub(super) struct ServerRows;

const SQL: &str = "sql";
const IGNORE: &str = ".ignore";
/// So many rows are listed for people; programs get all of them.
const MOST_LISTED: usize = 50;

impl Kind for ServerRows {
    fn id(&self) -> &'static str {
        "rows"
    }

    fn title(&self) -> &'static str {
        "Tables of EverQuest servers"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["csv", "tsv", SQL]
    }

    fn can(&self) -> &'static [&'static str] {
        &["inspect", "check", "apply", "export", "diff", "merge", "z", "open"]
    }

    fn recognises(&self, name: &str, _start: &[u8]) -> bool {
        is_one(name)
    }

    fn script(&self) -> Option<&'static Script> {
        Some(&schema::SCRIPT)
    }

    fn summarises(&self, name: &str) -> bool {
        is_one(name)
    }

    fn summary(&self, source: &Source<'_>) -> Option<Result<Summary, Trouble>> {
        let rows = Rows::open(source.name, source.bytes, source.code_page).ok()?;
        Some(Ok(summary(&rows)))
    }

    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        true
    }

    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        let (before, after) = (rows_in(a)?, rows_in(b)?);
        compare(&before, &after).into_iter().map(Change::from).for_each(each);
        Ok(())
    }

    fn merge(&self, sides: &Sides<'_>, _effort: Effort) -> Result<Merged, Trouble> {
        let words = ["the base", "your side", "the other side"];
        let mut read = sides.each().into_iter().zip(words).map(|(source, words)| {
            rows_in(source).map_err(|trouble| Trouble::Unfit(format!("{words}: {trouble}")))
        });
        let mut next = || read.next().unwrap_or_else(|| Err(Trouble::Unfit(String::new())));
        let (base, ours, theirs) = (next()?, next()?, next()?);
        let merge::Merged { rows, conflicts, .. } =
            merge::merge(&base, &ours, &theirs).map_err(Trouble::Unfit)?;
        Ok(Merged { bytes: rows.to_bytes().map_err(Trouble::Unfit)?, conflicts })
    }

    fn open(&self, source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        let open = |rows| {
            let name = source.name.to_owned();
            let ignored = BTreeMap::new();
            let open = OpenRows { rows, name, ignored, zone: None, map: None, wtr: None };
            Box::new(open) as Box<dyn Opened>
        };
        Some(rows_in(source).map(open))
    }
}

fn rows_in(source: &Source<'_>) -> Result<Rows, Trouble> {
    let unfit = |unfit: Unfit| Trouble::Unfit(unfit.to_string());
    Rows::open(source.name, source.bytes, source.code_page).map_err(unfit)
}

fn summary(rows: &Rows) -> Summary {
    let mut lines: Vec<(&'static str, String)> = Vec::new();
    let mut tables: Vec<(&str, usize)> = Vec::new();
    for (_, row) in rows.rows() {
        match tables.iter_mut().find(|(name, _)| *name == row.table.name) {
            Some((_, number)) => *number += 1,
            None => tables.push((&row.table.name, 1)),
        }
    }
    lines.extend(
        tables.iter().map(|(name, number)| {
            ("table", format!("{name}, {}", counted(*number, "row", "rows")))
        }),
    );
    lines.extend(rows.notes().iter().map(|note| ("note", note.clone())));
    let n_rows = rows.rows().count();
    for (number, row) in rows.rows().take(MOST_LISTED) {
        let place = row.place_in_words().unwrap_or_default();
        lines.push(("row", format!("{number}  {} {place}", row.in_words())));
    }
    if let Some(n_more) = n_rows.checked_sub(MOST_LISTED).filter(|n| *n > 0) {
        lines.push(("more", format!("{} rows; --json has all of them", grouped(n_more as u64))));
    }
    let to_json = |(number, row): (u32, &Row)| {
        let values = row.table.columns.iter().zip(&row.values);
        let fields: serde_json::Map<String, Value> =
            values.map(|(column, value)| (column.clone(), json!(value))).collect();
        json!({ "row": number, "table": row.table.name, "fields": fields })
    };
    Summary { rows: lines, json: json!({ "rows": rows.rows().map(to_json).collect::<Vec<_>>() }) }
}

/// A file of rows that is open, with what is known of their zone.
struct OpenRows {
    rows: Rows,
    /// Of the file.
    name: String,
    /// The text of each `.ignore`, by the name of its zone.
    ignored: BTreeMap<String, Vec<u8>>,
    zone: Option<Zone>,
    map: Option<Map>,
    wtr: Option<wtr::Wtr>,
}

impl OpenRows {
    fn zone_name(&self) -> String {
        self.rows.zone_of_file(&self.name)
    }

    /// The zone as the server has it.
    fn asked(&self) -> Option<Asked> {
        if let Some(zone) = &self.zone {
            return Some(zone.asked());
        }
        Some(Asked::new(self.map.as_ref()?, self.wtr.as_ref()))
    }
}

impl Opened for OpenRows {
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused> {
        let mut rows = self.rows.clone();
        let mut applied = Applied::default();
        let (zone, asked) = (self.zone_name(), self.asked());
        let ground = asked.as_ref().map(|asked| (&asked.ground, &asked.regions));
        let around = action::Around { zone: &zone, ground };
        for (n, json) in actions.iter().enumerate() {
            let name = json.get("action").and_then(Value::as_str).unwrap_or_default();
            let refused = |reason: String| Refused { n, name: name.to_owned(), reason };
            let action = Action::from_parts(name, json).map_err(|e| refused(e.to_string()))?;
            let done = action.apply(&mut rows, &around).map_err(|e| refused(e.to_string()))?;
            let (has_changed, notes) = done;
            applied.n_steps += usize::from(has_changed);
            applied.notes.extend(notes.into_iter().map(|note| (n, note)));
        }
        self.rows = rows;
        Ok(applied)
    }

    /// Floors are those of the zone, or else of the server's files.
    fn beside(&self, actions: &[Value]) -> Vec<String> {
        let drops = |json: &Value| json.get("action").is_some_and(|name| name == "drop-rows");
        let zone = self.zone_name();
        let zones = self.rows.zones().into_keys().filter(|own| *own != zone);
        let ignores = zones.chain([zone.clone()]).map(|zone| format!("{zone}{IGNORE}"));
        let name = |ending: &str| format!("{zone}{ending}");
        let floors = [".s3d", "_obj.s3d", ".map", ".wtr"].map(name);
        let floors = floors.into_iter().filter(|_| actions.iter().any(drops));
        // Names come from data, and may not lead out of the folder.
        let is_inside =
            |name: &String| !name.contains(['/', '\\', ':', '\0']) && !name.contains("..");
        ignores.chain(floors).filter(is_inside).collect()
    }

    fn take_beside(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let unread = |error: crate::format::ReadError| error.to_string();
        if let Some(zone) = name.strip_suffix(IGNORE) {
            self.ignored.insert(zone.to_owned(), bytes.to_vec());
            return Ok(());
        }
        let ignored = self.ignored.get(&self.zone_name());
        match (&mut self.zone, name) {
            (Some(zone), name) if name.ends_with("_obj.s3d") => {
                return zone.add_models(bytes).map_err(|unfit| unfit.to_string());
            }
            (Some(_), _) => {}
            (zone, name) if name.ends_with(".s3d") && !name.ends_with("_obj.s3d") => {
                let mut own = Zone::open(name, bytes).map_err(|unfit| unfit.to_string())?;
                own.ignored = ignored.map(|text| server_map::ignored(text)).unwrap_or_default();
                *zone = Some(own);
            }
            (_, name) if name.ends_with(".map") => {
                self.map = Some(map::read(bytes).map_err(unread)?);
            }
            (_, name) if name.ends_with(".wtr") => {
                self.wtr = Some(wtr::read(bytes).map_err(unread)?);
            }
            _ => {}
        }
        Ok(())
    }

    fn check(&self, file: &str, around: Around<'_>) -> Vec<Problem> {
        let ignored = |zone: &str| self.ignored.get(zone).cloned();
        check::eq_rows::check(file, &self.rows, &self.zone_name(), around, &ignored)
    }

    /// The statements of a dump that lead to its rows.
    fn exchanges(&self) -> &'static [&'static str] {
        if self.rows.is_dump() { &[SQL] } else { &[] }
    }

    fn export(&self, ending: &str) -> Option<Vec<u8>> {
        (ending == SQL && self.rows.is_dump())
            .then(|| self.rows.changes().trim_start().as_bytes().to_vec())
    }

    fn import(&mut self, _data: &[u8]) -> Result<Report, String> {
        Err("rows are changed by scripts, and statements are not read back".to_owned())
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        self.rows.to_bytes()
    }
}
