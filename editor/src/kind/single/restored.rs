//! A document of one file, brought back after a crash.

use std::path::Path;

use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::{ContentHash, Fingerprint};
use landwright_core::world::journal::name;
use landwright_core::world::journal::recover::Recovered;

use crate::kind::document::left::{self, Left, Restored};
use crate::kind::single::{OneFile, Opened, Sole, lay_over};
use crate::kind::{FileRead, KindDocument};
use crate::versions::conflicts::keeping::Kept;

/// The document that a journal and the file it builds on come to.
pub(crate) fn restore<T: OneFile + KindDocument>(
    left: &Left,
    base: &FileRead<'_>,
) -> Result<Restored, String> {
    let first = T::document_in(base)?;
    let beside = T::beside(&first, &name::to_path(&left.base.name))?;
    let mut recovered = left::recover(left, first.clone(), base.bytes)?;
    let mut saved = recovered.saved_document.take().unwrap_or_else(|| first.clone());
    let path = name::to_path(recovered.at.as_ref().unwrap_or(&left.base.name));
    // A different program may have written more of the file anew than edits change.
    if let Some(document) = as_saved::<T>(&recovered, &saved, &path, base) {
        saved = recovered.editing.document().numbered(&document);
        lay_over(&mut recovered.editing, &saved);
    }
    // What was merged and not saved since is still what is on disk. What was saved since is not theirs,
    // even where somebody put theirs back.
    let is_saved = recovered.editing.is_saved();
    let merged = if is_saved { None } else { as_merged::<T>(left, &path, base) };
    let on_disk = merged.map(|(document, fingerprint)| {
        saved = recovered.editing.document().numbered(&document);
        lay_over(&mut recovered.editing, &saved);
        fingerprint
    });
    let restored = Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(Opened::<T> { editing, first, saved, beside })
    });
    Ok(Restored { saved: on_disk.or(restored.saved), ..restored })
}

/// The file as it was saved last, where it still is that, and more than the journal knows of.
fn as_saved<T: OneFile>(
    recovered: &Recovered<T::Doc>,
    saved: &T::Doc,
    path: &Path,
    base: &FileRead<'_>,
) -> Option<T::Doc> {
    let (hash, _) = recovered.saved?;
    if saved.file_bytes().is_ok_and(|bytes| ContentHash::of(&bytes) == hash) {
        return None;
    }
    let loaded = disk::read_file(path, READ_LIMIT).ok()?;
    if ContentHash::of(&loaded.bytes) != hash {
        return None;
    }
    T::document_in(&FileRead { bytes: &loaded.bytes, ..*base }).ok()
}

/// The version of the file that was merged last, where it is still on disk.
fn as_merged<T: OneFile>(
    left: &Left,
    path: &Path,
    base: &FileRead<'_>,
) -> Option<(T::Doc, Fingerprint)> {
    let kept = Kept::beside(&left.journal).and_then(Result::ok)?;
    let load = |backup: &Path| disk::read_file(backup, READ_LIMIT).ok();
    let merged = kept.theirs(std::iter::once(path.to_owned()), load)?;
    let there = disk::fingerprint(path).ok()?;
    let document = T::document_in(&FileRead { bytes: &merged.bytes, ..*base }).ok()?;
    there.same_content(&merged.fingerprint).then_some((document, merged.fingerprint))
}
