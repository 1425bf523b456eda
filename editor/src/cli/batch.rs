//! A command on every file of a folder: on all cores, told in the order of the files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use landwright_core::format::text::CodePage;
use landwright_core::kinds::{self, Source};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::FileError;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::three_way::Thing;

use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, overheard, shown};
use super::pool;
use super::progress::Progress;
use super::saving::{Made, made, planned};

/// Everything that is done to the files.
pub(super) struct Batch<'b> {
    /// Everything below it.
    pub(super) folder: &'b Path,
    /// Where files of the same names come to be.
    pub(super) output: &'b Path,
    /// Whether nothing is written, and what would be is listed.
    pub(super) is_dry: bool,
    pub(super) counts: Counts,
}

/// What a summary counts of the files that were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counts {
    /// Those that are different from the files that they are made of, and in how many fields.
    Changes,
    /// Those that the disk did not have so.
    Files,
}

/// How many files changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Tally {
    n_files: usize,
    n_things: usize,
    n_fields: usize,
}

/// A file of the folder, and where its own output is.
pub(super) struct Item {
    pub(super) file: PathBuf,
    /// From the folder.
    pub(super) name: PathBuf,
    pub(super) output: PathBuf,
}

impl Batch<'_> {
    /// The files that are meant.
    pub(super) fn items(&self, is_meant: impl Fn(&Path) -> bool) -> Result<Vec<Item>, Failure> {
        let mut found = load::files_of(&[self.folder.to_owned()])?;
        found.tell_mended();
        if let Some(error) = found.errors.first() {
            return Err(Failure::File(format!("error: {error}")));
        }
        let absolute = |path: &Path| disk::absolute(path).ok();
        // What an earlier run wrote into a folder inside is not done once more.
        let made =
            absolute(self.output).filter(|made| Some(made) != absolute(self.folder).as_ref());
        let is_made = |path: &Path| {
            made.as_ref().is_some_and(|made| absolute(path).is_some_and(|it| it.starts_with(made)))
        };
        let is_own = |path: &Path| path.iter().any(|part| part == ".landwright" || part == ".git");
        let items = found.files.into_iter().filter_map(|file| {
            let name = file.strip_prefix(self.folder).ok()?.to_owned();
            let output = self.output.join(&name);
            Some(Item { file, name, output })
        });
        let items = items.filter(|item| !is_own(&item.name) && !is_made(&item.file));
        Ok(items.filter(|item| is_meant(&item.file)).collect())
    }

    /// The output, in a folder that is there, and the folders in it.
    fn make_folders(&self, items: &[Item]) -> Result<(), FileError> {
        if !disk::is_folder(self.output) {
            disk::make_folder(self.output)?;
        }
        let folders: BTreeSet<&Path> =
            items.iter().filter_map(|item| item.output.parent()).collect();
        folders.into_iter().try_for_each(disk::make_folders)
    }

    /// Does something to each of them. One that fails leaves the others alone.
    pub(super) fn run(
        &self,
        items: &[Item],
        work: impl Fn(&Item, &mut Output) -> Result<Outcome, Failure> + Sync,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if !self.is_dry && !items.is_empty() {
            self.make_folders(items).map_err(|error| Failure::File(format!("error: {error}")))?;
        }
        let progress = Progress::of_files(items.len());
        let one = |item: &Item| {
            let mut files = Vec::new();
            // It may be the one that is replaced.
            let before = Sources::of(self.counts, item);
            let ((outcome, heard), made) = made(|| {
                overheard(|output| {
                    let came = match self.is_dry {
                        false => work(item, output),
                        true => {
                            // What the command would print says that something was written.
                            let (came, planned) = planned(|| work(item, &mut Output::of_memory()));
                            files = planned;
                            came
                        }
                    };
                    came.unwrap_or_else(|failure| failure.tell())
                })
            });
            // What failed left every file as it was.
            let tally = match outcome {
                Outcome::Fine => before.compared(&made),
                _ => Tally::default(),
            };
            (outcome, heard, files, tally)
        };
        let (mut n_done, mut n_refused) = (0, 0);
        let mut all = Tally::default();
        let mut worst = Outcome::Fine;
        pool::each(items, one, |(outcome, heard, files, tally)| {
            n_done += 1;
            progress.at(n_done, "");
            n_refused += usize::from(outcome != Outcome::Fine);
            all.add(tally);
            worst = worst.max(outcome);
            output.repeat(&heard)?;
            for file in files {
                progress.line(output, &format!("would write {file}"))?;
            }
            Ok::<(), Failure>(())
        })?;
        progress.finish();
        output.flush()?;
        let n_files = counted(items.len(), "file", "files");
        let folder = shown(self.folder);
        let changed = all.in_words(self.counts, self.is_dry);
        complain(&format!("{folder}: {n_files}, {changed}, {n_refused} refused"));
        Ok(worst)
    }
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.n_files += other.n_files;
        self.n_things += other.n_things;
        self.n_fields += other.n_fields;
    }

    fn in_words(self, counts: Counts, is_dry: bool) -> String {
        let Tally { n_files, n_things, n_fields } = self;
        match (counts, is_dry) {
            (Counts::Files, false) => format!("{n_files} written"),
            (Counts::Files, true) => format!("{n_files} would be written"),
            (Counts::Changes, _) => {
                let done = if is_dry { "would change" } else { "changed" };
                let fields = counted(n_fields, "field", "fields");
                let things = counted(n_things, "place", "places");
                match n_fields {
                    0 => format!("{n_files} {done}"),
                    _ => format!("{n_files} {done} ({fields} in {things})"),
                }
            }
        }
    }
}

/// The file that another is made of, where both are compared.
struct Sources<'i> {
    counts: Counts,
    item: &'i Item,
    before: Option<Vec<u8>>,
}

impl<'i> Sources<'i> {
    fn of(counts: Counts, item: &'i Item) -> Sources<'i> {
        let read = || disk::read_file(&item.file, READ_LIMIT).ok().map(|loaded| loaded.bytes);
        let before = if counts == Counts::Changes { read() } else { None };
        Sources { counts, item, before }
    }

    /// How much of what was made is different.
    fn compared(&self, made: &[Made]) -> Tally {
        if self.counts == Counts::Files {
            let n_files = usize::from(made.iter().any(|made| made.is_new));
            return Tally { n_files, ..Tally::default() };
        }
        let mut tally = Tally::default();
        for Made { path, bytes, is_new } in made {
            match self.before.as_ref().filter(|_| *path == self.item.output) {
                Some(old) if old == bytes || !is_new => {}
                Some(old) => tally.add(changes(&self.item.file, old, bytes)),
                // A file that is written along with it, such as the geometry of an area.
                None => tally.n_files += usize::from(*is_new),
            }
        }
        tally
    }
}

/// How much is different between two versions of a file.
fn changes(file: &Path, old: &[u8], new: &[u8]) -> Tally {
    let name = load::name_of(file);
    let code_page = CodePage::default();
    let source = |bytes| Source { name: &name, bytes, code_page, entry: None };
    let mut tally = Tally { n_files: 1, ..Tally::default() };
    let mut last: Option<Thing> = None;
    // What can't be compared is a file that changed.
    let _ = kinds::compare(&source(old), &source(new), &mut |change| {
        tally.n_fields += 1;
        // The fields of a thing come one after the other.
        if last.as_ref() != Some(&change.thing) {
            tally.n_things += 1;
            last = Some(change.thing);
        }
    });
    tally
}
