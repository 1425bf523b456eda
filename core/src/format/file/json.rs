//! A file as JSON: `{"format":"gat","file":{…}}`, and `"packed"` beside them where it has a
//! stream.

use std::fmt;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{Content, File, Kind};
use crate::format::packed::Packed;
use crate::format::text::{self, CodePage, NoLetter};
use crate::format::typed;
use crate::problem::nearest::nearest;

const KEYS: &[&str] = &["format", "texts", "file", "packed"];

/// Says that all texts of a file that are not ASCII are UTF-8, and stand as plain strings.
const UTF8: &str = "utf-8";

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
        // What is typed into such a file is UTF-8 as well.
        false if value.get("texts").and_then(Value::as_str) == Some(UTF8) => 0,
        false => typed::encode(&mut value, &Value::Null, code_page)?,
    };
    let file = File::deserialize(value);
    // Only what is read as it comes knows its line.
    let file = file.map_err(|error| serde_json::from_slice::<File>(json).err().unwrap_or(error));
    Ok((file?, n_typed))
}

impl Serialize for File {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_utf8 = self.has_texts_in_utf8_alone();
        let n_keys = 2 + usize::from(is_utf8) + usize::from(self.packed.is_some());
        let mut file = serializer.serialize_struct("File", n_keys)?;
        file.serialize_field("format", self.kind().name())?;
        match is_utf8 {
            true => {
                file.serialize_field("texts", UTF8)?;
                text::with_plain_utf8(|| file.serialize_field("file", &self.content))?;
            }
            false => file.serialize_field("file", &self.content)?,
        }
        if let Some(packed) = &self.packed {
            file.serialize_field("packed", packed)?;
        }
        file.end()
    }
}

impl Content {
    /// As JSON in which every text says what it is, whatever the rest of the file says.
    pub fn to_value(&self) -> Result<Value, serde_json::Error> {
        // A number that was read is the shortest one that gives the bits back.
        serde_json::from_slice(&serde_json::to_vec(self)?)
    }

    /// What [`Content::to_value`] makes.
    pub fn from_value(kind: Kind, value: Value) -> Result<Content, serde_json::Error> {
        kind.deserialize(value)
    }
}

impl File {
    /// Whether it has texts that are not ASCII, and all of those are UTF-8.
    fn has_texts_in_utf8_alone(&self) -> bool {
        use Kind::{Apd, Fld2, Gat, Him, MapCache, Mcache, Mov, PackedFld2, Til, Zgd, Zmo, Zms};
        // Large, and without texts.
        let kind = self.kind();
        let is_large = matches!(kind, Gat | MapCache | Mcache | Fld2 | PackedFld2 | Him)
            || matches!(kind, Til | Mov | Zgd | Apd | Zms | Zmo);
        if is_large {
            return false;
        }
        let mut encodings = Encodings::default();
        let looked = serde_json::to_writer(&mut encodings, &self.content);
        looked.is_ok() && encodings.has_utf8 && !encodings.has_others
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
        let mut texts: Option<String> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "format" if kind.is_none() => kind = Some(map.next_value()?),
                "file" if content.is_none() && unread.is_none() => match kind {
                    Some(kind) => content = Some(map.next_value_seed(ContentOf(kind))?),
                    None => unread = Some(map.next_value::<Value>()?),
                },
                "packed" if packed.is_none() => packed = Some(map.next_value()?),
                "texts" if texts.is_none() => {
                    let said: String = map.next_value()?;
                    if said != UTF8 {
                        let message =
                            format!("\"texts\" is \"{said}\", but can only be \"{UTF8}\"");
                        return Err(A::Error::custom(message));
                    }
                    texts = Some(said);
                }
                "format" | "file" | "packed" | "texts" => {
                    map.next_value::<IgnoredAny>()?;
                    return Err(A::Error::custom(format!("\"{key}\" is here twice")));
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

/// Looks through JSON for how the texts in it are encoded.
#[derive(Debug, Default)]
struct Encodings {
    has_utf8: bool,
    has_others: bool,
    /// The end of what was written last: a key may be cut in two.
    tail: Vec<u8>,
}

impl std::io::Write for Encodings {
    fn write(&mut self, json: &[u8]) -> std::io::Result<usize> {
        // A quote within a string is escaped, so that only keys look so.
        const KEYS: [&[u8]; 3] = [b"{\"utf-8\":", b"{\"cp949\":", b"{\"hex\":"];
        self.tail.extend_from_slice(json);
        let [utf8, cp949, hex] =
            KEYS.map(|key| self.tail.windows(key.len()).any(|bytes| bytes == key));
        self.has_utf8 |= utf8;
        self.has_others |= cp949 || hex;
        let n_past = self.tail.len().saturating_sub(9);
        self.tail.drain(..n_past);
        Ok(json.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::qsd::{Group, Qsd};
    use crate::format::text::{BoundedText, Opaque, Text};

    /// Quests with such names.
    fn quests(name: &[u8], group: &[u8]) -> File {
        let text = |bytes: &[u8]| BoundedText::try_from(Text::from(bytes)).unwrap();
        let groups = vec![Group { name: text(group), triggers: Vec::new() }];
        let quests = Qsd { version: 1, name: text(name), groups, tail: Opaque::default() };
        File { content: Content::Qsd(quests), packed: None }
    }

    const IN_CP949: &[u8] = b"\xba\xed\xb7\xaf";

    #[test]
    fn a_file_in_utf_8_says_so_once_and_has_plain_texts() {
        let json = serde_json::to_string(&quests(IN_CP949, IN_CP949)).unwrap();
        assert!(json.contains("{\"cp949\":") && !json.contains("\"texts\""), "{json}");
        let in_utf8 = json.replace("{\"cp949\":", "{\"utf-8\":");
        let (file, n_typed) = from_json(in_utf8.as_bytes(), CodePage::Cp949).unwrap();
        assert_eq!(n_typed, 0);
        let plain = serde_json::to_string(&file).unwrap();
        assert!(plain.contains("\"texts\":\"utf-8\"") && !plain.contains("{\"utf-8\""), "{plain}");
        assert_eq!(from_json(plain.as_bytes(), CodePage::Cp949).unwrap(), (file, 0));
    }

    #[test]
    fn where_utf_8_is_mixed_with_others_each_text_says_what_it_is() {
        let file = quests("é".as_bytes(), IN_CP949);
        let json = serde_json::to_string(&file).unwrap();
        assert!(!json.contains("\"texts\"") && json.contains("{\"utf-8\":\"é\"}"), "{json}");
        assert_eq!(from_json(json.as_bytes(), CodePage::Cp949).unwrap(), (file, 0));
    }

    #[test]
    fn keys_are_found_wherever_the_json_is_cut() {
        use std::io::Write;
        let json = br#"["{\"utf-8\":", {"cp949":"a"}]"#;
        for cut in 0..json.len() {
            let mut encodings = Encodings::default();
            let (head, tail) = json.split_at(cut);
            encodings.write_all(head).unwrap();
            encodings.write_all(tail).unwrap();
            assert!(encodings.has_others && !encodings.has_utf8, "{cut}");
        }
    }
}
