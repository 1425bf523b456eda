//! `landwright recompress`: brotli files as small as they can be.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::{self, File};
use landwright_core::format::problem::problem_of;
use landwright_core::problem::counted::{counted, grouped};
use landwright_core::vfs::disk::{self, Loaded};
use landwright_core::vfs::save::{Backups, Before};
use landwright_core::vfs::saver::Wanted;

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, n_bytes, shown};
use super::progress::Progress;
use super::saving;
use super::settings::Settings;

/// Pack TERA's brotli files (.zgd, .apd) again, as small as they can be
///
/// The unpacked content stays the same to the byte. This takes seconds for each file. A file is
/// replaced only when it is packed and smaller. Until then it does not change, even if you press
/// Ctrl+C.
#[derive(Debug, Args)]
pub(super) struct Recompress {
    /// Files, and folders for every .zgd and .apd in them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Keep no backup of replaced files [default: a backup in .landwright/backups]
    #[arg(long)]
    no_backup: bool,
}

#[derive(Default)]
struct Totals {
    n_smaller: usize,
    n_small_already: usize,
    n_failed: usize,
    n_bytes_saved: usize,
}

impl Recompress {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let (files, mut outcome) = self.packed_files()?;
        let mut settings = Settings::new();
        let mut totals = Totals::default();
        for path in &files {
            let project = settings.of(path);
            let backups = if self.no_backup { 0.into() } else { project.backups() };
            match recompress(path, backups) {
                Ok(sizes) => totals.add(sizes, path, output)?,
                Err(failure) => {
                    totals.n_failed += 1;
                    output.flush()?;
                    outcome = outcome.max(failure.tell());
                }
            }
        }
        output.flush()?;
        outcome = outcome.max(settings.tell());
        complain(&totals.to_line());
        Ok(outcome)
    }

    /// The packed files among those that were named, and none else; and whether all was looked into.
    fn packed_files(&self) -> Result<(Vec<PathBuf>, Outcome), Failure> {
        let is_packed =
            |path: &Path| load::kind_at(path).is_ok_and(|kind| kind.is_some_and(|k| k.is_packed()));
        for path in &self.paths {
            if disk::is_file(path) && !is_packed(path) {
                let message = format!("{}: not a brotli file of TERA (.zgd, .apd)", shown(path));
                return Err(Failure::WrongUse(message));
            }
        }
        let mut found = load::files_of(&self.paths)?;
        found.tell_mended();
        found.errors.iter().for_each(|error| complain(&format!("warning: {error}")));
        let files: Vec<PathBuf> = found.files.into_iter().filter(|path| is_packed(path)).collect();
        if files.is_empty() {
            complain("nothing to do: there is no .zgd or .apd file here");
        }
        let is_all = found.errors.is_empty();
        Ok((files, if is_all { Outcome::Fine } else { Outcome::Unreadable }))
    }
}

/// Bytes before and after.
#[derive(Clone, Copy)]
struct Sizes {
    before: usize,
    after: usize,
}

/// Packs a file, and replaces it where that makes it smaller.
fn recompress(path: &Path, backups: Backups) -> Result<Sizes, Failure> {
    let name = shown(path);
    let fail = |reason: &dyn std::fmt::Display| Failure::File(format!("error: {name}: {reason}"));
    let Loaded { bytes, fingerprint } = load::load(path)?;
    let kind = load::kind_of(path, &bytes).ok_or_else(|| {
        fail(
            &"changed in the meantime; run the \
        command again",
        )
    })?;
    let file = file::read(kind, &bytes)
        .map_err(|error| Failure::File(crate::cli::output::in_words(problem_of(&name, &error))))?;
    if let Some(difference) = file.difference(&bytes) {
        return Err(fail(&format!("would not stay the same: {difference}; nothing was changed")));
    }
    let packed = pack(&file, path).ok_or_else(|| fail(&"is not packed"))?;
    let again = file::read(kind, &packed).map_err(|error| fail(&error))?;
    if again.content != file.content {
        return Err(fail(&"would not unpack to the same content; nothing was changed"));
    }
    let sizes = Sizes { before: bytes.len(), after: packed.len().min(bytes.len()) };
    if packed.len() < bytes.len() {
        let wanted = Wanted::new((), path, packed, Before::Was(fingerprint));
        let saved = saving::save(vec![wanted], backups);
        saved.map_err(|error| Failure::File(format!("error: {error}")))?;
    }
    Ok(sizes)
}

fn pack(file: &File, path: &Path) -> Option<Vec<u8>> {
    let progress = Progress::of_bytes(0);
    let name = load::name_of(path);
    let packed = file.repack(&mut |n_done, n_all| {
        progress.at_of(n_done as u64, n_all as u64, &name);
        ControlFlow::Continue(())
    });
    progress.finish();
    packed?.ok()
}

impl Totals {
    fn add(&mut self, sizes: Sizes, path: &Path, output: &mut Output) -> io::Result<()> {
        let (before, after) = (n_bytes(sizes.before), grouped(sizes.after as u64));
        let path = shown(path);
        if sizes.after < sizes.before {
            self.n_smaller += 1;
            self.n_bytes_saved += sizes.before - sizes.after;
            let percent = sizes.after * 100 / sizes.before.max(1);
            output.line(&format!("{path}: {before} before, {after} after ({percent} %)"))?;
        } else {
            self.n_small_already += 1;
            output.line(&format!("{path}: {before}, already as small as possible"))?;
        }
        output.flush()
    }

    fn to_line(&self) -> String {
        let smaller = counted(self.n_smaller, "file is smaller", "files are smaller");
        let n_bytes = n_bytes(self.n_bytes_saved);
        let Totals { n_small_already, n_failed, .. } = self;
        format!("{smaller} by {n_bytes}, {n_small_already} unchanged, {n_failed} failed")
    }
}
