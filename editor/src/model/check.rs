//! Checking: beside the window, and again whenever the map has changed since.

use std::path::PathBuf;

use landwright_core::check;
use landwright_core::problem::{Change, Fix, Place, Problem, Severity, Spot, Thing};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::Revision;
use landwright_core::world::gat::action::Action;
use landwright_core::world::{Document, gat::GatMap};

use super::document::DocumentId;
use super::{Done, Model, project};

/// The problems of a map as it was.
#[derive(Debug)]
pub(super) struct Checked {
    document: DocumentId,
    revision: Revision,
    problems: Vec<Problem>,
    project_file: Option<PathBuf>,
}

impl Model {
    /// Starts a check of every document that changed since it was checked, one at a time.
    pub(super) fn start_checks(&mut self) {
        for document in self.documents.values_mut() {
            let revision = document.editing.revision();
            let is_due = document.checked != Some(revision) && !document.editing.is_in_gesture();
            if !is_due || document.is_checking {
                continue;
            }
            document.is_checking = true;
            let (id, name, map) = (document.id, document.name.clone(), document.map().clone());
            let file = document.file.as_ref().map(|file| file.path.clone());
            self.jobs.start(format!("Checking {name}"), move |_| {
                let (mut problems, project_file) = match file {
                    Some(file) => {
                        let found = check::gat::check(&file.display().to_string(), &map);
                        project::judged(&file, found)
                    }
                    None => (check::gat::check(&name, &map), None),
                };
                problems.sort_by(|a, b| {
                    b.severity.cmp(&a.severity).then_with(|| a.place.cmp(&b.place))
                });
                Done::Checked(Checked { document: id, revision, problems, project_file })
            });
        }
    }

    pub(super) fn take_checked(&mut self, checked: Checked) {
        let Some(document) = self.documents.get_mut(&checked.document) else { return };
        document.is_checking = false;
        document.checked = Some(checked.revision);
        document.problems = checked.problems;
        document.project_file = checked.project_file;
    }

    /// Does a fix as one step.
    pub(super) fn fix(&mut self, id: DocumentId, fix: &Fix) {
        match action_of(fix) {
            Some(Ok(action)) => self.do_as(id, &fix.title, &[action]),
            Some(Err(error)) => self.log.error(format!("this fix can't be done: {error}")),
            None => self.log.error("this fix is for a text"),
        }
    }

    /// The best fix of every problem of a code, or of every error and warning, as one step.
    pub(super) fn fix_all(&mut self, id: DocumentId, code: Option<&str>) {
        let Some(document) = self.document(id) else { return };
        let is_meant = |problem: &&Problem| match code {
            Some(code) => problem.code == code,
            None => problem.severity >= Severity::Warning,
        };
        let fixes = document.problems.iter().filter(is_meant).filter_map(|p| p.fixes.first());
        let actions: Vec<Action> = fixes.filter_map(|fix| action_of(fix)?.ok()).collect();
        if actions.is_empty() {
            self.log.note("there is nothing here that can be mended automatically");
            return;
        }
        let title = match code {
            Some(code) => format!("Fix all {code}"),
            None => "Fix all problems".to_owned(),
        };
        self.do_as(id, &title, &actions);
    }

    /// Does some actions as one step. Those that are refused by now are left out, and said.
    pub(super) fn do_as(&mut self, id: DocumentId, title: &str, actions: &[Action]) {
        let Some(document) = self.documents.get_mut(&id) else { return };
        let before = document.map().clone();
        let mut after: GatMap = before.clone();
        let mut refused = Vec::new();
        for action in actions {
            match action.resolve(&after) {
                Ok(resolved) => after = resolved.map,
                Err(refusal) => refused.push(refusal.to_string()),
            }
        }
        if let Some(edit) = before.edit_to(&after) {
            document.apply(title, edit);
        }
        for refusal in refused {
            self.log.warn(format!("{title}: {refusal}"));
        }
        self.flush(id);
    }

    pub(super) fn show_problem(&mut self, id: DocumentId, index: usize) {
        self.shown_problem = Some(index);
        let Some(document) = self.documents.get_mut(&id) else { return };
        if let Some(cell) = document.problems.get(index).and_then(|p| cell_of(&p.place)) {
            document.show_cell(cell);
        }
    }

    /// The next problem of the list, or the one before.
    pub(super) fn step_through_problems(&mut self, by: isize) {
        let Some(document) = self.active() else { return };
        let (id, n) = (document.id, document.problems.len());
        if n > 0 {
            let first = if by < 0 { n - 1 } else { 0 };
            let next = self
                .shown_problem
                .map_or(first, |shown| (shown as isize + by).rem_euclid(n as isize) as usize);
            self.show_problem(id, next);
        }
    }
}

/// The action of a fix; `None` for a fix of a text.
fn action_of(fix: &Fix) -> Option<Result<Action, String>> {
    match &fix.change {
        Change::Action { name, arguments } => {
            Some(Action::from_parts(name, arguments).map_err(|error| error.to_string()))
        }
        Change::Files(_) => None,
    }
}

/// The cell that a problem is about.
pub fn cell_of(place: &Place) -> Option<TilePos> {
    match place.spot {
        Spot::Thing(Thing::Cell { x, y }) => Some(TilePos { x, y }),
        _ => None,
    }
}
