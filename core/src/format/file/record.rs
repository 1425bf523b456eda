//! What a file lists, as things with named fields: for searching many files of many formats.
//!
//! Values are those of the file: no unit and no space is changed. A thing that has a list, such
//! as the monsters of a spawn, has a field with several values.

pub mod naming;
mod eq;
mod ragnarok;
mod ragnarok_scene;
mod rose_asset;
mod rose_map;
mod rose_small;
mod rose_table;
mod tera;

use std::borrow::Cow;
use std::fmt;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::{Content, Kind};
use crate::format::number::F32;
use crate::format::text::{CodePage, quoted};

/// A kind of thing that files of a format list, and the names of its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thing {
    pub name: &'static str,
    pub kind: Kind,
    /// Those that every such thing has. A row of an STB has one more for each column.
    pub fields: &'static [&'static str],
}

/// Everything that files list.
pub fn things() -> impl Iterator<Item = &'static Thing> {
    let of_ragnarok = [ragnarok::THINGS, ragnarok_scene::THINGS];
    let of_rose = [rose_map::THINGS, rose_table::THINGS, rose_asset::THINGS, rose_small::THINGS];
    let others = [tera::THINGS, eq::THINGS];
    of_ragnarok.into_iter().chain(of_rose).chain(others).flatten()
}

/// One thing of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Record<'a> {
    pub thing: &'static str,
    /// Which one of its kind, counted from 0 in the order of the file.
    pub index: usize,
    pub fields: Fields<'a>,
}

/// The fields of a thing, in the order in which they are shown. As JSON an object, where a field
/// with several values is a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields<'a>(pub Vec<Field<'a>>);

#[derive(Debug, Clone, PartialEq)]
pub struct Field<'a> {
    pub name: Cow<'a, str>,
    /// The number by which the field is known as well: that of a column of a table.
    pub column: Option<usize>,
    pub values: Values<'a>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Values<'a> {
    One(Value<'a>),
    List(Vec<Value<'a>>),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value<'a> {
    Integer(i64),
    Float(F32),
    Text(Cow<'a, str>),
    /// UTF-16 as the file holds it, decoded where it is looked at.
    #[serde(serialize_with = "serialize_utf16")]
    Utf16(&'a [u8]),
}

fn serialize_utf16<S: Serializer>(bytes: &&[u8], serializer: S) -> Result<S::Ok, S::Error> {
    CodePage::Utf16.decode(bytes).serialize(serializer)
}

impl Value<'_> {
    fn is_empty_text(&self) -> bool {
        match self {
            Value::Integer(_) | Value::Float(_) => false,
            Value::Text(text) => text.is_empty(),
            Value::Utf16(bytes) => bytes.is_empty(),
        }
    }

    /// As a text for comparing and showing, numbers in their usual form.
    pub(super) fn to_text(&self) -> Cow<'_, str> {
        match self {
            Value::Integer(number) => number.to_string().into(),
            Value::Float(number) => number.to_string().into(),
            Value::Text(text) => Cow::Borrowed(text),
            Value::Utf16(bytes) => CodePage::Utf16.decode(bytes),
        }
    }
}

impl Content {
    /// Hands out everything that the file lists, in its order. Text is decoded with a code page.
    pub fn for_each_record<'a>(&'a self, code_page: CodePage, each: &mut dyn FnMut(Record<'a>)) {
        let texts = Texts(code_page);
        match self {
            Content::Gat(gat) => ragnarok::gat(gat, each),
            Content::Gnd(gnd) => ragnarok_scene::gnd(gnd, texts, each),
            Content::Rsw(rsw) => ragnarok_scene::rsw(rsw, texts, each),
            Content::Rsm(rsm) => ragnarok_scene::rsm(rsm, texts, each),
            Content::Rsm2(rsm) => ragnarok_scene::rsm2(rsm, texts, each),
            Content::MapCache(cache) => ragnarok::map_cache(cache, texts, each),
            Content::Mcache(cache) => ragnarok::mcache(cache, each),
            Content::Fld2(field) => ragnarok::fld2(field, each),
            Content::PackedFld2(packed) => ragnarok::fld2(&packed.field, each),
            Content::Ifo(ifo) => rose_map::ifo(ifo, texts, each),
            Content::Zon(zon) => rose_map::zon(zon, texts, each),
            Content::Him(him) => rose_map::him(him, each),
            Content::Til(til) => rose_map::til(til, each),
            Content::Mov(mov) => rose_map::mov(mov, each),
            Content::Lit(lit) => rose_map::lit(lit, texts, each),
            Content::Stb(stb) => rose_table::stb(stb, texts, each),
            Content::Stl(stl) => rose_table::stl(stl, texts, each),
            Content::Ltb(ltb) => rose_table::ltb(ltb, each),
            Content::Qsd(qsd) => rose_table::qsd(qsd, texts, each),
            Content::Aip(aip) => rose_table::aip(aip, texts, each),
            Content::Con(con) => rose_table::con(con, texts, each),
            Content::Zms(zms) => rose_asset::zms(zms, each),
            Content::Zmd(zmd) => rose_asset::zmd(zmd, texts, each),
            Content::Zmo(zmo) => rose_asset::zmo(zmo, each),
            Content::Zsc(zsc) => rose_asset::zsc(zsc, texts, each),
            Content::Chr(chr) => rose_asset::chr(chr, texts, each),
            Content::Eft(eft) => rose_asset::eft(eft, texts, each),
            Content::Ptl(ptl) => rose_asset::ptl(ptl, texts, each),
            Content::Tsi(tsi) => rose_small::tsi(tsi, texts, each),
            Content::Tbl(tbl) => rose_small::tbl(tbl, each),
            Content::Lod(lod) => rose_small::lod(lod, each),
            Content::Hlp(hlp) => rose_small::hlp(hlp, texts, each),
            Content::Zca(zca) => rose_small::zca(zca, each),
            Content::Idx(idx) => rose_asset::idx(idx, texts, each),
            Content::Zgd(zgd) => tera::zgd(zgd, each),
            Content::Apd(apd) => tera::apd(apd, each),
            Content::S3d(archive) => eq::archive(archive, texts, each),
            Content::Wld(wld) => eq::wld(wld, texts, each),
            Content::Map(map) => eq::map(map, texts, each),
            Content::Wtr(wtr) => eq::wtr(wtr, each),
            Content::Nav(nav) => eq::nav(nav, each),
        }
    }
}

/// A record for each thing of a list.
fn list_all<'a, T>(
    list: &'a [T],
    each: &mut dyn FnMut(Record<'a>),
    record: impl Fn(usize, &'a T) -> Record<'a>,
) {
    for (idx, thing) in list.iter().enumerate() {
        each(record(idx, thing));
    }
}

/// How texts are shown.
#[derive(Debug, Clone, Copy)]
struct Texts(CodePage);

impl Texts {
    fn show(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode(bytes)
    }

    fn show_of_stl(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.show(bytes)
    }
}

impl<'a> Record<'a> {
    fn new(thing: &'static str, index: usize) -> Record<'a> {
        Record { thing, index, fields: Fields::default() }
    }

    fn with(self, name: &'static str, value: impl Into<Value<'a>>) -> Record<'a> {
        self.push(name, Values::One(value.into()))
    }

    fn with_list<V: Into<Value<'a>>>(
        self,
        name: &'static str,
        values: impl IntoIterator<Item = V>,
    ) -> Record<'a> {
        self.push(name, Values::List(values.into_iter().map(V::into).collect()))
    }

    fn push(mut self, name: &'static str, values: Values<'a>) -> Record<'a> {
        self.fields.0.push(Field { name: name.into(), column: None, values });
        self
    }
}

impl<'a> Values<'a> {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.as_slice().iter().all(Value::is_empty_text)
    }

    pub fn as_slice(&self) -> &[Value<'a>] {
        match self {
            Values::One(value) => std::slice::from_ref(value),
            Values::List(values) => values,
        }
    }
}

/// Values that repeat themselves are counted: `2×7,5`.
impl fmt::Display for Values<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, same) in self.as_slice().chunk_by(PartialEq::eq).enumerate() {
            if idx > 0 {
                f.write_str(",")?;
            }
            if let Some(value) = same.first() {
                write!(f, "{value}")?;
            }
            if same.len() > 1 {
                write!(f, "×{}", same.len())?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(_) | Value::Float(_) => f.write_str(&self.to_text()),
            Value::Text(_) | Value::Utf16(_) => f.write_str(&quoted(&self.to_text())),
        }
    }
}

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for field in &self.0 {
            map.serialize_entry(&field.name, &field.values)?;
        }
        map.end()
    }
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Values::One(value) => value.serialize(serializer),
            Values::List(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                for value in values {
                    list.serialize_element(value)?;
                }
                list.end()
            }
        }
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<i32> for Value<'_> {
    fn from(number: i32) -> Self {
        Value::Integer(number.into())
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Integer(number.into())
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<bool> for Value<'_> {
    fn from(is_so: bool) -> Self {
        Value::Integer(is_so.into())
    }
}

impl From<F32> for Value<'_> {
    fn from(number: F32) -> Self {
        Value::Float(number)
    }
}

impl<'a> From<Cow<'a, str>> for Value<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Value::Text(text)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::stb::{Row, Stb};
    use crate::format::rose::stl::{Key, Kind as StlKind, Stl};
    use crate::format::text::{BoundedText, Text};

    /// 키 in CP949, and by chance Ű in UTF-8.
    const BOTH: [u8; 2] = [0xc5, 0xb0];

    fn said(content: &Content, field: &str) -> Vec<String> {
        let mut said = Vec::new();
        content.for_each_record(CodePage::Cp949, &mut |record| {
            for one in record.fields.0.into_iter().filter(|one| one.name == field) {
                let values = match one.values {
                    Values::One(value) => vec![value],
                    Values::List(values) => values,
                };
                said.extend(values.iter().map(|value| value.to_text().into_owned()));
            }
        });
        said
    }

    #[test]
    fn a_text_that_could_be_utf_8_is_of_the_code_page_but_in_an_stl() {
        let name = BoundedText::try_from(Text::from(&BOTH[..])).unwrap();
        let title = BoundedText::try_from(Text::from("")).unwrap();
        let rows = [Row { name, cells: Vec::new() }];
        let table = Stb::new(&[title.clone(), title], &rows).unwrap();
        assert_eq!(said(&Content::Stb(table), "name"), ["키"]);
        let keys = vec![Key { name: BoundedText::try_from(Text::from("K")).unwrap(), id: 1 }];
        let rows = vec![vec![Text::from(&BOTH[..])]];
        let stl = Stl::new(StlKind::Nrst01, keys, &[rows]).unwrap();
        assert_eq!(said(&Content::Stl(stl), "text"), ["Ű"]);
    }
}
