//! What is done for maps between frames.

use std::path::Path;

use landwright_core::format::ragnarok::gat;

use crate::kind::document::journaling::BaseKeeper;
use crate::kind::document::left;
use crate::kind::document::open::Open;
use crate::model::Model;
use crate::model::tick::Done;

impl Model {
    /// Keeps what new journals build on, beside the window.
    pub(super) fn keep_bases_of_maps(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_map_mut) {
            // The file is still there, and a hand at work comes first.
            if document.editing.is_in_gesture() {
                continue;
            }
            let Some(map) = document.base_to_keep.take() else { continue };
            let Some(journal) = document.editing.journal() else { continue };
            let (id, path) = (document.id, journal.path().to_path_buf());
            let keep =
                move |path: &Path| left::keep_base_for_good(path, &gat::write(&map.to_gat()));
            let keeper = BaseKeeper::new(keep);
            self.jobs.start(format!("Saving a recovery copy of {}", document.title), move |_| {
                let kept = keeper.keep(&path);
                Done::BaseKept(id, kept.map_err(|error| (error, keeper)))
            });
        }
    }

    /// The path that is shown is the one on the map as it is.
    pub(super) fn probe_again(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_map_mut) {
            let again = document.probe.as_ref().and_then(|probe| probe.asked_again(document));
            if again.is_some() {
                document.probe = again;
            }
        }
    }
}
