//! Areas that a crash left.

use landwright_core::vfs::Fingerprint;
use landwright_core::world::Editing;
use landwright_core::world::area::Area;
use landwright_core::world::area::on_disk::Meanwhile;
use landwright_core::world::area::route_tests::RouteTests;
use landwright_core::world::journal::name;

use crate::kind::document::left::{Left, Restored, recover};
use crate::kind::tera::document::{AreaDocument, Parts};
use crate::kind::tera::open::parts_of_base;
use crate::kind::{Content, FileRead, KindDocument};
use crate::view::id::DocumentId;

/// An area that a crash left.
#[derive(Debug)]
struct AreaLeft {
    editing: Editing<Area>,
    parts: Box<Parts>,
    /// As it was saved last, or else opened.
    on_disk: Area,
    /// What became of the files of its zones.
    since: Box<Meanwhile>,
    /// The route tests that were on disk when it was saved last, or else opened.
    tests: RouteTests,
    /// Something was left out by the last save.
    is_saved_in_part: bool,
}

impl Content for AreaLeft {
    fn open(
        self: Box<Self>,
        id: DocumentId,
        name: String,
        _: Fingerprint,
    ) -> Box<dyn KindDocument> {
        let mut area = AreaDocument::new(id, name, *self.parts, self.editing);
        area.on_disk = self.on_disk;
        if self.is_saved_in_part {
            area.forget_saved();
        }
        let said = area.take_since(*self.since, self.tests);
        area.common.untold.extend(said);
        Box::new(area)
    }
}

/// What a crash left, from the bytes that its journal builds on.
pub(super) fn restore(left: &Left, base: &FileRead<'_>) -> Result<Restored, String> {
    let mut parts = parts_of_base(left, base.bytes)?;
    // Old journals don't know them, and have no step that changes them.
    if let Some(tests) = &left.base.beside {
        let tests = RouteTests::from_bytes(tests).map_err(|error| error.to_string())?;
        parts.area = parts.area.with_route_tests(tests);
    }
    let mut recovered = recover(left, parts.area.clone(), base.bytes)?;
    if let Some(path) = &recovered.at {
        parts = parts.moved_to(&name::to_path(path))?;
    }
    let saved = recovered.saved_document.take();
    let on_disk = saved.as_ref().unwrap_or(&parts.area).clone();
    let tests = on_disk.route_tests().clone();
    let area = recovered.editing.document();
    let since = Box::new(area.merged_since(saved.as_ref(), &parts.geometry));
    let (parts, is_saved_in_part) = (Box::new(parts), recovered.is_saved_in_part);
    Ok(Restored::of(left, base.bytes, recovered, |editing| {
        Box::new(AreaLeft { editing, parts, on_disk, since, tests, is_saved_in_part })
    }))
}
