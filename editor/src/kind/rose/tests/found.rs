//! What is looked for in open zones: by name, by value, and what is like something else.

use std::collections::BTreeSet;

use super::*;
use crate::kind::rose::dialog::ZoneAnswer;
use crate::kind::rose::dialog::ZoneDialog;
use crate::kind::rose::view::Lock;

fn monster_of(model: &Model, id: ThingId) -> u32 {
    value(model, id, Field::MonsterId).parse().unwrap()
}

fn lines(model: &Model, id: ThingId) -> Vec<(u32, String)> {
    let zone = front(model).zone();
    let spawn = zone.thing(id).unwrap().spawn().unwrap();
    let lines = spawn.basic.iter().chain(&spawn.tactic);
    let name = |name: &landwright_core::format::text::ShortText| {
        name.text().decode(zone.code_page()).into_owned()
    };
    lines.map(|line| (line.monster_id, name(&line.name))).collect()
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
fn things_are_gone_to_by_their_names() {
    let mut model = opened_sample();
    let npc = ids(&model, Kind::Npc)[0];
    let document = front(&model);
    let words = document.words().thing(npc);
    let name = words.split_once("  ").unwrap().1.to_lowercase();
    model.handle(Message::Command(Id::GoTo));
    model.handle(Message::Answer(Answer::GoTo(name.clone())));
    assert!(model.dialog().is_none());
    let selection = front(&model).selection.clone();
    assert!(selection.contains(&npc));
    let is_called_so = |id: &ThingId| {
        let words = front(&model).words().thing(*id);
        words.to_lowercase().contains(&name)
    };
    assert!(selection.iter().all(is_called_so));
    assert!(front(&model).go_to_in_words(&name).is_ok());
    assert!(front(&model).go_to_in_words("nobody at all").is_err());
}

#[test]
fn spawns_are_gone_to_by_any_of_their_monsters() {
    let mut model = opened_sample();
    let document = front(&model);
    let npcs = document.names.npcs.clone().unwrap();
    let name_of = |id: u32| npcs.name(id).unwrap().to_owned();
    let lines = |id: ThingId| {
        let spawn = document.zone().thing(id).unwrap().spawn().unwrap();
        spawn.basic.iter().chain(&spawn.tactic).map(|line| line.monster_id).collect::<Vec<u32>>()
    };
    let spawns = ids(&model, Kind::Spawn);
    let is_first = |name: &str| spawns.iter().any(|id| name_of(lines(*id)[0]) == name);
    let with = |monster: u32| -> BTreeSet<ThingId> {
        spawns.iter().copied().filter(|id| lines(*id).contains(&monster)).collect()
    };
    // A monster that comes first in one spawn and later in another.
    let mut later = spawns.iter().flat_map(|id| lines(*id).into_iter().skip(1).map(|of| (*id, of)));
    let (other, monster) = later
        .find(|(id, of)| is_first(&name_of(*of)) && name_of(lines(*id)[0]) != name_of(*of))
        .unwrap();
    let (name, expected) = (name_of(monster), with(monster));
    assert!(expected.contains(&other));
    model.handle(Message::Command(Id::GoTo));
    model.handle(Message::Answer(Answer::GoTo(name.clone())));
    let of_spawns = |model: &Model| -> BTreeSet<ThingId> {
        let selected = front(model).selection.iter().copied();
        selected.filter(|id| spawns.contains(id)).collect()
    };
    assert_eq!(of_spawns(&model), expected);
    // Find agrees.
    let form = FindForm { from: name.clone(), ..FindForm::of(front(&model)) };
    assert_eq!(form.found(front(&model)).into_iter().collect::<BTreeSet<_>>(), expected);
    let words = front(&model).go_to_in_words(&name).unwrap();
    assert!(words.contains(&name), "{words}");
}

#[test]
fn a_warp_whose_point_is_deleted_is_told_at_once_and_no_longer_after_undo() {
    let mut model = opened_sample();
    let document = front(&model);
    let warp = document.names.warps_within(document.zone())[0];
    let warp = document.zone().thing(warp).unwrap().object().unwrap().warp_id;
    let name = document.names.target(warp).unwrap().point;
    let points = document.zone().points().unwrap();
    let point = points.iter().find(|(_, point)| point.name.as_bytes() == name).unwrap().0;
    let n_lost = |model: &Model| {
        let problems = front(model).problems.iter();
        problems.filter(|problem| problem.code == "zone-warp-no-point").count()
    };
    assert_eq!(n_lost(&model), 0);
    let one = format!(r#""things":{{"ids":[{}]}}"#, point.0);
    for change in [
        format!(r#"{{"action":"delete",{one}}}"#),
        format!(r#"{{"action":"set",{one},"field":"name","to":"elsewhere"}}"#),
    ] {
        act(&mut model, &change);
        assert!(n_lost(&model) > 0, "{change}");
        model.settle();
        assert!(n_lost(&model) > 0, "{change}");
        run(&mut model, Id::Undo);
        assert_eq!(n_lost(&model), 0, "{change}");
    }
}

#[test]
fn warps_that_stand_twice_are_told_of_after_an_edit_elsewhere() {
    let mut model = opened_sample();
    let warp = front(&model).names.warps_within(front(&model).zone())[0];
    act(&mut model, &format!(r#"{{"action":"duplicate","things":{{"ids":[{}]}}}}"#, warp.0));
    model.settle();
    let n_doubled = |model: &Model| {
        let problems = front(model).problems.iter();
        problems.filter(|problem| problem.code == "zone-doubled").count()
    };
    let n = n_doubled(&model);
    assert!(n > 0);
    let spawn = lone_spawn(&model);
    let elsewhere =
        format!(r#"{{"action":"set","things":{{"ids":[{}]}},"field":"limit","to":9}}"#, spawn.0);
    act(&mut model, &elsewhere);
    assert_eq!(n_doubled(&model), n, "before all is checked again");
    model.settle();
    assert_eq!(n_doubled(&model), n);
}

#[test]
fn a_place_that_is_none_is_asked_for_again() {
    let mut model = opened_sample();
    model.handle(Message::Command(Id::GoTo));
    model.handle(Message::Answer(Answer::GoTo("gatekeepr".to_owned())));
    assert_eq!(model.dialog(), Some(&Dialog::GoTo { text: "gatekeepr".to_owned() }));
    model.handle(Message::Answer(Answer::Cancel));
    assert!(model.dialog().is_none());
}

#[test]
fn names_in_the_lists_follow_a_monster_that_is_replaced_in_one_step() {
    let mut model = opened_sample();
    let before = front(&model).zone().clone();
    let names = front(&model).names.clone();
    let named = |id: u32| names.npcs.as_ref().unwrap().name(id).unwrap_or_default().to_owned();
    let spawns = ids(&model, Kind::Spawn);
    let is_called = |(id, name): &(u32, String)| *name == named(*id);
    let all: Vec<(u32, String)> = spawns.iter().flat_map(|id| lines(&model, *id)).collect();
    let from = all.iter().find(|line| is_called(line)).unwrap().0;
    let to = all.iter().find(|(id, _)| *id != from).unwrap().0;
    run(&mut model, Id::FindThings);
    let Some(ZoneDialog::FindThings(_, form)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    let form = FindForm { from: from.to_string(), to: to.to_string(), ..form };
    let of = front(&model).id;
    model.handle(Message::Answer(ZoneAnswer::ReplaceThings(of, form.clone()).answer()));
    assert_eq!(n_steps(&model), 1);
    let after: Vec<(u32, String)> = spawns.iter().flat_map(|id| lines(&model, *id)).collect();
    let changed = all.iter().zip(&after).filter(|((id, _), _)| *id == from);
    for (old, new) in changed {
        let name = if is_called(old) { named(to) } else { old.1.clone() };
        assert_eq!(*new, (to, name));
    }
    undo_all(&mut model, &before);
    let alone = FindForm { with_names: false, ..form };
    assert_eq!(alone.names(front(&model)), []);
    model.handle(Message::Answer(ZoneAnswer::ReplaceThings(of, alone).answer()));
    let after = spawns.iter().flat_map(|id| lines(&model, *id));
    assert!(after.zip(&all).all(|(new, old)| new.1 == old.1), "names stay");
}

#[test]
fn names_follow_the_monster_that_a_sum_comes_to_and_no_other() {
    let model = opened_sample();
    let names = front(&model).names.clone();
    let named = |id: u32| names.npcs.as_ref().unwrap().name(id).map(str::to_owned);
    let spawns = ids(&model, Kind::Spawn);
    let all = spawns.iter().flat_map(|id| lines(&model, *id));
    let is_fit = |id: u32| named(id + 1).is_some() && named(id + 1) != named(1);
    let from = all.clone().find(|(id, name)| named(*id).as_ref() == Some(name) && is_fit(*id));
    let from = from.unwrap().0;
    let form = FindForm::of(front(&model));
    for (to, expected) in [("+1", Some(from + 1)), (" =2", Some(2)), ("1x", None), ("+-9999", None)]
    {
        let form = FindForm { from: from.to_string(), to: to.to_owned(), ..form.clone() };
        let written: Vec<String> = form
            .names(front(&model))
            .into_iter()
            .map(|action| match action {
                Action::SetMonster(set) => set.name.unwrap().to_string(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(written.is_empty(), expected.is_none(), "{to}: {written:?}");
        let expected = expected.and_then(named);
        assert!(written.iter().all(|name| Some(name) == expected.as_ref()), "{to}: {written:?}");
    }
}

#[test]
fn what_is_found_is_all_shown_and_the_question_stays_and_is_remembered() {
    let mut model = opened_sample();
    let view = model.active_view().unwrap();
    let camera = crate::view::Camera { middle_in_cells: glam::Vec2::ZERO, points_per_cell: 40.0 };
    let size = glam::vec2(800.0, 600.0);
    model.handle(Message::Look(view, camera, size));
    run(&mut model, Id::FindThings);
    let Some(ZoneDialog::FindThings(of, form)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    let spawns = ids(&model, Kind::Spawn);
    let form = FindForm { from: monster_of(&model, spawns[0]).to_string(), ..form };
    model.handle(Message::Answer(Answer::Keep(ZoneDialog::FindThings(of, form.clone()).into())));
    model.handle(Message::Answer(ZoneAnswer::Find(of, spawns.clone()).answer()));
    assert!(matches!(model.dialog().and_then(Dialog::form), Some(ZoneDialog::FindThings(..))));
    let camera = model.view(view).unwrap().camera.unwrap();
    let span = front(&model).span();
    for id in spawns {
        let at = front(&model).zone().thing(id).unwrap().pos_in_file_cm();
        let seen = camera.view_from_cell(span.map_from_file(at), size);
        assert!(seen.cmpge(glam::Vec2::ZERO).all() && seen.cmple(size).all(), "{seen}");
    }
    model.handle(Message::Answer(Answer::Cancel));
    run(&mut model, Id::FindThings);
    assert_eq!(model.dialog().and_then(Dialog::form), Some(&ZoneDialog::FindThings(of, form)));
}

#[test]
fn selecting_what_was_found_leaves_what_is_looked_in_as_it_was() {
    let mut model = opened_sample();
    let spawns = ids(&model, Kind::Spawn);
    let first = monster_of(&model, spawns[0]);
    let other = spawns.iter().find(|id| monster_of(&model, **id) != first).copied().unwrap();
    tell(&mut model, ZoneMessage::Select([spawns[0], other].into()));
    run(&mut model, Id::FindThings);
    let Some(ZoneDialog::FindThings(of, form)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    let (from, to) = (monster_of(&model, other).to_string(), "2".to_owned());
    let form = FindForm { from, to, ..form.in_selection(front(&model)) };
    let found = form.found(front(&model));
    assert!(found.contains(&other) && found.len() <= 2, "{found:?}");
    model.handle(Message::Answer(Answer::Keep(ZoneDialog::FindThings(of, form.clone()).into())));
    model.handle(Message::Answer(ZoneAnswer::Find(of, vec![spawns[0]]).answer()));
    assert_eq!(front(&model).selection, [spawns[0]].into());
    assert_eq!(form.found(front(&model)), found);
    tell(&mut model, ZoneMessage::ShowThing(spawns[0]));
    model.handle(Message::Answer(ZoneAnswer::ReplaceThings(of, form.clone()).answer()));
    model.settle();
    assert_eq!(monster_of(&model, other), 2);
    assert_eq!(
        model.dialog().and_then(Dialog::form),
        Some(&ZoneDialog::FindThings(of, form)),
        "more can be replaced"
    );
    model.handle(Message::Answer(Answer::Cancel));
    // Asked for again, the selection is what is selected by then, without what is gone.
    run(&mut model, Id::FindThings);
    let Some(ZoneDialog::FindThings(_, form)) = model.dialog().and_then(Dialog::form).cloned()
    else {
        panic!()
    };
    assert_eq!(*form.within, [spawns[0]].into());
    act(&mut model, &format!(r#"{{"action":"delete","things":{{"ids":[{}]}}}}"#, spawns[0].0));
    assert_eq!(form.found(front(&model)), Vec::new());
}

#[test]
fn looking_for_what_is_not_there_keeps_the_selection() {
    let mut model = opened_sample();
    let spawns = ids(&model, Kind::Spawn);
    tell(&mut model, ZoneMessage::Select(spawns.iter().copied().collect()));
    run(&mut model, Id::FindThings);
    let of = front(&model).id;
    model.handle(Message::Answer(ZoneAnswer::Find(of, Vec::new()).answer()));
    assert_eq!(front(&model).selection.len(), spawns.len());
    assert!(model.log.last().unwrap().text.contains("the selection is unchanged"));
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
    let words = document.words().thing(npc);
    assert_eq!(rows.last().unwrap().title, format!("Move {}", words.replace("  ", " ")));
}

#[test]
fn replacing_leaves_what_is_locked_and_says_how_many() {
    let mut model = opened_sample();
    let spawns = ids(&model, Kind::Spawn);
    let monster = monster_of(&model, spawns[0]);
    let mut layers = front(&model).layers;
    layers.kind_mut(Kind::Spawn).unwrap().lock = Lock::Locked;
    tell(&mut model, ZoneMessage::SetLayers(Box::new(layers)));
    let id = front(&model).id;
    for with_names in [false, true] {
        let form = FindForm {
            scope: Scope::Map,
            within: Default::default(),
            field: Field::MonsterId,
            from: monster.to_string(),
            to: "2".to_owned(),
            with_names,
        };
        let n = form.found(front(&model)).len();
        model.handle(Message::Answer(ZoneAnswer::ReplaceThings(id, form).answer()));
        model.settle();
        assert_eq!((monster_of(&model, spawns[0]), n_steps(&model)), (monster, 0));
        let said = model.log.last().unwrap().text.clone();
        assert!(said.starts_with(&n.to_string()) && said.contains("on locked layers"), "{said}");
    }
}

#[test]
fn replacing_says_how_many_whether_names_follow_or_not() {
    for with_names in [false, true] {
        let mut model = opened_sample();
        let document = front(&model);
        let spawn = ids(&model, Kind::Spawn)[0];
        let from = monster_of(&model, spawn).to_string();
        let form = FindForm { from, to: "2".to_owned(), with_names, ..FindForm::of(document) };
        let id = document.id;
        model.handle(Message::Answer(ZoneAnswer::ReplaceThings(id, form).answer()));
        let said = &model.log.last().unwrap().text;
        assert!(said.starts_with("replaced in ") && said.ends_with(" things"), "{said}");
    }
}

#[test]
fn monsters_are_found_by_their_names_too() {
    let model = opened_sample();
    let document = front(&model);
    let id = monster_of(&model, ids(&model, Kind::Spawn)[0]);
    let name = document.names.npcs.as_ref().unwrap().name(id).unwrap().to_owned();
    let of = |from: &str, to: &str| FindForm {
        from: from.to_owned(),
        to: to.to_owned(),
        ..FindForm::of(document)
    };
    let by_number = of(&id.to_string(), "2").found(document);
    assert!(!by_number.is_empty());
    assert_eq!(of(&name.to_uppercase(), "").found(document), by_number);
    assert_eq!(of("nobody at all", "").found(document), []);
    assert_eq!(of("1", &name).replace(document), of("1", &id.to_string()).replace(document));
    let other = document.names.npcs.as_ref().unwrap().name(2).unwrap();
    assert_eq!(of(&name, other).names(document), of(&id.to_string(), "2").names(document));
    // What may be any of several is told, and not looked for.
    let several = of("o", "");
    assert_eq!(several.found(document), []);
    let said = several.several(document).unwrap();
    assert!(said.starts_with("“o” matches ") && said.ends_with("one of these numbers"), "{said}");
    assert_eq!(of(&name, "1").several(document), None);
    // Each kind of thing is looked up in its own table.
    let form = FindForm { field: Field::ObjectId, ..of(&name, "") };
    assert_eq!(form.found(document), []);
    let npc = ids(&model, Kind::Npc)[0];
    let npc_id = document.zone().thing(npc).unwrap().object().unwrap().object_id;
    let name = document.names.npcs.as_ref().unwrap().name(u32::try_from(npc_id).unwrap()).unwrap();
    let form = FindForm { field: Field::ObjectId, ..of(name, "") };
    assert!(form.found(document).contains(&npc));
}

#[test]
fn numbers_are_compared_in_the_dialog_as_in_scripts() {
    let model = opened_sample();
    let document = front(&model);
    let of = |from: &str, to: &str| FindForm {
        field: Field::Limit,
        from: from.to_owned(),
        to: to.to_owned(),
        ..FindForm::of(document)
    };
    let [high, low, all] = [">5", "..5", ">=0"].map(|from| of(from, "5").found(document).len());
    assert!(high > 0 && low > 0 && high + low == all);
    assert_eq!(of(">5", "5").trouble(document), None);
    assert_eq!(of("", "5").trouble(document), None, "nothing is typed yet");
    for to in ["5", ""] {
        let trouble = of("many", to).trouble(document).unwrap();
        let expected = "limit is \"many\", and has to be a whole number";
        assert!(trouble.starts_with(expected), "{trouble}");
    }
}

#[test]
fn what_was_found_says_what_was_looked_for_where_its_name_does_not() {
    let mut model = opened_sample();
    let spawn = ids(&model, Kind::Spawn)[0];
    let json = format!(
        r#"{{"action":"add-monster","things":{{"ids":[{}]}},"list":"tactic","id":2}}"#,
        spawn.0
    );
    act(&mut model, &json);
    let document = front(&model);
    let own = monster_of(&model, spawn);
    let name = |id: u32| document.names.npcs.as_ref().unwrap().name(id).unwrap();
    let said =
        |from: String| FindForm { from, ..FindForm::of(document) }.hit_in_words(document, spawn);
    let words = document.words().thing(spawn);
    assert_ne!(own, 2);
    assert_eq!(said(own.to_string()), words);
    assert_eq!(said("2".to_owned()), format!("{words}, with {}", name(2)));
    assert_eq!(said(name(2).to_owned()), format!("{words}, with {}", name(2)));
}
