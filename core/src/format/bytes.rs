//! A cursor over untrusted bytes, and its counterpart that writes them. Little-endian.

use super::error::Within;
use super::number::F32;
use super::text::{BoundedText, ShortText, Text, Text16, Text32};
use super::{Malformed, ReadError};

/// A cursor over untrusted bytes.
///
/// Every step names the field it reads, so that an error can say where it happened. No method
/// can panic.
#[derive(Debug, Clone)]
pub struct Bytes<'a> {
    /// What is left.
    rest: &'a [u8],
    offset: usize,
    /// How much of what is left belongs to items that are still to come, see [`Bytes::items`].
    promised: u64,
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes { rest: data, offset: 0, promised: 0 }
    }

    /// A cursor over a piece of a file that starts at `offset` of the whole.
    pub fn piece(data: &'a [u8], offset: usize) -> Bytes<'a> {
        Bytes { rest: data, offset, promised: 0 }
    }

    /// A cursor into `data` that starts at an offset which the file itself states.
    pub fn at(
        data: &'a [u8],
        offset: u64,
        field: &'static str,
        stated_at: usize,
    ) -> Result<Bytes<'a>, ReadError> {
        let rest = usize::try_from(offset).ok().and_then(|offset| data.get(offset..));
        match rest {
            Some(rest) => Ok(Bytes { rest, offset: data.len() - rest.len(), promised: 0 }),
            None => {
                let malformed = Malformed::OutsideFile { target: offset, len: data.len() };
                Err(ReadError { offset: stated_at, within: Within::File, field, malformed })
            }
        }
    }

    pub fn offset(&self) -> usize {
        self.offset
    }

    pub fn n_left(&self) -> usize {
        self.rest.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub fn array<const N: usize>(&mut self, field: &'static str) -> Result<[u8; N], ReadError> {
        match self.rest.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.rest = rest;
                self.offset += N;
                Ok(*head)
            }
            None => Err(self.truncated(field, N as u64)),
        }
    }

    pub fn slice(&mut self, field: &'static str, len: usize) -> Result<&'a [u8], ReadError> {
        match self.rest.split_at_checked(len) {
            Some((head, rest)) => {
                self.rest = rest;
                self.offset += len;
                Ok(head)
            }
            None => Err(self.truncated(field, len as u64)),
        }
    }

    /// What is left, without taking it.
    pub fn as_slice(&self) -> &'a [u8] {
        self.rest
    }

    /// Goes on at `offset`, or at the end where that is nearer. Never goes back.
    pub fn skip_to(&mut self, offset: usize) {
        let len = offset.saturating_sub(self.offset).min(self.rest.len());
        self.rest = self.rest.get(len..).unwrap_or_default();
        self.offset += len;
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = self.rest;
        self.offset += rest.len();
        self.rest = &[];
        rest
    }

    pub fn u8(&mut self, field: &'static str) -> Result<u8, ReadError> {
        Ok(u8::from_le_bytes(self.array(field)?))
    }

    pub fn u16(&mut self, field: &'static str) -> Result<u16, ReadError> {
        Ok(u16::from_le_bytes(self.array(field)?))
    }

    pub fn i16(&mut self, field: &'static str) -> Result<i16, ReadError> {
        Ok(i16::from_le_bytes(self.array(field)?))
    }

    pub fn u32(&mut self, field: &'static str) -> Result<u32, ReadError> {
        Ok(u32::from_le_bytes(self.array(field)?))
    }

    pub fn i32(&mut self, field: &'static str) -> Result<i32, ReadError> {
        Ok(i32::from_le_bytes(self.array(field)?))
    }

    pub fn f32(&mut self, field: &'static str) -> Result<F32, ReadError> {
        Ok(F32::from_bits(self.u32(field)?))
    }

    pub fn f32s<const N: usize>(&mut self, field: &'static str) -> Result<[F32; N], ReadError> {
        let mut values = [F32::ZERO; N];
        for value in &mut values {
            *value = self.f32(field)?;
        }
        Ok(values)
    }

    /// A text whose length stands before it in one byte.
    pub fn text_u8(&mut self, field: &'static str) -> Result<Text, ReadError> {
        let len = self.u8(field)?;
        Ok(Text::from(self.slice(field, usize::from(len))?))
    }

    /// As `text_u8`, for a text that stays as short as its length byte allows.
    pub fn short_text(&mut self, field: &'static str) -> Result<ShortText, ReadError> {
        let len = self.u8(field)?;
        Ok(BoundedText::from_field(self.slice(field, usize::from(len))?))
    }

    /// A text whose length stands before it in two bytes.
    pub fn text_u16(&mut self, field: &'static str) -> Result<Text, ReadError> {
        let len = self.u16(field)?;
        Ok(Text::from(self.slice(field, usize::from(len))?))
    }

    /// As `text_u16`, for a text that stays as short as its length allows.
    pub fn text16(&mut self, field: &'static str) -> Result<Text16, ReadError> {
        let len = self.u16(field)?;
        Ok(BoundedText::from_field(self.slice(field, usize::from(len))?))
    }

    /// A text whose length stands before it in four bytes.
    pub fn text32(&mut self, field: &'static str) -> Result<Text32, ReadError> {
        let len = self.u32(field)?;
        let len = self.expect_items(field, u64::from(len), 1)?;
        Ok(BoundedText::from_field(self.slice(field, len)?))
    }

    /// Fails unless the next bytes are `expected`.
    pub fn magic(&mut self, field: &'static str, expected: &'static [u8]) -> Result<(), ReadError> {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                self.offset += expected.len();
                Ok(())
            }
            None => {
                let found = self.rest.get(..expected.len()).unwrap_or(self.rest).to_vec();
                Err(self.error(field, Malformed::WrongMagic { found, expected }))
            }
        }
    }

    /// Checks that `n_items` of at least `item_size` bytes can still follow, before anything is
    /// allocated for them. To be asked right behind the count itself.
    pub fn expect_items(
        &self,
        field: &'static str,
        n_items: u64,
        item_size: u64,
    ) -> Result<usize, ReadError> {
        let needed = n_items.saturating_mul(item_size).saturating_add(self.promised);
        match usize::try_from(n_items) {
            Ok(n_items) if needed <= self.rest.len() as u64 => Ok(n_items),
            _ => Err(self.truncated(field, needed)),
        }
    }

    /// Reads so many items of at least `item_size` bytes each.
    ///
    /// While one is read, the bytes that the others need are promised to them, so that lists in
    /// lists can't each claim the same rest of the file: all that is reserved for a file, however
    /// deep its lists, has bytes of its own.
    pub fn items<T>(
        &mut self,
        field: &'static str,
        n_items: u64,
        item_size: u64,
        mut read: impl FnMut(&mut Bytes<'a>) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        let n_items = self.expect_items(field, n_items, item_size)?;
        let promised_before = self.promised;
        let mut items = Vec::with_capacity(n_items);
        for n_to_come in (0..n_items as u64).rev() {
            self.promised = promised_before + n_to_come * item_size;
            items.push(read(self)?);
        }
        Ok(items)
    }

    /// Fails if more than `limit` bytes are left.
    pub fn expect_at_most(&self, limit: u64) -> Result<(), ReadError> {
        if self.rest.len() as u64 > limit {
            return Err(self.error("file", Malformed::TooLarge { limit }));
        }
        Ok(())
    }

    /// Fails if anything is left.
    pub fn finish(self) -> Result<(), ReadError> {
        match self.rest.len() {
            0 => Ok(()),
            n_left => Err(self.error("end of file", Malformed::TrailingBytes { n_left })),
        }
    }

    /// An error at the place where the cursor stands.
    pub fn error(&self, field: &'static str, malformed: Malformed) -> ReadError {
        ReadError { offset: self.offset, within: Within::File, field, malformed }
    }

    fn truncated(&self, field: &'static str, needed: u64) -> ReadError {
        self.error(field, Malformed::Truncated { needed, left: self.rest.len() })
    }
}

/// Appends fields to a buffer, as [`Bytes`] takes them.
pub trait Put {
    fn put(&mut self, bytes: &[u8]);

    fn put_u8(&mut self, value: u8) {
        self.put(&[value]);
    }

    fn put_u16(&mut self, value: u16) {
        self.put(&value.to_le_bytes());
    }

    /// A number of things in memory, none of which is smaller than a byte: no 32-bit count is
    /// too small for what was read, and none that a person makes gets near.
    fn put_count(&mut self, n_items: usize) {
        self.put_u32(u32::try_from(n_items).unwrap_or(u32::MAX));
    }

    /// A text, behind its length in one byte.
    fn put_short_text(&mut self, text: &ShortText) {
        self.put_u8(u8::try_from(text.as_bytes().len()).unwrap_or(u8::MAX));
        self.put(text.as_bytes());
    }

    /// A text, behind its length in two bytes.
    fn put_text16(&mut self, text: &Text16) {
        self.put_u16(u16::try_from(text.as_bytes().len()).unwrap_or(u16::MAX));
        self.put(text.as_bytes());
    }

    /// A text, behind its length in four bytes.
    fn put_text32(&mut self, text: &Text32) {
        self.put_count(text.as_bytes().len());
        self.put(text.as_bytes());
    }

    fn put_i16(&mut self, value: i16) {
        self.put(&value.to_le_bytes());
    }

    fn put_u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    fn put_i32(&mut self, value: i32) {
        self.put(&value.to_le_bytes());
    }

    fn put_f32(&mut self, value: F32) {
        self.put_u32(value.to_bits());
    }

    fn put_f32s(&mut self, values: &[F32]) {
        for value in values {
            self.put_f32(*value);
        }
    }
}

impl Put for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_says_where_it_ends() {
        let mut bytes = Bytes::new(&[1, 2, 3]);
        assert_eq!(bytes.u8("kind"), Ok(1));
        let error = bytes.u32("count").unwrap_err();
        assert_eq!(error.to_string(), "count at byte 0x1: needs 4 bytes, 2 are left");
    }

    #[test]
    fn a_count_is_checked_before_anything_is_allocated() {
        let bytes = Bytes::new(&[0; 12]);
        assert_eq!(bytes.expect_items("tiles", 3, 4), Ok(3));
        assert!(bytes.expect_items("tiles", 4, 4).is_err());
        assert!(bytes.expect_items("tiles", u64::MAX, 4).is_err());
    }

    #[test]
    fn a_list_in_a_list_cannot_claim_what_its_siblings_need() {
        // Three lists of a length and as many bytes; the second claims the third one's length.
        let read = |data: &[u8]| {
            Bytes::new(data).items("lists", 3, 1, |bytes| {
                let len = bytes.u8("length")?;
                bytes.items("list", len.into(), 1, |bytes| bytes.u8("item"))
            })
        };
        assert_eq!(read(&[1, 7, 0, 2, 8, 9]), Ok(vec![vec![7], vec![], vec![8, 9]]));
        let error = read(&[0, 2, 8, 9]).unwrap_err().to_string();
        assert_eq!(error, "list at byte 0x2: needs 3 bytes, 2 are left");
    }

    #[test]
    fn an_offset_outside_the_file_is_an_error_where_it_is_stated() {
        let data = [0; 8];
        assert_eq!(Bytes::at(&data, 8, "block", 4).map(|b| b.n_left()), Ok(0));
        let error = Bytes::at(&data, 9, "block", 4).unwrap_err();
        assert_eq!(
            error.to_string(),
            "block at byte 0x4: points to byte 0x9, but the file ends at 0x8"
        );
    }
}
