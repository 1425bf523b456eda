//! Tile layers that somebody added in Tiled. What is painted over the types there is meant as a type;
//! what can't be meant so is told.

use super::meaning::{Meaning, Meanings};
use super::{Layer, Named};
use crate::problem::counted::counted;

/// A tile layer that is neither that of the types nor that of the water bit.
pub(super) struct Other<'l> {
    pub(super) layer: &'l Layer,
    /// Why nothing of it is taken.
    hidden: Option<&'static str>,
}

/// Those of a map, from the lowest to the uppermost.
pub(super) fn others<'l>(
    layers: &[&'l Layer],
    types: &Layer,
    water_bit: Option<&Layer>,
) -> Vec<Other<'l>> {
    let is_same = |layer: &Layer, other: &Layer| std::ptr::eq(layer, other);
    let mut is_below = true;
    let mut others = Vec::new();
    for layer in layers.iter().copied().filter(|layer| layer.is_tiles()) {
        if is_same(layer, types) {
            is_below = false;
        } else if !water_bit.is_some_and(|water_bit| is_same(layer, water_bit)) {
            let hidden = match layer.visible {
                Some(false) => Some("the layer is hidden"),
                _ => is_below.then_some("the layer is below the types"),
            };
            others.push(Other { layer, hidden });
        }
    }
    others
}

impl Other<'_> {
    /// Puts its tiles over those of the types and of the water bit. Answers with what a person
    /// should know. `tiles` are its own, the northernmost row first.
    pub(super) fn merge(
        &self,
        tiles: &[u32],
        meanings: &mut Meanings<'_>,
        types: &mut Named<'_>,
        water_bit: Option<&mut Named<'_>>,
    ) -> Vec<String> {
        let mut water_bit = water_bit.map(|layer| layer.grid.tiles.iter_mut());
        let (mut n_taken, mut n_left) = (0, 0);
        for (own, into) in tiles.iter().zip(&mut types.grid.tiles) {
            let wet = water_bit.as_mut().and_then(Iterator::next);
            let into = match (meanings.of(*own), self.hidden) {
                (Ok(Meaning::Empty), _) => continue,
                (Ok(Meaning::Type(_)), None) => Some(into),
                (Ok(Meaning::WaterBit), None) => wet,
                (Ok(Meaning::Type(_) | Meaning::WaterBit), Some(_)) | (Err(_), _) => None,
            };
            match into {
                Some(into) => {
                    *into = *own;
                    n_taken += 1;
                }
                None => n_left += 1,
            }
        }
        let name = &self.layer.name;
        let of = |n: usize, one: &str, more: &str| {
            (n > 0).then(|| format!("{} of the layer `{name}`", counted(n, one, more)))
        };
        let taken = of(n_taken, "tile", "tiles")
            .map(|tiles| format!("{tiles} used as painted over the types"));
        let why = self.hidden.unwrap_or("no type is painted with them");
        let left = of(n_left, "tile", "tiles").map(|tiles| format!("{tiles} left out: {why}"));
        [taken, left].into_iter().flatten().collect()
    }
}
