//! How people write the names of fields: `-` or `_`, in any case, and the names that scripts have.

use crate::format::file::Kind;
use crate::format::file::record::things;

/// Fields of things of ROSE maps: as files list them, and as scripts, tables and the window call
/// them.
pub const IN_SCRIPTS: &[(&str, &str)] = &[
    ("id", "object-id"),
    ("type", "object-type"),
    ("warp", "warp-id"),
    ("event", "event-id"),
    ("ai", "ai-id"),
    ("monster", "monster-id"),
    ("x2", "end-x"),
    ("y2", "end-y"),
];

/// Whether two names are the same but for the case of letters, and for `-` or `_`.
pub fn is_same_name(a: &str, b: &str) -> bool {
    a == b || alike(a.trim()).eq(alike(b.trim()))
}

fn alike(name: &str) -> impl Iterator<Item = char> {
    name.chars().map(|c| if c == '_' { '-' } else { c }).flat_map(char::to_lowercase)
}

/// The name that scripts have for a field of a thing that files list; `None` where it is the same.
pub fn in_scripts(thing: &str, field: &str) -> Option<&'static str> {
    let is_of_map = || {
        let is_it = |kind: Kind| matches!(kind, Kind::Ifo | Kind::Zon);
        things().any(|known| known.name == thing && is_it(known.kind))
    };
    let (_, name) = IN_SCRIPTS.iter().find(|(listed, _)| *listed == field)?;
    is_of_map().then_some(*name)
}

/// Whether somebody who writes `asked` means a field of a thing that files list.
pub fn means(asked: &str, thing: &str, field: &str) -> bool {
    is_same_name(asked, field)
        || in_scripts(thing, field).is_some_and(|name| is_same_name(asked, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_one_name_however_it_is_written() {
        for asked in ["spawn_name", "spawn-name", "Spawn-Name", " SPAWN_NAME "] {
            assert!(means(asked, "spawn", "spawn_name"), "{asked}");
        }
        assert!(means("monster-id", "spawn", "monster") && means("monster", "spawn", "monster"));
        assert!(means("OBJECT_ID", "npc", "id"));
        assert!(!means("object-id", "message", "id"), "only things of maps have both names");
        assert!(!means("spawnname", "spawn", "spawn_name"));
    }

    #[test]
    fn every_name_of_scripts_is_that_of_a_field() {
        for (listed, _) in IN_SCRIPTS {
            assert!(things().any(|thing| thing.fields.contains(listed)), "{listed}");
        }
    }
}
