//! An area for other programs: its nodes as points and its edges as lines, in the game's units.
//!
//! The shape is GeoJSON's; the coordinates are x, y and z of the area's world, and no longitudes.
//! Every feature has a `base`: a sum over the area that it was made from. An export writes that area
//! beside them (`.geojson.base`), so that an import onto an area that somebody changed since is merged
//! with it and undoes nothing.

pub mod read;

use serde_json::{Value, json};
use xxhash_rust::xxh3::Xxh3;

use super::Area;
use super::id::NodeId;

/// A sum over all nodes and edges of an area, as features carry it.
pub fn base_of(area: &Area) -> String {
    let mut sum = Xxh3::new();
    for node in area.nodes() {
        sum.update(&node.0.to_le_bytes());
        for bits in
            area.pos(node).map_or([u64::MAX; 3], |pos| [pos.x, pos.y, pos.z].map(f64::to_bits))
        {
            sum.update(&bits.to_le_bytes());
        }
        for edge in area.edges(node) {
            let target = edge.target.node().map_or(u32::MAX, |target| target.0);
            sum.update(&[edge.octant.number()]);
            sum.update(&target.to_le_bytes());
        }
    }
    format!("{:016x}", sum.digest())
}

/// One feature after another, so that large areas need no more memory than small ones.
pub fn features(area: &Area) -> impl Iterator<Item = Value> {
    let base = base_of(area);
    let of_lines = base.clone();
    let points = area.nodes().filter_map(move |node| {
        let at = coordinates(area, node)?;
        Some(json!({
            "type": "Feature",
            "geometry": { "type": "Point", "coordinates": at },
            "properties": { "node": node, "base": base },
        }))
    });
    let lines = area.nodes().flat_map(move |node| {
        let base = of_lines.clone();
        area.edges(node).filter_map(move |edge| {
            let target = edge.target.node()?;
            let line = line_between(area, node, target)?;
            let ways = if area.octant_of_edge(target, node).is_some() { 2 } else { 1 };
            // Of a two-way edge, one line is enough.
            (ways == 1 || node < target).then(|| {
                json!({
                    "type": "Feature",
                    "geometry": { "type": "LineString", "coordinates": line },
                    "properties": {
                        "from": node, "to": target, "octant": edge.octant.number(), "ways": ways,
                        "base": base,
                    },
                })
            })
        })
    });
    points.chain(lines)
}

/// A whole file.
pub fn write(area: &Area) -> String {
    let mut out = String::from("{\"type\":\"FeatureCollection\",\"features\":[\n");
    for (n, feature) in features(area).enumerate() {
        if n > 0 {
            out.push_str(",\n");
        }
        out.push_str(&feature.to_string());
    }
    out.push_str("\n]}\n");
    out
}

/// A place that is no number has none.
fn coordinates(area: &Area, node: NodeId) -> Option<[f64; 3]> {
    let pos = area.pos(node)?;
    pos.is_finite().then_some([pos.x, pos.y, pos.z])
}

/// An edge to its own node has no line, nor has one from or to no place.
fn line_between(area: &Area, from: NodeId, to: NodeId) -> Option<[[f64; 3]; 2]> {
    let ends = [coordinates(area, from)?, coordinates(area, to)?];
    (from != to).then_some(ends)
}

#[cfg(test)]
mod tests {
    use super::super::tests::area;

    #[test]
    fn nodes_are_points_and_edges_are_lines() {
        let area = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2)]);
        let json: serde_json::Value = serde_json::from_str(&super::write(&area)).unwrap();
        let features = json["features"].as_array().unwrap();
        let ways: Vec<_> =
            features.iter().filter_map(|f| f["properties"]["ways"].as_u64()).collect();
        assert_eq!((features.len(), ways), (5, vec![2, 1]));
        assert_eq!(features[0]["geometry"]["coordinates"], serde_json::json!([72.0, 72.0, 0.0]));
    }
}
