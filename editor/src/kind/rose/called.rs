//! What things of a zone are called where there is room for little: on a map.

use landwright_core::format::rose::ifo::spawn::Spawn;
use landwright_core::format::text::ShortText;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::thing::{Kind, Thing};

use super::words::kind_in_words;

/// What a thing is called, as its numbers are called in the tables.
pub fn name_of(zone: &Zone, names: &Names, thing: &Thing) -> String {
    let own = |text: &ShortText| text.text().decode(zone.code_page()).into_owned();
    let in_table = |kind: Kind, id: i32| {
        let id = u32::try_from(id).ok()?;
        names.of_kind(kind)?.name(id).map(str::to_owned)
    };
    let numbered = |id: i32| format!("{} {id}", kind_in_words(thing.kind()));
    match thing {
        Thing::Spawn(spawn) => spawn_name(zone, names, spawn),
        Thing::Warp(warp) => warp_name(zone, names, warp.warp_id.into()),
        Thing::Point(point) => own(&point.name),
        Thing::Event(event) => own(&event.quest_trigger),
        Thing::Sound(sound) => file_of(&own(&sound.path)),
        Thing::Effect(effect) => file_of(&own(&effect.path)),
        Thing::Water(_) => kind_in_words(Kind::Water).to_owned(),
        Thing::Collision(object) => numbered(object.object_id),
        Thing::Npc(npc) => {
            let id = npc.object.object_id;
            in_table(Kind::Npc, id).unwrap_or_else(|| numbered(id))
        }
        Thing::Deco(object) | Thing::Cnst(object) | Thing::Animated(object) => {
            let id = object.object_id;
            in_table(thing.kind(), id).unwrap_or_else(|| numbered(id))
        }
    }
}

/// The monster that comes first, and how many others there are.
fn spawn_name(zone: &Zone, names: &Names, spawn: &Spawn) -> String {
    let lines = || spawn.basic.iter().chain(&spawn.tactic);
    let Some(first) = lines().next() else { return "nothing".to_owned() };
    let named = names.npcs.as_ref().and_then(|npcs| npcs.name(first.monster_id));
    let name = match named {
        Some(name) => name.to_owned(),
        None if first.name.as_bytes().is_empty() => format!("monster {}", first.monster_id),
        None => first.name.text().decode(zone.code_page()).into_owned(),
    };
    let mut others: Vec<u32> = lines().map(|line| line.monster_id).collect();
    others.retain(|id| *id != first.monster_id);
    others.sort_unstable();
    others.dedup();
    match others.len() {
        0 => name,
        n => format!("{name} +{n}"),
    }
}

/// Where a warp leads.
fn warp_name(zone: &Zone, names: &Names, warp_id: i32) -> String {
    let warp = u32::try_from(warp_id).ok().and_then(|id| names.warps.as_ref()?.get(&id));
    let Some(warp) = warp else { return format!("warp {warp_id}") };
    let point = zone.code_page().decode(&warp.point);
    if names.own_zone == Some(warp.zone) {
        return format!("to {point}");
    }
    let to = names.zones.as_ref().and_then(|zones| zones.name(warp.zone));
    match to {
        Some(to) => format!("to {to}: {point}"),
        None => format!("to zone {}: {point}", warp.zone),
    }
}

fn file_of(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    #[test]
    fn things_are_called_what_the_tables_call_them() {
        let (zone, tables) = sample();
        let of_kind = |kind: Kind| {
            zone.things().map(|(_, thing)| thing).filter(move |thing| thing.kind() == kind)
        };
        let names = |kind: Kind| -> Vec<String> {
            of_kind(kind).map(|thing| name_of(&zone, &tables, thing)).collect()
        };
        let spawns = names(Kind::Spawn);
        let npcs = tables.npcs.as_ref().unwrap();
        let is_known = |name: &String| npcs.iter().any(|(_, row)| name.starts_with(&row.name));
        assert!(!spawns.is_empty() && spawns.iter().all(is_known), "{spawns:?}");
        assert!(spawns.iter().any(|name| name.contains('+')), "{spawns:?}");
        assert!(names(Kind::Npc).iter().all(is_known));
        assert!(names(Kind::Warp).iter().all(|name| name.starts_with("to ")));
        assert!(names(Kind::Point).contains(&"start".to_owned()));
        assert!(names(Kind::Deco).iter().all(|name| !name.starts_with("Deco")));
        let npc = of_kind(Kind::Npc).next().unwrap();
        assert!(name_of(&zone, &Names::default(), npc).starts_with("NPC "));
    }
}
