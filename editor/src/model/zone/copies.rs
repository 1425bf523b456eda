//! The copies of an open zone that its project keeps in step: written where what was edited is the
//! same there, and left alone where it is not.

use std::path::{Path, PathBuf};

use landwright_core::vfs::VfsPath;
use landwright_core::vfs::save::Write;
use landwright_core::world::zone::Zone;

use super::open::Home;
use super::save::Work;
use crate::job::Progress;
use crate::model::save::Target;
use crate::model::{Model, dialog::Dialog, project};
use crate::zones::copies::{self, Followed, Stays, in_words};

/// A copy after a save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// As the project names it.
    pub root: PathBuf,
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It followed; no files where they were so already.
    Written { files: Vec<PathBuf>, notes: Vec<String> },
    /// Nothing was written to it, and why.
    Left { why: Vec<String> },
}

impl Work {
    /// Lets the copies follow what was done since the zone was written last.
    pub(super) fn keep_in_step(
        &self,
        home: &Home,
        target: &Target,
        progress: &Progress,
    ) -> Vec<Kept> {
        let (project, _) = project::load(&target.path);
        let kept = project.copies.iter().filter_map(|copy| {
            let root = copy.path.clone();
            let folder = match find(&root, &self.zone, home) {
                Ok(folder) if home.is_at(&folder) => return None,
                Ok(folder) => folder,
                Err(why) => return Some(Kept { root, outcome: left(why) }),
            };
            let saved = self.saved.as_ref().filter(|saved| saved.is_cut_as(&self.zone));
            let outcome = match (saved, progress.is_cancelled()) {
                (Some(saved), false) => self.follow(saved, &folder, target),
                (_, true) => left("cancelled".to_owned()),
                // What was merged with, or kept over, another state on disk is no list of edits.
                (None, false) => {
                    left("what was on disk had changed since it was opened".to_owned())
                }
            };
            Some(Kept { root, outcome })
        });
        kept.collect()
    }

    fn follow(&self, saved: &Zone, folder: &Path, target: &Target) -> Outcome {
        let (project, _) = project::load(folder);
        let followed = copies::follow(folder, &project, saved, &self.zone);
        let Followed { files, mut notes, problems } = match followed {
            Ok(followed) => followed,
            Err(Stays::Unread(why)) => return left(why),
            Err(Stays::Differs(differences)) => {
                return Outcome::Left { why: in_words(&differences) };
            }
        };
        notes.extend(problems.iter().map(|one| format!("{}: {}", one.place.file, one.message)));
        let writes: Vec<Write<'_>> = files
            .iter()
            .map(|made| Write {
                file: made.path.clone(),
                bytes: &made.bytes,
                before: made.before,
                folders_below: None,
            })
            .collect();
        if let Err(error) = target.write(&writes) {
            return left(error.to_string());
        }
        Outcome::Written { files: files.into_iter().map(|made| made.path).collect(), notes }
    }
}

fn left(why: String) -> Outcome {
    Outcome::Left { why: vec![why] }
}

/// The folder or ZON of a copy.
fn find(root: &Path, zone: &Zone, home: &Home) -> Result<PathBuf, String> {
    let zon = zone.path_of(None).and_then(|zon| VfsPath::new(zon).ok());
    let by_zon = zon.and_then(|zon| copies::find(root, &zon).ok());
    by_zon.map_or_else(|| copies::find(root, home.own()), Ok)
}

impl Model {
    /// Says which copies were written, and asks for attention where one was not.
    pub(in crate::model) fn tell_kept(&mut self, name: &str, kept: Vec<Kept>) {
        let mut copies = Vec::new();
        for Kept { root, outcome } in kept {
            let shown = root.display();
            match outcome {
                Outcome::Written { files, notes } => {
                    notes.into_iter().for_each(|note| self.log.note(format!("{shown}: {note}")));
                    if files.is_empty() {
                        self.log.note(format!("the copy in {shown} needed no change"));
                    }
                    for file in files {
                        let file = file.display();
                        self.log.note(format!("{file} is written, to keep the copy in step"));
                    }
                }
                Outcome::Left { why } => {
                    for why in &why {
                        self.log.warn(format!("the copy in {shown} was left as it is: {why}"));
                    }
                    copies.push((root, why));
                }
            }
        }
        if !copies.is_empty() {
            self.dialogs.push_back(Dialog::CopiesLeft { name: name.to_owned(), copies });
        }
    }
}
