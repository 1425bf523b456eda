//! `landwright spawns`: the territories of a TERA server held against an area, and NPCs moved in them.

mod moves;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::check::territory::{World, check};
use landwright_core::format::tera::territory::{Npc, Sheet, Territory, is_territories, templates};
use landwright_core::problem::Severity;
use landwright_core::problem::counted::counted;
use landwright_core::problem::report::Report;
use landwright_core::problem::report::text::Colour;
use landwright_core::project::verdict::Checked;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::world::area::places::Places;
use serde_json::{Value, json};

use self::moves::Move;
use super::area::named::path_or_name;
use super::area::{Opened, open};
use super::load::name_of;
use super::outcome::{Failure, Outcome};
use super::output::{Output, complain, shown};
use super::settings::Settings;
use super::target::Target;
use crate::cli::half::mend_at;
use crate::json;

/// Check territories of a TERA server (TerritoryData) against an area, and move NPCs in them
///
/// Reads fences, NPCs with positions of their own and their patrol paths from the server's XML,
/// from sheets of the data centre, and from AreaData. Checks that each NPC is on a floor, in reach
/// of a path node and inside its fence. Also checks that its path is walkable and that its template
/// is in NpcData beside. Exit code 1 means errors or warnings. With --move, NPCs are moved, and
/// nothing else in the file changes.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct Spawns {
    /// The area (apd), or its name
    #[arg(value_parser = path_or_name())]
    area: PathBuf,
    /// Files with territories, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The folder with the geometry (zgd) of the area's zones [default: beside the area or in its
    /// project]
    #[arg(long, value_name = "FOLDER")]
    zones: Option<PathBuf>,
    /// Print one JSON object with every NPC and every problem
    #[arg(long)]
    json: bool,
    /// Move the NPC of this instance to a place: 1305602=X,Y,Z, or X,Y for the floor nearest to where it was
    #[arg(long = "move", value_name = "NUMBER=PLACE", requires = "output")]
    moves: Vec<Move>,
    /// Move every NPC that is off the floors of its position onto the nearest floor
    #[arg(long, requires = "output")]
    to_floor: bool,
    /// The file to write
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Replace an existing file; a backup is kept in .landwright/backups
    #[arg(long, requires = "output")]
    force: bool,
}

/// A file of territories.
struct Read {
    path: PathBuf,
    sheet: Sheet,
    /// The file that it was written to, which the report is of then.
    written_to: Option<PathBuf>,
}

impl Read {
    fn name(&self) -> String {
        shown(self.written_to.as_ref().unwrap_or(&self.path))
    }
}

impl Spawns {
    pub(super) fn run(&self, output: &mut Output) -> Result<Outcome, Failure> {
        let target = self.output.clone().map(|output| Target::new(output, self.force));
        let before = target.as_ref().map(Target::before).transpose()?;
        let mut files = self.read()?;
        let opened = open(&self.area, self.zones.as_deref())?;
        let places = Places::of(&opened.area);
        if let Some((target, before)) = target.zip(before) {
            let [file] = files.as_mut_slice() else {
                let message = "only one file can be written at a time; name it with --output";
                return Err(Failure::WrongUse(message.to_owned()));
            };
            let n_moved = self.change(&mut file.sheet, &opened)?;
            let bytes = file.sheet.write();
            // The report is of the file that was written.
            file.sheet = sheet_of(target.path(), &bytes)?;
            file.written_to = Some(target.path().to_owned());
            let project = Settings::of_one(target.path())?;
            target.save_whatever(&project, before, bytes)?;
            let moved = counted(n_moved, "NPC", "NPCs");
            complain(&format!("{}: {moved} moved", shown(target.path())));
        }
        let mut settings = Settings::new();
        let mut texts = BTreeMap::new();
        let mut problems = Vec::new();
        let mut known = Templates::default();
        for file in &files {
            let name = file.name();
            let templates = known.beside(&file.path, file.sheet.hunting_zone);
            let world = World {
                area: &opened.area,
                geometry: &opened.geometry,
                places: &places,
                templates,
            };
            let found = check(&name, &file.sheet, &world);
            let project = settings.of(&file.path);
            let (names, rules) = ([name.clone()], settings.rules());
            let checked = Checked { files: &names, rules, line_of: &|_, _| None };
            problems.extend(project.apply(found, &checked));
            texts.insert(name, file.sheet.text().to_owned());
        }
        let report = Report::new(problems, &texts);
        match self.json {
            true => json::write_spread(&to_json(&files, &opened, &report), output.writer())?,
            false => output.text(&report.to_text(Colour::Plain))?,
        }
        output.flush()?;
        complain(&summary(&files));
        complain(&report.summary());
        for (zone, error) in opened.geometry.troubles() {
            complain(&format!(
                "error: {}: {error}; none of its floors was checked",
                zone.file_name()
            ));
        }
        let is_bad = report.worst() >= Some(Severity::Warning);
        Ok(match (known.is_broken || !opened.geometry.troubles().is_empty(), is_bad) {
            (true, _) => Outcome::Unreadable,
            (_, true) => Outcome::Found,
            _ => Outcome::Fine,
        })
    }

    fn read(&self) -> Result<Vec<Read>, Failure> {
        let mut files = Vec::new();
        for path in &self.files {
            let is_named = disk::is_file(path);
            let walk = disk::walk(path);
            if let Some(error) = walk.errors.first() {
                return Err(Failure::WrongUse(error.to_string()));
            }
            for path in walk.files {
                let is_xml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("xml"));
                if !is_named && !is_xml {
                    continue;
                }
                mend_at(&path);
                let loaded = disk::read_file(&path, READ_LIMIT)
                    .map_err(|error| Failure::File(format!("error: {error}")))?;
                let sheet = match (is_territories(&loaded.bytes), is_named) {
                    (false, false) => continue,
                    (false, true) => {
                        sheet_of(&path, &loaded.bytes)?;
                        let what = "it contains no territories";
                        return Err(Failure::File(format!("error: {}: {what}", shown(&path))));
                    }
                    (true, _) => sheet_of(&path, &loaded.bytes)?,
                };
                files.push(Read { path, sheet, written_to: None });
            }
        }
        if files.is_empty() {
            let names: Vec<String> = self.files.iter().map(|path| shown(path)).collect();
            let message = format!("{}: it contains no territories (xml)", names.join(", "));
            return Err(Failure::WrongUse(message));
        }
        Ok(files)
    }

    /// Moves what is to be moved, and says how many that are.
    fn change(&self, sheet: &mut Sheet, opened: &Opened) -> Result<usize, Failure> {
        let mut n_moved = 0;
        for own in &self.moves {
            own.apply(sheet, opened).map_err(Failure::WrongUse)?;
            n_moved += 1;
        }
        if self.to_floor {
            n_moved += moves::onto_floors(sheet, opened);
        }
        Ok(n_moved)
    }
}

fn sheet_of(path: &Path, bytes: &[u8]) -> Result<Sheet, Failure> {
    let wrong = |error| Failure::File(format!("error: {} {error}", shown(path)));
    Sheet::read(bytes).map_err(wrong)
}

/// By hunting zone, and by number.
type OfZones = BTreeMap<Option<u32>, BTreeMap<String, String>>;

/// The NPCs that a server knows, in files beside those of territories; each folder is read once.
#[derive(Default)]
struct Templates {
    folders: BTreeMap<PathBuf, OfZones>,
    /// A file of them could not be read, which was said.
    is_broken: bool,
}

impl Templates {
    /// Those of a hunting zone; `None` where no file has any, or one of them can't be read.
    fn beside(&mut self, path: &Path, zone: Option<u32>) -> Option<&BTreeMap<String, String>> {
        let folder = path.parent()?;
        if !self.folders.contains_key(folder) {
            let read = self.read(folder);
            self.folders.insert(folder.to_owned(), read);
        }
        self.folders.get(folder)?.get(&zone)
    }

    fn read(&mut self, folder: &Path) -> OfZones {
        let mut all = OfZones::new();
        let mut is_whole = true;
        for entry in disk::list(folder).unwrap_or_default() {
            let name = name_of(&entry.path).to_lowercase();
            if !name.starts_with("npcdata") || !name.ends_with(".xml") {
                continue;
            }
            let loaded =
                disk::read_file(&entry.path, READ_LIMIT).map_err(|error| error.to_string());
            let read = loaded.and_then(|loaded| {
                let path = shown(&entry.path);
                templates(&loaded.bytes).map_err(|error| format!("{path}: {error}"))
            });
            match read {
                Ok((zone, own)) => all.entry(zone).or_default().extend(own),
                Err(error) => {
                    complain(&format!("error: {error}; templates were not checked"));
                    is_whole = false;
                }
            }
        }
        self.is_broken |= !is_whole;
        // Which zone a broken file is of is not known.
        if is_whole { all } else { OfZones::new() }
    }
}

fn summary(files: &[Read]) -> String {
    let territories = files.iter().map(|file| file.sheet.territories.len()).sum::<usize>();
    let npcs = || files.iter().flat_map(|file| file.sheet.npcs());
    let anywhere = npcs().filter(|(_, npc)| npc.is_anywhere).count();
    let ways = npcs().filter(|(_, npc)| !npc.way.is_empty()).count();
    format!(
        "{}, {} ({} anywhere in their fence, {} with a path)",
        counted(territories, "territory", "territories"),
        counted(npcs().count(), "NPC", "NPCs"),
        anywhere,
        ways
    )
}

fn to_json(files: &[Read], opened: &Opened, report: &Report<'_>) -> Value {
    let mut npcs = Vec::new();
    for file in files {
        for (territory, npc) in file.sheet.npcs() {
            npcs.push(npc_to_json(&file.name(), territory, npc, opened));
        }
    }
    let problems = report.to_json();
    let problems = problems.get("problems").cloned().unwrap_or_default();
    json!({ "version": 1, "npcs": npcs, "problems": problems })
}

fn npc_to_json(file: &str, territory: &Territory, npc: &Npc, opened: &Opened) -> Value {
    let at = npc.at.as_ref().filter(|_| !npc.is_anywhere);
    json!({
        "file": file,
        "line": npc.line,
        "territory": territory.id,
        "group": territory.group,
        "instance": npc.instance,
        "template": npc.template,
        "name": npc.description,
        "count": npc.count,
        "at": at.map(|at| at.pos_in_world),
        "floor": at.and_then(|at| moves::floor_at(opened, at.pos_in_world)),
        "way": npc.way.iter().map(|stop| stop.pos_in_world).collect::<Vec<_>>(),
    })
}
