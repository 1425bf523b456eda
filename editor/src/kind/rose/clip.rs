//! Copying things and pasting them, in this zone or another, or another window.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use landwright_core::problem::counted::counted;
use landwright_core::world::zone::action::{Action, Resolved};
use landwright_core::world::zone::add::{Duplicate, Paste};
use landwright_core::world::zone::exchange::Incoming;
use landwright_core::world::zone::names::carried::{Carried, Told};
use landwright_core::world::zone::selection::Selection;
use landwright_core::world::zone::thing::{Thing, ThingId};

use super::document::ZoneDocument;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::form::things::{FindForm, LeadElsewhere};
use crate::kind::rose::tool::clip::{Clip, Copied};
use crate::message::Request;
use crate::message::dialog::Dialog;
use crate::model::Model;
use crate::view::id::DocumentId;

/// What zones keep while the program runs.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// The things that were copied last.
    clip: Option<Copied>,
    /// Where people arrive who follow warps: points to be shown in zones that are being opened.
    pub(super) points_to_show: BTreeMap<PathBuf, Vec<u8>>,
}

impl Model {
    /// Whether things were copied.
    pub(super) fn has_clip(&self) -> bool {
        self.shelves.zones.clip.is_some()
    }

    pub(super) fn copy_things(&mut self, id: DocumentId) {
        let Some(document) = self.zone(id) else { return };
        let things = document.zone().copy(&document.selected()).unwrap_or_default();
        let n_things = things.len();
        let ground = |thing: &Thing| document.zone().ground_at_file_cm(thing.pos_in_file_cm());
        let ground_cm = Some(things.iter().map(ground).collect());
        let called = Carried::of(&things, &document.names, document.zone().code_page());
        let copied = Copied::new(Clip { things, ground_cm, called });
        self.requests.push(Request::CopyText(copied.text.clone()));
        self.log.note(match n_things {
            1 => "1 thing copied".to_owned(),
            n => format!("{n} things copied"),
        });
        self.shelves.zones.clip = Some(copied);
    }

    /// What the clipboard of the system has, or else what was copied here.
    pub(crate) fn paste_into_zone(&mut self, id: DocumentId, text: Option<&str>) {
        let own =
            self.shelves.zones.clip.as_ref().filter(|own| text.is_none_or(|text| text == own.text));
        let clip = match own {
            Some(own) => Some(own.clip.clone()),
            None => text.and_then(Clip::from_text),
        };
        if clip.is_none() {
            self.log.note("the clipboard has no things of a zone");
        }
        let (Some(clip), Some(document)) = (clip, self.zone(id)) else { return };
        let at = document.hover.or_else(|| self.middle_of_view(id));
        let snap = document.tools.snap;
        let Clip { mut things, ground_cm, called } = clip;
        let told = called.follow(&mut things, &document.names, document.zone().code_page());
        if self.add_to_zone(id, &Action::Paste(Paste { things, at, snap, ground_cm })) {
            let Told { followed, foreign } = told;
            followed.into_iter().for_each(|said| self.log.note(said));
            foreign.into_iter().for_each(|said| self.log.warn(said));
        }
    }

    /// Where the view in front looks, in cm of the files.
    fn middle_of_view(&self, id: DocumentId) -> Option<[f64; 2]> {
        let view = self.active_view().filter(|view| view.document == id)?;
        let camera = self.view(view)?.camera?;
        let at = self.zone(id)?.span().file_from_map(camera.middle_in_cells);
        Some([at.x, at.y])
    }

    /// Does an action that adds things, and selects them. Says whether it was done.
    pub(super) fn add_to_zone(&mut self, id: DocumentId, action: &Action) -> bool {
        let Some(document) = self.zone_mut(id) else { return false };
        let first = document.zone().n_ids();
        let done = document.act(action);
        let is_done = done.is_ok();
        match done {
            Ok(_) => {
                let new: BTreeSet<ThingId> =
                    (first..document.zone().n_ids()).map(ThingId).collect();
                if !new.is_empty() {
                    document.select(new);
                }
            }
            Err(refusal) => {
                let why = document.words().refusal(&refusal);
                let title = document.words().title(action);
                self.log.warn(format!("{title}: {why}"));
            }
        }
        self.flush(id);
        is_done
    }

    /// What a dialog about things came to.
    pub(crate) fn do_to_zone(&mut self, id: DocumentId, action: &Action) {
        match action {
            Action::Array(_) => {
                self.add_to_zone(id, action);
            }
            _ => self.act_on_zone(id, action),
        }
    }

    pub(crate) fn show_found(&mut self, id: DocumentId, things: Vec<ThingId>) {
        self.log.note(match things.len() {
            0 => "nothing was found; the selection is unchanged".to_owned(),
            1 => "1 thing was found".to_owned(),
            n => format!("{n} things were found"),
        });
        // What is selected may be what was looked in.
        if things.is_empty() {
            return;
        }
        let Some(document) = self.zone_mut(id) else { return };
        document.select(things.into_iter().collect());
        document.show_selection();
    }

    /// What came from a file of another program, as one step.
    pub(crate) fn bring_into_zone(&mut self, id: DocumentId, title: &str, incoming: Incoming) {
        let Some(document) = self.zone_mut(id) else { return };
        let Incoming { action, notes, .. } = incoming;
        match action.resolve(document.zone()) {
            Ok(Resolved { edit: None, .. }) => {
                let said = std::iter::once("nothing differs".to_owned()).chain(notes);
                said.for_each(|said| self.log.note(format!("{title}: {said}")));
            }
            Ok(Resolved { edit: Some(edit), notes: of_action, zone: after }) => {
                let (id, before) = (document.id, document.zone());
                if let Some(asked) = LeadElsewhere::of(id, title, [&action], before, &after) {
                    notes.into_iter().for_each(|note| self.log.note(format!("{title}: {note}")));
                    self.dialogs.push_back(ZoneDialog::LeadElsewhere(asked).into());
                    return;
                }
                let done = document.words().title(&action);
                document.apply(title, edit);
                let said = std::iter::once(done).chain(of_action).chain(notes);
                said.for_each(|said| self.log.note(format!("{title}: {said}")));
            }
            Err(refusal) => {
                let why = document.words().refusal(&refusal);
                let what = format!("Nothing is imported: {why}");
                self.log.error(what.clone());
                self.dialogs.push_back(Dialog::Failed { what });
            }
        }
        self.flush(id);
    }

    /// Everything that replacing does, as one step.
    pub(crate) fn replace_things(&mut self, id: DocumentId, form: &FindForm) {
        let Some(document) = self.zone_mut(id) else { return };
        let (replace, names) = (form.replace(document), form.names(document));
        let n_locked = form.n_locked(document, &form.found(document));
        if names.is_empty() {
            self.do_to_zone(id, &replace);
            self.note_locked(n_locked);
            return;
        }
        let title = replace.title();
        let replaced = replace.resolve_by(document.zone(), &document.names);
        let replaced = replaced.map(|resolved| resolved.notes);
        // While the lines are still those of the monster before.
        let actions: Vec<Action> = names.into_iter().chain([replace]).collect();
        let refused = document.do_all(&title, &actions);
        if refused.is_empty() {
            replaced.into_iter().flatten().for_each(|note| self.log.note(note));
        }
        refused.into_iter().for_each(|refusal| self.log.warn(format!("{title}: {refusal}")));
        self.flush(id);
        self.note_locked(n_locked);
    }

    fn note_locked(&mut self, n_locked: usize) {
        if n_locked > 0 {
            let (have, layers) = (counted(n_locked, "thing has", "things have"), "locked layers");
            self.log.warn(format!("{have} it on {layers} and stay as they are"));
        }
    }

    /// Copies a cell to the south-east, to be seen beside what they are copies of.
    pub(super) fn duplicate_things(&mut self, id: DocumentId) {
        let Some(document) = self.zone(id) else { return };
        let cell = document.zone().grid().cell_size_cm();
        let (things, snap) = (document.selected(), document.tools.snap);
        let by = [cell, -cell, 0.0];
        self.add_to_zone(id, &Action::Duplicate(Duplicate { things, by, snap }));
    }
}

impl ZoneDocument {
    /// The selection as actions name it.
    pub fn selected(&self) -> Selection {
        Selection::Ids(self.selection.iter().copied().collect())
    }
}
