//! The problems of a day, so that `check --baseline` reports only what came after it.
//!
//! A problem is known again by its code, its file and its message, and by the thing that it is
//! about. Offsets do not count: they move with every edit above them. Of several alike, as many
//! are known as there were.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::problem::{Problem, Spot};
use crate::vfs::disk;
use crate::vfs::error::{FileError, SaveError};

const VERSION: u32 = 1;

/// A baseline is some text.
const MAX_LEN: u64 = 256 << 20;

/// Problems that are known, with how many there are of each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    known: BTreeMap<Key, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Key {
    code: String,
    /// From the folder of the baseline, with `/`, so that it holds on every machine.
    file: String,
    /// The thing on a map in words; nothing for places in bytes or text.
    thing: Option<String>,
    message: String,
}

/// How the file looks: one problem after the other, in order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    problems: Vec<Counted>,
}

#[derive(Serialize, Deserialize)]
struct Counted {
    #[serde(flatten)]
    key: Key,
    count: usize,
}

/// Why a baseline can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBaseline {
    #[error("is no baseline: {0}; make a new one")]
    Broken(String),
    #[error("is a baseline of version {0}, and {VERSION} is known here; make a new one")]
    Version(u32),
}

/// Why problems can't be compared with those of a baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error(transparent)]
    Unread(#[from] FileError),
    #[error(transparent)]
    Unwritten(#[from] SaveError),
    #[error("{path} {why}")]
    Bad { path: String, why: BadBaseline },
}

/// What a baseline makes of problems.
#[derive(Debug, Clone, PartialEq)]
pub enum Compared {
    /// There was none yet, and it was made of all of them.
    Made { n_problems: usize },
    /// Those that it does not know.
    New(Vec<Problem>),
}

/// Compares problems with the baseline in a file. Where there is none yet, it is made.
pub fn compare(problems: Vec<Problem>, path: &Path) -> Result<Compared, BaselineError> {
    let folder = disk::absolute(path)?;
    let folder = folder.parent().unwrap_or(Path::new("."));
    if !disk::is_file(path) {
        disk::write_new(path, Baseline::of(&problems, folder).to_json().as_bytes())?;
        return Ok(Compared::Made { n_problems: problems.len() });
    }
    let json = disk::read_file(path, MAX_LEN)?.bytes;
    let bad = |why| BaselineError::Bad { path: path.display().to_string(), why };
    let baseline = Baseline::from_json(&json).map_err(bad)?;
    Ok(Compared::New(baseline.new_ones(problems, folder)))
}

impl Baseline {
    /// Of all problems there are, named from the folder that the baseline will stand in.
    pub fn of(problems: &[Problem], folder: &Path) -> Baseline {
        let mut known = BTreeMap::new();
        for problem in problems {
            *known.entry(Key::of(problem, folder)).or_insert(0) += 1;
        }
        Baseline { known }
    }

    pub fn from_json(json: &[u8]) -> Result<Baseline, BadBaseline> {
        let broken = |error: serde_json::Error| BadBaseline::Broken(error.to_string());
        let file: File = serde_json::from_slice(json).map_err(broken)?;
        if file.version != VERSION {
            return Err(BadBaseline::Version(file.version));
        }
        let known = file.problems.into_iter().map(|problem| (problem.key, problem.count)).collect();
        Ok(Baseline { known })
    }

    /// In an order that changes as little as the problems do, for version control.
    pub fn to_json(&self) -> String {
        let counted = |(key, count): (&Key, &usize)| Counted { key: key.clone(), count: *count };
        let file = File { version: VERSION, problems: self.known.iter().map(counted).collect() };
        // Texts and numbers always have a JSON.
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// The problems that the baseline does not know.
    pub fn new_ones(&self, problems: Vec<Problem>, folder: &Path) -> Vec<Problem> {
        let mut left = self.known.clone();
        let mut is_new = |problem: &Problem| match left.get_mut(&Key::of(problem, folder)) {
            Some(n_left) if *n_left > 0 => {
                *n_left -= 1;
                false
            }
            _ => true,
        };
        problems.into_iter().filter(|problem| is_new(problem)).collect()
    }
}

impl Key {
    fn of(problem: &Problem, folder: &Path) -> Key {
        let file = Path::new(&problem.place.file);
        let below = disk::below(file, folder);
        let thing = match &problem.place.spot {
            Spot::Thing(thing) => Some(thing.to_string()),
            Spot::File | Spot::Bytes { .. } | Spot::Text { .. } => None,
        };
        Key {
            code: problem.code.to_owned(),
            file: below.as_deref().unwrap_or(file).display().to_string().replace('\\', "/"),
            thing,
            message: problem.message.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::problem::{Place, Rule, Severity, Thing};

    const ODD: Rule =
        Rule { code: "gat-odd", severity: Severity::Hint, title: "Odd", explanation: "" };

    fn text(file: &str, at: usize, message: &str) -> Problem {
        Problem::new(&ODD, Place::text(file, at..at + 1), message)
    }

    fn cell(x: u32) -> Problem {
        Problem::new(&ODD, Place::thing("a.gat", Thing::Cell { x, y: 0 }), "odd")
    }

    #[test]
    fn only_new_problems_are_left() {
        let folder = Path::new(".");
        let then = [text("a", 5, "x"), text("a", 9, "x"), cell(1)];
        let baseline = Baseline::of(&then, folder);
        let absolute = disk::absolute(Path::new("a")).unwrap();
        let now = vec![
            text("a", 105, "x"),
            text(absolute.to_str().unwrap(), 109, "x"),
            text("a", 120, "x"),
            text("a", 5, "y"),
            text("b", 5, "x"),
            cell(1),
            cell(2),
        ];
        let new = baseline.new_ones(now.clone(), folder);
        assert_eq!(new, [2, 3, 4, 6].map(|idx: usize| now[idx].clone()));
        assert_eq!(baseline.new_ones(then.to_vec(), folder), []);
    }

    #[test]
    fn it_is_written_in_order_and_read_again() {
        let problems = [cell(1), text("b", 5, "x"), text("b", 7, "x")];
        let baseline = Baseline::of(&problems, Path::new("."));
        expect![[r#"
            {
              "version": 1,
              "problems": [
                {
                  "code": "gat-odd",
                  "file": "a.gat",
                  "thing": "cell (1, 0)",
                  "message": "odd",
                  "count": 1
                },
                {
                  "code": "gat-odd",
                  "file": "b",
                  "thing": null,
                  "message": "x",
                  "count": 2
                }
              ]
            }
        "#]]
        .assert_eq(&baseline.to_json());
        assert_eq!(Baseline::from_json(baseline.to_json().as_bytes()), Ok(baseline));
    }

    #[test]
    fn another_file_is_refused() {
        assert!(matches!(Baseline::from_json(b"{}"), Err(BadBaseline::Broken(_))));
        let newer = br#"{"version": 2, "problems": []}"#;
        assert_eq!(Baseline::from_json(newer), Err(BadBaseline::Version(2)));
    }
}
