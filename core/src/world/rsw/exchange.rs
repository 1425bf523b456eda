//! The objects of a scene as CSV for spreadsheets, and back: a line for each, and a column for each
//! field.
//!
//! Each line has its base beside it: how the object was given out. So an import takes only what
//! somebody changed in the sheet, and leaves what others changed since: see
//! [`three_way`](crate::world::three_way). By its base a line finds its object again when others came
//! or went before it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::format::csv::{self, Writer};
use crate::format::ragnarok::rsw::object::Object;
use crate::world::rsw::Scene;
use crate::world::rsw::action::usual;
use crate::world::rsw::field::{Field, slot_of, value_of};
use crate::world::rsw::object::{Kind, ObjectId};
use crate::world::three_way::{Line, Report, Verdict, WHOLE};
use crate::world::zone::exchange::Wrong;
use crate::world::zone::setting::Setting;

/// The number of an object; new ones have none.
const ID: &str = "id";
const KIND: &str = "kind";
const BASE: &str = "base";

/// What a file makes of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub scene: Scene,
    /// Field by field, with what stays as others made it since.
    pub report: Report,
}

/// The cells of an object by their fields.
type Cells = BTreeMap<String, String>;

/// An object as it was given out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Base {
    /// With how many others of all kinds.
    of: usize,
    cells: Cells,
}

/// A line for each object.
pub fn to_csv(scene: &Scene) -> String {
    let mut sheet = Writer::for_spreadsheets();
    let fields = || Field::ALL.iter().copied();
    sheet.row([ID, KIND].into_iter().chain(fields().map(Field::name)).chain([BASE]));
    for (id, object) in scene.objects() {
        let head = [id.0.to_string(), Kind::of(object).to_string()];
        let cells = fields().map(|field| cell_of(scene, object, field));
        let base = Base { of: scene.n_objects(), cells: cells_of(scene, object) };
        let base = serde_json::to_string(&base).unwrap_or_default();
        sheet.row(head.into_iter().chain(cells).chain([base]));
    }
    sheet.text
}

fn cell_of(scene: &Scene, object: &Object, field: Field) -> String {
    let has_it = field.is_of(Kind::of(object), scene.layout());
    let value = value_of(object, field).filter(|_| has_it);
    value.map(|value| value.shown(scene.code_page())).unwrap_or_default()
}

fn cells_of(scene: &Scene, object: &Object) -> Cells {
    let kind = Kind::of(object);
    let cells = Field::of_kind(kind, scene.layout())
        .map(|field| (field.name().to_owned(), cell_of(scene, object, field)));
    cells.chain([(KIND.to_owned(), kind.to_string())]).collect()
}

/// What a scene becomes so that its objects are those of a CSV file. Columns may be missing, as may
/// rows; a number may be a sum such as `+50`. A row without an id is a new object, unless the scene has one
/// of which everything in the row is true.
pub fn from_csv(scene: &Scene, data: &[u8]) -> Result<Incoming, Wrong> {
    let wrong = |line: usize, reason: String| Wrong { place: format!("line {line}"), reason };
    let lines = csv::read(data).map_err(|(line, reason)| wrong(line, reason.to_owned()))?;
    let mut lines = lines.into_iter();
    let (first, titles) = lines.next().unwrap_or((1, Vec::new()));
    let columns = columns_of(&titles).map_err(|reason| wrong(first, reason))?;
    let mut rows = Vec::new();
    for (line, cells) in lines {
        // Cells without a column may be the rest of a cell that came apart.
        if cells.iter().skip(columns.len()).any(|cell| !cell.trim().is_empty()) {
            let (found, expected) = (cells.len(), columns.len());
            let reason = format!("has {found} cells, but line {first} names {expected} columns");
            return Err(wrong(line, reason));
        }
        rows.push(Row::of(line, &columns, cells).map_err(|reason| wrong(line, reason))?);
    }
    let mut arriving =
        Arriving { scene, after: scene.clone(), report: Report::default(), named: BTreeSet::new() };
    let found = arriving.find(&rows);
    for (row, id) in rows.iter().zip(found) {
        arriving.take(row, id).map_err(|reason| wrong(row.line, reason))?;
    }
    for row in rows.iter().filter(|row| row.id.is_none()) {
        arriving.add(row).map_err(|reason| wrong(row.line, reason))?;
    }
    Ok(Incoming { scene: arriving.after, report: arriving.report })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Id,
    Kind,
    Base,
    Field(Field),
}

fn columns_of(titles: &[String]) -> Result<Vec<Column>, String> {
    let mut columns = Vec::new();
    for title in titles {
        let column = match title.trim().to_ascii_lowercase().as_str() {
            ID => Column::Id,
            KIND => Column::Kind,
            BASE => Column::Base,
            name => {
                Column::Field(name.parse().map_err(|_| format!("column `{title}` is not known"))?)
            }
        };
        if columns.contains(&column) {
            return Err(format!("column `{title}` is there twice, but must be there once"));
        }
        columns.push(column);
    }
    match columns.contains(&Column::Id) {
        true => Ok(columns),
        false => Err("the first line must name the columns, including `id`".to_owned()),
    }
}

/// A line of the file.
struct Row {
    line: usize,
    id: Option<ObjectId>,
    kind: Option<Kind>,
    base: Option<Base>,
    cells: Vec<(Field, String)>,
}

impl Row {
    fn of(line: usize, columns: &[Column], cells: Vec<String>) -> Result<Row, String> {
        let mut row = Row { line, id: None, kind: None, base: None, cells: Vec::new() };
        for (column, cell) in columns.iter().zip(cells) {
            let text = cell.trim();
            match column {
                Column::Field(field) => row.cells.push((*field, cell)),
                _ if text.is_empty() => {}
                Column::Id => {
                    let id = text.parse().map(ObjectId);
                    row.id = Some(id.map_err(|_| {
                        "id must be the number of an object, or empty for a new one".to_owned()
                    })?);
                }
                Column::Kind => row.kind = Some(text.parse()?),
                Column::Base => {
                    let wrong = "differs from the export; export it again, or empty the cell";
                    let base = serde_json::from_str(text);
                    row.base = Some(base.map_err(|error| format!("{BASE} {wrong}: {error}"))?);
                }
            }
        }
        Ok(row)
    }

    fn before(&self, field: Field) -> Option<&str> {
        let base = self.base.as_ref()?;
        Some(base.cells.get(field.name()).map_or("", String::as_str))
    }
}

/// Finds the object that a row is about.
type Way<'w> = &'w dyn Fn(&Row) -> Option<ObjectId>;

struct Arriving<'s> {
    scene: &'s Scene,
    after: Scene,
    report: Report,
    /// Objects that a row is about.
    named: BTreeSet<ObjectId>,
}

impl Arriving<'_> {
    /// For each row the object that it is about, as the scene has it now: the one that has its number
    /// and is as it was, or else the only one that is as it was, the only one of that file at that place, or
    /// the one with its number that is mostly as it was where none came or went. A row is never taken for
    /// another object's: what is not clear is not found.
    fn find(&mut self, rows: &[Row]) -> Vec<Option<ObjectId>> {
        let all: Vec<(ObjectId, Cells)> =
            self.scene.objects().map(|(id, object)| (id, cells_of(self.scene, object))).collect();
        let by_id: BTreeMap<ObjectId, &Cells> =
            all.iter().map(|(id, cells)| (*id, cells)).collect();
        let mut by_cells: BTreeMap<&Cells, Vec<ObjectId>> = BTreeMap::new();
        all.iter().for_each(|(id, cells)| by_cells.entry(cells).or_default().push(*id));
        let mut found = vec![None; rows.len()];
        let mut by_place: BTreeMap<Vec<&str>, Vec<ObjectId>> = BTreeMap::new();
        all.iter().for_each(|(id, cells)| by_place.entry(place_of(cells)).or_default().push(*id));
        let only = |ids: &Vec<ObjectId>| match ids.as_slice() {
            [one] => Some(*one),
            _ => None,
        };
        let n_objects = self.scene.n_objects();
        let ways: [Way<'_>; 5] = [
            &|row| {
                let (id, base) = (row.id?, row.base.as_ref()?);
                (**by_id.get(&id)? == base.cells).then_some(id)
            },
            &|row| only(by_cells.get(&row.base.as_ref()?.cells)?),
            &|row| only(by_place.get(&place_of(&row.base.as_ref()?.cells))?),
            &|row| {
                let (id, base) = (row.id?, row.base.as_ref()?);
                let is_it = base.of == n_objects && is_mostly(by_id.get(&id)?, &base.cells);
                is_it.then_some(id)
            },
            &|row| row.id.filter(|id| row.base.is_none() && by_id.contains_key(id)),
        ];
        for way in ways {
            for (row, found) in rows.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                *found = way(row).filter(|id| !self.named.contains(id));
                self.named.extend(*found);
            }
        }
        found
    }

    fn take(&mut self, row: &Row, found: Option<ObjectId>) -> Result<(), String> {
        let (Some(number), Some(id)) = (row.id, found) else {
            return match (row.id, &row.base) {
                (None, _) => Ok(()),
                (Some(id), Some(_)) => {
                    self.tell_gone(row, id);
                    Ok(())
                }
                (Some(id), None) if self.named.contains(&id) => Err(format!(
                    "object {id} is there twice; empty the id of a copy to add a new object"
                )),
                (Some(id), None) => Err(format!("there is no object {id}; a new object has no id")),
            };
        };
        let Some(object) = self.scene.object(id) else { return Ok(()) };
        let kind = Kind::of(object);
        if let Some(other) = row.kind.filter(|other| *other != kind) {
            return Err(format!("{number} is a {other} here, and a {kind} in the scene"));
        }
        self.report.n_unchecked += usize::from(row.base.is_none());
        let mut new = object.clone();
        for (field, theirs) in &row.cells {
            let ours = cell_of(self.scene, object, *field);
            let before = row.before(*field);
            let verdict = Verdict::of(&before.unwrap_or(&ours), &ours.as_str(), &theirs.as_str());
            self.report.add(verdict, || Line {
                row: row.line,
                thing: self.scene.in_words(id),
                field: field.name().to_owned(),
                base: before.map(str::to_owned),
                ours: Some(ours.clone()),
                theirs: Some(theirs.clone()),
            });
            if verdict == Verdict::Take {
                put(self.scene, &mut new, *field, theirs)?;
            }
        }
        self.after.replace(id, new);
        Ok(())
    }

    /// An object that is gone: what the file changed of it is a conflict.
    fn tell_gone(&mut self, row: &Row, id: ObjectId) {
        for (field, theirs) in &row.cells {
            let before = row.before(*field).unwrap_or_default();
            if before != theirs {
                self.report.add(Verdict::Conflict, || Line {
                    row: row.line,
                    thing: id.to_string(),
                    field: field.name().to_owned(),
                    base: Some(before.to_owned()),
                    ours: None,
                    theirs: Some(theirs.clone()),
                });
            }
        }
    }

    fn add(&mut self, row: &Row) -> Result<(), String> {
        let kind = row.kind.ok_or("a row without an id is a new object, and needs a kind")?;
        let given = || row.cells.iter().filter(|(_, cell)| !cell.trim().is_empty());
        for needed in [Field::X, Field::Y, Field::Z] {
            if !given().any(|(field, _)| *field == needed) {
                return Err(format!("a row without an id is a new object, and needs {needed}"));
            }
        }
        let mut object = usual(kind, self.scene.layout());
        for (field, cell) in given() {
            put(self.scene, &mut object, *field, cell)?;
        }
        let is_it = |(id, other): &(ObjectId, &Object)| {
            let is_alike =
                |(field, _): &(Field, String)| value_of(other, *field) == value_of(&object, *field);
            !self.named.contains(id) && Kind::of(other) == kind && given().all(is_alike)
        };
        if let Some((there, _)) = self.after.objects().find(is_it) {
            self.named.insert(there);
            return Ok(());
        }
        self.report.add(Verdict::Take, || Line {
            row: row.line,
            thing: format!("new {kind}"),
            field: WHOLE.to_owned(),
            base: None,
            ours: None,
            theirs: Some("added".to_owned()),
        });
        let id = self.after.add(object, None).map_err(|refusal| refusal.to_string())?;
        self.named.insert(id);
        Ok(())
    }
}

/// What says which object it is, as long as nobody moves it.
fn place_of(cells: &Cells) -> Vec<&str> {
    let fields = [Field::X, Field::Y, Field::Z, Field::File].map(Field::name);
    let all = [KIND].into_iter().chain(fields);
    all.map(|field| cells.get(field).map_or("", String::as_str)).collect()
}

/// Whether three quarters of the cells are as they were.
fn is_mostly(now: &Cells, base: &Cells) -> bool {
    let n_same = base.iter().filter(|(field, cell)| now.get(*field) == Some(*cell)).count();
    now.get(KIND) == base.get(KIND) && n_same * 4 >= base.len() * 3
}

fn put(scene: &Scene, object: &mut Object, field: Field, cell: &str) -> Result<(), String> {
    let kind = Kind::of(object);
    let has_it = field.is_of(kind, scene.layout());
    let Some(slot) = slot_of(object, field).filter(|_| has_it) else {
        return match cell.trim().is_empty() {
            true => Ok(()),
            false => Err(format!("{field}: a {kind} has none")),
        };
    };
    let put = slot.put(&Setting::of_cell(cell), scene.code_page());
    put.map_err(|bad| format!("{field} is {}, but must be {}", bad.found, bad.expected))
}
