//! Names beside things: who may be named first, and what would lie over another name is left out.

use eframe::egui;
use egui::{Color32, FontId, Painter, Pos2, Rect};
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::marks::Marks;
use super::scene::ZoneScene;
use crate::kind::rose::called::name_of;

/// More than this nobody reads.
const MOST: usize = 260;
const ROOM: f32 = 2.0;
/// Every name is larger.
const LEAST_SIZE: egui::Vec2 = egui::vec2(2.0, 8.0);
/// Texts of tables may be of any length, and laying them out takes its time.
const MOST_LETTERS: usize = 100;
pub(crate) const PLATE: Color32 = Color32::from_rgba_premultiplied(9, 10, 13, 165);

/// A name that somebody would like to read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Label {
    /// The lowest is named first.
    pub(crate) rank: u8,
    pub(crate) id: ThingId,
    /// The middle of its symbol, and how far that reaches.
    pub(crate) at: Pos2,
    pub(crate) radius: f32,
}

/// How soon things of a kind are named; `None` where the zoom is too far for their names.
pub(crate) fn rank(kind: Kind, points_per_cell: f32) -> Option<u8> {
    let (rank, from_points) = match kind {
        Kind::Warp | Kind::Point => (2, 1.6),
        Kind::Npc => (3, 3.0),
        Kind::Spawn => (4, 6.5),
        Kind::Event => (5, 6.5),
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
        // Laying a name out takes much longer than finding out that there is no room for any.
        if room_for(LEAST_SIZE, &label, &taken).is_none() {
            continue;
        }
        let Some(thing) = scene.zone.thing(label.id) else { continue };
        let name = written(scene.zone, scene.names, thing);
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

/// What is written beside a thing.
pub(crate) fn written(zone: &Zone, names: &Names, thing: &Thing) -> String {
    first_letters(name_of(zone, names, thing))
}

fn first_letters(mut name: String) -> String {
    if let Some((end, _)) = name.char_indices().nth(MOST_LETTERS) {
        name.truncate(end);
        name.push('…');
    }
    name
}

/// To the right of a symbol, or the left, below or above; what is selected is named anyway.
pub(crate) fn room_for(size: egui::Vec2, label: &Label, taken: &[Rect]) -> Option<Rect> {
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
    use landwright_core::sample::rng::Rng;

    use super::*;
    use crate::kind::rose::view::gizmo::GizmoKind;

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
    fn where_there_is_no_room_for_the_least_name_there_is_none_for_any() {
        let mut rng = Rng::new(5);
        let mut at = |reach: u32| egui::pos2(rng.below(reach) as f32, rng.below(reach) as f32);
        for _ in 0..400 {
            let taken: Vec<Rect> = (0..40).map(|_| Rect::from_two_pos(at(200), at(200))).collect();
            let taken = &taken[..at(40).x as usize];
            let label = Label { rank: 3, id: ThingId(1), at: at(200), radius: 5.0 };
            let size = LEAST_SIZE + at(60).to_vec2();
            if room_for(size, &label, taken).is_some() {
                assert!(room_for(LEAST_SIZE, &label, taken).is_some(), "{label:?}, {taken:?}");
            }
        }
    }

    #[test]
    fn of_a_long_name_the_first_letters_are_written() {
        let name = "이".repeat(MOST_LETTERS);
        assert_eq!(first_letters(name.clone()), name);
        assert_eq!(first_letters(name.repeat(1000)), format!("{name}…"));
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
