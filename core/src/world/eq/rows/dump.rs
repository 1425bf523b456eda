//! The rows in the statements of a database: each INSERT of a table that has a point, or of grids.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::problem::counted::counted;
use crate::world::eq::rows::Damage;
use crate::world::eq::rows::row::{InZone, Row, Table};
use crate::world::eq::rows::words::{Word, list, names, table_name, words};

/// What a dump has.
#[derive(Debug, Default, PartialEq)]
pub struct Dump {
    pub rows: Vec<Row>,
    /// What a person should hear of the other statements.
    pub notes: Vec<String>,
    /// Statements whose columns nothing says: they may have points.
    pub unread: Vec<String>,
    /// Rows that have too few values, which are left out.
    pub short: Vec<Damage>,
    /// Whether no `;` is behind the last statement.
    pub is_open: bool,
    /// Where the statements are that have none of the rows, and values that no row holds.
    pub(super) others: Vec<Range<usize>>,
    /// Of statements with rows: up to the name of the table, and what is behind the rows.
    pub(super) ends: Vec<Range<usize>>,
}

/// Why a dump is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{damage}")]
pub struct Unread {
    pub damage: Damage,
    /// Whether rows with points are before it.
    pub has_rows: bool,
}

/// The rows with points of a dump.
pub fn read(sql: &str) -> Result<Dump, Unread> {
    let (words, damage) = words(sql);
    let mut reader = Reader { sql, lines: Lines { sql, at: 0, line: 1 }, ..Reader::default() };
    reader.dump.is_open = words.last().is_some_and(|word| !word.is(';'));
    for statement in words.split(|word| word.is(';')) {
        let n_before = reader.dump.rows.len();
        let n_others = reader.dump.others.len();
        reader.statement(statement);
        if let (Some(first), Some(last)) = (statement.first(), statement.last())
            && reader.dump.rows.len() == n_before
        {
            reader.dump.others.truncate(n_others);
            reader.dump.others.push(first.start..last.end());
        } else {
            reader.ends(statement);
        }
    }
    let Reader { mut dump, n_changes, .. } = reader;
    if let Some(damage) = damage {
        return Err(Unread { damage, has_rows: !dump.rows.is_empty() });
    }
    if !dump.short.is_empty() {
        let short = counted(dump.short.len(), "row has", "rows have");
        dump.notes.push(format!("{short} too few values; skipped"));
    }
    for (table, n) in n_changes {
        let changes = counted(n, "UPDATE or DELETE is", "UPDATEs or DELETEs are");
        dump.notes.push(format!("{table}: {changes} not applied; rows are as INSERT has them"));
    }
    Ok(dump)
}

/// What is known while statements are read, one after the other.
#[derive(Default)]
struct Reader<'t> {
    sql: &'t str,
    lines: Lines<'t>,
    dump: Dump,
    created: BTreeMap<String, Vec<String>>,
    tables: Vec<Arc<Table>>,
    /// Tables with rows, by their own names, and how often later statements change them.
    filled: BTreeSet<String>,
    n_changes: BTreeMap<String, usize>,
}

/// Counts lines up to places that rise.
#[derive(Default)]
struct Lines<'t> {
    sql: &'t str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, at: usize) -> usize {
        self.line += self.sql.get(self.at..at).map_or(0, |text| text.matches('\n').count());
        self.at = at;
        self.line
    }
}

impl Reader<'_> {
    fn statement(&mut self, statement: &[Word<'_>]) {
        let mut words = statement.iter();
        let Some(first) = words.next() else { return };
        if first.is_plain("create") {
            self.created.extend(columns_of_table(words));
        } else if first.is_one_of(&["update", "delete"]) {
            let changed = changed_table(words).filter(|table| self.filled.contains(table));
            changed.into_iter().for_each(|table| *self.n_changes.entry(table).or_default() += 1);
        } else if first.is_one_of(&["insert", "replace"]) {
            self.insert(words);
        }
    }

    fn ends(&mut self, statement: &[Word<'_>]) {
        let (Some(first), Some(last)) = (statement.first(), statement.last()) else { return };
        let Some(into) = statement.iter().position(|word| word.is_plain("into")) else { return };
        let mut name = statement.iter().skip(into + 1).peekable();
        if table_name(&mut name).is_some() {
            let n_left = name.count();
            let end = statement.iter().rev().nth(n_left).map_or(first.end(), Word::end);
            self.dump.ends.push(first.start..end);
        }
        // Brackets hold the values, and words like these outside of them do not.
        let mut depth = 0;
        let mut words = statement.iter().skip_while(|word| !word.is_plain("values"));
        let behind = words.find(|word| {
            depth += i32::from(word.is('(')) - i32::from(word.is(')'));
            depth == 0 && word.is_one_of(&["as", "on"])
        });
        self.dump.ends.extend(behind.map(|word| word.start..last.end()));
    }

    fn insert<'t, 'w>(&mut self, words: impl Iterator<Item = &'w Word<'t>>)
    where
        't: 'w,
    {
        let mut words = words.skip_while(|word| !word.is_plain("into")).skip(1).peekable();
        let Some(name) = table_name(&mut words) else { return };
        let columns: Vec<String> = match words.next_if(|word| word.is('(')) {
            Some(_) => names(&mut words).iter().map(|column| column.to_lowercase()).collect(),
            None => match self.created.get(&name) {
                Some(columns) => columns.clone(),
                None => {
                    let why = "no column is named, and there is no CREATE TABLE before it";
                    self.dump.unread.push(format!("{name}: {why}"));
                    return;
                }
            },
        };
        let table = self.table(Table { name, columns });
        if table.needs().is_none() {
            let lacks = "has no columns x, y and z, and is no grid";
            self.dump.notes.push(format!("{} {lacks}; skipped", table.name));
            return;
        }
        let mut words = words.skip_while(|word| !word.is_plain("values")).skip(1).peekable();
        while let Some(word) = words.next() {
            // Behind the rows, it may say what is done where a key is taken.
            if word.is_one_of(&["as", "on"]) {
                break;
            }
            if !word.is('(') {
                continue;
            }
            let mut end = word.end();
            let values = list(self.sql, &mut words.by_ref().inspect(|word| end = word.end()));
            let n_values = values.len();
            let mut values: Vec<Option<String>> =
                values.into_iter().map(|value| Some(value.to_owned())).collect();
            values.resize(table.columns.len(), None);
            let row = Row { table: Arc::clone(&table), values };
            let is_row = row.is_whole();
            if !is_row || n_values > table.columns.len() {
                self.dump.others.push(word.start..end);
            }
            if is_row {
                if !self.filled.contains(table.own_name()) {
                    self.filled.insert(table.own_name().to_owned());
                }
                self.dump.rows.push(row);
            } else {
                let reason = format!("a row of {} has too few values", table.name);
                self.dump.short.push(Damage { line: self.lines.of(word.start), reason });
            }
        }
    }

    fn table(&mut self, table: Table) -> Arc<Table> {
        match self.tables.iter().find(|own| ***own == table) {
            Some(known) => Arc::clone(known),
            None => {
                let new = Arc::new(table);
                self.tables.push(Arc::clone(&new));
                new
            }
        }
    }
}

/// The own name of the table that an UPDATE or DELETE changes, after its first word.
fn changed_table<'t, 'w>(words: impl Iterator<Item = &'w Word<'t>>) -> Option<String>
where
    't: 'w,
{
    const EXTRA: [&str; 4] = ["low_priority", "quick", "ignore", "from"];
    let mut words = words.skip_while(|word| word.is_one_of(&EXTRA)).peekable();
    let name = table_name(&mut words)?;
    Some(Table::own_name_in(&name).to_owned())
}

impl Dump {
    /// Leaves out rows of other zones than the one of this name, or of this number.
    pub fn keep_zone(&mut self, name: &str, zone_id: Option<u32>) -> Result<(), String> {
        let numbered = |row: &Row| match row.zone() {
            Some(InZone::Numbered(number)) => Some(number),
            _ => None,
        };
        let numbers: BTreeSet<String> = self.rows.iter().filter_map(numbered).collect();
        let wanted = zone_id.map(|id| id.to_string());
        if wanted.is_none() && numbers.len() > 1 {
            let shown: Vec<String> = numbers.into_iter().take(5).collect();
            let shown = shown.join(", ");
            return Err(format!(
                "rows are of several zones by their zoneid, such as {shown}; say which with --zone-id"
            ));
        }
        let n_before = self.rows.len();
        self.rows.retain(|row| match row.zone() {
            None => true,
            Some(InZone::Named(own)) => own.eq_ignore_ascii_case(name),
            Some(InZone::Numbered(own)) => wanted.as_ref().is_none_or(|wanted| own == *wanted),
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

/// The columns of a table that a statement creates, after its first word.
fn columns_of_table<'t, 'w>(
    words: impl Iterator<Item = &'w Word<'t>>,
) -> Option<(String, Vec<String>)>
where
    't: 'w,
{
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
    let mut words = words.skip_while(|word| !word.is_plain("table")).skip(1).peekable();
    while words.next_if(|word| word.is_one_of(&["if", "not", "exists"])).is_some() {}
    let table = table_name(&mut words)?;
    words.next_if(|word| word.is('('))?;
    let (mut columns, mut depth, mut is_first) = (Vec::new(), 0, true);
    for word in words {
        match () {
            () if depth == 0 && word.is(')') => break,
            () if depth == 0 && word.is(',') => is_first = true,
            () if is_first => {
                is_first = false;
                columns.extend((!word.is_one_of(&OTHERS)).then(|| word.text().to_lowercase()));
            }
            () => depth += i32::from(word.is('(')) - i32::from(word.is(')')),
        }
    }
    Some((table, columns))
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
        let Dump { rows, notes, unread, .. } = read(sql).unwrap();
        assert_eq!(unread, <[String; 0]>::default());
        let points: Vec<[&str; 3]> = rows.iter().map(|row| row.point().unwrap()).collect();
        assert_eq!(points, [["-1", "2.5", "3"], ["4", "5", "6"], ["1", "2", "3"]]);
        assert_eq!(rows[0].keys(), [("id", "1")]);
        let keys: Vec<&str> = rows[2].keys().iter().map(|(key, _)| *key).collect();
        assert_eq!(
            (rows[2].table.name.as_str(), keys),
            ("grid_entries", vec!["gridid", "zoneid", "number"])
        );
        let unapplied = "spawn2: 1 UPDATE or DELETE is not applied; rows are as INSERT has them";
        assert_eq!(
            notes,
            ["npc_types has no columns x, y and z, and is no grid; skipped", unapplied]
        );
        // Before the rows of a table come, nothing is there to change.
        let sql = "DELETE FROM a; INSERT INTO a (x, y, z) VALUES (1, 2, 3); DELETE FROM `b`.`a`; \
                   UPDATE LOW_PRIORITY a SET x = 2; UPDATE c SET x = 2;";
        let unapplied = "a: 2 UPDATEs or DELETEs are not applied; rows are as INSERT has them";
        assert_eq!(read(sql).unwrap().notes, [unapplied]);
    }

    #[test]
    fn a_text_without_an_end_says_where_it_begins() {
        let reason = |sql: &str| {
            let unread = read(sql).unwrap_err();
            (unread.to_string(), unread.has_rows)
        };
        let quote = "line 3: a quoted text has no closing quote".to_owned();
        assert_eq!(reason("\n\n'abc"), (quote.clone(), false));
        let rows = "INSERT INTO a (x, y, z) VALUES (1, 2, 3),\n(4, 5),";
        assert_eq!(reason(&format!("{rows}\n(4, 'abc")), (quote, true));
        let short = Damage { line: 2, reason: "a row of a has too few values".to_owned() };
        assert_eq!(read(rows).unwrap().short, [short]);
        // Behind rows, brackets are of something else.
        let taken =
            format!("{} ON DUPLICATE KEY UPDATE x = VALUES(x)", rows.replace(",\n(4, 5),", ""));
        assert_eq!(
            (read(&taken).unwrap().rows.len(), read(&taken).unwrap().short),
            (1, Vec::new())
        );
        assert_eq!(read("INSERT INTO").unwrap().rows, []);
        assert_eq!(read("INSERT INTO a (x, y, z) VALUES (1, 2)").unwrap().rows, []);
    }

    #[test]
    fn columns_come_from_the_table_as_a_dump_creates_it() {
        // A column may be called like a keyword.
        let sql = "CREATE TABLE a (`key` int, `x` int, y int, z int, KEY `k` (`key`)); \
                   INSERT INTO a VALUES (1, 2, NOW() + INTERVAL 1 DAY, (3, 4));";
        let row = &read(sql).unwrap().rows[0];
        assert_eq!((row.get("key"), row.get("z")), (Some("1"), Some("(3, 4)")));
        assert_eq!(row.get("y"), Some("NOW() + INTERVAL 1 DAY"), "it is as it is written");
        let sql = "DROP TABLE IF EXISTS `spawn2`;\nCREATE TABLE IF NOT EXISTS `spawn2` (\n\
                   `id` int(11) NOT NULL AUTO_INCREMENT,\n `zone` varchar(32) DEFAULT NULL,\n\
                   `x` float(14,6) NOT NULL DEFAULT 0.0, `y` float(14,6), `z` float(14,6),\n\
                   PRIMARY KEY (`id`), KEY `ZoneGroup` (`zone`,`x`)\n) ENGINE=InnoDB;\n\
                   INSERT INTO `spawn2` VALUES (4,'isle',1,2,3),(5,'oasis',4,5,6);\n\
                   INSERT INTO doors VALUES (1);";
        let mut dump = read(sql).unwrap();
        let why = "doors: no column is named, and there is no CREATE TABLE before it";
        assert_eq!((dump.rows.len(), dump.unread.as_slice()), (2, &[why.to_owned()][..]));
        assert_eq!(dump.rows[1].point(), Some(["4", "5", "6"]));
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
