//! What views, panels and jobs send to an asset that is edited.

use std::sync::Arc;

use landwright_core::world::Revision;
use landwright_core::world::asset::place::Place;
use serde_json::Value;

use crate::kind::asset::exhibit::{Exhibit, Source};

#[derive(Debug, Clone)]
pub(crate) enum ToAsset {
    /// A list, a thing, or the file itself.
    Select(Place),
    /// Shows or hides what is below a place.
    Toggle(Place),
    Set {
        place: Place,
        to: Value,
    },
    /// From a job: the models of a state, or why there are none.
    Made(Revision, Result<Made, String>),
}

/// The models of a file, and one of them that is ready.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) source: Arc<Source>,
    pub(crate) entry: usize,
    pub(crate) shown: Result<Arc<Exhibit>, String>,
}
