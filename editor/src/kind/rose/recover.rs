//! Zones that a crash left.

use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::journal::name;
use landwright_core::world::zone::Zone;

use crate::kind::document::left::{Left, Restored, recover};
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::open::{Parts, parts_of_archive};
use crate::kind::{Content, KindDocument};
use crate::view::id::DocumentId;

/// A zone that a crash left.
#[derive(Debug)]
struct ZoneLeft {
    editing: Editing<Zone>,
    parts: Parts,
}

impl Content for ZoneLeft {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        _: Fingerprint,
    ) -> Box<dyn KindDocument> {
        Box::new(ZoneDocument::new(id, name, self.parts, self.editing))
    }
}

/// What a crash left, from the bytes that its journal builds on.
pub(super) fn restore(left: &Left, base_bytes: &[u8]) -> Result<Restored, String> {
    let mut parts = parts_of_archive(&left.base.name, base_bytes)?;
    let mut recovered = recover(left, parts.zone.clone(), base_bytes)?;
    if let Some(path) = &recovered.at {
        parts.move_to(&name::to_path(path));
    }
    if recovered.saved.is_some() {
        parts.mark_saved(&mut recovered.editing)?;
    }
    let on_disk =
        parts.take_disk(&super::kept::path_of(&left.journal), recovered.editing.document());
    if on_disk.is_some() {
        // What was saved is not what is there by now.
        recovered.editing.forget_saved();
    }
    let restored =
        Restored::of(left, base_bytes, recovered, |editing| Box::new(ZoneLeft { editing, parts }));
    Ok(Restored { saved: on_disk.or(restored.saved), ..restored })
}
