//! Where things are on the map, and the marks that are drawn for them: one for each, or one with a
//! number for many.

use std::collections::BTreeMap;

use glam::Vec2;
use landwright_core::world::Revision;
use landwright_core::world::zone::thing::{Kind, ThingId};

use super::scene::ZoneScene;
use crate::kind::rose::view::cluster::{MANY, level, side_in_cells, square_of};
use crate::kind::rose::view::span::ZoneSpan;
use crate::kind::rose::view::symbol::is_played_with;
use crate::view::id::DocumentId;

/// How many of each kind.
pub(super) type Counts = [u32; Kind::ALL.len()];

/// A thing on the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    pub(super) id: ThingId,
    pub(super) kind: Kind,
    pub(super) at_in_cells: Vec2,
}

/// What is drawn at a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    One(Spot),
    Many { at_in_cells: Vec2, counts: Counts },
}

/// The marks of all zones that are shown, up to date.
#[derive(Default)]
pub(super) struct Clusters {
    spots: BTreeMap<DocumentId, Spots>,
    made: BTreeMap<Key, Squares>,
}

struct Spots {
    revision: Revision,
    /// What is drawn last comes last.
    all: Vec<Spot>,
    is_used: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    document: DocumentId,
    /// Squares are so many cells wide: a power of 2, which is this.
    level: i32,
    shown: [bool; Kind::ALL.len()],
}

/// Things in squares of the map, which stay where they are while it is moved.
struct Squares {
    revision: Revision,
    side_in_cells: f32,
    /// By row and column from the south-west, what is only there before what is played with.
    marks: BTreeMap<(i32, i32), Vec<Mark>>,
    is_used: bool,
}

impl Clusters {
    /// Forgets what no view has asked for since the last call.
    pub(super) fn forget_unused(&mut self) {
        self.spots.retain(|_, spots| std::mem::take(&mut spots.is_used));
        self.made.retain(|_, squares| std::mem::take(&mut squares.is_used));
    }

    /// Everything that has a place, what is played with last.
    pub(super) fn spots(&mut self, scene: &ZoneScene<'_>, span: &ZoneSpan) -> &[Spot] {
        let new = || Spots { revision: scene.revision, all: spots_of(scene, span), is_used: true };
        let spots = self.spots.entry(scene.document).or_insert_with(new);
        if spots.revision != scene.revision {
            *spots = new();
        }
        spots.is_used = true;
        &spots.all
    }

    /// What is drawn between two corners of the map.
    pub(super) fn marks(
        &mut self,
        scene: &ZoneScene<'_>,
        span: &ZoneSpan,
        points_per_cell: f32,
        [low, high]: [Vec2; 2],
    ) -> Vec<Mark> {
        let shown = Kind::ALL.map(|kind| scene.layers.shows(kind));
        let is_shown = |kind: Kind| shown.get(kind as usize).copied().unwrap_or(false);
        let Some(level) = level(scene.layers, points_per_cell) else {
            let spots = self.spots(scene, span).iter().filter(|spot| {
                let at = spot.at_in_cells;
                is_shown(spot.kind) && at.cmpge(low).all() && at.cmple(high).all()
            });
            return spots.map(|spot| Mark::One(*spot)).collect();
        };
        let key = Key { document: scene.document, level, shown };
        let fresh = self.made.get(&key).is_some_and(|made| made.revision == scene.revision);
        if !fresh {
            let spots = self.spots(scene, span).iter().filter(|spot| is_shown(spot.kind));
            let squares = Squares::new(scene.revision, level, spots);
            self.made.insert(key, squares);
        }
        let Some(squares) = self.made.get_mut(&key) else { return Vec::new() };
        squares.is_used = true;
        squares.between(low, high)
    }
}

fn spots_of(scene: &ZoneScene<'_>, span: &ZoneSpan) -> Vec<Spot> {
    let spot = |(id, thing): (ThingId, &landwright_core::world::zone::thing::Thing)| {
        let at_in_cells = span.map_from_file(thing.pos_in_file_cm());
        let kind = thing.kind();
        at_in_cells.is_finite().then_some(Spot { id, kind, at_in_cells })
    };
    let mut spots: Vec<Spot> = scene.zone.things().filter_map(spot).collect();
    spots.sort_by_key(|spot| rank(spot.kind));
    spots
}

/// What is drawn later lies over the rest.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Water => 0,
        Kind::Deco => 1,
        Kind::Collision => 2,
        Kind::Cnst => 3,
        Kind::Animated => 4,
        Kind::Sound => 5,
        Kind::Effect => 6,
        Kind::Spawn => 7,
        Kind::Event => 8,
        Kind::Npc => 9,
        Kind::Warp => 10,
        Kind::Point => 11,
    }
}

impl Squares {
    fn new<'s>(revision: Revision, level: i32, spots: impl Iterator<Item = &'s Spot>) -> Squares {
        let side_in_cells = side_in_cells(level);
        let mut squares: BTreeMap<(i32, i32), [Vec<Spot>; 2]> = BTreeMap::new();
        for spot in spots {
            let (column, row) = square_of(spot.at_in_cells, side_in_cells);
            let groups = squares.entry((row, column)).or_default();
            let [there, played_with] = groups;
            let group = if is_played_with(spot.kind) { played_with } else { there };
            group.push(*spot);
        }
        let marks = squares.into_iter().map(|(at, groups)| (at, marks_of_square(groups))).collect();
        Squares { revision, side_in_cells, marks, is_used: true }
    }

    fn between(&self, low: Vec2, high: Vec2) -> Vec<Mark> {
        let square = |at: Vec2| (at / self.side_in_cells).floor();
        // Marks reach over the edges of their squares.
        let (low, high) = (square(low) - 1.0, square(high) + 1.0);
        let columns = low.x as i32..=high.x as i32;
        let rows = low.y as i32..=high.y as i32;
        let mut marks: Vec<Mark> = rows
            .flat_map(|row| self.marks.range((row, *columns.start())..=(row, *columns.end())))
            .flat_map(|(_, marks)| marks.iter().cloned())
            .collect();
        // Clusters lie under what stands alone.
        marks.sort_by_key(|mark| match mark {
            Mark::Many { .. } => 0,
            Mark::One(spot) => 1 + rank(spot.kind),
        });
        marks
    }
}

/// Two clusters in a square would lie over each other: they are one, whose ring tells the kinds.
fn marks_of_square(groups: [Vec<Spot>; 2]) -> Vec<Mark> {
    if groups.iter().all(|group| group.len() >= MANY) {
        return marks_of(groups.concat());
    }
    groups.into_iter().flat_map(marks_of).collect()
}

/// What is shown for some things in a square.
fn marks_of(spots: Vec<Spot>) -> Vec<Mark> {
    if spots.len() < MANY {
        return spots.into_iter().map(Mark::One).collect();
    }
    let mut counts = Counts::default();
    let mut sum = Vec2::ZERO;
    for spot in &spots {
        sum += spot.at_in_cells;
        if let Some(count) = counts.get_mut(spot.kind as usize) {
            *count += 1;
        }
    }
    vec![Mark::Many { at_in_cells: sum / spots.len() as f32, counts }]
}

#[cfg(test)]
mod tests {
    use super::super::scene::tests::Stand;
    use super::*;
    use crate::view::Shown;

    const EVERYWHERE: [Vec2; 2] = [Vec2::splat(-1e6), Vec2::splat(1e6)];

    fn n_things(marks: &[Mark]) -> usize {
        let n = marks.iter().map(|mark| match mark {
            Mark::One(_) => 1,
            Mark::Many { counts, .. } => counts.iter().sum::<u32>() as usize,
        });
        n.sum()
    }

    #[test]
    fn nothing_is_lost_in_clusters_and_near_there_are_none() {
        let stand = Stand::new(2, 2, 400);
        let span = ZoneSpan::of(&stand.zone);
        let mut clusters = Clusters::default();
        let mut n_before = 0;
        for points_per_cell in [0.1, 0.5, 2.0, 8.0, 14.0, 96.0] {
            let marks = clusters.marks(&stand.scene(), &span, points_per_cell, EVERYWHERE);
            assert_eq!(n_things(&marks), stand.zone.n_things(), "{points_per_cell}");
            assert!(marks.len() >= n_before, "nearer, there are more marks");
            n_before = marks.len();
        }
        assert_eq!(n_before, stand.zone.n_things());
        assert!(clusters.marks(&stand.scene(), &span, 0.1, EVERYWHERE).len() < 40);
    }

    #[test]
    fn what_is_played_with_is_not_hidden_among_decoration() {
        let spot = |n: u32, kind| Spot { id: ThingId(n), kind, at_in_cells: Vec2::splat(0.5) };
        let mut spots: Vec<Spot> = (0..50).map(|n| spot(n, Kind::Deco)).collect();
        spots.push(spot(50, Kind::Npc));
        let squares = Squares::new(Revision(0), 3, spots.iter());
        let marks = squares.between(Vec2::ZERO, Vec2::ONE);
        let mut counts = Counts::default();
        counts[Kind::Deco as usize] = 50;
        let many = Mark::Many { at_in_cells: Vec2::splat(0.5), counts };
        assert_eq!(marks, [many, Mark::One(spot(50, Kind::Npc))]);
    }

    #[test]
    fn hidden_kinds_are_left_out_and_marks_follow_the_zone() {
        let mut stand = Stand::new(1, 1, 200);
        let span = ZoneSpan::of(&stand.zone);
        let mut clusters = Clusters::default();
        let n_all = n_things(&clusters.marks(&stand.scene(), &span, 0.5, EVERYWHERE));
        stand.layers.kind_mut(Kind::Deco).unwrap().shown = Shown::No;
        let without = clusters.marks(&stand.scene(), &span, 0.5, EVERYWHERE);
        let n_deco = stand.zone.things().filter(|(_, thing)| thing.kind() == Kind::Deco).count();
        assert_eq!(n_things(&without), n_all - n_deco);
        stand.delete(Kind::Npc);
        let after = clusters.marks(&stand.scene(), &span, 0.5, EVERYWHERE);
        assert!(n_things(&after) < n_things(&without));
        clusters.forget_unused();
        clusters.forget_unused();
        assert!(clusters.made.is_empty() && clusters.spots.is_empty());
    }

    #[test]
    fn only_what_may_be_seen_is_given() {
        let stand = Stand::new(3, 3, 900);
        let span = ZoneSpan::of(&stand.zone);
        let mut clusters = Clusters::default();
        let [low, high] = [Vec2::splat(70.0), Vec2::splat(80.0)];
        let near = clusters.marks(&stand.scene(), &span, 20.0, [low, high]);
        let expected = clusters.spots(&stand.scene(), &span).iter().filter(|spot| {
            let at = spot.at_in_cells;
            at.cmpge(low).all() && at.cmple(high).all()
        });
        assert_eq!(near.len(), expected.count());
        let far = clusters.marks(&stand.scene(), &span, 4.0, [low, high]);
        assert!(n_things(&far) < stand.zone.n_things() / 2);
    }
}
