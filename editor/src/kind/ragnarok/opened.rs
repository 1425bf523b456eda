//! What an open map does as every open document does it, in its own way.

use std::any::Any;
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use landwright_core::check::mend;
use landwright_core::format::ragnarok::gat;
use landwright_core::problem::{Fix, Problem};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::area::Area;
use landwright_core::world::journal::Trouble;
use landwright_core::world::{Document, Revision};

use crate::exchange::Format;
use crate::kind::document::common::Common;
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::merging::{Both, Merger};
use crate::kind::document::open::{Checker, Extent, OpenDocument, Patience, Reader, VersionReader};
use crate::kind::document::read::Read;
use crate::kind::document::saving::Saver;
use crate::kind::document::written::{Written, WrittenContent};
use crate::kind::place;
use crate::kind::ragnarok::conflicts::{MergedMap, Sides};
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::open::MapRead;
use crate::kind::ragnarok::proposal::Proposal;
use crate::model::check::{actions_of, cell_of};
use crate::model::open;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Undecided};
use crate::versions::differences::{At, FilesNow};

impl OpenDocument for MapDocument {
    fn noun(&self) -> &'static str {
        "map"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn is_working_out(&self) -> bool {
        let is_to_be_done = self.proposal.as_ref().is_some_and(Proposal::is_to_be_done);
        is_to_be_done || self.common.merging.is_some()
    }

    fn formats(&self) -> &'static [Format] {
        &[Format::Tmj, Format::Csv, Format::Png, Format::Mcache, Format::MapCache]
    }

    /// Its own folder, and those that its ground was read from.
    fn folders(&self) -> Arc<BTreeSet<PathBuf>> {
        let own = self.common.file.as_ref().and_then(|file| file.path.parent());
        Arc::new(own.into_iter().chain(self.ground.folders()).map(Path::to_owned).collect())
    }

    /// A map of a cache is in a file with others.
    fn may_be_changed_by(&self, path: &Path) -> bool {
        self.common.file.as_ref().is_some_and(|file| {
            place::file_of(&file.path) == path || self.ground.may_be_changed_by(path, &file.path)
        })
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        if self.give_edit_up() && to == Travel::Undo {
            return Ok(());
        }
        self.and_note(|editing| editing.go(to))
    }

    fn check_again(&mut self) {
        self.common.checked = None;
        self.checks.forget_islands();
    }

    fn due_check(&self, patience: Patience) -> Option<Extent> {
        if self.needs_check() {
            let is_known = self.checks.has_findings();
            return Some(if is_known { Extent::Changes } else { Extent::Everything });
        }
        let rest = self.checks.rest_until_islands(self.editing.revision())?;
        (rest.is_zero() || patience == Patience::None).then_some(Extent::Everything)
    }

    fn rest_until_check(&self) -> Option<Duration> {
        if self.needs_check() || self.editing.is_in_gesture() {
            return None;
        }
        self.checks.rest_until_islands(self.editing.revision())
    }

    fn checker(&mut self, extent: Extent) -> Checker {
        let map = self.map().clone();
        self.checks.checker(map, extent)
    }

    fn take_found(&mut self, revision: Revision) {
        self.checks.take(revision, self.editing.revision());
    }

    fn fixes_in_bulk(&self) -> Vec<Fix> {
        mend::first_round(self.map(), &self.common.problems)
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.do_all(title, &actions));
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        if let Some(cell) = cell_of(&problem.place) {
            self.show_cell(cell);
        }
    }

    fn saver(&self) -> Saver {
        let map = self.map().clone();
        Box::new(move |target, _| {
            let (fingerprint, said) = place::write(target, gat::write(&map.to_gat()))?;
            let content = WrittenContent(Box::new(map));
            Ok(Written::of_one_file(fingerprint, content, said))
        })
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (map, path) = (self.map().clone(), self.common.path_or_name());
        Some(Box::new(move |_| Ok(vec![file_now(path, gat::write(&map.to_gat()))])))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            let gat = gat::read(&file.bytes).map_err(|error| error.to_string())?;
            Ok(Box::new(GatMap::new(&gat).map_err(|error| error.to_string())?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        let Ok(map) = version.downcast::<GatMap>() else { return Ok(()) };
        self.give_edit_up();
        if let Some(edit) = self.map().edit_to(&map) {
            self.apply(title, edit);
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Cells { cells, .. } = at else { return false };
        let rect = self.map().rect();
        let on_map = cells.iter().map(|[x, y]| TilePos { x: *x, y: *y });
        let on_map: Vec<TilePos> = on_map.filter(|cell| rect.contains(*cell)).collect();
        let mut area = Area::empty(rect);
        on_map.iter().for_each(|cell| area.insert(*cell));
        self.select(area);
        let bounds = self.selection.bounds();
        let middle = TilePos { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
        // The middle of cells that lie apart may be none of them.
        let near = |cell: &&TilePos| cell.x.abs_diff(middle.x) + cell.y.abs_diff(middle.y);
        if let Some(cell) = on_map.iter().min_by_key(near) {
            self.show_cell(*cell);
        }
        !on_map.is_empty()
    }

    /// It is kept beside the window, as that of the first journal.
    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        self.base_to_keep = Some(self.map().clone());
        Some(BaseKeeper::new(|_| Ok(())))
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(map) = written.content.0.downcast() {
            self.saved = *map;
        }
    }

    fn reader(&self) -> Reader {
        Box::new(|path, _| open::read_one(path))
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let Some(read) = read.content.of_kind::<MapRead>() {
            self.water_level = read.water_level;
        }
        self.ground.outdate();
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let fingerprint = read.fingerprint;
        if let Some(read) = read.content.of_kind::<MapRead>() {
            let MapRead { map, water_level } = *read;
            self.give_edit_up();
            self.water_level = water_level;
            self.ground.outdate();
            self.become_map(title, map, &fingerprint);
        }
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        self.give_edit_up();
        if let Some(fingerprint) = self.file.as_ref().map(|file| file.fingerprint) {
            self.become_map("Discard unsaved changes", self.saved.clone(), &fingerprint);
        }
        Ok(())
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let Some(read) = read.content.of_kind::<MapRead>() {
            self.saved = read.map;
            self.editing.forget_saved();
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, theirs: &Read) -> Option<Merger> {
        let MapRead { map, .. } = theirs.content.as_kind()?;
        let sides = Sides {
            path: self.file.as_ref().map(|file| file.path.clone()),
            before: self.saved.clone(),
            ours: self.map().clone(),
            theirs: map.clone(),
            fingerprint: theirs.fingerprint,
        };
        Some(Box::new(move |session, progress| {
            let merged = sides.merge(session);
            (!progress.is_cancelled()).then(|| merged.map(|both| Both(Box::new(both))))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let (Ok(merged), Some(theirs)) = (both.0.downcast(), theirs.content.of_kind::<MapRead>())
        else {
            return Undecided::default();
        };
        let MergedMap { edit, undecided } = *merged;
        if !undecided.conflicts.is_empty() {
            self.theirs = Some(theirs.map.clone());
        }
        self.saved = theirs.map;
        self.editing.forget_saved();
        if let Some(edit) = edit {
            self.apply("Merge with the version on disk", edit);
        }
        undecided
    }

    fn selected_cells(&self) -> Option<HashSet<[u32; 2]>> {
        Some(self.selection.cells().map(|TilePos { x, y }| [x, y]).collect())
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}
