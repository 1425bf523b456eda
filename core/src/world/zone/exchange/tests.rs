//! What holds for things that are carried to other programs and back.

mod names;
mod rounds;

use std::collections::BTreeSet;

use super::super::load::open;
use super::super::tests::{act, first, path, sample, sample_zone, vfs_of};
use super::sheet::{self, to_csv};
use super::*;
use crate::format::csv;
use crate::sample::File;
use crate::sample::rose::ZONE_FOLDER;
use crate::space::rose::position::PosInFileCm;

/// Where no table is at hand.
fn from_csv(zone: &Zone, numbers: &Numbers, data: &[u8]) -> Result<Incoming, Wrong> {
    sheet::from_csv(zone, &Names::default(), numbers, data)
}

fn csv_onto(zone: &Zone, data: &[u8]) -> Result<Action, Wrong> {
    from_csv(zone, &Numbers::default(), data).map(|incoming| incoming.action)
}

fn json_onto(zone: &Zone, data: &[u8]) -> Result<Action, Wrong> {
    from_json(zone, &Numbers::default(), data).map(|incoming| incoming.action)
}

/// A table as older versions gave it out.
fn spawns_of(zone: &Zone) -> String {
    bare(&to_csv(zone, &Names::default(), &Numbers::default(), &[Kind::Spawn]))
}

/// A table without its base.
fn bare(csv: &str) -> String {
    let mut bare = csv::Writer::for_spreadsheets();
    for (_, mut row) in csv::read(csv.as_bytes()).unwrap() {
        row.pop();
        bare.row(row);
    }
    bare.text
}

/// JSON as older versions gave it out.
fn bare_json(zone: &Zone) -> String {
    let json = to_json(zone, &Names::default(), &Numbers::default());
    let mut json: Value = serde_json::from_str(&json).unwrap();
    for thing in json["things"].as_array_mut().unwrap() {
        thing.as_object_mut().unwrap().remove("base");
    }
    json.to_string()
}

#[test]
fn what_was_written_comes_back_and_changes_nothing() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let zone = opened.zone;
    let numbers = Numbers::default();
    let nothing = Action::PutThings(PutThings { things: Vec::new(), add: Vec::new() });
    let nothing = Incoming { action: nothing, notes: Vec::new(), report: Report::default() };
    let json = to_json(&zone, &names, &numbers);
    assert_eq!(from_json(&zone, &numbers, json.as_bytes()), Ok(nothing.clone()));
    let csv = to_csv(&zone, &names, &numbers, &Kind::ALL);
    assert_eq!(csv.lines().count(), zone.n_things() + 1);
    assert_eq!(from_csv(&zone, &numbers, csv.as_bytes()), Ok(nothing.clone()));
    // Spreadsheets read it as UTF-8 by its mark, and may write it back without.
    let unmarked = csv.strip_prefix('\u{feff}').unwrap();
    assert_eq!(from_csv(&zone, &numbers, unmarked.as_bytes()), Ok(nothing));
    assert!(csv.contains("모래도마뱀"), "half of the names are Korean");
}

#[test]
fn one_changed_cell_changes_one_field() {
    let (_, opened) = sample();
    let zone = opened.zone;
    let id = first(&zone, Kind::Spawn);
    let import = |csv: &str| {
        let action = csv_onto(&zone, csv.as_bytes())?;
        let new = action.resolve(&zone).map_err(|error| Wrong::new("", error.to_string()))?.zone;
        Ok::<_, Wrong>(new.thing(id).cloned().unwrap())
    };
    let own = zone.thing(id).unwrap().spawn().unwrap();
    let changed = import(&format!("id,limit,basic\n{},+2,\"271*3 Goblin; 5\"\n", id.0)).unwrap();
    let spawn = changed.spawn().unwrap();
    assert_eq!((spawn.limit, spawn.range_m), (own.limit + 2, own.range_m));
    let lines: Vec<_> =
        spawn.basic.iter().map(|m| (m.monster_id, m.count, m.name.as_bytes())).collect();
    assert_eq!(lines, [(271, 3, &b"Goblin"[..]), (5, 1, b"")]);
    for (csv, wrong) in [
        ("limit\n3\n", "line 1: the first line has to name the columns, id among them"),
        ("id,nonsense\n", "line 1: column `nonsense` is not known"),
        ("id,range,Range \n", "line 1: two columns have the name `Range`"),
        (
            &format!("id,limit\n{},many\n", id.0),
            "line 2: limit: is \"many\", and has to be a whole number from 0 to 4294967295, or a \
             sum such as +50 or *1.2",
        ),
        ("id,limit\n99999,1\n", "line 2: the zone has no such thing; what is new has no id"),
        ("id,limit\n99999,1,,\n", "line 2: the zone has no such thing; what is new has no id"),
        ("id,limit\n53,1,,x\n", "line 2: has 4 cells, and line 1 names 2 columns"),
        (
            &format!("id,kind\n{},npc\n", id.0),
            "line 2: is a npc here, and a spawn in the zone: \
             the zone has changed since this was exported: export it again",
        ),
        (&format!("id,trigger\n{},x\n", id.0), "line 2: trigger: a spawn has none"),
        (
            &format!("id,basic\n{},x*y\n", id.0),
            "line 2: basic: is \"x*y\", and has to be a monster such as 271*3 Goblin, or 3*Goblin: \
             LIST_NPC is not at hand, so no name is known",
        ),
    ] {
        assert_eq!(import(csv).unwrap_err().to_string(), wrong);
    }
}

#[test]
fn a_file_that_means_other_things_by_its_numbers_is_refused() {
    let (_, opened) = sample();
    let zone = opened.zone;
    let csv = spawns_of(&zone);
    let json = bare_json(&zone);
    let gone = first(&zone, Kind::Deco).0;
    let json_of = format!(r#"{{"action":"delete","things":{{"ids":[{gone}]}}}}"#);
    let files = act(&zone, &json_of).unwrap().to_files().into_iter();
    let files: Vec<File> =
        files.map(|(path, bytes)| File { path: path.to_string(), bytes }).collect();
    let again = open(&vfs_of(&files), &path(ZONE_FOLDER), zone.code_page()).unwrap().zone;
    let wrong = csv_onto(&again, csv.as_bytes()).unwrap_err().to_string();
    assert!(wrong.contains("export it again") || wrong.contains("in the zone"), "{wrong}");
    assert!(json_onto(&again, json.as_bytes()).is_err());

    let id = first(&zone, Kind::Spawn);
    let index = zone.listed_at(id).unwrap().index;
    let block = zone.block_of(id).unwrap();
    let import = |csv: String| csv_onto(&zone, csv.as_bytes()).map_err(|e| e.to_string());
    assert!(import(format!("id,index,block\n{},{index},{block}\n", id.0)).is_ok());
    let wrong = import(format!("id,index\n{},{}\n", id.0, index + 1)).unwrap_err();
    let expected = format!(
        "line 2: is spawn {} of {block} here, and spawn {index} of {block} in the zone: \
         the zone has changed since this was exported: export it again",
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
    let all = to_csv(&changed, &Names::default(), &Numbers::default(), &[Kind::Spawn]);
    let csv = all.replacen("90000*1 ", "90000*7 ", 1);
    assert_ne!(csv, all);
    let after = csv_onto(&changed, csv.as_bytes()).unwrap().resolve(&changed).unwrap().zone;
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
    let json = to_json(&zone, &Names::default(), &Numbers::default()).replacen(
        "\"limit\": ",
        "\"limit\": 1",
        1,
    );
    let action = json_onto(&zone, json.as_bytes()).unwrap();
    let Action::PutThings(put) = &action else { panic!() };
    assert_eq!(put.things.len(), 1);
    assert!(json_onto(&zone, b"{").unwrap_err().place.starts_with("line 1"));
}

#[test]
fn a_row_without_an_id_is_a_new_thing() {
    let zone = sample_zone();
    let ids: BTreeSet<ThingId> = zone.things().map(|(id, _)| id).collect();
    let spawn = zone.thing(first(&zone, Kind::Spawn)).unwrap();
    let PosInFileCm { x, y, .. } = spawn.pos_in_file_cm();
    let added = |csv: &str| {
        let action = csv_onto(&zone, csv.as_bytes()).map_err(|wrong| wrong.to_string())?;
        let after = action.resolve(&zone).map_err(|refusal| refusal.to_string())?.zone;
        let new: Vec<ThingId> =
            after.things().map(|(id, _)| id).filter(|id| !ids.contains(id)).collect();
        let [new] = new[..] else { panic!("{new:?}") };
        Ok::<_, String>((after.thing(new).cloned().unwrap(), after.block_of(new)))
    };
    let head = "id,kind,block,x,y,z,limit,basic";
    let (new, block) = added(&format!("{head}\n,spawn,,{x},{y},,9,271*3 Toad\n")).unwrap();
    let at = new.pos_in_file_cm();
    assert_eq!((at.x as f32, at.y as f32), (x as f32, y as f32));
    assert_eq!(Some(at.z as f32), zone.ground_at_file_cm(at).map(|cm| cm as f32));
    assert_eq!(block, zone.block_at(zone.grid().world_from_file(at)));
    let spawn = new.spawn().unwrap();
    assert_eq!((spawn.limit, spawn.interval_s, spawn.basic.len()), (9, 7, 1));
    let (high, _) = added(&format!("{head}\n,npc,,{x},{y},77,,\n")).unwrap();
    assert_eq!(high.pos_in_file_cm().z, 77.0);
    for (row, wrong) in [
        (",,,1,2,,,", "line 2: a row without an id is a new thing, and needs a kind"),
        (",spawn,,,2,,,", "line 2: a row without an id is a new thing: a spawn needs x"),
        (",water,,1,2,,,", "line 2: a row without an id is a new thing: a water needs start-x"),
        ("x,spawn,,1,2,,,", "line 2: id has to be the number of a thing, or empty for a new one"),
        (",npc,,1,2,,9,", "line 2: limit: a npc has none"),
    ] {
        assert_eq!(added(&format!("{head}\n{row}\n")).unwrap_err(), wrong);
    }
}

#[test]
fn a_thing_without_an_id_is_new_in_json_too_and_what_is_not_named_is_told() {
    let zone = sample_zone();
    let one = zone.thing(first(&zone, Kind::Npc)).unwrap();
    let one = &one.clone().moved_by([1.0, 0.0, 0.0]).unwrap();
    let new = serde_json::json!({ "zone": "", "things": [{ "thing": one }] }).to_string();
    let Incoming { action, notes, .. } =
        from_json(&zone, &Numbers::default(), new.as_bytes()).unwrap();
    let after = action.resolve(&zone).unwrap().zone;
    assert_eq!(after.n_things(), zone.n_things() + 1);
    assert_eq!(after.thing(ThingId(zone.n_ids())), Some(one));
    let expected =
        format!("{} things that the file does not name stay as they are", zone.n_things());
    assert_eq!(notes, [expected]);
    assert_eq!(action.title(), "Add a thing");
}

/// What a file does to a zone, and what is told of it.
fn brought_in(zone: &Zone, incoming: Result<Incoming, Wrong>) -> (Zone, Vec<String>) {
    let Incoming { action, notes, .. } = incoming.unwrap();
    (action.resolve(zone).unwrap().zone, notes)
}

#[test]
fn a_new_thing_is_not_added_a_second_time() {
    let zone = sample_zone();
    let PosInFileCm { x, y, .. } = zone.thing(first(&zone, Kind::Spawn)).unwrap().pos_in_file_cm();
    let rows = format!(
        "id,kind,x,y,limit,basic,cell-x\n,spawn,{x},{y},9,271*3 Toad,77\n,deco,{x},{y},,,\n"
    );
    let (after, _) = brought_in(&zone, from_csv(&zone, &Numbers::default(), rows.as_bytes()));
    assert_eq!(after.n_things(), zone.n_things() + 2);
    let numbers = Numbers::of(&after);
    let (again, notes) = brought_in(&after, from_csv(&after, &numbers, rows.as_bytes()));
    assert!(again == after);
    let number = |nth: u32| numbers.number(ThingId(zone.n_ids() + nth));
    let there = [
        format!("line 2: this spawn is there already (#{}); it was not added", number(0)),
        format!("line 3: this deco is there already (#{}); it was not added", number(1)),
    ];
    assert_eq!(notes[1..], there);
    assert!(notes[0].starts_with(&format!("{} things that the file", zone.n_things())));
    // Whatever differs in what the row says is another one.
    for (row, other) in [("9,271", "8,271"), ("271*3", "271*2"), ("deco,", "cnst,")] {
        let rows = rows.replacen(row, other, 1);
        let (other, _) = brought_in(&after, from_csv(&after, &numbers, rows.as_bytes()));
        assert_eq!(other.n_things(), after.n_things() + 1, "{rows}");
    }

    let one = zone.thing(first(&zone, Kind::Npc)).unwrap();
    let file = serde_json::json!({ "zone": "", "things": [{ "thing": one }] }).to_string();
    let json = from_json(&zone, &Numbers::default(), file.as_bytes());
    let (same, notes) = brought_in(&zone, json);
    assert!(same == zone);
    let id = first(&zone, Kind::Npc);
    let there = format!("thing 1 of the file: this npc is there already ({id}); it was not added");
    assert_eq!(notes.last(), Some(&there));
}

#[test]
fn a_new_thing_comes_where_the_same_file_takes_another_away() {
    let zone = sample_zone();
    let (id, by) = beside(&zone);
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let (x, y, to) = (at.x as f32, at.y as f32, (at.x + by) as f32);
    let rows = format!("id,kind,x,y\n{},spawn,{to},{y}\n,spawn,{x},{y}\n", id.0);
    let (after, _) = brought_in(&zone, from_csv(&zone, &Numbers::default(), rows.as_bytes()));
    assert_eq!(after.n_things(), zone.n_things() + 1);
    let (again, _) = brought_in(&after, from_csv(&after, &Numbers::default(), rows.as_bytes()));
    assert!(again == after);
}

#[test]
fn many_things_that_are_there_are_counted() {
    let zone = sample_zone();
    let PosInFileCm { x, y, .. } = zone.thing(first(&zone, Kind::Spawn)).unwrap().pos_in_file_cm();
    let rows = format!("id,kind,x,y\n{}", format!(",spawn,{x},{y}\n").repeat(7));
    let (same, notes) = brought_in(&zone, from_csv(&zone, &Numbers::default(), rows.as_bytes()));
    assert!(same == zone);
    assert_eq!(notes.len(), 7);
    assert_eq!(notes[6], "so it is with 2 more; they were not added");
}

#[test]
fn files_name_things_by_their_numbers() {
    let zone = sample_zone();
    let json =
        format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, first(&zone, Kind::Deco).0);
    let zone = act(&zone, &json).unwrap();
    let numbers = Numbers::of(&zone);
    let id = first(&zone, Kind::Spawn);
    assert_ne!(numbers.number(id), id.0);
    let csv = to_csv(&zone, &Names::default(), &numbers, &[Kind::Spawn]);
    assert!(csv.contains(&format!("\n{},spawn,", numbers.number(id))), "{csv}");
    let row = format!("id,limit\n{},77\n", numbers.number(id));
    let incoming = from_csv(&zone, &numbers, row.as_bytes()).unwrap();
    let after = incoming.action.resolve(&zone).unwrap().zone;
    assert_eq!(after.thing(id).unwrap().spawn().unwrap().limit, 77);
    let all = to_json(&zone, &Names::default(), &numbers);
    let Action::PutThings(put) = from_json(&zone, &numbers, all.as_bytes()).unwrap().action else {
        panic!()
    };
    assert_eq!(put.things, []);
}

#[test]
fn a_thing_that_took_the_number_and_the_place_of_another_is_not_written_over() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let csv = spawns_of(&zone).replacen("Untitled", "Mine", 2);
    let json = bare_json(&zone);
    let delete = format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0);
    let after = act(&zone, &delete).unwrap();
    let numbers = Numbers::of(&after);
    let next = numbers.id(id.0);
    let at = |id: ThingId| after.listed_at(id).map(|at| (at.kind, at.index));
    assert_eq!(at(next), zone.listed_at(id).map(|at| (at.kind, at.index)), "it looks the same");
    let lines: Vec<&str> = csv.lines().collect();
    let wrong = from_csv(&after, &numbers, lines[..2].join("\n").as_bytes()).unwrap_err();
    assert!(wrong.to_string().starts_with("line 2: stood at "), "{wrong}");
    assert!(from_json(&after, &numbers, json.as_bytes()).is_err());
    let mut twice: Value = serde_json::from_str(&json).unwrap();
    let things = twice["things"].as_array_mut().unwrap();
    things.push(things[0].clone());
    let twice = twice.to_string();
    let wrong = from_json(&zone, &Numbers::default(), twice.as_bytes()).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "#0: an earlier row has the same id; empty the id of a copy to add a new thing"
    );
}

/// A spawn and how far east the cell beside its own is, within the block.
fn beside(zone: &Zone) -> (ThingId, f64) {
    let by = zone.grid().cell_size_cm();
    let block_at = |at: PosInFileCm| zone.block_at(zone.grid().world_from_file(at));
    let stays = |id: &ThingId| {
        let at = zone.thing(*id).unwrap().pos_in_file_cm();
        let there = PosInFileCm { x: at.x + by, ..at };
        zone.thing(*id).unwrap().kind() == Kind::Spawn && block_at(at) == block_at(there)
    };
    (zone.things().map(|(id, _)| id).find(stays).unwrap(), by)
}

fn cell_in(zone: &Zone, id: ThingId) -> (i32, i32) {
    let object = zone.thing(id).unwrap().object().unwrap();
    (object.cell_x, object.cell_y)
}

#[test]
fn a_file_that_is_brought_in_twice_does_the_second_time_nothing() {
    let zone = sample_zone();
    let (id, by) = beside(&zone);
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let (x, y) = (at.x as f32, at.y as f32);
    let (cell_x, cell_y) = cell_in(&zone, id);
    let to = x + by as f32;
    let stood =
        format!("id,stood-at,x,y,cell-x,cell-y\n{},{x} {y},{to},{y},{cell_x},{cell_y}\n", id.0);
    let bare = format!("id,x,y,cell-x,cell-y\n{},{to},{y},{cell_x},{cell_y}\n", id.0);
    let moved = Thing::clone(zone.thing(id).unwrap()).moved_by([by, 0.0, 0.0]).unwrap();
    let json = |stood_at: Option<String>| {
        let (id, thing) = (Some(id.0), moved.clone());
        let block = zone.listed_at(ThingId(id.unwrap())).unwrap().block.map(|at| at.to_string());
        let thing = serde_json::to_value(thing).unwrap();
        let thing = ThingJson { id, block, index: None, stood_at, is: None, thing, base: None };
        let json = ZoneJson { zone: String::new(), things: vec![thing] };
        serde_json::to_vec(&json).unwrap()
    };
    type Read = fn(&Zone, &Numbers, &[u8]) -> Result<Incoming, Wrong>;
    let files: [(Read, Vec<u8>, bool); 4] = [
        (from_csv, stood.into_bytes(), false),
        (from_csv, bare.into_bytes(), true),
        (from_json, json(Some(format!("{x} {y}"))), false),
        (from_json, json(None), true),
    ];
    for (read, file, is_guess) in files {
        let action = read(&zone, &Numbers::default(), &file).unwrap().action;
        let after = action.resolve(&zone).unwrap().zone;
        assert_eq!(cell_in(&after, id), (cell_x + 1, cell_y));
        let again = read(&after, &Numbers::default(), &file).unwrap();
        assert_eq!(again.action.resolve(&after).unwrap().edit, None);
        let told = again.notes.iter().any(|note| note.starts_with("the cells of 1 thing say"));
        assert_eq!(told, is_guess, "{:?}", again.notes);
    }
}

#[test]
fn a_cell_that_somebody_wrote_is_taken_where_the_thing_stays() {
    let zone = sample_zone();
    let (id, by) = beside(&zone);
    let at = zone.thing(id).unwrap().pos_in_file_cm();
    let (x, y) = (at.x as f32, at.y as f32);
    let cells = |csv: String| {
        let action = csv_onto(&zone, csv.as_bytes()).unwrap();
        cell_in(&action.resolve(&zone).unwrap().zone, id)
    };
    assert_eq!(
        cells(format!("id,stood-at,x,y,cell-x,cell-y\n{},{x} {y},{x},{y},3,4\n", id.0)),
        (3, 4)
    );
    assert_eq!(cells(format!("id,cell-x,cell-y\n{},3,4\n", id.0)), (3, 4));
    // A sum would lead on, and what was moved by other hands is not where the file says.
    let sum = format!("id,stood-at,x,y\n{},{x} {y},+{by},{y}\n", id.0);
    let after = csv_onto(&zone, sum.as_bytes()).unwrap().resolve(&zone).unwrap().zone;
    let wrong = csv_onto(&after, sum.as_bytes()).unwrap_err().to_string();
    assert!(wrong.contains("export it again"), "{wrong}");
    let unmoved = format!("id,stood-at,x,y\n{},{x} {y},{x},{y}\n", id.0);
    assert!(csv_onto(&after, unmoved.as_bytes()).is_err());
}

#[test]
fn names_typed_in_json_are_in_the_code_page_of_the_zone() {
    let zone = sample_zone();
    let id = first(&zone, Kind::Spawn);
    let json = to_json(&zone, &Names::default(), &Numbers::default());
    let with = |name: &str| {
        let mut json: Value = serde_json::from_str(&json).unwrap();
        let things = json["things"].as_array_mut().unwrap();
        let spawn = things.iter_mut().find(|thing| thing["id"] == id.0).unwrap();
        spawn["thing"]["spawn"]["name"] = name.into();
        json.to_string()
    };
    let action = json_onto(&zone, with("블러드뱃").as_bytes()).unwrap();
    let after = action.resolve(&zone).unwrap().zone;
    let name = after.thing(id).unwrap().spawn().unwrap().name.clone();
    assert_eq!(name.as_bytes(), b"\xba\xed\xb7\xaf\xb5\xe5\xb9\xee");
    let wrong = json_onto(&zone, with("😀").as_bytes()).unwrap_err().to_string();
    assert_eq!(wrong, format!("{id}: \"😀\" has '😀', which CP949 (Korean) lacks"));
}

/// In the order of the files.
fn spawns_in(zone: &Zone) -> Vec<ThingId> {
    zone.listed().filter(|listed| listed.kind == Kind::Spawn).map(|listed| listed.id).collect()
}

/// What two programs do to the spawns of a zone, of which one goes by what was given out before.
fn by_both(ours: &str, change: impl Fn(&mut [Vec<String>])) -> (Zone, Incoming) {
    let zone = sample_zone();
    let given = to_csv(&zone, &Names::default(), &Numbers::default(), &[Kind::Spawn]);
    let mut rows: Vec<Vec<String>> =
        csv::read(given.as_bytes()).unwrap().into_iter().map(|(_, row)| row).collect();
    change(&mut rows);
    let mut csv = csv::Writer::for_spreadsheets();
    rows.iter().for_each(|row| csv.row(row));
    let ours = act(&zone, ours).unwrap();
    let incoming = from_csv(&ours, &Numbers::of(&ours), csv.text.as_bytes()).unwrap();
    (incoming.action.resolve(&ours).unwrap().zone, incoming)
}

fn column(rows: &[Vec<String>], name: &str) -> usize {
    rows[0].iter().position(|column| column.trim_start_matches('\u{feff}') == name).unwrap()
}

#[test]
fn what_others_changed_since_the_export_stays() {
    let spawns: Vec<ThingId> = spawns_in(&sample_zone());
    let set = |id: ThingId, to: u32| {
        let things = format!(r#""things":{{"ids":[{}]}}"#, id.0);
        format!(r#"{{"action":"set",{things},"field":"limit","to":{to}}}"#)
    };
    let sheet = |rows: &mut [Vec<String>]| {
        let limit = column(rows, "limit");
        rows[2][limit] = "77".to_owned();
    };
    let limit = |zone: &Zone, nth: usize| zone.thing(spawns[nth]).unwrap().spawn().unwrap().limit;
    let (after, incoming) = by_both(&set(spawns[0], 66), sheet);
    assert_eq!((limit(&after, 0), limit(&after, 1)), (66, 77));
    assert_eq!(incoming.report.conflicts, []);
    let [change] = incoming.report.changes.as_slice() else { panic!("{incoming:?}") };
    let was = limit(&sample_zone(), 1);
    assert_eq!(change.change(), format!("row 3: {}: limit: {was} → 77", spawns[1]));

    let (after, incoming) = by_both(&set(spawns[1], 66), sheet);
    assert_eq!(limit(&after, 1), 66, "the document's value stays");
    let [conflict] = incoming.report.conflicts.as_slice() else { panic!("{incoming:?}") };
    let sides = [&conflict.base, &conflict.ours, &conflict.theirs];
    assert_eq!(sides.map(|side| side.as_deref().unwrap()), [was.to_string().as_str(), "66", "77"]);
    assert_eq!((conflict.row, conflict.field.as_str()), (3, "limit"));
}

#[test]
fn a_row_finds_its_thing_after_others_came_and_went() {
    let spawns: Vec<ThingId> = spawns_in(&sample_zone());
    let delete = |id: ThingId| format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, id.0);
    let (after, incoming) = by_both(&delete(spawns[0]), |rows| {
        let limit = column(rows, "limit");
        rows[2][limit] = "77".to_owned();
    });
    assert_eq!(after.thing(spawns[1]).unwrap().spawn().unwrap().limit, 77);
    assert!(after.thing(spawns[0]).is_none() && incoming.report.conflicts.is_empty());
    let (after, incoming) = by_both(&delete(spawns[1]), |rows| {
        let limit = column(rows, "limit");
        rows[2][limit] = "77".to_owned();
    });
    assert!(after == act(&sample_zone(), &delete(spawns[1])).unwrap(), "nothing else has its row");
    let [conflict] = incoming.report.conflicts.as_slice() else { panic!("{incoming:?}") };
    assert_eq!((conflict.ours.as_deref(), conflict.theirs.as_deref()), (None, Some("77")));
}

#[test]
fn a_file_without_a_base_says_that_it_can_not_be_checked() {
    let zone = sample_zone();
    let n_spawns = spawns_in(&zone).len();
    let notes = from_csv(&zone, &Numbers::default(), spawns_of(&zone).as_bytes()).unwrap().notes;
    let note = format!("{n_spawns} rows have no base");
    assert!(notes.iter().any(|told| told.starts_with(&note)), "{notes:?}");
    let broken = format!("id,base\n{},{{}}\n", first(&zone, Kind::Spawn).0);
    let wrong = csv_onto(&zone, broken.as_bytes()).unwrap_err().to_string();
    assert!(wrong.starts_with("line 2: base is not as it was exported"), "{wrong}");
}

#[test]
fn half_of_a_place_is_never_taken() {
    let id = spawns_in(&sample_zone())[0];
    let by = format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[100,0,0]}}"#, id.0);
    let (after, incoming) = by_both(&by, |rows| {
        let y = column(rows, "y");
        rows[1][y] = "+100".to_owned();
    });
    assert!(after == act(&sample_zone(), &by).unwrap());
    assert_eq!(incoming.report.conflicts.len(), 1, "{incoming:?}");
}

#[test]
fn block_and_index_move_nothing_and_say_so() {
    let zone = sample_zone();
    let csv = to_csv(&zone, &Names::default(), &Numbers::default(), &[Kind::Spawn]);
    let listed = zone.listed_at(first(&zone, Kind::Spawn)).unwrap();
    let block = listed.block.unwrap().to_string();
    let head = format!(",spawn,{block},{},", listed.index);
    assert!(csv_onto(&zone, csv.as_bytes()).is_ok() && csv.contains(&head));
    for (field, other) in
        [("block", ",spawn,1_1,0,".to_owned()), ("index", format!(",spawn,{block},99,"))]
    {
        let edited = csv.replacen(&head, &other, 1);
        let wrong = csv_onto(&zone, edited.as_bytes()).unwrap_err().to_string();
        assert!(
            wrong.contains(&format!("{field} is ")) && wrong.contains("x and y move"),
            "{wrong}"
        );
    }
}
