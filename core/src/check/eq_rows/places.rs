//! What a zone has where rows are: floors, liquids, walls, borders of regions, and seams between triangles.

use std::collections::BTreeMap;

use crate::check::eq_rows::{IN_LIQUID, IN_WALL, Ignored, NO_FLOOR, OFF_FLOOR, ON_BORDER, SEAM};
use crate::check::table::Around;
use crate::format::eq::pfs;
use crate::format::file::Content;
use crate::nav::eq::answer::{As, Asked, Verdict};
use crate::problem::Rule;
use crate::space::eq::Kind;
use crate::space::eq::zones::name_of;
use crate::world::eq::rows::Rows;
use crate::world::eq::rows::row::{InZone, Row, bare, is_known_zone};
use crate::world::eq::{Zone, server_map};

/// What keeps the place of a player.
const KEPT: f64 = 999_999.0;

/// A point is in a wall where it is in solid ground this far above itself: at the knees and at the head.
const BODY: [f64; 2] = [1.0, 3.0];
/// What is deeper below a floor than this is in a wall, and not in the ground.
const DEEP: f64 = 20.0;
/// The server's floor is through a seam where the true one is so far from it.
const THROUGH_SEAM: f64 = 1.0;

/// What is at the places of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// Monsters or people, who need a floor.
    Stands,
    /// Something that may hang, or be set in a wall. It needs a zone around it.
    Hangs,
}

impl What {
    fn of(row: &Row) -> Option<What> {
        match row.table.own_name().to_lowercase().as_str() {
            "spawn2" | "grid_entries" | "zone" => Some(What::Stands),
            "doors" | "zone_points" => Some(What::Hangs),
            _ => None,
        }
    }
}

/// What is wrong where a row is.
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    /// After the row in words.
    pub(super) message: String,
}

/// The zones around a file of rows, as far as rows are in them.
pub(super) struct Zones<'a> {
    pub(super) around: Around<'a>,
    pub(super) ignored: Ignored<'a>,
}

/// What is wrong where rows are, by their numbers. One zone is read at a time.
pub(super) fn faults(rows: &Rows, zone: &str, zones: &Zones<'_>) -> BTreeMap<u32, Vec<Fault>> {
    let mut by_zone: BTreeMap<String, Vec<(u32, What, [f64; 3])>> = BTreeMap::new();
    let has_several = has_several_numbers(rows);
    for (number, row) in rows.rows() {
        let Some((what, at)) = What::of(row).zip(row.at()) else { continue };
        if at.iter().any(|number| number.abs() >= KEPT) {
            continue;
        }
        let Some(own) = zone_of(row, zone, has_several) else { continue };
        by_zone.entry(own).or_default().push((number, what, at));
    }
    let mut faults = BTreeMap::new();
    for (zone, places) in by_zone {
        let Some(asked) = zones.asked(&zone) else { continue };
        for (number, what, at) in places {
            let own: Vec<Fault> = match what {
                What::Stands => standing(&asked, at),
                What::Hangs => hanging(&asked, at).into_iter().collect(),
            };
            if !own.is_empty() {
                faults.insert(number, own);
            }
        }
    }
    faults
}

/// Whether rows are of several zones by their numbers.
pub(super) fn has_several_numbers(rows: &Rows) -> bool {
    let mut numbers = rows.rows().filter_map(|(_, row)| match row.zone() {
        Some(InZone::Numbered(number)) => Some(number),
        _ => None,
    });
    let first = numbers.next();
    numbers.any(|number| Some(number) != first)
}

/// The zone that a row is in: its own, or that of the file. `None` where nobody knows which of several it is.
pub(super) fn zone_of(row: &Row, of_file: &str, has_several_numbers: bool) -> Option<String> {
    let short_name = || row.get("short_name").map(|name| bare(name).to_lowercase());
    let is_zone = row.table.own_name().eq_ignore_ascii_case("zone");
    match row.zone() {
        _ if is_zone => short_name(),
        Some(InZone::Named(own)) => Some(own),
        Some(InZone::Numbered(number)) => {
            let of_file = of_file.to_lowercase();
            let known = number.parse().ok().and_then(name_of).map(str::to_owned);
            // A zone that somebody made may have any number.
            let is_made = !has_several_numbers && !is_known_zone(&of_file);
            known.filter(|_| !is_made).or_else(|| (!has_several_numbers).then_some(of_file))
        }
        None => Some(of_file.to_lowercase()),
    }
}

fn standing(asked: &Asked, at: [f64; 3]) -> Vec<Fault> {
    let [.., z] = at;
    let [server, truth] = [As::Server, As::True].map(|who| asked.answer(who, at));
    let height = |best: Option<f64>| match best {
        Some(floor) => format!("at height {z}, and its floor at {}", floor as f32),
        None => format!("at height {z}, and no floor is there"),
    };
    let mut faults = Vec::new();
    let is_seam = truth.best_z.is_some_and(|truth| {
        server.best_z.is_none_or(|server| (server - truth).abs() > THROUGH_SEAM)
    });
    let is_deep = server.best_z.is_none_or(|floor| z > floor || floor - z > DEEP);
    let rule = match server.verdict {
        _ if is_seam => Some(&SEAM),
        Verdict::InLiquid => Some(&IN_LIQUID),
        Verdict::NoFloor => Some(&NO_FLOOR),
        _ if is_deep && is_in_wall(asked, at) => Some(&IN_WALL),
        Verdict::High | Verdict::VeryHigh | Verdict::Below => Some(&OFF_FLOOR),
        Verdict::Fine => None,
    };
    if let Some(rule) = rule {
        let message = match rule.code {
            code if code == SEAM.code => {
                let truth = truth.best_z.map(|truth| truth as f32).unwrap_or_default();
                let server = server.best_z.map(|server| format!("at {}", server as f32));
                let server = server.unwrap_or_else(|| "nowhere".to_owned());
                format!("over a seam: its floor is at {truth}, but {server} for the server")
            }
            code if code == IN_WALL.code => "in a wall".to_owned(),
            _ => height(server.best_z),
        };
        faults.push(Fault { rule, message });
    }
    let normal = Kind::Normal.number();
    if server.region == normal
        && truth.region != normal
        && asked.regions.tree.is_on_plane(at.map(|number| number as f32))
        && let Some(kind) = Kind::of(truth.region)
    {
        let message = format!("on the border of a region of {}", kind.name().replace('-', " "));
        faults.push(Fault { rule: &ON_BORDER, message });
    }
    faults
}

fn hanging(asked: &Asked, at: [f64; 3]) -> Option<Fault> {
    let answer = asked.answer(As::Server, at);
    let message = "where the zone has no floor below or above it".to_owned();
    (answer.verdict == Verdict::NoFloor).then_some(Fault { rule: &NO_FLOOR, message })
}

/// Whether a body at a point would be in solid ground. Where no tree is known, no wall is.
fn is_in_wall(asked: &Asked, [x, y, z]: [f64; 3]) -> bool {
    let tree = &asked.regions.tree;
    let is_solid = |up: f64| tree.leaf([x, y, z + up]).is_none();
    tree.leaves().next().is_some() && BODY.into_iter().all(is_solid)
}

impl Zones<'_> {
    /// The zone of the client.
    pub(super) fn zone(&self, name: &str) -> Option<Zone> {
        let content = (self.around)(&format!("{name}.s3d").to_uppercase())?;
        let Content::S3d(archive) = &*content else { return None };
        Zone::open(&format!("{name}.s3d"), &pfs::write(archive)).ok()
    }

    /// The zone as the server has it, from the client's files or else its own.
    fn asked(&self, name: &str) -> Option<Asked> {
        let beside = |ending: &str| (self.around)(&format!("{name}{ending}").to_uppercase());
        if let Some(mut zone) = self.zone(name) {
            if let Some(Content::S3d(models)) = beside("_obj.s3d").as_deref() {
                // Without them, floors are those of the zone itself.
                let _ = zone.add_models(&pfs::write(models));
            }
            let ignored = (self.ignored)(name);
            zone.ignored = ignored.map(|text| server_map::ignored(&text)).unwrap_or_default();
            return Some(zone.asked());
        }
        let map = beside(".map")?;
        let Content::Map(map) = &*map else { return None };
        match beside(".wtr").as_deref() {
            Some(Content::Wtr(wtr)) => Some(Asked::new(map, Some(wtr))),
            _ => Some(Asked::new(map, None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::eq::ground::Ground;

    #[test]
    fn a_point_over_a_seam_is_told_from_one_without_a_floor() {
        // Two triangles with an edge in common, and a floor far below.
        let (a, b) = ([0.1, 0.7, 0.0], [97.3, 61.9, 13.7]);
        let upper = vec![[a, b, [90.0, 3.0, 5.0]], [b, a, [4.0, 80.0, 9.0]]];
        let deep = [[-200.0, -200.0, -50.0], [-200.0, 400.0, -50.0], [400.0, -200.0, -50.0]];
        let ground = Ground::new([upper, vec![deep]].concat());
        let asked = Asked { ground, ..Asked::default() };
        let codes = |at: [f64; 3]| -> Vec<&str> {
            standing(&asked, at).iter().map(|fault| fault.rule.code).collect()
        };
        // Points of 32 bits that are on the edge, as far as these have it.
        let on_edge = (1..2000_u16).map(|step| {
            let share = f32::from(step) / 2000.0;
            let [x, y, z] = [0, 1, 2].map(|axis: usize| a[axis] + (b[axis] - a[axis]) * share);
            [x, y, z + 0.5].map(f64::from)
        });
        let through: Vec<[f64; 3]> = on_edge
            .filter(|at| {
                let [server, truth] = [As::Server, As::True].map(|who| asked.answer(who, *at));
                server.best_z.is_some_and(|best| best < -40.0) && truth.best_z > Some(-40.0)
            })
            .collect();
        assert!(!through.is_empty(), "the server falls through somewhere");
        assert!(through.iter().all(|at| codes(*at) == ["eq-row-seam"]), "{through:?}");
        let floor = asked.answer(As::True, [60.0, 20.0, 6.0]).best_z.unwrap();
        assert_eq!(codes([60.0, 20.0, floor + 1.0]), [""; 0]);
    }
}
