//! Both sides of a table or dump in one.

use serde_json::json;

use super::{act, open, text};
use crate::format::text::CodePage;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::compare::compare;
use crate::world::eq::rows::merge::{Merged, merge};
use crate::world::eq::rows::take::Take;

fn merged(name: &str, sides: [&str; 3]) -> Merged {
    let [base, ours, theirs] = sides.map(|side| open(name, side));
    let merged = merge(&base, &ours, &theirs).unwrap();
    let again = open(name, &text(&merged.rows));
    assert!(again.has_the_same_rows(&merged.rows), "{}", text(&merged.rows));
    merged
}

fn said(merged: &Merged) -> Vec<String> {
    let shown = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let conflicts = merged.conflicts.iter();
    let words = conflicts.map(|it| {
        let sides = [&it.base, &it.ours, &it.theirs].map(shown).join(" | ");
        format!("{}: {}: {sides}", it.thing, it.field)
    });
    words.collect()
}

/// All conflicts decided for the other side, after they went through a file.
fn decided(merged: &Merged) -> Rows {
    let takes: Vec<Take> = merged.takes.iter().flatten().cloned().collect();
    let json = serde_json::to_string(&takes).unwrap();
    let takes: Vec<Take> = serde_json::from_str(&json).unwrap();
    merged.rows.with_theirs(&takes).unwrap()
}

const TABLE: &str = "id, x,y,z,note\n# by hand\n1, 1,2,3,a\n2,4,5,6,b\n\n3,7,8,9,c\n";

#[test]
fn what_either_side_did_to_a_table_is_in_the_merged_one_and_all_else_stays() {
    let ours = TABLE.replace("1, 1,2", "1, 1.5,2") + "8,1,1,1,ours\n";
    let theirs = TABLE.replace("2,4,5,6,b\n", "").replace("9,c", "9,\"c\"") + "9,1,1,1,theirs\n";
    let both =
        "id, x,y,z,note\n# by hand\n1, 1.5,2,3,a\n\n3,7,8,9,\"c\"\n8,1,1,1,ours\n9,1,1,1,theirs\n";
    let one = merged("a.csv", [TABLE, &ours, &theirs]);
    assert_eq!((text(&one.rows).as_str(), said(&one)), (both, Vec::new()));
    let other = merged("a.csv", [TABLE, &theirs, &ours]);
    assert_eq!((compare(&one.rows, &other.rows), said(&other)), (Vec::new(), Vec::new()));
    for [own, their] in [[TABLE, &theirs], [&theirs, TABLE], [&theirs, &theirs]] {
        assert_eq!(text(&merged("a.csv", [TABLE, own, their]).rows), theirs);
    }
}

#[test]
fn what_both_changed_is_a_conflict_and_is_decided() {
    let ours = TABLE.replace("1, 1,2,3,a", "1, 1.5,2,3,x").replace("3,7,8,9,c\n", "");
    let theirs = TABLE
        .replace("1, 1,2,3,a", "1, 1.7,2,3,x")
        .replace("9,c", "9,d")
        .replace("2,4,5,6,b\n", "");
    let ours = ours.replace("2,4,5,6,b", "2,4,5,6,e");
    let one = merged("a.csv", [TABLE, &ours, &theirs]);
    let row = |values: [&str; 5]| {
        let names = ["id", "x", "y", "z", "note"];
        let fields =
            names.iter().zip(values).map(|(name, value)| ((*name).to_owned(), json!(value)));
        serde_json::Value::Object(fields.collect()).to_string()
    };
    let expected = [
        "spawn2 id 1: x: 1 | 1.5 | 1.7".to_owned(),
        format!(
            "spawn2 id 2: whole: {} | {} | null",
            row(["2", "4", "5", "6", "b"]),
            row(["2", "4", "5", "6", "e"])
        ),
        format!(
            "spawn2 id 3: whole: {} | null | {}",
            row(["3", "7", "8", "9", "c"]),
            row(["3", "7", "8", "9", "d"])
        ),
    ];
    assert_eq!(said(&one), expected);
    assert_eq!(text(&one.rows), ours);
    assert_eq!(compare(&decided(&one), &open("a.csv", &theirs)), []);
    let other = merged("a.csv", [TABLE, &theirs, &ours]);
    assert_eq!(text(&other.rows), theirs);
    assert_eq!(compare(&decided(&other), &open("a.csv", &ours)), []);
    // A row that is called by its number alone may be elsewhere by then.
    let mut rows = one.rows.clone();
    act(&mut rows, &json!({"action":"remove-rows","rows":{"id":1}})).unwrap();
    let takes: Vec<Take> = one.takes.iter().flatten().cloned().collect();
    assert_eq!(rows.with_theirs(&takes).unwrap_err(), "spawn2 id 1 is not there any more");
}

#[test]
fn a_new_column_and_a_remark_of_one_side_stay_with_the_changes_of_the_other() {
    let ours = TABLE.replace("1, 1,2", "1, 1.5,2") + "8,1,1,1,ours\n";
    let theirs = "id;x;y;z;heading;note\n# theirs\n1;1;2;3;90;a\n2;4;5;6;91;b\n3;7;8;9;92;c\n";
    let both = "id;x;y;z;heading;note\n# theirs\n1;1.5;2;3;90;a\n2;4;5;6;91;b\n3;7;8;9;92;c\n8;1;1;1;;ours\n";
    for sides in [[TABLE, &ours, theirs], [TABLE, theirs, &ours]] {
        let one = merged("a.csv", sides);
        assert_eq!((text(&one.rows).as_str(), said(&one)), (both, Vec::new()));
    }
    // Where ours has columns and remarks of its own as well, those of theirs are told.
    let ours = ours.replace("# by hand", "# ours").replace(",note", ",remark");
    let one = merged("a.csv", [TABLE, &ours, theirs]);
    let told = said(&one);
    assert_eq!(text(&one.rows), ours);
    for expected in [
        "spawn2 id 1: heading: null | null | 90",
        "file: columns: id, note, x, y, z | id, remark, x, y, z | heading, id, note, x, y, z",
        "file: remark: null | null | # theirs",
    ] {
        assert!(told.contains(&expected.to_owned()), "{told:?}");
    }
    assert!(!told.iter().any(|line| line.starts_with("file: remark: # by hand")), "{told:?}");
}

const DUMP: &str = "CREATE TABLE a (b int);\nINSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (2, 5, 6, 7), \
    (3, 8, 9, 1);\n-- end\n";

#[test]
fn statements_of_both_sides_are_one_block_behind_the_dump() {
    let with = |json: &[serde_json::Value]| {
        let mut rows = open("a.sql", DUMP);
        json.iter().for_each(|json| assert!(act(&mut rows, json).unwrap()));
        text(&rows)
    };
    let ours = with(&[
        json!({"action":"move-rows","rows":[1],"by":[1,0,0]}),
        json!({"action":"add-row","fields":{"x":1,"y":1,"z":1}}),
    ]);
    let theirs = with(&[
        json!({"action":"move-rows","rows":[1],"by":[0,1,0]}),
        json!({"action":"remove-rows","rows":[3]}),
        json!({"action":"add-row","fields":{"x":1,"y":1,"z":1}}),
        json!({"action":"add-row","fields":{"id":9,"x":2,"y":1,"z":1}}),
    ]);
    let both = format!(
        "{DUMP}\n-- Changes by Landwright\nUPDATE `spawn2` SET `x` = 3, `y` = 4 WHERE `id` = 1;\n\
        DELETE FROM `spawn2` WHERE `id` = 3;\nINSERT INTO `spawn2` (`x`, `y`, `z`) VALUES (1, 1, 1);\n\
        INSERT INTO `spawn2` (`id`, `x`, `y`, `z`) VALUES (9, 2, 1, 1);\n"
    );
    for sides in [[DUMP, &ours, &theirs], [DUMP, &theirs, &ours]] {
        let one = merged("a.sql", sides);
        assert_eq!((text(&one.rows), said(&one)), (both.clone(), Vec::new()));
    }
    // A dump that was made anew has the statements of the other side behind it.
    let anew =
        "INSERT INTO `spawn2` (`id`,`x`,`y`,`z`) VALUES\n(1,2,3,4),\n(2,5,6.5,7),(5,1,1,1);\n";
    let expected = format!(
        "{anew}\n-- Changes by Landwright\nUPDATE `spawn2` SET `x` = 3 WHERE `id` = 1;\n\
        INSERT INTO `spawn2` (`x`, `y`, `z`) VALUES (1, 1, 1);\n"
    );
    for sides in [[DUMP, &ours, anew], [DUMP, anew, &ours]] {
        let one = merged("a.sql", sides);
        assert_eq!((text(&one.rows), said(&one)), (expected.clone(), Vec::new()));
    }
    // Both were made anew: ours stays, and statements of theirs that are no rows are told.
    let other = DUMP.replace("b int", "c int").replace("6, 7", "6, 8");
    let one = merged("a.sql", [DUMP, anew, &other]);
    let update = "UPDATE `spawn2` SET `z` = 8 WHERE `id` = 2;\n";
    assert_eq!(text(&one.rows), format!("{anew}\n-- Changes by Landwright\n{update}"));
    assert_eq!(said(&one), ["file: statement: null | null | CREATE TABLE a (c int)"]);
}

#[test]
fn a_row_that_no_statement_can_name_stays_and_is_told() {
    let dump =
        "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (1, 5, 6, 7), (2, 8, 9, 1);\n";
    let ours = dump.replace("8, 9, 1", "8, 9, 2");
    let theirs = dump.replace("5, 6, 7", "5, 6, 8");
    for (ours, theirs, z) in [(&ours, &theirs, "7 | 7 | 8"), (&theirs, &ours, "")] {
        let one = merged("a.sql", [dump, ours, theirs]);
        match z {
            "" => assert_eq!(
                (said(&one), text(&one.rows)),
                (
                    Vec::new(),
                    format!(
                        "{ours}\n-- Changes by Landwright\nUPDATE `spawn2` SET `z` = 2 WHERE `id` = 2;\n"
                    ),
                )
            ),
            z => {
                assert_eq!(said(&one), [format!("spawn2 id 1 (2): z: {z}")]);
                assert_eq!((one.takes, text(&one.rows)), (vec![None], ours.clone()));
            }
        }
    }
}

#[test]
fn rows_without_keys_are_known_by_their_values() {
    let base = "x,y,z,name\n1,1,1,a\n2,2,2,b\n3,3,3,c\n4,4,4,d\n";
    let ours = "x,y,z,name\n0,0,0,new\n1,1,1,a\n2,2,9,b\n3,3,3,c\n4,4,4,d\n5,5,5,both\n";
    let theirs = "x,y,z,name\n1,1,1,a\n2,2,2,B\n4,4,4,d\n5,5,5,both\n5,5,5,both\n";
    let both = "x,y,z,name\n0,0,0,new\n1,1,1,a\n2,2,9,B\n4,4,4,d\n5,5,5,both\n5,5,5,both\n";
    let one = merged("a.csv", [base, ours, theirs]);
    assert_eq!((text(&one.rows).as_str(), said(&one)), (both, Vec::new()));
    let other = theirs.replace("2,2,2,B", "2,2,8,b");
    let one = merged("a.csv", [base, ours, &other]);
    assert_eq!(said(&one), ["spawn2 (2): z: 2 | 9 | 8"]);
    assert_eq!(compare(&open("a.csv", base), &open("a.csv", base)), []);
}

#[test]
fn large_files_are_compared_and_merged_in_about_linear_time() {
    let table = |n: u32, odd: u32, keys: &str| {
        let row = |id: u32| {
            let x = if id.is_multiple_of(odd) { 1 } else { 0 };
            let key = if keys.is_empty() { String::new() } else { format!("{id},") };
            format!("{key}{x},{id},3,same\n")
        };
        let rows: String = (1..=n).map(row).collect();
        format!("{keys}x,y,z,note\n{rows}")
    };
    for keys in ["id,", ""] {
        let time = |n: u32| {
            let sides = [7, 11, 13].map(|odd| open("a.csv", &table(n, odd, keys)));
            let [base, ours, theirs] = &sides;
            let start = std::time::Instant::now();
            assert!(!compare(base, ours).is_empty());
            merge(base, ours, theirs).unwrap();
            start.elapsed()
        };
        // Another process may be at work meanwhile.
        let best = |n: u32| (0..3).map(|_| time(n)).min().unwrap();
        let (short, long) = (best(3_000), best(30_000));
        println!("{keys}: {short:?}, {long:?}");
        assert!(long < short * 40 + std::time::Duration::from_millis(500), "{short:?} {long:?}");
    }
}

#[test]
fn cells_that_no_name_of_their_own_covers_are_merged_as_well() {
    // A name that occurs twice, columns without a name, and cells behind the last name.
    for head in ["id,x,y,z,note,note", "id,x,y,z,,", "id,x,y,z"] {
        let base = &format!("{head}\n1,1,1,1,a,b\n2,2,2,2,a,b\n");
        let ours = &base.replace("1,1,1,1", "1,9,1,1");
        let theirs = &(base.replace("2,a,b", "2,a,c") + "3,3,3,3,d,e\n");
        let one = merged("a.csv", [base, ours, theirs]);
        assert_eq!(said(&one), <[&str; 0]>::default());
        let expected = format!("{head}\n1,9,1,1,a,b\n2,2,2,2,a,c\n3,3,3,3,d,e\n");
        assert_eq!(text(&one.rows), expected);
    }
}

#[test]
fn a_cell_is_quoted_where_its_new_place_needs_it() {
    // As the first of a line it would begin a remark.
    let base = "id,x,y,z,note\n1,1,1,1,a\n2,2,2,2,b\n";
    let ours = "note,id,x,y,z\na,1,9,1,1\nb,2,2,2,2\n";
    let theirs = "id,x,y,z,note\n1,1,1,1,a\n2,2,2,2,#b\n3,3,3,3,#c\n";
    let one = merged("a.csv", [base, ours, theirs]);
    let expected = "note,id,x,y,z\na,1,9,1,1\n\"#b\",2,2,2,2\n\"#c\",3,3,3,3\n";
    assert_eq!(text(&one.rows), expected);
    // Between other signs, a cell still has its lines.
    let ours = &base.replace(',', ";");
    let theirs = &format!("{base}3,3,3,3,\"a\nb\"\n");
    let one = merged("a.csv", [base, ours, theirs]);
    assert_eq!(text(&one.rows), format!("{ours}3;3;3;3;\"a\nb\"\n"));
}

#[test]
fn changes_hold_a_value_whose_lines_end_in_their_own_way() {
    let dump =
        "INSERT INTO spawn2 (id, x, y, z, note) VALUES (1, 1, 1, 1, 'a'),\n(2, 2, 2, 2, 'b');\n";
    let base = &format!("{dump}SELECT 1;\n");
    let ours = &format!("{dump}SELECT 2;\n");
    let theirs = &base.replace("'b'", "'b\r\nc'");
    let one = merged("a.sql", [base, ours, theirs]);
    assert!(text(&one.rows).ends_with("SET `note` = 'b\r\nc' WHERE `id` = 2;\n"));
}

#[test]
fn values_that_are_in_no_row_of_a_dump_are_said() {
    let dump = |more: &str, short: u32| {
        format!("INSERT INTO spawn2 (id, x, y, z) VALUES (1, 1, 1, 1{more}), (2, {short});\n")
    };
    let base = &dump(", 5", 3);
    let ours = &base.replace("(1, 1", "(1, 9");
    let one = merged("a.sql", [base, ours, &dump(", 6", 4)]);
    assert!(said(&one).iter().any(|it| it.contains("(1, 1, 1, 1, 6)")), "{:?}", said(&one));
    assert!(said(&one).iter().any(|it| it.contains("(2, 4)")), "{:?}", said(&one));
}

#[test]
fn sides_in_different_code_pages_are_not_mixed() {
    let table =
        |head: &str, note: &[u8]| [format!("{head}\n1,1,1,1,").as_bytes(), note, b"\n"].concat();
    let read = |bytes: &[u8]| Rows::open("a.csv", bytes, CodePage::Cp1252).unwrap();
    let base = read(&table("id,x,y,z,note", "가".as_bytes()));
    let ours = read(&table("id,x,y,z,note,a", "가,1".as_bytes()));
    let theirs = read(&table("id,x,y,z,note,b", b"\xe9,2"));
    let error = merge(&base, &ours, &theirs).unwrap_err();
    assert!(error.contains("different code pages"), "{error}");
    assert!(merge(&base, &ours, &read(&table("id,x,y,z,note,b", b"e,2"))).is_ok());
}

#[test]
fn a_dump_that_names_its_database_has_the_same_rows() {
    let base = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 1, 1, 1), (2, 2, 2, 2);\n";
    let ours = &base.replace("(1, 1", "(1, 9");
    let theirs = &base.replace("spawn2", "peq.spawn2").replace("2, 2);", "2, 7), (3, 3, 3, 3);");
    let one = merged("a.sql", [base, ours, theirs]);
    let rows: Vec<String> =
        one.rows.rows().map(|(_, row)| row.point().unwrap().join(" ")).collect();
    assert_eq!(rows, ["9 1 1", "2 2 7", "3 3 3"]);
    let both = &ours.replace("INTO", "INTO other.").replace(". ", ".");
    let one = merged("a.sql", [base, both, theirs]);
    let said = said(&one);
    assert_eq!(one.rows.rows().count(), 3);
    assert!(said.iter().any(|line| line.contains("peq.spawn2")), "{said:?}");
}

#[test]
fn how_a_file_is_written_is_in_the_report_where_both_sides_changed_it() {
    let base = "id,x,y,z\n1,1,1,1\n2,2,2,2\n";
    let ours = &base.replace("1,1,1,1\n", "1,9,1,1\n# ours\n");
    let theirs = &format!("\u{feff}{}", base.replace('\n', "\r\n").replace("2,2,2,2", "2,2,2,7"));
    let said = said(&merged("a.csv", [base, ours, theirs]));
    for field in ["byte order mark", "line end"] {
        assert!(said.iter().any(|line| line.contains(field)), "{said:?}");
    }
    let base = "INSERT INTO a (id, x, y, z) VALUES (1, 1, 1, 1), (2, 2, 2, 2);\n";
    let ours = &format!("CREATE TABLE b (c int);\n{}", base.replace("(1, 1", "(1, 9"));
    for theirs in [
        base.replace("INSERT", "REPLACE"),
        base.replace(");", ") ON DUPLICATE KEY UPDATE x = VALUES(x);"),
    ] {
        let one = merged("a.sql", [base, ours, &theirs.replace("2, 2)", "2, 7)")]);
        let said = self::said(&one);
        assert!(said.iter().any(|line| line.contains("statement")), "{said:?}");
        assert_eq!(one.rows.rows().nth(1).unwrap().1.point().unwrap()[2], "7");
    }
}
