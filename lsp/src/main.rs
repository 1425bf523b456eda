//! `landwright-lsp`: the language server for TERA packet definitions, and its command line.

fn main() {}
