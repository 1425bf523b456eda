//! Nodes that hang together with no node in the middle of a square: ledges and rocks that nobody comes to.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::plot::Plot;
use super::{Planting, pos};
use crate::nav::tera::connect::edges_from;
use crate::nav::tera::ground::Ground;
use crate::nav::tera::steps::Steps;
use crate::nav::tera::walk::Standing;
use crate::space::tera::{CellInSquare, SquareInWorld};

/// The game's own areas have a few such islands, and these are as large.
const SMALLEST: usize = 8;

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
    let mut nodes = Nodes::of(plots, squares);
    for square in plots.keys() {
        steps.ask()?;
        nodes.join(ground, *square, planting);
    }
    ControlFlow::Continue(nodes.small(squares))
}

impl Nodes {
    fn of(plots: &BTreeMap<SquareInWorld, Plot>, squares: &BTreeSet<SquareInWorld>) -> Nodes {
        let mut nodes =
            Nodes { numbers: BTreeMap::new(), parents: Vec::new(), is_held: Vec::new() };
        for (square, plot) in plots {
            let centre = square.cell(CellInSquare::CENTRE);
            let own = plot.nodes.iter().map(|node| {
                let number = nodes.parents.len();
                nodes.parents.push(number);
                nodes.is_held.push(node.cell_in_world == centre || !squares.contains(square));
                (*node, number)
            });
            let own = own.collect();
            nodes.numbers.insert(*square, own);
        }
        nodes
    }

    /// Joins the nodes of a square with those that their edges lead to.
    fn join(&mut self, ground: &impl Ground, square: SquareInWorld, planting: &Planting) {
        let beyond = |square: &SquareInWorld| square.around().collect::<Vec<_>>();
        let mut around: BTreeSet<SquareInWorld> = square.around().chain([square]).collect();
        // A reach of more than two squares is for edges that are rare.
        around.extend(square.around().flat_map(|beside| beyond(&beside)));
        let near: Vec<_> = around
            .iter()
            .filter_map(|square| self.numbers.get(square))
            .flatten()
            .map(|(node, number)| (pos(node), *number))
            .collect();
        let own: Vec<_> = self.numbers.get(&square).into_iter().flatten().copied().collect();
        for (node, number) in own {
            let others = near.iter().copied().filter(|(_, other)| *other != number);
            for other in edges_from(ground, pos(&node), others, &planting.stride) {
                let Some(other) = other else { continue };
                let (a, b) = (self.first_of(number), self.first_of(other));
                if let Some(parent) = self.parents.get_mut(a.max(b)) {
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
