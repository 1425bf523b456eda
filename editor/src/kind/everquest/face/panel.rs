//! What the panels say of a zone: the place that was asked about, and what regions can be made.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui;
use egui::{Checkbox, Color32, DragValue, Grid, ScrollArea, Slider, Ui};
use landwright_core::nav::eq::answer::Answer;
use landwright_core::problem::counted::counted;
use landwright_core::space::eq::Kind;
use landwright_core::world::eq::plan::colour;

use crate::command::CommandId;
use crate::kind::everquest::act::in_words;
use crate::kind::everquest::commands::{CONNECTED, MAKE, NONE, SAME_KIND, TAGS};
use crate::kind::everquest::document::{EqDocument, zone_line};
use crate::kind::everquest::face::{objects, target};
use crate::kind::everquest::message::{Limit, ToZone, Way};
use crate::kind::everquest::place::Found;
use crate::kind::face::Seen;
use crate::look::control::{Weight, notice};
use crate::panel::rows::line;
use crate::panel::{command_buttons, name};

/// One of the heights of an answer.
type HeightOf = fn(&Answer) -> Option<f64>;

/// So many names of missing files are listed.
const MOST_MISSING: usize = 12;

pub(super) fn place_in_words([x, y, z]: [f64; 3]) -> String {
    format!("{x:.1}, {y:.1}, {z:.1}")
}

pub(super) fn inspector(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        if !document.stale.is_empty() {
            stale(ui, document, seen);
        }
        objects::fields(ui, document, seen);
        match &document.found {
            Some(found) => place(ui, document, found, seen),
            None => {
                ui.weak(
                    "Click a place to see its floors, its regions, and how far water and lava are",
                );
            }
        }
        ui.add_space(6.0);
        selection(ui, document);
        ui.add_space(6.0);
        whole(ui, document);
    });
}

/// What a save made out of date, with what can be done about it.
fn stale(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let files = document.stale.join(" and ");
    let text = format!("Made from an older version of this zone: {files}");
    ui.add_space(4.0);
    notice(ui, Weight::Warning, &text, |_| ());
    command_buttons(ui, seen.model, &[MAKE], seen.send);
    ui.add_space(4.0);
}

fn place(ui: &mut Ui, document: &EqDocument, found: &Found, seen: &mut Seen<'_>) {
    ui.add_space(4.0);
    ui.label(place_in_words(found.at)).on_hover_text("x, y and z as the server has them");
    Grid::new("answers").num_columns(3).striped(true).show(ui, |ui| {
        ui.label("");
        ui.weak("Server").on_hover_text("As the server calculates it, with its seams");
        ui.weak("True").on_hover_text("As it is");
        ui.end_row();
        let height = |height: Option<f64>| height.map_or("none".to_owned(), |z| format!("{z:.2}"));
        let rows: [(&str, HeightOf); 4] = [
            ("Best Z", |answer| answer.best_z),
            ("Below", |answer| answer.ground),
            ("Ceiling", |answer| answer.ceiling),
            ("Falls", |answer| answer.fall),
        ];
        let both = [&found.server, &found.truth];
        for (name, of) in rows {
            ui.weak(name);
            both.iter().for_each(|answer| _ = ui.label(height(of(answer))));
            ui.end_row();
        }
        ui.weak("Region");
        for answer in both {
            ui.label(in_words(Kind::of(answer.region).unwrap_or(Kind::Unsupported)));
        }
        ui.end_row();
        ui.weak("Here");
        both.iter().for_each(|answer| _ = ui.label(answer.verdict.in_words()));
        ui.end_row();
    });
    ui.add_space(4.0);
    ui.strong("Floors");
    Grid::new("floors").num_columns(2).show(ui, |ui| {
        for level in &found.levels {
            line(ui, &format!("{:.2}", level.z), if level.is_floor { "floor" } else { "ceiling" });
        }
    });
    if found.levels.is_empty() {
        ui.weak("Nothing is below or above");
    }
    ui.add_space(4.0);
    ui.strong("Regions from above");
    for span in &found.spans {
        let Some(region) = span.leaf.region else { continue };
        let (low, high) = (span.low, span.high);
        let kind = in_words(document.kind_of(region));
        let text = format!("{region}  {kind}  {high:.1} to {low:.1}");
        let label = ui.selectable_label(document.selection.contains(&region), text);
        if label.on_hover_text("Select this region; with Ctrl, several").clicked() {
            let way = if ui.input(|it| it.modifiers.command) { Way::Toggle } else { Way::Replace };
            seen.send(ToZone::Select { regions: BTreeSet::from([region]), way });
        }
    }
    if !found.distances.is_empty() {
        ui.add_space(4.0);
        ui.strong("Distances");
        Grid::new("distances").num_columns(2).show(ui, |ui| {
            for (kind, distance) in &found.distances {
                line(ui, in_words(*kind), format!("{distance:.2}"));
            }
        });
    }
    ui.add_space(4.0);
    path(ui, found);
}

/// The planes that part space, down to the region of the place.
fn path(ui: &mut Ui, found: &Found) {
    let title = format!("Way down the tree ({})", counted(found.path.len(), "plane", "planes"));
    egui::CollapsingHeader::new(title).id_salt("way down the tree").show(ui, |ui| {
        for step in &found.path {
            let [x, y, z, d] = step.plane;
            let side = if step.distance >= 0.0 { "in front" } else { "behind" };
            let text = format!("{}  {:.2} {side}", step.node, step.distance.abs());
            let plane =
                format!("{x:.3} x + {y:.3} y + {z:.3} z + {d:.2}, in the axes of the client");
            ui.label(text).on_hover_text(plane);
        }
    });
}

fn selection(ui: &mut Ui, document: &EqDocument) {
    ui.strong("Selection");
    let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
    let selected = document.selection.iter();
    selected.for_each(|region| *kinds.entry(document.kind_of(*region)).or_default() += 1);
    if kinds.is_empty() {
        ui.weak("No region is selected");
    }
    for (kind, number) in kinds {
        ui.label(format!("{}, {}", counted(number, "region", "regions"), in_words(kind)));
    }
    for (list, name, number) in document.lists_of_selection() {
        ui.add_space(4.0);
        let text = String::from_utf8_lossy(list.text()).into_owned();
        Grid::new(("list", &name, list.name)).num_columns(2).striped(true).show(ui, |ui| {
            let regions = format!("{name}, {number} of {}", list.regions.len());
            line(ui, "List", regions)
                .on_hover_text("The name of the list, and how many are selected");
            if !text.is_empty() {
                line(ui, "Text", &text).on_hover_text(&text);
            }
            if let Some(line) = zone_line(&list, &name) {
                target::shown(ui, &line);
            }
        });
    }
    for name in document.ambiences_of_selection() {
        ui.label(format!("Ambience {name}"));
    }
}

fn whole(ui: &mut Ui, document: &EqDocument) {
    ui.strong("Zone");
    let drawn = &document.drawn;
    Grid::new("zone").num_columns(2).show(ui, |ui| {
        line(ui, "Regions", document.kinds.len().to_string());
        line(ui, "Triangles", document.ground.triangles().len().to_string());
        line(ui, "Objects", drawn.n_objects.to_string());
        if drawn.n_without_model > 0 {
            line(ui, "Without a model", drawn.n_without_model.to_string());
        }
    });
    if drawn.missing.is_empty() {
        return;
    }
    ui.strong("Not there");
    for one in drawn.missing.iter().take(MOST_MISSING) {
        ui.weak(&one.what).on_hover_text(&one.why);
    }
    if let Some(n_more) = drawn.missing.len().checked_sub(MOST_MISSING).filter(|n| *n > 0) {
        ui.weak(format!("and {n_more} more"));
    }
}

pub(super) fn tools(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.weak("Click a region, or drag a box around several. Shift adds, Ctrl takes out again.");
        ui.add_space(4.0);
        ui.strong("Make the selected regions");
        command_buttons(ui, seen.model, &TAGS.map(|(_, command)| command), seen.send);
        let mut line = document.line.clone();
        target::fields(ui, &mut line);
        if line != document.line {
            seen.send(ToZone::Line(line));
        }
        objects::tools(ui, document, seen);
        ui.add_space(4.0);
        ui.strong("Select");
        let select = [SAME_KIND, CONNECTED, NONE, CommandId::ZoomSelection];
        command_buttons(ui, seen.model, &select, seen.send);
        limit(ui, document, seen);
        ui.add_space(4.0);
        ui.strong("Colours of regions");
        for (kind, number) in document.n_of_kinds() {
            let Some(tint) = colour(kind) else { continue };
            let [r, g, b] = tint.0;
            let mut is_shown = !document.hidden.contains(&kind);
            ui.horizontal(|ui| {
                let (rect, _) =
                    ui.allocate_exact_size(egui::vec2(12.0, 12.0), egui::Sense::hover());
                ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
                let text = format!("{} ({number})", in_words(kind));
                if ui.add(Checkbox::new(&mut is_shown, text)).changed() {
                    seen.send(ToZone::Show(kind, is_shown));
                }
            });
        }
        ui.add_space(4.0);
        ui.strong("Floors from above");
        cut(ui, document, seen);
    });
}

/// Connected regions are selected below a height.
fn limit(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let was = document.flood_limit();
    let mut is_limited = was.is_some();
    let said =
        "A pit leads out over its rim: regions are connected where they touch below the height";
    if ui.checkbox(&mut is_limited, "Connected below a height").on_hover_text(said).changed() {
        let height = document.usual_limit().unwrap_or_default();
        seen.send(ToZone::Limit(if is_limited { Limit::Below(height) } else { Limit::None }));
    }
    if let Some(was) = was {
        let mut height = was;
        let field = ui.add(DragValue::new(&mut height).speed(0.5).max_decimals(1));
        name(&field, "Height that connected regions are below");
        if height.to_bits() != was.to_bits() {
            seen.send(ToZone::Limit(Limit::Below(height)));
        }
    }
}

/// Floors above a height are cut off.
fn cut(ui: &mut Ui, document: &EqDocument, seen: &mut Seen<'_>) {
    let Some([[.., low], [.., high]]) = document.ground.bounds() else { return };
    let mut is_cut = document.below.is_some();
    if ui.checkbox(&mut is_cut, "Only floors below a height").changed() {
        seen.send(ToZone::Below(is_cut.then_some(high)));
    }
    if let Some(mut below) = document.below {
        let slider = ui.add(Slider::new(&mut below, low..=high).max_decimals(1));
        name(&slider, "Height of the cut");
        if document.below != Some(below) {
            seen.send(ToZone::Below(Some(below)));
        }
    }
}
