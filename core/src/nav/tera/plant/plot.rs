//! The floors of one square, and which node sees each of them.

use super::{MAX_NODES, Planting};
use crate::nav::tera::walk::{Standing, walk};
use crate::nav::tera::{Ground, Stride};
use crate::space::tera::{CellInSquare, CellInWorld, SquareInWorld};

/// A square with its floors and nodes.
pub(super) struct Plot {
    /// By their place.
    floors: Vec<Floor>,
    pub(super) nodes: Vec<Standing>,
}

/// A floor that one can stand on.
struct Floor {
    standing: Standing,
    /// The first of the square's nodes from which one can walk there and back.
    owner: Option<Standing>,
}

impl Plot {
    /// A square that has these nodes, and keeps them.
    pub(super) fn of(
        ground: &impl Ground,
        square: SquareInWorld,
        nodes: Vec<Standing>,
        stride: &Stride,
    ) -> Plot {
        let mut plot = Plot { floors: floors_of(ground, square, stride), nodes };
        for node in plot.nodes.clone() {
            plot.own(ground, node, stride);
        }
        plot
    }

    /// A square that gets its nodes: in the middle, and until all of it is seen.
    pub(super) fn planted(
        ground: &impl Ground,
        square: SquareInWorld,
        planting: &Planting,
    ) -> Plot {
        let centre = square.cell(CellInSquare::CENTRE);
        let volumes = ground.volumes(centre).iter();
        let nodes =
            volumes.map(|volume| Standing { cell_in_world: centre, z: i32::from(volume.z) });
        let nodes = nodes.take(MAX_NODES).collect();
        let mut plot = Plot::of(ground, square, nodes, &planting.stride);
        while let Some(node) = plot.next_node(ground, planting) {
            plot.nodes.push(node);
            plot.own(ground, node, &planting.stride);
        }
        plot
    }

    /// The floors that some node sees, with that node.
    pub(super) fn owned(&self) -> impl Iterator<Item = (Standing, Standing)> {
        self.floors.iter().filter_map(|floor| Some((floor.standing, floor.owner?)))
    }

    /// The node that sees a floor.
    pub(super) fn owner(&self, standing: Standing) -> Option<Standing> {
        let at = self.floors.binary_search_by_key(&standing, |floor| floor.standing).ok()?;
        self.floors.get(at)?.owner
    }

    /// Gives a node the floors that it sees and no other node does.
    fn own(&mut self, ground: &impl Ground, node: Standing, stride: &Stride) {
        for floor in self.floors.iter_mut().filter(|floor| floor.owner.is_none()) {
            let there = floor.standing;
            let is_seen = walk(ground, node, there, stride).is_ok()
                && walk(ground, there, node, stride).is_ok();
            if is_seen || node == there {
                floor.owner = Some(node);
            }
        }
    }

    /// The middle of the largest piece that nobody sees; `None` where no piece is large enough.
    fn next_node(&self, ground: &impl Ground, planting: &Planting) -> Option<Standing> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let pieces = self.unseen_pieces(ground, &planting.stride);
        let largest = pieces.into_iter().rev().max_by_key(Vec::len)?;
        if largest.len() < usize::from(planting.smallest.max(1)) {
            return None;
        }
        let off = |at: &Standing| -> u64 {
            let off = |a: i32, b: i32| u64::from(a.abs_diff(b)).pow(2);
            let cell = at.cell_in_world;
            let others = largest.iter().map(|other| other.cell_in_world);
            others.map(|other| off(other.x, cell.x) + off(other.y, cell.y)).sum()
        };
        largest.iter().min_by_key(|at| off(at)).copied()
    }

    /// Floors that nobody sees, in pieces that hang together by steps there and back.
    fn unseen_pieces(&self, ground: &impl Ground, stride: &Stride) -> Vec<Vec<Standing>> {
        let unseen = self.floors.iter().filter(|floor| floor.owner.is_none());
        let mut unseen: Vec<Standing> = unseen.map(|floor| floor.standing).collect();
        let mut pieces = Vec::new();
        while let Some(first) = unseen.pop() {
            let mut piece = vec![first];
            let mut next = 0;
            while let Some(from) = piece.get(next).copied() {
                next += 1;
                let is_beside = |to: &mut Standing| {
                    let (a, b) = (from.cell_in_world, to.cell_in_world);
                    a.x.abs_diff(b.x) <= 1
                        && a.y.abs_diff(b.y) <= 1
                        && walk(ground, from, *to, stride).is_ok()
                        && walk(ground, *to, from, stride).is_ok()
                };
                piece.extend(unseen.extract_if(.., is_beside));
            }
            pieces.push(piece);
        }
        pieces
    }
}

fn floors_of(ground: &impl Ground, square: SquareInWorld, stride: &Stride) -> Vec<Floor> {
    let floors = CellInSquare::all().flat_map(|cell| {
        let cell_in_world = square.cell(cell);
        let volumes = ground.volumes(cell_in_world).iter();
        let standable = volumes.filter(|volume| volume.height >= stride.clearance);
        standable.map(move |volume| Standing { cell_in_world, z: i32::from(volume.z) })
    });
    let floors = floors.map(|standing| Floor { standing, owner: None });
    let mut floors: Vec<Floor> = floors.collect();
    floors.sort_by_key(|floor| floor.standing);
    floors.dedup_by_key(|floor| floor.standing);
    floors
}

/// The eight cells around a cell.
pub(super) fn cells_around(cell: CellInWorld) -> impl Iterator<Item = CellInWorld> {
    let sides = [-1, 0, 1].into_iter().flat_map(|x| [-1, 0, 1].map(|y| (x, y)));
    sides
        .filter(|side| *side != (0, 0))
        .map(move |(x, y)| CellInWorld { x: cell.x.saturating_add(x), y: cell.y.saturating_add(y) })
}
