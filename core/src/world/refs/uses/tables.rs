//! What tables, texts and quests name.

use super::{At, Looking, To, ZoneRow, number, row};
use crate::format::rose::meaning::{Meaning, columns, item};
use crate::format::rose::qsd::Qsd;
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;
use crate::world::refs::known;

/// Columns of LIST_ZONE and WARP.
const ZONE_START: usize = 2;
const ZONE_RESTORE: usize = 3;
const WARP_ZONE: usize = 1;
const WARP_POINT: usize = 2;

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
        match table {
            "LIST_ZONE" => self.zones(stb),
            "WARP" => self.warps(stb),
            _ => {}
        }
    }

    fn zones(&mut self, stb: &Stb) {
        for row in 0..stb.n_rows() {
            let cell =
                |column| stb.cell(row, column).map(|cell| self.text(cell)).unwrap_or_default();
            let (file, decos, buildings) = (cell(1), cell(11), cell(12));
            if !known::is_path(&file) {
                continue;
            }
            let points = [ZONE_START, ZONE_RESTORE].map(|column| (column, cell(column)));
            for (column, point) in points {
                if !point.is_empty() {
                    let at = At::inner("row", number(row), "column", number(column));
                    self.put(Some(number(row)), at, To::Point(file.clone(), point));
                }
            }
            self.seen.zones.push(ZoneRow { row: number(row), file, decos, buildings });
        }
    }

    /// Where warps lead. Rows of zones that are gone have no point.
    fn warps(&mut self, stb: &Stb) {
        for row in 0..stb.n_rows() {
            let zone = stb.cell_number(row, WARP_ZONE).and_then(|zone| u32::try_from(zone).ok());
            let point = stb.cell(row, WARP_POINT).map(|cell| self.text(cell)).unwrap_or_default();
            if let Some(zone) = zone.filter(|_| !point.is_empty()) {
                let at = At::inner("row", number(row), "column", number(WARP_POINT));
                self.put(Some(number(row)), at, To::PointOf(zone, point));
            }
        }
    }

    pub(super) fn stl(&mut self, stl: &Stl) {
        self.seen.n_parts = number(stl.keys().len());
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
                for to in self.record_to(record.opcode, record.payload()) {
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

/// The opcode of what a trigger does, beside those of what it asks for.
const IS_REWARD: u32 = 0x0100_0000;

impl Looking {
    /// What a condition or reward of a quest leads to, as far as its layout is known from real files:
    /// quests, NPCs, items, zones, skills, triggers.
    fn record_to(&self, opcode: u32, payload: &[u8]) -> Vec<To> {
        let word = |at: usize| word_at(payload, at);
        let row_at = |table: &str, at: usize| {
            word(at).filter(|number| *number > 0).map(|number| row(table, number))
        };
        let zone_of_16_bits = |at: usize| {
            let number = short_at(payload, at).filter(|number| *number > 0)?;
            Some(row("LIST_ZONE", number.into()))
        };
        let item_at = |at: usize| item(word(at)?).map(|(table, number)| row(table, number));
        let found = match (opcode & IS_REWARD != 0, opcode & 0xffff) {
            (_, 0) => [row_at("LIST_QUEST", 0), None],
            (false, 4) => {
                let n_items = word(0).unwrap_or(0) as usize;
                let places = (4..payload.len()).step_by(16).take(n_items);
                return places.filter_map(item_at).collect();
            }
            (false, 6) => [row_at("LIST_ZONE", 0), None],
            (false, 9) => [row_at("LIST_SKILL", 0), row_at("LIST_SKILL", 4)],
            (false, 12) => [zone_of_16_bits(0), None],
            (false, 13) => [row_at("LIST_NPC", 0), None],
            (false, 17) => [row_at("LIST_NPC", 0), row_at("LIST_NPC", 8)],
            (true, 1) => [item_at(0), None],
            (true, 7) => [row_at("LIST_ZONE", 0), None],
            (true, 8) => {
                // Where it is near somebody, the zone is what memory held.
                let is_at_a_place = payload.get(8) == Some(&AT_A_PLACE);
                let zone = row_at("LIST_ZONE", 12).filter(|_| is_at_a_place);
                [row_at("LIST_NPC", 0), zone]
            }
            (true, 9) => [self.trigger_at(payload, 2), None],
            (true, 13) => [self.trigger_at(payload, 10), None],
            (true, 19) => [zone_of_16_bits(0), self.trigger_at(payload, 6)],
            (true, 28) => [zone_of_16_bits(4), None],
            _ => return Vec::new(),
        };
        found.into_iter().flatten().collect()
    }

    /// The name of a trigger, which ends at a zero byte.
    fn trigger_at(&self, payload: &[u8], at: usize) -> Option<To> {
        let name = payload.get(at..)?.split(|byte| *byte == 0).next()?;
        let name = self.text(name);
        (!name.is_empty()).then_some(To::Trigger(name))
    }
}

/// Of a reward that lets monsters appear: at a place, and not near somebody.
const AT_A_PLACE: u8 = 3;

fn word_at(payload: &[u8], at: usize) -> Option<u32> {
    payload.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn short_at(payload: &[u8], at: usize) -> Option<u16> {
    payload.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::CodePage;
    use crate::world::refs::uses::Seen;

    fn to(opcode: u32, payload: &[&[u8]]) -> Vec<To> {
        let looking = Looking { code_page: CodePage::Cp949, seen: Seen::default() };
        looking.record_to(opcode, &payload.concat())
    }

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn conditions_and_rewards_lead_to_what_they_name() {
        let trigger = |name: &str| To::Trigger(name.to_owned());
        let items = words(&[2, 12_071, 0, 1, 2, 13_005, 0, 1, 2]);
        assert_eq!(to(4, &[&items]), [row("LIST_NATURAL", 71), row("LIST_QUESTITEM", 5)]);
        assert_eq!(to(6, &[&words(&[39, 1, 2, 3, 4])]), [row("LIST_ZONE", 39)]);
        assert_eq!(to(12, &[b"\x02\0\x20\xb0", &words(&[34, 32, 1])]), [row("LIST_ZONE", 2)]);
        let npcs = words(&[1088, 2, 1087, 3, 0]);
        assert_eq!(to(17, &[&npcs]), [row("LIST_NPC", 1088), row("LIST_NPC", 1087)]);
        let spawn = |how: u32| words(&[3066, 1, how, 27, 0, 0, 1, 100]);
        let at_a_place = [row("LIST_NPC", 3066), row("LIST_ZONE", 27)];
        assert_eq!(to(0x0100_0008, &[&spawn(0xcdcd_cd03)]), at_a_place);
        assert_eq!(to(0x0100_0008, &[&spawn(0xcdcd_cd00)]), [row("LIST_NPC", 3066)]);
        assert_eq!(to(0x0100_0009, &[b"\x05\0a-01\0\xcd"]), [trigger("a-01")]);
        assert_eq!(to(0x0100_000d, &[&words(&[0, 180]), b"\x05\0a-01\0"]), [trigger("a-01")]);
        let in_zone = [row("LIST_ZONE", 9), trigger("a-01")];
        assert_eq!(to(0x0100_0013, &[b"\x09\0\x0b\0\xf4\x82a-01\0\xc4"]), in_zone);
        assert_eq!(to(0x0100_001c, &[&words(&[50, 0xcdcd_000c, 0, 0])]), [row("LIST_ZONE", 12)]);
        // Cut off, unknown, and none.
        assert_eq!(to(4, &[&words(&[9])]), []);
        assert_eq!(to(13, &[b"\x01"]), []);
        assert_eq!(to(0x0100_0022, &[&words(&[1])]), []);
        assert_eq!(to(0, &[&words(&[0])]), []);
    }
}
