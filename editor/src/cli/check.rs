//! `landwright check`: what is wrong with maps, and mending it.

mod ahead;
mod area;
mod assets;
mod client;
mod entered;
mod filter;
mod scene;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use landwright_core::check;
use landwright_core::check::mend::Done;
use landwright_core::check::scripts::ways::Entrances;
use landwright_core::format::file::{self, Content, Kind};
use landwright_core::format::problem::{FILE_UNREADABLE, problem_of};
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::Report;
use landwright_core::problem::report::sarif::Tool;
use landwright_core::problem::report::text::Colour;
use landwright_core::problem::{Place, Problem, Rule, Severity};
use landwright_core::project::Project;
use landwright_core::project::baseline::{self, BaselineError, Compared};
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, Loaded, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::vfs::saver::Wanted;
use landwright_core::world::gat::GatMap;

use self::ahead::Ahead;
use self::entered::Entered;
use self::filter::Filter;
use super::area::named::path_or_name;
use super::kinds::{self, Tables};
use super::load;
use super::map::bytes_of;
use super::mending;
use super::mending::{Found, Mending};
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::saving;
use super::settings::Settings;
use super::zone::check as zones;
use crate::json;

/// Check files and fix problems
///
/// Every known format is read. The content is also checked: Ragnarok maps (gat, gnd, rsw with
/// both), map caches, TERA areas (apd) and ROSE zones. A zone is checked as a whole with the tables
/// of its game, and a table (stb, stl, ltb) with those of its folder. ROSE's meshes, skeletons,
/// objects and characters are checked with the client files that they name. Tables of EverQuest
/// servers (csv, tsv, sql with x, y and z) are checked with the zone beside them. Write a map in a cache
/// with a #, such as map_cache.dat#prontera. Copies of a zone that its landwright.toml names get
/// the same fixes. Severities and ignores in landwright.toml are applied. Exit code 1 means errors
/// or warnings, 2 that a file could not be read or written.
///
/// --fix applies the best fix to every error and warning, in rounds. Causes come before their
/// effects, and everything is checked again after each round. Fixes that could change what somebody
/// intended are not applied but reported.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Files, folders with everything in them, and names of areas
    #[arg(required = true, value_name = "PATH")]
    #[arg(value_parser = path_or_name())]
    paths: Vec<PathBuf>,
    /// Apply the best fix to every error and warning; a backup is kept in .landwright/backups
    #[arg(long)]
    fix: bool,
    /// Write nothing, and list the fixes that --fix would apply: code, place, lost, gained, bytes
    ///
    /// Lost and gained count edges of an area, things of a zone, and changed cells of a map (as
    /// many lost as gained). Bytes count the unpacked files that are changed, added or removed.
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// The folder with the geometry (zgd) of an area's zones [default: beside the area or in its
    /// project]
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// The scripts (npc) of a Ragnarok server: ground that their warps lead to is no island [default: those in
    /// landwright.toml]
    #[arg(long, value_name = "FOLDER")]
    scripts: Option<PathBuf>,
    /// The output format of problems
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// The same as --format json; with --dry-run, the list of fixes as JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Report only problems that are not in this baseline file; the file is created if it does not
    /// exist
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    #[command(flatten)]
    filter: Filter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Sarif,
    Github,
}

/// What was found so far.
struct Findings<'w> {
    settings: Settings,
    /// Of these alone, fixes are done.
    mended: Option<&'w filter::Wanted>,
    found: Found,
    outcome: Outcome,
    n_checked: usize,
    /// The geometry that was checked with its area.
    zones_checked: BTreeSet<PathBuf>,
    around: Around,
    entered: Entered,
    neighbours: area::Neighbours,
    /// What was found before on all cores.
    ahead: Ahead,
}

/// What is beside files: each is read once.
#[derive(Default)]
struct Around {
    tables: Tables,
    clients: assets::Clients,
}

impl Check {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let wanted = self.filter.wanted()?;
        let has_baseline = self.baseline.as_deref().is_none_or(disk::is_file);
        if self.fix && !wanted.is_of_all_codes() && !has_baseline {
            let message = "a new baseline needs problems of all codes; omit --code, or --fix";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let (entries, paths) = kinds::entries_of(&self.paths)?;
        let found = load::files_of(&paths)?;
        if self.mending() == Mending::Dry {
            // The list of fixes has no place for them.
            found
                .mended
                .iter()
                .for_each(|problem| complain(&crate::cli::output::in_words(problem.clone())));
        }
        let mut findings = Findings {
            settings: Settings::new(),
            mended: self.fix.then_some(&wanted),
            found: Found::of_problems(found.mended),
            outcome: Outcome::Fine,
            n_checked: 0,
            zones_checked: BTreeSet::new(),
            around: Around::default(),
            entered: Entered::of(self.scripts.as_deref())?,
            neighbours: area::Neighbours::default(),
            ahead: Ahead::default(),
        };
        for (path, problems) in entries {
            findings.n_checked += 1;
            findings.add(&path, problems);
        }
        for error in &found.errors {
            findings.unreadable(&error.path, &error.trouble);
        }
        for path in &self.paths {
            // Everything that is in it: settings of a folder may be wrong as well.
            findings.settings.of(path);
        }
        for (path, problems) in client::check(&found.files, &self.paths, &mut findings.settings)? {
            findings.add(&path, problems);
        }
        if self.mending() == Mending::No {
            let zones = self.zones.as_deref();
            let entered = (&mut findings.settings, &mut findings.entered);
            findings.ahead = Ahead::of(&found.files, &self.paths, zones, entered);
        }
        let mut checked = BTreeSet::new();
        // Geometry comes last: most of it is checked with its area.
        let is_zgd = |path: &&PathBuf| Kind::of_name(&load::name_of(path)) == Some(Kind::Zgd);
        let areas = found.files.iter().filter(|path| !is_zgd(path));
        for path in areas.chain(found.files.iter().filter(is_zgd)) {
            match self.check_file(path, &mut checked, &mut findings) {
                Ok(()) => {}
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) => findings.outcome = findings.outcome.max(failure.tell()),
            }
        }
        let Findings { mut settings, found, mut outcome, n_checked, .. } = findings;
        let Found { mut problems, done, left, .. } = found;
        problems.extend(settings.take_problems());
        outcome = outcome.max(settings.tell());
        if let Some(baseline) = &self.baseline {
            problems = match self.mending() {
                // Nothing is written, a baseline as little as any other file.
                Mending::Dry if !disk::is_file(baseline) => problems,
                _ => without_known(problems, outcome < Outcome::Unreadable, baseline)?,
            };
        }
        problems.retain(|problem| wanted.has(problem));
        if self.fix {
            mending::tell_what_stays(&problems, &left);
        }
        let is_unread = problems.iter().any(is_unread);
        let report = Report::new(problems, settings.texts());
        let report = if self.filter.all_places { report.with_all_places() } else { report };
        match self.mending() {
            Mending::Dry => self.print_fixes(&done, output)?,
            Mending::No | Mending::Yes => self.print(&report, settings.rules(), output)?,
        }
        output.flush()?;
        if n_checked == 0 && report.worst().is_none() {
            complain("note: there is no file of a known format here");
        }
        let would_fix = self.mending() == Mending::Dry && !done.is_empty();
        let summary = report.summary();
        let files: BTreeSet<&str> = done.iter().map(|done| &*done.place.file).collect();
        let fixes = counted(done.len(), "fix", "fixes");
        let files = counted(files.len(), "file", "files");
        complain(&match self.mending() {
            Mending::Dry if would_fix => {
                format!("{fixes} would be applied in {files}, then: {summary}")
            }
            Mending::Yes if !done.is_empty() => {
                format!("{fixes} applied in {files}, then: {summary}")
            }
            Mending::Dry | Mending::No | Mending::Yes => summary,
        });
        let is_bad = would_fix || report.worst() >= Some(Severity::Warning);
        Ok(outcome.max(match is_bad {
            _ if is_unread => Outcome::Unreadable,
            true => Outcome::Found,
            false => Outcome::Fine,
        }))
    }

    fn mending(&self) -> Mending {
        match (self.fix, self.dry_run) {
            (false, _) => Mending::No,
            (true, false) => Mending::Yes,
            (true, true) => Mending::Dry,
        }
    }

    fn format(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    fn print_fixes(&self, done: &[Done], output: &mut Output) -> Result<(), Failure> {
        match self.format() {
            Format::Text => output.text(&mending::to_text(done))?,
            Format::Json => json::write_spread(&mending::to_json(done), output.writer())?,
            Format::Sarif | Format::Github => {
                let message = "fixes can be listed as text or JSON only; change or omit --format";
                return Err(Failure::WrongUse(message.to_owned()));
            }
        }
        Ok(())
    }

    fn print(
        &self,
        report: &Report<'_>,
        rules: &[&'static Rule],
        output: &mut Output,
    ) -> Result<(), Failure> {
        match self.format() {
            Format::Text => output.text(&report.to_text(Colour::Plain))?,
            Format::Json => json::write_spread(&report.to_json(), output.writer())?,
            Format::Github => output.text(&report.to_github())?,
            Format::Sarif => {
                let version = env!("CARGO_PKG_VERSION");
                let tool = Tool { name: "landwright", version, rules };
                json::write_spread(&report.to_sarif(&tool), output.writer())?;
            }
        }
        Ok(())
    }

    /// A file, or the zone that it is a part of, which is checked once.
    fn check_file(
        &self,
        path: &Path,
        checked: &mut BTreeSet<PathBuf>,
        findings: &mut Findings<'_>,
    ) -> Result<(), Failure> {
        let is_known = matches!(findings.settings.kind_at(path), Ok(Some(_)));
        let Some(zone) = zones::zone_of(path, &self.paths).filter(|_| is_known) else {
            return self.check_one(path, findings);
        };
        findings.n_checked += 1;
        let is_new = checked.insert(zone.clone());
        if is_new { self.check_zone(&zone, findings) } else { Ok(()) }
    }

    fn check_zone(&self, path: &Path, findings: &mut Findings<'_>) -> Result<(), Failure> {
        if let Some(found) = findings.ahead.take(path) {
            findings.add(path, found?);
            return Ok(());
        }
        let project = findings.settings.of(path);
        let judge = |problems| findings.judge(path, problems);
        let checked = zones::check(path, self.mending(), &project, judge)?;
        findings.take(checked)
    }

    /// Finds the problems of a file as its project sees them, mended where that was asked for.
    fn check_one(&self, path: &Path, findings: &mut Findings<'_>) -> Result<(), Failure> {
        let kind = match findings.settings.kind_at(path) {
            Ok(Some(kind)) => kind,
            Ok(None) => {
                let project = findings.settings.of(path);
                match kinds::check_rows(path, &project, &findings.around.tables) {
                    Ok(Some(problems)) => {
                        findings.n_checked += 1;
                        findings.add(path, problems);
                    }
                    Ok(None) => load::tell_skipped(path, &self.paths),
                    Err(trouble) => findings.unreadable(path, &trouble),
                }
                return Ok(());
            }
            Err(trouble) => {
                findings.unreadable(path, &trouble);
                return Ok(());
            }
        };
        findings.n_checked += 1;
        let own = (kind == Kind::Zgd).then(|| disk::absolute(path).ok()).flatten();
        if own.is_some_and(|own| findings.zones_checked.contains(&own)) {
            return Ok(());
        }
        if let Some(found) = findings.ahead.take(path) {
            findings.add(path, found?);
            return Ok(());
        }
        if let Some(found) = findings.ahead.take_area(path) {
            findings.take_area(path, found?);
            return Ok(());
        }
        let loaded = match disk::read_file(path, READ_LIMIT) {
            Ok(loaded) => loaded,
            Err(error) => {
                findings.unreadable(path, &error.trouble);
                return Ok(());
            }
        };
        if kind == Kind::Apd {
            return self.check_area(path, &loaded, findings);
        }
        if let Ok(Some(map)) = read_map(kind, &loaded.bytes) {
            return self.check_map(path, &map, &loaded, findings);
        }
        let project = findings.settings.of(path);
        // Scripts lead to the cells of a map, so other files don't need them.
        let entrances = match kind {
            Kind::Gat => findings.entered.on(&project),
            _ => Arc::default(),
        };
        let around = (&findings.around, &*entrances);
        let problems = problems_of(path, kind, &loaded.bytes, &project, around);
        let problems = findings.judge(path, problems);
        findings.found.add(Found::of_one_by_one(problems));
        Ok(())
    }

    fn check_map(
        &self,
        path: &Path,
        map: &GatMap,
        loaded: &Loaded,
        findings: &mut Findings<'_>,
    ) -> Result<(), Failure> {
        let (name, project) = (shown(path), findings.settings.of(path));
        let entrances = findings.entered.on(&project);
        let judge = |map: &GatMap| findings.judge(path, entered::check_map(path, map, &entrances));
        let checked = mending::check((map, &name), self.mending(), judge, |map| {
            save_mended(path, loaded, bytes_of(map), &project)
        });
        findings.take(checked)
    }
}

/// Saves a file that was mended, unless it was changed meanwhile.
fn save_mended(
    path: &Path,
    loaded: &Loaded,
    bytes: Vec<u8>,
    project: &Project,
) -> Result<String, Failure> {
    let wanted = Wanted::new((), path, bytes, Before::Was(loaded.fingerprint));
    match saving::save(vec![wanted], project.backups()) {
        Ok(_) => Ok(String::new()),
        Err(error) => {
            Err(Failure::File(format!("error: {}", error.said("nothing in it was fixed"))))
        }
    }
}

impl Findings<'_> {
    fn take(&mut self, checked: mending::Checked) -> Result<(), Failure> {
        self.found.add(checked.found);
        checked.failure.map_or(Ok(()), Err)
    }

    fn add(&mut self, path: &Path, problems: Vec<Problem>) {
        let problems = self.judge(path, problems);
        self.found.problems.extend(problems);
    }

    /// As the project of the file sees them.
    fn judge(&mut self, path: &Path, problems: Vec<Problem>) -> Vec<Problem> {
        let mut problems = self.settings.judge(path, problems);
        problems.retain(|problem| self.mended.is_none_or(|wanted| wanted.has_code(problem)));
        problems
    }

    /// A file that the disk does not give. The others are checked all the same.
    fn unreadable(&mut self, path: &Path, trouble: &Trouble) {
        let place = Place::file(shown(path));
        self.add(path, vec![Problem::new(&FILE_UNREADABLE, place, trouble.to_string())]);
        self.outcome = Outcome::Unreadable;
    }
}

/// Whether a problem says that a file, or a part of it, can't be read.
fn is_unread(problem: &Problem) -> bool {
    problem.code == FILE_UNREADABLE.code && problem.severity >= Severity::Warning
}

/// The problems of a file that is checked alone.
fn problems_of(
    path: &Path,
    kind: Kind,
    bytes: &[u8],
    project: &Project,
    (around, entrances): (&Around, &Entrances),
) -> Vec<Problem> {
    let name = shown(path);
    let content = match file::read(kind, bytes) {
        Ok(file) => file.content,
        Err(error) => return vec![problem_of(&name, &error)],
    };
    match content {
        Content::Gat(gat) => match GatMap::new(&gat) {
            Ok(map) => entered::check_map(path, &map, entrances),
            Err(_) => Vec::new(),
        },
        Content::Zgd(zgd) => area::check_zone(path, &name, zgd),
        content => {
            let mut problems = check::rose::check(&name, &content);
            problems.extend(check::cache::check(&name, &content));
            problems.extend(around.clients.check(path, &name, &content, project.code_page));
            problems.extend(scene::check(path, &content, project));
            problems.extend(kinds::check(path, bytes, project, &around.tables));
            problems
        }
    }
}

/// The map in the bytes of a file, where it is one.
fn read_map(
    kind: Kind,
    bytes: &[u8],
) -> Result<Option<GatMap>, landwright_core::format::ReadError> {
    match file::read(kind, bytes)?.content {
        Content::Gat(gat) => Ok(GatMap::new(&gat).ok()),
        _ => Ok(None),
    }
}

/// The problems that a baseline does not know.
fn without_known(
    problems: Vec<Problem>,
    is_whole: bool,
    path: &Path,
) -> Result<Vec<Problem>, Failure> {
    match baseline::compare(problems, is_whole, path) {
        Ok(Compared::New(problems)) => Ok(problems),
        Ok(Compared::Incomplete(problems)) => {
            complain(&format!(
                "{}: not created, since not every file could be read or saved; mend that, and run \
                the command again",
                shown(path)
            ));
            Ok(problems)
        }
        Ok(Compared::Made { n_problems }) => {
            let n_problems = counted(n_problems, "problem", "problems");
            complain(&format!("{}: created, with {n_problems}", shown(path)));
            Ok(Vec::new())
        }
        Err(error @ BaselineError::Bad { .. }) => Err(Failure::WrongUse(error.to_string())),
        Err(error) => Err(Failure::File(format!("error: {error}"))),
    }
}
