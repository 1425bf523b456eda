//! A text that says as it is typed why it can't be, and that is given once the person is done.

use eframe::egui;
use egui::{Id, Key, TextEdit, Ui};

pub(super) struct TextField<'a> {
    pub(super) id: Id,
    /// For screen readers.
    pub(super) name: &'a str,
    pub(super) value: &'a str,
    /// Stands there where the value is empty.
    pub(super) hint: &'a str,
    pub(super) width: f32,
}

impl<'a> TextField<'a> {
    pub(super) fn new(id: Id, name: &'a str, value: &'a str) -> TextField<'a> {
        TextField { id, name, value, hint: "", width: 100.0 }
    }

    /// The new text. Escape leaves it as it was.
    pub(super) fn show(
        self,
        ui: &mut Ui,
        trouble: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let TextField { id, name, value, hint, width } = self;
        let under_way: Option<String> = ui.data(|data| data.get_temp(id));
        let was_under_way = under_way.is_some();
        let mut text = under_way.unwrap_or_else(|| value.to_owned());
        let bad = if text == value { None } else { trouble(&text) };
        let mut field = TextEdit::singleline(&mut text).id(id).hint_text(hint);
        if bad.is_some() {
            field = field.text_color(ui.visuals().error_fg_color);
        }
        let response = ui.add(field.desired_width(width));
        crate::panel::name(&response, name);
        if let Some(bad) = &bad {
            response.show_tooltip_text(bad);
        }
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
            return None;
        }
        ui.data_mut(|data| data.remove_temp::<String>(id));
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        let is_left = response.lost_focus() || was_under_way;
        (is_left && !is_given_up && bad.is_none() && text != value).then_some(text)
    }
}
