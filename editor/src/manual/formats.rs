//! A page for each format: what can be done with it, its layout, and what is known of it.

use std::fmt::Write;

use landwright_core::format::file::Kind as Format;
use landwright_core::kinds;
use landwright_core::kinds::layout;

use crate::manual::{Page, guides, head, link, row};

const FOLDER: &str = "formats";

/// Files that no kind of documents has: they are read on the way to others, or by the language server.
const BESIDES: &[(&str, &str, &str)] = &[
    ("def", "TERA: definition of a packet", "`NAME.VERSION.def`"),
    ("opcodes", "TERA: maps of numbers to names", "`protocol.NUMBER.map`, `sysmsg.NUMBER.map`"),
    ("retail", "TERA: files of the game's own servers", "`.idx` and `.geo`, `.gdi` and `.nod`"),
    ("grf", "Ragnarok: archive of a client", "`.grf`"),
    ("pkg", "ROSE: archive of a client", "`.pkg`"),
];

pub(super) fn pages() -> Vec<Page> {
    let mut index =
        "For every file that Landwright reads, it writes the same bytes again. What it does not \
                     understand stays in its place.\n"
            .to_owned();
    let mut pages = Vec::new();
    for kind in kinds::ALL {
        let _ = write!(index, "\n## {}\n\n{}", kind.title(), head(&["format", "files", "content"]));
        for format in kind.formats() {
            let (title, files) = described(format, kind.title());
            let id = id(format);
            let name = format!("[`{format}`]({})", link(FOLDER, &id));
            index.push_str(&row(&[&name, &files, &title]));
            pages.push(page(format, &title, &files, kind.can()));
        }
    }
    let _ = write!(index, "\n## Others\n\n{}", head(&["format", "files", "content"]));
    for (format, title, files) in BESIDES {
        let name = format!("[`{format}`]({})", link(FOLDER, &id(format)));
        index.push_str(&row(&[&name, files, title]));
        pages.push(page(format, title, files, &[]));
    }
    let known = link(FOLDER, "formats-known");
    let _ = write!(index, "\n[What is known of them]({known}) says where each fact is from.\n");
    pages.insert(0, Page::new(FOLDER, "Formats", &index));
    pages
}

fn id(format: &str) -> String {
    format!("{FOLDER}/{format}")
}

/// What a format is, and how its files are called.
fn described(name: &str, kind: &str) -> (String, String) {
    match Format::named(name) {
        Some(format) => {
            let endings: Vec<String> =
                format.format().endings().iter().map(|ending| format!("`{ending}`")).collect();
            let files = match endings.is_empty() {
                true => format!("`.{name}`, told by its first bytes"),
                false => endings.join(", "),
            };
            (format.title().to_owned(), files)
        }
        None => (kind.to_owned(), format!("`.{name}`")),
    }
}

fn page(format: &str, title: &str, files: &str, can: &[&str]) -> Page {
    let id = id(format);
    let mut body = format!("{title}.\n\n{}", head(&["", ""]));
    body.push_str(&row(&["files", files]));
    let (opens, commands): (Vec<&str>, Vec<&str>) = can.iter().partition(|can| **can == "open");
    body.push_str(&row(&["opens in the window", if opens.is_empty() { "no" } else { "yes" }]));
    if !commands.is_empty() {
        let commands: Vec<String> = commands
            .iter()
            .map(|name| format!("[`{name}`]({})", link(&id, &format!("commands/{name}"))))
            .collect();
        body.push_str(&row(&["commands for its kind", &commands.join(", ")]));
    }
    if let Some(known) = guides::known_of(format) {
        let guide = link(&id, "formats-known");
        let _ = write!(body, "\n## What is known\n\n{known}\n\nSee [all formats]({guide}).\n");
    }
    if let Some(layout) = layout::of(format) {
        let _ = write!(body, "\n## Layout\n\n{layout}");
    }
    Page::new(id, format!("`{format}`"), &body)
}
