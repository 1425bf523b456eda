//! `landwright z`: heights, regions and distances of points, as a server has them and truly.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use landwright_core::format::eq::map::{self, Map};
use landwright_core::format::eq::wtr::{self, Wtr};
use landwright_core::format::text::in_one_line;
use landwright_core::nav::eq::answer::{As, Asked};
use landwright_core::vfs::disk;
use landwright_core::world::eq::rows::action::LIFT_PER_SIZE;
use landwright_core::world::eq::rows::dump;
use landwright_core::world::eq::server_map::Invisible;
use landwright_core::world::eq::server_wtr;

use super::batch::{self, Columns, Form, Point};
use super::{beside, is_archive, map_of, report, unfit, wrong, zone};
use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, complain, n_bytes, shown};
use crate::cli::target::Target;

const COLUMNS: &str = "\
Points are in the server's axes, as /loc prints them. Every answer has the columns:
  FindBestZ       the floor that a server gives the point: the nearest below a unit above it, or else \
above
  FindClosestZ    the nearest height below or above
  FindGround      the nearest height below, where a fall ends
  FindCeiling     the nearest height above
  region_type     the number of the kind of region, then whether that is water, or a liquid
  kind            the name of the kind of region
  distance_water  how far the nearest water is, and the nearest lava; 0 inside
  fall            how far something falls from there
  verdict         whether something can be put there
-99999 means that there is none. Without Z, there is a line for each height of the column.

Of SQL, the INSERT statements are read that have columns x, y and z, or a CREATE TABLE with them. An \
UPDATE comes out for each row of the zone that floats or is below the ground, and puts it on its floor. \
Rows on their floor, in a liquid, or without a floor come out as remarks.";

/// Answer what a server asks of points in an EverQuest zone: height, ceiling, fall, water, lava
#[derive(Debug, Args)]
#[command(after_help = COLUMNS, allow_negative_numbers = true)]
pub(in crate::cli) struct Z {
    /// The archive of the zone (s3d), with its objects (_obj.s3d) beside it; or the server's .map,
    /// with its .wtr beside it
    zone: PathBuf,
    /// x, y and z; without z every height of the column
    #[arg(value_name = "X Y Z", num_args = 0..=3)]
    point: Vec<f64>,
    /// Many points: TSV or CSV whose first columns are x, y, z, or a dump in SQL
    #[arg(long, value_name = "FILE", conflicts_with = "point")]
    batch: Option<PathBuf>,
    /// Whose answers: those of the server, with its seams, or the true ones
    #[arg(long = "as", value_enum, default_value = "server")]
    who: Who,
    /// Adds two columns: the least distance to water and lava, by planes alone. Quick, but near edges
    /// much too small
    #[arg(long)]
    bounds: bool,
    /// How far the server's files are from the truth: the answers of N points, as text or as --json
    #[arg(long, conflicts_with_all = ["point", "batch", "bounds", "size", "zone_id"])]
    report: bool,
    /// Of a report: how many points, which are the same in each run
    #[arg(long, value_name = "N", default_value_t = 10_000, requires = "report")]
    points: u32,
    /// Of a report: one JSON object
    #[arg(long, requires = "report")]
    json: bool,
    /// Of SQL: the size of what is there, which the server lifts above the floor by
    #[arg(long, value_name = "SIZE")]
    size: Option<f64>,
    /// Of SQL: the number of the zone, where rows have one (zoneid) and are of several zones
    #[arg(long, value_name = "NUMBER")]
    zone_id: Option<u32>,
    /// The file to write; standard output where it is not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file; a backup is kept in .landwright/backups
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    /// As the server calculates it
    Server,
    /// As it is
    True,
}

impl Z {
    pub(in crate::cli) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let target = self.output.clone().map(|path| Target::new(path, self.force));
        let before = target.as_ref().map(Target::before).transpose()?;
        let lines = match &self.batch {
            None if self.report => report::lines(&self.found(), self.points, self.json)?,
            Some(batch) => self.answer_batch(batch)?,
            None => self.answer_point()?,
        };
        let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        match target.zip(before) {
            Some((target, before)) => {
                let size = n_bytes(text.len());
                target.save(before, text.into_bytes())?;
                output.line(&format!("{}: {size}", shown(target.path())))?;
            }
            None => output.text(&text)?,
        }
        Ok(Outcome::Fine)
    }

    fn who(&self) -> As {
        match self.who {
            Who::Server => As::Server,
            Who::True => As::True,
        }
    }

    fn columns(&self) -> Columns {
        Columns { who: self.who(), has_bounds: self.bounds }
    }

    fn answer_batch(&self, batch: &Path) -> Result<Vec<String>, Failure> {
        let text = load::load(batch)?.bytes;
        let text = String::from_utf8_lossy(&text);
        let unread = |reason: String| Failure::File(format!("error: {}: {reason}", shown(batch)));
        match form_of(batch, &text) {
            Form::Table => {
                let points = batch::points_of_table(&text).map_err(unread)?;
                let asked = self.asked()?;
                let answers = batch::lines(&asked, self.columns(), &points);
                Ok([vec![self.columns().header()], answers].concat())
            }
            Form::Sql => {
                let mut dump = dump::read(&text).map_err(|error| unread(error.to_string()))?;
                if dump.rows.is_empty() && !dump.unread.is_empty() {
                    return Err(unread(dump.unread.join("; ")));
                }
                dump.keep_zone(&self.zone_name(), self.zone_id).map_err(unread)?;
                // Grids have no place.
                dump.rows.retain(|row| row.table.point().is_some());
                dump.notes.iter().for_each(|note| complain(&format!("note: {note}")));
                for table in &dump.unread {
                    complain(&format!("warning: {table}; this table is left out"));
                }
                for row in &dump.rows {
                    if let Some((column, heading)) = row.odd_heading() {
                        let row = in_one_line(&row.in_words());
                        let expected = "a circle has 512";
                        complain(&format!("warning: {row}: {column} {heading}, but {expected}"));
                    }
                }
                let above = self.size.unwrap_or_default() * LIFT_PER_SIZE;
                let asked = self.asked()?;
                batch::statements(&asked, self.who(), &dump.rows, above).map_err(unread)
            }
        }
    }

    fn answer_point(&self) -> Result<Vec<String>, Failure> {
        if let Some(odd) = self.point.iter().find(|number| !number.is_finite()) {
            let message = format!("expected a number for each of X, Y and Z, found {odd}");
            return Err(Failure::WrongUse(message));
        }
        let (x, y, heights) = match *self.point.as_slice() {
            [x, y] => (x, y, None),
            [x, y, z] => (x, y, Some(z)),
            _ => {
                let message = "expected a point, as X Y or X Y Z, or --batch with a file of points";
                return Err(Failure::WrongUse(message.to_owned()));
            }
        };
        let asked = self.asked()?;
        let column = asked.ground.column(x, y);
        let heights = match heights {
            Some(z) => vec![z],
            None => column.0.iter().map(|level| level.z).collect(),
        };
        let mut lines = vec![self.columns().header()];
        for z in heights {
            let at = [x, y, z];
            let point = Point { written: at.map(|number| number.to_string()), at };
            let answer = asked.answer(self.who(), at);
            lines.push(self.columns().line(&asked, &point, &answer));
        }
        Ok(lines)
    }

    /// The zone, from the client's files or the server's.
    fn asked(&self) -> Result<Asked, Failure> {
        let path = self.found();
        if is_archive(&path) {
            let zone = zone(&path)?;
            let map = map_of(&path, &zone, Invisible::LeftOut)?;
            let wtr = server_wtr::build(&zone).map_err(|error| unfit(&path, error))?;
            return Ok(Asked::new(&map, Some(&wtr)));
        }
        let map = self.map(&path)?;
        Ok(Asked::new(&map, self.wtr(&path)?.as_ref()))
    }

    /// A zone may be named without the ending of its file.
    fn found(&self) -> PathBuf {
        let path = &self.zone;
        let with = |ending: &str| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(ending);
            path.with_file_name(name)
        };
        let candidates = [path.clone(), with(".s3d"), with(".map")];
        candidates.into_iter().find(|path| disk::is_file(path)).unwrap_or_else(|| path.clone())
    }

    /// As the rows of a server call it.
    fn zone_name(&self) -> String {
        let name = self.zone.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.split('.').next().unwrap_or_default().to_owned()
    }

    fn map(&self, path: &Path) -> Result<Map, Failure> {
        map::read(&load::load(path)?.bytes).map_err(|error| wrong(path, &error))
    }

    fn wtr(&self, path: &Path) -> Result<Option<Wtr>, Failure> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let path = beside(path, &format!("{stem}.wtr"));
        if !disk::is_file(&path) {
            complain(&format!("warning: there is no {}; no region is known", shown(&path)));
            return Ok(None);
        }
        wtr::read(&load::load(&path)?.bytes).map(Some).map_err(|error| wrong(&path, &error))
    }
}

fn form_of(path: &Path, text: &str) -> Form {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_insert = || text.to_lowercase().contains("insert into");
    match ending.as_str() {
        "sql" => Form::Sql,
        "tsv" | "csv" | "txt" => Form::Table,
        _ if is_insert() => Form::Sql,
        _ => Form::Table,
    }
}
