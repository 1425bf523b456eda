//! The kinds of things in a zone: how many there are, and whether they are shown and can be taken
//! hold of.

use eframe::egui;
use egui::{Align, Id, Label, Layout, RichText, Slider, Ui, vec2};
use landwright_core::world::Revision;
use landwright_core::world::zone::thing::Kind;

use super::Outbox;
use crate::command::CommandId;
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::message::ZoneMessage;
use crate::kind::rose::view::{KindLayer, Lock, ZoneGround, ZoneLayers};
use crate::look::{colours, control, sign};
use crate::panel::rows::is_longer;
use crate::view::Shown;
use crate::view::id::DocumentId;

const LAST_QUARTER: u16 = 23 * 60 + 45;

type Part = fn(&mut ZoneLayers) -> &mut Shown;

const PARTS: [(&str, Part); 14] = [
    ("Shading", |layers| &mut layers.shading),
    ("Walkability", |layers| &mut layers.walks),
    ("Cells", |layers| &mut layers.cells),
    ("Patches", |layers| &mut layers.patches),
    ("Blocks", |layers| &mut layers.blocks),
    ("Names", |layers| &mut layers.names),
    ("Ranges", |layers| &mut layers.ranges),
    ("Warp links", |layers| &mut layers.warps),
    ("Facing", |layers| &mut layers.facing),
    ("Clusters", |layers| &mut layers.clusters),
    ("Models", |layers| &mut layers.models),
    ("Symbols", |layers| &mut layers.symbols),
    ("Motions", |layers| &mut layers.motions),
    ("Fog", |layers| &mut layers.fog),
];

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let mut layers = out.zone.layers;
    ui.strong("Layers");
    let counts = counts(ui, out.zone);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 2.0);
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            if let Some(layer) = layers.kind_mut(kind) {
                ui.horizontal(|ui| row(ui, kind, count, layer));
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("Ground");
        for ground in ZoneGround::ALL {
            ui.selectable_value(&mut layers.ground, ground, ground.name());
        }
    });
    ui.horizontal_wrapped(|ui| {
        for (text, part) in PARTS {
            let shown = part(&mut layers);
            if ui.selectable_label(shown.is_yes(), text).clicked() {
                shown.toggle();
            }
        }
    });
    if layers.models.is_yes() {
        ui.horizontal(|ui| {
            ui.label("Time").on_hover_text("The light on models in 3D");
            clock(ui, &mut layers.minutes);
        });
    }
    if layers != out.zone.layers {
        out.tell(ZoneMessage::SetLayers(Box::new(layers)));
    }
}

/// In steps of a quarter of an hour.
fn clock(ui: &mut Ui, minutes: &mut u16) {
    let written = |value: f64, _| {
        let value = value as u16;
        format!("{:02}:{:02}", value / 60, value % 60)
    };
    let slider = Slider::new(minutes, 0..=LAST_QUARTER).step_by(15.0).custom_formatter(written);
    let slider = ui.add(slider.custom_parser(read_time));
    crate::panel::name(&slider, "Time of day");
}

/// `18:30`, or hours alone.
fn read_time(text: &str) -> Option<f64> {
    let (hours, minutes) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
    let (hours, minutes): (f64, f64) = (hours.parse().ok()?, minutes.parse().ok()?);
    Some(hours * 60.0 + minutes)
}

type Counts = [usize; Kind::ALL.len()];

/// How many of each kind there are, counted again where the zone is different.
fn counts(ui: &Ui, document: &ZoneDocument) -> Counts {
    let asked = (document.id, document.editing().revision());
    let id = Id::new("zone counts");
    let known: Option<((DocumentId, Revision), Counts)> = ui.data(|data| data.get_temp(id));
    if let Some((_, counts)) = known.filter(|(of, _)| *of == asked) {
        return counts;
    }
    let mut counts = Counts::default();
    for (_, thing) in document.zone().things() {
        if let Some(count) = counts.get_mut(thing.kind() as usize) {
            *count += 1;
        }
    }
    ui.data_mut(|data| data.insert_temp(id, (asked, counts)));
    counts
}

/// As the menu calls them.
fn text_of(kind: Kind) -> &'static str {
    let named = kind.name();
    let place = Kind::ALL.iter().position(|other| *other == kind);
    let id = place.and_then(|place| u8::try_from(place + 1).ok()).map(CommandId::ToggleKind);
    id.map_or(named, |id| id.command().text)
}

/// An eye, the name, how many there are, a lock, and a sign for seeing these alone.
fn row(ui: &mut Ui, kind: Kind, count: usize, layer: &mut KindLayer) {
    let text = text_of(kind);
    if control::eye(ui, layer.shown.is_yes(), &format!("Show {kind}")).clicked() {
        layer.shown.toggle();
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let is_solo = layer.solo.is_yes();
        let solo = control::toggle(ui, is_solo, [sign::SOLO; 2], &format!("Solo {kind}"));
        if solo.on_hover_text("Show only this layer and others set to solo").clicked() {
            layer.solo.toggle();
        }
        let is_locked = layer.lock == Lock::Locked;
        let lock = control::lock(ui, is_locked, &format!("Lock {kind}"));
        if lock.on_hover_text("Locked things can't be selected with the pointer").clicked() {
            layer.lock = if is_locked { Lock::Open } else { Lock::Locked };
        }
        ui.label(RichText::new(count.to_string()).color(colours(ui).muted));
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let colours = colours(ui);
            let colour = if layer.shown.is_yes() { colours.text } else { colours.muted };
            let label = ui.add(Label::new(RichText::new(text).color(colour)).truncate());
            if is_longer(ui, text, label.rect.width()) {
                label.on_hover_text(text);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::kind::rose::tests::opened_sample;
    use crate::model::Model;

    #[test]
    fn kinds_are_hidden_locked_and_shown_alone_with_their_counts() {
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            if let Some(zone) = model.active_zone() {
                show(ui, &mut Outbox { zone, send: &mut send });
            }
            send.into_iter().for_each(|message| model.handle(message));
        };
        let size = vec2(420.0, 700.0);
        let mut harness = Harness::builder().with_size(size).build_ui_state(show, opened_sample());
        harness.run();
        let n = |harness: &Harness<'_, Model>, kind: Kind| {
            let things = harness.state().active_zone().unwrap().zone().things();
            things.filter(|(_, thing)| thing.kind() == kind).count().to_string()
        };
        assert!(harness.query_all_by_label(&n(&harness, Kind::Spawn)).count() > 0);
        for label in ["Show deco", "Lock npc", "Solo spawn"] {
            harness.get_by_label(label).click();
            harness.run();
        }
        let layers = harness.state().active_zone().unwrap().layers;
        assert!(!layers.kind(Kind::Deco).shown.is_yes());
        assert_eq!(layers.kind(Kind::Npc).lock, Lock::Locked);
        assert!(layers.shows(Kind::Spawn) && !layers.shows(Kind::Npc));
    }
}
