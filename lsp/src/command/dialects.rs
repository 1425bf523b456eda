//! `dialects`: which of the real parsers load each definition.

use std::path::PathBuf;

use clap::Args;
use landwright_core::def::parsers::{self, Verdict};
use serde_json::{Map, Value, json};

use super::guess::around;
use super::outcome::{Failure, Outcome, Output};

/// List which parsers load each definition, and why others do not
///
/// There are three: seed (the first parser), toolbox and protojs. Exit codes: 0 each definition loads
/// in one of them, 1 one loads in none, 2 wrong use, or a file could not be read.
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
        let loads = |verdicts: &[Verdict; 3]| verdicts.iter().any(Verdict::loads);
        let is_fine = files.iter().all(|(_, verdicts)| loads(verdicts));
        Ok(if is_fine { Outcome::Fine } else { Outcome::Found })
    }
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
    let signs = verdicts.iter().map(|verdict| {
        let sign = if verdict.loads() { '✔' } else { '✘' };
        format!(" {} {sign}", verdict.dialect.name())
    });
    output.line(format_args!("{name}:{}", signs.collect::<String>()))?;
    for reason in verdicts.iter().filter_map(Verdict::reason) {
        output.line(format_args!("  {reason}"))?;
    }
    Ok(())
}
