//! What stands in the zone: trees, houses, a mill whose wheel turns, a fountain and a bridge. In metres;
//! houses face south.

use super::paint::Stuff;
use super::shape::Shape;

/// A part of a thing.
pub(super) struct Made {
    pub(super) stuff: Stuff,
    pub(super) shape: Shape,
    /// Counted from 1, as files have it; the first is its own.
    pub(super) parent: u16,
    pub(super) turns: bool,
    pub(super) at_cm: [f32; 3],
}

/// How high the deck of the bridge is over the bed of a pond.
const DECK_M: f32 = 4.3;
const HALF_BRIDGE_M: f32 = 33.0;

fn part(stuff: Stuff, shape: Shape) -> Made {
    Made { stuff, shape, parent: 1, turns: false, at_cm: [0.0; 3] }
}

/// The parts of a thing by its name; what has no shape of its own is a stone.
pub(super) fn parts(name: &str) -> Vec<Made> {
    match name {
        "BIRCH" => birch(),
        "PINE" => pine(),
        "STUMP" => {
            vec![part(Stuff::Bark, Shape::new(1.0).column([0.0, 0.0, -0.3], 0.8, 0.42, 0.34))]
        }
        "FERN" => vec![part(Stuff::Fern, Shape::new(1.0).cross([0.0, 0.0, -0.05], 1.5, 0.9))],
        "REEDS" => vec![part(Stuff::Reeds, Shape::new(1.0).cross([0.0, 0.0, -0.1], 1.3, 1.9))],
        "FENCE" => fence(),
        "SIGNPOST" => signpost(),
        "MILL" => mill(),
        "COTTAGE" | "HOUSE" => house([3.6, 2.8], 2.6, 2.2, Stuff::Wall),
        "BARN" => house([5.0, 3.6], 3.2, 2.8, Stuff::Planks),
        "WELLHOUSE" => wellhouse(),
        "FOUNTAIN" => fountain(),
        "BRIDGE" => bridge(),
        "WARP" => warp(),
        "GATE" => vec![
            part(Stuff::Stone, Shape::new(1.0).column([0.0, 0.0, -0.3], 1.1, 0.5, 0.4)),
            part(Stuff::Sail, Shape::new(1.0).blob([0.0, 0.0, 1.2], [0.34; 3], 0.1, 5)),
        ],
        _ => vec![part(
            Stuff::Stone,
            Shape::new(1.2).blob([0.0, 0.0, 0.35], [1.1, 0.9, 0.8], 0.4, 3),
        )],
    }
}

fn birch() -> Vec<Made> {
    let trunk = Shape::new(1.2).column([0.0, 0.0, -0.4], 5.2, 0.26, 0.1);
    let crown = Shape::new(1.6)
        .blob([0.1, 0.0, 5.4], [1.7, 1.6, 1.9], 0.34, 11)
        .blob([-0.9, 0.5, 4.3], [1.2, 1.1, 1.0], 0.34, 12)
        .blob([0.9, -0.5, 4.0], [1.1, 1.2, 0.9], 0.34, 13);
    vec![part(Stuff::Birch, trunk), part(Stuff::Leaves, crown)]
}

fn pine() -> Vec<Made> {
    let trunk = Shape::new(1.0).column([0.0, 0.0, -0.4], 2.4, 0.3, 0.22);
    let crown = Shape::new(1.4)
        .column([0.0, 0.0, 1.5], 2.9, 2.1, 0.0)
        .column([0.0, 0.0, 3.2], 2.7, 1.7, 0.0)
        .column([0.0, 0.0, 4.9], 2.6, 1.2, 0.0);
    vec![part(Stuff::Bark, trunk), part(Stuff::Needles, crown)]
}

fn fence() -> Vec<Made> {
    let mut shape = Shape::new(1.0);
    for x in [-2.0, 0.0, 2.0] {
        shape = shape.block([x - 0.09, -0.09, -0.4], [x + 0.09, 0.09, 1.15]);
    }
    for z in [0.35, 0.8] {
        shape = shape.block([-2.2, -0.14, z], [2.2, -0.06, z + 0.16]);
    }
    vec![part(Stuff::Planks, shape)]
}

fn signpost() -> Vec<Made> {
    let shape = Shape::new(1.0)
        .block([-0.08, -0.08, -0.4], [0.08, 0.08, 2.2])
        .block([-0.75, -0.16, 1.45], [0.75, -0.08, 2.0]);
    vec![part(Stuff::Planks, shape)]
}

/// Walls under a roof along x, a door and a chimney.
fn house([x, y]: [f32; 2], high: f32, roof: f32, walls: Stuff) -> Vec<Made> {
    let wall = Shape::new(3.0)
        .block([-x, -y, -1.2], [x, y, high])
        .gables([-x, -y, high], [x, y, high + roof * y / (y + 0.5)]);
    let eaves = high - roof * 0.5 / (y + 0.5);
    let shingles =
        Shape::new(2.0).roof([-x - 0.5, -y - 0.5, eaves], [x + 0.5, y + 0.5, high + roof]);
    let door = Shape::new(1.0)
        .block([-0.65, -y - 0.08, -1.0], [0.65, -y, 2.05])
        .block([-x * 0.8, -y - 0.06, 0.9], [-x * 0.8 + 0.9, -y, 1.8])
        .block([x * 0.8 - 0.9, -y - 0.06, 0.9], [x * 0.8, -y, 1.8]);
    let stone = Shape::new(1.6)
        .block([x * 0.45, 0.4, high], [x * 0.45 + 0.8, 1.2, high + roof + 0.7])
        .block([-x - 0.12, -y - 0.12, -1.2], [x + 0.12, y + 0.12, 0.25]);
    vec![
        part(walls, wall),
        part(Stuff::Shingles, shingles),
        part(Stuff::Planks, door),
        part(Stuff::Stone, stone),
    ]
}

/// Its wheel has the motion, and the sails move with that.
fn mill() -> Vec<Made> {
    let tower = Shape::new(2.4).column([0.0, 0.0, -1.2], 9.2, 3.4, 2.2);
    let cap = Shape::new(2.0).column([0.0, 0.0, 7.8], 2.6, 2.7, 0.0);
    let door = Shape::new(1.0).block([-0.7, -3.45, -1.0], [0.7, -2.6, 2.1]);
    let hub = Shape::new(1.0)
        .block([-0.35, -0.5, -0.35], [0.35, 1.2, 0.35])
        .block([-0.1, -0.35, -5.4], [0.1, -0.2, 5.4])
        .block([-5.4, -0.35, -0.1], [5.4, -0.2, 0.1]);
    let mut sails = Shape::new(1.4);
    // One sail in each of four directions, all on the same side of their beam.
    for [x, z] in [[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0_f32]] {
        let at = |along: f32, aside: f32| [x * along + z * aside, -0.28, z * along - x * aside];
        let corners = [at(1.3, 0.1), at(1.3, 1.4), at(5.3, 1.4), at(5.3, 0.1)];
        let [a, b, c, d] = corners;
        sails = sails.quad([a, b, c, d], [1.0, 3.0]).quad([b, a, d, c], [1.0, 3.0]);
    }
    let wheel_at = [0.0, -300.0, 760.0];
    let turning =
        |stuff, shape, turns, parent| Made { stuff, shape, parent, turns, at_cm: [0.0; 3] };
    let hub = Made { at_cm: wheel_at, ..turning(Stuff::Planks, hub, true, 0) };
    let sails = turning(Stuff::Sail, sails, false, 4);
    let (tower, cap) = (part(Stuff::Stone, tower), part(Stuff::Shingles, cap));
    vec![tower, cap, part(Stuff::Planks, door), hub, sails]
}

fn wellhouse() -> Vec<Made> {
    let well = Shape::new(1.4).column([0.0, 0.0, -0.8], 1.7, 1.3, 1.3).column(
        [0.0, 0.0, 0.9],
        0.12,
        1.42,
        1.42,
    );
    let posts = Shape::new(1.0)
        .block([-1.25, -0.1, -0.4], [-1.05, 0.1, 2.5])
        .block([1.05, -0.1, -0.4], [1.25, 0.1, 2.5])
        .block([-1.2, -0.06, 2.1], [1.2, 0.06, 2.25]);
    let roof = Shape::new(2.0).roof([-1.7, -1.3, 2.3], [1.7, 1.3, 3.3]);
    vec![part(Stuff::Stone, well), part(Stuff::Planks, posts), part(Stuff::Shingles, roof)]
}

fn fountain() -> Vec<Made> {
    let mut stone = Shape::new(1.6).column([0.0, 0.0, -0.8], 1.0, 3.5, 3.4);
    // The rim: what is inside of it is water.
    for n in 0..8 {
        let [x, y] = [
            [1.0, 0.0],
            [0.7, 0.7],
            [0.0, 1.0],
            [-0.7, 0.7],
            [-1.0, 0.0],
            [-0.7, -0.7],
            [0.0, -1.0],
            [0.7, -0.7],
        ]
        .get(n)
        .copied()
        .unwrap_or_default();
        stone = stone
            .block([x * 3.0 - 0.55, y * 3.0 - 0.55, -0.4], [x * 3.0 + 0.55, y * 3.0 + 0.55, 0.75]);
    }
    let stone = stone
        .column([0.0, 0.0, 0.0], 2.2, 0.55, 0.35)
        .column([0.0, 0.0, 2.0], 0.35, 0.5, 1.5)
        .column([0.0, 0.0, 2.3], 1.0, 0.3, 0.2)
        .blob([0.0, 0.0, 3.4], [0.36; 3], 0.1, 8);
    let water = Shape::new(2.0)
        .column([0.0, 0.0, 0.2], 0.3, 3.0, 3.0)
        .column([0.0, 0.0, 2.3], 0.08, 1.35, 1.35)
        // What falls from the upper bowl.
        .column([1.5, 0.0, 0.4], 1.95, 0.1, 0.05)
        .column([-1.5, 0.0, 0.4], 1.95, 0.1, 0.05)
        .column([0.0, 1.5, 0.4], 1.95, 0.1, 0.05)
        .column([0.0, -1.5, 0.4], 1.95, 0.1, 0.05);
    vec![part(Stuff::Stone, stone), part(Stuff::Water, water)]
}

/// Over all of a pond: its ends are in the banks.
fn bridge() -> Vec<Made> {
    let (half, deck) = (HALF_BRIDGE_M, DECK_M);
    let mut planks = Shape::new(2.0).block([-half, -1.7, deck - 0.3], [half, 1.7, deck]);
    let mut bark = Shape::new(1.0);
    for n in 0_u8..12 {
        let x = -half + 3.0 + f32::from(n) * (2.0 * half - 6.0) / 11.0;
        for y in [-1.6, 1.6] {
            bark = bark.column([x, y, -2.0], deck + 2.0, 0.22, 0.2);
            planks = planks.block([x - 0.09, y - 0.09, deck], [x + 0.09, y + 0.09, deck + 1.1]);
        }
    }
    for y in [-1.6, 1.6] {
        planks = planks
            .block([-half, y - 0.06, deck + 1.0], [half, y + 0.06, deck + 1.15])
            .block([-half, y - 0.05, deck + 0.5], [half, y + 0.05, deck + 0.6]);
    }
    vec![part(Stuff::Planks, planks), part(Stuff::Bark, bark)]
}

/// Two columns with a veil between them.
fn warp() -> Vec<Made> {
    let stone = Shape::new(1.2)
        .column([-1.2, 0.0, -0.5], 3.2, 0.32, 0.28)
        .column([1.2, 0.0, -0.5], 3.2, 0.32, 0.28)
        .block([-1.7, -0.35, 2.6], [1.7, 0.35, 3.1]);
    let veil = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 2.6], [-1.0, 0.0, 2.6]];
    vec![part(Stuff::Stone, stone), part(Stuff::Water, Shape::new(1.0).quad(veil, [1.0, 1.3]))]
}
