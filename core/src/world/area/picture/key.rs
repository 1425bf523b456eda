//! What the colours of a picture mean.

use crate::world::area::Area;
use crate::world::area::geometry::Geometry;
use crate::world::gat::picture::palette::Rgb;

use crate::world::area::picture::{
    DENSE, Layer, NODE, NOTHING, ONE_WAY, TWO_WAY, UNKNOWN, heights, shade,
};

/// Colours from one end of a meaning to the other, and the meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub colours: Vec<Rgb>,
    pub text: String,
}

/// In the order in which they lie over each other.
pub fn key(area: &Area, geometry: &Geometry, layer: Layer) -> Vec<Entry> {
    let entry =
        |colours: &[Rgb], text: &str| Entry { colours: colours.to_vec(), text: text.into() };
    let (low, high) = heights(area, &geometry.of(area));
    let floors = match low <= high {
        true => format!("floor, z {low:.0} to {high:.0}"),
        false => "floor, low to high".to_owned(),
    };
    let mut entries = vec![
        entry(&[0.0, 0.5, 1.0].map(shade), &floors),
        entry(&[NOTHING], "no visible floor"),
        entry(&[UNKNOWN], "missing geometry"),
    ];
    let dense = |n: usize| (0..n).fold(shade(0.5), |colour, _| colour.mixed(DENSE, 48));
    match layer {
        Layer::Floors => {}
        Layer::Density => entries.push(entry(&[1, 3, 8].map(dense), "nodes, few to many")),
        Layer::Nodes => entries.push(entry(&[NODE], "node")),
        Layer::Edges => entries.extend([
            entry(&[NODE], "node"),
            entry(&[TWO_WAY], "edge both ways"),
            entry(&[ONE_WAY], "edge one way"),
        ]),
    }
    entries
}
