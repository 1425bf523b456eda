//! What every command does with the kinds of documents that core opens: one door for all of them.

mod apply;
mod check;
mod export;
mod import;
mod inspect;
mod list;

use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::kinds::{self, Kind, Opened, Source};
use landwright_core::vfs::disk;

use super::load::{self, parts, unread};
use super::outcome::Failure;
use super::output::shown;
use super::settings::{Settings, code_page};

pub(super) use self::apply::Document;
pub(super) use self::check::{ReadRows, check, check_rows, entries_of, read_rows};
pub(super) use self::export::export;
pub(super) use self::import::{Imported, import};
pub(super) use self::inspect::{inspect, maps_of};
pub(super) use self::list::Kinds;
pub(super) use crate::kind::table::around::Tables;

/// No kind is told by more bytes than this.
const LONGEST_MAGIC: u64 = 64;

/// A document that a command line names.
pub(super) struct Named {
    /// As the person named it.
    path: PathBuf,
    file: PathBuf,
    entry: Option<String>,
    kind: &'static dyn Kind,
}

/// The document at a path, where its kind is opened here.
pub(super) fn named(path: &Path) -> Option<Named> {
    let (named, start) = named_of_any_kind(path)?;
    named.kind.opens(&load::name_of(&named.file), &start).then_some(named)
}

/// The document at a path, and its first bytes.
fn named_of_any_kind(path: &Path) -> Option<(Named, Vec<u8>)> {
    let (file, entry) = parts(path)?;
    let start = disk::read_start(&file, LONGEST_MAGIC).unwrap_or_default();
    let kind = kinds::kind_of(&load::name_of(&file), &start)?;
    Some((Named { path: path.to_owned(), file, entry, kind }, start))
}

impl Named {
    /// As it is shown.
    fn name(&self) -> String {
        shown(&self.path)
    }

    fn open(&self) -> Result<Box<dyn Opened>, Failure> {
        let loaded = load::load(&self.file)?;
        let code_page = self.code_page()?;
        let name = load::name_of(&self.file);
        let entry = self.entry.as_deref();
        let source = Source { name: &name, bytes: &loaded.bytes, code_page, entry };
        match self.kind.open(&source) {
            Some(opened) => opened.map_err(|trouble| unread(&self.path, &trouble)),
            None => Err(Failure::WrongUse(format!(
                "{}: no kind of document opens this file",
                self.name()
            ))),
        }
    }

    fn code_page(&self) -> Result<CodePage, Failure> {
        Ok(code_page(None, &*Settings::of_one(&self.file)?))
    }
}
