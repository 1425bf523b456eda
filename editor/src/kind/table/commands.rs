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
    row(EDIT, "edit-cell", "Edit cell", "Type into the cell; Enter, F2 or any letter does so as well", 0, &["F4"]),
    row(CLEAR, "clear-cells", "Empty cells", "Empty the selected cells; Delete does so as well", 0, &["Alt+Delete"]),
    row(ADD, "add-row", "Add row", "Add an empty row behind all others", 1, &["Insert"]),
    row(DUPLICATE, "duplicate-row", "Duplicate row", "Add a copy of the selected rows behind all others, with keys of their own", 1, &["Ctrl+Insert"]),
    row(DELETE, "delete-row", "Delete row…", "Empty the selected rows, or delete them so that all rows behind them move up", 1, &["Ctrl+Delete"]),
    row(FIND, "find-in-table", "Find…", "Go to the field that finds cells by their texts", 2, &["Ctrl+Alt+F"]),
    row(NEXT, "next-found", "Next found", "Go to the next cell that has what is searched for", 2, &["Ctrl+Alt+Down"]),
    row(PREVIOUS, "previous-found", "Previous found", "Go to the cell before that has what is searched for", 2, &["Ctrl+Alt+Up"]),
    row(SORT_UP, "sort-ascending", "Sort ascending", "Show rows in the order of this column; the file stays as it is", 3, &["Ctrl+Alt+A"]),
    row(SORT_DOWN, "sort-descending", "Sort descending", "Show rows in the opposite order of this column; the file stays as it is", 3, &["Ctrl+Alt+Z"]),
    row(SORT_NOT, "sort-by-number", "Sort by row number", "Show rows as they are in the file", 3, &["Ctrl+Alt+N"]),
    row(FILTER, "filter-by-cell", "Filter by this cell", "Show only rows that have the same text in this column", 3, &["Ctrl+Alt+L"]),
    row(SHOW_ALL, "show-all-rows", "Show all rows", "Give all filters and the search up", 3, &["Ctrl+Alt+R"]),
    row(FOLLOW, "follow-reference", "Follow reference", "Open the table that this cell refers to, at its row", 4, &["F12"]),
    row(REFERENCES, "find-references", "Find references to row", "List the tables beside this one that refer to the row", 4, &["Shift+F12"]),
];
