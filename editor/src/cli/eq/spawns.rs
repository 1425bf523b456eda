//! Points in the statements of a database: what an INSERT has in its columns for x, y and z.

use landwright_core::problem::counted::counted;

/// A row of an INSERT that has a point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    /// As the statement calls it.
    pub(super) table: String,
    /// The columns that say which row it is, with their values as they are written.
    pub(super) keys: Vec<(String, String)>,
    /// x, y and z as they are written.
    pub(super) point: [String; 3],
    /// What the column for z is called.
    pub(super) z_column: String,
}

/// Which columns say which row it is, by how a table has them.
const KEYS: [&[&str]; 4] =
    [&["id"], &["gridid", "zoneid", "number"], &["doorid", "zone"], &["zone", "number"]];

/// Tables have a point in one of these.
const POINTS: [[&str; 3]; 3] =
    [["x", "y", "z"], ["pos_x", "pos_y", "pos_z"], ["safe_x", "safe_y", "safe_z"]];

/// A word of a statement.
#[derive(Debug, Clone, PartialEq)]
enum Word {
    /// A name, a number or a keyword.
    Plain(String),
    /// A text in quotes, as it is written.
    Quoted(String),
    Sign(char),
}

/// The rows with points of a dump, and what a person should hear of the others.
pub(super) fn read(sql: &str) -> Result<(Vec<Row>, Vec<String>), String> {
    let words = words(sql)?;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    for statement in words.split(|word| *word == Word::Sign(';')) {
        let mut words = statement.iter();
        let is_insert = |word: Option<&Word>| matches!(word, Some(Word::Plain(word)) if ["insert", "replace"].contains(&word.to_lowercase().as_str()));
        if !is_insert(words.next()) {
            continue;
        }
        let mut words = words.skip_while(|word| !is_plain(word, "into")).skip(1).peekable();
        let Some(table) = words.next().map(text) else { continue };
        let columns: Vec<String> = match words.next_if(|word| **word == Word::Sign('(')) {
            Some(_) => list(&mut words).iter().map(|column| column.to_lowercase()).collect(),
            None => Vec::new(),
        };
        let place = |name: &str| columns.iter().position(|column| column == name);
        let point = POINTS.iter().find(|point| point.iter().all(|name| place(name).is_some()));
        let Some(point) = point else {
            notes.push(format!("{table} has no columns x, y and z; skipped"));
            continue;
        };
        let keys = KEYS.iter().find(|keys| keys.iter().all(|key| place(key).is_some()));
        let keys = keys.copied().unwrap_or_default();
        let mut words = words.skip_while(|word| !is_plain(word, "values")).skip(1).peekable();
        let mut n_short = 0;
        while let Some(word) = words.next() {
            if *word != Word::Sign('(') {
                continue;
            }
            let values = list(&mut words);
            let value = |name: &str| place(name).and_then(|place| values.get(place)).cloned();
            let [x, y, z] = point.map(value);
            let (Some(x), Some(y), Some(z)) = (x, y, z) else {
                n_short += 1;
                continue;
            };
            let keys = keys.iter().filter_map(|key| Some(((*key).to_owned(), value(key)?)));
            let [.., z_column] = point;
            let z_column = (*z_column).to_owned();
            rows.push(Row {
                table: table.clone(),
                keys: keys.collect(),
                point: [x, y, z],
                z_column,
            });
        }
        if n_short > 0 {
            let short = counted(n_short, "row of {} has", "rows of {} have");
            notes.push(format!("{} too few values; skipped", short.replace("{}", &table)));
        }
    }
    Ok((rows, notes))
}

fn is_plain(word: &Word, keyword: &str) -> bool {
    matches!(word, Word::Plain(word) if word.eq_ignore_ascii_case(keyword))
}

fn text(word: &Word) -> String {
    match word {
        Word::Plain(text) | Word::Quoted(text) => text.clone(),
        Word::Sign(sign) => sign.to_string(),
    }
}

/// What is between brackets, the first of which is taken already.
fn list<'w>(words: &mut impl Iterator<Item = &'w Word>) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for word in words {
        match word {
            Word::Sign(')') if depth == 0 => break,
            Word::Sign(',') if depth == 0 => items.push(String::new()),
            word => {
                depth += i32::from(*word == Word::Sign('(')) - i32::from(*word == Word::Sign(')'));
                if let Some(item) = items.last_mut() {
                    item.push_str(&text(word));
                }
            }
        }
    }
    items
}

fn words(sql: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let len = match first {
            c if c.is_whitespace() => c.len_utf8(),
            '#' => line_of(rest),
            '-' if rest.starts_with("--") => line_of(rest),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '\'' | '"' => {
                let len = quoted(rest, first).ok_or_else(|| unended(sql, rest))?;
                words.push(Word::Quoted(rest.get(..len).unwrap_or_default().to_owned()));
                len
            }
            '`' => {
                let len = quoted(rest, first).ok_or_else(|| unended(sql, rest))?;
                let name = rest.get(1..len - 1).unwrap_or_default();
                words.push(Word::Plain(name.to_owned()));
                len
            }
            '(' | ')' | ',' | ';' => {
                words.push(Word::Sign(first));
                1
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "(),;'\"`".contains(c);
                let len = rest.find(ends).unwrap_or(rest.len());
                words.push(Word::Plain(rest.get(..len).unwrap_or_default().to_owned()));
                len
            }
        };
        rest = rest.get(len..).unwrap_or_default();
    }
    Ok(words)
}

fn line_of(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// How long a text in quotes is, with both of them.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' if quote != '`' => drop(chars.next()),
            // Two of them are one that belongs to the text.
            c if c == quote && chars.next_if(|(_, next)| *next == quote).is_none() => {
                return Some(at + 1);
            }
            _ => {}
        }
    }
    None
}

fn unended(sql: &str, rest: &str) -> String {
    let before = sql.get(..sql.len() - rest.len()).unwrap_or_default();
    format!("line {}: a quoted text has no closing quote", before.matches('\n').count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_found_in_the_columns_that_a_statement_names() {
        let sql = "-- spawns\nINSERT INTO `spawn2` (`id`, `zone`, y, x, `z`, `note`) VALUES\n\
                   (1, 'isle', 2.5, -1, 3, 'it''s; (here)'), /* more */ (2,'isle',5,4,6,NULL);\n\
                   INSERT IGNORE INTO grid_entries (gridid, zoneid, number, x, y, z) VALUES (7, 8, 9, 1, 2, 3);\n\
                   INSERT INTO npc_types (id, name) VALUES (1, 'a');\n\
                   UPDATE spawn2 SET x = 1;";
        let (rows, notes) = read(sql).unwrap();
        let points: Vec<[&str; 3]> =
            rows.iter().map(|row| row.point.each_ref().map(String::as_str)).collect();
        assert_eq!(points, [["-1", "2.5", "3"], ["4", "5", "6"], ["1", "2", "3"]]);
        assert_eq!(rows[0].keys, [("id".to_owned(), "1".to_owned())]);
        let keys: Vec<&str> = rows[2].keys.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(
            (rows[2].table.as_str(), keys),
            ("grid_entries", vec!["gridid", "zoneid", "number"])
        );
        assert_eq!(notes, ["npc_types has no columns x, y and z; skipped"]);
    }

    #[test]
    fn a_text_without_an_end_says_where_it_begins() {
        assert_eq!(read("\n\n'abc").unwrap_err(), "line 3: a quoted text has no closing quote");
        assert_eq!(read("INSERT INTO").unwrap().0, []);
        assert_eq!(read("INSERT INTO a (x, y, z) VALUES (1, 2)").unwrap().0, []);
    }
}
