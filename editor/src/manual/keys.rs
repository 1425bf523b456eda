//! A page for each key of `landwright.toml`, made of the table of keys.

use std::fmt::Write;

use landwright_core::project::keys::{self, Key};
use landwright_core::project::names;

use crate::manual::{Page, head, link, row};

const FOLDER: &str = "keys";

pub(super) fn pages() -> Vec<Page> {
    let mut index = "The window and every command of both programs read a `landwright.toml`. It is looked \
                     for from a file upwards, and holds for everything in its folder. Paths in it are \
                     relative to it.\n\n"
        .to_owned();
    index.push_str(&head(&["key", "effect", "without it"]));
    for key in keys::ALL {
        let name = format!("[`{}`]({})", key.name, link(FOLDER, &id(key)));
        index.push_str(&row(&[&name, key.summary, key.usual]));
    }
    let all: Vec<&str> = keys::ALL.iter().map(|key| key.example).collect();
    let _ = write!(index, "\n## All of them\n\n```toml\n{}```\n", all.join("\n"));
    index.push_str(
        "\n## Trust\n\nIn a shared folder such a file may be anybody's. So `roots`, `copies` and fewer \
         than 10 `backups` are left out until you trust the file. The window asks once for each project, \
         and commands take `--trust`. That holds until its owner or one of these lines changes. All other \
         keys hold at once.\n",
    );
    let mut pages = vec![Page::new(FOLDER, "Settings of a folder", &index)];
    pages.extend(keys::ALL.iter().map(page));
    pages
}

fn id(key: &Key) -> String {
    format!("{FOLDER}/{}", key.name)
}

fn page(key: &Key) -> Page {
    let mut body = format!("{}.\n\n{}", key.summary, head(&["", ""]));
    body.push_str(&row(&["may be", key.takes]));
    body.push_str(&row(&["without it", key.usual]));
    let trust = if key.needs_trust { "once you trust the file" } else { "at once" };
    body.push_str(&row(&["holds", trust]));
    let _ = write!(body, "\n```toml\n{}```\n", key.example);
    if key.name == "names" {
        let named: Vec<String> = names::numbered().iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(body, "\nThese can be named: {}.\n", named.join(", "));
    }
    let _ = write!(body, "\nSee [all keys, and trust]({}).\n", link(&id(key), FOLDER));
    Page::new(id(key), format!("`{}` in landwright.toml", key.name), &body)
}
