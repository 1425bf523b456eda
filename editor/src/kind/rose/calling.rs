//! What the lines of spawns call their monsters: a text for people, which follows the number.

use std::collections::BTreeMap;

use landwright_core::format::rose::ifo::spawn::Monsters;
use landwright_core::format::text::Text;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::set::{SetMonster, SpawnList};
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::ThingId;

/// What monsters are called: by the table of the game, and by the lines of the zone, which may be
/// in another language.
#[derive(Debug)]
pub struct Calling<'a> {
    zone: &'a Zone,
    names: &'a Names,
    /// The name in all lines of a monster, and how many lines that are; `None` where they differ.
    in_lines: BTreeMap<u32, (Option<String>, usize)>,
}

impl<'a> Calling<'a> {
    pub fn of(zone: &'a Zone, names: &'a Names) -> Calling<'a> {
        let mut in_lines: BTreeMap<u32, (Option<String>, usize)> = BTreeMap::new();
        for spawn in zone.things().filter_map(|(_, thing)| thing.spawn()) {
            for line in spawn.basic.iter().chain(&spawn.tactic) {
                let name = line.name.text().decode(zone.code_page());
                let known = in_lines.entry(line.monster_id);
                let (shared, n) = known.or_insert_with(|| (Some(name.clone().into_owned()), 0));
                if shared.as_deref() != Some(&*name) {
                    *shared = None;
                }
                *n += 1;
            }
        }
        Calling { zone, names, in_lines }
    }

    fn in_table(&self, id: u32) -> Option<&str> {
        self.names.npcs.as_ref()?.name(id)
    }

    /// What a line is called once it is about another monster. `None` where its name is none that
    /// the monster before has, and so somebody's own.
    pub fn followed(&self, line: &Monsters, id: u32) -> Option<String> {
        let code_page = self.zone.code_page();
        let old = line.name.text().decode(code_page);
        let is_of_table = self.in_table(line.monster_id).is_some_and(|name| name == old);
        let shared = |id: u32| match self.in_lines.get(&id) {
            Some((Some(name), n)) if !name.is_empty() => Some((name.as_str(), *n)),
            _ => None,
        };
        // A single line says nothing about what others would call it.
        let is_of_lines = shared(line.monster_id).is_some_and(|(name, n)| n > 1 && name == old);
        let of_lines = shared(id).map(|(name, _)| name);
        let new = match (is_of_table, is_of_lines) {
            (true, _) => self.in_table(id).or(of_lines),
            (false, true) => of_lines.or_else(|| self.in_table(id)),
            (false, false) => None,
        };
        let fits = |name: &&str| Text::encode(name, code_page).is_ok_and(|text| text.len() < 256);
        new.filter(fits).filter(|name| *name != old).map(str::to_owned)
    }

    /// What lets the names of lines follow where one monster is put in the place of another.
    pub fn follow(&self, things: &[ThingId], from: u32, to: u32) -> Vec<Action> {
        let mut actions = Vec::new();
        for thing in things {
            let Some(spawn) = self.zone.thing(*thing).and_then(|thing| thing.spawn()) else {
                continue;
            };
            for list in [SpawnList::Basic, SpawnList::Tactic] {
                let lines = (0..).zip(list.of(spawn)).filter(|(_, line)| line.monster_id == from);
                let named = lines.filter_map(|(n, line)| Some((n, self.followed(line, to)?)));
                actions.extend(named.map(|(line, name)| {
                    let (thing, name) = (*thing, Some(Setting::Typed(name)));
                    Action::SetMonster(SetMonster {
                        thing,
                        list,
                        line,
                        id: None,
                        count: None,
                        name,
                    })
                }));
            }
        }
        actions
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::format::text::ShortText;
    use landwright_core::world::zone::thing::{Kind, Thing};

    use super::super::tests::sample;
    use super::*;

    fn line(id: u32, name: &str, zone: &Zone) -> Monsters {
        let name = ShortText::try_from(Text::encode(name, zone.code_page()).unwrap()).unwrap();
        Monsters { name, monster_id: id, count: 1 }
    }

    #[test]
    fn a_name_of_the_table_follows_and_ones_own_stays() {
        let (zone, names) = sample();
        let calling = Calling::of(&zone, &names);
        let named = |id: u32| names.npcs.as_ref().unwrap().name(id).unwrap().to_owned();
        let of_table = line(3, &named(3), &zone);
        assert_eq!(calling.followed(&of_table, 4), Some(named(4)));
        assert_eq!(calling.followed(&of_table, 3), None, "nothing to change");
        assert_eq!(calling.followed(&line(3, "the big one", &zone), 4), None);
    }

    #[test]
    fn what_all_lines_call_a_monster_follows_too() {
        let (zone, _) = sample();
        let names = Names::default();
        let calling = Calling::of(&zone, &names);
        let shared = |id: u32| calling.in_lines.get(&id).cloned();
        let many =
            (0..100).filter(|id| shared(*id).is_some_and(|(name, n)| name.is_some() && n > 1));
        let [first, second] = many.take(2).collect::<Vec<u32>>().try_into().unwrap();
        let name = shared(first).unwrap().0.unwrap();
        assert_eq!(calling.followed(&line(first, &name, &zone), second), shared(second).unwrap().0);
        let spawns: Vec<ThingId> =
            zone.things().filter(|(_, t)| t.kind() == Kind::Spawn).map(|(id, _)| id).collect();
        let n_lines = spawns.iter().filter_map(|id| zone.thing(*id).and_then(Thing::spawn));
        let n_lines = n_lines.flat_map(|spawn| spawn.basic.iter().chain(&spawn.tactic));
        let n_lines = n_lines.filter(|line| line.monster_id == first).count();
        assert_eq!(calling.follow(&spawns, first, second).len(), n_lines);
    }
}
