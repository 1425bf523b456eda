//! Checking zones: what an edit touched at once, and all of it beside the window.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use landwright_core::check;
use landwright_core::problem::{Problem, Severity, Spot, Thing};
use landwright_core::project::verdict::Checked;
use landwright_core::vfs::VfsPath;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::thing::ThingId;
use landwright_core::world::zone::{Listed, Zone};

use super::document::ZoneDocument;
use super::open::Home;

/// Edits of more things are checked beside the window alone.
const CHECKED_AT_ONCE: usize = 500;

/// The problems of a zone and of its files, as the disk names them.
pub(super) fn all(
    zone: &Zone,
    names: &Names,
    of_files: &[Problem],
    home: Option<&Home>,
) -> Vec<Problem> {
    let mut problems = of_files.to_vec();
    problems.extend(check::zone::check(zone, names));
    named(problems, home)
}

fn named(problems: Vec<Problem>, home: Option<&Home>) -> Vec<Problem> {
    let Some(home) = home else { return problems };
    let named = |mut problem: Problem| {
        if let Ok(path) = VfsPath::new(&problem.place.file) {
            problem.place.file = home.on_disk(&path).display().to_string();
        }
        problem
    };
    problems.into_iter().map(named).collect()
}

/// The things that problems are about, for as long as the zone is the one that was checked.
pub(super) fn things_of(
    problems: &[Problem],
    zone: &Zone,
    home: Option<&Home>,
) -> Vec<Option<ThingId>> {
    let places: BTreeMap<(String, &str, u32), ThingId> =
        zone.listed().map(|listed| (place_of(zone, home, listed), listed.id)).collect();
    let thing = |problem: &Problem| match &problem.place.spot {
        Spot::Thing(Thing::Object { list, index, .. }) => {
            places.get(&(problem.place.file.clone(), *list, *index)).copied()
        }
        _ => None,
    };
    problems.iter().map(thing).collect()
}

fn place_of<'z>(zone: &Zone, home: Option<&Home>, listed: Listed) -> (String, &'z str, u32) {
    let file = zone.file_of_thing(listed.id);
    let path = home.and_then(|home| Some(home.on_disk(&VfsPath::new(file).ok()?)));
    let file = path.map_or_else(|| file.to_owned(), |path| path.display().to_string());
    (file, listed.kind.name(), listed.index)
}

/// Replaces the problems of things that an edit touched.
pub(super) fn check_around(document: &mut ZoneDocument, touched: &BTreeSet<ThingId>) {
    // All of it is checked again anyway, or about to be for the first time.
    if document.checked.is_none() || touched.len() > CHECKED_AT_ONCE {
        return;
    }
    // A point that came or went makes warps right or wrong that nobody touched.
    let within = document.names.warps_within(document.zone());
    let checked: BTreeSet<ThingId> = touched.iter().copied().chain(within).collect();
    let ids: Vec<ThingId> = checked.iter().copied().collect();
    let (zone, home) = (document.editing.document(), document.home.as_ref());
    let found = named(check::zone::check_around(zone, &document.names, &ids), home);
    // Only a check of everything can say that an ignore was of no use.
    let partly = Checked { files: &[], rules: &[], line_of: &|_, _| None };
    let found = document.project.apply(found, &partly);
    let places: BTreeMap<(String, &str, u32), ThingId> = ids
        .iter()
        .filter_map(|id| zone.listed_at(*id))
        .map(|listed| (place_of(zone, home, listed), listed.id))
        .collect();
    let found = found.into_iter().map(|problem| {
        let thing = match &problem.place.spot {
            Spot::Thing(Thing::Object { list, index, .. }) => {
                places.get(&(problem.place.file.clone(), *list, *index)).copied()
            }
            _ => None,
        };
        (problem, thing)
    });
    let found: Vec<(Problem, Option<ThingId>)> = found.collect();
    let old = std::mem::take(&mut document.problems).into_iter();
    let things = std::mem::take(&mut document.problem_things);
    let zone = document.zone();
    // What nobody touched is as doubled as it was.
    let is_told_anew = |problem: &Problem, id: &ThingId| {
        touched.contains(id) || checked.contains(id) && !check::zone::takes_all(problem.code)
    };
    let stays = |(problem, thing): &(Problem, Option<ThingId>)| {
        thing.is_none_or(|id| !is_told_anew(problem, &id) && zone.contains(id))
    };
    let mut both: Vec<(Problem, Option<ThingId>)> = old.zip(things).filter(stays).collect();
    both.extend(found);
    both.sort_by(|(a, _), (b, _)| b.severity.cmp(&a.severity).then_with(|| a.place.cmp(&b.place)));
    let (problems, things) = both.into_iter().unzip();
    document.problem_things = things;
    document.set_problems(problems);
    document.note_marks();
    document.shown_problem = None;
}

impl ZoneDocument {
    /// The places in the list of the problems of a thing.
    pub fn problems_of(&self, id: ThingId) -> impl Iterator<Item = usize> {
        let things = self.problem_things.iter().enumerate();
        things.filter(move |(_, thing)| **thing == Some(id)).map(|(index, _)| index)
    }

    /// The thing that a problem of the list is about, and its block; `None` for one of a file.
    pub fn problem_in_words(&self, index: usize) -> Option<String> {
        let id = self.problem_things.get(index).copied().flatten()?;
        let words = self.words().thing_in_line(id);
        match self.zone().block_of(id) {
            Some(block) => Some(format!("{block} {words}")),
            None => Some(words),
        }
    }
}

/// Each thing that has a problem, with how bad the worst of them is.
pub(super) fn marks(problems: &[Problem], things: &[Option<ThingId>]) -> Vec<(ThingId, Severity)> {
    let mut worst: BTreeMap<ThingId, Severity> = BTreeMap::new();
    for (problem, thing) in problems.iter().zip(things) {
        if let Some(id) = thing {
            let mark = worst.entry(*id).or_insert(problem.severity);
            *mark = (*mark).max(problem.severity);
        }
    }
    let mut worst: Vec<(ThingId, Severity)> = worst.into_iter().collect();
    worst.sort_by_key(|(id, severity)| (Reverse(*severity), *id));
    worst
}
