//! A name in a field of fixed size, with whatever stands behind it.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::text::{CodePage, Opaque, Text};

/// A name in a field of `N` bytes, which ends at the first zero byte or fills the field.
///
/// Tools write short names over long ones, or over whatever they had in memory (`CD CD …`
/// often); what follows the zero byte is kept. As JSON it is a text where only zero bytes follow
/// the name, and otherwise `{"text": "…", "rest": "hex"}`, where `rest` starts with the zero byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name<const N: usize>(pub [u8; N]);

impl<const N: usize> Name<N> {
    /// A name with zero bytes behind it, or `None` where it doesn't fit or would end early.
    pub fn new(name: &[u8]) -> Option<Name<N>> {
        (!name.contains(&0)).then(|| Name::padded(name)).flatten()
    }

    /// A name that a program knows beforehand; one that is too long does not compile.
    pub fn of<const LEN: usize>(name: &[u8; LEN]) -> Name<N> {
        const { assert!(LEN <= N, "the name does not fit into its field") };
        Name::padded(name).unwrap_or_default()
    }

    /// The bytes before the first zero byte.
    pub fn as_bytes(&self) -> &[u8] {
        self.split().0
    }

    pub fn decode(&self, code_page: CodePage) -> Cow<'_, str> {
        code_page.decode(self.as_bytes())
    }

    fn padded(bytes: &[u8]) -> Option<Name<N>> {
        let mut field = [0; N];
        field.get_mut(..bytes.len())?.copy_from_slice(bytes);
        Some(Name(field))
    }

    fn split(&self) -> (&[u8], &[u8]) {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(N);
        self.0.split_at_checked(end).unwrap_or((&self.0, &[]))
    }
}

impl<const N: usize> Default for Name<N> {
    fn default() -> Name<N> {
        Name([0; N])
    }
}

impl<const N: usize> fmt::Debug for Name<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_zeros = self.0.iter().rev().take_while(|byte| **byte == 0).count();
        let shown = self.0.get(..N - n_zeros).unwrap_or_default();
        write!(f, "\"{}\"", shown.escape_ascii())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a text, or {\"text\": \"…\", \"rest\": \"…\"}")]
enum Form {
    Padded(Text),
    Kept(Kept),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    text: Text,
    rest: Opaque,
}

impl<const N: usize> Serialize for Name<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, rest) = self.split();
        let form = match rest.iter().all(|byte| *byte == 0) {
            true => Form::Padded(Text::from(name)),
            false => Form::Kept(Kept { text: Text::from(name), rest: Opaque(rest.to_vec()) }),
        };
        form.serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Name<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name<N>, D::Error> {
        let wrong = |len| D::Error::custom(format!("a name of {len} bytes; its field has {N}"));
        match Form::deserialize(deserializer)? {
            Form::Padded(text) => Name::padded(text.as_bytes()).ok_or_else(|| wrong(text.len())),
            Form::Kept(Kept { text, rest }) => {
                let bytes = [text.as_bytes(), &rest.0].concat();
                let len = bytes.len();
                bytes.try_into().map(Name).map_err(|_| wrong(len))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_its_first_zero_byte() {
        assert_eq!(Name(*b"xmas\0ld").as_bytes(), b"xmas");
        assert_eq!(Name(*b"geffen_in").as_bytes(), b"geffen_in");
        assert_eq!(Name::<6>::of(b"xmas"), Name(*b"xmas\0\0"));
    }

    #[test]
    fn a_name_that_does_not_fit_is_refused_and_never_cut() {
        assert_eq!(Name::<4>::new(b"xmas"), Some(Name(*b"xmas")));
        assert_eq!(Name::<4>::new(b"geffen"), None);
        assert_eq!(Name::<4>::new(b"x\0s"), None);
        assert!(serde_json::from_str::<Name<3>>("\"long\"").is_err());
        assert!(serde_json::from_str::<Name<32>>(r#"{"text": "x", "rest": "00"}"#).is_err());
    }

    #[test]
    fn json_keeps_what_stands_behind_a_name() {
        for name in [
            *b"xmas\0mas.gat",
            *b"\0\0\0\0\0\0\0\0\0\0\0\0",
            *b"\xba\xed\xb7\xaf\0\xff\0\0\0\0\0\0",
            *b"idle\0\0\0\0\0\xcd\xcd\xcd",
            *b"xxxxxxxxxxxx",
        ] {
            let json = serde_json::to_string(&Name(name)).unwrap();
            assert_eq!(serde_json::from_str::<Name<12>>(&json).unwrap(), Name(name), "{json}");
        }
    }
}
