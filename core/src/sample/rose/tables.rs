//! The tables in which the zone's numbers resolve: zones, creatures, objects, warps.

use crate::format::rose::stb::{self, Row, Stb};
use crate::format::rose::stl::{self, Key, Kind, Stl};
use crate::format::text::{CodePage, Text};
use crate::sample::File;
use crate::space::rose::block::BlockCoord;

use super::names::{self, Creature, text};
use super::{ZONE_FOLDER, scripts, sounds};

/// A row: its number, its name, and the cells that are not empty.
type SparseRow = (u32, String, Vec<(usize, String)>);

/// Every table of the zone whose first block is `first_block`. The models of the objects that
/// LIST_ZONE.STB names are no part of the sample; how many there are the tables of the same
/// name tell.
pub(super) fn files(first_block: BlockCoord) -> Vec<File> {
    let stb = |path: &str, table: Option<Stb>| {
        Some(File { path: format!("3DDATA/STB/{path}.STB"), bytes: stb::write(&table?) })
    };
    let stl = |path: &str, table: Option<Stl>| {
        Some(File { path: format!("3DDATA/STB/{path}.STL"), bytes: stl::write(&table?) })
    };
    let files = [
        stb("LIST_ZONE", list_zone(first_block)),
        stl("LIST_ZONE_S", zone_names()),
        stb("LIST_NPC", list_npc()),
        stl("LIST_NPC_S", npc_names()),
        stb("LIST_DECO_S01", objects(&names::DECOS)),
        stb("LIST_CNST_S01", objects(&names::BUILDINGS)),
        stb("EVENT_OBJECT", objects(&["GATE"])),
        stb("LIST_MORPH_OBJECT", morphs()),
        stb("WARP", warp()),
        stb("FILE_AI", file_list("AI", names::AI_FILES.map(|name| format!("{name}.AIP")))),
        stb("LIST_QUEST", quests()),
        stb("LIST_QUESTDATA", file_list("QUESTDATA", [scripts::QUEST_FILE.to_owned()])),
    ];
    files.into_iter().flatten().collect()
}

/// A table of so many columns. Row 0 is empty, as in the game's, where 0 means none.
fn table(
    n_columns: usize,
    titles: &[(usize, &str)],
    rows: impl IntoIterator<Item = SparseRow>,
) -> Option<Stb> {
    let mut all_titles = vec![Default::default(); n_columns + 2];
    for (column, title) in titles {
        *all_titles.get_mut(column + 1)? = text(title);
    }
    let empty = Row { name: Default::default(), cells: vec![Default::default(); n_columns] };
    let mut all_rows = vec![empty.clone()];
    for (number, name, cells) in rows {
        let row = number as usize;
        all_rows.resize(all_rows.len().max(row + 1), empty.clone());
        let row = all_rows.get_mut(row)?;
        row.name = text(&name);
        for (column, cell) in cells {
            *row.cells.get_mut(column)? = text(&cell);
        }
    }
    Stb::new(&all_titles, &all_rows)
}

fn list_zone(first_block: BlockCoord) -> Option<Stb> {
    let zone = names::ZONE;
    let folder = ZONE_FOLDER.replace('/', r"\");
    let music = sounds::MUSIC.to_owned();
    let cells = vec![
        (0, format!("({zone}) {}", names::ZONE_ENGLISH)),
        (1, format!(r"{folder}\{zone}.ZON")),
        (2, names::START.to_owned()),
        (3, names::RESTORE.to_owned()),
        (4, "0".to_owned()),
        (5, music.clone()),
        (6, music),
        (7, "0".to_owned()),
        (8, format!(r"{folder}\MINIMAP.DDS")),
        (9, first_block.x.to_string()),
        (10, first_block.y.to_string()),
        (11, format!(r"3DDATA\SAMPLE\LIST_DECO_{zone}.ZSC")),
        (12, format!(r"3DDATA\SAMPLE\LIST_CNST_{zone}.ZSC")),
        (13, "160".to_owned()),
        (14, "0".to_owned()),
        (15, "20".to_owned()),
        (16, "110".to_owned()),
        (17, "130".to_owned()),
        (19, "1".to_owned()),
        (25, "4000".to_owned()),
        (26, zone_key()),
    ];
    let titles = [
        (0, "name"),
        (1, "zone file"),
        (2, "start"),
        (3, "restore"),
        (4, "underground"),
        (5, "music by day"),
        (6, "music by night"),
        (7, "sky"),
        (8, "minimap"),
        (9, "minimap x"),
        (10, "minimap y"),
        (11, "deco"),
        (12, "cnst"),
        (13, "day cycle"),
        (25, "sector"),
        (26, "key"),
    ];
    let row = (names::ZONE_ID, names::ZONE_KOREAN.to_owned(), cells);
    table(37, &titles, [row])
}

fn list_npc() -> Option<Stb> {
    let titles = [
        (0, "name"),
        (1, "model"),
        (2, "walk"),
        (3, "run"),
        (4, "size"),
        (7, "level"),
        (8, "hp"),
        (9, "attack"),
        (16, "ai"),
        (17, "exp"),
        (26, "range"),
        (27, "type"),
        (40, "key"),
        (41, "death trigger"),
    ];
    let monsters = names::MONSTERS.iter().map(|monster| {
        let level = monster.level;
        let ai = if level < 10 { 1 } else { 2 };
        let cells = [
            (2, 150 + 5 * level),
            (3, 320 + 8 * level),
            (4, 80),
            (8, 40 + 11 * level),
            (9, 6 + 2 * level),
            (16, ai),
            (17, 5 * level),
            (26, 180),
        ];
        let cells = cells.map(|(column, number)| (column, number.to_string()));
        let trigger = names::TRIGGERS.first().map(|trigger| (41, (*trigger).to_owned()));
        creature(monster, cells.into_iter().chain(trigger.filter(|_| level == 20)))
    });
    let own = |(column, cell): (usize, &str)| (column, cell.to_owned());
    let people = names::PEOPLE
        .iter()
        .map(|person| creature(person, [(2, "0"), (8, "100"), (27, "999")].map(own)));
    table(49, &titles, monsters.chain(people))
}

fn creature(creature: &Creature, cells: impl IntoIterator<Item = (usize, String)>) -> SparseRow {
    let Creature { id, korean, english, level } = creature;
    let own = [
        (0, format!("({level}) {english}")),
        (1, format!("SAMPLE{id:02}.MON")),
        (7, level.to_string()),
        (40, creature_key(creature)),
    ];
    (*id, (*korean).to_owned(), own.into_iter().chain(cells).collect())
}

fn creature_key(creature: &Creature) -> String {
    format!("LNPC{:04}", creature.id)
}

fn zone_key() -> String {
    format!("LZON{:03}", names::ZONE_ID)
}

/// A table of objects, which are counted from row 1 on.
fn objects(objects: &[&str]) -> Option<Stb> {
    let rows = (1..).zip(objects).map(|(row, name)| {
        let path = format!(r"3DDATA\SAMPLE\{name}\{name}.ZMS");
        (row, (*name).to_owned(), vec![(0, (*name).to_owned()), (1, path)])
    });
    table(6, &[(0, "name"), (1, "file")], rows)
}

/// Objects that change their shape; two-sided, with a picture of their own.
fn morphs() -> Option<Stb> {
    let rows = (1..).zip(names::ANIMATED).map(|(row, name)| {
        let mesh = format!(r"3DDATA\SAMPLE\{name}\{name}.ZMS");
        let picture = r"3DDATA\Sample\PAINT\SAIL.DDS".to_owned();
        let cells = vec![(0, name.to_owned()), (1, mesh), (3, picture), (5, "1".to_owned())];
        (row, name.to_owned(), cells)
    });
    table(12, &[(0, "name"), (1, "mesh"), (3, "picture")], rows)
}

fn warp() -> Option<Stb> {
    let rows = (1..).zip(names::WARP_TARGETS).map(|(row, target)| {
        let zone = names::ZONE_ID.to_string();
        (row, String::new(), vec![(0, target.to_owned()), (1, zone), (2, target.to_owned())])
    });
    table(3, &[(0, "name"), (1, "zone"), (2, "target")], rows)
}

/// One quest for each trigger, without a limit of time.
fn quests() -> Option<Stb> {
    let rows = (1..)
        .zip(names::QUESTS)
        .map(|(row, name)| (row, name.to_owned(), vec![(0, name.to_owned()), (1, "0".to_owned())]));
    table(5, &[(0, "name"), (1, "time"), (2, "owner"), (3, "icon"), (4, "key")], rows)
}

/// A table of files in a folder of the game.
fn file_list(folder: &str, files: impl IntoIterator<Item = String>) -> Option<Stb> {
    let rows = (1..).zip(files).map(|(row, file)| {
        let path = format!(r"3DDATA\{folder}\{file}");
        (row, file, vec![(0, path)])
    });
    table(1, &[(0, "file")], rows)
}

fn zone_names() -> Option<Stl> {
    let texts = |name: &str, about: &str| vec![vec![in_cp949(name), in_cp949(about)]];
    let key = Key { name: text(&zone_key()), id: names::ZONE_ID };
    let korean = texts(names::ZONE_KOREAN, "이끼 낀 언덕과 작은 연못");
    let english = texts(names::ZONE_ENGLISH, "Mossy hills, and a pond in every hollow");
    Stl::new(Kind::Itst01, vec![key], &[korean, english])
}

fn npc_names() -> Option<Stl> {
    let creatures = || names::MONSTERS.iter().chain(&names::PEOPLE);
    let keys =
        creatures().map(|creature| Key { name: text(&creature_key(creature)), id: creature.id });
    let korean = creatures().map(|creature| vec![in_cp949(creature.korean)]);
    let english = creatures().map(|creature| vec![in_cp949(creature.english)]);
    Stl::new(Kind::Nrst01, keys.collect(), &[korean.collect(), english.collect()])
}

fn in_cp949(text: &str) -> Text {
    Text::encode(text, CodePage::Cp949).unwrap_or_default()
}
