//! A page for each command of the command line, made of the tree that reads it.

use std::fmt::Write;

use clap::{Arg, Command};
use landwright_core::kinds;

use crate::manual::{Page, head, link, row};

const FOLDER: &str = "commands";

/// The index, and a page per command.
pub(super) fn pages(mut root: Command) -> Vec<Page> {
    root.build();
    let mut pages = vec![Page::new(FOLDER, "The command line", "")];
    let mut index = format!(
        "{}\n\n{}\n\n",
        said(root.get_about().map(ToString::to_string)),
        "Every command has `--help`. A folder means all known files in it."
    );
    let _ = writeln!(index, "```text\n{}\n```\n", usage(&mut root));
    index.push_str(&head(&["command", "effect"]));
    let names: Vec<String> = root.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in names {
        if let Some(command) = root.find_subcommand_mut(&name) {
            add(command, &[], &mut pages, &mut index);
        }
    }
    let _ = write!(index, "\n## Options of the program\n\n{}", arguments(&root));
    if let Some(after) = root.get_after_help() {
        let _ = write!(index, "\n{after}\n");
    }
    if let Some(first) = pages.first_mut() {
        *first = Page::new(FOLDER, "The command line", &index);
    }
    pages
}

/// A command and those in it.
fn add(command: &mut Command, above: &[String], pages: &mut Vec<Page>, index: &mut String) {
    let mut path = above.to_vec();
    path.push(command.get_name().to_owned());
    let id = format!("{FOLDER}/{}", path.join("-"));
    let about = said(command.get_about().map(ToString::to_string));
    let called = format!("landwright {}", path.join(" "));
    index.push_str(&row(&[&format!("[`{called}`]({})", link(FOLDER, &id)), &about]));
    let body = body(command, &id, &path);
    pages.push(Page::new(id, format!("`{called}`"), &body));
    let names: Vec<String> =
        command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    for name in names {
        if let Some(inner) = command.find_subcommand_mut(&name) {
            add(inner, &path, pages, index);
        }
    }
}

fn body(command: &mut Command, id: &str, path: &[String]) -> String {
    let about = command.get_long_about().or(command.get_about());
    let mut text = paragraphs(&said(about.map(ToString::to_string)));
    let _ = write!(text, "\n\n```text\n{}\n```\n", usage(command));
    let _ = write!(text, "\n{}", arguments(command));
    if let Some(after) = command.get_after_long_help().or(command.get_after_help()) {
        let _ = write!(text, "\n```text\n{after}\n```\n");
    }
    let inner: Vec<String> = command
        .get_subcommands()
        .map(|one| {
            let name = format!("{}-{}", path.join("-"), one.get_name());
            let to = link(id, &format!("{FOLDER}/{name}"));
            format!("- [`landwright {} {}`]({to})\n", path.join(" "), one.get_name())
        })
        .collect();
    if !inner.is_empty() {
        let _ = write!(text, "\n## Its commands\n\n{}", inner.concat());
    }
    let name = path.first().map_or("", String::as_str);
    let knowing: Vec<&str> = kinds::ALL
        .iter()
        .filter(|kind| kind.can().contains(&name))
        .flat_map(|kind| kind.formats())
        .copied()
        .collect();
    if !knowing.is_empty() {
        let formats: Vec<String> = knowing
            .iter()
            .map(|format| format!("[`{format}`]({})", link(id, &format!("formats/{format}"))))
            .collect();
        let _ = write!(text, "\n## Formats\n\n{}\n", formats.join(", "));
    }
    text
}

fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned()
}

/// What is given and what may be chosen, as a table each.
fn arguments(command: &Command) -> String {
    let shown = || command.get_arguments().filter(|argument| !argument.is_hide_set());
    let mut text = String::new();
    for (title, is_option) in [("Arguments", false), ("Options", true)] {
        let rows: Vec<String> = shown()
            .filter(|argument| argument.is_positional() != is_option)
            .map(|argument| row(&[&format!("`{}`", called(argument)), &effect(argument)]))
            .collect();
        if !rows.is_empty() {
            let head = head(&[&title.to_lowercase().replace("s", ""), "effect"]);
            let _ = write!(text, "## {title}\n\n{head}{}\n", rows.concat());
        }
    }
    text
}

/// As it is written on the command line.
fn called(argument: &Arg) -> String {
    let of_id = argument.get_id().as_str().to_uppercase();
    let values: Vec<String> = match argument.get_value_names() {
        Some(names) => names.iter().map(|name| format!("<{name}>")).collect(),
        None => vec![format!("<{of_id}>")],
    };
    let takes_values = argument.get_action().takes_values();
    let values = if takes_values { values.join(" ") } else { String::new() };
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    match (names.is_empty(), values.is_empty()) {
        (true, true) => argument.get_id().to_string(),
        (true, false) => values,
        (false, true) => names.join(", "),
        (false, false) => format!("{} {values}", names.join(", ")),
    }
}

fn effect(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help());
    let paragraphs = said(help.map(ToString::to_string));
    let paragraphs = paragraphs.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    let sentences: Vec<&str> = paragraphs.map(|part| part.trim_end_matches('.')).collect();
    let mut text = sentences.join(". ");
    let values = argument.get_possible_values();
    let values: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        let values: Vec<String> = values
            .iter()
            .map(|value| match value.get_help() {
                Some(help) => format!("`{}` ({help})", value.get_name()),
                None => format!("`{}`", value.get_name()),
            })
            .collect();
        let _ = write!(text, ". One of: {}", values.join(", "));
    }
    let usual: Vec<String> = argument
        .get_default_values()
        .iter()
        .map(|value| format!("`{}`", value.to_string_lossy()))
        .collect();
    if argument.get_action().takes_values()
        && !usual.is_empty()
        && !argument.is_hide_default_value_set()
    {
        let _ = write!(text, ". Usual: {}", usual.join(", "));
    }
    let words: Vec<&str> = text.trim_start_matches(". ").split_whitespace().collect();
    words.join(" ")
}

fn said(text: Option<String>) -> String {
    text.unwrap_or_default().trim().to_owned()
}

/// Lines that are set in are examples or tables, and stay as they are.
fn paragraphs(text: &str) -> String {
    let mut written = String::new();
    for part in text.split("\n\n") {
        let is_set_in = !part.is_empty() && part.lines().all(|line| line.starts_with("  "));
        if !written.is_empty() {
            written.push_str("\n\n");
        }
        match is_set_in {
            true => {
                let _ = write!(written, "```text\n{part}\n```");
            }
            false => written.push_str(part),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_its_arguments_options_and_inner_commands() {
        let inner = Command::new("inner").about("Does less");
        let file = Arg::new("file").value_name("FILE").help("What to read");
        let kind =
            Arg::new("kind").long("kind").short('k').value_parser(["a", "b"]).default_value("a");
        let outer = Command::new("outer")
            .about("Does more")
            .long_about("Does more.\n\n  outer x\n  outer y")
            .arg(file)
            .arg(kind)
            .subcommand(inner);
        let pages = pages(Command::new("landwright").subcommand(outer));
        let ids: Vec<&str> = pages.iter().map(|page| page.id.as_str()).collect();
        assert_eq!(ids[..3], ["commands", "commands/outer", "commands/outer-inner"]);
        let page = &pages[1].markdown;
        for part in [
            "# `landwright outer`",
            "```text\n  outer x\n  outer y\n```",
            "| `<FILE>` | What to read |",
            "| `-k, --kind <KIND>` | One of: `a`, `b`. Usual: `a` |",
            "[`landwright outer inner`](../commands/outer-inner.md)",
        ] {
            assert!(page.contains(part), "{part} is not in {page}");
        }
    }
}
