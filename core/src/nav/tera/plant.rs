//! Where path nodes are put: on the volumes of squares that are made anew.
//!
//! The game has a node on every floor in the middle of a square, without exception, and more of
//! them, scattered as if at random, near steps and second floors. Where exactly these stand can't
//! be derived. So they are put where they are needed: until every floor that one can stand on is
//! seen from a node of its square, and nodes whose floors touch are connected. Of those, small islands
//! without a middle go again, as the game has hardly any. Then floors within two cells of a step get more,
//! as many as the game has there and as if at random, but each time the same.

mod plot;
mod islands;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::Stride;
use super::ground::Ground;
use super::steps::{Ask, Steps};
use super::walk::{Standing, walk};
use crate::space::tera::{PosInWorld, SquareInWorld};

use self::plot::Plot;

/// A square lists no more nodes than this.
const MAX_NODES: usize = 255;

/// Where so many nodes are around two, others than those lead from one to the other. The game's own
/// have 215 at most.
const MAX_BETWEEN: usize = 512;

/// What [`plant`] counts of a square: putting its nodes, and connecting them.
pub const STEPS: usize = 2;

/// How nodes are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Planting {
    pub stride: Stride,
    /// Floors that hang together and are fewer than this are left without a node.
    pub smallest: u16,
    /// Near obstacles, no floor is farther from a node of its square than this. A square is less
    /// than 200 long, whichever way.
    pub spacing: u16,
    /// Of 1,000 floors within two cells of an obstacle, so many get a node, those that are needed among
    /// them.
    pub scattered: u16,
}

impl Default for Planting {
    fn default() -> Planting {
        let stride = Stride::default();
        Planting { stride, smallest: 3, spacing: stride.reach, scattered: 76 }
    }
}

/// The nodes of squares, by square: those in the middle first.
///
/// `around` gives the nodes that stand in the squares beside them, and stay. A square takes
/// [`STEPS`]; broken off where that is asked for.
pub fn plant(
    ground: &impl Ground,
    squares: &BTreeSet<SquareInWorld>,
    around: impl Fn(SquareInWorld) -> Vec<Standing>,
    planting: &Planting,
    steps: &mut Steps<'_>,
) -> ControlFlow<(), BTreeMap<SquareInWorld, Vec<PosInWorld>>> {
    let all: Vec<SquareInWorld> = squares.iter().copied().collect();
    let plots = steps
        .each(&all, Steps::step, |square, ask| Plot::planted(ground, *square, planting, ask))?;
    let mut bed = Bed { ground, planting, plots: all.iter().copied().zip(plots).collect() };
    for beside in all.iter().flat_map(|square| square.around()) {
        bed.plots
            .entry(beside)
            .or_insert_with(|| Plot::of(ground, beside, around(beside), &planting.stride));
    }
    bed.connect(squares, steps)?;
    let lost = islands::small_islands(ground, &bed.plots, squares, planting, steps)?;
    let plots = &bed.plots;
    let nodes = steps.each(&all, Steps::ask, |square, _| {
        let plot = plots.get(square);
        let nodes = plot.map(|plot| plot.scattered(ground, *square, &lost, planting));
        ControlFlow::Continue(nodes.unwrap_or_default().iter().map(pos).collect())
    })?;
    ControlFlow::Continue(all.into_iter().zip(nodes).collect())
}

fn pos(node: &Standing) -> PosInWorld {
    node.cell_in_world.centre(node.z as i16)
}

/// Squares side by side.
struct Bed<'a, G> {
    ground: &'a G,
    planting: &'a Planting,
    plots: BTreeMap<SquareInWorld, Plot>,
}

impl<G: Ground> Bed<'_, G> {
    /// Puts nodes where one can step from the floors of a node to those of another, and there is
    /// no way between the two.
    fn connect(
        &mut self,
        squares: &BTreeSet<SquareInWorld>,
        steps: &mut Steps<'_>,
    ) -> ControlFlow<()> {
        let mut settled: BTreeSet<(Standing, Standing)> = BTreeSet::new();
        let plots: Vec<SquareInWorld> = self.plots.keys().copied().collect();
        let bed = &*self;
        let borders =
            steps.each(&plots, Steps::ask, |square, ask| bed.open_borders_of(*square, ask))?;
        for (square, borders) in plots.into_iter().zip(borders) {
            for [start, from, to, goal] in borders {
                if !settled.insert((start, goal)) {
                    continue;
                }
                steps.ask()?;
                // A node that was put in between may have made one.
                if self.has_way(start, goal) {
                    continue;
                }
                // Whoever stands on a floor sees its owner, and the next floor.
                if self.can_walk(start, to) {
                    self.add(to, squares);
                } else if self.can_walk(from, goal) {
                    self.add(from, squares);
                } else {
                    self.add(from, squares);
                    self.add(to, squares);
                }
            }
            if squares.contains(&square) {
                steps.step()?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Those borders between whose nodes there is no way yet, the first of each two nodes.
    fn open_borders_of(
        &self,
        square: SquareInWorld,
        ask: Ask<'_>,
    ) -> ControlFlow<(), Vec<[Standing; 4]>> {
        let mut settled: BTreeSet<(Standing, Standing)> = BTreeSet::new();
        let mut open = Vec::new();
        for border in self.borders_of(square) {
            let [start, _, _, goal] = border;
            if !settled.insert((start, goal)) {
                continue;
            }
            ask()?;
            if !self.has_way(start, goal) {
                open.push(border);
            }
        }
        ControlFlow::Continue(open)
    }

    /// Steps from a floor to the next where another node sees that: the nodes and, between them,
    /// the floors.
    fn borders_of(&self, square: SquareInWorld) -> Vec<[Standing; 4]> {
        let Some(plot) = self.plots.get(&square) else { return Vec::new() };
        let borders = plot.owned().flat_map(|(from, start)| {
            plot::cells_around(from.cell_in_world).filter_map(move |cell| {
                let floor = self.ground.nearest_floor(cell, from.z)?;
                let to = Standing { cell_in_world: cell, z: i32::from(floor.z) };
                let goal = self.plots.get(&SquareInWorld::of(cell))?.owner(to)?;
                (goal != start && self.can_walk(from, to)).then_some([start, from, to, goal])
            })
        });
        borders.collect()
    }

    fn can_walk(&self, from: Standing, to: Standing) -> bool {
        walk(self.ground, from, to, &self.planting.stride).is_ok()
    }

    /// Whether one can walk straight from a node to another, or by way of a third one near them.
    fn has_way(&self, from: Standing, to: Standing) -> bool {
        let reach = f64::from(self.planting.stride.reach);
        let can_walk = |from: Standing, to: Standing| {
            pos(&from).distance_on_ground(pos(&to)) <= reach && self.can_walk(from, to)
        };
        if can_walk(from, to) {
            return true;
        }
        let own = [from, to].map(|node| SquareInWorld::of(node.cell_in_world));
        let squares: BTreeSet<SquareInWorld> =
            own.into_iter().flat_map(|square| square.around().chain([square])).collect();
        let plots = || squares.iter().filter_map(|square| self.plots.get(square));
        let mut between = plots().flat_map(|plot| plot.nodes.iter().copied());
        plots().map(|plot| plot.nodes.len()).sum::<usize>() > MAX_BETWEEN
            || between.any(|node| can_walk(from, node) && can_walk(node, to))
    }

    fn add(&mut self, floor: Standing, squares: &BTreeSet<SquareInWorld>) {
        let square = SquareInWorld::of(floor.cell_in_world);
        if let Some(plot) = self.plots.get_mut(&square).filter(|_| squares.contains(&square))
            && !plot.nodes.contains(&floor)
            && plot.nodes.len() < MAX_NODES
        {
            plot.nodes.push(floor);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::format::packed::Progress;
    use crate::format::tera::zgd::Volume;
    use crate::nav::tera::connect::connect;
    use crate::nav::tera::steps::go_on;
    use crate::space::tera::CellInWorld;

    /// A plain with a wall along x = 3, open where y is below 1, and a bridge over x = 20.
    struct Yard {
        plain: [Volume; 1],
        wall: [Volume; 1],
        bridge: [Volume; 2],
    }

    const YARD: Yard = Yard {
        plain: [Volume { z: 0, height: 32_767 }],
        wall: [Volume { z: 300, height: 32_467 }],
        bridge: [Volume { z: -200, height: 190 }, Volume { z: 0, height: 32_767 }],
    };

    impl Ground for Yard {
        fn volumes(&self, cell: CellInWorld) -> &[Volume] {
            match cell.x {
                3 if cell.y >= 1 => &self.wall,
                20 => &self.bridge,
                _ => &self.plain,
            }
        }
    }

    fn planted(
        ground: &impl Ground,
        squares: &BTreeSet<SquareInWorld>,
        planting: &Planting,
        progress: Progress<'_>,
    ) -> ControlFlow<(), BTreeMap<SquareInWorld, Vec<PosInWorld>>> {
        let steps = &mut Steps::new(progress, STEPS * squares.len());
        plant(ground, squares, |_| Vec::new(), planting, steps)
    }

    fn nodes(squares: &[(i32, i32)], smallest: u16) -> Vec<PosInWorld> {
        let squares: BTreeSet<SquareInWorld> =
            squares.iter().map(|(x, y)| SquareInWorld { x: *x, y: *y }).collect();
        let planting = Planting { smallest, scattered: 0, ..Planting::default() };
        let all = planted(&YARD, &squares, &planting, &mut go_on).continue_value().unwrap();
        all.into_values().flatten().collect()
    }

    #[test]
    fn an_open_square_has_one_node_in_its_middle() {
        assert_eq!(nodes(&[(9, 9)], 3), [CellInWorld { x: 76, y: 76 }.centre(0)]);
        // Under the bridge, and on it; a ditch of one cell leads nowhere.
        let bridge = CellInWorld { x: 20, y: 4 };
        assert_eq!(nodes(&[(2, 0)], 99), [bridge.centre(-200), bridge.centre(0)]);
    }

    #[test]
    fn near_obstacles_nodes_stand_as_close_as_is_asked_for_and_open_squares_keep_one() {
        let planted_with = |square: (i32, i32), spacing: u16| {
            let squares = BTreeSet::from([SquareInWorld { x: square.0, y: square.1 }]);
            let planting = Planting { spacing, scattered: 0, ..Planting::default() };
            let all = planted(&YARD, &squares, &planting, &mut go_on).continue_value().unwrap();
            all.into_values().flatten().count()
        };
        let usual = planted_with((0, 0), Planting::default().spacing);
        assert_eq!(usual, nodes(&[(0, 0)], 3).len());
        let (near, nearer) = (planted_with((0, 0), 32), planted_with((0, 0), 16));
        assert!(usual < near && near < nearer, "{usual} {near} {nearer}");
        assert_eq!(planted_with((9, 9), 32), 1, "nothing stands there");
    }

    #[test]
    fn what_a_wall_hides_gets_a_node_and_a_way_around_the_wall() {
        let nodes = nodes(&[(0, 0)], 3);
        let edges = connect(&YARD, &nodes, &Stride::default());
        let hidden = nodes.iter().position(|pos| pos.x < 48.0 && pos.y > 16.0).unwrap();
        let mut reached = BTreeSet::from([0]);
        while let Some(next) = reached
            .iter()
            .flat_map(|node| edges[*node as usize].iter().flatten().copied())
            .find(|next| !reached.contains(next))
        {
            reached.insert(next);
        }
        assert!(reached.contains(&(hidden as u32)), "{nodes:?} {edges:?}");
    }

    #[test]
    fn the_same_ground_gets_the_same_nodes() {
        let squares = [(0, 0), (0, 1), (1, 0), (2, 0)];
        assert_eq!(nodes(&squares, 3), nodes(&squares, 3));
        assert!(nodes(&squares, 3).len() < 30);
    }

    #[test]
    fn floors_near_obstacles_get_as_many_nodes_as_are_asked_for() {
        let square = SquareInWorld { x: 0, y: 0 };
        let n_nodes = |scattered: u16| {
            let planting = Planting { scattered, ..Planting::default() };
            let squares = BTreeSet::from([square, SquareInWorld { x: 9, y: 9 }]);
            let all = planted(&YARD, &squares, &planting, &mut go_on).continue_value().unwrap();
            assert_eq!(all[&SquareInWorld { x: 9, y: 9 }].len(), 1, "nothing stands there");
            all[&square].len()
        };
        let (none, some, many) = (n_nodes(0), n_nodes(100), n_nodes(500));
        assert!(none <= some && some < many && many < 40, "{none} {some} {many}");
    }

    /// A strip of three cells along a square, which may go on in the next one.
    struct Strip {
        goes_on: bool,
        floor: [Volume; 1],
    }

    impl Ground for Strip {
        fn volumes(&self, cell: CellInWorld) -> &[Volume] {
            let has_floor = cell.x >= 8 || (5..8).contains(&cell.y);
            if has_floor && self.is_known(cell) { &self.floor } else { &[] }
        }

        fn is_known(&self, cell: CellInWorld) -> bool {
            self.goes_on || (0..8).contains(&cell.x) && (0..8).contains(&cell.y)
        }
    }

    #[test]
    fn what_goes_on_in_ground_that_is_made_later_keeps_its_nodes() {
        let squares = BTreeSet::from([SquareInWorld { x: 0, y: 0 }]);
        let planting = Planting { scattered: 0, ..Planting::default() };
        let n_nodes = |goes_on: bool| {
            let strip = Strip { goes_on, floor: [Volume { z: 0, height: 200 }] };
            let all = planted(&strip, &squares, &planting, &mut go_on).continue_value().unwrap();
            all.into_values().flatten().count()
        };
        assert_eq!(n_nodes(false), 0, "a ledge of its own");
        assert!(n_nodes(true) > 0);
    }

    /// More floors in every cell than anybody builds, in pieces of three cells that hang together.
    struct Tower {
        cells: [Vec<Volume>; 4],
        n_asked: AtomicUsize,
    }

    impl Tower {
        fn new() -> Tower {
            let floor = |n: i16, lift: i16| Volume { z: -16_000 + n * 125 + lift, height: 90 };
            let cells =
                [0, 31, 62, 93].map(|lift| (0..64).map(|n| floor(n, lift)).collect::<Vec<_>>());
            Tower { cells, n_asked: AtomicUsize::new(0) }
        }
    }

    impl Ground for Tower {
        fn volumes(&self, cell: CellInWorld) -> &[Volume] {
            self.n_asked.fetch_add(1, Ordering::Relaxed);
            let (column, piece) = (cell.x.rem_euclid(2), cell.y.div_euclid(3).rem_euclid(2));
            let floors = &self.cells[(2 * column + piece) as usize];
            let is_centre = [cell.x, cell.y].map(|at| at.rem_euclid(8)) == [4, 4];
            if is_centre { &floors[..8] } else { floors }
        }
    }

    #[test]
    fn floors_without_number_take_no_time_without_end() {
        let tower = Tower::new();
        let squares = BTreeSet::from([SquareInWorld { x: 0, y: 0 }]);
        let made = planted(&tower, &squares, &Planting::default(), &mut go_on);
        let made = made.continue_value().unwrap();
        assert!(made.values().all(|nodes| (1..=MAX_NODES).contains(&nodes.len())));
        let n_asked = tower.n_asked.into_inner();
        assert!(n_asked < 10_000_000, "{n_asked}");
    }

    #[test]
    fn planting_tells_how_far_it_is_and_is_broken_off_at_once() {
        let squares: BTreeSet<SquareInWorld> =
            (0..9).map(|n| SquareInWorld { x: n / 3, y: n % 3 }).collect();
        let mut seen = Vec::new();
        let mut watch = |n_done, n_all| {
            seen.push((n_done, n_all));
            ControlFlow::Continue(())
        };
        assert!(planted(&YARD, &squares, &Planting::default(), &mut watch).is_continue());
        assert!(seen.is_sorted() && seen.last() == Some(&(18, 18)), "{seen:?}");
        let tower = Tower::new();
        let mut n_left = 5;
        let mut until = |_, _| {
            n_left -= 1;
            if n_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert!(planted(&tower, &squares, &Planting::default(), &mut until).is_break());
        assert_eq!(n_left, 0, "nobody is asked again");
    }
}
