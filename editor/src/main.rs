//! `landwright`: the editor's window and its command line.

fn main() {}
