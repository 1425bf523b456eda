//! Finding what a person asks for: a file, a row of a table, or something by its name.

use std::collections::BTreeMap;

use super::{Graph, Node, key};
use crate::format::rose::meaning::{Meaning, columns, table_name};
use crate::problem::nearest::nearest;

/// A file, or one part of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Key of the file.
    pub file: String,
    /// Row, object or character.
    pub part: Option<u32>,
}

/// Why a text is not one place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOne {
    #[error("no file is called \"{asked}\", and no table has that name{}", hint(.nearest))]
    Nothing { asked: String, nearest: Option<String> },
    #[error("\"{asked}\" could be {n}: {}{}; choose one of them", .some.join(", "), if .n > &.some.len() { ", …" } else { "" }, n = in_words(*.n))]
    Several { asked: String, n: usize, some: Vec<String> },
    #[error("{file} has no part {part}; it has {n_parts} parts, counted from 0")]
    NoPart { file: String, n_parts: u32, part: u32 },
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?"))
}

fn in_words(n: usize) -> String {
    format!("{n} things")
}

/// So many of several are told.
const MAX_TOLD: usize = 10;

impl Graph {
    /// What a text asks for: a path, whatever its case; the end of one that is the only one; `TABLE:ROW`,
    /// or `FILE:PART`; the name of a row or a
    /// trigger; or a key of texts.
    pub fn find(&self, asked: &str) -> Result<Place, NotOne> {
        if let Some((file, part)) = asked.rsplit_once(':')
            && let Ok(part) = part.parse::<u32>()
            && let Some(place) = self.file_or_table(file)?
        {
            return self.with_part(place, part);
        }
        if let Some(file) = self.file_or_table(asked)? {
            return Ok(Place { file, part: None });
        }
        let mut named = self.named(asked);
        if named.is_empty() {
            named = self.triggers_and_keys(asked);
        }
        match &named[..] {
            [one] => Ok(one.clone()),
            [] => Err(NotOne::Nothing { asked: asked.to_owned(), nearest: self.nearest(asked) }),
            several => {
                let some =
                    several.iter().take(MAX_TOLD).map(|place| self.in_words(place)).collect();
                Err(NotOne::Several { asked: asked.to_owned(), n: several.len(), some })
            }
        }
    }

    fn with_part(&self, file: String, part: u32) -> Result<Place, NotOne> {
        let n_parts = self.nodes.get(&file).map_or(0, |node| node.seen.n_parts);
        match part < n_parts {
            true => Ok(Place { file, part: Some(part) }),
            false => Err(NotOne::NoPart { file: self.path(&file).to_owned(), n_parts, part }),
        }
    }

    /// As it can be asked for.
    pub fn in_words(&self, place: &Place) -> String {
        let path = self.path(&place.file);
        place.part.map_or_else(|| path.to_owned(), |part| format!("{path}:{part}"))
    }

    fn file_or_table(&self, asked: &str) -> Result<Option<String>, NotOne> {
        let Some(asked_key) = key(asked) else { return Ok(None) };
        if self.nodes.contains_key(&asked_key) {
            return Ok(Some(asked_key));
        }
        let end = format!("/{asked_key}");
        let table_end = format!("/{asked_key}.STB");
        let by_end = |end: &str| -> Vec<&String> {
            self.nodes.keys().filter(|key| key.ends_with(end)).collect()
        };
        let mut found = by_end(&end);
        if found.is_empty() {
            found = by_end(&table_end);
        }
        match &found[..] {
            [] => Ok(None),
            [one] => Ok(Some((*one).clone())),
            several => {
                let some = several.iter().take(MAX_TOLD).map(|key| self.path(key).to_owned());
                let some = some.collect();
                Err(NotOne::Several { asked: asked.to_owned(), n: several.len(), some })
            }
        }
    }

    /// Rows of tables that have a name, in the table itself or in its texts.
    fn named(&self, asked: &str) -> Vec<Place> {
        let asked = asked.trim().to_lowercase();
        let texts = self.texts();
        let mut found = Vec::new();
        for (file, node) in self.nodes.iter().filter(|(key, _)| key.ends_with(".STB")) {
            let own = node.seen.names.iter().filter(|(_, name)| name.to_lowercase() == asked);
            found.extend(own.map(|(row, _)| *row).map(|row| (file.clone(), row)));
            let Some(texts) = texts_of(file).and_then(|name| texts.get(name)) else { continue };
            let by_key = by_key(texts, &asked);
            let keyed = node.seen.keys.iter().filter(|(_, key)| by_key.contains(&key.as_str()));
            found.extend(keyed.map(|(row, _)| (file.clone(), *row)));
        }
        found.sort();
        found.dedup();
        found.into_iter().map(|(file, row)| Place { file, part: Some(row) }).collect()
    }

    /// Triggers of quests, and rows of texts by their keys.
    fn triggers_and_keys(&self, asked: &str) -> Vec<Place> {
        let asked = asked.trim().to_lowercase();
        let is_asked = |name: &str| name.to_lowercase() == asked;
        let mut found = Vec::new();
        for (file, node) in &self.nodes {
            let triggers = (0..).zip(&node.seen.triggers).filter(|(_, name)| is_asked(name));
            found.extend(triggers.map(|(part, _)| (file, part)));
            if file.ends_with(".STL") {
                let keys = node.seen.keys.iter().filter(|(_, name)| is_asked(name));
                found.extend(keys.map(|(part, _)| (file, *part)));
            }
        }
        let place = |(file, part): (&String, u32)| Place { file: file.clone(), part: Some(part) };
        found.into_iter().map(place).collect()
    }

    /// Files of texts by their name without folder and ending.
    fn texts(&self) -> BTreeMap<String, &Node> {
        let texts = self.nodes.iter().filter(|(key, _)| key.ends_with(".STL"));
        texts.map(|(key, node)| (table_name(key), node)).collect()
    }

    fn nearest(&self, asked: &str) -> Option<String> {
        let names = self.nodes.iter().filter(|(key, _)| key.ends_with(".STB"));
        let names =
            names.flat_map(|(_, node)| node.seen.names.iter().map(|(_, name)| name.as_str()));
        let files =
            self.nodes.values().map(|node| node.path.rsplit('/').next().unwrap_or_default());
        nearest(asked, names.chain(files)).map(str::to_owned)
    }
}

/// The texts that a table's column of keys leads to, by name.
pub(super) fn texts_of(table: &str) -> Option<&'static str> {
    columns(&table_name(table)).into_iter().find_map(|column| match column.meaning {
        Meaning::Key(stl) => Some(stl),
        _ => None,
    })
}

/// The keys whose texts are what was asked for.
fn by_key<'g>(texts: &'g Node, asked: &str) -> Vec<&'g str> {
    let rows: Vec<u32> = texts
        .seen
        .names
        .iter()
        .filter(|(_, name)| name.to_lowercase() == asked)
        .map(|(row, _)| *row)
        .collect();
    let keys = texts.seen.keys.iter().filter(|(row, _)| rows.contains(row));
    keys.map(|(_, key)| key.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::file::{self, Kind};
    use crate::format::text::CodePage;
    use crate::sample::rose::{Plan, Zone, assets};
    use std::collections::BTreeSet;

    use crate::world::refs::Edge;
    use crate::world::refs::uses::seen;

    #[test]
    fn the_sample_misses_nothing_and_has_nothing_that_is_not_used() {
        let zone = Zone::new(Plan::small(1)).files();
        let nodes: BTreeMap<String, Node> = zone
            .into_iter()
            .chain(assets::files())
            .map(|one| {
                let read =
                    Kind::of_name(&one.path).map(|kind| file::read(kind, &one.bytes).unwrap());
                let seen = read.map(|file| seen(&one.path, &file.content, CodePage::Cp949));
                let seen = seen.unwrap_or_default();
                (key(&one.path).unwrap(), Node { path: one.path, seen })
            })
            .collect();
        let graph = Graph::new(nodes);
        assert_eq!(graph.missing(), [] as [&Edge; 0]);
        let toad = graph.find("Mossback Toad").unwrap();
        assert_eq!((toad.file.as_str(), toad.part), ("3DDATA/STB/LIST_NPC.STB", Some(1)));
        assert!(graph.used_by(&toad).iter().any(|edge| edge.from.ends_with(".IFO")));
        assert_eq!(graph.find("list_npc:1"), Ok(toad));
        let used_by = |asked: &str| -> BTreeSet<String> {
            let used_by = graph.used_by(&graph.find(asked).unwrap()).into_iter();
            used_by.map(|edge| edge.from.rsplit('/').next().unwrap().to_owned()).collect()
        };
        let users = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(used_by("LNPC0003"), users(&["LIST_NPC.STB"]));
        assert!(
            used_by("s01-01").iter().all(|file| file.ends_with(".IFO") || file == "LIST_NPC.STB")
        );
        assert!(!used_by("S01-01").is_empty());
        let start = graph.nodes["3DDATA/MAPS/SAMPLE/S01/S01.ZON"].seen.names.iter();
        let points: BTreeMap<&str, u32> =
            start.map(|(part, name)| (name.as_str(), *part)).collect();
        for (point, file) in [
            ("start", "LIST_ZONE.STB"),
            ("restore", "LIST_ZONE.STB"),
            ("WARP-S01-NORTH", "WARP.STB"),
        ] {
            assert_eq!(used_by(&format!("S01.ZON:{}", points[point])), users(&[file]), "{point}");
        }
        // A small zone has not all sounds.
        let unused = graph.unused().into_iter().filter(|path| !path.ends_with(".WAV"));
        assert_eq!(unused.collect::<Vec<_>>(), [] as [&str; 0]);
    }
}
