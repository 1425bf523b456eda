//! Files that are brought to a server, as they are and in other forms.

use crate::case::Case;

use super::paint;

const CACHE: &str = "server/map_cache.dat";

pub(super) fn all() -> Vec<Case> {
    let of = |way, project: &str| {
        Case::new("gat", way, "map")
            .file("a.json", &paint(5))
            .file("landwright.toml", &format!("[[publish]]\nto = 'server'\n{project}"))
            .save("landwright publish --trust")
            .next(&["landwright check .", "landwright roundtrip server"])
    };
    // The server has the map as it was, and the project has it painted.
    let one = |way, form: &str| {
        of(way, &format!("files = 'maps/*.gat'\n{form}"))
            .in_folders(&["maps", "server"])
            .before("landwright apply a.json maps/isle.gat -o maps/isle.gat --force")
    };
    vec![
        one("publish", "").backed_up("server/isle.gat"),
        one("publish-export", "as = 'csv'\n"),
        one("publish-cache", "as = 'map_cache.dat'\n")
            .before(&format!("landwright export server/isle.gat -o {CACHE}"))
            .backed_up(CACHE),
        // Each map is whole by itself.
        of("publish-two", "files = 'maps/**/*.gat'\n")
            .in_folders(&["maps/a", "maps/b", "server/a", "server/b"])
            .sets(&["server/a", "server/b"])
            .before("landwright apply a.json maps -o maps --force"),
    ]
}
