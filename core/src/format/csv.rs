//! CSV as spreadsheets write and read it: quotes, and separators of several countries.

use std::io::Read;

use csv::{ErrorKind, ReaderBuilder, StringRecord};

/// A row, and the line that it begins in.
pub type Row = (usize, Vec<String>);

#[derive(Debug, Default)]
pub struct Writer {
    pub text: String,
}

/// Spreadsheets take a file without it for one in the code page of the system.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Read behind the file. Where a quote is not closed, it is no record of its own.
const END: &str = "\nend of the file\n";

/// Why a file is no CSV: the line, and what is wrong with it.
pub type Wrong = (usize, &'static str);

const OPEN_QUOTE: &str = "has a quote that is not closed";

impl Writer {
    pub fn for_spreadsheets() -> Writer {
        Writer { text: BYTE_ORDER_MARK.to_string() }
    }

    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        for (n, cell) in cells.into_iter().enumerate() {
            if n > 0 {
                self.text.push(',');
            }
            self.cell(cell.as_ref());
        }
        self.text.push('\n');
    }

    /// Blanks at the ends are quoted as well, which the `csv` crate does not do: spreadsheets drop
    /// them otherwise.
    fn cell(&mut self, cell: &str) {
        let is_plain = !cell.contains(['"', ',', ';', '\t', '\n', '\r'])
            && !cell.starts_with(' ')
            && !cell.ends_with(' ');
        if is_plain {
            self.text.push_str(cell);
            return;
        }
        self.text.push('"');
        self.text.push_str(&cell.replace('"', "\"\""));
        self.text.push('"');
    }
}

/// The rows that are not empty. An error names its line.
pub fn read(data: &[u8]) -> Result<Vec<Row>, Wrong> {
    let text = std::str::from_utf8(data).map_err(|error| {
        let before = data.get(..error.valid_up_to()).unwrap_or_default();
        (1 + n_lines_in(before), "is not UTF-8")
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let header = text.lines().next().unwrap_or_default();
    let separator = [b';', b'\t'].into_iter().find(|mark| header.as_bytes().contains(mark));
    let mut reader = ReaderBuilder::new()
        .delimiter(separator.unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes().chain(END.as_bytes()));
    let mut rows = Vec::new();
    let mut record = StringRecord::new();
    let mut is_ended = false;
    let mut at = At { text, offset: 0, line: 1 };
    while reader.read_record(&mut record).map_err(|error| (at.line, in_words(&error)))? {
        at.go_to(&record);
        is_ended = record.len() == 1 && record.get(0) == Some(END.trim());
        if !is_ended && record.iter().any(|cell| !cell.trim().is_empty()) {
            rows.push((at.line, record.iter().map(str::to_owned).collect()));
        }
    }
    if is_ended { Ok(rows) } else { Err((at.line, OPEN_QUOTE)) }
}

/// Where a record begins. The crate's own count of lines is behind where lines end as on Windows.
struct At<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
}

impl At<'_> {
    fn go_to(&mut self, record: &StringRecord) {
        let start = record.position().and_then(|position| usize::try_from(position.byte()).ok());
        let start = start.unwrap_or(self.offset).max(self.offset);
        let rest = self.text.as_bytes().get(self.offset..).unwrap_or_default();
        let (before, record) = rest.split_at(rest.len().min(start - self.offset));
        // Empty lines and the end of the line before belong to nobody.
        let n_blank = record.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let blank = record.get(..n_blank).unwrap_or_default();
        self.line += n_lines_in(before) + n_lines_in(blank);
        self.offset = start + n_blank;
    }
}

fn n_lines_in(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte == b'\n').count()
}

/// The text is in memory and UTF-8, and rows may have any number of cells.
fn in_words(error: &csv::Error) -> &'static str {
    match error.kind() {
        ErrorKind::Utf8 { .. } => "is not UTF-8",
        _ => "can't be read",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_back_whatever_is_in_them() {
        let odd = ["a", "", "x,y", "say \"no\"", " two\nlines ", ";", "뱃"];
        let mut writer = Writer::for_spreadsheets();
        writer.row(["1", "2", "3", "4", "5", "6", "7"]);
        writer.row(odd);
        let rows = read(writer.text.as_bytes()).unwrap();
        assert_eq!(rows[1], (2, odd.map(str::to_owned).to_vec()));
    }

    #[test]
    fn other_spreadsheets_are_read_too() {
        let rows = read("\u{feff}id;x\r\n1;\"2\"\r\n\r\n;\r\n3;4".as_bytes()).unwrap();
        let cells: Vec<_> = rows.iter().map(|(line, row)| (*line, row.join("|"))).collect();
        assert_eq!(cells, [(1, "id|x".into()), (2, "1|2".into()), (5, "3|4".into())]);
        assert_eq!(read(b"a\n\"b\n"), Err((2, "has a quote that is not closed")));
        assert_eq!(read(b"a\n\xff\n"), Err((2, "is not UTF-8")));
    }

    #[test]
    fn a_row_of_several_lines_is_named_by_its_first() {
        let rows = read(b"a,b\n1,\"x\n\ny\"\n2,z\n").unwrap();
        let lines: Vec<usize> = rows.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 2, 5]);
        assert_eq!(read(b""), Ok(Vec::new()));
        assert_eq!(read(b"a,b\n1,\"x\n2,y\n"), Err((2, OPEN_QUOTE)));
    }
}
