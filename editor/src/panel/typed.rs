//! A text that a person types, and that is sent once: when they are done with it.

use eframe::egui;
use egui::{Id, Key, TextEdit, Ui};

/// A field for a text.
pub(crate) struct Typed<'a> {
    /// What remembers the text while it is typed.
    pub(crate) id: Id,
    /// For screen readers.
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// Said where there is no text.
    pub(crate) hint: &'a str,
    pub(crate) width: f32,
    /// A text that is not good is red, and nobody hears of it.
    pub(crate) is_good: fn(&str) -> bool,
}

impl Typed<'_> {
    /// The new text, once the person has left the field. Escape leaves it as it was.
    pub(crate) fn show(self, ui: &mut Ui) -> Option<String> {
        let under_way: Option<String> = ui.data(|data| data.get_temp(self.id));
        let mut text = under_way.unwrap_or_else(|| self.value.to_owned());
        let is_good = (self.is_good)(text.trim()) || text == self.value;
        let mut field = TextEdit::singleline(&mut text).id(self.id).hint_text(self.hint);
        if !is_good {
            field = field.text_color(ui.visuals().error_fg_color);
        }
        let response = ui.add(field.desired_width(self.width));
        super::name(&response, self.name);
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(self.id, text));
            return None;
        }
        ui.data_mut(|data| data.remove_temp::<String>(self.id));
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        let text = text.trim();
        let is_new = response.lost_focus() && !is_given_up && text != self.value;
        (is_new && (self.is_good)(text)).then(|| text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    /// What is sent while a person types some text and presses a key.
    fn typed(text: &str, key: Key) -> Vec<String> {
        let show = |ui: &mut Ui, sent: &mut Vec<String>| {
            let is_good = |text: &str| text.parse::<u32>().is_ok();
            let id = Id::new("field");
            let (name, value, hint) = ("Number", "", "mixed");
            sent.extend(Typed { id, name, value, hint, width: 80.0, is_good }.show(ui));
        };
        let mut harness = Harness::new_ui_state(show, Vec::new());
        harness.get_by_label("Number").click();
        harness.run();
        harness.get_by_label("Number").type_text(text);
        harness.run();
        harness.key_press(key);
        harness.run();
        harness.state().clone()
    }

    #[test]
    fn a_text_is_sent_once_if_it_is_good_and_not_given_up() {
        assert_eq!(typed(" 75 ", Key::Enter), ["75"]);
        assert_eq!(typed("seven", Key::Enter), [""; 0]);
        assert_eq!(typed("75", Key::Escape), [""; 0]);
        assert_eq!(typed("", Key::Enter), [""; 0]);
    }
}
