//! When to look again for work that a crash left: a program that was killed holds its journal until
//! it is gone, and a second window may have crashed since.

use std::time::{Duration, Instant};

use eframe::egui;

use crate::message::Message;
use crate::model::Model;

/// So long after the start, where a journal was in use.
const AFTER: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(15),
    Duration::from_secs(50),
];

pub(super) struct SecondLooks {
    started: Instant,
    n_done: usize,
}

impl Default for SecondLooks {
    fn default() -> SecondLooks {
        SecondLooks { started: Instant::now(), n_done: 0 }
    }
}

impl SecondLooks {
    pub(super) fn due(&mut self, context: &egui::Context, model: &Model) -> Option<Message> {
        let is_focused = |event: &egui::Event| matches!(event, egui::Event::WindowFocused(true));
        let gets_focus = context.input(|input| input.events.iter().any(is_focused));
        (gets_focus || self.is_time(context, model)).then_some(Message::LookForLeft)
    }

    fn is_time(&mut self, context: &egui::Context, model: &Model) -> bool {
        let Some(after) = AFTER.get(self.n_done) else { return false };
        if !model.saw_journals_in_use() {
            return false;
        }
        match after.checked_sub(self.started.elapsed()) {
            Some(rest) if !rest.is_zero() => {
                context.request_repaint_after(rest);
                false
            }
            _ => {
                self.n_done += 1;
                true
            }
        }
    }
}
