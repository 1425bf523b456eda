//! Keys: those of the table or of the person's settings.

use eframe::egui;
use egui::{Event, Key, Modifiers, Popup};

use crate::canvas::steer;
use crate::command::shortcut::{self, Shortcut};
use crate::command::{self, CommandId};
use crate::kind::document::common::ViewKind;
use crate::message::Message;
use crate::model::Model;

/// Sends the commands whose keys were pressed. While a text is typed, or a list or menu is open,
/// only those with Ctrl or Alt, and function keys.
pub(super) fn send(context: &egui::Context, model: &Model, send: &mut Vec<Message>) {
    let is_typing = context.text_edit_focused();
    let focused = context.memory(|memory| memory.focused());
    let is_of_control = focused.is_some_and(|id| !steer::leaves_arrows(context, id));
    let is_flying = is_flying(context, model);
    let is_choosing = Popup::is_any_open(context);
    let pasted = context.input(|input| {
        let text = |event: &Event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        };
        input.events.iter().find_map(text)
    });
    if let Some(text) = pasted.filter(|_| !is_typing) {
        send.push(Message::Paste(text));
    }
    let pressed: Vec<(Key, Modifiers)> = context.input(|input| {
        let keys = input.events.iter().filter_map(|event| match event {
            Event::Key { key, pressed: true, modifiers, .. } => Some((*key, *modifiers)),
            // A desktop may make these of keys.
            Event::Copy => Some((Key::C, Modifiers::COMMAND)),
            Event::Cut => Some((Key::X, Modifiers::COMMAND)),
            _ => None,
        });
        keys.collect()
    });
    for (key, modifiers) in pressed {
        let is_plain = !modifiers.command && !modifiers.alt && !is_function_key(key);
        let is_of_text = is_typing && (is_plain || is_edit_key(key, modifiers));
        let is_of_widget = is_of_control && is_arrow(key) && !modifiers.command;
        if is_of_text || is_of_widget || (is_flying || is_choosing) && is_plain {
            continue;
        }
        if let Some(id) = command_of(model, key, modifiers) {
            send.push(Message::Command(model.meant_by_key(id)));
        }
    }
}

/// In a 3D view, letters steer while the right button is down.
fn is_flying(context: &egui::Context, model: &Model) -> bool {
    let view = model.active_view().and_then(|id| model.view(id));
    view.is_some_and(|view| view.kind == ViewKind::InSpace)
        && context.input(|input| input.pointer.secondary_down())
}

fn command_of(model: &Model, key: Key, modifiers: Modifiers) -> Option<CommandId> {
    let is_it = |shortcut: &Shortcut| {
        let is_key = Key::from_name(&shortcut.key) == Some(key);
        is_key
            && shortcut.with_ctrl == modifiers.command
            && shortcut.with_alt == modifiers.alt
            && (shortcut.with_shift == modifiers.shift || is_sign(key))
    };
    command::all()
        .filter(|command| model.has_use_for(command))
        .map(|command| command.id)
        .find(|id| model.settings.keys_of(*id).iter().any(is_it))
}

/// What was pressed last in a frame, for anyone who gives it to a command.
pub(super) fn pressed(context: &egui::Context) -> Option<Shortcut> {
    let of = |key: Key, modifiers: Modifiers| Shortcut {
        with_ctrl: modifiers.command,
        with_alt: modifiers.alt,
        with_shift: modifiers.shift,
        key: key.name().to_owned(),
    };
    // Ctrl and its like are keys as well, but none that a command has alone.
    let is_modifier = |key: &Key| {
        ["Shift", "Control", "Alt", "Super"].iter().any(|name| {
            let side = key.name().strip_prefix(name);
            side.is_some_and(|side| matches!(side, "" | "Left" | "Right"))
        })
    };
    context.input(|input| {
        let mut pressed = input.events.iter().filter_map(|event| match event {
            // A key that is still held down from before is none that somebody chose.
            Event::Key { key, pressed: true, repeat: false, modifiers, .. }
                if !is_modifier(key) =>
            {
                Some(of(*key, *modifiers))
            }
            Event::Copy => Some(of(Key::C, Modifiers::COMMAND)),
            Event::Cut => Some(of(Key::X, Modifiers::COMMAND)),
            Event::Paste(_) => Some(of(Key::V, Modifiers::COMMAND)),
            _ => None,
        });
        pressed.next_back()
    })
}

fn is_function_key(key: Key) -> bool {
    let name = key.name();
    name.len() > 1 && name.starts_with('F') && name[1..].chars().all(|c| c.is_ascii_digit())
}

/// Keys that go from one control to the next, or from cell to cell.
fn is_arrow(key: Key) -> bool {
    matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight)
}

/// Keys that need Shift on some keyboards and not on others, such as plus.
fn is_sign(key: Key) -> bool {
    shortcut::is_sign(key.name())
}

/// Keys that mean something to a text field.
fn is_edit_key(key: Key, modifiers: Modifiers) -> bool {
    modifiers.command && matches!(key, Key::A | Key::C | Key::V | Key::X | Key::Y | Key::Z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_is_a_key_of_the_window() {
        for command in command::all() {
            for key in command.keys {
                let shortcut: Shortcut = key.parse().unwrap();
                assert!(Key::from_name(&shortcut.key).is_some(), "{key} of {}", command.name);
            }
        }
    }

    #[test]
    fn a_key_is_the_same_by_its_sign_and_by_its_name() {
        for key in Key::ALL {
            let [sign, name] = [key.symbol_or_name(), key.name()].map(|text| Shortcut {
                with_ctrl: false,
                with_alt: false,
                with_shift: false,
                // The minus of typesetters is on no keyboard.
                key: text.replace('−', "-"),
            });
            // Arrows have pictures, which nobody types.
            assert!(sign.is_like(&name) || !sign.key.is_ascii(), "{key:?}");
        }
    }

    #[test]
    fn signs_are_told_from_letters() {
        for key in [Key::Plus, Key::Minus, Key::Questionmark, Key::CloseBracket] {
            assert!(is_sign(key), "{key:?}");
        }
        for key in [Key::A, Key::Num1, Key::F1, Key::ArrowUp, Key::Enter, Key::Home] {
            assert!(!is_sign(key), "{key:?}");
        }
    }

    #[test]
    fn function_keys_are_told_from_letters() {
        assert!(is_function_key(Key::F8));
        assert!(!is_function_key(Key::F));
    }
}
