//! Which values the fields of things can have.

use std::fmt;

use crate::world::zone::field::Field;

/// The values that a field can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    Text,
    Float,
    Whole { low: i64, high: i64 },
}

impl Holds {
    const I16: Holds = Holds::Whole { low: i16::MIN as i64, high: i16::MAX as i64 };
    const I32: Holds = Holds::Whole { low: i32::MIN as i64, high: i32::MAX as i64 };
    const U32: Holds = Holds::Whole { low: 0, high: u32::MAX as i64 };

    /// Whether a number is one of them.
    pub fn has(self, number: f64) -> bool {
        match self {
            Holds::Text => false,
            Holds::Float => (number as f32).is_finite(),
            Holds::Whole { low, high } => {
                number.fract() == 0.0 && (low as f64..=high as f64).contains(&number)
            }
        }
    }
}

impl fmt::Display for Holds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Holds::Text => f.write_str("a text"),
            Holds::Float => f.write_str("a number"),
            Holds::Whole { low, high } => write!(f, "a whole number from {low} to {high}"),
        }
    }
}

impl Field {
    /// Which values it can have, whatever thing has it.
    pub fn holds(self) -> Holds {
        match self {
            Field::Name
            | Field::Conversation
            | Field::Path
            | Field::SpawnName
            | Field::MonsterName
            | Field::Trigger
            | Field::Function => Holds::Text,
            Field::WarpId | Field::EventId => Holds::I16,
            Field::ObjectType | Field::ObjectId | Field::CellX | Field::CellY => Holds::I32,
            Field::AiId
            | Field::Interval
            | Field::Limit
            | Field::Range
            | Field::TacticPoints
            | Field::MonsterId
            | Field::MonsterCount => Holds::U32,
            Field::RotationX
            | Field::RotationY
            | Field::RotationZ
            | Field::RotationW
            | Field::X
            | Field::Y
            | Field::Z
            | Field::ScaleX
            | Field::ScaleY
            | Field::ScaleZ
            | Field::StartX
            | Field::StartY
            | Field::StartZ
            | Field::EndX
            | Field::EndY
            | Field::EndZ => Holds::Float,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::zone::field::Value;
    use crate::world::zone::tests::sample;

    #[test]
    fn every_field_holds_what_it_says() {
        let (_, opened) = sample();
        for (_, thing) in opened.zone.things() {
            for field in Field::of_kind(thing.kind()) {
                for value in thing.values(field) {
                    let holds = match value {
                        Value::I16(_) => Holds::I16,
                        Value::I32(_) => Holds::I32,
                        Value::U32(_) => Holds::U32,
                        Value::Float(_) => Holds::Float,
                        Value::Text(_) => Holds::Text,
                    };
                    assert_eq!(field.holds(), holds, "{field} of a {}", thing.kind());
                }
            }
        }
    }
}
