//! `protocol.NUMBER.map` and `sysmsg.NUMBER.map`: which number means which name.
//!
//! ```text
//! C_ADD_FRIEND = 44570      # with an equals sign,
//! C_ADD_FRIEND 44570        # or without
//! ```
//!
//! As with definitions, the lines and their breaks are the text, and a wrong line costs only
//! itself. Of a name or a number that stands there twice, the last line counts.

use std::sync::{Arc, OnceLock};

use crate::problem::TextEdit;

use super::text::{Span, is_space, lines, split_comment, trimmed};

/// The greatest map that is read, in bytes. The largest real one has 160,000.
pub const MAX_MAP_LEN: usize = 1 << 23;

/// A map as it is written.
#[derive(Debug)]
pub struct Map {
    text: Arc<str>,
    lines: Vec<MapLine>,
    faults: Vec<MapFault>,
    index: OnceLock<Index>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapLine {
    /// Without its break.
    pub span: Span,
    pub comment: Option<Span>,
    /// `None` on a blank line, and on one that is not understood; then a fault says why.
    pub entry: Option<MapEntry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapEntry {
    pub name: Span,
    pub equals: Option<Span>,
    pub value: Span,
    /// `None` where the value is no decimal number, or far too great. The parsers skip such a line.
    pub code: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapFault {
    pub kind: MapFaultKind,
    pub line: u32,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapFaultKind {
    /// The file has more than [`MAX_MAP_LEN`] bytes; none of its lines was read.
    TooLong,
    NoName,
    NoValue,
    ExtraWords,
    NotANumber,
}

/// The lines with a number, sorted by name and by number; of those alike, the last.
#[derive(Debug, Default)]
struct Index {
    by_name: Vec<u32>,
    by_code: Vec<(u32, u32)>,
}

impl Map {
    pub fn parse(text: impl Into<Arc<str>>) -> Map {
        let text = text.into();
        let mut map = Map { text, lines: Vec::new(), faults: Vec::new(), index: OnceLock::new() };
        let text = map.text.clone();
        if text.len() > MAX_MAP_LEN {
            let span = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
            map.lines.push(MapLine { span, comment: None, entry: None });
            map.faults.push(MapFault { kind: MapFaultKind::TooLong, line: 0, span });
            return map;
        }
        for span in lines(&text) {
            map.line(&text, span);
        }
        map
    }

    fn line(&mut self, text: &str, span: Span) {
        let line = self.lines.len() as u32;
        let (before, comment) = split_comment(text, span);
        let content = trimmed(text, before);
        let entry = match content.is_empty() {
            true => None,
            false => match entry(text, content) {
                Ok(entry) => Some(entry),
                Err((kind, span)) => {
                    self.faults.push(MapFault { kind, line, span });
                    None
                }
            },
        };
        if let Some(entry) = entry.as_ref().filter(|entry| entry.code.is_none()) {
            let kind = MapFaultKind::NotANumber;
            self.faults.push(MapFault { kind, line, span: entry.value });
        }
        self.lines.push(MapLine { span, comment, entry });
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    pub fn lines(&self) -> &[MapLine] {
        &self.lines
    }

    pub fn faults(&self) -> &[MapFault] {
        &self.faults
    }

    pub fn str(&self, span: Span) -> &str {
        span.of(&self.text)
    }

    /// The number of the line that an offset is on, from 0.
    pub fn line_at(&self, offset: usize) -> usize {
        let after = self.lines.partition_point(|line| line.span.start as usize <= offset);
        after.saturating_sub(1)
    }

    /// Every line that gives a name a number, in the order of the file: its number, the name, and
    /// the code.
    pub fn entries(&self) -> impl Iterator<Item = (usize, &str, u32)> {
        self.lines.iter().enumerate().filter_map(|(idx, line)| {
            let entry = line.entry.as_ref()?;
            Some((idx, self.str(entry.name), entry.code?))
        })
    }

    /// Every name once, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.index().by_name.iter().map(|line| self.name_on(*line))
    }

    /// The number of the line that names this, and its code.
    pub fn entry(&self, name: &str) -> Option<(usize, u32)> {
        let lines = &self.index().by_name;
        let found = lines.binary_search_by(|line| self.name_on(*line).cmp(name)).ok()?;
        let line = *lines.get(found)? as usize;
        let code = self.lines.get(line)?.entry.as_ref()?.code?;
        Some((line, code))
    }

    pub fn code(&self, name: &str) -> Option<u32> {
        Some(self.entry(name)?.1)
    }

    /// The line for a name and its code, as the others are written, and the edit that puts it where
    /// its name belongs: by the letters, if all others are in that order, and otherwise last.
    pub fn with_entry(&self, name: &str, code: u32) -> (String, TextEdit) {
        let mut rows = self.lines.iter().filter_map(|line| {
            let entry = line.entry.as_ref()?;
            Some((line, self.str(entry.name), entry))
        });
        let between = rows
            .next()
            .map_or(" = ", |(_, _, entry)| self.str(Span::new(entry.name.end, entry.value.start)));
        let line = format!("{name}{between}{code}");
        let breaks = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let names: Vec<(&MapLine, &str)> = self
            .lines
            .iter()
            .filter_map(|line| Some((line, self.str(line.entry.as_ref()?.name))))
            .collect();
        let is_sorted = names.is_sorted_by_key(|row| row.1);
        let next = names.iter().find(|row| is_sorted && row.1 > name);
        let (at, text) = match (next, names.last()) {
            (Some((next, _)), _) => (next.span.start, format!("{line}{breaks}")),
            (None, Some((last, _))) => (last.span.end, format!("{breaks}{line}")),
            (None, None) => {
                let end = u32::try_from(self.text.len()).unwrap_or(u32::MAX);
                let is_open = !self.text.is_empty() && !self.text.ends_with('\n');
                let before = if is_open { breaks } else { "" };
                (end, format!("{before}{line}{breaks}"))
            }
        };
        let at = at as usize;
        (line, TextEdit { start: at, end: at, new_text: text })
    }

    pub fn name(&self, code: u32) -> Option<&str> {
        let lines = &self.index().by_code;
        let found = lines.binary_search_by_key(&code, |row| row.0).ok()?;
        Some(self.name_on(lines.get(found)?.1))
    }

    fn name_on(&self, line: u32) -> &str {
        let entry = self.lines.get(line as usize).and_then(|line| line.entry.as_ref());
        entry.map_or("", |entry| self.str(entry.name))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut by_name: Vec<u32> = self.entries().map(|row| row.0 as u32).collect();
            let mut by_code: Vec<(u32, u32)> =
                self.entries().map(|row| (row.2, row.0 as u32)).collect();
            // The last of several alike comes first, and stays.
            by_name.sort_by(|a, b| self.name_on(*a).cmp(self.name_on(*b)).then(b.cmp(a)));
            by_name.dedup_by(|a, b| self.name_on(*a) == self.name_on(*b));
            by_code.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)));
            by_code.dedup_by_key(|row| row.0);
            Index { by_name, by_code }
        })
    }
}

fn entry(text: &str, content: Span) -> Result<MapEntry, (MapFaultKind, Span)> {
    let part = content.of(text);
    let name_len = part.find(|c| is_space(c) || c == '=').unwrap_or(part.len()) as u32;
    let name = Span::new(content.start, content.start + name_len);
    if name.is_empty() {
        return Err((MapFaultKind::NoName, content));
    }
    let mut rest = trimmed(text, Span::new(name.end, content.end));
    let mut equals = None;
    if rest.of(text).starts_with('=') {
        equals = Some(Span::new(rest.start, rest.start + 1));
        rest = trimmed(text, Span::new(rest.start + 1, rest.end));
    }
    if rest.is_empty() {
        return Err((MapFaultKind::NoValue, content));
    }
    if rest.of(text).contains(is_space) {
        return Err((MapFaultKind::ExtraWords, rest));
    }
    let digits = rest.of(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    let code = if is_number { digits.parse().ok() } else { None };
    Ok(MapEntry { name, equals, value: rest, code })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_entry_is_written_as_the_others_and_goes_where_they_would() {
        for (text, expected) in [
            ("A_A 1\nC_C 3\n", "A_A 1\nB_B 2\nC_C 3\n"),
            ("A_A = 1 # a\r\n", "A_A = 1 # a\r\nB_B = 2\r\n"),
            ("C_C = 1\nA_A = 3", "C_C = 1\nA_A = 3\nB_B = 2"),
            ("", "B_B = 2\n"),
            ("# mine", "# mine\nB_B = 2\n"),
        ] {
            let (_, edit) = Map::parse(text).with_entry("B_B", 2);
            assert_eq!(crate::def::edit::applied(text, &[edit]), expected);
        }
    }

    #[test]
    fn both_forms_are_read() {
        let map = Map::parse("\u{feff}A = 1\r\nB 2 # two\n\nC=3\nD\t= 4");
        assert!(map.faults().is_empty());
        assert_eq!(
            map.entries().collect::<Vec<_>>(),
            [(0, "A", 1), (1, "B", 2), (3, "C", 3), (4, "D", 4)]
        );
        assert_eq!((map.code("C"), map.name(4), map.code("E")), (Some(3), Some("D"), None));
        assert_eq!(map.line_at(8), 0);
        assert_eq!(map.line_at(10), 1);
    }

    #[test]
    fn the_last_of_several_lines_counts() {
        let map = Map::parse("A 1\nA 2\nB 2");
        assert_eq!(map.entry("A"), Some((1, 2)));
        assert_eq!(map.name(2), Some("B"));
        assert_eq!(map.names().collect::<Vec<_>>(), ["A", "B"]);
    }

    #[test]
    fn a_wrong_line_costs_only_itself() {
        let map = Map::parse("S_X =\nA 1 2\nB x\n= 5\n<<<<<<< HEAD\nC 99999999999\nD 7");
        let faults: Vec<_> = map.faults().iter().map(|fault| (fault.line, fault.kind)).collect();
        assert_eq!(
            faults,
            [
                (0, MapFaultKind::NoValue),
                (1, MapFaultKind::ExtraWords),
                (2, MapFaultKind::NotANumber),
                (3, MapFaultKind::NoName),
                (4, MapFaultKind::NotANumber),
                (5, MapFaultKind::NotANumber),
            ]
        );
        assert_eq!(map.entries().collect::<Vec<_>>(), [(6, "D", 7)]);
    }

    #[test]
    fn a_map_that_is_too_long_is_one_fault() {
        let map = Map::parse("A 1\n".repeat(MAX_MAP_LEN / 4 + 1));
        assert_eq!(map.faults().len(), 1);
        assert_eq!(map.entries().count(), 0);
    }
}
