//! What an open area does as every open document does it, in its own way.

use std::any::Any;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::check::mend;
use landwright_core::check::mend::area::OnLand;
use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File, Kind};
use landwright_core::format::packed::Cancelled;
use landwright_core::problem::{Fix, Problem};
use landwright_core::project::Project;
use landwright_core::space::tera::{PosInWorld, Zone};
use landwright_core::vfs::account::Known;
use landwright_core::world::StepId;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::id::NodeId;
use landwright_core::world::area::save::FileNumbers;
use landwright_core::world::journal::Trouble;

use super::beside::MANY_WORDS;
use super::check;
use super::document::{AreaDocument, Parts};
use super::open::read_again;
use super::routes::on_disk::routes_path;
use super::save::{Work, WrittenArea};
use super::saved::Base;
use crate::exchange::Format;
use crate::kind::document::common::{Common, File as DocumentFile};
use crate::kind::document::history::{History, Travel};
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::merging::{Both, Merger, back_up};
use crate::kind::document::open::{Checker, Extent, Found, OpenDocument, Reader, VersionReader};
use crate::kind::document::read::Read;
use crate::kind::document::saving::Saver;
use crate::kind::document::written::Written;
use crate::kind::tera::merge::Merge;
use crate::kind::tera::message::AreaMessage;
use crate::message::Message;
use crate::model::check::actions_of;
use crate::model::open::file_now;
use crate::versions::conflicts::{Conflict, Undecided};
use crate::versions::differences::{At, FilesNow};
use crate::versions::name_of;

impl AreaDocument {
    /// Goes to a step, though it may take long.
    pub(super) fn go_at_once(&mut self, step: StepId) -> Result<(), Trouble> {
        let (before, head) = (self.area().clone(), self.editing.steps().head());
        let selected = (self.selection.clone(), self.edge);
        self.and_note(|editing| editing.jump(step).map(|_| ()))?;
        self.follow_selected(selected, &before, head);
        Ok(())
    }

    /// A way through the history in words, and where it leads.
    fn titled(&self, to: Travel) -> Option<(String, StepId)> {
        let steps = self.editing.steps();
        let title = |step| steps.title(step).unwrap_or("step");
        match to {
            Travel::Undo => {
                Some((format!("Undo {}", title(steps.head())), steps.parent(steps.head())?))
            }
            Travel::Redo => {
                let next = steps.next()?;
                Some((format!("Redo {}", title(next)), next))
            }
            Travel::To(step) => Some((format!("Go to step {}", step.0), step)),
        }
    }
}

/// Told once, until the numbers are those of the file again.
const RENUMBERED: &str = "you added or removed nodes, so the file numbers later nodes differently; \
    the Inspector shows both numbers until you reopen the area";

impl OpenDocument for AreaDocument {
    fn noun(&self) -> &'static str {
        "area"
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn files(&self) -> Vec<PathBuf> {
        let own = self.file.iter().flat_map(|file| [file.path.clone(), routes_path(&file.path)]);
        let of_zones = self.zone_files.iter().map(|(_, file)| file.path.clone());
        own.chain(of_zones).chain(self.files_missed()).collect()
    }

    /// Files that are missed would be beside its own.
    fn folders(&self) -> Arc<BTreeSet<PathBuf>> {
        let own = self.file.as_ref().map(|file| &file.path);
        let all = own.into_iter().chain(self.zone_files.iter().map(|(_, file)| &file.path));
        let mut parents: Vec<&Path> = all.filter_map(|path| path.parent()).collect();
        // Nearly always all of them are one, and comparing paths takes longer than comparing bytes.
        parents.dedup_by(|a, b| a.as_os_str() == b.as_os_str());
        Arc::new(parents.into_iter().map(Path::to_owned).collect())
    }

    fn may_be_changed_by(&self, path: &Path) -> bool {
        let is_own = |file: &DocumentFile| file.path == path || routes_path(&file.path) == path;
        let of_zone = |zone: Zone| match self.zone_files.get(&zone) {
            Some(file) => file.path == path,
            None => self.files_missed().any(|file| file == path),
        };
        self.file.as_ref().is_some_and(is_own)
            || Zone::from_file_name(&name_of(path)).is_some_and(of_zone)
    }

    fn history(&self) -> &dyn History {
        &self.editing
    }

    fn history_mut(&mut self) -> &mut dyn History {
        &mut self.editing
    }

    fn has_unsaved_changes(&self) -> bool {
        !self.editing.is_saved() || self.is_working_out()
    }

    fn is_working_out(&self) -> bool {
        !self.beside.is_empty() || self.is_waited_for()
    }

    fn formats(&self) -> &'static [Format] {
        &[Format::Geojson, Format::Json, Format::Gdi, Format::Png]
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        if self.give_edits_up() && to == Travel::Undo {
            return Ok(());
        }
        // The rest of a drag does nothing.
        self.finish_gesture();
        let Some((title, step)) = self.titled(to) else { return Ok(()) };
        if self.editing.n_words_to(step) > MANY_WORDS {
            self.go_beside(title, step);
            return Ok(());
        }
        self.go_at_once(step)
    }

    fn needs_check(&self) -> bool {
        match self.checked {
            None => true,
            // Around an edit there is only something to replace where all was checked before.
            Some(checked) => {
                let is_past = checked != self.editing.revision();
                let is_to_be_anew = self.area().n_nodes() < check::CHECKED_ANEW || self.is_outdated;
                is_past && (is_to_be_anew || self.is_check_given_up())
            }
        }
    }

    fn note_problems(&mut self) {
        self.is_outdated &= self.checked != Some(self.editing.revision());
    }

    fn checker(&mut self, _: Extent) -> Checker {
        let (area, geometry) = (self.area().clone(), self.geometry.clone());
        Box::new(move |file, progress| {
            check::all(file, &area, &geometry, progress).map_or(Found::GIVEN_UP, Found::all)
        })
    }

    fn ends_old_checks(&self) -> bool {
        let is_all_to_be_checked = self.checked.is_none() || self.is_check_given_up();
        is_all_to_be_checked && self.area().n_nodes() >= check::CHECKED_ANEW
    }

    fn take_project(&mut self, project: Project) {
        self.project = project;
    }

    fn fixes_in_bulk(&self) -> Vec<Fix> {
        let on_land = OnLand { area: self.area().clone(), geometry: &self.geometry };
        mend::first_round(&on_land, &self.common.problems)
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        if self.take_long(&actions) {
            self.do_beside(title, actions);
            return troubles;
        }
        troubles.extend(self.do_all(title, &actions));
        if actions.len() > 1 {
            // There may be more of a kind than a check tells of.
            self.checked = None;
        }
        troubles
    }

    fn look_ahead(&self, title: &str, fixes: &[&Fix]) -> Option<Message> {
        let (actions, refused) = actions_of::<Action>(fixes);
        let is_any = !actions.is_empty();
        let propose = AreaMessage::ProposeAll(title.to_owned(), actions, refused);
        is_any.then(|| AreaMessage::to(self.common.id, propose))
    }

    fn show(&mut self, problem: &Problem) {
        let (node, edge) = check::thing_of(problem);
        if let Some(edge) = edge {
            self.select_edge(edge);
        }
        if let Some((cell, z)) = self.cell_of(problem) {
            self.cell = Some(cell);
            self.show_pos(cell.centre(z));
        }
        if let Some(node) = node
            && let Some(pos) = self.pos(node)
        {
            if edge.is_none() {
                self.select_nodes([node].into());
            }
            self.show_pos(pos);
        }
    }

    fn saver(&self) -> Saver {
        let (area, packed) = (self.area().clone(), self.packed.clone());
        let tests_on_disk = self.tests_on_disk.clone();
        let of = self.file.as_ref().map(|file| file.path.clone());
        let (geometry, zone_files) = (self.geometry.clone(), self.zone_files.clone());
        let written_anew = self.written_anew.clone();
        let work = Work { of, area, packed, geometry, zone_files, written_anew, tests_on_disk };
        Box::new(move |target, progress| work.write(target, progress))
    }

    fn compares(&self) -> bool {
        true
    }

    fn files_now(&self) -> Option<FilesNow> {
        let (area, packed) = (self.area().clone(), self.packed.clone());
        let path = self.common.path_or_name();
        Some(Box::new(move |progress| {
            let apd = area.to_apd().map_err(|error| error.to_string())?;
            let file = File { content: Content::Apd(apd), packed };
            let bytes = file::write(&file, Effort::Quick, &mut progress.watcher());
            Ok(vec![file_now(path, bytes.map_err(|Cancelled| "it was cancelled".to_owned())?)])
        }))
    }

    fn version_reader(&self) -> Option<VersionReader> {
        Some(Box::new(|files| {
            let file = files.into_iter().next().ok_or("nothing is different")?;
            let read = file::read(Kind::Apd, &file.bytes).map_err(|error| error.to_string())?;
            let Content::Apd(apd) = read.content else { return Err("is no area".to_owned()) };
            Ok(Box::new(Area::new(&apd).map_err(|error| error.to_string())?))
        }))
    }

    fn become_version(&mut self, title: &str, version: Box<dyn Any + Send>) -> Result<(), String> {
        if let Ok(area) = version.downcast::<Area>() {
            self.give_edits_up();
            self.become_as_on_disk(title, &area);
        }
        Ok(())
    }

    fn show_difference(&mut self, _file: &Path, at: &At) -> bool {
        let At::Thing { name, .. } = at else { return false };
        let place = name.strip_prefix("node at ").unwrap_or_default().split(", ");
        let place: Vec<f64> = place.filter_map(|number| number.parse().ok()).collect();
        let &[x, y, z] = place.as_slice() else { return false };
        let pos = PosInWorld { x, y, z };
        let is_it = |node: &NodeId| {
            let here = self.pos(*node);
            here.is_some_and(|here| {
                [here.x - x, here.y - y, here.z - z].iter().all(|apart| apart.abs() < 0.01)
            })
        };
        let node = self.area().nodes().find(is_it);
        self.select_nodes(node.into_iter().collect());
        self.show_pos(pos);
        true
    }

    /// The journal has words of the document as it was read: a file that is read again chains its edges
    /// in a different order, and knows of no cell that was changed.
    fn base_as_saved(&mut self) -> Option<BaseKeeper> {
        None
    }

    fn take_written(&mut self, written: Written) {
        if let Ok(content) = written.content.0.downcast::<WrittenArea>() {
            let WrittenArea { area, tests, zones, left_out, numbers } = *content;
            self.on_disk = area;
            if numbers.is_some() && self.numbers_in_file.is_none() {
                self.untold.push(RENUMBERED.to_owned());
            }
            let n_ids = numbers.as_ref().map(FileNumbers::n_ids);
            self.n_ids_in_file = n_ids.unwrap_or_else(|| self.area().n_ids());
            self.numbers_in_file = numbers;
            if !left_out.is_empty() {
                self.forget_saved();
            }
            self.take_written_zones(zones);
            self.keep_zone_paths();
            self.shared.note_save();
            self.tests_on_disk = tests;
        }
    }

    fn reader(&self) -> Reader {
        let (known, area) = (self.zone_files.clone(), self.area().clone());
        let geometry = self.geometry.clone();
        Box::new(move |path, _| read_again(path, &known, &area, &geometry))
    }

    fn known_file(&self, path: &Path) -> Option<Known> {
        // Where something could not be read, it may be there again.
        if !self.lost_zones.is_empty() || self.tests_on_disk.trouble.is_some() {
            return None;
        }
        let own = self.file.as_ref().filter(|file| file.path == path).map(|file| file.fingerprint);
        let tests = || {
            let file = self.file.as_ref().filter(|file| routes_path(&file.path) == path);
            file.and(self.tests_on_disk.fingerprint)
        };
        let own = own.or_else(tests).map(|fingerprint| Known::new(path, fingerprint));
        own.or_else(|| self.zone_files.at(path).cloned())
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        let Some(parts) = read.content.of_kind::<Parts>() else { return Vec::new() };
        if self.sharing != parts.sharing {
            self.sharing = parts.sharing;
            self.shared.forget();
        }
        self.not_unpacked.clear();
        let mut said = self.take_routes(parts.tests);
        said.extend(self.merge_zones(&parts.geometry, parts.zone_files));
        said
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let Some(parts) = read.content.of_kind::<Parts>() else { return };
        self.give_edits_up();
        self.not_unpacked.clear();
        let lost = self.lost_zones.clone();
        self.take_zones(&parts.geometry, parts.zone_files);
        if parts.tests.is_there() {
            self.tests_on_disk = parts.tests.clone();
        }
        self.become_as_on_disk(title, &parts.area);
        self.on_disk = parts.area;
        self.untold.extend(self.lost_since(&lost));
        self.packed = parts.packed;
        (self.numbers_in_file, self.n_ids_in_file) = (None, self.area().n_ids());
        self.sharing = parts.sharing;
        self.checked = None;
        self.editing.mark_saved(&read.fingerprint);
        let said = self.take_routes(parts.tests);
        self.untold.extend(said);
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        self.give_edits_up();
        self.go_to_what_is_on_disk()
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        let Some(parts) = read.content.of_kind::<Parts>() else { return Vec::new() };
        let mut said = self.take_routes(parts.tests);
        said.extend(self.merge_zones(&parts.geometry, parts.zone_files));
        self.forget_saved();
        self.on_disk = parts.area.clone();
        self.base = Base::Read(Box::new(parts.area));
        said
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merger(&self, theirs: &Read) -> Option<Merger> {
        let fingerprint = theirs.fingerprint;
        let theirs = theirs.content.as_kind::<Parts>()?.area.clone();
        let sides = [self.on_disk.clone(), self.area().clone(), theirs];
        let file = self.file.as_ref().map(|file| file.path.clone());
        Some(Box::new(move |session, _| {
            Some(Merge::of(&sides).and_then(|mut merge| {
                let is_clean = merge.conflicts.is_empty() && merge.told.is_empty();
                let file = file.filter(|_| !is_clean);
                merge.theirs = file.map(|file| back_up(session, &file, fingerprint)).transpose()?;
                Ok(Both(Box::new(merge)))
            }))
        }))
    }

    fn take_merged(&mut self, both: Both, theirs: Read) -> Undecided {
        let Ok(merge) = both.0.downcast::<Merge>() else { return Undecided::default() };
        self.take_merge(&merge);
        let said = self.keep_mine(theirs);
        let Merge { conflicts, told, theirs, .. } = *merge;
        Undecided { conflicts, told: told.into_iter().chain(said).collect(), theirs }
    }

    fn show_conflict(&mut self, conflict: &Conflict) -> bool {
        self.show_conflict_at(conflict)
    }

    fn take_theirs(&mut self, title: &str, conflicts: &[&Conflict]) -> Result<(), String> {
        self.take_theirs_in(title, conflicts)
    }
}
