//! A text that a person types: it says as it is typed why it can't be, and it is sent once, when
//! they are done with it.

use eframe::egui;
use egui::{Id, Key, TextEdit, Ui};

use super::rows::is_longer;

/// Beside the text of a field, on both sides.
const MARGINS: f32 = 8.0;

/// A field for a text.
pub(crate) struct Typed<'a> {
    /// What remembers the text while it is typed.
    pub(crate) id: Id,
    /// For screen readers.
    pub(crate) name: &'a str,
    pub(crate) value: &'a str,
    /// Said where there is no text.
    pub(crate) hint: &'a str,
    /// In points; never more than there is room.
    pub(crate) width: f32,
    pub(crate) blanks: Blanks,
}

/// What becomes of blanks before and behind a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blanks {
    /// They are a part of it, as anything in a file is.
    Kept,
    Dropped,
}

impl<'a> Typed<'a> {
    /// As wide as there is room.
    pub(crate) fn new(id: Id, name: &'a str, value: &'a str) -> Typed<'a> {
        let (hint, width, blanks) = ("", f32::INFINITY, Blanks::Kept);
        Typed { id, name, value, hint, width, blanks }
    }

    /// The new text, once the person has left the field. Escape leaves it as it was; a text with
    /// some trouble is red, says so, and is not sent.
    pub(crate) fn show(
        self,
        ui: &mut Ui,
        trouble: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let Typed { id, name, value, hint, width, blanks } = self;
        let under_way: Option<String> = ui.data(|data| data.get_temp(id));
        let was_under_way = under_way.is_some();
        let mut text = under_way.unwrap_or_else(|| value.to_owned());
        let bad = Some(blanks.of(&text)).filter(|text| *text != value).and_then(trouble);
        let mut field = TextEdit::singleline(&mut text).id(id).hint_text(hint);
        if bad.is_some() {
            field = field.text_color(ui.visuals().error_fg_color);
        }
        let mut response = ui.add(field.desired_width(width));
        super::name(&response, name);
        super::keys_to::offer(ui, &response);
        if let Some(bad) = &bad {
            response.show_tooltip_text(bad);
        } else if !response.has_focus() && is_longer(ui, value, response.rect.width() - MARGINS) {
            response = response.on_hover_text(value);
        }
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(id, text));
            return None;
        }
        ui.data_mut(|data| data.remove_temp::<String>(id));
        let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
        let is_left = response.lost_focus() || was_under_way;
        let text = blanks.of(&text);
        (is_left && !is_given_up && bad.is_none() && text != value).then(|| text.to_owned())
    }
}

impl Blanks {
    fn of(self, text: &str) -> &str {
        match self {
            Blanks::Kept => text,
            Blanks::Dropped => text.trim(),
        }
    }
}

/// The trouble with a name that has to be something.
pub(crate) fn no_name(text: &str) -> Option<String> {
    text.is_empty().then(|| "Type at least one letter".to_owned())
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    fn harness(blanks: Blanks) -> Harness<'static, Vec<String>> {
        let show = move |ui: &mut Ui, sent: &mut Vec<String>| {
            let trouble = |text: &str| match text.trim().parse::<u32>() {
                Ok(_) => None,
                Err(error) => Some(error.to_string()),
            };
            let field = Typed::new(Id::new("field"), "Number", "");
            sent.extend(Typed { width: 80.0, blanks, ..field }.show(ui, trouble));
        };
        Harness::new_ui_state(show, Vec::new())
    }

    fn type_into(harness: &mut Harness<'static, Vec<String>>, text: &str) {
        harness.get_by_label("Number").click();
        harness.run();
        harness.get_by_label("Number").type_text(text);
        harness.run();
    }

    /// What is sent while a person types some text and presses a key.
    fn typed(text: &str, key: Key, blanks: Blanks) -> Vec<String> {
        let mut harness = harness(blanks);
        type_into(&mut harness, text);
        harness.key_press(key);
        harness.run();
        harness.state().clone()
    }

    #[test]
    fn a_text_is_sent_once_if_it_is_good_and_not_given_up() {
        assert_eq!(typed(" 75 ", Key::Enter, Blanks::Dropped), ["75"]);
        assert_eq!(typed(" 75 ", Key::Enter, Blanks::Kept), [" 75 "]);
        for blanks in [Blanks::Kept, Blanks::Dropped] {
            assert_eq!(typed("seven", Key::Enter, blanks), [""; 0]);
            assert_eq!(typed("75", Key::Escape, blanks), [""; 0]);
            assert_eq!(typed("", Key::Enter, blanks), [""; 0]);
        }
        assert_eq!(typed("  ", Key::Enter, Blanks::Dropped), [""; 0], "as it was");
    }

    #[test]
    fn what_is_wrong_is_said_while_it_is_typed() {
        let mut harness = harness(Blanks::Dropped);
        type_into(&mut harness, "7");
        assert!(harness.query_by_label_contains("invalid digit").is_none());
        type_into(&mut harness, "b");
        assert!(harness.query_by_label_contains("invalid digit").is_some());
    }

    #[test]
    fn a_field_is_as_wide_as_there_is_room() {
        let show = |ui: &mut Ui| {
            Typed::new(Id::new("wide"), "Wide", "text").show(ui, |_| None);
            let narrow = Typed::new(Id::new("narrow"), "Narrow", "text");
            Typed { width: 60.0, ..narrow }.show(ui, |_| None);
        };
        let mut harness = Harness::builder().with_size(egui::vec2(400.0, 80.0)).build_ui(show);
        harness.run();
        let width = |name: &str| harness.get_by_label(name).rect().width();
        assert!(width("Wide") > 370.0, "{}", width("Wide"));
        assert!((width("Narrow") - 60.0).abs() < 1.0, "{}", width("Narrow"));
    }
}
