//! What was measured, as a table for a README.

use std::fmt::Write;
use std::fs;

use crate::session::{Metric, Samples, Server};

/// Half of all samples are not above it.
const MEDIAN: f64 = 0.5;
const NEARLY_ALL: f64 = 0.95;

/// Median and 95th percentile of every metric for every server.
pub(crate) fn table(servers: &[Server], samples: &[Samples]) -> String {
    let names: Vec<&str> = servers.iter().map(|server| server.name).collect();
    let mut text = format!("\n| | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for metric in Metric::ALL {
        let cells: Vec<String> =
            samples.iter().map(|samples| cell(metric, samples.get(&metric))).collect();
        let _ = writeln!(text, "| {} | {} |", metric.title(), cells.join(" | "));
    }
    text
}

fn cell(metric: Metric, samples: Option<&Vec<f64>>) -> String {
    let Some(samples) = samples else { return "–".to_owned() };
    let mut sorted = samples.clone();
    sorted.sort_by(f64::total_cmp);
    let at = |part: f64| sorted[((sorted.len() - 1) as f64 * part).round() as usize];
    match metric {
        Metric::MemoryAsked | Metric::MemoryOpened => format!("{:.1} MB", at(MEDIAN)),
        Metric::WorkspaceAsked | Metric::WorkspaceOpened | Metric::Initialize => {
            format!("{} ms", rounded(at(MEDIAN)))
        }
        _ => format!("{} / {} ms", rounded(at(MEDIAN)), rounded(at(NEARLY_ALL))),
    }
}

fn rounded(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { format!("{value:.0}") }
}

/// How many processors, and what else they do.
pub(crate) fn machine() -> String {
    let n = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{n} processors, {}; {}", std::env::consts::OS, load())
}

pub(crate) fn load() -> String {
    match fs::read_to_string("/proc/loadavg") {
        Ok(load) => format!("load {}", load.split(' ').take(3).collect::<Vec<_>>().join(" ")),
        Err(_) => "load unknown".to_owned(),
    }
}
