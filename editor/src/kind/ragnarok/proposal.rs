//! What an action would make of a map, worked out beside the window: to be shown before anybody
//! agrees to it, or to be done as soon as it is known.

use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::world::Revision;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::{Action, Resolved};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::refusal::Refusal;

use super::changes::What;
use crate::job::Progress;
use crate::kind::document::open::Open;
use crate::kind::document::work::For;
use crate::kind::ragnarok::dialog::MapDialog;
use crate::kind::ragnarok::document::MapDocument;
use crate::kind::ragnarok::under::Under;
use crate::message::dialog::Dialog;
use crate::model::tick::Done;
use crate::model::{Model, project};
use crate::view::id::DocumentId;

/// An action, and what it is called in the history.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    pub title: String,
    pub action: Action,
}

impl From<Action> for Suggestion {
    fn from(action: Action) -> Suggestion {
        Suggestion { title: action.title(), action }
    }
}

#[derive(Debug)]
pub struct Proposal {
    pub suggestion: Suggestion,
    purpose: Purpose,
    /// `None` until it is worked out for the map as it is.
    outcome: Option<Outcome>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Show,
    Do,
}

#[derive(Debug)]
struct Outcome {
    resolved: Result<Resolved, Refusal>,
    n_cells: u64,
}

/// A proposal that was worked out.
#[derive(Debug)]
pub(crate) struct Proposed {
    document: DocumentId,
    revision: Revision,
    suggestion: Suggestion,
    outcome: Outcome,
    /// The ground that it was worked out on.
    under: Option<Arc<Under>>,
}

impl Proposal {
    fn new(suggestion: Suggestion, purpose: Purpose) -> Proposal {
        Proposal { suggestion, purpose, outcome: None }
    }

    /// The map as it would be. One of another size is not shown.
    pub(crate) fn shown(&self) -> Option<&GatMap> {
        let resolved = self.outcome.as_ref()?.resolved.as_ref().ok()?;
        match (self.purpose, &resolved.edit) {
            (Purpose::Show, Some(Edit::Cells(_))) => Some(&resolved.map),
            _ => None,
        }
    }

    /// How many cells would change; `None` while that is worked out.
    pub fn n_cells(&self) -> Option<u64> {
        self.outcome.as_ref().map(|outcome| outcome.n_cells)
    }

    /// Why it can't be done.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.outcome.as_ref()?.resolved.as_ref().err()
    }

    /// Whether somebody has agreed to it.
    pub(crate) fn is_to_be_done(&self) -> bool {
        self.purpose == Purpose::Do
    }

    /// What is to be drawn again when it comes or goes.
    fn bounds(&self, map: &GatMap) -> Rect {
        let edit = self.outcome.as_ref().and_then(|o| o.resolved.as_ref().ok()?.edit.as_ref());
        edit.filter(|_| self.purpose == Purpose::Show).map_or(Rect::default(), |e| e.bounds(map))
    }
}

impl MapDocument {
    pub(crate) fn set_proposal(&mut self, proposal: Option<Proposal>) {
        let map = self.map();
        let old = self.proposal.as_ref().map_or(Rect::default(), |old| old.bounds(map));
        let new = proposal.as_ref().map_or(Rect::default(), |new| new.bounds(map));
        let rect = map.rect();
        self.proposal = proposal;
        if !old.around(new).is_empty() {
            self.changes.add(What::Heights, vec![old.around(new)], rect);
        }
    }

    /// Anything that is not worked out yet is never done. Says whether there was something.
    pub(crate) fn give_edit_up(&mut self) -> bool {
        self.proposal.take_if(|proposal| proposal.is_to_be_done()).is_some()
    }

    /// The map is a different one now, so what was worked out is of no use.
    pub(crate) fn outdate_proposal(&mut self) {
        let Some(proposal) = &mut self.proposal else { return };
        if proposal.outcome.take().is_some() {
            self.changes.forget();
        }
    }
}

impl Model {
    /// Does an action as one step as soon as it is worked out beside the window.
    pub(crate) fn do_beside(&mut self, id: DocumentId, suggestion: impl Into<Suggestion>) {
        let suggestion = suggestion.into();
        let Some(document) = self.map_mut(id) else { return };
        let is_same = |old: &mut Proposal| old.suggestion == suggestion;
        if let Some(other) = document.proposal.as_ref().filter(|old| old.is_to_be_done())
            && other.suggestion != suggestion
        {
            let other = &other.suggestion.title;
            let said =
                format!("{}: wait until “{other}” is finished, then try again", suggestion.title);
            self.log.warn(said);
            return;
        }
        let outcome = document.proposal.take_if(is_same).and_then(|old| old.outcome);
        document.set_proposal(None);
        document.proposal = Some(Proposal { suggestion, purpose: Purpose::Do, outcome });
        self.do_what_is_ready(id);
    }

    /// What the dialog in front proposes is shown, and nothing else.
    pub(crate) fn follow_dialog(&mut self) {
        let dialog = self.dialogs.front();
        let about = dialog.and_then(Dialog::changes);
        for document in self.documents.values_mut().filter_map(Open::as_map_mut) {
            let wanted = dialog.filter(|_| about == Some(document.id));
            let wanted = wanted
                .and_then(Dialog::form::<MapDialog>)
                .and_then(|asked| asked.proposed(document));
            let is_to_be_done = document.proposal.as_ref().is_some_and(Proposal::is_to_be_done);
            let has = document.proposal.as_ref().map(|proposal| &proposal.suggestion);
            if !is_to_be_done && has != wanted.as_ref() {
                document.set_proposal(wanted.map(|wanted| Proposal::new(wanted, Purpose::Show)));
            }
        }
    }

    /// One at a time for each document: a slider asks more often than answers come.
    pub(crate) fn start_proposals(&mut self) {
        for document in self.documents.values_mut().filter_map(Open::as_map_mut) {
            let Some(proposal) = &document.proposal else {
                document.under = None;
                continue;
            };
            if document.is_proposing || proposal.outcome.is_some() {
                continue;
            }
            let (id, revision) = (document.id, document.editing.revision());
            let (map, suggestion) = (document.map().clone(), proposal.suggestion.clone());
            document.is_proposing = true;
            let title = suggestion.title.clone();
            let file = document.file.as_ref().map(|file| file.path.clone());
            let under = document.under.clone().filter(|_| suggestion.action.needs_ground());
            self.jobs.start_for((id, For::Proposal), title, move |progress| {
                let under = match under {
                    Some(under) => Ok(under),
                    None if suggestion.action.needs_ground() => read_under(file, progress),
                    None => Err(String::new()),
                };
                let ground = under.as_ref().map(|under| &under.ground).map_err(String::as_str);
                let mut resolved = suggestion.action.resolve_on(&map, ground);
                if let (Ok(resolved), Ok(under)) = (&mut resolved, &under) {
                    resolved.notes.extend(under.notes.iter().cloned());
                }
                let under = under.ok();
                let n_cells = resolved.as_ref().map_or(0, |resolved| n_changed(&map, resolved));
                let outcome = Outcome { resolved, n_cells };
                let proposed = Proposed { document: id, revision, suggestion, outcome, under };
                Done::of_kind(|model| model.take_proposed(proposed))
            });
        }
    }

    pub(crate) fn take_proposed(&mut self, proposed: Proposed) {
        let Proposed { document: id, revision, suggestion, outcome, under } = proposed;
        let Some(document) = self.map_mut(id) else { return };
        document.is_proposing = false;
        document.under = under.or(document.under.take());
        let is_fresh = document.editing.revision() == revision;
        let Some(proposal) = document.proposal.take() else { return };
        if !is_fresh || proposal.suggestion != suggestion {
            document.proposal = Some(proposal);
            return;
        }
        document.set_proposal(Some(Proposal { outcome: Some(outcome), ..proposal }));
        self.do_what_is_ready(id);
    }

    fn do_what_is_ready(&mut self, id: DocumentId) {
        let Some(document) = self.map_mut(id) else { return };
        let is_ready =
            |proposal: &mut Proposal| proposal.purpose == Purpose::Do && proposal.outcome.is_some();
        let Some(Proposal { suggestion, outcome: Some(outcome), .. }) =
            document.proposal.take_if(is_ready)
        else {
            return;
        };
        match outcome.resolved {
            Ok(Resolved { edit, notes, .. }) => {
                if let Some(edit) = edit {
                    document.apply(suggestion.title, edit);
                }
                notes.into_iter().for_each(|note| self.log.note(note));
            }
            Err(refusal) => {
                self.log.warn(format!("{}: {refusal}", suggestion.title));
                self.stay_open(id);
            }
        }
        self.flush(id);
    }
}

/// The ground of a map that is open, or why there is none.
fn read_under(file: Option<PathBuf>, progress: &Progress) -> Result<Arc<Under>, String> {
    let file = file.ok_or("the map has no file; save it beside its GND first")?;
    let (project, _) = project::load(&file);
    let read = Under::watched(&file, None, &project, &mut progress.watcher());
    let under = read.ok_or("it was cancelled")?.map_err(|trouble| trouble.to_string())?;
    Ok(Arc::new(under))
}

/// Of a map that keeps its size: how many cells are different afterwards.
fn n_changed(map: &GatMap, resolved: &Resolved) -> u64 {
    match &resolved.edit {
        Some(Edit::Cells(cells)) => {
            let area = cells.area(map);
            area.cells().filter(|cell| map.tile(*cell) != resolved.map.tile(*cell)).count() as u64
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::MapAnswer;
    use landwright_core::format::number::F32;
    use landwright_core::nav::ragnarok::cell::WaterLevel;
    use landwright_core::space::ragnarok::TilePos;
    use landwright_core::world::gat::area::Area;

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::changes::Stale;
    use crate::kind::ragnarok::form::automatic::AutomaticForm;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog, Scope};
    use crate::model::trial::{act, hills, run, titles};

    /// Hills with a lake, with the dialog open, and the preview worked out.
    fn asked() -> (Model, DocumentId, AutomaticForm) {
        let mut model = hills();
        let id = model.active_map().unwrap().id;
        model.map_mut(id).unwrap().water_level = WaterLevel::new(F32::new(3.0));
        run(&mut model, CommandId::AutomaticTypes);
        model.settle();
        let Some(MapDialog::AutomaticTypes(_, form)) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!()
        };
        (model, id, form)
    }

    fn keep(model: &mut Model, id: DocumentId, form: &AutomaticForm) {
        model.handle(Message::Answer(Answer::Keep(
            MapDialog::AutomaticTypes(id, form.clone()).into(),
        )));
        model.settle();
    }

    #[test]
    fn a_preview_is_shown_and_cancelling_leaves_nothing() {
        let (mut model, id, form) = asked();
        let document = model.map(id).unwrap();
        assert!(form.has_water, "the level comes from the RSW");
        assert_ne!(document.shown(), document.map());
        let n_cells = document.proposal.as_ref().unwrap().n_cells().unwrap();
        let all = Area::of_rect(document.map().rect());
        let differs =
            all.cells().filter(|cell| document.map().tile(*cell) != document.shown().tile(*cell));
        assert_eq!(differs.count() as u64, n_cells);
        let seen = document.changes.now();
        model.handle(Message::Answer(Answer::Cancel));
        model.settle();
        let document = model.map(id).unwrap();
        assert_eq!(document.shown(), document.map());
        assert!(document.proposal.is_none());
        assert_eq!(document.editing().rows().len(), 1);
        assert_ne!(document.changes.since(seen), Stale::Nothing, "it is drawn as it was again");
    }

    #[test]
    fn what_is_shown_is_what_is_done_as_one_step() {
        let (mut model, id, mut form) = asked();
        form.slope.limit.above = 3.0;
        form.flat = 6;
        keep(&mut model, id, &form);
        let document = model.map(id).unwrap();
        let (before, shown) = (document.map().clone(), document.shown().clone());
        let action = form.action(document);
        model.handle(Message::Answer(MapAnswer::Do(id, action.into()).answer()));
        let document = model.map(id).unwrap();
        assert_eq!(document.map(), &shown, "nothing is worked out again");
        assert_eq!(titles(&model), ["Add noise", "Make types from heights"]);
        assert_eq!(model.tools.maps.automatic.flat, 6, "the next time begins with it");
        run(&mut model, CommandId::Undo);
        assert_eq!(model.map(id).unwrap().map(), &before);
    }

    #[test]
    fn agreeing_before_the_preview_is_there_does_it_once_it_is() {
        let mut model = hills();
        run(&mut model, CommandId::AutomaticTypes);
        let Some(MapDialog::AutomaticTypes(id, form)) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!()
        };
        let action = form.action(model.map(id).unwrap());
        model.handle(Message::Answer(MapAnswer::Do(id, action.clone().into()).answer()));
        let expected = action.resolve(model.map(id).unwrap().map()).unwrap().map;
        model.settle();
        assert_eq!(model.map(id).unwrap().map(), &expected);
    }

    #[test]
    fn the_selection_alone_gets_types_and_a_change_meanwhile_is_seen() {
        let (mut model, id, mut form) = asked();
        let half = Rect { x: 0, y: 0, width: 20, height: 40 };
        model.handle(MapMessage::Select(Area::of_rect(half)).to(id));
        form.scope = Scope::Selection;
        form.flat = 6;
        keep(&mut model, id, &form);
        let east = TilePos { x: 30, y: 20 };
        let document = model.map(id).unwrap();
        assert_eq!(document.shown().terrain(east), document.map().terrain(east));
        act(&mut model, "paint", r#"{"region":"everything","ink":{"raw":4}}"#);
        let document = model.map(id).unwrap();
        assert_eq!(document.shown(), document.map(), "an old preview is not shown");
        model.settle();
        let document = model.map(id).unwrap();
        assert_eq!(document.shown().terrain(east).unwrap().0, 4);
        assert_ne!(document.shown(), document.map());
    }

    #[test]
    fn what_is_refused_is_said_and_shows_nothing() {
        let (mut model, id, mut form) = asked();
        form.slope.limit.above = f32::INFINITY;
        keep(&mut model, id, &form);
        let document = model.map(id).unwrap();
        let refusal = document.proposal.as_ref().unwrap().refusal().unwrap().to_string();
        assert_eq!(refusal, "above is inf, and has to be a finite number");
        assert_eq!(document.shown(), document.map());
    }

    #[test]
    fn an_edit_that_is_still_worked_out_is_not_replaced_by_the_next_one() {
        let mut model = hills();
        let gate = model.jobs.gate();
        let held = gate.lock().unwrap();
        run(&mut model, CommandId::AutomaticTypes);
        let Some(MapDialog::AutomaticTypes(id, form)) =
            model.dialog().and_then(Dialog::form).cloned()
        else {
            panic!()
        };
        let suggestion: Suggestion = form.action(model.map(id).unwrap()).into();
        let first = suggestion.title.clone();
        model.do_beside(id, suggestion.clone());
        model.do_beside(id, Suggestion { title: "Crop".to_owned(), ..suggestion });
        assert!(model.log.last().unwrap().text.starts_with("Crop: "), "{:?}", model.log.last());
        drop(held);
        model.settle();
        assert!(titles(&model).contains(&first));
    }
}
