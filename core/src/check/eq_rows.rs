//! What can be wrong with rows of an EverQuest server, by themselves and in their zone.

use crate::check::found::Found;
use crate::check::table::Around;
use crate::format::eq::pfs;
use crate::format::file::Content;
use crate::nav::eq::answer::{As, Asked, Verdict};
use crate::problem::{Place, Problem, Rule, Severity, Thing};
use crate::world::eq::Zone;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{InZone, Row};

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
The server finds no floor below or above a spawn point or waypoint. Most such points are outside of the zone, \
or have x and y swapped.

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

pub const RULES: &[&Rule] = &[&OFF_FLOOR, &NO_FLOOR, &IN_LIQUID, &HEADING, &UNREAD];

/// Tables whose points people and monsters stand at.
const STANDING: [&str; 3] = ["spawn2", "grid_entries", "zone"];

/// What keeps the place of a player.
const KEPT: f64 = 999_999.0;

/// Checks rows. Without their zone beside them, nothing is said about floors.
pub fn check(file: &str, rows: &Rows, zone: &str, around: Around<'_>) -> Vec<Problem> {
    let mut found = Found::default();
    let asked = asked(zone, around);
    let is_here = |row: &Row| match row.zone() {
        Some(InZone::Named(own)) => own.eq_ignore_ascii_case(zone),
        _ => true,
    };
    for (number, row) in rows.rows() {
        let place = || Place::thing(file, Thing::object("row", number));
        if let Some(heading) = row.odd_heading() {
            let message = || {
                let expected = "expected 0 to 512";
                (format!("{} has heading {heading}; {expected}", row.in_words()), Vec::new())
            };
            found.add(&HEADING, place, message);
        }
        let Some(at) = row.at() else {
            let message = || (format!("{} has no place", row.in_words()), Vec::new());
            found.add(&UNREAD, place, message);
            continue;
        };
        let stands = STANDING.contains(&row.table.own_name().to_lowercase().as_str());
        let is_kept = at.iter().any(|number| number.abs() >= KEPT);
        let Some(asked) = asked.as_ref().filter(|_| stands && !is_kept && is_here(row)) else {
            continue;
        };
        let answer = asked.answer(As::Server, at);
        let [.., z] = at;
        let rule = match answer.verdict {
            Verdict::Fine => continue,
            Verdict::High | Verdict::VeryHigh | Verdict::Below => &OFF_FLOOR,
            Verdict::InLiquid => &IN_LIQUID,
            Verdict::NoFloor => &NO_FLOOR,
        };
        let message = || {
            let floor = match answer.best_z {
                Some(floor) => format!("at height {z}, and its floor at {}", floor as f32),
                None => format!("at height {z}, and no floor is there"),
            };
            (format!("{} is {floor}", row.in_words()), Vec::new())
        };
        found.add(rule, place, message);
    }
    found.finish(file)
}

/// The zone as the server has it, from the client's files or else its own.
fn asked(name: &str, around: Around<'_>) -> Option<Asked> {
    let beside = |ending: &str| around(&format!("{name}{ending}").to_uppercase());
    if let Some(Content::S3d(archive)) = beside(".s3d").as_deref()
        && let Ok(mut zone) = Zone::open(&format!("{name}.s3d"), &pfs::write(archive))
    {
        if let Some(Content::S3d(models)) = beside("_obj.s3d").as_deref() {
            // Without them, floors are those of the zone itself.
            let _ = zone.add_models(&pfs::write(models));
        }
        return Some(zone.asked());
    }
    let map = beside(".map")?;
    let Content::Map(map) = &*map else { return None };
    match beside(".wtr").as_deref() {
        Some(Content::Wtr(wtr)) => Some(Asked::new(map, Some(wtr))),
        _ => Some(Asked::new(map, None)),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::format::file;
    use crate::sample;

    fn problems(name: &str, bytes: &[u8]) -> Vec<(&'static str, String)> {
        let files = sample::eq::files().unwrap();
        let around = |name: &str| {
            let file = files.iter().find(|file| file.path.eq_ignore_ascii_case(name))?;
            let kind = file::Kind::of(&file.path, &file.bytes)?;
            file::read(kind, &file.bytes).ok().map(|file| Rc::new(file.content))
        };
        let rows = Rows::open(name, bytes).unwrap();
        let problems = check(name, &rows, "isle", &around);
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
    fn rows_of_other_zones_kept_places_and_headings_that_say_so_are_fine() {
        let csv =
            "id,zone,x,y,z,heading\n1,oasis,-70,0,45,0\n2,isle,999999,0,45,512\n3,isle,a,0,45,0\n";
        let found = [("eq-row-number", "spawn2 id 3 has no place".to_owned())];
        assert_eq!(problems("spawns.csv", csv.as_bytes()), found);
        let points = "zone,number,x,y,z,heading,target_zone_id\nisle,1,0,0,0,999,2\n";
        assert_eq!(problems("points.csv", points.as_bytes()), []);
    }
}
