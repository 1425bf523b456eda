//! A name in a field of fixed size, with whatever stands behind it.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format::text::Text;

/// A name in a field of `N` bytes, which ends at the first zero byte or fills the field.
///
/// Tools write short names over long ones, so that the rest of the field holds old bytes; they
/// are kept. As JSON it is the field's text without the zero bytes at its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name<const N: usize>(pub [u8; N]);

impl<const N: usize> Name<N> {
    /// A name with zero bytes behind it, or `None` where it doesn't fit or would end early.
    pub fn new(name: &[u8]) -> Option<Name<N>> {
        (!name.contains(&0)).then(|| Name::padded(name)).flatten()
    }

    /// The name itself.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    fn padded(bytes: &[u8]) -> Option<Name<N>> {
        let mut field = [0; N];
        field.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Name(field))
    }

    fn without_padding(&self) -> &[u8] {
        let n_zeros = self.0.iter().rev().take_while(|byte| **byte == 0).count();
        self.0.get(..N - n_zeros).unwrap_or_default()
    }
}

impl<const N: usize> fmt::Debug for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.without_padding().escape_ascii())
    }
}

impl<const N: usize> Serialize for Name<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Text::from(self.without_padding()).serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Name<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<N>, D::Error> {
        let text = Text::deserialize(deserializer)?;
        Name::padded(text.as_bytes())
            .ok_or_else(|| D::Error::custom(format!("{text:?} is longer than {N} bytes")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_its_first_zero_byte() {
        assert_eq!(Name(*b"xmas\0ld").as_bytes(), b"xmas");
        assert_eq!(Name(*b"geffen_in").as_bytes(), b"geffen_in");
        assert_eq!(Name::<4>::new(b"xmas"), Some(Name(*b"xmas")));
        assert_eq!(Name::<4>::new(b"geffen"), None);
        assert_eq!(Name::<4>::new(b"x\0s"), None);
    }

    #[test]
    fn json_keeps_what_stands_behind_a_name() {
        for name in [
            *b"xmas\0mas.gat",
            *b"\0\0\0\0\0\0\0\0\0\0\0\0",
            *b"\xba\xed\xb7\xaf\0\xff\0\0\0\0\0\0",
        ] {
            let json = serde_json::to_string(&Name(name)).unwrap();
            assert_eq!(serde_json::from_str::<Name<12>>(&json).unwrap(), Name(name), "{json}");
        }
        assert!(serde_json::from_str::<Name<3>>("\"long\"").is_err());
    }
}
