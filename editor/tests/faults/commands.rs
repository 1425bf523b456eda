//! Which commands write: each way of each of them has a case.

use std::process::Command;

use landwright_core::kinds;

use super::case::{Case, Step};
use super::cases;
use super::process;

/// A program, its commands, and by which options they write. Without an option, the command always does.
struct Program {
    name: &'static str,
    writing: &'static [(&'static str, &'static str)],
    reading: &'static [&'static str],
    /// Options that write, and why they have no case of their own.
    without_case: &'static [(&'static str, &'static str, &'static str)],
}

const PROGRAMS: &[Program] = &[
    Program {
        name: "landwright",
        writing: &[
            ("build", "-o"),
            ("convert", "-o"),
            ("convert", "--to"),
            ("convert", "--without"),
            ("recompress", ""),
            ("recompress", "--no-backup"),
            ("regenerate", "-o"),
            ("regenerate", "--stats"),
            ("spawns", "-o"),
            ("spawns", "--move"),
            ("spawns", "--to-floor"),
            ("scripts", "--move"),
            ("check", "--fix"),
            ("check", "--baseline"),
            ("apply", "-o"),
            ("apply", "--also"),
            ("extract", "-o"),
            ("z", "-o"),
            ("pack", "-o"),
            ("render", "-o"),
            ("render", "--stats"),
            ("export", "-o"),
            ("export", "--as"),
            ("import", "-o"),
            ("diff", "-o"),
            ("merge", "-o"),
            ("merge", "--report"),
            ("git", ""),
            ("manual", "-o"),
            ("publish", ""),
        ],
        reading: &[
            "inspect",
            "roundtrip",
            "find",
            // It keeps names in a person's own folder, and makes them anew where they are damaged.
            "refs",
            "commands",
            "kinds",
            "ls",
            "regions",
            "path",
            "pose",
            "explain",
            "completions",
            "man",
        ],
        without_case: &[("render", "--names", "it writes names into the picture")],
    },
    Program {
        name: "landwright-lsp",
        writing: &[
            ("check", "--fix"),
            ("check", "--baseline"),
            ("fmt", ""),
            ("outdated", "--delete"),
        ],
        reading: &[
            "layout",
            "decode",
            "encode",
            "diff",
            "dialects",
            "guess",
            "opcodes",
            "completions",
            "explain",
            "man",
            "help",
        ],
        without_case: &[],
    },
];

/// What a kind can that writes its files, and how the ways are called.
const OF_KINDS: &[(&str, &str)] = &[
    ("build", "build"),
    ("apply", "apply"),
    ("import", "import"),
    ("export", "export"),
    ("merge", "merge"),
    ("recompress", "recompress"),
    ("regenerate", "regenerate"),
    ("open", "window"),
];

/// Kinds that the window shows and never writes.
const ONLY_SHOWN: &[&str] = &["picture"];

/// Everything that writes and has no case, in words.
pub(crate) fn without_case() -> Vec<String> {
    let cases = cases::all();
    let programs = PROGRAMS.iter().filter(|program| {
        let is_there = process::program(program.name).is_file();
        if !is_there {
            println!("{} is not built, so its commands were not compared", program.name);
        }
        is_there
    });
    let mut wrong: Vec<String> = programs.flat_map(|program| program.wrong(&cases)).collect();
    wrong.extend(kinds_without(&cases));
    wrong
}

impl Program {
    fn wrong(&self, cases: &[Case]) -> Vec<String> {
        let Program { name, writing, reading, without_case } = self;
        let mut wrong = Vec::new();
        for (command, option) in *writing {
            if !cases.iter().any(|case| self.is_of(case, command, option)) {
                wrong.push(format!("no case saves by `{name} {command} {option}`"));
            }
        }
        for command in self.commands() {
            let is_known =
                writing.iter().any(|(known, _)| *known == command) || reading.contains(&&*command);
            if !is_known {
                wrong.push(format!("`{name} {command}` is new: does it write?"));
            }
            for option in self.writing_options(&command) {
                let is_listed = writing
                    .iter()
                    .any(|(known, by)| *known == command && *by == option)
                    || without_case.iter().any(|(known, by, _)| *known == command && *by == option);
                if !is_listed {
                    wrong.push(format!("`{name} {command} {option}` is new: it seems to write"));
                }
            }
        }
        wrong
    }

    fn is_of(&self, case: &Case, command: &str, option: &str) -> bool {
        let Step::Line(line) = &case.save else { return false };
        let mut words = line.split_whitespace();
        let is_command = words.next() == Some(self.name) && words.next() == Some(command);
        is_command && (option.is_empty() || words.any(|word| word == option))
    }

    fn help(&self, words: &[&str]) -> String {
        let output = Command::new(process::program(self.name)).args(words).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn commands(&self) -> Vec<String> {
        let help = self.help(&["--help"]);
        let (_, listed) = help.split_once("Commands:\n").unwrap();
        let lines = listed.lines().take_while(|line| !line.is_empty());
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// The options of a command that write, by how they are explained.
    fn writing_options(&self, command: &str) -> Vec<String> {
        let help = self.help(&[command, "--help"]);
        let mut lines = help.lines().peekable();
        let mut found = Vec::new();
        while let Some(line) = lines.next() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(option) = words.first().filter(|word| word.starts_with('-')) else { continue };
            let below = lines.peek().map_or("", |line| line.trim());
            let beside = line.trim().split_once("  ").map_or(below, |(_, text)| text.trim());
            let is_writing =
                ["Write ", "Fix ", "Delete ", "The file to write", "The folder to write"]
                    .iter()
                    .any(|start| beside.starts_with(start));
            let is_output = words.contains(&"--output");
            if (is_writing && !beside.starts_with("Write nothing")) || is_output {
                found.push(option.trim_end_matches(',').to_owned());
            }
        }
        found
    }
}

/// What kinds can, by core's list, for which no kind of a case has a way.
fn kinds_without(cases: &[Case]) -> Vec<String> {
    let mut wrong = Vec::new();
    for kind in kinds::ALL {
        let id = kind.id();
        let is_of_kind = |case: &&Case| {
            kind.formats().contains(&case.kind)
                || case.kind == id
                || case.kind == "zone" && id == "rose"
        };
        for (ability, way) in OF_KINDS.iter().filter(|(it, _)| kind.can().contains(it)) {
            let is_shown = *way == "window" && ONLY_SHOWN.contains(&id);
            let has_case = cases.iter().filter(is_of_kind).any(|case| case.way.starts_with(way));
            if !is_shown && !has_case {
                wrong.push(format!("{id} can {ability}, and no case of it is called {way}"));
            }
        }
    }
    wrong
}
