//! What both sides changed when an open map was merged, in rows of cells, and how one of them is
//! decided for the other side.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;

use landwright_core::format::ragnarok::gat::{Gat, Version};
use landwright_core::space::ragnarok::{Corner, TilePos, height_from_altitude};
use landwright_core::vfs::disk;
use landwright_core::vfs::{Fingerprint, Session};
use landwright_core::world::Document;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::Area;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::merge::{Conflict as Cells, Conflicts, Places, Value, merge};

use crate::kind::document::merging::back_up;
use crate::kind::place;
use crate::kind::ragnarok::document::MapDocument;
use crate::versions::conflicts::{Conflict, Theirs, Undecided};
use crate::versions::differences::At;

/// The result of a merge of a map.
#[derive(Debug)]
pub(crate) struct MergedMap {
    /// `None` where that is what is here.
    pub(super) edit: Option<Edit>,
    pub(super) undecided: Undecided,
}

/// Both sides of an open map, and what both come from.
pub(super) struct Sides {
    pub(super) path: Option<PathBuf>,
    pub(super) before: GatMap,
    pub(super) ours: GatMap,
    pub(super) theirs: GatMap,
    pub(super) fingerprint: Fingerprint,
}

/// So many different values of a row are said one by one.
const MOST_VALUES: usize = 4;

impl Sides {
    /// Merges them, and keeps the bytes of the other side where anything is in conflict.
    pub(super) fn merge(self, session: &Mutex<Session>) -> Result<MergedMap, String> {
        let merged = merge(&self.before, &self.ours, &self.theirs).map_err(|e| e.to_string())?;
        let edit = self.ours.edit_to(&merged.map);
        let mut undecided = Undecided::default();
        if merged.conflicts.is_empty() {
            return Ok(MergedMap { edit, undecided });
        }
        if let Some(path) = &self.path {
            // A map of a cache is kept with all of its file.
            let file = place::file_of(path);
            let there = if file == *path { Ok(self.fingerprint) } else { disk::fingerprint(&file) };
            let there = there.map_err(|error| error.to_string())?;
            let kept = back_up(session, &file, there)?;
            undecided.theirs = Some(Theirs { fingerprint: self.fingerprint, ..kept });
        }
        let rows = merged.conflicts.rows();
        undecided.conflicts =
            rows.iter().map(|row| self.conflict(&merged.conflicts, row)).collect();
        Ok(MergedMap { edit, undecided })
    }

    fn conflict(&self, found: &Conflicts, row: &Cells) -> Conflict {
        let field = row.value.in_words();
        let cells: Vec<[u32; 2]> = row.cells.cells().map(|TilePos { x, y }| [x, y]).collect();
        let at = match row.value {
            Value::Type | Value::Heights => At::Cells { field: field.to_owned(), cells },
            Value::Version | Value::Tail => At::File,
        };
        let [base, ours, theirs] =
            [&self.before, &self.ours, &self.theirs].map(|map| said(map, row));
        Conflict {
            at,
            thing: row.place_in_words(),
            field: field.to_owned(),
            base,
            ours,
            theirs,
            take: found.places_of(row).to_json(),
        }
    }
}

/// What a map has there, in a few words.
fn said(map: &GatMap, row: &Cells) -> String {
    match row.value {
        Value::Type => {
            let types = row.cells.cells().filter_map(|cell| Some(map.terrain(cell)?.0));
            let types: BTreeSet<u32> = types.collect();
            list(types.iter().map(u32::to_string))
        }
        Value::Heights => {
            let of = |cell| Corner::ALL.map(|corner| map.altitude(cell, corner));
            let mut heights: Vec<f32> =
                row.cells.cells().flat_map(of).flatten().map(height_from_altitude).collect();
            heights.sort_by(f32::total_cmp);
            heights.dedup_by_key(|height| height.to_bits());
            match heights.as_slice() {
                [first, .., last] if heights.len() > MOST_VALUES => format!("{first} to {last}"),
                few => list(few.iter().map(f32::to_string)),
            }
        }
        Value::Version => match map.version() {
            Version::V1_2 => "1.2".to_owned(),
            Version::V1_3 => "1.3".to_owned(),
        },
        Value::Tail => {
            let Gat { tail, .. } = map.to_gat();
            format!("{} bytes", tail.0.len())
        }
    }
}

fn list(values: impl ExactSizeIterator<Item = String>) -> String {
    let is_cut = values.len() > MOST_VALUES;
    let mut shown: Vec<String> = values.take(MOST_VALUES).collect();
    if is_cut {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

impl MapDocument {
    pub(super) fn take_theirs_in(
        &mut self,
        title: &str,
        conflicts: &[&Conflict],
    ) -> Result<(), String> {
        let unknown = "the backup of the version from disk is gone";
        let theirs = self.theirs.as_ref().ok_or(unknown)?;
        let mut new = self.map().clone();
        for conflict in conflicts {
            let mut places = Places::from_json(&conflict.take, theirs)?;
            if let At::Cells { cells, .. } = &conflict.at {
                let mut area = Area::empty(theirs.rect());
                cells.iter().for_each(|[x, y]| area.insert(TilePos { x: *x, y: *y }));
                places = places.within(&area);
            }
            new = places.taken(&new, theirs).map_err(|_| {
                "the map has a different size by now; undo that, or copy the cells from the backup"
            })?;
        }
        if let Some(edit) = self.map().edit_to(&new) {
            self.apply(title, edit);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
