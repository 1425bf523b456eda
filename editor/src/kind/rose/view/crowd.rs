//! What stands in a zone, as a view in space draws it: from far, of things of a kind whose marks
//! would lie over each other, one stands for all.

use glam::Vec3;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::relief::Relief;

/// Everything that has a mark in space: all but planes of water, which are drawn as they lie.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    pub spots: Vec<Spot>,
}

/// A thing in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    pub id: ThingId,
    pub kind: Kind,
    pub at_in_world: Vec3,
    level: Option<u32>,
}

/// The smallest squares that things are told apart by. Others are twice as wide, and so on.
const FINEST_M: f32 = 0.25;

impl Crowd {
    pub fn of(zone: &Zone, relief: &Relief) -> Crowd {
        let spot = |(id, thing): (ThingId, &Thing)| {
            let (kind, at_in_world) =
                (thing.kind(), relief.space_from_file(thing.pos_in_file_cm()));
            let is_marked = kind != Kind::Water && at_in_world.is_finite();
            is_marked.then_some(Spot { id, kind, at_in_world, level: None })
        };
        let mut by_square: Vec<(u64, Spot)> = (zone.things().filter_map(spot))
            .map(|spot| (square_of(spot.at_in_world), spot))
            .collect();
        by_square.sort_by_key(|(square, spot)| (spot.kind, *square, spot.id));
        let mut before = None;
        for (square, spot) in &mut by_square {
            spot.level = match before.replace((spot.kind, *square)) {
                Some((kind, other)) if kind == spot.kind => (*square ^ other).checked_ilog2(),
                Some(_) | None => Some(u64::BITS),
            };
            // Two bits are a step.
            spot.level = spot.level.map(|bit| bit / 2);
        }
        Crowd { spots: by_square.into_iter().map(|(_, spot)| spot).collect() }
    }
}

impl Spot {
    /// Whether it is the one that stands for its kind in a square of the ground at least half as wide
    /// as this, and no wider. What stands for a square does so for the smaller ones around it as well,
    /// so that things come and never go as one comes nearer; and squares stay where they are.
    pub fn stands_for(&self, side_m: f32) -> bool {
        let level = (side_m / FINEST_M).log2().floor();
        level < 0.0 || self.level.is_some_and(|most| most as f32 >= level)
    }
}

/// The finest square that a place is in. Its bits are those of column and row by turns, so that
/// squares within a larger one follow each other, and all but their last bits are its own.
fn square_of(at_in_world: Vec3) -> u64 {
    let [x, y] = [at_in_world.x, at_in_world.y].map(|m| {
        let n = (m / FINEST_M).floor() as i32;
        // The lowest of all is 0.
        n.cast_unsigned() ^ (1 << 31)
    });
    spread(x) | spread(y) << 1
}

/// With a bit of 0 after each.
fn spread(n: u32) -> u64 {
    let mut bits = u64::from(n);
    bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
    bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use glam::vec3;

    use super::super::span::tests::zone;
    use super::*;

    #[test]
    fn one_of_a_kind_stands_for_each_square_and_none_is_without() {
        let zone = zone(2, 2);
        let crowd = Crowd::of(&zone, &Relief::of(&zone));
        let n_water = zone.things().filter(|(_, thing)| thing.kind() == Kind::Water).count();
        assert_eq!(crowd.spots.len(), zone.n_things() - n_water);
        for side_m in [0.25, 1.0, 16.0, 128.0, 4096.0] {
            let square = |spot: &Spot| {
                let at = (spot.at_in_world / side_m).floor();
                (spot.kind, at.x as i32, at.y as i32)
            };
            let all: BTreeSet<_> = crowd.spots.iter().map(square).collect();
            let standing: Vec<_> =
                crowd.spots.iter().filter(|spot| spot.stands_for(side_m)).map(square).collect();
            assert_eq!(standing.len(), all.len(), "{side_m}");
            assert_eq!(standing.into_iter().collect::<BTreeSet<_>>(), all, "{side_m}");
        }
    }

    #[test]
    fn nearer_there_is_more_and_at_last_all_of_it() {
        let zone = zone(1, 1);
        let crowd = Crowd::of(&zone, &Relief::of(&zone));
        let shown = |side_m: f32| -> BTreeSet<ThingId> {
            let shown = crowd.spots.iter().filter(|spot| spot.stands_for(side_m));
            shown.map(|spot| spot.id).collect()
        };
        let sides = [1e9, 300.0, 60.0, 9.0, 2.0, 0.3, 0.1, 0.0];
        for pair in sides.windows(2) {
            assert!(shown(pair[0]).is_subset(&shown(pair[1])), "{pair:?}");
        }
        assert_eq!(shown(0.0).len(), crowd.spots.len());
        assert!(shown(300.0).len() <= Kind::ALL.len() * 4);
    }

    #[test]
    fn squares_follow_each_other_on_both_sides_of_nothing() {
        let at = |x: f32, y: f32| square_of(vec3(x, y, 0.0));
        assert!(at(-1.0, -1.0) < at(0.0, 0.0) && at(-1e30, 0.0) < at(1e30, 0.0));
        assert_eq!(at(0.1, 0.2), at(0.0, 0.0));
        assert_eq!((at(0.3, 0.0) ^ at(0.0, 0.0), at(0.0, 0.3) ^ at(0.0, 0.0)), (1, 2));
    }
}
