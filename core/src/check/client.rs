//! Files that the tables of a ROSE client name and that are nowhere in it.

use std::collections::BTreeMap;

use crate::problem::counted::counted;
use crate::problem::{Place, Problem, Rule, Severity};
use crate::world::refs::{Edge, End, Graph, has_folder_of, key};

pub const RULES: &[&Rule] = &[&MISSING];

const MISSING: Rule = Rule {
    code: "client-file-missing",
    severity: Severity::Warning,
    title: "Table that names a missing file",
    explanation: "\
Tables of this client name files that it does not have, such as zones, pictures, sounds or other \
tables. The game shows nothing in their place, or stops with an error.

There is one line for each kind of file. If the client has neither the folder of a file nor any \
file of its kind, nothing is reported: most likely you unpacked only a part. The line is only \
information if more files of a kind are missing than there are, and more than three, or if only \
servers need such files. \
`landwright refs --missing --root CLIENT` lists each file and the tables that name it.",
};

/// Endings of files that name others here. Models, effects and zones have rules of their own.
const TABLES: [&str; 4] = ["STB", "LIT", "TSI", "QSD"];

/// Of a missing table, any file may be the one that names it.
const TABLE: &str = "STB";

/// Endings of files that are missed. Other names are of rows, objects and triggers.
const KINDS: [&str; 15] = [
    "STB", "ZON", "ZSC", "CHR", "ZMS", "ZMO", "ZMD", "EFT", "AIP", "QSD", "CON", "DDS", "WAV",
    "OGG", "ZCA",
];

/// Where more are missing than there are, it is a part of a client; a few may be all there were.
const MOST_LOST: usize = 3;

/// Kinds of files that only servers need.
const OF_SERVERS: [&str; 2] = ["AIP", "QSD"];

/// The most names that are listed for a kind.
const MOST_LISTED: usize = 3;

/// Checks all of a client. `file` is how problems name a file of it.
pub fn check(graph: &Graph, file: &dyn Fn(&str) -> String) -> Vec<Problem> {
    let mut n_there: BTreeMap<&str, usize> = BTreeMap::new();
    for key in graph.nodes().keys() {
        *n_there.entry(ending(key)).or_default() += 1;
    }
    let mut missing: BTreeMap<&str, BTreeMap<String, (&str, &Edge)>> = BTreeMap::new();
    for edge in graph.missing() {
        let End::Missing(name) = &edge.to else { continue };
        let kind = KINDS.iter().find(|kind| ending(name).eq_ignore_ascii_case(kind));
        let Some((kind, key)) = kind.zip(key(name)) else { continue };
        let is_near = n_there.contains_key(kind) || has_folder_of(graph.nodes(), &key);
        if is_near && (TABLES.contains(&ending(&edge.from)) || *kind == TABLE) {
            missing.entry(kind).or_default().entry(key).or_insert((name, edge));
        }
    }
    let of_kind = |(kind, names): (&str, BTreeMap<String, (&str, &Edge)>)| {
        let n_there = n_there.get(kind).copied().unwrap_or(0);
        let (_, first) = names.values().next()?;
        let listed = names.values().take(MOST_LISTED).map(|(name, edge)| {
            let by = graph.path(&edge.from).rsplit('/').next().unwrap_or_default();
            format!("{} ({by} {})", name.replace('\\', "/").replace("//", "/"), edge.at)
        });
        let listed: Vec<String> = listed.collect();
        let more = if names.len() > MOST_LISTED { ", …" } else { "" };
        let files = counted(names.len(), &format!("{kind} file is"), &format!("{kind} files are"));
        let message = format!("{files} missing: {}{more}", listed.join(", "));
        let problem = Problem::new(&MISSING, Place::file(file(graph.path(&first.from))), message);
        // Clients run without files that servers alone read.
        let is_of_servers = OF_SERVERS.contains(&kind);
        Some(match is_of_servers || names.len() > n_there.max(MOST_LOST) {
            true => Problem { severity: Severity::Information, ..problem },
            false => problem,
        })
    };
    missing.into_iter().filter_map(of_kind).collect()
}

fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(_, ending)| ending)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::file::{self, Kind};
    use crate::format::text::CodePage;
    use crate::sample::rose::{Plan, Zone, assets};
    use crate::world::refs::Node;
    use crate::world::refs::uses::{At, Seen, To, Use, seen};

    /// What is found in the sample without the files whose names end so.
    fn found_without(endings: &[&str]) -> Vec<(Severity, String)> {
        let files = Zone::new(Plan::small(1)).files().into_iter().chain(assets::files());
        let goes = |file: &crate::sample::File| {
            let is_it = |part: &&&str| match part.ends_with('/') {
                true => file.path.contains(**part),
                false => file.path.ends_with(**part),
            };
            endings.iter().any(|part| is_it(&part))
        };
        let stay = files.filter(|file| !goes(file));
        let node = |one: crate::sample::File| {
            let read = Kind::of_name(&one.path).map(|kind| file::read(kind, &one.bytes).unwrap());
            let seen = read.map(|file| seen(&one.path, &file.content, CodePage::Cp949));
            (key(&one.path).unwrap(), Node { path: one.path, seen: seen.unwrap_or_default() })
        };
        let graph = Graph::new(stay.map(node).collect());
        let problems = check(&graph, &|file| format!("client/{file}"));
        let of = |one: Problem| {
            assert!(
                one.code == "client-file-missing" && one.place.file.starts_with("client/3DDATA/")
            );
            (one.severity, one.message)
        };
        problems.into_iter().map(of).collect()
    }

    #[test]
    fn files_that_tables_name_are_one_line_a_kind() {
        assert_eq!(found_without(&[]), []);
        let zsc = "1 ZSC file is missing: 3DDATA/SAMPLE/LIST_DECO_S01.ZSC (LIST_ZONE.STB row 1, column 11)";
        assert_eq!(found_without(&["LIST_DECO_S01.ZSC"]), [(Severity::Warning, zsc.to_owned())]);
        let table = found_without(&["/LIST_QUEST.STB"]);
        assert!(table.len() == 1 && table[0].1.starts_with("1 STB file is missing: "), "{table:?}");
        let quests = found_without(&["S01.QSD", "FIERCE.AIP", "MINIMAP.DDS"]);
        // Of quests there is none left.
        assert_eq!(quests.len(), 2, "{quests:?}");
    }

    #[test]
    fn a_part_of_a_client_is_told_as_one() {
        let node = |path: &str, names: &[&str]| {
            let to = |name: &&str| To::File((*name).to_owned());
            let uses = names.iter().map(to).map(|to| Use { part: None, at: At::text("row"), to });
            let seen = Seen { uses: uses.collect(), ..Seen::default() };
            (key(path).unwrap(), Node { path: path.to_owned(), seen })
        };
        let named = ["a", "b", "c", "d"].map(|name| format!("3Ddata\\\\X\\{name}.ZSC"));
        let named: Vec<&str> = named.iter().map(String::as_str).collect();
        let severities = |others: &[&str]| {
            let others = others.iter().map(|path| node(path, &[]));
            let table = node("3DDATA/STB/LIST_ZONE.STB", &named);
            let graph = Graph::new(others.chain([table]).collect());
            let problems = check(&graph, &str::to_owned);
            problems.into_iter().map(|one| (one.severity, one.message)).collect::<Vec<_>>()
        };
        assert_eq!(severities(&["3DDATA/Y/a.ZMS"]), []);
        let all = "3Ddata/X/a.ZSC (LIST_ZONE.STB row), 3Ddata/X/b.ZSC (LIST_ZONE.STB row), \
            3Ddata/X/c.ZSC (LIST_ZONE.STB row), …";
        let all = format!("4 ZSC files are missing: {all}");
        assert_eq!(severities(&["3DDATA/Y/z.ZSC"]), [(Severity::Information, all.clone())]);
        let rest = ["q", "r", "s", "t"].map(|name| format!("3DDATA/Y/{name}.ZSC"));
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        assert_eq!(severities(&rest), [(Severity::Warning, all)]);
    }

    #[test]
    fn lists_that_the_client_names_itself_are_missed_where_their_folder_is() {
        let chr = "1 CHR file is missing: 3DDATA/NPC/LIST_NPC.CHR (LIST_NPC.STB rows)";
        assert_eq!(found_without(&["LIST_NPC.CHR"]), [(Severity::Warning, chr.to_owned())]);
        assert_eq!(found_without(&["LIST_NPC.CHR", "PART_NPC.ZSC"]).len(), 1);
        // A server has no models.
        assert_eq!(found_without(&["/NPC/"]).len(), 0);
    }
}
