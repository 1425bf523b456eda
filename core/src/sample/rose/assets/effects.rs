//! Effects: a fire on logs with sparks and smoke, fireflies, a fountain's water, and a lantern.

use crate::format::number::F32;
use crate::format::rose::eft::{self, Bool, Eft, Particle, Placing};
use crate::format::rose::ptl::{self, Event, EventKind, Ptl, Sequence};
use crate::format::rose::zms;
use crate::format::text::Opaque;
use crate::sample::File;
use crate::sample::noise::smooth;
use crate::sample::rose::names::{self, text};
use crate::sample::rose::pictures::dds;

use crate::sample::rose::assets::UNSET;
use crate::sample::rose::assets::paint::Stuff;
use crate::sample::rose::assets::shape::Shape;

const LOGS: &str = "3DDATA/EFFECT/EFFECTMESH/LOGS.ZMS";
/// Of pictures with one small picture, and with four of them.
const SIDE: u32 = 32;

const SIZE: u32 = 1;
const JUMP: u32 = 2;
const ALPHA: u32 = 6;
const COLOUR: u32 = 7;
const SPEED: u32 = 11;
const PICTURE: u32 = 12;
const TURN: u32 = 13;

/// As Direct3D counts them.
const ONE: u32 = 2;
const NEW_ALPHA: u32 = 5;
const ONE_MINUS_NEW_ALPHA: u32 = 6;

/// Effects on objects, which have no place of their own.
pub(super) const ON_OBJECTS: [&str; 3] = ["CHIMNEY", "FOUNTAIN", "LANTERN"];

pub(super) fn files() -> Vec<File> {
    let file = |path: String, bytes| File { path, bytes };
    let mut files = vec![file(LOGS.to_owned(), zms::write(&logs().zms(zms::Version::V8, &[])))];
    let mut effects: Vec<&str> = names::EFFECTS.iter().chain(&ON_OBJECTS).copied().collect();
    effects.sort_unstable();
    effects.dedup();
    files.extend(
        effects.into_iter().map(|name| {
            file(format!("3DDATA/EFFECT/SAMPLE/{name}.EFT"), eft::write(&effect(name)))
        }),
    );
    let particles = [
        ("FIRE", fire()),
        ("SPARK", sparks()),
        ("SMOKE", smoke()),
        ("FIREFLY", fireflies()),
        ("WATER", water()),
        ("LANTERN", lantern()),
    ];
    files.extend(particles.map(|(name, sequences)| {
        let ptl = Ptl { sequences, tail: Opaque::default() };
        file(format!("3DDATA/EFFECT/PARTICLES/{name}.PTL"), ptl::write(&ptl))
    }));
    files.extend(Look::ALL.map(|look| file(look.file(), look.picture())));
    files
}

/// The particles of an effect, and how high over its place they come from.
fn effect(name: &str) -> Eft {
    let no = Bool(UNSET & !0xff);
    let particles: &[(&str, f32)] = match name {
        "CAMPFIRE" => &[("FIRE", 12.0), ("SPARK", 30.0), ("SMOKE", 90.0)],
        "FIREFLIES" => &[("FIREFLY", 0.0)],
        "FOUNTAIN" => &[("WATER", 0.0)],
        "LANTERN" => &[("LANTERN", 0.0)],
        _ => &[("SMOKE", 0.0)],
    };
    let particle = |(ptl, up_cm): &(&str, f32)| Particle {
        name: text("불꽃"),
        id: text(""),
        unknown1: UNSET,
        ptl: text(&format!(r"3DDATA\EFFECT\\PARTICLES\{ptl}.ptl")),
        use_motion: no,
        motion: text("NULL"),
        loops: 1,
        unknown2: 0,
        placing: placing(*up_cm),
        delay_ms: 0,
        linked: 1,
    };
    Eft {
        name: text(""),
        use_sound: no,
        sound: text(""),
        loops: 1,
        particles: particles.iter().map(particle).collect(),
        meshes: if name == "CAMPFIRE" { vec![logs_in_effect()] } else { Vec::new() },
        tail: Opaque::default(),
    }
}

fn placing(up_cm: f32) -> Placing {
    Placing {
        position_cm: [0.0, 0.0, up_cm].map(F32::new),
        pitch_yaw_roll_degrees: [0.0, 180.0, 0.0].map(F32::new),
        // The rest of a rotation that is none any more.
        leftover: F32::new(-4.371_139e-8),
    }
}

fn logs_in_effect() -> eft::Mesh {
    let (no, yes) = (Bool(UNSET & !0xff), Bool(UNSET & !0xff | 1));
    eft::Mesh {
        name: text("logs"),
        id: text(""),
        unknown1: UNSET,
        mesh: text(&LOGS.replace('/', r"\")),
        morph: text("NULL"),
        picture: text(&Stuff::Bark.file().replace('/', r"\\")),
        alpha: no,
        two_sided: no,
        alpha_test: no,
        z_test: yes,
        z_write: yes,
        source_blend: ONE,
        target_blend: 1,
        blend_operation: 1,
        use_motion: no,
        motion: text("NULL"),
        motion_loops: 1,
        unknown2: 0,
        placing: placing(0.0),
        delay_ms: 100,
        loops: 1,
        linked: 1,
    }
}

/// Three logs that lean on each other.
fn logs() -> Shape {
    let block = |shape: Shape, [x, y]: [f32; 2]| {
        let (wide, deep) = (0.5 * x.abs() + 0.09, 0.5 * y.abs() + 0.09);
        shape.block([-wide, -deep, 0.0], [wide, deep, 0.16])
    };
    let cross = block(block(Shape::new(0.6), [1.0, 0.0]), [0.0, 1.0]);
    cross.block([-0.2, -0.2, 0.14], [0.2, 0.2, 0.26])
}

/// A sequence without events: 1 to 2 seconds of life, added to what is behind it.
fn usual(look: Look, life: [f32; 2], per_second: f32, most: u32) -> Sequence {
    Sequence {
        // With its quotes, as the game's tool wrote them.
        name: text(&format!("\"{look:?}\"")),
        life: life.map(F32::new),
        per_second: [F32::new(per_second); 2],
        loops: 0,
        direction: [[F32::ZERO; 3]; 2],
        place: [[F32::ZERO; 3]; 2],
        gravity: [[F32::ZERO; 3]; 2],
        picture: text(&look.file().replace('/', r"\\")),
        max_particles: most,
        alignment: 0,
        coordinates: 2,
        columns: look.n_columns(),
        rows: look.n_columns(),
        kind: 1,
        target_blend: ONE,
        source_blend: NEW_ALPHA,
        blend_operation: 1,
        events: Vec::new(),
    }
}

/// From the least values to the most.
fn event(kind: u32, ticks: f32, fade: u8, low: &[f32], high: &[f32]) -> Option<Event> {
    let values = low.iter().chain(high).map(|value| F32::new(*value)).collect();
    Event::new(EventKind(kind), [F32::new(ticks); 2], fade, values).ok()
}

fn at<const N: usize>(kind: u32, ticks: f32, low: [f32; N], high: [f32; N]) -> Option<Event> {
    event(kind, ticks, 0, &low, &high)
}

fn to<const N: usize>(kind: u32, ticks: f32, low: [f32; N], high: [f32; N]) -> Option<Event> {
    event(kind, ticks, 1, &low, &high)
}

fn with(sequence: Sequence, events: impl IntoIterator<Item = Option<Event>>) -> Sequence {
    Sequence { events: events.into_iter().flatten().collect(), ..sequence }
}

fn around(x: f32, y: f32, [low, high]: [f32; 2]) -> [[F32; 3]; 2] {
    [[-x, -y, low], [x, y, high]].map(|corner| corner.map(F32::new))
}

fn fire() -> Vec<Sequence> {
    let place = around(16.0, 16.0, [0.0, 12.0]);
    let flames = Sequence { place, ..usual(Look::Flame, [3.2, 5.6], 28.0, 40) };
    vec![with(
        flames,
        [
            at(SIZE, 0.0, [24.0, 24.0], [34.0, 34.0]),
            to(SIZE, 5.6, [5.0, 8.0], [8.0, 12.0]),
            at(SPEED, 0.0, [-3.0, -3.0, 18.0], [3.0, 3.0, 30.0]),
            at(COLOUR, 0.0, [1.0, 0.72, 0.3, 0.0], [1.0, 0.84, 0.4, 0.0]),
            to(COLOUR, 0.8, [1.0, 0.62, 0.22, 0.8], [1.0, 0.7, 0.28, 0.95]),
            to(COLOUR, 5.6, [0.8, 0.12, 0.03, 0.0], [0.9, 0.2, 0.05, 0.0]),
            at(PICTURE, 0.0, [0.0], [3.99]),
            at(TURN, 0.0, [-25.0], [25.0]),
            to(TURN, 5.6, [-60.0], [60.0]),
        ],
    )]
}

fn sparks() -> Vec<Sequence> {
    let place = around(14.0, 14.0, [0.0, 20.0]);
    let sparks = Sequence { place, ..usual(Look::Glow, [4.0, 9.0], 5.0, 20) };
    vec![with(
        sparks,
        [
            at(SIZE, 0.0, [1.4, 1.4], [2.4, 2.4]),
            at(SPEED, 0.0, [-9.0, -9.0, 24.0], [9.0, 9.0, 48.0]),
            at(COLOUR, 0.0, [1.0, 0.6, 0.2, 1.0], [1.0, 0.8, 0.4, 1.0]),
            to(COLOUR, 9.0, [1.0, 0.2, 0.0, 0.0], [1.0, 0.3, 0.1, 0.0]),
        ],
    )]
}

fn smoke() -> Vec<Sequence> {
    let smoke = Sequence {
        place: around(8.0, 8.0, [0.0, 10.0]),
        coordinates: 0,
        target_blend: ONE_MINUS_NEW_ALPHA,
        ..usual(Look::Smoke, [14.0, 20.0], 5.0, 30)
    };
    vec![with(
        smoke,
        [
            at(SIZE, 0.0, [18.0, 18.0], [26.0, 26.0]),
            to(SIZE, 20.0, [80.0, 80.0], [120.0, 120.0]),
            at(SPEED, 0.0, [3.0, -3.0, 22.0], [9.0, 3.0, 32.0]),
            at(COLOUR, 0.0, [0.52, 0.52, 0.54, 0.0], [0.66, 0.66, 0.68, 0.0]),
            to(COLOUR, 3.0, [0.55, 0.55, 0.57, 0.3], [0.7, 0.7, 0.72, 0.42]),
            to(COLOUR, 20.0, [0.7, 0.7, 0.72, 0.0], [0.8, 0.8, 0.82, 0.0]),
            at(TURN, 0.0, [0.0], [360.0]),
            to(TURN, 20.0, [0.0], [360.0]),
        ],
    )]
}

fn fireflies() -> Vec<Sequence> {
    let place = around(240.0, 240.0, [30.0, 190.0]);
    let flies = Sequence { place, coordinates: 1, ..usual(Look::Glow, [24.0, 40.0], 4.0, 24) };
    vec![with(
        flies,
        [
            at(SIZE, 0.0, [4.0, 4.0], [6.0, 6.0]),
            at(SPEED, 0.0, [-8.0, -8.0, -4.0], [8.0, 8.0, 4.0]),
            at(COLOUR, 0.0, [0.75, 1.0, 0.3, 0.0], [0.9, 1.0, 0.5, 0.0]),
            to(COLOUR, 3.0, [0.75, 1.0, 0.3, 1.0], [0.9, 1.0, 0.5, 1.0]),
            to(COLOUR, 6.0, [0.75, 1.0, 0.3, 0.1], [0.9, 1.0, 0.5, 0.2]),
            // Again from the start.
            at(JUMP, 8.0, [0.0], [0.0]),
        ],
    )]
}

/// It falls as water does: 9.8 metres a second faster with each second.
fn water() -> Vec<Sequence> {
    let fall = F32::new(-204.0);
    let drops = Sequence {
        place: around(6.0, 6.0, [0.0, 0.0]),
        gravity: [[F32::ZERO, F32::ZERO, fall]; 2],
        target_blend: ONE_MINUS_NEW_ALPHA,
        ..usual(Look::Drop, [6.0, 6.6], 110.0, 160)
    };
    vec![with(
        drops,
        [
            at(SIZE, 0.0, [3.0, 4.0], [5.0, 7.0]),
            to(SIZE, 6.6, [6.0, 9.0], [9.0, 14.0]),
            at(SPEED, 0.0, [-24.0, -24.0, 72.0], [24.0, 24.0, 92.0]),
            at(COLOUR, 0.0, [0.82, 0.92, 1.0, 0.55], [0.95, 1.0, 1.0, 0.75]),
            to(COLOUR, 6.6, [0.8, 0.9, 1.0, 0.25], [0.9, 0.95, 1.0, 0.4]),
        ],
    )]
}

/// One glow that flickers, and lives for a quarter of an hour.
fn lantern() -> Vec<Sequence> {
    vec![with(
        usual(Look::Glow, [4_320.0, 4_320.0], 10.0, 1),
        [
            at(SIZE, 0.0, [64.0, 64.0], [64.0, 64.0]),
            at(COLOUR, 0.0, [1.0, 0.74, 0.36, 0.75], [1.0, 0.74, 0.36, 0.85]),
            to(ALPHA, 1.5, [0.55], [0.7]),
            to(ALPHA, 3.0, [0.75], [0.85]),
            at(ALPHA, 0.0, [0.75], [0.85]),
            at(JUMP, 3.0, [0.0], [0.0]),
        ],
    )]
}

#[derive(Debug, Clone, Copy)]
enum Look {
    /// Four of them.
    Flame,
    Glow,
    Smoke,
    Drop,
}

impl Look {
    const ALL: [Look; 4] = [Look::Flame, Look::Glow, Look::Smoke, Look::Drop];

    fn file(self) -> String {
        format!("3DDATA/EFFECT/PARTICLES/TEXTURE/{}.DDS", format!("{self:?}").to_uppercase())
    }

    fn n_columns(self) -> u32 {
        if matches!(self, Look::Flame) { 2 } else { 1 }
    }

    fn picture(self) -> Vec<u8> {
        dds(SIDE * self.n_columns(), |x, y| {
            let (column, row) = (x / SIDE, y / SIDE);
            let middle = (SIDE as f32 - 1.0) / 2.0;
            let [u, v] = [x % SIDE, y % SIDE].map(|at| (at as f32 - middle) / middle);
            let seed = u64::from(column + 2 * row) + 40;
            let rough = smooth(seed, 7.0, (x % SIDE) as f32, (y % SIDE) as f32);
            let cover = self.cover(u, v, rough);
            [255, 255, 255, (cover.clamp(0.0, 1.0) * 255.0) as u8]
        })
    }

    /// From −1 at the left and above to 1.
    fn cover(self, u: f32, v: f32, rough: f32) -> f32 {
        let away = (u * u + v * v).sqrt();
        match self {
            // Round below, and licking up.
            Look::Flame => {
                let wide = 0.42 + 0.3 * (v + 1.0) / 2.0;
                let side = (u + (rough - 0.5) * 0.5 * (1.0 - v)) / wide;
                let from_edge = (1.0 - side * side).max(0.0) * (1.0 - u * u) * (1.0 - v * v);
                from_edge * (0.7 + 0.7 * rough)
            }
            Look::Glow => (1.0 - away).max(0.0) * (1.0 - away).max(0.0),
            Look::Smoke => (1.0 - away).max(0.0) * (0.35 + 0.9 * rough),
            Look::Drop => (1.0 - away * away).max(0.0) * 0.9,
        }
    }
}
