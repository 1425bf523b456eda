//! A number that a person types or drags, and that is sent once: when they are done with it.

use eframe::egui;
use egui::{DragValue, Id, Key, Ui};
use landwright_core::world::sum;

/// A field for a number that is finite: no map has any other that a person asked for.
pub(crate) fn finite(value: &mut f32) -> DragValue<'_> {
    DragValue::new(value).speed(0.1).max_decimals(3).custom_parser(parse)
}

pub(crate) fn parse(text: &str) -> Option<f64> {
    text.trim().parse::<f64>().ok().filter(|number| (*number as f32).is_finite())
}

/// The new value, once the person has let go of it or left the field: a number, or a sum such as
/// `+50` or `*1.2`. Escape leaves it as it was.
/// The name is for screen readers.
pub(crate) fn number(
    ui: &mut Ui,
    id: Id,
    name: &str,
    value: f64,
    field: impl for<'a> FnOnce(DragValue<'a>) -> DragValue<'a>,
) -> Option<f64> {
    let under_way: Option<f64> = ui.data(|data| data.get_temp(id));
    let mut shown = under_way.unwrap_or(value);
    // A sum is one with the number that is there, and not with what is typed so far.
    let worked_out = move |text: &str| sum::worked_out(text, value).ok();
    let drag = field(DragValue::new(&mut shown)).custom_parser(worked_out);
    let response = ui.push_id(id, |ui| ui.add(drag)).inner;
    super::name(&response, name);
    super::keys_to::offer(ui, &response);
    if response.changed() {
        ui.data_mut(|data| data.insert_temp(id, shown));
        ui.ctx().request_repaint();
    }
    let is_done = response.drag_stopped() || response.lost_focus();
    let is_left = !response.dragged() && !response.has_focus();
    let is_over = is_done || is_left && under_way.is_some();
    if !is_over {
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<f64>(id));
    let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
    (shown != value && !is_given_up).then_some(shown)
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    /// What is sent while a person types some text and presses a key.
    fn typed(text: &str, key: Key) -> Vec<f64> {
        let show = |ui: &mut Ui, sent: &mut Vec<f64>| {
            sent.extend(number(ui, Id::new("n"), "N", 10.0, |field| field));
        };
        let mut harness = Harness::new_ui_state(show, Vec::new());
        harness.get_by_role(Role::SpinButton).click();
        harness.run();
        harness.get_by_role(Role::SpinButton).type_text(text);
        harness.run();
        harness.key_press(key);
        harness.run();
        harness.state().clone()
    }

    #[test]
    fn a_typed_number_is_sent_once_and_not_when_it_is_given_up() {
        assert_eq!(typed("7.5", Key::Enter), [7.5]);
        assert_eq!(typed("10", Key::Enter), [0.0; 0]);
        for (sum, expected) in [("+50", 60.0), ("-=3", 7.0), ("*1.5", 15.0), ("/4", 2.5)] {
            assert_eq!(typed(sum, Key::Enter), [expected], "{sum}");
        }
        assert_eq!(typed("7.5", Key::Escape), [0.0; 0]);
        for text in ["nan", "inf", "1e999", "seven"] {
            assert_eq!(typed(text, Key::Enter), [0.0; 0], "{text}");
        }
    }
}
