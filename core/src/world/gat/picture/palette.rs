//! The colours of a map: one table for pictures, windows and legends.

use super::islands::N_COLOURS;
use super::relief::FULL_LIGHT;

/// Red, green and blue, as a screen has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Rgb(pub [u8; 3]);

/// Which colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Palette {
    #[default]
    Normal,
    /// Can be told apart with any kind of colour vision, by lightness alone for most.
    ColourBlind,
}

/// A row of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swatch {
    /// `None` for all types that nobody knows.
    pub number: Option<u32>,
    pub name: &'static str,
    /// For the normal palette.
    pub normal: Rgb,
    pub colour_blind: Rgb,
}

/// The types of cells in their order, and one row for what nobody knows.
pub const SWATCHES: [Swatch; 8] = [
    swatch(0, "Walkable", [186, 192, 166], [222, 222, 214]),
    swatch(1, "Blocked", [54, 60, 70], [38, 38, 46]),
    swatch(2, "Walkable, water to bots", [150, 196, 200], [140, 208, 248]),
    swatch(3, "Walkable water", [82, 142, 190], [0, 114, 178]),
    swatch(4, "Walkable, deep water to bots", [104, 108, 178], [190, 110, 160]),
    swatch(5, "Cliff", [216, 148, 78], [226, 146, 0]),
    swatch(6, "Walkable, cliff to bots", [158, 124, 92], [0, 150, 110]),
    Swatch {
        number: None,
        name: "Unknown",
        normal: Rgb([255, 0, 220]),
        colour_blind: Rgb([252, 240, 60]),
    },
];

const fn swatch(number: u32, name: &'static str, normal: [u8; 3], colour_blind: [u8; 3]) -> Swatch {
    let (normal, colour_blind) = (Rgb(normal), Rgb(colour_blind));
    Swatch { number: Some(number), name, normal, colour_blind }
}

/// Colours from one end to the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ramp([Rgb; Ramp::N_STEPS]);

impl Palette {
    pub fn of(self, swatch: &Swatch) -> Rgb {
        match self {
            Palette::Normal => swatch.normal,
            Palette::ColourBlind => swatch.colour_blind,
        }
    }

    /// In the order of [`SWATCHES`].
    pub fn types(self) -> [Rgb; SWATCHES.len()] {
        SWATCHES.map(|swatch| self.of(&swatch))
    }

    /// What cells under water are tinted with.
    pub fn water(self) -> Rgb {
        match self {
            Palette::Normal => Rgb([36, 84, 196]),
            Palette::ColourBlind => Rgb([0, 60, 150]),
        }
    }

    /// What lies beside the map.
    pub fn outside(self) -> Rgb {
        Rgb([24, 24, 28])
    }

    /// From the lowest to the highest.
    pub(super) fn heights(self) -> Ramp {
        match self {
            Palette::Normal => Ramp::through(&[
                [30, 70, 130],
                [60, 140, 150],
                [96, 160, 84],
                [206, 196, 112],
                [160, 108, 66],
                [244, 242, 240],
            ]),
            Palette::ColourBlind => DARK_TO_LIGHT.ramp(),
        }
    }

    /// The highest, the middle and the lowest, for a colour key.
    pub fn height_key(self) -> [Rgb; 3] {
        let ramp = self.heights();
        [1.0, 0.5, 0.0].map(|share| ramp.at(Ramp::step(share)))
    }

    /// The steepest and the flat, for a colour key.
    pub fn slope_key(self) -> [Rgb; 2] {
        let ramp = self.slopes();
        [1.0, 0.0].map(|share| ramp.at(Ramp::step(share)))
    }

    /// What nobody walks on, the mainland, and the first island, for a colour key.
    pub fn island_key(self) -> [Rgb; 3] {
        let colours = self.islands();
        [0, 1, 2].map(|n| colours.get(n).copied().unwrap_or_default())
    }

    /// From flat to steep.
    pub(super) fn slopes(self) -> Ramp {
        match self {
            Palette::Normal => {
                Ramp::through(&[[232, 232, 224], [236, 196, 92], [212, 84, 48], [72, 12, 40]])
            }
            Palette::ColourBlind => DARK_TO_LIGHT.reversed(),
        }
    }

    /// What nobody walks on, the mainland, and the islands.
    pub(super) fn islands(self) -> Vec<Rgb> {
        let (blocked, mainland) = match self {
            Palette::Normal => (Rgb([44, 42, 48]), Rgb([150, 158, 146])),
            Palette::ColourBlind => (Rgb([20, 20, 24]), Rgb([120, 120, 126])),
        };
        let hues: &[[u8; 3]] = match self {
            Palette::Normal => &[
                [230, 76, 66],
                [240, 150, 50],
                [238, 214, 70],
                [110, 200, 80],
                [64, 190, 180],
                [76, 130, 230],
                [160, 96, 220],
                [236, 110, 180],
            ],
            Palette::ColourBlind => &[
                [230, 159, 0],
                [86, 180, 233],
                [0, 158, 115],
                [240, 228, 66],
                [0, 114, 178],
                [213, 94, 0],
                [204, 121, 167],
                [250, 250, 250],
            ],
        };
        // Each hue as it is, lighter, and darker.
        let white = Rgb([255; 3]);
        let tones = [|c: Rgb| c, |c: Rgb| c.mixed(Rgb([255; 3]), 90), |c: Rgb| c.lit(170)];
        let islands = tones.iter().flat_map(|tone| hues.iter().map(|hue| tone(Rgb(*hue))));
        let islands = islands.chain(std::iter::repeat(white)).take(N_COLOURS);
        [blocked, mainland].into_iter().chain(islands).collect()
    }
}

/// Colours that get lighter all the way, so that their order is seen without their hues.
struct Stops([[u8; 3]; 5]);

const DARK_TO_LIGHT: Stops =
    Stops([[14, 28, 84], [70, 78, 108], [124, 122, 118], [190, 174, 100], [254, 232, 70]]);

impl Stops {
    fn ramp(self) -> Ramp {
        Ramp::through(&self.0)
    }

    fn reversed(mut self) -> Ramp {
        self.0.reverse();
        self.ramp()
    }
}

impl Ramp {
    const N_STEPS: usize = 256;

    /// Evenly spaced stops.
    fn through(stops: &[[u8; 3]]) -> Ramp {
        let n_gaps = stops.len().saturating_sub(1).max(1);
        let colour = |step: usize| {
            let along = step * n_gaps;
            let stop = (along / (Ramp::N_STEPS - 1)).min(n_gaps - 1);
            let weight = (along - stop * (Ramp::N_STEPS - 1)) * 256 / (Ramp::N_STEPS - 1);
            let colour = |n: usize| stops.get(n).copied().map(Rgb).unwrap_or_default();
            colour(stop).mixed(colour(stop + 1), weight as u32)
        };
        Ramp(std::array::from_fn(colour))
    }

    /// The step of a share from 0 to 1; the ends reach on beyond. What is no number has the first.
    #[inline]
    pub(super) fn step(share: f32) -> u32 {
        // A comparison that fails for what is no number.
        let share = if share > 0.0 { share } else { 0.0 };
        (if share < 1.0 { share } else { 1.0 } * (Ramp::N_STEPS - 1) as f32 + 0.5) as u32
    }

    #[inline]
    pub(super) fn at(&self, step: u32) -> Rgb {
        self.0.get(step as usize).copied().unwrap_or_default()
    }
}

impl Rgb {
    /// Lighter or darker: 256 leaves it as it is.
    #[inline]
    pub(in crate::world) fn lit(self, light: u32) -> Rgb {
        Rgb(self
            .0
            .map(|part| ((u32::from(part) * light + FULL_LIGHT / 2) / FULL_LIGHT).min(255) as u8))
    }

    /// With so much of another colour, of 256.
    #[inline]
    pub fn mixed(self, other: Rgb, weight: u32) -> Rgb {
        let ([r, g, b], [or, og, ob]) = (self.0, other.0);
        let mix = |own: u8, other: u8| {
            ((u32::from(own) * (256 - weight) + u32::from(other) * weight + 128) / 256) as u8
        };
        Rgb([mix(r, or), mix(g, og), mix(b, ob)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(part: u8) -> f32 {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }

    fn product(matrix: [[f32; 3]; 3], vector: [f32; 3]) -> [f32; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    /// Lightness and two axes of colour, in which distances are as large as they look.
    fn lab(linear_rgb: [f32; 3]) -> [f32; 3] {
        let to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let [x, y, z] = product(to_xyz, linear_rgb);
        let f = |t: f32| {
            let t = t.max(0.0);
            if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        };
        let (x, y, z) = (f(x / 0.9505), f(y), f(z / 1.089));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// How people see who lack red, green or blue cones (Machado and others, 2009).
    const VISIONS: [(&str, [[f32; 3]; 3]); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "no red",
            [[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]],
        ),
        (
            "no green",
            [[0.3673, 0.8606, -0.2280], [0.2801, 0.6727, 0.0472], [-0.0118, 0.0430, 0.9689]],
        ),
        (
            "no blue",
            [[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]],
        ),
    ];

    fn distance(vision: [[f32; 3]; 3], a: Rgb, b: Rgb) -> f32 {
        let seen = |colour: Rgb| lab(product(vision, colour.0.map(linear)));
        seen(a).iter().zip(seen(b)).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt()
    }

    #[test]
    fn types_are_told_apart_by_everybody() {
        let pairs = |palette: Palette| {
            let types = palette.types();
            (0..types.len()).flat_map(move |a| (0..a).map(move |b| (types[a], types[b])))
        };
        for (name, vision) in VISIONS {
            for (a, b) in pairs(Palette::ColourBlind) {
                let distance = distance(vision, a, b);
                assert!(distance > 14.0, "{a:?} and {b:?} with {name}: {distance}");
            }
        }
        let [(_, all_cones), ..] = VISIONS;
        for (a, b) in pairs(Palette::Normal) {
            assert!(distance(all_cones, a, b) > 20.0, "{a:?} and {b:?}");
        }
    }

    #[test]
    fn the_table_is_in_the_order_of_the_types() {
        for (n, swatch) in SWATCHES.iter().enumerate() {
            assert_eq!(swatch.number.unwrap_or(7), n as u32);
        }
        assert_eq!(Palette::Normal.islands().len(), 2 + N_COLOURS);
    }

    #[test]
    fn a_ramp_begins_and_ends_with_its_colours() {
        let ramp = Ramp::through(&[[0, 0, 0], [100, 50, 0], [200, 200, 200]]);
        let at = |share| ramp.at(Ramp::step(share));
        assert_eq!((at(0.0), at(1.0)), (Rgb([0; 3]), Rgb([200; 3])));
        assert_eq!((at(-9.0), at(f32::NAN), at(9.0)), (at(0.0), at(0.0), at(1.0)));
        let middle = at(0.5);
        assert!(middle.0[0].abs_diff(100) < 3, "{middle:?}");
    }
}
