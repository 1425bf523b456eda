//! `landwright refs`: what a file or a row of a ROSE client uses, who uses it, and what is missing.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::text::CodePage;
use landwright_core::project::home::home;
use landwright_core::vfs::VfsPath;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::problem::problems_of;
use landwright_core::vfs::save::recover::Walker;
use landwright_core::world::refs::index::{Cache, Indexed, Root, index};
use landwright_core::world::refs::{Edge, End, Graph, Place};
use serde::Serialize;

use super::ShownCodePage;
use super::half;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::progress::Progress;
use super::settings::{Settings, code_page};
use crate::json;

/// Show which files and rows of a ROSE client a name uses, and which use it
///
/// NAME is a path of the client in any case, the end of one, TABLE:ROW such as LIST_NPC:257, FILE:PART
/// such as LIST_DECO_JPT.ZSC:12 for an object, the name of a row or of a trigger, or a key of texts. The
/// results are kept beside the settings, so that only changed files are read again.
#[derive(Debug, Args)]
pub(super) struct Refs {
    /// A file, or the name of something in a table
    #[arg(value_name = "NAME", required_unless_present_any = ["missing", "unused"])]
    name: Option<String>,
    /// The folder or archive that the client's paths start in; if several have a file, the first
    /// one is used
    #[arg(long = "root", required = true, value_name = "PATH")]
    roots: Vec<PathBuf>,
    /// List everything that a file names and that is missing
    #[arg(long, conflicts_with = "name")]
    missing: bool,
    /// List the files that nothing names
    #[arg(long, conflicts_with = "name")]
    unused: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// The code page of texts [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

/// A line of an answer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Line {
    file: String,
    /// Row, object or character of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    at: String,
    /// Who names what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    version: u32,
    uses: Vec<Line>,
    used_by: Vec<Line>,
    missing: Vec<Line>,
}

#[derive(Serialize)]
struct Whole {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Vec<Line>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unused: Option<Vec<String>>,
}

impl Refs {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let project = match self.roots.first() {
            Some(root) => Settings::of_one(root)?,
            None => return Ok(Outcome::Fine),
        };
        let graph = graph(&self.roots, code_page(self.code_page, &project))?;
        for (path, reason) in graph.unreadable() {
            complain(&format!("warning: {path} can't be read: {reason}"));
        }
        match &self.name {
            Some(name) => self.one(&graph, name, output),
            None => self.whole(&graph, output),
        }
    }

    fn one(&self, graph: &Graph, name: &str, output: &mut Output) -> Result<Outcome, Failure> {
        let asked = self.below_root(name);
        let (shown, answer) = match graph.find(&asked) {
            Ok(place) => (graph.in_words(&place), answer(graph, &place)),
            Err(error) => {
                let naming = graph.naming(&asked);
                if naming.is_empty() {
                    return Err(Failure::WrongUse(error.to_string()));
                }
                (format!("{asked} is missing"), answer_of_missing(graph, &naming))
            }
        };
        let outcome = if answer.missing.is_empty() { Outcome::Fine } else { Outcome::Found };
        if self.json {
            json::write_spread(&answer, output.writer())?;
            return Ok(outcome);
        }
        output.line(&shown)?;
        for (title, lines) in
            [("uses", &answer.uses), ("used by", &answer.used_by), ("missing", &answer.missing)]
        {
            output.line(&format!("\n{title}: {}", lines.len()))?;
            for line in lines {
                output.line(&format!("  {}", line.in_words()))?;
            }
        }
        Ok(outcome)
    }

    fn whole(&self, graph: &Graph, output: &mut Output) -> Result<Outcome, Failure> {
        let missing = self.missing.then(|| missing(graph, graph.missing(), true));
        let unused = self
            .unused
            .then(|| graph.unused().into_iter().map(str::to_owned).collect::<Vec<String>>());
        let is_fine = missing.as_ref().is_none_or(Vec::is_empty);
        let outcome = if is_fine { Outcome::Fine } else { Outcome::Found };
        if self.json {
            json::write_spread(&Whole { version: 1, missing, unused }, output.writer())?;
            return Ok(outcome);
        }
        for line in missing.iter().flatten() {
            output.line(&format!("missing  {}", line.in_words()))?;
        }
        for path in unused.iter().flatten() {
            output.line(&format!("unused   {path}"))?;
        }
        Ok(outcome)
    }

    /// A path on the disk as the client has it.
    fn below_root(&self, name: &str) -> String {
        let path = Path::new(name);
        if !disk::is_file(path) {
            return name.to_owned();
        }
        let is_data =
            |root: &Path| root.file_name().is_some_and(|name| name.eq_ignore_ascii_case("3DDATA"));
        let roots = self.roots.iter().filter(|root| disk::is_folder(root));
        let below = roots.filter_map(|root| {
            let root = disk::real_path(root).ok()?;
            let above = if is_data(&root) { root.parent()?.to_owned() } else { root };
            let below = disk::real_path(path).ok()?;
            Some(below.strip_prefix(above).ok()?.to_string_lossy().into_owned())
        });
        below.into_iter().next().unwrap_or_else(|| name.to_owned())
    }
}

impl Line {
    fn in_words(&self) -> String {
        let part = self.part.map_or_else(String::new, |part| format!(":{part}"));
        let by = self.by.as_ref().map_or_else(String::new, |by| format!(" of {by}"));
        format!("{}{part}  ({}{by})", self.file, self.at)
    }
}

fn answer(graph: &Graph, place: &Place) -> Answer {
    let uses = graph.uses(place);
    let there = |edge: &&&Edge| matches!(edge.to, End::There { .. });
    let used = uses.iter().filter(there).filter_map(|edge| match &edge.to {
        End::There { file, part } => Some(Line {
            file: graph.path(file).to_owned(),
            part: *part,
            at: edge.at.to_string(),
            by: None,
        }),
        End::Missing(_) => None,
    });
    let used: Vec<Line> = used.collect();
    let used_by = users(graph, &graph.used_by(place));
    Answer { version: 1, uses: sorted(used), used_by, missing: missing(graph, uses, false) }
}

/// Of a file that is not there.
fn answer_of_missing(graph: &Graph, naming: &[&Edge]) -> Answer {
    Answer {
        version: 1,
        uses: Vec::new(),
        used_by: users(graph, naming),
        missing: missing(graph, naming.to_vec(), true),
    }
}

fn users(graph: &Graph, edges: &[&Edge]) -> Vec<Line> {
    let lines = edges.iter().map(|edge| Line {
        file: graph.path(&edge.from).to_owned(),
        part: edge.part,
        at: edge.at.to_string(),
        by: None,
    });
    sorted(lines.collect())
}

/// A path as all others are written, and any other name as it is.
fn as_path(name: &str) -> String {
    let path = VfsPath::new(name).ok().filter(|_| name.contains('\\'));
    path.map_or_else(|| name.to_owned(), |path| path.as_str().to_owned())
}

fn missing(graph: &Graph, edges: Vec<&Edge>, says_who: bool) -> Vec<Line> {
    let lines = edges.into_iter().filter_map(|edge| match &edge.to {
        End::There { .. } => None,
        End::Missing(name) => Some(Line {
            file: as_path(name),
            part: None,
            at: edge.at.to_string(),
            by: says_who.then(|| graph.path(&edge.from).to_owned()),
        }),
    });
    sorted(lines.collect())
}

fn sorted(mut lines: Vec<Line>) -> Vec<Line> {
    lines.sort();
    lines.dedup();
    lines
}

/// The graph of the roots, and what was seen for the next time.
pub(super) fn graph(roots: &[PathBuf], code_page: CodePage) -> Result<Graph, Failure> {
    let mut opened = Vec::new();
    let mut walker = Walker::default();
    for path in roots {
        // What a crash left half written is brought to its end, or told.
        walker.walk(path);
    }
    half::tell(problems_of(&walker.into_recovery()));
    for path in roots {
        let root = Root::open(path, code_page);
        opened.push(root.map_err(|error| Failure::WrongUse(error.to_string()))?);
    }
    let kept = kept_at(roots, code_page);
    let cache = kept.as_deref().and_then(|path| disk::read_file(path, READ_LIMIT).ok());
    let cache = cache.map(|loaded| Cache::from_json(&loaded.bytes)).unwrap_or_default();
    let mut progress: Option<Progress> = None;
    let indexed = index(&opened, cache, code_page, &mut |n_done, n_files| {
        progress.get_or_insert_with(|| Progress::of_files(n_files)).at(n_done as u64, "");
        ControlFlow::Continue(())
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let stopped = |_| Failure::WrongUse("stopped".to_owned());
    let Indexed { graph, cache, n_read } = indexed.map_err(stopped)?;
    if n_read > 0
        && let Some(path) = kept
    {
        keep(&path, &cache);
    }
    Ok(graph)
}

/// Where what was seen of these roots is kept.
fn kept_at(roots: &[PathBuf], code_page: CodePage) -> Option<PathBuf> {
    let paths: Vec<String> = roots
        .iter()
        .map(|root| Some(shown(&disk::real_path(root).ok()?)))
        .collect::<Option<Vec<String>>>()?;
    let name = format!("{}\n{code_page}", paths.join("\n"));
    let hash = landwright_core::vfs::ContentHash::of(name.as_bytes());
    Some(home().join("refs").join(format!("{hash}.json")))
}

/// Where it can't be kept, all is looked at again the next time.
fn keep(path: &Path, cache: &Cache) {
    for folder in [home(), home().join("refs")] {
        if !disk::is_folder(&folder) {
            let _ = disk::make_folder(&folder);
        }
    }
    let _ = disk::write_over(path, &cache.to_json());
}
