//! Things as cells of a table, and back.

use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::{CodePage, ShortText, Text, to_hex};

use crate::world::zone::names::Names;
use crate::world::zone::names::choice::Source;
use crate::world::zone::names::meant::NotMeant;

use super::super::aspect::Aspect;
use super::super::field::{Field, Value};
use super::super::set::SpawnList;
use super::super::setting::{HEX, Setting};
use super::super::thing::Thing;

pub(super) fn cell_of(thing: &Thing, field: Field, code_page: CodePage) -> String {
    match thing.value(field) {
        None => String::new(),
        Some(Value::I16(number)) => number.to_string(),
        Some(Value::I32(number)) => number.to_string(),
        Some(Value::U32(number)) => number.to_string(),
        Some(Value::Float(number)) => number.to_string(),
        Some(Value::Text(text)) => shown(text.as_bytes(), code_page),
    }
}

/// A text that gives its bytes back.
pub(in crate::world) fn shown(text: &[u8], code_page: CodePage) -> String {
    let decoded = code_page.decode(text);
    let is_plain = !decoded.starts_with(HEX) && !decoded.contains(['\r', '\n']);
    match Text::encode(&decoded, code_page) {
        Ok(same) if same.as_bytes() == text && is_plain => decoded.into_owned(),
        _ => in_hex(text),
    }
}

fn in_hex(text: &[u8]) -> String {
    format!("{HEX}{}", to_hex(text))
}

/// `3*2 Thorn Boar; 5*1 Gravel Imp`: number, how many, name.
pub(super) fn cell_of_list(thing: &Thing, list: SpawnList, code_page: CodePage) -> String {
    let lines = thing.spawn().map(|spawn| list.of(spawn)).unwrap_or_default();
    let line = |line: &Monsters| {
        let mut name = shown(line.name.as_bytes(), code_page);
        // What would part two lines, or be taken for the space around one.
        if name.contains(';') || name.trim() != name {
            name = in_hex(line.name.as_bytes());
        }
        format!("{}*{} {name}", line.monster_id, line.count).trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("; ")
}

/// How a line of a list is written.
const LINE: &str = "a monster such as 271*3 Goblin, or 3*Goblin";

fn list_of_cell(cell: &str, own: &[Monsters], tables: Tables<'_>) -> Result<Vec<Monsters>, String> {
    let lines = cell.split(';').map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line_of(line, own, tables)).collect()
}

fn line_of(line: &str, own: &[Monsters], tables: Tables<'_>) -> Result<Monsters, String> {
    let (numbers, name) = line.split_once(' ').unwrap_or((line, ""));
    let (id, count) = numbers.split_once('*').unwrap_or((numbers, "1"));
    let (Ok(monster_id), Ok(count)) = (id.parse(), count.parse()) else {
        return line_by_name(line, own, tables);
    };
    let name = Setting::of_cell(name.trim())
        .to_text(tables.code_page)
        .map_err(|bad| format!("the name is {}, and has to be {}", bad.found, bad.expected))?;
    Ok(Monsters { name, monster_id, count })
}

/// `3*Goblin`, `Goblin*3` or `Goblin`.
fn line_by_name(line: &str, own: &[Monsters], tables: Tables<'_>) -> Result<Monsters, String> {
    let counted = |count: &str, name| Some((count.trim().parse::<u32>().ok()?, name));
    let before = line.split_once('*').and_then(|(count, name)| counted(count, name));
    let behind = || line.rsplit_once('*').and_then(|(name, count)| counted(count, name));
    let meant = before.or_else(behind);
    let row = |name: &str| tables.names.number_of(Source::Npcs, name, tables.code_page);
    let (count, monster_id) = match (row(line), meant) {
        // A name may have the sign in it.
        (Ok(id), _) => (1, id),
        (Err(_), Some((count, name))) => {
            (count, row(name).map_err(|why| (name, why)).map_err(wrong)?)
        }
        (Err(why), None) => return Err(wrong((line, why))),
    };
    let is_it = |line: &&Monsters| line.monster_id == monster_id;
    let name = match own.iter().find(is_it) {
        Some(line) => line.name.clone(),
        None => tables.name_of_monster(monster_id),
    };
    Ok(Monsters { name, monster_id, count })
}

fn wrong((name, why): (&str, NotMeant)) -> String {
    let bad = why.of(name.trim(), LINE);
    format!("is {}, and has to be {}", bad.found, bad.expected)
}

/// What a cell is read with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tables<'n> {
    pub(super) names: &'n Names,
    pub(super) code_page: CodePage,
}

impl Tables<'_> {
    /// For people; nothing where a file can't hold it.
    fn name_of_monster(self, id: u32) -> ShortText {
        let name = self.names.npcs.as_ref().and_then(|npcs| npcs.name(id)).unwrap_or_default();
        Setting::of_cell(name).to_text(self.code_page).unwrap_or_default()
    }
}

pub(super) fn put_cell(
    thing: &mut Thing,
    field: Field,
    new: &str,
    tables: Tables<'_>,
) -> Result<(), String> {
    let Tables { names, code_page } = tables;
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
    let setting = Setting::of_cell(new);
    let meant = setting.meant(kind, field, names, code_page);
    meant
        .and_then(|setting| setting.put(slot, code_page))
        .map_err(|bad| format!("is {}, and has to be {}", bad.found, bad.expected))
}

pub(super) fn put_list(
    thing: &mut Thing,
    list: SpawnList,
    new: &str,
    tables: Tables<'_>,
) -> Result<(), String> {
    if cell_of_list(thing, list, tables.code_page) == new {
        return Ok(());
    }
    let spawn = thing.spawn();
    let own = spawn.map(|spawn| [spawn.basic.as_slice(), &spawn.tactic].concat());
    let monsters = list_of_cell(new, &own.unwrap_or_default(), tables)?;
    match (thing, list) {
        (Thing::Spawn(spawn), SpawnList::Basic) => spawn.basic = monsters,
        (Thing::Spawn(spawn), SpawnList::Tactic) => spawn.tactic = monsters,
        (_, _) if monsters.is_empty() => {}
        (thing, _) => return Err(format!("a {} has none", thing.kind())),
    }
    Ok(())
}

/// What a side has of a thing, as a cell.
pub(super) fn cell_of_aspect(thing: &Thing, aspect: Aspect, code_page: CodePage) -> String {
    match aspect {
        Aspect::Field(field) => cell_of(thing, field, code_page),
        Aspect::Basic => cell_of_list(thing, SpawnList::Basic, code_page),
        Aspect::Tactic => cell_of_list(thing, SpawnList::Tactic, code_page),
    }
}

/// The column that it is in.
pub(super) fn column_of(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Field(field) => field.name(),
        Aspect::Basic => "basic",
        Aspect::Tactic => "tactic",
    }
}
