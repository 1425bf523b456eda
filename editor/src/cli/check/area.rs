//! Areas: checked with what is known of their geometry, and mended.

use std::path::Path;

use landwright_core::check::mend::area::OnLand;
use landwright_core::format::file::{self, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::vfs::disk::{self, Loaded};

use super::mending;
use super::{Check, Findings, save_mended};
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
        let opened = Opened::of_file(path, (file, loaded.fingerprint), self.zones.as_deref())?;
        let zones = opened.zones().filter_map(|(_, known)| disk::absolute(&known.path).ok());
        findings.zones_checked.extend(zones);
        let project = findings.settings.of(path);
        let start = OnLand { area: opened.area.clone(), geometry: &opened.geometry };
        let judge = |now: &OnLand<'_>| findings.judge(path, opened.check_of(&name, &now.area));
        let checked = mending::check((&start, &name), self.mending(), judge, |mended| {
            let bytes = opened.bytes_of(&mended.area, path, project.compression)?;
            save_mended(path, loaded, bytes, &project)
        });
        findings.take(checked)
    }
}
