//! What is being typed counts as typed before anything else is done: a command by its key or a
//! press of the button elsewhere takes the focus away first, so that the field sends its text.

use eframe::egui;
use egui::{Context, Event, Popup};

use crate::message::Message;

/// Commands that wait until a text has been sent.
#[derive(Debug, Default)]
pub(super) struct Typing {
    waiting: Vec<Message>,
}

impl Typing {
    /// Before anything is shown. Answers with what is to be done once all of it was.
    pub(super) fn end(&mut self, context: &Context) -> Vec<Message> {
        if !self.waiting.is_empty() || is_pressed_elsewhere(context) {
            context.memory_mut(|memory| {
                if let Some(field) = memory.focused() {
                    memory.surrender_focus(field);
                }
            });
        }
        std::mem::take(&mut self.waiting)
    }

    /// Keeps commands for the next frame while somebody types: what was typed in this one is still
    /// on its way into the field. Answers with what need not wait.
    pub(super) fn hold(&mut self, context: &Context, commands: Vec<Message>) -> Vec<Message> {
        if commands.is_empty() || !context.text_edit_focused() {
            return commands;
        }
        self.waiting.extend(commands);
        // The key was for the command: Ctrl+W would take a word out of the field as well. No other
        // key goes down in the same frame.
        context.input_mut(|input| {
            input.events.retain(|event| !matches!(event, Event::Key { pressed: true, .. }));
        });
        context.request_repaint();
        Vec::new()
    }
}

/// Whether the button went down beside the field that somebody types into. A list that is open
/// belongs to its field.
fn is_pressed_elsewhere(context: &Context) -> bool {
    if !context.text_edit_focused() || Popup::is_any_open(context) {
        return false;
    }
    let field = context.memory(|memory| memory.focused());
    let Some(field) = field.and_then(|field| context.read_response(field)) else { return false };
    context.input(|input| {
        input.events.iter().any(|event| match event {
            Event::PointerButton { pos, pressed: true, .. } => !field.interact_rect.contains(*pos),
            _ => false,
        })
    })
}
