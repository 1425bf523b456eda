//! Names in a field of 32 bytes, as AIP and CON hold them.

use std::borrow::Cow;
use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format::text::{CodePage, Opaque, Text};

/// A name in 32 bytes. It ends at the first NUL; what follows is whatever the editor had in
/// memory (`CD CD …` often), and is kept.
///
/// As JSON it is a text where only NULs follow the name, and otherwise
/// `{"text": "…", "rest": "hex"}`, where `rest` starts with the NUL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name32(pub [u8; 32]);

impl Name32 {
    /// The bytes before the first NUL.
    pub fn name(&self) -> &[u8] {
        self.split().0
    }

    pub fn decode(&self, code_page: CodePage) -> Cow<'_, str> {
        code_page.decode(self.name())
    }

    fn split(&self) -> (&[u8], &[u8]) {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        self.0.split_at_checked(end).unwrap_or((&self.0, &[]))
    }
}

/// As much of a name as fits, and NULs behind it.
impl From<&str> for Name32 {
    fn from(name: &str) -> Name32 {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(name.bytes()).for_each(|(byte, letter)| *byte = letter);
        Name32(bytes)
    }
}

impl fmt::Debug for Name32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.name().escape_ascii())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
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

impl Serialize for Name32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (name, rest) = self.split();
        let form = match rest.iter().all(|byte| *byte == 0) {
            true => Form::Padded(Text::from(name)),
            false => Form::Kept(Kept { text: Text::from(name), rest: Opaque(rest.to_vec()) }),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Name32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Name32, D::Error> {
        let bytes = match Form::deserialize(deserializer)? {
            Form::Padded(text) => {
                let mut bytes = text.as_bytes().to_vec();
                bytes.resize(bytes.len().max(32), 0);
                bytes
            }
            Form::Kept(Kept { text, rest }) => [text.as_bytes(), &rest.0].concat(),
        };
        let len = bytes.len();
        <[u8; 32]>::try_from(bytes)
            .map(Name32)
            .map_err(|_| D::Error::custom(format!("a name of {len} bytes; its field has 32")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_what_follows_the_name() {
        let mut stale = Name32::from("idle");
        stale.0[9] = 0xcd;
        for name in [Name32::from(""), Name32::from("idle"), stale, Name32([b'x'; 32])] {
            let json = serde_json::to_value(name).unwrap();
            assert_eq!(serde_json::from_value::<Name32>(json.clone()).unwrap(), name, "{json}");
        }
        assert_eq!(stale.name(), b"idle");
    }

    #[test]
    fn a_name_that_is_too_long_is_refused() {
        let json = format!("\"{}\"", "x".repeat(33));
        assert!(serde_json::from_str::<Name32>(&json).is_err());
        assert!(serde_json::from_str::<Name32>(r#"{"text": "x", "rest": "00"}"#).is_err());
    }
}
