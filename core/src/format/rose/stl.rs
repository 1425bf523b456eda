//! STL: names and descriptions in several languages, found by key.
//!
//! ```text
//! File                                             Text
//! 0  7  magic        text: NRST01, ITST01, QEST01  0  length  7 bits a byte, the low ones
//! 7  4  n keys       u32                                      first; the high bit says that
//!       keys         n × (text, u32 id)                       more follow
//!       n languages  u32                              bytes
//!       languages    n × u32 offset of a table
//!       pool         bytes to the end: tables and texts, found by offset in the file
//! Table
//! 0     rows         n keys × u32 offset of the first text of a row
//! ```
//!
//! A row has one text (NRST01), two (ITST01: name, description) or four (QEST01: name,
//! description, start, end). Nearly every file has table and texts of one language after those
//! of another, without a gap; some have gaps, tails, or hold everything twice. So the pool is
//! kept as it is, and texts are looked up in it.
//!
//! Texts are UTF-8 in newer files, and CP949 or CP932 in older ones.

mod json;
mod pool;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::rose::length;
use crate::format::text::{CodePage, Text, Text32};
use crate::format::{Malformed, ReadError};

const MIN_KEY_SIZE: u64 = 5;

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "json::StlJson", into = "json::StlJson")]
pub struct Stl {
    kind: Kind,
    keys: Vec<Key>,
    /// Keys whose length takes more bytes than it needs, by their row, with how many it takes. No
    /// such file has been seen (2026).
    long_lengths: BTreeMap<usize, u32>,
    /// Where each language's table is in the file: inside the pool. Two tables are the same or
    /// do not overlap, and all rows that start in the pool have their texts in it.
    languages: Vec<u32>,
    /// Where the pool starts in the file.
    pool_offset: usize,
    pool: Vec<u8>,
}

/// How many texts a row has, and what they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Kind {
    /// One: the text.
    Nrst01,
    /// Two: name and description.
    Itst01,
    /// Four: name, description, start and end.
    Qest01,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Nrst01, Kind::Itst01, Kind::Qest01];

    pub fn n_texts(self) -> usize {
        match self {
            Kind::Nrst01 => 1,
            Kind::Itst01 => 2,
            Kind::Qest01 => 4,
        }
    }

    fn magic(self) -> &'static [u8; 7] {
        match self {
            Kind::Nrst01 => b"\x06NRST01",
            Kind::Itst01 => b"\x06ITST01",
            Kind::Qest01 => b"\x06QEST01",
        }
    }
}

/// What a row is found by: other tables name the key, scripts the id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Key {
    pub name: Text32,
    pub id: u32,
}

impl Stl {
    /// A table of texts `[language][row][text]`, or `None` where a language has not a row for
    /// each key, a row not as many texts as its kind, or all of it does not fit into 4 GB.
    pub fn new(kind: Kind, keys: Vec<Key>, languages: &[Vec<Vec<Text>>]) -> Option<Stl> {
        let mut stl = Stl {
            kind,
            keys,
            long_lengths: BTreeMap::new(),
            languages: Vec::new(),
            pool_offset: 0,
            pool: Vec::new(),
        };
        stl.languages = vec![0; languages.len()];
        stl.pool_offset = write_head(&stl).len();
        stl.languages.clear();
        for rows in languages {
            let is_whole = rows.len() == stl.keys.len()
                && rows.iter().all(|texts| texts.len() == kind.n_texts());
            stl.languages.push(u32::try_from(stl.pool_offset + stl.pool.len()).ok()?);
            is_whole.then(|| pool::put_language(&mut stl.pool, stl.pool_offset, rows))??;
        }
        Some(stl)
    }

    /// The same table with other rows, `[language][row][text]`. Bytes that no table and no text
    /// holds stand behind everything then. `None` where [`Stl::new`] says so, and where the table
    /// has rows that are found in no other way: see [`Stl::is_plain`].
    pub fn with_rows(&self, keys: Vec<Key>, languages: &[Vec<Vec<Text>>]) -> Option<Stl> {
        if !self.is_plain() {
            return None;
        }
        let mut stl = Stl::new(self.kind, keys, languages)?;
        pool::pieces(self, |_, piece| {
            if piece.n_opaque() > 0 {
                piece.write(&mut stl.pool);
            }
        });
        Some(stl)
    }

    /// Whether every text is found where a table says, so that the rows can be laid out anew.
    pub fn is_plain(&self) -> bool {
        let mut rows = (0..self.languages.len())
            .flat_map(|language| (0..self.keys.len()).map(move |row| (language, row)));
        let last = self.kind.n_texts() - 1;
        self.long_lengths.is_empty()
            && rows.all(|(language, row)| self.text(language, row, last).is_some())
    }

    /// How long the file is.
    pub fn n_bytes(&self) -> usize {
        self.pool_offset + self.pool.len()
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The key of each row.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    pub fn n_languages(&self) -> usize {
        self.languages.len()
    }

    /// The first row with a key.
    pub fn row_of(&self, key: &[u8]) -> Option<usize> {
        self.keys.iter().position(|row| row.name.as_bytes() == key)
    }

    /// One of the texts of a row as the file holds it. `None` where there is no such text, which
    /// is also so where the row's offset points before the pool.
    pub fn text(&self, language: usize, row: usize, text: usize) -> Option<&[u8]> {
        if row >= self.keys.len() || text >= self.kind.n_texts() {
            return None;
        }
        let table = pool::at(self, *self.languages.get(language)?)?;
        let (offsets, _) = self.pool.get(table..)?.as_chunks::<4>();
        let start = pool::at(self, u32::from_le_bytes(*offsets.get(row)?))?;
        let mut bytes = Bytes::new(self.pool.get(start..)?);
        for _ in 0..text {
            length::read_text(&mut bytes).ok()?;
        }
        length::read_text(&mut bytes).ok()
    }

    /// As [`Stl::text`], for display: UTF-8 where it is that, and otherwise in a code page.
    pub fn text_for_display(
        &self,
        language: usize,
        row: usize,
        text: usize,
        code_page: CodePage,
    ) -> Option<Cow<'_, str>> {
        let bytes = self.text(language, row, text)?;
        Some(code_page.show(bytes))
    }

    /// How many bytes no table and no text holds: gaps and tails.
    pub fn n_opaque(&self) -> usize {
        let mut n_opaque = 0;
        pool::pieces(self, |_, piece| n_opaque += piece.n_opaque());
        n_opaque
    }
}

impl fmt::Debug for Stl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stl")
            .field("kind", &self.kind)
            .field("keys", &self.keys)
            .field("languages", &self.languages)
            .field("pool", &format_args!("{} bytes", self.pool.len()))
            .finish()
    }
}

pub fn read(data: &[u8]) -> Result<Stl, ReadError> {
    let mut bytes = Bytes::new(data);
    let kind = read_magic(&mut bytes)?;
    let n_keys = bytes.u32("n keys")?;
    let mut keys = Vec::with_capacity(bytes.expect_items("keys", n_keys.into(), MIN_KEY_SIZE)?);
    let mut long_lengths = BTreeMap::new();
    for _ in 0..n_keys {
        let (name, n_length_bytes) = length::read_text32(&mut bytes, "key")?;
        if n_length_bytes > length::n_length_bytes(name.as_bytes()) {
            long_lengths.insert(keys.len(), n_length_bytes);
        }
        keys.push(Key { name, id: bytes.u32("id")? });
    }
    let n_languages = bytes.u32("n languages")?;
    bytes.expect_items("languages", n_languages.into(), 4)?;
    let languages =
        (0..n_languages).map(|_| bytes.u32("language")).collect::<Result<Vec<_>, _>>()?;
    let pool_offset = bytes.offset();
    let pool = bytes.rest().to_vec();
    let stl = Stl { kind, keys, long_lengths, languages, pool_offset, pool };
    pool::check(&stl, data)?;
    Ok(stl)
}

fn read_magic(bytes: &mut Bytes) -> Result<Kind, ReadError> {
    let start = bytes.clone();
    let found: [u8; 7] = bytes.array("magic")?;
    let expected = b"\x06NRST01 (or ITST01, QEST01)";
    let malformed = Malformed::WrongMagic { found: found.to_vec(), expected };
    let kind = Kind::ALL.into_iter().find(|kind| *kind.magic() == found);
    kind.ok_or_else(|| start.error("magic", malformed))
}

pub fn write(stl: &Stl) -> Vec<u8> {
    let mut out = write_head(stl);
    out.put(&stl.pool);
    out
}

/// Everything before the pool.
fn write_head(stl: &Stl) -> Vec<u8> {
    let mut out = Vec::new();
    out.put(stl.kind.magic());
    out.put_count(stl.keys.len());
    for (row, key) in stl.keys.iter().enumerate() {
        let name = key.name.as_bytes();
        let n_length_bytes = length::n_length_bytes(name);
        let n_length_bytes = stl.long_lengths.get(&row).map_or(n_length_bytes, |n| *n);
        length::write_text_after(n_length_bytes, name, &mut out);
        out.put_u32(key.id);
    }
    out.put_count(stl.languages.len());
    stl.languages.iter().for_each(|offset| out.put_u32(*offset));
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes};

    fn key(name: &str, id: u32) -> Key {
        Key { name: Text32::try_from(Text::from(name)).unwrap(), id }
    }

    fn texts(texts: &[&str]) -> Vec<Text> {
        texts.iter().map(|text| Text::from(*text)).collect()
    }

    fn sample() -> Stl {
        let keys = vec![key("LZON001", 1), key("", 70_000)];
        let long = "long ".repeat(30);
        let korean =
            vec![vec![Text::from(&[0xba, 0xed][..]), Text::default()], texts(&["마을", &long])];
        let english = vec![texts(&["Junon", "A town"]), texts(&["", ""])];
        Stl::new(Kind::Itst01, keys, &[korean, english]).unwrap()
    }

    /// Where [`sample`] has its first language.
    const LANGUAGES_AT: usize = 7 + 4 + 12 + 5 + 4;

    fn check_kept(data: &[u8]) -> Stl {
        let stl = read(data).unwrap();
        assert_eq!(write(&stl), data);
        let json = serde_json::to_string(&stl).unwrap();
        assert_eq!(serde_json::from_str::<Stl>(&json).unwrap(), stl, "{json}");
        stl
    }

    #[test]
    fn what_is_read_is_written_back() {
        for kind in Kind::ALL {
            let rows = vec![texts(&["a", "b", "c", "d"][..kind.n_texts()])];
            let stl = Stl::new(kind, vec![key("k", 1)], &[rows.clone(), rows]).unwrap();
            assert_eq!(check_kept(&write(&stl)), stl);
            assert_eq!(stl.n_opaque(), 0);
        }
        assert_eq!(check_kept(&write(&sample())), sample());
    }

    #[test]
    fn texts_are_found_by_key() {
        let stl = sample();
        let row = stl.row_of(b"LZON001").unwrap();
        assert_eq!(stl.text(1, row, 1), Some(&b"A town"[..]));
        assert_eq!(stl.text_for_display(0, row, 0, CodePage::Cp949).unwrap(), "블");
        assert_eq!(stl.text_for_display(0, 1, 0, CodePage::Cp949).unwrap(), "마을");
        assert_eq!(stl.text(0, 1, 1).unwrap().len(), 150);
        for (language, row, text) in [(2, 0, 0), (0, 2, 0), (0, 0, 2)] {
            assert_eq!(stl.text(language, row, text), None);
        }
        assert_eq!(stl.row_of(b"LZON002"), None);
    }

    #[test]
    fn of_two_rows_with_one_key_the_first_is_found() {
        let rows = vec![texts(&["a"]), texts(&["b"])];
        let stl = Stl::new(Kind::Nrst01, vec![key("k", 1), key("k", 2)], &[rows]).unwrap();
        assert_eq!(stl.row_of(b"k"), Some(0));
    }

    fn edited(edit: impl FnOnce(&mut serde_json::Value)) -> Result<Stl, String> {
        let mut json = serde_json::to_value(sample()).unwrap();
        edit(&mut json);
        serde_json::from_value(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_text_of_another_length_is_refused_in_the_pool() {
        let pieces = serde_json::to_value(sample()).unwrap()["pool"].to_string();
        assert!(pieces.starts_with(r#"[{"at":40,"offsets":[48,"#), "{pieces}");
        let same = edited(|json| json["pool"][4]["texts"][0] = "Karth".into()).unwrap();
        assert_eq!(same.text(1, 0, 0), Some(&b"Karth"[..]));
        assert_eq!(same.text(1, 0, 1), Some(&b"A town"[..]));
        for (piece, text) in [(1, 0), (4, 1), (5, 1)] {
            let error = edited(|json| json["pool"][piece]["texts"][text] = "longer text".into());
            let error = error.unwrap_err();
            assert!(error.contains("\"layout\" to \"anew\""), "{error}");
        }
    }

    #[test]
    fn a_pool_is_laid_out_anew_where_that_is_asked_for() {
        let stl = edited(|json| {
            json["layout"] = "anew".into();
            json["keys"][0]["name"] = "LZON001_LONGER".into();
            json["pool"][4]["texts"][0] = "Junon Polis".into();
        });
        let again = read(&write(&stl.unwrap())).unwrap();
        assert_eq!(again.text(1, 0, 0), Some(&b"Junon Polis"[..]));
        assert_eq!(again.text(1, 0, 1), Some(&b"A town"[..]));
        assert_eq!(again.text(0, 1, 1), sample().text(0, 1, 1));
        assert_eq!((again.row_of(b"LZON001_LONGER"), again.n_opaque()), (Some(0), 0));
        let into_the_middle = edited(|json| {
            json["layout"] = "anew".into();
            json["pool"][0]["offsets"][0] = 49.into();
        });
        assert!(into_the_middle.unwrap_err().contains("the middle of a piece"));
    }

    #[test]
    fn a_table_without_rows_may_stand_before_anything() {
        let empty = write(&Stl::new(Kind::Nrst01, Vec::new(), &[Vec::new()]).unwrap());
        let stl = check_kept(&[&empty[..], b"left over"].concat());
        assert_eq!(stl.n_opaque(), 9);
    }

    #[test]
    fn tails_gaps_and_shared_tables_are_kept() {
        let data = write(&sample());
        let stl = check_kept(&[&data[..], &data[..]].concat());
        assert_eq!(stl.n_opaque(), data.len());
        // The second language is told to use the table of the first.
        let mut shared = data.clone();
        shared.copy_within(LANGUAGES_AT..LANGUAGES_AT + 4, LANGUAGES_AT + 4);
        let stl = check_kept(&shared);
        assert_eq!(stl.text(1, 1, 0), stl.text(0, 1, 0));
        assert_eq!(stl.n_opaque(), 8 + 13 + 2);
        // A row in the middle of another's texts, and one before the pool.
        let mut odd = data.clone();
        let english = u32::from_le_bytes(*data[LANGUAGES_AT + 4..].first_chunk().unwrap()) as usize;
        odd[english] += 1;
        odd[english + 4..english + 8].copy_from_slice(&7u32.to_le_bytes());
        (odd[english + 9], odd[english + 12]) = (2, 1);
        let stl = check_kept(&odd);
        assert_eq!(stl.text(1, 0, 0), Some(&b"un"[..]));
        assert_eq!(stl.text(1, 1, 0), None);
    }

    #[test]
    fn a_language_of_no_rows_may_be_anywhere() {
        let mut stl = Stl::new(Kind::Nrst01, Vec::new(), &[vec![], vec![]]).unwrap();
        stl.languages = vec![7, u32::MAX];
        let data = [write(&stl), b"tail".to_vec()].concat();
        assert_eq!(check_kept(&data).n_opaque(), 4);
    }

    #[test]
    fn other_rows_keep_the_bytes_of_the_rest() {
        let data = write(&sample());
        let stl = read(&[&data[..], b"tail"].concat()).unwrap();
        let texts = |language: usize, row: usize| {
            (0..2).map(|n| Text::from(stl.text(language, row, n).unwrap())).collect::<Vec<_>>()
        };
        let mut languages: Vec<Vec<Vec<Text>>> =
            (0..2).map(|language| vec![texts(language, 0), texts(language, 1)]).collect();
        assert_eq!(stl.with_rows(stl.keys().to_vec(), &languages), Some(stl.clone()));
        languages[1][0][0] = Text::from("Junon Polis");
        let new = stl.with_rows(stl.keys().to_vec(), &languages).unwrap();
        assert_eq!(read(&write(&new)), Ok(new.clone()));
        assert_eq!(new.text(1, 0, 0), Some(&b"Junon Polis"[..]));
        assert_eq!(new.text(0, 1, 1), stl.text(0, 1, 1));
        assert_eq!(new.n_opaque(), 4);
        assert_eq!(stl.with_rows(Vec::new(), &languages), None);
    }

    #[test]
    fn a_length_of_a_key_that_wastes_bytes_is_kept() {
        let keys = vec![key("k", 1), key("l", 2)];
        let data = write(&Stl::new(Kind::Nrst01, keys, &[]).unwrap());
        let odd = [&data[..11], &[0x81, 0x80, 0], &data[12..]].concat();
        let stl = check_kept(&odd);
        assert_eq!((stl.row_of(b"k"), stl.row_of(b"l")), (Some(0), Some(1)));
        let mut json = serde_json::to_value(&stl).unwrap();
        json["keys"][0]["name"] = "x".repeat(200).into();
        json["long_lengths"]["0"] = 1.into();
        assert!(serde_json::from_value::<Stl>(json).is_err());
    }

    #[test]
    fn a_length_that_wastes_bytes_is_kept_in_the_pool() {
        let rows = vec![texts(&["aa"])];
        let mut data = write(&Stl::new(Kind::Nrst01, vec![key("k", 1)], &[rows]).unwrap());
        let at = data.len() - 3;
        data[at..].copy_from_slice(&[0x81, 0, b'a']);
        assert_eq!(check_kept(&data).text(0, 0, 0), Some(&b"a"[..]));
    }

    #[test]
    fn hostile_bytes_are_refused_or_kept() {
        let data = write(&sample());
        check_law(&data, read, |stl| {
            assert!(stl.n_opaque() <= data.len());
            assert!(stl.text(1, 0, 1).is_none_or(|text| text.len() < data.len()));
            write(stl)
        });
    }

    #[test]
    fn every_prefix_is_an_error() {
        check_prefixes(&write(&sample()), read);
    }

    #[test]
    fn rows_that_do_not_match_are_refused() {
        let keys = vec![key("k", 1)];
        assert!(Stl::new(Kind::Nrst01, keys.clone(), &[vec![]]).is_none());
        assert!(Stl::new(Kind::Itst01, keys, &[vec![texts(&["a"])]]).is_none());
    }

    #[test]
    fn errors_say_where() {
        let data = write(&sample());
        let check = |at: usize, bytes: &[u8], expect: Expect| {
            let mut data = data.clone();
            data[at..at + bytes.len()].copy_from_slice(bytes);
            expect.assert_eq(&read(&data).unwrap_err().to_string());
        };
        check(
            1,
            b"X",
            expect![[
                r#"magic at byte 0x0: found "\x06XTST01", expected "\x06NRST01 (or ITST01, QEST01)""#
            ]],
        );
        check(7, &[0xff; 4], expect!["keys at byte 0xb: needs 21474836475 bytes, 223 are left"]);
        check(
            11,
            &[0xff; 5],
            expect![
                "key at byte 0xf: found 255, expected 15 or less as the fifth byte of a length"
            ],
        );
        check(
            LANGUAGES_AT,
            &[1, 0, 0, 0],
            expect![
                "language at byte 0x20: found 1, expected an offset behind the languages, and outside of every other table"
            ],
        );
        check(
            LANGUAGES_AT,
            &[0xff; 4],
            expect!["language at byte 0x20: points to byte 0xffffffff, but the file ends at 0xea"],
        );
        check(
            LANGUAGES_AT,
            &[data[LANGUAGES_AT] + 1],
            expect!["row at byte 0x29: points to byte 0x34000000, but the file ends at 0xea"],
        );
        check(
            LANGUAGES_AT + 8,
            &[0xff; 4],
            expect!["row at byte 0x28: points to byte 0xffffffff, but the file ends at 0xea"],
        );
        check(
            LANGUAGES_AT + 16,
            &[0xff, 0xff, 0xff, 0x7f],
            expect!["text at byte 0x34: needs 268435455 bytes, 182 are left"],
        );
    }
}
