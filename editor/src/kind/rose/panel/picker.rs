//! A list of names to search and choose from, in place of a number that nobody knows by heart.

use eframe::egui;
use egui::style::ScrollAnimation;
use egui::{Align, Button, Id, Popup, PopupCloseBehavior, Rect, ScrollArea, TextEdit, Ui, vec2};
use landwright_core::world::zone::names::choice::{Choice, Source};

use crate::kind::rose::document::ZoneDocument;
use crate::panel::step::Step;

const WIDTH: f32 = 280.0;
const LIST_HEIGHT: f32 = 260.0;

/// What is chosen among.
pub(crate) struct Picker<'a> {
    pub(crate) id: Id,
    /// For screen readers.
    pub(crate) name: &'a str,
    pub(crate) zone: &'a ZoneDocument,
    pub(crate) source: Source,
    /// As the field has it; the list opens there. Empty where nothing is chosen yet.
    pub(crate) current: &'a str,
}

/// What is typed while the list is open, and the row that Enter takes.
#[derive(Debug, Clone, Default)]
struct Search {
    text: String,
    chosen: usize,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// Not shown yet: it takes the keys, and shows what is chosen.
    #[default]
    Opening,
    Open,
}

impl Picker<'_> {
    /// A button that opens the list. Gives what is chosen.
    pub(crate) fn show(self, ui: &mut Ui, text: &str) -> Option<Choice> {
        self.show_in(ui, text, vec2(0.0, 0.0))
    }

    /// The same with a button that is at least so large.
    pub(super) fn show_in(self, ui: &mut Ui, text: &str, min_size: egui::Vec2) -> Option<Choice> {
        let button = ui.add(Button::new(text).truncate().min_size(min_size));
        crate::panel::name(&button, self.name);
        let popup = Popup::from_toggle_button_response(&button).id(self.id);
        let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        popup.show(|ui| self.open(ui)).and_then(|shown| shown.inner)
    }

    fn open(&self, ui: &mut Ui) -> Option<Choice> {
        ui.set_width(WIDTH);
        let field_id = self.id.with("search");
        let is_new = ui.ctx().read_response(field_id).is_none();
        let kept = ui.data(|data| data.get_temp::<Search>(self.id)).filter(|_| !is_new);
        let mut search = kept.unwrap_or_default();
        // The key that opened the list chooses nothing in it.
        let step = Step::of_keys(ui).filter(|_| !is_new);
        let field = TextEdit::singleline(&mut search.text).id(field_id).hint_text("Name or number");
        let field = ui.add(field.desired_width(f32::INFINITY));
        crate::panel::name(&field, "Search");
        if search.state == State::Opening {
            field.request_focus();
        }
        let code_page = self.zone.zone().code_page();
        let chosen = match self.zone.names.choices(self.source, &search.text, code_page) {
            Some(found) => {
                if search.state == State::Opening {
                    let place = found.iter().position(|choice| self.is_current(choice));
                    search.chosen = place.unwrap_or_default();
                } else if field.changed() {
                    search.chosen = 0;
                }
                search.list(ui, found, step)
            }
            None => {
                ui.weak("No table with these was found");
                None
            }
        };
        // A pass that only measures shows nothing.
        if !ui.is_sizing_pass() {
            search.state = State::Open;
        }
        ui.data_mut(|data| data.insert_temp(self.id, search));
        if chosen.is_some() {
            ui.close();
        }
        chosen
    }

    fn is_current(&self, choice: &Choice) -> bool {
        match choice.id {
            Some(id) => id.to_string() == self.current,
            None => choice.name == self.current,
        }
    }
}

impl Search {
    fn list(&mut self, ui: &mut Ui, found: Vec<Choice>, step: Option<Step>) -> Option<Choice> {
        if found.is_empty() {
            ui.weak("Nothing with this name");
        }
        self.chosen = Step::along(step, self.chosen, found.len());
        let height = ui.spacing().interact_size.y;
        let row_height = height + ui.spacing().item_spacing.y;
        let mut taken = (step == Some(Step::Run)).then_some(self.chosen);
        let scroll =
            ScrollArea::vertical().max_height(LIST_HEIGHT).min_scrolled_height(LIST_HEIGHT);
        // As high with few rows as with many: else the list would change sides while somebody types.
        scroll.auto_shrink([false, false]).show_rows(ui, height, found.len(), |ui, rows| {
            let top = ui.cursor().top() + row_height * (self.chosen as f32 - rows.start as f32);
            let row = Rect::from_min_size(egui::pos2(ui.cursor().left(), top), vec2(1.0, height));
            let align = (self.state == State::Opening).then_some(Align::Center);
            if align.is_some() || step.is_some() {
                ui.scroll_to_rect_animation(row, align, ScrollAnimation::none());
            }
            for place in rows {
                let Some(choice) = found.get(place) else { continue };
                let button = Button::selectable(place == self.chosen, label(choice)).truncate();
                if ui.add(button.min_size(vec2(ui.available_width(), height))).clicked() {
                    taken = Some(place);
                }
            }
        });
        found.into_iter().nth(taken?)
    }
}

fn label(choice: &Choice) -> String {
    let id = choice.id.map_or_else(String::new, |id| format!("{id}  "));
    let about = match choice.about.as_str() {
        "" => String::new(),
        about => format!(" ({about})"),
    };
    format!("{id}{}{about}", choice.name)
}
