//! The house holds: which room may use which, and what core must not know. See ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of core, each of which imports only from those before it.
const ROOMS: &[&str] = &[
    "problem", "format", "vfs", "project", "space", "nav", "sample", "world", "check", "def",
    "rules",
];

/// `def` stands alone, on `problem`.
const DEF_MAY_USE: &[&str] = &["problem"];

/// What would bring a window, a protocol or an async runtime into core.
const NOT_IN_CORE: &[&str] = &[
    "eframe",
    "egui",
    "egui_dock",
    "winit",
    "wgpu",
    "tower-lsp",
    "lsp-types",
    "tokio",
    "futures",
    "clap",
    "notify",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The room that a file of core belongs to: `core/src/space/rose.rs` and `core/src/space.rs`
/// both belong to `space`.
fn room_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(root().join("core/src")).ok()?;
    let first = inside.components().next()?.as_os_str().to_str()?;
    Some(first.trim_end_matches(".rs").to_owned())
}

/// Rooms named in `crate::room` paths of a source text, with the line they stand in.
fn rooms_used(text: &str) -> Vec<(usize, &str)> {
    let mut used = Vec::new();
    for (idx, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        for (at, _) in code.match_indices("crate::") {
            let path = code.get(at + "crate::".len()..).unwrap_or_default();
            let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
            used.push((idx + 1, &path[..end]));
        }
    }
    used
}

#[test]
fn rooms_import_only_to_their_left() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("core/src")) {
        let Some(room) = room_of(&file).filter(|room| room != "lib") else { continue };
        let own = ROOMS.iter().position(|name| *name == room);
        let own = own.unwrap_or_else(|| panic!("{room} is not a room of ARCHITECTURE.md"));
        let text = fs::read_to_string(&file).unwrap();
        for (line, used) in rooms_used(&text) {
            let may_use = match ROOMS.iter().position(|name| *name == used) {
                Some(other) if other == own => true,
                Some(_) if room == "def" => DEF_MAY_USE.contains(&used),
                Some(other) => other < own && (used != "def" || room == "rules"),
                None => false,
            };
            if !may_use {
                wrong.push(format!("{}:{line}: {room} uses {used}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_vfs_touches_the_file_system() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("core/src")) {
        if room_of(&file).as_deref() == Some("vfs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (idx, line) in code.lines().enumerate() {
            let line = line.replace("vfs::", "").replace("Vfs::", "");
            if line.contains("std::fs") || line.contains("fs::") {
                wrong.push(format!("{}:{}: {line}", file.display(), idx + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_list_of_rules_is_in_the_table_of_all() {
    let table = fs::read_to_string(root().join("core/src/rules.rs")).unwrap();
    for file in rust_files(&root().join("core/src")) {
        let text = fs::read_to_string(&file).unwrap();
        if !text.lines().any(|line| line.starts_with("pub const RULES:")) {
            continue;
        }
        let inside = file.strip_prefix(root().join("core/src")).unwrap().with_extension("");
        let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap()).collect();
        let path = format!("crate::{}::RULES", parts.join("::"));
        assert!(table.contains(&path), "{path} is not in core/src/rules.rs");
    }
}

#[test]
fn every_file_says_what_it_is() {
    for folder in ["core", "editor", "lsp", "tests", "examples"] {
        for file in rust_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let generated = file.ends_with("build.rs");
            assert!(generated || text.starts_with("//! "), "{} has no //! line", file.display());
        }
    }
}

#[test]
fn core_has_no_window_no_protocol_and_no_runtime() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut seen = vec!["landwright-core".to_owned()];
    let mut next = 0;
    while let Some(name) = seen.get(next).cloned() {
        next += 1;
        for dependency in dependencies_of(&lock, &name) {
            let is_dev = name == "landwright-core" && is_dev_dependency(&dependency);
            if !is_dev && !seen.contains(&dependency) {
                seen.push(dependency);
            }
        }
    }
    assert!(seen.len() > 5, "the lock file was not understood");
    for name in NOT_IN_CORE {
        assert!(!seen.iter().any(|dependency| dependency == name), "core depends on {name}");
    }
}

/// The names of what a package depends on, as Cargo.lock lists them.
fn dependencies_of(lock: &str, package: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in lock.split("[[package]]") {
        if !entry.lines().any(|line| line == format!("name = \"{package}\"")) {
            continue;
        }
        let listed = entry.lines().skip_while(|line| *line != "dependencies = [").skip(1);
        for line in listed.take_while(|line| *line != "]") {
            let name = line.trim().trim_matches(['"', ',']);
            names.extend(name.split(' ').next().map(str::to_owned));
        }
    }
    names
}

fn is_dev_dependency(name: &str) -> bool {
    let manifest = fs::read_to_string(root().join("core/Cargo.toml")).unwrap();
    let dev = manifest.split("[dev-dependencies]").nth(1).unwrap_or_default();
    dev.lines().any(|line| line.split('.').next() == Some(name))
}
