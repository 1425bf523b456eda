//! PTL: particles, in sequences.
//!
//! ```text
//! File: u32 n sequences; tail
//! sequence  text name; f32×2 life, f32×2 particles a second (least, most each); i32 loops;
//!           f32×3 direction, place, gravity (least, most each); text picture; u32 most particles,
//!           alignment, coordinates, columns, rows, kind, target blend, source blend, operation;
//!           u32 n events
//! event     u32 type; f32×2 time (least, most); u8 fade; f32 values: see `event`
//! text      u32 length, bytes
//! ```

mod event;

use serde::{Deserialize, Serialize};

use super::list::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::{Opaque, Text32};

pub use self::event::{BadEvent, Event, EventKind};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ptl {
    pub sequences: Vec<Sequence>,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    pub name: Text32,
    /// Of a clock that ticks 4.8 times a second.
    pub life: [F32; 2],
    pub per_second: [F32; 2],
    /// 0 without end.
    pub loops: i32,
    /// Least and most; the game does not use it.
    pub direction: [[F32; 3]; 2],
    pub place: [[F32; 3]; 2],
    pub gravity: [[F32; 3]; 2],
    pub picture: Text32,
    pub max_particles: u32,
    /// 0 to the camera, 1 in the plane of the world, 2 around the upright axis.
    pub alignment: u32,
    /// 0 of the world, 1 follow the place, 2 local.
    pub coordinates: u32,
    pub columns: u32,
    pub rows: u32,
    /// 1 or 2; what it does is not known as of 2026-11.
    pub kind: u32,
    /// Numbers of Direct3D 9.
    pub target_blend: u32,
    pub source_blend: u32,
    pub blend_operation: u32,
    pub events: Vec<Event>,
}

impl Ptl {
    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Ptl, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Ptl { sequences: list::read(&mut bytes)?, tail: Opaque(bytes.rest().to_vec()) })
}

pub fn write(ptl: &Ptl) -> Vec<u8> {
    let mut out = Vec::new();
    list::write(&ptl.sequences, &mut out);
    out.put(&ptl.tail.0);
    out
}

impl Record for Sequence {
    const NAME: &'static str = "sequences";
    const MIN_SIZE: u64 = 140;

    fn read(bytes: &mut Bytes<'_>) -> Result<Sequence, ReadError> {
        Ok(Sequence {
            name: bytes.text32("sequence name")?,
            life: bytes.f32s("life")?,
            per_second: bytes.f32s("particles a second")?,
            loops: bytes.i32("loops")?,
            direction: [bytes.f32s("direction")?, bytes.f32s("direction")?],
            place: [bytes.f32s("place")?, bytes.f32s("place")?],
            gravity: [bytes.f32s("gravity")?, bytes.f32s("gravity")?],
            picture: bytes.text32("picture")?,
            max_particles: bytes.u32("most particles")?,
            alignment: bytes.u32("alignment")?,
            coordinates: bytes.u32("coordinates")?,
            columns: bytes.u32("columns")?,
            rows: bytes.u32("rows")?,
            kind: bytes.u32("kind")?,
            target_blend: bytes.u32("target blend")?,
            source_blend: bytes.u32("source blend")?,
            blend_operation: bytes.u32("blend operation")?,
            events: list::read(bytes)?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        out.put_text32(&self.name);
        out.put_f32s(&self.life);
        out.put_f32s(&self.per_second);
        out.put_i32(self.loops);
        for range in [&self.direction, &self.place, &self.gravity] {
            range.iter().for_each(|end| out.put_f32s(end));
        }
        out.put_text32(&self.picture);
        out.put_u32(self.max_particles);
        out.put_u32(self.alignment);
        out.put_u32(self.coordinates);
        out.put_u32(self.columns);
        out.put_u32(self.rows);
        out.put_u32(self.kind);
        out.put_u32(self.target_blend);
        out.put_u32(self.source_blend);
        out.put_u32(self.blend_operation);
        list::write(&self.events, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    fn sample() -> Vec<u8> {
        let numbers = |n: u32| words(&(1..=n).collect::<Vec<_>>());
        let mut out = [words(&[1, 4]), b"\"\xba\xed\"".to_vec(), numbers(4), words(&[7])].concat();
        out.extend([numbers(18), words(&[5]), b"a.dds".to_vec(), numbers(9), words(&[2])].concat());
        out.extend([words(&[7, 1, 2]), vec![1], numbers(8)].concat());
        out.extend([words(&[13, 1, 2]), vec![0], numbers(2)].concat());
        out
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(), read, write);
        check_law(&[sample(), b"stale".to_vec()].concat(), read, write);
        check_prefixes(&sample(), read);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let ptl = read(&sample()).unwrap();
        let sequence = &ptl.sequences[0];
        assert_eq!((sequence.loops, sequence.max_particles, sequence.blend_operation), (7, 1, 9));
        assert_eq!(sequence.gravity[1][2].to_bits(), 18);
        let events: Vec<(u32, usize)> =
            sequence.events.iter().map(|event| (event.kind().0, event.values().len())).collect();
        assert_eq!(events, [(7, 8), (13, 2)]);
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = sample();
        let mut ptl = read(&data).unwrap();
        ptl.sequences[0].loops = 8;
        assert_eq!(differences(&data, &write(&ptl)), [28]);
    }

    #[test]
    fn an_event_of_a_type_that_is_not_known_is_refused_where_it_is() {
        let mut data = sample();
        let at = data.len() - 21;
        data[at] = 14;
        let error = read(&data).unwrap_err();
        assert_eq!((error.offset, error.field), (at, "event type"));
    }
}
