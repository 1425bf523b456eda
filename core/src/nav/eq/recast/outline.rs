//! The outlines of regions, walked along their edges and made simpler.

use crate::nav::eq::recast::Settings;
use crate::nav::eq::recast::open::Open;
use crate::nav::eq::recast::region::{Region, Regions};

/// A corner of an outline, in cells of the field, and what is beyond the edge that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) x: i32,
    pub(super) z: i32,
    pub(super) y: i32,
    beyond: Beyond,
}

/// What is beyond an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Beyond {
    region: Region,
    /// The ground there is of a different area.
    is_other_area: bool,
}

impl Beyond {
    /// Whether the edge may follow the ground more or less closely: neighbours have to share the others.
    fn is_free(self) -> bool {
        self.region == Region::None || self.is_other_area
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outline {
    pub(super) corners: Vec<Corner>,
    pub(super) area: u8,
}

pub(super) fn outlines(open: &Open, regions: &Regions, settings: &Settings) -> Vec<Outline> {
    let mut is_edge: Vec<u8> = Vec::with_capacity(open.places.len());
    for own in 0..open.places.len() {
        let region = regions.of(own);
        let differs = |direction: usize| {
            let beside =
                open.beside(own, direction).map_or(Region::None, |other| regions.of(other));
            u8::from(beside != region) << direction
        };
        let own = matches!(region, Region::Own(_));
        is_edge.push(if own { (0..4).map(differs).sum() } else { 0 });
    }
    let mut outlines = Vec::new();
    for start in 0..open.places.len() {
        // A place of its own on all sides is no ground.
        if matches!(is_edge.get(start), None | Some(0 | 0xf)) {
            continue;
        }
        let Some(area) = open.places.get(start).and_then(|place| place.area) else { continue };
        let around = walk(open, regions, start, &mut is_edge);
        let corners = simplified(&around, settings);
        if corners.len() >= 3 {
            outlines.push(Outline { corners, area });
        }
    }
    outlines
}

/// All corners around a region, clockwise as Detour has them, from an edge of a place.
fn walk(open: &Open, regions: &Regions, start: usize, is_edge: &mut [u8]) -> Vec<Corner> {
    let mut corners = Vec::new();
    let edges = is_edge.get(start).copied().unwrap_or_default();
    let first = (0..4).find(|direction| edges >> direction & 1 == 1).unwrap_or_default();
    let (mut own, mut direction) = (start, first);
    // Every edge is passed once, and every place is left by one of its sides.
    for _ in 0..open.places.len().saturating_mul(8).saturating_add(8) {
        let Some(place) = open.places.get(own) else { break };
        let edges = is_edge.get(own).copied().unwrap_or_default();
        let is_passed = edges >> direction & 1 == 1;
        if is_passed {
            let (x, y) = (place.column as i32, place.row as i32);
            let (x, y) = match direction {
                0 => (x, y + 1),
                1 => (x + 1, y + 1),
                2 => (x + 1, y),
                _ => (x, y),
            };
            let other = open.beside(own, direction);
            let area = other.and_then(|other| open.places.get(other)).map(|other| other.area);
            let region = other.map_or(Region::None, |other| regions.of(other));
            let is_other_area = area.is_some_and(|area| area != place.area);
            let beyond = Beyond { region, is_other_area };
            corners.push(Corner { x, z: open.corner(own, direction), y, beyond });
            if let Some(slot) = is_edge.get_mut(own) {
                *slot &= !(1 << direction);
            }
            direction = (direction + 1) % 4;
        } else {
            let Some(next) = open.beside(own, direction) else { break };
            own = next;
            direction = (direction + 3) % 4;
        }
        if own == start && direction == first {
            break;
        }
    }
    corners
}

/// The corners that matter: where what is beyond changes, and those that are far from a straight line.
fn simplified(around: &[Corner], settings: &Settings) -> Vec<Corner> {
    let n = around.len();
    let at = |place: usize| around.get(place % n.max(1)).copied();
    let is_linked = around.iter().any(|corner| corner.beyond.region != Region::None);
    let mut kept: Vec<usize> = Vec::new();
    if is_linked {
        // The edge behind a corner belongs to the next one.
        let changes = |place: &usize| {
            let pair = at(*place).zip(at(place + 1));
            pair.is_some_and(|(own, next)| own.beyond != next.beyond)
        };
        kept.extend((0..n).filter(changes));
    }
    if kept.is_empty() {
        let by = |corner: &Corner| (corner.x, corner.y);
        let numbered = || around.iter().enumerate();
        let low = numbered().min_by_key(|(_, corner)| by(corner)).map(|(place, _)| place);
        let high = numbered().max_by_key(|(_, corner)| by(corner)).map(|(place, _)| place);
        kept.extend(low.into_iter().chain(high));
        kept.sort_unstable();
        kept.dedup();
    }
    let most = settings.outline_error * settings.outline_error;
    let mut own = 0;
    while own < kept.len() {
        let (Some(from), Some(to)) = (kept.get(own).copied(), next_of(&kept, own, n)) else {
            break;
        };
        let is_free = at(from + 1).is_some_and(|corner| corner.beyond.is_free());
        let farthest = (from + 1..to)
            .filter(|_| is_free)
            .filter_map(|place| Some((place, off(at(place)?, at(from)?, at(to)?))))
            .reduce(|a, b| if b.1 > a.1 { b } else { a });
        match farthest.filter(|(_, off)| *off > most) {
            Some((place, _)) => kept.insert(own + 1, place % n),
            None => own += 1,
        }
        sort_around(&mut kept);
    }
    let mut own = 0;
    while own < kept.len() {
        let (Some(from), Some(to)) = (kept.get(own).copied(), next_of(&kept, own, n)) else {
            break;
        };
        let is_wall = at(from + 1).is_some_and(|corner| corner.beyond.region == Region::None);
        let length =
            at(from).zip(at(to)).map_or(0, |(a, b)| (a.x - b.x).pow(2) + (a.y - b.y).pow(2));
        let longest = settings.longest_side as i32;
        if is_wall && to > from + 1 && length > longest * longest {
            kept.insert(own + 1, (from + to) / 2 % n);
            sort_around(&mut kept);
        } else {
            own += 1;
        }
    }
    let mut corners: Vec<Corner> = kept.into_iter().filter_map(at).collect();
    corners.dedup_by_key(|corner| (corner.x, corner.y));
    if corners.len() > 1
        && corners.first().map(|c| (c.x, c.y)) == corners.last().map(|c| (c.x, c.y))
    {
        corners.pop();
    }
    corners
}

/// One that was put in behind the last place may come round to the first ones.
fn sort_around(kept: &mut Vec<usize>) {
    kept.sort_unstable();
    kept.dedup();
}

fn next_of(kept: &[usize], own: usize, n: usize) -> Option<usize> {
    let from = *kept.get(own)?;
    let next = kept.get(own + 1).or(kept.first())?;
    Some(if *next > from { *next } else { next + n })
}

/// The square of how far a corner is from a side.
fn off(corner: Corner, from: Corner, to: Corner) -> f32 {
    let flat = |corner: Corner| [corner.x as f32, 0.0, corner.y as f32];
    crate::nav::eq::mesh::shape::along_segment(flat(corner), flat(from), flat(to)).1
}
