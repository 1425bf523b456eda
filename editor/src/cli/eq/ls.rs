//! `landwright ls`: the files in an archive.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::archive;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;
use crate::json;

/// List the files in an archive of EverQuest (s3d, eqg)
#[derive(Debug, Args)]
pub(in crate::cli) struct Ls {
    /// The archive
    archive: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing {
    version: u32,
    files: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    /// With the headers of its blocks; `None` where they are broken.
    packed: Option<usize>,
    size: u32,
    offset: u32,
    /// No file of such an archive has any.
    flags: u32,
}

impl Ls {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let archive = archive(&self.archive)?;
        let files = archive.members().into_iter().map(|member| Listed {
            name: member.shown(&archive),
            packed: member.packed,
            size: member.size,
            offset: member.offset,
            flags: 0,
        });
        let listing = Listing { version: 1, files: files.collect() };
        if self.json {
            json::write_spread(&listing, output.writer())?;
            return Ok(Outcome::Fine);
        }
        output.line("name\tpacked\tsize\toffset")?;
        for file in listing.files {
            let packed =
                file.packed.map_or_else(|| "broken".to_owned(), |packed| packed.to_string());
            output.line(&format!(
                "{}\t{packed}\t{}\t{}",
                file.name.escape_debug(),
                file.size,
                file.offset
            ))?;
        }
        Ok(Outcome::Fine)
    }
}
