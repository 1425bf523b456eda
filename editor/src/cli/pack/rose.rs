//! A folder as an archive of ROSE.

use std::ops::ControlFlow;
use std::path::Path;

use landwright_core::format::text::CodePage;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::error::{FileError, Trouble};
use landwright_core::vfs::rose_archive::{self, PackError, Packed};

use crate::cli::half::mend_at;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, n_bytes, shown};
use crate::cli::progress::Progress;

/// Packs a folder. Nothing that exists is replaced.
pub(super) fn pack(
    folder: &Path,
    file: &Path,
    code_page: CodePage,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    mend_at(file);
    let mut progress: Option<Progress> = None;
    let packed = rose_archive::pack(folder, file, code_page, &mut |n_done, n_files| {
        progress.get_or_insert_with(|| Progress::of_files(n_files)).at(n_done as u64, "");
        ControlFlow::Continue(())
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let Packed { n_files, n_bytes: size, written, left } = packed.map_err(|error| match error {
        PackError::File(FileError { path, trouble: Trouble::Exists }) => {
            let help = "an archive of ROSE replaces none; choose another name";
            Failure::WrongUse(format!("{} exists already, and {help}", shown(&path)))
        }
        PackError::File(error) => {
            Failure::File(format!("error: {}: {}", shown(&error.path), error.trouble))
        }
        PackError::Names(error) => Failure::File(format!("error: {error}")),
        error => Failure::WrongUse(error.to_string()),
    })?;
    for left in left {
        let help = "can't be removed now; the next command in its folder tries again";
        complain(&format!("note: {} {help}", shown(&left)));
    }
    let written: Vec<String> = written.iter().map(|path| shown(path)).collect();
    let size = n_bytes(usize::try_from(size).unwrap_or(usize::MAX));
    let n_files = counted(n_files, "file", "files");
    output.line(&format!("{}: {n_files}, {size}", written.join(", ")))?;
    Ok(Outcome::Fine)
}
