//! Areas of TERA and 29 kinds of damage to them, done to the bytes with a reader and a writer of this
//! file's own.

#![allow(dead_code, reason = "every test is a program of its own, and uses what it needs")]

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::FRAC_PI_4;
use std::fs;

use landwright_core::format::tera::{apd, zgd};
use landwright_core::sample;
use landwright_core::sample::rng::Rng;
use landwright_core::space::tera::Zone;
use landwright_core::world::area::geometry::Geometry;

use super::support;

/// So many of each kind.
pub const N: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    OffFloor,
    OffCentre,
    Moved,
    Teleported,
    Doubled,
    NoNumber,
    DeletedCentre,
    WrongOctant,
    SwappedOctants,
    DoubledEdge,
    Dangling,
    ToItself,
    CutOneWay,
    CutBothWays,
    Trap,
    Unreachable,
    Alone,
    ThroughWall,
    Long,
    OtherFloor,
    RangeSwapped,
    CountWrong,
    IndexWrong,
    Overlap,
    OutOfOrder,
    NoHeight,
    Spike,
    Hole,
    ZoneShifted,
}

pub static DAMAGES: [Damage; 29] = {
    use Damage::*;
    [
        OffFloor,
        OffCentre,
        Moved,
        Teleported,
        Doubled,
        NoNumber,
        DeletedCentre,
        WrongOctant,
        SwappedOctants,
        DoubledEdge,
        Dangling,
        ToItself,
        CutOneWay,
        CutBothWays,
        Trap,
        Unreachable,
        Alone,
        ThroughWall,
        Long,
        OtherFloor,
        RangeSwapped,
        CountWrong,
        IndexWrong,
        Overlap,
        OutOfOrder,
        NoHeight,
        Spike,
        Hole,
        ZoneShifted,
    ]
};

#[derive(Debug, Clone)]
pub struct Node {
    pub at: [f32; 3],
    pub edges: [Option<u32>; 8],
}

/// The numbers of a zone, and how many nodes each square has with the byte behind.
pub type ZoneInFile = (u32, u32, Vec<(u32, u8)>);

/// An area as its bytes have it.
#[derive(Debug, Clone)]
pub struct Paths {
    pub nodes: Vec<Node>,
    pub zones: Vec<ZoneInFile>,
}

impl Paths {
    pub fn read(bytes: &[u8]) -> Paths {
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        let mut nodes = Vec::new();
        let mut at = 4;
        for _ in 0..word(0) {
            let place = [word(at), word(at + 4), word(at + 8)].map(f32::from_bits);
            let mask = bytes[at + 12];
            at += 13;
            let mut edges = [None; 8];
            for (octant, edge) in edges.iter_mut().enumerate() {
                if mask & (1 << octant) != 0 {
                    *edge = Some(word(at));
                    at += 4;
                }
            }
            nodes.push(Node { at: place, edges });
        }
        let n_zones = word(at);
        at += 4;
        let mut zones = Vec::new();
        for _ in 0..n_zones {
            let (x, y) = (word(at), word(at + 4));
            at += 8;
            let squares = (0..14_400).map(|n| (word(at + 5 * n), bytes[at + 5 * n + 4])).collect();
            at += 5 * 14_400;
            zones.push((x, y, squares));
        }
        Paths { nodes, zones }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut bytes = (self.nodes.len() as u32).to_le_bytes().to_vec();
        for node in &self.nodes {
            node.at.iter().for_each(|at| bytes.extend(at.to_bits().to_le_bytes()));
            let octants = node.edges.iter().enumerate().filter(|(_, edge)| edge.is_some());
            bytes.push(octants.fold(0, |mask, (octant, _)| mask | 1 << octant));
            node.edges.iter().flatten().for_each(|edge| bytes.extend(edge.to_le_bytes()));
        }
        bytes.extend((self.zones.len() as u32).to_le_bytes());
        for (x, y, squares) in &self.zones {
            bytes.extend(x.to_le_bytes());
            bytes.extend(y.to_le_bytes());
            for (first, count) in squares {
                bytes.extend(first.to_le_bytes());
                bytes.push(*count);
            }
        }
        bytes
    }

    pub fn edges(&self) -> BTreeSet<(u32, u32)> {
        let each = self.nodes.iter().zip(0..);
        let pairs = each.flat_map(|(node, from)| {
            node.edges.iter().flatten().map(move |to| (from, *to)).collect::<Vec<_>>()
        });
        let n = self.nodes.len() as u32;
        pairs.filter(|(from, to)| from != to && *to < n).collect()
    }
}

/// The volumes of a zone, cell by cell in the order of the file.
pub type Cells = Vec<Vec<(i16, u16)>>;

fn read_cells(bytes: &[u8]) -> Cells {
    let (mut at, mut z, mut height) = (0, 0i16, 0u16);
    let mut cells = Vec::with_capacity(921_600);
    for _ in 0..921_600 {
        let n = bytes[at];
        at += 1;
        let mut cell = Vec::with_capacity(n.into());
        for _ in 0..n {
            z = z.wrapping_add(i16::from_le_bytes([bytes[at], bytes[at + 1]]));
            height = height.wrapping_add(u16::from_le_bytes([bytes[at + 2], bytes[at + 3]]));
            at += 4;
            cell.push((z, height));
        }
        cells.push(cell);
    }
    cells
}

fn write_cells(cells: &Cells) -> Vec<u8> {
    let (mut last_z, mut last_height) = (0i16, 0u16);
    let mut bytes = Vec::new();
    for cell in cells {
        bytes.push(cell.len() as u8);
        for (z, height) in cell {
            bytes.extend(z.wrapping_sub(last_z).to_le_bytes());
            bytes.extend(height.wrapping_sub(last_height).to_le_bytes());
            (last_z, last_height) = (*z, *height);
        }
    }
    bytes
}

/// An area with its geometry, as bytes.
pub struct World {
    pub paths: Paths,
    pub zones: BTreeMap<(u32, u32), Vec<u8>>,
    /// Which zone the corner of the world is in.
    pub origin: (i64, i64),
}

/// What is being damaged.
pub struct Victim<'w> {
    world: &'w World,
    pub paths: Paths,
    pub cells: BTreeMap<(u32, u32), Cells>,
    rng: Rng,
    hurt: Vec<[f32; 3]>,
    pub marks: Vec<Mark>,
    /// The node that was deleted last, and those before it.
    pub deleted: Vec<u32>,
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f64 {
    f64::from(a[0] - b[0]).hypot(f64::from(a[1] - b[1]))
}

fn octant(from: [f32; 3], to: [f32; 3]) -> Option<usize> {
    let (x, y) = (f64::from(to[0] - from[0]), f64::from(to[1] - from[1]));
    if x == 0.0 && y == 0.0 {
        return None;
    }
    Some((y.atan2(x).rem_euclid(8.0 * FRAC_PI_4) / FRAC_PI_4 + 1e-9).floor() as usize % 8)
}

/// Where damage was done: to nodes, near places, to squares, to a cell.
#[derive(Debug, Clone)]
pub struct Mark {
    pub damage: Damage,
    pub nodes: Vec<u32>,
    pub at: Vec<[f32; 3]>,
    pub squares: Vec<u32>,
    /// By the zone, and counted along x and y.
    pub cell: Option<((u32, u32), [u32; 2])>,
}

impl Mark {
    fn of(damage: Damage) -> Mark {
        Mark { damage, nodes: Vec::new(), at: Vec::new(), squares: Vec::new(), cell: None }
    }
}

impl<'w> Victim<'w> {
    pub fn new(world: &'w World, seed: u64) -> Victim<'w> {
        let (paths, cells, rng) = (world.paths.clone(), BTreeMap::new(), Rng::new(seed));
        let (hurt, marks, deleted) = (Vec::new(), Vec::new(), Vec::new());
        Victim { world, paths, cells, rng, hurt, marks, deleted }
    }

    /// The area and all zones, by the names of their files, not packed.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let zone = |((x, y), bytes): (&(u32, u32), &Vec<u8>)| {
            let bytes = self.cells.get(&(*x, *y)).map_or_else(|| bytes.clone(), write_cells);
            (Zone { x: *x, y: *y }.file_name(), bytes)
        };
        let paths = ("area.apd".to_owned(), self.paths.write());
        self.world.zones.iter().map(zone).chain([paths]).collect()
    }

    fn mark(&mut self, damage: Damage, nodes: &[u32], at: &[[f32; 3]]) {
        self.marks.push(Mark { nodes: nodes.to_vec(), at: at.to_vec(), ..Mark::of(damage) });
    }

    /// A node that is wanted, away from those that were hurt already.
    fn pick(&mut self, is_wanted: impl Fn(&Paths, u32) -> bool) -> Option<u32> {
        for _ in 0..4_000 {
            let node = self.rng.below(self.paths.nodes.len() as u32);
            let at = self.paths.nodes[node as usize].at;
            let is_away = self.hurt.iter().all(|other| distance(*other, at) > 1_000.0);
            let degree = self.paths.nodes[node as usize].edges.iter().flatten().count();
            if is_away && degree > 2 && is_wanted(&self.paths, node) {
                self.hurt.push(at);
                return Some(node);
            }
        }
        None
    }

    fn any(&mut self) -> Option<u32> {
        self.pick(|_, _| true)
    }

    fn other(&mut self, of: u32, is_wanted: impl Fn([f32; 3], [f32; 3]) -> bool) -> Option<u32> {
        let at = self.paths.nodes[of as usize].at;
        let n = self.paths.nodes.len() as u32;
        let start = self.rng.below(n);
        let mut all = (start..n).chain(0..start);
        all.find(|other| *other != of && is_wanted(at, self.paths.nodes[*other as usize].at))
    }

    fn edge_of(&mut self, node: u32) -> usize {
        loop {
            let octant = self.rng.below(8) as usize;
            if self.paths.nodes[node as usize].edges[octant].is_some() {
                return octant;
            }
        }
    }

    fn forget_edges_to(&mut self, node: u32) {
        let edges = self.paths.nodes.iter_mut().flat_map(|node| &mut node.edges);
        edges.filter(|edge| **edge == Some(node)).for_each(|edge| *edge = None);
    }

    /// The cell under a place, by zone and place in the file.
    fn cell_under(&self, at: [f32; 3]) -> Option<((u32, u32), usize)> {
        let [x, y] = [at[0], at[1]].map(|at| (f64::from(at) / 16.0).floor() as i64);
        let zone = (
            u32::try_from(x.div_euclid(960) + self.world.origin.0).ok()?,
            u32::try_from(y.div_euclid(960) + self.world.origin.1).ok()?,
        );
        let (x, y) = (x.rem_euclid(960) as usize, y.rem_euclid(960) as usize);
        let square = (x / 8) * 120 + y / 8;
        let cell = square * 64 + (x % 8) * 8 + y % 8;
        self.world.zones.contains_key(&zone).then_some((zone, cell))
    }

    /// The volumes of the cell under a node, and the one of them that it stands on.
    fn with_cell(
        &mut self,
        at: [f32; 3],
        change: impl FnOnce(&mut Vec<(i16, u16)>, usize),
    ) -> Option<()> {
        let (zone, cell) = self.cell_under(at)?;
        let zones = &self.world.zones;
        let cells = self.cells.entry(zone).or_insert_with(|| read_cells(&zones[&zone]));
        let own = cells[cell].iter().position(|(z, _)| f32::from(*z) == at[2]).unwrap_or(0);
        change(&mut cells[cell], own);
        Some(())
    }

    fn mark_cell(&mut self, damage: Damage, at: [f32; 3]) -> Option<()> {
        let (zone, _) = self.cell_under(at)?;
        let cell = [at[0], at[1]].map(|at| (f64::from(at) / 16.0).floor().rem_euclid(960.0) as u32);
        self.marks.push(Mark { cell: Some((zone, cell)), at: vec![at], ..Mark::of(damage) });
        Some(())
    }

    fn delete(&mut self, node: u32) {
        self.forget_edges_to(node);
        self.paths.nodes.remove(node as usize);
        let edges = self.paths.nodes.iter_mut().flat_map(|node| &mut node.edges).flatten();
        edges.filter(|edge| **edge > node).for_each(|edge| *edge -= 1);
        for (first, count) in self.paths.zones.iter_mut().flat_map(|zone| &mut zone.2) {
            if *first > node {
                *first -= 1;
            } else if *first + u32::from(*count) > node {
                *count -= 1;
            }
        }
        self.deleted.push(node);
    }

    fn square(&mut self) -> (usize, usize) {
        loop {
            let zone = self.rng.below(self.paths.zones.len() as u32) as usize;
            let square = self.rng.below(14_400) as usize;
            if self.paths.zones[zone].2[square].1 > 0 {
                return (zone, square);
            }
        }
    }

    /// Damage to a node; `None` where there is no such place.
    fn hurt_node(&mut self, damage: Damage) -> Option<()> {
        let is_middle = |paths: &Paths, node: u32| {
            let [x, y, _] = paths.nodes[node as usize].at;
            x.rem_euclid(128.0) == 72.0 && y.rem_euclid(128.0) == 72.0
        };
        if damage == Damage::DeletedCentre {
            let node = self.pick(is_middle)?;
            let at = self.paths.nodes[node as usize].at;
            self.delete(node);
            self.mark(damage, &[], &[at]);
            return Some(());
        }
        let node = self.any()?;
        let own = self.paths.nodes[node as usize].at;
        let by = [1.0, -1.0][self.rng.below(2) as usize];
        let at = match damage {
            Damage::OffFloor => [own[0], own[1], own[2] + by * (3.0 + self.rng.below(30) as f32)],
            Damage::OffCentre => {
                let mut off = || by * (1.0 + self.rng.below(7) as f32);
                [own[0] + off(), own[1] + off(), own[2]]
            }
            Damage::Moved => match self.rng.below(2) {
                0 => [own[0] + by * 32.0, own[1], own[2]],
                _ => [own[0], own[1] + by * 32.0, own[2]],
            },
            Damage::Teleported => {
                let there = self.other(node, |a, b| distance(a, b) > 2_000.0)?;
                let [x, y, z] = self.paths.nodes[there as usize].at;
                [x + 16.0, y, z]
            }
            Damage::Doubled => {
                let there = self.other(node, |a, b| distance(a, b) < 200.0)?;
                self.paths.nodes[there as usize].at
            }
            _ => {
                let odd = [f32::NAN, f32::INFINITY][self.rng.below(2) as usize];
                match self.rng.below(3) {
                    0 => [odd, own[1], own[2]],
                    1 => [own[0], own[1], odd],
                    _ => [odd; 3],
                }
            }
        };
        self.paths.nodes[node as usize].at = at;
        self.mark(damage, &[node], &[own, at]);
        Some(())
    }

    fn hurt_edge(&mut self, damage: Damage) -> Option<()> {
        let node = self.any()?;
        let (from, to) = (self.edge_of(node), self.edge_of(node));
        let own = self.paths.nodes[node as usize].at;
        let n = self.paths.nodes.len() as u32;
        let away = match damage {
            Damage::ThroughWall => {
                self.other(node, |a, b| distance(a, b) < 250.0 && (a[2] - b[2]).abs() > 100.0)
            }
            Damage::Long => self.other(node, |a, b| distance(a, b) > 3_000.0),
            Damage::OtherFloor => {
                self.other(node, |a, b| distance(a, b) < 250.0 && (a[2] - b[2]).abs() > 300.0)
            }
            _ => None,
        };
        let random = self.rng.below(500);
        let mut ends = vec![node];
        let edges = &mut self.paths.nodes[node as usize].edges;
        match damage {
            Damage::WrongOctant | Damage::DoubledEdge => {
                let free = edges.iter().position(Option::is_none)?;
                edges[free] = edges[from];
                if damage == Damage::WrongOctant {
                    edges[from] = None;
                }
            }
            Damage::SwappedOctants => edges.swap(from, if from == to { (to + 1) % 8 } else { to }),
            Damage::Dangling => edges[from] = Some(n + random),
            Damage::ToItself => edges[from] = Some(node),
            Damage::CutOneWay => ends.extend(edges[from].take()),
            Damage::CutBothWays => {
                let target = edges[from].take()?;
                ends.push(target);
                let back = &mut self.paths.nodes[target as usize].edges;
                back.iter_mut().filter(|edge| **edge == Some(node)).for_each(|edge| *edge = None);
            }
            Damage::Trap => *edges = [None; 8],
            Damage::Unreachable => self.forget_edges_to(node),
            Damage::Alone => {
                *edges = [None; 8];
                self.forget_edges_to(node);
            }
            _ => {
                let away = away?;
                let there = self.paths.nodes[away as usize].at;
                self.paths.nodes[node as usize].edges[octant(own, there)?] = Some(away);
            }
        }
        self.mark(damage, &ends, &[own]);
        Some(())
    }

    fn hurt_square(&mut self, damage: Damage) {
        let ((zone_a, a), (zone_b, b)) = (self.square(), self.square());
        let n = self.paths.nodes.len() as u32;
        let by = self.rng.below(9) + 1;
        let index = |zone: usize, square: usize| (zone * 14_400 + square) as u32;
        let mut squares = vec![index(zone_a, a)];
        if damage == Damage::RangeSwapped {
            squares.push(index(zone_b, b));
        }
        self.marks.push(Mark { squares, ..Mark::of(damage) });
        let zones = &mut self.paths.zones;
        match damage {
            Damage::RangeSwapped => {
                let (range_a, range_b) = (zones[zone_a].2[a], zones[zone_b].2[b]);
                (zones[zone_a].2[a], zones[zone_b].2[b]) = (range_b, range_a);
            }
            Damage::CountWrong if by.is_multiple_of(2) => zones[zone_a].2[a].1 += 1,
            Damage::CountWrong => zones[zone_a].2[a].1 -= 1,
            _ => zones[zone_a].2[a].0 = if by == 9 { n + 9 } else { zones[zone_a].2[a].0 + by },
        }
    }

    fn hurt_ground(&mut self, damage: Damage) -> Option<()> {
        let node = self.any()?;
        let own = self.paths.nodes[node as usize].at;
        let up = [400, -400, 0][self.rng.below(3) as usize];
        if damage == Damage::Hole {
            let edge = self.edge_of(node);
            let target = self.paths.nodes[node as usize].edges[edge]? as usize;
            let there = self.paths.nodes[target].at;
            let middle = [0, 1, 2].map(|axis| (own[axis] + there[axis]) / 2.0);
            self.mark_cell(damage, middle)?;
            return self.with_cell(middle, |cell, _| cell.clear());
        }
        self.mark_cell(damage, own)?;
        self.with_cell(own, |cell, at| match damage {
            Damage::Overlap => {
                let (z, _) = cell[at];
                cell.insert(at + 1, (z.saturating_add(40), 30_000));
                cell[at].1 = cell[at].1.max(100);
            }
            Damage::OutOfOrder => cell.insert(0, (cell[at].0.saturating_add(600), 100)),
            Damage::NoHeight => cell[at].1 = 0,
            _ => cell[at].0 = if up == 0 { 0 } else { cell[at].0.saturating_add(up) },
        })
    }

    pub fn hurt(&mut self, damage: Damage) -> Option<()> {
        use Damage::*;
        match damage {
            OffFloor | OffCentre | Moved | Teleported | Doubled | NoNumber | DeletedCentre => {
                self.hurt_node(damage)
            }
            RangeSwapped | CountWrong | IndexWrong => {
                self.hurt_square(damage);
                Some(())
            }
            Overlap | OutOfOrder | NoHeight | Spike | Hole => self.hurt_ground(damage),
            ZoneShifted => {
                let zone = self
                    .paths
                    .zones
                    .iter_mut()
                    .find(|zone| zone.2.iter().any(|(_, count)| *count > 0))?;
                zone.0 += 1;
                self.mark(damage, &[], &[]);
                Some(())
            }
            _ => self.hurt_edge(damage),
        }
    }
}

impl World {
    pub fn of_sample() -> World {
        let sample = sample::tera::area(1).unwrap();
        let paths = Paths::read(&apd::write(&sample.paths));
        let zones = sample.zones.iter().map(|(Zone { x, y }, zone)| ((*x, *y), zgd::write(zone)));
        World { zones: zones.collect(), origin: origin(&paths), paths }
    }

    pub fn of_retail() -> Option<World> {
        let folder = support::corpus("tera/world")?;
        let packed = fs::read(folder.join("rucmia_p.apd")).unwrap();
        let paths = Paths::read(&apd::write(&apd::read_packed(&packed).unwrap().0));
        let zones = support::files_below(&folder).into_iter().filter_map(|path| {
            let Zone { x, y } = Zone::from_file_name(path.file_name()?.to_str()?)?;
            let packed = fs::read(&path).unwrap();
            Some(((x, y), zgd::write(&zgd::read_packed(&packed).unwrap().0)))
        });
        Some(World { zones: zones.collect(), origin: origin(&paths), paths })
    }

    pub fn geometry(&self, changed: &BTreeMap<(u32, u32), Cells>) -> Geometry {
        let zones = self.zones.iter().map(|((x, y), bytes)| {
            let changed = changed.get(&(*x, *y)).map(write_cells);
            let bytes = changed.as_ref().unwrap_or(bytes);
            (Zone { x: *x, y: *y }, zgd::read(bytes).unwrap())
        });
        Geometry::of_zones(zones)
    }
}

fn origin(paths: &Paths) -> (i64, i64) {
    let (x, y, squares) =
        paths.zones.iter().find(|zone| zone.2.iter().any(|one| one.1 > 0)).unwrap();
    let (first, _) = squares.iter().find(|square| square.1 > 0).unwrap();
    let [at_x, at_y, _] = paths.nodes[*first as usize].at;
    let corner = |zone: u32, at: f32| i64::from(zone) - (f64::from(at) / 15_360.0).floor() as i64;
    (corner(*x, at_x), corner(*y, at_y))
}
