//! README.md and CONTRIBUTING.md are short, lead to files that are there, and name commits of this repository.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

use std::fs;
use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");
const CONTRIBUTING: &str = include_str!("../.github/CONTRIBUTING.md");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_readme_is_read_in_a_few_minutes() {
    assert!(README.lines().count() <= 125, "{} lines", README.lines().count());
}

#[test]
fn links_lead_to_files_that_are_there() {
    for (file, text) in [("README.md", README), (".github/CONTRIBUTING.md", CONTRIBUTING)] {
        let folder = root().join(file).parent().unwrap().to_owned();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for link in links.filter(|link| !link.starts_with("https://")) {
            assert!(folder.join(link).exists(), "{file}: {link}");
        }
    }
}

#[test]
fn the_walk_throughs_name_files_and_commits_that_are_there() {
    let mut n_files = 0;
    for code in CONTRIBUTING.split('`').skip(1).step_by(2) {
        let is_path = code.contains('/') && code.contains('.') && !code.contains([' ', '*']);
        if is_path
            && ["core/", "editor/", "lsp/", "tests/"].iter().any(|start| code.starts_with(start))
        {
            assert!(root().join(code).exists(), "{code}");
            n_files += 1;
        }
        let is_commit = code.len() == 8 && code.bytes().all(|b| b.is_ascii_hexdigit());
        // A copy of the sources without their history has no commits.
        if is_commit && fs::exists(root().join(".git")).unwrap_or_default() {
            let found =
                Command::new("git").current_dir(root()).args(["cat-file", "-t", code]).output();
            let Ok(found) = found else { continue };
            let is_refused = String::from_utf8_lossy(&found.stderr).contains("dubious ownership");
            let is_whole = Command::new("git")
                .current_dir(root())
                .args(["rev-parse", "--is-shallow-repository"])
                .output()
                .is_ok_and(|output| output.stdout.starts_with(b"false"));
            if is_whole && !is_refused {
                assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), "commit", "{code}");
            }
        }
    }
    assert!(n_files > 15, "{n_files} files");
}
