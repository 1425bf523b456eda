//! What the VS Code extension says of the server is so.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that can't go on has failed"
)]

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

fn package() -> Value {
    let text = include_str!("../../editors/vscode/package.json");
    serde_json::from_str(text).unwrap()
}

/// Every rule that the server can find broken, by its code.
fn codes() -> BTreeSet<String> {
    let server = env!("CARGO_BIN_EXE_landwright-lsp");
    let output = Command::new(server).arg("explain").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let codes = text.lines().filter_map(|line| line.split_whitespace().next());
    let is_ours = |code: &&str| ["def-", "map-", "project-"].iter().any(|it| code.starts_with(it));
    codes.filter(is_ours).map(str::to_owned).collect()
}

#[test]
fn the_settings_offer_every_code() {
    let package = package();
    let settings = &package["contributes"]["configuration"]["properties"];
    let offered = settings["landwright.severities"]["properties"].as_object().unwrap();
    let offered: BTreeSet<String> = offered.keys().cloned().collect();
    assert_eq!(offered, codes(), "`landwright.severities` in editors/vscode/package.json");
}

#[test]
fn the_extension_has_the_servers_version() {
    assert_eq!(package()["version"], env!("CARGO_PKG_VERSION"));
}
