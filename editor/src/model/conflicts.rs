//! Listing, showing and deciding conflicts of an open document.

use std::collections::HashSet;
use std::path::Path;

use landwright_core::problem::counted::counted;
use landwright_core::world::StepId;

use crate::kind::document::open::OpenDocument;
use crate::message::dialog::Dialog;
use crate::message::{Panel, Request};
use crate::model::Model;
use crate::versions::conflicts::keeping::Kept;
use crate::versions::conflicts::{
    Conflict, Conflicts, OpenConflict, Settle, Side, Undecided, Which, left_in_words,
};
use crate::versions::differences::At;
use crate::view::id::DocumentId;

impl Model {
    pub(crate) fn settle_conflict(&mut self, id: DocumentId, what: Settle) {
        match what {
            Settle::Choose { row, is_added } => self.choose_conflict(id, row, is_added),
            Settle::Decide(side, which) => self.decide_conflicts(id, side, &which),
        }
    }

    /// Takes what a merge left undecided, and shows it.
    pub(crate) fn take_undecided(&mut self, id: DocumentId, undecided: Undecided) {
        let Undecided { conflicts: found, told, theirs } = undecided;
        let Some(document) = self.document_mut(id) else { return };
        let title = document.common().title.clone();
        let n_found = found.len();
        if n_found > 0 {
            let conflicts = document.common_mut().conflicts.get_or_insert_default();
            conflicts.add(found);
            conflicts.theirs = theirs.or(conflicts.theirs.take());
            let backup =
                conflicts.theirs.as_ref().map(|theirs| theirs.backup.display().to_string());
            self.follow_conflicts(id);
            self.keep_conflicts(id);
            let n_conflicts = counted(n_found, "conflict", "conflicts");
            let at = backup.map(|backup| format!(", and the version from disk is in {backup}"));
            self.log.warn(format!(
                "{title}: the merge left {n_conflicts}; yours was kept{}",
                at.unwrap_or_default()
            ));
            self.requests.push(Request::ShowPanel(Panel::Conflicts));
        }
        if !told.is_empty() {
            told.iter().for_each(|line| self.log.warn(format!("{title}: {line}")));
            // A line that is cut off would hide what is lost with the next save.
            self.dialogs.push_back(Dialog::Merged { name: title, told });
        }
    }

    /// Takes what was left of the merges of a document by a crash, or as it closed.
    pub(crate) fn restore_conflicts(&mut self, id: DocumentId, journal: &Path) {
        let Some(kept) = Kept::beside(journal) else { return };
        let Some(document) = self.document_mut(id) else { return };
        let title = document.common().title.clone();
        match kept {
            Ok(kept) => {
                document.common_mut().conflicts = Some(kept.conflicts());
                self.follow_conflicts(id);
                let n_open = self.document(id).map_or(0, |it| it.common().n_conflicts());
                if n_open > 0 {
                    let left = left_in_words(n_open);
                    self.log.warn(format!("{title}: {left} of an earlier merge"));
                    self.requests.push(Request::ShowPanel(Panel::Conflicts));
                }
            }
            Err(why) => self.log.warn(format!("{title}: {why}")),
        }
    }

    /// Lets the lists of conflicts follow the histories.
    pub(crate) fn follow_all_conflicts(&mut self) {
        self.documents.values_mut().for_each(|document| follow(&mut **document));
    }

    pub(crate) fn follow_conflicts(&mut self, id: DocumentId) {
        if let Some(document) = self.document_mut(id) {
            follow(document);
        }
    }

    /// The document is what is on disk, so all its conflicts are decided for the other side.
    pub(crate) fn give_conflicts_up(&mut self, id: DocumentId) {
        self.follow_conflicts(id);
        let Some(document) = self.document_mut(id) else { return };
        let last = last_step(document);
        if let Some(conflicts) = &mut document.common_mut().conflicts {
            let open = conflicts.open().clone();
            conflicts.decide(&open, Side::Theirs, (last.0, &last.1));
            self.follow_conflicts(id);
            self.keep_conflicts(id);
        }
    }

    /// The next or the previous conflict of the list.
    pub(crate) fn step_through_conflicts(&mut self, id: DocumentId, by: isize) {
        let Some(conflicts) = self.conflicts(id) else { return };
        let open = conflicts.open();
        let last = conflicts.chosen.last();
        let at = last.and_then(|row| open.iter().position(|open| open.row == *row));
        let n = open.len();
        if n == 0 {
            return;
        }
        let next = match (at, by) {
            (None, 0..) => 0,
            (None, _) => n - 1,
            (Some(at), by) => (at + n).saturating_add_signed(by) % n,
        };
        if let Some(row) = open.get(next).map(|open| open.row) {
            self.choose_conflict(id, row, false);
        }
    }

    pub(crate) fn has_conflicts(&self, id: DocumentId) -> bool {
        self.document(id).is_some_and(|document| document.common().n_conflicts() > 0)
    }

    fn conflicts(&self, id: DocumentId) -> Option<&Conflicts> {
        self.document(id)?.common().conflicts.as_ref()
    }

    fn choose_conflict(&mut self, id: DocumentId, row: usize, is_added: bool) {
        self.follow_conflicts(id);
        let Some(document) = self.document_mut(id) else { return };
        let Some(conflicts) = &mut document.common_mut().conflicts else { return };
        if conflicts.open_row(row).is_none() {
            return;
        }
        if !is_added {
            conflicts.chosen.clear();
        }
        if !conflicts.chosen.remove(&row) {
            conflicts.chosen.insert(row);
        }
        let chosen = conflicts.chosen.iter().filter_map(|row| conflicts.open_row(*row));
        let chosen: Vec<Conflict> = chosen.map(|open| open.conflict.clone()).collect();
        if show(document, &chosen) {
            let view = document.common().first_view();
            let is_in_front = self.active.is_some_and(|view| view.document == id);
            if let Some(view) = view.filter(|_| !is_in_front) {
                self.bring_to_front(view);
            }
        }
    }

    /// Decides conflicts for a side, as one step.
    pub(crate) fn decide_conflicts(&mut self, id: DocumentId, side: Side, which: &Which) {
        self.follow_conflicts(id);
        let Some(document) = self.document_mut(id) else { return };
        let decided = meant(document, which);
        if decided.is_empty() {
            self.log.note(match which {
                Which::Chosen => "no conflict is chosen: click one in the Conflicts panel",
                Which::One(_) | Which::All => "no conflict is left",
            });
            return;
        }
        document.history_mut().end();
        let said = match side {
            Side::Ours => "Keep ours",
            Side::Theirs => "Take theirs",
        };
        let title = match decided.as_slice() {
            [one] => format!("{said}: {}", one.conflict.in_words()),
            more => format!("{said} in {}", counted(more.len(), "conflict", "conflicts")),
        };
        let before = document.history().steps().head();
        let taken: Vec<&Conflict> = decided.iter().map(|open| &open.conflict).collect();
        if let Err(why) = document.take_side(&title, side, &taken) {
            self.log.warn(format!("{title}: {why}"));
            return;
        }
        // Where the document has it already, the decision alone is the step.
        let (step, title) = match last_step(document) {
            (step, _) if step == before => (document.history_mut().note(&title), title),
            last => last,
        };
        if let Some(conflicts) = &mut document.common_mut().conflicts {
            conflicts.decide(&decided, side, (step, &title));
        }
        self.follow_conflicts(id);
        self.keep_conflicts(id);
        if let Some(document) = self.document(id) {
            let common = document.common();
            let left = left_in_words(common.n_conflicts());
            self.log.note(format!("{}: {left}", common.title));
        }
        self.flush(id);
    }

    fn keep_conflicts(&mut self, id: DocumentId) {
        let Some(document) = self.document(id) else { return };
        let Some(conflicts) = &document.common().conflicts else { return };
        let Some(journal) = document.history().journal() else { return };
        if let Err(error) = conflicts.keep(journal, document.history().steps()) {
            let title = &document.common().title;
            self.log.warn(format!(
                "{title}: the list of conflicts can't be saved and would be lost in a crash: {error}"
            ));
        }
    }
}

fn follow(document: &mut dyn OpenDocument) {
    if let Some(mut conflicts) = document.common_mut().conflicts.take() {
        conflicts.follow(document.history().steps());
        document.common_mut().conflicts = Some(conflicts);
    }
}

fn last_step(document: &dyn OpenDocument) -> (StepId, String) {
    let steps = document.history().steps();
    let head = steps.head();
    (head, steps.title(head).unwrap_or_default().to_owned())
}

/// Those that a person means.
fn meant(document: &dyn OpenDocument, which: &Which) -> Vec<OpenConflict> {
    let Some(conflicts) = &document.common().conflicts else { return Vec::new() };
    let open = conflicts.open();
    match which {
        Which::All => open.to_vec(),
        Which::One(row) => conflicts.open_row(*row).cloned().into_iter().collect(),
        Which::Chosen => {
            let selected = document.selected_cells().unwrap_or_default();
            let within = |open: &&OpenConflict| {
                let conflict = open.conflict.within(&selected)?;
                Some(OpenConflict { row: open.row, conflict })
            };
            let chosen = open.iter().filter(|open| conflicts.chosen.contains(&open.row));
            let chosen: Vec<&OpenConflict> = chosen.collect();
            let in_chosen = |open: &&OpenConflict| match open.conflict.at {
                At::Cells { .. } => within(open),
                At::Thing { .. } | At::File => Some((*open).clone()),
            };
            let meant: Vec<OpenConflict> = chosen.iter().filter_map(in_chosen).collect();
            match (meant.is_empty(), selected.is_empty()) {
                (false, _) => meant,
                (true, false) => open.iter().filter_map(|open| within(&open)).collect(),
                (true, true) => chosen.into_iter().cloned().collect(),
            }
        }
    }
}

/// Shows conflicts where they are: cells all together, and of things the last one.
fn show(document: &mut dyn OpenDocument, chosen: &[Conflict]) -> bool {
    let Some(last) = chosen.last() else { return false };
    let mut shown = last.clone();
    if let At::Cells { cells, .. } = &mut shown.at {
        let mut all: HashSet<[u32; 2]> = HashSet::new();
        for conflict in chosen {
            if let At::Cells { cells, .. } = &conflict.at {
                all.extend(cells);
            }
        }
        *cells = all.into_iter().collect();
        cells.sort_unstable();
    }
    document.show_conflict(&shown)
}
