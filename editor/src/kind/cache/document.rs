//! A map cache that is open: the list of its maps.

use std::sync::Arc;

use landwright_core::check;
use landwright_core::format::file::{self, Kind as FileKind};
use landwright_core::problem::Problem;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::cache::{Cache, Entry};

use super::{FIND, OPEN_MAP};
use crate::command::CommandId;
use crate::kind::document::open::OpenDocument;
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::place::Place;
use crate::kind::read_only::{self, Looked, ReadOnly};
use crate::kind::{Content, Kind, KindDocument};
use crate::message::sent::{Sent, Wishes};
use crate::view::id::DocumentId;

/// The maps of a cache. A clone costs next to nothing.
#[derive(Debug, Clone)]
pub struct Maps {
    file: String,
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "pictures are drawn of it"))]
    pub(super) cache: Arc<Cache>,
    bytes: Arc<[u8]>,
    pub(super) entries: Arc<Vec<Entry>>,
    /// The map that keys mean.
    pub(super) chosen: Option<usize>,
    /// Grows when somebody wants to type into the field that finds maps.
    pub(super) n_searches: u64,
}

/// What the list sends to its document.
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "the list is in the window"))]
#[derive(Debug, Clone, Copy)]
pub(super) enum ToMaps {
    Choose(usize),
    Open(usize),
}

impl Maps {
    pub(super) fn new(file: &str, cache: Cache, bytes: &[u8]) -> Maps {
        let entries = Arc::new(cache.entries());
        let (file, bytes) = (file.to_owned(), Arc::from(bytes));
        Maps { file, cache: Arc::new(cache), bytes, entries, chosen: None, n_searches: 0 }
    }
}

impl Looked for Maps {
    const NOUN: &'static str = "map cache";

    fn check(&self, file: &str) -> Vec<Problem> {
        let read = FileKind::of(&self.file, &self.bytes).map(|kind| file::read(kind, &self.bytes));
        match read {
            Some(Ok(read)) => check::cache::check(file, &read.content),
            // A packed field is checked as a map.
            Some(Err(_)) | None => Vec::new(),
        }
    }
}

impl Content for Maps {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        base: Fingerprint,
    ) -> Box<dyn KindDocument> {
        read_only::open(*self, id, name, base)
    }
}

impl ReadOnly<Maps> {
    fn open_map(&self, idx: usize) -> Wishes {
        let file = self.common().file.as_ref();
        let Some((file, entry)) = file.zip(self.what.entries.get(idx)) else {
            return Wishes::default();
        };
        Wishes::open(Place::path(&file.path, &entry.name), None)
    }
}

impl KindDocument for ReadOnly<Maps> {
    fn kind(&self) -> &'static dyn Kind {
        &super::Caches
    }

    fn endings(&self) -> &'static [&'static str] {
        &["dat"]
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            OPEN_MAP => Some(self.what.chosen.is_some()),
            FIND => Some(true),
            CommandId::SaveAs | CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            _ => None,
        }
    }

    /// The key by which everything is found.
    fn meant_by_key(&self, id: CommandId) -> CommandId {
        if id == CommandId::FindThings { FIND } else { id }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match (id, self.what.chosen) {
            (OPEN_MAP, Some(chosen)) => self.open_map(chosen),
            (FIND, _) => {
                self.what.n_searches += 1;
                Wishes::default()
            }
            _ => Wishes::default(),
        }
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        match sent.get::<ToMaps>() {
            Some(ToMaps::Choose(idx)) => self.what.chosen = Some(*idx),
            Some(ToMaps::Open(idx)) => {
                self.what.chosen = Some(*idx);
                return self.open_map(*idx);
            }
            None => {}
        }
        Wishes::default()
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}
