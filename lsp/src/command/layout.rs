//! `layout`: what is where in a packet.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use landwright_core::def::feature::rows::{self, Row};
use landwright_core::def::{self, Settings};
use landwright_core::problem::Severity;
use landwright_core::problem::report::Report;
use landwright_core::problem::report::text::Colour;

use super::decode::around;
use super::outcome::{Failure, Outcome, Output, complain};
use super::workspace::Workspace;

/// Show the byte layout of a packet, with the fields that its definition implies
///
/// Exit codes: 0 fine, 1 the definition has errors and parts are left out, 2 wrong use, or a file
/// could not be read.
#[derive(Debug, Args)]
pub(super) struct Layout {
    /// The definition: NAME for its newest version, NAME.VERSION, or a file
    definition: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// The layout in this major patch of the game [default: the newest patch of the definition]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=999))]
    patch: Option<u32>,
    /// Search definitions here, instead of in the current folder and upwards
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    dir: PathBuf,
}

impl Layout {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut workspace = around(&self.dir, &self.definition)?;
        if let Some(patch) = self.patch {
            let settings = workspace.catalogue.settings();
            workspace.catalogue.set_settings(Settings { patch: Some(patch), ..settings });
        }
        let name = workspace.definition(&self.definition)?.path.clone();
        let table = rows::table(&workspace.catalogue, &name)
            .ok_or_else(|| Failure::use_of(format!("{name}: only definitions have a layout")))?;
        let outcome = tell_errors(&workspace, &name);
        if self.json {
            output.json(&serde_json::json!(table))?;
            return Ok(outcome);
        }
        let patch = table.patch.map_or("the newest".to_owned(), |patch| patch.to_string());
        output.line(format_args!(
            "{}  {}, dialect {}, patch {patch}",
            table.name, table.size, table.dialect
        ))?;
        let width = |cell: fn(&Row) -> &str| {
            table.rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0)
        };
        let places = width(|row| &row.place);
        let (sizes, types) = (width(|row| &row.size), width(|row| &row.ty));
        for Row { depth, place, size, ty, name, is_implied, .. } in &table.rows {
            let indent = "  ".repeat(*depth as usize);
            let implied = if *is_implied { "  (implied)" } else { "" };
            let line =
                format!("{place:>places$}  {size:>sizes$}  {indent}{ty:types$}  {name}{implied}");
            output.line(line.trim_end())?;
        }
        Ok(outcome)
    }
}

/// A layout leaves out what it does not understand, so that has to be said.
fn tell_errors(workspace: &Workspace, name: &str) -> Outcome {
    let mut errors = def::check::file(name, &workspace.catalogue);
    errors.retain(|problem| problem.severity == Severity::Error);
    if errors.is_empty() {
        return Outcome::Fine;
    }
    let texts = workspace.files.get(name).map(|file| (name.to_owned(), file.text.to_string()));
    let sources: BTreeMap<String, String> = texts.into_iter().collect();
    complain(Report::new(errors, &sources).to_text(Colour::Plain).trim_end());
    Outcome::Found
}
