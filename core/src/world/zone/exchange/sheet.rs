//! CSV for spreadsheets: a row for each thing, and a column for each field.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::{CodePage, ShortText, Text, to_hex};
use crate::space::rose::position::PosInFileCm;
use crate::world::sum::Sum;

use super::super::Zone;
use super::super::add::usual;
use super::super::field::{Field, Value};
use super::super::names::Names;
use super::super::numbers::Numbers;
use super::super::set::{PutThing, SpawnList};
use super::super::setting::{HexBytes, Setting};
use super::super::thing::{Kind, Thing, ThingId};
use super::new::{self, New};
use super::{Incoming, Stated, Wrong, csv, name_of, own_thing, stood_at};

/// What stands before the bytes of a text that its code page can't show.
const HEX: &str = "hex:";
/// What each row begins with.
const HEAD: [&str; 6] = ["id", "kind", "block", "index", "stood-at", "is"];
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
    table.row(columns.chain(LISTS.map(|(name, _)| name)));
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
        table.row(head.into_iter().chain(cells).chain(lists));
    }
    table.text
}

fn cell_of(thing: &Thing, field: Field, code_page: CodePage) -> String {
    match thing.value(field) {
        None => String::new(),
        Some(Value::I16(number)) => number.to_string(),
        Some(Value::I32(number)) => number.to_string(),
        Some(Value::U32(number)) => number.to_string(),
        Some(Value::Float(number)) => number.to_string(),
        Some(Value::Text(text)) => shown(text, code_page),
    }
}

/// A text that gives its bytes back.
fn shown(text: &ShortText, code_page: CodePage) -> String {
    let decoded = text.text().decode(code_page);
    let is_plain = !decoded.starts_with(HEX) && !decoded.contains(['\r', '\n']);
    match Text::encode(&decoded, code_page) {
        Some(same) if same == *text.text() && is_plain => decoded.into_owned(),
        _ => in_hex(text),
    }
}

fn in_hex(text: &ShortText) -> String {
    format!("{HEX}{}", to_hex(text.as_bytes()))
}

fn setting_of(cell: &str) -> Setting {
    match cell.strip_prefix(HEX) {
        Some(hex) => Setting::Bytes(HexBytes { hex: hex.to_owned() }),
        None => Setting::Typed(cell.to_owned()),
    }
}

/// `3*2 Thorn Boar; 5*1 Gravel Imp`: number, how many, name.
fn cell_of_list(thing: &Thing, list: SpawnList, code_page: CodePage) -> String {
    let lines = thing.spawn().map(|spawn| list.of(spawn)).unwrap_or_default();
    let line = |line: &Monsters| {
        let mut name = shown(&line.name, code_page);
        // What would part two lines, or be taken for the space around one.
        if name.contains(';') || name.trim() != name {
            name = in_hex(&line.name);
        }
        format!("{}*{} {name}", line.monster_id, line.count).trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn list_of_cell(cell: &str, code_page: CodePage) -> Result<Vec<Monsters>, String> {
    let lines = cell.split(';').map(str::trim).filter(|line| !line.is_empty());
    let monsters = lines.map(|line| {
        let (numbers, name) = line.split_once(' ').unwrap_or((line, ""));
        let (id, count) = numbers.split_once('*').unwrap_or((numbers, "1"));
        let number = |digits: &str| {
            let expected = "a monster as number*count name, such as 271*3 Goblin";
            digits.parse::<u32>().map_err(|_| format!("{line} is not {expected}"))
        };
        let name = setting_of(name.trim())
            .to_text(code_page)
            .map_err(|bad| format!("the name is {}, and has to be {}", bad.found, bad.expected))?;
        Ok(Monsters { name, monster_id: number(id)?, count: number(count)? })
    });
    monsters.collect()
}

/// What has to be done to a zone so that its things are those of a CSV file. Columns may be
/// missing, as may rows; a number may be a sum such as `+50`. A row without an id is a new thing,
/// which belongs to the block where it stands, unless it is there already.
pub fn from_csv(zone: &Zone, numbers: &Numbers, data: &[u8]) -> Result<Incoming, Wrong> {
    let rows =
        csv::read(data).map_err(|(line, reason)| Wrong::new(format!("line {line}"), reason))?;
    let mut rows = rows.into_iter();
    let (_, columns) = rows.next().unwrap_or_default();
    let sheet = Sheet::new(zone, numbers, &columns)?;
    let (mut things, mut new) = (BTreeMap::new(), Vec::new());
    let (mut named, mut n_stale) = (BTreeSet::new(), 0);
    for (line, cells) in rows {
        let wrong = |reason: String| Wrong::new(format!("line {line}"), reason);
        // What no column names may be the rest of a cell that came apart.
        let n_columns = sheet.columns.len();
        if cells.iter().skip(n_columns).any(|cell| !cell.trim().is_empty()) {
            let reason = format!("has {} cells, and line 1 names {n_columns} columns", cells.len());
            return Err(wrong(reason));
        }
        let row = Row { sheet: &sheet, cells };
        match row.id().map_err(wrong)? {
            None => new.push(row.new_thing(format!("line {line}")).map_err(wrong)?),
            Some(id) => {
                let Changed { own, thing, is_stale } = row.changed(id, &format!("line {line}"))?;
                named.insert(id);
                n_stale += usize::from(is_stale);
                if thing != *own && things.insert(id, thing).is_some() {
                    let number = numbers.number(id);
                    return Err(wrong(format!("#{number} stands in another line already")));
                }
            }
        }
    }
    let things: Vec<PutThing> =
        things.into_iter().map(|(id, thing)| PutThing { id, thing }).collect();
    let new = new::sort(zone, numbers, &things, new);
    Ok(Incoming::new(zone, things, new, &named, n_stale))
}

/// A file whose first line is read.
struct Sheet<'z> {
    zone: &'z Zone,
    numbers: &'z Numbers,
    columns: Vec<String>,
}

impl<'z> Sheet<'z> {
    fn new(zone: &'z Zone, numbers: &'z Numbers, columns: &[String]) -> Result<Sheet<'z>, Wrong> {
        let columns: Vec<String> = columns.iter().map(|name| name.trim().to_owned()).collect();
        let wrong = |reason: String| Err(Wrong::new("line 1", reason));
        for (n, name) in columns.iter().enumerate() {
            if columns.iter().take(n).any(|other| other.eq_ignore_ascii_case(name)) {
                return wrong(format!("column `{name}` stands there twice, and has to once"));
            }
            let mut known = HEAD.into_iter().chain(LISTS.map(|(list, _)| list));
            if !known.any(|known| known.eq_ignore_ascii_case(name))
                && name.parse::<Field>().is_err()
            {
                return wrong(format!("column `{name}` is not known"));
            }
        }
        let sheet = Sheet { zone, numbers, columns };
        if sheet.column("id").is_none() {
            return wrong("the first line has to name the columns, id among them".to_owned());
        }
        Ok(sheet)
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.eq_ignore_ascii_case(name))
    }
}

/// A thing as it is, and as a row says that it should be.
struct Changed<'s> {
    own: &'s Thing,
    thing: Thing,
    /// Whether the cell of the row was left, as one of another place.
    is_stale: bool,
}

struct Row<'s> {
    sheet: &'s Sheet<'s>,
    cells: Vec<String>,
}

impl<'s> Row<'s> {
    fn cell(&self, name: &str) -> Option<&str> {
        self.cells.get(self.sheet.column(name)?).map(String::as_str)
    }

    /// Whose row it is; `None` for a new thing.
    fn id(&self) -> Result<Option<ThingId>, String> {
        match self.cell("id").map(str::trim).unwrap_or_default() {
            "" => Ok(None),
            id => match id.parse() {
                Ok(number) => Ok(Some(self.sheet.numbers.id(number))),
                Err(_) => {
                    Err("id has to be the number of a thing, or empty for a new one".to_owned())
                }
            },
        }
    }

    fn changed(&self, id: ThingId, place: &str) -> Result<Changed<'s>, Wrong> {
        let zone = self.sheet.zone;
        let wrong = |reason: String| Wrong::new(place, reason);
        let kind = match self.cell("kind") {
            Some(kind) => kind.parse::<Kind>().map_err(wrong)?,
            None => zone.thing(id).map_or(Kind::Deco, Thing::kind),
        };
        let own = own_thing(zone, id, kind, place)?;
        let index = match self.cell("index") {
            Some(index) => Some(index.trim().parse::<u32>().map_err(|_| {
                let expected = "the place in the list of its file, from 0";
                wrong(format!("index is {index:?}, and has to be {expected}"))
            })?),
            None => None,
        };
        let (block, stood_at) = (self.cell("block").map(str::trim), self.cell("stood-at"));
        let puts_at = self.puts_at(own);
        let stated = Stated { block, index, stood_at, puts_at };
        stated.check(zone, id, place)?;
        let mut thing = own.clone();
        self.put_into(&mut thing, |_| true).map_err(wrong)?;
        let is_stale = stated.keep_cell(zone, own, &mut thing);
        Ok(Changed { own, thing, is_stale })
    }

    /// Where the row puts a thing: nowhere but by numbers, since a sum leads on from where it is.
    fn puts_at(&self, own: &Thing) -> Option<String> {
        let place: &[Field] = match own.kind() {
            Kind::Water => &[Field::StartX, Field::StartY, Field::EndX, Field::EndY],
            _ => &[Field::X, Field::Y],
        };
        let code_page = self.sheet.zone.code_page();
        let mut put = own.clone();
        for field in place {
            let cell = self.cell(field.name())?;
            if !matches!(setting_of(cell).sum(), Ok(Sum::Is(_) | Sum::Bits(_))) {
                return None;
            }
            put_cell(&mut put, *field, cell, code_page).ok()?;
        }
        Some(stood_at(&put))
    }

    /// A thing as such things usually are, but for what the row says.
    fn new_thing(&self, place: String) -> Result<New, String> {
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
                let code_page = self.sheet.zone.code_page();
                put_cell(&mut thing, Field::Z, &(ground_cm as f32).to_string(), code_page)?;
            }
        }
        let fields = fields().filter(|field| has(field.name())).collect();
        let lists = LISTS.into_iter().filter(|(name, _)| has(name)).map(|(_, list)| list).collect();
        Ok(New { place, thing, fields, lists })
    }

    /// Puts the cells of some columns into a thing.
    fn put_into(&self, thing: &mut Thing, is_meant: impl Fn(&str) -> bool) -> Result<(), String> {
        let code_page = self.sheet.zone.code_page();
        let cell = |name: &str| self.cell(name).filter(|_| is_meant(name));
        for field in fields() {
            if let Some(new) = cell(field.name()) {
                put_cell(thing, field, new, code_page)
                    .map_err(|reason| format!("{field}: {reason}"))?;
            }
        }
        for (name, list) in LISTS {
            if let Some(new) = cell(name) {
                put_list(thing, list, new, code_page)
                    .map_err(|reason| format!("{name}: {reason}"))?;
            }
        }
        Ok(())
    }
}

fn put_cell(thing: &mut Thing, field: Field, new: &str, code_page: CodePage) -> Result<(), String> {
    if cell_of(thing, field, code_page) == new {
        return Ok(());
    }
    let kind = thing.kind();
    let Some(slot) = thing.slots(field).into_iter().next() else {
        return match new.trim().is_empty() {
            true => Ok(()),
            false => Err(format!("a {kind} has none")),
        };
    };
    let put = setting_of(new).put(slot, code_page);
    put.map_err(|bad| format!("is {}, and has to be {}", bad.found, bad.expected))
}

fn put_list(
    thing: &mut Thing,
    list: SpawnList,
    new: &str,
    code_page: CodePage,
) -> Result<(), String> {
    if cell_of_list(thing, list, code_page) == new {
        return Ok(());
    }
    let monsters = list_of_cell(new, code_page)?;
    match (thing, list) {
        (Thing::Spawn(spawn), SpawnList::Basic) => spawn.basic = monsters,
        (Thing::Spawn(spawn), SpawnList::Tactic) => spawn.tactic = monsters,
        (_, _) if monsters.is_empty() => {}
        (thing, _) => return Err(format!("a {} has none", thing.kind())),
    }
    Ok(())
}
