//! Points and lines back onto the area that they were made from: what differs is what somebody did
//! to them in another program.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::format::tera::apd::{Apd, TooMany};
use crate::space::tera::PosInWorld;
use crate::world::area::Area;
use crate::world::area::edges::Taken;
use crate::world::area::geojson::base_of;
use crate::world::area::id::NodeId;
use crate::world::area::load::TooLarge;
use crate::world::area::merge::words::octant;
use crate::world::area::merge::{Apart, Merged, compare, merge_known};
use crate::world::area::refusal::Refusal;
use crate::world::area::settle::{place, resettle_around};
use crate::world::three_way::{Line, Report};

/// A line that names no nodes leads from and to those that stand so near to its ends, in the game's
/// units: half a cell.
const MAX_OFF: f64 = 8.0;

/// Why points and lines are no area.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    #[error("is no GeoJSON of points and lines: {0}")]
    Json(#[from] serde_json::Error),
    /// Features are counted from 0.
    #[error("feature {feature}: {why}")]
    Feature { feature: usize, why: String },
    #[error("feature {feature}: {refusal}")]
    Refused { feature: usize, refusal: Refusal },
    #[error("{0}")]
    Area(#[from] Refusal),
    #[error(
        "the area changed since the export, and the file that the export wrote beside these points \
         and lines (.geojson.base) is missing or of another export; put it back, or import them \
         onto the area as it was and merge the result with the area of today"
    )]
    OtherBase,
    #[error("{0}")]
    TooMany(#[from] TooMany),
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("the area changed since the export: {0}")]
    Apart(#[from] Apart),
}

/// What points and lines make of an area.
#[derive(Debug, Clone)]
pub struct Imported {
    pub area: Area,
    /// Whether they say which area they were made from.
    pub has_base: bool,
    /// Where the area changed since the export: what the file changes in it, and what stays.
    pub merged: Option<Report>,
}

#[derive(Debug, Deserialize)]
struct Collection {
    features: Vec<Feature>,
}

#[derive(Debug, Deserialize)]
struct Feature {
    geometry: Geometry,
    #[serde(default)]
    properties: Option<Properties>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", content = "coordinates")]
enum Geometry {
    Point(Vec<f64>),
    LineString(Vec<Vec<f64>>),
}

#[derive(Debug, Default, Deserialize)]
struct Properties {
    node: Option<u32>,
    from: Option<u32>,
    to: Option<u32>,
    ways: Option<u8>,
    base: Option<String>,
}

/// An area as points and lines have it now. They are all of its nodes and edges: what is not among
/// them is deleted. Where the area changed since they were exported, they are put onto the area as it
/// was (`base`), and the result is merged with the area of today.
pub fn onto(
    area: &Area,
    text: &str,
    base: impl FnOnce() -> Option<Apd>,
) -> Result<Imported, Wrong> {
    let Collection { features } = serde_json::from_str(text)?;
    let sums = features.iter().filter_map(|feature| feature.properties.as_ref()?.base.as_deref());
    let sums: BTreeSet<&str> = sums.collect();
    let has_base = !sums.is_empty();
    if !has_base || sums == BTreeSet::from([&*base_of(area)]) {
        return Ok(Imported { area: drawn(area, &features)?.area, has_base, merged: None });
    }
    let base = base().ok_or(Wrong::OtherBase)?;
    let was = Area::new(&base)?;
    if sums != BTreeSet::from([&*base_of(&was)]) {
        return Err(Wrong::OtherBase);
    }
    let drawn = drawn(&was, &features)?;
    let theirs = drawn.area.clone();
    // Features name the nodes by their numbers in the base, wherever they are now.
    let numbers = theirs.numbers_in_file();
    let number = |id: u32| match &numbers {
        Some(numbers) => numbers.of(NodeId(id)).map(|number| number.0),
        None => Some(id),
    };
    let theirs_of_base = (0..was.n_ids()).map(number).collect();
    let node_of: BTreeMap<u32, NodeId> =
        theirs.nodes().filter_map(|node| Some((number(node.0)?, node))).collect();
    let (ours, theirs) = (area.to_apd()?, theirs.to_apd()?);
    let Merged { apd, conflicts, theirs: of_theirs, .. } =
        merge_known(&base, &ours, &theirs, Some(theirs_of_base))?;
    let mut report = Report::default();
    compare(&ours, &apd, &mut |change| report.changes.push(Line::from(change)));
    let conflicts = conflicts.into_iter().zip(of_theirs).map(|(conflict, node)| {
        let node = node.and_then(|number| node_of.get(&number).copied());
        let feature = node.and_then(|node| drawn.feature_of(node, &conflict.field));
        Line { row: feature.map_or(0, |feature| feature + 1), ..Line::from(conflict) }
    });
    report.conflicts = conflicts.collect();
    // Nothing of it gets a different number where the file changes nothing.
    let new = match apd == ours {
        true => area.clone(),
        false => {
            Area::new(&apd)?.with_volumes_of(area).with_route_tests(area.route_tests().clone())
        }
    };
    Ok(Imported { area: new, has_base, merged: Some(report) })
}

/// The area that points and lines make of the one that they were made from.
fn drawn(area: &Area, features: &[Feature]) -> Result<Drawn, Wrong> {
    let mut drawn = Drawn {
        area: area.clone(),
        nodes: BTreeMap::new(),
        moved: Vec::new(),
        points: BTreeMap::new(),
        lines: BTreeMap::new(),
    };
    for (feature, Feature { geometry, properties }) in features.iter().enumerate() {
        if let Geometry::Point(at) = geometry {
            let own = properties.as_ref().and_then(|properties| properties.node);
            drawn.take_point(feature, at, own)?;
        }
    }
    drawn.remove_others(area)?;
    resettle_around(&mut drawn.area, &drawn.moved, Taken::Nearest)?;
    let mut edges: BTreeMap<(NodeId, NodeId), usize> = BTreeMap::new();
    for (feature, Feature { geometry, properties }) in features.iter().enumerate() {
        if let Geometry::LineString(line) = geometry {
            let usual = Properties::default();
            let properties = properties.as_ref().unwrap_or(&usual);
            let [from, to] = drawn.ends(feature, line, properties)?;
            edges.entry((from, to)).or_insert(feature);
            if properties.ways == Some(2) {
                edges.entry((to, from)).or_insert(feature);
            }
        }
    }
    drawn.set_edges(area, &edges)?;
    drawn.lines = edges;
    Ok(drawn)
}

/// An area while points and lines are put onto it.
struct Drawn {
    area: Area,
    /// By the numbers that points give themselves, or those that they get.
    nodes: BTreeMap<u32, NodeId>,
    moved: Vec<NodeId>,
    /// The features, counted from 0.
    points: BTreeMap<NodeId, usize>,
    lines: BTreeMap<(NodeId, NodeId), usize>,
}

impl Drawn {
    fn take_point(&mut self, feature: usize, at: &[f64], own: Option<u32>) -> Result<(), Wrong> {
        let refused = |refusal| Wrong::Refused { feature, refusal };
        let known = own.map(NodeId).filter(|node| self.area.contains(*node));
        let z = || known.and_then(|node| self.area.pos(node)).map_or(0.0, |pos| pos.z);
        let pos = match *at {
            [x, y] => PosInWorld { x, y, z: z() },
            [x, y, z, ..] => PosInWorld { x, y, z },
            _ => {
                let why = "a point needs x, y and z".to_owned();
                return Err(Wrong::Feature { feature, why });
            }
        };
        let node = match known {
            Some(node) => {
                if self.area.pos(node).is_some_and(|old| old.to_bits() != pos.to_bits()) {
                    self.area.put_node(node, pos.to_bits()).map_err(refused)?;
                    self.moved.push(node);
                }
                node
            }
            None => self.area.try_add(pos).map_err(refused)?,
        };
        self.points.insert(node, feature);
        if self.nodes.insert(own.unwrap_or(node.0), node).is_some() {
            let why = format!("there is another point of node {}", own.unwrap_or(node.0));
            return Err(Wrong::Feature { feature, why });
        }
        Ok(())
    }

    /// The feature that says what a field of a node is: the line of an edge, or else the point.
    fn feature_of(&self, node: NodeId, field: &str) -> Option<usize> {
        let target = octant(field)
            .and_then(|octant| self.area.edges(node).find(|edge| edge.octant == octant))
            .and_then(|edge| edge.target.node());
        let line = target.and_then(|target| self.lines.get(&(node, target)));
        line.or_else(|| self.points.get(&node)).copied()
    }

    /// Deletes the nodes that have no point any more. One at no place never had one.
    fn remove_others(&mut self, before: &Area) -> Result<(), Refusal> {
        let kept: BTreeSet<NodeId> = self.nodes.values().copied().collect();
        let others = before.nodes().filter(|node| !kept.contains(node));
        let gone = others.filter(|node| super::coordinates(before, *node).is_some());
        self.area.try_remove(&gone.collect::<Vec<_>>())
    }

    /// The nodes that a line connects.
    fn ends(
        &self,
        feature: usize,
        line: &[Vec<f64>],
        properties: &Properties,
    ) -> Result<[NodeId; 2], Wrong> {
        let wrong = |why: String| Wrong::Feature { feature, why };
        let end = |named: Option<u32>, at: Option<&Vec<f64>>| match named {
            Some(number) => {
                let node = self.nodes.get(&number).copied();
                node.ok_or_else(|| wrong(format!("there is no point of node {number}")))
            }
            None => self
                .node_at(at.map_or(&[], Vec::as_slice))
                .ok_or_else(|| wrong("an end of the line is at no point".to_owned())),
        };
        Ok([end(properties.from, line.first())?, end(properties.to, line.last())?])
    }

    fn node_at(&self, at: &[f64]) -> Option<NodeId> {
        let (pos, is_flat) = match *at {
            [x, y] => (PosInWorld { x, y, z: 0.0 }, true),
            [x, y, z, ..] => (PosInWorld { x, y, z }, false),
            _ => return None,
        };
        let off = |own: PosInWorld| match is_flat {
            true => own.distance_on_ground(pos),
            false => own.distance(pos),
        };
        let near = self.area.nodes_near(pos, MAX_OFF).map(|(own, node)| (off(own), node));
        let within = near.filter(|(off, _)| *off <= MAX_OFF);
        within.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, node)| node)
    }

    /// Takes away the edges that have no line any more, and makes those that have one and are not
    /// there. One that never had a line stays.
    fn set_edges(
        &mut self,
        before: &Area,
        wanted: &BTreeMap<(NodeId, NodeId), usize>,
    ) -> Result<(), Wrong> {
        let nodes: Vec<NodeId> = self.area.nodes().collect();
        for node in nodes {
            let own: Vec<_> = self.area.edges(node).collect();
            for edge in own {
                let Some(target) = edge.target.node() else { continue };
                let had_line = super::line_between(before, node, target).is_some();
                if had_line && !wanted.contains_key(&(node, target)) {
                    self.area.set_edge(node, edge.octant, None);
                }
            }
        }
        for ((from, to), feature) in wanted {
            if self.area.octant_of_edge(*from, *to).is_none() {
                let feature = *feature;
                let placed = place(&mut self.area, *from, *to, Taken::Refuse);
                placed.map_err(|refusal| Wrong::Refused { feature, refusal })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::tera::apd::{Apd, Node, NodeRange, ZonePaths};
    use crate::world::area::compare::Comparison;
    use crate::world::area::geojson::write;
    use crate::world::area::tests::{area, assert_sound, file};
    use serde_json::{Value, json};

    fn edited(area: &Area, change: impl FnOnce(&mut Vec<Value>)) -> Result<Area, Wrong> {
        let mut json: Value = serde_json::from_str(&write(area)).unwrap();
        change(json["features"].as_array_mut().unwrap());
        let new = onto(area, &json.to_string(), || None)?.area;
        assert_sound(&new);
        Ok(new)
    }

    /// The area of the sample after somebody took an edge away.
    fn without_an_edge(area: &Area) -> Area {
        let mut now = area.clone();
        now.set_edge(NodeId(0), area.octant_of_edge(NodeId(0), NodeId(1)).unwrap(), None);
        now
    }

    #[test]
    fn an_area_that_changed_since_the_export_keeps_what_others_did() {
        let area = sample();
        let (now, base) = (without_an_edge(&area), area.to_apd().unwrap());
        let mut json: Value = serde_json::from_str(&write(&area)).unwrap();
        // This node moves in the file, and its edges go with it.
        json["features"][2]["geometry"]["coordinates"] = json!([200.0, 72.0, 3.0]);
        let text = json.to_string();
        assert!(matches!(onto(&now, &text, || None), Err(Wrong::OtherBase)));
        let other = now.to_apd().unwrap();
        assert!(matches!(onto(&now, &text, || Some(other)), Err(Wrong::OtherBase)));
        let imported = onto(&now, &text, || Some(base.clone())).unwrap();
        let report = imported.merged.unwrap();
        assert_eq!(report.conflicts, []);
        assert!(!report.changes.is_empty());
        let new = imported.area;
        assert_sound(&new);
        let at = |x: f64| new.nodes().find(|node| new.pos(*node).unwrap().x == x).unwrap();
        let (first, second) = (area.pos(NodeId(0)).unwrap().x, area.pos(NodeId(1)).unwrap().x);
        assert_eq!(new.octant_of_edge(at(first), at(second)), None, "what others did stays");
        assert!(new.octant_of_edge(at(second), at(200.0)).is_some());

        // A file that changes nothing leaves an area that others changed as it is.
        let imported = onto(&now, &write(&area), || Some(base.clone())).unwrap();
        assert_eq!(imported.merged, Some(Report::default()));
        assert!(imported.area.to_apd().unwrap() == now.to_apd().unwrap());
        assert!(onto(&area, &write(&area), || None).unwrap().has_base);
        // Another program may drop what it does not know.
        let bare = write(&area).replace(&format!(",\"base\":\"{}\"", base_of(&area)), "");
        let imported = onto(&now, &bare, || Some(base)).unwrap();
        assert!(!imported.has_base && imported.area == area);
    }

    #[test]
    fn a_node_that_others_changed_and_the_file_deletes_stays_and_is_a_conflict() {
        let area = sample();
        let (now, base) = (without_an_edge(&area), area.to_apd().unwrap());
        let mut json: Value = serde_json::from_str(&write(&area)).unwrap();
        let is_of_node_0 = |f: &Value| {
            [&f["properties"]["node"], &f["properties"]["from"], &f["properties"]["to"]]
                .contains(&&json!(0))
        };
        json["features"].as_array_mut().unwrap().retain(|feature| !is_of_node_0(feature));
        let imported = onto(&now, &json.to_string(), || Some(base)).unwrap();
        assert_eq!(imported.area.n_nodes(), 3);
        let report = imported.merged.unwrap();
        let [conflict] = report.conflicts.as_slice() else { panic!("{report:?}") };
        assert_eq!(conflict.field, "whole");
        assert!(conflict.thing.starts_with("node at 72.0, 72.0"), "{conflict:?}");
    }

    #[test]
    fn conflicts_have_the_number_of_their_feature() {
        let area = sample();
        let base = area.to_apd().unwrap();
        let mut json: Value = serde_json::from_str(&write(&area)).unwrap();
        json["features"][1]["geometry"]["coordinates"] = json!([120.0, 88.0, 3.0]);
        let mut now = area.clone();
        now.put_node(NodeId(1), PosInWorld { x: 110.0, y: 90.0, z: 0.0 }.to_bits()).unwrap();
        let imported = onto(&now, &json.to_string(), || Some(base)).unwrap();
        let report = imported.merged.unwrap();
        let moved = report.conflicts.iter().find(|line| line.field == "position");
        assert_eq!(moved.map(|line| line.row), Some(2), "{report:?}");
        assert!(report.conflicts.iter().all(|line| line.row > 0), "{report:?}");
    }

    fn sample() -> Area {
        area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (1, 2)])
    }

    #[test]
    fn what_was_not_changed_comes_back_as_it_was() {
        let apd = crate::sample::tera::wide_paths(3, 4000).unwrap();
        for area in [sample(), Area::new(&apd).unwrap()] {
            assert!(edited(&area, |_| {}).unwrap() == area);
        }
    }

    #[test]
    fn points_and_lines_that_changed_are_nodes_and_edges_that_do() {
        let area = sample();
        let new = edited(&area, |features| {
            // Node 0 moves, node 2 goes with its line, and a new one comes with a line drawn to it.
            features[0]["geometry"]["coordinates"] = json!([40.0, 72.0, 3.0]);
            features.retain(|f| f["properties"]["node"] != 2 && f["properties"]["to"] != 2);
            features.push(json!({ "geometry": { "type": "Point", "coordinates": [296, 72, 1] } }));
            let line = [[104.5, 88.0, 0.0], [296.0, 72.0, 1.0]];
            features.push(json!({ "geometry": { "type": "LineString", "coordinates": line } }));
        });
        let new = new.unwrap();
        let comparison = Comparison::of(&area, &new);
        assert_eq!(comparison.moved_nodes, [NodeId(0)]);
        assert_eq!(comparison.gone_nodes, [NodeId(2)]);
        assert_eq!(comparison.new_nodes, [NodeId(3)]);
        assert!(new.octant_of_edge(NodeId(1), NodeId(3)).is_some());
        assert!(new.octant_of_edge(NodeId(0), NodeId(1)).is_some());
    }

    #[test]
    fn edges_that_have_no_line_are_kept() {
        let file = file(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 0), (2, 1)]);
        let mut nodes: Vec<Node> = file.nodes().collect();
        // An edge to its own node, and edges from and to a node at no place.
        nodes[0].edges[2] = Some(0);
        nodes[0].edges[7] = Some(2);
        nodes[2].position[0] = F32::new(f32::NAN);
        let area = Area::new(&Apd::new(nodes, file.zones().to_vec()).unwrap()).unwrap();
        assert!(edited(&area, |_| {}).unwrap() == area);
        let moved = edited(&area, |features| {
            features[0]["geometry"]["coordinates"] = json!([40.0, 72.0, 3.0]);
        });
        let moved = moved.unwrap();
        assert_eq!(moved.n_edges(), area.n_edges());
        assert!(moved.octant_of_edge(NodeId(0), NodeId(0)).is_some());
    }

    #[test]
    fn no_node_goes_where_ranges_are_kept() {
        let file = file(&[(4, 4), (5, 9), (12, 4)], &[(0, 1), (1, 2)]);
        let zone = ZonePaths::from_squares(1000, 1000, |x, y| match (x, y) {
            (0, 0) => (0, 2).into(),
            (0, 1) => (1, 1).into(),
            (1, 0) => (2, 1).into(),
            _ => NodeRange::default(),
        });
        let area = Area::new(&Apd::new(file.nodes(), vec![zone]).unwrap()).unwrap();
        assert!(edited(&area, |_| {}).unwrap() == area);
        let gone = edited(&area, |features| {
            features.retain(|f| f["properties"]["node"] != 0 && f["properties"]["from"] != 0);
        });
        assert!(matches!(gone, Err(Wrong::Area(Refusal::KeptRanges))), "{gone:?}");
    }

    #[test]
    fn a_place_beyond_what_a_file_holds_is_refused() {
        let wrong = edited(&sample(), |features| {
            features[0]["geometry"]["coordinates"] = json!([40.0, 72.0, 1e39]);
        });
        assert!(matches!(wrong, Err(Wrong::Refused { feature: 0, .. })), "{wrong:?}");
    }

    #[test]
    fn what_can_t_be_is_told_with_its_feature() {
        let area = sample();
        let wrong =
            |change: &dyn Fn(&mut Vec<Value>)| edited(&area, change).unwrap_err().to_string();
        let point = |at: Value| json!({ "geometry": { "type": "Point", "coordinates": at } });
        assert!(wrong(&|f| f.push(point(json!([-900, 5, 5])))).starts_with("feature 5: (-900, 5)"));
        assert_eq!(wrong(&|f| f.push(point(json!([5])))), "feature 5: a point needs x, y and z");
        assert_eq!(wrong(&|f| f.push(f[0].clone())), "feature 5: there is another point of node 0");
        assert_eq!(wrong(&|f| drop(f.remove(2))), "feature 3: there is no point of node 2");
        let line =
            json!({ "geometry": { "type": "LineString", "coordinates": [[1, 1], [72, 72]] } });
        assert_eq!(
            wrong(&|f| f.push(line.clone())),
            "feature 5: an end of the line is at no point"
        );
        assert!(matches!(onto(&area, "[]", || None), Err(Wrong::Json(_))));
    }
}
