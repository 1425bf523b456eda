//! Only the tables that are asked for: for many zones, one after another.

use std::collections::BTreeSet;

use crate::format::text::CodePage;
use crate::vfs::{Vfs, VfsPath};
use crate::world::zone::names::choice::Source;
use crate::world::zone::names::{NPC_KEY, NPC_LEVEL, Names, Tables, ZONE_KEY};

impl Source {
    /// Whether each zone says which table it is.
    pub fn is_of_zone(self) -> bool {
        matches!(self, Source::Decos | Source::Cnsts)
    }
}

impl Names {
    /// The tables of some sources. `zon` is the file of the zone, which says what its decos and
    /// buildings are called. Texts name themselves, so there is nothing to load for them.
    pub fn of_sources(
        vfs: &Vfs,
        zon: Option<&VfsPath>,
        code_page: CodePage,
        language: usize,
        sources: &BTreeSet<Source>,
    ) -> Names {
        let tables = Tables { vfs, code_page, language, problems: Default::default() };
        let mut names = Names::default();
        if sources.iter().any(|source| source.is_of_zone())
            && let Some(zones) = tables.stb("LIST_ZONE")
        {
            names.find_zone(&tables, &zones, zon);
        }
        for source in sources {
            match source {
                Source::Npcs => {
                    names.npcs = tables.rows("LIST_NPC", Some(NPC_KEY), Some(NPC_LEVEL));
                }
                Source::Animated => names.animated = tables.rows("LIST_MORPH_OBJECT", None, None),
                Source::Ais => names.ais = tables.rows("FILE_AI", None, None),
                Source::Warps => {
                    names.zones = tables.rows("LIST_ZONE", Some(ZONE_KEY), None);
                    names.warps = tables.warps();
                }
                Source::Decos | Source::Cnsts | Source::Triggers | Source::Conversations => {}
            }
        }
        names.problems = tables.problems.into_inner().into_values().collect();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::zone::tests::sample;

    #[test]
    fn some_tables_say_the_same_as_all() {
        let (vfs, opened) = sample();
        let (zone, page) = (&opened.zone, CodePage::Cp949);
        let all = Names::load(&vfs, zone, 1);
        let numbered = [
            Source::Npcs,
            Source::Decos,
            Source::Cnsts,
            Source::Animated,
            Source::Ais,
            Source::Warps,
        ];
        for source in numbered {
            let some = Names::of_sources(&vfs, zone.base.zon.as_ref(), page, 1, &[source].into());
            assert_eq!(some.choices(source, "", page), all.choices(source, "", page), "{source:?}");
            for other in numbered.into_iter().filter(|other| *other != source) {
                let is_beside = source.is_of_zone() && other.is_of_zone();
                assert_eq!(some.choices(other, "", page).is_some(), is_beside, "{other:?}");
            }
        }
    }
}
