//! Grids are rows without a point, and have waypoints.

use serde_json::json;

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
