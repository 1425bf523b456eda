//! Keys that go along a list while a text is typed above it.

use eframe::egui::{Key, Modifiers, Ui};

/// What a key of this frame asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Up,
    Down,
    /// Takes the row that is chosen.
    Run,
}

impl Step {
    /// Takes the key from whatever comes behind, such as the field for the text.
    pub(crate) fn of_keys(ui: &Ui) -> Option<Step> {
        let steps =
            [(Key::ArrowUp, Step::Up), (Key::ArrowDown, Step::Down), (Key::Enter, Step::Run)];
        ui.input_mut(|input| {
            let taken =
                steps.map(|(key, step)| input.consume_key(Modifiers::NONE, key).then_some(step));
            taken.into_iter().flatten().next()
        })
    }

    /// The row that is chosen then, of so many.
    pub(crate) fn along(step: Option<Step>, chosen: usize, n_rows: usize) -> usize {
        let to = match step {
            Some(Step::Up) => chosen.saturating_sub(1),
            Some(Step::Down) => chosen + 1,
            Some(Step::Run) | None => chosen,
        };
        to.min(n_rows.saturating_sub(1))
    }
}
