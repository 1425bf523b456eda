//! When a map is checked, and how much of it: what a stroke can have changed as soon as it is over,
//! what takes all of the map once the hand has rested.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use landwright_core::check::gat::findings::Findings;
use landwright_core::world::Revision;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::cover::cover;

use crate::job::Progress;
use crate::job::lock;
use crate::kind::document::open::{Checker, Extent, Found};

/// The known facts about a map, and what of it is out of date.
#[derive(Debug)]
pub(crate) struct Checks {
    /// `None` until all of it was checked once, and while a check has them.
    findings: Option<Findings>,
    /// What changed since the findings were brought up to date.
    changed: Vec<Rect>,
    changed_at: Instant,
    /// Of the state that islands were looked for in.
    islands_of: Option<Revision>,
    /// What the check that was made last gives back, once it has ended.
    given_back: Arc<Mutex<Option<MapFound>>>,
}

/// What a check of a map gives back.
#[derive(Debug)]
struct MapFound {
    findings: Findings,
    islands: Islands,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Islands {
    /// As they were before, since they were not looked for.
    AsBefore,
    Found,
    /// The check was cancelled before it had them.
    BrokenOff,
}

/// So long the hand has to rest before all of a map is looked through.
const REST: Duration = Duration::from_millis(400);

/// More rectangles that changed are made fewer.
const MANY_CHANGES: usize = 256;

impl Default for Checks {
    fn default() -> Checks {
        let changed_at = Instant::now();
        Checks {
            findings: None,
            changed: Vec::new(),
            changed_at,
            islands_of: None,
            given_back: Arc::default(),
        }
    }
}

impl Checks {
    pub(crate) fn note(&mut self, cells: &[Rect]) {
        self.changed_at = Instant::now();
        self.changed.extend(cells);
        if self.changed.len() > MANY_CHANGES {
            self.changed = cover(&self.changed);
        }
    }

    pub(crate) fn has_findings(&self) -> bool {
        self.findings.is_some()
    }

    /// How long the hand has still to rest until islands are looked for; `None` where they are known.
    pub(crate) fn rest_until_islands(&self, revision: Revision) -> Option<Duration> {
        let is_due = self.has_findings() && self.islands_of != Some(revision);
        is_due.then(|| REST.saturating_sub(self.changed_at.elapsed()))
    }

    /// They are looked for again once the hand has rested.
    pub(crate) fn forget_islands(&mut self) {
        self.islands_of = None;
    }

    /// Gives the findings to the check.
    pub(crate) fn checker(&mut self, map: GatMap, extent: Extent) -> Checker {
        let known = self.findings.take();
        let changed = std::mem::take(&mut self.changed);
        self.given_back = Arc::default();
        let giving = Arc::clone(&self.given_back);
        Box::new(move |file, progress| {
            let found = check(&map, known, &changed, extent, progress);
            let problems = Some(found.findings.problems(file, &map));
            let is_whole = found.islands != Islands::BrokenOff;
            *lock(&giving) = Some(found);
            Found { problems, is_whole }
        })
    }

    /// Takes the findings back, of the map as it was at a revision.
    pub(crate) fn take(&mut self, revision: Revision, now: Revision) {
        let Some(found) = lock(&self.given_back).take() else { return };
        self.findings = Some(found.findings);
        match found.islands {
            Islands::AsBefore => {}
            Islands::Found => self.islands_of = Some(revision),
            // Nothing changed meanwhile, so it was a person who cancelled it.
            Islands::BrokenOff if revision == now => self.islands_of = Some(revision),
            Islands::BrokenOff => {}
        }
    }
}

fn check(
    map: &GatMap,
    known: Option<Findings>,
    changed: &[Rect],
    extent: Extent,
    progress: &Progress,
) -> MapFound {
    let mut findings = match known {
        Some(mut known) => {
            known.update(map, changed);
            known
        }
        None => Findings::of(map),
    };
    let goes_on = || match progress.is_cancelled() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let islands = match extent {
        Extent::Changes => Islands::AsBefore,
        Extent::Everything => match findings.look_for_islands(map, &goes_on) {
            Ok(()) => Islands::Found,
            Err(_) => Islands::BrokenOff,
        },
    };
    MapFound { findings, islands }
}

#[cfg(test)]
mod tests {
    use landwright_core::check;
    use landwright_core::sample::rng::Rng;

    use super::*;
    use crate::command::CommandId;
    use crate::model::Model;
    use crate::model::check::sort;
    use crate::model::trial::{cancelled, drag, flat, point, run};
    use crate::view::hand::{Held, Phase};

    /// As a check of the whole map finds them.
    fn assert_all_found(model: &Model) {
        let document = model.active_map().unwrap();
        let mut expected = check::gat::check(&document.name, document.map());
        sort(&mut expected);
        assert_eq!(document.problems, expected);
    }

    fn has_islands(model: &Model) -> bool {
        model.active_map().unwrap().problems.iter().any(|problem| problem.code == "gat-island")
    }

    #[test]
    fn after_strokes_and_undo_all_problems_are_those_of_the_whole_map() {
        let mut model = flat(40);
        model.settle();
        let mut rng = Rng::new(31);
        for n in 0..40 {
            let mut at = || [rng.unit() * 44.0 - 2.0, rng.unit() * 44.0 - 2.0];
            let way = [at(), at(), at()];
            model.tools.maps.brush_size = 1 + n % 4;
            model.tools.maps.step_type(1);
            if n % 5 == 4 {
                run(&mut model, CommandId::Undo);
            } else {
                drag(&mut model, &way, Held::default());
            }
            if n % 3 == 0 {
                model.settle();
                assert_all_found(&model);
            } else {
                model.tick();
            }
        }
    }

    /// Takes what jobs bring, and starts no others but those that are due at once.
    fn take_one(model: &mut Model) {
        if let Some(Ok(done)) = model.jobs.wait_for_one() {
            model.take(done);
        }
    }

    #[test]
    fn islands_wait_until_the_hand_rests_and_the_rest_does_not() {
        let mut model = flat(40);
        model.settle();
        (model.tools.maps.brush_size, model.tools.maps.ink) =
            (1, landwright_core::world::gat::paint::Ink::Type(1));
        drag(&mut model, &[[20.5, 0.5], [20.5, 39.5]], Held::default());
        drag(&mut model, &[[5.5, 5.5]], Held::default());
        model.tick();
        take_one(&mut model);
        let walls = |model: &Model| {
            let problems = &model.active_map().unwrap().problems;
            problems.iter().filter(|problem| problem.code == "gat-one-cell-wall").count()
        };
        assert_eq!((walls(&model), has_islands(&model)), (1, false));
        let document = model.active_map().unwrap();
        assert_eq!(document.checked, Some(document.editing().revision()));
        assert!(model.rest_until_check().is_some_and(|rest| rest <= REST));
        model.settle();
        assert!(has_islands(&model));
        assert_eq!(model.rest_until_check(), None);
        assert_all_found(&model);
    }

    #[test]
    fn a_stroke_breaks_off_what_looks_at_all_of_the_map() {
        let mut model = flat(40);
        model.settle();
        drag(&mut model, &[[20.5, 0.5], [20.5, 39.5]], Held::default());
        model.tick();
        take_one(&mut model);
        model.start_checks(crate::kind::document::open::Patience::None);
        let whole = model.jobs.running()[0].progress.clone();
        assert!(!whole.is_cancelled());
        point(&mut model, Phase::Press, [3.5, 3.5], Held::default());
        model.tick();
        assert!(whole.is_cancelled() || model.jobs.running().is_empty());
        point(&mut model, Phase::Release, [3.5, 3.5], Held::default());
        model.settle();
        assert_all_found(&model);
    }

    #[test]
    fn islands_that_nobody_looked_for_are_no_good_news_and_can_be_asked_for() {
        let mut model = flat(30);
        cancelled(&mut model, "Checking", |_| ());
        assert!(model.active_map().unwrap().is_check_given_up());
        run(&mut model, CommandId::CheckAgain);
        model.settle();
        assert!(!model.active_map().unwrap().is_check_given_up());
        assert_all_found(&model);
    }
}
