//! Lists that a file counts in two bytes.

use std::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};

use super::list::{self, Record};
use crate::format::ReadError;
use crate::format::bytes::{Bytes, Put};

/// A list of at most 65,535 things.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<T>")]
pub struct List16<T> {
    /// Invariant: no more of them than two bytes can count.
    items: Vec<T>,
}

impl<T> List16<T> {
    /// The first 65,535 of them.
    pub fn of_first(mut items: Vec<T>) -> List16<T> {
        items.truncate(usize::from(u16::MAX));
        List16 { items }
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    pub(super) fn put_count(&self, out: &mut Vec<u8>) {
        out.put_u16(u16::try_from(self.items.len()).unwrap_or(u16::MAX));
    }
}

impl<T> Default for List16<T> {
    fn default() -> List16<T> {
        List16 { items: Vec::new() }
    }
}

impl<T> Deref for List16<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items
    }
}

impl<T: Serialize> Serialize for List16<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items.serialize(serializer)
    }
}

/// More things than two bytes can count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the list has {len} entries, but the file only has room for 65,535")]
pub struct TooMany {
    pub len: usize,
}

impl<T> TryFrom<Vec<T>> for List16<T> {
    type Error = TooMany;

    fn try_from(items: Vec<T>) -> Result<List16<T>, TooMany> {
        match items.len() {
            len if len <= usize::from(u16::MAX) => Ok(List16 { items }),
            len => Err(TooMany { len }),
        }
    }
}

pub(super) fn read<R: Record>(bytes: &mut Bytes<'_>) -> Result<List16<R>, ReadError> {
    let n_records = bytes.u16(R::NAME)?;
    Ok(List16 { items: list::read_n(bytes, n_records.into())? })
}

pub(super) fn write<R: Record>(records: &List16<R>, out: &mut Vec<u8>) {
    records.put_count(out);
    list::write_all(records, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_is_too_long_is_refused() {
        let error = List16::try_from(vec![0_u8; 65_536]).unwrap_err().to_string();
        assert_eq!(error, "the list has 65536 entries, but the file only has room for 65,535");
        assert_eq!(List16::of_first(vec![0_u8; 65_536]).len(), 65_535);
    }
}
