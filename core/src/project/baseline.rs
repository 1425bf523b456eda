//! The problems of a day, so that `check --baseline` reports only what came after it.
//!
//! A problem is known again by its code, its file and the thing that it is about; its message only
//! says which of several it is, since messages are reworded. Offsets do not count: they move with
//! every edit above them. Of several alike, as many are known as there were. One that is told of many
//! places is known place by place.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::problem::{Problem, Spot, today};
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
    /// As it was worded then.
    message: String,
}

/// What a problem is known by, whatever its message.
type Known<'k> = (&'k str, &'k str, Option<&'k str>);

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
    #[error("is not a baseline: {0}; make a new one")]
    Broken(String),
    #[error(
        "is a baseline of version {0}, but this program knows version {VERSION}; make a new \
        one"
    )]
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
    /// There is none yet, and none is made of these: files that could not be read may have more.
    Incomplete(Vec<Problem>),
    /// Those that it does not know.
    New(Vec<Problem>),
}

/// Compares problems with the baseline in a file. Where there is none yet, it is made, unless some
/// file was not read, so that the list is not whole: its problems would count as new ones ever after.
pub fn compare(
    problems: Vec<Problem>,
    is_whole: bool,
    path: &Path,
) -> Result<Compared, BaselineError> {
    let folder = disk::absolute(path)?;
    let folder = folder.parent().unwrap_or(Path::new("."));
    if !disk::is_file(path) {
        if !is_whole {
            return Ok(Compared::Incomplete(problems));
        }
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
        for key in problems.iter().flat_map(|problem| Key::each(problem, folder)) {
            *known.entry(key).or_insert(0) += 1;
        }
        Baseline { known }
    }

    pub fn from_json(json: &[u8]) -> Result<Baseline, BadBaseline> {
        let broken = |error: serde_json::Error| BadBaseline::Broken(error.to_string());
        let file: File = serde_json::from_slice(json).map_err(broken)?;
        if file.version != VERSION {
            return Err(BadBaseline::Version(file.version));
        }
        let mut known = BTreeMap::new();
        for Counted { key, count } in file.problems {
            let key = Key { code: today(&key.code).to_owned(), ..key };
            *known.entry(key).or_insert(0) += count;
        }
        Ok(Baseline { known })
    }

    /// In an order that changes as little as the problems do, for version control.
    pub fn to_json(&self) -> String {
        let counted = |(key, count): (&Key, &usize)| Counted { key: key.clone(), count: *count };
        let file = File { version: VERSION, problems: self.known.iter().map(counted).collect() };
        // Texts and numbers always have a JSON.
        serde_json::to_string_pretty(&file).map(|json| json + "\n").unwrap_or_default()
    }

    /// How many places it has by code, file and message.
    fn places(&self) -> BTreeMap<(&str, &str, &str), usize> {
        let mut places = BTreeMap::new();
        for Key { code, file, message, .. } in self.known.keys() {
            *places.entry((code.as_str(), file.as_str(), message.as_str())).or_default() += 1;
        }
        places
    }

    /// The problems that the baseline does not know, each at the places alone that it does not know.
    pub fn new_ones(&self, problems: Vec<Problem>, folder: &Path) -> Vec<Problem> {
        let keys: Vec<Key> =
            problems.iter().flat_map(|problem| Key::each(problem, folder)).collect();
        let mut is_known = vec![false; keys.len()];
        // First those whose message is the same, then as many as are left of each thing.
        let mut left = self.known.clone();
        for (key, is_known) in keys.iter().zip(&mut is_known) {
            *is_known = left.get_mut(key).is_some_and(take_one);
        }
        let mut of_things: BTreeMap<Known<'_>, usize> = BTreeMap::new();
        // Older baselines have only the first of many places.
        let mut of_files: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for (key, n) in &left {
            *of_things.entry(key.thing()).or_default() += n;
        }
        for ((code, file, message), n_places) in self.places() {
            let n_told = 1 + Problem::n_also_in(message);
            *of_files.entry((code, file)).or_default() += n_told.saturating_sub(n_places);
        }
        for (key, is_known) in keys.iter().zip(&mut is_known).filter(|(_, is_known)| !**is_known) {
            *is_known = of_things.get_mut(&key.thing()).is_some_and(take_one)
                || of_files.get_mut(&(key.code.as_str(), key.file.as_str())).is_some_and(take_one);
        }
        let mut is_known = is_known.into_iter();
        let new = problems
            .into_iter()
            .filter_map(|problem| problem.only_at(|_| !is_known.next().unwrap_or_default()));
        new.collect()
    }
}

fn take_one(n_left: &mut usize) -> bool {
    let has_one = *n_left > 0;
    *n_left = n_left.saturating_sub(1);
    has_one
}

impl Key {
    /// Of each place that a problem is told of.
    fn each(problem: &Problem, folder: &Path) -> Vec<Key> {
        let file = Path::new(&problem.place.file);
        let below = disk::below(file, folder);
        let file = below.as_deref().unwrap_or(file).display().to_string().replace('\\', "/");
        let key = |spot: &Spot| Key {
            code: problem.code.to_owned(),
            file: file.clone(),
            thing: match spot {
                Spot::Thing(thing) => Some(thing.to_string()),
                Spot::File | Spot::Bytes { .. } | Spot::Text { .. } => None,
            },
            message: problem.message.clone(),
        };
        std::iter::once(&problem.place.spot).chain(&problem.also).map(key).collect()
    }

    fn thing(&self) -> Known<'_> {
        (&self.code, &self.file, self.thing.as_deref())
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
    fn no_baseline_is_made_while_a_file_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known.json");
        let problems = vec![cell(1), cell(2)];
        let compared = compare(problems.clone(), false, &path).unwrap();
        assert_eq!(compared, Compared::Incomplete(problems.clone()));
        assert!(!path.exists());
        let made = compare(problems.clone(), true, &path).unwrap();
        assert_eq!(made, Compared::Made { n_problems: 2 });
        assert_eq!(compare(problems, false, &path).unwrap(), Compared::New(Vec::new()));
    }

    #[test]
    fn a_reworded_problem_is_known_by_its_thing() {
        let folder = Path::new(".");
        let mut baseline = Baseline::of(&[cell(1), cell(2), text("a", 5, "x")], folder);
        let json = baseline.to_json().replace("\"odd\"", "\"rather odd\"");
        baseline = Baseline::from_json(json.as_bytes()).unwrap();
        let reworded = text("a", 9, "an x");
        assert_eq!(baseline.new_ones(vec![cell(1), cell(2), reworded], folder), []);
        assert_eq!(baseline.new_ones(vec![cell(1), cell(1), cell(3)], folder).len(), 2);
    }

    #[test]
    fn a_problem_of_many_places_is_known_place_by_place() {
        let folder = Path::new(".");
        let spot = |x| Spot::Thing(Thing::Cell { x, y: 0 });
        let many =
            |cells: &[u32]| cell(cells[0]).with_also(cells[1..].iter().map(|x| spot(*x)).collect());
        let baseline = Baseline::of(&[many(&[3, 4, 5])], folder);
        assert_eq!(baseline.new_ones(vec![many(&[3, 4, 5])], folder), []);
        assert_eq!(baseline.new_ones(vec![many(&[4, 5])], folder), []);
        let [new] = &baseline.new_ones(vec![many(&[1, 3, 4, 5, 7])], folder)[..] else { panic!() };
        assert_eq!((&new.place.spot, &new.also[..]), (&spot(1), &[spot(7)][..]));
        assert_eq!(new.message, "odd, and so in 2 new places");
        // Older files have the first place alone, and say how many more there were.
        let older = br#"{"version":1,"problems":[{"code":"gat-odd","file":"a.gat",
            "thing":"cell (3, 0)","message":"odd, and so in 2 more places","count":1}]}"#;
        let older = Baseline::from_json(older).unwrap();
        assert_eq!(older.new_ones(vec![many(&[3, 4, 5])], folder), []);
        assert_eq!(older.new_ones(vec![many(&[3, 4, 5, 6])], folder).len(), 1);
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
