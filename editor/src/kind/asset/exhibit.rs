//! What is shown of a file with models: one of them at a time, with its motions.

use std::fmt::Debug;
use std::sync::Arc;

use landwright_core::scene::MotionId;
use landwright_core::scene::mesh::Bounds;
use landwright_core::scene::set::Set;
use landwright_core::stage::files::Missing;

/// A file with models in it.
#[derive(Debug)]
pub(crate) struct Source {
    /// Of each model, and its number in the file. At least one.
    pub(super) entries: Vec<(u32, String)>,
    models: Box<dyn Models>,
}

/// The models of a file, which are made ready beside the window.
pub(crate) trait Models: Debug + Send + Sync {
    /// One by its number in the file.
    fn exhibit(&self, number: u32) -> Result<Exhibit, String>;

    /// Whether they move by motions of a list.
    fn has_motions(&self) -> bool {
        false
    }
}

/// A model that is ready to be looked at.
#[derive(Debug, Default)]
pub(crate) struct Exhibit {
    pub(crate) set: Arc<Set>,
    pub(crate) bounds: Bounds,
    /// The first is how it stands.
    pub(crate) motions: Vec<(String, MotionId)>,
    /// How long its effects are looked at, in seconds, and when the most of them is seen.
    pub(crate) effects: Option<(f64, f64)>,
    pub(crate) missing: Vec<Missing>,
    /// What its file says of it besides its shape.
    pub(crate) facts: Vec<(&'static str, String)>,
}

impl Source {
    pub(crate) fn new(
        entries: Vec<(u32, String)>,
        models: impl Models + 'static,
    ) -> Result<Source, String> {
        if entries.is_empty() {
            return Err("holds no models".to_owned());
        }
        Ok(Source { entries, models: Box::new(models) })
    }

    pub(super) fn has_motions(&self) -> bool {
        self.models.has_motions()
    }

    /// The entry of a model by its number in the file.
    pub(super) fn entry_of(&self, number: u32) -> Option<usize> {
        self.entries.iter().position(|(own, _)| *own == number)
    }

    /// Makes a model ready.
    pub(super) fn exhibit(&self, entry: usize) -> Result<Exhibit, String> {
        let (number, _) = self.entries.get(entry).ok_or("there is no such model")?;
        self.models.exhibit(*number)
    }
}
