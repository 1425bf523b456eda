//! What changed geometry does to the other areas that have the same zones: each is read and checked
//! beside the window.

use std::collections::BTreeSet;
use std::path::Path;

use landwright_core::check::area::shared::brought_by;
use landwright_core::project::verdict::Checked;
use landwright_core::space::tera::Zone;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;

use super::AreaDone;
use super::open::{ZonePaths, folders_around, parts_of_bytes};
use crate::job::Progress;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::view::id::DocumentId;

/// How many problems of each area are kept to be shown.
const MAX_SHOWN: usize = 8;

/// The known facts about areas that share changed zones.
#[derive(Debug, Default)]
pub struct Sharing {
    pub others: Vec<Other>,
    pub is_checking: bool,
    /// Counts the changes of the geometry.
    n_changes: u64,
    /// How many there were when the others were checked.
    n_checked: u64,
    /// A check was cancelled: the next one waits for an edit or a save.
    is_put_off: bool,
}

/// Another area that has changed zones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Other {
    pub name: String,
    pub zones: Vec<Zone>,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Its file is not there, or can't be read.
    Unknown(String),
    /// Problems that the change brings, the first of them in words.
    Brings(usize, Vec<String>),
}

/// What a check of the others came to.
#[derive(Debug)]
pub(crate) struct SharedChecked {
    document: DocumentId,
    n_changes: u64,
    others: Vec<Other>,
    was_cancelled: bool,
}

impl Sharing {
    pub(super) fn note_change(&mut self) {
        self.n_changes += 1;
        self.is_put_off = false;
    }

    /// What was put off is due now.
    pub(super) fn note_save(&mut self) {
        self.is_put_off = false;
    }

    /// The check broke off, and would do so again until something changes.
    pub(crate) fn give_up(&mut self) {
        self.is_checking = false;
        self.n_checked = self.n_changes;
    }

    /// Other areas share its zones by now.
    pub(super) fn forget(&mut self) {
        self.others.clear();
        self.n_checked = 0;
        self.is_put_off = false;
    }
}

impl Other {
    /// In a line.
    pub fn in_words(&self) -> String {
        let zones: Vec<String> = self.zones.iter().map(|zone| zone.file_name()).collect();
        let has = format!("{} also has {}", self.name, zones.join(", "));
        match &self.outcome {
            Outcome::Unknown(why) => format!("{has} and is not checked: {why}"),
            Outcome::Brings(0, _) => format!("{has}: no new problem in it"),
            Outcome::Brings(1, _) => format!("{has}: 1 new problem in it"),
            Outcome::Brings(n, _) => format!("{has}: {n} new problems in it"),
        }
    }
}

impl Model {
    /// Checks the areas that share zones whose geometry changed since they were checked.
    pub(crate) fn check_sharing(&mut self) {
        for area in self.documents.values_mut().filter_map(Open::as_area_mut) {
            let is_due = area.shared.n_changes != area.shared.n_checked && !area.sharing.is_empty();
            let waits = area.shared.is_checking || area.shared.is_put_off;
            if !is_due || waits || area.editing.is_in_gesture() {
                continue;
            }
            let Some(file) = area.file.as_ref().map(|file| file.path.clone()) else { continue };
            area.shared.is_checking = true;
            let (document, n_changes) = (area.id, area.shared.n_changes);
            let (own, geometry) = (area.area().clone(), area.geometry.clone());
            let sharing = area.sharing.clone();
            let title = "Checking areas that share zones";
            self.jobs.start_for((document, For::Sharing), title, move |progress| {
                let others = check(&file, &own, &geometry, &sharing, progress);
                let was_cancelled = progress.is_cancelled();
                let checked = SharedChecked { document, n_changes, others, was_cancelled };
                Done::from(AreaDone::SharedChecked(checked))
            });
        }
    }

    pub(super) fn take_checked_sharing(&mut self, checked: SharedChecked) {
        let SharedChecked { document, n_changes, others, was_cancelled } = checked;
        let Some(area) = self.area_mut(document) else { return };
        area.shared.is_checking = false;
        match was_cancelled {
            true => area.shared.is_put_off = area.shared.n_changes == n_changes,
            false => area.shared.n_checked = n_changes,
        }
        let known = std::mem::replace(&mut area.shared.others, others.clone());
        for other in others.iter().filter(|other| !known.contains(other)) {
            let said = other.in_words();
            match other.outcome {
                Outcome::Brings(0, _) => self.log.note(said),
                _ => self.log.warn(said),
            }
        }
    }
}

fn check(
    file: &Path,
    own: &Area,
    geometry: &Geometry,
    sharing: &[(String, Vec<Zone>)],
    progress: &Progress,
) -> Vec<Other> {
    let changed: BTreeSet<Zone> = geometry.changed_zones().into_iter().collect();
    let folders = folders_around(file);
    let with_changed = sharing.iter().filter_map(|(name, zones)| {
        let zones: Vec<Zone> = zones.iter().copied().filter(|z| changed.contains(z)).collect();
        (!zones.is_empty()).then(|| (name.clone(), zones))
    });
    let with_changed: Vec<_> = with_changed.collect();
    let n = with_changed.len() as u64;
    let others = with_changed.into_iter().zip(0..).map(|((name, zones), nth)| {
        progress.report(nth, n);
        let outcome = match folders.area(&name) {
            _ if progress.is_cancelled() => Outcome::Unknown("cancelled".to_owned()),
            None => Outcome::Unknown("its file is missing".to_owned()),
            Some(path) => check_one(&path, own).unwrap_or_else(Outcome::Unknown),
        };
        Other { name, zones, outcome }
    });
    others.collect()
}

fn check_one(path: &Path, own: &Area) -> Result<Outcome, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.to_string())?;
    let (parts, _) = parts_of_bytes(path, &loaded.bytes, &ZonePaths::new())?;
    let found = brought_by(&path.display().to_string(), &parts.area, &parts.geometry, own);
    let partly = Checked { files: &[], rules: &[], line_of: &|_, _| None };
    let problems = project::load(path).0.apply(found, &partly);
    let words = problems.iter().take(MAX_SHOWN);
    let words = words.map(|problem| format!("{}: {}", problem.code, problem.message)).collect();
    Ok(Outcome::Brings(problems.len(), words))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{brush, drag_with, opened_with_zones};
    use super::*;
    use crate::command::CommandId;
    use crate::message::Message;
    use crate::view::hand::Held;

    #[test]
    fn areas_that_share_a_changed_zone_are_checked_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let both = "<Zone x='1000' y='1000'/><Zone x='1001' y='1000'/>";
        let list = format!(
            "<AreaList><Area name='Both'>{both}</Area><Area name='Copy_P'>{both}</Area>\
             <Area name='Gone_P'><Zone x='1000' y='1000'/></Area>\
             <Area name='Far_P'><Zone x='1001' y='1000'/></Area></AreaList>"
        );
        std::fs::write(folder.path().join("AreaList.xml"), list).unwrap();
        let (mut model, path) = opened_with_zones(folder.path(), None);
        std::fs::copy(&path, folder.path().join("copy_p.apd")).unwrap();
        let area = model.active_area().unwrap();
        assert!(area.shared.others.is_empty());
        let pos = area.area().nodes().nth(3).and_then(|node| area.area().pos(node)).unwrap();
        brush(&mut model, CommandId::SetFloors, 9, 0);
        drag_with(&mut model, [pos.x, pos.y], [pos.x, pos.y], Held::default());
        model.settle();
        let said = |model: &Model| {
            let others = &model.active_area().unwrap().shared.others;
            others.iter().map(Other::in_words).collect::<Vec<_>>()
        };
        let [copy, gone] = said(&model).try_into().unwrap();
        assert!(copy.starts_with("Copy_P also has x1000y1000.zgd: "), "{copy}");
        assert!(copy.contains("new problem") && !copy.contains("no new"), "{copy}");
        assert!(gone.starts_with("Gone_P") && gone.contains("is missing"), "{gone}");
        assert!(model.log.lines().any(|line| line.text == copy));
        model.handle(Message::Command(CommandId::Undo));
        model.settle();
        assert_eq!(said(&model), [""; 0], "nothing is changed any more");

        model.handle(Message::Command(CommandId::Redo));
        model.settle();
        let id = model.active_area().unwrap().id;
        let area = model.area_mut(id).unwrap();
        area.shared.note_change();
        let (document, n_changes) = (area.id, area.shared.n_changes);
        let outcome = Outcome::Unknown("cancelled".to_owned());
        let others = vec![Other { name: "Copy_P".to_owned(), zones: Vec::new(), outcome }];
        let was_cancelled = true;
        model.take_checked_sharing(SharedChecked { document, n_changes, others, was_cancelled });
        model.check_sharing();
        assert!(model.jobs().is_empty(), "whoever cancels is not asked again at once");
        assert_eq!(said(&model).len(), 1);
        model.handle(Message::Command(CommandId::Save));
        model.settle();
        assert_eq!(said(&model), [""; 0], "and after a save it is known again");
    }
}
