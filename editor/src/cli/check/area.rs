//! Areas: checked with what is known of their geometry, and mended.

use std::path::Path;

use landwright_core::format::file::{self, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::vfs::disk::{self, Loaded};

use super::mending::{Found, Mending};
use super::{Check, Findings};
use crate::cli::area::Opened;
use crate::cli::outcome::Failure;
use crate::cli::output::shown;

impl Check {
    pub(super) fn check_area(
        &self,
        path: &Path,
        loaded: &Loaded,
        findings: &mut Findings,
    ) -> Result<(), Failure> {
        let name = shown(path);
        let file = match file::read(Kind::Apd, &loaded.bytes) {
            Ok(file) => file,
            Err(error) => {
                findings.add(path, vec![problem_of(&name, &error)]);
                return Ok(());
            }
        };
        let opened = Opened::of_file(path, file, self.zones.as_deref())?;
        findings
            .zones_checked
            .extend(opened.zone_paths().filter_map(|path| disk::absolute(path).ok()));
        let Some(bytes) = self.mending().bytes() else {
            findings.add(path, opened.check(&name));
            return Ok(());
        };
        let mended = opened.mended(&name, bytes, |problems| findings.judge(path, problems));
        if self.mending() == Mending::Yes && !mended.done.is_empty() {
            let effort = findings.settings.of(path).compression;
            let bytes = opened.bytes_of(&mended.document.area, path, effort)?;
            return self.save_mended(path, loaded, &bytes, mended, findings);
        }
        findings.found.add(Found::of(mended));
        Ok(())
    }
}
