//! CSV as spreadsheets write and read it: quotes, and separators of several countries.

/// A row, and the line that it begins in.
pub(super) type Row = (usize, Vec<String>);

#[derive(Debug)]
pub(super) struct Writer {
    pub(super) text: String,
}

/// Spreadsheets take a file without it for one in the code page of the system.
const BYTE_ORDER_MARK: char = '\u{feff}';

impl Writer {
    pub(super) fn for_spreadsheets() -> Writer {
        Writer { text: BYTE_ORDER_MARK.to_string() }
    }

    pub(super) fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        for (n, cell) in cells.into_iter().enumerate() {
            if n > 0 {
                self.text.push(',');
            }
            self.cell(cell.as_ref());
        }
        self.text.push('\n');
    }

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
pub(super) fn read(data: &[u8]) -> Result<Vec<Row>, (usize, &'static str)> {
    let text = std::str::from_utf8(data).map_err(|error| {
        let before = data.get(..error.valid_up_to()).unwrap_or_default();
        (1 + before.iter().filter(|byte| **byte == b'\n').count(), "is not UTF-8")
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let header = text.lines().next().unwrap_or_default();
    let separator = [';', '\t'].into_iter().find(|mark| header.contains(*mark)).unwrap_or(',');
    let mut rows = Vec::new();
    let (mut line, mut start) = (1, 1);
    let mut row = vec![String::new()];
    let mut is_quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_twice = letter == '"' && is_quoted && letters.peek() == Some(&'"');
        match letter {
            '"' if is_twice => {
                letters.next();
                push(&mut row, '"');
            }
            '"' => is_quoted = !is_quoted,
            '\n' if !is_quoted => {
                finish(&mut rows, start, std::mem::replace(&mut row, vec![String::new()]));
                line += 1;
                start = line;
            }
            '\r' if !is_quoted => {}
            letter if letter == separator && !is_quoted => row.push(String::new()),
            letter => {
                line += usize::from(letter == '\n');
                push(&mut row, letter);
            }
        }
    }
    if is_quoted {
        return Err((start, "has a quote that is not closed"));
    }
    finish(&mut rows, start, row);
    Ok(rows)
}

fn push(row: &mut [String], letter: char) {
    if let Some(cell) = row.last_mut() {
        cell.push(letter);
    }
}

fn finish(rows: &mut Vec<Row>, line: usize, row: Vec<String>) {
    if row.iter().any(|cell| !cell.trim().is_empty()) {
        rows.push((line, row));
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
}
