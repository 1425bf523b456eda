//! The house holds: which room may use which, and what core must not know. See ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
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

/// What a room of the editor may use. `lib.rs` and `main.rs` use all.
const EDITOR_ROOMS: &[(&str, &[&str])] = &[
    ("trust", &[]),
    ("json", &[]),
    ("git", &[]),
    ("versions", &["git", "job"]),
    ("job", &[]),
    ("view", &[]),
    ("message", &["command", "exchange", "job", "kind", "settings", "versions", "view"]),
    ("exchange", &[]),
    ("renderer", &[]),
    ("command", &["kind"]),
    ("manual", &["command", "kind"]),
    ("settings", &["command", "view"]),
    ("look", &["settings"]),
    (
        "model",
        &["command", "exchange", "job", "kind", "message", "settings", "trust", "versions", "view"],
    ),
    (
        "kind",
        &[
            "canvas", "command", "exchange", "job", "json", "look", "message", "model", "panel",
            "renderer", "settings", "versions", "view",
        ],
    ),
    ("canvas", &["command", "kind", "look", "message", "model", "renderer", "settings", "view"]),
    (
        "panel",
        &["canvas", "command", "kind", "look", "message", "model", "settings", "versions", "view"],
    ),
    (
        "window",
        &[
            "canvas", "command", "exchange", "job", "kind", "look", "manual", "message", "model",
            "panel", "settings", "versions", "view",
        ],
    ),
    (
        "cli",
        &[
            "canvas", "command", "exchange", "git", "json", "kind", "look", "manual", "renderer",
            "trust", "versions", "view", "window",
        ],
    ),
];

#[test]
fn rooms_of_the_editor_use_what_the_table_says() {
    let sources = Sources::of("editor/src");
    let mut wrong = Vec::new();
    for (module, text) in &sources.0 {
        let Some(room) = module.first() else { continue };
        let may_use = EDITOR_ROOMS.iter().find(|(name, _)| name == room);
        let Some((_, may_use)) = may_use else { panic!("{room} is no room of ARCHITECTURE.md") };
        for (number, used) in rooms_used(text) {
            let is_room = EDITOR_ROOMS.iter().any(|(name, _)| *name == used);
            if is_room && used != room && !may_use.contains(&used) {
                wrong.push(format!("{}:{number}: {room} uses {used}", module.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rooms of the language server: each uses only those above it.
const SERVER_ROOMS: &[&[&str]] = &[
    &["log", "wire", "position", "job", "catalogues", "kind", "config", "opcode_names"],
    &["abilities", "file"],
    &["project", "reading", "sent_tokens", "world"],
    &["analysis", "from_proto", "to_proto", "state"],
    &["edit", "session"],
    &["configure", "feature", "progress", "watch"],
    &["publish", "refresh", "scan"],
    &["server"],
    &["transport"],
    &["command"],
];

#[test]
fn rooms_of_the_language_server_use_those_above() {
    let level = |room: &str| SERVER_ROOMS.iter().position(|rooms| rooms.contains(&room));
    let sources = Sources::of("lsp/src");
    let mut wrong = Vec::new();
    for (module, text) in &sources.0 {
        let Some(room) = module.first() else { continue };
        let own = level(room).unwrap_or_else(|| panic!("{room} is in no row of SERVER_ROOMS"));
        for path in used(text) {
            let other = sources.module_of(module, &path).and_then(|of| of.first().cloned());
            let Some(other) = other.filter(|other| other != room) else { continue };
            if level(&other).is_some_and(|other| other >= own) {
                wrong.push(format!("{}: {room} uses {path}", module.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The largest cycle of modules that a crate may have: modules so many levels below `src` count as one
/// with all in them. They only go down.
const CYCLES: &[(&str, usize, usize)] =
    &[("core/src", 2, 3), ("editor/src", 2, 3), ("lsp/src", 1, 1)];

/// So many paths climb with `super::`, and so many names are exported again.
const MOST_SUPER: usize = 2165;
const MOST_EXPORTED_AGAIN: usize = 98;

/// The folders of kinds.
const KINDS: &[&str] = &[
    "asset",
    "cache",
    "everquest",
    "ground",
    "navigation",
    "rows",
    "picture",
    "ragnarok",
    "rose",
    "scene",
    "table",
    "tera",
];

/// What only one kind of documents has.
const WORDS_OF_KINDS: &[&str] = &[
    "kind::asset",
    "kind::cache",
    "kind::everquest",
    "kind::ground",
    "kind::navigation",
    "kind::picture",
    "kind::scene",
    "kind::table",
    "ragnarok::",
    "as_map",
    "active_map",
    "map_mut(",
    ".maps()",
    "MapDocument",
    "MapMessage",
    "rose::",
    "tera::",
    "as_area",
    "as_zone",
    "active_area",
    "active_zone",
    "area_mut(",
    "zone_mut(",
    ".areas()",
    ".zones()",
    "AreaDocument",
    "ZoneDocument",
    "AreaMessage",
    "ZoneMessage",
    "Needs::Area",
    "Needs::Zone",
    "Menu::Area",
    "Menu::Zone",
    "Onto::Area",
    "Onto::Zone",
    "Change::Area",
    "Change::Zone",
    "Content::Area",
    "Content::Zone",
    "SaveArea",
    "SaveZone",
];

#[test]
fn modules_and_kinds_are_no_more_entangled_than_they_were() {
    let mut wrong = Vec::new();
    let mut largest = 0;
    for (folder, depth, most) in CYCLES {
        let cycle = Sources::of(folder).largest_cycle(*depth);
        println!("{folder}: {} modules, such as {}", cycle.len(), cycle.join(" "));
        largest = largest.max(cycle.len());
        if cycle.len() > *most {
            let names = cycle.join(" ");
            wrong.push(format!("{folder}: {} modules are one cycle: {names}", cycle.len()));
        }
    }
    let places = kind_places();
    let (mut n_super, mut n_exported) = (0, 0);
    for folder in ["core/src", "editor/src", "lsp/src"] {
        for text in Sources::of(folder).0.values() {
            n_super += text.matches("super::").count();
            n_exported += text.lines().filter(|line| is_export(line)).count();
        }
    }
    println!("kind-places={} largest-cycle={largest}", places.len());
    println!("super={n_super} exported-again={n_exported}");
    if !places.is_empty() {
        wrong.push(format!("{} lines of the shell name a kind", places.len()));
        wrong.extend(places);
    }
    if n_super > MOST_SUPER {
        wrong.push(format!("{n_super} paths climb with super::"));
    }
    if n_exported > MOST_EXPORTED_AGAIN {
        wrong.push(format!("{n_exported} names are exported again"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_export(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("pub use ") || line.starts_with("pub(") && line.contains(") use ")
}

/// Lines that name a kind and are neither in its folder nor in the command line, which lists kinds.
fn kind_places() -> Vec<String> {
    let kinds = KINDS.iter().map(|kind| vec!["kind", *kind]);
    let own: Vec<Vec<&str>> = kinds.chain([vec!["cli"]]).collect();
    // The list of kinds, which names each of them.
    let is_list = |module: &Module| module == &["kind"];
    let sources = Sources::of("editor/src").0.into_iter();
    let shared = sources
        .filter(|(module, _)| !is_list(module) && !own.iter().any(|own| starts_with(module, own)));
    let mut places = Vec::new();
    for (module, text) in shared {
        for (number, line) in (1..).zip(text.lines()) {
            // What core knows of a kind is no place of the shell.
            let is_of_core = ["landwright_core::", "format::", "space::"]
                .iter()
                .any(|of_core| line.contains(of_core));
            if !is_of_core && WORDS_OF_KINDS.iter().any(|word| line.contains(word)) {
                places.push(format!("{}:{number}: {}", module.join("::"), line.trim()));
            }
        }
    }
    places
}

fn starts_with(module: &[String], start: &[&str]) -> bool {
    start.iter().enumerate().all(|(at, part)| module.get(at).is_some_and(|name| name == part))
}

type Module = Vec<String>;

/// The modules of a crate, each with its text without tests and comments.
struct Sources(BTreeMap<Module, String>);

impl Sources {
    fn of(folder: &str) -> Sources {
        let folder = root().join(folder);
        let files = rust_files(&folder);
        let tests = test_files(&files);
        let is_test = |file: &Path| {
            tests.iter().any(|test| file == test || file.starts_with(test.with_extension("")))
        };
        let mut sources = BTreeMap::new();
        for file in files.iter().filter(|file| !is_test(file)) {
            let inside = file.strip_prefix(&folder).unwrap().with_extension("");
            let mut module: Module =
                inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            module.retain(|part| !matches!(part.as_str(), "mod" | "lib" | "main"));
            let text = fs::read_to_string(file).unwrap();
            let code = without_tests(&text).into_iter();
            let code = code.map(|(_, line)| line.split("//").next().unwrap_or_default());
            let code: Vec<&str> = code.collect();
            sources.insert(module, code.join("\n"));
        }
        Sources(sources)
    }

    /// The most modules that all lead to each other by what they use.
    fn largest_cycle(&self, depth: usize) -> Vec<String> {
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, text) in &self.0 {
            let from = module[..depth.min(module.len())].to_vec();
            for path in used(text) {
                let Some(to) = self.module_of(module, &path) else { continue };
                let to = to[..depth.min(to.len())].to_vec();
                // A module and those in it are one.
                let is_inside = from.starts_with(&to) || to.starts_with(&from);
                if !is_inside {
                    edges.entry(from.clone()).or_default().insert(to);
                }
            }
        }
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            edges.keys().map(|from| (from, reached(&edges, from))).collect();
        let cycle = |of: &&Module| -> Vec<String> {
            let back = |other: &&&Module| reached.get(**other).is_some_and(|all| all.contains(of));
            reached[*of].iter().filter(back).map(|module| module.join("::")).collect()
        };
        edges.keys().map(|of| cycle(&of)).max_by_key(Vec::len).unwrap_or_default()
    }

    /// The module that a path of `use` leads to, within the crate.
    fn module_of(&self, of: &Module, path: &str) -> Option<Module> {
        let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
        let mut base = match *parts.first()? {
            "crate" => Vec::new(),
            "self" | "super" => of.clone(),
            first => {
                let child: Module = of.iter().cloned().chain([first.to_owned()]).collect();
                self.0.contains_key(&child).then(|| of.clone())?
            }
        };
        while matches!(parts.first(), Some(&("crate" | "self" | "super"))) {
            if parts.remove(0) == "super" {
                base.pop();
            }
        }
        base.extend(parts.iter().map(|part| (*part).to_owned()));
        while !base.is_empty() && !self.0.contains_key(&base) {
            base.pop();
        }
        (!base.is_empty()).then_some(base)
    }
}

/// All that can be reached from a module.
fn reached<'e>(
    edges: &'e BTreeMap<Module, BTreeSet<Module>>,
    from: &Module,
) -> BTreeSet<&'e Module> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Module> = edges.get(from).into_iter().flatten().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(edges.get(module).into_iter().flatten());
        }
    }
    reached
}

/// The paths of all `use` of a source text, each by itself.
fn used(text: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for part in text.split(';') {
        let start = part.rfind("use ").filter(|at| {
            let before = part[..*at].chars().next_back();
            before.is_none_or(char::is_whitespace)
        });
        if let Some(start) = start {
            expand("", part[start + "use ".len()..].trim(), &mut paths);
        }
    }
    paths
}

/// `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(before: &str, tree: &str, paths: &mut Vec<String>) {
    let Some((start, inside)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        paths.push(format!("{before}{}", path.trim()));
        return;
    };
    let before = format!("{before}{}", start.trim());
    let inside = inside.rsplit_once('}').map_or(inside, |(inside, _)| inside);
    let (mut level, mut from) = (0_usize, 0);
    for (at, letter) in inside.char_indices() {
        match letter {
            '{' => level += 1,
            '}' => level = level.saturating_sub(1),
            ',' if level == 0 => {
                expand(&before, inside[from..at].trim(), paths);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inside[from..].trim().is_empty() {
        expand(&before, inside[from..].trim(), paths);
    }
}

#[test]
fn every_path_of_a_use_is_looked_at() {
    let text = "use crate::a::{self, b::{c, d as e}};\nfn f() {}\npub(crate) use super::g;";
    let paths = used(text);
    assert_eq!(paths, ["crate::a::self", "crate::a::b::c", "crate::a::b::d", "super::g"]);
    let sources = ["a", "a::b", "g", "h"]
        .map(|name| (name.split("::").map(str::to_owned).collect::<Module>(), String::new()));
    let sources = Sources(BTreeMap::from(sources));
    let module = |of: &str, path: &str| {
        sources.module_of(&vec![of.to_owned()], path).map(|module| module.join("::"))
    };
    assert_eq!(module("h", "crate::a::b::c").as_deref(), Some("a::b"));
    assert_eq!(module("h", "super::g::X").as_deref(), Some("g"));
    assert_eq!(module("h", "std::fs"), None);
}
