//! Everything that is selected in a zone, and the zone itself where nothing is.

use eframe::egui;
use egui::{Button, CollapsingHeader, Grid, RichText, ScrollArea, Ui};
use landwright_core::format::rose::lit::LitPart;
use landwright_core::space::rose::position::PosInFileCm;
use landwright_core::world::zone::thing::ThingId;

use super::{Outbox, block, fields, place, whole};
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::words::kind_in_words;
use crate::message::Message;
use crate::panel::problems::{explanation, mark};
use crate::panel::rows::line;

/// How many things are named one by one.
const MOST_NAMED: usize = 5;

pub(crate) fn show(ui: &mut Ui, zone: &ZoneDocument, send: &mut Vec<Message>) {
    let mut out = Outbox { zone, send };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if zone.selection.is_empty() {
            whole::show(ui, &mut out);
        } else {
            heading(ui, &mut out);
            if let [id] = zone.selection.iter().copied().collect::<Vec<_>>().as_slice() {
                problems(ui, &mut out, *id);
            }
            fields::show(ui, &mut out);
            ui.separator();
            if let [id] = zone.selection.iter().copied().collect::<Vec<_>>().as_slice() {
                spaces(ui, zone, *id);
                lightmap(ui, zone, *id);
                if let Some(block) = zone.zone().block_of(*id) {
                    let title = format!("Block {block}");
                    ui.collapsing(title, |ui| block::show(ui, &mut out, block));
                }
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
        let words = zone.words().thing(*id);
        let words = if n == 1 { RichText::new(words).strong() } else { words.into() };
        let link = ui.add(egui::Label::new(words).truncate().sense(egui::Sense::click()));
        if link.on_hover_text("Show it").clicked() {
            out.tell(ZoneMessage::ShowThing(*id));
        }
    }
    if n > MOST_NAMED {
        ui.weak(format!("and {} more", n - MOST_NAMED));
    }
    if let Some(warp) = zone.warp() {
        let named = warp.zone_name.map_or_else(|| format!("zone {}", warp.zone), str::to_owned);
        let point = zone.zone().code_page().decode(warp.point);
        ui.horizontal(|ui| {
            let follow = crate::command::CommandId::FollowWarp;
            if ui.small_button("Follow").on_hover_text(follow.command().tooltip).clicked() {
                out.send.push(Message::Command(follow));
            }
            ui.add(egui::Label::new(format!("leads to {named}, {point}")).truncate());
        });
    }
    ui.add_space(4.0);
}

/// The problems of the thing, as the list of problems has it.
fn problems(ui: &mut Ui, out: &mut Outbox<'_>, id: ThingId) {
    let zone = out.zone;
    for index in zone.problems_of(id) {
        let Some(problem) = zone.problems.get(index) else { continue };
        ui.horizontal(|ui| {
            let (mark, colour) = mark(ui, problem.severity);
            ui.label(RichText::new(mark).color(colour));
            if let Some(fix) = problem.fixes.first()
                && ui.small_button("Fix").on_hover_text(&fix.title).clicked()
            {
                out.send.push(Message::Fix(zone.id, fix.clone()));
            }
            let is_shown = zone.shown_problem == Some(index);
            let row = Button::selectable(is_shown, problem.message.as_str()).truncate();
            let about = format!("{}\n\n{}", problem.message, explanation(problem.code));
            if ui.add(row).on_hover_text(about).clicked() {
                out.send.push(Message::ShowProblem(zone.id, index));
            }
        });
    }
}

/// Where the thing is, in every space and file.
fn spaces(ui: &mut Ui, zone: &ZoneDocument, id: ThingId) {
    let Some(thing) = zone.zone().thing(id) else { return };
    let at: PosInFileCm = thing.pos_in_file_cm();
    Grid::new("zone spaces").num_columns(2).show(ui, |ui| {
        for (space, text) in place::in_words(zone, at) {
            line(ui, space, text);
        }
        if let Some(listed) = zone.zone().listed_at(id) {
            let file = zone.zone().file_of_thing(id).rsplit('/').next().unwrap_or_default();
            let kind = kind_in_words(listed.kind);
            line(ui, "In", format!("{file}, {kind} {}", listed.index));
        }
    });
}

/// Where the pictures of the light on it are. The light is baked elsewhere, so it is only shown.
fn lightmap(ui: &mut Ui, zone: &ZoneDocument, id: ThingId) {
    let Some((path, object)) = zone.zone().lightmap_of(id) else { return };
    let code_page = zone.zone().code_page();
    let file = path.rsplit('/').next().unwrap_or_default();
    let title = match object.parts.len() {
        1 => "Lightmap, 1 part".to_owned(),
        n => format!("Lightmap, {n} parts"),
    };
    CollapsingHeader::new(title).id_salt("lightmap").show(ui, |ui| {
        ui.weak(format!("{file}, object {}", object.id)).on_hover_text(path);
        Grid::new("zone lightmap").num_columns(2).show(ui, |ui| {
            for part in &object.parts {
                let named = part.name.text().decode(code_page);
                ui.label(format!("{} {named}", part.id));
                let picture = part.file.text().decode(code_page);
                let LitPart { n_pixels, n_per_row, place, .. } = part;
                let about = format!("Picture {place} of it, {n_per_row} in a row");
                let picture = format!("{picture}, {n_pixels} × {n_pixels} pixels");
                ui.add(egui::Label::new(picture).truncate()).on_hover_text(about);
                ui.end_row();
            }
        });
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
    use crate::kind::rose::fields::{angle_degrees, text_of};
    use crate::kind::rose::tests::opened_sample;
    use crate::model::Model;

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
        model.handle(ZoneMessage::to(id, ZoneMessage::Select(ids)));
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
    fn what_is_wrong_with_a_thing_stands_with_its_fields_and_is_mended_there() {
        let mut model = opened_sample();
        let ids = spawns(&model);
        select(&mut model, &ids[..1]);
        let mut harness = harness(model);
        harness.run();
        let text = "the limit of the spawn is 0";
        assert!(harness.query_by_label_contains(text).is_none());
        type_into(&mut harness, "Limit", "0");
        harness.get_by_label_contains(text).click();
        harness.run();
        let zone = harness.state().active_zone().unwrap();
        let shown = zone.shown_problem.and_then(|index| zone.problems.get(index)).unwrap();
        assert_eq!(shown.code, "zone-spawn-no-limit");
        harness.get_by_label("Fix").click();
        harness.run();
        assert_ne!(value(harness.state(), ids[0], Field::Limit), "0");
        assert!(harness.query_by_label_contains(text).is_none());
        select(harness.state_mut(), &ids[1..2]);
        harness.run();
        assert!(harness.query_by_label("Fix").is_none());
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
    fn an_angle_is_typed_as_it_is_or_as_a_sum_with_what_each_has() {
        let mut model = opened_sample();
        let zone = model.active_zone().unwrap().zone();
        let npcs = zone.things().filter(|(_, thing)| thing.kind() == Kind::Npc);
        let ids: Vec<ThingId> = npcs.map(|(id, _)| id).take(2).collect();
        let angle = |harness: &Harness<'static, Model>, id| {
            angle_degrees(harness.state().active_zone().unwrap().zone(), id).unwrap()
        };
        select(&mut model, &ids[..1]);
        let mut harness = harness(model);
        harness.run();
        type_into(&mut harness, "Angle", "30");
        assert_eq!(angle(&harness, ids[0]), 30.0);
        let other = angle(&harness, ids[1]);
        select(harness.state_mut(), &ids);
        harness.run();
        type_into(&mut harness, "Angle", "+90");
        assert_eq!(angle(&harness, ids[0]), 120.0);
        assert!((angle(&harness, ids[1]) - (other + 90.0).rem_euclid(360.0)).abs() < 0.01);
        type_into(&mut harness, "Angle", "east");
        assert_eq!(harness.state().active_zone().unwrap().editing().rows().len(), 2);
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

    /// The first block of the zone, unfolded as far as its water.
    fn unfolded(harness: &mut Harness<'static, Model>, title: &str) {
        harness.run();
        harness.get_by_label_contains(title).click();
        harness.run();
    }

    #[test]
    fn water_of_a_block_is_set_by_number_and_by_sum() {
        let mut harness = harness(opened_sample());
        let block = harness.state().active_zone().unwrap().zone().blocks().next().unwrap();
        unfolded(&mut harness, "Planes of water");
        type_into(&mut harness, "Size of planes", "+500");
        let zone = |harness: &Harness<'static, Model>| {
            harness.state().active_zone().unwrap().zone().clone()
        };
        assert_eq!(zone(&harness).water_size(block).unwrap().get(), 2500.0);
        unfolded(&mut harness, "Old water grid");
        type_into(&mut harness, "Water number", "4");
        type_into(&mut harness, "Water number", "*2");
        let ids = |zone: &landwright_core::world::zone::Zone| -> Vec<u32> {
            zone.old_water(block).unwrap().cells().iter().map(|patch| patch.id).collect()
        };
        assert!(ids(&zone(&harness)).iter().all(|id| *id == 8));
        type_into(&mut harness, "Water number", "-=9");
        assert_eq!(ids(&zone(&harness))[0], 8, "below zero");
        harness.get_by_label("Select wet patches").click();
        harness.run();
        type_into(&mut harness, "Water height", "77");
        let zone = zone(&harness);
        for patch in zone.old_water(block).unwrap().cells() {
            assert_eq!(patch.has_water != 0, patch.height_cm.get() == 77.0);
        }
        assert_eq!(harness.state().active_zone().unwrap().editing().rows().len(), 4);
    }

    #[test]
    fn a_plane_of_water_has_its_corners_and_its_block() {
        let mut model = opened_sample();
        let mut things = model.active_zone().unwrap().zone().things();
        let id = things.find(|(_, thing)| thing.kind() == Kind::Water).unwrap().0;
        drop(things);
        select(&mut model, &[id]);
        let mut harness = harness(model);
        harness.run();
        type_into(&mut harness, "From z", "123.5");
        assert_eq!(value(harness.state(), id, Field::StartZ), "123.5");
        unfolded(&mut harness, "Block 30_30");
        unfolded(&mut harness, "Map info 30_30");
        harness.get_by_label("16 × 16");
    }

    #[test]
    fn the_lightmap_of_a_thing_is_shown_and_nothing_else_has_one() {
        let mut model = opened_sample();
        let zone = model.active_zone().unwrap().zone();
        let first = |kind: Kind| {
            zone.things().find(|(_, thing)| thing.kind() == kind).map(|(id, _)| id).unwrap()
        };
        let (cnst, npc) = (first(Kind::Cnst), first(Kind::Npc));
        select(&mut model, &[npc]);
        let mut harness = harness(model);
        harness.run();
        assert!(harness.query_by_label_contains("Lightmap").is_none());
        select(harness.state_mut(), &[cnst]);
        unfolded(&mut harness, "Lightmap");
        harness.get_by_label("BUILDINGLIGHTMAPDATA.LIT, object 1");
    }
}
