//! The server's log, on stderr.

use std::io::{self, Write};

/// A line for anyone who reads the log; a closed stderr is no reason to stop.
pub fn log(line: &str) {
    let _ = writeln!(io::stderr(), "landwright-lsp: {line}");
}
