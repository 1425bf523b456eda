//! ROSE's tables and scripts in words.

use landwright_core::format::rose::aip::Aip;
use landwright_core::format::rose::con::Con;
use landwright_core::format::rose::ltb::Ltb;
use landwright_core::format::rose::qsd::Qsd;
use landwright_core::format::rose::stb::{Placing, Stb};
use landwright_core::format::rose::stl::{Kind, Stl};
use landwright_core::format::text::quoted;
use landwright_core::problem::counted::{counted, grouped};

use super::Texts;
use super::sheet::Sheet;
use crate::cli::output::n_bytes;

/// Of a long text, only so much is shown.
const MAX_SHOWN: usize = 60;

pub(super) fn stb(stb: &Stb, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Table");
    sheet.row("rows", grouped(stb.n_rows() as u64));
    sheet.row("columns", grouped(stb.n_columns() as u64));
    match stb.placing() {
        Placing::Behind { gap } if gap.0.is_empty() => {}
        Placing::Behind { gap } => {
            sheet.row("gap", format!("{} before the cells", n_bytes(gap.0.len())));
        }
        Placing::Inside { stated } => {
            sheet.row("cells", format!("start at byte {stated:#x}, inside the head"));
        }
        Placing::Misstated { stated } => {
            let words = format!("start after the head, although the file says byte {stated:#x}");
            sheet.row("cells", words);
        }
    }
    if !stb.tail().0.is_empty() {
        sheet.row("tail", format!("{} after the last cell", n_bytes(stb.tail().0.len())));
    }
    let columns = columns(stb);
    sheet.list(
        "Columns (filled rows, the first of them)",
        columns.iter().enumerate(),
        |(idx, column)| {
            let title = stb.title(idx).unwrap_or_default();
            let first = texts.quoted(column.first);
            vec![idx.to_string(), texts.quoted(title), grouped(column.n_filled as u64), cut(&first)]
        },
    );
    let named = stb.row_names().enumerate().filter(|(_, name)| !name.is_empty());
    sheet.list("Rows with a name", named, |(idx, name)| vec![idx.to_string(), texts.quoted(name)]);
}

#[derive(Clone, Default)]
struct Column<'a> {
    n_filled: usize,
    first: &'a [u8],
}

fn columns(stb: &Stb) -> Vec<Column<'_>> {
    let mut columns = vec![Column::default(); stb.n_columns()];
    for row in 0..stb.n_rows() {
        for (column, cell) in columns.iter_mut().zip(stb.row(row).into_iter().flatten()) {
            if !cell.is_empty() {
                if column.n_filled == 0 {
                    column.first = cell;
                }
                column.n_filled += 1;
            }
        }
    }
    columns
}

pub(super) fn stl(stl: &Stl, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Texts");
    sheet.row(
        "kind",
        match stl.kind() {
            Kind::Nrst01 => "names (NRST01)",
            Kind::Itst01 => "names and descriptions (ITST01)",
            Kind::Qest01 => "names, descriptions, starts and ends of quests (QEST01)",
        },
    );
    sheet.row("entries", grouped(stl.keys().len() as u64));
    sheet.row("languages", grouped(stl.n_languages() as u64));
    sheet.list("Entries", stl.keys().iter().enumerate(), |(idx, key)| {
        let names = (0..stl.n_languages())
            .filter_map(|language| stl.text_for_display(language, idx, 0, texts.code_page));
        let first = names.into_iter().find(|name| !name.is_empty());
        let first =
            first.map_or_else(String::new, |name| cut(&quoted(name.trim_end_matches('\0'))));
        vec![texts.quoted(key.name.as_bytes()), key.id.to_string(), first]
    });
}

pub(super) fn ltb(ltb: &Ltb, sheet: &mut Sheet) {
    sheet.section("Texts");
    sheet.row("rows", grouped(ltb.n_rows()));
    sheet.row("columns", grouped(ltb.n_columns()));
    let n_cut = ltb.cells_past_end().count();
    if n_cut > 0 {
        sheet.row(
            "warning",
            format!("the text of {} is past the end of the file", counted(n_cut, "cell", "cells")),
        );
    }
    let rows = ltb.rows().enumerate();
    let filled = rows.filter(|(_, row)| row.iter().any(|cell| !ltb.shown(cell).is_empty()));
    sheet.list("Rows with a text", filled, |(idx, row)| {
        let start = |cell| ltb.shown(cell).start(MAX_SHOWN + 1).decode();
        let shown = row.iter().map(|cell| cut(&quoted(&start(cell))));
        std::iter::once(idx.to_string()).chain(shown).collect()
    });
}

pub(super) fn qsd(qsd: &Qsd, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Quests");
    sheet.row("name", texts.quoted(qsd.name.as_bytes()));
    sheet.row("version", qsd.version.to_string());
    sheet.row("triggers", grouped(qsd.triggers().count() as u64));
    sheet.list("Groups", &qsd.groups, |group| {
        let n_triggers = counted(group.triggers.len(), "trigger", "triggers");
        vec![texts.quoted(group.name.as_bytes()), n_triggers]
    });
    sheet.list("Triggers", qsd.triggers(), |trigger| {
        let conditions = counted(trigger.conditions.len(), "condition", "conditions");
        let rewards = counted(trigger.rewards.len(), "reward", "rewards");
        let next = if trigger.check_next == 0 { "" } else { "or the next one" };
        vec![texts.quoted(trigger.name.as_bytes()), conditions, rewards, next.to_owned()]
    });
}

pub(super) fn aip(aip: &Aip, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Behaviour");
    sheet.row("title", texts.quoted(aip.title.as_bytes()));
    sheet.row("idle", format!("every {} s", aip.idle_s));
    sheet.row("turns to its attacker", format!("{} %", aip.damage_percent));
    for pattern in &aip.patterns {
        let name = texts.quoted(pattern.name.as_bytes());
        sheet.list(format!("Pattern {name}"), &pattern.events, |event| {
            let conditions = counted(event.conditions.len(), "condition", "conditions");
            let actions = counted(event.actions.len(), "action", "actions");
            vec![texts.quoted(event.name.as_bytes()), conditions, actions]
        });
        if pattern.events.is_empty() {
            sheet.row("no events", "");
        }
    }
}

pub(super) fn con(con: &Con, texts: Texts<'_>, sheet: &mut Sheet) {
    let messages = con.messages();
    sheet.section("Conversation");
    sheet.row("messages", grouped(messages.len() as u64));
    if let Some(error) = con.why_unread() {
        sheet.row("unreadable from", error.to_string());
    }
    sheet.list("Lua functions", con.function_names(), |name| vec![texts.quoted(name.as_bytes())]);
    sheet.list("Messages (row of the texts, condition, action)", messages, |message| {
        let menu = message.menu.map_or_else(|| "opening".to_owned(), |menu| format!("menu {menu}"));
        let condition = texts.quoted(message.condition.as_bytes());
        vec![menu, message.string.to_string(), condition, texts.quoted(message.action.as_bytes())]
    });
}

fn cut(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN).chain(['…']).collect()
}
