//! What the pointer means in a view of a zone.

use landwright_core::world::zone::Zone;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::ZoneLayers;

/// How far from the pointer a thing may be.
pub const PICK_POINTS: f32 = 9.0;

/// The thing at a place, of those that are drawn there and not locked. Of several, the nearest; water
/// only where nothing stands in it.
pub fn pick(
    zone: &Zone,
    places: &Places,
    layers: &ZoneLayers,
    at_file_cm: [f64; 2],
    radius_cm: f64,
    mut is_drawn: impl FnMut(ThingId) -> bool,
) -> Option<ThingId> {
    let hits = places.pick(zone, at_file_cm.map(|cm| cm as f32), radius_cm as f32);
    let mut water = None;
    for id in hits.into_iter().map(|hit| hit.key) {
        match zone.thing(id).map(Thing::kind) {
            Some(kind) if !layers.picks(kind) => {}
            Some(Kind::Water) => water = water.or(Some(id)),
            Some(_) if is_drawn(id) => return Some(id),
            Some(_) | None => {}
        }
    }
    water
}

#[cfg(test)]
mod tests {
    use crate::kind::rose::view::Lock;
    use crate::kind::rose::view::span::tests::zone;
    use crate::view::Shown;

    use super::*;

    #[test]
    fn what_is_hidden_or_locked_is_not_picked() {
        let zone = zone(1, 1);
        let places = Places::new(&zone);
        let mut layers = ZoneLayers::default();
        let kinds = [Kind::Npc, Kind::Spawn, Kind::Deco];
        let things = zone.things().filter(|(_, thing)| kinds.contains(&thing.kind()));
        for (id, thing) in things {
            let at = thing.pos_in_file_cm();
            let picked =
                |layers: &ZoneLayers| pick(&zone, &places, layers, [at.x, at.y], 1.0, |_| true);
            let found = picked(&layers).and_then(|id| zone.thing(id)).map(Thing::pos_in_file_cm);
            assert_eq!(found, Some(at));
            if let Some(layer) = layers.kind_mut(thing.kind()) {
                layer.lock = Lock::Locked;
            }
            assert_ne!(picked(&layers), Some(id));
            if let Some(layer) = layers.kind_mut(thing.kind()) {
                (layer.lock, layer.shown) = (Lock::Open, Shown::No);
            }
            assert_ne!(picked(&layers), Some(id));
            layers = ZoneLayers::default();
        }
        assert_eq!(pick(&zone, &places, &layers, [f64::NAN, 0.0], 100.0, |_| true), None);
    }

    #[test]
    fn water_is_picked_where_nothing_stands_in_it() {
        let zone = zone(2, 2);
        let places = Places::new(&zone);
        let mut layers = ZoneLayers::default();
        let is_water = |(_, thing): &(ThingId, &Thing)| thing.kind() == Kind::Water;
        let (water, plane) = zone.things().find(is_water).unwrap();
        let middle = plane.pos_in_file_cm();
        let near = pick(&zone, &places, &layers, [middle.x, middle.y], 1e6, |_| true);
        assert!(near.is_some_and(|id| id != water), "something stands in it or near it");
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Water) {
            layers.kind_mut(kind).unwrap().shown = Shown::No;
        }
        assert_eq!(pick(&zone, &places, &layers, [middle.x, middle.y], 1.0, |_| true), Some(water));
    }
}
