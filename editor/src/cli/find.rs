//! `landwright find`: things by their fields, in many files of many formats.

mod fields;
mod levels;
mod named;
mod numbers;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::Kind;
use landwright_core::format::file::query::{BadQuery, Query};
use landwright_core::format::file::record::{Field, Record, Value};
use landwright_core::format::file::{self, File};
use landwright_core::format::text::{CodePage, quoted};
use landwright_core::problem::counted::counted;
use landwright_core::project::Project;
use landwright_core::project::names::Names;
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use serde::Serialize;

use self::fields::{KnownFields, may_have};
use self::levels::Levels;
use self::named::NamedRows;
use self::numbers::ZoneNumbers;
use super::ShownCodePage;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::progress::Progress;
use super::settings::{Settings, code_page};

/// Find spawns, NPCs, rows, triggers, nodes … by their fields
///
/// A query is a field, a comparison (= != < <= > >=, or ~ for "contains") and a value. Several
/// queries must all hold. Besides its fields, every thing has `thing` and `index`. Upper and lower
/// case are the same, and so are - and _ in names of fields. A field with several values, such as
/// the monsters of a spawn, matches if one of the values matches. A range such as 3..7 has both of its
/// ends; one may be missing. The number of a row may be its name in the tables of the game or of
/// landwright.toml. Positions and all other values are printed as in the file. Names from the
/// tables of landwright.toml follow the numbers. Things of ROSE zones have the number that scripts,
/// tables and Ctrl+G use in the zone, such as #53.
///
///   landwright find monster=271 3DDATA/MAPS
///   landwright find 'monster=Blood Bat' limit=3..7 3DDATA/MAPS
///   landwright find thing=npc 'conversation~em01' 3DDATA
///   landwright find thing=spawn 'level>=30' 3DDATA/MAPS
///   landwright find 'one_way>0' 'degree<2' rucmia_p.apd
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Find {
    /// Such as monster=271, limit>=5 or name~jelly
    query: PathBuf,
    /// More queries, then files and folders [default: the current folder]
    #[arg(value_name = "QUERY|PATH")]
    more: Vec<PathBuf>,
    /// The most results to show per file; 0 for all [default: 100, with --json all]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,
    /// Print one JSON object with every field of every result
    #[arg(long)]
    json: bool,
    /// The code page of texts [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

const LIMIT: usize = 100;

/// A thing that was found, as JSON has it.
#[derive(Serialize)]
struct Hit<'a> {
    file: &'a str,
    format: &'static str,
    /// In its zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(flatten)]
    record: Record<'a>,
}

#[derive(Serialize)]
struct Refused {
    file: String,
    reason: String,
    #[serde(skip)]
    outcome: Outcome,
}

impl Refused {
    /// A file that the disk does not give.
    fn unread(path: &Path, trouble: &Trouble) -> Refused {
        let (file, reason) = (shown(path), trouble.to_string());
        Refused { file, reason, outcome: Outcome::Unreadable }
    }
}

/// A file that is searched.
struct Searched<'a> {
    /// As it is shown.
    name: &'a str,
    path: &'a Path,
    project: &'a Project,
    file: &'a File,
    code_page: CodePage,
    names: &'a Names,
    levels: Levels,
}

/// What a search has come to so far.
struct Search {
    settings: Settings,
    n_files: usize,
    n_files_with_hits: usize,
    n_hits: usize,
    n_shown: usize,
    refused: Vec<Refused>,
    fields: KnownFields,
    numbers: ZoneNumbers,
    named: NamedRows,
    /// Files whose levels were asked for and are not at hand.
    n_without_levels: usize,
}

impl Search {
    fn new(refused: Vec<Refused>) -> Search {
        Search {
            settings: Settings::new(),
            n_files: 0,
            n_files_with_hits: 0,
            n_hits: 0,
            n_shown: 0,
            refused,
            fields: KnownFields::default(),
            numbers: ZoneNumbers::default(),
            named: NamedRows::default(),
            n_without_levels: 0,
        }
    }
}

impl Find {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let (queries, paths) = self.queries_and_paths()?;
        let mut found = load::files_of(&paths)?;
        found.tell_mended();
        fields::check_things(&queries).map_err(Failure::WrongUse)?;
        let unread = found.errors.iter().map(|error| Refused::unread(&error.path, &error.trouble));
        let mut search = Search::new(unread.collect());
        let progress = Progress::of_files(found.files.len());
        if self.json {
            output.text("{\n  \"version\": 1,\n  \"found\": [")?;
        }
        for (path, n_done) in found.files.iter().zip(0..) {
            progress.at(n_done, &load::name_of(path));
            let kind = match search.settings.kind_at(path) {
                Ok(Some(kind)) => kind,
                Ok(None) => {
                    load::tell_skipped(path, &paths);
                    continue;
                }
                Err(trouble) => {
                    search.refused.push(Refused::unread(path, &trouble));
                    continue;
                }
            };
            search.n_files += 1;
            search.fields.see_kind(kind);
            if !may_have(kind, &queries) {
                continue;
            }
            match read(path, kind) {
                Ok(file) => {
                    let project = search.settings.of(path);
                    let code_page = code_page(self.code_page, &project);
                    let names = &search.settings.names_of(&project);
                    let (name, project) = (&shown(path), &*project);
                    let levels = Levels::NotAsked;
                    let file = &file;
                    let mut found =
                        Searched { name, path, project, file, code_page, names, levels };
                    if kind == Kind::Ifo && levels::are_asked(&queries) {
                        found.levels = search.named.levels(&found);
                        search.n_without_levels +=
                            usize::from(matches!(found.levels, Levels::NotAtHand));
                    }
                    let queries = search.named.meant(&queries, &found, &mut search.fields);
                    self.search(&found, &queries, &mut search, &progress, output)?;
                }
                Err(refused) => search.refused.push(refused),
            }
        }
        progress.finish();
        let outcome = search.settings.tell();
        Ok(self.end(&queries, &search, output)?.max(outcome))
    }

    /// What the words mean, in whatever order: paths that exist, and what else reads as a query.
    fn queries_and_paths(&self) -> Result<(Vec<Query>, Vec<PathBuf>), Failure> {
        let (mut queries, mut paths) = (Vec::new(), Vec::new());
        for word in std::iter::once(&self.query).chain(&self.more) {
            let is_path = disk::is_file(word) || disk::is_folder(word);
            match word.to_str().unwrap_or_default().parse::<Query>() {
                Ok(query) if !is_path => queries.push(query),
                // A file that is not there, which reading says; the first word was to be a query.
                Err(BadQuery::NoComparison) if !is_path && word != &self.query => {
                    paths.push(word.clone());
                }
                Err(error) if !is_path => {
                    return Err(Failure::WrongUse(format!("`{}`: {error}", shown(word))));
                }
                _ => paths.push(word.clone()),
            }
        }
        if queries.is_empty() {
            let message = "no query; write one such as monster=271, limit>=5 or name~jelly";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        Ok((queries, paths))
    }

    fn search(
        &self,
        Searched { name, path, project, file, code_page, names, levels }: &Searched<'_>,
        queries: &[Query],
        search: &mut Search,
        progress: &Progress,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let limit = match (self.limit, self.json) {
            (Some(0), _) | (None, true) => usize::MAX,
            (Some(limit), _) => limit,
            (None, false) => LIMIT,
        };
        let format = file.kind().name();
        let mut n_hits = 0;
        let mut written = Ok(());
        let mut numbers = None;
        file.content.for_each_record(*code_page, &mut |record| {
            search.fields.see(&record);
            let record = levels.add(record);
            if !queries.iter().all(|query| query.holds(&record)) {
                return;
            }
            n_hits += 1;
            if n_hits > limit || written.is_err() {
                return;
            }
            let numbers = numbers.get_or_insert_with(|| search.numbers.of(path, project));
            let number = numbers.number(record.thing, record.index);
            written = if self.json {
                let hit = Hit { file: name, format, number, record };
                let between = if search.n_shown == 0 { "\n    " } else { ",\n    " };
                write_json(&hit, between, output)
            } else {
                progress.line(output, &to_line(name, number, &record, queries, names))
            };
            search.n_shown += 1;
        });
        written?;
        if n_hits > limit && !self.json {
            let more = counted(n_hits - limit, "more", "more");
            progress.line(output, &format!("{name}: … and {more}; --limit 0 shows all"))?;
        }
        search.n_hits += n_hits;
        search.n_files_with_hits += usize::from(n_hits > 0);
        Ok(())
    }

    fn end(
        &self,
        queries: &[Query],
        search: &Search,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        if self.json {
            let n_found = search.n_hits;
            let refused = serde_json::to_string(&search.refused).map_err(io::Error::from)?;
            let n_files = search.n_files;
            output.text(&format!(
                "\n  ],\n  \"n_found\": {n_found},\n  \"n_files\": {n_files},\n  \"refused\": {refused}\n}}\n"
            ))?;
        }
        output.flush()?;
        for Refused { file, reason, .. } in &search.refused {
            complain(&format!("warning: {file} was not searched: {reason}"));
        }
        if search.n_files > 0 {
            search.fields.check(queries).map_err(Failure::WrongUse)?;
        }
        search.named.check(queries, search.n_hits).map_err(Failure::WrongUse)?;
        if search.n_without_levels > 0 {
            let message = "levels are in LIST_NPC, which is not at hand: search in the folder of \
                the client, or name a root in landwright.toml";
            if search.n_hits == 0 {
                return Err(Failure::WrongUse(message.to_owned()));
            }
            let files = counted(search.n_without_levels, "file was", "files were");
            complain(&format!("note: {files} not searched by level; {message}"));
        }
        let hits = counted(search.n_hits, "hit", "hits");
        let files = counted(search.n_files, "file", "files");
        complain(&format!("{hits} in {} of {files}", search.n_files_with_hits));
        let worst = search.refused.iter().map(|refused| refused.outcome).max();
        Ok(worst.unwrap_or(Outcome::Fine))
    }
}

fn read(path: &Path, kind: Kind) -> Result<File, Refused> {
    let loaded =
        disk::read_file(path, READ_LIMIT).map_err(|error| Refused::unread(path, &error.trouble))?;
    file::read(kind, &loaded.bytes).map_err(|error| Refused {
        file: shown(path),
        reason: error.to_string(),
        outcome: Outcome::Unreadable,
    })
}

/// A thing in a line: its fields, but of the columns of a table only those that were asked for.
fn to_line(
    file: &str,
    number: Option<u32>,
    record: &Record<'_>,
    queries: &[Query],
    names: &Names,
) -> String {
    let number = number.map_or_else(String::new, |number| format!(" #{number}"));
    let mut line = format!("{file}: {} {}{number}:", record.thing, record.index);
    for field in &record.fields.0 {
        let is_asked = queries.iter().any(|query| query.is_about(record.thing, field));
        if is_asked || field.column.is_none() && !field.values.is_empty() {
            line.push_str(&format!(" {}={}", field.name, field.values));
            let named = named(record.thing, field, names);
            if !named.is_empty() {
                line.push_str(&format!(" ({})", named.join(", ")));
            }
        }
    }
    line
}

/// What the project calls the numbers of a field, each once.
fn named(thing: &str, field: &Field<'_>, names: &Names) -> Vec<String> {
    let mut named = Vec::new();
    for value in field.values.as_slice() {
        let Value::Integer(number) = value else { continue };
        let name = names.of(thing, &field.name, *number).map(quoted);
        named.extend(name.filter(|name| !named.contains(name)));
    }
    named
}

fn write_json(hit: &Hit<'_>, between: &str, output: &mut Output) -> io::Result<()> {
    output.text(between)?;
    serde_json::to_writer(output.writer(), hit).map_err(io::Error::from)
}
