//! What a scene is lit by, and what is behind everything.

use glam::Vec3;

/// Colours are from 0 to 1 for all that is there; light may be more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surroundings {
    /// On what has painted light.
    pub light_on_painted: Vec3,
    /// From everywhere, on what has none.
    pub ambient: Vec3,
    /// From the sun, on what has none.
    pub diffuse: Vec3,
    /// Light from everywhere and the sun together is no more than this.
    pub most_light: f32,
    /// Where the sun is, of length 1.
    pub towards_sun: Vec3,
    pub sky_low: Vec3,
    pub sky_high: Vec3,
    pub fog: Option<Fog>,
    /// Whether things that shine at night alone do.
    pub is_night: bool,
}

/// What is far away is nearly this colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    pub colour: Vec3,
    /// The share of it at a distance d is 1 − e^−(density·d)².
    pub density_per_m: f32,
    pub most: f32,
}

impl Default for Surroundings {
    fn default() -> Surroundings {
        Surroundings {
            light_on_painted: Vec3::ONE,
            ambient: Vec3::splat(0.55),
            diffuse: Vec3::splat(0.5),
            most_light: 1e6,
            towards_sun: Vec3::new(-0.35, -0.5, 0.79).normalize_or(Vec3::Z),
            sky_low: Vec3::new(0.72, 0.82, 0.90),
            sky_high: Vec3::new(0.30, 0.52, 0.80),
            fog: None,
            is_night: false,
        }
    }
}
