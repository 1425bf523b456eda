//! The rows of the table of commands that are for tables.

use super::{ID, MENU};
use crate::command::{Command, CommandId, Needs};

pub(super) const EDIT: CommandId = CommandId::Kind("edit-cell");
pub(super) const ADD: CommandId = CommandId::Kind("add-row");
pub(super) const DUPLICATE: CommandId = CommandId::Kind("duplicate-row");
pub(super) const DELETE: CommandId = CommandId::Kind("delete-row");
pub(super) const CLEAR: CommandId = CommandId::Kind("clear-cells");
pub(super) const FIND: CommandId = CommandId::Kind("find-in-table");
pub(super) const NEXT: CommandId = CommandId::Kind("next-found");
pub(super) const PREVIOUS: CommandId = CommandId::Kind("previous-found");
pub(super) const SORT_UP: CommandId = CommandId::Kind("sort-ascending");
pub(super) const SORT_DOWN: CommandId = CommandId::Kind("sort-descending");
pub(super) const SORT_NOT: CommandId = CommandId::Kind("sort-by-number");
pub(super) const FILTER: CommandId = CommandId::Kind("filter-by-cell");
pub(super) const SHOW_ALL: CommandId = CommandId::Kind("show-all-rows");
pub(super) const FOLLOW: CommandId = CommandId::Kind("follow-reference");
pub(super) const REFERENCES: CommandId = CommandId::Kind("find-references");

const fn row(
    id: CommandId,
    name: &'static str,
    text: &'static str,
    tooltip: &'static str,
    group: u8,
    keys: &'static [&'static str],
) -> Command {
    Command { id, name, text, tooltip, menu: MENU, group, keys, needs: Needs::Kind(ID) }
}

/// A row a line, to be read as a table.
#[rustfmt::skip]
pub(super) const COMMANDS: &[Command] = &[
    row(EDIT, "edit-cell", "Edit cell", "Edit the cell; Enter, F2 or any letter does the same", 0, &["F4"]),
    row(CLEAR, "clear-cells", "Empty cells", "Clear the selected cells; the Delete key does the same", 0, &["Alt+Delete"]),
    row(ADD, "add-row", "Add row", "Add an empty row at the end", 1, &["Insert"]),
    row(DUPLICATE, "duplicate-row", "Duplicate row", "Add copies of the selected rows at the end, with new keys", 1, &["Ctrl+Insert"]),
    row(DELETE, "delete-row", "Delete row…", "Clear the selected rows, or delete them so that all later rows move up", 1, &["Ctrl+Delete"]),
    row(FIND, "find-in-table", "Find…", "Search the cells for a text", 2, &["Ctrl+Alt+F"]),
    row(NEXT, "next-found", "Next found", "Go to the next match", 2, &["Ctrl+Alt+Down"]),
    row(PREVIOUS, "previous-found", "Previous found", "Go to the previous match", 2, &["Ctrl+Alt+Up"]),
    row(SORT_UP, "sort-ascending", "Sort ascending", "Sort the rows by this column; the file does not change", 3, &["Ctrl+Alt+A"]),
    row(SORT_DOWN, "sort-descending", "Sort descending", "Sort the rows by this column in reverse; the file does not change", 3, &["Ctrl+Alt+Z"]),
    row(SORT_NOT, "sort-by-number", "Sort by row number", "Show rows in the order of the file", 3, &["Ctrl+Alt+N"]),
    row(FILTER, "filter-by-cell", "Filter by this cell", "Show only rows with the same text in this column", 3, &["Ctrl+Alt+L"]),
    row(SHOW_ALL, "show-all-rows", "Show all rows", "Clear all filters and the search", 3, &["Ctrl+Alt+R"]),
    row(FOLLOW, "follow-reference", "Follow reference", "Open the table and the row that this cell refers to", 4, &["F12"]),
    row(REFERENCES, "find-references", "Find references to row", "List the tables in this folder that refer to the row", 4, &["Shift+F12"]),
];
