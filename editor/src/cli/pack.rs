//! `landwright pack`: a folder as an archive of a client.

mod grf;
mod rose;

use std::path::PathBuf;

use clap::Args;

use super::ShownCodePage;
use super::outcome::{Failure, Outcome};
use super::output::{Output, shown};
use super::settings::{Settings, code_page};
use super::target::Target;

/// Pack a folder into an archive of a client
///
/// The ending of the archive's name chooses the game. NAME.grf is a patch archive of version 0x200
/// for Ragnarok. NAME.idx is for ROSE, with NAME.VFS beside it. NAME.pkg follows the documented
/// format of ROSE; no real file of it is known. Hidden files are left out. An existing ROSE archive
/// is never replaced.
#[derive(Debug, Args)]
pub(super) struct Pack {
    /// The folder that the client's paths start in; for Ragnarok, `data` or a folder that has it
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    target: Target,
    /// The code page of names [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

impl Pack {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let file = self.target.path();
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        match &*ending {
            "grf" => grf::pack(&self.folder, &self.target, self.code_page, output),
            "idx" | "pkg" => {
                let code_page = code_page(self.code_page, &*Settings::of_one(&self.folder)?);
                rose::pack(&self.folder, file, code_page, output)
            }
            _ => {
                let help = "expected a name that ends in .grf, .idx or .pkg";
                Err(Failure::WrongUse(format!("{}: {help}", shown(file))))
            }
        }
    }
}
