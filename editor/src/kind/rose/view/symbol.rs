//! The symbols of things: a shape and a colour for each kind, so that neither alone has to tell.
//! The colours can be told apart by the colour-blind; they are those of Okabe and Ito, and what
//! stands beside them.

use landwright_core::world::zone::thing::Kind;

/// The outline of a symbol, from -1 to 1; up is positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    Circle,
    Ring,
    Polygon(&'static [[f32; 2]]),
}

const TRIANGLE: &[[f32; 2]] = &[[0.0, 0.95], [0.95, -0.75], [-0.95, -0.75]];
const SQUARE: &[[f32; 2]] = &[[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]];
const DIAMOND: &[[f32; 2]] = &[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]];
const HEXAGON: &[[f32; 2]] =
    &[[0.95, 0.0], [0.48, 0.82], [-0.48, 0.82], [-0.95, 0.0], [-0.48, -0.82], [0.48, -0.82]];
const SPEAKER: &[[f32; 2]] =
    &[[-0.95, -0.4], [-0.35, -0.4], [0.6, -0.95], [0.6, 0.95], [-0.35, 0.4], [-0.95, 0.4]];
const STAR: &[[f32; 2]] = &[
    [0.0, 1.0],
    [0.28, 0.28],
    [1.0, 0.0],
    [0.28, -0.28],
    [0.0, -1.0],
    [-0.28, -0.28],
    [-1.0, 0.0],
    [-0.28, 0.28],
];
const CROSS: &[[f32; 2]] = &[
    [0.0, 0.42],
    [0.5, 0.92],
    [0.92, 0.5],
    [0.42, 0.0],
    [0.92, -0.5],
    [0.5, -0.92],
    [0.0, -0.42],
    [-0.5, -0.92],
    [-0.92, -0.5],
    [-0.42, 0.0],
    [-0.92, 0.5],
    [-0.5, 0.92],
];
const WAVES: &[[f32; 2]] = &[
    [-1.0, 0.1],
    [-0.5, 0.65],
    [0.0, 0.1],
    [0.5, 0.65],
    [1.0, 0.1],
    [1.0, -0.55],
    [0.5, 0.0],
    [0.0, -0.55],
    [-0.5, 0.0],
    [-1.0, -0.55],
];
const HOUSE: &[[f32; 2]] = &[[0.0, 1.0], [0.85, 0.2], [0.85, -0.85], [-0.85, -0.85], [-0.85, 0.2]];
const FLAG: &[[f32; 2]] = &[[-0.6, 1.0], [0.9, 0.45], [-0.3, -0.1], [-0.3, -1.0], [-0.6, -1.0]];

impl Shape {
    pub fn of(kind: Kind) -> Shape {
        match kind {
            Kind::Deco => Shape::Polygon(TRIANGLE),
            Kind::Npc => Shape::Circle,
            Kind::Cnst => Shape::Polygon(SQUARE),
            Kind::Sound => Shape::Polygon(SPEAKER),
            Kind::Effect => Shape::Polygon(STAR),
            Kind::Animated => Shape::Polygon(HEXAGON),
            Kind::Spawn => Shape::Polygon(DIAMOND),
            Kind::Water => Shape::Polygon(WAVES),
            Kind::Warp => Shape::Ring,
            Kind::Collision => Shape::Polygon(CROSS),
            Kind::Event => Shape::Polygon(HOUSE),
            Kind::Point => Shape::Polygon(FLAG),
        }
    }

    /// How far a place is from the outline: less than 0 inside.
    pub fn distance(self, [x, y]: [f32; 2]) -> f32 {
        match self {
            Shape::Circle => x.hypot(y) - 0.9,
            Shape::Ring => (x.hypot(y) - 0.68).abs() - 0.28,
            Shape::Polygon(corners) => distance_to_polygon(corners, [x, y]),
        }
    }
}

/// Red, green, blue.
pub fn colour_of(kind: Kind) -> [u8; 3] {
    match kind {
        Kind::Deco => [0, 158, 115],
        Kind::Npc => [240, 228, 66],
        Kind::Cnst => [196, 156, 120],
        Kind::Sound => [86, 180, 233],
        Kind::Effect => [230, 150, 195],
        Kind::Animated => [120, 235, 205],
        Kind::Spawn => [230, 85, 13],
        Kind::Water => [40, 125, 220],
        Kind::Warp => [190, 110, 255],
        Kind::Collision => [170, 170, 178],
        Kind::Event => [240, 165, 20],
        Kind::Point => [255, 255, 255],
    }
}

/// What people place to be played with, against what is only there.
pub fn is_played_with(kind: Kind) -> bool {
    matches!(kind, Kind::Npc | Kind::Spawn | Kind::Warp | Kind::Event | Kind::Point)
}

/// How large symbols are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolSize {
    Small,
    Medium,
    Large,
}

impl SymbolSize {
    pub const ALL: [SymbolSize; 3] = [SymbolSize::Small, SymbolSize::Medium, SymbolSize::Large];

    /// Small enough not to cover the map when far, large enough to be told apart when near.
    pub fn at_zoom(points_per_cell: f32) -> SymbolSize {
        match points_per_cell {
            zoom if zoom < 1.0 => SymbolSize::Small,
            zoom if zoom < 6.0 => SymbolSize::Medium,
            _ => SymbolSize::Large,
        }
    }

    /// From side to side.
    pub fn points(self) -> f32 {
        match self {
            SymbolSize::Small => 9.0,
            SymbolSize::Medium => 13.0,
            SymbolSize::Large => 18.0,
        }
    }
}

fn distance_to_polygon(corners: &[[f32; 2]], [x, y]: [f32; 2]) -> f32 {
    let mut nearest = f32::INFINITY;
    let mut is_inside = false;
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    for ([ax, ay], [bx, by]) in ends {
        let (side_x, side_y) = (bx - ax, by - ay);
        let length_2 = (side_x * side_x + side_y * side_y).max(f32::MIN_POSITIVE);
        let along = (((x - ax) * side_x + (y - ay) * side_y) / length_2).clamp(0.0, 1.0);
        nearest = nearest.min((x - ax - along * side_x).hypot(y - ay - along * side_y));
        if (*ay > y) != (*by > y) && x < side_x * (y - ay) / side_y + ax {
            is_inside = !is_inside;
        }
    }
    if is_inside { -nearest } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_shape_and_a_colour_of_its_own() {
        for (n, kind) in Kind::ALL.into_iter().enumerate() {
            for other in Kind::ALL.into_iter().skip(n + 1) {
                assert_ne!(Shape::of(kind), Shape::of(other), "{kind} {other}");
                let parts = colour_of(kind).into_iter().zip(colour_of(other));
                let apart: i32 = parts.map(|(a, b)| i32::from(a).abs_diff(b.into()) as i32).sum();
                assert!(apart > 60, "{kind} {other}: {apart}");
            }
        }
    }

    #[test]
    fn shapes_have_an_inside_and_stay_within_their_box() {
        for kind in Kind::ALL {
            let shape = Shape::of(kind);
            let steps = || (-20..=20).map(|n| n as f32 / 10.0);
            let inside: Vec<[f32; 2]> = steps()
                .flat_map(|y| steps().map(move |x| [x, y]))
                .filter(|at| shape.distance(*at) < 0.0)
                .collect();
            assert!(inside.len() > 60, "{kind}: {}", inside.len());
            assert!(inside.iter().flatten().all(|part| part.abs() <= 1.0), "{kind}");
        }
        assert!(Shape::Ring.distance([0.0, 0.0]) > 0.0);
        assert!((Shape::Polygon(SQUARE).distance([1.8, 0.0]) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn symbols_grow_with_the_zoom() {
        let sizes = [0.02, 0.9, 1.0, 5.9, 6.0, 96.0].map(SymbolSize::at_zoom);
        assert!(sizes.is_sorted());
        assert_eq!((sizes[0], sizes[5]), (SymbolSize::Small, SymbolSize::Large));
    }
}
