//! What holds while both sides of an open zone are merged beside the window.

use super::disk::{answer, changed, ifo, is_saved, opened, said, save, set_limit, spawn_in};
use super::*;
use crate::kind::document::common::Then;
use crate::view::id::DocumentId;

/// A zone on disk that two changed: the spawns of the first three blocks, of which the first one was
/// changed here and the second one by somebody else. Which file that is of, and what is asked.
struct Desk {
    _folder: TempDir,
    path: PathBuf,
    model: Model,
    spawns: [ThingId; 3],
    file: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let (folder, path, mut model) = on_disk(None);
        let spawns = [0, 1, 2].map(|n| spawn_in(&model, n));
        let file = ifo(&model, &path, 1);
        set_limit(&mut model, spawns[0], 71);
        let mut desk = Desk { _folder: folder, path, model, spawns, file };
        desk.they_set(1, 62);
        desk
    }

    fn they_set(&mut self, n: usize, to: u32) {
        let mut other = opened(&self.path);
        set_limit(&mut other, self.spawns[n], to);
        save(&mut other);
        changed(&mut self.model, &self.file);
    }

    fn id(&self) -> DocumentId {
        front(&self.model).id
    }

    fn limits(&self) -> [String; 3] {
        limits(&self.model, self.spawns)
    }

    fn asks(&self) -> bool {
        matches!(self.model.dialog(), Some(Dialog::ChangedOnDisk { .. }))
    }

    /// Merges, with what is done while nothing of that is done yet.
    fn merge_and(&mut self, meanwhile: impl FnOnce(&mut Model)) {
        let gate = self.model.jobs.gate();
        let held = gate.lock().unwrap();
        let id = self.id();
        self.model.handle(Message::Answer(Answer::Merge(id)));
        self.model.tick();
        assert!(self.model.jobs().iter().any(|job| job.title.starts_with("Merging S01.ZON")));
        assert!(self.model.dialog().is_none() && !is_saved(&self.model));
        meanwhile(&mut self.model);
        drop(held);
        self.model.settle();
    }
}

fn limits(model: &Model, spawns: [ThingId; 3]) -> [String; 3] {
    spawns.map(|id| value(model, id, Field::Limit))
}

#[test]
fn what_is_done_during_a_merge_is_part_of_it() {
    let mut desk = Desk::new();
    let (spawns, usual) = (desk.spawns, desk.limits()[2].clone());
    desk.merge_and(|model| {
        let usual = value(model, spawns[1], Field::Limit);
        set_limit(model, spawns[2], 73);
        assert_eq!(limits(model, spawns), ["71", &usual, "73"]);
    });
    assert_eq!(desk.limits(), ["71", "62", "73"]);
    assert_eq!(n_steps(&desk.model), 3);
    save(&mut desk.model);
    assert_eq!(limits(&opened(&desk.path), spawns), ["71", "62", "73"]);
    run(&mut desk.model, Id::Undo);
    run(&mut desk.model, Id::Undo);
    assert_eq!(desk.limits()[2], usual);
}

#[test]
fn what_is_undone_during_a_merge_is_no_part_of_it() {
    let mut desk = Desk::new();
    let before = limits(&desk.model, desk.spawns);
    desk.merge_and(|model| run(model, Id::Undo));
    let now = desk.limits();
    assert_eq!((now[1].as_str(), &now[2]), ("62", &before[2]));
    assert_ne!(now[0], "71");
    let spawns = desk.spawns;
    save(&mut desk.model);
    assert_eq!(limits(&opened(&desk.path), spawns), now);
}

#[test]
fn a_merge_that_is_cancelled_changes_nothing_and_is_asked_about_again() {
    let mut desk = Desk::new();
    let before = (desk.limits(), files_in(&desk.path));
    desk.merge_and(|model| {
        // A save waits for it, and finds nothing to do where it is given up.
        run(model, Id::Save);
        for job in model.jobs() {
            job.progress.cancel();
        }
    });
    assert!(desk.asks() && said(&desk.model, "was cancelled"), "{:?}", desk.model.log.last());
    assert_eq!((desk.limits(), files_in(&desk.path)), before);
    answer(&mut desk.model, Answer::Merge);
    assert_eq!(desk.limits()[..2], ["71", "62"]);
}

#[test]
fn a_merge_that_is_cancelled_does_not_begin_again_for_what_was_done_in_that_moment() {
    let mut desk = Desk::new();
    let spawns = desk.spawns;
    desk.merge_and(|model| {
        for job in model.jobs() {
            job.progress.cancel();
        }
        set_limit(model, spawns[2], 73);
        model.tick();
    });
    assert!(desk.asks() && said(&desk.model, "was cancelled"), "{:?}", desk.model.log.last());
    assert_eq!(desk.limits()[2], "73");
    assert_ne!(desk.limits()[1], "62", "theirs is not taken");
}

#[test]
fn a_save_during_a_merge_that_keeps_mine_does_not_replace_theirs() {
    for closes in [false, true] {
        let mut desk = Desk::new();
        desk.they_set(0, 99);
        let before = files_in(&desk.path);
        let id = desk.id();
        desk.merge_and(|model| match closes {
            false => run(model, Id::Save),
            true => model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close))),
        });
        assert!(said(&desk.model, "yours was kept"), "{:?}", desk.model.log.last());
        assert_eq!(files_in(&desk.path), before);
        assert!(!is_saved(&desk.model) && desk.model.document(id).is_some());
        assert_eq!(desk.limits()[0], "71");
    }
}

#[test]
fn a_save_during_a_merge_follows_it() {
    let mut desk = Desk::new();
    desk.merge_and(|model| run(model, Id::Save));
    assert!(is_saved(&desk.model) && desk.model.dialog().is_none(), "{:?}", desk.model.dialog());
    assert_eq!(limits(&opened(&desk.path), desk.spawns)[..2], ["71", "62"]);
}

#[test]
fn what_changes_on_disk_during_a_merge_is_asked_about() {
    let mut desk = Desk::new();
    let file = desk.file.clone();
    desk.merge_and(|model| {
        // Touched, and as it was.
        model.handle(Message::FileChanged(file));
        model.tick();
    });
    assert_eq!((desk.limits()[1].as_str(), desk.asks()), ("62", false));
    let mut desk = Desk::new();
    let (file, path, spawn) = (desk.file.clone(), desk.path.clone(), desk.spawns[1]);
    desk.merge_and(|model| {
        let mut other = opened(&path);
        set_limit(&mut other, spawn, 63);
        save(&mut other);
        model.handle(Message::FileChanged(file));
        model.tick();
    });
    assert!(desk.asks(), "{:?}", desk.model.log.last());
    answer(&mut desk.model, Answer::Merge);
    assert_eq!(desk.limits()[..2], ["71", "63"]);
}

#[test]
fn whoever_reads_a_zone_anew_during_a_merge_has_what_is_on_disk() {
    let mut desk = Desk::new();
    let id = desk.id();
    desk.merge_and(|model| model.handle(Message::Answer(Answer::Discard(id, Then::Reload))));
    assert_eq!(desk.limits(), limits(&opened(&desk.path), desk.spawns));
    assert!(is_saved(&desk.model) && !desk.asks());
}
