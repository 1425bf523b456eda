//! `landwright find`: things by their fields, in many files of many formats.

mod fields;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::Kind;
use landwright_core::format::file::query::Query;
use landwright_core::format::file::record::Record;
use landwright_core::format::file::{self, File};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use serde::Serialize;

use self::fields::{KnownFields, may_have};
use super::ShownCodePage;
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, counted, shown};
use super::progress::Progress;

/// Find spawns, NPCs, rows, triggers, nodes … by their fields
///
/// A query is a field, a comparison (= != < <= > >=, or ~ for "contains") and a value. Several
/// queries must all hold. Every thing has `thing` and `index` beside its fields. Upper and lower case are alike. A field with several values, such as
/// the monsters of a spawn, fulfils a query where one of them does. Positions and all other
/// values are those of the file.
///
///   landwright find monster=271 3DDATA/MAPS
///   landwright find thing=npc 'conversation~em01' 3DDATA
///   landwright find 'one_way>0' 'degree<2' rucmia_p.apd
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Find {
    /// Such as monster=271, limit>=5 or name~jelly
    query: Query,
    /// Further queries, then files and folders; without them the current folder
    #[arg(value_name = "QUERY|PATH")]
    more: Vec<PathBuf>,
    /// How much is shown of each file at most; 0 for everything [default: 100, with --json all]
    #[arg(long, value_name = "NUMBER")]
    limit: Option<usize>,
    /// Print one JSON object, with every field of what is found
    #[arg(long)]
    json: bool,
    /// The code page of texts that are not UTF-8
    #[arg(long, default_value = "cp949")]
    code_page: ShownCodePage,
}

const LIMIT: usize = 100;

/// A thing that was found, as JSON has it.
#[derive(Serialize)]
struct Hit<'a> {
    file: &'a str,
    format: &'static str,
    #[serde(flatten)]
    record: Record<'a>,
}

#[derive(Serialize)]
struct Refused {
    file: String,
    reason: String,
}

/// What a search has come to so far.
#[derive(Default)]
struct Search {
    n_files: usize,
    n_files_with_hits: usize,
    n_hits: usize,
    n_shown: usize,
    refused: Vec<Refused>,
    fields: KnownFields,
}

impl Find {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let (queries, paths) = self.queries_and_paths()?;
        let mut found = load::files_of(&paths)?;
        found.tell_mended();
        let refuse = |path: &Path, reason: String| Refused { file: shown(path), reason };
        let unread =
            found.errors.iter().map(|error| refuse(&error.path, error.trouble.to_string()));
        let mut search = Search { refused: unread.collect(), ..Search::default() };
        let progress = Progress::of_files(found.files.len());
        if self.json {
            output.text("{\n  \"found\": [")?;
        }
        for (path, n_done) in found.files.iter().zip(0..) {
            progress.at(n_done, &load::name_of(path));
            let kind = match load::kind_at(path) {
                Ok(Some(kind)) => kind,
                Ok(None) => continue,
                Err(trouble) => {
                    search.refused.push(refuse(path, trouble.to_string()));
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
                    self.search(path, &file, &queries, &mut search, &progress, output)?;
                }
                Err(reason) => search.refused.push(refuse(path, reason)),
            }
        }
        progress.finish();
        self.end(&queries, &search, output)
    }

    /// What stands behind the first query: paths that exist, and what else reads as a query.
    fn queries_and_paths(&self) -> Result<(Vec<Query>, Vec<PathBuf>), Failure> {
        let mut queries = vec![self.query.clone()];
        let mut paths = Vec::new();
        for word in &self.more {
            let is_path = disk::is_file(word) || disk::is_folder(word);
            match word.to_str().map(str::parse::<Query>) {
                Some(Ok(query)) if !is_path => queries.push(query),
                _ => paths.push(word.clone()),
            }
        }
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        Ok((queries, paths))
    }

    fn search(
        &self,
        path: &Path,
        file: &File,
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
        let path = shown(path);
        let format = file.kind().name();
        let mut n_hits = 0;
        let mut written = Ok(());
        file.content.for_each_record(self.code_page.into(), &mut |record| {
            search.fields.see(&record);
            if !queries.iter().all(|query| query.holds(&record)) {
                return;
            }
            n_hits += 1;
            if n_hits > limit || written.is_err() {
                return;
            }
            written = if self.json {
                let hit = Hit { file: &path, format, record };
                write_json(&hit, search.n_shown == 0, output)
            } else {
                progress.line(output, &to_line(&path, &record, queries))
            };
            search.n_shown += 1;
        });
        written?;
        if n_hits > limit && !self.json {
            let more = counted(n_hits - limit, "more", "more");
            progress.line(output, &format!("{path}: … and {more}; --limit 0 shows all"))?;
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
        for Refused { file, reason } in &search.refused {
            complain(&format!("warning: {file} was not searched: {reason}"));
        }
        if search.n_files > 0 {
            search.fields.check(queries).map_err(Failure::WrongUse)?;
        }
        let hits = counted(search.n_hits, "hit", "hits");
        let files = counted(search.n_files, "file", "files");
        complain(&format!("{hits} in {} of {files}", search.n_files_with_hits));
        Ok(if search.refused.is_empty() { Outcome::Fine } else { Outcome::Found })
    }
}

fn read(path: &Path, kind: Kind) -> Result<File, String> {
    let loaded = disk::read_file(path, READ_LIMIT).map_err(|error| error.trouble.to_string())?;
    file::read(kind, &loaded.bytes).map_err(|error| error.to_string())
}

/// A thing in a line: its fields, but of the columns of a table only those that were asked for.
fn to_line(path: &str, record: &Record<'_>, queries: &[Query]) -> String {
    let mut line = format!("{path}: {} {}:", record.thing, record.index);
    for field in &record.fields.0 {
        let is_asked = queries.iter().any(|query| query.is_about(field));
        if is_asked || field.column.is_none() && !field.values.is_empty() {
            line.push_str(&format!(" {}={}", field.name, field.values));
        }
    }
    line
}

fn write_json(hit: &Hit<'_>, is_first: bool, output: &mut Output) -> io::Result<()> {
    output.text(if is_first { "\n    " } else { ",\n    " })?;
    serde_json::to_writer(output.writer(), hit).map_err(io::Error::from)
}
