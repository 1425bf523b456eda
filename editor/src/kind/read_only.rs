//! Documents that are looked at and never changed: all that such a kind says is what it shows.

use std::any::Any;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

use landwright_core::format::ReadError;
use landwright_core::format::bytes::Bytes;
use landwright_core::problem::{Fix, Problem};
use landwright_core::vfs::Fingerprint;
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Document, Editing};

use super::{Content, KindDocument};
use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader};
use crate::kind::document::read::{Read, ReadContent};
use crate::kind::document::saving::{SaveError, Saver};
use crate::kind::document::written::Written;
use crate::model::open;
use crate::view::id::DocumentId;

/// What a document shows that nobody changes.
pub trait Looked: Any + Debug + Send + Sync + Clone {
    /// What people call it.
    const NOUN: &'static str;

    /// Its problems.
    fn check(&self, _file: &str) -> Vec<Problem> {
        Vec::new()
    }
}

/// An open document that can only be looked at.
#[derive(Debug)]
pub struct ReadOnly<T> {
    common: Common,
    nothing: Editing<Nothing>,
    pub what: T,
    /// Grows when the file was read again.
    pub n_reads: u64,
}

/// A document that no edit changes.
#[derive(Debug, Clone)]
pub struct Nothing;

impl Document for Nothing {
    const KIND: [u8; 4] = *b"none";
    type Edit = ();

    fn held_under(&self, _edit: &()) {}

    fn put(&mut self, _edit: &()) {}

    fn edit_to(&self, _new: &Nothing) -> Option<()> {
        None
    }

    fn no_edit(&self) {}

    fn n_bytes(_edit: &()) -> usize {
        0
    }

    fn write_edit(_edit: &(), _out: &mut Vec<u8>) {}

    fn read_edit(&self, data: &[u8]) -> Result<(), ReadError> {
        Bytes::new(data).finish()
    }
}

impl<T> ReadOnly<T> {
    pub fn new(id: DocumentId, name: String, base: Fingerprint, what: T) -> ReadOnly<T> {
        let (common, nothing) = (Common::new(id, name, base), Editing::new(Nothing));
        ReadOnly { common, nothing, what, n_reads: 0 }
    }
}

impl<T> Deref for ReadOnly<T> {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl<T> DerefMut for ReadOnly<T> {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl<T: Looked> OpenDocument for ReadOnly<T> {
    fn noun(&self) -> &'static str {
        T::NOUN
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.nothing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.nothing
    }

    fn formats(&self) -> &'static [Format] {
        &[]
    }

    fn travel(&mut self, _to: Travel) -> Result<(), Trouble> {
        Ok(())
    }

    fn checker(&mut self, _extent: Extent) -> Checker {
        let what = self.what.clone();
        Box::new(move |file, _| Found::all(what.check(file)))
    }

    fn fixes_in_bulk(&self) -> Vec<Fix> {
        Vec::new()
    }

    fn fix(&mut self, _title: &str, _fixes: &[&Fix]) -> Vec<String> {
        Vec::new()
    }

    fn show(&mut self, _problem: &Problem) {}

    fn saver(&self) -> Saver {
        Box::new(|_, _| Err(SaveError::Content(format!("a {} is read-only", T::NOUN))))
    }

    fn take_written(&mut self, _written: Written) {}

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }

    fn take_from_disk(&mut self, _title: &str, read: Read) {
        let ReadContent(content) = read.content;
        let content: Box<dyn Any> = content;
        if let Ok(what) = content.downcast::<T>() {
            self.what = *what;
            self.n_reads += 1;
            self.common.checked = None;
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        Ok(())
    }

    fn keep_mine(&mut self, _read: Read) -> Vec<String> {
        Vec::new()
    }
}

/// Opens what was read as a document that can only be looked at.
pub fn open<T: Looked + Content>(
    what: T,
    id: DocumentId,
    name: String,
    base: Fingerprint,
) -> Box<dyn KindDocument>
where
    ReadOnly<T>: KindDocument,
{
    Box::new(ReadOnly::new(id, name, base, what))
}
