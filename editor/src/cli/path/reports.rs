//! Reports of servers and players, and what they come to on an area.

use std::path::Path;

use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::places::Places;
use landwright_core::world::area::reports::cause::Cause;
use landwright_core::world::area::reports::probe::{Group, Probed};
use landwright_core::world::area::reports::{self, PassedOver, Report};
use serde::Serialize;

use super::Form;
use crate::cli::area::Opened;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, shown};
use crate::json::write_spread;

/// So many lines are shown of each group, and of what is no report.
const MAX_SHOWN: usize = 5;

pub(super) fn run(
    opened: &Opened,
    file: &Path,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let path = shown(file);
    let loaded = disk::read_file(file, READ_LIMIT)
        .map_err(|error| Failure::WrongUse(format!("{path}: {}", error.trouble)))?;
    let read = reports::read(&String::from_utf8_lossy(&loaded.bytes));
    let area = &opened.area;
    let findings = area.probe_reports(&Places::of(area), &opened.geometry, &read.reports);
    if form == Form::Json {
        let answers = read.reports.iter().zip(&findings.probed);
        let answer = Answer {
            reports: answers.map(|(report, probed)| One { report, probed }).collect(),
            groups: &findings.groups,
            passed_over: &read.passed_over,
        };
        let value = serde_json::to_value(answer).map_err(std::io::Error::from)?;
        write_spread(&value, output.writer())?;
    } else {
        for group in &findings.groups {
            show(group, &read.reports, output)?;
        }
    }
    output.flush()?;
    for over in read.passed_over.iter().take(MAX_SHOWN) {
        let place = match over.at.entry {
            Some(_) => format!("{path}: {}", over.at),
            None => format!("{path}:{}", over.at.line),
        };
        complain(&format!("note: {place}: {}", over.why));
    }
    let n_over = read.passed_over.len();
    if n_over > MAX_SHOWN {
        let more =
            counted(n_over - MAX_SHOWN, "more that is no report", "more that are no reports");
        complain(&format!("note: and {more}"));
    }
    let n_wrong = findings.probed.iter().filter(|probed| probed.cause != Cause::Fine).count();
    let all = counted(read.reports.len(), "report", "reports");
    complain(&format!("{all}, something is wrong with {n_wrong}"));
    Ok(if n_wrong == 0 { Outcome::Fine } else { Outcome::Found })
}

fn show(group: &Group, reports: &[Report], output: &mut Output) -> Result<(), Failure> {
    let n_reports = counted(group.reports.len(), "report", "reports");
    let title = group.cause.title();
    let fault = group.fault.map(|fault| format!(": {fault}")).unwrap_or_default();
    output.line(&format!("{n_reports}: {title}{fault}"))?;
    let shown = group.reports.iter().filter_map(|idx| reports.get(*idx));
    for report in shown.take(MAX_SHOWN) {
        let text: String = report.text.chars().take(100).collect();
        output.line(&format!("  {}: {text}", report.at))?;
    }
    if group.reports.len() > MAX_SHOWN {
        output.line(&format!("  and {} more", group.reports.len() - MAX_SHOWN))?;
    }
    Ok(())
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    reports: Vec<One<'a>>,
    groups: &'a [Group],
    passed_over: &'a [PassedOver],
}

#[derive(Debug, Serialize)]
struct One<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(flatten)]
    probed: &'a Probed,
}
