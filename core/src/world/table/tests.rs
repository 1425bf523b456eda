//! Tables of all three formats, edited, undone, written, merged and exchanged.

use super::action::Action;
use super::exchange::{from_csv, to_csv};
use super::merge::{Take, compare, merge};
use super::*;
use crate::format::file::{self, Kind};
use crate::format::rose::ltb::{self, Cell, CellText, Ltb};
use crate::format::rose::stb::{self, Stb};
use crate::format::rose::stl::{self, Key, Stl};
use crate::format::text::{Text16, Text32};
use crate::sample::rng::Rng;
use crate::world::three_way::Line;
use crate::world::{Document, Editing};

fn text16(text: &str) -> Text16 {
    Text16::try_from(Text::encode(text, CodePage::Cp949).unwrap()).unwrap()
}

/// A table of monsters as ugly as real ones: titles twice, no text at all, and a tail.
pub(crate) fn npcs() -> Vec<u8> {
    let titles = ["", "Name", "File", "Walk", "Run", "", "Walk", "end"].map(text16);
    let row = |name: &str, cells: [&str; 6]| stb::Row {
        name: text16(name),
        cells: cells.map(text16).to_vec(),
    };
    let rows = [
        row("", ["string", "", "1", "", "", ""]),
        row("1", ["블러드뱃", "bat.mon", "160", "370", "100", ""]),
        row("", ["", "", "", "", "", ""]),
        row("", ["Goblin, \"old\"", "", " 7", "", "x\ny", "hex:1"]),
    ];
    let mut bytes = stb::write(&Stb::new(&titles, &rows).unwrap());
    bytes.extend(b"\0\0left over");
    bytes
}

pub(crate) fn names() -> Vec<u8> {
    let key = |name: &str, id| Key { name: Text32::try_from(Text::from(name)).unwrap(), id };
    let keys = ["LNPC001", "LNPC002", "LNPC002"];
    let keys: Vec<Key> = keys.into_iter().zip(1..).map(|(name, id)| key(name, id)).collect();
    let texts = |texts: [&str; 3]| texts.map(|text| vec![Text::from(text)]).to_vec();
    let languages = [texts(["뱃", "Goblin", ""]), texts(["Bat", "", "Third"])];
    let mut bytes = stl::write(&Stl::new(stl::Kind::Nrst01, keys, &languages).unwrap());
    bytes.extend(b"tail");
    bytes
}

fn lines() -> Vec<u8> {
    let mut ltb = Ltb::new(2, 3).unwrap();
    for (row, column, text) in [(0, 0, "안녕"), (0, 1, "Hello"), (2, 1, "Bye")] {
        let text = CellText::try_from(text.to_owned()).unwrap();
        ltb.set_cell(row, column, Cell::New { text }).unwrap();
    }
    ltb::write(&ltb)
}

pub(crate) fn read(name: &str, bytes: &[u8]) -> Table {
    let kind = Kind::of_name(name).unwrap();
    let content = TableContent::of(file::read(kind, bytes).unwrap().content).unwrap();
    Table::new(name, content, CodePage::Cp949).unwrap()
}

pub(crate) fn npc_table() -> Table {
    read("list_npc.stb", &npcs())
}

fn all() -> [(&'static str, Vec<u8>); 3] {
    [("LIST_NPC.STB", npcs()), ("LIST_NPC_S.STL", names()), ("LINES.LTB", lines())]
}

fn done(table: &Table, json: &str) -> Table {
    let mut editing = Editing::new(table.clone());
    apply(&mut editing, json).unwrap_or_else(|refusal| panic!("{json}: {refusal}"));
    editing.document().clone()
}

fn apply(editing: &mut Editing<Table>, json: &str) -> Result<Vec<String>, Refusal> {
    let action: Action = serde_json::from_str(json).unwrap();
    let resolved = action.resolve(editing.document())?;
    if let Some(edit) = resolved.edit {
        editing.apply(action.title(), edit);
    }
    Ok(resolved.notes)
}

fn refused(table: &Table, json: &str) -> String {
    apply(&mut Editing::new(table.clone()), json).unwrap_err().to_string()
}

#[test]
fn what_nobody_changed_is_written_as_it_was_read() {
    for (name, bytes) in all() {
        let table = read(name, &bytes);
        assert_eq!(table.to_bytes(), Ok(bytes.clone()), "{name}");
        for row in 0..table.n_rows() {
            for place in 0..table.columns().len() {
                let shown = table.shown(row, place).unwrap();
                assert_eq!(
                    table.typed(place, &shown).as_ref(),
                    Ok(table.cell(row, place).unwrap())
                );
            }
        }
    }
}

#[test]
fn a_cell_changes_alone_and_its_number_name_and_title_mean_it() {
    let table = npc_table();
    for column in ["2", r#""walk-speed""#] {
        let json = format!(r#"{{"action":"set-cell","row":1,"column":{column},"to":175}}"#);
        let new = done(&table, &json);
        let before = String::from_utf8_lossy(&npcs()).into_owned();
        let after = String::from_utf8_lossy(&new.to_bytes().unwrap()).into_owned();
        assert_eq!(before.replace("160", "175"), after);
    }
    let of =
        |column: &str| format!(r#"{{"action":"set-cell","row":1,"column":"{column}","to":""}}"#);
    assert_eq!(
        refused(&table, &of("Walk")),
        "several columns are called `Walk`; use the number of the one you mean"
    );
    assert_eq!(
        refused(&table, &of("99")),
        "no column is called `99`; the table has 7, numbered from 0"
    );
    let letter = r#"{"action":"set-cell","row":1,"column":0,"to":"ﷺ"}"#;
    assert!(refused(&table, letter).contains("which CP949 (Korean) lacks"));
    let far = r#"{"action":"set-cell","row":4,"column":0,"to":"x"}"#;
    assert_eq!(refused(&table, far), "there is no row 4: the table has rows 0 to 3");
    let long =
        format!(r#"{{"action":"set-cell","row":1,"column":0,"to":"{}"}}"#, "x".repeat(65_536));
    assert!(refused(&table, &long).contains("a cell holds at most 65535 bytes"));
}

#[test]
fn rows_are_added_copied_emptied_and_taken_away() {
    let table = npc_table();
    let new = done(&table, r#"{"action":"add-row","cells":{"name":"4","0":"뱀"}}"#);
    assert_eq!((new.n_rows(), new.shown(4, 1).unwrap()), (5, "뱀".to_owned()));
    let copy = done(&table, r#"{"action":"duplicate-row","row":1,"cells":{"run-speed":400}}"#);
    assert_eq!(copy.shown(4, 4).unwrap(), "400");
    assert_eq!(copy.shown(4, 1), table.shown(1, 1));
    let into = done(&table, r#"{"action":"duplicate-row","row":1,"to":2}"#);
    assert_eq!((into.n_rows(), into.row(2)), (4, table.row(1)));
    let taken = refused(&table, r#"{"action":"duplicate-row","row":1,"to":3}"#);
    assert!(taken.starts_with("row 3 is not empty"), "{taken}");
    let blank = done(&table, r#"{"action":"delete-row","row":1,"how":"blank"}"#);
    assert_eq!(
        blank,
        done(&table, r#"{"action":"delete-row","row":1}"#),
        "other tables count rows"
    );
    assert!(blank.row(1).unwrap().is_empty() && blank.n_rows() == 4);
    let mut editing = Editing::new(table.clone());
    let notes = apply(&mut editing, r#"{"action":"delete-row","row":1,"how":"shift"}"#).unwrap();
    assert_eq!(editing.document().row(2), table.row(3));
    let expected = "rows 2 to 3 are now rows 1 to 2; these columns refer to rows of this table: \
                    LIST_LOADING npc, LIST_SKILL summoned";
    assert_eq!(notes, [expected]);
    for table in [new, copy, into, blank] {
        assert_eq!(read("LIST_NPC.STB", &table.to_bytes().unwrap()), table);
    }
}

#[test]
fn texts_in_unicode_are_shown_and_typed_so() {
    let table = read("LIST_NPC_S.STL", &names());
    assert_eq!(table.shown(0, 2).unwrap(), "뱃");
    assert_eq!(table.typed(2, "뱃").unwrap().as_bytes(), "뱃".as_bytes());
    assert_eq!(table.typed(3, "뱃").unwrap().as_bytes().len(), 2, "that language has no letters");
    let cp932 = npc_table().typed(1, "ﾊﾞｯﾄ");
    assert!(cp932.is_err());
}

#[test]
fn an_entry_has_a_key_of_its_own() {
    let table = read("LIST_NPC_S.STL", &names());
    let new = done(&table, r#"{"action":"add-row","cells":{"key":"LNPC900","1":"Snake"}}"#);
    let again = read("LIST_NPC_S.STL", &new.to_bytes().unwrap());
    assert_eq!(again, new);
    let row: Vec<_> = (0..4).filter_map(|place| again.shown(3, place)).collect();
    assert_eq!(row, ["LNPC900", "4", "", "Snake"]);
    assert_eq!(refused(&table, r#"{"action":"add-row"}"#), "a new row needs a key");
    let doubled = r#"{"action":"add-row","cells":{"key":"LNPC001"}}"#;
    assert_eq!(refused(&table, doubled), "the key `LNPC001` already exists, in row 0");
    let id = r#"{"action":"set-cell","row":0,"column":"id","to":"x"}"#;
    assert!(refused(&table, id).contains("a number from 0"));
    let fewer = done(&table, r#"{"action":"delete-row","row":1,"how":"shift"}"#);
    assert_eq!(read("a.stl", &fewer.to_bytes().unwrap()).shown(1, 3).unwrap(), "Third");
    assert!(fewer.to_bytes().unwrap().ends_with(b"tail"));
}

#[test]
fn texts_of_a_table_in_languages_stay_where_they_are() {
    let bytes = lines();
    let table = read("a.ltb", &bytes);
    let new = done(&table, r#"{"action":"set-cell","row":1,"column":0,"to":"새"}"#);
    let written = new.to_bytes().unwrap();
    assert_eq!(read("a.ltb", &written), new);
    assert_eq!(&written[44..bytes.len()], &bytes[44..], "the pool grows at its end");
    let more = done(&new, r#"{"action":"duplicate-row","row":0}"#);
    assert_eq!(read("a.ltb", &more.to_bytes().unwrap()).shown(3, 0).unwrap(), "안녕");
}

fn any_action(rng: &mut Rng, table: &Table) -> String {
    let row = rng.below(table.n_rows().max(1) as u32);
    let column = &table.columns()[rng.below(table.columns().len() as u32) as usize].id;
    let to = rng.below(1000);
    match rng.below(8) {
        0 => format!(r#"{{"action":"add-row","cells":{{"{column}":"{to}","key":"k{to}"}}}}"#)
            .replace(r#","key":"k"#, if table.has_keys() { r#","key":"k"# } else { r#","0":"k"# }),
        1 => format!(r#"{{"action":"duplicate-row","row":{row},"cells":{{"0":"{to}"}}}}"#),
        2 => format!(r#"{{"action":"delete-row","row":{row},"how":"shift"}}"#),
        3 => format!(r#"{{"action":"delete-row","row":{row},"how":"blank"}}"#),
        _ => format!(r#"{{"action":"set-cell","row":{row},"column":"{column}","to":"{to}"}}"#),
    }
}

#[test]
fn any_edits_are_undone_to_the_byte_and_come_back_from_a_journal() {
    for (name, bytes) in all() {
        let mut rng = Rng::new(7);
        let table = read(name, &bytes);
        let mut editing = Editing::new(table.clone());
        for _ in 0..300 {
            let before = editing.document().clone();
            let json = any_action(&mut rng, &before);
            let action: Action = serde_json::from_str(&json).unwrap();
            let Ok(resolved) = action.resolve(&before) else { continue };
            let Some(edit) = resolved.edit else { continue };
            let mut written = Vec::new();
            Table::write_edit(&edit, &mut written);
            assert_eq!(before.read_edit(&written).as_ref(), Ok(&edit), "{name}: {json}");
            for len in 0..written.len().min(40) {
                assert!(before.read_edit(&written[..len]).is_err(), "{name}: {json}");
            }
            editing.apply(action.title(), &edit);
            let after = editing.document().clone();
            assert_eq!(read(name, &after.to_bytes().unwrap()), after, "{name}: {json}");
            if rng.below(3) == 0 {
                editing.undo().unwrap();
                assert_eq!(editing.document(), &before, "{name}: {json}");
            }
        }
        while editing.undo().unwrap().is_some() {}
        assert_eq!(editing.document().to_bytes(), Ok(bytes), "{name}");
    }
}

#[test]
fn both_sides_are_merged_cell_by_cell() {
    let base = npc_table();
    let set = |table: &Table, row: usize, column: usize, to: &str| {
        let to = serde_json::to_string(to).unwrap();
        done(table, &format!(r#"{{"action":"set-cell","row":{row},"column":{column},"to":{to}}}"#))
    };
    let ours = set(&set(&base, 1, 2, "175"), 3, 0, "Orc");
    let theirs = set(&set(&set(&base, 1, 3, "390"), 1, 2, "180"), 3, 0, "Orc");
    let theirs = done(&theirs, r#"{"action":"add-row","cells":{"0":"Snake"}}"#);
    let merged = merge(&base, &ours, &theirs).unwrap();
    let shown = |row, place| merged.table.shown(row, place).unwrap();
    assert_eq!(
        [shown(1, 3), shown(1, 4), shown(3, 1), shown(4, 1)],
        ["175", "390", "Orc", "Snake"]
    );
    let conflicts: Vec<String> = merged.report.conflicts.iter().map(Line::conflict).collect();
    let expected = "row 1: #1 블러드뱃: 2 Walk: 160 in the export, 175 in the document, 180 in the file; \
                    the document's stays";
    assert_eq!(conflicts, [expected]);
    assert_eq!(merged.report.changes.len(), 2);
    assert_eq!(compare(&base, &base), Ok(Vec::new()));
    assert_eq!(compare(&base, &ours).unwrap().len(), 2);
    let other = read("a.ltb", &lines());
    assert!(merge(&base, &ours, &other).is_err());
}

#[test]
fn entries_are_merged_by_their_key() {
    let base = read("a.stl", &names());
    let ours = done(&base, r#"{"action":"delete-row","row":0,"how":"shift"}"#);
    let theirs = done(&base, r#"{"action":"set-cell","row":1,"column":1,"to":"Kobold"}"#);
    let merged = merge(&base, &ours, &theirs).unwrap();
    assert_eq!((merged.table.n_rows(), merged.table.shown(0, 3).unwrap()), (2, "Kobold".into()));
    assert_eq!(merged.report.conflicts, []);
    let merged = merge(&base, &theirs, &ours).unwrap();
    assert_eq!((merged.table.n_rows(), merged.table.shown(0, 3).unwrap()), (2, "Kobold".into()));
    let changed = done(&base, r#"{"action":"set-cell","row":0,"column":1,"to":"Vampire"}"#);
    // The row as a whole, and the cell that was changed.
    assert_eq!(merge(&base, &ours, &changed).unwrap().report.conflicts.len(), 2);
    assert_eq!(merge(&base, &changed, &ours).unwrap().table.n_rows(), 3, "the changed one stays");
}

#[test]
fn each_conflict_is_taken_from_the_other_side_by_itself() {
    let base = npc_table();
    let set = |table: &Table, row: usize, column: usize, to: &str| {
        let action = r#"{"action":"set-cell","row":ROW,"column":COLUMN,"to":"TO"}"#;
        let action = action.replace("ROW", &row.to_string());
        done(table, &action.replace("COLUMN", &column.to_string()).replace("TO", to))
    };
    let (ours, theirs) =
        (set(&set(&base, 1, 2, "175"), 1, 3, "1"), set(&set(&base, 1, 2, "180"), 1, 3, "2"));
    let merged = merge(&base, &ours, &theirs).unwrap();
    let takes: Vec<Take> = merged.takes.into_iter().flatten().collect();
    assert_eq!(takes.len(), 2);
    let taken = |table: &Table, takes: &[Take]| table.with_theirs(takes).unwrap();
    let both = |table: &Table, row| [3, 4].map(|place| table.shown(row, place).unwrap());
    assert_eq!(both(&taken(&merged.table, &takes[..1]), 1), ["180", "1"]);
    assert_eq!(both(&taken(&merged.table, &takes), 1), ["180", "2"]);
    // A row goes by its name where it went elsewhere since.
    let moved = done(&merged.table, r#"{"action":"delete-row","row":0,"how":"shift"}"#);
    assert_eq!(both(&taken(&moved, &takes), 0), ["180", "2"]);
}

#[test]
fn a_row_that_one_side_deleted_goes_or_comes_back_as_the_other_side_has_it() {
    let base = read("a.stl", &names());
    let gone = done(&base, r#"{"action":"delete-row","row":0,"how":"shift"}"#);
    let changed = done(&base, r#"{"action":"set-cell","row":0,"column":1,"to":"Vampire"}"#);
    let takes = |ours: &Table, theirs: &Table| {
        let merged = merge(&base, ours, theirs).unwrap();
        assert_eq!(merged.takes.len(), merged.report.conflicts.len());
        let takes: Vec<Take> = merged.takes.into_iter().flatten().collect();
        assert_eq!(takes.len(), 1);
        merged.table.with_theirs(&takes).unwrap()
    };
    assert_eq!(takes(&changed, &gone), gone);
    assert_eq!(takes(&gone, &changed), changed);
}

fn import(table: &Table, sheet: &str) -> (Table, exchange::Incoming) {
    let incoming = from_csv(table, sheet.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let resolved = incoming.action.resolve(table).unwrap();
    let mut editing = Editing::new(table.clone());
    if let Some(edit) = resolved.edit {
        editing.apply("Import", edit);
    }
    (editing.document().clone(), incoming)
}

#[test]
fn a_sheet_that_nobody_changed_changes_nothing() {
    for (name, bytes) in all() {
        let table = read(name, &bytes);
        let (after, incoming) = import(&table, &to_csv(&table));
        assert_eq!(after.to_bytes(), Ok(bytes), "{name}");
        assert_eq!(incoming.report, crate::world::three_way::Report::default(), "{name}");
    }
}

#[test]
fn a_sheet_changes_what_somebody_changed_and_nothing_else() {
    let table = npc_table();
    let sheet = to_csv(&table);
    assert!(
        sheet.starts_with("\u{feff}row,name,0 Name,1 File,2 Walk,3 Run,4,5 Walk,base\n"),
        "{sheet}"
    );
    let ours = done(&table, r#"{"action":"set-cell","row":1,"column":3,"to":"1"}"#);
    let edited = sheet.replacen(",160,370,", ",161,371,", 1) + ",new,Snake,,5,,,,\n";
    let (after, incoming) = import(&ours, &edited);
    let shown = |row, place| after.shown(row, place).unwrap();
    assert_eq!([shown(1, 3), shown(1, 4), shown(4, 1)], ["161", "1", "Snake"]);
    assert_eq!(incoming.report.conflicts.len(), 1);
    assert_eq!(incoming.report.changes.len(), 4);
    let fewer = "row;walk-speed\n1;200\n";
    let (after, incoming) = import(&table, fewer);
    assert_eq!((after.shown(1, 3).unwrap(), incoming.report.n_unchecked), ("200".to_owned(), 1));
    let gone = done(&table, r#"{"action":"delete-row","row":3,"how":"shift"}"#);
    assert_eq!(import(&gone, &sheet).1.report.conflicts, []);
    let edited = sheet.replacen("Goblin", "Orc", 1);
    assert_eq!(import(&gone, &edited).1.report.conflicts.len(), 1);
}

#[test]
fn a_change_for_a_row_that_others_moved_is_a_conflict() {
    let table = npc_table();
    let edited = to_csv(&table).replacen(",160,370,", ",161,370,", 1);
    let moved = done(&table, r#"{"action":"delete-row","row":0,"how":"shift"}"#);
    let (after, incoming) = import(&moved, &edited);
    assert_eq!(after, moved);
    assert_eq!((incoming.report.conflicts.len(), incoming.report.changes.len()), (1, 0));
}

#[test]
fn a_sheet_that_says_nothing_sensible_is_refused_with_its_line() {
    let table = npc_table();
    let wrong = |sheet: &str| from_csv(&table, sheet.as_bytes()).unwrap_err().to_string();
    assert!(wrong("").contains("including `row`"), "{}", wrong(""));
    assert!(wrong("row,nothing\n").contains("no column is called `nothing`"));
    assert!(wrong("row,2,walk-speed\n").contains("is there twice"));
    assert!(wrong("row,2\nx,1\n").starts_with("line 2: row is `x`"));
    assert!(wrong("row,2\n9,1\n").starts_with("line 2: there is no row 9"));
    assert!(wrong("row,2\n1,1\n1,2\n").starts_with("line 3: row 1 is there twice"));
    assert!(wrong("row,2,base\n1,1,x\n").contains("export it again"));
    assert!(wrong("row,2\n1,1,2\n").contains("has 3 cells"));
}

#[test]
fn texts_that_are_shown_again_and_again_are_not_multiplied() {
    let mut bytes = Vec::new();
    let (n_rows, length) = (20_000u32, 30_000u16);
    let pool = 8 + n_rows * 6;
    bytes.extend(1u32.to_le_bytes());
    bytes.extend(n_rows.to_le_bytes());
    for _ in 0..n_rows {
        bytes.extend(pool.to_le_bytes());
        bytes.extend(length.to_le_bytes());
    }
    bytes.extend(vec![b'x'; usize::from(length) * 2]);
    let content = TableContent::of(file::read(Kind::Ltb, &bytes).unwrap().content).unwrap();
    assert_eq!(Table::new("a.ltb", content, CodePage::Cp949).unwrap_err(), Unfit::Shared);
}

#[test]
fn rows_over_a_file_that_others_wrote_keep_what_it_has_besides() {
    let table = npc_table();
    let mut others = npcs();
    let title = others.windows(4).position(|part| part == b"File").unwrap();
    others[title..title + 4].copy_from_slice(b"Feil");
    let file = read("list_npc.stb", &others);
    assert_eq!(table.over(&file).unwrap().to_bytes(), Ok(others.clone()));
    let changed = done(&table, r#"{"action":"set-cell","row":1,"column":2,"to":161}"#);
    let after = changed.over(&file).unwrap().to_bytes().unwrap();
    let expected = String::from_utf8_lossy(&others).replace("160", "161");
    assert_eq!(String::from_utf8_lossy(&after), expected);
    for (name, bytes) in all() {
        let table = read(name, &bytes);
        assert_eq!(table.over(&read(name, &bytes)).unwrap().to_bytes(), Ok(bytes), "{name}");
    }
    assert!(table.over(&read("LINES.LTB", &lines())).is_none());
}
