//! Names beside things: who may be named first, and what would lie over another name is left out.

use eframe::egui;
use egui::{Color32, FontId, Painter, Pos2, Rect};
use landwright_core::format::rose::ifo::spawn::Spawn;
use landwright_core::format::text::ShortText;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::marks::Marks;
use super::scene::ZoneScene;
use crate::model::zone::fields::kind_in_words;

/// More than this nobody reads.
const MOST: usize = 260;
const ROOM: f32 = 2.0;
const PLATE: Color32 = Color32::from_rgba_premultiplied(9, 10, 13, 165);

/// A name that somebody would like to read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    /// The lowest is named first.
    pub(super) rank: u8,
    pub(super) id: ThingId,
    /// The middle of its symbol, and how far that reaches.
    pub(super) at: Pos2,
    pub(super) radius: f32,
}

/// What a thing is called, as its numbers are called in the tables.
pub(super) fn name_of(scene: &ZoneScene<'_>, thing: &Thing) -> String {
    let own = |text: &ShortText| text.text().decode(scene.zone.code_page()).into_owned();
    let in_table = |kind: Kind, id: i32| {
        let id = u32::try_from(id).ok()?;
        scene.names.of_kind(kind)?.name(id).map(str::to_owned)
    };
    let numbered = |id: i32| format!("{} {id}", kind_in_words(thing.kind()));
    match thing {
        Thing::Spawn(spawn) => spawn_name(scene, spawn),
        Thing::Warp(warp) => warp_name(scene, warp.warp_id.into()),
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
fn spawn_name(scene: &ZoneScene<'_>, spawn: &Spawn) -> String {
    let lines = || spawn.basic.iter().chain(&spawn.tactic);
    let Some(first) = lines().next() else { return "nothing".to_owned() };
    let named = scene.names.npcs.as_ref().and_then(|npcs| npcs.name(first.monster_id));
    let name = match named {
        Some(name) => name.to_owned(),
        None if first.name.as_bytes().is_empty() => format!("monster {}", first.monster_id),
        None => first.name.text().decode(scene.zone.code_page()).into_owned(),
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
fn warp_name(scene: &ZoneScene<'_>, warp_id: i32) -> String {
    let warp = u32::try_from(warp_id).ok().and_then(|id| scene.names.warps.as_ref()?.get(&id));
    let Some(warp) = warp else { return format!("warp {warp_id}") };
    let point = scene.zone.code_page().decode(&warp.point);
    if scene.names.own_zone == Some(warp.zone) {
        return format!("to {point}");
    }
    let zone = scene.names.zones.as_ref().and_then(|zones| zones.name(warp.zone));
    match zone {
        Some(zone) => format!("to {zone}: {point}"),
        None => format!("to zone {}: {point}", warp.zone),
    }
}

fn file_of(path: &str) -> String {
    path.rsplit(['\\', '/']).next().unwrap_or(path).to_owned()
}

/// How soon things of a kind are named; `None` where the zoom is too far for their names.
pub(super) fn rank(kind: Kind, points_per_cell: f32) -> Option<u8> {
    let (rank, from_points) = match kind {
        Kind::Warp | Kind::Point => (2, 1.6),
        Kind::Npc => (3, 3.0),
        Kind::Spawn => (4, 4.5),
        Kind::Event => (5, 4.5),
        Kind::Animated | Kind::Cnst => (6, 9.0),
        Kind::Effect | Kind::Sound => (7, 9.0),
        Kind::Deco | Kind::Collision => (8, 16.0),
        Kind::Water => return None,
    };
    (points_per_cell >= from_points).then_some(rank)
}

/// Writes the names for which there is room beside what is taken already.
pub(super) fn show(
    painter: &Painter,
    mut marks: Marks<'_>,
    scene: &ZoneScene<'_>,
    mut labels: Vec<Label>,
    mut taken: Vec<Rect>,
) {
    labels.sort_by_key(|label| (label.rank, label.id));
    // Of thousands, finding out which have no room would take longer than drawing the rest.
    labels.truncate(MOST * 4);
    let font = FontId::proportional(11.5);
    let most = MOST + taken.len();
    let mut texts = Vec::new();
    for label in labels {
        if taken.len() >= most {
            break;
        }
        let Some(thing) = scene.zone.thing(label.id) else { continue };
        let name = name_of(scene, thing);
        if name.is_empty() {
            continue;
        }
        let colour = if label.rank < 2 { Color32::WHITE } else { Color32::from_gray(232) };
        let galley = painter.layout_no_wrap(name, font.clone(), colour);
        let Some(place) = room_for(galley.size(), &label, &taken) else { continue };
        marks.plate(place.expand2(egui::vec2(3.0, 0.5)), PLATE);
        texts.push((place.min, galley, colour));
        taken.push(place.expand(ROOM));
    }
    marks.draw(painter);
    for (at, galley, colour) in texts {
        painter.galley(at, galley, colour);
    }
}

/// To the right of a symbol, or the left, below or above; what is selected is named anyway.
fn room_for(size: egui::Vec2, label: &Label, taken: &[Rect]) -> Option<Rect> {
    let Label { at, radius, .. } = *label;
    let (gap, half) = (radius + 4.0, size / 2.0);
    let corners = [
        egui::pos2(at.x + gap, at.y - half.y),
        egui::pos2(at.x - gap - size.x, at.y - half.y),
        egui::pos2(at.x - half.x, at.y + gap),
        egui::pos2(at.x - half.x, at.y - gap - size.y),
    ];
    let places = corners.map(|corner| Rect::from_min_size(corner, size));
    let is_free = |place: &Rect| taken.iter().all(|other| !other.intersects(*place));
    let free = places.iter().copied().find(is_free);
    if label.rank == 0 { free.or(places.first().copied()) } else { free }
}

#[cfg(test)]
mod tests {
    use super::super::scene::tests::Stand;
    use super::*;
    use crate::view::zone::gizmo::GizmoKind;

    #[test]
    fn things_are_called_what_the_tables_call_them() {
        let stand = Stand::new(2, 2, 240);
        let scene = stand.scene();
        let names = |kind: Kind| -> Vec<String> {
            let things = stand.ids(kind).into_iter().filter_map(|id| stand.zone.thing(id));
            things.map(|thing| name_of(&scene, thing)).collect()
        };
        let spawns = names(Kind::Spawn);
        let npcs = stand.names.npcs.as_ref().unwrap();
        let is_known = |name: &String| npcs.iter().any(|(_, row)| name.starts_with(&row.name));
        assert!(!spawns.is_empty() && spawns.iter().all(is_known), "{spawns:?}");
        assert!(spawns.iter().any(|name| name.contains('+')), "{spawns:?}");
        assert!(names(Kind::Npc).iter().all(is_known));
        assert!(names(Kind::Warp).iter().all(|name| name.starts_with("to ")));
        assert!(names(Kind::Point).contains(&"start".to_owned()));
        assert!(names(Kind::Deco).iter().all(|name| !name.starts_with("Deco")));
        let mut bare = Stand::new(1, 1, 40);
        bare.names = Default::default();
        let npc = bare.zone.thing(bare.ids(Kind::Npc)[0]).unwrap();
        assert!(name_of(&bare.scene(), npc).starts_with("NPC "));
    }

    #[test]
    fn names_come_with_the_zoom_and_what_is_played_with_first() {
        let named = |zoom: f32| {
            Kind::ALL.into_iter().filter(move |kind| rank(*kind, zoom).is_some()).count()
        };
        assert_eq!(named(0.1), 0);
        assert_eq!(named(96.0), Kind::ALL.len() - 1);
        assert!(named(2.0) < named(3.0) && named(3.0) < named(20.0));
        assert!(rank(Kind::Npc, 20.0) < rank(Kind::Deco, 20.0));
    }

    #[test]
    fn a_name_goes_beside_the_handles() {
        let label = Label { rank: 1, id: ThingId(1), at: egui::pos2(300.0, 300.0), radius: 11.0 };
        for kind in [GizmoKind::Move, GizmoKind::Scale, GizmoKind::Rotate] {
            let parts = super::super::overlay::parts(kind, label.at);
            let place = room_for(egui::vec2(80.0, 14.0), &label, &parts).unwrap();
            assert!(parts.iter().all(|part| !part.intersects(place)), "{kind:?}");
        }
    }

    #[test]
    fn a_name_goes_where_no_other_is() {
        let label =
            |rank| Label { rank, id: ThingId(1), at: egui::pos2(100.0, 100.0), radius: 6.0 };
        let size = egui::vec2(40.0, 12.0);
        let first = room_for(size, &label(3), &[]).unwrap();
        assert!(first.left() > 106.0);
        let second = room_for(size, &label(3), &[first]).unwrap();
        assert!(second.right() < 94.0);
        let around = [Rect::from_center_size(egui::pos2(100.0, 100.0), size * 9.0)];
        assert_eq!(room_for(size, &label(3), &around), None);
        assert_eq!(room_for(size, &label(0), &around), Some(first), "what is selected is named");
    }
}
