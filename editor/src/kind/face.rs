//! What the window shows of a document of a kind.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;

use eframe::egui::Ui;
use landwright_core::problem::Problem;

use crate::canvas::ground;
use crate::canvas::three_d::scene::Scene;
use crate::canvas::three_d::space::Space;
use crate::message::Message;
use crate::message::sent::Sent;
use crate::model::Model;
use crate::view::id::ViewId;

/// A document of a kind, as the window shows it. It changes nothing: it sends messages.
pub trait Face {
    /// All of a view.
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    /// What is below all that a view shows.
    fn ground(&self, ui: &Ui) {
        ground::whole(ui);
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>);

    fn minimap(&self, ui: &mut Ui, _seen: &mut Seen<'_>) {
        crate::panel::empty(ui, "Nothing to show for this document");
    }

    /// Where the hand is, and how much is selected.
    fn status(&self) -> String {
        String::new()
    }

    fn status_bar(&self, ui: &mut Ui, _model: &Model) {
        ui.label(self.status());
    }
}

/// What a face is shown with.
pub struct Seen<'s> {
    pub(crate) view: ViewId,
    pub(crate) model: &'s Model,
    pub(crate) kept: &'s mut Kept,
    pub(crate) space: &'s mut Space,
    /// Whether the Problems panel lists a problem.
    pub(crate) is_listed: &'s dyn Fn(&Problem) -> bool,
    pub(crate) send: &'s mut Vec<Message>,
}

/// What faces keep from frame to frame.
#[derive(Default)]
pub struct Kept {
    of_views: BTreeMap<ViewId, Box<dyn Any>>,
    /// One of a type.
    shared: BTreeMap<TypeId, Box<dyn Shared>>,
}

/// What all views of a kind share.
pub(crate) trait Shared: Any {
    /// Forgets what no view has asked for since the last call.
    fn forget_unused(&mut self, on_card: &Scene);
}

impl Seen<'_> {
    /// Sends something to the document that is shown.
    pub(crate) fn send(&mut self, message: impl Any + Send + Sync) {
        self.send.push(Message::Kind(self.view.document, Sent::new(message)));
    }
}

impl Kept {
    /// What a view kept, which the face gives back; as new where there is nothing yet.
    pub(crate) fn take<T: Any + Default>(&mut self, view: ViewId) -> Box<T> {
        let kept = self.of_views.remove(&view).and_then(|kept| kept.downcast().ok());
        kept.unwrap_or_default()
    }

    pub(crate) fn put(&mut self, view: ViewId, kept: Box<dyn Any>) {
        self.of_views.insert(view, kept);
    }

    /// What all views of a kind share; there is one of each type.
    pub(crate) fn shared<T: Shared + Default>(&mut self) -> Option<&mut T> {
        let new = || -> Box<dyn Shared> { Box::<T>::default() };
        let shared: &mut dyn Any = &mut **self.shared.entry(TypeId::of::<T>()).or_insert_with(new);
        shared.downcast_mut()
    }

    pub(crate) fn forget_unused(&mut self, on_card: &Scene) {
        self.shared.values_mut().for_each(|shared| shared.forget_unused(on_card));
    }

    /// Forgets what views kept that are closed.
    pub(crate) fn forget_closed(&mut self, is_open: impl Fn(ViewId) -> bool) {
        self.of_views.retain(|view, _| is_open(*view));
    }
}
