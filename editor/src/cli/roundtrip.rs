//! `landwright roundtrip`: the first law, held against real files.

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::{self, Kind};
use landwright_core::format::text::CodePage;
use landwright_core::problem::counted::{counted, grouped};
use landwright_core::project::Game;
use landwright_core::vfs::Trouble;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use serde::Serialize;

use super::archive::whole;
use super::kinds::{ReadRows, read_rows};
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, n_bytes, shown};
use super::pool;
use super::progress::Progress;
use super::settings::Settings;
use crate::json;

/// Check that files are rewritten byte for byte
///
/// Each file is read into the model, written again from the model alone, and compared. No file is
/// changed. Brotli files are compared unpacked. A line per file says:
///
///   ok       the same bytes, all of them understood
///   kept     the same bytes, some of them kept without being understood
///   differs  other bytes, which is a defect of this program
///   refused  the file can't be read, and why
///   skipped  not a known format
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Roundtrip {
    /// Files, and folders with everything in them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    Kept,
    Differs,
    Refused,
    Skipped,
}

/// What became of one file.
#[derive(Debug, Serialize)]
struct Verdict {
    status: Status,
    file: String,
    format: Option<&'static str>,
    n_bytes: Option<usize>,
    n_kept: Option<usize>,
    details: String,
    #[serde(skip)]
    outcome: Outcome,
}

#[derive(Debug, Default, Serialize)]
struct Summary {
    ok: usize,
    kept: usize,
    differs: usize,
    refused: usize,
    skipped: usize,
}

#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    files: &'a [Verdict],
    summary: &'a Summary,
}

impl Roundtrip {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let mut found = load::files_of(&self.paths)?;
        found.tell_mended();
        let progress = Progress::of_files(found.files.len());
        let mut verdicts = Vec::new();
        let mut summary = Summary::default();
        let mut outcome = Outcome::Fine;
        let mut settings = Settings::new();
        for path in found.files.iter().chain(&self.paths) {
            settings.of(path);
        }
        let with_settings = |path: &'_ PathBuf| {
            let project = settings.of(path);
            (path.clone(), project.game, project.code_page)
        };
        let files: Vec<(PathBuf, Option<Game>, CodePage)> =
            found.files.iter().map(with_settings).collect();
        let mut take = |verdict: Verdict| {
            summary.count(verdict.status);
            outcome = outcome.max(verdict.outcome);
            if self.json {
                verdicts.push(verdict);
                return Ok(());
            }
            progress.line(output, &verdict.to_line())
        };
        for error in &found.errors {
            take(Verdict::unread(&error.path, &error.trouble))?;
        }
        let mut n_done = 0;
        pool::each(
            &files,
            |(path, game, code_page)| check(path, *game, *code_page),
            |verdict| {
                n_done += 1;
                progress.at(n_done, &verdict.file);
                take(verdict)
            },
        )?;
        progress.finish();
        outcome = outcome.max(settings.tell());
        if self.json {
            let report = Report { version: 1, files: &verdicts, summary: &summary };
            json::write_spread(&report, output.writer())?;
        }
        output.flush()?;
        complain(&summary.to_line());
        Ok(outcome)
    }
}

fn check(path: &Path, game: Option<Game>, code_page: CodePage) -> Verdict {
    let kind = load::kind_at(path);
    let kind = kind.map(|kind| kind.filter(|kind| game.is_none_or(|game| game.has(*kind))));
    let kind = match kind {
        Ok(Some(kind)) => kind,
        Ok(None) if game.is_none_or(|game| game == Game::Ragnarok) && whole::is_grf(path) => {
            return check_archive(path, code_page);
        }
        Ok(None) => return check_rows(path, game, code_page),
        Err(trouble) => return Verdict::unread(path, &trouble),
    };
    let refused = |reason| Verdict::new(Status::Refused, path, Some(kind), reason);
    let bytes = match disk::read_file(path, READ_LIMIT) {
        Ok(loaded) => loaded.bytes,
        Err(error) => {
            return Verdict { format: Some(kind.name()), ..Verdict::unread(path, &error.trouble) };
        }
    };
    let file = match file::read(kind, &bytes) {
        Ok(file) => file,
        Err(error) => return refused(error.to_string()),
    };
    let n_kept = file.n_opaque();
    let (status, details) = match file.difference(&bytes) {
        Some(difference) => (Status::Differs, difference.to_string()),
        None if n_kept > 0 => {
            let (n_kept, n_bytes) = (grouped(n_kept as u64), n_bytes(bytes.len()));
            (Status::Kept, format!("{n_kept} of {n_bytes} are kept without being understood"))
        }
        None => (Status::Ok, n_bytes(bytes.len())),
    };
    let verdict = Verdict::new(status, path, Some(kind), details);
    Verdict { n_bytes: Some(bytes.len()), n_kept: Some(n_kept), ..verdict }
}

/// An archive of Ragnarok is never written, so the files in it are read and written again.
fn check_archive(path: &Path, code_page: CodePage) -> Verdict {
    let verdict = |status, details| Verdict {
        format: Some("grf"),
        ..Verdict::new(status, path, None, details)
    };
    let whole = match whole::roundtrip(path, code_page) {
        Ok(whole) => whole,
        Err(error) => return verdict(Status::Refused, error),
    };
    let of = |(first, n): (String, usize)| match n {
        1 => first,
        n => format!("{first}; and {} more", grouped(n as u64 - 1)),
    };
    match (whole.different, whole.refused) {
        (Some(different), _) => verdict(Status::Differs, of(different)),
        (None, Some(refused)) => verdict(Status::Refused, of(refused)),
        (None, None) => {
            let [n_files, n_known] = [whole.n_files, whole.n_known].map(|n| grouped(n as u64));
            verdict(Status::Ok, format!("{n_files} files, {n_known} of them of known formats"))
        }
    }
}

/// A table of a server is a text, and none of the formats of files.
fn check_rows(path: &Path, game: Option<Game>, code_page: CodePage) -> Verdict {
    let skipped = || Verdict::new(Status::Skipped, path, None, load::unknown(path).to_owned());
    let ReadRows { bytes, rows } = match read_rows(path, game, code_page) {
        Ok(Some(read)) => read,
        Ok(None) => return skipped(),
        Err(trouble) => return Verdict::unread(path, &trouble),
    };
    let rows = match rows {
        Ok(rows) => rows,
        Err(unfit) if unfit.damage().is_some() => {
            return Verdict::new(Status::Refused, path, None, unfit.to_string());
        }
        Err(_) => return skipped(),
    };
    let (status, details) = match rows.to_bytes() {
        Ok(written) if written == bytes => (Status::Ok, n_bytes(bytes.len())),
        _ => (Status::Differs, "it would not come back byte for byte".to_owned()),
    };
    let format = if rows.is_dump() { "sql" } else { "table" };
    let verdict = Verdict::new(status, path, None, details);
    Verdict { format: Some(format), n_bytes: Some(bytes.len()), n_kept: Some(0), ..verdict }
}

impl Verdict {
    fn new(status: Status, path: &Path, kind: Option<Kind>, details: String) -> Verdict {
        let format = kind.map(Kind::name);
        let outcome = match status {
            Status::Ok | Status::Kept | Status::Skipped => Outcome::Fine,
            Status::Differs => Outcome::Found,
            Status::Refused => Outcome::Unreadable,
        };
        Verdict { status, file: shown(path), format, n_bytes: None, n_kept: None, details, outcome }
    }

    /// A file that the disk does not give.
    fn unread(path: &Path, trouble: &Trouble) -> Verdict {
        let verdict = Verdict::new(Status::Refused, path, None, trouble.to_string());
        Verdict { outcome: Outcome::Unreadable, ..verdict }
    }

    fn to_line(&self) -> String {
        let Verdict { status, file, format, details, .. } = self;
        let format = format.map_or_else(String::new, |format| format!("{format}: "));
        format!("{}\t{file}\t{format}{details}", status.name())
    }
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Kept => "kept",
            Status::Differs => "differs",
            Status::Refused => "refused",
            Status::Skipped => "skipped",
        }
    }
}

impl Summary {
    fn count(&mut self, status: Status) {
        let count = match status {
            Status::Ok => &mut self.ok,
            Status::Kept => &mut self.kept,
            Status::Differs => &mut self.differs,
            Status::Refused => &mut self.refused,
            Status::Skipped => &mut self.skipped,
        };
        *count += 1;
    }

    fn to_line(&self) -> String {
        let Summary { ok, kept, differs, refused, skipped } = self;
        let n_files = counted(ok + kept + differs + refused + skipped, "file", "files");
        format!(
            "{n_files}: {ok} ok, {kept} kept, {differs} differ, {refused} refused, {skipped} skipped"
        )
    }
}
