//! `dialects`: which of the real parsers load each definition.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::def::Dialect;
use landwright_core::def::parsers::{self, Verdict};
use landwright_core::format::problem::FILE_UNREADABLE;
use landwright_core::problem::Problem;
use landwright_core::vfs::disk;
use serde_json::{Map, Value, json};

use super::guess::around;
use super::outcome::{Failure, Outcome, Output, complain};
use super::workspace::Workspace;

/// List which parsers load each definition, and why the others do not
///
/// There are three: seed (the first parser), toolbox and protojs. Exit codes: 0 each definition loads
/// in the dialect of landwright.toml, or in any if it is `auto`, 1 one does not, 2 wrong use, or a
/// file could not be read.
#[derive(Debug, Args)]
pub(super) struct Dialects {
    /// The folder with the definitions
    dir: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Dialects {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let workspace = around(&self.dir)?;
        let catalogue = &workspace.catalogue;
        let mut files = Vec::new();
        for name in workspace.below(std::slice::from_ref(&self.dir))? {
            let Some(definition) = catalogue.definition(&name) else { continue };
            files.push((name, parsers::verdicts(catalogue, definition)));
        }
        if self.json {
            let files: Vec<Value> = files.iter().map(|(name, all)| as_json(name, all)).collect();
            output.json(&json!({ "version": 1, "files": files }))?;
        } else {
            for (name, verdicts) in &files {
                print(name, verdicts, output)?;
            }
        }
        let read = match tell_unread(&workspace, &self.dir) {
            true => Outcome::Unreadable,
            false => Outcome::Fine,
        };
        let chosen = catalogue.settings().dialect;
        let is_chosen = |verdict: &&Verdict| [Dialect::Auto, verdict.dialect].contains(&chosen);
        let loads = |all: &[Verdict; 3]| all.iter().filter(is_chosen).any(Verdict::loads);
        let is_fine = files.iter().all(|(_, verdicts)| loads(verdicts));
        Ok(read.max(if is_fine { Outcome::Fine } else { Outcome::Found }))
    }
}

/// Says which files below a folder could not be read; true if there are any.
fn tell_unread(workspace: &Workspace, folder: &Path) -> bool {
    let is_unread = |problem: &&Problem| {
        let file = Path::new(&problem.place.file);
        problem.code == FILE_UNREADABLE.code && disk::below(file, folder).is_some()
    };
    let mut is_any = false;
    for problem in workspace.problems.iter().filter(is_unread) {
        complain(&format!("error: {}: {}", problem.place.file, problem.message));
        is_any = true;
    }
    is_any
}

fn as_json(name: &str, verdicts: &[Verdict; 3]) -> Value {
    let mut file = Map::from_iter([("file".to_owned(), json!(name))]);
    for verdict in verdicts {
        let loads = json!({ "loads": verdict.loads(), "reason": verdict.reason() });
        file.insert(verdict.dialect.name().to_owned(), loads);
    }
    Value::Object(file)
}

/// `S_LOGIN.14.def: seed ✔ toolbox ✘ protojs ✔`, and below it why not.
fn print(name: &str, verdicts: &[Verdict; 3], output: &mut Output) -> Result<(), Failure> {
    let signs = parsers::signs(verdicts);
    let signs = signs.strip_prefix("loads in:").unwrap_or(&signs);
    output.line(format_args!("{name}:{signs}"))?;
    for reason in verdicts.iter().filter_map(Verdict::reason) {
        output.line(format_args!("  {reason}"))?;
    }
    Ok(())
}
