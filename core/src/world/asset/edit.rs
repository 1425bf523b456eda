//! Edits of an asset: stretches of things that are replaced.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::format::bytes::{Bytes, Put};
use crate::format::{Malformed, ReadError};
use crate::world::Document;
use crate::world::asset::{Asset, Section};
use crate::world::values::likeness::is_same;

/// A change of an asset that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// From the first field of the file to the last, without touching each other.
    splices: Vec<Splice>,
}

/// Different things in place of some.
#[derive(Debug, Clone, PartialEq)]
struct Splice {
    /// Which field of the file.
    section: usize,
    /// Whether that is a list afterwards.
    is_list: bool,
    /// The first thing that is replaced, and how many are, in the asset as it is.
    at: usize,
    n_old: usize,
    things: Vec<Arc<Value>>,
}

impl Edit {
    /// What makes `old` into `new`; `None` where nothing differs.
    fn between(old: &Asset, new: &Asset) -> Option<Edit> {
        let pairs = old.sections.iter().zip(&new.sections).enumerate();
        let splices: Vec<Splice> =
            pairs.flat_map(|(section, (old, new))| between(section, old, new)).collect();
        (!splices.is_empty()).then_some(Edit { splices })
    }

    /// The fields of the file that it changes.
    pub fn sections(&self) -> impl Iterator<Item = usize> {
        self.splices.iter().map(|splice| splice.section)
    }
}

fn between(section: usize, old: &Section, new: &Section) -> Vec<Splice> {
    if Arc::ptr_eq(&old.things, &new.things) && old.is_list == new.is_list {
        return Vec::new();
    }
    let is_list = new.is_list;
    let splice = |at, n_old, range: Range<usize>| {
        let things = new.things.get(range).unwrap_or_default().to_vec();
        Splice { section, is_list, at, n_old, things }
    };
    if old.is_list != new.is_list {
        return vec![splice(0, old.things.len(), 0..new.things.len())];
    }
    let is_alike = |(a, b): &(&Arc<Value>, &Arc<Value>)| Arc::ptr_eq(a, b) || is_same(a, b);
    let (old, new) = (&old.things, &new.things);
    if old.len() == new.len() {
        let changed = old.iter().zip(new.iter()).enumerate().filter(|(_, pair)| !is_alike(pair));
        return changed.map(|(n, _)| splice(n, 1, n..n + 1)).collect();
    }
    let n_before = old.iter().zip(new.iter()).take_while(is_alike).count();
    let most = old.len().min(new.len()) - n_before;
    let behind = old.iter().rev().zip(new.iter().rev()).take(most);
    let n_behind = behind.take_while(is_alike).count();
    vec![splice(n_before, old.len() - n_behind - n_before, n_before..new.len() - n_behind)]
}

impl Document for Asset {
    const KIND: [u8; 4] = *b"asst";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let mut growth = (usize::MAX, 0, 0);
        let held = edit.splices.iter().filter_map(|splice| {
            let section = self.sections.get(splice.section)?;
            let (_, n_old, n_new) =
                if growth.0 == splice.section { growth } else { (splice.section, 0, 0) };
            let range = splice.at..splice.at + splice.n_old;
            growth = (splice.section, n_old + splice.n_old, n_new + splice.things.len());
            Some(Splice {
                section: splice.section,
                is_list: section.is_list,
                at: splice.at + n_new - n_old,
                n_old: splice.things.len(),
                things: section.things.get(range).unwrap_or_default().to_vec(),
            })
        });
        Edit { splices: held.collect() }
    }

    fn put(&mut self, edit: &Edit) {
        for part in edit.splices.chunk_by(|a, b| a.section == b.section) {
            let Some(first) = part.first() else { continue };
            let Some(section) = self.sections.get_mut(first.section) else { continue };
            let mut things = Vec::with_capacity(section.things.len());
            let mut done = 0;
            for splice in part {
                things.extend_from_slice(section.things.get(done..splice.at).unwrap_or_default());
                things.extend_from_slice(&splice.things);
                done = splice.at + splice.n_old;
            }
            things.extend_from_slice(section.things.get(done..).unwrap_or_default());
            section.things = Arc::new(things);
            section.is_list = first.is_list;
        }
    }

    fn edit_to(&self, new: &Asset) -> Option<Edit> {
        Edit::between(self, new)
    }

    fn no_edit(&self) -> Edit {
        Edit { splices: Vec::new() }
    }

    fn n_bytes(edit: &Edit) -> usize {
        let things = edit.splices.iter().flat_map(|splice| &splice.things);
        size_of::<Edit>() + things.map(|thing| n_bytes_of(thing)).sum::<usize>()
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        out.put_count(edit.splices.len());
        for Splice { section, is_list, at, n_old, things } in &edit.splices {
            out.put_count(*section);
            out.put_u8(u8::from(*is_list));
            [*at, *n_old, things.len()].into_iter().for_each(|number| out.put_count(number));
            for thing in things {
                let text = thing.to_string();
                out.put_count(text.len());
                out.put(text.as_bytes());
            }
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let start = bytes.clone();
        let n_splices = bytes.u32("splices")?;
        let mut splices: Vec<Splice> =
            Vec::with_capacity(bytes.expect_items("splices", n_splices.into(), 17)?);
        for _ in 0..n_splices {
            let splice = self.read_splice(&mut bytes, splices.last())?;
            splices.push(splice);
        }
        bytes.finish()?;
        let edit = Edit { splices };
        let mut after = self.clone();
        after.put(&edit);
        // What a journal has was checked when it was made, so it is checked as it is.
        let is_whole =
            after.sections.iter().all(|section| section.is_list || section.things.len() == 1);
        let was = after.clone();
        match after.settle(self) {
            Ok(()) if is_whole && after == was => Ok(edit),
            _ => Err(unfit(&start, "things", i64::from(n_splices))),
        }
    }
}

impl Asset {
    fn read_splice(
        &self,
        bytes: &mut Bytes<'_>,
        before: Option<&Splice>,
    ) -> Result<Splice, ReadError> {
        let start = bytes.clone();
        let number = bytes.u32("field of the file")?;
        let at_section = unfit(&start, "field of the file", number.into());
        let section = self.sections.get(number as usize).ok_or(at_section)?;
        let is_list = bytes.u8("is a list")? != 0;
        let start = bytes.clone();
        let (at, n_old) = (bytes.u32("place")?, bytes.u32("old things")?);
        let end = u64::from(at) + u64::from(n_old);
        let number = number as usize;
        let done = match before {
            Some(before) if before.section == number => before.at + before.n_old,
            Some(before) if before.section > number => usize::MAX,
            _ => 0,
        };
        if (at as usize) < done || end > section.things.len() as u64 {
            return Err(unfit(&start, "place", at.into()));
        }
        let n_things = bytes.u32("things")?;
        let mut things = Vec::with_capacity(bytes.expect_items("things", n_things.into(), 4)?);
        for _ in 0..n_things {
            let start = bytes.clone();
            let len = bytes.u32("thing")?;
            let text = bytes.slice("thing", len as usize)?;
            let thing = serde_json::from_slice(text);
            things.push(Arc::new(thing.map_err(|_| unfit(&start, "thing", len.into()))?));
        }
        Ok(Splice { section: number, is_list, at: at as usize, n_old: n_old as usize, things })
    }
}

/// About how much memory a value takes.
fn n_bytes_of(value: &Value) -> usize {
    let held = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(n_bytes_of).sum(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| 40 + name.len() + n_bytes_of(value)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of::<Value>() + held
}

fn unfit(at: &Bytes<'_>, field: &'static str, found: i64) -> ReadError {
    at.error(field, Malformed::Unexpected { found, expected: "an edit of this asset" })
}
