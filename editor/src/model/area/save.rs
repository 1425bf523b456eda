//! Saving areas: packed and written beside the window, with progress, and cancelled where asked.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use landwright_core::format::file::{self, Content, File as Written};
use landwright_core::format::packed::{Effort, Packed};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{Fingerprint, disk};
use landwright_core::world::area::Area;
use landwright_core::world::area::routes::RouteTest;

use super::open::routes_path;
use crate::job::Progress;
use crate::model::save::{self, SaveError, Target, WrittenContent};

/// An area as it is written, and its route tests beside it.
pub(super) struct Work {
    /// The file that it comes from.
    pub(super) of: Option<PathBuf>,
    pub(super) area: Area,
    pub(super) packed: Option<Packed>,
    pub(super) routes: Vec<RouteTest>,
    /// The tests in the file beside the one that it comes from.
    pub(super) routes_before: Option<Fingerprint>,
}

impl Work {
    pub(super) fn write(
        self,
        target: &Target,
        progress: &Progress,
    ) -> Result<save::Written, SaveError> {
        let bytes = self.bytes(progress)?;
        let beside = routes_path(&target.path);
        let routes_before = match self.of.as_ref() == Some(&target.path) {
            true => self.routes_before,
            false => disk::fingerprint(&beside).ok(),
        };
        let write = |file: &Path, bytes, before| Write {
            file: file.to_path_buf(),
            bytes,
            before,
            folders_below: None,
        };
        let mut writes = vec![write(&target.path, &bytes, target.before)];
        let json = serde_json::to_vec_pretty(&self.routes);
        let json = json.map_err(|error| SaveError::Content(error.to_string()))?;
        if routes_before.is_some() || !self.routes.is_empty() {
            let before = routes_before.map_or(Before::Absent, Before::Was);
            writes.push(write(&beside, &json, before));
        }
        let written = target.write(&writes)?;
        let fingerprint = written.first().copied();
        let fingerprint =
            fingerprint.ok_or(SaveError::Content("nothing was written".to_owned()))?;
        let routes_fingerprint = written.get(1).copied();
        let content = WrittenContent::Area { routes: self.routes, routes_fingerprint };
        Ok(save::Written { fingerprint, content })
    }

    fn bytes(&self, progress: &Progress) -> Result<Vec<u8>, SaveError> {
        let apd = self.area.to_apd().map_err(|error| SaveError::Content(error.to_string()))?;
        let file = Written { content: Content::Apd(apd), packed: self.packed.clone() };
        let bytes = file::write(&file, Effort::BySize, &mut |n_done, n_all| {
            progress.report(n_done as u64, n_all as u64);
            match progress.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        bytes.map_err(|error| SaveError::Content(error.to_string()))
    }
}
