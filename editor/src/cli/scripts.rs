//! `landwright scripts`: what a server's scripts declare, held against its maps.

mod maps;
mod moves;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use landwright_core::check::scripts::{Found, check};
use landwright_core::format::ragnarok::npc::{self, Declaration, Kind, Script};
use landwright_core::format::text::CodePage;
use landwright_core::problem::counted::{counted, grouped};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use serde_json::{Value, json};

use self::maps::Maps;
use self::moves::Moved;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::progress::Progress;
use crate::json;

const HEADER: &str = "file\tline\tkind\tmap\tx\ty\txs\tys\ttarget\tcode";

/// Check the scripts of a server (npc) against its maps
///
/// Reads warps, spawns, NPCs, shops, map flags and cells that are declared with plain values. No
/// script is run. Exit code 1 means that problems were found.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("form").args(["tsv", "json"]))]
pub(super) struct Scripts {
    /// The folder with the scripts of rAthena or Hercules, or one of its files
    folder: PathBuf,
    /// The maps: a folder of maps (gat, mcache, fld2, fld2.gz) or archives (grf), a map cache, or an archive
    #[arg(long, value_name = "FOLDER|CACHE", required_unless_present = "move")]
    maps: Option<PathBuf>,
    /// Move a warp, a spawn, an NPC or a shop to a cell: only the numbers in that line change. With --maps,
    /// the line is checked at its new place
    #[arg(long = "move", id = "move", value_names = ["FILE:LINE", "X,Y"], num_args = 1..=2)]
    moves: Option<Vec<String>>,
    /// With --move: the cell that a warp leads to
    #[arg(long, value_name = "X,Y", requires = "move")]
    to: Option<String>,
    /// With --move: show the new line, and write nothing
    #[arg(long, requires = "move")]
    dry_run: bool,
    /// Print a line for each declaration, with the code of its problem; two problems give two
    /// lines. For cells that a script sets, xs and ys give their extent, and target gives the new
    /// value
    #[arg(long)]
    tsv: bool,
    /// Print one JSON object with every declaration
    #[arg(long)]
    json: bool,
}

/// A file with what it declares.
struct Source {
    name: String,
    script: Script,
}

/// A declaration, and what is wrong with it.
struct Row<'a> {
    file: &'a str,
    declaration: &'a Declaration,
    found: Vec<Found>,
}

impl Scripts {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        // Nothing is written before it is known that it can be checked.
        let maps = self.maps.as_deref().map(Maps::open).transpose()?;
        let moved = match &self.moves {
            Some(asked) => Some(self.moved(asked, output)?),
            None => None,
        };
        let Some(mut maps) = maps else {
            if let Some(moved) = &moved {
                self.save_moved(moved, output)?;
            }
            return Ok(Outcome::Fine);
        };
        let sources = self.sources(moved.as_ref())?;
        let declarations: Vec<&Declaration> =
            sources.iter().flat_map(|source| &source.script.declarations).collect();
        let entrances: Vec<_> =
            sources.iter().flat_map(|source| &source.script.entrances).collect();
        let mut by_idx: BTreeMap<usize, Vec<Found>> = BTreeMap::new();
        for found in check(&declarations, &entrances, |name| maps.read(name)) {
            by_idx.entry(found.idx).or_default().push(found);
        }
        let files = sources.iter().flat_map(|source| {
            std::iter::repeat_n(source.name.as_str(), source.script.declarations.len())
        });
        let mut rows = Vec::with_capacity(declarations.len());
        for (idx, (file, declaration)) in files.zip(declarations).enumerate() {
            rows.push(Row { file, declaration, found: by_idx.remove(&idx).unwrap_or_default() });
        }
        if let Some(moved) = &moved {
            rows.retain(|row| row.file == moved.name && row.declaration.line == moved.line);
            self.save_moved(moved, output)?;
        }
        let n_found = rows.iter().map(|row| row.found.len()).sum::<usize>();
        self.print(&rows, &sources, output)?;
        output.flush()?;
        maps.errors.iter().for_each(|error| complain(&format!("warning: {error}")));
        if moved.is_none() {
            summary(&rows, &sources, n_found).iter().for_each(|line| complain(line));
        }
        Ok(match (maps.errors.is_empty(), n_found) {
            (false, _) => Outcome::Unreadable,
            (true, 0) => Outcome::Fine,
            (true, _) => Outcome::Found,
        })
    }

    /// The scripts, with the one that something is moved in as it will be.
    fn sources(&self, moved: Option<&Moved>) -> Result<Vec<Source>, Failure> {
        let read = read_scripts(&scripts_in(&self.folder)?)?;
        let named = |(path, script): (PathBuf, Script)| {
            let name = self.name_of(&path);
            match moved.filter(|moved| moved.path == path) {
                Some(moved) => Source { name, script: script_in(&path, &moved.bytes) },
                None => Source { name, script },
            }
        };
        Ok(read.into_iter().map(named).collect())
    }

    /// The path of a script below the folder.
    fn name_of(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.folder).ok().filter(|path| path.file_name().is_some());
        shown(inside.unwrap_or(path)).replace('\\', "/")
    }

    fn print(
        &self,
        rows: &[Row<'_>],
        sources: &[Source],
        output: &mut Output,
    ) -> Result<(), Failure> {
        if self.json {
            let unknown: BTreeMap<&str, usize> = unknown(sources);
            let rows: Vec<Value> = rows.iter().map(Row::to_json).collect();
            let whole = json!({ "version": 1, "declarations": rows, "not_understood": unknown });
            return Ok(json::write_spread(&whole, output.writer())?);
        }
        if self.tsv {
            output.line(HEADER)?;
        }
        for row in rows {
            if self.tsv {
                row.tsv().iter().try_for_each(|line| output.line(line))?;
            } else {
                row.in_words().iter().try_for_each(|line| output.line(line))?;
            }
        }
        Ok(())
    }
}

impl Row<'_> {
    fn map(&self) -> String {
        in_one_line(&self.declaration.map.decode(CodePage::Cp949))
    }

    /// Where a warp leads, which flag is set, or what cells become.
    fn target(&self) -> String {
        match (&self.declaration.target, self.declaration.kind) {
            (Some(target), _) => {
                let map = in_one_line(&target.map.decode(CodePage::Cp949));
                format!("{map},{},{}", target.x, target.y)
            }
            (None, Kind::Setcell | Kind::Mapflag) => {
                in_one_line(&self.declaration.name.decode(CodePage::Cp949))
            }
            (None, _) => String::new(),
        }
    }

    fn tsv(&self) -> Vec<String> {
        let place = match self.declaration.place {
            Some(place) => format!("{}\t{}\t{}\t{}", place.x, place.y, place.xs, place.ys),
            None => "\t\t\t".to_owned(),
        };
        let (kind, line) = (self.declaration.kind.name(), self.declaration.line);
        let start =
            format!("{}\t{line}\t{kind}\t{}\t{place}\t{}", self.file, self.map(), self.target());
        match self.found.as_slice() {
            [] => vec![format!("{start}\t")],
            found => found.iter().map(|found| format!("{start}\t{}", found.rule.code)).collect(),
        }
    }

    fn in_words(&self) -> Vec<String> {
        let Row { file, declaration, found } = self;
        let line = declaration.line;
        let word = |found: &Found| {
            let (severity, code) = (found.rule.severity, found.rule.code);
            format!("{file}:{line}: {severity}[{code}]: {}", found.message)
        };
        found.iter().map(word).collect()
    }

    fn to_json(&self) -> Value {
        let declaration = self.declaration;
        let place = declaration
            .place
            .map(|place| json!({ "x": place.x, "y": place.y, "xs": place.xs, "ys": place.ys }));
        let found: Vec<Value> = self
            .found
            .iter()
            .map(|found| json!({ "code": found.rule.code, "message": found.message }))
            .collect();
        json!({
            "file": self.file,
            "line": declaration.line,
            "kind": declaration.kind.name(),
            "map": self.map(),
            "place": place,
            "target": self.target(),
            "found": found,
        })
    }
}

/// The scripts in a folder, or the one that a path names.
pub(super) fn scripts_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let walk = disk::walk(folder);
    if let Some(error) = walk.errors.first() {
        return Err(Failure::WrongUse(error.to_string()));
    }
    let is_script =
        |path: &PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"));
    let files: Vec<PathBuf> = walk.files.into_iter().filter(is_script).collect();
    if files.is_empty() {
        let message = format!("{}: it contains no scripts (txt)", shown(folder));
        return Err(Failure::WrongUse(message));
    }
    Ok(files)
}

/// What scripts declare, each with its path.
pub(super) fn read_scripts(files: &[PathBuf]) -> Result<Vec<(PathBuf, Script)>, Failure> {
    let progress = Progress::of_files(files.len());
    let mut scripts = Vec::new();
    for (n_done, path) in files.iter().enumerate() {
        progress.at(n_done as u64, &shown(path));
        let loaded = disk::read_file(path, READ_LIMIT)
            .map_err(|error| Failure::File(format!("error: {error}")))?;
        scripts.push((path.clone(), script_in(path, &loaded.bytes)));
    }
    progress.finish();
    Ok(scripts)
}

fn script_in(path: &Path, bytes: &[u8]) -> Script {
    match path.file_name().is_some_and(|name| name == "map_index.txt") {
        true => npc::read_index(bytes),
        false => npc::read(bytes),
    }
}

/// A name as it fits between tabs.
fn in_one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn unknown(sources: &[Source]) -> BTreeMap<&'static str, usize> {
    let mut unknown = BTreeMap::new();
    for (reason, n) in sources.iter().flat_map(|source| &source.script.unknown) {
        *unknown.entry(*reason).or_default() += n;
    }
    unknown
}

/// How much was read, and how many lines were not understood, by reason.
fn summary(rows: &[Row<'_>], sources: &[Source], n_found: usize) -> Vec<String> {
    let of_kind = |kind: Kind| rows.iter().filter(|row| row.declaration.kind == kind).count();
    let kinds = Kind::ALL.map(|kind| (kind, of_kind(kind)));
    let kinds = kinds.into_iter().filter(|(_, n)| *n > 0);
    let kinds: Vec<String> =
        kinds.map(|(kind, n)| format!("{} {}", grouped(n as u64), kind.name())).collect();
    let files = counted(sources.len(), "file", "files");
    let mut lines = vec![format!("{files}: {}; {n_found} found", kinds.join(", "))];
    let unknown = unknown(sources);
    let n_unknown = unknown.values().sum::<usize>();
    if n_unknown > 0 {
        lines.push(format!("{} not understood:", counted(n_unknown, "line is", "lines are")));
    }
    lines.extend(unknown.iter().map(|(reason, n)| format!("  {} {reason}", grouped(*n as u64))));
    lines
}
