//! What a person does to an asset, each as one step.

use landwright_core::world::asset::action::{Action, AddThing, RemoveThings, SetField};
use landwright_core::world::asset::place::{Place, Step};
use landwright_core::world::asset::shape::list_at;
use serde_json::Value;

use crate::kind::asset::edited::AssetDocument;
use crate::kind::single::OneFile;
use crate::message::sent::Wishes;

impl AssetDocument {
    fn act(&mut self, action: &Action) -> Wishes {
        self.act_all(&action.title(), std::slice::from_ref(action))
    }

    pub(super) fn set(&mut self, place: &Place, to: &Value) -> Wishes {
        self.act(&Action::SetField(SetField { place: place.to_string(), to: to.clone() }))
    }

    /// The selected list or that of the selected thing; an empty place is filled itself.
    pub(super) fn list_to_add_to(&self) -> Option<Place> {
        let is_list = |place: &Place| list_at(self.asset().kind(), &place.pattern()).is_some();
        let selected = &self.selected;
        let around = selected.parent();
        match self.asset().get(selected) {
            _ if is_list(selected) => Some(selected.clone()),
            Some(Value::Null) if is_list(&around) => Some(selected.clone()),
            _ => Some(around).filter(is_list),
        }
    }

    /// The selected thing: its list, and its place in it.
    pub(super) fn selected_thing(&self) -> Option<(Place, usize)> {
        let Some(Step::Nth(n)) = self.selected.steps().last() else { return None };
        let is_empty = self.asset().get(&self.selected).is_none_or(Value::is_null);
        (!is_empty).then(|| (self.selected.parent(), *n))
    }

    pub(super) fn add(&mut self) -> Wishes {
        let Some(list) = self.list_to_add_to() else { return Wishes::default() };
        self.act(&Action::AddThing(AddThing { list: list.to_string(), like: None }))
    }

    pub(super) fn duplicate(&mut self) -> Wishes {
        let Some((list, n)) = self.selected_thing() else { return Wishes::default() };
        let action = Action::AddThing(AddThing { list: list.to_string(), like: Some(n) });
        self.act_all(&format!("Duplicate {}", self.selected), &[action])
    }

    pub(super) fn remove(&mut self) -> Wishes {
        let Some((list, n)) = self.selected_thing() else { return Wishes::default() };
        let title = format!("Remove {}", self.selected);
        let remove = RemoveThings { list: list.to_string(), indices: vec![n] };
        self.act_all(&title, &[Action::RemoveThings(remove)])
    }
}
