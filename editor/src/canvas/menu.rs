//! What a right click in a canvas offers.

use eframe::egui::{Button, Response};

use crate::command::CommandId;
use crate::message::Message;
use crate::model::Model;
use crate::view::id::ViewId;

/// Groups of commands, of which those that can't run are left out.
pub(crate) fn context_menu(
    response: &Response,
    model: &Model,
    groups: &[&[CommandId]],
    view: ViewId,
    send: &mut Vec<Message>,
) {
    response.context_menu(|ui| {
        ui.set_min_width(200.0);
        let mut is_first = true;
        for group in groups {
            let mut runnable = group.iter().filter(|id| model.can_run(**id)).peekable();
            if runnable.peek().is_some() && !std::mem::take(&mut is_first) {
                ui.separator();
            }
            for id in runnable {
                let command = id.command();
                let key = model.settings.key_text(*id);
                let entry = ui.add(Button::new(command.text).shortcut_text(key));
                if entry.on_hover_text(command.tooltip).clicked() {
                    send.extend([Message::Focus(view), Message::Command(*id)]);
                    ui.close();
                }
            }
        }
    });
}
