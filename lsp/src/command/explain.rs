//! `explain`: what a problem's code means.

use std::io::{self, Write};
use std::process::ExitCode;

use landwright_core::problem::Rule;

use crate::analysis;

pub(super) fn run(code: Option<&str>) -> ExitCode {
    let text = match code {
        None => list(analysis::RULES),
        Some(code) => match analysis::RULES.iter().find(|rule| rule.code == code) {
            Some(rule) => explain(rule),
            None => {
                super::log(&format!("no problem has the code {code}; `explain` lists them all"));
                return ExitCode::FAILURE;
            }
        },
    };
    // A reader that went away, such as `head`, has seen enough.
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

fn list(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    let row = |rule: &&Rule| {
        format!("{:width$}  {:11}  {}\n", rule.code, rule.severity.name(), rule.title)
    };
    rules.iter().map(row).collect()
}

fn explain(rule: &Rule) -> String {
    format!("{} ({}): {}\n\n{}\n", rule.code, rule.severity, rule.title, rule.explanation)
}
