//! What columns are called, and what is known of them, in words.

use landwright_core::format::rose::meaning::{Meaning, Source};
use landwright_core::world::table::Head;

/// Letters of the widest column that nobody made wider.
const MOST_LETTERS: usize = 28;

/// As the head of the grid says it: its known name, its title in the file, or its number.
pub(super) fn title(head: &Head) -> String {
    match &head.known {
        Some(known) => known.name.clone(),
        None => match head.title.trim() {
            "" => head.id.clone(),
            title => title.replace(['\r', '\n'], " "),
        },
    }
}

/// What its cells hold, in a word or two; empty where nobody knows.
pub(super) fn holds(head: &Head) -> String {
    match head.known.as_ref().map(|known| known.meaning) {
        Some(Meaning::Row(to)) => format!("→ {to}"),
        Some(Meaning::Key(to)) => format!("text in {to}"),
        Some(Meaning::Item) => "→ item".to_owned(),
        Some(Meaning::Path) => "file".to_owned(),
        Some(Meaning::Flags) => "yes or no".to_owned(),
        Some(Meaning::Trigger) => "quest trigger".to_owned(),
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

/// All that is known of it, a line each.
pub(super) fn explained(head: &Head) -> Vec<String> {
    let number = match head.id.parse::<usize>() {
        Ok(number) => format!("Column {number}"),
        Err(_) => format!("Column `{}`", head.id),
    };
    let mut lines = vec![match head.title.trim() {
        "" => number,
        title => format!("{number}, titled {title} in the file"),
    }];
    let Some(known) = &head.known else {
        if head.id.parse::<usize>().is_ok() {
            lines.push("Its meaning is unknown".to_owned());
        }
        return lines;
    };
    lines.push(match known.meaning {
        Meaning::Row(to) => format!("Number of a row of {to}"),
        Meaning::Key(to) => format!("Key of a text in {to}.STL"),
        Meaning::Item => "Number of an item: its table, and its row there".to_owned(),
        Meaning::Path => "Path of a file of the client".to_owned(),
        Meaning::Flags => "1 for yes".to_owned(),
        Meaning::Trigger => "Name of a quest trigger".to_owned(),
        Meaning::Colour => "Red, green and blue, three digits each".to_owned(),
        Meaning::Number => "Number".to_owned(),
        Meaning::Text => "Text".to_owned(),
    });
    lines.push(
        match known.source {
            Source::Page => "Known from descriptions of the format",
            Source::Titles => "Known from titles in real files",
            Source::Values => "Known from values in real files",
        }
        .to_owned(),
    );
    lines
}

/// Whether its cells are numbers, which are read from the right.
pub(super) fn is_of_numbers(head: &Head) -> bool {
    matches!(head.known.as_ref().map(|known| known.meaning), Some(Meaning::Number | Meaning::Flags))
        || head.id == "id"
}

/// How many letters wide it is at first.
pub(super) fn n_letters(head: &Head, cells: impl Iterator<Item = usize>) -> usize {
    let head_width = title(head).chars().count().max(holds(head).chars().count());
    let widest = cells.max().unwrap_or_default();
    widest.max(head_width + 2).clamp(5, MOST_LETTERS)
}

#[cfg(test)]
mod tests {
    use landwright_core::format::rose::meaning;

    use super::*;

    #[test]
    fn a_column_is_told_by_what_is_known_of_it() {
        let known = meaning::columns("LIST_NPC").into_iter().find(|column| column.column == 16);
        let head = Head { id: "16".to_owned(), title: "AI".to_owned(), known };
        assert_eq!((title(&head).as_str(), holds(&head).as_str()), ("ai", "→ FILE_AI"));
        assert_eq!(
            explained(&head)[..2],
            ["Column 16, titled AI in the file", "Number of a row of FILE_AI"]
        );
        let raw = Head { id: "3".to_owned(), title: String::new(), known: None };
        assert_eq!((title(&raw), holds(&raw)), ("3".to_owned(), String::new()));
        assert_eq!(explained(&raw), ["Column 3", "Its meaning is unknown"]);
        assert_eq!(n_letters(&raw, [3, 400].into_iter()), MOST_LETTERS);
    }
}
