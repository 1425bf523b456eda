//! Checking: beside the window, and again whenever a document has changed since. Fixes, and the
//! way from one problem to the next.

use std::time::Duration;

use landwright_core::problem::{Change, Fix, Place, Problem, Spot, Thing};
use landwright_core::project::Project;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::Revision;
use landwright_core::world::scripted::Scripted;

use super::{Done, Model, project};
use crate::kind::document::open::{Found, Patience};
use crate::kind::document::work::For;
use crate::view::id::DocumentId;

/// The problems of a document as it was.
#[derive(Debug)]
pub(crate) struct Checked {
    document: DocumentId,
    revision: Revision,
    project: Option<Project>,
    /// `None` where it was given up.
    found: Option<Vec<Problem>>,
    is_whole: bool,
}

impl Model {
    /// Starts a check of every document that changed since it was checked, one at a time. A check
    /// of a state that is past may break off.
    pub(crate) fn start_checks(&mut self, patience: Patience) {
        for document in self.documents.values_mut() {
            let revision = document.history().revision();
            let is_in_gesture = document.history().is_in_gesture();
            if let Some((job, of)) = document.common().check {
                if (of != revision || is_in_gesture) && !document.ends_old_checks() {
                    self.jobs.cancel(job);
                }
                continue;
            }
            let due = document.due_check(patience).filter(|_| !is_in_gesture);
            let Some(extent) = due else { continue };
            let check = document.checker(extent);
            let common = document.common();
            let (id, name) = (common.id, common.name.clone());
            let file = common.file.as_ref().map(|file| file.path.clone());
            let title = format!("Checking {}", common.title);
            let job = self.jobs.start_for((id, For::Check), title, move |progress| {
                let shown = file.as_ref().map_or(name, |file| file.display().to_string());
                let Found { problems: mut found, is_whole } = check(&shown, progress);
                let mut project = None;
                if let Some(problems) = &mut found {
                    if let Some(file) = file {
                        let (judged, of_file) = project::judged(&file, std::mem::take(problems));
                        (*problems, project) = (judged, Some(of_file));
                    }
                    sort(problems);
                }
                let checked = Checked { document: id, revision, project, found, is_whole };
                Done::Checked(Box::new(checked))
            });
            document.common_mut().check = Some((job, revision));
        }
    }

    /// How long nothing has to change until the next check is due by itself.
    pub fn rest_until_check(&self) -> Option<Duration> {
        let idle = self.documents().filter(|document| document.common().check.is_none());
        idle.filter_map(|document| document.rest_until_check()).min()
    }

    pub(crate) fn take_checked(&mut self, checked: Checked) {
        let Some(document) = self.document_mut(checked.document) else { return };
        let history = document.history();
        // Where nothing changed that is checked, the check holds for what it has become.
        let of = document.common().check.map_or(checked.revision, |(_, of)| of);
        let is_as_checked = history.revision() == of;
        let is_in_gesture = history.is_in_gesture();
        let is_whole = checked.is_whole;
        document.take_found(of);
        let common = document.common_mut();
        common.check = None;
        let Some(problems) = checked.found else {
            // What is past is checked again; what a person gave up, when something changes.
            if is_as_checked && !is_in_gesture {
                common.give_check_up(of);
            }
            return;
        };
        let was_checked = common.checked.is_some() && !common.is_check_given_up();
        (common.checked, common.unchecked) = (Some(of), None);
        if !is_whole && is_as_checked && !is_in_gesture {
            common.give_check_up(of);
        }
        common.project_file = checked.project.as_ref().and_then(|project| project.file.clone());
        if let Some(project) = checked.project {
            document.take_project(project);
        }
        // What changed meanwhile is checked again, or was as it changed.
        let is_to_be_taken = is_as_checked || document.needs_check();
        if is_to_be_taken || !was_checked {
            document.common_mut().set_problems(problems);
            document.note_problems();
        }
        if !is_to_be_taken && !was_checked {
            // What changed meanwhile could not be checked as it changed.
            document.common_mut().checked = None;
        }
    }

    /// Looks for all problems anew, be it known what they were or not.
    pub(crate) fn check_again(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            document.check_again();
        }
    }

    /// Does a fix as one step.
    pub(crate) fn fix(&mut self, id: DocumentId, fix: &Fix) {
        self.do_fixes(id, &fix.title, &[fix]);
    }

    /// Shows what a fix would change, where its kind can; otherwise it does it.
    pub(crate) fn preview_fix(&mut self, id: DocumentId, fix: &Fix) {
        self.show_or_do(id, &fix.title, &[fix]);
    }

    /// The best fix of every problem of a code, or of every error and warning, as one step. Without a
    /// code, causes come first, and what only a person may choose is left.
    pub(crate) fn fix_all(&mut self, id: DocumentId, code: Option<&str>) {
        let Some(document) = self.document_mut(id) else { return };
        let problems = document.common().problems.iter();
        let (title, fixes): (String, Vec<Fix>) = match code {
            Some(code) => {
                let of_code = problems.filter(|problem| problem.code == code);
                let fixes = of_code.filter_map(|problem| problem.fixes.first());
                let is_action = |fix: &&Fix| matches!(fix.change, Change::Action { .. });
                (format!("Fix all {code}"), fixes.filter(is_action).cloned().collect())
            }
            None => ("Fix all problems".to_owned(), document.fixes_in_bulk()),
        };
        self.show_or_do(id, &title, &fixes.iter().collect::<Vec<_>>());
    }

    fn show_or_do(&mut self, id: DocumentId, title: &str, fixes: &[&Fix]) {
        let Some(document) = self.document_mut(id) else { return };
        match document.look_ahead(title, fixes) {
            Some(message) => self.handle(message),
            None => self.do_fixes(id, title, fixes),
        }
    }

    fn do_fixes(&mut self, id: DocumentId, title: &str, fixes: &[&Fix]) {
        let Some(document) = self.document_mut(id) else { return };
        if fixes.is_empty() {
            let problems = &document.common().problems;
            let has_fix = problems.iter().any(|problem| !problem.fixes.is_empty());
            self.log.note(match has_fix {
                true => {
                    "no error or warning can be fixed together with others; fix them one by \
                    one or by code"
                }
                false => "there is nothing here that can be fixed automatically",
            });
            return;
        }
        let refused = document.fix(title, fixes);
        for refusal in refused {
            self.log.warn(format!("{title}: {refusal}"));
        }
        self.flush(id);
    }

    pub(crate) fn show_problem(&mut self, id: DocumentId, index: usize) {
        let Some(document) = self.document_mut(id) else { return };
        document.common_mut().shown_problem = Some(index);
        if let Some(problem) = document.common().problems.get(index).cloned() {
            document.show(&problem);
        }
    }

    /// The next problem of the list, or the one before.
    pub(crate) fn step_through_problems(&mut self, by: isize) {
        let Some(common) = self.active().map(|document| document.common()) else { return };
        let (id, n) = (common.id, common.problems.len());
        if n > 0 {
            let first = if by < 0 { n - 1 } else { 0 };
            let next = common
                .shown_problem
                .map_or(first, |shown| (shown as isize + by).rem_euclid(n as isize) as usize);
            self.show_problem(id, next);
        }
    }
}

/// What is worst comes first.
pub(crate) fn sort(problems: &mut [Problem]) {
    problems.sort_by(|a, b| {
        let by_place = b.severity.cmp(&a.severity).then_with(|| a.place.cmp(&b.place));
        by_place.then_with(|| a.code.cmp(b.code))
    });
}

/// The actions of fixes, and why others have none.
pub(crate) fn actions_of<A: Scripted>(fixes: &[&Fix]) -> (Vec<A>, Vec<String>) {
    let (mut actions, mut troubles) = (Vec::new(), Vec::new());
    for fix in fixes {
        match A::of_fix(fix) {
            Ok(action) => actions.push(action),
            Err(error) => troubles.push(format!("{:?} can't be applied: {error}", fix.title)),
        }
    }
    (actions, troubles)
}

/// The cell that a problem is about.
pub fn cell_of(place: &Place) -> Option<TilePos> {
    match place.spot {
        Spot::Thing(Thing::Cell { x, y }) => Some(TilePos { x, y }),
        _ => None,
    }
}
