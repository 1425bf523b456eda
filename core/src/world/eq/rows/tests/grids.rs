//! Grids are rows without a point, and have waypoints.

use serde_json::{Value, json};

use super::{act, open, text};
use crate::world::eq::rows::action::Refusal;

const DUMP: &str = "INSERT INTO `grid` (`id`, `zoneid`, `type`, `type2`) VALUES (4, 9, 0, 2), (4, 8, 1, 1);\n\
    INSERT INTO `grid_entries` (`gridid`, `zoneid`, `number`, `x`, `y`, `z`, `heading`, `pause`) VALUES\n\
    (4, 9, 1, 1, 2, 3, 0, 10),\n(4, 9, 2, 5, 2, 3, 0, 10),\n(4, 8, 1, 5, 2, 3, 0, 10);\n";

#[test]
fn a_grid_is_a_row_that_is_edited_like_all_others() {
    let mut rows = open("a.sql", DUMP);
    let first = rows.rows().next().unwrap().1.clone();
    assert_eq!(first.in_words(), "grid id 4 zoneid 9");
    assert_eq!(first.place_in_words().as_deref(), Some("of type 0, type2 2"));
    assert_eq!((rows.rows().count(), rows.notes().len(), text(&rows).as_str()), (5, 0, DUMP));
    let set = json!({"action":"set-rows","rows":{"table":"grid","zoneid":8},"fields":{"type":3}});
    act(&mut rows, &set).unwrap();
    assert!(
        rows.changes().ends_with("UPDATE `grid` SET `type` = 3 WHERE `id` = 4 AND `zoneid` = 8;\n")
    );
    assert_eq!(text(&open("a.sql", &text(&rows))), text(&rows), "it is read again");
    let shift = json!({"action":"move-rows","rows":[1],"by":[1,0,0]});
    assert_eq!(act(&mut rows, &shift), Err(Refusal::NoPoint(1)));
    let csv = "id,zoneid,type,type2\n4,9,0,2\n";
    let mut rows = open("grid.csv", csv);
    act(&mut rows, &json!({"action":"add-row","fields":{"type":1}})).unwrap();
    act(&mut rows, &json!({"action":"set-rows","rows":[1],"fields":{"type2":0}})).unwrap();
    assert_eq!(text(&rows), "id,zoneid,type,type2\n4,9,0,0\n5,9,1,0\n");
}

#[test]
fn a_grid_comes_and_goes_with_its_waypoints() {
    let mut rows = open("a.sql", DUMP);
    let add = json!({
        "action": "add-grid", "fields": {"zoneid": 9, "type": 1},
        "waypoints": [{"x": 1, "y": 1, "z": 1}, {"x": 2, "y": 1, "z": 1, "pause": 30}],
    });
    act(&mut rows, &add).unwrap();
    let expected = "INSERT INTO `grid` (`id`, `zoneid`, `type`, `type2`) VALUES (5, 9, 1, 0);\n\
        INSERT INTO `grid_entries` (`gridid`, `zoneid`, `number`, `x`, `y`, `z`) VALUES (5, 9, 1, 1, 1, 1);\n\
        INSERT INTO `grid_entries` (`gridid`, `zoneid`, `number`, `x`, `y`, `z`, `pause`) VALUES \
        (5, 9, 2, 2, 1, 1, 30);\n";
    assert!(rows.changes().ends_with(expected), "{}", rows.changes());
    assert_eq!(text(&open("a.sql", &text(&rows))), text(&rows), "it is read again");
    let of = |id: u32| json!({"action":"remove-grids","rows":{"table":"grid","id":id,"zoneid":9}});
    act(&mut rows, &of(5)).unwrap();
    assert_eq!(text(&rows), DUMP);
    act(&mut rows, &of(4)).unwrap();
    let left: Vec<String> = rows.rows().map(|(_, row)| row.in_words()).collect();
    assert_eq!(left, ["grid id 4 zoneid 8", "grid_entries gridid 4 zoneid 8 number 1"]);
    let waypoint = json!({"action":"remove-grids","rows":{"table":"grid_entries"}});
    assert_eq!(act(&mut rows, &waypoint), Err(Refusal::NoGrid(5)));
    let mut alone = open("grid.csv", "id,zoneid,type,type2\n4,9,0,2\n");
    assert_eq!(act(&mut alone, &add), Err(Refusal::NoTable("grid_entries")));
    assert_eq!(text(&alone), "id,zoneid,type,type2\n4,9,0,2\n");
}

#[test]
fn grids_of_a_copy_or_of_another_database_stay_with_their_waypoints() {
    let tables = |database: &str, grid: &str| {
        format!(
            "INSERT INTO {database}{grid} (id, zoneid, type, type2) VALUES (4, 9, 0, 2);\n\
             INSERT INTO {database}grid_entries (gridid, zoneid, number, x, y, z) VALUES (4, 9, 1, 1, 2, 3);\n"
        )
    };
    let left = |dump: &str| -> Vec<String> {
        let mut rows = open("a.sql", dump);
        act(&mut rows, &json!({"action":"remove-grids","rows":[1]})).unwrap();
        assert!(!rows.changes().contains("backup"), "{}", rows.changes());
        rows.rows().map(|(_, row)| row.in_words()).collect()
    };
    let copy = "INSERT INTO grid_backup (id, zoneid, type, type2) VALUES (4, 9, 0, 2);\n";
    assert_eq!(left(&[tables("", "grid").as_str(), copy].concat()), [""; 0]);
    let two = [tables("peq.", "grid"), tables("test.", "grid")].concat();
    let test = ["test.grid id 4 zoneid 9", "test.grid_entries gridid 4 zoneid 9 number 1"];
    assert_eq!(left(&two), test);
}

#[test]
fn a_new_grid_takes_no_number_that_waypoints_or_spawn_points_use_and_is_in_a_zone() {
    let dump = format!(
        "{DUMP}INSERT INTO grid_entries (gridid, zoneid, number, x, y, z) VALUES (6, 9, 1, 1, 2, 3);\n\
         INSERT INTO spawn2 (id, zone, x, y, z, pathgrid) VALUES (1, 'freportw', 1, 2, 3, 8), (2, 'oasis', 1, 2, 3, 20);\n"
    );
    let mut rows = open("a.sql", &dump);
    let add = |fields: Value| json!({"action":"add-grid","fields":fields,"waypoints":[]});
    let refused = act(&mut rows, &add(json!({})));
    assert!(matches!(refused, Err(Refusal::Lacks(_))), "{refused:?}");
    act(&mut rows, &add(json!({"zoneid": 9}))).unwrap();
    assert!(rows.changes().contains("VALUES (9, 9, 0, 0)"), "{}", rows.changes());
    let entries =
        "INSERT INTO grid_entries (gridid, zoneid, number, x, y, z) VALUES (6, 9, 1, 1, 2, 3);\n";
    let mut rows = open("a.sql", &format!("{DUMP}{entries}"));
    act(&mut rows, &add(json!({"zoneid": 9}))).unwrap();
    assert!(rows.changes().contains("VALUES (7, 9, 0, 0)"), "{}", rows.changes());
}
