//! The fault driver: every way to save every kind of file, with a fault at its system calls.
//!
//! A run saves in a folder of its own while `strace` kills it, lets a call fail, or stops it while
//! something else happens. Then the next command is run as a person would, and a verdict is made of what
//! is on disk and of what both said. It is not part of `cargo test`:
//!
//! ```sh
//! cargo test -p landwright-editor --test faults -- --faults --seconds 60
//! ```
//!
//! prints a line for each kind × way × fault. Exit codes: 0 nothing found, 1 something found, 2 wrong
//! use, or something is missing. Without `--faults` it only compares what writes with its cases, and fails
//! where one is missing.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

#[cfg(target_os = "linux")]
#[path = "../../../tests/support/samples.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod samples;
#[cfg(target_os = "linux")]
#[path = "../../../tests/support/worlds.rs"]
mod worlds;

#[cfg(target_os = "linux")]
mod options;
#[cfg(target_os = "linux")]
mod tree;
#[cfg(target_os = "linux")]
mod case;
#[cfg(target_os = "linux")]
mod cases;
#[cfg(target_os = "linux")]
mod commands;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod prepared;
#[cfg(target_os = "linux")]
mod fault;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod verdict;
#[cfg(target_os = "linux")]
mod table;
#[cfg(target_os = "linux")]
mod window;
#[cfg(target_os = "linux")]
mod driver;

use std::process::ExitCode;

/// Without it nothing is run.
const SWITCH: &str = "--faults";

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Ok(work) = std::env::var(window::CHILD) {
        return window::run(&work);
    }
    if arguments.first().is_none_or(|first| first != SWITCH) {
        println!("no faults: `-- {SWITCH}` runs them, `-- {SWITCH} --help` says how");
        return complete();
    }
    match options::parse(&arguments[1..]) {
        Ok(Some(options)) => driver::run(&options),
        Ok(None) => {
            println!("{}", options::HELP);
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("error: {wrong}; `-- {SWITCH} --help` says how");
            ExitCode::from(2)
        }
    }
}

/// Whether everything that writes has a case.
#[cfg(target_os = "linux")]
fn complete() -> ExitCode {
    let wrong = commands::without_case();
    wrong.iter().for_each(|wrong| eprintln!("error: {wrong}; see commands.rs and cases.rs"));
    if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    println!("no faults: `{SWITCH}` needs strace, and that needs Linux");
    ExitCode::SUCCESS
}
