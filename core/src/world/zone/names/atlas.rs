//! The zones of a game: found by name, to be opened.

use std::cell::RefCell;

use crate::format::text::CodePage;
use crate::problem::nearest::{did_you_mean, near_ones};
use crate::vfs::{Vfs, VfsPath};

use super::{Asked, Tables, ZONE_FILE, ZONE_KEY};

/// How many names an error lists.
const MOST_LISTED: usize = 8;

/// The rows of LIST_ZONE.STB that name a ZON.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Atlas {
    pub zones: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Row of LIST_ZONE.STB.
    pub id: u32,
    /// In the language that was asked for, or as the table has it.
    pub name: String,
    /// As the table has it, which may be in another language.
    pub name_in_table: String,
    /// The ZON, which need not be there.
    pub file: VfsPath,
}

/// Why a name means no zone, or more than one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOne {
    #[error("no zone of LIST_ZONE.STB is called {asked}{}", did_you_mean(&words(.near)))]
    None { asked: String, near: Vec<String> },
    #[error("{asked} may mean {}", listed(.found))]
    Several { asked: String, found: Vec<String> },
}

fn words(near: &[String]) -> Vec<&str> {
    near.iter().map(String::as_str).collect()
}

fn listed(found: &[String]) -> String {
    let mut listed = found.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
    if found.len() > MOST_LISTED {
        listed.push_str(&format!(" or one of {} more", found.len() - MOST_LISTED));
    }
    listed
}

impl Atlas {
    /// `None` where there is no LIST_ZONE.STB. `language` is that of the STL.
    pub fn load(vfs: &Vfs, code_page: CodePage, language: usize) -> Option<Atlas> {
        let tables = Tables { vfs, code_page, language, problems: RefCell::default() };
        let table = tables.stb("LIST_ZONE")?;
        let names = tables.rows("LIST_ZONE", Some(ZONE_KEY), None)?;
        let entry = |row: usize| {
            let file = tables.path_in(&table, row, ZONE_FILE)?;
            let id = row as u32;
            let name_in_table = table.cell_text(row, 0, code_page)?.into_owned();
            let name = names.name(id).map_or_else(|| name_in_table.clone(), str::to_owned);
            Some(Entry { id, name, name_in_table, file })
        };
        Some(Atlas { zones: (1..table.n_rows()).filter_map(entry).collect() })
    }

    /// Zones with all words of a text in a name or their file, or whose number begins with it.
    pub fn search(&self, text: &str) -> Vec<&Entry> {
        let asked = Asked::new(text);
        let is_found = |entry: &&Entry| {
            asked.is_found(entry.id, &entry.name)
                || asked.is_named(&entry.name_in_table)
                || asked.is_named(entry.file.as_str())
        };
        self.zones.iter().filter(is_found).collect()
    }

    /// The zone that somebody means by a number, a name, the name of a ZON, or enough of one.
    pub fn named(&self, text: &str) -> Result<&Entry, NotOne> {
        let text = text.trim();
        let is_it = |name: &str| name.eq_ignore_ascii_case(text);
        let exact = self.zones.iter().filter(|entry| {
            text.parse() == Ok(entry.id)
                || is_it(&entry.name)
                || is_it(&entry.name_in_table)
                || is_it(stem(&entry.file))
        });
        let mut found: Vec<&Entry> = exact.collect();
        if found.is_empty() && !text.is_empty() {
            found = self.search(text);
        }
        match found.as_slice() {
            [one] => Ok(one),
            [] => {
                let (asked, near) = (text.to_owned(), self.near(text));
                Err(NotOne::None { asked, near })
            }
            several => {
                let shown = |entry: &&Entry| format!("{} ({})", entry.id, entry.name);
                let found = several.iter().map(shown).collect();
                Err(NotOne::Several { asked: text.to_owned(), found })
            }
        }
    }
}

impl Atlas {
    /// What is nearly called so.
    fn near(&self, text: &str) -> Vec<String> {
        let called = |entry| {
            let Entry { name, name_in_table, file, .. }: &Entry = entry;
            [name.as_str(), name_in_table, stem(file)]
        };
        let mut names: Vec<&str> = self.zones.iter().flat_map(called).collect();
        names.retain(|name| !name.is_empty());
        near_ones(text, &names).into_iter().map(str::to_owned).collect()
    }
}

fn stem(file: &VfsPath) -> &str {
    let name = file.components().last().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::sample;
    use super::*;

    #[test]
    fn a_zone_is_found_by_whatever_it_is_called() {
        let (vfs, _) = sample();
        let atlas = Atlas::load(&vfs, CodePage::Cp949, 1).unwrap();
        for text in ["1", "Mossy Downs", "mossy downs ", "s01", "downs", "(S01) Mossy Downs"] {
            assert_eq!(atlas.named(text).map(|entry| entry.id), Ok(1), "{text}");
        }
        assert_eq!(atlas.zones[0].file.as_str(), "3DDATA/MAPS/SAMPLE/S01/S01.ZON");
        let none = atlas.named("Nowhere").unwrap_err().to_string();
        assert_eq!(none, "no zone of LIST_ZONE.STB is called Nowhere");
        let near = atlas.named("Mosy Downs").unwrap_err().to_string();
        let said = "no zone of LIST_ZONE.STB is called Mosy Downs; did you mean Mossy Downs?";
        assert_eq!(near, said);
        assert!(atlas.named("").is_err());
        assert_eq!(Atlas::load(&Vfs::default(), CodePage::Cp949, 1), None);
    }

    #[test]
    fn a_name_that_may_mean_several_zones_lists_them() {
        let (vfs, _) = sample();
        let mut atlas = Atlas::load(&vfs, CodePage::Cp949, 1).unwrap();
        let other = Entry { id: 2, name: "Mossy Hills".to_owned(), ..atlas.zones[0].clone() };
        atlas.zones.push(other);
        let error = atlas.named("mossy").unwrap_err().to_string();
        assert_eq!(error, "mossy may mean 1 (Mossy Downs), 2 (Mossy Hills)");
        assert_eq!(atlas.named("mossy hills").map(|entry| entry.id), Ok(2));
    }
}
