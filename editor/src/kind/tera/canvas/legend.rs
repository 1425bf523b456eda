//! What the colours of an area mean, in the order in which they lie over each other.

use eframe::egui::Color32;
use landwright_core::format::tera::zgd::{OPEN_SKY as SKY, Volume};

use super::density;
use super::floors::{NO_GEOMETRY, NOTHING, shade};
use super::graph::{NODE, ONE_WAY, TWO_WAY};
use super::overlay::{PICKED, WAY};

/// Colours from one end of a meaning to the other, and the meaning.
pub(crate) struct Entry {
    pub(crate) colours: Vec<Color32>,
    pub(crate) text: &'static str,
}

pub(crate) fn entries() -> Vec<Entry> {
    let floor = |share: f64, n_floors: usize, height: u16| {
        shade(Volume { z: (share * 100.0) as i16, height }, n_floors, 0.0, (0.0, 100.0))
    };
    let entry = |colours: &[Color32], text| Entry { colours: colours.to_vec(), text };
    let densities = [1, 2, 6, 16].map(density::colour);
    vec![
        entry(&[floor(0.0, 1, SKY), floor(0.5, 1, SKY), floor(1.0, 1, SKY)], "floor, low to high"),
        entry(&[floor(0.2, 2, SKY), floor(0.8, 2, SKY)], "several floors on top of each other"),
        entry(&[floor(0.2, 1, 1), floor(0.8, 1, 1)], "too little room above the floor"),
        entry(&[NOTHING], "no visible floor"),
        entry(&[NO_GEOMETRY], "missing geometry"),
        entry(&[NODE], "node"),
        entry(&[TWO_WAY], "edge both ways"),
        entry(&[ONE_WAY], "edge one way"),
        entry(&[PICKED], "selected node"),
        entry(&[WAY], "path of the probe"),
        entry(&densities, "zoomed out: 1, 2, 6, 16 nodes per square"),
    ]
}
