//! The manual: it has a page for everything, its links lead somewhere, and its commands run.

// Its commands are for the shell of these systems.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that can't go on fails"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use landwright_core::project::{Project, keys};
use landwright_core::rules;
use landwright_editor::manual::markdown::anchor;
use tempfile::TempDir;

#[path = "../../tests/support/manual.rs"]
mod manual;
#[path = "manual/examples.rs"]
mod examples;
#[path = "../../tests/support/mod.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod support;
#[path = "../../tests/support/damage.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod damage;
#[path = "../../tests/support/samples.rs"]
#[allow(unreachable_pub, reason = "it is shared")]
mod samples;
#[path = "../../tests/support/worlds.rs"]
mod worlds;
#[path = "../../examples/make_samples.rs"]
#[allow(dead_code, reason = "the example has more than tests need")]
mod make_samples;

const PROGRAM: &str = env!("CARGO_BIN_EXE_landwright");

fn written() -> Vec<(String, String)> {
    let mut pages = manual::pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("manual/src"));
    pages.retain(|(name, _)| name != "SUMMARY.md");
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn said(arguments: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn listed() -> Vec<String> {
    said(&["manual", "--list"]).lines().map(str::to_owned).collect()
}

/// The pages of a part, by what is behind its name.
fn part(list: &[String], part: &str) -> BTreeSet<String> {
    let start = format!("{part}/");
    list.iter().filter_map(|id| id.strip_prefix(&start)).map(str::to_owned).collect()
}

/// Every command by its words, with its help. `--help` is what a person sees of the tree.
fn commands() -> BTreeMap<String, String> {
    let mut commands = BTreeMap::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = said(&arguments);
        if let Some((_, inner)) = help.split_once("Commands:\n") {
            let lines = inner.lines().take_while(|line| !line.is_empty());
            let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
            for name in names.filter(|name| !name.is_empty()) {
                open.push([path.clone(), vec![name.to_owned()]].concat());
            }
        }
        if !path.is_empty() {
            commands.insert(path.join("-"), help);
        }
    }
    commands
}

/// Options as a help lists them: at the beginning of a line.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '));
    let words = words.map(|word| word.trim_end_matches(','));
    words.filter(|word| word.starts_with('-') && word.len() > 1).map(str::to_owned).collect()
}

#[test]
fn there_is_a_page_for_everything_and_for_nothing_else() {
    let list = listed();
    assert_eq!(list, listed(), "the order is always the same");
    let unique: BTreeSet<&String> = list.iter().collect();
    assert_eq!(unique.len(), list.len());

    let commands = commands();
    assert!(commands.contains_key("git-setup") && commands.len() > 30, "{commands:?}");
    assert_eq!(part(&list, "commands"), commands.keys().cloned().collect());
    for (name, help) in &commands {
        let page = said(&["manual", &format!("commands/{name}")]);
        for option in
            options(help).iter().filter(|option| !["-h", "--help"].contains(&option.as_str()))
        {
            assert!(page.contains(option.as_str()), "{option} is not in the page of {name}");
        }
    }

    let codes: BTreeSet<String> =
        said(&["explain"]).lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(part(&list, "codes"), codes);
    assert!(codes.contains("def-unknown-type"), "those of the language server are among them");
    for code in rules::OF_WORLDS {
        assert!(codes.contains(*code), "{code}");
    }

    let mut actions = BTreeSet::new();
    for kind in ["gat", "rsw", "gnd", "apd", "zon", "asset", "s3d", "nav", "rows", "table"] {
        let schema: serde_json::Value =
            serde_json::from_str(&said(&["commands", kind, "--schema"])).unwrap();
        for action in schema["items"]["oneOf"].as_array().unwrap() {
            let name = action["properties"]["action"]["const"].as_str().unwrap();
            actions.insert(format!("{kind}/{name}"));
        }
    }
    assert!(actions.len() > 40, "{actions:?}");
    assert_eq!(part(&list, "actions"), actions);

    let of_window = landwright_editor::command::all().map(|command| command.name.to_owned());
    assert_eq!(part(&list, "window"), of_window.collect());

    let keys: BTreeSet<String> = keys::ALL.iter().map(|key| key.name.to_owned()).collect();
    assert_eq!(part(&list, "keys"), keys);

    let kinds: serde_json::Value = serde_json::from_str(&said(&["kinds", "--json"])).unwrap();
    let kinds = kinds["kinds"].as_array().unwrap().iter();
    let mut formats: BTreeSet<String> = kinds
        .flat_map(|kind| kind["formats"].as_array().unwrap())
        .map(|format| format.as_str().unwrap().to_owned())
        .collect();
    formats.extend(["def", "opcodes", "retail", "grf", "pkg"].map(str::to_owned));
    assert_eq!(part(&list, "formats"), formats);
    for format in formats {
        let page = said(&["manual", &format!("formats/{format}")]);
        assert!(page.contains("## What is known"), "{format} is not in formats-known.md");
    }
}

#[test]
fn every_link_leads_to_a_page_and_a_heading_that_are_there() {
    let scratch = TempDir::new().unwrap();
    let book = scratch.path().join("book");
    let output = Command::new(PROGRAM).arg("manual").arg("-o").arg(&book).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(book.join("book.toml").is_file());
    let pages = manual::pages(&book.join("src"));
    assert_eq!(pages.len(), listed().len() + 1, "every page and SUMMARY.md");
    let anchors: BTreeMap<PathBuf, BTreeSet<String>> = pages
        .iter()
        .map(|(name, text)| {
            (PathBuf::from(name), headings(text).iter().map(|h| anchor(h)).collect())
        })
        .collect();
    let mut wrong = Vec::new();
    let mut linked = BTreeSet::new();
    for (name, text) in &pages {
        for link in links(text) {
            if link.contains("://") {
                assert!(link.starts_with("https://"), "{name}: {link}");
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link.as_str(), ""));
            let to = match file {
                "" => PathBuf::from(name),
                file => normal(&Path::new(name).parent().unwrap().join(file)),
            };
            let found = anchors.get(&to);
            let is_picture = || file.ends_with(".png") && book.join("src").join(&to).is_file();
            let is_right = match found {
                Some(headings) => heading.is_empty() || headings.contains(heading),
                None => is_picture(),
            };
            if !is_right {
                wrong.push(format!("{name}: {link}"));
            }
            if name == "SUMMARY.md" {
                linked.insert(to);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(linked.len(), pages.len() - 1, "SUMMARY.md lists every page");
}

fn headings(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if !is_code && line.starts_with('#') {
            found.push(line.trim_start_matches('#').trim().replace('`', ""));
        }
    }
    found
}

/// Outside of code.
fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if is_code {
            continue;
        }
        let plain: String = line.split('`').step_by(2).collect();
        let ends = plain.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        found.extend(ends.map(str::to_owned));
    }
    found
}

fn normal(path: &Path) -> PathBuf {
    let mut parts: Vec<&std::ffi::OsStr> = Vec::new();
    for part in path.iter() {
        if part == ".." {
            parts.pop();
        } else if part != "." {
            parts.push(part);
        }
    }
    parts.iter().collect()
}

/// The made-up worlds, made once.
fn sample_worlds() -> &'static Path {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let samples = folder.path().join("samples").into_os_string();
        make_samples::run([samples].into_iter()).unwrap();
        folder
    });
    made.path()
}

#[test]
fn every_command_of_the_guides_runs_on_the_sample_worlds() {
    let pages = written();
    let samples = sample_worlds();
    let n_run: usize = std::thread::scope(|scope| {
        let runs: Vec<_> = pages
            .iter()
            .map(|(page, text)| {
                scope.spawn(move || {
                    let folder = TempDir::new().unwrap();
                    let mut copy = Command::new("cp");
                    copy.arg("-r").arg(samples.join("samples")).arg(folder.path());
                    assert!(copy.status().unwrap().success());
                    manual::follow(page, text, folder.path(), ("landwright", PROGRAM))
                })
            })
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).sum()
    });
    assert!(n_run > 60, "{n_run} commands");
}

#[test]
fn guides_name_no_command_option_code_or_action_that_is_not_there() {
    let list = listed();
    let commands = commands();
    let codes = part(&list, "codes");
    let known: BTreeSet<&str> = list.iter().map(|id| id.rsplit('/').next().unwrap()).collect();
    let starts: BTreeSet<&str> = codes.iter().map(|code| code.split('-').next().unwrap()).collect();
    let actions: BTreeSet<String> =
        part(&list, "actions").iter().map(|id| id.split('/').nth(1).unwrap().to_owned()).collect();
    let of_program = options(&said(&["--help"]));
    let server = fs::read_to_string(root().join("lsp/tests/transcripts/help.txt")).unwrap();
    let of_server = options(&server.replace("out: ", ""));
    let mut wrong = Vec::new();
    let mut pages = written();
    for file in ["README.md", ".github/CONTRIBUTING.md"] {
        pages.push((file.to_owned(), fs::read_to_string(root().join(file)).unwrap()));
    }
    for (page, text) in &pages {
        for words in manual::uses(text, "landwright") {
            let mut names: Vec<&str> = Vec::new();
            for word in &words {
                let name = [names.clone(), vec![word]].concat().join("-");
                if !commands.contains_key(&name) {
                    break;
                }
                names.push(word);
            }
            let first = words.first().map_or("", String::as_str);
            // A file, a name in quotes, or a word in capitals that stands for one.
            let is_name = first.contains(['.', '/', '"']) || first == first.to_uppercase();
            if names.is_empty() && !first.starts_with('-') && !is_name {
                wrong.push(format!("{page}: there is no command `landwright {first}`"));
                continue;
            }
            let own = commands.get(&names.join("-")).map(|help| options(help)).unwrap_or_default();
            for word in words.iter().filter(|word| word.starts_with('-') && word.len() > 1) {
                let option = word.split('=').next().unwrap();
                if !own.contains(option) && !of_program.contains(option) {
                    wrong.push(format!("{page}: `landwright {}` has no {word}", names.join(" ")));
                }
            }
        }
        let outside = text.split("```").step_by(2);
        let inline = outside.flat_map(|part| part.split('`').skip(1).step_by(2));
        for word in inline {
            if let Some(option) =
                word.strip_prefix("--").and_then(|_| word.split([' ', '=']).next())
                // After it, nothing is an option.
                && option != "--"
            {
                let is_known = commands.values().any(|help| options(help).contains(option));
                if !is_known && !of_server.contains(option) {
                    wrong.push(format!("{page}: nothing has the option {option}"));
                }
            }
            let is_word =
                word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            let start = word.split('-').next().unwrap();
            if is_word && word.contains('-') && starts.contains(start) && !known.contains(word) {
                wrong.push(format!("{page}: there is no code `{word}`"));
            }
        }
        for block in manual::blocks_of_any(text) {
            if block.language == "toml" {
                let file = Path::new("landwright.toml");
                let (_, problems) = Project::parse(&block.text, file, &rules::codes());
                wrong.extend(problems.iter().map(|problem| format!("{page}: {}", problem.message)));
            }
            for named in block.text.split("\"action\": \"").skip(1) {
                let name = named.split('"').next().unwrap();
                if !actions.contains(name) {
                    wrong.push(format!("{page}: there is no action `{name}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_problems_are_as_check_reports_them() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("manual/examples-of-maps.txt");
    let came = examples::reports(PROGRAM);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&file, &came).unwrap();
    }
    let expected = fs::read_to_string(&file).unwrap();
    assert!(came == expected, "UPDATE_EXPECT=1 takes what came for what is right:\n{came}");
}
