//! What holds for things that are pasted into other zones.

use super::disk::said;
use super::*;

#[test]
fn things_are_pasted_into_another_zone() {
    let mut model = opened_sample();
    let id = lone_spawn(&model);
    tell(&mut model, ZoneMessage::Select([id].into()));
    run(&mut model, Id::Copy);
    let requests = model.take_requests();
    let copied = requests.into_iter().find_map(|request| match request {
        Request::CopyText(text) => Some(text),
        _ => None,
    });
    let mut other = opened_sample();
    let n = front(&other).zone().n_things();
    let place = at(&other, id);
    tell(&mut other, ZoneMessage::Hover(Some([place[0] + 300.0, place[1]])));
    other.handle(Message::Paste(copied.unwrap()));
    assert_eq!(front(&other).zone().n_things(), n + 1);
    let new = *front(&other).selection.first().unwrap();
    assert!((at(&other, new)[0] - place[0] - 300.0).abs() < 0.01);
    assert_eq!(value(&other, new, Field::MonsterId), value(&model, id, Field::MonsterId));
    other.handle(Message::Paste("just text".to_owned()));
    assert_eq!(front(&other).zone().n_things(), n + 1);
}

#[test]
fn what_is_pasted_into_another_zone_stands_as_far_above_the_ground_as_in_its_own() {
    let above = |model: &Model, id: ThingId| {
        let at = front(model).zone().thing(id).unwrap().pos_in_file_cm();
        at.z - front(model).zone().ground_at_file_cm(at).unwrap()
    };
    let mut model = opened_sample();
    let id = ids(&model, Kind::Npc)[0];
    let height = above(&model, id);
    tell(&mut model, ZoneMessage::Select([id].into()));
    run(&mut model, Id::Copy);
    let mut requests = model.take_requests().into_iter();
    let Some(Request::CopyText(copied)) = requests.next_back() else { panic!() };
    let mut other = opened_sample();
    let raise = r#"{"action":"shape-heights","region":{"block":[30,30]},"how":{"raise":6000}}"#;
    act(&mut other, raise);
    set_tools(&mut other, |tools| tools.snap = Snap::FollowGround);
    let far = ids(&other, Kind::Spawn);
    let far = far.iter().max_by_key(|id| front(&other).zone().block_of(**id)).unwrap();
    let place = at(&other, *far);
    for place in [[place[0], place[1]], [at(&model, id)[0], at(&model, id)[1]]] {
        tell(&mut other, ZoneMessage::Hover(Some(place)));
        other.handle(Message::Paste(copied.clone()));
        let new = *front(&other).selection.first().unwrap();
        assert!((above(&other, new) - height).abs() < 0.1, "{} {height}", above(&other, new));
    }
}

#[test]
fn very_many_copied_things_are_what_is_pasted_and_not_what_was_copied_before() {
    let mut model = opened_sample();
    let text = |model: &mut Model| {
        let mut texts = model.take_requests().into_iter().filter_map(|request| match request {
            Request::CopyText(text) => Some(text),
            _ => None,
        });
        texts.next_back().unwrap()
    };
    for _ in 0..6 {
        act(&mut model, r#"{"action":"duplicate","things":"everything","by":[1,1,0]}"#);
    }
    let n = front(&model).zone().n_things();
    assert!(n > 10_000, "{n}");
    run(&mut model, Id::SelectAll);
    run(&mut model, Id::Copy);
    let copied = text(&mut model);
    assert!(copied.len() < 100, "{copied}");
    model.handle(Message::Paste(copied.clone()));
    assert_eq!(front(&model).zone().n_things(), 2 * n);
    // It is in this window alone, and only until something else is copied.
    let spawn = ids(&model, Kind::Spawn)[0];
    tell(&mut model, ZoneMessage::Select([spawn].into()));
    run(&mut model, Id::Copy);
    model.handle(Message::Paste(copied));
    assert_eq!(front(&model).zone().n_things(), 2 * n);
    assert!(model.log.last().unwrap().text.contains("no things"));
    let copied = text(&mut model);
    model.handle(Message::Paste(copied));
    assert_eq!(front(&model).zone().n_things(), 2 * n + 1);
}

#[test]
fn what_is_pasted_among_other_tables_follows_its_name_or_says_what_it_means_there() {
    let model = opened_sample();
    let copied = |kind: Kind, model: &Model| {
        let mut from = opened_sample();
        tell(&mut from, ZoneMessage::Select([ids(model, kind)[0]].into()));
        run(&mut from, Id::Copy);
        let mut requests = from.take_requests().into_iter();
        let Some(Request::CopyText(text)) = requests.next_back() else { panic!() };
        text
    };
    let (deco, npc) = (copied(Kind::Deco, &model), copied(Kind::Npc, &model));
    let deco_id = value(&model, ids(&model, Kind::Deco)[0], Field::ObjectId);
    let mut other = opened_sample();
    let before = front(&other).zone().clone();
    // A planet that has the same decoration elsewhere, and nobody of that name.
    let document = other.zone_mut(front(&other).id).unwrap();
    let mut names = Names::clone(&document.names);
    let rows = names.decos.take().unwrap();
    let number: u32 = deco_id.parse().unwrap();
    names.decos = Some(rows.iter().map(|(id, row)| (id + 40, row.clone())).collect());
    names.npcs = Some(Default::default());
    document.names = Arc::new(names);
    other.handle(Message::Paste(deco));
    let new = *front(&other).selection.first().unwrap();
    assert_eq!(value(&other, new, Field::ObjectId), (number + 40).to_string());
    assert!(said(&other, &format!("ids remapped by name: deco {number} ")));
    other.handle(Message::Paste(npc));
    assert!(said(&other, "pasted ids are kept, but they name other things here: npc "));
    assert!(said(&other, "has no row here"));
    undo_all(&mut other, &before);
}
