//! What commands and messages do to an asset that is edited.

use std::sync::Arc;

use landwright_core::format::file::Kind as Format;
use landwright_core::problem::Thing;
use landwright_core::world::asset::place::{Place, Step};
use landwright_core::world::asset::shape::lists_of;

use crate::command::CommandId;
use crate::kind::asset::Assets;
use crate::kind::asset::commands::{ADD, DUPLICATE, REMOVE};
use crate::kind::asset::document::{ModelMessage, Modelled};
use crate::kind::asset::edited::AssetDocument;
use crate::kind::asset::message::{Made, ToAsset};
#[cfg(feature = "window")]
use crate::kind::face::Face;
use crate::kind::foreign::Scripts;
use crate::kind::{FileRead, Kind, KindDocument, Means, rose};
use crate::message::sent::{Sent, Wishes};

impl KindDocument for AssetDocument {
    fn kind(&self) -> &'static dyn Kind {
        &Assets
    }

    fn endings(&self) -> &'static [&'static str] {
        match self.asset().kind() {
            Format::Chr => &["chr"],
            Format::Zmo => &["zmo"],
            Format::Eft => &["eft"],
            Format::Ptl => &["ptl"],
            _ => &["zsc"],
        }
    }

    fn can_run(&self, id: CommandId) -> Option<bool> {
        match id {
            ADD => Some(self.list_to_add_to().is_some()),
            DUPLICATE | REMOVE => Some(self.selected_thing().is_some()),
            CommandId::Cut | CommandId::Copy | CommandId::Paste => Some(false),
            id => Modelled::can_run(self.model(), id),
        }
    }

    fn is_on(&self, id: CommandId) -> Option<bool> {
        self.model().and_then(|model| model.is_on(id))
    }

    fn meant_by_key(&self, id: CommandId) -> CommandId {
        match id {
            CommandId::DeleteSelected => REMOVE,
            CommandId::DuplicateThings => DUPLICATE,
            id => id,
        }
    }

    fn run(&mut self, id: CommandId) -> Wishes {
        match (id, &mut self.models) {
            (ADD, _) => self.add(),
            (DUPLICATE, _) => self.duplicate(),
            (REMOVE, _) => self.remove(),
            (id, Some(Ok(model))) => model.run(id),
            _ => Wishes::default(),
        }
    }

    fn take(&mut self, sent: &Sent) -> Wishes {
        if let (Some(message), Some(Ok(model))) = (sent.get::<ModelMessage>(), &mut self.models) {
            return model.take(message);
        }
        match sent.get::<ToAsset>() {
            Some(ToAsset::Select(place)) => {
                self.select(place);
                self.show_selected()
            }
            Some(ToAsset::Toggle(place)) => {
                if !self.open.remove(place) {
                    self.open.insert(place.clone());
                }
                self.n_toggles += 1;
                self.follow_asset();
                Wishes::default()
            }
            Some(ToAsset::Set { place, to }) => self.set(place, to),
            Some(ToAsset::Made(of, made)) => {
                (self.is_making, self.models_of) = (false, Some(*of));
                self.take_made(made)
            }
            None => Wishes::default(),
        }
    }

    fn means(&self, sent: &Sent) -> Means {
        match sent.get() {
            Some(ToAsset::Set { .. }) => Means::Acting,
            _ => Means::Looking,
        }
    }

    fn go_to(&mut self, text: &str) -> Wishes {
        match text.trim().parse::<Place>() {
            Ok(place) if self.is_there(&place) => {
                self.select(&place);
                self.show_selected()
            }
            Ok(place) => Wishes::warn(format!("there is no {place} in this file")),
            Err(bad) => Wishes::warn(bad.to_string()),
        }
    }

    fn places(&self) -> Option<[&'static str; 3]> {
        Some(["Go to a place", "such as materials[3] or objects[12].parts[0]", "Place"])
    }

    /// Its models are made beside the window.
    fn follow(&mut self) -> Wishes {
        self.follow_asset();
        let revision = self.editing.revision();
        let is_due = self.has_models() && self.models_of != Some(revision) && !self.is_making;
        let file = self.common.file.as_ref().filter(|_| is_due).map(|file| file.path.clone());
        let Some(path) = file else { return Wishes::default() };
        self.is_making = true;
        let asset = self.asset().clone();
        let number = self.number_to_show();
        Wishes::job(format!("Reading the models of {}", self.title), move |_| {
            let made = asset.to_bytes().and_then(|bytes| {
                let code_page = asset.code_page();
                let file = FileRead { path: &path, bytes: &bytes, code_page };
                let source = rose::exhibit::source(asset.kind(), &file)?;
                let entry = number.and_then(|number| source.entry_of(number)).unwrap_or_default();
                let shown = source.exhibit(entry).map(Arc::new);
                Ok(Made { source: Arc::new(source), entry, shown })
            });
            Sent::new(ToAsset::Made(revision, made))
        })
    }

    fn note_project_changed(&mut self) {
        self.models_of = None;
    }

    fn thing_in_words(&self, thing: &Thing) -> Option<String> {
        let Thing::Object { list, index, .. } = thing else { return None };
        let mut lists = lists_of(self.asset().kind()).iter();
        let top = lists.find(|top| !top.pattern.contains('.') && top.thing == *list)?;
        let place = Place::default().field(top.pattern).nth(*index as usize);
        let called = self.asset().called(&place);
        Some(format!("{list} {index} {called}").trim_end().to_owned())
    }

    fn foreign_scripts(&self, is_first_look: bool) -> Scripts {
        let of_model = self.model().map_or(Scripts::NONE, Modelled::foreign_scripts);
        let rows = self.rows.iter().filter(|_| is_first_look);
        rows.map(|row| Scripts::of(&row.text)).chain([of_model]).collect()
    }

    #[cfg(feature = "window")]
    fn face(&self) -> &dyn Face {
        self
    }
}

impl AssetDocument {
    /// The object or the character that is selected, or what is in it.
    fn selected_number(&self) -> Option<u32> {
        let [Step::Field(list), Step::Nth(n), ..] = self.selected.steps() else { return None };
        let is_shown = matches!(list.as_str(), "objects" | "characters");
        u32::try_from(*n).ok().filter(|_| is_shown)
    }

    fn number_to_show(&self) -> Option<u32> {
        self.selected_number().or_else(|| self.model().and_then(Modelled::number))
    }

    /// Shows the model that is selected.
    fn show_selected(&mut self) -> Wishes {
        let number = self.selected_number();
        match (number, &mut self.models) {
            (Some(number), Some(Ok(model))) if model.number() != Some(number) => {
                model.show_number(number)
            }
            _ => Wishes::default(),
        }
    }

    fn take_made(&mut self, made: &Result<Made, String>) -> Wishes {
        match made {
            Ok(made) => match &mut self.models {
                Some(Ok(model)) => model.renew(made),
                models => *models = Some(Ok(Modelled::of(made))),
            },
            Err(why) => self.models = Some(Err(why.clone())),
        }
        // Somebody may have chosen a different one meanwhile.
        self.show_selected()
    }

    /// A value of a field, as people type it.
    #[cfg(feature = "window")]
    pub(super) fn value(&self, place: &Place) -> serde_json::Value {
        self.asset().get(place).cloned().unwrap_or_default()
    }
}
