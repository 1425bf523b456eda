//! `landwright`: the editor's window and its command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    landwright_editor::cli::run()
}
