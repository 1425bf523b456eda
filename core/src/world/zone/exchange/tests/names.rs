//! Names of tables in cells, and names of columns however they are written.

use super::*;
use crate::format::text::ShortText;

/// The spawn that a sheet is about, as the sheet makes it.
fn spawn_of(cells: &str) -> Result<(Thing, Thing), String> {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let (zone, numbers) = (opened.zone, Numbers::default());
    let id = first(&zone, Kind::Spawn);
    let (head, row) = cells.split_once('\n').unwrap();
    let csv = format!("id,{head}\n{},{row}\n", id.0);
    let incoming = sheet::from_csv(&zone, &names, &numbers, csv.as_bytes());
    let incoming = incoming.map_err(|wrong| wrong.to_string())?;
    let after = incoming.action.resolve(&zone).unwrap().zone;
    Ok((zone.thing(id).unwrap().clone(), after.thing(id).unwrap().clone()))
}

fn lines(thing: &Thing) -> Vec<(u32, u32, String)> {
    let spawn = thing.spawn().unwrap();
    let name = |text: &ShortText| text.text().decode(CodePage::Cp949).into_owned();
    spawn.basic.iter().map(|line| (line.monster_id, line.count, name(&line.name))).collect()
}

#[test]
fn monsters_of_a_list_may_be_called_by_their_names() {
    let (before, _) = spawn_of("limit\n1").unwrap();
    let own = lines(&before);
    let called = |id: u32, name: &str| {
        let known = own.iter().find(|(other, ..)| *other == id);
        known.map_or_else(|| name.to_owned(), |(.., name)| name.clone())
    };
    let boar = |count: u32| (3, count, called(3, "Thorn Boar"));
    for (cell, expected) in [
        ("4*thorn boar", vec![boar(4)]),
        ("Thorn Boar*4", vec![boar(4)]),
        ("Thorn Boar", vec![boar(1)]),
        ("3*4 my boar", vec![(3, 4, "my boar".to_owned())]),
        ("2*Thorn Boar; 7*1 x", vec![boar(2), (7, 1, "x".to_owned())]),
    ] {
        let (_, after) = spawn_of(&format!("basic\n{cell}")).unwrap();
        assert_eq!(lines(&after), expected, "{cell}");
    }
    let wrong = spawn_of("basic\n4*Thorn Bore").unwrap_err();
    assert_eq!(
        wrong,
        "line 2: basic: is \"Thorn Bore\", and has to be a monster such as 271*3 Goblin, or \
         3*Goblin, or a name of LIST_NPC; did you mean Thorn Boar?"
    );
}

#[test]
fn a_column_has_one_name_however_it_is_written() {
    for head in ["spawn-name", "spawn_name", "Spawn_Name"] {
        let (_, after) = spawn_of(&format!("{head}\nhere")).unwrap();
        assert_eq!(after.spawn().unwrap().name.as_bytes(), b"here", "{head}");
    }
    let twice = spawn_of("spawn-name,spawn_name\na,b").unwrap_err();
    assert_eq!(twice, "line 1: two columns have the name `spawn_name`");
    let monsters = spawn_of("monster-id\n3").unwrap_err();
    assert!(monsters.contains("monsters are in the columns basic and tactic"), "{monsters}");
}

#[test]
fn a_name_in_a_cell_is_the_row_that_has_it() {
    let (vfs, opened) = sample();
    let names = Names::load(&vfs, &opened.zone, 1);
    let (zone, numbers) = (opened.zone, Numbers::default());
    let id = first(&zone, Kind::Npc);
    let after = |cell: &str| {
        let csv = format!("id,object_id\n{},{cell}\n", id.0);
        let incoming = sheet::from_csv(&zone, &names, &numbers, csv.as_bytes());
        let incoming = incoming.map_err(|wrong| wrong.to_string())?;
        let after = incoming.action.resolve(&zone).unwrap().zone;
        Ok::<i32, String>(after.thing(id).unwrap().object().unwrap().object_id)
    };
    assert_eq!(after("Thorn Boar"), Ok(3));
    assert_eq!(
        after("Nobody").unwrap_err(),
        "line 2: object-id: is \"Nobody\", and has to be a whole number from -2147483648 to \
         2147483647, or a sum such as +50 or *1.2, or a name of LIST_NPC"
    );
}
