//! A line for each kind × way × fault.

use serde_json::{Value, json};

use super::fault::{Fault, Point};
use super::options::Options;
use super::process::Ended;
use super::run::Came;
use super::verdict::Verdict;

/// The runs of a kind × way × fault.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) kind: &'static str,
    pub(crate) way: &'static str,
    pub(crate) fault: Fault,
    pub(crate) n_runs: u64,
    /// Runs in which the fault did not strike, which say nothing.
    pub(crate) n_missed: u64,
    /// lost, torn, half, unreported
    pub(crate) counts: [u64; 4],
    /// Why nothing could be run.
    pub(crate) trouble: Option<String>,
}

/// A run that found something.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) run: u64,
    pub(crate) point: String,
    pub(crate) what: Vec<(&'static str, String)>,
    pub(crate) next: String,
    pub(crate) said: String,
}

impl Line {
    pub(crate) fn count(&mut self, verdict: &Verdict) {
        self.n_runs += 1;
        for (count, (_, what)) in self.counts.iter_mut().zip(verdict.all()) {
            *count += u64::from(what.is_some());
        }
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.n_runs > 0 && self.counts == [0; 4]
    }

    fn to_tsv(&self) -> String {
        let [lost, torn, half, unreported] = self.counts;
        let (kind, way, fault) = (self.kind, self.way, self.fault.name());
        format!("{kind}\t{way}\t{fault}\t{}\t{lost}\t{torn}\t{half}\t{unreported}", self.n_runs)
    }

    fn to_json(&self) -> Value {
        let [lost, torn, half, unreported] = self.counts;
        json!({
            "kind": self.kind,
            "way": self.way,
            "fault": self.fault.name(),
            "runs": self.n_runs,
            "lost": lost,
            "torn": torn,
            "half": half,
            "unreported": unreported,
        })
    }
}

impl Finding {
    pub(crate) fn new(run: u64, point: &Point, verdict: &Verdict, came: &Came) -> Finding {
        let what = verdict.all().into_iter();
        let what = what.filter_map(|(name, what)| Some((name, what?.to_owned()))).collect();
        let end = |code: Option<i32>| code.map_or("killed".to_owned(), |code| code.to_string());
        // A window speaks on its standard output.
        let tail = |ended: &Ended| {
            let last = |text: &str, n: usize| {
                let lines: Vec<&str> = text.lines().collect();
                lines[lines.len().saturating_sub(n)..].join("; ")
            };
            if ended.err.is_empty() { last(&ended.out, 6) } else { last(&ended.err, 1) }
        };
        let said = format!(
            "first {}: {:?}; next {}: {:?}",
            end(came.first.code),
            tail(&came.first),
            end(came.next.code),
            tail(&came.next)
        );
        let next = format!("{:?}", came.next_step);
        Finding { run, point: point.in_words(), what, next, said }
    }

    /// The options that make this run once more.
    pub(crate) fn repeat(&self, line: &Line, options: &Options) -> String {
        let (kind, way, fault) = (line.kind, line.way, line.fault.name());
        let all = if options.extent == super::options::Extent::All { " --all" } else { "" };
        let (seed, run) = (options.seed, self.run);
        format!("--faults --kind {kind} --way {way} --fault {fault} --seed {seed} --run {run}{all}")
    }

    pub(crate) fn in_words(&self, line: &Line, options: &Options) -> String {
        let what: Vec<String> =
            self.what.iter().map(|(name, what)| format!("{name}: {what}")).collect();
        let (kind, way, fault) = (line.kind, line.way, line.fault.name());
        let Finding { point, next, said, .. } = self;
        let repeat = self.repeat(line, options);
        let what = what.join("; ");
        format!(
            "{kind} {way} {fault} at {point}: {what}\n  {said}\n  next: {next}\n  repeat: {repeat}"
        )
    }
}

pub(crate) fn tsv(lines: &[Line]) -> String {
    let mut text = "kind\tway\tfault\truns\tlost\ttorn\thalf\tunreported\n".to_owned();
    for line in lines {
        text.push_str(&line.to_tsv());
        text.push('\n');
    }
    text
}

pub(crate) fn json(lines: &[(Line, Vec<Finding>)], options: &Options) -> Value {
    let finding = |line: &Line, finding: &Finding| {
        let mut what = serde_json::Map::new();
        what.extend(finding.what.iter().map(|(name, what)| ((*name).to_owned(), json!(what))));
        json!({
            "kind": line.kind,
            "way": line.way,
            "fault": line.fault.name(),
            "at": finding.point,
            "what": what,
            "repeat": finding.repeat(line, options),
        })
    };
    let findings = lines.iter().flat_map(|(line, found)| found.iter().map(|f| finding(line, f)));
    json!({
        "version": 1,
        "seed": options.seed,
        "lines": lines.iter().map(|(line, _)| line.to_json()).collect::<Vec<Value>>(),
        "findings": findings.collect::<Vec<Value>>(),
    })
}
