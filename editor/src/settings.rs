//! What a person has chosen, kept between runs.

pub mod keys;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use landwright_core::project::USUAL_BACKUPS;
use landwright_core::vfs::Session;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::{Before, Write};
use landwright_core::world::editing::DEFAULT_BUDGET;
use landwright_core::world::gat::picture::palette::Palette as CellPalette;
use serde::{Deserialize, Serialize};

use crate::command::shortcut::Shortcut;
use crate::view::reference::Reference;
use crate::view::{Layers, Shown};

const FILE_NAME: &str = "settings.ron";
const MAX_RECENT: usize = 20;
const MAX_RECENT_COMMANDS: usize = 6;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: Theme,
    /// Of the interface; 1 is what the desktop says.
    pub scale: f32,
    pub palette: Palette,
    /// Strokes over what can't be walked on.
    pub hatching: Shown,
    /// New views start with these.
    pub layers: Layers,
    /// Between lines of equal height, in world units.
    pub contour_distance: f32,
    /// Pictures to paint after, by the path of the map.
    pub references: BTreeMap<PathBuf, Reference>,
    /// By name of the command: what is here replaces the keys of the table.
    pub keys: BTreeMap<String, Vec<Shortcut>>,
    /// The newest first.
    pub recent: Vec<PathBuf>,
    /// Names of the commands that were run last by the palette, the newest first.
    pub recent_commands: Vec<String>,
    pub folder: Option<PathBuf>,
    /// Where panels are, as the window wrote it.
    pub layout: Option<String>,
    /// How many backups of a file are kept where no `landwright.toml` says so.
    pub n_backups: usize,
    /// How much memory the steps of a document may take; what is beyond stays in its journal.
    pub undo_megabytes: u32,
    pub file_dialog: FileDialog,
}

/// Whose dialog asks for files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileDialog {
    /// The system's, where it has one.
    Automatic,
    System,
    Own,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Palette {
    Usual,
    /// Colours that everybody can distinguish.
    ColourBlind,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::System,
            scale: 1.0,
            palette: Palette::Usual,
            hatching: Shown::No,
            layers: Layers::default(),
            contour_distance: 5.0,
            references: BTreeMap::new(),
            keys: BTreeMap::new(),
            recent: Vec::new(),
            recent_commands: Vec::new(),
            folder: None,
            layout: None,
            n_backups: USUAL_BACKUPS,
            undo_megabytes: (DEFAULT_BUDGET >> 20) as u32,
            file_dialog: FileDialog::Automatic,
        }
    }
}

impl Palette {
    pub fn of_cells(self) -> CellPalette {
        match self {
            Palette::Usual => CellPalette::Normal,
            Palette::ColourBlind => CellPalette::ColourBlind,
        }
    }
}

impl Settings {
    /// The settings of the last run. What can't be read is left as it is and reported; the usual
    /// settings are taken instead.
    pub fn load(home: &Path) -> (Settings, Option<String>) {
        let path = home.join(FILE_NAME);
        if !disk::is_file(&path) {
            return (Settings::default(), None);
        }
        let read = disk::read_file(&path, READ_LIMIT).map_err(|error| error.to_string());
        let parsed = read.and_then(|file| {
            let text = String::from_utf8_lossy(&file.bytes).into_owned();
            ron::from_str::<Settings>(&text)
                .map_err(|error| format!("{}: {error}; default settings are used", path.display()))
        });
        match parsed {
            Ok(settings) => (settings, None),
            Err(message) => (Settings::default(), Some(message)),
        }
    }

    pub fn save(&self, home: &Path) -> Result<(), String> {
        let text = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default())
            .map_err(|error| error.to_string())?;
        let file = home.join(FILE_NAME);
        let before = disk::fingerprint(&file).map_or(Before::Absent, Before::Was);
        let folders_below = home.ancestors().last().map(Path::to_path_buf);
        let write = Write { file, bytes: text.as_bytes(), before, folders_below };
        let saved = Session::without_backups().save(&[write]);
        saved.map(|_| ()).map_err(|error| error.to_string())
    }

    pub fn undo_bytes(&self) -> usize {
        (self.undo_megabytes as usize).saturating_mul(1 << 20)
    }

    /// Puts a file at the top of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_path_buf());
        self.recent.truncate(MAX_RECENT);
    }

    /// Puts a command at the top of those that the palette ran last.
    pub fn remember_command(&mut self, name: &str) {
        self.recent_commands.retain(|known| known != name);
        self.recent_commands.insert(0, name.to_owned());
        self.recent_commands.truncate(MAX_RECENT_COMMANDS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::CommandId;

    #[test]
    fn settings_come_back_and_broken_ones_are_said() {
        let home = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(home.path()), (Settings::default(), None));
        let mut settings = Settings { scale: 1.5, ..Settings::default() };
        settings.remember(Path::new("a.gat"));
        settings.remember(Path::new("b.gat"));
        settings.remember(Path::new("a.gat"));
        settings.keys.insert("undo".to_owned(), vec!["Ctrl+U".parse().unwrap()]);
        settings.save(home.path()).unwrap();
        assert_eq!(Settings::load(home.path()), (settings.clone(), None));
        assert_eq!(settings.recent, [PathBuf::from("a.gat"), PathBuf::from("b.gat")]);
        assert_eq!(
            settings.keys_of(CommandId::Undo)[0].to_string().replace("Cmd", "Ctrl"),
            "Ctrl+U"
        );
        assert_eq!(settings.keys_of(CommandId::Redo).len(), 2);
        std::fs::write(home.path().join(FILE_NAME), "(scale: ").unwrap();
        let (usual, said) = Settings::load(home.path());
        assert_eq!(usual, Settings::default());
        assert!(said.unwrap().contains("settings.ron"));
    }
}
