//! The one table of commands: menus, keys, the palette, `landwright commands` and the
//! documentation all come from it.
//!
//! A command has no arguments. What carries arguments is an action of a document.

mod id;
pub mod shortcut;
pub(crate) mod table;

pub use self::id::CommandId;

/// A command as people meet it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    pub id: CommandId,
    /// In key settings and `landwright commands`: `select-all`.
    pub name: &'static str,
    /// In menus and the palette.
    pub text: &'static str,
    /// What it does, where the text leaves something open.
    pub tooltip: &'static str,
    pub menu: Menu,
    /// Commands of a menu are divided by a line where this changes.
    pub group: u8,
    /// The first is shown in menus.
    pub keys: &'static [&'static str],
    pub needs: Needs,
}

/// The rows of the table, and those of all kinds.
pub fn all() -> impl Iterator<Item = &'static Command> {
    table::COMMANDS.iter().chain(crate::kind::commands())
}

/// Where a command is in the menu bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Menu {
    File,
    Edit,
    Select,
    Map,
    Tool,
    /// Of a kind, by its text.
    Kind(&'static str),
    View,
    Window,
    Help,
}

impl Menu {
    /// Those that are there whatever kinds there are.
    pub const ALL: [Menu; 8] = [
        Menu::File,
        Menu::Edit,
        Menu::Select,
        Menu::Map,
        Menu::Tool,
        Menu::View,
        Menu::Window,
        Menu::Help,
    ];

    pub fn text(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::Map => "Map",
            Menu::Tool => "Tool",
            Menu::Kind(text) => text,
            Menu::View => "View",
            Menu::Window => "Window",
            Menu::Help => "Help",
        }
    }
}

/// Everything that has to be there for a command to do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    Nothing,
    /// A document of any kind in front.
    Document,
    UnsavedChanges,
    UndoStep,
    RedoStep,
    Selection,
    Stamp,
    /// The stamp of that number in the library.
    KeptStamp,
    Problem,
    /// The document in front was merged with what is on disk, and conflicts are open.
    Conflict,
    /// The document in front was compared with another version, and is different.
    Difference,
    ClosedFile,
    ViewInSpace,
    /// A Ragnarok map in front.
    Map,
    /// A document of that kind in front.
    Kind(&'static str),
}

impl CommandId {
    /// The menu inside its menu where it is with others of its kind.
    pub fn submenu(self) -> Option<&'static str> {
        match self {
            CommandId::ExportPng
            | CommandId::ExportMinimap
            | CommandId::ExportCsv
            | CommandId::ExportJson
            | CommandId::ExportGeojson
            | CommandId::ExportGdi
            | CommandId::ExportTmj
            | CommandId::ExportMcache
            | CommandId::ExportMapCache => Some("Export"),
            CommandId::Import | CommandId::ImportOnto => Some("Import"),
            CommandId::Type0
            | CommandId::Type1
            | CommandId::Type2
            | CommandId::Type3
            | CommandId::Type4
            | CommandId::Type5
            | CommandId::Type6
            | CommandId::NextType
            | CommandId::PreviousType => Some("Type to paint"),
            CommandId::BrushLarger | CommandId::BrushSmaller | CommandId::BrushTip => {
                Some("Size of the brush")
            }
            CommandId::MirrorX
            | CommandId::MirrorY
            | CommandId::MirrorPoint
            | CommandId::MirrorAtSelection
            | CommandId::MirrorAtMap => Some("Mirror"),
            CommandId::FlipStampX | CommandId::FlipStampY | CommandId::TurnStamp => {
                Some("Turn the stamp")
            }
            CommandId::KeepStamp(_) => Some("Keep as stamp"),
            CommandId::TakeStamp(_) => Some("Take stamp"),
            CommandId::ToggleKind(_) | CommandId::ShowAllKinds => Some("Layers"),
            CommandId::ToggleWalks
            | CommandId::TogglePatches
            | CommandId::ToggleBlocks
            | CommandId::ToggleNames
            | CommandId::ToggleRanges
            | CommandId::ToggleWarpLines
            | CommandId::ToggleFacing
            | CommandId::ToggleClusters => Some("Show"),
            CommandId::AlignWest
            | CommandId::AlignMiddleX
            | CommandId::AlignEast
            | CommandId::AlignSouth
            | CommandId::AlignMiddleY
            | CommandId::AlignNorth
            | CommandId::DistributeX
            | CommandId::DistributeY => Some("Align"),
            CommandId::NudgeWest
            | CommandId::NudgeEast
            | CommandId::NudgeNorth
            | CommandId::NudgeSouth
            | CommandId::NudgeWestALittle
            | CommandId::NudgeEastALittle
            | CommandId::NudgeNorthALittle
            | CommandId::NudgeSouthALittle => Some("Nudge"),
            CommandId::LookAtVolumes
            | CommandId::AddVolumes
            | CommandId::SetFloors
            | CommandId::MoveVolumes
            | CommandId::SetRooms
            | CommandId::RemoveVolumes
            | CommandId::SlopeVolumes => Some("Brush for volumes"),
            CommandId::MoveLeft
            | CommandId::MoveRight
            | CommandId::MoveUp
            | CommandId::MoveDown => Some("Move"),
            _ => None,
        }
    }

    pub fn command(self) -> &'static Command {
        // The table has a row for every id, which a test holds.
        all().find(|command| command.id == self).unwrap_or(&table::FIRST)
    }

    pub fn from_name(name: &str) -> Option<CommandId> {
        all().find(|command| command.name == name).map(|command| command.id)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::shortcut::Shortcut;
    use super::*;

    #[test]
    fn names_and_keys_are_given_once() {
        let mut names = BTreeSet::new();
        let mut keys = BTreeSet::new();
        for command in all() {
            assert!(names.insert(command.name), "{} twice", command.name);
            assert_eq!(CommandId::from_name(command.name), Some(command.id));
            assert_eq!(command.id.command(), command);
            for key in command.keys {
                let shortcut: Shortcut = key.parse().unwrap();
                assert!(keys.insert(shortcut), "{key} twice, at {}", command.name);
            }
        }
    }

    #[test]
    fn texts_read_like_interface_texts() {
        for command in all() {
            assert!(!command.text.ends_with('.'), "{}", command.text);
            assert!(command.text.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()));
            assert!(!command.tooltip.is_empty() && !command.tooltip.ends_with('.'));
        }
    }
}
