//! Mending: the fixes of a document's problems are done in rounds, causes before effects, and
//! everything is checked again in between.

pub mod area;
pub mod gat;
pub mod zone;

use std::collections::{BTreeMap, BTreeSet};

use super::Effect;
use crate::problem::counted::counted;
use crate::problem::{Fix, Place, Problem, Rule, Severity, Thing};

/// After so many rounds, the rest is left.
const N_ROUNDS: usize = 32;

/// Fixes of one rule that would take away more than this share of a document, and more than
/// [`FEW`] of its parts, are left to a person: most likely the whole file is damaged.
const MOST: usize = 4;
const FEW: usize = 40;

/// A document that problems are found in and fixes are done to.
pub trait Mendable: Clone {
    /// Which problems come of which others.
    const EFFECTS: &'static [&'static Effect];
    /// Rules whose fixes are to lose no parts: one that loses more than it gains is left to a person,
    /// since the problem may come of something that no rule sees.
    const GENTLE: &'static [&'static Rule] = &[];
    /// One of its parts and several, as [`Step::lost`] counts them.
    const PART: [&'static str; 2];

    /// What a problem is about, so that it is known which problems are about the same.
    fn about(&self, problem: &Problem) -> About;

    /// What a fix makes of it; `None` where nothing changes.
    fn with_fix(&self, fix: &Fix) -> Result<Option<Step<Self>>, String>;

    /// How many parts it has, as [`Step::lost`] counts them.
    fn n_parts(&self) -> usize;

    /// How many bytes of its unpacked files are others in `now`, were added, or are gone.
    fn n_bytes_to(&self, now: &Self) -> usize;
}

/// Things that problems have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum About {
    Everything,
    Things(Vec<Thing>),
}

/// What one fix does.
#[derive(Debug)]
pub struct Step<D> {
    pub document: D,
    /// What it changed. Another fix of the same round that is about any of it waits.
    pub touched: About,
    /// Parts that went, and parts that came: edges of an area, things of a zone, cells of a map.
    pub lost: usize,
    pub gained: usize,
    /// What a person should know about it.
    pub notes: Vec<String>,
}

impl<D: Mendable> Step<D> {
    /// Whether it loses parts for a rule whose fixes should lose none.
    fn is_rough(&self, code: &str) -> bool {
        self.lost > self.gained && D::GENTLE.iter().any(|rule| rule.code == code)
    }
}

/// A document after all that could be mended.
#[derive(Debug)]
pub struct Mended<D> {
    pub document: D,
    /// What was done, in order.
    pub done: Vec<Done>,
    /// Errors and warnings that have a fix, which was not done.
    pub left: Vec<Left>,
    /// Everything that was found before, and is found now.
    pub before: Vec<Problem>,
    pub problems: Vec<Problem>,
}

/// A fix that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    pub code: &'static str,
    pub place: Place,
    pub title: String,
    pub lost: usize,
    pub gained: usize,
    /// How many bytes of the unpacked files changed, were added or went.
    pub bytes: usize,
    /// What a person should know about it, such as what is lost.
    pub notes: Vec<String>,
}

/// A problem whose fix was not done.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    pub code: &'static str,
    pub place: Place,
    pub why: Why,
}

/// Why a fix was not done.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A person may have meant what it changes.
    ToChoose,
    /// It comes of a problem of this code, which has to be mended first.
    Waits(&'static str),
    /// It would take away an implausible share of the document.
    TooMuch,
    Refused(String),
}

/// Whether it is counted how many bytes each fix changes, which takes its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bytes {
    Counted,
    NotAsked,
}

/// Mends a document as far as nobody has to choose. `found` gives what is wrong with it, as the
/// project of its folder sees that.
pub fn mend<D: Mendable>(
    document: &D,
    bytes: Bytes,
    mut found: impl FnMut(&D) -> Vec<Problem>,
) -> Mended<D> {
    let first = found(document);
    let mut held_back: BTreeSet<&'static str> = BTreeSet::new();
    loop {
        let mut run = Run { held_back: &held_back, bytes, done: Vec::new() };
        let (document, problems) = run.mend(document.clone(), first.clone(), &mut found);
        let done = run.done;
        match implausible(&done, document.n_parts()) {
            Some(code) => held_back.insert(code),
            None => {
                let left = Round::of(&document, &problems, &held_back).left(&document);
                return Mended { document, done, left, before: first, problems };
            }
        };
    }
}

/// The fixes that are to be done first, in one go: those of causes, and of what comes of nothing
/// else. No two of them are about the same.
pub fn first_round<D: Mendable>(document: &D, problems: &[Problem]) -> Vec<Fix> {
    static NONE: BTreeSet<&'static str> = BTreeSet::new();
    let mut touched = Touched::default();
    let mut fixes: Vec<Fix> = Vec::new();
    for (problem, fix) in Round::of(document, problems, &NONE).ready() {
        let about = document.about(problem);
        if !touched.has_any_of(&about) {
            touched.add(about);
            fixes.push(fix.clone());
        }
    }
    fixes
}

/// A rule whose fixes took too much away.
fn implausible(done: &[Done], n_parts: usize) -> Option<&'static str> {
    let mut lost: BTreeMap<&'static str, usize> = BTreeMap::new();
    for done in done {
        *lost.entry(done.code).or_default() += done.lost;
    }
    let is_too_much = |lost: usize| lost > FEW && lost.saturating_mul(MOST) > n_parts;
    lost.into_iter().find(|(_, lost)| is_too_much(*lost)).map(|(code, _)| code)
}

/// Rounds from a document as it is.
struct Run<'r> {
    /// Codes whose fixes are not done.
    held_back: &'r BTreeSet<&'static str>,
    bytes: Bytes,
    done: Vec<Done>,
}

impl Run<'_> {
    fn mend<D: Mendable>(
        &mut self,
        mut document: D,
        mut problems: Vec<Problem>,
        found: &mut impl FnMut(&D) -> Vec<Problem>,
    ) -> (D, Vec<Problem>) {
        for _ in 0..N_ROUNDS {
            let n_before = self.done.len();
            document = self.round(document, &problems);
            if self.done.len() == n_before {
                break;
            }
            problems = found(&document);
        }
        (document, problems)
    }

    fn round<D: Mendable>(&mut self, mut document: D, problems: &[Problem]) -> D {
        let mut touched = Touched::default();
        let mut seen: Vec<&Fix> = Vec::new();
        let start = document.clone();
        for (problem, fix) in Round::of(&start, problems, self.held_back).ready() {
            // One fix may be that of many problems, such as listing all nodes.
            let is_of_everything = start.about(problem) == About::Everything;
            if is_of_everything && seen.contains(&fix) {
                continue;
            }
            if touched.has_any_of(&start.about(problem)) {
                continue;
            }
            let Ok(Some(step)) = document.with_fix(fix) else { continue };
            if step.is_rough(problem.code) {
                continue;
            }
            if is_of_everything {
                seen.push(fix);
            }
            self.done.push(self.done_by(problem, fix, &document, &step));
            touched.add(step.touched);
            document = step.document;
        }
        document
    }

    fn done_by<D: Mendable>(&self, problem: &Problem, fix: &Fix, was: &D, step: &Step<D>) -> Done {
        let Step { document, lost, gained, notes, .. } = step;
        let bytes = match self.bytes {
            Bytes::Counted => was.n_bytes_to(document),
            Bytes::NotAsked => 0,
        };
        let mut notes = notes.clone();
        if let Some(n_less) = lost.checked_sub(*gained).filter(|n| *n > 0) {
            let [one, many] = D::PART;
            notes.push(format!("{} went", counted(n_less, one, many)));
        }
        let (place, title) = (problem.place.clone(), fix.title.clone());
        Done { code: problem.code, place, title, lost: *lost, gained: *gained, bytes, notes }
    }
}

#[derive(Default)]
struct Touched {
    everything: bool,
    things: BTreeSet<Thing>,
}

impl Touched {
    fn add(&mut self, about: About) {
        match about {
            About::Everything => self.everything = true,
            About::Things(things) => self.things.extend(things),
        }
    }

    fn has_any_of(&self, about: &About) -> bool {
        match about {
            _ if self.everything => true,
            About::Everything => !self.things.is_empty(),
            About::Things(things) => things.iter().any(|thing| self.things.contains(thing)),
        }
    }
}

/// The problems of a document as they are now, and what comes of what.
struct Round<'p> {
    problems: &'p [Problem],
    /// For each problem, the code that it waits for.
    waits_for: Vec<Option<&'static str>>,
    held_back: &'p BTreeSet<&'static str>,
    /// Errors and warnings, and what has to be mended before them.
    is_wanted: Vec<bool>,
}

impl<'p> Round<'p> {
    fn of<D: Mendable>(
        document: &D,
        problems: &'p [Problem],
        held_back: &'p BTreeSet<&'static str>,
    ) -> Round<'p> {
        let about: Vec<About> = problems
            .iter()
            .map(|problem| match problem.more > 0 {
                // Nobody knows what the others are about.
                true => About::Everything,
                false => document.about(problem),
            })
            .collect();
        let mut by_code: BTreeMap<&str, Touched> = BTreeMap::new();
        for (problem, about) in problems.iter().zip(&about) {
            by_code.entry(problem.code).or_default().add(about.clone());
        }
        let waits_for: Vec<_> = problems
            .iter()
            .zip(&about)
            .map(|(problem, about)| {
                causes_of::<D>(problem.code).find(|cause| {
                    by_code.get(cause).is_some_and(|touched| touched.has_any_of(about))
                })
            })
            .collect();
        let mut is_wanted: Vec<bool> =
            problems.iter().map(|problem| problem.severity >= Severity::Warning).collect();
        // What is only an information is mended where something worse comes of it.
        let mut needed: BTreeMap<&str, Touched> = BTreeMap::new();
        for ((problem, about), is_wanted) in problems.iter().zip(&about).zip(&is_wanted) {
            for cause in causes_of::<D>(problem.code).filter(|_| *is_wanted) {
                needed.entry(cause).or_default().add(about.clone());
            }
        }
        for ((problem, about), is_wanted) in problems.iter().zip(&about).zip(&mut is_wanted) {
            let of_code = needed.get(problem.code);
            *is_wanted |= of_code.is_some_and(|touched| touched.has_any_of(about));
        }
        Round { problems, waits_for, held_back, is_wanted }
    }

    /// The problems that are to be mended now, with their fixes.
    fn ready(&self) -> impl Iterator<Item = (&'p Problem, &'p Fix)> {
        let each = self.problems.iter().zip(&self.waits_for).zip(&self.is_wanted);
        each.filter(|((_, waits_for), is_wanted)| waits_for.is_none() && **is_wanted)
            .filter(|((problem, _), _)| !self.held_back.contains(problem.code))
            .filter_map(|((problem, _), _)| Some((problem, problem.fixes.first()?)))
            .filter(|(_, fix)| fix.in_bulk)
    }

    /// What has a fix that was not done, and why.
    fn left<D: Mendable>(&self, document: &D) -> Vec<Left> {
        let mut left = Vec::new();
        for (problem, waits_for) in self.problems.iter().zip(&self.waits_for) {
            let Some(fix) = problem.fixes.first() else { continue };
            if problem.severity < Severity::Warning {
                continue;
            }
            let why = match waits_for {
                Some(cause) => Why::Waits(cause),
                None if !fix.in_bulk => Why::ToChoose,
                None if self.held_back.contains(problem.code) => Why::TooMuch,
                None => match document.with_fix(fix) {
                    Err(refusal) => Why::Refused(refusal),
                    Ok(Some(step)) if step.is_rough(problem.code) => Why::ToChoose,
                    Ok(_) => Why::Refused("it changes nothing".to_owned()),
                },
            };
            left.push(Left { code: problem.code, place: problem.place.clone(), why });
        }
        left
    }
}

fn causes_of<D: Mendable>(code: &str) -> impl Iterator<Item = &'static str> {
    let effects = D::EFFECTS.iter().filter(move |effect| effect.rule.code == code);
    effects.flat_map(|effect| effect.causes).map(|cause| cause.code)
}

/// What has a fix, in a document that fixes are not done to in bulk.
pub fn all_left(problems: &[Problem]) -> Vec<Left> {
    let has_fix =
        |problem: &&Problem| problem.severity >= Severity::Warning && !problem.fixes.is_empty();
    let left = |problem: &Problem| Left {
        code: problem.code,
        place: problem.place.clone(),
        why: Why::ToChoose,
    };
    problems.iter().filter(has_fix).map(left).collect()
}

/// What was left and why, a line for each reason, with how many problems of each code.
pub fn in_words(left: &[Left]) -> Vec<String> {
    let mut by_reason: BTreeMap<&Why, BTreeMap<&str, usize>> = BTreeMap::new();
    for Left { code, why, .. } in left {
        *by_reason.entry(why).or_default().entry(code).or_default() += 1;
    }
    let lines = by_reason.into_iter().map(|(why, codes)| {
        let n: usize = codes.values().sum();
        let (problems, has) =
            (counted(n, "problem", "problems"), if n == 1 { "has" } else { "have" });
        let codes = codes.iter().map(|(code, n)| match n {
            1 => (*code).to_owned(),
            n => format!("{code} ({n})"),
        });
        let codes = codes.collect::<Vec<_>>().join(", ");
        match why {
            Why::ToChoose => {
                format!("{problems} {has} a fix that you have to choose yourself: {codes}")
            }
            Why::Waits(cause) => {
                format!("{problems} may be caused by {cause}, which has to be fixed first: {codes}")
            }
            Why::TooMuch => format!(
                "{problems} {has} a fix that would remove a large part of the file, which may be \
                 damaged as a whole: {codes}"
            ),
            Why::Refused(refusal) => {
                format!("{problems} {has} a fix that can't be done: {codes}: {refusal}")
            }
        }
    });
    lines.collect()
}

/// How many bytes of a file are others, were added, or are gone: those between what both begin
/// and end with.
fn n_bytes_between(before: &[u8], now: &[u8]) -> usize {
    if before.len() == now.len() {
        return before.iter().zip(now).filter(|(a, b)| a != b).count();
    }
    let n_alike = before.len().min(now.len());
    let n_start = before.iter().zip(now).take_while(|(a, b)| a == b).count();
    let ends = before.iter().rev().zip(now.iter().rev()).take(n_alike - n_start);
    let n_end = ends.take_while(|(a, b)| a == b).count();
    before.len().max(now.len()) - n_start - n_end
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::problem::{Change, Rule};

    const fn rule(code: &'static str, severity: Severity) -> Rule {
        Rule { code, severity, title: "", explanation: "" }
    }

    const LEANS: Rule = rule("toy-leans", Severity::Information);
    const TORN: Rule = rule("toy-torn", Severity::Error);
    const CUT: Rule = rule("toy-cut", Severity::Warning);
    const WORN: Rule = rule("toy-worn", Severity::Warning);
    const OF_TORN: Effect = Effect { rule: &TORN, causes: &[&LEANS] };

    /// Places that lean, or are torn because they lean or of themselves; mending a torn one that
    /// leans takes it away.
    #[derive(Debug, Clone, PartialEq)]
    struct Toy(Vec<&'static str>);

    impl Mendable for Toy {
        const EFFECTS: &'static [&'static Effect] = &[&OF_TORN];
        const GENTLE: &'static [&'static Rule] = &[&WORN];
        const PART: [&'static str; 2] = ["place", "places"];

        fn about(&self, problem: &Problem) -> About {
            match &problem.place.spot {
                crate::problem::Spot::Thing(thing) => About::Things(vec![thing.clone()]),
                _ => About::Everything,
            }
        }

        fn with_fix(&self, fix: &Fix) -> Result<Option<Step<Toy>>, String> {
            let Change::Action { name, arguments } = &fix.change else { return Ok(None) };
            let at = arguments["at"].as_u64().unwrap() as usize;
            let mut document = self.clone();
            let was = document.0[at];
            let lost = match (*name, was) {
                ("straighten", "leans and torn" | "leans") => 0,
                ("sew", "torn" | "worn") => 0,
                ("sew" | "remove", _) => 1,
                _ => return Err("it is too late".to_owned()),
            };
            document.0[at] = if lost > 0 { "gone" } else { "well" };
            let touched = About::Things(vec![Thing::Node { index: at as u32 }]);
            Ok(Some(Step { document, touched, lost, gained: 0, notes: Vec::new() }))
        }

        fn n_parts(&self) -> usize {
            self.0.len()
        }

        fn n_bytes_to(&self, now: &Toy) -> usize {
            self.0.iter().zip(&now.0).filter(|(a, b)| a != b).count()
        }
    }

    fn found(toy: &Toy) -> Vec<Problem> {
        let mut found = Vec::new();
        for (at, state) in toy.0.iter().enumerate() {
            let place = || Place::thing("toy", Thing::Node { index: at as u32 });
            let fix =
                |name| Fix::new(name, Change::Action { name, arguments: json!({ "at": at }) });
            let torn = || Problem::new(&TORN, place(), "").with_fix(fix("sew"));
            let leans = || Problem::new(&LEANS, place(), "").with_fix(fix("straighten"));
            match *state {
                "torn" => found.push(torn()),
                "leans" => found.push(leans()),
                "leans and torn" => found.extend([torn(), leans()]),
                "leans for good" => {
                    found.extend([torn(), Problem::new(&LEANS, place(), "")]);
                }
                "worn" => found.push(Problem::new(&WORN, place(), "").with_fix(fix("sew"))),
                "worn out" => found.push(Problem::new(&WORN, place(), "").with_fix(fix("remove"))),
                "cut" => found.push(Problem::new(&CUT, place(), "").with_fix(fix("remove"))),
                "meant" => {
                    let fix = fix("remove").one_by_one();
                    found.push(Problem::new(&CUT, place(), "").with_fix(fix));
                }
                _ => {}
            }
        }
        found
    }

    fn states(mended: &Mended<Toy>) -> &[&'static str] {
        &mended.document.0
    }

    #[test]
    fn causes_are_mended_first_and_only_where_something_comes_of_them() {
        let toy = Toy(vec!["leans and torn", "torn", "leans"]);
        let mended = mend(&toy, Bytes::Counted, found);
        assert_eq!(states(&mended), ["well", "well", "leans"]);
        let done: Vec<_> =
            mended.done.iter().map(|done| (done.code, done.lost, done.bytes)).collect();
        assert_eq!(done, [("toy-leans", 0, 1), ("toy-torn", 0, 1)]);
        assert_eq!(mended.left, []);
        assert_eq!((mended.before.len(), mended.problems.len()), (4, 1));
    }

    #[test]
    fn what_comes_of_a_cause_that_nobody_mends_and_what_was_meant_is_left_and_said() {
        let mended = mend(&Toy(vec!["leans for good", "meant"]), Bytes::NotAsked, found);
        assert_eq!(states(&mended), ["leans for good", "meant"]);
        assert_eq!(mended.done, []);
        assert_eq!(
            in_words(&mended.left),
            [
                "1 problem has a fix that you have to choose yourself: toy-cut",
                "1 problem may be caused by toy-leans, which has to be fixed first: toy-torn",
            ]
        );
    }

    #[test]
    fn a_fix_that_should_lose_nothing_and_would_is_left_to_a_person() {
        let mended = mend(&Toy(vec!["worn", "worn out"]), Bytes::NotAsked, found);
        assert_eq!(states(&mended), ["well", "worn out"]);
        let left: Vec<_> = mended.left.iter().map(|left| (left.code, &left.why)).collect();
        assert_eq!(left, [("toy-worn", &Why::ToChoose)]);
    }

    #[test]
    fn a_rule_that_would_take_a_large_part_away_is_left_and_the_others_are_mended() {
        let mut all = vec!["cut"; 41];
        all.push("torn");
        let mended = mend(&Toy(all.clone()), Bytes::NotAsked, found);
        assert_eq!(states(&mended).iter().filter(|state| **state == "cut").count(), 41);
        assert_eq!(states(&mended)[41], "well");
        assert!(mended.left.iter().all(|left| left.why == Why::TooMuch));
        all.resize(200, "well");
        let mended = mend(&Toy(all), Bytes::NotAsked, found);
        assert_eq!(mended.done.len(), 42, "41 of 200 are not that many");
        assert_eq!(mended.done[0].notes, ["1 place went"]);
    }

    #[test]
    fn bytes_that_came_or_went_in_the_middle_are_counted() {
        let counts =
            [("abcd", "abcd"), ("abcd", "axcd"), ("abcd", "abxxcd"), ("abcd", "ad"), ("", "ab")];
        let counts = counts.map(|(a, b)| n_bytes_between(a.as_bytes(), b.as_bytes()));
        assert_eq!(counts, [0, 1, 4 - 2, 4 - 2, 2]);
    }
}
