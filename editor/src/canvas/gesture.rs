//! A gesture in a view: whose it is, and what the pointer did since the last frame.

use eframe::egui;
use egui::{Event, Key, PointerButton, Popup, Response};

use crate::view::hand::Phase;

/// Whether the button went down in this view, be it up again by now. A press that closes a list or a
/// menu does no more than that.
pub(crate) fn is_ours(response: &Response) -> bool {
    if Popup::is_any_open(&response.ctx) {
        if response.is_pointer_button_down_on() {
            Popup::close_all(&response.ctx);
        }
        return false;
    }
    response.is_pointer_button_down_on() || response.drag_stopped() || response.clicked()
}

/// A gesture that may be under way in this view.
pub(crate) struct Gesture {
    pub(crate) is_ours: bool,
    pub(crate) is_busy: bool,
}

impl Gesture {
    /// What the pointer did since the last frame, in order and with where it was: it moves and
    /// clicks more often than the window draws.
    pub(crate) fn follow(mut self, input: &egui::InputState) -> Vec<(Phase, Option<egui::Pos2>)> {
        let mut phases = Vec::new();
        for event in &input.events {
            match *event {
                Event::PointerButton {
                    button: PointerButton::Primary, pressed: true, pos, ..
                } if self.is_ours && !input.key_down(Key::Space) => {
                    phases.push((Phase::Press, Some(pos)));
                    self.is_busy = true;
                }
                Event::PointerMoved(pos) if self.is_busy => phases.push((Phase::Drag, Some(pos))),
                Event::PointerButton {
                    button: PointerButton::Primary,
                    pressed: false,
                    pos,
                    ..
                } if self.is_busy => {
                    phases.extend([Phase::Drag, Phase::Release].map(|phase| (phase, Some(pos))));
                    self.is_busy = false;
                }
                Event::Key { key: Key::Escape, pressed: true, .. } if self.is_busy => {
                    phases.push((Phase::GiveUp, None));
                    self.is_busy = false;
                }
                _ => {}
            }
        }
        // The button may go up where nobody hears of it.
        if self.is_busy && !input.pointer.primary_down() {
            phases.push((Phase::Release, None));
        }
        phases
    }
}

#[cfg(test)]
mod tests {
    use egui::Sense;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use egui::Ui;

    use super::*;

    #[test]
    fn a_press_that_closes_a_list_does_nothing_else() {
        let show = |ui: &mut Ui, n_ours: &mut usize| {
            let button = ui.button("List");
            Popup::from_toggle_button_response(&button).show(|ui| ui.label("Row"));
            let (_, canvas) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
            let is_down = ui.input(|input| input.pointer.primary_pressed());
            *n_ours += usize::from(is_down && is_ours(&canvas));
        };
        let mut harness =
            Harness::builder().with_size(egui::vec2(200.0, 200.0)).build_ui_state(show, 0);
        harness.run();
        harness.get_by_label("List").click();
        harness.run();
        assert!(harness.query_by_label("Row").is_some());
        for (n_clicks, n_ours) in [(1, 0), (2, 1)] {
            for is_down in [true, false] {
                let pos = egui::pos2(150.0, 180.0);
                harness.hover_at(pos);
                harness.event(Event::PointerButton {
                    pos,
                    button: PointerButton::Primary,
                    pressed: is_down,
                    modifiers: egui::Modifiers::NONE,
                });
                harness.run();
            }
            assert_eq!(*harness.state(), n_ours, "after {n_clicks}");
            assert!(harness.query_by_label("Row").is_none());
        }
    }
}
