//! The floors of one square, and which node sees each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::{MAX_NODES, Planting};
use crate::format::tera::CELLS_PER_SQUARE;
use crate::nav::tera::Stride;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::steps::Ask;
use crate::nav::tera::walk::{Standing, walk};
use crate::space::tera::{CellInSquare, CellInWorld, SquareInWorld, UNITS_PER_CELL};

/// Of a cell, so many floors take part, the lowest in its file: nobody builds more of them. The
/// game's own have 7 at most.
const MAX_FLOORS_IN_CELL: usize = 32;

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
        plot.own_all(ground, stride, u16::MAX);
        plot
    }

    /// Gives each node the floors that it sees, the first node before the others.
    fn own_all(&mut self, ground: &impl Ground, stride: &Stride, spacing: u16) {
        self.floors.iter_mut().for_each(|floor| floor.owner = None);
        for node in self.nodes.clone() {
            self.own(ground, node, stride, spacing);
        }
    }

    /// A square that gets its nodes: in the middle, and until all of it is seen.
    pub(super) fn planted(
        ground: &impl Ground,
        square: SquareInWorld,
        planting: &Planting,
        ask: Ask<'_>,
    ) -> ControlFlow<(), Plot> {
        let centre = square.cell(CellInSquare::CENTRE);
        let volumes = ground.volumes(centre).iter();
        let nodes =
            volumes.map(|volume| Standing { cell_in_world: centre, z: i32::from(volume.z) });
        let nodes = nodes.take(MAX_NODES).collect();
        let mut plot = Plot::of(ground, square, nodes, &planting.stride);
        let is_open = plot.floors.iter().all(|floor| floor.owner.is_some());
        if !is_open && planting.spacing < planting.stride.reach {
            plot.own_all(ground, &planting.stride, planting.spacing);
        }
        let mut beside = None;
        while plot.floors.iter().any(|floor| floor.owner.is_none()) {
            ask()?;
            let beside = beside.get_or_insert_with(|| plot.beside(ground, &planting.stride));
            let Some(node) = plot.next_node(beside, planting) else { break };
            plot.nodes.push(node);
            plot.own(ground, node, &planting.stride, planting.spacing);
        }
        ControlFlow::Continue(plot)
    }

    /// Its nodes but those that are lost, and more on floors that are seen, near obstacles, until there
    /// are as many as the game has.
    pub(super) fn scattered(
        &self,
        ground: &impl Ground,
        square: SquareInWorld,
        lost: &BTreeSet<Standing>,
        planting: &Planting,
    ) -> Vec<Standing> {
        let stays = |node: &&Standing| !lost.contains(node);
        let mut nodes: Vec<Standing> = self.nodes.iter().filter(stays).copied().collect();
        let border = Border::around(ground, square, &planting.stride);
        if border.is_empty() {
            return nodes;
        }
        let seen = self.owned().filter(|(_, owner)| !lost.contains(owner));
        let near: Vec<Standing> =
            seen.map(|(floor, _)| floor).filter(|floor| border.is_near(*floor)).collect();
        let centre = square.cell(CellInSquare::CENTRE);
        let n_own = nodes.iter().filter(|node| node.cell_in_world != centre).count();
        // What is left of a whole node is one by chance.
        let wanted = near.len() * usize::from(planting.scattered);
        let chance = shuffled(Standing { cell_in_world: centre, z: 0 }) % 1000;
        let n_wanted = (wanted + chance as usize) / 1000;
        let mut free: Vec<Standing> = near
            .into_iter()
            .filter(|floor| floor.cell_in_world != centre && !nodes.contains(floor))
            .collect();
        free.sort_by_key(|floor| (shuffled(*floor), *floor));
        let n_room = MAX_NODES.saturating_sub(nodes.len());
        nodes.extend(free.into_iter().take(n_wanted.saturating_sub(n_own).min(n_room)));
        nodes
    }

    /// The floors that some node sees, with that node.
    pub(super) fn owned(&self) -> impl Iterator<Item = (Standing, Standing)> {
        self.floors.iter().filter_map(|floor| Some((floor.standing, floor.owner?)))
    }

    /// The node that sees a floor.
    pub(super) fn owner(&self, standing: Standing) -> Option<Standing> {
        self.floors.get(self.place_of(standing)?)?.owner
    }

    fn place_of(&self, standing: Standing) -> Option<usize> {
        self.floors.binary_search_by_key(&standing, |floor| floor.standing).ok()
    }

    /// Gives a node the floors that it sees, not farther than so many units, and no other node does.
    fn own(&mut self, ground: &impl Ground, node: Standing, stride: &Stride, spacing: u16) {
        for floor in self.floors.iter_mut().filter(|floor| floor.owner.is_none()) {
            let there = floor.standing;
            let is_seen = is_within(node, there, spacing)
                && walk(ground, node, there, stride).is_ok()
                && walk(ground, there, node, stride).is_ok();
            if is_seen || node == there {
                floor.owner = Some(node);
            }
        }
    }

    /// The middle of the largest piece that nobody sees; `None` where no piece is large enough.
    fn next_node(&self, beside: &[Vec<usize>], planting: &Planting) -> Option<Standing> {
        if self.nodes.len() >= MAX_NODES {
            return None;
        }
        let pieces = self.unseen_pieces(beside);
        let largest = pieces.into_iter().rev().max_by_key(Vec::len)?;
        if largest.len() < usize::from(planting.smallest.max(1)) {
            return None;
        }
        let standings = largest.iter().filter_map(|at| Some(self.floors.get(*at)?.standing));
        let cells = standings.clone().map(|standing| standing.cell_in_world);
        let [x, y] = [Spread::of(cells.clone().map(|cell| cell.x)), Spread::of(cells.map(|c| c.y))];
        standings.min_by_key(|at| x.off(at.cell_in_world.x) + y.off(at.cell_in_world.y))
    }

    /// Floors that nobody sees, in pieces that hang together by steps there and back.
    fn unseen_pieces(&self, beside: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut is_open: Vec<bool> =
            self.floors.iter().map(|floor| floor.owner.is_none()).collect();
        let mut take = |at: usize| is_open.get_mut(at).is_some_and(std::mem::take);
        let mut pieces = Vec::new();
        for first in (0..self.floors.len()).rev() {
            if !take(first) {
                continue;
            }
            let mut piece = vec![first];
            let mut next = 0;
            while let Some(from) = piece.get(next).copied() {
                next += 1;
                let beside = beside.get(from).map_or(&[][..], Vec::as_slice);
                piece.extend(beside.iter().copied().filter(|to| take(*to)));
            }
            pieces.push(piece);
        }
        pieces
    }

    /// For each floor those that are a step away, there and back: in a cell that is the one which is
    /// nearest.
    fn beside(&self, ground: &impl Ground, stride: &Stride) -> Vec<Vec<usize>> {
        let beside = |floor: &Floor| {
            let from = floor.standing;
            let steps = cells_around(from.cell_in_world).filter_map(|cell_in_world| {
                let nearest = ground.nearest_floor(cell_in_world, from.z)?;
                let to = Standing { cell_in_world, z: i32::from(nearest.z) };
                let can_step = walk(ground, from, to, stride).is_ok()
                    && walk(ground, to, from, stride).is_ok();
                self.place_of(to).filter(|_| can_step)
            });
            steps.collect()
        };
        self.floors.iter().map(beside).collect()
    }
}

/// Floors in and around a square from which one can't step to all sides and back.
struct Border {
    by_cell: BTreeMap<CellInWorld, Vec<i32>>,
}

/// Obstacles this many cells away are near.
const NEAR: i32 = 2;

/// Floors of cells side by side that differ by more are of different storeys.
const STOREY: u32 = 100;

impl Border {
    fn around(ground: &impl Ground, square: SquareInWorld, stride: &Stride) -> Border {
        let side = CELLS_PER_SQUARE as i32;
        let low = [square.x, square.y].map(|at| at.saturating_mul(side).saturating_sub(NEAR));
        let n = side + 2 * NEAR;
        let cells = (0..n).flat_map(|x| {
            (0..n).map(move |y| CellInWorld {
                x: low[0].saturating_add(x),
                y: low[1].saturating_add(y),
            })
        });
        let mut by_cell: BTreeMap<CellInWorld, Vec<i32>> = BTreeMap::new();
        for cell_in_world in cells {
            let volumes = ground.volumes(cell_in_world).iter().take(MAX_FLOORS_IN_CELL);
            for volume in volumes.filter(|volume| volume.height >= stride.clearance) {
                let floor = Standing { cell_in_world, z: i32::from(volume.z) };
                if is_at_obstacle(ground, floor, stride) {
                    by_cell.entry(cell_in_world).or_default().push(floor.z);
                }
            }
        }
        Border { by_cell }
    }

    fn is_empty(&self) -> bool {
        self.by_cell.is_empty()
    }

    fn is_near(&self, floor: Standing) -> bool {
        let Standing { cell_in_world: CellInWorld { x, y }, z } = floor;
        let mut around = (-NEAR..=NEAR).flat_map(|dx| (-NEAR..=NEAR).map(move |dy| (dx, dy)));
        around.any(|(dx, dy)| {
            let cell = CellInWorld { x: x.saturating_add(dx), y: y.saturating_add(dy) };
            self.by_cell
                .get(&cell)
                .is_some_and(|own| own.iter().any(|own| own.abs_diff(z) <= STOREY))
        })
    }
}

/// Whether one can't step from a floor to all sides and back.
fn is_at_obstacle(ground: &impl Ground, floor: Standing, stride: &Stride) -> bool {
    cells_around(floor.cell_in_world).filter(|cell| ground.is_known(*cell)).any(|cell_in_world| {
        let Some(nearest) = ground.nearest_floor(cell_in_world, floor.z) else { return true };
        let to = Standing { cell_in_world, z: i32::from(nearest.z) };
        let can_step =
            walk(ground, floor, to, stride).is_ok() && walk(ground, to, floor, stride).is_ok();
        !can_step
    })
}

/// A number that has nothing to do with where a floor is, and is always the same.
fn shuffled(floor: Standing) -> u64 {
    let Standing { cell_in_world: CellInWorld { x, y }, z } = floor;
    let parts = [x, y, z].map(|part| u64::from(part.cast_unsigned()));
    parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mixed: u64, part| {
        let mixed = (mixed ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ (mixed >> 29)
    })
}

/// How places lie along an axis.
struct Spread {
    n: i64,
    sum: i64,
    sum_of_squares: i64,
    first: i32,
}

impl Spread {
    fn of(places: impl Iterator<Item = i32>) -> Spread {
        let mut spread = Spread { n: 0, sum: 0, sum_of_squares: 0, first: 0 };
        for place in places {
            if spread.n == 0 {
                spread.first = place;
            }
            let off = spread.off_first(place);
            spread.n += 1;
            spread.sum += off;
            spread.sum_of_squares += off * off;
        }
        spread
    }

    /// The squares of how far all of them are from a place, together.
    fn off(&self, place: i32) -> i64 {
        let off = self.off_first(place);
        self.n * off * off - 2 * off * self.sum + self.sum_of_squares
    }

    /// No more than a square is long.
    fn off_first(&self, place: i32) -> i64 {
        i64::from(place) - i64::from(self.first)
    }
}

fn is_within(from: Standing, to: Standing, units: u16) -> bool {
    let off = |from: i32, to: i32| i64::from(from.abs_diff(to)) * i64::from(UNITS_PER_CELL);
    let (from, to) = (from.cell_in_world, to.cell_in_world);
    let (x, y) = (off(from.x, to.x), off(from.y, to.y));
    x * x + y * y <= i64::from(units).pow(2)
}

fn floors_of(ground: &impl Ground, square: SquareInWorld, stride: &Stride) -> Vec<Floor> {
    let floors = CellInSquare::all().flat_map(|cell| {
        let cell_in_world = square.cell(cell);
        let volumes = ground.volumes(cell_in_world).iter();
        let standable = volumes.filter(|volume| volume.height >= stride.clearance);
        standable
            .take(MAX_FLOORS_IN_CELL)
            .map(move |volume| Standing { cell_in_world, z: i32::from(volume.z) })
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
