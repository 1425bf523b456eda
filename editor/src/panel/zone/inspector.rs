//! What is selected in a zone, and the zone itself where nothing is.

use eframe::egui;
use egui::{Grid, ScrollArea, Ui};
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::ThingId;

use super::{Outbox, fields, monsters, place, whole};
use crate::model::message::Message;
use crate::model::zone::document::ZoneDocument;
use crate::model::zone::fields::thing_in_words;
use crate::model::zone::message::ZoneMessage;

/// So many things are named one by one.
const MOST_NAMED: usize = 5;

pub(crate) fn show(ui: &mut Ui, zone: &ZoneDocument, send: &mut Vec<Message>) {
    let mut out = Outbox { zone, send };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if zone.selection.is_empty() {
            whole::show(ui, &mut out);
        } else {
            heading(ui, &mut out);
            fields::show(ui, &mut out);
            monsters::show(ui, &mut out);
            ui.separator();
            if let [id] = zone.selection.iter().copied().collect::<Vec<_>>().as_slice() {
                spaces(ui, zone, *id);
            }
        }
    });
}

fn heading(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone;
    let n = zone.selection.len();
    if n > 1 {
        ui.strong(format!("{n} things"));
    }
    for id in zone.selection.iter().take(MOST_NAMED) {
        let words = thing_in_words(zone.zone(), &zone.names, *id);
        let words = if n == 1 { egui::RichText::new(words).strong() } else { words.into() };
        let link = ui.add(egui::Label::new(words).truncate().sense(egui::Sense::click()));
        if link.on_hover_text("Show it").clicked() {
            out.tell(ZoneMessage::ShowThing(*id));
        }
    }
    if n > MOST_NAMED {
        ui.weak(format!("and {} more", n - MOST_NAMED));
    }
    if let Some(warp) = zone.warp() {
        let named = zone.names.zones.as_ref().and_then(|zones| zones.name(warp.zone));
        let named = named.map_or_else(|| format!("zone {}", warp.zone), str::to_owned);
        let point = String::from_utf8_lossy(&warp.point).into_owned();
        ui.horizontal(|ui| {
            ui.label(format!("leads to {named}, {point}"));
            let follow = crate::command::CommandId::FollowWarp;
            if ui.small_button("Follow").on_hover_text(follow.command().tooltip).clicked() {
                out.send.push(Message::Command(follow));
            }
        });
    }
    ui.add_space(4.0);
}

/// Where the thing is, in every space and file.
fn spaces(ui: &mut Ui, zone: &ZoneDocument, id: ThingId) {
    let Some(thing) = zone.zone().thing(id) else { return };
    let at: PosInFileCm = thing.pos_in_file_cm();
    Grid::new("zone spaces").num_columns(2).show(ui, |ui| {
        for (space, text) in place::in_words(zone, at) {
            ui.weak(space);
            ui.label(text);
            ui.end_row();
        }
        if let Some(listed) = zone.zone().listed_at(id) {
            ui.weak("In");
            let file = zone.zone().file_of_thing(id).rsplit('/').next().unwrap_or_default();
            ui.label(format!("{file}, {} {}", listed.kind, listed.index));
            ui.end_row();
        }
    });
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use landwright_core::world::zone::field::Field;
    use landwright_core::world::zone::thing::Kind;

    use super::*;
    use crate::model::Model;
    use crate::model::zone::fields::text_of;
    use crate::model::zone::tests::opened_sample;

    /// The inspector of a model that heeds what it sends.
    fn harness(model: Model) -> Harness<'static, Model> {
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            if let Some(zone) = model.active_zone() {
                show(ui, zone, &mut send);
            }
            send.into_iter().for_each(|message| model.handle(message));
        };
        let size = egui::vec2(420.0, 1400.0);
        Harness::builder().with_size(size).build_ui_state(show, model)
    }

    fn select(model: &mut Model, ids: &[ThingId]) {
        let id = model.active_zone().unwrap().id;
        let ids = ids.iter().copied().collect();
        model.handle(Message::Zone(id, ZoneMessage::Select(ids)));
    }

    fn spawns(model: &Model) -> Vec<ThingId> {
        let things = model.active_zone().unwrap().zone().things();
        things.filter(|(_, thing)| thing.kind() == Kind::Spawn).map(|(id, _)| id).collect()
    }

    fn value(model: &Model, id: ThingId, field: Field) -> String {
        let zone = model.active_zone().unwrap().zone();
        text_of(zone.thing(id).unwrap().value(field).unwrap(), zone.code_page())
    }

    fn type_into(harness: &mut Harness<'static, Model>, label: &str, text: &str) {
        harness.get_by_role_and_label(Role::TextInput, label).focus();
        harness.run();
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.get_by_role_and_label(Role::TextInput, label).type_text(text);
        harness.run();
        harness.key_press(egui::Key::Enter);
        harness.run();
    }

    #[test]
    fn numbers_are_typed_as_they_are_or_as_sums_and_nonsense_changes_nothing() {
        let mut model = opened_sample();
        let ids = spawns(&model);
        select(&mut model, &ids[..1]);
        let mut harness = harness(model);
        harness.run();
        type_into(&mut harness, "Limit", "40");
        assert_eq!(value(harness.state(), ids[0], Field::Limit), "40");
        type_into(&mut harness, "Limit", "*1.5");
        assert_eq!(value(harness.state(), ids[0], Field::Limit), "60");
        type_into(&mut harness, "Limit", "many");
        assert_eq!(value(harness.state(), ids[0], Field::Limit), "60");
        type_into(&mut harness, "Spawn name", "bat 😀");
        assert_ne!(value(harness.state(), ids[0], Field::SpawnName), "bat 😀");
        type_into(&mut harness, "Spawn name", "블러드뱃");
        assert_eq!(value(harness.state(), ids[0], Field::SpawnName), "블러드뱃");
        assert_eq!(harness.state().active_zone().unwrap().editing().rows().len(), 3);
    }

    #[test]
    fn many_things_are_edited_at_once() {
        let mut model = opened_sample();
        let ids = spawns(&model);
        let before: Vec<u32> =
            ids.iter().map(|id| value(&model, *id, Field::Range).parse().unwrap()).collect();
        select(&mut model, &ids);
        let mut harness = harness(model);
        harness.run();
        type_into(&mut harness, "Range", "+5");
        for (id, before) in ids.iter().zip(before) {
            assert_eq!(value(harness.state(), *id, Field::Range), (before + 5).to_string());
        }
        assert_eq!(harness.state().active_zone().unwrap().editing().rows().len(), 1);
    }

    #[test]
    fn lines_of_monsters_are_copied_moved_and_removed() {
        let mut model = opened_sample();
        let id = spawns(&model)[0];
        select(&mut model, &[id]);
        let n = |model: &Model| {
            model.active_zone().unwrap().zone().thing(id).unwrap().spawn().unwrap().basic.len()
        };
        let before = n(&model);
        let mut harness = harness(model);
        harness.run();
        harness.get_all_by_label("Copy").next().unwrap().click();
        harness.run();
        assert_eq!(n(harness.state()), before + 1);
        harness.get_all_by_label("Remove").next().unwrap().click();
        harness.run();
        assert_eq!(n(harness.state()), before);
    }

    #[test]
    fn the_zone_itself_is_shown_where_nothing_is_selected() {
        let mut harness = harness(opened_sample());
        harness.run();
        type_into(&mut harness, "Zone name", "Windy Downs");
        let zone = harness.state().active_zone().unwrap().zone();
        let name = zone.economy().unwrap().name.text().decode(zone.code_page()).into_owned();
        assert_eq!(name, "Windy Downs");
    }
}
