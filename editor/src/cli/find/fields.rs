//! The fields that the searched files have, for a query that asks for another.

use std::collections::BTreeSet;

use landwright_core::format::file::Kind;
use landwright_core::format::file::query::{INDEX, Query, THING, numbered};
use landwright_core::format::file::record::naming::{is_same_name, means};
use landwright_core::format::file::record::{Fields, Record, Thing, things};
use landwright_core::format::order::Comparison;
use landwright_core::problem::nearest::nearest;

use super::levels;

/// More columns than this are not listed.
const MAX_LISTED: usize = 12;

/// Whether files of a format can have a thing that fulfils all queries, so that others need not be
/// read. The columns of tables are known only when a table is read.
pub(super) fn may_have(kind: Kind, queries: &[Query]) -> bool {
    things().filter(|thing| thing.kind == kind).any(|thing| {
        let has = |field: &str| {
            is_among(field, [INDEX].into_iter())
                || levels::is_of(thing.name, kind, field)
                || thing.fields.iter().any(|name| means(field, thing.name, name))
        };
        let bare = Record { thing: thing.name, index: 0, fields: Fields::default() };
        queries.iter().all(|query| match is_among(&query.field, [THING].into_iter()) {
            true => query.holds(&bare),
            false => kind == Kind::Stb || has(&query.field),
        })
    })
}

fn is_among<'a>(field: &str, mut names: impl Iterator<Item = &'a str>) -> bool {
    names.any(|name| is_same_name(name, field))
}

/// Fails for a query of a thing that no format has, and says which there are.
pub(super) fn check_things(queries: &[Query]) -> Result<(), String> {
    let names: BTreeSet<&str> = things().map(|thing| thing.name).collect();
    let is_known = |query: &&Query| match query.comparison {
        Comparison::Equal | Comparison::NotEqual => is_among(&query.text, names.iter().copied()),
        Comparison::Contains => names.iter().any(|name| name.contains(&query.text.to_lowercase())),
        _ => false,
    };
    let mut of_things = queries.iter().filter(|query| is_among(&query.field, [THING].into_iter()));
    let Some(query) = of_things.find(|query| !is_known(query)) else { return Ok(()) };
    let hint = nearest(&query.text, names.iter().copied())
        .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
    let names: Vec<&str> = names.into_iter().collect();
    Err(format!(
        "there is no kind of thing `{}`{hint}\n\nKinds of things: {}",
        query.text,
        names.join(", ")
    ))
}

/// What was seen while searching.
#[derive(Debug, Default)]
pub(super) struct KnownFields {
    kinds: BTreeSet<Kind>,
    /// Titles of columns.
    columns: BTreeSet<String>,
    /// What is known of columns has names as well.
    known: BTreeSet<String>,
    /// Of the widest table.
    n_columns: usize,
}

impl KnownFields {
    pub(super) fn see_kind(&mut self, kind: Kind) {
        self.kinds.insert(kind);
    }

    pub(super) fn see_columns(&mut self, names: impl IntoIterator<Item = String>) {
        self.known.extend(names);
    }

    /// Columns are different in each file; all rows of a file have the same.
    pub(super) fn see(&mut self, record: &Record<'_>) {
        if record.index > 0 {
            return;
        }
        for field in &record.fields.0 {
            if let Some(column) = field.column {
                self.columns.insert(field.name.trim().to_owned());
                self.n_columns = self.n_columns.max(column + 1);
            }
        }
    }

    /// Fails for a field that nothing has, and says which there are.
    pub(super) fn check(&self, queries: &[Query]) -> Result<(), String> {
        match queries.iter().find(|query| !self.has(&query.field)) {
            Some(Query { field, .. }) => Err(self.in_words(field)),
            None => Ok(()),
        }
    }

    fn has(&self, field: &str) -> bool {
        let column = numbered(field);
        let number = column.map_or_else(|| field.parse().ok(), |(number, _)| Some(number));
        let is_titled = |title: &str| is_among(title, self.columns.iter().map(String::as_str));
        let is_column = number.is_some_and(|column: usize| column < self.n_columns)
            && column.is_none_or(|(_, title)| is_titled(title));
        let is_field =
            |thing: &Thing| thing.fields.iter().any(|name| means(field, thing.name, name));
        is_column
            || is_among(field, [THING, INDEX].into_iter())
            || self.things().any(|thing| levels::is_of(thing.name, thing.kind, field))
            || self.things().any(is_field)
            || is_titled(field)
            || is_among(field, self.known.iter().map(String::as_str))
    }

    /// What files of these formats list.
    fn things(&self) -> impl Iterator<Item = &'static Thing> {
        things().filter(|thing| self.kinds.contains(&thing.kind))
    }

    fn in_words(&self, field: &str) -> String {
        let names = self.things().flat_map(|thing| thing.fields.iter().copied());
        let names = names.chain([THING, INDEX]).chain(self.columns.iter().map(String::as_str));
        let hint = nearest(field, names)
            .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
        let mut text = format!("nothing here has a field `{field}`{hint}\n\nExisting fields:\n");
        for (names, fields) in self.groups() {
            text.push_str(&format!("  {names}: {}\n", fields.join(", ")));
        }
        // A title in another code page would only confuse.
        let readable: Vec<&str> = self
            .columns
            .iter()
            .map(String::as_str)
            .filter(|title| !title.contains('\u{fffd}') && title.parse::<usize>().is_err())
            .collect();
        if self.n_columns > 0 {
            let listed = readable.get(..MAX_LISTED).unwrap_or(&readable).join(", ");
            let more = if readable.len() > MAX_LISTED { ", …" } else { "" };
            text.push_str(&format!("  columns of tables, by title or number: {listed}{more}\n"));
        }
        text.push_str("  all of them: thing, index\n");
        text
    }

    /// Things of one format that have the same fields, by their names.
    fn groups(&self) -> Vec<(String, &'static [&'static str])> {
        let mut groups: Vec<(Kind, Vec<&str>, &[&str])> = Vec::new();
        for Thing { name, kind, fields } in self.things() {
            match groups.iter_mut().find(|(of, _, same)| of == kind && same == fields) {
                Some((_, names, _)) => names.push(name),
                None => groups.push((*kind, vec![name], fields)),
            }
        }
        let groups = groups.into_iter();
        groups
            .map(|(kind, names, fields)| {
                (format!("{} ({})", names.join(", "), kind.name()), fields)
            })
            .collect()
    }
}
