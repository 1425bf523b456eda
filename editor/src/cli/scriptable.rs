//! What a script is done to, whatever its kind.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::apart::Apart;
use super::outcome::Failure;
use super::script::{Script, Source};
use super::target::{Place, Target};

/// The document that a script is done to, and where it goes.
pub(super) struct Wanted<'w> {
    pub(super) file: &'w Path,
    pub(super) target: &'w Target,
    /// The folder with the geometry of an area's zones, where one is named.
    pub(super) zones: Option<&'w Path>,
    /// Copies that get the same edits.
    pub(super) also: &'w [PathBuf],
    pub(super) apart: Apart,
}

/// What a script is done to. The flow is the same for every kind: the place, the script, the document,
/// the actions, and the save.
pub(super) trait Scriptable: Sized {
    type Action: DeserializeOwned;

    /// Where it is written to, asked before any work is done.
    fn place(target: &Target, _file: &Path) -> Result<Place, Failure> {
        target.place()
    }

    fn open(wanted: &Wanted<'_>) -> Result<Self, Failure>;

    fn actions(&self, source: Source) -> Result<Script<Self::Action>, Failure> {
        source.read()
    }

    /// Does a list of actions; all of them or none. Gives how many changed something.
    fn apply(&mut self, actions: &[Self::Action], script: &Path) -> Result<usize, Failure>;

    /// Writes it with all that changed of it, and answers with what a person should hear of that.
    fn save(self, wanted: &Wanted<'_>, place: Place) -> Result<String, Failure>;
}
