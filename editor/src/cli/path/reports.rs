//! Reports of servers and players, and what they come to on an area.

use std::path::Path;
use std::time::Duration;

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
            version: 1,
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

/// How long it is waited before a log is looked at again.
const PAUSE: Duration = Duration::from_millis(200);

/// So much of a log is read at a time.
const CHUNK: u64 = 16 << 20;

/// Reads a log as it grows, from its start on, and says of every report what is wrong there. Ends when
/// nobody reads that any more, or the file is gone.
pub(super) fn follow(
    opened: &Opened,
    file: &Path,
    form: Form,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let places = Places::of(&opened.area);
    let mut log = Log::default();
    loop {
        let (bytes, len) = disk::read_behind(file, log.n_read, CHUNK)
            .map_err(|error| Failure::File(format!("error: {error}")))?;
        if len < log.n_read {
            // Somebody began it anew.
            complain(&format!(
                "note: {}: is shorter than before; read from its start",
                shown(file)
            ));
            log = Log::default();
            continue;
        }
        let is_at_end = bytes.is_empty();
        for (line, text) in log.take(&bytes) {
            let read = reports::read_line(line, &text);
            let findings = opened.area.probe_reports(&places, &opened.geometry, &read.reports);
            for (report, probed) in read.reports.iter().zip(&findings.probed) {
                tell(report, probed, form, output)?;
            }
        }
        output.flush()?;
        if is_at_end {
            std::thread::sleep(PAUSE);
        }
    }
}

/// What was read of a log.
#[derive(Debug, Default)]
struct Log {
    n_read: u64,
    n_lines: u32,
    /// The line that does not end yet.
    open: Vec<u8>,
}

impl Log {
    /// The lines that end in more bytes, with their numbers.
    fn take(&mut self, bytes: &[u8]) -> Vec<(u32, String)> {
        self.n_read += bytes.len() as u64;
        self.open.extend_from_slice(bytes);
        let end = self.open.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let whole: Vec<u8> = self.open.drain(..end).collect();
        // A line without end is no line: nothing of it is kept.
        if self.open.len() as u64 > CHUNK {
            self.open.clear();
        }
        let lines = String::from_utf8_lossy(&whole);
        let lines = lines.lines().map(|line| {
            self.n_lines = self.n_lines.saturating_add(1);
            (self.n_lines, line.to_owned())
        });
        lines.collect()
    }
}

/// A report in a line, as soon as it is there.
fn tell(report: &Report, probed: &Probed, form: Form, output: &mut Output) -> Result<(), Failure> {
    if form == Form::Json {
        let value = serde_json::to_value(One { report, probed }).map_err(std::io::Error::from)?;
        output.line(&value.to_string())?;
        return Ok(());
    }
    let fault = probed.fault.map(|fault| format!(": {fault}")).unwrap_or_default();
    output.line(&format!("{}: {}{fault}: {}", report.at, probed.cause.title(), short(report)))?;
    Ok(())
}

fn short(report: &Report) -> String {
    report.text.chars().take(100).collect()
}

fn show(group: &Group, reports: &[Report], output: &mut Output) -> Result<(), Failure> {
    let n_reports = usize::try_from(group.count).unwrap_or(usize::MAX);
    let n_reports = counted(n_reports, "report", "reports");
    let title = group.cause.title();
    let fault = group.fault.map(|fault| format!(": {fault}")).unwrap_or_default();
    output.line(&format!("{n_reports}: {title}{fault}"))?;
    let shown = group.reports.iter().filter_map(|idx| reports.get(*idx));
    for report in shown.take(MAX_SHOWN) {
        output.line(&format!("  {}: {}", report.at, short(report)))?;
    }
    if group.reports.len() > MAX_SHOWN {
        output.line(&format!("  and {} more", group.reports.len() - MAX_SHOWN))?;
    }
    Ok(())
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    version: u32,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_log_are_taken_once_they_end() {
        let mut log = Log::default();
        let line = |n: u32, text: &str| (n, text.to_owned());
        assert_eq!(log.take(b"one\ntw"), [line(1, "one")]);
        assert_eq!(log.take(b""), []);
        assert_eq!(log.take(b"o\r\n\nfour\nfi"), [line(2, "two"), line(3, ""), line(4, "four")]);
        assert_eq!((log.n_read, log.n_lines, log.open.as_slice()), (17, 4, &b"fi"[..]));
    }
}
