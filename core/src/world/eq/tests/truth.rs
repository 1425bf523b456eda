//! True answers against a search that knows neither the index of triangles nor the faces of regions.

use super::{corpus, isle, map_of, real_zone};
use crate::format::eq::map::{Content, Map, Placed};
use crate::format::eq::wtr::{Node, Regions, Wtr};
use crate::format::number::F32;
use crate::nav::eq::answer::{As, Asked};
use crate::space::eq::Kind;
use crate::world::eq::{Zone, server_wtr};

type Point = [f64; 3];

/// A height may differ by so much, and a distance.
const MOST_HEIGHT: f64 = 0.001;
const MOST_DISTANCE: f64 = 0.01;

/// Numbers from 0 to 1, the same in each run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, low: Point, high: Point) -> Point {
        std::array::from_fn(|axis| low[axis] + (high[axis] - low[axis]) * self.next())
    }
}

/// Every triangle that stops something, placed by matrices in 64 bits.
fn triangles(content: &Content) -> Vec<[Point; 3]> {
    let number = |number: F32| f64::from(number.get());
    let solid = content.solid.indices.chunks_exact(3).map(|corners| {
        [0, 1, 2].map(|at| content.solid.vertices[corners[at] as usize].map(number))
    });
    let mut all: Vec<[Point; 3]> = solid.collect();
    for Placed { model, position, turns, scale } in &content.placed {
        let Some(model) = content.models.iter().rev().find(|own| own.name == *model) else {
            continue;
        };
        let [[sx, cx], [sy, cy], [sz, cz]] =
            turns.map(|turn| [number(turn).sin(), number(turn).cos()]);
        let matrix = [
            [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
            [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
            [-sy, cy * sx, cy * cx],
        ];
        let place = |corner: u32| -> Point {
            let own = model.vertices[corner as usize].map(number);
            let [x, y, z]: Point = std::array::from_fn(|axis| {
                let turned: f64 = (0..3).map(|of| matrix[axis][of] * own[of]).sum();
                turned * number(scale[axis]) + number(position[axis])
            });
            [y, x, z]
        };
        let solid = model.sides.iter().filter(|side| side.stops != 0);
        all.extend(solid.map(|side| side.corners.map(place)));
    }
    all
}

/// The triangles by strips of the zone along x, so that a search takes no hours.
struct Strips {
    low: f64,
    width: f64,
    strips: Vec<Vec<[Point; 3]>>,
}

impl Strips {
    fn of(triangles: &[[Point; 3]]) -> Strips {
        let xs = || triangles.iter().flatten().map(|[x, ..]| *x);
        let (low, high) = (xs().fold(f64::INFINITY, f64::min), xs().fold(-f64::INFINITY, f64::max));
        let n_strips = 1000_usize;
        let width = ((high - low) / n_strips as f64).max(1e-6);
        let mut strips = vec![Vec::new(); n_strips + 1];
        for triangle in triangles {
            let place = |x: f64| ((x - low) / width) as usize;
            let [a, b, c] = triangle.map(|[x, ..]| x);
            let (from, to) = (place(a.min(b).min(c)), place(a.max(b).max(c)));
            strips[from..=to].iter_mut().for_each(|strip| strip.push(*triangle));
        }
        Strips { low, width, strips }
    }

    /// The heights above and below a point.
    fn heights(&self, [x, y, _]: Point) -> Vec<f64> {
        let strip = &self.strips[((x - self.low) / self.width) as usize];
        let heights = strip.iter().filter_map(|[a, b, c]| {
            let side =
                |p: &Point, q: &Point| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
            let [ab, bc, ca] = [side(a, b), side(b, c), side(c, a)];
            let area = ab + bc + ca;
            let is_in = [ab, bc, ca].iter().all(|side| side * area >= 0.0);
            (area != 0.0 && is_in).then(|| (bc * a[2] + ca * b[2] + ab * c[2]) / area)
        });
        heights.collect()
    }
}

/// The planes around each leaf of some kind, straight from the nodes.
fn cells(nodes: &[Node], kind: i32) -> Vec<Vec<[f64; 4]>> {
    let mut cells = Vec::new();
    let mut to_come = vec![(1, Vec::new())];
    while let Some((at, planes)) = to_come.pop() {
        let node: &Node = &nodes[at as usize - 1];
        if node.front == 0 && node.back == 0 {
            if node.kind == kind {
                cells.push(planes);
            }
            continue;
        }
        let plane = node.plane.map(|number| f64::from(number.get()));
        let length = (plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]).sqrt();
        for (side, sign) in [(node.front, 1.0), (node.back, -1.0)] {
            if side != 0 {
                let own = plane.map(|number| number * sign / length);
                to_come.push((side, [planes.clone(), vec![own]].concat()));
            }
        }
    }
    cells
}

fn in_front([a, b, c, d]: [f64; 4], [x, y, z]: Point) -> f64 {
    a * x + b * y + c * z + d
}

/// How far the nearest point is that is in front of all planes. It is found by stepping to one plane
/// after the other, each step remembered and taken back as far as it was too much (Hildreth).
fn distance(planes: &[[f64; 4]], point: Point) -> Option<f64> {
    let mut at = point;
    let mut pushed = vec![0.0_f64; planes.len()];
    for _ in 0..50_000 {
        let mut most = 0.0_f64;
        for (plane, pushed) in planes.iter().zip(&mut pushed) {
            let step = f64::max(-in_front(*plane, at), -*pushed);
            *pushed += step;
            at = std::array::from_fn(|axis| at[axis] + plane[axis] * step);
            most = most.max(step.abs());
        }
        if most < 1e-9 {
            break;
        }
    }
    let is_in = planes.iter().all(|plane| in_front(*plane, at) > -5e-3);
    let arm: f64 = (0..3).map(|axis| (at[axis] - point[axis]).powi(2)).sum();
    is_in.then(|| arm.sqrt())
}

fn nearest(cells: &[Vec<[f64; 4]>], point: Point) -> Option<f64> {
    let at_least = |planes: &Vec<[f64; 4]>| {
        planes.iter().map(|plane| -in_front(*plane, point)).fold(0.0, f64::max)
    };
    let mut sorted: Vec<(f64, &Vec<[f64; 4]>)> =
        cells.iter().map(|planes| (at_least(planes), planes)).collect();
    sorted.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut best = None;
    for (at_least, planes) in sorted {
        if best.is_some_and(|best| at_least >= best) {
            break;
        }
        best = [best, distance(planes, point)].into_iter().flatten().reduce(f64::min);
    }
    best
}

/// Compares so many points and so many distances of a zone, and gives the largest differences.
fn compare(name: &str, zone: &Zone, n_points: usize, n_distances: usize) {
    let map = map_of(zone);
    let wtr: Wtr = server_wtr::build(zone).unwrap();
    let asked = Asked::new(&map, Some(&wtr));
    let Map::Version2(map) = &map else { panic!() };
    let [low, high] = asked.ground.bounds().unwrap().map(|corner| corner.map(f64::from));
    let strips = Strips::of(&triangles(&map.content));
    let mut random = Random(24);
    let mut most = 0.0_f64;
    for _ in 0..n_points {
        let point = random.within(low, high);
        let [.., z] = point;
        let heights = strips.heights(point);
        let down = |z: f64| heights.iter().copied().filter(|it| *it < z).reduce(f64::max);
        let up = |z: f64| heights.iter().copied().filter(|it| *it > z).reduce(f64::min);
        let best = down(z + 1.0).or_else(|| up(z + 1.0));
        let answer = asked.answer(As::True, point);
        let pairs = [(answer.best_z, best), (answer.ground, down(z)), (answer.ceiling, up(z))];
        for (found, expected) in pairs {
            assert_eq!(
                found.is_some(),
                expected.is_some(),
                "{name} {point:?} {found:?} {expected:?}"
            );
            let apart = found.zip(expected).map_or(0.0, |(a, b)| (a - b).abs());
            assert!(apart <= MOST_HEIGHT, "{name} {point:?} {found:?} {expected:?}");
            most = most.max(apart);
        }
    }
    let Regions::Nodes(nodes) = &wtr.regions else { panic!() };
    let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Normal);
    let of_kind: Vec<(Kind, Vec<Vec<[f64; 4]>>)> = kinds
        .map(|kind| (kind, cells(nodes, kind.number())))
        .filter(|(_, it)| !it.is_empty())
        .collect();
    let mut farthest = 0.0_f64;
    for (kind, cells) in
        of_kind.iter().cycle().take(if of_kind.is_empty() { 0 } else { n_distances })
    {
        let [x, y, z] = random.within(low, high);
        let expected = nearest(cells, [y, x, z]);
        let found = asked.regions.distance(*kind, [x, y, z]);
        let apart = found.zip(expected).map_or(0.0, |(a, b)| (a - b).abs());
        assert_eq!(found.is_some(), expected.is_some(), "{name} {kind:?}");
        assert!(apart <= MOST_DISTANCE, "{name} {kind:?} {:?} {found:?} {expected:?}", [x, y, z]);
        farthest = farthest.max(apart);
        let at_least = asked.regions.at_least(*kind, [x, y, z]);
        assert!(at_least.zip(found).is_none_or(|(least, found)| least <= found + 1e-6), "{name}");
        // A point in a region of a kind is as near as can be, and no nearer than the distance says.
        let other = random.within(low, high);
        if asked.regions.kind(As::True, other) == kind.number() {
            let arm: f64 = (0..3).map(|axis| (other[axis] - [x, y, z][axis]).powi(2)).sum();
            assert!(found.unwrap() <= arm.sqrt() + 1e-6, "{name} {kind:?} {:?}", [x, y, z]);
            assert_eq!(asked.regions.distance(*kind, other), Some(0.0), "{name} {other:?}");
        }
    }
    eprintln!(
        "{name}: {n_points} points, heights apart by at most {most:.6}; {} kinds, distances by at most \
         {farthest:.6}",
        of_kind.len()
    );
}

#[test]
fn true_answers_of_the_sample_equal_a_search_over_everything() {
    let mut zone = isle();
    // One that is turned and far out, where 32 bits are coarse.
    let place = serde_json::json!({
        "model": "TREE", "x": 9000.3, "y": -9000.7, "z": 100.1, "heading": 77.7, "scale": 9.7,
    });
    let add = crate::world::eq::action::Action::AddObject(serde_json::from_value(place).unwrap());
    add.apply(&mut zone).unwrap();
    compare("isle", &zone, 2000, 200);
}

/// With `LANDWRIGHT_ALL=1` in as many points as the true answers are promised for, which takes minutes.
#[test]
fn true_answers_of_real_zones_equal_a_search_over_everything() {
    let Some(folder) = corpus() else { return };
    let is_all = std::env::var_os("LANDWRIGHT_ALL").is_some();
    let (n_points, n_distances) = if is_all { (100_000, 10_000) } else { (3_000, 100) };
    for name in [
        "arena",
        "befallen",
        "commons",
        "crushbone",
        "gfaydark",
        "halas",
        "kedge",
        "misty",
        "neriakb",
        "oasis",
        "qcat",
        "soldungb",
    ] {
        compare(name, &real_zone(&folder, name), n_points, n_distances);
    }
}
