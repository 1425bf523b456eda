//! Which of ROSE's files use which: every path, row, object and trigger that a client's files name.
//!
//! Each file is looked at by itself ([`uses`]), so that what was found can be kept from one run to the
//! next ([`index`]). A [`Graph`] then joins them: it knows what is there, what is not, and who asks for it.

pub mod index;
mod known;
mod lookup;
pub mod uses;

use std::collections::{BTreeMap, BTreeSet};

use self::uses::{At, Seen, To, Use};
use crate::format::rose::meaning::table_name;
use crate::vfs::VfsPath;

pub use self::lookup::{NotOne, Place};

use self::lookup::texts_of;

/// A file of the client, and what was seen in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// As it is written.
    pub path: String,
    pub seen: Seen,
}

/// One thing in a file that names another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Key of the file that names it.
    pub from: String,
    /// Row, object or character of that file.
    pub part: Option<u32>,
    pub at: At,
    pub to: End,
}

/// What is named.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    There {
        file: String,
        part: Option<u32>,
    },
    /// No file, row or trigger is what is named; as it is named.
    Missing(String),
}

/// What all files of a client use.
#[derive(Debug, Default)]
pub struct Graph {
    /// By key: the path in upper case, with slashes.
    nodes: BTreeMap<String, Node>,
    edges: Vec<Edge>,
    /// Places of edges, by the file that names and the one that is named.
    by_from: BTreeMap<String, Vec<usize>>,
    by_to: BTreeMap<String, Vec<usize>>,
}

/// The key of a path as data writes it; `None` for what can't be a path.
pub fn key(path: &str) -> Option<String> {
    let path = VfsPath::new(path).ok()?;
    (!path.is_root()).then(|| path.key().to_owned())
}

impl Graph {
    /// `nodes` by key.
    pub fn new(nodes: BTreeMap<String, Node>) -> Graph {
        let edges = Joining::new(&nodes).edges();
        let mut graph = Graph { nodes, edges, ..Graph::default() };
        for (place, edge) in graph.edges.iter().enumerate() {
            graph.by_from.entry(edge.from.clone()).or_default().push(place);
            if let End::There { file, .. } = &edge.to {
                graph.by_to.entry(file.clone()).or_default().push(place);
            }
        }
        graph
    }

    pub fn nodes(&self) -> &BTreeMap<String, Node> {
        &self.nodes
    }

    /// The path of a file as it is written.
    pub fn path<'g>(&'g self, key: &'g str) -> &'g str {
        self.nodes.get(key).map_or(key, |node| &node.path)
    }

    fn edges_at<'g>(
        &'g self,
        index: &'g BTreeMap<String, Vec<usize>>,
        key: &str,
    ) -> impl Iterator<Item = &'g Edge> {
        index.get(key).into_iter().flatten().filter_map(|place| self.edges.get(*place))
    }

    /// What a file uses, or one part of it.
    pub fn uses(&self, place: &Place) -> Vec<&Edge> {
        let of_part = |edge: &&Edge| place.part.is_none() || edge.part == place.part;
        self.edges_at(&self.by_from, &place.file).filter(of_part).collect()
    }

    /// Who uses a file, or one part of it.
    pub fn used_by(&self, place: &Place) -> Vec<&Edge> {
        let of_part = |edge: &&Edge| match &edge.to {
            End::There { part, .. } => place.part.is_none() || *part == place.part,
            End::Missing(_) => false,
        };
        self.edges_at(&self.by_to, &place.file).filter(of_part).collect()
    }

    /// All that is named and not there: of each file, every missing name once.
    pub fn missing(&self) -> Vec<&Edge> {
        let mut told = BTreeSet::new();
        let is_new = |edge: &&Edge| match &edge.to {
            End::Missing(name) => told.insert((edge.from.clone(), name.clone())),
            End::There { .. } => false,
        };
        self.edges.iter().filter(is_new).collect()
    }

    /// Who names a file that is missing, by its path or the end of it.
    pub fn naming(&self, missing: &str) -> Vec<&Edge> {
        let Some(asked) = key(missing) else { return Vec::new() };
        let end = format!("/{asked}");
        let is_asked =
            |name: &String| key(name).is_some_and(|name| name == asked || name.ends_with(&end));
        self.edges
            .iter()
            .filter(|edge| matches!(&edge.to, End::Missing(name) if is_asked(name)))
            .collect()
    }

    /// Files that nothing names, of the kinds that files are named by.
    pub fn unused(&self) -> Vec<&str> {
        let is_unused = |key: &str| known::is_traced(key) && !self.by_to.contains_key(key);
        let unused = self.nodes.iter().filter(|(key, _)| is_unused(key));
        unused.map(|(_, node)| node.path.as_str()).collect()
    }

    /// Files that could not be read, with the reason.
    pub fn unreadable(&self) -> impl Iterator<Item = (&str, &str)> {
        self.nodes.values().filter_map(|node| Some((&*node.path, node.seen.error.as_deref()?)))
    }
}

/// What is known of all files while their names are followed.
struct Joining<'g> {
    nodes: &'g BTreeMap<String, Node>,
    /// Tables by name, such as LIST_NPC.
    tables: BTreeMap<String, &'g str>,
    /// Files of conversations by name without folder.
    conversations: BTreeMap<&'g str, &'g str>,
    /// Which file and trigger a name is.
    triggers: BTreeMap<&'g str, (&'g str, u32)>,
    /// Event points by ZON, and ZONs by row of LIST_ZONE.
    points: BTreeMap<&'g str, BTreeMap<&'g str, u32>>,
    zons: BTreeMap<u32, String>,
    /// Texts by their name without ending, with the keys of their rows.
    texts: BTreeMap<String, (&'g str, BTreeMap<&'g str, u32>)>,
    /// ZSCs of decos and buildings, by the folder of a zone.
    zones: BTreeMap<String, [Option<String>; 2]>,
    /// Objects and characters that there is something of.
    filled: BTreeSet<(&'g str, u32)>,
}

impl<'g> Joining<'g> {
    fn new(nodes: &'g BTreeMap<String, Node>) -> Joining<'g> {
        let mut joining = Joining {
            nodes,
            tables: BTreeMap::new(),
            conversations: BTreeMap::new(),
            triggers: BTreeMap::new(),
            points: BTreeMap::new(),
            zons: BTreeMap::new(),
            texts: BTreeMap::new(),
            zones: BTreeMap::new(),
            filled: BTreeSet::new(),
        };
        for (key, node) in nodes {
            let key = key.as_str();
            let name = key.rsplit('/').next().unwrap_or_default();
            if name.ends_with(".STB") {
                // The tables of the client are before copies elsewhere.
                let is_own = key.starts_with(known::TABLES);
                let table = joining.tables.entry(table_name(key)).or_insert(key);
                if is_own {
                    *table = key;
                }
            }
            if name.ends_with(".CON") {
                joining.conversations.entry(name).or_insert(key);
            }
            for (trigger, number) in node.seen.triggers.iter().zip(0..) {
                joining.triggers.entry(trigger).or_insert((key, number));
            }
            if name.ends_with(".ZON") {
                joining.points.insert(key, by_name(&node.seen.names));
            }
            if name.ends_with(".STL") {
                joining.texts.insert(table_name(key), (key, by_name(&node.seen.keys)));
            }
            if name.ends_with(".ZSC") || name.ends_with(".CHR") {
                let parts = node.seen.uses.iter().filter_map(|one| one.part);
                joining.filled.extend(parts.map(|part| (key, part)));
            }
        }
        joining.read_zones();
        joining
    }

    /// Which ZSCs the zones use, by the folders of their ZONs.
    fn read_zones(&mut self) {
        let Some(list) = self.tables.get("LIST_ZONE").and_then(|key| self.nodes.get(*key)) else {
            return;
        };
        for zone in &list.seen.zones {
            let Some(file) = key(&zone.file) else { continue };
            self.zons.insert(zone.row, file.clone());
            let Some((folder, _)) = file.rsplit_once('/') else { continue };
            let zscs = [key(&zone.decos), key(&zone.buildings)];
            self.zones.entry(folder.to_owned()).or_insert(zscs);
        }
    }

    fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (key, node) in self.nodes {
            for one in &node.seen.uses {
                if let Some(to) = self.end(key, one) {
                    edges.push(Edge { from: key.clone(), part: one.part, at: one.at.clone(), to });
                }
            }
            self.unsaid(key, node, &mut edges);
        }
        edges
    }

    /// What a name leads to; `None` where that can't be known.
    fn end(&self, from: &str, one: &Use) -> Option<End> {
        match &one.to {
            To::File(path) => Some(self.file(path)),
            To::Beside(name) => {
                let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
                Some(self.file(&format!("{folder}/{name}")))
            }
            To::Row(table, row) => self.row(table, *row),
            To::Object(path, object) => Some(self.part(&key(path)?, *object, "object")),
            To::Deco(object) => self.in_zone(from, 0, *object),
            To::Building(object) => self.in_zone(from, 1, *object),
            To::Conversation(name) => self.conversation(name),
            To::Trigger(name) => self.trigger(name),
            To::Point(zon, name) => self.point(&key(zon)?, name),
            To::PointOf(zone, name) => self.point(self.zons.get(zone)?, name),
            To::Models(object) => {
                let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
                Some(self.part(&format!("{folder}/PART_NPC.ZSC"), *object, "object"))
            }
        }
    }

    /// A file by its path. Sounds and cameras are named without the folder that all files are in.
    fn file(&self, path: &str) -> End {
        let Some(found) = key(path) else { return End::Missing(path.to_owned()) };
        for file in [found.clone(), format!("{}{found}", known::ROOT)] {
            if self.nodes.contains_key(&file) {
                return End::There { file, part: None };
            }
        }
        End::Missing(path.to_owned())
    }

    /// A table that is not at hand is told once, as a file.
    fn row(&self, table: &str, row: u32) -> Option<End> {
        match self.tables.get(table) {
            Some(file) => Some(self.part(file, row, "row")),
            None => Some(End::Missing(format!("{}{table}.STB", known::TABLES))),
        }
    }

    fn part(&self, file: &str, part: u32, what: &str) -> End {
        let Some(node) = self.nodes.get(file) else { return End::Missing(file.to_owned()) };
        // Of a file that can't be read, nothing is known.
        let is_there = node.seen.error.is_some() || part < node.seen.n_parts;
        match is_there {
            true => End::There { file: file.to_owned(), part: Some(part) },
            false => End::Missing(format!("{} {what} {part}", node.path)),
        }
    }

    fn in_zone(&self, from: &str, list: usize, object: u32) -> Option<End> {
        let (folder, _) = from.rsplit_once('/')?;
        let zsc = self.zones.get(folder)?.get(list)?.as_deref()?;
        Some(self.part(zsc, object, "object"))
    }

    fn conversation(&self, name: &str) -> Option<End> {
        let upper = key(name)?;
        let upper = upper.rsplit('/').next().unwrap_or_default();
        match self.conversations.get(upper) {
            Some(file) => Some(End::There { file: (*file).to_owned(), part: None }),
            None => Some(End::Missing(format!("{}{name}", known::CONVERSATIONS))),
        }
    }

    /// Of a ZON that is not at hand or can't be read, nothing is known.
    fn point(&self, zon: &str, name: &str) -> Option<End> {
        let node = self.nodes.get(zon).filter(|node| node.seen.error.is_none())?;
        Some(match self.points.get(zon)?.get(name) {
            Some(part) => End::There { file: zon.to_owned(), part: Some(*part) },
            None => End::Missing(format!("{} point {name}", node.path)),
        })
    }

    /// Without a single file of quests, nothing is known of triggers.
    fn trigger(&self, name: &str) -> Option<End> {
        if self.triggers.is_empty() {
            return None;
        }
        match self.triggers.get(name) {
            Some((file, part)) => Some(End::There { file: (*file).to_owned(), part: Some(*part) }),
            None => Some(End::Missing(format!("trigger {name}"))),
        }
    }

    /// What no file says, since the game knows it: the character of a row of LIST_NPC, the object of an
    /// item, and what belongs to a zone by its place.
    fn unsaid(&self, key: &str, node: &Node, edges: &mut Vec<Edge>) {
        let mut missing = Vec::new();
        let mut there = |part: Option<u32>, at: At, file: &str, to: Option<u32>| {
            if self.nodes.contains_key(file) {
                let to = End::There { file: file.to_owned(), part: to };
                edges.push(Edge { from: key.to_owned(), part, at, to });
            }
        };
        let (folder, name) = key.rsplit_once('/').unwrap_or(("", key));
        if name.ends_with(".STB") {
            let texts = texts_of(name).and_then(|texts| self.texts.get(texts));
            if let Some((file, rows)) = texts {
                for (row, text) in &node.seen.keys {
                    if let Some(to) = rows.get(text.as_str()) {
                        there(Some(*row), At::part("row", *row), file, Some(*to));
                    }
                }
            }
            for zsc in known::objects_of(&table_name(name)) {
                // A server has no models, and misses none.
                if !self.nodes.contains_key(*zsc) && has_folder_of(self.nodes, zsc) {
                    let (at, to) = (At::text("rows"), End::Missing((*zsc).to_owned()));
                    missing.push(Edge { from: key.to_owned(), part: None, at, to });
                }
                for row in 0..node.seen.n_parts {
                    if self.filled.contains(&(*zsc, row)) {
                        there(Some(row), At::part("row", row), zsc, Some(row));
                    }
                }
            }
        } else if name.ends_with(".ZON") {
            let start = format!("{folder}/");
            let below = self.nodes.range(start.clone()..).map(|(key, _)| key.as_str());
            for file in below.take_while(|key| key.starts_with(&start)) {
                if known::is_of_block(&start, file) {
                    there(None, At::text("block"), file, None);
                }
            }
        }
        edges.extend(missing);
    }
}

/// Whether any file is in the folder of one that is named.
pub fn has_folder_of(nodes: &BTreeMap<String, Node>, key: &str) -> bool {
    let Some((folder, _)) = key.rsplit_once('/') else { return false };
    let start = format!("{folder}/");
    let mut behind = nodes.range(start.clone()..).map(|(key, _)| key);
    behind.next().is_some_and(|key| key.starts_with(&start))
}

/// Parts by their name; of several with one name, the first.
fn by_name(names: &[(u32, String)]) -> BTreeMap<&str, u32> {
    names.iter().rev().map(|(part, name)| (name.as_str(), *part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(path: &str, n_parts: u32, uses: Vec<Use>) -> (String, Node) {
        let seen = Seen { n_parts, uses, ..Seen::default() };
        (key(path).unwrap(), Node { path: path.to_owned(), seen })
    }

    fn one(part: Option<u32>, to: To) -> Use {
        Use { part, at: At::text("here"), to }
    }

    fn graph() -> Graph {
        let file = |path: &str| To::File(path.to_owned());
        Graph::new(BTreeMap::from([
            node("3DData/STB/LIST_NPC.STB", 3, vec![]),
            node(
                "3DData/NPC/LIST_NPC.CHR",
                3,
                vec![one(Some(1), To::Models(0)), one(Some(2), To::Models(9))],
            ),
            node("3DData/NPC/PART_NPC.ZSC", 1, vec![one(Some(0), file("3ddata\\\\npc\\\\A.zms"))]),
            node("3DData/NPC/a.ZMS", 0, vec![]),
            node("3DData/NPC/b.ZMS", 0, vec![]),
            node("Sound/x.wav", 0, vec![]),
            node(
                "3DData/MAPS/A/31_30.IFO",
                0,
                vec![
                    one(None, To::Row("LIST_NPC".to_owned(), 1)),
                    one(None, To::Row("LIST_NPC".to_owned(), 3)),
                    one(None, file("SOUND/X.WAV")),
                    one(None, To::Trigger("t".to_owned())),
                    one(None, To::Deco(0)),
                ],
            ),
        ]))
    }

    fn shown(edges: &[&Edge]) -> Vec<String> {
        let shown = |edge: &&Edge| match &edge.to {
            End::There { file, part } => format!("{} -> {file} {part:?}", edge.from),
            End::Missing(name) => format!("{} -> no {name}", edge.from),
        };
        edges.iter().map(shown).collect()
    }

    #[test]
    fn paths_are_followed_whatever_their_case_and_slashes() {
        let graph = graph();
        let at = |file: &str, part| Place { file: file.to_owned(), part };
        let mesh = graph.used_by(&at("3DDATA/NPC/A.ZMS", None));
        assert_eq!(shown(&mesh), ["3DDATA/NPC/PART_NPC.ZSC -> 3DDATA/NPC/A.ZMS None"]);
        let npc = at("3DDATA/STB/LIST_NPC.STB", Some(1));
        assert_eq!(
            shown(&graph.uses(&npc)),
            ["3DDATA/STB/LIST_NPC.STB -> 3DDATA/NPC/LIST_NPC.CHR Some(1)"]
        );
        assert_eq!(
            shown(&graph.used_by(&npc)),
            ["3DDATA/MAPS/A/31_30.IFO -> 3DDATA/STB/LIST_NPC.STB Some(1)"]
        );
    }

    #[test]
    fn what_is_named_and_not_there_is_missing_and_what_nobody_names_is_unused() {
        let graph = graph();
        assert_eq!(
            shown(&graph.missing()),
            [
                "3DDATA/MAPS/A/31_30.IFO -> no 3DData/STB/LIST_NPC.STB row 3",
                "3DDATA/NPC/LIST_NPC.CHR -> no 3DData/NPC/PART_NPC.ZSC object 9",
            ]
        );
        // Nobody names the zone of the block.
        assert_eq!(graph.unused(), ["3DData/MAPS/A/31_30.IFO", "3DData/NPC/b.ZMS"]);
    }
}
