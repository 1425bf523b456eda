//! `landwright ls`: the files in an archive.

use clap::Args;
use serde::Serialize;

use super::{Member, Named};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::Output;
use crate::json;

/// List the files in an archive (s3d, eqg, grf, data.idx, pkg)
///
/// Offsets count from the start of the file that holds the bytes; for data.idx that is a VFS file
/// beside it. Flags are those of the archive; for data.idx, 1 is deleted, 2 compressed and 4
/// encrypted.
#[derive(Debug, Args)]
pub(in crate::cli) struct Ls {
    #[command(flatten)]
    named: Named,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listing<'a> {
    version: u32,
    files: Vec<Listed<'a>>,
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    /// With the headers of its blocks; `None` where they are broken.
    packed: Option<u64>,
    size: u64,
    offset: u64,
    flags: u32,
}

impl Ls {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let archive = self.named.open()?;
        if self.json {
            let files = archive.members.iter().map(listed).collect();
            json::write_spread(&Listing { version: 1, files }, output.writer())?;
            return Ok(Outcome::Fine);
        }
        output.line("name\tpacked\tsize\toffset\tflags")?;
        for Member { name, packed, size, offset, flags, .. } in &archive.members {
            let packed = packed.map_or_else(|| "broken".to_owned(), |packed| packed.to_string());
            // A `\` between folders stays one, so that the name can be used as it is.
            let name: String = name.chars().flat_map(escaped).collect();
            output.line(&format!("{name}\t{packed}\t{size}\t{offset}\t{flags}"))?;
        }
        Ok(Outcome::Fine)
    }
}

fn listed(member: &Member) -> Listed<'_> {
    let Member { name, packed, size, offset, flags, .. } = member;
    Listed { name, packed: *packed, size: *size, offset: *offset, flags: *flags }
}

/// A letter, or what is shown of one that would break the line.
fn escaped(letter: char) -> Box<dyn Iterator<Item = char>> {
    match letter.is_control() {
        true => Box::new(letter.escape_default()),
        false => Box::new(std::iter::once(letter)),
    }
}
