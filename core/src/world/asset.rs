//! An asset of ROSE as a document: objects of meshes (ZSC), characters (CHR), a motion (ZMO), an effect (EFT), or
//! particles (PTL).
//!
//! All five are one kind of document: a tree of values in which every field has an address, such as
//! `objects[12].parts[0].collision`. A field is set by its address, and lists get and lose things. Numbers that
//! refer to things of a list follow them. What nobody changed is written as it was read.

pub mod place;
mod tree;
pub mod shape;
pub mod refusal;
pub mod edit;
mod change;
pub mod action;
pub mod schema;
pub mod field;
mod identity;
pub mod merge;

use std::sync::Arc;

use serde_json::Value;

use crate::format::file::{Content, File, Kind};
use crate::format::text::CodePage;
use crate::world::asset::place::{Place, Step, places_in, value_at};
use crate::world::asset::tree::{Fields, content_of, tree_of};
use crate::world::values::likeness::is_same;

/// The formats that are edited in this way.
pub const FORMATS: [Kind; 5] = [Kind::Zsc, Kind::Chr, Kind::Zmo, Kind::Eft, Kind::Ptl];

/// An asset. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone)]
pub struct Asset {
    kind: Kind,
    code_page: CodePage,
    /// In the order of the file's fields.
    sections: Vec<Section>,
}

/// A field of the file: a list of things, or one thing.
#[derive(Debug, Clone)]
struct Section {
    name: Arc<str>,
    is_list: bool,
    things: Arc<Vec<Arc<Value>>>,
}

/// Why a file that can be read is not edited.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("files of this format are not edited")]
    Format,
    #[error("it is too large to be edited field by field")]
    TooLarge,
    #[error("it can't be taken apart without a change")]
    Changed,
}

/// At worst, 7 MB of a file took 1.8 GB of memory to be edited. The largest known one has 0.1 MB.
const MOST_BYTES: usize = 2 << 20;

/// A motion has lists of numbers, which take less.
const MOST_BYTES_OF_MOTION: usize = 8 << 20;

/// The same for parts and effects of objects, which are five bytes where nothing is said of them: 100,000 of them
/// took 0.6 GB.
const MOST_MEMBERS: usize = 30_000;

impl Asset {
    /// An asset from the content of its file, with texts in a code page.
    pub fn new(content: &Content, code_page: CodePage) -> Result<Asset, Unfit> {
        let kind = content.kind();
        if !FORMATS.contains(&kind) {
            return Err(Unfit::Format);
        }
        if !is_small(content) {
            return Err(Unfit::TooLarge);
        }
        let tree = tree_of(content).ok_or(Unfit::Changed)?;
        let asset = Asset::of_tree(kind, code_page, tree);
        // The first law, held against each file before anything is done to it.
        match asset.content() {
            Ok(same) if same == *content => Ok(asset),
            _ => Err(Unfit::Changed),
        }
    }

    fn of_tree(kind: Kind, code_page: CodePage, tree: Fields) -> Asset {
        let section = |(name, value): (String, Value)| {
            let (is_list, things) = match value {
                Value::Array(things) => (true, things.into_iter().map(Arc::new).collect()),
                value => (false, vec![Arc::new(value)]),
            };
            Section { name: name.into(), is_list, things: Arc::new(things) }
        };
        Asset { kind, code_page, sections: tree.into_iter().map(section).collect() }
    }

    /// The format of its file.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What the texts of the file are in.
    pub fn code_page(&self) -> CodePage {
        self.code_page
    }

    /// The content of its file.
    pub fn content(&self) -> Result<Content, String> {
        content_of(self.kind, self.fields())
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        Ok(File { content: self.content()?, packed: None }.payload())
    }

    /// All of it as one value.
    pub fn tree(&self) -> Value {
        Value::Object(self.fields())
    }

    fn fields(&self) -> Fields {
        self.sections.iter().map(|section| (section.name.to_string(), section.value())).collect()
    }

    /// The fields of the file: lists of things, and fields of the file itself.
    pub fn names(&self) -> impl Iterator<Item = (&str, bool)> {
        self.sections.iter().map(|section| (&*section.name, section.is_list))
    }

    /// What is at a place. `None` for a list of the file as well: see [`Asset::n_things`].
    pub fn get(&self, place: &Place) -> Option<&Value> {
        let (section, steps) = self.section_at(place)?;
        let section = self.sections.get(section)?;
        match (section.is_list, steps) {
            (true, [Step::Nth(n), steps @ ..]) => value_at(section.things.get(*n)?, steps),
            (false, steps) => value_at(section.things.first()?, steps),
            _ => None,
        }
    }

    /// How many things a list has; `None` where there is no list.
    pub fn n_things(&self, list: &Place) -> Option<usize> {
        let (section, steps) = self.section_at(list)?;
        let section = self.sections.get(section)?;
        match steps {
            [] if section.is_list => Some(section.things.len()),
            _ => self.get(list)?.as_array().map(Vec::len),
        }
    }

    /// All places that have a pattern, such as `objects[].parts[].mesh`. `pins` are their first numbers.
    fn places(&self, pattern: &str, pins: &[usize]) -> Vec<Place> {
        let (head, rest) = pattern.split_once('.').unwrap_or((pattern, ""));
        let name = head.trim_end_matches("[]");
        let Some(section) = self.sections.iter().find(|section| &*section.name == name) else {
            return Vec::new();
        };
        let start = Place::default().field(name);
        if !head.ends_with("[]") {
            let first = section.things.first().filter(|_| !section.is_list);
            return first.map_or_else(
                || vec![start.clone()],
                |value| places_in(value, start.clone(), rest, pins),
            );
        }
        let (pin, pins) = match pins {
            [pin, pins @ ..] => (Some(*pin), pins),
            [] => (None, pins),
        };
        let things =
            section.things.iter().enumerate().filter(|(n, _)| pin.is_none_or(|pin| pin == *n));
        things.flat_map(|(n, thing)| places_in(thing, start.nth(n), rest, pins)).collect()
    }

    /// Which field of the file a place is in, and the way from there.
    fn section_at<'p>(&self, place: &'p Place) -> Option<(usize, &'p [Step])> {
        let [Step::Field(name), steps @ ..] = place.steps() else { return None };
        let section = self.sections.iter().position(|section| *section.name == **name)?;
        Some((section, steps))
    }
}

fn is_small(content: &Content) -> bool {
    let n_members = match content {
        Content::Zsc(zsc) => {
            let members = zsc.objects.iter().map(|one| one.parts().len() + one.effects().len());
            members.sum()
        }
        _ => 0,
    };
    let is_motion = matches!(content, Content::Zmo(_));
    let most = if is_motion { MOST_BYTES_OF_MOTION } else { MOST_BYTES };
    n_members <= MOST_MEMBERS && n_bytes_of(content) <= most
}

fn n_bytes_of(content: &Content) -> usize {
    File { content: content.clone(), packed: None }.payload().len()
}

impl Section {
    /// Some of its things alone.
    fn part(&self, numbers: &[usize]) -> Value {
        let things = numbers.iter().filter_map(|n| self.things.get(*n));
        Section { things: Arc::new(things.cloned().collect()), ..self.clone() }.value()
    }

    fn value(&self) -> Value {
        let mut things = self.things.iter().map(|thing| Value::clone(thing));
        match self.is_list {
            true => Value::Array(things.collect()),
            false => things.next().unwrap_or_default(),
        }
    }
}

impl PartialEq for Section {
    fn eq(&self, other: &Section) -> bool {
        let is_alike = |(a, b): (&Arc<Value>, &Arc<Value>)| Arc::ptr_eq(a, b) || is_same(a, b);
        let lists = (&self.things, &other.things);
        (&self.name, self.is_list) == (&other.name, other.is_list)
            && (Arc::ptr_eq(lists.0, lists.1)
                || (lists.0.len() == lists.1.len() && lists.0.iter().zip(&**lists.1).all(is_alike)))
    }
}

impl PartialEq for Asset {
    fn eq(&self, other: &Asset) -> bool {
        (self.kind, self.code_page) == (other.kind, other.code_page)
            && self.sections == other.sections
    }
}

#[cfg(test)]
pub(crate) mod tests;
