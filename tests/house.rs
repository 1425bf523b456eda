//! The house holds: which room may use which, and what core must not know. See ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of core, each of which imports only from those before it.
const ROOMS: &[&str] = &[
    "problem", "format", "vfs", "project", "space", "nav", "scene", "sample", "world", "stage",
    "check", "kinds", "def", "rules",
];

/// `def` stands alone, on `problem`.
const DEF_MAY_USE: &[&str] = &["problem"];

/// What core may be built on. A window, a protocol or an async runtime is not among it, and what
/// the editor and the server bring for those must not come in by way of another package either.
const CORE_MAY_USE: &[&str] = &[
    "brotli",
    "csv",
    "encoding_rs",
    "flate2",
    "glam",
    "md-5",
    "rstar",
    "serde",
    "serde_json",
    "thiserror",
    "toml",
    "undo",
    "unicode-width",
    "xxhash-rust",
    "zip",
];

/// What the lock file lists below core for browsers alone, where nothing of ours is built.
const WASM_ONLY: &[&str] = &["futures-util"];

/// What touches the disk: modules and types by their names, and methods that every `Path` has.
const DISK: &[&str] = &[
    "std::fs",
    "fs::",
    "File::open",
    "File::create",
    "OpenOptions",
    ".exists()",
    ".try_exists()",
    ".is_file()",
    ".is_dir()",
    ".is_symlink()",
    ".metadata()",
    ".symlink_metadata()",
    ".read_dir()",
    ".read_link()",
    ".canonicalize()",
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

/// The lines of a source text that are not for tests alone, each with its number. What
/// `#[cfg(test)]` stands before ends with the line that closes it.
fn without_tests(text: &str) -> Vec<(usize, &str)> {
    let mut kept = Vec::new();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        if line.trim() != "#[cfg(test)]" {
            kept.push((number, line));
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        lines.by_ref().find(|(_, line)| {
            let rest = line.strip_prefix(indent).unwrap_or_default();
            rest == "}" || rest.ends_with(';') && !rest.starts_with(' ')
        });
    }
    kept
}

/// Whether a line of code has a name, and not only as the end of a longer one such as `vfs::`.
fn names(line: &str, name: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        name.starts_with('.') || !before.is_some_and(char::is_alphanumeric)
    })
}

/// Files whose module is there for tests alone.
fn test_files(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let module = pair[1].strip_suffix(';').and_then(|line| line.rsplit_once("mod "));
            let is_root = file.ends_with("lib.rs");
            let folder = if is_root { file.with_file_name("") } else { file.with_extension("") };
            found.extend(module.map(|(_, name)| folder.join(format!("{name}.rs"))));
        }
    }
    found
}

#[test]
fn only_vfs_touches_the_file_system() {
    let files = rust_files(&root().join("core/src"));
    let tests = test_files(&files);
    assert!(tests.iter().all(|file| files.contains(file)), "{tests:?}");
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !tests.contains(file)) {
        if room_of(file).as_deref() == Some("vfs") {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        for (number, line) in without_tests(&text) {
            if DISK.iter().any(|name| names(line, name)) {
                wrong.push(format!("{}:{number}: {line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The one file of the language server that reads from the disk.
const SERVER_READS_IN: &str = "lsp/src/reading.rs";
/// What else would read there.
const READS: &[&str] = &["disk::read", "disk::walk"];

#[test]
fn the_language_server_reads_in_one_place() {
    let mut wrong = Vec::new();
    for file in rust_files(&root().join("lsp/src")) {
        if file == root().join(SERVER_READS_IN) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in without_tests(&text) {
            if DISK.iter().chain(READS).any(|name| names(line, name)) {
                wrong.push(format!("{}:{number}: {line}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_follows_a_test_is_looked_at() {
    let text = "a\n#[cfg(test)]\nmod b {\n    c\n}\nd\n    #[cfg(test)]\n    fn e() {\n        \
                f;\n    }\ng\n#[cfg(test)]\nmod h;\ni";
    let kept: Vec<&str> = without_tests(text).into_iter().map(|(_, line)| line).collect();
    assert_eq!(kept, ["a", "d", "g", "i"]);
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
    let own = dependencies_in("core");
    for name in &own {
        assert!(CORE_MAY_USE.contains(&name.as_str()), "core may not depend on {name}");
    }
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut seen = own.clone();
    let mut next = 0;
    while let Some(name) = seen.get(next).cloned() {
        next += 1;
        for dependency in dependencies_of(&lock, &name) {
            if !seen.contains(&dependency) {
                seen.push(dependency);
            }
        }
    }
    assert!(seen.len() > own.len(), "the lock file was not understood");
    for name in ["editor", "lsp"].iter().flat_map(|package| dependencies_in(package)) {
        let is_foreign = !own.contains(&name) && !WASM_ONLY.contains(&name.as_str());
        assert!(!is_foreign || !seen.contains(&name), "core depends on {name} by way of another");
    }
}

/// What the manifest of a package lists under `[dependencies]`.
fn dependencies_in(package: &str) -> Vec<String> {
    let manifest = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    let names: Vec<String> = lines.map(name).filter(|name| !name.is_empty()).collect();
    assert!(names.len() > 3, "the manifest of {package} was not understood");
    names
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
