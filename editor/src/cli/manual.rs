//! `landwright manual`: the manual, page by page or as a book.

use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::vfs::saver::Wanted;

use crate::cli::Cli;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
use crate::cli::target::Target;
use crate::manual::{Book, FIRST};

/// Print a page of the manual, or write all of it as a book
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// The page, such as ragnarok, commands/check or gat-crack [default: the introduction]
    page: Option<String>,
    /// List all pages, one a line
    #[arg(long, conflicts_with_all = ["page", "find", "output"])]
    list: bool,
    /// List the pages that have all of these words
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["page", "output"])]
    find: Option<String>,
    /// Write the whole book into this folder, as mdBook reads it
    #[arg(short, long, value_name = "DIR", conflicts_with = "page")]
    output: Option<PathBuf>,
    /// Replace files that are there; a backup of each is kept in .landwright/backups
    #[arg(long, requires = "output")]
    force: bool,
}

impl Manual {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let book = Book::new(Some(Cli::command()));
        if let Some(folder) = &self.output {
            return self.write(&book, folder, output);
        }
        if self.list {
            for page in book.pages() {
                output.line(&page.id)?;
            }
            return Ok(Outcome::Fine);
        }
        if let Some(words) = &self.find {
            let found = book.find(words);
            for page in &found {
                output.line(&format!("{}\t{}", page.id, page.title))?;
            }
            return Ok(if found.is_empty() { Outcome::Found } else { Outcome::Fine });
        }
        let page = book.named(self.page.as_deref().unwrap_or(FIRST)).map_err(|error| {
            Failure::WrongUse(format!("{error}\n\n`landwright manual --list` lists all pages"))
        })?;
        output.text(&page.markdown)?;
        Ok(Outcome::Fine)
    }

    fn write(&self, book: &Book, folder: &Path, output: &mut Output) -> Result<Outcome, Failure> {
        let target = Target::new(folder.to_owned(), self.force);
        let absolute = disk::absolute(folder)
            .map_err(|error| Failure::WrongUse(format!("{}: {}", shown(folder), error.trouble)))?;
        let above = absolute.parent().unwrap_or(&absolute).to_owned();
        let mut wanted = Vec::new();
        for (path, bytes) in book.files() {
            let path = absolute.join(path);
            let before = target.before_at(&path)?;
            let file = Wanted::new(wanted.len(), path, bytes, before);
            wanted.push(Wanted { folders_below: Some(above.clone()), ..file });
        }
        let files = counted(wanted.len(), "file", "files");
        target.save_all(wanted)?;
        output.line(&format!("{}: {files}", shown(folder)))?;
        Ok(Outcome::Fine)
    }
}
