//! With a dialect set, the errors of every real definition are those of its parser: a file has one
//! if the parser rejects it or drops a line, and no other file has one, but for what a parser finds
//! only later.
//!
//! The parsers were run over all heads and histories, and their answers recorded. Two of them fail
//! later than they were asked for: the first parser looks for a type when the first packet comes,
//! and protojs when it makes code of a definition. Those files load in the records.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that can't go on has failed"
)]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::def::parsers::{self, Effect, PARSERS};
use landwright_core::def::{Catalogue, Dialect, Settings, check};
use landwright_core::problem::Severity;
use serde_json::Value;

/// A recorded answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Loads,
    /// It rejected the file, or dropped a line of it.
    Complains,
    /// A file that it includes was not at hand.
    Unknown,
}

fn answer(record: &Value, dialect: Dialect) -> Answer {
    let drops = |answer: &Value| {
        let log = answer["log"].as_array().into_iter().flatten();
        // Toolbox calls a line that it drops a parse error, and logs it for its authors alone.
        let is_loss = |line: &Value| {
            line[0] == "warn" || line[1].as_str().is_some_and(|it| it.contains("parse error"))
        };
        log.into_iter().any(is_loss)
    };
    let complains = match dialect {
        Dialect::Protojs => {
            let text = record["protojs"].as_str().unwrap();
            if text.starts_with("ENOENT") {
                return Answer::Unknown;
            }
            text != "ok"
        }
        Dialect::Toolbox => {
            let answer = &record["toolbox"];
            !answer["error"].is_null() || !answer["compile_error"].is_null() || drops(answer)
        }
        _ => drops(&record["meishuu"]),
    };
    if complains { Answer::Complains } else { Answer::Loads }
}

fn path_of(root: &Path, record: &Value) -> PathBuf {
    let folder = record["dir"].as_str().unwrap();
    let folder = match folder.strip_prefix("_history/") {
        Some(folder) => format!("def-history/{folder}"),
        None if folder.starts_with("wjdtns6658") => "def/parser-fixtures".to_owned(),
        None => format!("def/{folder}"),
    };
    root.join(folder).join(record["file"].as_str().unwrap())
}

/// Why ours is an error and the parser said nothing, on purpose.
fn excuse(effect: Effect, reason: &str, dialect: Dialect) -> Option<String> {
    let what = reason.split('`').next().unwrap_or(reason).trim();
    match (dialect, effect) {
        (Dialect::Seed, Effect::Fails) => Some(format!("seed fails at the first packet: {what}")),
        (Dialect::Protojs, Effect::Fails) => {
            Some(format!("protojs fails when it makes code: {what}"))
        }
        // `- id` has a type without a name for us, and for them the name `id` of the type `-`.
        (Dialect::Seed | Dialect::Protojs, _) if reason == "finds no field on the line" => {
            Some(format!("{} takes `- id` for a field of the type `-`", dialect.name()))
        }
        _ if reason.starts_with("takes the field for its own") => {
            Some(format!("{} drops the field without a word", dialect.name()))
        }
        (Dialect::Seed, Effect::Misreads) => Some(format!("seed reads other bytes: {what}")),
        _ => None,
    }
}

#[test]
fn errors_are_those_of_the_parser_that_is_set() {
    let Some(root) = support::corpus("tera") else { return };
    let mut tally: BTreeMap<String, u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    for file in ["golden-heads.jsonl", "golden-history.jsonl"] {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let path = path_of(&root, &record);
            let Ok(bytes) = std::fs::read(&path) else { continue };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let mut catalogue = Catalogue::default();
            for name in text.lines().filter_map(|line| line.strip_prefix("@include ")) {
                let name = name.trim();
                if let Ok(included) = std::fs::read_to_string(path.with_file_name(name)) {
                    catalogue.set_file(&format!("d/{name}"), included.as_str());
                }
            }
            // A file of a history has the commit in its name.
            let name = record["file"].as_str().unwrap();
            let name = name.split_once('~').map_or(name, |(name, _)| name);
            let name = format!("d/{}.def", name.trim_end_matches(".def"));
            catalogue.set_file(&name, text.as_str());
            for dialect in PARSERS {
                compare(&record, &mut catalogue, &name, dialect, &mut tally, &mut wrong);
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}\n{tally:#?}", wrong.len(), wrong.join("\n"));
    for (what, n) in &tally {
        let known = TALLY.iter().find(|row| row.0 == what);
        assert!(known.is_some_and(|known| *n <= known.1), "{what}: {n}\n{tally:#?}");
    }
}

fn compare(
    record: &Value,
    catalogue: &mut Catalogue,
    name: &str,
    dialect: Dialect,
    tally: &mut BTreeMap<String, u32>,
    wrong: &mut Vec<String>,
) {
    let at = format!("{} {} {}", record["dir"], record["file"], dialect.name());
    catalogue.set_settings(Settings { dialect, patch: None });
    let errors: Vec<_> = check::file(name, catalogue)
        .into_iter()
        .filter(|problem| problem.severity == Severity::Error)
        .collect();
    let definition = catalogue.definition(name).unwrap();
    let verdicts = parsers::verdicts(catalogue, definition);
    let verdict = verdicts.iter().find(|verdict| verdict.dialect == dialect).unwrap();
    let codes: Vec<_> = errors.iter().map(|problem| problem.code).collect();
    if verdict.loads() != errors.is_empty() {
        wrong
            .push(format!("{at}: `dialects` has {:?}, the errors are {codes:?}", verdict.reason()));
        return;
    }
    let what = match (answer(record, dialect), &verdict.refusal) {
        (Answer::Unknown, _) => "an included file is not at hand".to_owned(),
        (Answer::Loads, None) | (Answer::Complains, Some(_)) => {
            format!("{}: equal", dialect.name())
        }
        (Answer::Complains, None) => {
            wrong.push(format!("{at}: the parser complains, and nothing is an error"));
            return;
        }
        (Answer::Loads, Some(refusal)) => match excuse(refusal.effect, &refusal.reason, dialect) {
            Some(excuse) => excuse,
            None => {
                wrong.push(format!("{at}: it loads, but {:?}", verdict.reason()));
                return;
            }
        },
    };
    *tally.entry(what).or_default() += 1;
}

/// How many files there were of each kind, when each kind was looked at.
const TALLY: &[(&str, u32)] = &[
    ("an included file is not at hand", 4),
    ("protojs fails when it makes code: has no", 489),
    ("protojs fails when it makes code: has no type", 21),
    ("protojs takes `- id` for a field of the type `-`", 2),
    ("protojs: equal", 3028),
    ("seed fails at the first packet: has no", 148),
    ("seed fails at the first packet: has no type", 25),
    ("seed fails at the first packet: has no types of elements", 87),
    ("seed takes `- id` for a field of the type `-`", 2),
    ("seed: equal", 3282),
    ("toolbox drops the field without a word", 5),
    ("toolbox: equal", 3539),
];
