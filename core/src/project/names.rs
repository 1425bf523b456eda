//! Names for the numbers by which files speak of things, out of the tables that a project names.

use std::collections::BTreeMap;

use super::{Project, Stated, UNREADABLE_NAMES};
use crate::format::file::record::things;
use crate::format::file::{self, Content, Kind};
use crate::format::text::CodePage;
use crate::problem::{Place, Problem};
use crate::vfs::path::VfsPath;
use crate::vfs::{Vfs, disk};

/// Names by what they are of, and by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    by_what: BTreeMap<String, BTreeMap<i64, String>>,
}

impl Names {
    /// The name of what a field of a thing numbers: a `monster` or `tactic_monster` of a spawn by
    /// the names of `monster`, the `id` of an npc by those of `npc`.
    pub fn of(&self, thing: &str, field: &str, number: i64) -> Option<&str> {
        let mut tables = self.tables(thing, field);
        tables.find_map(|names| names.get(&number)).map(String::as_str)
    }

    /// Whether the numbers of a field have names.
    pub fn has(&self, thing: &str, field: &str) -> bool {
        self.tables(thing, field).next().is_some()
    }

    /// The other way round: what a field of a thing may number, with the name of each.
    pub fn rows(&self, thing: &str, field: &str) -> impl Iterator<Item = (i64, &str)> {
        let names = self.tables(thing, field).next().into_iter().flatten();
        names.map(|(number, name)| (*number, name.as_str()))
    }

    fn tables(&self, thing: &str, field: &str) -> impl Iterator<Item = &BTreeMap<i64, String>> {
        let is_meant = move |what: &str| {
            let is_part = || field.strip_suffix(what).is_some_and(|rest| rest.ends_with('_'));
            field == what || field == "id" && thing == what || is_part()
        };
        let tables = self.by_what.iter().filter(move |(what, _)| is_meant(what));
        tables.map(|(_, names)| names)
    }

    pub fn is_empty(&self) -> bool {
        self.by_what.is_empty()
    }
}

/// What can be named: things, and fields of things.
pub fn numbered() -> Vec<&'static str> {
    let mut names: Vec<&str> = things().map(|thing| thing.name).collect();
    names.extend(things().flat_map(|thing| thing.fields.iter().copied()));
    names.sort_unstable();
    names.dedup();
    names
}

impl Project {
    /// Reads the tables of names, from their place on the disk or else from the roots. Of two
    /// tables for one thing, the first that has a number names it. What is wrong with the roots is
    /// told too.
    pub fn read_names(&self) -> (Names, Vec<Problem>) {
        let mut names = Names::default();
        let (roots, mut problems) =
            if self.names.is_empty() { Default::default() } else { self.mount() };
        for (what, tables) in &self.names {
            let by_number = names.by_what.entry(what.clone()).or_default();
            for table in tables {
                match self.read_table(table, &roots) {
                    Ok(named) => {
                        for (number, name) in named {
                            by_number.entry(number).or_insert(name);
                        }
                    }
                    Err(message) => {
                        let file = self.file.as_deref().unwrap_or(&self.folder);
                        let place = Place::text(file.display().to_string(), table.range.clone());
                        problems.push(Problem::new(&UNREADABLE_NAMES, place, message));
                    }
                }
            }
        }
        (names, problems)
    }

    fn read_table(&self, table: &Stated, roots: &Vfs) -> Result<Vec<(i64, String)>, String> {
        let path = &table.path;
        let loaded = match disk::below(path, &self.folder).filter(|_| !disk::is_file(path)) {
            Some(below) => {
                VfsPath::new(&below.to_string_lossy()).map_err(|error| error.to_string()).and_then(
                    |path| roots.read(&path, disk::READ_LIMIT).map_err(|error| error.to_string()),
                )
            }
            None => disk::read_file(path, disk::READ_LIMIT).map_err(|error| error.to_string()),
        }?;
        let name = path.display().to_string();
        let Some(kind) = Kind::of(&name, &loaded.bytes) else {
            return Err(format!("{name} is not a table"));
        };
        let file = file::read(kind, &loaded.bytes).map_err(|error| format!("{name}: {error}"))?;
        names_in(&file.content, self.code_page).ok_or_else(|| format!("{name} is not a table"))
    }
}

/// The names in a table: the name of each row, or the first text of each id.
fn names_in(content: &Content, code_page: CodePage) -> Option<Vec<(i64, String)>> {
    let trimmed = |text: &str| text.trim_end_matches('\0').trim().to_owned();
    let named: Vec<(i64, String)> = match content {
        Content::Stb(stb) => {
            let names = stb.row_names().map(|name| trimmed(&code_page.decode(name)));
            (0..).zip(names).collect()
        }
        Content::Stl(stl) => {
            let text = |row: usize| {
                let texts = (0..stl.n_languages())
                    .filter_map(|language| stl.text_for_display(language, row, 0, code_page));
                let mut texts = texts.map(|text| trimmed(&text));
                texts.find(|text| !text.is_empty()).unwrap_or_default()
            };
            let ids = stl.keys().iter().enumerate();
            ids.map(|(row, key)| (i64::from(key.id), text(row))).collect()
        }
        _ => return None,
    };
    Some(named.into_iter().filter(|(_, name)| !name.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::format::rose::stb::{self, Row, Stb};
    use crate::format::text::{BoundedText, Text};

    fn table(names: &[&str]) -> Vec<u8> {
        let text = |text: &str| BoundedText::try_from(Text::from(text)).unwrap();
        let rows: Vec<Row> =
            names.iter().map(|name| Row { name: text(name), cells: vec![] }).collect();
        stb::write(&Stb::new(&[text(""), text("")], &rows).unwrap())
    }

    #[test]
    fn numbers_are_named_by_tables_beside_the_settings_or_in_a_root() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("game/stb")).unwrap();
        std::fs::write(folder.path().join("own.stb"), table(&["", "Jelly"])).unwrap();
        let in_root = folder.path().join("game/stb/npc.stb");
        std::fs::write(in_root, table(&["Old", "Other", "Goblin"])).unwrap();
        let text = "roots = 'game'\n[names]\nmonster = ['own.stb', 'STB/NPC.STB']\nnpc = 'no.stb'";
        let (project, problems) = Project::parse(text, &folder.path().join("landwright.toml"), &[]);
        assert_eq!(problems, []);
        let (names, problems) = project.read_names();
        let monster = |number| names.of("spawn", "tactic_monster", number);
        assert_eq!([0, 1, 2, 3].map(monster), [Some("Old"), Some("Jelly"), Some("Goblin"), None]);
        assert_eq!(names.of("spawn", "monster_count", 1), None);
        let rows: Vec<_> = names.rows("spawn", "monster").collect();
        assert_eq!(rows, [(0, "Old"), (1, "Jelly"), (2, "Goblin")]);
        assert!(names.has("spawn", "monster") && !names.has("spawn", "limit"));
        let found: Vec<_> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(found, [UNREADABLE_NAMES.code]);
    }

    #[test]
    fn what_is_wrong_with_the_roots_of_names_is_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("client.zip"), "cut").unwrap();
        let text = "roots = 'client.zip'\n[names]\nmonster = 'npc.stb'";
        let (project, _) = Project::parse(text, &folder.path().join("landwright.toml"), &[]);
        let (_, problems) = project.read_names();
        let found: Vec<_> = problems.iter().map(|problem| problem.code).collect();
        assert_eq!(found, ["project-missing-root", UNREADABLE_NAMES.code]);
    }

    #[test]
    fn what_no_file_numbers_is_an_unknown_key() {
        let text = "[names]\nmonstr = 'a.stb'";
        let (_, problems) = Project::parse(text, Path::new("/maps/landwright.toml"), &[]);
        assert_eq!(problems[0].message, "there is no key `monstr`; did you mean `monster`?");
    }
}
