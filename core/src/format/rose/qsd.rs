//! QSD: quest triggers, which IFO event objects and the client name.
//!
//! ```text
//! File                                   Trigger
//! 0   version   u32                      0   check next  u8   nonzero: try the next one too
//! 4   n groups  u32                      1   n conditions  u32
//! 8   name      u16 length, bytes        5   n rewards     u32
//!     groups                             9   name          u16 length, bytes
//!     tail      bytes to the end             conditions    records (see `record`)
//! Group                                      rewards       records, opcode 0x0100xxxx
//! 0   n triggers  u32
//! 4   name        u16 length, bytes
//!     triggers
//! ```
//!
//! Names of triggers end in a zero byte, which the game's other files leave out.
//! Some files were written over a longer one that was not cut, or hold everything twice: what
//! follows the last group is kept as the tail.

use serde::{Deserialize, Serialize};

use super::record::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};
use crate::format::text::{Opaque, Text16};

/// Group and trigger without names and without anything in them.
const MIN_GROUP_SIZE: u64 = 6;
const MIN_TRIGGER_SIZE: u64 = 11;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qsd {
    pub version: u32,
    pub name: Text16,
    pub groups: Vec<Group>,
    pub tail: Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: Text16,
    pub triggers: Vec<Trigger>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    pub name: Text16,
    /// Nonzero where the trigger that follows is tried when this one's conditions fail.
    pub check_next: u8,
    pub conditions: Vec<Record>,
    pub rewards: Vec<Record>,
}

impl Trigger {
    /// The name as IFOs and scripts have it: in the game's own files it ends in a zero byte here, and
    /// nowhere else.
    pub fn called(&self) -> &[u8] {
        without_end(self.name.as_bytes())
    }
}

/// The name of a trigger without the zero bytes at its end.
pub fn without_end(name: &[u8]) -> &[u8] {
    let n_zeros = name.iter().rev().take_while(|byte| **byte == 0).count();
    name.get(..name.len() - n_zeros).unwrap_or(name)
}

impl Qsd {
    /// Every trigger, in file order.
    pub fn triggers(&self) -> impl Iterator<Item = &Trigger> {
        self.groups.iter().flat_map(|group| &group.triggers)
    }

    /// How many bytes are kept without being understood: the tail. Payloads of records are
    /// found by their opcode and not counted.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Qsd, ReadError> {
    let mut bytes = Bytes::new(data);
    let version = bytes.u32("version")?;
    let n_groups = bytes.u32("n groups")?;
    let name = bytes.text16("name")?;
    let groups = bytes.items("groups", n_groups.into(), MIN_GROUP_SIZE, read_group)?;
    Ok(Qsd { version, name, groups, tail: Opaque(bytes.rest().to_vec()) })
}

fn read_group(bytes: &mut Bytes) -> Result<Group, ReadError> {
    let n_triggers = bytes.u32("n triggers")?;
    let name = bytes.text16("group name")?;
    let triggers = bytes.items("triggers", n_triggers.into(), MIN_TRIGGER_SIZE, read_trigger)?;
    Ok(Group { name, triggers })
}

fn read_trigger(bytes: &mut Bytes) -> Result<Trigger, ReadError> {
    let check_next = bytes.u8("check next")?;
    let n_conditions = bytes.u32("n conditions")?;
    let n_rewards = bytes.u32("n rewards")?;
    let name = bytes.text16("trigger name")?;
    let conditions = record::read_all(bytes, "condition", n_conditions)?;
    let rewards = record::read_all(bytes, "reward", n_rewards)?;
    Ok(Trigger { name, check_next, conditions, rewards })
}

pub fn write(qsd: &Qsd) -> Vec<u8> {
    let mut out = Vec::new();
    out.put_u32(qsd.version);
    out.put_count(qsd.groups.len());
    out.put_text16(&qsd.name);
    for group in &qsd.groups {
        write_group(group, &mut out);
    }
    out.put(&qsd.tail.0);
    out
}

fn write_group(group: &Group, out: &mut Vec<u8>) {
    out.put_count(group.triggers.len());
    out.put_text16(&group.name);
    for trigger in &group.triggers {
        write_trigger(trigger, out);
    }
}

fn write_trigger(trigger: &Trigger, out: &mut Vec<u8>) {
    out.put_u8(trigger.check_next);
    out.put_count(trigger.conditions.len());
    out.put_count(trigger.rewards.len());
    out.put_text16(&trigger.name);
    for record in trigger.conditions.iter().chain(&trigger.rewards) {
        record::write(record, out);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::format::rose::law::{check_law, text16};

    fn trigger(name: &str) -> Trigger {
        Trigger {
            name: text16(name),
            check_next: 1,
            conditions: vec![Record::new(0, &[1, 0, 0, 0]).unwrap(), Record::new(10, &[]).unwrap()],
            rewards: vec![Record::new(0x0100_0001, b"reward").unwrap()],
        }
    }

    fn sample() -> Qsd {
        let triggers = vec![trigger("0001-1"), trigger("0001-2")];
        let groups = vec![
            Group { name: text16("first"), triggers },
            Group { name: text16(""), triggers: vec![] },
        ];
        Qsd { version: 12, name: text16("QA001"), groups, tail: Opaque(vec![0, 1]) }
    }

    #[test]
    fn what_is_read_is_written_back() {
        let qsd = sample();
        assert_eq!(read(&write(&qsd)), Ok(qsd.clone()));
        let json = serde_json::to_string(&qsd).unwrap();
        assert_eq!(serde_json::from_str::<Qsd>(&json).unwrap(), qsd);
    }

    #[test]
    fn triggers_are_listed() {
        let qsd = sample();
        let names: Vec<_> = qsd.triggers().map(|trigger| trigger.name.as_bytes()).collect();
        assert_eq!(names, [b"0001-1", b"0001-2"]);
    }

    #[test]
    fn a_trigger_is_called_without_the_zero_byte_at_its_end() {
        let called = |name: &str| trigger(name).called().to_vec();
        assert_eq!([called("0001-1\0"), called("0001-1")], [b"0001-1", b"0001-1"]);
        assert_eq!([called("a\0b\0\0"), called("\0")], [b"a\0b".to_vec(), Vec::new()]);
    }

    #[test]
    fn hostile_bytes_are_refused_or_kept() {
        check_law(&write(&sample()), read, write);
    }

    #[test]
    fn errors_say_where() {
        let mut data = write(&Qsd { tail: Opaque::default(), ..sample() });
        let error = read(&data[..data.len() - 7]).unwrap_err();
        expect!["reward at byte 0x72: needs 14 bytes, 13 are left"].assert_eq(&error.to_string());
        data[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        expect!["groups at byte 0xf: needs 25769803770 bytes, 119 are left"]
            .assert_eq(&read(&data).unwrap_err().to_string());
    }

    #[test]
    fn a_record_smaller_than_its_own_head_is_refused() {
        let mut data = vec![12, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
        data.extend([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]);
        expect!["condition at byte 0x1b: found 7, expected a size of 8 or more"]
            .assert_eq(&read(&data).unwrap_err().to_string());
    }
}
