//! Tests of rows of a server: the sample, and files that hold odd things.

mod grids;
mod merging;

use serde_json::{Value, json};

use crate::format::text::CodePage;
use crate::nav::eq::answer::Asked;
use crate::nav::eq::ground::Ground;
use crate::sample;
use crate::world::eq::rows::action::{Action, Around, Refusal};
use crate::world::eq::rows::{Rows, Unfit, compare};
use crate::world::scripted::Scripted;

fn sample_file(name: &str) -> Vec<u8> {
    sample::eq::files().unwrap().into_iter().find(|file| file.path == name).unwrap().bytes
}

fn open(name: &str, text: &str) -> Rows {
    Rows::open(name, text.as_bytes(), CodePage::Cp949).unwrap()
}

fn act(rows: &mut Rows, json: &Value) -> Result<bool, Refusal> {
    let action = Action::from_parts(json["action"].as_str().unwrap(), json).unwrap();
    let around = Around { zone: "isle", ground: None };
    action.apply(rows, &around).map(|(has_changed, _)| has_changed)
}

fn text(rows: &Rows) -> String {
    String::from_utf8(rows.to_bytes().unwrap()).unwrap()
}

#[test]
fn files_without_a_change_keep_every_byte() {
    for name in ["isle_spawns.csv", "isle_spawns.sql"] {
        let bytes = sample_file(name);
        let rows = Rows::open(name, &bytes, CodePage::Cp949).unwrap();
        assert_eq!(rows.rows().count(), 10, "{name}");
        assert_eq!((rows.to_bytes().unwrap(), rows.zone().as_deref()), (bytes, Some("isle")));
    }
    for odd in [
        "\u{feff}id ; X;y;z\r\n 1; 2 ;3;4\r\n\r\n# remark\r\n2;3\r\n",
        "x\ty\tz\tnote\n1\t2\t3\t\"a\tb\"\n",
        "\"x\",\"y\",\"z\"\n1,2,3",
    ] {
        assert_eq!(text(&open("a.csv", odd)), odd);
    }
    // No UTF-8: each byte comes back as it was.
    let latin = b"id,x,y,z,note\n1,2,3,4,caf\xe9\n";
    let mut rows = Rows::open("a.csv", latin, CodePage::Cp949).unwrap();
    assert_eq!(rows.to_bytes().unwrap(), latin);
    let set = |note: &str| json!({"action":"set-rows","rows":[1],"fields":{"note":note}});
    act(&mut rows, &set("Müll")).unwrap();
    assert_eq!(rows.to_bytes().unwrap(), b"id,x,y,z,note\n1,2,3,4,M\xfcll\n");
    act(&mut rows, &set("日")).unwrap();
    assert_eq!(rows.to_bytes().unwrap_err(), "the file has no UTF-8, so it can't hold `日`");
}

#[test]
fn a_table_changes_in_those_cells_alone() {
    let before = "id; x;y;z;note\r\n1; 1.5 ;2;3;\"a;b\"\r\n\r\n2;4;5\r\n# remark\r\n3;7;8;9;c\r\n";
    let mut rows = open("a.csv", before);
    let moved = json!({"action":"move-rows","rows":{"id":1},"by":[0.1,0.2,0]});
    assert_eq!(act(&mut rows, &moved), Ok(true));
    act(&mut rows, &json!({"action":"set-rows","rows":[3],"fields":{"note":"x;\"y"}})).unwrap();
    assert_eq!(
        text(&rows),
        "id; x;y;z;note\r\n1; 1.6 ;2.2;3;\"a;b\"\r\n\r\n2;4;5\r\n# remark\r\n3;7;8;9;\"x;\"\"y\"\r\n"
    );
    // The second row has no z, until it gets one.
    assert_eq!(
        act(&mut rows, &json!({"action":"move-rows","rows":[2],"by":[1,0,0]})),
        Err(Refusal::NoPoint(2))
    );
    act(&mut rows, &json!({"action":"set-rows","rows":[2],"fields":{"z":6}})).unwrap();
    act(&mut rows, &json!({"action":"remove-rows","rows":[1]})).unwrap();
    act(&mut rows, &json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}})).unwrap();
    assert_eq!(
        text(&rows),
        "id; x;y;z;note\r\n\r\n2;4;5;6\r\n# remark\r\n3;7;8;9;\"x;\"\"y\"\r\n4;1;2;3;\r\n"
    );
}

#[test]
fn a_quote_opens_only_at_the_start_of_a_cell() {
    let mut rows = open("a.csv", "id,x,y,z,note,size\n1,1,2,3,12\" nail,64\n");
    let row = rows.rows().next().unwrap().1.clone();
    assert_eq!((row.get("note"), row.get("size")), (Some("12\" nail"), Some("64")));
    act(&mut rows, &json!({"action":"set-rows","rows":[1],"fields":{"note":"#a"}})).unwrap();
    assert_eq!(text(&rows), "id,x,y,z,note,size\n1,1,2,3,\"#a\",64\n");
}

#[test]
fn a_quoted_cell_may_have_several_lines() {
    let before = "id,note,x,y,z\n# it's 5\" long\n1,\"a\r\n\n#\"\"b\",1,2,3\r\n2,c,4,5,6\n";
    let mut rows = open("a.csv", before);
    assert_eq!(rows.rows().count(), 2);
    act(&mut rows, &json!({"action":"move-rows","rows":[1],"by":[1,0,0]})).unwrap();
    assert_eq!(text(&rows), before.replace("b\",1,", "b\",2,"));
    act(&mut rows, &json!({"action":"remove-rows","rows":[1]})).unwrap();
    assert_eq!(text(&rows), "id,note,x,y,z\n# it's 5\" long\n2,c,4,5,6\n");
    let unended = Rows::open("a.csv", b"id,x,y,z,note\n1,2,3,4,\"a\n2,3,4,5,b\n", CodePage::Cp949)
        .unwrap_err();
    assert_eq!(unended.to_string(), "line 2: a quoted text has no closing quote");
}

#[test]
fn a_dump_gets_statements_of_just_what_changed_and_they_are_read_again() {
    let before = String::from_utf8(sample_file("isle_spawns.sql")).unwrap();
    let mut rows = open("a.sql", &before);
    act(&mut rows, &json!({"action":"move-rows","rows":{"id":2},"by":[1,0,-2]})).unwrap();
    act(&mut rows, &json!({"action":"remove-rows","rows":{"id":9}})).unwrap();
    let add = json!({"action":"add-row","fields":{"x":1,"y":2,"z":3,"spawngroupID":7}});
    act(&mut rows, &add).unwrap();
    let statements = "-- Changes by Landwright\n\
        UPDATE `spawn2` SET `x` = 1, `z` = 6.75 WHERE `id` = 2;\n\
        DELETE FROM `spawn2` WHERE `id` = 9;\n\
        INSERT INTO `spawn2` (`spawngroupid`, `zone`, `x`, `y`, `z`) VALUES (7, 'isle', 1, 2, 3);\n";
    assert_eq!(rows.changes(), format!("\n{statements}"));
    assert_eq!(text(&rows), format!("{before}\n{statements}"));
    // What was written is the same rows, and goes on from there.
    let mut again = open("a.sql", &text(&rows));
    assert_eq!(compare::compare(&rows, &again), []);
    assert_eq!(text(&again), text(&rows));
    act(&mut again, &json!({"action":"set-rows","rows":{"id":2},"fields":{"x":0,"z":8.75}}))
        .unwrap();
    act(&mut again, &json!({"action":"remove-rows","rows":[11]})).unwrap();
    assert!(
        text(&again)
            .ends_with("\n-- Changes by Landwright\nDELETE FROM `spawn2` WHERE `id` = 9;\n")
    );
    let words: Vec<String> = compare::compare(&open("a.sql", &before), &rows)
        .iter()
        .map(|line| format!("{} {}", line.thing, line.field))
        .collect();
    assert_eq!(words, ["spawn2 id 2 x", "spawn2 id 2 z", "spawn2 id 9 whole", "spawn2 whole"]);
}

#[test]
fn statements_of_somebody_else_behind_the_mark_stay() {
    let dump = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4);\n";
    let own = "UPDATE `spawn2` SET `x` = 5 WHERE `id` = 1;\n";
    assert!(
        Rows::open(
            "a.sql",
            format!("{dump}\n-- Changes by Landwright\n{own}").as_bytes(),
            CodePage::Cp949
        )
        .is_ok()
    );
    for others in [
        "UPDATE `spawn2` SET `x` = 5 WHERE `id` = 9;\n".to_owned(),
        "UPDATE `spawn2` SET `x` = 5;\n".to_owned(),
        "DROP TABLE spawn2;\n".to_owned(),
        format!("{own}-- mine\n"),
        format!("{own}\n-- Changes by Landwright\n{own}"),
        own.replace('\n', " \r\n"),
    ] {
        let text = format!("{dump}\n-- Changes by Landwright\n{others}");
        let refusal =
            Rows::open("a.sql", text.as_bytes(), CodePage::Cp949).unwrap_err().to_string();
        assert!(refusal.starts_with("line 3 begins changes of Landwright"), "{others}: {refusal}");
    }
    let open =
        Rows::open("a.sql", format!("{dump}/* open").as_bytes(), CodePage::Cp949).unwrap_err();
    assert_eq!(open.to_string(), "line 2: a remark has no end");
}

#[test]
fn changes_have_the_line_ends_of_their_dump_and_are_read_again() {
    let dump = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4);\r\n";
    let mut rows = Rows::open("a.sql", dump.as_bytes(), CodePage::Cp949).unwrap();
    act(&mut rows, &json!({"action":"move-rows","rows":[1],"by":[1,0,0]})).unwrap();
    let changed = text(&rows);
    assert_eq!(
        changed,
        format!(
            "{dump}\r\n-- Changes by Landwright\r\nUPDATE `spawn2` SET `x` = 3 WHERE `id` = 1;\r\n"
        )
    );
    assert_eq!(text(&Rows::open("a.sql", changed.as_bytes(), CodePage::Cp949).unwrap()), changed);
}

#[test]
fn waypoints_are_numbered_and_texts_can_not_leave_their_quotes() {
    let sql = "CREATE TABLE `grid_entries` (`gridid` int, `zoneid` int, `number` int, `x` float, `y` float, \
        `z` float, `heading` float, `pause` int, `note` text);\n\
        INSERT INTO `grid_entries` VALUES (7,54,1,1,2,3,0,5,NULL),(7,54,2,4,5,6,0,5,'a');\n";
    let mut rows = open("a.sql", sql);
    let add = json!({"action":"add-row","fields":{"gridid":7,"x":1,"y":1,"z":1,"pause":30,
        "note":"it's; \\"}});
    act(&mut rows, &add).unwrap();
    let set = json!({"action":"set-rows","rows":{"gridid":7,"number":2},"fields":{"pause":9,"note":null}});
    act(&mut rows, &set).unwrap();
    assert_eq!(
        rows.changes(),
        "\n-- Changes by Landwright\n\
        UPDATE `grid_entries` SET `pause` = 9, `note` = NULL WHERE `gridid` = 7 AND `zoneid` = 54 AND `number` = 2;\n\
        INSERT INTO `grid_entries` (`gridid`, `zoneid`, `number`, `x`, `y`, `z`, `pause`, `note`) \
        VALUES (7, 54, 3, 1, 1, 1, 30, 'it''s; \\\\');\n"
    );
    assert_eq!(text(&open("a.sql", &text(&rows))), text(&rows));
}

#[test]
fn odd_wishes_are_refused_and_change_nothing() {
    let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (1, 5, 6, 7);\n\
        INSERT INTO doors (doorid, zone, pos_x, pos_y, pos_z) VALUES (1, 'isle', NOW(), 2, 3);\n";
    let mut rows = open("a.sql", sql);
    let rows_of = |rows: &Rows| text(rows);
    let refused = [
        (json!({"action":"move-rows","rows":[9],"by":[1,0,0]}), Refusal::NoRow(9)),
        (json!({"action":"move-rows","rows":{"id":5},"by":[1,0,0]}), Refusal::NothingMatches),
        (json!({"action":"move-rows","rows":[1],"by":[1,0,0]}), Refusal::NoKey(1)),
        (json!({"action":"move-rows","rows":[3],"by":[1,0,0]}), Refusal::NoPoint(3)),
        (json!({"action":"drop-rows","rows":[3]}), Refusal::NoGround("isle".to_owned())),
        (
            json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}}),
            Refusal::WhichTable("spawn2, doors".to_owned()),
        ),
        (
            json!({"action":"add-row","table":"spawn2","fields":{"x":1,"y":2}}),
            Refusal::Lacks("numbers in x, y, z".to_owned()),
        ),
        (json!({"action":"set-rows","rows":[3],"fields":{"pos_x":"a\nb"}}), Refusal::Lines),
    ];
    for (json, refusal) in refused {
        assert_eq!(act(&mut rows, &json), Err(refusal), "{json}");
        assert_eq!(rows_of(&rows), sql);
    }
    let column = act(&mut rows, &json!({"action":"set-rows","rows":[3],"fields":{"pos_w":1}}));
    assert_eq!(column.unwrap_err().to_string(), "doors has no column pos_w; did you mean pos_x?");
    assert_eq!(Rows::open("a.csv", b"a,b\n1,2\n", CodePage::Cp949).unwrap_err(), Unfit::NoColumns);
    assert_eq!(Rows::open("a.csv", b"", CodePage::Cp949).unwrap_err(), Unfit::NoColumns);
    assert!(matches!(
        Rows::open("a.sql", b"INSERT INTO a VALUES (1);", CodePage::Cp949),
        Err(Unfit::NoRows(_))
    ));
}

#[test]
fn only_a_number_or_a_quoted_text_is_the_key_of_a_statement() {
    let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (NULL, 1, 2, 3), (DEFAULT, 2, 2, 3), \
        (@a, 3, 2, 3), ('5', 4, 2, 3), (6, 5, 2, 3), (\"6\", 6, 2, 3);\n";
    let mut rows = open("a.sql", sql);
    for number in [1, 2, 3, 5, 6] {
        let refused = act(&mut rows, &json!({"action":"remove-rows","rows":[number]}));
        assert_eq!(refused, Err(Refusal::NoKey(number)));
    }
    act(&mut rows, &json!({"action":"remove-rows","rows":[4]})).unwrap();
    assert!(rows.changes().ends_with("DELETE FROM `spawn2` WHERE `id` = '5';\n"));
}

#[test]
fn a_row_gets_no_key_that_a_different_row_has_or_had() {
    let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (2, 1, 2, 3), (3, 2, 2, 3), (4, 5, 6, 7);\n";
    let mut rows = open("a.sql", sql);
    let set = |row: u32, id: &Value| json!({"action":"set-rows","rows":[row],"fields":{"id":id}});
    assert_eq!(act(&mut rows, &set(1, &json!("3"))), Err(Refusal::KeyTaken(1, 2)));
    act(&mut rows, &set(3, &json!(5))).unwrap();
    // Its statement would find two rows, or the wrong one.
    assert_eq!(act(&mut rows, &set(2, &json!(4))), Err(Refusal::KeyTaken(2, 3)));
    assert_eq!(act(&mut rows, &set(2, &json!(5))), Err(Refusal::KeyTaken(2, 3)));
    let add = |id: u32| json!({"action":"add-row","fields":{"id":id,"x":1,"y":2,"z":3}});
    assert_eq!(act(&mut rows, &add(5)), Err(Refusal::KeyTaken(4, 3)));
    act(&mut rows, &set(3, &json!(4))).unwrap();
    assert_eq!(text(&rows), sql);
    // A removed row is gone before a new one comes.
    act(&mut rows, &json!({"action":"remove-rows","rows":[2]})).unwrap();
    act(&mut rows, &add(3)).unwrap();
    assert_eq!(text(&open("a.sql", &text(&rows))), text(&rows));
}

#[test]
fn texts_are_shown_without_the_quotes_and_escapes_of_their_file() {
    let sql =
        "INSERT INTO spawn2 (id, x, y, z, note) VALUES (1, 2, 3, 4, 'it''s \\\\ \\'b\\' \\%');\n";
    let mut rows = open("a.sql", sql);
    let note = |rows: &Rows, number: usize| {
        rows.shown(rows.rows().nth(number).unwrap().1.get("note").unwrap())
    };
    assert_eq!(note(&rows, 0), r"it's \ 'b' \%");
    let json = json!({"action":"set-rows","rows":{"note":note(&rows, 0)},"fields":{"note":note(&rows, 0)}});
    act(&mut rows, &json).unwrap();
    assert_eq!(note(&rows, 0), r"it's \ 'b' \%");
    for raw in ["NOW()", "NULL", "1e5", r"_utf8'a'", "'a' 'b'"] {
        assert_eq!(rows.shown(raw), raw);
    }
    let mut rows = open("a.csv", "id,x,y,z,note\n1,2,3,4,\"\"\"a\"\", it's\"\n2,2,3,4,'b'\n");
    assert_eq!([note(&rows, 0), note(&rows, 1)], ["\"a\", it's", "'b'"]);
    let (before, typed) = (text(&rows), note(&rows, 0));
    act(&mut rows, &json!({"action":"set-rows","rows":[1],"fields":{"note":typed}})).unwrap();
    assert_eq!(text(&rows), before);
}

#[test]
fn rows_keep_their_numbers_unless_one_before_them_is_gone_from_the_file() {
    let remove = |number: u32| json!({"action":"remove-rows","rows":[number]});
    let mut rows = open("a.csv", "id,x,y,z\n1,2,3,4\n2,2,3,4\n");
    assert!(rows.is_numbered_as_read());
    act(&mut rows, &remove(1)).unwrap();
    assert!(!rows.is_numbered_as_read());
    let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (2, 2, 3, 4);\n";
    let mut rows = open("a.sql", sql);
    act(&mut rows, &remove(1)).unwrap();
    act(&mut rows, &json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}})).unwrap();
    let numbers = |rows: &Rows| rows.rows().map(|(number, _)| number).collect::<Vec<u32>>();
    assert_eq!(numbers(&rows), numbers(&open("a.sql", &text(&rows))));
    assert!(rows.is_numbered_as_read());
    act(&mut rows, &remove(3)).unwrap();
    assert!(!rows.is_numbered_as_read());
}

#[test]
fn a_byte_order_mark_hides_no_statement() {
    let sql = "\u{feff}INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4);\n";
    let rows = open("a.sql", sql);
    assert_eq!((rows.rows().count(), text(&rows).as_str()), (1, sql));
    let latin = [sql.as_bytes(), b"-- caf\xe9\n"].concat();
    let rows = Rows::open("a.sql", &latin, CodePage::Cp949).unwrap();
    assert_eq!((rows.rows().count(), rows.to_bytes().unwrap()), (1, latin));
}

#[test]
fn a_last_statement_without_its_end_gets_one_before_changes() {
    let insert = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4)";
    for end in ["", "\n", " -- remark", "\n;", ";\n/* ; */"] {
        let sql = format!("{insert}{end}");
        let mut rows = open("a.sql", &sql);
        assert_eq!(text(&rows), sql);
        act(&mut rows, &json!({"action":"move-rows","rows":[1],"by":[1,0,0]})).unwrap();
        let changed = text(&rows);
        let ends = if end.contains("\n;") || end.starts_with(';') {
            ""
        } else {
            "\n; -- Ended by Landwright"
        };
        let update = "UPDATE `spawn2` SET `x` = 3 WHERE `id` = 1;\n";
        assert_eq!(changed, format!("{sql}{ends}\n-- Changes by Landwright\n{update}"));
        let mut again = open("a.sql", &changed);
        assert_eq!(text(&again), changed);
        act(&mut again, &json!({"action":"move-rows","rows":[1],"by":[-1,0,0]})).unwrap();
        assert_eq!(text(&again), sql, "without changes, nothing is behind it");
    }
    let others = format!(
        "{insert};\n; -- Ended by Landwright\n-- Changes by Landwright\nUPDATE `spawn2` SET `x` = 3 WHERE `id` = 1;\n"
    );
    assert!(Rows::open("a.sql", others.as_bytes(), CodePage::Cp949).is_err(), "it needed no end");
}

#[test]
fn a_table_may_be_named_with_its_database() {
    for name in ["peq.spawn2", "`peq`.`spawn2`", "peq.`spawn2`", "`peq` . spawn2"] {
        let sql = format!("INSERT INTO {name} (id, x, y, z) VALUES (1, 2, 3, 4), (2, 2, 3, 4);\n");
        let mut rows = open("a.sql", &sql);
        act(&mut rows, &json!({"action":"move-rows","rows":[1],"by":[1,0,0]})).unwrap();
        act(&mut rows, &json!({"action":"remove-rows","rows":[2]})).unwrap();
        act(&mut rows, &json!({"action":"add-row","fields":{"x":1,"y":2,"z":3}})).unwrap();
        assert_eq!(
            rows.changes(),
            "\n-- Changes by Landwright\nUPDATE `peq`.`spawn2` SET `x` = 3 WHERE `id` = 1;\n\
            DELETE FROM `peq`.`spawn2` WHERE `id` = 2;\n\
            INSERT INTO `peq`.`spawn2` (`x`, `y`, `z`) VALUES (1, 2, 3);\n"
        );
        assert_eq!(compare::compare(&open("a.sql", &text(&rows)), &rows), []);
        assert_eq!(open("a.sql", &text(&rows)).rows().count(), 2, "{name}");
    }
}

#[test]
fn points_are_put_on_their_floor_and_those_without_one_stay() {
    let floor = [[0.0, 0.0, 5.0], [0.0, 10.0, 5.0], [10.0, 0.0, 5.0]];
    let asked = Asked { ground: Ground::new(vec![floor]), ..Asked::default() };
    let ground = Some((&asked.ground, &asked.regions));
    let around = Around { zone: "isle", ground };
    let mut rows = open("a.csv", "id,x,y,z\n1,2,2,30\n2,90,2,5\n");
    let json = json!({"action":"drop-rows","rows":[1,2],"size":6});
    let action = Action::from_parts("drop-rows", &json).unwrap();
    let (has_changed, notes) = action.apply(&mut rows, &around).unwrap();
    assert_eq!((has_changed, notes), (true, vec!["row 2 has no floor; it stays".to_owned()]));
    assert_eq!(text(&rows), "id,x,y,z\n1,2,2,8.75\n2,90,2,5\n");
}

#[test]
fn an_expression_stays_as_it_is_written() {
    let sql = "INSERT INTO spawn2 (id, x, y, z, a, b) VALUES \
        (1, 2, 3, 4, NOW() + INTERVAL 1 DAY, IF(1 = 1, 'a, b' , (2)) /* b */), (2, - 2, 3, 4, `id` + 1, 1);\n";
    let mut rows = open("a.sql", sql);
    let values = |rows: &Rows, n: usize| rows.rows().nth(n).unwrap().1.values.clone();
    let a = "NOW() + INTERVAL 1 DAY";
    assert_eq!(values(&rows, 0)[4..], [Some(a.into()), Some("IF(1 = 1, 'a, b' , (2))".into())]);
    assert_eq!(
        (&*values(&rows, 1)[1].clone().unwrap(), &*values(&rows, 1)[4].clone().unwrap()),
        ("- 2", "`id` + 1")
    );
    let row = values(&rows, 0);
    rows.rows.push(rows.rows[0].clone());
    rows.rows[2].as_mut().unwrap().values[0] = None;
    rows.rows[1].as_mut().unwrap().values[4..].clone_from_slice(&row[4..]);
    let changed = text(&rows);
    let statements = "UPDATE `spawn2` SET `a` = NOW() + INTERVAL 1 DAY, `b` = IF(1 = 1, 'a, b' , (2)) \
        WHERE `id` = 2;\nINSERT INTO `spawn2` (`x`, `y`, `z`, `a`, `b`) VALUES (2, 3, 4, NOW() + INTERVAL 1 DAY, \
        IF(1 = 1, 'a, b' , (2)));\n";
    assert_eq!(changed, format!("{sql}\n-- Changes by Landwright\n{statements}"));
    assert_eq!(open("a.sql", &changed).rows, rows.rows);
}

#[test]
fn a_row_of_a_different_zone_is_not_put_on_a_floor_of_this_one() {
    let floor = [[0.0, 0.0, 5.0], [0.0, 10.0, 5.0], [10.0, 0.0, 5.0]];
    let asked = Asked { ground: Ground::new(vec![floor]), ..Asked::default() };
    let around = Around { zone: "isle", ground: Some((&asked.ground, &asked.regions)) };
    let mut rows = open("a.csv", "id,zone,x,y,z\n1,oasis,2,2,30\n2,ISLE,2,2,30\n");
    let json = json!({"action":"drop-rows","rows":[1,2]});
    let action = Action::from_parts("drop-rows", &json).unwrap();
    let (_, notes) = action.apply(&mut rows, &around).unwrap();
    assert_eq!(notes, ["row 1 is in oasis, not in isle; it stays"]);
    assert_eq!(text(&rows), "id,zone,x,y,z\n1,oasis,2,2,30\n2,ISLE,2,2,5\n");
}

#[test]
fn texts_are_in_the_code_page_of_the_project() {
    let korean = b"id,x,y,z,note\n1,2,3,4,\xb0\xa1\n";
    let mut rows = Rows::open("a.csv", korean, CodePage::Cp949).unwrap();
    assert_eq!(rows.shown(rows.rows().next().unwrap().1.get("note").unwrap()), "가");
    assert_eq!(rows.to_bytes().unwrap(), korean);
    act(&mut rows, &json!({"action":"set-rows","rows":[1],"fields":{"note":"나"}})).unwrap();
    assert_eq!(rows.to_bytes().unwrap(), b"id,x,y,z,note\n1,2,3,4,\xb3\xaa\n");
    act(&mut rows, &json!({"action":"set-rows","rows":[1],"fields":{"note":"é"}})).unwrap();
    let refused = "the file is in CP949 (Korean), which lacks `é`";
    assert_eq!(rows.to_bytes().unwrap_err(), refused);
}

#[test]
fn damaged_files_do_no_harm() {
    for name in ["isle_spawns.csv", "isle_spawns.sql"] {
        let bytes = sample_file(name);
        for len in 0..bytes.len() {
            if let Ok(rows) = Rows::open(name, &bytes[..len], CodePage::Cp949) {
                assert_eq!(rows.to_bytes().unwrap(), &bytes[..len]);
            }
        }
        let mut damaged = bytes.clone();
        for at in (0..damaged.len()).step_by(3) {
            damaged[at] ^= 0x55;
            if let Ok(rows) = Rows::open(name, &damaged, CodePage::Cp949) {
                assert_eq!(rows.to_bytes().unwrap(), damaged);
            }
            damaged[at] ^= 0x55;
        }
    }
}

#[test]
fn a_table_of_few_bytes_takes_little_memory() {
    let wide = format!("x,y,z{}\n", ",".repeat(4000));
    let lines = "1\n".repeat(40_000);
    for text in [format!("x,y,z{}\n1,2,3\n", ",".repeat(5000)), format!("{wide}{lines}")] {
        let refused = Rows::open("a.csv", text.as_bytes(), CodePage::Cp1252).unwrap_err();
        assert!(refused.to_string().contains("columns are too many"), "{refused}");
    }
}
