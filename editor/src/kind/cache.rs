//! Map caches: a list of maps, each of which opens as a map and is saved in its place.

mod document;
#[cfg(feature = "window")]
mod face;
#[cfg(test)]
mod tests;

use landwright_core::world::cache::Cache;

pub use self::document::Maps;
use super::{Content, FileRead, Kind};
use crate::command::{Command, CommandId, Menu, Needs};

/// Map caches of servers, and fields of bots.
#[derive(Debug)]
pub struct Caches;

const MENU: Menu = Menu::Kind("Cache");
const ID: &str = "cache";

const OPEN_MAP: CommandId = CommandId::Kind("open-map-of-cache");
const FIND: CommandId = CommandId::Kind("find-map-of-cache");

#[rustfmt::skip]
const COMMANDS: &[Command] = &[
    Command { id: OPEN_MAP, name: "open-map-of-cache", text: "Open map", tooltip: "Open the selected map to edit it; saving writes it back into the cache", menu: MENU, group: 0, keys: &["Alt+Enter"], needs: Needs::Kind(ID) },
    Command { id: FIND, name: "find-map-of-cache", text: "Find map…", tooltip: "Search the maps by name", menu: MENU, group: 0, keys: &["Ctrl+Alt+M"], needs: Needs::Kind(ID) },
];

impl Kind for Caches {
    fn id(&self) -> &'static str {
        ID
    }

    fn menu(&self) -> Menu {
        MENU
    }

    fn commands(&self) -> &'static [Command] {
        COMMANDS
    }

    fn read(&self, file: &FileRead<'_>) -> Result<Box<dyn Content>, String> {
        let cache = Cache::read(&file.name(), file.bytes).ok_or("is not a map cache")?;
        let cache = cache.map_err(|error| error.to_string())?;
        Ok(Box::new(Maps::new(&file.name(), cache, file.bytes)))
    }
}
