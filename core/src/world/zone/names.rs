//! What the numbers of a zone are called: the tables of the game, found in its folders.

pub mod atlas;
pub mod carried;
pub mod choice;
pub mod meant;
pub mod some;
mod missing;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::format::problem::FILE_UNREADABLE;
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;
use crate::format::rose::zon::Body;
use crate::format::rose::zon::event::EventPosition;
use crate::format::rose::{qsd, stb, stl, zon};
use crate::format::text::CodePage;
use crate::problem::{Place, Problem};
use crate::vfs::disk::{Loaded, READ_LIMIT};
use crate::vfs::error::FileError;
use crate::vfs::{Kind as EntryKind, Vfs, VfsPath};

use super::Zone;
use super::thing::{Kind, Thing, ThingId};

const TABLES: &str = "3DDATA/STB";
const CONVERSATIONS: &str = "3DDATA/EVENT";

/// Columns of LIST_ZONE.STB.
const ZONE_FILE: usize = 1;
const ZONE_START: usize = 2;
const ZONE_RESTORE: usize = 3;
const ZONE_DECO: usize = 11;
const ZONE_CNST: usize = 12;
const ZONE_KEY: usize = 26;
/// Columns of LIST_NPC.STB.
const NPC_LEVEL: usize = 7;
const NPC_KIND: usize = 27;
const NPC_KEY: usize = 40;
/// What the kind of a row of LIST_NPC.STB is where it is no monster.
const IS_PERSON: i32 = 999;
/// Columns of WARP.STB.
const WARP_ZONE: usize = 1;
const WARP_POINT: usize = 2;

/// The tables that were found. Of one that is not at hand nothing is known, and nothing wrong.
#[derive(Debug, Clone, Default)]
pub struct Names {
    pub npcs: Option<Rows>,
    /// The rows of LIST_NPC.STB that are people, and no monsters.
    pub people: BTreeSet<u32>,
    pub decos: Option<Rows>,
    pub cnsts: Option<Rows>,
    pub animated: Option<Rows>,
    pub ais: Option<Rows>,
    pub zones: Option<Rows>,
    pub warps: Option<BTreeMap<u32, Warp>>,
    /// What triggers are called, where every file that LIST_QUESTDATA.STB names was read.
    pub triggers: Option<BTreeSet<Vec<u8>>>,
    /// Files of conversations, in upper case.
    pub conversations: Option<BTreeSet<String>>,
    /// The row of LIST_ZONE.STB that is this zone.
    pub own_zone: Option<u32>,
    /// Name of the event point where one comes into this zone.
    pub own_start: Option<Vec<u8>>,
    /// Name of the event points where one comes back to life in this zone.
    pub own_restore: Option<Vec<u8>>,
    /// Names of event points by zone, where its ZON is at hand.
    points: BTreeMap<u32, BTreeSet<Vec<u8>>>,
    /// Paths that the zone names, as it writes them, of files that ought to be at hand and are not.
    missing: BTreeSet<Vec<u8>>,
    /// ZON files by zone, as the table has them.
    zone_files: BTreeMap<u32, VfsPath>,
    /// Tables that are there and could not be read: what they say is missing.
    pub problems: Vec<Problem>,
}

/// The rows of a table that hold something.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    rows: BTreeMap<u32, Named>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub level: Option<u32>,
}

/// Where a warp leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warp {
    pub name: String,
    /// Row of LIST_ZONE.STB.
    pub zone: u32,
    /// Name of an event point, as bytes.
    pub point: Vec<u8>,
}

/// Where somebody comes out who walks into a warp.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target<'n> {
    /// Row of LIST_ZONE.STB.
    pub zone: u32,
    pub zone_name: Option<&'n str>,
    /// The ZON, to be opened.
    pub file: Option<&'n VfsPath>,
    /// Name of an event point of that ZON, as bytes. Where it is, the zone itself says.
    pub point: &'n [u8],
}

impl Rows {
    pub fn get(&self, id: u32) -> Option<&Named> {
        self.rows.get(&id)
    }

    pub fn name(&self, id: u32) -> Option<&str> {
        self.get(id).map(|row| row.name.as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, &Named)> {
        self.rows.iter().map(|(id, row)| (*id, row))
    }

    /// Rows with all words of a text in their name, or whose number begins with it.
    pub fn search(&self, text: &str) -> Vec<(u32, &Named)> {
        let asked = Asked::new(text);
        self.iter().filter(|(id, row)| asked.is_found(*id, &row.name)).collect()
    }

    /// The only row of a name.
    pub fn id_of(&self, name: &str) -> Option<u32> {
        let mut found = self.iter().filter(|(_, row)| row.name.eq_ignore_ascii_case(name.trim()));
        let (id, _) = found.next()?;
        found.next().is_none().then_some(id)
    }
}

impl FromIterator<(u32, Named)> for Rows {
    fn from_iter<I: IntoIterator<Item = (u32, Named)>>(rows: I) -> Rows {
        Rows { rows: rows.into_iter().collect() }
    }
}

/// What somebody types to find a row: words that its name has, or how its number begins.
struct Asked {
    text: String,
}

impl Asked {
    fn new(text: &str) -> Asked {
        Asked { text: text.trim().to_lowercase() }
    }

    fn is_named(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.text.split_whitespace().all(|word| name.contains(word))
    }

    fn is_found(&self, id: u32, name: &str) -> bool {
        self.is_named(name) || id.to_string().starts_with(&self.text)
    }
}

impl Names {
    /// Whatever can be found. `language` is that of the STL: 1 is English in the game's own.
    pub fn load(vfs: &Vfs, zone: &Zone, language: usize) -> Names {
        let problems = RefCell::default();
        let tables = Tables { vfs, code_page: zone.code_page(), language, problems };
        let zones = tables.stb("LIST_ZONE");
        let mut names = Names {
            npcs: tables.rows("LIST_NPC", Some(NPC_KEY), Some(NPC_LEVEL)),
            animated: tables.rows("LIST_MORPH_OBJECT", None, None),
            ais: tables.rows("FILE_AI", None, None),
            zones: tables.rows("LIST_ZONE", Some(ZONE_KEY), None),
            warps: tables.warps(),
            triggers: tables.triggers(),
            conversations: tables.conversations(),
            people: tables.people(),
            missing: missing::files(vfs, zone),
            ..Names::default()
        };
        if let Some(zones) = zones {
            names.find_zone(&tables, &zones, zone.base.zon.as_ref());
            names.find_points(&tables, &zones);
        }
        names.problems = tables.problems.into_inner().into_values().collect();
        names
    }

    fn find_zone(&mut self, tables: &Tables<'_>, zones: &Stb, own: Option<&VfsPath>) {
        let row = (0..zones.n_rows())
            .find(|row| own.is_some() && tables.path_in(zones, *row, ZONE_FILE).as_ref() == own);
        let Some(row) = row else { return };
        self.own_zone = Some(row as u32);
        self.own_start = zones.cell(row, ZONE_START).map(<[u8]>::to_vec);
        self.own_restore = zones.cell(row, ZONE_RESTORE).map(<[u8]>::to_vec);
        let list = |column: usize| {
            let path = tables.path_in(zones, row, column)?;
            let file = path.components().last()?;
            tables.rows(file.rsplit_once('.')?.0, None, None)
        };
        self.decos = list(ZONE_DECO);
        self.cnsts = list(ZONE_CNST);
    }

    /// The event points of all zones that a warp leads to.
    fn find_points(&mut self, tables: &Tables<'_>, zones: &Stb) {
        let targets: BTreeSet<u32> =
            self.warps.iter().flatten().map(|(_, warp)| warp.zone).collect();
        for target in targets {
            let Some(path) = tables.path_in(zones, target as usize, ZONE_FILE) else { continue };
            let points = tables.read(&path).and_then(|loaded| {
                let file = zon::read(&loaded.bytes).ok()?;
                match file.body(zon::EVENT_POSITIONS) {
                    Some(Body::EventPositions(points)) => {
                        let name = |point: &EventPosition| point.name.as_bytes().to_vec();
                        Some(points.iter().map(name).collect())
                    }
                    _ => None,
                }
            });
            self.zone_files.insert(target, path);
            if let Some(points) = points {
                self.points.insert(target, points);
            }
        }
    }

    /// The table that the object ids of a kind lead into.
    pub fn of_kind(&self, kind: Kind) -> Option<&Rows> {
        match kind {
            Kind::Deco => self.decos.as_ref(),
            Kind::Cnst => self.cnsts.as_ref(),
            Kind::Animated => self.animated.as_ref(),
            Kind::Npc => self.npcs.as_ref(),
            _ => None,
        }
    }

    /// Whether a row of LIST_ZONE.STB that a warp leads to is this zone: its points are then better
    /// asked of itself, since here they are as they were saved.
    pub fn is_row_of(&self, row: u32, zone: &Zone) -> bool {
        let own = zone.base.zon.as_ref();
        own.is_some() && self.zone_files.get(&row) == own
    }

    /// The warps of a zone that lead into the zone itself.
    pub fn warps_within(&self, zone: &Zone) -> Vec<ThingId> {
        let leads_within = |thing: &Thing| {
            let warp_id = thing.object().map_or(0, |object| object.warp_id);
            let is_warp = warp_id != 0 || thing.kind() == Kind::Warp;
            is_warp && self.target(warp_id).is_some_and(|warp| self.is_row_of(warp.zone, zone))
        };
        zone.things().filter(|(_, thing)| leads_within(thing)).map(|(id, _)| id).collect()
    }

    /// Whether a zone has an event point, where its ZON is at hand.
    pub fn has_point(&self, zone: u32, point: &[u8]) -> Option<bool> {
        self.points.get(&zone).map(|points| points.contains(point))
    }

    /// Whether a file that the zone names, by the bytes of its path, was looked for and is missing.
    pub fn misses(&self, path: &[u8]) -> bool {
        self.missing.contains(path)
    }

    /// Where a warp leads, as far as the tables say; `None` where no table has it.
    pub fn target(&self, warp_id: i16) -> Option<Target<'_>> {
        let warp = self.warps.as_ref()?.get(&u32::try_from(warp_id).ok()?)?;
        Some(Target {
            zone: warp.zone,
            zone_name: self.zones.as_ref().and_then(|zones| zones.name(warp.zone)),
            file: self.zone_files.get(&warp.zone),
            point: &warp.point,
        })
    }
}

/// The tables as files.
struct Tables<'v> {
    vfs: &'v Vfs,
    code_page: CodePage,
    language: usize,
    /// By the files that could not be read.
    problems: RefCell<BTreeMap<PathBuf, Problem>>,
}

impl Tables<'_> {
    /// A file that is not there says nothing; one that can't be read is a problem.
    fn read(&self, path: &VfsPath) -> Option<Loaded> {
        self.taken(self.vfs.read(path, READ_LIMIT))
    }

    fn taken<T>(&self, read: Result<T, FileError>) -> Option<T> {
        read.inspect_err(|error| {
            if !error.is_missing() {
                let place = Place::file(error.path.display().to_string());
                let message = format!("{}; names from it are missing", error.trouble);
                let problem = Problem::new(&FILE_UNREADABLE, place, message);
                self.problems.borrow_mut().insert(error.path.clone(), problem);
            }
        })
        .ok()
    }

    fn stb(&self, name: &str) -> Option<Stb> {
        let path = VfsPath::new(&format!("{TABLES}/{name}.STB")).ok()?;
        stb::read(&self.read(&path)?.bytes).ok()
    }

    fn stl(&self, name: &str) -> Option<Stl> {
        let path = VfsPath::new(&format!("{TABLES}/{name}_S.STL")).ok()?;
        stl::read(&self.read(&path)?.bytes).ok()
    }

    fn path_in(&self, table: &Stb, row: usize, column: usize) -> Option<VfsPath> {
        let text = table.cell_text(row, column, self.code_page)?;
        VfsPath::new(&text).ok().filter(|path| !path.is_root())
    }

    /// The rows of a table that are not empty, by the names of its STL where there is one.
    fn rows(&self, name: &str, key: Option<usize>, level: Option<usize>) -> Option<Rows> {
        let table = self.stb(name)?;
        let texts = key.and_then(|_| self.stl(name));
        let keys: BTreeMap<&[u8], usize> = texts
            .iter()
            .flat_map(|texts| (0..).zip(texts.keys()))
            .map(|(row, key)| (key.name.as_bytes(), row))
            .collect();
        let mut rows = BTreeMap::new();
        for row in 1..table.n_rows() {
            let Some(first) = table.cell_text(row, 0, self.code_page) else { continue };
            let translated = key.and_then(|column| {
                let text_row = *keys.get(table.cell(row, column)?)?;
                self.text(texts.as_ref()?, text_row)
            });
            if first.is_empty() && translated.is_none() {
                continue;
            }
            let level = level.and_then(|column| table.cell_number(row, column));
            let name = translated.unwrap_or_else(|| first.into_owned());
            let level = level.and_then(|level| u32::try_from(level).ok());
            rows.insert(row as u32, Named { name, level });
        }
        Some(Rows { rows })
    }

    fn people(&self) -> BTreeSet<u32> {
        let Some(table) = self.stb("LIST_NPC") else { return BTreeSet::new() };
        let rows = 0..table.n_rows();
        let is_person = |row: &usize| table.cell_number(*row, NPC_KIND) == Some(IS_PERSON);
        rows.filter(is_person).filter_map(|row| u32::try_from(row).ok()).collect()
    }

    /// A text in the language that was asked for, or else the first.
    fn text(&self, texts: &Stl, row: usize) -> Option<String> {
        let mut languages = [self.language, 0].into_iter();
        languages.find_map(|language| {
            let text = texts.text_for_display(language, row, 0, self.code_page)?;
            (!text.is_empty()).then(|| text.into_owned())
        })
    }

    fn warps(&self) -> Option<BTreeMap<u32, Warp>> {
        let table = self.stb("WARP")?;
        let warp = |row: usize| {
            let zone = u32::try_from(table.cell_number(row, WARP_ZONE)?).ok()?;
            let name = table.cell_text(row, 0, self.code_page)?.into_owned();
            Some((row as u32, Warp { name, zone, point: table.cell(row, WARP_POINT)?.to_vec() }))
        };
        Some((1..table.n_rows()).filter_map(warp).collect())
    }

    fn triggers(&self) -> Option<BTreeSet<Vec<u8>>> {
        let table = self.stb("LIST_QUESTDATA")?;
        let mut triggers = BTreeSet::new();
        for row in 1..table.n_rows() {
            let Some(path) = self.path_in(&table, row, 0) else { continue };
            let file = qsd::read(&self.read(&path)?.bytes).ok()?;
            triggers.extend(file.triggers().map(|trigger| trigger.called().to_vec()));
        }
        (!triggers.is_empty()).then_some(triggers)
    }

    fn conversations(&self) -> Option<BTreeSet<String>> {
        let entries = self.taken(self.vfs.list(&VfsPath::new(CONVERSATIONS).ok()?))?;
        let files = entries.into_iter().filter(|entry| entry.kind != EntryKind::Folder);
        let names = files.filter_map(|entry| Some(entry.path.components().last()?.to_uppercase()));
        let names: BTreeSet<String> = names.filter(|name| name.ends_with(".CON")).collect();
        (!names.is_empty()).then_some(names)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn numbers_have_names_where_the_tables_are_at_hand() {
        let (vfs, opened) = sample();
        let names = Names::load(&vfs, &opened.zone, 1);
        let npcs = names.npcs.as_ref().unwrap();
        assert_eq!(npcs.name(3), Some("Thorn Boar"));
        assert_eq!(npcs.get(3).unwrap().level, Some(7));
        assert_eq!(Names::load(&vfs, &opened.zone, 0).npcs.unwrap().name(3), Some("가시멧돼지"));
        assert_eq!(names.own_zone, Some(1));
        assert_eq!(names.decos.as_ref().unwrap().name(1), Some("BIRCH"));
        assert_eq!(names.cnsts.as_ref().unwrap().iter().count(), 6);
        assert_eq!(names.zones.as_ref().unwrap().name(1), Some("Mossy Downs"));
        let warp = &names.warps.as_ref().unwrap()[&1];
        let target = names.target(1).unwrap();
        assert_eq!((target.zone, target.zone_name), (1, Some("Mossy Downs")));
        assert_eq!(target.file.map(VfsPath::as_str), Some("3DDATA/MAPS/SAMPLE/S01/S01.ZON"));
        assert!(opened.zone.things().any(|(_, thing)| {
            matches!(thing, Thing::Point(point) if point.name.as_bytes() == target.point)
        }));
        assert!(names.target(-1).is_none() && names.target(99).is_none());
        assert_eq!(names.has_point(warp.zone, &warp.point), Some(true));
        assert_eq!(names.has_point(1, b"nowhere"), Some(false));
        assert_eq!(names.has_point(9, b"start"), None);
        assert_eq!(names.triggers.as_ref().unwrap().len(), 3);
        assert!(names.conversations.as_ref().unwrap().contains("S01-001.CON"));
        assert!(Names::load(&Vfs::default(), &opened.zone, 1).npcs.is_none());
    }

    #[test]
    fn names_are_searched_by_words_and_numbers() {
        let (vfs, opened) = sample();
        let npcs = Names::load(&vfs, &opened.zone, 1).npcs.unwrap();
        let found = |text: &str| npcs.search(text).iter().map(|(id, _)| *id).collect::<Vec<_>>();
        assert_eq!(found("moss"), [1, 8]);
        assert_eq!(found("OLD moss"), [8]);
        assert_eq!(found("1"), [1, 11, 12, 13, 14]);
        assert_eq!((npcs.id_of("thorn boar"), npcs.id_of("thorn")), (Some(3), None));
    }
}
