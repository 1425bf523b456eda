//! An open asset that is edited: its history, what is selected in it, and its models.

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::format::file::Kind as Format;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::asset::Asset;
use landwright_core::world::asset::edit::Edit;
use landwright_core::world::asset::place::Place;
use landwright_core::world::{Editing, Revision};

use crate::kind::asset::Read;
use crate::kind::asset::document::Modelled;
use crate::kind::asset::tree::{Row, rows_of};
use crate::kind::document::common::Common;
use crate::view::id::DocumentId;

#[derive(Debug)]
pub(crate) struct AssetDocument {
    pub(super) common: Common,
    pub(super) editing: Editing<Asset>,
    /// That the journal builds on.
    pub(super) first: Asset,
    /// As it is on disk, for merging.
    pub(super) saved: Asset,
    /// What the last merge gave: conflicts name things by their places in it.
    pub(super) merged: Option<Asset>,
    /// A list, a thing, or the file itself.
    pub(super) selected: Place,
    /// Below which places everything is shown.
    pub(super) open: HashSet<Place>,
    /// What the list shows, and of which state.
    pub(super) rows: Arc<Vec<Row>>,
    rows_of: Option<(Revision, usize)>,
    /// Grows with each change of what is open.
    pub(super) n_toggles: usize,
    /// The models of the file, of which state; `None` until they are made, and where it has none.
    pub(super) models: Option<Result<Modelled, String>>,
    pub(super) models_of: Option<Revision>,
    pub(super) is_making: bool,
}

impl Deref for AssetDocument {
    type Target = Common;

    fn deref(&self) -> &Common {
        &self.common
    }
}

impl DerefMut for AssetDocument {
    fn deref_mut(&mut self) -> &mut Common {
        &mut self.common
    }
}

impl AssetDocument {
    pub(super) fn new(id: DocumentId, name: String, base: Fingerprint, read: Read) -> Self {
        let Read { editing, first, saved } = read;
        let mut document = AssetDocument {
            common: Common::new(id, name, base),
            editing,
            first,
            saved,
            merged: None,
            selected: Place::default(),
            open: HashSet::new(),
            rows: Arc::default(),
            rows_of: None,
            n_toggles: 0,
            models: None,
            models_of: None,
            is_making: false,
        };
        document.look();
        document
    }

    pub(super) fn asset(&self) -> &Asset {
        self.editing.document()
    }

    /// Whether its models can be looked at.
    pub(super) fn has_models(&self) -> bool {
        matches!(self.asset().kind(), Format::Zsc | Format::Chr)
    }

    pub(super) fn model(&self) -> Option<&Modelled> {
        self.models.as_ref()?.as_ref().ok()
    }

    /// One step.
    pub(super) fn apply(&mut self, title: &str, edit: &Edit) {
        if self.common.has_journal_to_start(&self.editing) {
            let base = self.first.to_bytes().unwrap_or_default();
            self.common.start_journal_on(&mut self.editing, base);
        }
        self.editing.apply(title, edit);
        self.look();
    }

    /// Whether there is something at a place.
    pub(super) fn is_there(&self, place: &Place) -> bool {
        let asset = self.asset();
        place.steps().is_empty() || asset.get(place).is_some() || asset.n_things(place).is_some()
    }

    /// Selects a place and shows everything on the way to it.
    pub(super) fn select(&mut self, place: &Place) {
        if !self.is_there(place) {
            return;
        }
        self.selected = self.thing_at(place);
        let mut around = self.selected.parent();
        while !around.steps().is_empty() {
            self.open.insert(around.clone());
            around = around.parent();
        }
        self.n_toggles += 1;
        self.look();
    }

    /// The thing or list that a place is in.
    fn thing_at(&self, place: &Place) -> Place {
        let mut place = place.clone();
        while !place.steps().is_empty() && !self.rows_have(&place) {
            place = place.parent();
        }
        place
    }

    fn rows_have(&self, place: &Place) -> bool {
        let kind = self.asset().kind();
        let is_list = |place: &Place| {
            landwright_core::world::asset::shape::list_at(kind, &place.pattern()).is_some()
        };
        is_list(place) || is_list(&place.parent())
    }

    /// Lets what is listed and selected follow what the asset has become.
    pub(super) fn look(&mut self) {
        while !self.is_there(&self.selected) {
            self.selected = self.selected.parent();
        }
        let of = (self.editing.revision(), self.n_toggles);
        if self.rows_of != Some(of) {
            self.rows = Arc::new(rows_of(self.asset(), &self.open));
            self.rows_of = Some(of);
        }
    }
}
