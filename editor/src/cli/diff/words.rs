//! Differences as JSON, as a table with tabs, and as lines for people.

use std::io::{self, Write};

use landwright_core::world::three_way::{Change, WHOLE};
use serde::Serialize;
use serde_json::Value;

use super::Format;
use crate::versions::groups::Groups;
use crate::versions::words::{in_one_cell, line_of, plain};

/// The frame of what is reported: its begin and end, and what is between the files.
pub(super) struct Words {
    format: Format,
    /// Whether there are several files, so that each entry names its own.
    has_files: bool,
    is_first: bool,
}

impl Words {
    pub(super) fn new(format: Format, has_files: bool) -> Words {
        Words { format, has_files, is_first: true }
    }

    pub(super) fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json => out.write_all(b"{\"version\": 1, \"changes\": ["),
            Format::Tsv => {
                let file = if self.has_files { "file\t" } else { "" };
                writeln!(out, "{file}thing\tfield\ta\tb")
            }
            Format::Text | Format::Png => Ok(()),
        }
    }

    /// What is reported of a file.
    pub(super) fn add(&mut self, told: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if told.is_empty() {
            return Ok(());
        }
        if self.format == Format::Json && !self.is_first {
            out.write_all(b",")?;
        }
        self.is_first = false;
        out.write_all(told)
    }

    pub(super) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.format {
            Format::Json => out.write_all(b"\n]}\n"),
            Format::Tsv | Format::Text | Format::Png => Ok(()),
        }
    }

    pub(super) fn of_file<'o>(&self, name: &str, out: &'o mut dyn Write) -> Told<'o> {
        let file = self.has_files.then(|| name.to_owned());
        Told {
            format: self.format,
            file,
            out,
            n_changes: 0,
            groups: Groups::default(),
            wrong: None,
        }
    }
}

/// What is reported of one file.
pub(super) struct Told<'o> {
    format: Format,
    file: Option<String>,
    out: &'o mut dyn Write,
    n_changes: u64,
    groups: Groups,
    wrong: Option<io::Error>,
}

#[derive(Serialize)]
struct Entry<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'e str>,
    #[serde(flatten)]
    change: &'e Change,
}

impl Told<'_> {
    pub(super) fn change(&mut self, change: &Change) {
        if self.wrong.is_none() {
            self.wrong = self.write(change).err();
        }
        self.n_changes += 1;
    }

    fn write(&mut self, change: &Change) -> io::Result<()> {
        let file = self.file.as_deref();
        match self.format {
            Format::Json => {
                let between: &[u8] = if self.n_changes == 0 { b"\n  " } else { b",\n  " };
                self.out.write_all(between)?;
                serde_json::to_writer(&mut *self.out, &Entry { file, change })?;
                Ok(())
            }
            Format::Tsv => {
                let Change { thing, field, a, b } = change;
                let cells = [thing.to_string(), field.to_string(), plain(a), plain(b)];
                let cells = cells.map(|cell| in_one_cell(&cell)).join("\t");
                let file = file.map(|file| format!("{}\t", in_one_cell(file))).unwrap_or_default();
                writeln!(self.out, "{file}{cells}")
            }
            Format::Text => {
                if self.n_changes == 0
                    && let Some(file) = file
                {
                    writeln!(self.out, "{}", in_one_cell(file))?;
                }
                match self.groups.took(change) {
                    true => Ok(()),
                    false => self.line(&line_of(change)),
                }
            }
            Format::Png => Ok(()),
        }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        let indent = if self.file.is_some() { "  " } else { "" };
        writeln!(self.out, "{indent}{line}")
    }

    /// Writes what was gathered, and answers with how many differences there are.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        if let Some(error) = self.wrong.take() {
            return Err(error);
        }
        for group in std::mem::take(&mut self.groups).finish() {
            self.line(&group.title)?;
        }
        Ok(self.n_changes)
    }
}

/// A file that one side has alone.
pub(super) fn lone_file(is_a: bool, len: usize) -> Change {
    let (there, nothing) = (Value::from(len), Value::Null);
    let (a, b) = if is_a { (there, nothing) } else { (nothing, there) };
    let thing = landwright_core::world::three_way::FILE;
    Change { thing, field: WHOLE.into(), a, b }
}

#[cfg(test)]
mod tests {
    use landwright_core::world::three_way::Thing;
    use serde_json::json;

    use super::*;

    fn told(format: Format, has_files: bool) -> String {
        let named = |name: &'static str| Thing::Named(name.into());
        let changes = [
            Change {
                thing: named("spawn 1"),
                field: "limit".into(),
                a: json!(5),
                b: json!("a\tb"),
            },
            Change {
                thing: named("spawn 2"),
                field: WHOLE.into(),
                a: Value::Null,
                b: json!({"x": 1}),
            },
        ];
        let mut out = Vec::new();
        let mut words = Words::new(format, has_files);
        words.begin(&mut out).unwrap();
        for file in ["a.ifo", "b.ifo"] {
            let mut bytes = Vec::new();
            let mut told = words.of_file(file, &mut bytes);
            changes.iter().for_each(|change| told.change(change));
            assert_eq!(told.finish().unwrap(), 2);
            words.add(&bytes, &mut out).unwrap();
        }
        words.end(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn json_is_one_object_with_an_entry_for_each_difference() {
        let json: Value = serde_json::from_str(&told(Format::Json, true)).unwrap();
        assert_eq!(json["changes"].as_array().unwrap().len(), 4);
        assert_eq!(
            json["changes"][2],
            json!({"file": "b.ifo", "thing": "spawn 1", "field": "limit", "a": 5, "b": "a\tb"})
        );
        let json: Value = serde_json::from_str(&told(Format::Json, false)).unwrap();
        assert_eq!(
            json["changes"][1],
            json!({"thing": "spawn 2", "field": "whole", "a": null, "b": {"x": 1}})
        );
    }

    #[test]
    fn rows_and_lines_stay_in_one_line() {
        assert_eq!(told(Format::Tsv, false).lines().nth(1), Some("spawn 1\tlimit\t5\ta\\tb"));
        assert!(
            told(Format::Text, true)
                .starts_with("a.ifo\n  spawn 1: limit: 5 → a\\tb\n  spawn 2: added\nb.ifo\n")
        );
    }
}
