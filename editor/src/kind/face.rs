//! What the window shows of a document of a kind.

use std::any::Any;
use std::collections::BTreeMap;

use eframe::egui::Ui;

use super::sent::Sent;
use crate::model::Model;
use crate::model::document::ViewId;
use crate::model::message::Message;

/// A document of a kind, as the window shows it. It changes nothing: it sends messages.
pub trait Face {
    /// All of a view.
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    fn minimap(&self, ui: &mut Ui, _seen: &mut Seen<'_>) {
        crate::panel::empty(ui, "Nothing to show of this document");
    }

    /// Where the hand is, and how much is selected.
    fn status(&self) -> String;
}

/// What a face is shown with.
pub struct Seen<'s> {
    pub(crate) view: ViewId,
    pub(crate) model: &'s Model,
    pub(crate) kept: &'s mut Kept,
    pub(crate) send: &'s mut Vec<Message>,
}

/// What faces keep from frame to frame, for each view.
#[derive(Default)]
pub struct Kept(BTreeMap<ViewId, Box<dyn Any>>);

impl Seen<'_> {
    /// Sends something to the document that is shown.
    pub(crate) fn send(&mut self, message: impl Any + Send + Sync) {
        self.send.push(Message::Kind(self.view.document, Sent::new(message)));
    }
}

impl Kept {
    /// What a view kept, which the face gives back; as new where there is nothing yet.
    pub(crate) fn take<T: Any + Default>(&mut self, view: ViewId) -> Box<T> {
        let kept = self.0.remove(&view).and_then(|kept| kept.downcast().ok());
        kept.unwrap_or_default()
    }

    pub(crate) fn put(&mut self, view: ViewId, kept: Box<dyn Any>) {
        self.0.insert(view, kept);
    }

    /// Forgets what views kept that are closed.
    pub(crate) fn forget_closed(&mut self, is_open: impl Fn(ViewId) -> bool) {
        self.0.retain(|view, _| is_open(*view));
    }
}
