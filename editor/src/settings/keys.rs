//! Keys that a person has given to commands, and what they had before.

use super::Settings;
use crate::command::shortcut::Shortcut;
use crate::command::{self, CommandId};

/// Something to do to the keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyChange {
    /// Besides those that the command has. Whatever else had it loses it.
    Add(CommandId, Shortcut),
    Remove(CommandId, Shortcut),
    /// As the table has them; other commands lose them.
    Reset(CommandId),
    ResetAll,
}

impl Settings {
    /// The first key of a command as menus show it; empty where it has none.
    pub fn key_text(&self, id: CommandId) -> String {
        self.keys_of(id).first().map(ToString::to_string).unwrap_or_default()
    }

    /// What a command does, with its first key.
    pub fn tooltip(&self, id: CommandId) -> String {
        let tooltip = id.command().tooltip;
        match self.keys_of(id).first() {
            Some(key) => format!("{tooltip} ({key})"),
            None => tooltip.to_owned(),
        }
    }

    pub fn keys_of(&self, id: CommandId) -> Vec<Shortcut> {
        match self.keys.get(id.command().name) {
            Some(keys) => keys.clone(),
            None => usual_keys(id),
        }
    }

    /// Whether a person has changed them.
    pub fn has_own_keys(&self, id: CommandId) -> bool {
        self.keys.contains_key(id.command().name)
    }

    /// The other commands that a key belongs to.
    pub fn owners_of(&self, shortcut: &Shortcut, but: CommandId) -> Vec<CommandId> {
        let has_it = |id: &CommandId| self.keys_of(*id).iter().any(|key| key.is_like(shortcut));
        command::all().map(|command| command.id).filter(|id| *id != but && has_it(id)).collect()
    }

    pub fn change_keys(&mut self, change: KeyChange) {
        match change {
            KeyChange::Add(id, shortcut) => {
                self.take_from_others(id, &shortcut);
                let mut keys = self.keys_of(id);
                if !keys.iter().any(|key| key.is_like(&shortcut)) {
                    keys.push(shortcut);
                }
                self.set_keys(id, keys);
            }
            KeyChange::Remove(id, shortcut) => {
                let mut keys = self.keys_of(id);
                keys.retain(|key| !key.is_like(&shortcut));
                self.set_keys(id, keys);
            }
            KeyChange::Reset(id) => {
                self.keys.remove(id.command().name);
                for shortcut in usual_keys(id) {
                    self.take_from_others(id, &shortcut);
                }
            }
            KeyChange::ResetAll => self.keys.clear(),
        }
    }

    fn take_from_others(&mut self, id: CommandId, shortcut: &Shortcut) {
        for owner in self.owners_of(shortcut, id) {
            let mut keys = self.keys_of(owner);
            keys.retain(|key| !key.is_like(shortcut));
            self.set_keys(owner, keys);
        }
    }

    /// What is as in the table is not written down: it follows the table of later versions.
    fn set_keys(&mut self, id: CommandId, keys: Vec<Shortcut>) {
        let name = id.command().name.to_owned();
        if keys == usual_keys(id) {
            self.keys.remove(&name);
        } else {
            self.keys.insert(name, keys);
        }
    }
}

fn usual_keys(id: CommandId) -> Vec<Shortcut> {
    id.command().keys.iter().filter_map(|key| key.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Shortcut {
        text.parse().unwrap()
    }

    fn keys(settings: &Settings, id: CommandId) -> Vec<String> {
        let keys = settings.keys_of(id);
        keys.iter().map(|key| key.to_string().replace("Cmd", "Ctrl")).collect()
    }

    #[test]
    fn a_key_belongs_to_one_command() {
        let mut settings = Settings::default();
        assert_eq!(settings.owners_of(&key("Ctrl+Z"), CommandId::Redo), [CommandId::Undo]);
        assert_eq!(settings.owners_of(&key("Ctrl+Z"), CommandId::Undo), []);
        settings.change_keys(KeyChange::Add(CommandId::Redo, key("Ctrl+Z")));
        assert_eq!(keys(&settings, CommandId::Redo), ["Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Z"]);
        assert!(keys(&settings, CommandId::Undo).is_empty());
        settings.change_keys(KeyChange::Reset(CommandId::Undo));
        assert_eq!(keys(&settings, CommandId::Undo), ["Ctrl+Z"]);
        assert_eq!(keys(&settings, CommandId::Redo), ["Ctrl+Y", "Ctrl+Shift+Z"]);
        assert!(settings.keys.is_empty(), "everything is as in the table again");
    }

    #[test]
    fn keys_are_removed_and_all_come_back() {
        let mut settings = Settings::default();
        settings.change_keys(KeyChange::Remove(CommandId::Redo, key("Ctrl+Y")));
        settings.change_keys(KeyChange::Add(CommandId::About, key("Ctrl+Shift+Plus")));
        assert_eq!(keys(&settings, CommandId::Redo), ["Ctrl+Shift+Z"]);
        assert!(settings.has_own_keys(CommandId::About));
        assert!(keys(&settings, CommandId::GrowSelection).is_empty(), "Shift is no other plus");
        settings.change_keys(KeyChange::ResetAll);
        assert_eq!(settings, Settings::default());
    }
}
