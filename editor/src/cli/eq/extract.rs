//! `landwright extract`: files out of an archive.

use std::path::PathBuf;

use clap::Args;
use landwright_core::format::eq::pfs::{Member, Pfs};
use landwright_core::format::text::{CodePage, Text};
use landwright_core::problem::counted::counted;
use landwright_core::problem::nearest::nearest;
use landwright_core::vfs::saver::Wanted;
use landwright_core::vfs::{VfsPath, disk};

use super::{archive, wrong};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::target::Target;

/// Take files out of an archive of EverQuest (s3d, eqg)
#[derive(Debug, Args)]
pub(in crate::cli) struct Extract {
    /// The archive, which is not changed
    archive: PathBuf,
    /// The files, whatever the case of their names; all of them where none is named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// The folder to write into, which may be new
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace files that are there; a backup of each is kept in .landwright/backups
    #[arg(long)]
    force: bool,
}

impl Extract {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let archive = archive(&self.archive)?;
        let members = self.chosen(&archive)?;
        let target = Target::new(self.output.clone(), self.force);
        let folder = disk::absolute(&self.output).map_err(|error| {
            Failure::WrongUse(format!("{}: {}", shown(&self.output), error.trouble))
        })?;
        let above = folder.parent().unwrap_or(&folder).to_owned();
        let (mut wanted, mut outcome) = (Vec::new(), Outcome::Fine);
        for member in members {
            let name = member.shown(&archive);
            let path = match path_of(&name) {
                Ok(path) => folder.join(path.as_str()),
                Err(why) => {
                    complain(&format!(
                        "error: {}: {}: {why}",
                        shown(&self.archive),
                        name.escape_debug()
                    ));
                    outcome = Outcome::Found;
                    continue;
                }
            };
            let bytes =
                archive.content(member.entry).map_err(|error| wrong(&self.archive, &error))?;
            let before = target.before_at(&path)?;
            let file = Wanted::new(wanted.len(), path, bytes, before);
            wanted.push(Wanted { folders_below: Some(above.clone()), ..file });
        }
        let files = counted(wanted.len(), "file", "files");
        target.save_all(wanted)?;
        output.line(&format!("{}: {files}", shown(&self.output)))?;
        Ok(outcome)
    }

    fn chosen(&self, archive: &Pfs) -> Result<Vec<Member>, Failure> {
        let members = archive.members();
        if self.names.is_empty() {
            return Ok(members);
        }
        let is_called =
            |member: &&Member, name: &str| member.shown(archive).eq_ignore_ascii_case(name);
        let mut chosen: Vec<Member> = Vec::new();
        for name in &self.names {
            let Some(member) = members.iter().find(|member| is_called(member, name)) else {
                let known: Vec<String> =
                    members.iter().map(|member| member.shown(archive)).collect();
                let near = nearest(name, known.iter().map(String::as_str));
                let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                let archive = shown(&self.archive);
                return Err(Failure::WrongUse(format!("{archive} has no file {name}{near}")));
            };
            if !chosen.contains(member) {
                chosen.push(member.clone());
            }
        }
        Ok(chosen)
    }
}

/// A name that leads nowhere but below the folder.
fn path_of(name: &str) -> Result<VfsPath, String> {
    let path = VfsPath::from_text(&Text::from(name), CodePage::Utf8);
    let path = path.map_err(|why| why.to_string())?;
    if path.is_root() { Err("is not a file name".to_owned()) } else { Ok(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_out_of_the_folder_is_refused() {
        assert!(path_of("a.bmp").is_ok() && path_of("sub/a.bmp").is_ok());
        for name in ["../a", "C:a", ""] {
            assert!(path_of(name).is_err(), "{name}");
        }
    }
}
