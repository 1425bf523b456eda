//! The command line: what it understands, and what its exit codes mean.

mod apart;
mod mending;
mod scriptable;
mod apply;
mod archive;
mod area;
mod batch;
mod build;
mod check;
mod commands;
mod convert;
mod completions;
mod diff;
mod eq;
mod explain;
mod export;
mod find;
mod fits;
mod git;
mod half;
mod import;
mod inspect;
mod kinds;
mod load;
mod man;
mod manual;
mod map;
mod model;
mod merge;
mod outcome;
mod output;
mod pack;
mod path;
mod pool;
mod pose;
mod progress;
mod publish;
mod recompress;
mod refs;
mod regenerate;
mod spawns;
mod render;
mod roundtrip;
mod saving;
mod script;
mod scripts;
mod settings;
mod target;
mod water;
mod zone;

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "window")]
use clap::CommandFactory;
use clap::{Parser, Subcommand, ValueEnum};
use landwright_core::format::text::CodePage;
#[cfg(feature = "window")]
use landwright_core::problem::nearest::nearest;
#[cfg(feature = "window")]
use landwright_core::vfs::disk;
use landwright_core::vfs::save::recover;

use self::outcome::{Failure, Outcome};
use self::output::Output;

/// Edit maps in a window; read, search, check and rebuild map files of Ragnarok Online, ROSE Online,
/// TERA and EverQuest
#[derive(Debug, Parser)]
#[command(
    name = "landwright",
    version,
    after_help = "Exit codes: 0 fine, 1 something was found, 2 wrong use, or a file can't be read, \
                  understood or written",
    disable_help_subcommand = true
)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Maps to open in the window
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// From now on, trust what landwright.toml says about other places: its roots, the copies that
    /// are written with a zone, and what is published and run
    #[arg(long, global = true)]
    trust: bool,
}

/// Whether an option of all commands is given. Names are looked up in roots, and folders are looked
/// into, while arguments are still being read.
fn has_option(option: &str) -> bool {
    std::env::args_os().skip(1).take_while(|word| word != "--").any(|word| word == option)
}

/// What a merge ends with that did not take place, as git has it.
const NOT_MERGED: u8 = 129;

/// Whether the command is `merge`, however wrong its arguments are.
fn is_merging() -> bool {
    let is_option = |word: &std::ffi::OsString| word.to_string_lossy().starts_with('-');
    std::env::args_os().skip(1).find(|word| !is_option(word)).is_some_and(|word| word == "merge")
}

#[derive(Debug, Subcommand)]
enum Command {
    Inspect(inspect::Inspect),
    Build(build::Build),
    Roundtrip(roundtrip::Roundtrip),
    Find(find::Find),
    Convert(convert::Convert),
    Recompress(recompress::Recompress),
    Refs(refs::Refs),
    Scripts(scripts::Scripts),
    Regenerate(regenerate::Regenerate),
    Spawns(spawns::Spawns),
    Check(check::Check),
    Apply(apply::Apply),
    Commands(commands::Commands),
    Kinds(kinds::Kinds),
    Ls(archive::Ls),
    Extract(archive::Extract),
    Regions(eq::Regions),
    Z(eq::Z),
    Pack(pack::Pack),
    Publish(publish::Publish),
    Path(path::Path),
    Pose(pose::Pose),
    Render(render::Render),
    Export(export::Export),
    Import(import::Import),
    Diff(diff::Diff),
    Merge(merge::Merge),
    Git(git::GitCommand),
    Explain(explain::Explain),
    Manual(manual::Manual),
    Man(man::Man),
    Completions(completions::Completions),
}

/// Runs the program and says how it ended.
pub fn run() -> ExitCode {
    if has_option("--trust") {
        settings::trust_all();
    }
    if has_option("--dry-run") {
        recover::only_look();
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Where this can't be shown, nothing else can.
            let _ = error.print();
            return match error.use_stderr() {
                // To git, 2 would mean a merge with conflicts.
                true if is_merging() => ExitCode::from(NOT_MERGED),
                true => ExitCode::from(2),
                false => ExitCode::SUCCESS,
            };
        }
    };
    let mut output = Output::new();
    let result = match cli.command {
        Some(command) => command.run(&mut output),
        None => open_window(cli.files),
    };
    let outcome = result.unwrap_or_else(|failure| failure.tell()).max(half::outcome());
    // A reader who wants no more of the output does not make it a good one.
    let outcome = match output.flush() {
        Ok(()) => outcome,
        Err(error) => outcome.max(Failure::from(error).tell()),
    };
    // The work was done, so it is no wrong use: a script must not do it again.
    let outcome = match output.missing() {
        Some(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            let saved = saving::in_spite_of_that();
            output::complain(&format!("error: the output can't be written: {error}{saved}"));
            outcome.max(Outcome::Found)
        }
        _ => outcome,
    };
    match outcome {
        Outcome::Fine => ExitCode::SUCCESS,
        Outcome::Found => ExitCode::from(1),
        Outcome::Unreadable => ExitCode::from(2),
        Outcome::NotMerged => ExitCode::from(NOT_MERGED),
    }
}

/// What the window is to open has to be there, or to be a name that a list of the game has.
#[cfg(feature = "window")]
fn found(path: PathBuf) -> Result<PathBuf, Failure> {
    if disk::is_file(&path) || disk::is_folder(&path) {
        return Ok(path);
    }
    match area::named::resolved(path.clone()) {
        Ok(found) if found != path => Ok(found),
        Ok(_) => Err(not_found(&path, "there is no such file or folder")),
        Err(why) => Err(not_found(&path, &why)),
    }
}

/// It may be a command with a typing error.
#[cfg(feature = "window")]
fn not_found(path: &std::path::Path, why: &str) -> Failure {
    let name = output::shown(path);
    let is_name = !name.contains(['.', '/', '\\']);
    let command = Cli::command();
    let commands: Vec<&str> = command.get_subcommands().map(|command| command.get_name()).collect();
    let message = match nearest(&name, commands).filter(|_| is_name) {
        Some(command) => {
            format!("{name} is neither a command nor a file; did you mean `landwright {command}`?")
        }
        None => format!("{name}: {why}"),
    };
    Failure::WrongUse(message)
}

#[cfg(feature = "window")]
fn open_window(files: Vec<PathBuf>) -> Result<Outcome, Failure> {
    let files = files.into_iter().map(found).collect::<Result<Vec<PathBuf>, Failure>>()?;
    crate::window::run(files, Cli::command).map(|()| Outcome::Fine).map_err(Failure::WrongUse)
}

#[cfg(not(feature = "window"))]
fn open_window(_files: Vec<PathBuf>) -> Result<Outcome, Failure> {
    let message = "this landwright was built without the window; see landwright --help";
    Err(Failure::WrongUse(message.to_owned()))
}

impl Command {
    fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        match self {
            Command::Inspect(inspect) => inspect.run(output),
            Command::Build(build) => build.run(output),
            Command::Roundtrip(roundtrip) => roundtrip.run(output),
            Command::Find(find) => find.run(output),
            Command::Convert(convert) => convert.run(output),
            Command::Recompress(recompress) => recompress.run(output),
            Command::Refs(refs) => refs.run(output),
            Command::Scripts(scripts) => scripts.run(output),
            Command::Regenerate(regenerate) => regenerate.run(output),
            Command::Spawns(spawns) => spawns.run(output),
            Command::Check(check) => check.run(output),
            Command::Apply(apply) => apply.run(output),
            Command::Commands(commands) => commands.run(output),
            Command::Kinds(kinds) => kinds.run(output),
            Command::Ls(ls) => ls.run(output),
            Command::Extract(extract) => extract.run(output),
            Command::Regions(regions) => regions.run(output),
            Command::Z(z) => z.run(output),
            Command::Pack(pack) => pack.run(output),
            Command::Publish(publish) => publish.run(output),
            Command::Path(path) => path.run(output),
            Command::Pose(pose) => pose.run(output),
            Command::Render(render) => render.run(output),
            Command::Export(export) => export.run(output),
            Command::Import(import) => import.run(output),
            Command::Diff(diff) => diff.run(output),
            Command::Merge(merge) => merge.run(output),
            Command::Git(git) => git.run(output),
            Command::Explain(explain) => explain.run(output),
            Command::Manual(manual) => manual.run(output),
            Command::Man(man) => man.run(output),
            Command::Completions(completions) => completions.run(output),
        }
    }
}

/// In which code page texts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShownCodePage {
    /// Korean
    Cp949,
    /// Japanese
    Cp932,
    /// Western
    Cp1252,
}

impl From<ShownCodePage> for CodePage {
    fn from(shown: ShownCodePage) -> CodePage {
        match shown {
            ShownCodePage::Cp949 => CodePage::Cp949,
            ShownCodePage::Cp932 => CodePage::Cp932,
            ShownCodePage::Cp1252 => CodePage::Cp1252,
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_and_argument_is_explained() {
        for command in Cli::command().get_subcommands() {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            for argument in command.get_arguments() {
                let is_explained = argument.get_help().is_some();
                assert!(is_explained, "{} {}", command.get_name(), argument.get_id());
            }
        }
    }
}
