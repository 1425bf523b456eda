//! Names in queries: rows of tables such as `monster=Blood Bat`, and known names of columns.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use landwright_core::format::file::query::{INDEX, Query, THING};
use landwright_core::format::file::record::naming::{is_same_name, means};
use landwright_core::format::file::record::{Fields, Record, things};
use landwright_core::format::file::{Content, Kind};
use landwright_core::format::order::Comparison;
use landwright_core::format::rose::meaning;
use landwright_core::format::rose::stb::Stb;
use landwright_core::vfs::{VfsPath, disk};
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::holds::Holds;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::names::choice::{Choice, Source};
use landwright_core::world::zone::names::meant::{Called, NotMeant};

use crate::cli::find::Searched;
use crate::cli::find::fields::KnownFields;
use crate::cli::find::levels::Levels;
use crate::kind::rose::zones::{LANGUAGE, Site};

/// A field that only the tactic lists of spawns have here.
const TACTIC_MONSTER: &str = "tactic_monster";

/// Every row has these of its own.
const OF_ROWS: [&str; 4] = ["row", "name", THING, INDEX];

/// Where tables are: the folder of the game, and the zone if it says which tables they are.
type Place = (PathBuf, Option<VfsPath>, BTreeSet<Source>);

/// The rows that names of queries mean, and what became of each query.
#[derive(Debug, Default)]
pub(super) struct NamedRows {
    by_place: BTreeMap<Place, Rc<Names>>,
    /// By the place of the query.
    became: BTreeMap<usize, Became>,
}

#[derive(Debug, Default)]
struct Became {
    /// Whether some table has the name.
    is_found: bool,
    /// Why it means nothing elsewhere.
    trouble: Option<Trouble>,
}

#[derive(Debug, Clone)]
enum Trouble {
    Name(NotMeant),
    /// The field has numbers, and no table has their names.
    NoName(Holds),
}

impl NamedRows {
    /// The queries as they are for a file: with the numbers that names mean there.
    pub(super) fn meant(
        &mut self,
        queries: &[Query],
        searched: &Searched<'_>,
        fields: &mut KnownFields,
    ) -> Vec<Query> {
        let kind = searched.file.kind();
        if let Content::Stb(stb) = &searched.file.content {
            return with_columns(queries, searched, stb, fields);
        }
        let may_be = |query: &Query| query.may_name_a_row();
        if !queries.iter().any(may_be) {
            return queries.to_vec();
        }
        let with_rows = |(n, query): (usize, &Query)| match may_be(query) {
            true => self.with_rows(n, query, queries, kind, searched),
            false => query.clone(),
        };
        queries.iter().enumerate().map(with_rows).collect()
    }

    fn with_rows(
        &mut self,
        n: usize,
        query: &Query,
        all: &[Query],
        kind: Kind,
        searched: &Searched<'_>,
    ) -> Query {
        let mut query = query.clone();
        let asked = things().filter(|thing| thing.kind == kind && is_asked(thing.name, all));
        for thing in asked {
            let fields = thing.fields.iter();
            let Some(field) = fields.copied().find(|name| means(&query.field, thing.name, name))
            else {
                continue;
            };
            match self.rows(thing.name, field, &query, kind, searched) {
                None => {}
                Some(Ok(rows)) => {
                    self.became.entry(n).or_default().is_found = true;
                    query = query.or_rows(thing.name, rows);
                }
                Some(Err(trouble)) => {
                    let became = &mut self.became.entry(n).or_default().trouble;
                    let is_worse = matches!(trouble, Trouble::Name(NotMeant::Several(_)));
                    if became.is_none() || is_worse {
                        *became = Some(trouble);
                    }
                }
            }
        }
        query
    }

    /// The rows that a query means by a field of a thing; `None` where the field holds no number.
    fn rows(
        &mut self,
        thing: &str,
        field: &str,
        query: &Query,
        kind: Kind,
        searched: &Searched<'_>,
    ) -> Option<Result<BTreeSet<i64>, Trouble>> {
        let own = searched.names.rows(thing, field);
        let in_project = called(own, &query.text);
        let is_part = query.comparison == Comparison::Contains;
        if is_part && !in_project.rows_with(&query.text).is_empty() {
            return Some(Ok(in_project
                .rows_with(&query.text)
                .into_iter()
                .map(i64::from)
                .collect()));
        }
        match in_project.exact.as_slice() {
            [] => {}
            [Choice { id: Some(id), .. }] => return Some(Ok([i64::from(*id)].into())),
            _ => return Some(Err(Trouble::Name(NotMeant::Several(in_project.exact)))),
        }
        if kind != Kind::Ifo {
            return None;
        }
        let in_scripts = if field == TACTIC_MONSTER { Field::MonsterId.name() } else { field };
        let field: Field =
            in_scripts.parse().ok().filter(|field: &Field| field.holds() != Holds::Text)?;
        let Some(source) = Source::of(thing.parse().ok()?, field) else {
            return (!is_part).then_some(Err(Trouble::NoName(field.holds())));
        };
        let names = self.names(source, searched)?;
        let number = names.number_of(source, &query.text, searched.code_page);
        Some(match (number, is_part) {
            (Ok(number), false) => Ok([i64::from(number)].into()),
            (Err(why), false) => Err(Trouble::Name(why)),
            (number, true) => {
                let called = names.called(source, &query.text, searched.code_page);
                let rows = called.unwrap_or_default().rows_with(&query.text);
                match number.err().filter(|_| rows.is_empty()) {
                    Some(why) => Err(Trouble::Name(why)),
                    None => Ok(rows.into_iter().map(i64::from).collect()),
                }
            }
        })
    }

    /// The levels of a file of a zone.
    pub(super) fn levels(&mut self, searched: &Searched<'_>) -> Levels {
        let names = self.names(Source::Npcs, searched).filter(|names| names.npcs.is_some());
        names.map_or(Levels::NotAtHand, Levels::Of)
    }

    fn names(&mut self, source: Source, searched: &Searched<'_>) -> Option<Rc<Names>> {
        let site = Site::of(searched.path).ok()?;
        let zon = if source.is_of_zone() { zon_of(&site) } else { None };
        let place = (site.game.clone(), zon, [source].into());
        if let Some(names) = self.by_place.get(&place) {
            return Some(Rc::clone(names));
        }
        let (_, zon, sources) = &place;
        let tables = site.tables(searched.project);
        let names = Names::of_sources(&tables, zon.as_ref(), searched.code_page, LANGUAGE, sources);
        let names = Rc::new(names);
        self.by_place.insert(place, Rc::clone(&names));
        Some(names)
    }

    /// Fails for a name that no table has, and for one that several rows have.
    pub(super) fn check(&self, queries: &[Query], n_hits: usize) -> Result<(), String> {
        for (query, became) in
            queries.iter().enumerate().filter_map(|(n, query)| Some((query, self.became.get(&n)?)))
        {
            let Some(trouble) = &became.trouble else { continue };
            let is_shared = matches!(trouble, Trouble::Name(NotMeant::Several(_)));
            // Something else may have such a text in a field of this name.
            let is_meant = n_hits > 0 && query.comparison != Comparison::NotEqual;
            if !is_shared && (became.is_found || is_meant) {
                continue;
            }
            let possible = "a number, or a range such as 3..7";
            let (found, expected) = match trouble.clone() {
                Trouble::Name(why) => {
                    let bad = why.of(&query.text, possible);
                    (bad.found, bad.expected)
                }
                Trouble::NoName(holds) => {
                    (format!("{:?}", query.text), format!("{holds}, or a range such as 3..7"))
                }
            };
            return Err(format!("{} is {found}, and has to be {expected}", query.field));
        }
        Ok(())
    }
}

/// Whether all queries of the kind of thing allow such a thing.
fn is_asked(thing: &'static str, queries: &[Query]) -> bool {
    let bare = Record { thing, index: 0, fields: Fields::default() };
    let mut of_things = queries.iter().filter(|query| is_same_name(&query.field, THING));
    of_things.all(|query| query.holds(&bare))
}

/// Rows of the tables of landwright.toml as tables of the game have them.
fn called<'n>(rows: impl Iterator<Item = (i64, &'n str)>, text: &str) -> Called {
    let text = text.trim().to_lowercase();
    let choice = |(number, name): (i64, &str)| {
        let id = u32::try_from(number).ok()?;
        let to = f64::from(id).into();
        Some(Choice { to, id: Some(id), name: name.to_owned(), about: String::new() })
    };
    let choices = rows.filter(|(_, name)| name.to_lowercase().contains(&text)).filter_map(choice);
    let is_it = |choice: &Choice| choice.name.trim().to_lowercase() == text;
    let (exact, parts) = choices.partition(is_it);
    Called { exact, parts }
}

/// The file of a zone, where its folder has one.
fn zon_of(site: &Site) -> Option<VfsPath> {
    let entries = disk::list(&site.folder).unwrap_or_default();
    let names = entries.iter().map(disk::FolderEntry::name);
    let mut zons = names.filter(|name| Kind::of_name(name) == Some(Kind::Zon));
    let (zon, None) = (zons.next()?, zons.next()) else { return None };
    let below = site.folder.join(zon);
    let below = below.strip_prefix(&site.game).ok()?;
    VfsPath::new(&below.to_string_lossy()).ok()
}

/// Queries that know a column by what is known of it ask for its number, where no title is the same.
fn with_columns(
    queries: &[Query],
    searched: &Searched<'_>,
    stb: &Stb,
    fields: &mut KnownFields,
) -> Vec<Query> {
    let known = meaning::columns(&meaning::table_name(searched.name));
    let is_title = |field: &str| {
        let titles = (0..stb.n_columns()).filter_map(|column| stb.title(column));
        let mut titles = titles.map(|title| searched.code_page.decode(title));
        titles.any(|title| is_same_name(&title, field))
    };
    let is_of_rows = |field: &str| OF_ROWS.iter().any(|own| is_same_name(own, field));
    let meant = |query: &Query| {
        let is_taken = is_of_rows(&query.field) || is_title(&query.field);
        let mut known = known.iter().filter(|_| !is_taken);
        let column = known.find(|column| is_same_name(&column.name, &query.field));
        match column {
            Some(column) => query.clone().of_field(column.column.to_string()),
            None => query.clone(),
        }
    };
    let meant = queries.iter().map(meant).collect();
    fields.see_columns(known.iter().map(|column| column.name.clone()));
    meant
}
