//! Why a map does not do what an action asks for.

/// Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("cell ({x}, {y}) is outside the map of {width} × {height}")]
    Outside { x: u32, y: u32, width: u32, height: u32 },
    #[error("{argument} is {found}, and has to be {expected}")]
    Argument { argument: &'static str, found: String, expected: &'static str },
    #[error("version 1.2 has no water bit; convert the map to 1.3 first")]
    NoWaterBit,
    #[error("{width} × {height} cells are too many: a map has at most {max}")]
    TooLarge { width: u32, height: u32, max: u64 },
    #[error("there is no ground to take heights from: {0}")]
    NoGround(String),
    #[error(
        "{name} carries {} × {} cells, and the map has {} × {}; resize the map, or use the GND of its size",
        ground[0], ground[1], map[0], map[1]
    )]
    OtherGround { name: String, map: [u32; 2], ground: [u64; 2] },
}

impl Refusal {
    pub(in crate::world) fn argument(
        argument: &'static str,
        found: &(impl ToString + ?Sized),
        expected: &'static str,
    ) -> Refusal {
        Refusal::Argument { argument, found: found.to_string(), expected }
    }
}

/// A number as it came, if it is one.
pub(in crate::world) fn finite(argument: &'static str, value: f32) -> Result<f32, Refusal> {
    match value.is_finite() {
        true => Ok(value),
        false => Err(Refusal::argument(argument, &value, "a finite number")),
    }
}
