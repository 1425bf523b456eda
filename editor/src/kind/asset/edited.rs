//! An open asset that is edited: its history, what is selected in it, and its models.

use std::collections::HashSet;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use landwright_core::world::Revision;
use landwright_core::world::asset::Asset;
use landwright_core::world::asset::place::Place;
use landwright_core::world::asset::shape::list_at;

use crate::kind::asset::document::Modelled;
use crate::kind::asset::tree::{Row, rows_of};
use crate::kind::rose;
use crate::kind::single::Single;

#[derive(Debug)]
pub(crate) struct AssetDocument {
    pub(super) single: Single<Asset>,
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
    type Target = Single<Asset>;

    fn deref(&self) -> &Single<Asset> {
        &self.single
    }
}

impl DerefMut for AssetDocument {
    fn deref_mut(&mut self) -> &mut Single<Asset> {
        &mut self.single
    }
}

impl AssetDocument {
    pub(super) fn of(single: Single<Asset>) -> AssetDocument {
        let mut document = AssetDocument {
            single,
            selected: Place::default(),
            open: HashSet::new(),
            rows: Arc::default(),
            rows_of: None,
            n_toggles: 0,
            models: None,
            models_of: None,
            is_making: false,
        };
        document.follow_asset();
        document
    }

    pub(super) fn asset(&self) -> &Asset {
        self.single.document()
    }

    /// Whether its models can be looked at.
    pub(super) fn has_models(&self) -> bool {
        rose::exhibit::shows(self.asset().kind())
    }

    pub(super) fn model(&self) -> Option<&Modelled> {
        self.models.as_ref()?.as_ref().ok()
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
        self.follow_asset();
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
        let is_list = |place: &Place| list_at(kind, &place.pattern()).is_some();
        is_list(place) || is_list(&place.parent())
    }

    /// Lets what is listed and selected follow what the asset has become.
    pub(super) fn follow_asset(&mut self) {
        while !self.is_there(&self.selected) {
            self.selected = self.selected.parent();
        }
        let of = (self.editing.revision(), self.n_toggles);
        if self.rows_of != Some(of) {
            self.rows = Arc::new(rows_of(self.asset(), &self.open));
            self.rows_of = Some(of);
        }
    }

    /// The last thing of the selected list, or what fills the selected place, where that came just now.
    pub(super) fn came_since(&self, before: &Asset) -> Option<Place> {
        let list = self.list_to_add_to()?;
        let (old, new) = (before.n_things(&list), self.asset().n_things(&list));
        match (old, new) {
            (Some(old), Some(new)) if new > old => Some(list.nth(new - 1)),
            _ => None,
        }
    }
}
