//! An open zone: its history, its selection, its problems, and where it was read from.

use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::format::file::Kind;
use landwright_core::problem::{Problem, Severity};
use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::edit::Edit;
use landwright_core::world::zone::index::Places;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::numbers::Numbers;
use landwright_core::world::zone::part::Part;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::refusal::Refusal;
use landwright_core::world::zone::thing::ThingId;
use landwright_core::world::{Document, Editing, Revision};

use super::ShowsWalks;
use super::archive::Archive;
use super::check;
use super::copies::{Copies, Kept};
use super::kept::{Keeper, KeptDisk};
use super::models::Models;
use super::open::{Home, Parts, zone_of_archive};
use super::point::Gesture;
use super::preview::Clock;
use super::words::Words;
use crate::kind::document::common::Common;
use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::rose::form::things::{FindForm, LeadElsewhere};
use crate::kind::rose::tool::hand::Hand;
use crate::kind::rose::tool::{Bench, ZoneTools};
use crate::kind::rose::view::ZoneLayers;
use crate::kind::rose::view::span::ZoneSpan;
use crate::view::id::DocumentId;

#[derive(Debug)]
pub struct ZoneDocument {
    pub(super) common: Common,
    pub(crate) editing: Editing<Zone>,
    /// `None` for a zone that is in no folder yet.
    pub(super) home: Option<Home>,
    /// Its files on the disk.
    pub(super) paths: BTreeSet<PathBuf>,
    /// Where those are, and where others may come to be.
    pub(super) folders: Arc<BTreeSet<PathBuf>>,
    /// Every file as it is on disk, as far as we know, called as the zone calls it: what a save
    /// goes by, and what tells whether something else wrote there.
    pub(super) archive: Arc<Archive>,
    /// The zone in those files, with the ids of the open one.
    saved: Zone,
    /// As those files number things.
    pub(crate) numbers: Arc<Numbers>,
    pub(super) copies: Copies,
    /// What came of copies with the last save, until a person was told.
    pub(super) copies_to_tell: Vec<Kept>,
    /// What the journal builds on, until the journal has it.
    base: Option<Arc<Archive>>,
    /// What the journal has beside it.
    kept_disk: KeptDisk,
    pub names: Arc<Names>,
    /// Of the ground, as far as they were found.
    pub textures: Arc<Textures>,
    pub(crate) is_looking_for_textures: bool,
    /// The state for which looking for them broke off, as it would again.
    pub(crate) textures_given_up: Option<Revision>,
    pub(crate) models: Models,
    /// The problems of files that could not be read.
    pub(super) of_files: Arc<Vec<Problem>>,
    pub places: Places,
    pub selection: BTreeSet<ThingId>,
    /// Everything that the person has settled about problems, as it was when all of it was checked
    /// last.
    pub(super) project: Project,
    /// What each problem is about, in their order.
    pub(super) problem_things: Vec<Option<ThingId>>,
    /// Things with problems, and how bad the worst is; the worst of all first.
    pub marks: Vec<(ThingId, Severity)>,
    pub layers: ZoneLayers,
    pub(super) shows_walks: ShowsWalks,
    /// What was looked for last.
    pub(crate) find: Option<FindForm>,
    pub tools: ZoneTools,
    pub hand: Hand,
    pub(super) gesture: Gesture,
    /// What the gesture that just ended is to be asked about.
    pub(super) to_ask: Option<LeadElsewhere>,
    /// In cm of the files.
    pub hover: Option<[f64; 2]>,
    pub clock: Option<Clock>,
}

impl Deref for ZoneDocument {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for ZoneDocument {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl ZoneDocument {
    pub(super) fn new(
        id: DocumentId,
        name: String,
        parts: Parts,
        editing: Editing<Zone>,
    ) -> ZoneDocument {
        let Parts { zone, names, textures, problems, home, archive } = parts;
        let mut document = ZoneDocument {
            common: Common::new(id, name, archive.fingerprint()),
            places: Places::new(editing.document()),
            editing,
            paths: BTreeSet::new(),
            folders: Arc::default(),
            home,
            base: Some(archive.clone()),
            kept_disk: KeptDisk::default(),
            archive,
            numbers: Arc::new(Numbers::of(&zone)),
            saved: zone,
            copies: Copies::default(),
            copies_to_tell: Vec::new(),
            names,
            textures,
            is_looking_for_textures: false,
            textures_given_up: None,
            models: Models::default(),
            of_files: Arc::new(problems),
            selection: BTreeSet::new(),
            project: Project::usual(Path::new(".")),
            problem_things: Vec::new(),
            marks: Vec::new(),
            layers: ZoneLayers::default(),
            shows_walks: ShowsWalks::default(),
            find: None,
            tools: ZoneTools::default(),
            hand: Hand::default(),
            gesture: Gesture::default(),
            to_ask: None,
            hover: None,
            clock: None,
        };
        document.note_paths();
        document
    }

    /// The version on disk, and what is not any more and may come back.
    pub(super) fn note_paths(&mut self) {
        let Some(home) = &self.home else { return };
        let on_disk = self.archive.files().map(|(path, _)| path);
        let all: BTreeSet<&VfsPath> = on_disk.chain(self.editing.document().paths()).collect();
        self.paths = all.into_iter().map(|path| home.on_disk(path)).collect();
        let parents = self.paths.iter().filter_map(|path| path.parent());
        let of_blocks = self.editing.document().blocks().flat_map(|b| home.folders_of(b));
        self.folders = Arc::new(parents.map(Path::to_owned).chain(of_blocks).collect());
    }

    /// Whether a path may be of a block that comes to the zone as it is on disk, or of its ZON. Of
    /// the others beside a block that is open alone, the heights count: they share its edges.
    pub(super) fn is_of_another_block(&self, path: &Path) -> bool {
        let is_block_alone = Kind::of_name(&self.name) == Some(Kind::Ifo);
        let part = self.home.as_ref().and_then(|home| Part::of(&home.inside(path)?));
        match part {
            Some(Part::Block(block)) if is_block_alone => {
                let is_him = || Kind::of_name(&path.to_string_lossy()) == Some(Kind::Him);
                self.zone().blocks().any(|own| own == block) || is_him()
            }
            part => part.is_some(),
        }
    }

    pub fn zone(&self) -> &Zone {
        self.editing.document()
    }

    pub fn editing(&self) -> &Editing<Zone> {
        &self.editing
    }

    pub fn span(&self) -> ZoneSpan {
        ZoneSpan::of(self.zone())
    }

    /// What the hand works on.
    pub fn bench(&self) -> Bench<'_> {
        Bench {
            zone: self.zone(),
            places: &self.places,
            names: &self.names,
            layers: &self.layers,
            selection: &self.selection,
            tools: &self.tools,
            problems: &self.marks,
        }
    }

    pub fn shown_problem_thing(&self) -> Option<ThingId> {
        self.problem_things.get(self.shown_problem?).copied().flatten()
    }

    /// The folder of the game on disk that the paths of its tables begin at.
    pub fn game_folder(&self) -> Option<&Path> {
        self.home.as_ref().map(|home| home.game.as_path())
    }

    /// What it is spoken of with.
    pub fn words(&self) -> Words<'_> {
        self.words_of(self.zone())
    }

    /// The same of another state.
    pub(super) fn words_of<'z>(&'z self, zone: &'z Zone) -> Words<'z> {
        Words { zone, names: &self.names, numbers: &self.numbers }
    }

    /// The zone in its files, with the ids of the open one.
    pub(super) fn saved(&self) -> &Zone {
        &self.saved
    }

    pub(super) fn set_saved(&mut self, saved: Zone) {
        self.numbers = Arc::new(Numbers::of(&saved));
        // Rows name things by their numbers.
        self.common.n_problem_lists += 1;
        self.saved = saved;
    }

    /// Something else is on disk by now, and copies have what was there before.
    pub(super) fn leave_copies(&mut self) {
        self.copies.stay_at(&self.saved);
    }

    /// After a crash, both sides are distinguished by what is on disk now: no step leads there.
    pub(super) fn keep_disk(&mut self) {
        self.kept_disk.keep(self.archive.clone());
    }

    /// A step leads there again.
    pub(super) fn forget_disk(&mut self) {
        self.kept_disk.forget();
    }

    /// Where there is something new to be kept beside the journal, what keeps it.
    pub(crate) fn disk_keeper(&mut self) -> Option<Keeper> {
        let journal = self.editing.journal()?.path();
        self.kept_disk.keeper(journal)
    }

    /// Lets the zone in its files be changed in what is not of its things.
    pub(super) fn look_around_saved(&mut self, see: impl FnOnce(&mut Zone)) {
        see(&mut self.saved);
    }

    /// Does an action as one step. Answers with what a person should know about it.
    pub(super) fn act(&mut self, action: &Action) -> Result<Vec<String>, Refusal> {
        let resolved = action.resolve_by(self.zone(), &self.names)?;
        if let Some(edit) = resolved.edit {
            self.apply(self.words().title(action), edit);
        }
        Ok(resolved.notes)
    }

    /// Does some actions as one step. Answers with those that are refused by now, and with lightmaps
    /// that lead elsewhere.
    pub(super) fn do_all(&mut self, title: &str, actions: &[Action]) -> Vec<String> {
        let before = self.zone().clone();
        let mut after = before.clone();
        let mut refused = Vec::new();
        for action in actions {
            match action.resolve_by(&after, &self.names) {
                Ok(resolved) => after = resolved.zone,
                Err(refusal) => refused.push(self.words_of(&after).refusal(&refusal)),
            }
        }
        refused.extend(before.lightmaps_led_elsewhere(&after));
        if let Some(edit) = before.edit_to(&after) {
            self.apply(title, edit);
        }
        refused
    }

    pub(super) fn apply(&mut self, title: impl Into<String>, edit: Edit) {
        self.start_journal();
        self.and_note(|editing| editing.apply(title, edit));
    }

    /// Does something to the history, and lets what depends on the zone follow.
    pub(super) fn and_note<T>(&mut self, change: impl FnOnce(&mut Editing<Zone>) -> T) -> T {
        let before = self.zone().clone();
        let result = change(&mut self.editing);
        if let Some(edit) = before.edit_to(self.zone()) {
            self.places.follow(self.editing.document(), &edit);
            self.keep_views_in_place(&ZoneSpan::of(&before));
            self.note_change(&edit);
        }
        result
    }

    /// Lets the gesture under way be another state of the zone.
    pub(super) fn grow_to(&mut self, title: &str, zone: &Zone) {
        let Some(edit) = self.zone().edit_to(zone) else { return };
        if !self.editing.is_in_gesture() {
            self.start_journal();
            self.gesture.before = Some(Box::new(self.zone().clone()));
            self.editing.begin(title);
        }
        self.editing.grow(&edit);
        self.places.follow(self.editing.document(), &edit);
    }

    /// What follows an edit that is finished.
    pub(super) fn note_change(&mut self, edit: &Edit) {
        let zone = self.editing.document();
        self.selection.retain(|id| zone.contains(*id));
        let touched: BTreeSet<ThingId> = edit.things().collect();
        check::check_around(self, &touched);
    }

    pub(super) fn note_marks(&mut self) {
        self.marks = check::marks(&self.common.problems, &self.problem_things);
    }

    fn start_journal(&mut self) {
        if self.common.has_journal_to_start(&self.editing)
            && let Some(base) = self.base.take()
        {
            let keep = move |path: &Path| left::keep_base(path, &base.write());
            self.common.start_journal(&mut self.editing, BaseKeeper::new(keep));
        }
    }

    /// Becomes a zone that was read anew, by one more step.
    pub(super) fn become_zone(&mut self, title: &str, read: &Zone) {
        self.finish_gesture();
        if let Some(edit) = self.zone().edit_to_read(read) {
            self.apply(title, edit);
        }
        self.clock = None;
        self.checked = None;
    }

    /// No step is what is on disk: until the next save, wherever undo leads is unsaved.
    pub(super) fn forget_saved(&mut self, on_disk: &Zone) {
        self.set_saved(with_ids_of(self.zone(), on_disk));
        self.editing.forget_saved();
    }

    /// The version on disk, as one more step.
    pub(super) fn become_as_on_disk(&mut self) -> Result<(), String> {
        let on_disk = zone_of_archive(&self.archive, self.zone())?;
        self.become_zone("Discard unsaved changes", &on_disk.zone);
        self.copies.stay_as_they_are();
        self.set_saved(self.zone().clone());
        if let Some(fingerprint) = self.file.as_ref().map(|file| file.fingerprint) {
            self.editing.mark_saved(&fingerprint);
            self.forget_disk();
        }
        Ok(())
    }

    pub(super) fn select(&mut self, selection: BTreeSet<ThingId>) {
        self.selection = selection;
        let (zone, layers) = (self.editing.document(), &self.layers);
        // What is locked is left alone, whichever way somebody comes to it.
        let is_free = |id: &ThingId| zone.thing(*id).is_some_and(|it| !layers.locks(it.kind()));
        self.selection.retain(is_free);
    }

    /// Whether a thing is on a layer that is left as it is.
    pub fn is_locked(&self, id: ThingId) -> bool {
        self.zone().thing(id).is_some_and(|thing| self.layers.locks(thing.kind()))
    }
}

/// A zone that was read, with the ids of another one wherever it has the same.
pub(super) fn with_ids_of(zone: &Zone, read: &Zone) -> Zone {
    zone.edit_to_read(read).map_or_else(|| zone.clone(), |edit| after(zone, edit))
}

/// A zone after an edit of it.
pub(super) fn after(zone: &Zone, mut edit: Edit) -> Zone {
    let mut after = zone.clone();
    after.swap(&mut edit);
    after
}
