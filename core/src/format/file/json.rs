//! A file as JSON: `{"format":"gat","file":{…}}`, and `"packed"` beside them where it has a
//! stream.

use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Content, File, Kind};
use crate::format::packed::Packed;
use crate::format::text::{CodePage, NoLetter};
use crate::format::typed;
use crate::problem::nearest::nearest;

const KEYS: &[&str] = &["format", "file", "packed"];

/// Why JSON makes no file.
#[derive(Debug, thiserror::Error)]
pub enum BadJson {
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Letter(#[from] NoLetter),
}

/// A file from JSON that a person may have typed texts into, and how many of them.
pub fn from_json(json: &[u8], code_page: CodePage) -> Result<(File, usize), BadJson> {
    if !typed::may_be_typed(json) {
        return Ok((serde_json::from_slice(json)?, 0));
    }
    let mut value: Value = serde_json::from_slice(json)?;
    // Its texts are UTF-16.
    let is_ltb = value.get("format").and_then(Value::as_str) == Some(Kind::Ltb.name());
    let n_typed = match is_ltb {
        true => 0,
        false => typed::encode(&mut value, &Value::Null, code_page)?,
    };
    let file = File::deserialize(value);
    // Only what is read as it comes knows its line.
    let file = file.map_err(|error| serde_json::from_slice::<File>(json).err().unwrap_or(error));
    Ok((file?, n_typed))
}

impl Serialize for File {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_keys = 2 + usize::from(self.packed.is_some());
        let mut file = serializer.serialize_struct("File", n_keys)?;
        file.serialize_field("format", self.kind().name())?;
        file.serialize_field("file", &self.content)?;
        if let Some(packed) = &self.packed {
            file.serialize_field("packed", packed)?;
        }
        file.end()
    }
}

impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<File, D::Error> {
        deserializer.deserialize_struct("File", KEYS, Parts)
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        let name = String::deserialize(deserializer)?;
        Kind::named(&name).ok_or_else(|| {
            let names = Kind::ALL.iter().map(|kind| kind.name());
            let hint = nearest(&name, names)
                .map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?"));
            D::Error::custom(format!("unknown format \"{name}\"{hint}"))
        })
    }
}

struct Parts;

impl<'de> Visitor<'de> for Parts {
    type Value = File;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a file such as {\"format\": \"gat\", \"file\": {…}}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
        let mut kind = None;
        let mut content = None;
        // Tools that sort keys put the file before its format.
        let mut unread = None;
        let mut packed: Option<Packed> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" if kind.is_none() => kind = Some(map.next_value()?),
                "file" if content.is_none() && unread.is_none() => match kind {
                    Some(kind) => content = Some(map.next_value_seed(ContentOf(kind))?),
                    None => unread = Some(map.next_value::<Value>()?),
                },
                "packed" if packed.is_none() => packed = Some(map.next_value()?),
                "format" | "file" | "packed" => {
                    map.next_value::<IgnoredAny>()?;
                    return Err(A::Error::custom(format!("\"{key}\" stands here twice")));
                }
                _ => return Err(A::Error::unknown_field(&key, KEYS)),
            }
        }
        let kind: Kind = kind.ok_or_else(|| A::Error::missing_field("format"))?;
        let content = match (content, unread) {
            (Some(content), _) => content,
            (None, Some(unread)) => kind.deserialize(unread).map_err(A::Error::custom)?,
            (None, None) => return Err(A::Error::missing_field("file")),
        };
        if packed.is_some() && !kind.is_packed() {
            let message = format!("\"packed\" does not go with the format \"{}\"", kind.name());
            return Err(A::Error::custom(message));
        }
        Ok(File { content, packed })
    }
}

/// Reads content as it comes, so that errors have their line.
struct ContentOf(Kind);

impl<'de> DeserializeSeed<'de> for ContentOf {
    type Value = Content;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Content, D::Error> {
        self.0.deserialize(deserializer)
    }
}
