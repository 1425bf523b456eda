//! `landwright`: the editor's window and its command line.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
