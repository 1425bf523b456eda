//! What the list of areas and the other files of the folder say of an area's zones.

use std::collections::BTreeSet;

use crate::problem::counted::counted;
use crate::problem::{Place, Problem, Rule, Severity};
use crate::space::tera::Zone;
use crate::world::area::Area;
use crate::world::area::names::NamedArea;

pub(super) const NOT_LISTED: Rule = Rule {
    code: "apd-zones-not-listed",
    severity: Severity::Warning,
    title: "Zones that differ from the list of areas",
    explanation: "\
AreaList.xml says which zones an area of this name has, and in which zone its world starts. The \
game's own files have every zone of their entry, and the rest of the rectangle around them. A \
server that uses the list finds no paths in zones that the file lacks.

It is a warning if the zones' numbers seem shifted, because the nodes are in different zones than \
the ones that list them. Otherwise it is information. Correct the numbers, or the list.",
};

pub(super) const SHARED: Rule = Rule {
    code: "apd-zones-shared",
    severity: Severity::Hint,
    title: "Zone that is also in another area of the folder",
    explanation: "\
Two areas of one folder have the same zone, and so the same geometry (.zgd). Each area has its own \
paths over it, as in the game's own data. But if you change the volumes there, you change the \
ground of both areas.

Check both areas after you changed the geometry of such a zone.",
};

/// So many zones are named in a message.
const MAX_NAMED: usize = 6;

/// Holds the zones of an area against what the list of areas has under its name.
pub fn not_listed(file: &str, area: &Area, listed: &NamedArea) -> Option<Problem> {
    let problem = |message: String| {
        let said = format!("{} (line {} of the list): {message}", listed.name, listed.line);
        Problem::new(&NOT_LISTED, Place::file(file), said)
    };
    let origin = area.origin();
    if let Some(right) = listed.origins.first().filter(|_| !listed.origins.contains(&origin))
        && area.nodes().next().is_some()
    {
        let off = [origin.zone_x - right.zone_x, origin.zone_y - right.zone_y];
        return Some(problem(format!(
            "the numbers of the zones are {}, {} too high for their nodes, in a world that starts in \
             zone {}, {}",
            off[0], off[1], right.zone_x, right.zone_y
        )));
    }
    let own: BTreeSet<Zone> = area.zones().iter().copied().collect();
    let message = differences(&own, listed)?;
    Some(Problem { severity: Severity::Information, ..problem(message) })
}

/// Which zones an area has beyond those that are listed, and which it lacks.
fn differences(own: &BTreeSet<Zone>, listed: &NamedArea) -> Option<String> {
    let mut entries =
        listed.entries.iter().chain([&listed.zones]).filter(|zones| !zones.is_empty());
    if listed.zones.is_empty() || entries.any(|entry| is_of(own, entry)) {
        return None;
    }
    let rectangle = around(&listed.zones);
    let extra: Vec<Zone> = own.iter().filter(|zone| !rectangle.contains(zone)).copied().collect();
    let lacking: Vec<Zone> = listed.zones.difference(own).copied().collect();
    let parts = [("has", extra, "not listed"), ("lacks", lacking, "listed")];
    let parts = parts.into_iter().filter(|(_, zones, _)| !zones.is_empty());
    let parts: Vec<String> =
        parts.map(|(verb, zones, what)| format!("{verb} {}, {what}", in_words(&zones))).collect();
    Some(format!("the file {}", parts.join("; it ")))
}

/// Names the other areas of a folder that have zones of this one.
pub fn shared(file: &str, zones: &[Zone], others: &[(String, Vec<Zone>)]) -> Vec<Problem> {
    let own: BTreeSet<Zone> = zones.iter().copied().collect();
    let shared = others.iter().filter_map(|(other, zones)| {
        let zones: BTreeSet<Zone> = zones.iter().copied().collect();
        let both: Vec<Zone> = own.intersection(&zones).copied().collect();
        let message = format!("{other} has {} as well", in_words(&both));
        (!both.is_empty()).then(|| Problem::new(&SHARED, Place::file(file), message))
    });
    shared.collect()
}

/// Whether zones are those of an entry, with others of its rectangle or without.
fn is_of(own: &BTreeSet<Zone>, entry: &BTreeSet<Zone>) -> bool {
    entry.is_subset(own) && own.iter().all(|zone| around(entry).contains(zone))
}

/// A rectangle of zones.
#[derive(Debug, Clone, Copy)]
struct Rectangle {
    low: [u32; 2],
    high: [u32; 2],
}

impl Rectangle {
    fn contains(self, zone: &Zone) -> bool {
        (self.low[0]..=self.high[0]).contains(&zone.x)
            && (self.low[1]..=self.high[1]).contains(&zone.y)
    }
}

fn around(zones: &BTreeSet<Zone>) -> Rectangle {
    let start = Rectangle { low: [u32::MAX; 2], high: [0; 2] };
    zones.iter().fold(start, |Rectangle { low, high }, Zone { x, y }| Rectangle {
        low: [low[0].min(*x), low[1].min(*y)],
        high: [high[0].max(*x), high[1].max(*y)],
    })
}

fn in_words(zones: &[Zone]) -> String {
    let mut names: Vec<String> =
        zones.iter().take(MAX_NAMED).map(|Zone { x, y }| format!("{x}, {y}")).collect();
    if let Some(more) = zones.len().checked_sub(MAX_NAMED).filter(|more| *more > 0) {
        names.push(counted(more, "other", "others"));
    }
    let zones = if zones.len() == 1 { "zone" } else { "zones" };
    format!("{zones} {}", names.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tera::area_list::read;
    use crate::world::area::names::Names;

    fn zones(list: &[(u32, u32)]) -> Vec<Zone> {
        list.iter().map(|(x, y)| Zone { x: *x, y: *y }).collect()
    }

    #[test]
    fn zones_of_any_entry_and_of_its_rectangle_are_listed_and_others_are_not() {
        let list = "<AreaList><Area name='Isle_P'><Zone x='1' y='1'/><Zone x='2' y='2'/></Area>\
                    <Area name='Isle_P'><Zone x='7' y='7'/></Area></AreaList>";
        let names = Names::of(&read(list.as_bytes()).0);
        let isle = names.get("isle_p").unwrap();
        let message = |own: &[(u32, u32)]| differences(&zones(own).into_iter().collect(), isle);
        assert_eq!(message(&[(1, 1), (2, 2)]), None);
        assert_eq!(message(&[(1, 1), (1, 2), (2, 1), (2, 2)]), None);
        assert_eq!(message(&[(7, 7)]), None);
        assert_eq!(
            message(&[(1, 1), (9, 1)]).unwrap(),
            "the file has zone 9, 1, not listed; it lacks zones 2, 2; 7, 7, listed"
        );
        assert!(message(&[(2, 2)]).is_some());
    }

    #[test]
    fn nodes_say_that_the_numbers_of_zones_are_shifted() {
        let names = |x: u32| {
            let list = format!(
                "<AreaList><Continent originZoneX='{x}' originZoneY='1000'><Area name='a'>\
                 <Zone x='1000' y='1000'/></Area></Continent></AreaList>"
            );
            Names::of(&read(list.as_bytes()).0)
        };
        let area = crate::world::area::tests::area(&[(4, 4)], &[]);
        assert_eq!(not_listed("a.apd", &area, names(1000).get("a").unwrap()), None);
        let problem = not_listed("a.apd", &area, names(999).get("a").unwrap()).unwrap();
        assert_eq!(problem.severity, Severity::Warning);
        assert_eq!(
            problem.message,
            "a (line 1 of the list): the numbers of the zones are 1, 0 too high for their nodes, in \
             a world that starts in zone 999, 1000"
        );
    }

    #[test]
    fn another_area_of_the_folder_with_the_same_zone_is_named() {
        let others = [
            ("b.apd".to_owned(), zones(&[(3, 3), (2, 2)])),
            ("c.apd".to_owned(), zones(&[(8, 8)])),
        ];
        let found = shared("a.apd", &zones(&[(1, 1), (2, 2)]), &others);
        let messages: Vec<_> = found.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, ["b.apd has zone 2, 2 as well"]);
    }
}
