//! Finds packets and fields in all files by a few letters.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use super::symbols::SymbolKind;
use super::{Location, near};
use crate::def::catalogue::{Catalogue, MapFile};
use crate::def::fuzzy;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub name: String,
    /// The packet of a field, the versions of a packet, or the map of a name without definition.
    pub container: String,
    pub kind: SymbolKind,
    pub at: Location,
}

/// A name that is the query, or begins with it, comes before all that merely hold its letters.
const EXACT: i32 = 1 << 28;
const PREFIX: i32 = 1 << 27;

/// The best matches, at most `limit`: packets (in their newest version), names of the newest map
/// that have no definition, and fields of the newest versions.
pub fn search(catalogue: &Catalogue, query: &str, limit: usize) -> Vec<Found> {
    let query = query.trim();
    let mut hits = Vec::new();
    packets(catalogue, query, &mut hits);
    unmapped(catalogue, query, &mut hits);
    keep_best(&mut hits, limit);
    if !query.is_empty() {
        fields(catalogue, query, limit, &mut hits);
        keep_best(&mut hits, limit);
    }
    hits.into_iter().filter_map(|hit| hit.found(catalogue)).collect()
}

/// The best is the least.
type Rank<'a> = (Reverse<i32>, u8, &'a str, &'a str);

struct Hit<'a> {
    rank: Rank<'a>,
    place: HitPlace<'a>,
}

#[derive(Clone, Copy)]
enum HitPlace<'a> {
    Packet(&'a Arc<crate::def::Packet>),
    Unmapped(&'a Arc<MapFile>, &'a str),
    Field(&'a Arc<crate::def::Definition>, crate::def::FieldId),
}

fn score(query: &str, name: &str) -> Option<i32> {
    let score = fuzzy::score(query, name)?;
    let start = name.as_bytes().get(..query.len());
    let is_prefix = start.is_some_and(|start| start.eq_ignore_ascii_case(query.as_bytes()));
    Some(match is_prefix {
        true if name.len() == query.len() => score.saturating_add(EXACT),
        true => score.saturating_add(PREFIX),
        false => score,
    })
}

fn keep_best(hits: &mut Vec<Hit<'_>>, limit: usize) {
    if hits.len() > limit && limit > 0 {
        hits.select_nth_unstable_by(limit - 1, |a, b| a.rank.cmp(&b.rank));
    }
    hits.truncate(limit);
    hits.sort_by(|a, b| a.rank.cmp(&b.rank));
}

fn packets<'a>(catalogue: &'a Catalogue, query: &str, hits: &mut Vec<Hit<'a>>) {
    hits.extend(catalogue.packets().filter_map(|packet| {
        let rank = (Reverse(score(query, &packet.name)?), 0, &*packet.name, "");
        Some(Hit { rank, place: HitPlace::Packet(packet) })
    }));
}

fn unmapped<'a>(catalogue: &'a Catalogue, query: &str, hits: &mut Vec<Hit<'a>>) {
    let Some(map) = near::protocol_maps(catalogue, "").first().copied() else { return };
    // Both lists are sorted by name, and are walked side by side.
    let mut packets = catalogue.packets().map(|packet| &*packet.name).peekable();
    hits.extend(map.map.names().filter_map(|name| {
        while packets.next_if(|packet| *packet < name).is_some() {}
        if packets.peek() == Some(&name) {
            return None;
        }
        let rank = (Reverse(score(query, name)?), 1, name, "");
        Some(Hit { rank, place: HitPlace::Unmapped(map, name) })
    }));
}

/// Of all names of fields first the best are found, then the fields that have them.
fn fields<'a>(catalogue: &'a Catalogue, query: &str, limit: usize, hits: &mut Vec<Hit<'a>>) {
    let mut names: Vec<(Reverse<i32>, &str)> = catalogue
        .learned_fields()
        .filter_map(|(name, _)| Some((Reverse(score(query, name)?), name)))
        .collect();
    if names.len() > limit {
        names.select_nth_unstable(limit);
        names.truncate(limit);
    }
    let names: HashMap<&str, Reverse<i32>> = names.into_iter().map(|row| (row.1, row.0)).collect();
    if names.is_empty() {
        return;
    }
    for packet in catalogue.packets() {
        let newest = packet.newest().and_then(|newest| catalogue.definition(&newest.path));
        let Some(definition) = newest else { continue };
        for (id, field) in definition.syntax.fields().filter(|(_, field)| !field.kind.is_meta()) {
            let Some(score) = names.get(definition.syntax.name(id)) else { continue };
            let rank = (*score, 2, definition.syntax.str(field.name), &*packet.name);
            hits.push(Hit { rank, place: HitPlace::Field(definition, id) });
        }
    }
}

impl Hit<'_> {
    fn found(self, catalogue: &Catalogue) -> Option<Found> {
        Some(match self.place {
            HitPlace::Packet(packet) => {
                let newest = packet.newest()?;
                let container = match packet.versions.len() {
                    1 => format!("version {}", newest.version),
                    n => format!("version {}, the newest of {n}", newest.version),
                };
                let (name, kind) = (packet.name.to_string(), SymbolKind::Packet);
                Found { name, container, kind, at: Location::file(&newest.path) }
            }
            HitPlace::Unmapped(file, name) => {
                let (line, code) = file.map.entry(name)?;
                let range = file.map.lines().get(line)?.entry.as_ref()?.name.range();
                let (name, kind) = (name.to_owned(), SymbolKind::Constant);
                let container = format!("opcode {code}, no definition");
                Found { name, container, kind, at: Location::new(&file.path, range) }
            }
            HitPlace::Field(definition, id) => {
                let field = definition.syntax.field(id)?;
                let (packet, _) = catalogue.version_of(&definition.path)?;
                Found {
                    name: definition.syntax.name(id).to_owned(),
                    container: packet.name.to_string(),
                    kind: SymbolKind::of(field.kind),
                    at: Location::new(&definition.path, field.name.range()),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::fixture::Fixture;
    use super::*;

    const FILES: &str = "//- S_LOGIN.1.def\nint32 old\n//- S_LOGIN.2.def\nuint64 gameId\nstring name\n\
         //- S_LOGIN_ACCOUNT.1.def\nuint64 gameId\narray login\n//- C_NAME.1.js\n\
         //- protocol.1.map\nS_OLD 1\n//- protocol.2.map\nS_LOGIN 1\nS_LOGOUT 2\n";

    fn check(query: &str, limit: usize, expected: &[&str]) {
        let catalogue = Fixture::parse(FILES).catalogue();
        let line = |row: &Found| format!("{} ({}) {}", row.name, row.container, row.at.path);
        let found: Vec<_> = search(&catalogue, query, limit).iter().map(line).collect();
        assert_eq!(found, expected, "{query}");
    }

    #[test]
    fn the_exact_name_comes_first_and_then_what_begins_with_it() {
        check(
            "s_login",
            2,
            &[
                "S_LOGIN (version 2, the newest of 2) S_LOGIN.2.def",
                "S_LOGIN_ACCOUNT (version 1) S_LOGIN_ACCOUNT.1.def",
            ],
        );
        check(
            "login",
            9,
            &[
                "login (S_LOGIN_ACCOUNT) S_LOGIN_ACCOUNT.1.def",
                "S_LOGIN (version 2, the newest of 2) S_LOGIN.2.def",
                "S_LOGIN_ACCOUNT (version 1) S_LOGIN_ACCOUNT.1.def",
            ],
        );
    }

    #[test]
    fn fields_and_names_without_definition_are_found() {
        check(
            "gid",
            9,
            &["gameId (S_LOGIN) S_LOGIN.2.def", "gameId (S_LOGIN_ACCOUNT) S_LOGIN_ACCOUNT.1.def"],
        );
        check("slogo", 1, &["S_LOGOUT (opcode 2, no definition) protocol.2.map"]);
        check("", 1, &["C_NAME (version 1) C_NAME.1.js"]);
        check("gid", 0, &[]);
    }
}
