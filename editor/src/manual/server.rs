//! A page for each command of the language server. It is a program of its own, so its help comes
//! from a file, which its tests compare with the program.

use crate::manual::{Page, head, link, row};

const FOLDER: &str = "server";

/// The help of the program and of its commands, each after its command line.
const HELP: &str = include_str!("../../manual/server-commands.txt");

/// The help of one command.
struct Help<'a> {
    /// As it is called: the program, and the name of the command if there is one.
    called: &'a str,
    text: &'a str,
}

pub(super) fn pages() -> Vec<Page> {
    let mut pages = vec![Page::new(FOLDER, "The language server", "")];
    let mut index = String::new();
    for Help { called, text } in helps() {
        let block = format!("```text\n{text}\n```\n");
        if !called.contains(' ') {
            index = format!(
                "{block}\nThe [guide to definitions](definitions.md) shows them at work.\n\n"
            );
            index.push_str(&head(&["command", "effect"]));
            continue;
        }
        let about = text.lines().next().unwrap_or_default();
        // The program is in the name, since `check` is the page of the other program's command.
        let id = format!("{FOLDER}/{}", called.replace(' ', "-"));
        index.push_str(&row(&[&format!("[`{called}`]({})", link(FOLDER, &id)), about]));
        pages.push(Page::new(id, format!("`{called}`"), &block));
    }
    if let Some(first) = pages.first_mut() {
        *first = Page::new(FOLDER, "The language server", &index);
    }
    pages
}

fn helps() -> impl Iterator<Item = Help<'static>> {
    HELP.split("$ ").filter_map(|part| {
        let (called, text) = part.split_once(" --help\n")?;
        Some(Help { called, text: text.trim_end() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_server_has_a_page_with_its_options() {
        let pages = pages();
        let check = pages.iter().find(|page| page.id == "server/landwright-lsp-check").unwrap();
        assert!(check.markdown.contains("--hints"), "{}", check.markdown);
        let index = &pages[0].markdown;
        for page in &pages[1..] {
            assert!(index.contains(&format!("({})", page.file())), "{}", page.id);
        }
        assert!(pages.len() > 10);
    }
}
