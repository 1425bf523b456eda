//! The nodes of an area by their places: for drawing, picking, and finding the node that is
//! meant by a place.
//!
//! Each tile of the land has an R-tree of its own, loaded when somebody first asks there: an area
//! of millions of nodes is seen at once, and where nobody looks costs next to nothing.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::space::extent::Extent;
use crate::space::index::{Hit, Index3};
use crate::space::tera::{PosInWorld, UNITS_PER_ZONE};

use super::Area;
use super::id::NodeId;

/// The nodes of an area by their places. It follows the edits of the document.
#[derive(Debug)]
pub struct Places {
    /// As it was when the index was begun: tiles that are not loaded are as they were then.
    area: Area,
    tiles: BTreeMap<Tile, Tree>,
    /// By node: the tile that has it; `NONE` where none does.
    tile_of_node: Vec<Tile>,
}

/// A piece of the land as large as a zone, by its place along x and y.
type Tile = [i16; 2];

#[derive(Debug, Default)]
struct Tree {
    /// To be loaded.
    nodes: Vec<NodeId>,
    index: OnceLock<Index3<NodeId>>,
}

/// No place is in there.
const NONE: Tile = [i16::MIN; 2];

/// Where more than one node of so many changes, it is quicker to begin anew.
const MANY: usize = 20;

/// So few are followed one by one in any area.
const MANY_AT_LEAST: usize = 1_000;

const SIDE: f32 = UNITS_PER_ZONE as f32;

impl Places {
    pub fn of(area: &Area) -> Places {
        let mut tiles: BTreeMap<Tile, Tree> = BTreeMap::new();
        let mut tile_of_node = vec![NONE; area.n_ids() as usize];
        // Most nodes lie in the tile of the one before.
        let (mut last, mut nodes) = (NONE, Vec::new());
        for node in area.nodes() {
            let Some(extent) = extent(area, node) else { continue };
            let tile = tile_of(extent);
            if tile != last {
                put_back(&mut tiles, last, nodes);
                let tree = tiles.entry(tile).or_default();
                nodes = std::mem::take(&mut tree.nodes);
                last = tile;
            }
            nodes.push(node);
            if let Some(known) = tile_of_node.get_mut(node.idx()) {
                *known = tile;
            }
        }
        put_back(&mut tiles, last, nodes);
        Places { area: area.clone(), tiles, tile_of_node }
    }

    /// Loads what nobody asked for yet.
    pub fn load(&self) {
        for tree in self.tiles.values() {
            tree.index(&self.area);
        }
    }

    /// The index of an area where so many nodes came, went or moved that it is quicker to begin anew
    /// than to follow them.
    pub fn anew(area: &Area, nodes: &[NodeId]) -> Option<Places> {
        let most = (area.n_ids() as usize / MANY).max(MANY_AT_LEAST);
        (nodes.len() > most).then(|| Places::of(area))
    }

    /// After nodes came, went or moved.
    pub fn follow(&mut self, area: &Area, nodes: &[NodeId]) {
        if let Some(anew) = Places::anew(area, nodes) {
            *self = anew;
            return;
        }
        if self.tile_of_node.len() < area.n_ids() as usize {
            self.tile_of_node.resize(area.n_ids() as usize, NONE);
        }
        for node in nodes {
            let Some(known) = self.tile_of_node.get_mut(node.idx()) else { continue };
            if let Some(tree) = self.tiles.get_mut(known) {
                tree.change(&self.area, |index| index.remove(*node));
            }
            *known = NONE;
            if let Some(extent) = extent(area, *node).filter(|_| area.contains(*node)) {
                *known = tile_of(extent);
                let tree = self.tiles.entry(*known).or_default();
                tree.change(&self.area, |index| index.insert(*node, extent));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.tile_of_node.iter().filter(|tile| **tile != NONE).count()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node nearest to a place, by the distance in space; of equals, the first.
    pub fn nearest(&self, pos_in_world: PosInWorld, max_off: f32) -> Option<NodeId> {
        let PosInWorld { x, y, z } = pos_in_world;
        let at = [x, y, z].map(|at| at as f32);
        let [x, y, _] = at;
        let mut trees: Vec<(f32, &Tree)> = self
            .between([x - max_off, y - max_off], [x + max_off, y + max_off])
            .map(|(tile, tree)| (off_tile(at, tile), tree))
            .collect();
        trees.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<Hit<NodeId>> = None;
        for (off, tree) in trees {
            let max_off = best.map_or(max_off, |best| best.distance);
            if off > max_off {
                break;
            }
            let Some(hit) = tree.index(&self.area).nearest(at, max_off) else { continue };
            let is_better = |best: Hit<NodeId>| (hit.distance, hit.key) < (best.distance, best.key);
            if best.is_none_or(is_better) {
                best = Some(hit);
            }
        }
        best.map(|best| best.key)
    }

    /// Every node in a box, by id.
    pub fn inside(&self, extent: &Extent<3>) -> Vec<NodeId> {
        let ([low_x, low_y, _], [high_x, high_y, _]) = (extent.min(), extent.max());
        let trees = self.between([low_x, low_y], [high_x, high_y]);
        let mut nodes: Vec<NodeId> =
            trees.flat_map(|(_, tree)| tree.index(&self.area).touching(extent)).collect();
        nodes.sort_unstable();
        nodes
    }

    fn between(&self, low: [f32; 2], high: [f32; 2]) -> impl Iterator<Item = (Tile, &Tree)> {
        let ([low_x, low_y], [high_x, high_y]) = (low.map(tile_at), high.map(tile_at));
        // A range must not begin behind its end.
        let columns = [low_x, i16::MIN]..=[high_x.max(low_x), i16::MAX];
        let tiles = self.tiles.range(columns).map(|(tile, tree)| (*tile, tree));
        tiles.filter(move |([_, y], _)| (low_y..=high_y).contains(y))
    }
}

impl Tree {
    fn index(&self, area: &Area) -> &Index3<NodeId> {
        self.index.get_or_init(|| {
            let things = self.nodes.iter().filter_map(|node| Some((*node, extent(area, *node)?)));
            Index3::bulk(things.collect())
        })
    }

    fn change<T>(&mut self, area: &Area, change: impl FnOnce(&mut Index3<NodeId>) -> T) {
        self.index(area);
        if let Some(index) = self.index.get_mut() {
            change(index);
        }
    }
}

fn put_back(tiles: &mut BTreeMap<Tile, Tree>, tile: Tile, nodes: Vec<NodeId>) {
    if !nodes.is_empty() {
        tiles.entry(tile).or_default().nodes = nodes;
    }
}

/// How far a place is from a tile, on the ground. The last tiles reach as far as numbers do.
fn off_tile(at: [f32; 3], tile: Tile) -> f32 {
    let off = |at: f32, tile: i16| {
        let low = if tile <= i16::MIN + 1 { f32::MIN } else { f32::from(tile) * SIDE };
        let high = if tile == i16::MAX { f32::MAX } else { f32::from(tile) * SIDE + SIDE };
        (low - at).max(at - high).max(0.0)
    };
    let ([x, y, _], [tile_x, tile_y]) = (at, tile);
    let (x, y) = (off(x, tile_x), off(y, tile_y));
    // A little less, so that rounding leaves no tile out.
    (x * x + y * y).sqrt() * 0.999
}

fn extent(area: &Area, node: NodeId) -> Option<Extent<3>> {
    let at = area.pos(node)?.to_bits().map(|value| value.get());
    Extent::between(at, at).ok()
}

fn tile_of(extent: Extent<3>) -> Tile {
    let [x, y, _] = extent.min();
    [x, y].map(tile_at)
}

/// Beyond the ends of what numbers reach, all are in the last tile.
fn tile_at(at: f32) -> i16 {
    ((at / SIDE).floor() as i16).max(i16::MIN + 1)
}

#[cfg(test)]
mod tests {
    use super::super::routes::MAX_OFF;
    use super::super::tests::{act, area};
    use super::*;
    use crate::sample::tera::wide_paths;

    #[test]
    fn places_follow_edits() {
        let before = area(&[(4, 4), (60, 60)], &[]);
        let mut places = Places::of(&before);
        let near = PosInWorld { x: 70.0, y: 70.0, z: 3.0 };
        assert_eq!(places.nearest(near, MAX_OFF), Some(NodeId(0)));
        let after = act(&before, r#"{"action":"delete-nodes","nodes":{"ids":[0]}}"#).unwrap();
        places.follow(&after, &[NodeId(0)]);
        assert_eq!(places.nearest(near, MAX_OFF), None);
        let added = act(&after, r#"{"action":"add-node","at":[70,70,0]}"#).unwrap();
        places.follow(&added, &[NodeId(2)]);
        assert_eq!(places.nearest(near, MAX_OFF), Some(NodeId(2)));
    }

    #[test]
    fn after_an_edit_of_many_nodes_places_are_as_if_they_were_made_anew() {
        let before = Area::new(&wide_paths(4, 3_000).unwrap()).unwrap();
        let mut places = Places::of(&before);
        places.load();
        let json = r#"{"action":"move-nodes","nodes":"everything","by":[16,0,0],"snap":"none"}"#;
        let after = act(&before, json).unwrap();
        let moved: Vec<NodeId> = after.nodes().collect();
        places.follow(&after, &moved);
        assert!(places.tiles.values().all(|tree| tree.index.get().is_none()), "none one by one");
        let (node, pos) = (NodeId(7), after.pos(NodeId(7)).unwrap());
        assert_eq!(places.nearest(pos, 1.0), Some(node));
        assert_eq!(places.len(), 3_000);
        places.follow(&after, &[node]);
        assert_eq!(places.nearest(pos, 1.0), Some(node));
    }

    #[test]
    fn many_tiles_answer_as_one_list_would() {
        let area = Area::new(&wide_paths(4, 60_000).unwrap()).unwrap();
        let mut places = Places::of(&area);
        assert!(places.tiles.len() > 2 && places.len() == 60_000);
        let all: Vec<(PosInWorld, NodeId)> =
            area.nodes().map(|node| (area.pos(node).unwrap(), node)).collect();
        for n in 0..40 {
            let (mut x, mut y) = (f64::from(n) * 700.0, f64::from(n * 37 % 40) * 900.0);
            if n % 4 == 0 {
                // Beside a border, where two tiles are asked.
                (x, y) = (f64::from(UNITS_PER_ZONE) - 1.0, y.min(15_000.0));
            }
            let at = PosInWorld { x, y, z: 0.0 };
            let off = |pos: &PosInWorld| (pos.distance(at) as f32, NodeId(0)).0;
            for max_off in [40.0, MAX_OFF, f32::INFINITY] {
                let near = all.iter().filter(|(pos, _)| off(pos) <= max_off);
                let expected = near.map(|(pos, _)| off(pos)).min_by(f32::total_cmp);
                let found = places.nearest(at, max_off).and_then(|node| area.pos(node));
                let found = found.map(|pos| off(&pos));
                let is_same = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 0.01,
                    (found, expected) => found == expected,
                };
                assert!(is_same, "{at:?} {max_off}: {found:?}, not {expected:?}");
            }
            let [low, high] = [-200.0, 200.0].map(|by| [x + by, y + by, by * 100.0]);
            let extent = Extent::between(low.map(|at| at as f32), high.map(|at| at as f32));
            let is_inside = |pos: &PosInWorld| {
                (low[0]..=high[0]).contains(&pos.x) && (low[1]..=high[1]).contains(&pos.y)
            };
            let expected = all.iter().filter(|(pos, _)| is_inside(pos)).map(|(_, node)| *node);
            assert!(places.inside(&extent.unwrap()).into_iter().eq(expected));
        }
        let there = PosInWorld { x: 101.0, y: 20_001.0, z: 30_000.0 };
        assert_eq!(places.nearest(there, MAX_OFF), None);
        let json = r#"{"action":"set-node","node":0,"at":[100,20000,30000]}"#;
        let moved = act(&area, json).unwrap();
        places.follow(&moved, &[NodeId(0)]);
        assert_eq!(places.nearest(there, MAX_OFF), Some(NodeId(0)), "in another tile");
        assert_eq!(places.len(), 60_000);
    }
}
