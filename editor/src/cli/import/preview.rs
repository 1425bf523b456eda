//! What an import changes and what is in conflict: before it is done, and after.

use landwright_core::world::area::compare::Comparison;
use landwright_core::world::three_way::{Line, Report};
use serde_json::json;

use super::{Import, area};
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::cli::scriptable::Scriptable;
use crate::cli::{area as areas, load, zone};

impl Import {
    /// Lists what would be done; nothing is written.
    pub(super) fn preview(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let Some(onto) = &self.onto else {
            let message = "--dry-run compares the file with a document: --onto names it";
            return Err(Failure::WrongUse(message.to_owned()));
        };
        let report = match area::format_of(&self.file, onto) {
            Some(area::Format::GeoJson) => {
                let before = areas::open(onto, None)?.area;
                let bytes = load::load(&self.file)?.bytes;
                let after = crate::kind::tera::exchange::onto(&before, &self.file, &bytes);
                let after = after.map_err(|wrong| self.wrong(&wrong))?;
                after.merged.unwrap_or_else(|| {
                    let changes = changes_of(&Comparison::of(&before, &after.area));
                    Report { changes, ..Report::default() }
                })
            }
            Some(_) => return Err(self.whole_of_its_own()),
            None if zone::is_zone(onto) => {
                let mut opened = zone::open(onto)?;
                opened.tell_problems();
                let incoming = self.zone_incoming(&opened)?;
                opened.apply(&[incoming.action], &self.file)?;
                incoming.notes.iter().for_each(|note| complain(&format!("note: {note}")));
                incoming.report
            }
            None => {
                let onto = self.onto_map(onto)?;
                onto.action.resolve(&onto.map).map_err(|refusal| self.wrong(&refusal))?;
                onto.report.note().iter().for_each(|note| complain(&format!("note: {note}")));
                onto.report
            }
        };
        if !self.json {
            for change in &report.changes {
                output.line(&change.change())?;
            }
        }
        let line = format!("{}: {}; nothing was written", shown(onto), report.counts());
        self.tell(output, &line, &report)
    }

    /// Says what came of it.
    pub(super) fn tell(
        &self,
        output: &mut Output,
        line: &str,
        report: &Report,
    ) -> Result<Outcome, Failure> {
        // First, for a reader may want no more of what is printed.
        for conflict in &report.conflicts {
            complain(&format!("conflict: {}", conflict.conflict()));
        }
        if self.json {
            let Report { changes, conflicts, .. } = report;
            let json = json!({
                "version": 1,
                "changes": changes,
                "conflicts": conflicts,
            });
            output.line(&format!("{json:#}"))?;
        } else {
            output.line(line)?;
        }
        Ok(if report.conflicts.is_empty() { Outcome::Fine } else { Outcome::Found })
    }
}

/// Nodes by their numbers in the area; points and lines have no rows.
pub(super) fn changes_of(comparison: &Comparison) -> Vec<Line> {
    let Comparison { new_nodes, gone_nodes, moved_nodes, new_edges, gone_edges } = comparison;
    let line = |thing: String, field: &str| Line {
        row: 0,
        thing,
        field: field.to_owned(),
        base: None,
        ours: None,
        theirs: None,
    };
    let nodes = [(new_nodes, "added"), (gone_nodes, "deleted"), (moved_nodes, "moved")];
    let edges = [(new_edges, "added"), (gone_edges, "removed")];
    let nodes = nodes.into_iter().flat_map(|(nodes, what)| {
        nodes.iter().map(move |node| line(format!("node {}", node.0), what))
    });
    let edges = edges.into_iter().flat_map(|(edges, what)| {
        edges.iter().map(move |edge| {
            line(format!("edge of node {} in octant {}", edge.node.0, edge.octant), what)
        })
    });
    nodes.chain(edges).collect()
}
