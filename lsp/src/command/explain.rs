//! `explain`: what a problem's code means.

use std::io::{self, Write};
use std::process::ExitCode;

use landwright_core::rules;

pub(super) fn run(code: Option<&str>) -> ExitCode {
    let text = match code {
        None => list(),
        Some(code) => match rules::explain(code) {
            Ok(text) => text,
            Err(error) => {
                super::log(&error.to_string());
                return ExitCode::FAILURE;
            }
        },
    };
    // A reader that went away, such as `head`, has seen enough.
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}

/// A line for every rule.
fn list() -> String {
    let width = rules::all().map(|rule| rule.code.len()).max().unwrap_or(0);
    rules::all()
        .map(|rule| format!("{:width$}  {:11}  {}\n", rule.code, rule.severity.name(), rule.title))
        .collect()
}
