//! Areas and zones by their names: what a command line may say in place of a path.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use landwright_core::problem::nearest::{did_you_mean, near_ones};
use landwright_core::project::Project;
use landwright_core::vfs::disk;
use landwright_core::world::area::folders::Folders;
use landwright_core::world::area::names::Names;

use crate::cli::output::{complain, shown};
use crate::cli::settings::load_project;
use crate::cli::zone::named::by_name as zone_by_name;

/// A path, or the name of an area in the list of areas, or of a zone in LIST_ZONE.STB.
pub(in crate::cli) fn path_or_name() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|value: OsString| resolved(value.into()))
}

/// The file that a path or a name means; a path that is neither is left to anyone who opens it.
pub(in crate::cli) fn resolved(path: PathBuf) -> Result<PathBuf, String> {
    if disk::is_file(&path) || disk::is_folder(&path) {
        return Ok(path);
    }
    let zone = zone_by_name(&path);
    let Some(name) = name_in(&path) else {
        return Ok(zone.and_then(Result::ok).unwrap_or(path));
    };
    let folders = folders_around(Path::new("."));
    if let Some(file) = file_in(&folders, name)? {
        return Ok(file);
    }
    let zone = match zone {
        Some(Ok(zone)) => return Ok(zone),
        other => other,
    };
    let Some((list, names)) = folders.list().zip(names_in(&folders)) else {
        return zone.unwrap_or(Ok(path));
    };
    let list = shown(list);
    if let Some(area) = names.get(name) {
        let file = area.file_name();
        let where_to = "not beside the list and not in a root of landwright.toml";
        return Err(format!("{list} has the area {}, but {file} is {where_to}", area.name));
    }
    let areas: Vec<&str> = names.areas().map(|area| area.name.as_str()).collect();
    let near = did_you_mean(&near_ones(name, &areas));
    let of_zones = match zone {
        Some(Err(error)) => format!("; {error}"),
        _ => String::new(),
    };
    Err(format!("{list} has no area named {name}{near}{of_zones}"))
}

fn name_in(path: &Path) -> Option<&str> {
    path.to_str().filter(|name| !name.contains(['/', '\\', '.', ':']))
}

/// The file of an area that is named, where it is at hand. Of several nobody knows which is meant.
fn file_in(folders: &Folders, name: &str) -> Result<Option<PathBuf>, String> {
    let files = folders.areas_named(name).into_iter();
    // As they are seen from here, where that is shorter.
    let mut files: Vec<PathBuf> =
        files.map(|file| disk::below(&file, Path::new(".")).unwrap_or(file)).collect();
    if files.len() > 1 {
        let files: Vec<String> = files.iter().map(|file| shown(file)).collect();
        let files = files.join(", ");
        return Err(format!("several files are areas named {name}: {files}; name one of them"));
    }
    Ok(files.pop())
}

/// Where the files of areas are, as seen from a file or a folder.
pub(in crate::cli) fn folders_around(start: &Path) -> Folders {
    // The problems of its settings are reported where they are asked for.
    let project = load_project(start).map(|(project, _)| project);
    let project = project.unwrap_or_else(|_| Project::usual(start));
    Folders::around(start, &project)
}

/// The areas of the list that is there; what is wrong with it is reported.
pub(in crate::cli) fn names_in(folders: &Folders) -> Option<Names> {
    match folders.read_list()? {
        Ok(read) => {
            let list = folders.list().map(shown).unwrap_or_default();
            read.troubles.iter().for_each(|trouble| {
                complain(&format!("warning: {list}: {trouble}"));
            });
            Some(read.names)
        }
        Err(error) => {
            complain(&format!("warning: {error}"));
            None
        }
    }
}
