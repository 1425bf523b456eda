//! What one file names.

mod maps;
mod models;
mod tables;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::file::Content;
use crate::format::rose::meaning::table_name;
use crate::format::rose::qsd::without_end;
use crate::format::text::CodePage;

/// What was found in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// How many rows, objects or characters it has.
    #[serde(default)]
    pub n_parts: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// What its rows are called, by row. Of texts: by key. Of a ZON: its event points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(u32, String)>,
    /// Of texts: the keys in the order of the names; of tables: the key of each named row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<(u32, String)>,
    /// The triggers that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<String>,
    /// Of LIST_ZONE.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneRow>,
    /// Why it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneRow {
    pub row: u32,
    pub file: String,
    pub decos: String,
    pub buildings: String,
}

/// A name in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Row, object or character that it is in.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    #[serde(rename = "a")]
    pub at: At,
    #[serde(rename = "t")]
    pub to: To,
}

/// Where in a file, in words: `row 12, column 5` or `object 3, part 0`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At(Cow<'static, str>, Option<u32>, Option<(Cow<'static, str>, u32)>);

impl At {
    pub fn text(text: &'static str) -> At {
        At(text.into(), None, None)
    }

    pub fn part(what: &'static str, number: u32) -> At {
        At(what.into(), Some(number), None)
    }

    fn inner(what: &'static str, number: u32, inner: &'static str, place: u32) -> At {
        At(what.into(), Some(number), Some((inner.into(), place)))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At(what, number, inner) = self;
        f.write_str(what)?;
        if let Some(number) = number {
            write!(f, " {number}")?;
        }
        if let Some((what, number)) = inner {
            write!(f, ", {what} {number}")?;
        }
        Ok(())
    }
}

/// What is named, before anything is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum To {
    #[serde(rename = "f")]
    File(String),
    /// A file in the same folder.
    #[serde(rename = "b")]
    Beside(String),
    /// A table and a row of it.
    #[serde(rename = "r")]
    Row(String, u32),
    /// An object of a ZSC.
    #[serde(rename = "o")]
    Object(String, u32),
    /// An object of the zone's own lists.
    Deco(u32),
    Building(u32),
    /// An object of the PART_NPC.ZSC beside it.
    Models(u32),
    Conversation(String),
    Trigger(String),
    /// An event point of a ZON, by its name.
    #[serde(rename = "n")]
    Point(String, String),
    /// An event point of a zone, by its row of LIST_ZONE.
    #[serde(rename = "z")]
    PointOf(u32, String),
}

/// Whether a file of this name says anything that [`seen`] looks at.
pub fn is_looked_at(key: &str) -> bool {
    let endings =
        [".ZSC", ".CHR", ".EFT", ".PTL", ".TSI", ".ZON", ".IFO", ".LIT", ".STB", ".STL", ".QSD"];
    endings.iter().any(|ending| key.ends_with(ending))
}

/// Looks for every name in a file.
pub fn seen(path: &str, content: &Content, code_page: CodePage) -> Seen {
    let mut looking = Looking { code_page, seen: Seen::default() };
    match content {
        Content::Zsc(zsc) => looking.zsc(zsc),
        Content::Chr(chr) => looking.chr(chr),
        Content::Eft(eft) => looking.eft(eft),
        Content::Ptl(ptl) => looking.ptl(ptl),
        Content::Tsi(tsi) => looking.tsi(tsi),
        Content::Zon(zon) => looking.zon(zon),
        Content::Ifo(ifo) => looking.ifo(ifo),
        Content::Lit(lit) => looking.lit(lit),
        Content::Stb(stb) => looking.stb(&table_name(path), stb),
        Content::Stl(stl) => looking.stl(stl),
        Content::Qsd(qsd) => looking.qsd(qsd),
        _ => {}
    }
    looking.seen
}

struct Looking {
    code_page: CodePage,
    seen: Seen,
}

impl Looking {
    fn text(&self, bytes: &[u8]) -> String {
        self.code_page.decode(without_end(bytes)).trim().to_owned()
    }

    fn put(&mut self, part: Option<u32>, at: At, to: To) {
        self.seen.uses.push(Use { part, at, to });
    }

    /// A path; an empty one and `NULL` are none.
    fn path(&mut self, part: Option<u32>, at: At, bytes: &[u8]) {
        let path = self.text(bytes);
        if !path.is_empty() && !path.eq_ignore_ascii_case("NULL") {
            self.put(part, at, To::File(path));
        }
    }
}

fn row(table: &str, number: u32) -> To {
    To::Row(table.to_owned(), number)
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
