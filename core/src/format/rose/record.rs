//! Records: the conditions and actions of which QSD and AIP are made.
//!
//! ```text
//! 0  4  size    u32  of the whole record
//! 4  4  opcode  u32
//! 8     payload      size - 8 bytes, whose meaning depends on the opcode
//! ```

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// The smallest record: size and opcode.
const HEAD_SIZE: usize = 8;

/// A condition, reward or action. Its payload is kept as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct Record {
    pub opcode: u32,
    /// At most `u32::MAX - 8` bytes, so that the size can be stated.
    payload: Box<[u8]>,
}

impl Record {
    /// `None` where the payload is too large for a size of 32 bits.
    pub fn new(opcode: u32, payload: &[u8]) -> Option<Record> {
        u32::try_from(payload.len().checked_add(HEAD_SIZE)?).ok()?;
        Some(Record { opcode, payload: payload.into() })
    }

    pub fn payload(&self) -> &[u8] {
        &self.payload
    }
}

pub(super) fn read(bytes: &mut Bytes, field: &'static str) -> Result<Record, ReadError> {
    let start = bytes.clone();
    let size = bytes.u32(field)?;
    let Some(len) = size.checked_sub(HEAD_SIZE as u32) else {
        let expected = "a size of 8 or more";
        return Err(start.error(field, Malformed::Unexpected { found: size.into(), expected }));
    };
    let opcode = bytes.u32(field)?;
    let len = bytes.expect_items(field, u64::from(len), 1)?;
    Ok(Record { opcode, payload: bytes.slice(field, len)?.into() })
}

/// As many records as were counted.
pub(super) fn read_all(
    bytes: &mut Bytes,
    field: &'static str,
    n_records: u32,
) -> Result<Vec<Record>, ReadError> {
    bytes.items(field, n_records.into(), HEAD_SIZE as u64, |bytes| read(bytes, field))
}

pub(super) fn write(record: &Record, out: &mut Vec<u8>) {
    out.put_count(record.payload.len().saturating_add(HEAD_SIZE));
    out.put_u32(record.opcode);
    out.put(&record.payload);
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Form {
    opcode: u32,
    payload: Opaque,
}

impl From<Record> for Form {
    fn from(record: Record) -> Form {
        Form { opcode: record.opcode, payload: Opaque(record.payload.into()) }
    }
}

impl TryFrom<Form> for Record {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<Record, &'static str> {
        Record::new(form.opcode, &form.payload.0).ok_or("a record is smaller than 4 GB")
    }
}
