//! AIP: what monsters do, as patterns of events.
//!
//! ```text
//! File                                    Event
//! 0   n patterns   u32                    0   name         32 bytes
//! 4   idle         u32  seconds           32  n conditions u32, records (see `record`),
//! 8   damage       u32  percent                            opcode 0x0400xxxx
//! 12  title        u32 length, bytes          n actions    u32, records, opcode 0x0B00xxxx
//!     patterns
//!     tail         bytes to the end
//! Pattern
//! 0   name         32 bytes
//! 32  n events     u32, events
//! ```

use serde::{Deserialize, Serialize};

use super::record::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::text::{Opaque, Text32};

/// Pattern and event without anything in them.
const MIN_PATTERN_SIZE: u64 = 36;
const MIN_EVENT_SIZE: u64 = 40;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aip {
    /// Seconds between two runs of the idle pattern.
    pub idle_s: u32,
    /// How likely a monster turns to whoever hit it.
    pub damage_percent: u32,
    /// Usually with a NUL at its end.
    pub title: Text32,
    /// In the order that the game expects: created, idle, attack, damaged, kill, dead.
    pub patterns: Vec<Pattern>,
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pattern {
    pub name: Name<32>,
    pub events: Vec<Event>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub name: Name<32>,
    pub conditions: Vec<Record>,
    pub actions: Vec<Record>,
}

impl Aip {
    /// Every event of every pattern, in file order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.patterns.iter().flat_map(|pattern| &pattern.events)
    }

    /// How many bytes are kept without being understood: the tail.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Aip, ReadError> {
    let mut bytes = Bytes::new(data);
    let n_patterns = bytes.u32("n patterns")?;
    let idle_s = bytes.u32("idle")?;
    let damage_percent = bytes.u32("damage")?;
    let title = bytes.text32("title")?;
    let patterns = bytes.items("patterns", n_patterns.into(), MIN_PATTERN_SIZE, read_pattern)?;
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Aip { idle_s, damage_percent, title, patterns, tail })
}

fn read_pattern(bytes: &mut Bytes) -> Result<Pattern, ReadError> {
    let name = Name(bytes.array("pattern name")?);
    let n_events = bytes.u32("n events")?;
    let events = bytes.items("events", n_events.into(), MIN_EVENT_SIZE, read_event)?;
    Ok(Pattern { name, events })
}

fn read_event(bytes: &mut Bytes) -> Result<Event, ReadError> {
    let name = Name(bytes.array("event name")?);
    let n_conditions = bytes.u32("n conditions")?;
    let conditions = record::read_all(bytes, "condition", n_conditions)?;
    let n_actions = bytes.u32("n actions")?;
    let actions = record::read_all(bytes, "action", n_actions)?;
    Ok(Event { name, conditions, actions })
}

pub fn write(aip: &Aip) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_count(aip.patterns.len());
    out.put_u32(aip.idle_s);
    out.put_u32(aip.damage_percent);
    out.put_text32(&aip.title);
    for pattern in &aip.patterns {
        write_pattern(pattern, &mut out);
    }
    out.put(&aip.tail.0);
    out
}

fn write_pattern(pattern: &Pattern, out: &mut Vec<u8>) {
    out.put(&pattern.name.0);
    out.put_count(pattern.events.len());
    for event in &pattern.events {
        write_event(event, out);
    }
}

fn write_event(event: &Event, out: &mut Vec<u8>) {
    out.put(&event.name.0);
    for records in [&event.conditions, &event.actions] {
        out.put_count(records.len());
        for record in records {
            record::write(record, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::format::name::Name;
    use crate::format::rose::law::{check_law, check_prefixes};
    use crate::format::text::Text;

    fn sample() -> Aip {
        let mut name = Name::of(b"when hit");
        name.0[20] = 0xcd;
        let conditions = vec![Record::new(0x0400_0002, &[1, 2, 3, 4]).unwrap()];
        let actions = vec![Record::new(0x0b00_0001, &[]).unwrap()];
        let event = Event { name, conditions, actions };
        let patterns = vec![
            Pattern { name: Name::of(b"created"), events: vec![] },
            Pattern { name: Name::of(b"damaged"), events: vec![event.clone(), event] },
        ];
        let title = Text32::try_from(Text::from("goblin\0")).unwrap();
        Aip { idle_s: 5, damage_percent: 100, title, patterns, tail: Opaque::default() }
    }

    #[test]
    fn what_is_read_is_written_back() {
        let aip = Aip { tail: Opaque(vec![9]), ..sample() };
        assert_eq!(read(&write(&aip)), Ok(aip.clone()));
        let json = serde_json::to_string(&aip).unwrap();
        assert_eq!(serde_json::from_str::<Aip>(&json).unwrap(), aip);
    }

    #[test]
    fn events_are_listed() {
        let names: Vec<_> = sample().events().map(|event| event.name.as_bytes().to_vec()).collect();
        assert_eq!(names, [b"when hit", b"when hit"]);
    }

    #[test]
    fn hostile_bytes_are_refused_or_kept() {
        check_law(&write(&sample()), read, write);
    }

    #[test]
    fn every_prefix_is_an_error() {
        check_prefixes(&write(&sample()), read);
    }

    #[test]
    fn errors_say_where() {
        let mut data = write(&sample());
        data[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        expect!["title at byte 0x10: needs 4294967295 bytes, 199 are left"]
            .assert_eq(&read(&data).unwrap_err().to_string());
    }
}
