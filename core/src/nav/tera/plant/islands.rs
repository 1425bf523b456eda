//! Nodes that hang together with no node in the middle of a square: ledges and rocks that nobody comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::plot::Plot;
use super::{Planting, pos};
use crate::nav::tera::ground::Ground;
use crate::nav::tera::steps::Steps;
use crate::nav::tera::walk::{Standing, walk};
use crate::space::tera::{CellInSquare, SquareInWorld};

/// The game's own areas have a few such islands, and these are as large.
const SMALLEST: usize = 8;

/// Edges may lead over so many squares. Nodes so near to ground that is not made anew now, or not yet, may
/// belong to it.
const RIM: i32 = 3;

/// Where more nodes than this are around a square, none of it is looked at.
const MOST_NEAR: usize = 2048;

/// Nodes of squares and of those around, by a number each.
struct Nodes {
    numbers: BTreeMap<SquareInWorld, Vec<(Standing, usize)>>,
    parents: Vec<usize>,
    /// Those that stay whatever they hang together with: in the middle of a square, or in one that stays.
    is_held: Vec<bool>,
}

/// The nodes of squares that hang together with too few others, and with none that is held.
pub(super) fn small_islands(
    ground: &impl Ground,
    plots: &BTreeMap<SquareInWorld, Plot>,
    squares: &BTreeSet<SquareInWorld>,
    planting: &Planting,
    steps: &mut Steps<'_>,
) -> ControlFlow<(), BTreeSet<Standing>> {
    let mut nodes = Nodes::of(ground, plots, squares);
    for square in plots.keys() {
        steps.ask()?;
        nodes.join(ground, *square, planting);
    }
    ControlFlow::Continue(nodes.small(squares))
}

fn near(square: SquareInWorld) -> impl Iterator<Item = SquareInWorld> {
    (-RIM..=RIM).flat_map(move |x| {
        (-RIM..=RIM).map(move |y| SquareInWorld {
            x: square.x.saturating_add(x),
            y: square.y.saturating_add(y),
        })
    })
}

impl Nodes {
    fn of(
        ground: &impl Ground,
        plots: &BTreeMap<SquareInWorld, Plot>,
        squares: &BTreeSet<SquareInWorld>,
    ) -> Nodes {
        let mut nodes =
            Nodes { numbers: BTreeMap::new(), parents: Vec::new(), is_held: Vec::new() };
        for (square, plot) in plots {
            let centre = square.cell(CellInSquare::CENTRE);
            let is_rim = || {
                near(*square).any(|near| {
                    !squares.contains(&near) && ground.is_known(near.cell(CellInSquare::CENTRE))
                })
            };
            let stays = !squares.contains(square) || is_rim();
            let own = plot.nodes.iter().map(|node| {
                let number = nodes.parents.len();
                nodes.parents.push(number);
                nodes.is_held.push(node.cell_in_world == centre || stays);
                (*node, number)
            });
            let own = own.collect();
            nodes.numbers.insert(*square, own);
        }
        nodes
    }

    /// Joins the nodes of a square with those that one can walk to.
    fn join(&mut self, ground: &impl Ground, square: SquareInWorld, planting: &Planting) {
        let beside = square.around().chain([square]);
        // Edges lead as far as two squares on.
        let around: BTreeSet<SquareInWorld> =
            beside.flat_map(|beside| beside.around().chain([beside])).collect();
        let numbers = &self.numbers;
        let near = around.iter().filter_map(|square| numbers.get(square)).flatten().copied();
        let near: Vec<(Standing, usize)> = near.collect();
        let own: Vec<_> = self.numbers.get(&square).into_iter().flatten().copied().collect();
        let reach = f64::from(planting.stride.reach);
        for (node, number) in own {
            if near.len() > MOST_NEAR {
                // Nobody builds so many floors: whatever they hang together with, they stay.
                self.is_held.get_mut(number).into_iter().for_each(|is_held| *is_held = true);
                continue;
            }
            for (other, other_number) in &near {
                let (a, b) = (self.first_of(number), self.first_of(*other_number));
                let is_tried = a != b && pos(&node).distance_on_ground(pos(other)) <= reach;
                if is_tried
                    && walk(ground, node, *other, &planting.stride).is_ok()
                    && let Some(parent) = self.parents.get_mut(a.max(b))
                {
                    *parent = a.min(b);
                }
            }
        }
    }

    fn first_of(&mut self, node: usize) -> usize {
        let mut at = node;
        while let Some(parent) = self.parents.get(at).copied().filter(|parent| *parent != at) {
            let next = self.parents.get(parent).copied().unwrap_or(parent);
            if let Some(own) = self.parents.get_mut(at) {
                *own = next;
            }
            at = next;
        }
        at
    }

    fn small(&mut self, squares: &BTreeSet<SquareInWorld>) -> BTreeSet<Standing> {
        let firsts: Vec<usize> = (0..self.parents.len()).map(|node| self.first_of(node)).collect();
        let mut sizes = vec![0; firsts.len()];
        for (first, is_held) in firsts.iter().zip(&self.is_held) {
            if let Some(size) = sizes.get_mut(*first) {
                *size += if *is_held { SMALLEST } else { 1 };
            }
        }
        let own = squares.iter().filter_map(|square| self.numbers.get(square)).flatten();
        let is_small = |number: usize| {
            let first = firsts.get(number).copied().unwrap_or(number);
            sizes.get(first).is_some_and(|size| *size < SMALLEST)
        };
        own.filter(|(_, number)| is_small(*number)).map(|(node, _)| *node).collect()
    }
}
