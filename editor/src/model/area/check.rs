//! Checking areas: what an edit touched at once, and all of it beside the window.

use std::collections::BTreeSet;

use landwright_core::check;
use landwright_core::format::problem::problem_of;
use landwright_core::problem::{Change, Fix, Problem, Severity, Spot, Thing};
use landwright_core::space::tera::Octant;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::id::{EdgeRef, NodeId};
use landwright_core::world::{Document, Revision};

use super::AreaDone;
use super::document::AreaDocument;
use crate::model::document::DocumentId;
use crate::model::{Done, Model};

/// Larger areas are checked as a whole only when they are opened; after that, around each edit.
const CHECKED_ANEW: u32 = 100_000;

/// The problems of an area as it was.
#[derive(Debug)]
pub(in crate::model) struct Checked {
    document: DocumentId,
    revision: Revision,
    problems: Vec<Problem>,
}

impl Model {
    /// Starts a check of every area that changed since it was checked, one at a time.
    pub(in crate::model) fn start_area_checks(&mut self) {
        for document in self.areas.values_mut() {
            let revision = document.editing.revision();
            let is_due = match document.checked {
                None => true,
                Some(checked) => checked != revision && document.area().n_nodes() < CHECKED_ANEW,
            };
            if !is_due || document.is_checking || document.editing.is_in_gesture() {
                continue;
            }
            document.is_checking = true;
            let (id, name, area) = (document.id, document.name.clone(), document.area().clone());
            let geometry = document.geometry.clone();
            self.jobs.start(format!("Checking {name}"), move |_| {
                let mut problems = check::area::check(&name, &area, &geometry);
                let troubles = geometry.troubles().into_iter();
                problems
                    .extend(troubles.map(|(zone, error)| problem_of(&zone.file_name(), &error)));
                sort(&mut problems);
                Done::from(AreaDone::Checked(Checked { document: id, revision, problems }))
            });
        }
    }

    pub(in crate::model) fn take_checked_area(&mut self, checked: Checked) {
        let Some(document) = self.areas.get_mut(&checked.document) else { return };
        document.is_checking = false;
        document.checked = Some(checked.revision);
        // What changed meanwhile was checked as it changed.
        if document.editing.revision() == checked.revision
            || document.area().n_nodes() < CHECKED_ANEW
        {
            document.problems = checked.problems;
        }
    }

    /// Does a fix as one step.
    pub(super) fn fix_area(&mut self, id: DocumentId, fix: &Fix) {
        match action_of(fix) {
            Some(Ok(action)) => self.do_to_area(id, &fix.title, &[action]),
            Some(Err(error)) => self.log.error(format!("this fix can't be done: {error}")),
            None => self.log.error("this fix is for a text"),
        }
    }

    /// The best fix of every problem of a code, or of every error and warning, as one step.
    pub(in crate::model) fn fix_all_of_area(&mut self, id: DocumentId, code: Option<&str>) {
        let Some(document) = self.area(id) else { return };
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
        self.do_to_area(id, &title, &actions);
    }

    /// Does some actions as one step. Those that are refused by now are left out, and said.
    pub(super) fn do_to_area(&mut self, id: DocumentId, title: &str, actions: &[Action]) {
        let Some(document) = self.areas.get_mut(&id) else { return };
        let before = document.area().clone();
        let mut after = before.clone();
        let mut said = Vec::new();
        for action in actions {
            match action.resolve(&after, &document.geometry) {
                Ok(resolved) => after = resolved.area,
                Err(refusal) => said.push(refusal.to_string()),
            }
        }
        if let Some(edit) = before.edit_to(&after) {
            document.apply(title, edit);
        }
        for refusal in said {
            self.log.warn(format!("{title}: {refusal}"));
        }
        self.flush_area(id);
    }

    pub(in crate::model) fn show_area_problem(&mut self, id: DocumentId, index: usize) {
        let Some(document) = self.areas.get_mut(&id) else { return };
        let Some(problem) = document.problems.get(index) else { return };
        let (node, edge) = thing_of(problem);
        document.shown_problem = Some(index);
        document.edge = edge;
        if let Some(node) = node
            && let Some(pos) = document.pos(node)
        {
            document.selection = BTreeSet::from([node]);
            document.show_pos(pos);
        }
    }

    /// The next problem of the list, or the one before.
    pub(in crate::model) fn step_through_area_problems(&mut self, id: DocumentId, by: isize) {
        let Some(document) = self.area(id) else { return };
        let n = document.problems.len();
        if n > 0 {
            let first = if by < 0 { n - 1 } else { 0 };
            let next = document
                .shown_problem
                .map_or(first, |shown| (shown as isize + by).rem_euclid(n as isize) as usize);
            self.show_area_problem(id, next);
        }
    }
}

/// The node and the edge that a problem is about.
pub(super) fn thing_of(problem: &Problem) -> (Option<NodeId>, Option<EdgeRef>) {
    match problem.place.spot {
        Spot::Thing(Thing::Node { index }) => (Some(NodeId(index)), None),
        Spot::Thing(Thing::Edge { node, octant }) => {
            let edge = EdgeRef { node: NodeId(node), octant };
            (Some(NodeId(node)), Octant::new(octant).map(|_| edge))
        }
        _ => (None, None),
    }
}

/// Replaces the problems of nodes that an edit touched, and of those with edges to them.
pub(super) fn check_around(document: &mut AreaDocument, nodes: &[NodeId]) {
    // All of it is checked again anyway, or about to be for the first time.
    if document.checked.is_none() || nodes.len() > 10_000 {
        return;
    }
    let area = document.editing.document();
    let mut touched: BTreeSet<NodeId> = nodes.iter().copied().collect();
    touched.extend(nodes.iter().flat_map(|node| area.edges_to(*node)).map(|edge| edge.node));
    let geometry = &document.geometry;
    let found = check::area::check_around(&document.name, area, geometry, nodes);
    document.problems.retain(|problem| {
        let (node, _) = thing_of(problem);
        node.is_none_or(|node| !touched.contains(&node) && area.contains(node))
    });
    document.problems.extend(found);
    sort(&mut document.problems);
    document.shown_problem = None;
}

fn sort(problems: &mut [Problem]) {
    problems.sort_by(|a, b| b.severity.cmp(&a.severity).then_with(|| a.place.cmp(&b.place)));
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
