//! What tables, texts and quests name.

use super::{At, Looking, To, ZoneRow, number, row};
use crate::format::rose::meaning::{Meaning, columns, item};
use crate::format::rose::qsd::Qsd;
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;
use crate::world::refs::known;

impl Looking {
    pub(super) fn stb(&mut self, table: &str, stb: &Stb) {
        self.seen.n_parts = number(stb.n_rows());
        for (row, name) in (0..).zip(stb.row_names()) {
            let name = self.text(name);
            if !name.is_empty() {
                self.seen.names.push((row, name));
            }
        }
        for column in columns(table) {
            let place = number(column.column);
            // Some lists of pictures have the folder in their first row.
            let folder = stb.cell(0, column.column).map(|cell| self.text(cell));
            let folder = folder.filter(|folder| folder.ends_with(['/', '\\'])).unwrap_or_default();
            for row in 0..stb.n_rows() {
                let Some(cell) = stb.cell(row, column.column).filter(|cell| !cell.is_empty())
                else {
                    continue;
                };
                let text = self.text(cell);
                let own = number(row);
                let at = At::inner("row", own, "column", place);
                if let Meaning::Key(_) = column.meaning {
                    self.seen.keys.push((own, text));
                } else if let Some(to) = cell_to(column.meaning, &folder, text) {
                    self.put(Some(own), at, to);
                }
            }
        }
        if table == "LIST_ZONE" {
            self.zones(stb);
        }
    }

    fn zones(&mut self, stb: &Stb) {
        for row in 0..stb.n_rows() {
            let cell =
                |column| stb.cell(row, column).map(|cell| self.text(cell)).unwrap_or_default();
            let (file, decos, buildings) = (cell(1), cell(11), cell(12));
            if known::is_path(&file) {
                self.seen.zones.push(ZoneRow { file, decos, buildings });
            }
        }
    }

    pub(super) fn stl(&mut self, stl: &Stl) {
        for (row, key) in stl.keys().iter().enumerate() {
            let languages = 0..stl.n_languages();
            let mut texts: Vec<String> = languages
                .filter_map(|language| stl.text_for_display(language, row, 0, self.code_page))
                .map(|text| text.trim_end_matches('\0').trim().to_owned())
                .filter(|text| !text.is_empty())
                .collect();
            texts.sort();
            texts.dedup();
            let row = number(row);
            self.seen.keys.push((row, self.text(key.name.as_bytes())));
            self.seen.names.extend(texts.into_iter().map(|text| (row, text)));
        }
    }

    pub(super) fn qsd(&mut self, qsd: &Qsd) {
        self.seen.n_parts = number(qsd.triggers().count());
        for (trigger, place) in qsd.triggers().zip(0..) {
            let name = self.text(trigger.called());
            self.seen.triggers.push(name);
            for record in trigger.conditions.iter().chain(&trigger.rewards) {
                if let Some(to) = record_to(record.opcode, record.payload()) {
                    self.put(Some(place), At::part("trigger", place), to);
                }
            }
        }
    }
}

/// What a cell leads to, by what its column means.
fn cell_to(meaning: Meaning, folder: &str, text: String) -> Option<To> {
    match meaning {
        Meaning::Row(table) => {
            let number = text.parse::<u32>().ok().filter(|number| *number > 0)?;
            Some(row(table, number))
        }
        Meaning::Item => {
            let (table, number) = item(text.parse().ok()?)?;
            Some(row(table, number))
        }
        Meaning::Path if known::is_path(&text) => {
            let is_bare = !text.contains(['/', '\\']);
            match is_bare {
                true if folder.is_empty() => None,
                true => Some(To::File(format!("{folder}{text}"))),
                false => Some(To::File(text)),
            }
        }
        Meaning::Trigger => Some(To::Trigger(text)),
        _ => None,
    }
}

/// What a condition or reward of a quest leads to: a quest, an NPC, an item.
fn record_to(opcode: u32, payload: &[u8]) -> Option<To> {
    let first = u32::from_le_bytes(*payload.first_chunk()?);
    let is_reward = opcode & 0x0100_0000 != 0;
    match (is_reward, opcode & 0xffff) {
        (_, 0) if first > 0 => Some(row("LIST_QUEST", first)),
        (false, 13) if first > 0 => Some(row("LIST_NPC", first)),
        (true, 1) => item(first).map(|(table, number)| row(table, number)),
        _ => None,
    }
}
