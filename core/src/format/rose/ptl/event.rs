//! What changes in the life of a particle.
//!
//! ```text
//!  1 size x, y             3 red   4 green   5 blue   6 alpha    12 picture of the atlas
//!  2 time of the particle  7 red, green, blue, alpha             13 rotation in degrees
//!  8 velocity x   9 velocity y   10 velocity z   11 velocity x, y, z
//! ```
//!
//! All least values are before all most values.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::rose::list::Record;
use crate::format::{Malformed, ReadError};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form")]
pub struct Event {
    #[serde(rename = "type")]
    kind: EventKind,
    /// Least and most.
    pub time: [F32; 2],
    /// Whether the value before fades to this one.
    pub fade: u8,
    /// Invariant: as many as the kind has.
    values: Box<[F32]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EventKind(pub u32);

impl EventKind {
    /// How many values it has; `None` for a kind that is not known.
    pub fn n_values(self) -> Option<usize> {
        match self.0 {
            1 => Some(4),
            7 => Some(8),
            11 => Some(6),
            2..=6 | 8..=10 | 12 | 13 => Some(2),
            _ => None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    #[serde(rename = "type")]
    kind: EventKind,
    time: [F32; 2],
    fade: u8,
    values: Vec<F32>,
}

/// Why values make no event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadEvent {
    #[error("no event has the type {0}; types are 1 to 13")]
    Unknown(u32),
    #[error("an event of type {kind} has {expected} values, but this one has {found}")]
    Values { kind: u32, expected: usize, found: usize },
}

impl Event {
    pub fn new(
        kind: EventKind,
        time: [F32; 2],
        fade: u8,
        values: Vec<F32>,
    ) -> Result<Event, BadEvent> {
        let expected = kind.n_values().ok_or(BadEvent::Unknown(kind.0))?;
        let found = values.len();
        if found != expected {
            return Err(BadEvent::Values { kind: kind.0, expected, found });
        }
        Ok(Event { kind, time, fade, values: values.into() })
    }

    pub fn kind(&self) -> EventKind {
        self.kind
    }

    pub fn values(&self) -> &[F32] {
        &self.values
    }
}

impl TryFrom<Form> for Event {
    type Error = BadEvent;

    fn try_from(form: Form) -> Result<Event, BadEvent> {
        Event::new(form.kind, form.time, form.fade, form.values)
    }
}

impl Record for Event {
    const NAME: &'static str = "events";
    const MIN_SIZE: u64 = 21;

    fn read(bytes: &mut Bytes<'_>) -> Result<Event, ReadError> {
        let start = bytes.clone();
        let kind = EventKind(bytes.u32("event type")?);
        let Some(n_values) = kind.n_values() else {
            let malformed = Malformed::Unexpected { found: kind.0.into(), expected: "1 to 13" };
            return Err(start.error("event type", malformed));
        };
        let time = bytes.f32s("event time")?;
        let fade = bytes.u8("fade")?;
        let mut values = Vec::with_capacity(n_values);
        for _ in 0..n_values {
            values.push(bytes.f32("event values")?);
        }
        Ok(Event { kind, time, fade, values: values.into() })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_u32(self.kind.0);
        out.put_f32s(&self.time);
        out.put_u8(self.fade);
        out.put_f32s(&self.values);
    }
}
