//! `landwright import`: maps, areas, zones, tables and models back from other programs.

mod area;
mod kind;
mod model;
mod preview;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::problem::counted::counted;
use landwright_core::vfs::disk;
use landwright_core::world::Editing;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::action::Action;
use landwright_core::world::gat::edit::Edit;
use landwright_core::world::gat::exchange::Incoming as IncomingMap;
use landwright_core::world::three_way::Report;
use landwright_core::world::zone::exchange::Incoming;
use landwright_core::world::zone::numbers::Numbers;

use super::area::named::path_or_name as area_or_zone;
use super::load;
use super::map::read_map;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::scriptable::Scriptable;
use super::target::Target;
use super::zone;
use crate::cli::apart::Apart;
use crate::exchange;

/// Bring a map back from Tiled (.tmj, .tmx) or a spreadsheet (.csv), the things of a zone, a TERA area, or a model (.glb)
///
/// What `landwright export` wrote comes back as it was, but for what was changed. Tables and lists hold
/// how everything was exported (base), so that only your changes are taken and those of others since
/// stay. Where both changed a value differently, that of the document stays, the conflict is reported,
/// and the exit code is 1. A file without a base can't be checked so: all that it says is taken.
///
/// A .tmj holds all
/// of its map, and so does a .tmx that Tiled saved of it; tilesets of their own (.tsx, .tsj) are read from the folder of
/// the map and below. A .csv holds the cells that are in it; with --onto, those that are not in it stay as
/// they are.
///
/// Onto a table (stb, stl, ltb) come the rows of its .csv: what has no number is a new row, and rows
/// and columns that are missing stay as they are.
///
/// For TERA, the files of the game's own servers become a zone (.idx with the .geo beside it, to
/// .zgd) or an area (.gdi with the .nod beside it, to .apd). Points and lines (.geojson) that were
/// exported and changed come back --onto their area. They are all of its nodes and edges: a node that
/// you leave out is deleted. The .base file beside them is the area as it was exported; with it, an
/// area that changed since is merged. What `export` wrote as .json comes back as it is.
///
/// Onto a ROSE zone come the things of a .csv or .json; what has no id is new, and what is missing
/// stays as it is. The output is a folder then: another one, or with --force the zone itself, which
/// the copies of its landwright.toml follow. The cell of a thing (cell-x, cell-y) is taken from the
/// file only where the thing stays in the cell where it stood (stood-at); else it follows the place.
/// So a file that is brought in twice changes nothing the second time, but that what has no id is
/// new again. After things went to other blocks their numbers are others: export it again.
///
/// A model (.glb, which is binary glTF) becomes meshes of ROSE (zms) of version 8. A file for each mesh and
/// material comes into a folder; a single one may be named. With --onto, a mesh that was exported and edited
/// comes back: as long as it has the same triangles, only vertices that differ change, and every other byte
/// stays. Bones are found by their names. Textures, and what a ZSC says of materials, are not imported.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// The file to read
    file: PathBuf,
    /// The file to write, or for a zone its folder
    #[arg(short, long, required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Replace a file that is there; a backup of it is kept in .landwright/backups
    #[arg(long)]
    force: bool,
    /// Write nothing, and list what would change and what is in conflict
    #[arg(long, requires = "onto")]
    dry_run: bool,
    /// Print what changes and what is in conflict as JSON
    #[arg(long, requires = "onto")]
    json: bool,
    /// The map to change, by what was painted in Tiled or what the table has otherwise; it stays as
    /// it is itself
    #[arg(long, value_name = "BASE", value_parser = area_or_zone())]
    onto: Option<PathBuf>,
    /// The version of a map that is new; 1.3 where a cell has the water bit, and else 1.2
    #[arg(long, value_enum, conflicts_with = "onto")]
    version: Option<VersionName>,
    /// Make a flat map of a .tmj or .tmx that has lost the heights of its map
    #[arg(long, conflicts_with = "onto")]
    flat: bool,
    /// For meshes of ROSE: the skeleton (zmd) whose bones they follow [default: the only one in the
    /// folder of the old or the new mesh]
    #[arg(long, value_name = "FILE")]
    skeleton: Option<PathBuf>,
    #[command(flatten)]
    apart: Apart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum VersionName {
    #[value(name = "1.2")]
    V1_2,
    #[value(name = "1.3")]
    V1_3,
}

/// A map, and what a file makes of it.
struct Onto {
    map: GatMap,
    action: Action,
    report: Report,
}

impl Import {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        // Before the file is read as one of any kind.
        if let Some(base) = self.onto.as_deref().filter(|base| !disk::is_folder(base)) {
            load::load(&load::file_of_entry(base).unwrap_or_else(|| base.to_owned()))?;
        }
        if model::is_gltf(&self.file) {
            return self.model(output);
        }
        if self.skeleton.is_some() {
            let message = "--skeleton belongs to models (glb) for ROSE";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        if let Some(outcome) = self.onto_kind(output)? {
            return Ok(outcome);
        }
        let target = match &self.output {
            Some(path) if !self.dry_run => Target::new(path.clone(), self.force),
            _ => return self.preview(output),
        };
        if let Some(format) = area::format_of(&self.file, target.path()) {
            return self.area(format, &target, output);
        }
        if let Some(zone) = self.onto.as_deref().filter(|base| zone::is_zone(base)) {
            return self.onto_zone(zone, &target, output);
        }
        let before = target.before()?;
        let (start, action, report) = match &self.onto {
            Some(base) => {
                let Onto { map, action, report } = self.onto_map(base)?;
                (map, action, report)
            }
            None => {
                let version = self.version.map(|version| match version {
                    VersionName::V1_2 => Version::V1_2,
                    VersionName::V1_3 => Version::V1_3,
                });
                let incoming = self.incoming()?;
                let own = incoming.on_its_own(version);
                let (map, action) = own.map_err(|wrong| match incoming.has_lost_heights {
                    true => Failure::WrongUse(format!("{}: {wrong}", shown(&self.file))),
                    false => self.wrong(&wrong),
                })?;
                (map, action, Report::default())
            }
        };
        let resolved = action.resolve(&start).map_err(|refusal| self.wrong(&refusal))?;
        let mut editing = Editing::new(start);
        let what = match resolved.edit {
            None => "nothing differs".to_owned(),
            Some(edit) => {
                let counts = in_words(&edit);
                editing.apply("Import", edit);
                counts
            }
        };
        target.save(before, gat::write(&editing.document().to_gat()))?;
        report.note().iter().for_each(|note| complain(&format!("note: {note}")));
        self.tell(output, &format!("{}: {what}", shown(target.path())), &report)
    }

    fn onto_map(&self, base: &Path) -> Result<Onto, Failure> {
        let incoming = self.incoming()?;
        let map = read_map(base)?;
        let merged = incoming.merged(&map).map_err(|wrong| self.wrong(&wrong))?;
        let (action, report) = merged;
        Ok(Onto { map, action, report })
    }

    fn onto_zone(
        &self,
        base: &Path,
        target: &Target,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let mut opened = zone::open(base)?;
        opened.tell_problems();
        let Incoming { action, notes, report } = self.zone_incoming(&opened)?;
        let title = action.title();
        let n_steps = opened.apply(&[action], &self.file)?;
        let n_files = opened.save_with_copies(target, &[], self.apart)?;
        let what = if n_steps == 0 { "nothing differs".to_owned() } else { title };
        let files = counted(n_files, "file", "files");
        notes.iter().for_each(|note| complain(&format!("note: {note}")));
        self.tell(output, &format!("{}: {what}; {files} written", shown(target.path())), &report)
    }

    fn zone_incoming(&self, opened: &zone::Opened) -> Result<Incoming, Failure> {
        if opened.has_unread_part() {
            let message = "a part of the zone can't be read, so it is not known what differs";
            return Err(self.wrong(&message));
        }
        let data = load::load(&self.file)?.bytes;
        let numbers = Numbers::default();
        let zone = (&opened.zone, &opened.names, &numbers);
        let incoming = crate::kind::rose::exchange::incoming(zone, &self.file, &data);
        incoming.map_err(|wrong| self.wrong(&wrong))
    }

    fn incoming(&self) -> Result<IncomingMap, Failure> {
        let read = exchange::reader_of(&self.file)
            .map_err(|help| Failure::WrongUse(format!("{}: {help}", shown(&self.file))))?;
        let (bytes, beside) = (load::load(&self.file)?.bytes, exchange::beside(&self.file));
        let incoming = read(&bytes, &beside).map_err(|wrong| self.wrong(&wrong))?;
        incoming.notes.iter().for_each(|note| complain(&format!("note: {note}")));
        Ok(if self.flat { incoming.flat() } else { incoming })
    }

    fn wrong(&self, error: &dyn std::fmt::Display) -> Failure {
        let message = format!("error: {}: {error}; nothing was written", shown(&self.file));
        Failure::File(message)
    }
}

fn in_words(edit: &Edit) -> String {
    match edit {
        Edit::Cells(cells) => {
            let (n_types, n_corners) = cells.counts();
            let types = counted(n_types, "cell has another type", "cells have another type");
            match n_corners {
                0 => types,
                n => format!(
                    "{types}, {}",
                    counted(n, "corner another height", "corners another height")
                ),
            }
        }
        Edit::Whole(_) => "another map".to_owned(),
    }
}
