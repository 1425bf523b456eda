//! `landwright-lsp`: the language server for TERA packet definitions, and its command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    landwright_lsp::command::run()
}
