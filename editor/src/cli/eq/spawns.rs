//! Points in the statements of a database: what an INSERT has in its columns for x, y and z.

use std::collections::{BTreeMap, BTreeSet};

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
    /// The zone that it is in, as the statement writes it.
    pub(super) zone: Option<InZone>,
}

/// How a row names its zone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum InZone {
    /// By its short name.
    Named(String),
    /// By its number.
    Numbered(String),
}

/// What a dump has.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Dump {
    pub(super) rows: Vec<Row>,
    /// What a person should hear of the other statements.
    pub(super) notes: Vec<String>,
    /// Statements whose columns nothing says: they may have points.
    pub(super) unread: Vec<String>,
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

/// The rows with points of a dump.
pub(super) fn read(sql: &str) -> Result<Dump, String> {
    let words = words(sql)?;
    let mut dump = Dump::default();
    let mut created: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for statement in words.split(|word| *word == Word::Sign(';')) {
        let mut words = statement.iter();
        let first = words.next().map(text).unwrap_or_default().to_lowercase();
        if first == "create" {
            created.extend(columns_of_table(words));
            continue;
        }
        if !["insert", "replace"].contains(&first.as_str()) {
            continue;
        }
        let mut words = words.skip_while(|word| !is_plain(word, "into")).skip(1).peekable();
        let Some(table) = words.next().map(text) else { continue };
        let columns: Vec<String> = match words.next_if(|word| **word == Word::Sign('(')) {
            Some(_) => list(&mut words).iter().map(|column| column.to_lowercase()).collect(),
            None => match created.get(&table) {
                Some(columns) => columns.clone(),
                None => {
                    let why = "no column is named, and there is no CREATE TABLE before it";
                    dump.unread.push(format!("{table}: {why}"));
                    continue;
                }
            },
        };
        let place = |name: &str| columns.iter().position(|column| column == name);
        let point = POINTS.iter().find(|point| point.iter().all(|name| place(name).is_some()));
        let Some(point) = point else {
            dump.notes.push(format!("{table} has no columns x, y and z; skipped"));
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
            let zone = value("zone").map(|name| InZone::Named(bare(&name).to_lowercase()));
            let number =
                || value("zoneid").map(|number| InZone::Numbered(bare(&number).to_owned()));
            dump.rows.push(Row {
                table: table.clone(),
                zone: zone.or_else(number),
                keys: keys.collect(),
                point: [x, y, z],
                z_column,
            });
        }
        if n_short > 0 {
            let short = counted(n_short, "row of {} has", "rows of {} have");
            dump.notes.push(format!("{} too few values; skipped", short.replace("{}", &table)));
        }
    }
    Ok(dump)
}

impl Dump {
    /// Leaves the rows of a zone alone, and says what became of the others. A row that names no zone
    /// is of the zone that is asked for; one that has its number, if that is given or the only one.
    pub(super) fn keep_zone(&mut self, name: &str, zone_id: Option<u32>) -> Result<(), String> {
        let numbers: BTreeSet<&str> = self.rows.iter().filter_map(Row::zone_number).collect();
        let wanted = zone_id.map(|id| id.to_string());
        if wanted.is_none() && numbers.len() > 1 {
            let shown: Vec<&str> = numbers.into_iter().take(5).collect();
            let shown = shown.join(", ");
            return Err(format!(
                "rows are of several zones by their zoneid, such as {shown}; say which with --zone-id"
            ));
        }
        let n_before = self.rows.len();
        self.rows.retain(|row| match &row.zone {
            None => true,
            Some(InZone::Named(own)) => own.eq_ignore_ascii_case(name),
            Some(InZone::Numbered(own)) => wanted.as_ref().is_none_or(|wanted| own == wanted),
        });
        match n_before - self.rows.len() {
            0 => {}
            n => {
                let rows = counted(n, "row of a different zone was", "rows of other zones were");
                self.notes.push(format!("{rows} left out: this is {name}"));
            }
        }
        Ok(())
    }
}

impl Row {
    fn zone_number(&self) -> Option<&str> {
        match &self.zone {
            Some(InZone::Numbered(number)) => Some(number),
            _ => None,
        }
    }
}

/// The columns of a table that a statement creates, after its first word.
fn columns_of_table<'w>(words: impl Iterator<Item = &'w Word>) -> Option<(String, Vec<String>)> {
    /// With these begin what are no columns.
    const OTHERS: [&str; 9] = [
        "primary",
        "key",
        "unique",
        "constraint",
        "index",
        "fulltext",
        "spatial",
        "foreign",
        "check",
    ];
    let mut words = words.skip_while(|word| !is_plain(word, "table")).skip(1).peekable();
    while words
        .next_if(|word| ["if", "not", "exists"].iter().any(|own| is_plain(word, own)))
        .is_some()
    {}
    let table = words.next().map(text)?;
    words.next_if(|word| **word == Word::Sign('('))?;
    let (mut columns, mut depth, mut is_first) = (Vec::new(), 0, true);
    for word in words {
        match word {
            Word::Sign(')') if depth == 0 => break,
            Word::Sign(',') if depth == 0 => is_first = true,
            Word::Sign(sign) => depth += i32::from(*sign == '(') - i32::from(*sign == ')'),
            word if is_first => {
                is_first = false;
                let column = text(word).to_lowercase();
                columns.extend(Some(column).filter(|column| !OTHERS.contains(&column.as_str())));
            }
            _ => {}
        }
    }
    Some((table, columns))
}

/// A value without its quotes.
fn bare(value: &str) -> &str {
    value.trim_matches(['\'', '"'])
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
        let Dump { rows, notes, unread } = read(sql).unwrap();
        assert_eq!(unread, <[String; 0]>::default());
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
        assert_eq!(read("INSERT INTO").unwrap().rows, []);
        assert_eq!(read("INSERT INTO a (x, y, z) VALUES (1, 2)").unwrap().rows, []);
    }

    #[test]
    fn columns_come_from_the_table_as_a_dump_creates_it() {
        let sql = "DROP TABLE IF EXISTS `spawn2`;\nCREATE TABLE IF NOT EXISTS `spawn2` (\n\
                   `id` int(11) NOT NULL AUTO_INCREMENT,\n `zone` varchar(32) DEFAULT NULL,\n\
                   `x` float(14,6) NOT NULL DEFAULT 0.0, `y` float(14,6), `z` float(14,6),\n\
                   PRIMARY KEY (`id`), KEY `ZoneGroup` (`zone`,`x`)\n) ENGINE=InnoDB;\n\
                   INSERT INTO `spawn2` VALUES (4,'isle',1,2,3),(5,'oasis',4,5,6);\n\
                   INSERT INTO doors VALUES (1);";
        let mut dump = read(sql).unwrap();
        let why = "doors: no column is named, and there is no CREATE TABLE before it";
        assert_eq!((dump.rows.len(), dump.unread.as_slice()), (2, &[why.to_owned()][..]));
        assert_eq!(dump.rows[1].point, ["4", "5", "6"]);
        dump.keep_zone("Isle", None).unwrap();
        assert_eq!(dump.rows.len(), 1);
        assert_eq!(dump.notes, ["1 row of a different zone was left out: this is Isle"]);
    }

    #[test]
    fn rows_that_number_their_zones_are_of_one_or_of_the_one_that_is_given() {
        let sql = "INSERT INTO grid_entries (gridid, zoneid, number, x, y, z) VALUES \
                   (1, 9, 1, 1, 1, 1), (1, 10, 1, 2, 2, 2), (1, 10, 2, 3, 3, 3);";
        let refused =
            "rows are of several zones by their zoneid, such as 10, 9; say which with --zone-id";
        assert_eq!(read(sql).unwrap().keep_zone("isle", None), Err(refused.to_owned()));
        let mut dump = read(sql).unwrap();
        dump.keep_zone("isle", Some(10)).unwrap();
        assert_eq!(dump.rows.len(), 2);
        let mut one = read(&sql.replace("10,", "9,")).unwrap();
        one.keep_zone("isle", None).unwrap();
        assert_eq!((one.rows.len(), one.notes.len()), (3, 0));
    }
}
