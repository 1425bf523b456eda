//! A page for each action of scripts, made of the tables from which the schemas are made.

mod shape;

use std::fmt::Write;

use landwright_core::world::schema::{ActionRow, Need, Script};
use landwright_core::world::{area, asset, eq, gat, gnd, rsw, table, zone};
use serde_json::Value;

use crate::manual::{Page, head, link, row};

const FOLDER: &str = "actions";

/// By the name that `landwright commands` has for it, with what it is for.
pub(super) const SCRIPTS: &[(&str, &str, Script)] = &[
    ("gat", "Ragnarok maps", gat::schema::SCRIPT),
    ("rsw", "scenes of Ragnarok maps", rsw::schema::SCRIPT),
    ("gnd", "ground of Ragnarok maps", gnd::schema::SCRIPT),
    ("apd", "TERA areas", area::schema::SCRIPT),
    ("zon", "ROSE zones", zone::schema::SCRIPT),
    ("asset", "assets of ROSE", asset::schema::SCRIPT),
    ("s3d", "EverQuest zones", eq::schema::SCRIPT),
    ("nav", "EverQuest navigation meshes", eq::mesh::schema::SCRIPT),
    ("rows", "tables of EverQuest servers", eq::rows::schema::SCRIPT),
    ("table", "tables", table::schema::SCRIPT),
];

pub(super) fn pages() -> Vec<Page> {
    let mut index = "A script is a JSON file with a list of actions. `landwright apply SCRIPT FILE -o OUT` \
                     does all of them or none. The window does the same actions.\n\n\
                     `landwright commands gat --schema` prints a JSON schema, with which an editor of \
                     text completes a script as you type.\n"
        .to_owned();
    let mut pages = Vec::new();
    for (kind, title, script) in SCRIPTS {
        let _ = write!(index, "\n## Scripts for {title}\n\n{}", head(&["action", "effect"]));
        let definitions = (script.definitions)();
        for action in script.actions {
            let id = format!("{FOLDER}/{kind}/{}", action.name);
            let name = format!("[`{}`]({})", action.name, link(FOLDER, &id));
            index.push_str(&row(&[&name, action.summary]));
            let of = format!("`{}` of {title}", action.name);
            pages.push(Page::new(id.clone(), of, &body(action, kind, &id, &definitions)));
        }
    }
    pages.insert(0, Page::new(FOLDER, "Actions of scripts", &index));
    pages
}

fn body(action: &ActionRow, kind: &str, id: &str, definitions: &Value) -> String {
    let mut text = format!("{}.\n\n", action.summary.trim_end_matches('.'));
    if action.arguments.is_empty() {
        text.push_str("It has no arguments.\n");
    } else {
        text.push_str(&head(&["argument", "kind", "needed", "meaning"]));
        for argument in action.arguments {
            let need = if argument.need == Need::Required { "yes" } else { "no" };
            let (name, kind) = (format!("`{}`", argument.name), format!("`{}`", argument.kind));
            text.push_str(&row(&[&name, &kind, need, argument.summary]));
        }
    }
    let kinds = shape::reached(definitions, action.arguments.iter().map(|argument| argument.kind));
    if !kinds.is_empty() {
        text.push_str(
            "\n## Kinds of its arguments\n\nLines below each other are alternatives, and a `?` marks what \
             may be left out.\n\n```text\n",
        );
        for kind in kinds {
            let lines = definitions.get(kind).map(shape::lines).unwrap_or_default();
            let _ = writeln!(text, "{kind}\n    {}", lines.join("\n    "));
        }
        text.push_str("```\n");
    }
    let _ = write!(
        text,
        "\n`landwright commands {kind}` lists all actions of this kind, and \
         `landwright commands {kind} --schema` prints their schema. [`landwright apply`]({}) runs a \
         script.\n",
        link(id, "commands/apply")
    );
    text
}
