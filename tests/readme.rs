//! What README.md shows is true.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that can't go on fails")]

use std::path::Path;

use landwright_core::project::Project;
use landwright_core::rules;

const README: &str = include_str!("../README.md");

#[test]
fn the_settings_that_the_readme_shows_are_read_without_a_problem() {
    let (_, behind) = README.split_once("```toml\n").unwrap();
    let (shown, _) = behind.split_once("```").unwrap();
    let (project, problems) = Project::parse(shown, Path::new("landwright.toml"), &rules::codes());
    assert_eq!(problems, []);
    assert_eq!((project.patch, project.roots.len()), (Some(92), 2));
}
