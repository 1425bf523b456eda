//! `landwright export`: a map for other programs.

mod area;

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::file::Kind;
use landwright_core::format::problem::problem_of;
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::format::ragnarok::mcache;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::save::Before;
use landwright_core::world::gat::GatMap;
use landwright_core::world::gat::exchange::cache::{self, Put};
use landwright_core::world::gat::exchange::{csv, tmj};
use landwright_core::world::gat::picture::palette::Palette;
use landwright_core::world::gat::picture::{Look, Shading, View, picture};

use super::apply::read_map;
use super::area::{is_area, open};
use super::load;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, counted, n_bytes, shown};
use super::render::png;
use super::target::Target;
use super::water::Water;

const FORMATS: &str = "\
The name of the output says what is written. Of a Ragnarok map:
  .tmj           a map of the Tiled editor, which `landwright import` brings back without loss; \
the tiles for it lie beside it in a file that ends in .types.png
  .csv           a row for each cell, which `landwright import` brings back
  .png           a picture, a pixel for each cell; `landwright render` has more of them
  .mcache        the cells as a Hercules server keeps them
  map_cache.dat  the cells of all maps as an rAthena server keeps them: the map is replaced in \
the file or added to it, and everything else in it stays as it is
Of a TERA area:
  .geojson       nodes as points and edges as lines, in the game's units
  .json          everything in it, which `landwright build` makes the same file from
  .png           a picture of its floors, nodes and edges; `landwright render` has more of them";

/// Write a Ragnarok map or a TERA area for other programs: Tiled, spreadsheets, pictures, and servers
#[derive(Debug, Args)]
#[command(after_help = FORMATS)]
pub(super) struct Export {
    /// The map (gat) or area (apd), which is not changed
    file: PathBuf,
    #[command(flatten)]
    target: Target,
    /// Where the geometry (zgd) of an area's zones is; beside the area where it is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// The map's name in map_cache.dat; that of its file where it is not given
    #[arg(long)]
    name: Option<String>,
    /// The RSW whose water level a server would use; the one beside the map where it is not given
    #[arg(long, value_name = "FILE")]
    rsw: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Tmj,
    Csv,
    Png,
    Mcache,
    MapCache,
}

impl Export {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if is_area(&self.file) {
            return self.write_area(output);
        }
        let format = self.format()?;
        match format {
            Format::Tmj => self.write_tmj(output)?,
            Format::Csv => self.write(output, |map| {
                if map.n_opaque() > 0 {
                    let n = n_bytes(map.n_opaque());
                    let are = if map.n_opaque() == 1 { "is" } else { "are" };
                    complain(&format!(
                        "note: the {n} behind the cells {are} not in a CSV; import it onto the map"
                    ));
                }
                Ok(csv::write(map).into_bytes())
            })?,
            Format::Png => self.write(output, |map| {
                let palette = Palette::Normal;
                let look = Look { view: View::Types, palette, shading: Shading::Flat, water: None };
                png(&picture(map, map.rect(), &look).to_image())
            })?,
            Format::Mcache => self.write(output, |map| {
                let mcache = cache::to_mcache(map, self.water()?.level());
                Ok(mcache::write(&mcache.map_err(|error| self.wrong(&error))?))
            })?,
            Format::MapCache => self.put_into_cache(output)?,
        }
        Ok(Outcome::Fine)
    }

    fn write_area(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let before = self.target.before()?;
        let opened = open(&self.file, self.zones.as_deref())?;
        let bytes = area::bytes(&opened, &self.file, self.target.path())?;
        self.target.save(before, &bytes)?;
        self.say(output, &n_bytes(bytes.len()))?;
        Ok(Outcome::Fine)
    }

    fn format(&self) -> Result<Format, Failure> {
        let path = self.target.path();
        let extension =
            path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            _ if Kind::of_name(&load::name_of(path)) == Some(Kind::MapCache) => {
                Ok(Format::MapCache)
            }
            Some("tmj") => Ok(Format::Tmj),
            Some("csv") => Ok(Format::Csv),
            Some("png") => Ok(Format::Png),
            Some("mcache") => Ok(Format::Mcache),
            _ => {
                let known =
                    "expected a name that ends in .tmj, .csv, .png, .mcache or map_cache.dat";
                Err(Failure::WrongUse(format!("{}: {known}", shown(path))))
            }
        }
    }

    /// Writes one file, made from the map alone.
    fn write(
        &self,
        output: &mut Output,
        bytes: impl FnOnce(&GatMap) -> Result<Vec<u8>, Failure>,
    ) -> Result<(), Failure> {
        let before = self.target.before()?;
        let bytes = bytes(&read_map(&self.file)?)?;
        self.target.save(before, &bytes)?;
        self.say(output, &n_bytes(bytes.len()))
    }

    /// The map, and the picture that Tiled needs to draw it.
    fn write_tmj(&self, output: &mut Output) -> Result<(), Failure> {
        let path = self.target.path();
        let picture_path = path.with_extension("types.png");
        let before = self.target.before()?;
        let map = read_map(&self.file)?;
        let tmj = tmj::write(&map, &load::name_of(&picture_path));
        let tmj = tmj.map_err(|wrong| self.wrong(&wrong))?.into_bytes();
        let tiles = tmj::picture(&map, Palette::Normal).map_err(|wrong| self.wrong(&wrong))?;
        let tiles = png(&tiles)?;
        let is_there =
            disk::read_file(&picture_path, READ_LIMIT).is_ok_and(|old| old.bytes == tiles);
        let mut files = vec![(path, before, tmj.as_slice())];
        if !is_there {
            let before = self.target.before_at(&picture_path)?;
            files.push((&picture_path, before, tiles.as_slice()));
        }
        self.target.save_all(&files)?;
        let n_bytes = n_bytes(tmj.len());
        self.say(output, &format!("{n_bytes}, with its tiles in {}", shown(&picture_path)))
    }

    fn put_into_cache(&self, output: &mut Output) -> Result<(), Failure> {
        let path = self.target.path();
        let (mut cache, before) = read_cache(path)?;
        let map = read_map(&self.file)?;
        let name = self.name();
        let put = cache::put(&mut cache, &name, &map, self.water()?.level());
        let put = put.map_err(|error| {
            let help = if self.name.is_none() { "; --name gives another" } else { "" };
            match error {
                cache::PutError::Name(_) => Failure::WrongUse(format!("{error}{help}")),
                _ => self.wrong(&error),
            }
        })?;
        if cache.padding.is_none() {
            let path = shown(path);
            complain(&format!("warning: {path} has no padding in its header; no server reads it"));
        }
        if put != Put::Same {
            self.target.save_all(&[(path, before, &map_cache::write(&cache))])?;
        }
        let n_maps = counted(cache.entries().len(), "map", "maps");
        self.say(
            output,
            &match put {
                Put::Added => format!("{name} was added, now {n_maps}"),
                Put::Replaced => format!("{name} was replaced, {n_maps}"),
                Put::Same => format!("{name} is in it as it is, nothing was written"),
            },
        )
    }

    /// As servers call the map.
    fn name(&self) -> String {
        let stem = || self.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        self.name.clone().unwrap_or_else(stem)
    }

    fn water(&self) -> Result<Water, Failure> {
        let water = Water::of(&self.file, self.rsw.as_deref())?;
        complain(&format!("note: {}", water.in_words()));
        Ok(water)
    }

    fn say(&self, output: &mut Output, what: &str) -> Result<(), Failure> {
        Ok(output.line(&format!("{}: {what}", shown(self.target.path())))?)
    }

    fn wrong(&self, error: &dyn std::fmt::Display) -> Failure {
        Failure::WrongFile(format!("error: {}: {error}; nothing was written", shown(&self.file)))
    }
}

/// The cache that is there, or an empty one.
fn read_cache(path: &Path) -> Result<(MapCache, Before), Failure> {
    if !disk::is_file(path) {
        return Ok((MapCache::default(), Before::Absent));
    }
    let loaded = load::load(path)?;
    let cache = map_cache::read(&loaded.bytes)
        .map_err(|error| Failure::WrongFile(load::in_words(problem_of(&shown(path), &error))))?;
    Ok((cache, Before::Was(loaded.fingerprint)))
}
