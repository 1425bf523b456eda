//! Things as cells of a table, and back.

use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::{CodePage, Text, to_hex};

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

fn list_of_cell(cell: &str, code_page: CodePage) -> Result<Vec<Monsters>, String> {
    let lines = cell.split(';').map(str::trim).filter(|line| !line.is_empty());
    let monsters = lines.map(|line| {
        let (numbers, name) = line.split_once(' ').unwrap_or((line, ""));
        let (id, count) = numbers.split_once('*').unwrap_or((numbers, "1"));
        let number = |digits: &str| {
            let expected = "a monster as number*count name, such as 271*3 Goblin";
            digits.parse::<u32>().map_err(|_| format!("{line} is not {expected}"))
        };
        let name = Setting::of_cell(name.trim())
            .to_text(code_page)
            .map_err(|bad| format!("the name is {}, and has to be {}", bad.found, bad.expected))?;
        Ok(Monsters { name, monster_id: number(id)?, count: number(count)? })
    });
    monsters.collect()
}

pub(super) fn put_cell(
    thing: &mut Thing,
    field: Field,
    new: &str,
    code_page: CodePage,
) -> Result<(), String> {
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
    let put = Setting::of_cell(new).put(slot, code_page);
    put.map_err(|bad| format!("is {}, and has to be {}", bad.found, bad.expected))
}

pub(super) fn put_list(
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
