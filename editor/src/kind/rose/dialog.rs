//! Questions about zones: what is in them, how they are drawn, and what their answers do.

#[cfg(feature = "window")]
mod copies;
#[cfg(feature = "window")]
pub(super) mod place;
#[cfg(feature = "window")]
mod things;

use std::path::PathBuf;

#[cfg(feature = "window")]
use eframe::egui::Ui;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::thing::ThingId;

use crate::kind::rose::form::copies::{CopiesForm, CopyChoice};
use crate::kind::rose::form::things::{ArrayForm, FindForm, LeadElsewhere};
use crate::kind::rose::kind::ID;
#[cfg(feature = "window")]
use crate::message::Message;
use crate::message::dialog::form::Form;
use crate::message::dialog::{Answer, Dialog, OfKind};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::view::id::DocumentId;

#[derive(Debug, Clone, PartialEq)]
pub enum ZoneDialog {
    /// Copies that could not follow when it was saved, or that were compared.
    CopiesLeft(CopiesForm),
    /// Before things go, or go to another file, whose places in their file mean something.
    LeadElsewhere(LeadElsewhere),
    Array(DocumentId, ArrayForm),
    FindThings(DocumentId, FindForm),
}

#[derive(Debug, Clone)]
pub enum ZoneAnswer {
    /// One step, of which the person was told what comes of it.
    DoDespite(LeadElsewhere),
    /// One step; things that it adds are selected.
    DoToZone(DocumentId, Box<Action>),
    /// Puts what was typed in the place of what was found, as one step; the question goes on.
    ReplaceThings(DocumentId, FindForm),
    /// What is to become of copies.
    SettleCopies(DocumentId, Vec<PathBuf>, CopyChoice),
    /// Selects what was found, and shows it; the question goes on.
    Find(DocumentId, Vec<ThingId>),
}

impl Form for ZoneDialog {
    fn kind(&self) -> &'static str {
        ID
    }

    fn is_beside(&self) -> bool {
        matches!(self, ZoneDialog::FindThings(..))
    }

    fn width(&self) -> f32 {
        match self {
            ZoneDialog::CopiesLeft(_) => 560.0,
            _ => 460.0,
        }
    }
}

#[cfg(feature = "window")]
impl ZoneDialog {
    pub(super) fn ask(
        &self,
        ui: &mut Ui,
        model: &Model,
        send: &mut Vec<Message>,
    ) -> Option<Answer> {
        match self {
            ZoneDialog::CopiesLeft(form) => copies::copies_left(ui, form),
            ZoneDialog::LeadElsewhere(asked) => things::lead_elsewhere(ui, asked),
            ZoneDialog::Array(id, form) => things::array(ui, model, *id, form),
            ZoneDialog::FindThings(id, form) => things::find(ui, model, *id, form, send),
        }
    }
}

impl ZoneAnswer {
    pub fn answer(self) -> Answer {
        let goes_on = matches!(self, ZoneAnswer::ReplaceThings(..) | ZoneAnswer::Find(..));
        Answer::OfKind(OfKind { kind: ID, after: None, goes_on, sent: Sent::new(self) })
    }
}

impl Model {
    pub(super) fn take_answer_about_zone(&mut self, answer: ZoneAnswer) {
        match answer {
            ZoneAnswer::DoDespite(asked) => self.do_despite(&asked),
            ZoneAnswer::DoToZone(id, action) => self.do_to_zone(id, &action),
            ZoneAnswer::SettleCopies(id, roots, choice) => self.settle_copies(id, roots, choice),
            ZoneAnswer::Find(id, things) => self.show_found(id, things),
            ZoneAnswer::ReplaceThings(id, form) => {
                if let Some(first) = self.dialogs.front_mut()
                    && let Some(ZoneDialog::FindThings(..)) = first.form()
                {
                    *first = Dialog::from(ZoneDialog::FindThings(id, form.clone()));
                }
                self.replace_things(id, &form);
            }
        }
    }

    /// A question was answered or given up.
    pub(super) fn end_question_about_zone(&mut self, asked: &ZoneDialog) {
        if let ZoneDialog::FindThings(id, form) = asked
            && let Some(zone) = self.zone_mut(*id)
        {
            zone.find = Some(form.clone());
        }
    }
}
