//! HLP: the client's help: a tree of titles, and the pages that they name.
//!
//! ```text
//! File: text version, "1.0"; u32 n trees, trees; u32 n pages, pages; tail
//! tree  text title; u32 n children, children
//! page  text title; text content
//! text  length (7 bits a byte, the low ones first), bytes
//! ```
//!
//! A tree shows the page of the same title. Texts are CP949 in the one real file that has been seen
//! (2026-11), which has four levels.

use serde::{Deserialize, Serialize};

use crate::format::bytes::{Bytes, Put};
use crate::format::rose::length::LongText;
use crate::format::rose::list::{self, Record};
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

/// More levels than any help has. A tree is read by calls in calls.
const MAX_DEPTH: u32 = 32;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hlp {
    pub version: LongText,
    pub trees: Vec<Tree>,
    pub pages: Vec<Page>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// A title, and those below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tree {
    pub title: LongText,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Tree>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub title: LongText,
    pub content: LongText,
}

impl Hlp {
    /// Every title, each before those below it, with its level.
    pub fn titles(&self) -> Vec<(usize, &LongText)> {
        let mut titles = Vec::new();
        let mut to_come: Vec<(usize, &Tree)> =
            self.trees.iter().rev().map(|tree| (0, tree)).collect();
        while let Some((level, tree)) = to_come.pop() {
            titles.push((level, &tree.title));
            to_come.extend(tree.children.iter().rev().map(|child| (level + 1, child)));
        }
        titles
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

pub fn read(data: &[u8]) -> Result<Hlp, ReadError> {
    let mut bytes = Bytes::new(data);
    Ok(Hlp {
        version: LongText::read(&mut bytes, "version")?,
        trees: read_trees(&mut bytes, 0)?,
        pages: list::read(&mut bytes)?,
        tail: Opaque(bytes.rest().to_vec()),
    })
}

pub fn write(hlp: &Hlp) -> Vec<u8> {
    let mut out = Vec::new();
    hlp.version.write(&mut out);
    write_trees(&hlp.trees, &mut out);
    list::write(&hlp.pages, &mut out);
    out.put(&hlp.tail.0);
    out
}

fn read_trees(bytes: &mut Bytes<'_>, depth: u32) -> Result<Vec<Tree>, ReadError> {
    let start = bytes.clone();
    let n_trees = bytes.u32("n trees")?;
    if n_trees > 0 && depth >= MAX_DEPTH {
        let expected = "no more than 32 levels of titles";
        return Err(
            start.error("n trees", Malformed::Unexpected { found: n_trees.into(), expected })
        );
    }
    bytes.items("trees", n_trees.into(), 5, |bytes| {
        let title = LongText::read(bytes, "title")?;
        Ok(Tree { title, children: read_trees(bytes, depth + 1)? })
    })
}

fn write_trees(trees: &[Tree], out: &mut Vec<u8>) {
    out.put_count(trees.len());
    for tree in trees {
        tree.title.write(out);
        write_trees(&tree.children, out);
    }
}

impl Record for Page {
    const NAME: &'static str = "pages";
    const MIN_SIZE: u64 = 2;

    fn read(bytes: &mut Bytes<'_>) -> Result<Page, ReadError> {
        Ok(Page {
            title: LongText::read(bytes, "title of a page")?,
            content: LongText::read(bytes, "content")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        self.title.write(out);
        self.content.write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences};

    /// Two titles below one, and a page whose content takes two bytes of length.
    fn sample() -> Vec<u8> {
        let mut out =
            b"\x031.0\x01\0\0\0\x04help\x02\0\0\0\x02\xba\xed\0\0\0\0\x00\0\0\0\0".to_vec();
        out.put(b"\x01\0\0\0\x02\xba\xed\x82\x01");
        out.put(&[b'-'; 130]);
        out
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&sample(), read, write);
        check_law(&[sample(), b"stale".to_vec()].concat(), read, write);
        check_prefixes(&sample(), read);
    }

    #[test]
    fn titles_are_listed_with_their_levels() {
        let hlp = read(&sample()).unwrap();
        let titles: Vec<_> =
            hlp.titles().iter().map(|(level, title)| (*level, title.as_bytes().to_vec())).collect();
        assert_eq!(titles, [(0, b"help".to_vec()), (1, b"\xba\xed".to_vec()), (1, Vec::new())]);
        assert_eq!(hlp.pages[0].content.as_bytes().len(), 130);
    }

    #[test]
    fn an_edit_of_one_title_changes_that_title_alone() {
        let data = sample();
        let mut hlp = read(&data).unwrap();
        hlp.trees[0].title = serde_json::from_str("\"Help\"").unwrap();
        assert_eq!(differences(&data, &write(&hlp)), [9]);
    }

    #[test]
    fn titles_without_end_are_refused_and_not_followed() {
        let mut data = b"\x031.0".to_vec();
        for _ in 0..100_000 {
            data.put(b"\x01\0\0\0\0");
        }
        let error = read(&data).unwrap_err().to_string();
        assert_eq!(
            error,
            "n trees at byte 0xa4: found 1, expected no more than 32 levels of titles"
        );
    }
}
