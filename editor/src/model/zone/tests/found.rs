//! What is called the same in open zones, and what is seen of them.

use super::*;

fn monster_of(model: &Model, id: ThingId) -> u32 {
    value(model, id, Field::MonsterId).parse().unwrap()
}

#[test]
fn spawns_are_alike_by_the_monster_that_comes_first() {
    let mut model = opened_sample();
    let spawns = ids(&model, Kind::Spawn);
    let first = |model: &Model, id: ThingId| monster_of(model, id);
    let same = |id: ThingId| {
        spawns.iter().filter(|other| first(&model, **other) == first(&model, id)).count()
    };
    let (one, n) = spawns.iter().map(|id| (*id, same(*id))).max_by_key(|(_, n)| *n).unwrap();
    assert!(n > 1);
    tell(&mut model, ZoneMessage::Select([one].into()));
    run(&mut model, Id::SelectAlike);
    assert_eq!(front(&model).selection.len(), n);
}

#[test]
fn who_may_walk_is_seen_while_it_is_painted() {
    let mut model = opened_sample();
    let is_shown = |model: &Model| front(model).layers.walks.is_yes();
    assert!(!is_shown(&model));
    run(&mut model, Id::ToolPaint);
    assert!(is_shown(&model));
    set_tools(&mut model, |tools| tools.ink = Ink::Tile(0));
    assert!(!is_shown(&model), "tiles are seen while they are painted");
    run(&mut model, Id::Type1);
    assert!(is_shown(&model));
    run(&mut model, Id::ToggleWalks);
    assert!(!is_shown(&model), "whoever paints may look at what is below");
    run(&mut model, Id::ToggleWalks);
    run(&mut model, Id::ToolSelectRectangle);
    assert!(is_shown(&model), "what a person asked for stays");
}

#[test]
fn steps_are_called_by_the_name_of_their_thing() {
    let mut model = opened_sample();
    let npc = ids(&model, Kind::Npc)[0];
    act(&mut model, &format!(r#"{{"action":"move","things":{{"ids":[{}]}},"by":[9,0,0]}}"#, npc.0));
    let rows = front(&model).editing().rows();
    let document = front(&model);
    let words = fields::thing_in_words(document.zone(), &document.names, npc);
    assert_eq!(rows.last().unwrap().title, format!("Move {}", words.replace("  ", " ")));
}
