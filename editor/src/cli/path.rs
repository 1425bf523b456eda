//! `landwright path`: the way that a server would walk.

mod area;
mod mesh;
mod reports;
mod straight;

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum, value_parser};
use landwright_core::nav::eq::mesh::route::USUAL_NODES;
use landwright_core::nav::ragnarok::Server;
use landwright_core::nav::ragnarok::cell::{ServerMap, Source, WaterLevel};
use landwright_core::nav::ragnarok::path::{
    DEFAULT_MAX_WALK_PATH, Direction, MAX_PATH, Refusal, easy_path, search, walk,
};
use landwright_core::nav::ragnarok::sight::{Obstacle, obstacle};
use landwright_core::nav::tera::Stride;
use landwright_core::nav::tera::straight::{Body, MAX_RADIUS};
use landwright_core::problem::counted::counted;
use landwright_core::space::ragnarok::CellPos;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use serde::Serialize;

use super::area::named::path_or_name;
use super::area::{is_area, open, read};
use super::map::read_map;
use super::outcome::{Failure, Outcome};
use super::output::{Output, shown};
use super::settings::Settings;

/// Say how a server walks from one place of a map or an area to another, or why it does not
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "No RSW is asked for: servers walk and shoot over water as over dry ground"
)]
pub(super) struct Path {
    /// The map (gat, mcache, fld2, fld2.gz, or one in a cache such as map_cache.dat#prontera), area (apd), name of an area, or navigation mesh of EverQuest (nav)
    #[arg(value_parser = path_or_name())]
    file: PathBuf,
    /// Where to start: x,y for a cell of a map; #123 for a node, x,y,z for a place of an area, or x,y
    /// where it has one floor there; x,y,z of the server on a navigation mesh
    #[arg(required_unless_present_any = ["batch", "tests", "reports"], requires = "to")]
    #[arg(allow_hyphen_values = true)]
    from: Option<String>,
    /// Where to go, in the same way
    #[arg(allow_hyphen_values = true)]
    to: Option<String>,
    /// Run the route tests of this file on an area
    #[arg(long, value_name = "LIST", conflicts_with_all = ["from", "batch"])]
    tests: Option<PathBuf>,
    /// Say of every report in this file what is wrong there: places where something is stuck, and
    /// ways that nobody finds, as JSON, as a table, or in any text with coordinates in its lines
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "batch", "tests"])]
    reports: Option<PathBuf>,
    /// Keep reading the file of reports as it grows, until Ctrl+C; each new report is shown at once
    #[arg(long, requires = "reports")]
    follow: bool,
    /// Say whether a body gets straight from one place of an area to another, such as a charge or a
    /// knock-back, and where it stops; it steps up and down as walking does
    #[arg(long, conflicts_with_all = ["batch", "tests", "reports"])]
    straight: bool,
    /// How wide the body is, from its middle, in the game's units
    #[arg(long, value_name = "UNITS", requires = "straight", default_value_t = 0)]
    #[arg(value_parser = value_parser!(u16).range(0..=i64::from(MAX_RADIUS)))]
    radius: u16,
    /// How high the body is
    #[arg(long, value_name = "UNITS", requires = "straight")]
    #[arg(default_value_t = Stride::default().clearance)]
    height: u16,
    /// Where the geometry (zgd) of an area's zones is, for reports and straight ways; beside the area
    /// or in its project where it is not given
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// Of a navigation mesh: how many polygons a search looks at before a server gives up, as its rule
    /// Pathing:MaxNavmeshNodes says
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES)]
    nodes: usize,
    /// Whose rules hold
    #[arg(long, value_enum, default_value = "rathena")]
    server: ServerName,
    /// Of a Ragnarok map: go as monsters and some skills do, diagonally first and then straight, past the
    /// corners of walls, or not at all
    #[arg(long)]
    easy: bool,
    /// Of a Ragnarok map: how many steps a walk may have, as the server's max_walk_path says [default: 17]
    #[arg(long, value_name = "STEPS")]
    #[arg(value_parser = value_parser!(u8).range(1..=MAX_PATH as i64))]
    max_walk_path: Option<u8>,
    /// Of a Ragnarok map: what ends a line of sight
    #[arg(long, value_enum, value_name = "BY")]
    sight: Option<SightName>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Answer a list instead: a line of x0 y0 x1 y1 each, and a line of JSON for each
    #[arg(long, value_name = "LIST", conflicts_with = "from")]
    batch: Option<PathBuf>,
}

/// How an answer is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Words,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ServerName {
    Rathena,
    Hercules,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SightName {
    /// Walls alone, as for arrows and most skills; used where nothing is given
    Walls,
    /// Anything that nobody walks on, as for charges and other skills that move somebody
    Ground,
}

impl From<SightName> for Obstacle {
    fn from(name: SightName) -> Obstacle {
        match name {
            SightName::Walls => Obstacle::Wall,
            SightName::Ground => Obstacle::Impassable,
        }
    }
}

impl From<ServerName> for Server {
    fn from(name: ServerName) -> Server {
        match name {
            ServerName::Rathena => Server::RAthena,
            ServerName::Hercules => Server::Hercules,
        }
    }
}

/// `x,y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell(CellPos);

impl FromStr for Cell {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Cell, &'static str> {
        let parts = text.split_once(',').ok_or("expected x,y")?;
        let number = |part: &str| part.trim().parse::<i16>();
        match (number(parts.0), number(parts.1)) {
            (Ok(x), Ok(y)) => Ok(Cell(CellPos { x, y })),
            _ => Err("expected x,y with whole numbers from -32768 to 32767"),
        }
    }
}

/// The answer to a single question; those of a batch stand in a line each.
#[derive(Debug, Serialize)]
struct Versioned<'a, A> {
    version: u32,
    #[serde(flatten)]
    answer: &'a A,
}

/// What becomes of one walk.
#[derive(Debug, Serialize)]
struct Answer {
    /// Whether the server's search finds a way. It may refuse to walk it all the same.
    found: bool,
    /// 0 is north, and on to the left: 1 is north-west.
    directions: Vec<Direction>,
    /// Why nobody walks, in one word such as `longer-than-a-walk`; `null` where they do.
    reason: Option<String>,
    /// The reason as a sentence.
    message: Option<String>,
    /// Whether arrows and spells reach.
    line_of_sight: bool,
}

impl Path {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let is_file = |name: &String| disk::is_file(std::path::Path::new(name));
        if !disk::is_file(&self.file) && self.from.as_ref().is_some_and(is_file) {
            let message = "the map comes first, as in `landwright path MAP 10,10 20,20`";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        Settings::of_one(&self.file)?;
        let is_map = !is_area(&self.file) && !mesh::is_mesh(&self.file);
        if !is_map && (self.easy || self.max_walk_path.is_some() || self.sight.is_some()) {
            let what = "--easy, --max-walk-path and --sight are about Ragnarok maps (gat)";
            return Err(Failure::WrongUse(format!("{} is none; {what}", shown(&self.file))));
        }
        if is_area(&self.file) {
            return self.run_on_area(output);
        }
        if mesh::is_mesh(&self.file) {
            return self.run_on_mesh(output);
        }
        if self.reports.is_some() || self.straight || self.zones.is_some() {
            let what = "--reports, --straight and --zones are about areas";
            return Err(Failure::WrongUse(format!("{} is no area; {what}", shown(&self.file))));
        }
        let map = self.map()?;
        if let Some(list) = &self.batch {
            return self.answer_all(&map, list, output);
        }
        let [Cell(from), Cell(to)] = self.ends(str::parse)?;
        let answer = self.answer(&map, from, to);
        let outcome = if answer.reason.is_none() { Outcome::Fine } else { Outcome::Found };
        if self.form() == Form::Json {
            let answer = Versioned { version: 1, answer: &answer };
            output.line(&to_json(&answer)?)?;
            return Ok(outcome);
        }
        match &answer.message {
            None => {
                let numbers: Vec<String> =
                    answer.directions.iter().map(|d| u8::from(*d).to_string()).collect();
                let steps = counted(numbers.len(), "step", "steps");
                output.line(&format!("{steps}: {}", numbers.join(" ")))?;
            }
            Some(message) => output.line(&format!("no walk: {message}"))?,
        }
        let sight = if answer.line_of_sight { "clear" } else { "blocked" };
        output.line(&format!("line of sight: {sight}"))?;
        Ok(outcome)
    }

    fn run_on_area(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.batch.is_some() {
            let message = "an area has no list of cells; --tests runs its route tests";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        if let Some(reports) = &self.reports {
            let opened = open(&self.file, self.zones.as_deref())?;
            return match self.follow {
                true => reports::follow(&opened, reports, self.form(), output),
                false => reports::run(&opened, reports, self.form(), output),
            };
        }
        if self.straight {
            let opened = open(&self.file, self.zones.as_deref())?;
            let ends = self.ends(|text| straight::place(&opened, text))?;
            let body = Body { radius: self.radius, height: self.height };
            return straight::run(&opened, ends, body, self.form(), output);
        }
        if self.zones.is_some() {
            let message = "--zones is for --reports and --straight; edges need no geometry";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let area = read(&self.file)?;
        match &self.tests {
            Some(list) => area::run_tests(&area, list, self.form(), output),
            None => {
                let ends = self.ends(|text| area::spot(&area, text))?;
                area::probe(&area, ends, self.form(), output)
            }
        }
    }

    fn run_on_mesh(&self, output: &mut Output) -> Result<Outcome, Failure> {
        if self.batch.is_some() || self.tests.is_some() || self.reports.is_some() || self.straight {
            let message = "a navigation mesh is asked for a single way, from x,y,z to x,y,z";
            return Err(Failure::WrongUse(message.to_owned()));
        }
        let ends = self.ends(mesh::place)?;
        mesh::run(&self.file, ends, self.nodes, self.form(), output)
    }

    fn form(&self) -> Form {
        if self.json { Form::Json } else { Form::Words }
    }

    /// Start and goal.
    fn ends<T, E: std::fmt::Display>(
        &self,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<[T; 2], Failure> {
        let (Some(from), Some(to)) = (&self.from, &self.to) else {
            return Err(Failure::WrongUse("a start and a goal are needed".to_owned()));
        };
        let end = |text: &str| {
            parse(text).map_err(|error| Failure::WrongUse(format!("`{text}`: {error}")))
        };
        Ok([end(from)?, end(to)?])
    }

    fn map(&self) -> Result<ServerMap, Failure> {
        let map = read_map(&self.file)?;
        // Water changes no way: servers walk and shoot over it as over dry ground.
        Ok(ServerMap::from_gat(&map.to_gat(), WaterLevel::NONE, Source::MapCache))
    }

    fn answer(&self, map: &ServerMap, from: CellPos, to: CellPos) -> Answer {
        let server = Server::from(self.server);
        let max = self.max_walk_path.map_or(DEFAULT_MAX_WALK_PATH, usize::from);
        let (found, refusal) = match self.easy {
            true => {
                let found = easy_path(map, from, to);
                let refusal = match &found {
                    Ok(path) if path.len() > max => {
                        Some(Refusal::LongerThanAWalk { len: path.len(), max })
                    }
                    Ok(_) => None,
                    Err(refusal) => Some(refusal.clone()),
                };
                (found, refusal)
            }
            false => (search(map, from, to), walk(map, from, to, server, max).err()),
        };
        let sight = self.sight.map_or(Obstacle::Wall, Obstacle::from);
        Answer {
            found: found.is_ok(),
            directions: found.unwrap_or_default(),
            reason: refusal.as_ref().map(in_a_word),
            message: refusal.map(|refusal| refusal.to_string()),
            line_of_sight: obstacle(map, from, to, server, sight).is_none(),
        }
    }

    fn answer_all(
        &self,
        map: &ServerMap,
        list: &std::path::Path,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let read = disk::read_file(list, READ_LIMIT)
            .map_err(|error| Failure::WrongUse(format!("{}: {}", shown(list), error.trouble)))?;
        let text = String::from_utf8_lossy(&read.bytes);
        for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let numbers: Result<Vec<i16>, _> =
                line.split_whitespace().map(str::parse::<i16>).collect();
            let Ok([x0, y0, x1, y1]) = numbers.as_deref() else {
                let place = format!("{}:{}", shown(list), n + 1);
                let message = format!("error: {place}: expected x0 y0 x1 y1, found `{line}`");
                return Err(Failure::File(message));
            };
            let (from, to) = (CellPos { x: *x0, y: *y0 }, CellPos { x: *x1, y: *y1 });
            output.line(&to_json(&self.answer(map, from, to))?)?;
        }
        Ok(Outcome::Fine)
    }
}

/// Whether a path names a navigation mesh of EverQuest.
pub(super) fn is_mesh(path: &std::path::Path) -> bool {
    mesh::is_mesh(path)
}

fn in_a_word(refusal: &Refusal) -> String {
    let value = serde_json::to_value(refusal).unwrap_or_default();
    value.get("reason").and_then(|reason| reason.as_str()).unwrap_or_default().to_owned()
}

fn to_json(answer: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(answer).map_err(|error| Failure::from(std::io::Error::from(error)))
}
