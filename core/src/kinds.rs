//! Kinds of documents: one trait, and one list of all kinds.
//!
//! A kind says what its files are, compares and merges them, and opens them. What is open can be changed
//! by the actions of a script, checked, exported and imported, whatever kind it is of: so a command
//! has one path for all kinds. Ragnarok, ROSE and TERA are in the list with what they can do; their
//! documents still have ways of their own, and move here one at a time.

mod asset;
mod cache;
mod everquest;
mod rows;
mod scene;
mod ground;
mod navigation;
mod picture;
mod table;
mod maps;
mod sides;
pub mod members;
pub mod layout;

use serde_json::Value;

use crate::check::table::Around;
use crate::format::ReadError;
use crate::format::effort::Effort;
use crate::format::text::CodePage;
use crate::problem::Problem;
use crate::world::schema::Script;
use crate::world::three_way::{Change, Conflict, Each, Report, Wanted};

/// Every kind, in the order in which files are offered to them.
pub const ALL: &[&dyn Kind] = &[
    &maps::Ragnarok,
    &scene::Scene,
    &ground::Ground,
    &maps::Rose,
    &maps::Tera,
    &everquest::EverQuest,
    &navigation::Navigation,
    &rows::ServerRows,
    &table::Table,
    &cache::Cache,
    &picture::Picture,
    &asset::Asset,
];

/// A kind of documents.
pub trait Kind: Sync {
    /// As scripts call it.
    fn id(&self) -> &'static str;

    /// What its files are, in a few words.
    fn title(&self) -> &'static str;

    /// The formats of its files.
    fn formats(&self) -> &'static [&'static str];

    /// What can be done with it, by the names of commands.
    fn can(&self) -> &'static [&'static str];

    /// Whether a file is of this kind, by its name and its first bytes.
    fn recognises(&self, name: &str, start: &[u8]) -> bool;

    /// The actions that its documents know.
    fn script(&self) -> Option<&'static Script> {
        None
    }

    /// Whether [`Kind::summary`] says what is in a file of this name.
    fn summarises(&self, _name: &str) -> bool {
        false
    }

    /// What is in a file, for people and programs. `None` where more is known than fits into this.
    fn summary(&self, _source: &Source<'_>) -> Option<Result<Summary, Trouble>> {
        None
    }

    /// Whether [`Kind::open`] opens a document of this name and these first bytes: not one that can only be
    /// looked at, and not one that is opened in its own way.
    fn opens(&self, _name: &str, _start: &[u8]) -> bool {
        false
    }

    /// What makes one file of the kind into another, in the order of the file.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        sides::compare(a, b, each)
    }

    /// Whether changes of a file of this name can be taken over one by one.
    fn takes(&self, _name: &str) -> bool {
        false
    }

    /// The first file with those of the changes that make it into the second that are wanted.
    fn take(&self, a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
        sides::take(a, b, wanted)
    }

    /// Ours with what theirs changed since the base. What both changed differently stays as ours has it.
    fn merge(&self, sides: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
        sides::merge(sides, effort)
    }

    /// Opens a document; `None` where the kind opens none, or the bytes are no file of it.
    fn open(&self, _source: &Source<'_>) -> Option<Result<Box<dyn Opened>, Trouble>> {
        None
    }
}

/// A file, or a part of one.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    /// The name of the file, without folders.
    pub name: &'s str,
    pub bytes: &'s [u8],
    /// Of texts that are not Unicode.
    pub code_page: CodePage,
    /// Which document of a file that holds several.
    pub entry: Option<&'s str>,
}

/// A file on three sides.
#[derive(Debug, Clone, Copy)]
pub struct Sides<'s> {
    /// As both sides had it; empty where both added it.
    pub base: Source<'s>,
    pub ours: Source<'s>,
    pub theirs: Source<'s>,
}

/// Both sides of a file in one.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    pub bytes: Vec<u8>,
    pub conflicts: Vec<Conflict>,
}

impl<'s> Sides<'s> {
    pub fn each(&self) -> [&Source<'s>; 3] {
        [&self.base, &self.ours, &self.theirs]
    }
}

/// A document that is open, of whatever kind.
pub trait Opened {
    /// Does the actions of a script, all of them or none.
    fn apply(&mut self, actions: &[Value]) -> Result<Applied, Refused>;

    /// The names of files beside its own that actions need, in the order in which it takes them.
    fn beside(&self, _actions: &[Value]) -> Vec<String> {
        Vec::new()
    }

    /// Takes one of those files.
    fn take_beside(&mut self, _name: &str, _bytes: &[u8]) -> Result<(), String> {
        Ok(())
    }

    fn check(&self, file: &str, around: Around<'_>) -> Vec<Problem>;

    /// The endings of the files for other programs that it is exported to and imported from.
    fn exchanges(&self) -> &'static [&'static str];

    /// The document for another program; `None` where that ending is not among its own.
    fn export(&self, ending: &str) -> Option<Vec<u8>>;

    /// Takes what another program changed since the export.
    fn import(&mut self, data: &[u8]) -> Result<Report, String>;

    /// The bytes of its file.
    fn to_bytes(&self) -> Result<Vec<u8>, String>;
}

/// What a script came to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applied {
    /// How many actions changed something.
    pub n_steps: usize,
    /// What a person should know, with the number of the action.
    pub notes: Vec<(usize, String)>,
    /// Files of a client that the new values name, with the number of the action.
    pub named: Vec<(usize, NamedFile)>,
}

/// A file below a folder of a client's `data`, as a document names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    pub folder: &'static str,
    pub name: Vec<u8>,
}

/// An action that was not done, so that none was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("action {n}{}: {reason}", named(.name))]
pub struct Refused {
    pub n: usize,
    /// As the script calls it; empty where it has no name.
    pub name: String,
    pub reason: String,
}

/// Why a document is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    #[error("{0}")]
    Read(#[from] ReadError),
    #[error("{0}")]
    Unfit(String),
}

/// What is in a file: rows of a name and values for people, and a table where it holds many things.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    pub rows: Vec<(&'static str, String)>,
    pub json: Value,
}

fn named(name: &str) -> String {
    if name.is_empty() { String::new() } else { format!(", {name}") }
}

/// The kind of a file.
pub fn kind_of(name: &str, start: &[u8]) -> Option<&'static dyn Kind> {
    ALL.iter().copied().find(|kind| kind.recognises(name, start))
}

/// What makes one file into another, whatever kind it is of. Files that differ in bytes alone have one
/// change that says so.
pub fn compare(a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
    if a.entry == b.entry && a.bytes == b.bytes {
        return Ok(());
    }
    if let Some(compared) = cache::compare_with_map(a, b, each) {
        return compared;
    }
    let mut n_changes = 0_u64;
    kind_of_all(&[a, b])?.compare(a, b, &mut |change| {
        n_changes += 1;
        each(change);
    })?;
    if n_changes == 0 && a.entry.is_none() && b.entry.is_none() {
        each(Change::of_file("bytes", a.bytes.len(), b.bytes.len()));
    }
    Ok(())
}

/// Whether [`take`] takes changes of a file over one by one.
pub fn takes(source: &Source<'_>) -> bool {
    kind_of(source.name, source.bytes).is_some_and(|kind| kind.takes(source.name))
}

/// The first file with the wanted ones of the changes that [`compare`] finds between both.
pub fn take(a: &Source<'_>, b: &Source<'_>, wanted: Wanted<'_>) -> Result<Vec<u8>, Trouble> {
    let kind = kind_of_all(&[a, b])?;
    match takes(a) && takes(b) {
        true => kind.take(a, b, wanted),
        false => Err(Trouble::Unfit("can only be taken over as a whole".to_owned())),
    }
}

/// Puts both sides of a file together, whatever kind it is of. A side that changed nothing adds nothing:
/// then the bytes are those of the other. Where maps in caches are named, the bytes are those of our
/// cache with both sides of its map.
pub fn merge(sides: &Sides<'_>, effort: Effort) -> Result<Merged, Trouble> {
    let [base, ours, theirs] = sides.each();
    if sides.each().iter().any(|side| side.entry.is_some()) {
        return kind_of_all(&sides.each())?.merge(sides, effort);
    }
    if ours.bytes == theirs.bytes {
        return Ok(Merged { bytes: ours.bytes.to_vec(), conflicts: Vec::new() });
    }
    // An empty base is none, so a side that is empty as well did not leave it as it was.
    if base.bytes.is_empty() {
        return without_base(ours, theirs);
    }
    if theirs.bytes == base.bytes || ours.bytes == base.bytes {
        let bytes = if theirs.bytes == base.bytes { ours.bytes } else { theirs.bytes };
        return Ok(Merged { bytes: bytes.to_vec(), conflicts: Vec::new() });
    }
    kind_of_all(&sides.each())?.merge(sides, effort)
}

/// More conflicts than this are one of the whole file: no person decides them one by one.
const MOST_CONFLICTS: usize = 1 << 20;

/// Two files of one name that both sides added: ours, with a conflict for each difference, or one of the
/// whole file where a side is empty.
fn without_base(ours: &Source<'_>, theirs: &Source<'_>) -> Result<Merged, Trouble> {
    if ours.bytes.is_empty() || theirs.bytes.is_empty() {
        let conflict = Conflict::of_file(Value::Null, ours.bytes.len(), theirs.bytes.len());
        return Ok(Merged { bytes: ours.bytes.to_vec(), conflicts: vec![conflict] });
    }
    let (mut conflicts, mut n_changes) = (Vec::new(), 0_usize);
    compare(ours, theirs, &mut |Change { thing, field, a, b }| {
        n_changes += 1;
        if n_changes <= MOST_CONFLICTS {
            conflicts.push(Conflict { thing, field, base: Value::Null, ours: a, theirs: b });
        }
    })?;
    if n_changes > MOST_CONFLICTS {
        conflicts = vec![Conflict::of_file(Value::Null, ours.bytes.len(), theirs.bytes.len())];
    }
    Ok(Merged { bytes: ours.bytes.to_vec(), conflicts })
}

/// The one kind of all these files.
fn kind_of_all(sources: &[&Source<'_>]) -> Result<&'static dyn Kind, Trouble> {
    let kind = |source: &&Source<'_>| kind_of(source.name, source.bytes);
    let unknown = || Trouble::Unfit("has an unknown format".to_owned());
    let first = sources.first().and_then(kind).ok_or_else(unknown)?;
    let is_alike = |source| kind(source).is_some_and(|kind| kind.id() == first.id());
    match sources.iter().all(is_alike) {
        true => Ok(first),
        false => Err(Trouble::Unfit("has different formats on its sides".to_owned())),
    }
}

/// The list of kinds, as scripts read it.
pub fn to_json() -> Value {
    let kind = |kind: &&dyn Kind| serde_json::json!({ "id": kind.id(), "formats": kind.formats(), "can": kind.can() });
    serde_json::json!({ "version": 1, "kinds": ALL.iter().map(kind).collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::format::file;

    #[test]
    fn every_format_belongs_to_one_kind() {
        let listed: Vec<&str> = ALL.iter().flat_map(|kind| kind.formats()).copied().collect();
        let unique: BTreeSet<&str> = listed.iter().copied().collect();
        assert_eq!(unique.len(), listed.len());
        for format in file::Kind::ALL {
            let name = format.name();
            let owners: Vec<&str> = ALL
                .iter()
                .filter(|kind| kind.formats().contains(&name))
                .map(|kind| kind.id())
                .collect();
            assert_eq!(owners.len(), 1, "{name}: {owners:?}");
        }
    }

    #[test]
    fn where_both_added_a_file_and_one_is_empty_ours_stays_and_it_is_a_conflict() {
        let source =
            |bytes| Source { name: "a.gat", bytes, code_page: CodePage::Utf8, entry: None };
        let of = |[base, ours, theirs]: [&'static [u8]; 3]| {
            let sides = Sides { base: source(base), ours: source(ours), theirs: source(theirs) };
            let merged = merge(&sides, Effort::default()).unwrap();
            (merged.bytes, merged.conflicts.len())
        };
        assert_eq!(of([b"", b"", b"b"]), (Vec::new(), 1));
        assert_eq!(of([b"", b"a", b""]), (b"a".to_vec(), 1));
        assert_eq!(of([b"", b"a", b"a"]), (b"a".to_vec(), 0));
        assert_eq!(of([b"a", b"a", b"b"]), (b"b".to_vec(), 0));
        assert_eq!(of([b"a", b"b", b"a"]), (b"b".to_vec(), 0));
        assert_eq!(of([b"a", b"a", b""]), (Vec::new(), 0));
    }

    #[test]
    fn every_reference_of_a_schema_leads_somewhere() {
        let scripts: Vec<&Script> = ALL.iter().filter_map(|kind| kind.script()).collect();
        assert!(scripts.len() >= 7);
        for script in scripts {
            let schema = script.json_schema();
            let text = schema.to_string();
            for part in text.split("#/$defs/").skip(1) {
                let name = part.split('"').next().unwrap();
                assert!(schema["$defs"].get(name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn a_file_is_recognised_by_its_name_or_first_bytes() {
        let rows = [
            ("prontera.gat", "ragnarok"),
            ("prontera.rsw", "scene"),
            ("prontera.gnd", "ground"),
            ("31_30.IFO", "rose"),
            ("a.apd", "tera"),
            ("ARENA.S3D", "everquest"),
            ("arena.wtr", "everquest"),
            ("ARENA.NAV", "navigation"),
            ("isle_spawns.CSV", "rows"),
            ("spawn2.sql", "rows"),
            ("LIST_NPC.STB", "table"),
            ("map_cache.dat", "cache"),
            ("prontera.fld2.gz", "cache"),
            ("a.dds", "picture"),
            ("ARM.zms", "asset"),
        ];
        for (name, id) in rows {
            assert_eq!(kind_of(name, b"").map(|kind| kind.id()), Some(id), "{name}");
        }
        assert_eq!(kind_of("unnamed", b"STB1").map(|kind| kind.id()), Some("table"));
        assert!(kind_of("a.txt", b"text").is_none());
    }

    #[test]
    fn the_list_is_the_contract_of_scripts() {
        let json = to_json();
        let ids: Vec<&str> =
            json["kinds"].as_array().unwrap().iter().map(|k| k["id"].as_str().unwrap()).collect();
        let expected = [
            "ragnarok",
            "scene",
            "ground",
            "rose",
            "tera",
            "everquest",
            "navigation",
            "rows",
            "table",
            "cache",
            "picture",
            "asset",
        ];
        assert_eq!(ids, expected);
        assert_eq!(json["version"], 1);
    }

    #[test]
    fn an_action_without_a_name_is_refused_by_its_number() {
        let refused = |name: &str| {
            Refused { n: 2, name: name.to_owned(), reason: "no".to_owned() }.to_string()
        };
        assert_eq!(
            (refused("paint"), refused("")),
            ("action 2, paint: no".into(), "action 2: no".into())
        );
    }
}
