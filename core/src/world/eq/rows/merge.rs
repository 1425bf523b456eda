//! Two files of rows that come from one: what both sides changed, row by row and column by column, with
//! conflicts as data.
//!
//! The merged file is one side's, with the changes of the other side in it: those of a dump as statements
//! behind it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use crate::world::eq::rows::compare::columns;
use crate::world::eq::rows::letters::Letters;
use crate::world::eq::rows::matching::{Names, Same, matching};
use crate::world::eq::rows::row::{Row, Table};
use crate::world::eq::rows::take::{Called, Take};
use crate::world::eq::rows::{Form, Rows, sheet};
use crate::world::three_way::{Conflict, FILE, Thing, Verdict, WHOLE};

/// How a text is written: what it is, and how.
type Habits = [(&'static str, &'static str); 2];

/// Both sides of a file of rows in one.
#[derive(Debug, Clone)]
pub struct Merged {
    pub rows: Rows,
    /// What both made something else of. It is as ours has it.
    pub conflicts: Vec<Conflict>,
    /// For each conflict, what decides it for the other side; `None` where only a person can.
    pub takes: Vec<Option<Take>>,
}

/// Puts together what both sides did since `base`. Fails where the file could not be read again.
pub fn merge(base: &Rows, ours: &Rows, theirs: &Rows) -> Result<Merged, String> {
    let merged = put_together(base, ours, theirs)?;
    let bytes = merged.rows.to_bytes()?;
    let again = Rows::open(merged.rows.usual_name(), &bytes, merged.rows.base.letters.code_page());
    match again.is_ok_and(|again| again.has_the_same_rows(&merged.rows)) {
        true => Ok(merged),
        false => Err("the merged file could not be read again, so nothing was merged".to_owned()),
    }
}

fn put_together(base: &Rows, ours: &Rows, theirs: &Rows) -> Result<Merged, String> {
    let alone =
        |rows: &Rows| Merged { rows: rows.clone(), conflicts: Vec::new(), takes: Vec::new() };
    if theirs.is_same(base) || theirs.is_same(ours) {
        return Ok(alone(ours));
    }
    if ours.is_same(base) {
        return Ok(alone(theirs));
    }
    if [ours, theirs].iter().any(|side| side.is_dump() != base.is_dump()) {
        return Err("a table and a dump can't be merged".to_owned());
    }
    let all = matching([base, ours, theirs]);
    if is_best_of_theirs([base, ours, theirs]) {
        let mut merging = Merging::new([base, ours, theirs], Skeleton::Theirs);
        all.iter().for_each(|same| merging.row(same));
        if merging.has_all_of_ours && merging.rows.check_keys(&theirs.rows).is_ok() {
            return Ok(merging.merged());
        }
    }
    if ours.base.letters != theirs.base.letters && ours.has_letters() && theirs.has_letters() {
        return Err(
            "the sides are in different code pages: write one of them as the other is".to_owned()
        );
    }
    let mut merging = Merging::new([base, ours, theirs], Skeleton::Ours);
    all.iter().for_each(|same| merging.row(same));
    merging.rows.check_keys(&ours.rows).map_err(|refusal| refusal.to_string())?;
    merging.columns();
    merging.around();
    Ok(merging.merged())
}

impl Rows {
    /// Whether it is the same file with the same rows.
    pub(super) fn is_same(&self, other: &Rows) -> bool {
        let is_file = Arc::ptr_eq(&self.base, &other.base) || self.base.is_same(&other.base);
        is_file && self.rows == other.rows
    }

    /// A name that files of its form have.
    fn usual_name(&self) -> &'static str {
        if self.is_dump() { "rows.sql" } else { "rows.csv" }
    }

    /// Whether its texts depend on how letters are bytes.
    fn has_letters(&self) -> bool {
        self.to_bytes().is_ok_and(|bytes| !bytes.is_ascii())
    }

    /// What a row is as a whole.
    fn value_of(row: Option<&Row>) -> Value {
        let Some(row) = row else { return Value::Null };
        let values = row.table.columns.iter().zip(&row.values);
        let given = values.filter_map(|(column, value)| Some((column.clone(), value.as_ref()?)));
        Value::Object(given.map(|(column, value)| (column, value.as_str().into())).collect())
    }

    /// How the file is written, and all that is around its rows.
    fn frame(&self) -> (Option<char>, Letters, Habits, Vec<&str>, &[Arc<Table>]) {
        let between = match &self.base.form {
            Form::Sheet { between, .. } => Some(*between),
            Form::Dump { .. } => None,
        };
        let (base, habits) = (&self.base, self.base.habits());
        (between, base.letters, habits, base.around(), &base.tables)
    }
}

/// Whether the changes of ours go into the file of theirs: that has changes which are in no row.
fn is_best_of_theirs([base, ours, theirs]: [&Rows; 3]) -> bool {
    let is_file = |side: &Rows| side.base.is_same(&base.base);
    let has_frame = |side: &Rows| side.frame() == base.frame();
    !is_file(theirs) && (is_file(ours) || has_frame(ours) && !has_frame(theirs))
}

/// The side whose file gets the changes of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skeleton {
    Ours,
    Theirs,
}

struct Merging<'r> {
    sides: [&'r Rows; 3],
    skeleton: Skeleton,
    rows: Rows,
    /// Rows of the file that no statement can name.
    nameless: HashSet<usize>,
    names: Names,
    /// Whether the file of theirs could take all that ours has.
    has_all_of_ours: bool,
    conflicts: Vec<Conflict>,
    takes: Vec<Option<Take>>,
}

impl<'r> Merging<'r> {
    fn new(sides: [&'r Rows; 3], skeleton: Skeleton) -> Merging<'r> {
        let [_, ours, theirs] = sides;
        let rows = if skeleton == Skeleton::Ours { ours.clone() } else { theirs.clone() };
        Merging {
            sides,
            skeleton,
            nameless: rows.nameless(),
            rows,
            names: Names::default(),
            has_all_of_ours: true,
            conflicts: Vec::new(),
            takes: Vec::new(),
        }
    }

    fn merged(self) -> Merged {
        Merged { rows: self.rows, conflicts: self.conflicts, takes: self.takes }
    }

    fn row(&mut self, same: &Same<'_, 3>) {
        let name = self.names.of(same);
        match *same {
            [_, None, None] => {}
            [None, Some((_, own)), None] => self.keep(own),
            [None, None, Some((_, their))] => self.take_new(&name, their),
            [Some((_, base)), Some((number, own)), None] if is_same_row(base, own) => {
                if self.skeleton == Skeleton::Ours && !self.remove(number) {
                    self.whole(&name, [Some(base), Some(own), None], None);
                }
            }
            [Some((_, base)), Some((number, own)), None] => {
                self.keep(own);
                let number = match self.skeleton {
                    Skeleton::Ours => number,
                    Skeleton::Theirs => self.n_rows(),
                };
                let take = Take::Delete { row: Called { number, name: own.in_words() } };
                self.whole(&name, [Some(base), Some(own), None], Some(take));
            }
            [Some((_, base)), None, Some((number, their))] => {
                if self.skeleton == Skeleton::Theirs && !self.remove(number) {
                    self.has_all_of_ours = false;
                }
                if !is_same_row(base, their) {
                    let take = Take::of_row(their);
                    self.whole(&name, [Some(base), None, Some(their)], Some(take));
                }
            }
            [base, Some((number, own)), Some((their_number, their))] => {
                let number = if self.skeleton == Skeleton::Ours { number } else { their_number };
                self.fields(&name, number, [base.map(|(_, base)| base), Some(own), Some(their)]);
            }
        }
    }

    /// A row that both have.
    fn fields(&mut self, name: &str, number: u32, rows: [Option<&Row>; 3]) {
        let [base, Some(own), Some(their)] = rows else { return };
        if own == their {
            return;
        }
        let all = match base {
            Some(base) => columns([own, base, their]),
            None => columns([own, their]),
        };
        for column in all {
            let value = |row: Option<&Row>| row.and_then(|row| row.get(column)).map(str::to_owned);
            let [was, is, there] = rows.map(value);
            let lacks = |row: &Row| row.table.place(column).is_none();
            let is_known = base.is_some_and(|base| !lacks(base));
            // A side without the column says nothing about its values.
            let verdict = match () {
                () if is_known && lacks(their) && !lacks(own) => {
                    let is_left = self.skeleton == Skeleton::Theirs && is != was;
                    self.has_all_of_ours &= !is_left;
                    continue;
                }
                () if is_known && lacks(own) && was == there => continue,
                () if is_known && lacks(own) => Verdict::Conflict,
                () => Verdict::of(&was, &is, &there),
            };
            let merged = if verdict == Verdict::Take { &there } else { &is };
            let is_put = match self.skeleton {
                Skeleton::Ours if verdict != Verdict::Take => true,
                Skeleton::Theirs if *merged == there => true,
                _ => self.put(number, column, merged.as_deref()),
            };
            if !is_put && self.skeleton == Skeleton::Theirs {
                self.has_all_of_ours = false;
            } else if !is_put || verdict == Verdict::Conflict {
                let row = Called { number, name: own.in_words() };
                let take = Take::Field { row, column: column.to_owned(), value: there.clone() };
                let take = (verdict == Verdict::Conflict && !lacks(own)).then_some(take);
                let values = [was, is, there].map(Value::from);
                self.conflict(Thing::Named(name.to_owned().into()), column, values, take);
            }
        }
    }

    /// A row that ours has and theirs has not.
    fn keep(&mut self, own: &Row) {
        if self.skeleton == Skeleton::Theirs {
            let (row, lost) = self.moved(own);
            self.has_all_of_ours &= row.is_some() && lost.is_empty();
            self.rows.rows.push(row);
        }
    }

    /// A row that theirs added.
    fn take_new(&mut self, name: &str, their: &Row) {
        if self.skeleton == Skeleton::Theirs {
            return;
        }
        let (row, lost) = self.moved(their);
        match row {
            Some(row) => self.rows.rows.push(Some(row)),
            None => return self.whole(name, [None, None, Some(their)], None),
        }
        for column in lost {
            let there = their.get(&column).map_or(Value::Null, Value::from);
            let thing = Thing::Named(name.to_owned().into());
            self.conflict(thing, &column, [Value::Null, Value::Null, there], None);
        }
    }

    fn n_rows(&self) -> u32 {
        u32::try_from(self.rows.rows.len()).unwrap_or(u32::MAX)
    }

    /// A row of the other side in a table of this file, and the columns that have no place there. `None`
    /// where the row has none.
    fn moved(&self, row: &Row) -> (Option<Row>, Vec<String>) {
        let moved = self
            .rows
            .row_of(&row.table.name, |column, place| Some(self.rewritten(row.get(column)?, place)));
        let given = row.table.columns.iter().filter(|column| row.get(column).is_some());
        let lost = |moved: &Row| {
            given.filter(|column| moved.table.place(column).is_none()).cloned().collect()
        };
        let lost = moved.as_ref().map(lost).unwrap_or_default();
        (moved, lost)
    }

    /// A value of the other side as this file writes it in the column of a place.
    fn rewritten(&self, value: &str, place: usize) -> String {
        let [_, ours, theirs] = self.sides.map(|side| &side.base.form);
        match (ours, theirs) {
            (Form::Sheet { between: own, .. }, Form::Sheet { between: their, .. })
                if own != their =>
            {
                let between = if self.skeleton == Skeleton::Ours { own } else { their };
                sheet::quoted(&sheet::shown(value), *between)
            }
            (Form::Sheet { .. }, _) if place == 0 => sheet::first(value),
            _ => value.to_owned(),
        }
    }

    /// Whether a row of the file can be changed.
    fn can_change(&self, number: u32) -> Option<usize> {
        let idx = (number as usize).checked_sub(1)?;
        (!self.nameless.contains(&idx)).then_some(idx)
    }

    fn remove(&mut self, number: u32) -> bool {
        let place = self.can_change(number).and_then(|idx| self.rows.rows.get_mut(idx));
        place.map(|row| *row = None).is_some()
    }

    fn put(&mut self, number: u32, column: &str, value: Option<&str>) -> bool {
        let Some(idx) = self.can_change(number) else { return false };
        let row = self.rows.rows.get(idx).and_then(Option::as_ref);
        let Some(place) = row.and_then(|row| row.table.place(column)) else { return false };
        let value = value.map(|value| self.rewritten(value, place));
        let row = self.rows.rows.get_mut(idx).and_then(Option::as_mut);
        row.and_then(|row| row.values.get_mut(place)).map(|own| *own = value).is_some()
    }

    fn whole(&mut self, name: &str, rows: [Option<&Row>; 3], take: Option<Take>) {
        let thing = Thing::Named(name.to_owned().into());
        self.conflict(thing, WHOLE, rows.map(Rows::value_of), take);
    }

    fn conflict(
        &mut self,
        thing: Thing,
        field: &str,
        [base, ours, theirs]: [Value; 3],
        take: Option<Take>,
    ) {
        let field = field.to_owned().into();
        self.conflicts.push(Conflict { thing, field, base, ours, theirs });
        self.takes.push(take);
    }

    /// Columns that theirs added or took away, where ours has its own.
    fn columns(&mut self) {
        let names = |rows: &Rows| -> BTreeSet<String> {
            let tables = rows.base.tables.iter();
            tables.flat_map(|table| table.columns.iter().cloned()).collect()
        };
        let [base, ours, theirs] = self.sides.map(names);
        if !self.rows.is_dump() && Verdict::of(&base, &ours, &theirs) != Verdict::Keep {
            let shown = |names: BTreeSet<String>| {
                Value::from(names.into_iter().collect::<Vec<_>>().join(", "))
            };
            self.conflict(FILE, "columns", [base, ours, theirs].map(shown), None);
        }
    }

    /// Statements and remarks of theirs that are in no row, where ours has its own.
    fn around(&mut self) {
        let [was, is, there] = self.sides.map(|side| side.base.habits());
        for (((field, was), (_, is)), (_, there)) in was.into_iter().zip(is).zip(there) {
            if Verdict::of(&was, &is, &there) != Verdict::Keep {
                self.conflict(FILE, field, [was, is, there].map(Value::from), None);
            }
        }
        let field = if self.rows.is_dump() { "statement" } else { "remark" };
        let [base, ours, theirs] = self.sides.map(|side| side.base.around());
        let counted = |all: &[&'r str]| {
            let mut counts: HashMap<&'r str, usize> = HashMap::new();
            all.iter().for_each(|one| *counts.entry(one).or_default() += 1);
            counts
        };
        let counts = [&base, &ours, &theirs].map(|side| counted(side));
        let mut seen = HashSet::new();
        for one in base.into_iter().chain(theirs).filter(|one| seen.insert(*one)) {
            let n = counts.each_ref().map(|counts| counts.get(one).copied().unwrap_or_default());
            let [was, is, there] = &n;
            if Verdict::of(was, is, there) != Verdict::Keep {
                let values = n.map(|n| if n == 0 { Value::Null } else { one.into() });
                self.conflict(FILE, field, values, None);
            }
        }
    }
}

/// Whether a side left a row alone: what it has of the columns of the base is the same, and nothing is in
/// new ones.
fn is_same_row(base: &Row, side: &Row) -> bool {
    base == side
        || side.table.columns.iter().zip(&side.values).all(|(column, value)| {
            match base.table.place(column) {
                Some(_) => base.get(column) == value.as_deref(),
                None => value.as_deref().is_none_or(str::is_empty),
            }
        })
}
