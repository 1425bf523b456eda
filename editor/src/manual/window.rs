//! A page for each command of the window, made of the table of commands.

use std::fmt::Write;

use crate::command::{self, Command, Needs};
use crate::kind;
use crate::manual::{Page, head, link, row};

const FOLDER: &str = "window";

pub(super) fn pages() -> Vec<Page> {
    let mut index =
        "Every command of the window, menu by menu. *Keys…* in the Window menu gives a \
                     command the keys that you want.\n"
            .to_owned();
    let mut pages = Vec::new();
    for menu in kind::menus() {
        let title = menu.text();
        let _ = write!(index, "\n## {title}\n\n{}", head(&["command", "keys", "effect"]));
        for command in command::all().filter(|command| command.menu == menu) {
            let to = link(FOLDER, &id(command));
            let text = format!("[{}]({to})", command.text);
            index.push_str(&row(&[&text, &keys(command), command.tooltip]));
            pages.push(page(command));
        }
    }
    pages.insert(0, Page::new(FOLDER, "Commands of the window", &index));
    pages
}

/// The page of a command.
pub(super) fn id(command: &Command) -> String {
    format!("{FOLDER}/{}", command.name)
}

fn page(command: &Command) -> Page {
    let menu = match command.id.submenu() {
        Some(submenu) => format!("{} > {submenu}", command.menu.text()),
        None => command.menu.text().to_owned(),
    };
    let mut body = format!("{}.\n\n{}", command.tooltip, head(&["", ""]));
    body.push_str(&row(&["menu", &menu]));
    body.push_str(&row(&["keys", &keys(command)]));
    body.push_str(&row(&["name in the settings of keys", &format!("`{}`", command.name)]));
    body.push_str(&row(&["it needs", needs(command.needs)]));
    let _ = write!(
        body,
        "\n`Ctrl+Shift+P` and a few letters of its name run it as well. See [all commands]({}).\n",
        link(&id(command), FOLDER)
    );
    Page::new(id(command), command.text, &body)
}

fn keys(command: &Command) -> String {
    let keys: Vec<String> = command.keys.iter().map(|key| format!("`{key}`")).collect();
    if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
}

fn needs(needs: Needs) -> &'static str {
    match needs {
        Needs::Nothing => "nothing",
        Needs::Document => "an open document",
        Needs::UnsavedChanges => "unsaved changes",
        Needs::UndoStep => "a step to undo",
        Needs::RedoStep => "a step to redo",
        Needs::Selection => "a selection",
        Needs::Stamp => "a stamp in hand",
        Needs::KeptStamp => "the stamp of that number",
        Needs::Problem => "a problem",
        Needs::Conflict => "a merge with conflicts",
        Needs::ClosedFile => "a file that you closed",
        Needs::ViewInSpace => "a view in 3D",
        Needs::Map => "a Ragnarok map in front",
        // The menu says which kind that is.
        _ => "a document of its kind in front",
    }
}
