//! JSON that a person can read and edit: a line for each thing, however much is in it.

use std::io::{self, Write};

use landwright_core::format::file::{File, Kind};
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{Formatter, PrettyFormatter};

/// Writes a file as JSON, with a line for each tile, row or square rather than each number.
pub(crate) fn write_file(file: &File, out: &mut impl Write) -> io::Result<()> {
    write(file, depth_of(file.kind()), out)
}

/// Writes any value as JSON, spread over lines throughout.
pub(crate) fn write_spread(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    write(value, usize::MAX, out)
}

fn write(value: &impl Serialize, depth: usize, out: &mut impl Write) -> io::Result<()> {
    let formatter = Lines { inner: PrettyFormatter::new(), depth: 0, max_depth: depth };
    value.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
    out.write_all(b"\n")
}

/// How deep the JSON of a format is spread over lines.
fn depth_of(kind: Kind) -> usize {
    match kind {
        Kind::Fld2 | Kind::Him | Kind::Mov => 2,
        Kind::PackedFld2 => 3,
        Kind::Gat | Kind::MapCache | Kind::Stb | Kind::Ltb | Kind::Zgd | Kind::Apd => 3,
        Kind::Gnd | Kind::Rsw => 3,
        Kind::Til | Kind::Zms | Kind::S3d | Kind::Wld | Kind::Wtr => 4,
        Kind::Zmo | Kind::Idx | Kind::Map | Kind::Rsm | Kind::Rsm2 => 5,
        Kind::Nav => 6,
        _ => usize::MAX,
    }
}

/// Pretty down to a depth, and compact below it.
struct Lines {
    inner: PrettyFormatter<'static>,
    depth: usize,
    max_depth: usize,
}

impl Lines {
    fn open(&mut self) -> bool {
        self.depth += 1;
        self.depth <= self.max_depth
    }

    fn close(&mut self) -> bool {
        self.depth -= 1;
        self.depth < self.max_depth
    }

    fn is_spread(&self) -> bool {
        self.depth <= self.max_depth
    }
}

/// Below the depth: as [`serde_json::ser::CompactFormatter`], with a blank behind the comma.
const BETWEEN: &[u8] = b", ";

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open() { self.inner.begin_array(writer) } else { writer.write_all(b"[") }
    }

    fn end_array<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.close() { self.inner.end_array(writer) } else { writer.write_all(b"]") }
    }

    fn begin_array_value<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        match (self.is_spread(), is_first) {
            (true, _) => self.inner.begin_array_value(writer, is_first),
            (false, true) => Ok(()),
            (false, false) => writer.write_all(BETWEEN),
        }
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_spread() { self.inner.end_array_value(writer) } else { Ok(()) }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open() { self.inner.begin_object(writer) } else { writer.write_all(b"{") }
    }

    fn end_object<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.close() { self.inner.end_object(writer) } else { writer.write_all(b"}") }
    }

    fn begin_object_key<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        match (self.is_spread(), is_first) {
            (true, _) => self.inner.begin_object_key(writer, is_first),
            (false, true) => Ok(()),
            (false, false) => writer.write_all(BETWEEN),
        }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_spread() { self.inner.end_object_value(writer) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(depth: usize, expected: &str) {
        let value = json!({"a": [[1, 2], {"b": [], "c": "d"}], "e": {}});
        let mut out = Vec::new();
        write(&value, depth, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.trim_end(), expected);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn what_is_deep_stands_in_one_line() {
        check(0, r#"{"a": [[1, 2], {"b": [], "c": "d"}], "e": {}}"#);
        check(
            2,
            r#"{
  "a": [
    [1, 2],
    {"b": [], "c": "d"}
  ],
  "e": {}
}"#,
        );
    }
}
