//! The keyboard goes to the first field of the Inspector, where a command asks for it.

use eframe::egui;
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Id, Response, Ui};

/// How far a wish for the keyboard has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Asked,
    /// The panel is being drawn: whichever field comes first has the keys.
    Open,
}

fn id() -> Id {
    Id::new("keys to the inspector")
}

/// The first field of the Inspector has the keys when that is drawn next.
pub(crate) fn ask(context: &egui::Context) {
    context.data_mut(|data| data.insert_temp(id(), Wish::Asked));
    context.request_repaint();
}

/// Draws the panel whose first field may be meant.
pub(crate) fn within(ui: &mut Ui, show: impl FnOnce(&mut Ui)) {
    let is_asked = ui.data(|data| data.get_temp(id())) == Some(Wish::Asked);
    if is_asked {
        ui.data_mut(|data| data.insert_temp(id(), Wish::Open));
    }
    show(ui);
    if is_asked {
        // A panel without a field has had its turn as well.
        ui.data_mut(|data| data.remove::<Wish>(id()));
    }
}

/// Gives a field the keys, where it is the one that is meant. What is typed replaces what it has.
pub(crate) fn offer(ui: &Ui, field: &Response) {
    if ui.data(|data| data.get_temp(id())) != Some(Wish::Open) || !field.enabled() {
        return;
    }
    ui.data_mut(|data| data.remove::<Wish>(id()));
    field.request_focus();
    field.scroll_to_me(None);
    select_all(ui, field.id);
}

/// More letters than any text of a field has.
const MOST_LETTERS: usize = 4096;

/// The text that is typed into a field that has the keys takes the place of all that it has.
pub(crate) fn select_all(ui: &Ui, field: Id) {
    let all = CCursorRange::two(CCursor::default(), CCursor::new(MOST_LETTERS));
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), field);
}

/// The text that is typed into a field that has the keys goes behind what it has.
pub(crate) fn go_to_end(ui: &Ui, field: Id) {
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(MOST_LETTERS))));
    state.store(ui.ctx(), field);
}

#[cfg(test)]
mod tests {
    use egui::{Event, Key};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::super::typed::Typed;
    use super::*;

    #[test]
    fn what_is_typed_goes_to_the_first_field_of_the_panel_that_was_asked_for() {
        let show = |ui: &mut Ui, sent: &mut Vec<String>| {
            let mut field = |ui: &mut Ui, name: &'static str| {
                let typed = Typed::new(Id::new(name), name, "before").show(ui, |_| None);
                sent.extend(typed.map(|typed| format!("{name} {typed}")));
            };
            field(ui, "tools");
            within(ui, |ui| {
                field(ui, "first");
                field(ui, "second");
            });
        };
        let mut harness =
            Harness::builder().with_size(egui::vec2(200.0, 200.0)).build_ui_state(show, Vec::new());
        harness.run();
        assert!(harness.query_by_label("first").is_some());
        ask(&harness.ctx);
        harness.run();
        harness.event(Event::Text("71".to_owned()));
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        assert_eq!(*harness.state(), ["first 71"]);
    }
}
