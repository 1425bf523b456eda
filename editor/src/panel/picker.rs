//! A list to search and choose from, which opens below a button, in place of a name that nobody knows by heart.

use eframe::egui;
use egui::style::ScrollAnimation;
use egui::{
    Align, Button, Id, Popup, PopupCloseBehavior, Rect, ScrollArea, TextEdit, Ui, Vec2, vec2,
};

use crate::panel::step::Step;

const WIDTH: f32 = 280.0;
const LIST_HEIGHT: f32 = 260.0;

/// What the list is.
pub(crate) struct List<'a> {
    pub(crate) id: Id,
    /// For screen readers.
    pub(crate) name: &'a str,
    /// In the empty search.
    pub(crate) hint: &'a str,
    pub(crate) width: f32,
}

/// What there is to choose by a search.
pub(crate) enum Found<T> {
    Rows(Vec<T>),
    /// Why there is nothing.
    Nothing(String),
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

impl<'a> List<'a> {
    pub(crate) fn new(id: Id, name: &'a str, hint: &'a str) -> List<'a> {
        List { id, name, hint, width: WIDTH }
    }

    /// A button that opens the list. Gives the row that is chosen. The list opens at the one that is current.
    pub(crate) fn show<T>(
        &self,
        ui: &mut Ui,
        text: &str,
        min_size: Vec2,
        find: impl FnOnce(&str) -> Found<T>,
        is_current: impl Fn(&T) -> bool,
        label: impl Fn(&T) -> String,
    ) -> Option<T> {
        let button = ui.add(Button::new(text).truncate().min_size(min_size));
        crate::panel::name(&button, self.name);
        let popup = Popup::from_toggle_button_response(&button).id(self.id);
        let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        popup.show(|ui| self.open(ui, find, is_current, label)).and_then(|shown| shown.inner)
    }

    fn open<T>(
        &self,
        ui: &mut Ui,
        find: impl FnOnce(&str) -> Found<T>,
        is_current: impl Fn(&T) -> bool,
        label: impl Fn(&T) -> String,
    ) -> Option<T> {
        ui.set_width(self.width);
        let field_id = self.id.with("search");
        let is_new = ui.ctx().read_response(field_id).is_none();
        let kept = ui.data(|data| data.get_temp::<Search>(self.id)).filter(|_| !is_new);
        let mut search = kept.unwrap_or_default();
        // The key that opened the list chooses nothing in it.
        let step = Step::of_keys(ui).filter(|_| !is_new);
        let field = TextEdit::singleline(&mut search.text).id(field_id).hint_text(self.hint);
        let field = ui.add(field.desired_width(f32::INFINITY));
        crate::panel::name(&field, "Search");
        if search.state == State::Opening {
            field.request_focus();
        }
        let chosen = match find(&search.text) {
            Found::Rows(found) => {
                if search.state == State::Opening {
                    search.chosen = found.iter().position(is_current).unwrap_or_default();
                } else if field.changed() {
                    search.chosen = 0;
                }
                search.list(ui, found, step, label)
            }
            Found::Nothing(why) => {
                ui.weak(why);
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
}

impl Search {
    fn list<T>(
        &mut self,
        ui: &mut Ui,
        found: Vec<T>,
        step: Option<Step>,
        label: impl Fn(&T) -> String,
    ) -> Option<T> {
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
