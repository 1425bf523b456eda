//! Reports in a table: a line that names the columns, and a line for each report.

use super::fields::{Fields, Value};
use super::{At, Reports};

const SEPARATORS: [char; 4] = ['\t', ';', ',', '|'];

/// Reads a table; `None` where the first line names no columns with places.
pub(super) fn read(text: &str) -> Option<Reports> {
    let mut lines = (1_u32..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (_, head) = lines.next()?;
    let mut tables = SEPARATORS.iter().map(|separator| (*separator, cells(head, *separator)));
    let (separator, head) =
        tables.find(|(_, names)| Fields::are_of_places(names.iter().map(String::as_str)))?;
    let mut reports = Reports::default();
    for (line, text) in lines {
        let cells = cells(text, separator);
        if cells.len() != head.len() {
            let columns = if cells.len() == 1 { "column" } else { "columns" };
            let why = format!("has {} {columns}, expected {}", cells.len(), head.len());
            reports.add(At::line(line), text, 1, Err(why));
            continue;
        }
        let mut fields = Fields::default();
        for (name, cell) in head.iter().zip(&cells).filter(|(_, cell)| !cell.trim().is_empty()) {
            // Where commas separate nothing, they may stand in numbers.
            let number = match separator {
                ',' => cell.trim().parse::<f64>(),
                _ => cell.trim().replace(',', ".").parse(),
            };
            let text = || Value::Text(cell.clone());
            fields.put(name, number.map_or_else(|_| text(), Value::Number));
        }
        reports.add_fields(At::line(line), text, &fields);
    }
    Some(reports)
}

/// The cells of a line; those in quotes may hold the separator, and two quotes for one.
fn cells(line: &str, separator: char) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let Some(cell) = cells.last_mut() else { break };
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => is_quoted = !is_quoted,
            character if character == separator && !is_quoted => cells.push(String::new()),
            character => cell.push(character),
        }
    }
    cells
}
