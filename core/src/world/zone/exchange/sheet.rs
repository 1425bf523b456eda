//! CSV for spreadsheets: a row for each thing, and a column for each field.

use crate::format::csv;
use crate::format::file::record::naming::is_same_name;
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::Sum;

use super::super::Zone;
use super::super::add::usual;
use super::super::field::Field;
use super::super::names::Names;
use super::super::numbers::Numbers;
use super::super::set::SpawnList;
use super::super::setting::Setting;
use super::super::thing::{Kind, Thing, ThingId};
use super::cells::{Tables, cell_of, cell_of_list, put_cell, put_list};
use super::new::New;
use super::sides::{self, Base, GivenOut, Said, Theirs};
use super::{Incoming, Stated, Wrong, name_of, own_thing, stood_at};

/// What each row begins with.
const HEAD: [&str; 6] = ["id", "kind", "block", "index", "stood-at", "is"];
/// What each row ends with: the thing as it was given out, as JSON.
const BASE: &str = "base";
const LISTS: [(&str, SpawnList); 2] = [("basic", SpawnList::Basic), ("tactic", SpawnList::Tactic)];

/// What says where water is.
const CORNERS: [Field; 6] =
    [Field::StartX, Field::StartY, Field::StartZ, Field::EndX, Field::EndY, Field::EndZ];

/// The columns behind the head: every field but those of monsters, then the lists of spawns.
fn fields() -> impl Iterator<Item = Field> {
    Field::ALL.iter().copied().filter(|field| !field.is_of_monsters())
}

/// A row for each thing of some kinds, for spreadsheets.
pub fn to_csv(zone: &Zone, names: &Names, numbers: &Numbers, kinds: &[Kind]) -> String {
    let mut table = csv::Writer::for_spreadsheets();
    let columns = HEAD.into_iter().chain(fields().map(Field::name));
    table.row(columns.chain(LISTS.map(|(name, _)| name)).chain([BASE]));
    let given = GivenOut::of(zone);
    for listed in zone.listed().filter(|listed| kinds.contains(&listed.kind)) {
        let Some(thing) = zone.thing(listed.id) else { continue };
        let head = [
            numbers.number(listed.id).to_string(),
            listed.kind.to_string(),
            listed.block.map_or_else(String::new, |block| block.to_string()),
            listed.index.to_string(),
            stood_at(thing),
            name_of(names, thing).unwrap_or_default(),
        ];
        let cells = fields().map(|field| cell_of(thing, field, zone.code_page()));
        let lists = LISTS.map(|(_, list)| cell_of_list(thing, list, zone.code_page()));
        let base = serde_json::to_string(&given.base(thing, &listed)).unwrap_or_default();
        table.row(head.into_iter().chain(cells).chain(lists).chain([base]));
    }
    table.text
}

/// What has to be done to a zone so that its things are those of a CSV file. Columns may be
/// missing, as may rows; a number may be a sum such as `+50`, or a name of its table. A row without
/// an id is a new thing, which belongs to the block where it stands, unless it is there already.
pub fn from_csv(
    zone: &Zone,
    names: &Names,
    numbers: &Numbers,
    data: &[u8],
) -> Result<Incoming, Wrong> {
    let rows =
        csv::read(data).map_err(|(line, reason)| Wrong::new(format!("line {line}"), reason))?;
    let mut rows = rows.into_iter();
    let (_, columns) = rows.next().unwrap_or_default();
    let sheet = Sheet::new(zone, names, &columns)?;
    let (mut said, mut known, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for (line, cells) in rows {
        let wrong = |reason: String| Wrong::new(format!("line {line}"), reason);
        // What no column names may be the rest of a cell that came apart.
        let n_columns = sheet.columns.len();
        if cells.iter().skip(n_columns).any(|cell| !cell.trim().is_empty()) {
            let reason = format!("has {} cells, and line 1 names {n_columns} columns", cells.len());
            return Err(wrong(reason));
        }
        let row = Row { sheet: &sheet, line, cells };
        match row.number().map_err(wrong)? {
            None => new.push(row.new_thing().map_err(wrong)?),
            Some(number) => {
                said.push(row.said(number).map_err(wrong)?);
                known.push(row);
            }
        }
    }
    sides::mark_second(&mut said);
    let merged = sides::merge(zone, numbers, &said, |n, from, unchecked| match known.get(n) {
        Some(row) => row.theirs(from, unchecked),
        None => Ok(Theirs { thing: from.clone(), is_stale: false }),
    })?;
    Ok(Incoming::new(zone, numbers, merged, new))
}

/// A file whose first line is read.
struct Sheet<'z> {
    zone: &'z Zone,
    names: &'z Names,
    /// By their own names, however the file writes them.
    columns: Vec<&'static str>,
}

/// A column by its own name.
fn known_column(name: &str) -> Result<&'static str, String> {
    let mut known = HEAD.into_iter().chain(LISTS.map(|(list, _)| list)).chain([BASE]);
    if let Some(known) = known.find(|known| is_same_name(known, name)) {
        return Ok(known);
    }
    match name.parse::<Field>() {
        Ok(field) if field.is_of_monsters() => Err(format!(
            "column `{name}` is not read: monsters are in the columns basic and tactic"
        )),
        Ok(field) => Ok(field.name()),
        Err(_) => Err(format!("column `{name}` is not known")),
    }
}

impl<'z> Sheet<'z> {
    fn new(zone: &'z Zone, names: &'z Names, heads: &[String]) -> Result<Sheet<'z>, Wrong> {
        let wrong = |reason: String| Wrong::new("line 1", reason);
        let mut columns = Vec::new();
        for (n, name) in (1..).zip(heads.iter().map(|name| name.trim())) {
            if name.is_empty() {
                return Err(wrong(format!("column {n} has no name; was the file cut off?")));
            }
            let column = known_column(name).map_err(wrong)?;
            if columns.contains(&column) {
                return Err(wrong(format!("two columns have the name `{name}`")));
            }
            columns.push(column);
        }
        let sheet = Sheet { zone, names, columns };
        if sheet.column("id").is_none() {
            return Err(wrong("the first line has to name the columns, id among them".to_owned()));
        }
        Ok(sheet)
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| *column == name)
    }

    fn tables(&self) -> Tables<'z> {
        Tables { names: self.names, code_page: self.zone.code_page() }
    }
}

struct Row<'s> {
    sheet: &'s Sheet<'s>,
    line: usize,
    cells: Vec<String>,
}

impl Row<'_> {
    fn cell(&self, name: &str) -> Option<&str> {
        self.cells.get(self.sheet.column(name)?).map(String::as_str)
    }

    fn place(&self) -> String {
        format!("line {}", self.line)
    }

    /// The number of the thing whose row it is; `None` for a new one.
    fn number(&self) -> Result<Option<u32>, String> {
        match self.cell("id").map(str::trim).unwrap_or_default() {
            "" => Ok(None),
            id => id.parse().map(Some).map_err(|_| {
                "id has to be the number of a thing, or empty for a new one".to_owned()
            }),
        }
    }

    fn said(&self, number: u32) -> Result<Said, String> {
        let index = self.cell("index").map(str::trim).map(|index| {
            index.parse::<u32>().map_err(|_| {
                let expected = "the place in the list of its file, from 0";
                format!("index is {index:?}, and has to be {expected}")
            })
        });
        let base = self.cell(BASE).map(str::trim).filter(|base| !base.is_empty());
        let base = base.map(|base| {
            let wrong = "is not as it was exported; export it again, or empty the cell";
            serde_json::from_str::<Base>(base).map_err(|error| format!("{BASE} {wrong}: {error}"))
        });
        let (index, base) = (index.transpose()?, base.transpose()?);
        let (place, row) = (self.place(), self.line);
        let block = self.cell("block").map(|block| block.trim().to_owned());
        Ok(Said { place, row, number, block, index, base, is_second: false })
    }

    /// What the row makes of a thing, which is the one of the zone where nobody knows how it was given
    /// out.
    fn theirs(&self, from: &Thing, unchecked: Option<ThingId>) -> Result<Theirs, Wrong> {
        let zone = self.sheet.zone;
        let place = self.place();
        let wrong = |reason: String| Wrong::new(place.as_str(), reason);
        let kind = match self.cell("kind") {
            Some(kind) => kind.parse::<Kind>().map_err(wrong)?,
            None => from.kind(),
        };
        own_thing(from, kind, &place)?;
        let mut thing = from.clone();
        let Some(id) = unchecked else {
            self.put_into(&mut thing, |_| true).map_err(wrong)?;
            let stood_at = stood_at(from);
            let puts_at = Some(super::stood_at(&thing));
            let stated = Stated { block: None, index: None, stood_at: Some(&stood_at), puts_at };
            let is_stale = stated.keep_cell(zone, from, &mut thing);
            return Ok(Theirs { thing, is_stale });
        };
        let Said { block, index, .. } = self.said(id.0).map_err(wrong)?;
        let stood_at = self.cell("stood-at");
        let puts_at = self.puts_at(from);
        let stated = Stated { block: block.as_deref(), index, stood_at, puts_at };
        stated.check(zone, id, &place)?;
        self.put_into(&mut thing, |_| true).map_err(wrong)?;
        let is_stale = stated.keep_cell(zone, from, &mut thing);
        Ok(Theirs { thing, is_stale })
    }

    /// Where the row puts a thing: nowhere but by numbers, since a sum leads on from where it is.
    fn puts_at(&self, own: &Thing) -> Option<String> {
        let place: &[Field] = match own.kind() {
            Kind::Water => &[Field::StartX, Field::StartY, Field::EndX, Field::EndY],
            _ => &[Field::X, Field::Y],
        };
        let mut put = own.clone();
        for field in place {
            let cell = self.cell(field.name())?;
            if !matches!(Setting::of_cell(cell).sum(), Ok(Sum::Is(_) | Sum::Bits(_))) {
                return None;
            }
            put_cell(&mut put, *field, cell, self.sheet.tables()).ok()?;
        }
        Some(stood_at(&put))
    }

    /// A thing as such things usually are, but for what the row says.
    fn new_thing(&self) -> Result<New, String> {
        let has = |name: &str| self.cell(name).is_some_and(|cell| !cell.trim().is_empty());
        let kind = self.cell("kind").map(str::trim).unwrap_or_default();
        if kind.is_empty() {
            return Err("a row without an id is a new thing, and needs a kind".to_owned());
        }
        let kind: Kind = kind.parse()?;
        let mut thing = usual(kind, PosInFileCm { x: 0.0, y: 0.0, z: 0.0 })
            .ok_or_else(|| format!("a {kind} can't be made"))?;
        let needed: &[Field] = match kind {
            Kind::Water => &CORNERS,
            _ => &[Field::X, Field::Y],
        };
        if let Some(field) = needed.iter().find(|field| !has(field.name())) {
            return Err(format!("a row without an id is a new thing: a {kind} needs {field}"));
        }
        self.put_into(&mut thing, has)?;
        if kind != Kind::Water && !has(Field::Z.name()) {
            let at = thing.pos_in_file_cm();
            if let Some(ground_cm) = self.sheet.zone.ground_at_file_cm(at) {
                let height = (ground_cm as f32).to_string();
                put_cell(&mut thing, Field::Z, &height, self.sheet.tables())?;
            }
        }
        let fields = fields().filter(|field| has(field.name())).collect();
        let lists = LISTS.into_iter().filter(|(name, _)| has(name)).map(|(_, list)| list).collect();
        Ok(New { place: self.place(), row: self.line, thing, fields, lists })
    }

    /// Puts the cells of some columns into a thing.
    fn put_into(&self, thing: &mut Thing, is_meant: impl Fn(&str) -> bool) -> Result<(), String> {
        let tables = self.sheet.tables();
        let cell = |name: &str| self.cell(name).filter(|_| is_meant(name));
        for field in fields() {
            if let Some(new) = cell(field.name()) {
                put_cell(thing, field, new, tables)
                    .map_err(|reason| format!("{field}: {reason}"))?;
            }
        }
        for (name, list) in LISTS {
            if let Some(new) = cell(name) {
                put_list(thing, list, new, tables).map_err(|reason| format!("{name}: {reason}"))?;
            }
        }
        Ok(())
    }
}
