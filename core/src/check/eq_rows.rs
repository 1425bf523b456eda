//! What can be wrong with rows of an EverQuest server, by themselves and in their zone.

mod lines;
mod places;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use self::places::Zones;
use crate::check::found::Found;
use crate::check::table::Around;
use crate::problem::{Place, Problem, Rule, Severity, Thing};
use crate::world::eq::rows::{Damage, Rows, Unfit};

const OFF_FLOOR: Rule = Rule {
    code: "eq-row-floor",
    severity: Severity::Warning,
    title: "Point off its floor",
    explanation: "\
A spawn point or waypoint is more than 6 units above the floor that the server finds for it, or more than 1 \
below. Monsters fall, float, or walk through the ground.

Heights that were taken from a tall game master are too high. The action `drop-rows` puts points on their floor.",
};

const NO_FLOOR: Rule = Rule {
    code: "eq-row-void",
    severity: Severity::Warning,
    title: "Point without a floor",
    explanation: "\
The server finds no floor below or above a spawn point, waypoint, door or zone point. Most such points are outside \
of the zone, or have x and y swapped.

Look at the place in the window, and move the point.",
};

const IN_LIQUID: Rule = Rule {
    code: "eq-row-liquid",
    severity: Severity::Information,
    title: "Point in water or lava",
    explanation: "\
A spawn point or waypoint is in a region of water or lava. The server leaves its height as it is, and what is \
there swims.

For monsters that walk, move the point to dry land.",
};

const HEADING: Rule = Rule {
    code: "eq-row-heading",
    severity: Severity::Warning,
    title: "Heading out of range",
    explanation: "\
A heading is above 512, but a circle has 512 parts for the server. The client turns what is there somewhere else.

It was most likely given in degrees of a different tool. Set it with the action `set-rows`.",
};

const UNREAD: Rule = Rule {
    code: "eq-row-number",
    severity: Severity::Warning,
    title: "Row without numbers for its place",
    explanation: "\
A row has something else than numbers in x, y and z, or too few values. Its place is unknown, so it is not checked.

Look at the row in the file: a comma may be missing, or a text may not end.",
};

const SAME_KEY: Rule = Rule {
    code: "eq-row-key",
    severity: Severity::Warning,
    title: "Key that occurs twice",
    explanation: "\
Two rows of a table have the same key, such as `id`. A database refuses the second one, or has that one alone, and \
no statement can name one of them. So Landwright changes neither in a dump.

Give one of them a key of its own, or remove it. Where a merge or a copy made both, keep the one that is right.",
};

const DAMAGED: Rule = Rule {
    code: "eq-row-damaged",
    severity: Severity::Error,
    title: "Table that can't be read",
    explanation: "\
A table or dump with spawn points, waypoints, doors or zone points is damaged: a quoted text or a remark has no \
end, or the changes of Landwright behind a dump are not as it wrote them. None of its rows is checked, and it \
does not open.

Look at the line that the message names. Close the quote, or take the file from a backup. Where somebody edited \
statements below `-- Changes by Landwright`, read the dump into the database and dump it anew.",
};

const IN_WALL: Rule = Rule {
    code: "eq-row-wall",
    severity: Severity::Warning,
    title: "Point in a wall",
    explanation: "\
A spawn point or waypoint is in solid ground beside the rooms of the zone. What is there can't be reached, or \
falls out of the zone.

Look at the place in the window, and move the point into the room.",
};

const ON_BORDER: Rule = Rule {
    code: "eq-row-border",
    severity: Severity::Information,
    title: "Point on the border of a region",
    explanation: "\
A spawn point or waypoint is exactly on a plane that parts regions. The server takes such a point for one in no \
region, so it treats water there as dry land.

Move the point a little, such as by a tenth of a unit.",
};

const SEAM: Rule = Rule {
    code: "eq-row-seam",
    severity: Severity::Warning,
    title: "Point over a seam",
    explanation: "\
A spawn point or waypoint is exactly over the edge between two triangles. The server looks for the floor with a \
ray, which passes between them, so it finds a different floor or none. Monsters fall.

Move the point a little, such as by a tenth of a unit.",
};

const AT_ORIGIN: Rule = Rule {
    code: "eq-row-origin",
    severity: Severity::Warning,
    title: "Zone point at 0, 0, 0",
    explanation: "\
A row of zone_points is at 0, 0, 0, or leads there. Most such rows were never filled in. The server does not find \
the line that a player crosses, or puts the player in the middle of the next zone.

Set x, y and z, or target_x, target_y and target_z, with the action `set-rows`.",
};

const NO_ROW: Rule = Rule {
    code: "eq-row-line",
    severity: Severity::Warning,
    title: "Zone line without a row",
    explanation: "\
A line in the zone leads to a row of zone_points, but the file has no row with that number for the zone. Crossing \
the line leads nowhere.

Add the row with the action `add-row`, or tag the regions of the line with a different number.",
};

pub const RULES: &[&Rule] = &[
    &OFF_FLOOR, &NO_FLOOR, &IN_WALL, &IN_LIQUID, &ON_BORDER, &SEAM, &HEADING, &AT_ORIGIN, &NO_ROW,
    &UNREAD, &SAME_KEY, &DAMAGED,
];

/// Gives the text of the `.ignore` of a zone, by the name of the zone.
pub type Ignored<'a> = &'a dyn Fn(&str) -> Option<Vec<u8>>;

/// Why a file with rows is not read.
pub fn damaged(file: &str, unfit: &Unfit) -> Option<Problem> {
    let Damage { line, reason } = unfit.damage()?;
    Some(Problem::new(&DAMAGED, line_of(file, line), reason))
}

fn line_of(file: &str, line: usize) -> Place {
    Place::thing(file, Thing::object("line", u32::try_from(line).unwrap_or(u32::MAX)))
}

/// Checks rows. Those that name a zone are looked at in it, and all others in the zone of the file. Nothing
/// is said about floors of a zone that is not beside them.
pub fn check(
    file: &str,
    rows: &Rows,
    zone: &str,
    around: Around<'_>,
    ignored: Ignored<'_>,
) -> Vec<Problem> {
    let mut found = Found::default();
    for Damage { line, reason } in rows.damage() {
        found.add(&UNREAD, || line_of(file, *line), || (reason.clone(), Vec::new()));
    }
    let zones = Zones { around, ignored };
    let faults = places::faults(rows, zone, &zones);
    let mut keys: HashMap<String, u32> = HashMap::new();
    for (number, row) in rows.rows() {
        let place = || Place::thing(file, Thing::object("row", number));
        if let Some(first) = rows.key_of(row).and_then(|key| match keys.entry(key) {
            Entry::Occupied(first) => Some(*first.get()),
            Entry::Vacant(free) => {
                free.insert(number);
                None
            }
        }) {
            let message = || (format!("{} is row {first} as well", row.in_words()), Vec::new());
            found.add(&SAME_KEY, place, message);
        }
        if let Some((column, heading)) = row.odd_heading() {
            let message = || {
                let expected = "expected 0 to 512";
                (format!("{} has {column} {heading}; {expected}", row.in_words()), Vec::new())
            };
            found.add(&HEADING, place, message);
        }
        if row.table.point().is_some() && row.at().is_none() {
            let message = || (format!("{} has no place", row.in_words()), Vec::new());
            found.add(&UNREAD, place, message);
            continue;
        }
        if lines::is_line(row) {
            lines::at_origin(file, number, row, &mut found);
        }
        for fault in faults.get(&number).into_iter().flatten() {
            let message = || (format!("{} is {}", row.in_words(), fault.message), Vec::new());
            found.add(fault.rule, place, message);
        }
    }
    lines::without_row(file, rows, zone, &zones, &mut found);
    found.finish(file)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::format::file;
    use crate::format::text::CodePage;
    use crate::sample;

    fn problems(name: &str, bytes: &[u8]) -> Vec<(&'static str, String)> {
        let files = sample::eq::files().unwrap();
        let around = |name: &str| {
            let file = files.iter().find(|file| file.path.eq_ignore_ascii_case(name))?;
            let kind = file::Kind::of(&file.path, &file.bytes)?;
            file::read(kind, &file.bytes).ok().map(|file| Rc::new(file.content))
        };
        let problems = match Rows::open(name, bytes, CodePage::Cp1252) {
            Ok(rows) => check(name, &rows, &rows.zone_of_file(name), &around, &|_| None),
            Err(unfit) => damaged(name, &unfit).into_iter().collect(),
        };
        problems.into_iter().map(|problem| (problem.code, problem.message)).collect()
    }

    fn sample_file(name: &str) -> Vec<u8> {
        sample::eq::files().unwrap().into_iter().find(|file| file.path == name).unwrap().bytes
    }

    #[test]
    fn what_is_wrong_with_the_spawns_of_the_sample_is_found_in_both_forms() {
        let expected = [
            ("eq-row-liquid", "spawn2 id 3 is at height -10, and its floor at -20"),
            ("eq-row-floor", "spawn2 id 6 is at height 14, and its floor at 0"),
            ("eq-row-floor", "spawn2 id 7 is at height 45, and its floor at 0"),
            ("eq-row-floor", "spawn2 id 8 is at height -6, and its floor at 0"),
            ("eq-row-void", "spawn2 id 9 is at height 3, and no floor is there"),
            ("eq-row-heading", "spawn2 id 10 has heading 700; expected 0 to 512"),
        ];
        let expected = expected.map(|(code, message)| (code, message.to_owned()));
        for name in ["isle_spawns.csv", "isle_spawns.sql"] {
            assert_eq!(problems(name, &sample_file(name)), expected, "{name}");
        }
    }

    #[test]
    fn what_is_wrong_with_the_other_tables_of_the_sample_is_found() {
        let found = |name: &str, expected: &[(&'static str, &str)]| {
            let expected: Vec<(&str, String)> =
                expected.iter().map(|(code, message)| (*code, (*message).to_owned())).collect();
            assert_eq!(problems(name, &sample_file(name)), expected, "{name}");
        };
        found(
            "isle_grids.sql",
            &[
                ("eq-row-wall", "grid_entries gridid 2 zoneid 9 number 2 is in a wall"),
                (
                    "eq-row-floor",
                    "grid_entries gridid 2 zoneid 9 number 3 is at height 55, and its floor at 30",
                ),
                (
                    "eq-row-floor",
                    "grid_entries gridid 2 zoneid 9 number 4 is at height -5, and its floor at -20",
                ),
                (
                    "eq-row-border",
                    "grid_entries gridid 2 zoneid 9 number 4 is on the border of a region of water",
                ),
            ],
        );
        found(
            "isle_doors.csv",
            &[
                (
                    "eq-row-void",
                    "doors doorid 2 zone isle is where the zone has no floor below or above it",
                ),
                ("eq-row-heading", "doors doorid 3 zone isle has heading 640; expected 0 to 512"),
            ],
        );
        found(
            "isle_zone_points.csv",
            &[
                ("eq-row-heading", "zone_points id 2 has target_heading 700; expected 0 to 512"),
                ("eq-row-origin", "zone_points id 2 is at 0, 0, 0"),
                ("eq-row-line", "a zone line of isle leads to zone point 1, which has no row"),
            ],
        );
    }

    #[test]
    fn rows_of_other_zones_kept_places_and_headings_that_say_so_are_fine() {
        let csv =
            "id,zone,x,y,z,heading\n1,oasis,-70,0,45,0\n2,isle,999999,0,45,512\n3,isle,a,0,45,0\n";
        let found = [("eq-row-number", "spawn2 id 3 has no place".to_owned())];
        assert_eq!(problems("spawns.csv", csv.as_bytes()), found);
        let points = "zone,number,x,y,z,heading,target_zone_id\nisle,1,0,97,0,999,2\n";
        assert_eq!(problems("points.csv", points.as_bytes()), []);
    }

    #[test]
    fn rows_of_several_zones_are_looked_at_each_in_its_own() {
        let csv = "id,zone,x,y,z,heading\n1,oasis,-70,0,45,0\n2,Isle,-70,0,45,0\n";
        let found =
            [("eq-row-floor", "spawn2 id 2 is at height 45, and its floor at 0".to_owned())];
        assert_eq!(problems("all.csv", csv.as_bytes()), found);
        let grid = "gridid,zoneid,number,x,y,z\n1,9,1,-70,0,45\n1,9,2,-70,0,1\n";
        assert_eq!(problems("all.csv", grid.as_bytes()), []);
        let found = "grid_entries gridid 1 zoneid 9 number 1 is at height 45, and its floor at 0";
        assert_eq!(
            problems("isle_grid.csv", grid.as_bytes()),
            [("eq-row-floor", found.to_owned())]
        );
    }

    #[test]
    fn rows_of_a_different_zone_by_number_or_short_name_are_not_looked_at_in_that_of_the_file() {
        let grid = "gridid,zoneid,number,x,y,z\n1,9,1,-70,0,45\n1,4711,1,-70,0,45\n";
        assert_eq!(problems("isle_grid.csv", grid.as_bytes()), []);
        let zones = "INSERT INTO zone (id, short_name, safe_x, safe_y, safe_z) VALUES \
                     (1, 'oasis', -70, 0, 45), (2, 'Isle', -70, 0, 45);";
        let found = ("eq-row-floor", "zone id 2 is at height 45, and its floor at 0".to_owned());
        assert_eq!(problems("isle_zones.sql", zones.as_bytes()), [found]);
    }

    #[test]
    fn a_key_that_occurs_twice_and_a_damaged_table_are_problems_with_their_places() {
        let csv = "id,zone,x,y,z\n1,a,1,2,3\n01,a,4,5,6\n\"1\",a,4,5,6\n2,a,4,5,6\n";
        let twice = ("eq-row-key", "spawn2 id 01 is row 1 as well".to_owned());
        let thrice = ("eq-row-key", "spawn2 id \"1\" is row 1 as well".to_owned());
        assert_eq!(problems("a.csv", csv.as_bytes()), [twice, thrice]);
        // Doors of a zone have the same numbers in each of its versions.
        let doors =
            "doorid,zone,version,pos_x,pos_y,pos_z\n1,a,0,1,2,3\n1,a,1,1,2,3\n1,a,1.0,1,2,3\n";
        let found = problems("doors.csv", doors.as_bytes());
        assert_eq!(found, [("eq-row-key", "doors doorid 1 zone a is row 2 as well".to_owned())]);
        let quote = ("eq-row-damaged", "a quoted text has no closing quote".to_owned());
        assert_eq!(
            problems("a.csv", b"id,x,y,z\n1,2,3,4\n2,\"3,4,5\n"),
            std::slice::from_ref(&quote)
        );
        let sql = "INSERT INTO spawn2 (id, x, y, z) VALUES (1, 2, 3, 4), (2, 3);\n";
        let short = ("eq-row-number", "a row of spawn2 has too few values".to_owned());
        assert_eq!(problems("a.sql", sql.as_bytes()), [short]);
        assert_eq!(problems("a.sql", format!("{sql}'").as_bytes()), [quote]);
        let changes = format!("{sql}\n-- Changes by Landwright\nDROP TABLE a;\n");
        let found = problems("a.sql", changes.as_bytes());
        assert!(matches!(found.as_slice(), [("eq-row-damaged", _)]), "{found:?}");
        // They may be something else.
        for (name, text) in [("a.csv", "a,b\n1,\"2\n"), ("a.sql", "SELECT 'a"), ("a.csv", "")] {
            assert_eq!(problems(name, text.as_bytes()), [], "{name} {text}");
        }
    }
}
