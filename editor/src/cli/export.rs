//! `landwright export`: a map for other programs.

mod area;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::Kind;
use landwright_core::format::picture::Picture;
use landwright_core::format::problem::problem_of;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::problem::counted::counted;
use landwright_core::scene::gltf;
use landwright_core::vfs::disk;
use landwright_core::vfs::save::Before;
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::gat::exchange::cache::{Put, PutError};
use landwright_core::world::zone::numbers::Numbers;

use super::area::named::path_or_name;
use super::area::{is_area, open};
use super::batch::{Batch, Counts, Item};
use super::eq;
use super::kinds;
use super::load;
use super::map::read_map;
use super::model;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, n_bytes, shown};
use super::saving::planned;
use super::target::Target;
use super::water::water_of;
use super::zone;
use crate::exchange::{self, ExportedFile, Format, Trouble};
use crate::kind::place;

const FORMATS: &str = "\
The ending of the output chooses the format. For a Ragnarok map:
  .tmj           a map for the Tiled editor, without loss; its tiles are written beside it, in a \
file that ends in .types.png
  .csv           a row per cell
  .png           a picture with one pixel per cell; `landwright render` has more kinds
  .mcache        the cells in the format of a Hercules server
  map_cache.dat  the cells of all maps in the format of an rAthena server. The map is replaced or \
added, and everything else in the file stays. Without the map's RSW, its water in the file stays
For a TERA area:
  .geojson       nodes as points and edges as lines, in the game's units
  .json          everything in the area
  .gdi, .nod     the two files of the game's own servers
  .png           a picture of floors, nodes and edges; `landwright render` has more kinds
For the geometry of a TERA zone:
  .idx, .geo     the two files of the game's own servers
For a ROSE zone:
  .csv           a row per thing
  .json          all things of the zone
  .png           a picture of the zone; `landwright render` has more kinds
For an EverQuest zone (s3d), with its objects (_obj.s3d) beside it:
  .map, .wtr     the files of its server: obstacles, and water and other regions
  .nav           the navigation mesh of its server, made by Recast's rules with the defaults of the \
server's tool. It is simpler than the tool's: it has no detail mesh, and more polygons
For an EverQuest navigation mesh (nav):
  .obj           a 3D model with an object for each area
For a dump of an EverQuest server (sql):
  .sql           the statements of just what Landwright changed in it
For a table (stb, stl, ltb):
  .csv           a row per row
For a model of ROSE: a mesh (zms), a folder of meshes that belong together, an object such as \
LIST_CNST.ZSC:5 or a creature such as LIST_NPC.CHR:11:
  .glb           glTF with skeleton, motion and pictures
You can import all of these again with `landwright import`, except .png, .mcache, map_cache.dat, \
.map, .wtr, .nav, .obj and .sql. A .glb comes back as meshes.";

/// Write a map, an area, a zone or a table for other programs: Tiled, spreadsheets, pictures, and servers
#[derive(Debug, Args)]
#[command(after_help = FORMATS)]
pub(super) struct Export {
    /// What to export; the source is not changed. A map (gat), area (apd), name of an area,
    /// geometry (zgd), table (stb, stl, ltb), folder of a zone or EverQuest zone (s3d). Or a map in
    /// a cache, such as map_cache.dat#prontera. With --as, a folder of maps, areas, geometry or
    /// tables
    #[arg(value_parser = path_or_name())]
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// The folder with the geometry (zgd) of an area's zones [default: beside the area or in its
    /// project]
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// The map's name in map_cache.dat [default: the name of its file]
    #[arg(long)]
    name: Option<String>,
    /// For an EverQuest zone: include the walls that only the client knows and that are never
    /// drawn. The server's own tools do this with --IncludeCollideTex
    #[arg(long)]
    invisible: bool,
    /// The RSW whose water level a server would use [default: the one beside the map]
    #[arg(long, value_name = "FILE")]
    rsw: Option<PathBuf>,
    /// For a folder of maps, areas or tables: the ending of the exported files, such as csv; the
    /// output is then a folder
    #[arg(long = "as", value_name = "ENDING")]
    ending: Option<String>,
    /// For meshes of ROSE: the skeleton (zmd) that they follow [default: the only one in the
    /// folder]
    #[arg(long, value_name = "FILE")]
    skeleton: Option<PathBuf>,
    /// For a model of ROSE: its motion (zmo)
    #[arg(long, value_name = "FILE")]
    motion: Option<PathBuf>,
    /// Write nothing, and list the files that would be written
    #[arg(long)]
    dry_run: bool,
    /// Refuses a zone of which a part can't be read.
    #[arg(skip)]
    is_whole: bool,
}

fn is_geometry(path: &Path) -> bool {
    Kind::of_name(&load::name_of(path)) == Some(Kind::Zgd)
}

impl Export {
    /// The export of a file with the defaults of everything else.
    pub(super) fn of(file: PathBuf, target: Target) -> Export {
        Export {
            file,
            target,
            zones: None,
            name: None,
            invisible: false,
            rsw: None,
            ending: None,
            skeleton: None,
            motion: None,
            dry_run: false,
            is_whole: false,
        }
    }

    /// The same, and nothing is written of a zone where a part of it can't be read.
    pub(super) fn of_all(file: PathBuf, target: Target) -> Export {
        Export { is_whole: true, ..Export::of(file, target) }
    }

    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let is_alone = self.ending.is_some() || !model::is_model(&self.file);
        if disk::is_folder(&self.file) && !zone::is_zone(&self.file) && is_alone {
            return self.export_folder(output);
        }
        if !self.dry_run {
            return self.export_one(output);
        }
        let (came, files) = planned(|| self.export_one(&mut Output::of_memory()));
        let outcome = came?;
        for file in files {
            output.line(&format!("would write {file}"))?;
        }
        Ok(outcome)
    }

    /// Writes every file of a folder that there is such a form of.
    fn export_folder(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let ending = self.ending.as_deref().map(|it| it.trim_start_matches('.').to_lowercase());
        let ending = ending.ok_or_else(|| {
            Failure::WrongUse(
                "for a folder, give the ending of the files with --as, such as --as \
                csv"
                .to_owned(),
            )
        })?;
        let endings = |path: &Path| -> &[&str] {
            match Kind::of_name(&load::name_of(path)) {
                Some(Kind::Gat) => &["csv", "mcache", "png", "tmj"],
                Some(Kind::Apd) => &["gdi", "geojson", "json", "png"],
                Some(Kind::Zgd) => &["idx"],
                Some(Kind::Stb | Kind::Stl | Kind::Ltb) => &["csv"],
                _ => &[],
            }
        };
        let batch = Batch {
            folder: &self.file,
            output: self.target.path(),
            is_dry: self.dry_run,
            counts: Counts::Files,
        };
        let mut items = batch.items(|path| endings(path).contains(&&*ending))?;
        if items.is_empty() {
            complain(&format!("note: it contains nothing that can be exported as .{ending}"));
        }
        // Two files that differ by their own ending alone keep it.
        let new_name = |item: &Item| item.output.with_extension(&ending);
        let mut seen: BTreeMap<PathBuf, usize> = BTreeMap::new();
        items.iter().for_each(|item| *seen.entry(new_name(item)).or_default() += 1);
        for item in &mut items {
            let name = new_name(item);
            item.output = match seen.get(&name) {
                Some(1) => name,
                _ => PathBuf::from(format!("{}.{ending}", item.output.display())),
            };
        }
        let work = |item: &Item, output: &mut Output| {
            let target = Target::new(item.output.clone(), self.target.may_replace());
            let export = Export {
                zones: self.zones.clone(),
                rsw: self.rsw.clone(),
                invisible: self.invisible,
                ..Export::of(item.file.clone(), target)
            };
            export.export_one(output)
        };
        batch.run(&items, work, output)
    }

    pub(super) fn export_one(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if eq::is_archive(&self.file) {
            let walls = if self.invisible { Invisible::Solid } else { Invisible::LeftOut };
            return eq::export(&self.file, &self.target, walls, output);
        }
        if model::is_model(&self.file) {
            return self.write_model(output);
        }
        if let Some(named) = kinds::named(&self.file)
            && let Some(outcome) = kinds::export(&named, &self.target, output)?
        {
            return Ok(outcome);
        }
        if is_area(&self.file) || is_geometry(&self.file) {
            return self.write_area(output);
        }
        if zone::is_zone(&self.file) {
            return self.write_zone(output);
        }
        let format = self.format()?;
        let before = match format {
            // A map is put into it, and nothing is replaced.
            Format::MapCache => None,
            _ => Some(self.target.before()?),
        };
        let map = read_map(&self.file)?;
        let level = match format {
            Format::Mcache | Format::MapCache => water_of(&self.file, self.rsw.as_deref())?.level(),
            _ => WaterLevel::NONE,
        };
        let (path, name) = (self.target.path(), self.name());
        let exported = exchange::export(&map, format, path, &name, level);
        let exported = exported.map_err(|trouble| self.failure(trouble))?;
        exported.notes.iter().for_each(|note| complain(&format!("note: {note}")));
        let n_bytes = exported.files.first().map_or(0, |file| file.bytes.len());
        self.write(exported.files, before)?;
        self.say(output, (exported.put, n_bytes), &name)?;
        Ok(Outcome::Fine)
    }

    fn write_area(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let path = self.target.path();
        if is_geometry(&self.file) {
            let both = area::geometry(&load::read(&self.file)?.0.content, path);
            let both = both.ok_or_else(|| self.expected("a name that ends in .idx or .geo"))?;
            return self.write_each(both.into(), output);
        }
        let known = [Format::Geojson, Format::Json, Format::Png, Format::Gdi];
        let format = Format::of(path).filter(|format| known.contains(format)).ok_or_else(|| {
            self.expected("a name that ends in .geojson, .json, .png, .gdi or .nod")
        })?;
        let opened = open(&self.file, self.zones.as_deref())?;
        let (area, geometry, packed) = (&opened.area, &opened.geometry, opened.packed());
        let exported = crate::kind::tera::exchange::export(area, geometry, packed, format, path);
        self.write_each(exported.map_err(|trouble| self.failure(trouble))?.files, output)
    }

    /// A model as glTF.
    fn write_model(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let path = self.target.path();
        if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("glb")) {
            return Err(self.expected("a name that ends in .glb"));
        }
        let before = self.target.before()?;
        let (skeleton, motion) = (self.skeleton.as_deref(), self.motion.as_deref());
        let model::Model { scene, missing } =
            model::read_model(&self.file, skeleton, motion, None)?;
        model::missed(&missing).iter().for_each(|note| complain(note));
        let mut png = |picture: &Picture| exchange::png_with_alpha(picture).ok();
        let glb = scene.instances.first().and_then(|one| gltf::glb(&scene, one, &mut png));
        let glb = glb.ok_or_else(|| {
            Failure::File(format!("error: {}: it has nothing to draw", shown(&self.file)))
        })?;
        let n_bytes = n_bytes(glb.len());
        self.target.save(before, glb)?;
        output.line(&format!("{}: {n_bytes}", shown(path)))?;
        Ok(Outcome::Fine)
    }

    fn expected(&self, what: &str) -> Failure {
        Failure::WrongUse(format!("{}: expected {what}", shown(self.target.path())))
    }

    fn write_each(
        &self,
        files: Vec<ExportedFile>,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let (mut wanted, mut lines) = (Vec::new(), Vec::new());
        for file in files {
            let before = self.target.before_at(&file.path)?;
            lines.push(format!("{}: {}", shown(&file.path), n_bytes(file.bytes.len())));
            wanted.push(file.wanted(before));
        }
        self.target.save_all(wanted)?;
        for line in lines {
            output.line(&line)?;
        }
        Ok(Outcome::Fine)
    }

    fn write_zone(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let path = self.target.path();
        let known = [Format::Json, Format::Csv, Format::Png];
        let format = Format::of(path).filter(|format| known.contains(format));
        let format =
            format.ok_or_else(|| self.expected("a name that ends in .json, .csv or .png"))?;
        let opened = zone::open(&self.file)?;
        opened.tell_problems();
        if self.is_whole && opened.has_unread_part() {
            let why = "a part of it could not be read; nothing was written";
            return Err(Failure::File(format!("error: {}: {why}", shown(&self.file))));
        }
        let numbers = Numbers::default();
        let exported = crate::kind::rose::exchange::export(
            &opened.zone,
            &opened.names,
            &numbers,
            format,
            path,
        );
        self.write_each(exported.map_err(|trouble| self.failure(trouble))?.files, output)
    }

    fn format(&self) -> Result<Format, Failure> {
        let path = self.target.path();
        let others = [Format::Geojson, Format::Json, Format::Gdi];
        Format::of(path).filter(|format| !others.contains(format)).ok_or_else(|| {
            self.expected("a name that ends in .tmj, .csv, .png, .mcache or map_cache.dat")
        })
    }

    fn write(&self, files: Vec<ExportedFile>, first: Option<Before>) -> Result<(), Failure> {
        let mut wanted = Vec::new();
        for (n, file) in files.into_iter().enumerate() {
            let before = match (file.made_from, first.filter(|_| n == 0)) {
                (Some(made_from), _) => Before::Was(made_from),
                (None, Some(before)) => before,
                (None, None) => self.target.before_at(&file.path)?,
            };
            wanted.push(file.wanted(before));
        }
        if wanted.is_empty() { Ok(()) } else { self.target.save_all(wanted).map(drop) }
    }

    fn say(
        &self,
        output: &mut Output,
        (put, written): (Option<(Put, usize)>, usize),
        name: &str,
    ) -> Result<(), Failure> {
        let what = match put {
            Some((Put::Added, n)) => format!("{name} was added, now {}", counted(n, "map", "maps")),
            Some((Put::Replaced, n)) => {
                format!("{name} was replaced, {}", counted(n, "map", "maps"))
            }
            Some((Put::Same, _)) => format!(
                "{name} is already in it, unchanged; nothing was \
                written"
            ),
            None => n_bytes(written),
        };
        let tiles = match self.format()? {
            Format::Tmj => {
                let tiles = self.target.path().with_extension("types.png");
                format!(", with its tiles in {}", shown(&tiles))
            }
            _ => String::new(),
        };
        Ok(output.line(&format!("{}: {what}{tiles}", shown(self.target.path())))?)
    }

    /// As servers call the map.
    fn name(&self) -> String {
        let own = || place::map_name(&self.file.to_string_lossy());
        self.name.clone().unwrap_or_else(own)
    }

    fn failure(&self, trouble: Trouble) -> Failure {
        let format = self.format().ok();
        match trouble {
            Trouble::Map(what) => {
                Failure::File(format!("error: {}: {what}; nothing was written", shown(&self.file)))
            }
            Trouble::Name(error) => {
                let help = match format {
                    Some(Format::Mcache) => "; a server uses the file name as the map name",
                    _ if self.name.is_none() => "; --name gives a different one",
                    _ => "",
                };
                Failure::WrongUse(format!("{error}{help}"))
            }
            Trouble::Target { path, error: error @ PutError::Water(_) } => {
                Failure::WrongUse(format!("{}: {error}; nothing was written", shown(&path)))
            }
            Trouble::Target { path, error } => {
                Failure::File(format!("error: {}: {error}; nothing was written", shown(&path)))
            }
            Trouble::Disk(error) => {
                Failure::WrongUse(format!("{}: {}", shown(&error.path), error.trouble))
            }
            Trouble::Cache { path, error } => {
                Failure::File(crate::cli::output::in_words(problem_of(&shown(&path), &error)))
            }
        }
    }
}
