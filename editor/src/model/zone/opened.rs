//! What an open zone does as every open document does it, in its own way.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::problem::{Fix, Problem, Spot};
use landwright_core::project::Project;
use landwright_core::world::StepId;
use landwright_core::world::journal::Trouble;
use landwright_core::world::zone::action::Action;

use super::check;
use super::document::{Whose, ZoneDocument, paths_of};
use super::open::{Parts, read_zone};
use super::save::Work;
use crate::model::check::actions_of;
use crate::model::document::Common;
use crate::model::history::{History, Travel};
use crate::model::kind::{Checker, Extent, Found, OpenDocument, Reader};
use crate::model::open::{Read, ReadContent};
use crate::model::save::{Saver, Written, WrittenContent};

impl OpenDocument for ZoneDocument {
    fn noun(&self) -> &'static str {
        "zone"
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

    fn files(&self) -> Vec<PathBuf> {
        self.paths.clone()
    }

    fn travel(&mut self, to: Travel) -> Result<(), Trouble> {
        self.and_note(|editing| editing.go(to))
    }

    fn checker(&mut self, _: Extent) -> Checker {
        let (zone, names) = (self.zone().clone(), self.names.clone());
        let (of_files, home) = (self.of_files.clone(), self.home.clone());
        Box::new(move |_, _| Found::all(check::all(&zone, &names, &of_files, home.as_ref())))
    }

    fn take_project(&mut self, project: Project) {
        self.project = project;
    }

    fn note_problems(&mut self) {
        let things =
            check::things_of(&self.common.problems, self.editing.document(), self.home.as_ref());
        self.problem_things = things;
        self.note_marks();
    }

    fn fix(&mut self, title: &str, fixes: &[&Fix]) -> Vec<String> {
        let (actions, mut troubles) = actions_of::<Action>(fixes);
        troubles.extend(self.do_all(title, &actions));
        troubles
    }

    fn show(&mut self, problem: &Problem) {
        let index = self.common.problems.iter().position(|other| other == problem);
        let thing = index.and_then(|index| self.problem_things.get(index).copied().flatten());
        if let Some(id) = thing {
            self.selection = BTreeSet::from([id]);
            self.show_thing(id);
        } else if !matches!(problem.place.spot, Spot::Thing(_)) {
            self.show_file(&problem.place.file);
        }
    }

    fn saver(&self) -> Saver {
        let work = Work {
            of: self.file.as_ref().map(|file| file.path.clone()),
            home: self.home.clone(),
            zone: self.zone().clone(),
            files: self.files.clone(),
            archive: self.archive.clone(),
            saved: self.saved.clone(),
        };
        Box::new(move |target, progress| work.write(target, progress))
    }

    fn take_written(&mut self, written: Written) {
        if let WrittenContent::Zone { zone, files, home, archive } = written.content {
            (self.files, self.home, self.archive) = (files, Some(home), archive);
            self.saved = Some(*zone);
            self.paths = paths_of(&self.files, self.home.as_ref());
        }
    }

    fn reader(&self) -> Reader {
        Box::new(read_zone)
    }

    fn take_surroundings(&mut self, read: Read) -> Vec<String> {
        if let ReadContent::Zone(parts) = read.content {
            (self.names, self.textures) = (parts.names, parts.textures);
            self.of_files = Arc::new(parts.problems);
            self.checked = None;
        }
        Vec::new()
    }

    fn take_from_disk(&mut self, title: &str, read: Read) {
        let ReadContent::Zone(parts) = read.content else { return };
        let fingerprint = read.fingerprint;
        self.become_zone(title, *parts, Whose::Theirs);
        self.editing.mark_saved(&fingerprint);
    }

    fn go_back_to_saved(&mut self) -> Result<(), Trouble> {
        let saved = self.editing.steps().saved().unwrap_or(StepId::OPENED);
        self.travel(Travel::To(saved))
    }

    fn keep_mine(&mut self, read: Read) -> Vec<String> {
        if let ReadContent::Zone(parts) = read.content {
            (self.files, self.archive) = (parts.files, parts.archive);
            self.saved = None;
        }
        Vec::new()
    }

    fn can_merge(&self) -> bool {
        true
    }

    fn merge(&mut self, read: Read) -> Result<(), String> {
        let ReadContent::Zone(theirs) = read.content else { return Ok(()) };
        let ours = self.archive.with(self.zone());
        let mut merged = (*theirs.archive).clone();
        for (path, bytes) in ours.files() {
            let before = self.archive.get(path);
            let is_theirs = theirs.archive.get(path) != before;
            match (before == Some(bytes), is_theirs) {
                (true, _) => {}
                (false, false) => merged.put(path.clone(), bytes.to_vec()),
                (false, true) => {
                    let said = "was changed here and on disk; yours was kept";
                    self.keep_mine(Read { content: ReadContent::Zone(theirs), ..read });
                    return Err(format!("{path} {said}"));
                }
            }
        }
        let opened = super::open::zone_of_archive(&merged, self.zone())?;
        let parts = Parts { zone: opened.zone, ..*theirs };
        self.become_zone("Merge what changed on disk", parts, Whose::Both);
        Ok(())
    }
}
