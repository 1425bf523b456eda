//! `landwright pack`: a folder as an archive of ROSE.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use landwright_core::problem::counted::counted;
use landwright_core::vfs::rose_archive::{PackError, Packed, pack};

use super::ShownCodePage;
use super::outcome::{Failure, Outcome};
use super::output::{Output, n_bytes, shown};
use super::progress::Progress;
use super::settings::{Settings, code_page};

/// Write the files of a folder as an archive of ROSE
///
/// NAME.idx writes NAME.VFS beside it, as clients have them. NAME.pkg follows the format as documented;
/// no real file of it is known. Hidden files are left out. Nothing that exists is replaced.
#[derive(Debug, Args)]
pub(super) struct Pack {
    /// The folder that the client's paths start in
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The archive to write: NAME.idx or NAME.pkg
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The code page of paths [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

impl Pack {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let project = Settings::of_one(&self.folder)?;
        let code_page = code_page(self.code_page, &project);
        let mut progress: Option<Progress> = None;
        let packed = pack(&self.folder, &self.output, code_page, &mut |n_done, n_files| {
            progress.get_or_insert_with(|| Progress::of_files(n_files)).at(n_done as u64, "");
            ControlFlow::Continue(())
        });
        if let Some(progress) = progress {
            progress.finish();
        }
        let Packed { n_files, n_bytes: size, written } = packed.map_err(|error| match error {
            PackError::File(error) => {
                Failure::Disk(format!("{}: {}", shown(&error.path), error.trouble))
            }
            error => Failure::WrongUse(error.to_string()),
        })?;
        let written: Vec<String> = written.iter().map(|path| shown(path)).collect();
        let size = n_bytes(usize::try_from(size).unwrap_or(usize::MAX));
        let n_files = counted(n_files, "file", "files");
        output.line(&format!("{}: {n_files}, {size}", written.join(", ")))?;
        Ok(Outcome::Fine)
    }
}
