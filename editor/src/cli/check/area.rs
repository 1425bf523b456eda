//! Areas: checked with what is known of their geometry, and mended.

use std::path::Path;

use landwright_core::format::file::{self, Kind};
use landwright_core::format::problem::problem_of;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk::Loaded;
use landwright_core::vfs::save::{Before, Write};

use super::{Check, Findings};
use crate::cli::area::Opened;
use crate::cli::outcome::Failure;
use crate::cli::output::{complain, shown};
use crate::cli::settings::save;

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
        let mut opened = Opened::of_file(path, file, self.zones.as_deref())?;
        let problems = findings.judge(path, opened.check(&name));
        if !self.fix || !opened.mend(&name, |problems| findings.judge(path, problems)) {
            findings.problems.extend(problems);
            return Ok(());
        }
        let settings = findings.settings.of(path);
        let bytes = opened.bytes(path, settings.compression)?;
        let before = Before::Was(loaded.fingerprint);
        let write = Write { file: path.to_owned(), bytes: &bytes, before, folders_below: None };
        if let Err(error) = save(write, &settings) {
            findings.problems.extend(problems);
            return Err(Failure::Disk(format!(
                "error: {}",
                error.said("nothing was mended in it")
            )));
        }
        let now = findings.judge(path, opened.check(&name));
        let (n_before, n_now) = (problems.len(), now.len());
        let n_before = counted(n_before, "problem", "problems");
        complain(&format!("{name}: mended, {n_before} before, {n_now} now"));
        findings.problems.extend(now);
        Ok(())
    }
}
