//! The copies of an open zone that its project keeps in step: written where what was edited is the
//! same there, and left alone where it is not until the person says what is to become of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::project::Project;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::saver::Plan;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::step::difference::Difference;
use landwright_core::world::zone::step::{Differing, EditsSince};

use super::ZoneDone;
use super::open::Home;
use super::save::Work;
use crate::job::Progress;
use crate::kind::document::saving::Target;
use crate::kind::document::work::For;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::copies::{CopiesForm, CopyChoice, CopyLeft, CopyState, Occasion};
use crate::kind::rose::zones::copies::{self, Followed, in_words};
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::view::id::DocumentId;

/// What a copy has of what was done to the zone.
#[derive(Debug, Clone, PartialEq)]
pub enum InStepUpTo {
    /// Everything up to this state.
    State(Box<Zone>),
    /// Nobody knows: all of both is compared.
    Unknown,
}

/// What copies have of an open zone.
#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    /// Those that do not have all that was saved, by how the project names them.
    behind: BTreeMap<PathBuf, InStepUpTo>,
    /// What the others have all of, where more than that is on disk by now: what was put together
    /// with it goes to them as well. Else it is what was saved.
    have: Option<Box<Zone>>,
}

impl Copies {
    /// Something else comes to be on disk than what was saved.
    pub(super) fn stay_at(&mut self, saved: &Zone) {
        self.have.get_or_insert_with(|| Box::new(saved.clone()));
    }

    /// Those that are not behind have what is saved.
    pub(super) fn followed(&mut self) {
        self.have = None;
    }

    /// The version on disk was read, and goes to none of them: what those that are behind still
    /// need is not known by steps any more.
    pub(super) fn stay_as_they_are(&mut self) {
        self.have = None;
        self.behind.values_mut().for_each(|up_to| *up_to = InStepUpTo::Unknown);
    }
}

/// Everything that is done with copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyTask {
    /// They follow where nothing is in the way, and otherwise it is told.
    Follow,
    /// All of both is compared, and nothing written.
    Compare,
    Chosen(CopyChoice),
}

/// What became of a copy.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// As the project names it.
    pub root: PathBuf,
    pub outcome: Outcome,
    /// From where it has to follow the next time, where that is news.
    pub basis: Option<InStepUpTo>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It followed; no files where they were so already.
    Written { files: Vec<PathBuf>, notes: Vec<String>, left: Vec<Difference> },
    /// Nothing was written to it, since this is not the same there; so many of its files could
    /// follow for the rest.
    Differs { differences: Vec<Difference>, n_others: usize },
    /// It can't be read or written.
    Failed { why: String },
    /// The person ended it before it came to this one.
    GivenUp,
}

impl Work {
    /// Lets the copies follow what was done since each of them had it all.
    pub(super) fn keep_in_step(
        &self,
        home: &Home,
        (target, project): (&Target, Project),
        (task, roots): (CopyTask, Option<&[PathBuf]>),
        progress: &Progress,
    ) -> Vec<Kept> {
        let is_meant = |root: &PathBuf| roots.is_none_or(|roots| roots.contains(root));
        let withheld = project.withheld.filter(|withheld| !withheld.is_refused).into_iter();
        let left_out = withheld.flat_map(|withheld| withheld.copies).filter(is_meant).map(|root| {
            let why = "landwright.toml is not trusted with it".to_owned();
            Kept { root, outcome: Outcome::Failed { why }, basis: None }
        });
        let meant = project.copies.iter().map(|copy| copy.path.clone()).filter(is_meant);
        let kept = meant.filter_map(|root| {
            let basis = match task {
                CopyTask::Compare | CopyTask::Chosen(CopyChoice::All) => InStepUpTo::Unknown,
                _ => self.basis_of(&root),
            };
            let outcome = match find(&root, &self.zone, home) {
                Ok(folder) if home.is_at(&folder) => return None,
                Err(why) => Outcome::Failed { why },
                Ok(_) if progress.is_cancelled() => Outcome::GivenUp,
                Ok(folder) => self.follow(&basis, &folder, task, target),
            };
            let basis = Some(basis).filter(|_| task == CopyTask::Follow);
            Some(Kept { root, outcome, basis })
        });
        kept.chain(left_out).collect()
    }

    fn basis_of(&self, root: &Path) -> InStepUpTo {
        let Copies { behind, have } = &self.copies;
        let known = match behind.get(root) {
            Some(InStepUpTo::State(zone)) => Some(&**zone),
            Some(InStepUpTo::Unknown) => None,
            None => Some(have.as_deref().unwrap_or(&self.saved)),
        };
        match known.filter(|known| known.is_shaped_as(&self.zone)) {
            Some(zone) => InStepUpTo::State(Box::new(zone.clone())),
            // Where blocks came or went, no edits lead from the one to the other.
            None => InStepUpTo::Unknown,
        }
    }

    fn follow(
        &self,
        basis: &InStepUpTo,
        folder: &Path,
        task: CopyTask,
        target: &Target,
    ) -> Outcome {
        let (project, _) = project::load(folder);
        let since = match basis {
            InStepUpTo::State(zone) => EditsSince::State(zone),
            InStepUpTo::Unknown => EditsSince::Ever,
        };
        let differing = match task {
            CopyTask::Chosen(CopyChoice::Mine | CopyChoice::All) => Differing::Overwrite,
            _ => Differing::Leave,
        };
        let followed = copies::follow(folder, &project, since, &self.zone, differing);
        let Followed { files, mut notes, problems, differences } = match followed {
            Ok(followed) => followed,
            Err(why) => return Outcome::Failed { why },
        };
        if !differences.is_empty() && matches!(task, CopyTask::Follow | CopyTask::Compare) {
            return Outcome::Differs { differences, n_others: files.len() };
        }
        notes.extend(problems.iter().map(|one| format!("{}: {}", one.place.file, one.message)));
        match target.write(&Plan::of(files)) {
            Ok(came) => {
                notes.extend(came.notes);
                Outcome::Written { files: came.written, notes, left: differences }
            }
            Err(error) => Outcome::Failed { why: error.to_string() },
        }
    }
}

/// The folder or ZON of a copy.
fn find(root: &Path, zone: &Zone, home: &Home) -> Result<PathBuf, String> {
    let zon = zone.path_of(None).and_then(|zon| VfsPath::new(zon).ok());
    let by_zon = zon.and_then(|zon| copies::find(root, &zon).ok());
    by_zon.map_or_else(|| copies::find(root, home.own()), Ok)
}

impl Model {
    /// Says where the copies are not as the zone was saved.
    pub(super) fn compare_copies(&mut self, id: DocumentId) {
        let Some(document) = self.zone(id) else { return };
        let path = document.file.as_ref().map(|file| file.path.clone());
        let project = match path.map(|path| project::to_save(&path)).transpose() {
            Ok(project) => project,
            Err(why) => return self.log.warn(why),
        };
        if project.is_none_or(|project| project.copies.is_empty()) {
            self.log.warn("there are no copies; list them in landwright.toml as copies = [\"…\"]");
            return;
        }
        self.start_with_copies(id, CopyTask::Compare, None);
    }

    /// What somebody else did to a zone goes to no copy by itself.
    pub(crate) fn say_copies_stay(&mut self, id: DocumentId) {
        let Some(zone) = self.zone(id) else { return };
        let copies = zone.file.as_ref().map(|file| project::load(&file.path).0.copies);
        if copies.is_none_or(|copies| copies.is_empty()) {
            return;
        }
        let said = "its copies were not updated; “Compare copies” shows the differences";
        let said = format!("{}: {said}", zone.title);
        self.log.note_aside(said);
    }

    /// Does with copies what the person chose.
    pub(crate) fn settle_copies(
        &mut self,
        id: DocumentId,
        roots: Vec<PathBuf>,
        choice: CopyChoice,
    ) {
        if choice != CopyChoice::Leave {
            self.start_with_copies(id, CopyTask::Chosen(choice), Some(roots));
            return;
        }
        let Some(document) = self.zone_mut(id) else { return };
        document.copies.behind.retain(|root, _| !roots.contains(root));
        for root in roots {
            self.log.note(format!("the copy in {} is left as it is", root.display()));
        }
    }

    fn start_with_copies(&mut self, id: DocumentId, task: CopyTask, roots: Option<Vec<PathBuf>>) {
        let Some(document) = self.zone(id) else { return };
        let name = document.title.clone();
        if document.common.is_saving {
            self.log.warn(format!("{name} is being saved; compare its copies after that"));
            return;
        }
        let path = document.file.as_ref().map(|file| file.path.clone());
        let mut work = document.work();
        let (Some(home), Some(path)) = (work.home.clone(), path) else {
            self.log.warn(format!("save {name} first: copies follow the saved file"));
            return;
        };
        work.zone = work.saved.clone();
        let target = self.target_beside(path);
        if let Some(document) = self.zone_mut(id) {
            document.common.begin_saving();
        }
        let title = match task {
            CopyTask::Compare => format!("Comparing copies of {name}"),
            _ => format!("Writing copies of {name}"),
        };
        let job = self.jobs.start_for((id, For::Copies), title, move |progress| {
            let asked = (task, roots.as_deref());
            let kept = match project::to_save(&target.path) {
                Ok(project) => work.keep_in_step(&home, (&target, project), asked, progress),
                Err(why) => {
                    let (root, outcome) = (target.path.clone(), Outcome::Failed { why });
                    vec![Kept { root, outcome, basis: None }]
                }
            };
            Done::from(ZoneDone::CopiesKept(id, task, kept))
        });
        if let Some(document) = self.zone_mut(id) {
            document.common.save_job = Some(job);
        }
    }

    pub(super) fn take_kept(&mut self, id: DocumentId, task: CopyTask, kept: Vec<Kept>) {
        let Some(document) = self.zone_mut(id) else { return };
        let is_to_look = document.common.end_saving();
        self.tell_kept(id, task, kept);
        self.after_save(id);
        if is_to_look {
            self.look_again_at(id);
        }
    }

    /// Says which copies were written, and asks what is to become of those that were not.
    pub(crate) fn tell_kept(&mut self, id: DocumentId, task: CopyTask, kept: Vec<Kept>) {
        let mut copies = Vec::new();
        for Kept { root, outcome, basis } in kept {
            let is_known = task == CopyTask::Follow && basis != Some(InStepUpTo::Unknown);
            let shown = root.display().to_string();
            if let Some(document) = self.zone_mut(id) {
                match (&outcome, basis) {
                    (Outcome::Written { .. }, _) => {
                        document.copies.behind.remove(&root);
                    }
                    (_, Some(basis)) => {
                        document.copies.behind.insert(root.clone(), basis);
                    }
                    (_, None) => {}
                }
            }
            match outcome {
                Outcome::Written { files, notes, left } => {
                    let is_some_left = !left.is_empty();
                    let left = self.differences_in_words(id, &left);
                    for left in left {
                        self.log.warn(format!("{shown}: {left}; left as it is"));
                    }
                    self.tell_written(&shown, (files, is_some_left), notes);
                }
                Outcome::Differs { differences, n_others } => {
                    let why = self.differences_in_words(id, &differences);
                    let state = if is_known { CopyState::Differs } else { CopyState::Compared };
                    copies.push(CopyLeft { root, why, n_others, state });
                }
                Outcome::GivenUp => {
                    let done = if task == CopyTask::Compare { "compared" } else { "written" };
                    let said = format!("the copy in {shown} was not {done}: you cancelled it");
                    self.log.note(said);
                }
                Outcome::Failed { why } => {
                    let (why, state) = (vec![why], CopyState::OutOfReach);
                    copies.push(CopyLeft { root, why, n_others: 0, state });
                }
            }
        }
        let said = if task == CopyTask::Compare { "differs" } else { "was left as it is" };
        for CopyLeft { root, why, .. } in &copies {
            let root = root.display();
            match &why[..] {
                [why] => self.log.warn(format!("the copy in {root} {said}: {why}")),
                many => {
                    let aside = many.iter().map(|why| format!("the copy in {root} {said}: {why}"));
                    aside.for_each(|line| self.log.warn_aside(line));
                    self.log.warn(format!(
                        "the copy in {root} {said}; the Log lists the \
                        differences"
                    ));
                }
            }
        }
        if !copies.is_empty() {
            let name = self.zone(id).map(|zone| zone.title.clone()).unwrap_or_default();
            let occasion =
                if task == CopyTask::Compare { Occasion::Compared } else { Occasion::Saved };
            let form = CopiesForm { document: id, name, copies, occasion };
            self.dialogs.push_back(ZoneDialog::CopiesLeft(form).into());
        }
    }

    fn tell_written(
        &mut self,
        shown: &str,
        (files, is_some_left): (Vec<PathBuf>, bool),
        notes: Vec<String>,
    ) {
        notes.into_iter().for_each(|note| self.log.note(format!("{shown}: {note}")));
        if files.is_empty() && !is_some_left {
            self.log.note(format!("the copy in {shown} needed no change"));
        }
        for file in files {
            self.log.note(format!("{} is written to keep the copy up to date", file.display()));
        }
    }

    fn differences_in_words(&self, id: DocumentId, differences: &[Difference]) -> Vec<String> {
        let zone = self.zone(id);
        in_words(differences, |difference| match zone {
            Some(zone) => difference.in_words(|thing| zone.words().thing(thing)),
            None => difference.to_string(),
        })
    }
}
