//! The things of a zone for other programs, and back: JSON with everything in it, and CSV for
//! spreadsheets, with a row for each thing and a column for each field.
//!
//! What comes back is compared with what would be written now: where that is the same, nothing is
//! touched, so that no number changes by being shown.

mod csv;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::format::rose::ifo::spawn::Monsters;
use crate::format::text::{CodePage, ShortText, Text, to_hex};

use super::Zone;
use super::action::Action;
use super::field::{Field, Value};
use super::names::Names;
use super::set::{PutThing, PutThings, SpawnList};
use super::setting::{HexBytes, Setting};
use super::thing::{Kind, Thing, ThingId};

/// What stands before the bytes of a text that its code page can't show.
const HEX: &str = "hex:";
/// What each row begins with.
const HEAD: [&str; 5] = ["id", "kind", "block", "index", "is"];
const LISTS: [(&str, SpawnList); 2] = [("basic", SpawnList::Basic), ("tactic", SpawnList::Tactic)];

/// Why a file can't be brought in: where, and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Wrong {
    pub place: String,
    pub reason: String,
}

impl Wrong {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> Wrong {
        Wrong { place: place.into(), reason: reason.into() }
    }
}

/// A zone as JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneJson {
    zone: String,
    things: Vec<ThingJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingJson {
    id: ThingId,
    /// The block of its file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    block: Option<String>,
    /// Its place in the list of its file, from 0.
    index: u32,
    /// What a table calls it; nobody reads it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is: Option<String>,
    thing: Thing,
}

/// Everything that stands in a zone, as JSON.
pub fn to_json(zone: &Zone, names: &Names) -> String {
    let things = zone.listed().filter_map(|listed| {
        let thing = zone.thing(listed.id)?;
        Some(ThingJson {
            id: listed.id,
            block: listed.block.map(|block| block.to_string()),
            index: listed.index,
            is: name_of(names, thing),
            thing: thing.clone(),
        })
    });
    let json = ZoneJson { zone: zone.name().to_owned(), things: things.collect() };
    // Numbers and texts can always be written.
    serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
}

/// What has to be done to a zone so that its things are those of a JSON file. Things that the file
/// does not name stay as they are.
pub fn from_json(zone: &Zone, data: &[u8]) -> Result<Action, Wrong> {
    let json: ZoneJson = serde_json::from_slice(data)
        .map_err(|error| Wrong::new(format!("line {}", error.line()), error.to_string()))?;
    let mut things = Vec::new();
    for ThingJson { id, block, index, thing, .. } in json.things {
        let place = id.to_string();
        let own = own_thing(zone, id, thing.kind(), &place)?;
        let stated = Stated { block: Some(block.as_deref().unwrap_or("")), index: Some(index) };
        stated.check(zone, id, &place)?;
        if *own != thing {
            things.push(PutThing { id, thing });
        }
    }
    Ok(Action::PutThings(PutThings { things }))
}

/// Where a file says that a thing stands, as far as it says so. Numbers are given anew whenever a
/// zone is opened, so that an old file may mean another thing by one.
struct Stated<'f> {
    /// Empty for the ZON.
    block: Option<&'f str>,
    index: Option<u32>,
}

impl Stated<'_> {
    /// Refuses what does not stand there.
    fn check(&self, zone: &Zone, id: ThingId, place: &str) -> Result<(), Wrong> {
        let Some(listed) = zone.listed_at(id) else { return Ok(()) };
        let own_block = listed.block.map_or_else(String::new, |block| block.to_string());
        let (block, index) = (self.block.unwrap_or(&own_block), self.index.unwrap_or(listed.index));
        if (block, index) == (own_block.as_str(), listed.index) {
            return Ok(());
        }
        let kind = listed.kind;
        let at = |block: &str, index: u32| match block {
            "" => format!("{kind} {index} of the ZON"),
            block => format!("{kind} {index} of {block}"),
        };
        let (here, there) = (at(block, index), at(&own_block, listed.index));
        let why = "numbers are given anew when a zone is opened, so export it again";
        Err(Wrong::new(place, format!("is {here} here, and {there} in the zone: {why}")))
    }
}

/// A thing that a file names.
fn own_thing<'z>(zone: &'z Zone, id: ThingId, kind: Kind, place: &str) -> Result<&'z Thing, Wrong> {
    let own = zone.thing(id).ok_or_else(|| {
        Wrong::new(place, "the zone has no such thing; `add` adds things, and an import does not")
    })?;
    if own.kind() != kind {
        let reason = format!("is a {kind} here, and a {} in the zone", own.kind());
        return Err(Wrong::new(place, reason));
    }
    Ok(own)
}

fn name_of(names: &Names, thing: &Thing) -> Option<String> {
    let id = u32::try_from(thing.object()?.object_id).ok()?;
    names.of_kind(thing.kind())?.name(id).map(str::to_owned)
}

/// The columns behind the head: every field but those of monsters, then the lists of spawns.
fn fields() -> impl Iterator<Item = Field> {
    Field::ALL.iter().copied().filter(|field| !field.is_of_monsters())
}

/// A row for each thing of some kinds, for spreadsheets.
pub fn to_csv(zone: &Zone, names: &Names, kinds: &[Kind]) -> String {
    let mut table = csv::Writer::default();
    let columns = HEAD.into_iter().chain(fields().map(Field::name));
    table.row(columns.chain(LISTS.map(|(name, _)| name)));
    for listed in zone.listed().filter(|listed| kinds.contains(&listed.kind)) {
        let Some(thing) = zone.thing(listed.id) else { continue };
        let head = [
            listed.id.0.to_string(),
            listed.kind.to_string(),
            listed.block.map_or_else(String::new, |block| block.to_string()),
            listed.index.to_string(),
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
/// missing, as may rows; a number may be a sum such as `+50`.
pub fn from_csv(zone: &Zone, data: &[u8]) -> Result<Action, Wrong> {
    let rows =
        csv::read(data).map_err(|(line, reason)| Wrong::new(format!("line {line}"), reason))?;
    let mut rows = rows.into_iter();
    let (_, header) = rows.next().unwrap_or_default();
    let column = |name: &str| header.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let Some(id_column) = column("id") else {
        return Err(Wrong::new("line 1", "the first line has to name the columns, id among them"));
    };
    for (n, name) in header.iter().enumerate() {
        let is_same = |other: &String| other.trim().eq_ignore_ascii_case(name.trim());
        if header.iter().take(n).any(is_same) {
            let twice = format!("column `{}` stands there twice, and has to once", name.trim());
            return Err(Wrong::new("line 1", twice));
        }
        let is_known =
            HEAD.contains(&name.trim()) || LISTS.iter().any(|(list, _)| *list == name.trim());
        if !is_known && name.trim().parse::<Field>().is_err() {
            return Err(Wrong::new("line 1", format!("column `{}` is not known", name.trim())));
        }
    }
    let mut things = BTreeMap::new();
    for (line, cells) in rows {
        let place = format!("line {line}");
        let cell = |column: usize| cells.get(column).map(String::as_str);
        let id = cell(id_column).and_then(|cell| cell.trim().parse::<u32>().ok()).map(ThingId);
        let id = id.ok_or_else(|| Wrong::new(&place, "id has to be the number of a thing"))?;
        let kind = match column("kind").and_then(cell) {
            Some(kind) => kind.parse::<Kind>().map_err(|error| Wrong::new(&place, error))?,
            None => zone.thing(id).map_or(Kind::Deco, Thing::kind),
        };
        let own = own_thing(zone, id, kind, &place)?;
        let index = match column("index").and_then(cell) {
            Some(index) => Some(index.trim().parse::<u32>().map_err(|_| {
                let expected = "the place in the list of its file, from 0";
                Wrong::new(&place, format!("index is {index:?}, and has to be {expected}"))
            })?),
            None => None,
        };
        let stated = Stated { block: column("block").and_then(cell).map(str::trim), index };
        stated.check(zone, id, &place)?;
        let mut thing = own.clone();
        for field in fields() {
            let Some(new) = column(field.name()).and_then(cell) else { continue };
            put_cell(&mut thing, field, new, zone.code_page())
                .map_err(|reason| Wrong::new(&place, format!("{field}: {reason}")))?;
        }
        for (name, list) in LISTS {
            let Some(new) = column(name).and_then(cell) else { continue };
            put_list(&mut thing, list, new, zone.code_page())
                .map_err(|reason| Wrong::new(&place, format!("{name}: {reason}")))?;
        }
        if thing != *own && things.insert(id, thing).is_some() {
            return Err(Wrong::new(&place, format!("{id} stands in another line already")));
        }
    }
    let things = things.into_iter().map(|(id, thing)| PutThing { id, thing }).collect();
    Ok(Action::PutThings(PutThings { things }))
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

#[cfg(test)]
mod tests {
    use super::super::load::open;
    use super::super::tests::{act, first, path, sample, sample_zone, vfs_of};
    use super::*;
    use crate::sample::File;
    use crate::sample::rose::ZONE_FOLDER;

    #[test]
    fn what_was_written_comes_back_and_changes_nothing() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let zone = opened.zone;
        let nothing = Action::PutThings(PutThings { things: Vec::new() });
        assert_eq!(from_json(&zone, to_json(&zone, &names).as_bytes()), Ok(nothing.clone()));
        let csv = to_csv(&zone, &names, &Kind::ALL);
        assert_eq!(csv.lines().count(), zone.n_things() + 1);
        assert_eq!(from_csv(&zone, csv.as_bytes()), Ok(nothing));
        assert!(csv.contains("모래도마뱀"), "half of the names are Korean");
    }

    #[test]
    fn one_changed_cell_changes_one_field() {
        let (_, opened) = sample();
        let zone = opened.zone;
        let id = first(&zone, Kind::Spawn);
        let import = |csv: &str| {
            let action = from_csv(&zone, csv.as_bytes())?;
            let new =
                action.resolve(&zone).map_err(|error| Wrong::new("", error.to_string()))?.zone;
            Ok::<_, Wrong>(new.thing(id).cloned().unwrap())
        };
        let own = zone.thing(id).unwrap().spawn().unwrap();
        let changed =
            import(&format!("id,limit,basic\n{},+2,\"271*3 Goblin; 5\"\n", id.0)).unwrap();
        let spawn = changed.spawn().unwrap();
        assert_eq!((spawn.limit, spawn.range_m), (own.limit + 2, own.range_m));
        let lines: Vec<_> =
            spawn.basic.iter().map(|m| (m.monster_id, m.count, m.name.as_bytes())).collect();
        assert_eq!(lines, [(271, 3, &b"Goblin"[..]), (5, 1, b"")]);
        for (csv, wrong) in [
            ("limit\n3\n", "line 1: the first line has to name the columns, id among them"),
            ("id,nonsense\n", "line 1: column `nonsense` is not known"),
            ("id,range,Range \n", "line 1: column `Range` stands there twice, and has to once"),
            (
                &format!("id,limit\n{},many\n", id.0),
                "line 2: limit: is \"many\", and has to be a number, or a sum such as +50 or *1.2",
            ),
            (
                "id,limit\n99999,1\n",
                "line 2: the zone has no such thing; `add` adds things, and an import does not",
            ),
            (&format!("id,kind\n{},npc\n", id.0), "line 2: is a npc here, and a spawn in the zone"),
            (&format!("id,trigger\n{},x\n", id.0), "line 2: trigger: a spawn has none"),
            (
                &format!("id,basic\n{},x*y\n", id.0),
                "line 2: basic: x*y is not a monster as number*count name, such as 271*3 Goblin",
            ),
        ] {
            assert_eq!(import(csv).unwrap_err().to_string(), wrong);
        }
    }

    #[test]
    fn a_file_that_means_other_things_by_its_numbers_is_refused() {
        let (_, opened) = sample();
        let zone = opened.zone;
        let csv = to_csv(&zone, &Names::default(), &[Kind::Spawn]);
        let json = to_json(&zone, &Names::default());
        let gone = first(&zone, Kind::Deco).0;
        let json_of = format!(r#"{{"action":"delete","things":{{"ids":[{gone}]}}}}"#);
        let files = act(&zone, &json_of).unwrap().to_files().into_iter();
        let files: Vec<File> =
            files.map(|(path, bytes)| File { path: path.to_string(), bytes }).collect();
        let again = open(&vfs_of(&files), &path(ZONE_FOLDER), zone.code_page()).unwrap().zone;
        let wrong = from_csv(&again, csv.as_bytes()).unwrap_err().to_string();
        assert!(wrong.contains("export it again") || wrong.contains("in the zone"), "{wrong}");
        assert!(from_json(&again, json.as_bytes()).is_err());

        let id = first(&zone, Kind::Spawn);
        let index = zone.listed_at(id).unwrap().index;
        let block = zone.block_of(id).unwrap();
        let import = |csv: String| from_csv(&zone, csv.as_bytes()).map_err(|e| e.to_string());
        assert!(import(format!("id,index,block\n{},{index},{block}\n", id.0)).is_ok());
        let wrong = import(format!("id,index\n{},{}\n", id.0, index + 1)).unwrap_err();
        let expected = format!(
            "line 2: is spawn {} of {block} here, and spawn {index} of {block} in the zone: \
             numbers are given anew when a zone is opened, so export it again",
            index + 1
        );
        assert_eq!(wrong, expected);
        assert!(import(format!("id,block\n{},31_31\n", id.0)).is_err());
        assert!(import(format!("id,index\n{},x\n", id.0)).is_err());
        let point = first(&zone, Kind::Point).0;
        let wrong = import(format!("id,block\n{point},31_31\n")).unwrap_err();
        assert!(wrong.contains(" of the ZON in the zone"), "{wrong}");
    }

    #[test]
    fn names_of_monsters_come_back_with_their_spaces_and_marks() {
        let zone = sample_zone();
        let id = first(&zone, Kind::Spawn);
        let mut changed = zone.clone();
        let odd = ["Boar ", " Imp", "a;b", "\u{3000}Bat\u{3000}", "hex:41", "two  words"];
        for (n, name) in odd.iter().enumerate() {
            let json = format!(
                r#"{{"action":"add-monster","things":{{"ids":[{}]}},"list":"tactic","id":{},"name":"{name}"}}"#,
                id.0,
                90_000 + n
            );
            changed = act(&changed, &json).unwrap();
        }
        let csv = to_csv(&changed, &Names::default(), &[Kind::Spawn]);
        let csv = csv.replacen("90000*1 ", "90000*7 ", 1);
        assert_ne!(csv, to_csv(&changed, &Names::default(), &[Kind::Spawn]));
        let after = from_csv(&changed, csv.as_bytes()).unwrap().resolve(&changed).unwrap().zone;
        let names = |zone: &Zone| {
            let spawn = zone.thing(id).unwrap().spawn().unwrap();
            let lines = spawn.basic.iter().chain(&spawn.tactic);
            lines.map(|line| line.name.clone()).collect::<Vec<_>>()
        };
        assert!(names(&after) == names(&changed), "{csv}");
        assert!(after != changed);
    }

    #[test]
    fn json_changes_what_it_says_and_no_more() {
        let (_, opened) = sample();
        let zone = opened.zone;
        let json = to_json(&zone, &Names::default()).replacen("\"limit\": ", "\"limit\": 1", 1);
        let action = from_json(&zone, json.as_bytes()).unwrap();
        let Action::PutThings(put) = &action else { panic!() };
        assert_eq!(put.things.len(), 1);
        assert!(from_json(&zone, b"{").unwrap_err().place.starts_with("line 1"));
    }
}
