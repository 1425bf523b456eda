//! `landwright diff`: what is different between two files, folders, caches, or commits.

mod side;
mod words;
mod caches;
mod definitions;
mod picture;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::format::file::{self, Kind};
use landwright_core::kinds::{self, Source};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::{InTheWay, May, Wanted};
use landwright_core::world::three_way::Change;

use self::side::{Found, Pair, Sides};
use self::words::Words;
use super::archive::compare as archive;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::pool;
use super::progress::Progress;
use crate::cli::half::mend_at;
use crate::cli::saving;

pub(super) use self::definitions::is_def;

/// Show what is different between two files or folders, cell by cell and field by field
///
/// Maps are compared by their cells, zones and other files of things by their fields, areas by their
/// nodes and edges, tables by their cells, and definitions (.def) by their fields and offsets. A map
/// (gat) and a map in a cache are compared by walkability, and so are a folder of maps and a map
/// cache. Archives (grf, s3d, idx) are compared file by file.
///
/// Exit codes: 0 equal, 1 different, 2 something can't be read.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// A file, a folder, or a map in a cache such as map_cache.dat#prontera
    a: PathBuf,
    /// The other file or folder; not needed with --rev, which compares A with an older version of
    /// itself
    b: Option<PathBuf>,
    /// Compare with A as it was in this commit of its git repository, such as HEAD~1
    #[arg(long, value_name = "REV")]
    rev: Option<String>,
    /// The output format: `text` and `png` group cells, `json` and `tsv` have an entry for each
    /// cell and field
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Readable lines
    Text,
    /// One JSON object
    Json,
    /// A table with tabs
    Tsv,
    /// A picture of the map, with the cells that are different in red; it needs -o
    Png,
}

/// What came of comparing.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    n_different: usize,
    n_equal: usize,
    n_unread: usize,
}

impl Tally {
    fn add(&mut self, n_changes: u64) {
        if n_changes > 0 { self.n_different += 1 } else { self.n_equal += 1 }
    }

    fn outcome(self) -> Outcome {
        match self {
            Tally { n_unread: 1.., .. } => Outcome::Unreadable,
            Tally { n_different: 1.., .. } => Outcome::Found,
            _ => Outcome::Fine,
        }
    }
}

impl Diff {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let Some((path, before)) = self.target()? else {
            return self.write(output.writer());
        };
        let (bytes, outcome) = if self.format == Format::Png {
            let (png, tally) = picture::draw(&self.sides()?)?;
            (png, tally.outcome())
        } else {
            let mut bytes = Vec::new();
            let outcome = self.write(&mut bytes)?;
            (bytes, outcome)
        };
        saving::save(vec![Wanted::new((), path, bytes, before)], 0)
            .map_err(|error| Failure::File(format!("error: {error}")))?;
        Ok(outcome)
    }

    /// Where it is written to and what is there, asked before any work is done.
    fn target(&self) -> Result<Option<(&Path, Before)>, Failure> {
        let Some(path) = self.output.as_deref() else {
            return match self.format {
                Format::Png => {
                    Err(Failure::WrongUse("a picture needs a file: -o FILE.png".to_owned()))
                }
                _ => Ok(None),
            };
        };
        mend_at(path);
        let may = if self.force { May::ReplaceAny } else { May::ReplaceNothing };
        let before = may.at(path).map_err(|InTheWay(path)| {
            Failure::WrongUse(format!("{} exists already; --force replaces it", shown(&path)))
        })?;
        Ok(Some((path, before)))
    }

    fn sides(&self) -> Result<Sides, Failure> {
        Sides::of(&self.a, self.b.as_deref(), self.rev.as_deref())
    }

    fn write(&self, out: &mut dyn Write) -> Result<Outcome, Failure> {
        let sides = self.sides()?;
        if let Some(order) = caches::Order::of(&sides) {
            return caches::compare(&sides, order, self.format, out);
        }
        let pairs = sides.pairs()?;
        let mut words = Words::new(self.format, sides.is_folder);
        words.begin(out)?;
        let mut tally = Tally::default();
        match pairs.as_slice() {
            // Of two files, every difference is written as it is found.
            [pair] if !sides.is_folder => {
                let compared = compare_pair(&sides, pair, self.format, out);
                if compared.is_err() {
                    // JSON stays whole.
                    words.end(out)?;
                    out.flush()?;
                }
                tally.add(compared?);
            }
            pairs => self.compare_all(&sides, pairs, &mut words, &mut tally, out)?,
        }
        words.end(out)?;
        out.flush()?;
        Ok(tally.outcome())
    }

    fn compare_all(
        &self,
        sides: &Sides,
        pairs: &[Pair],
        words: &mut Words,
        tally: &mut Tally,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let progress = Progress::of_files(pairs.len());
        let compared = |pair: &Pair| {
            let mut told = Vec::new();
            let n_changes = compare_pair(sides, pair, self.format, &mut told);
            n_changes.map(|n_changes| (told, n_changes))
        };
        let mut n_done = 0;
        pool::each(pairs, compared, |compared| {
            n_done += 1;
            progress.at(n_done, "");
            match compared {
                Ok((told, n_changes)) => {
                    tally.add(n_changes);
                    words.add(&told, out)?;
                }
                Err(failure) => {
                    tally.n_unread += 1;
                    failure.tell();
                }
            }
            Ok::<(), Failure>(())
        })?;
        progress.finish();
        let Tally { n_different, n_equal, n_unread } = *tally;
        let n_files = counted(pairs.len(), "file", "files");
        complain(&format!(
            "{n_files}: {n_different} different, {n_equal} equal, {n_unread} unreadable"
        ));
        Ok(())
    }
}

/// Tells what is different in a pair of files, and answers with how much that is.
fn compare_pair(
    sides: &Sides,
    pair: &Pair,
    format: Format,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    if let Some(archives) = sides.archives(pair) {
        let mut told = Words::new(format, sides.is_folder).of_file(pair.name(), out);
        let compared = archive::compare(archives, pair.code_page, &mut |it| told.change(&it));
        let n_changes = told.finish()?;
        return compared.map(|()| n_changes);
    }
    let found = sides.load(pair)?;
    let mut told = Words::new(format, sides.is_folder).of_file(pair.name(), out);
    match found {
        Found::One { is_a, len } => told.change(&words::lone_file(is_a, len)),
        Found::Both { a, b } => {
            compare_bytes(pair, [&a, &b], &mut |change| told.change(&change))?;
        }
    }
    Ok(told.finish()?)
}

fn compare_bytes(
    pair: &Pair,
    [a, b]: [&[u8]; 2],
    each: &mut dyn FnMut(Change),
) -> Result<(), Failure> {
    let [entry_a, entry_b] = pair.entries.each_ref().map(Option::as_deref);
    if a == b && entry_a == entry_b {
        return Ok(());
    }
    let [name_a, name_b] = &pair.names;
    if [name_a, name_b].iter().all(|name| is_def(Path::new(name))) {
        definitions::compare(a, b, each);
        return Ok(());
    }
    if kinds::kind_of(name_a, a).is_none() && kinds::kind_of(name_b, b).is_none() {
        each(Change::of_file("bytes", a.len(), b.len()));
        return Ok(());
    }
    let code_page = pair.code_page;
    let a = Source { name: name_a, bytes: a, code_page, entry: entry_a };
    let b = Source { name: name_b, bytes: b, code_page, entry: entry_b };
    kinds::compare(&a, &b, each).map_err(|trouble| {
        let format = Kind::of(name_a, a.bytes);
        let is_of_a = match (entry_a, entry_b) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => format.is_some_and(|format| file::read(format, a.bytes).is_err()),
        };
        Failure::File(format!("error: {}: {trouble}", pair.shown(is_of_a)))
    })?;
    let is_cache = |it: &Source<'_>| {
        kinds::kind_of(it.name, it.bytes).is_some_and(|kind| kind.id() == "cache")
    };
    if is_cache(&a) != is_cache(&b) {
        complain("note: a map in a cache says only where one can walk, so only that is compared");
    }
    Ok(())
}
