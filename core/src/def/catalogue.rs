//! All definitions and maps of a workspace, as a snapshot that costs next to nothing to take.
//!
//! Whoever owns the files puts their texts in and takes them out again; a clone stays as it is
//! while that goes on, and shares everything with it. Nothing here opens a file.
//!
//! Several roots (workspace folders) lie in one catalogue. A packet lists its versions in all of
//! them, each with its root, since two folders may well hold two forks of the same definitions.

mod file;
mod packet;
mod definition;
mod followers;
mod learned;
mod tables;

use std::sync::Arc;

use super::file_name::{FileKind, MapKind, PacketFile, file_of};
use super::fuzzy;
use super::layout::Layout;
use super::shelf::Shelf;
use super::syntax::Syntax;
use super::types::Type;
use super::{Dialect, Settings};

pub use definition::Definition;
pub use file::{File, MapFile};
pub use learned::{Learned, LearnedType};
pub use packet::{Packet, PacketVersion};
pub use tables::{Deprecated, DeprecatedVersion, Revision, Revisions, TableFault};

use definition::Signs;
use followers::Followers;
use learned::FieldTypes;

/// A snapshot of all files. Cloning it is how one is taken.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    settings: Settings,
    roots: Arc<[Box<str>]>,
    files: Shelf<Arc<str>, File>,
    packets: Shelf<Arc<str>, Arc<Packet>>,
    /// The files that are no definitions; there are few.
    maps: Shelf<Arc<str>, Arc<MapFile>>,
    tables: Shelf<Arc<str>, File>,
    learned: FieldTypes,
    followers: Followers,
    /// By root, and last for what lies in none.
    tallies: Vec<Tally>,
}

/// How many definitions of a root there are, and how many look like those of a dialect.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tally {
    definitions: usize,
    like_protojs: usize,
    like_seed: usize,
    like_toolbox: usize,
}

impl Tally {
    /// The tally of one definition.
    fn of(definition: &Definition) -> Tally {
        let Signs { of_protojs, of_seed, of_toolbox } = definition.signs;
        Tally {
            definitions: 1,
            like_protojs: usize::from(of_protojs),
            like_seed: usize::from(of_seed),
            like_toolbox: usize::from(of_toolbox),
        }
    }

    fn add(&mut self, other: Tally) {
        self.definitions += other.definitions;
        self.like_protojs += other.like_protojs;
        self.like_seed += other.like_seed;
        self.like_toolbox += other.like_toolbox;
    }

    /// Takes away what was added before.
    fn take(&mut self, other: Tally) {
        self.definitions -= other.definitions;
        self.like_protojs -= other.like_protojs;
        self.like_seed -= other.like_seed;
        self.like_toolbox -= other.like_toolbox;
    }

    /// The dialect that the definitions are written in as far as they tell. The seed's has `count`
    /// and `offset`; where anything came with toolbox, they are left over from before.
    fn dialect(&self) -> Dialect {
        let is_protojs = self.like_protojs >= PROTOJS_MIN
            && self.like_protojs * PROTOJS_SHARE >= self.definitions;
        match is_protojs {
            true => Dialect::Protojs,
            false if self.like_seed > 0 && self.like_toolbox == 0 => Dialect::Seed,
            false => Dialect::Toolbox,
        }
    }
}

/// A root is protojs' own if one definition in so many looks like it, and at least so many do.
/// Of the three repositories that we know, 28 in 100 definitions of protojs' own do, and one in
/// 800 of the others.
const PROTOJS_SHARE: usize = 20;
const PROTOJS_MIN: usize = 20;

impl Catalogue {
    /// A catalogue of the files in these folders, and of others beside them.
    pub fn new(settings: Settings, roots: &[String]) -> Catalogue {
        let roots: Arc<[Box<str>]> =
            roots.iter().map(|root| root.trim_end_matches(['/', '\\']).into()).collect();
        let tallies = vec![Tally::default(); roots.len() + 1];
        Catalogue { settings, roots, tallies, ..Catalogue::default() }
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Other settings for the same files. Nothing is parsed again, layouts are made anew.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        let files: Vec<_> = self.files().map(|(path, file)| (path.clone(), file.clone())).collect();
        for (path, file) in files.into_iter().filter(|row| matches!(row.1, File::Definition(_))) {
            self.files.insert(path, file.without_layouts());
        }
    }

    /// Puts a file in, or in the place of its older text. What is none of ours is ignored.
    pub fn set_file(&mut self, path: &str, text: impl Into<Arc<str>>) {
        let path: Arc<str> = path.into();
        if let Some(file) = FileKind::of(&path).map(|kind| File::parse(&path, kind, text)) {
            self.put_file(&path, &file);
        }
    }

    /// Puts in a file that was parsed already, on another thread perhaps. Its path is the one
    /// that it was parsed with.
    pub fn put_file(&mut self, path: &Arc<str>, file: &File) {
        let old = self.files.insert(path.clone(), file.clone());
        match file {
            File::Definition(_) | File::Script(_) if old.is_none() => self.add_version(path, file),
            File::Definition(_) | File::Script(_) => {}
            File::Map(map) => {
                self.maps.insert(path.clone(), map.clone());
            }
            File::Revisions(_) | File::Deprecated(_) => {
                self.tables.insert(path.clone(), file.clone());
            }
        }
        self.relearn(path, old.as_ref(), Some(file));
    }

    pub fn remove_file(&mut self, path: &str) {
        let Some(old) = self.files.remove(path) else { return };
        match &old {
            File::Definition(_) | File::Script(_) => self.remove_version(path, &old),
            File::Map(_) => {
                self.maps.remove(path);
            }
            File::Revisions(_) | File::Deprecated(_) => {
                self.tables.remove(path);
            }
        }
        self.relearn(path, Some(&old), None);
    }

    fn add_version(&mut self, path: &Arc<str>, of: &File) {
        let Some(file) = of.packet() else { return };
        let version = PacketVersion {
            version: file.version,
            platform: file.platform.clone(),
            path: path.clone(),
            root: self.root_of(path),
            is_script: matches!(of, File::Script(_)),
        };
        let mut packet = match self.packets.get(&*file.name) {
            Some(packet) => Packet::clone(packet),
            None => Packet { name: (*file.name).into(), versions: Vec::new() },
        };
        let at = packet.versions.partition_point(|other| *other < version);
        packet.versions.reserve_exact(1);
        packet.versions.insert(at, version);
        self.packets.insert(packet.name.clone(), Arc::new(packet));
    }

    fn remove_version(&mut self, path: &str, of: &File) {
        let packet = of.packet().and_then(|file| self.packets.get(&*file.name));
        let Some(packet) = packet else { return };
        let mut packet = Packet::clone(packet);
        packet.versions.retain(|version| &*version.path != path);
        match packet.versions.is_empty() {
            true => drop(self.packets.remove(&*packet.name)),
            false => drop(self.packets.insert(packet.name.clone(), Arc::new(packet))),
        }
    }

    /// Brings what is known from all definitions up to date with one of them.
    fn relearn(&mut self, path: &str, old: Option<&File>, new: Option<&File>) {
        let definition = |file: Option<&File>| match file {
            Some(File::Definition(definition)) => Some(definition.clone()),
            _ => None,
        };
        let (old, new) = (definition(old), definition(new));
        let root = self.root_of(path).unwrap_or(self.roots.len());
        if let Some(tally) = self.tallies.get_mut(root) {
            new.iter().for_each(|definition| tally.add(Tally::of(definition)));
            old.iter().for_each(|definition| tally.take(Tally::of(definition)));
        }
        let syntax =
            |definition: &Option<Arc<Definition>>| definition.as_ref().map(|d| d.syntax.clone());
        self.learned.update(syntax(&old).as_deref(), syntax(&new).as_deref());
        self.followers.update(syntax(&old).as_deref(), syntax(&new).as_deref());
    }

    pub fn roots(&self) -> &[Box<str>] {
        &self.roots
    }

    /// The number of the innermost root that a path lies in.
    pub fn root_of(&self, path: &str) -> Option<usize> {
        let holds = |root: &str| {
            path.strip_prefix(root)
                .is_some_and(|rest| root.is_empty() || rest.starts_with(['/', '\\']))
        };
        let roots = self.roots.iter().enumerate().filter(|(_, root)| holds(root));
        roots.max_by_key(|(_, root)| root.len()).map(|(idx, _)| idx)
    }

    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    pub fn n_files(&self) -> usize {
        self.files.len()
    }

    /// Every file by its path, sorted.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<str>, &File)> {
        self.files.iter()
    }

    pub fn definition(&self, path: &str) -> Option<&Arc<Definition>> {
        match self.files.get(path)? {
            File::Definition(definition) => Some(definition),
            _ => None,
        }
    }

    /// Every definition, sorted by path.
    pub fn definitions(&self) -> impl Iterator<Item = &Arc<Definition>> {
        self.files.iter().filter_map(|(_, file)| match file {
            File::Definition(definition) => Some(definition),
            _ => None,
        })
    }

    /// The dialect that a definition is read in, never `Auto`.
    pub fn dialect(&self, definition: &Definition) -> Dialect {
        match self.settings.dialect {
            Dialect::Auto if definition.syntax.has_protojs_marks() => Dialect::Protojs,
            Dialect::Auto => self.dialect_around(&definition.path),
            chosen => chosen,
        }
    }

    /// The dialect that most likely all definitions around a path are written in, which is a guess.
    pub fn dialect_around(&self, path: &str) -> Dialect {
        let root = self.root_of(path).unwrap_or(self.roots.len());
        self.tallies.get(root).copied().unwrap_or_default().dialect()
    }

    /// True where nobody has said in which dialect definitions are to be read.
    pub fn guesses_the_dialect(&self) -> bool {
        self.settings.dialect == Dialect::Auto
    }

    /// The layout of a definition of this catalogue. It is made once, unless it includes others.
    pub fn layout(&self, definition: &Definition) -> Arc<Layout> {
        let settings = Settings { dialect: self.dialect(definition), ..self.settings };
        definition.layout(settings, &|file| self.included(definition, file))
    }

    /// The layout that a definition would have with another text.
    pub fn layout_with(&self, definition: &Definition, syntax: &Syntax) -> Layout {
        let dialect = match self.dialect(definition) {
            _ if self.settings.dialect == Dialect::Auto && syntax.has_protojs_marks() => {
                Dialect::Protojs
            }
            dialect => dialect,
        };
        let settings = Settings { dialect, ..self.settings };
        Layout::with_includes(syntax, settings, &|file| self.included(definition, file))
    }

    fn included(&self, definition: &Definition, file: &str) -> Option<Arc<Syntax>> {
        let path = super::include::path_of(&definition.path, file);
        if *path == *definition.path {
            return None;
        }
        Some(self.definition(&path)?.syntax.clone())
    }

    pub fn packet(&self, name: &str) -> Option<&Arc<Packet>> {
        self.packets.get(name)
    }

    /// Those from a name on.
    pub fn packets_from(&self, name: &str) -> impl Iterator<Item = &Arc<Packet>> {
        self.packets.from(name).map(|row| row.1)
    }

    /// Every packet that has a definition, sorted by name.
    pub fn packets(&self) -> impl Iterator<Item = &Arc<Packet>> {
        self.packets.iter().map(|(_, packet)| packet)
    }

    /// The packets that a few letters of their name mean, the best first.
    pub fn find(&self, query: &str, limit: usize) -> Vec<&Arc<Packet>> {
        let scored = self.packets().filter_map(|p| Some((fuzzy::score(query, &p.name)?, p)));
        let mut found: Vec<_> = scored.collect();
        found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.name.cmp(&b.1.name)));
        found.into_iter().take(limit).map(|(_, packet)| packet).collect()
    }

    /// The version that a definition is of its packet.
    pub fn version_of(&self, path: &str) -> Option<(&Arc<Packet>, &PacketVersion)> {
        let packet = self.packet(&self.file(path)?.packet()?.name)?;
        let version = packet.versions.iter().find(|version| &*version.path == path)?;
        Some((packet, version))
    }

    /// Every map, sorted by path.
    pub fn maps(&self) -> impl Iterator<Item = &Arc<MapFile>> {
        self.maps.iter().map(|(_, map)| map)
    }

    pub fn protocol_maps(&self) -> impl Iterator<Item = &Arc<MapFile>> {
        self.maps().filter(|file| file.kind == MapKind::Protocol)
    }

    /// The number of a packet in every protocol map that has it.
    pub fn opcodes(&self, name: &str) -> Vec<(&Arc<MapFile>, u32)> {
        self.protocol_maps().filter_map(|file| Some((file, file.map.code(name)?))).collect()
    }

    /// The packet of a number in every protocol map that has it.
    pub fn names_of(&self, opcode: u32) -> Vec<(&Arc<MapFile>, &str)> {
        self.protocol_maps().filter_map(|file| Some((file, file.map.name(opcode)?))).collect()
    }

    /// Which patch and region a protocol map is of, as the `revisions.json` nearest to it says.
    pub fn revision(&self, map: &MapFile) -> Option<&Revision> {
        let number = map.number?;
        let tables = self.tables.iter().filter_map(|(path, file)| match file {
            File::Revisions(revisions) => Some((path, revisions.get(number)?)),
            _ => None,
        });
        tables.max_by_key(|(path, _)| common_len(path, &map.path)).map(|(_, revision)| revision)
    }

    /// Every `deprecated.json` by its path.
    pub fn deprecated_tables(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<Deprecated>)> {
        self.tables.iter().filter_map(|(path, file)| match file {
            File::Deprecated(table) => Some((path, table)),
            _ => None,
        })
    }

    /// What a `deprecated.json` says of a version of a packet.
    pub fn deprecated(&self, packet: &PacketFile) -> Option<&DeprecatedVersion> {
        self.tables.iter().find_map(|(_, file)| match file {
            File::Deprecated(table) => table.get(&packet.name, packet.version),
            _ => None,
        })
    }

    /// The types that fields of a name have in all definitions.
    pub fn learned(&self, field: &str) -> Option<&Learned> {
        self.learned.get(field)
    }

    /// How often a type stands right behind another one, and how often it is used at all.
    pub fn n_following(&self, before: Option<Type>, ty: Type) -> (u32, u32) {
        (self.followers.get(before, ty), self.followers.total(ty))
    }

    /// Every field name with its types, sorted by name.
    pub fn learned_fields(&self) -> impl Iterator<Item = (&str, &Learned)> {
        self.learned.iter()
    }
}

/// The length of the path that two files share: the longer it is, the nearer they are.
fn common_len(a: &str, b: &str) -> usize {
    let (a, b) = (a.strip_suffix(file_of(a)).unwrap_or(a), b);
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Fixture;
    use super::*;

    fn versions(catalogue: &Catalogue, name: &str) -> Vec<String> {
        let packet = catalogue.packet(name);
        let versions = packet.into_iter().flat_map(|packet| &packet.versions);
        versions.map(|version| version.path.to_string()).collect()
    }

    /// Everything that is known, as text, to compare two catalogues.
    fn dump(catalogue: &Catalogue) -> String {
        let files: Vec<_> = catalogue.files().map(|(path, _)| path.clone()).collect();
        let packets: Vec<_> = catalogue.packets().collect();
        let learned: Vec<_> = catalogue.learned_fields().collect();
        let maps: Vec<_> = catalogue.maps().map(|map| map.path.clone()).collect();
        format!(
            "{files:?}\n{packets:?}\n{learned:?}\n{maps:?}\n{:?}\n{:?}",
            catalogue.tallies, catalogue.followers
        )
    }

    #[test]
    fn a_packet_has_its_versions_in_order() {
        let fixture = Fixture::parse(
            "//- A.10.def\n//- A.9.def\n//- A.10.console.def\n//- A.1.js\n//- B.1.def\n//- bad.def\n",
        );
        let catalogue = fixture.catalogue();
        assert_eq!(
            versions(&catalogue, "A"),
            ["A.1.js", "A.9.def", "A.10.def", "A.10.console.def"]
        );
        let packet = catalogue.packet("A").unwrap();
        assert_eq!(&*packet.newest().unwrap().path, "A.10.def");
        assert_eq!(packet.siblings(&packet.versions[2]).count(), 3);
        assert!(catalogue.definition("bad.def").unwrap().packet.is_none());
        assert_eq!(catalogue.version_of("A.1.js").unwrap().1.version, 1);
    }

    #[test]
    fn opcodes_are_known_by_name_and_by_number() {
        let fixture = Fixture::parse(
            "//- map/protocol.1.map\nS_A = 7\n//- map/protocol.2.map\nS_A 8\nS_B 7\n\
             //- map/sysmsg.9.map\nS_A 1\n//- map/revisions.json\n{\"2\": \"eu-98.02\"}\n\
             //- other/revisions.json\n{\"2\": \"na-1\"}\n",
        );
        let catalogue = fixture.catalogue();
        let opcodes: Vec<u32> = catalogue.opcodes("S_A").iter().map(|row| row.1).collect();
        assert_eq!(opcodes, [7, 8]);
        let names: Vec<&str> = catalogue.names_of(7).iter().map(|row| row.1).collect();
        assert_eq!(names, ["S_A", "S_B"]);
        let map = catalogue.maps().nth(1).unwrap();
        assert_eq!(&*catalogue.revision(map).unwrap().text, "eu-98.02");
    }

    #[test]
    fn field_types_are_learned_and_forgotten() {
        let mut catalogue = Fixture::parse(
            "//- A.1.def\nuint64 gameId\n//- B.1.def\nuint64 gameId\nin32 gameId\n//- C.1.def\nint32 gameId",
        )
        .catalogue();
        let types = |catalogue: &Catalogue| {
            let learned = catalogue.learned("gameId").cloned().unwrap_or_default();
            learned
                .types
                .iter()
                .map(|row| format!("{} {}", row.ty, row.n_fields))
                .collect::<Vec<_>>()
        };
        assert_eq!(types(&catalogue), ["uint64 2", "int32 1"]);
        catalogue.set_file("A.1.def", "int32 gameId\narray<int32> gameId");
        assert_eq!(types(&catalogue), ["int32 2", "array<int32> 1", "uint64 1"]);
        catalogue.remove_file("A.1.def");
        catalogue.remove_file("B.1.def");
        catalogue.remove_file("C.1.def");
        assert!(catalogue.learned("gameId").is_none());
    }

    #[test]
    fn roots_are_kept_apart() {
        let roots = ["/w/a/".to_owned(), "/w".to_owned(), "/w/ab".to_owned()];
        let mut catalogue = Catalogue::new(Settings::default(), &roots);
        assert_eq!(catalogue.root_of("/w/a/S.1.def"), Some(0));
        assert_eq!(catalogue.root_of("/w/ab/S.1.def"), Some(2));
        assert_eq!(catalogue.root_of("/w/x"), Some(1));
        assert_eq!(catalogue.root_of("/wx"), None);
        catalogue.set_file("/w/a/S.1.def", "");
        catalogue.set_file("/w/ab/S.2.def", "");
        let packet = catalogue.packet("S").unwrap();
        assert_eq!(packet.siblings(&packet.versions[0]).count(), 1);
    }

    #[test]
    fn a_root_full_of_protojs_is_read_as_protojs() {
        let mut catalogue =
            Catalogue::new(Settings::default(), &["/p".to_owned(), "/t".to_owned()]);
        for n in 0..PROTOJS_MIN {
            catalogue.set_file(&format!("/p/S_{n}.1.def"), "string s\nint32 a");
            catalogue.set_file(&format!("/t/S_{n}.1.def"), "int32 a\nstring s");
        }
        catalogue.set_file("/t/S_RANGE.1.def", "int32 a ^80");
        let dialect = |path: &str| catalogue.dialect(catalogue.definition(path).unwrap());
        assert_eq!(dialect("/p/S_0.1.def"), Dialect::Protojs);
        assert_eq!(dialect("/t/S_0.1.def"), Dialect::Toolbox);
        assert_eq!(dialect("/t/S_RANGE.1.def"), Dialect::Protojs);
    }

    #[test]
    fn a_root_with_counts_and_offsets_and_nothing_newer_is_the_seeds() {
        let roots = ["/s".to_owned(), "/t".to_owned()];
        let mut catalogue = Catalogue::new(Settings::default(), &roots);
        for root in ["/s", "/t"] {
            catalogue.set_file(&format!("{root}/S_OLD.1.def"), "int32 a\noffset s\nstring s");
            catalogue.set_file(&format!("{root}/S_A.1.def"), "int32 a");
        }
        assert_eq!(catalogue.dialect_around("/s/x"), Dialect::Seed);
        for newer in ["ref s\nint32 a\nstring s", "customize c", "array<int32> a"] {
            catalogue.set_file("/t/S_NEW.1.def", newer);
            assert_eq!(catalogue.dialect_around("/t/x"), Dialect::Toolbox, "{newer}");
        }
        let dialect = |path: &str| catalogue.dialect(catalogue.definition(path).unwrap());
        assert_eq!(dialect("/s/S_A.1.def"), Dialect::Seed);
        assert_eq!(dialect("/t/S_OLD.1.def"), Dialect::Toolbox);
        catalogue.remove_file("/s/S_OLD.1.def");
        assert_eq!(catalogue.dialect_around("/s/x"), Dialect::Toolbox);
    }

    #[test]
    fn layouts_follow_the_settings_and_the_files_that_they_include() {
        let mut catalogue =
            Fixture::parse("//- d/A.1.def\nskillid s\n//- d/A.2.def\n@include A.1.def\nint32 x\n")
                .catalogue();
        let size = |catalogue: &Catalogue, path: &str| {
            catalogue.layout(catalogue.definition(path).unwrap()).message.size.min()
        };
        assert_eq!((size(&catalogue, "d/A.1.def"), size(&catalogue, "d/A.2.def")), (12, 16));
        catalogue.set_settings(Settings { patch: Some(27), ..Settings::default() });
        assert_eq!((size(&catalogue, "d/A.1.def"), size(&catalogue, "d/A.2.def")), (8, 12));
        catalogue.set_file("d/A.1.def", "byte b");
        assert_eq!(size(&catalogue, "d/A.2.def"), 9);
    }

    #[test]
    fn updates_lead_to_the_same_as_a_fresh_start_and_leave_snapshots_alone() {
        const TEXTS: &[&str] = &["int32 a", "string a\nint32 b", "array c\n- uint64 a", "", "x"];
        const NAMES: &[&str] = &["A", "B", "protocol", "deprecated", "C.x"];
        let roots = ["/r".to_owned()];
        let mut catalogue = Catalogue::new(Settings::default(), &roots);
        let mut model = std::collections::BTreeMap::new();
        let mut state = 7_usize;
        for step in 0..2_000 {
            state = state.wrapping_mul(25_214_903_917).wrapping_add(11);
            let pick = |n: usize, shift: usize| (state >> shift) % n;
            let extension = [".def", ".console.def", ".js", ".map"][pick(4, 20)];
            let folder = ["/r/", "/", ""][pick(3, 24)];
            let path = format!("{folder}{}.{}{extension}", NAMES[pick(5, 28)], pick(4, 32));
            let snapshot = (step % 100 == 0).then(|| (catalogue.clone(), dump(&catalogue)));
            if pick(3, 36) == 0 {
                catalogue.remove_file(&path);
                model.remove(&path);
            } else {
                let text = TEXTS[pick(TEXTS.len(), 40)];
                catalogue.set_file(&path, text);
                if FileKind::of(&path).is_some() {
                    model.insert(path, text);
                }
            }
            if let Some((snapshot, before)) = snapshot {
                assert_eq!(dump(&snapshot), before);
                let mut fresh = Catalogue::new(Settings::default(), &roots);
                model.iter().for_each(|(path, text)| fresh.set_file(path, *text));
                assert_eq!(dump(&catalogue), dump(&fresh));
            }
        }
    }

    #[test]
    fn packets_are_found_by_a_few_letters() {
        let fixture = Fixture::parse("//- S_LOGIN.1.def\n//- S_LEAVE.1.def\n//- C_LOGIN.1.def\n");
        let catalogue = fixture.catalogue();
        let found: Vec<_> = catalogue.find("slo", 5).iter().map(|p| p.name.to_string()).collect();
        assert_eq!(found, ["S_LOGIN"]);
        assert_eq!(catalogue.find("", 2).len(), 2);
    }
}
