//! What a server would let appear: a clock to run, and totals by monster.

use eframe::egui;
use egui::{Align, CollapsingHeader, ComboBox, DragValue, Grid, Label, Layout, RichText, Ui, vec2};
use landwright_core::world::zone::preview::{Plan, Rule, Total, totals};

use super::Outbox;
use crate::kind::rose::message::{PreviewMessage, ZoneMessage};
use crate::kind::rose::preview::{Clock, PLAN};

const RULES: [(Rule, &str, &str); 2] = [
    (
        Rule::Progress,
        "By progress",
        "The more monsters are killed, the later lines of the lists \
        appear",
    ),
    (Rule::Chance, "By chance", "One random monster of the basic list at a time"),
];

/// What the columns of numbers of the totals take, with their titles.
const NUMBERS_WIDTH: f32 = 138.0;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    ui.strong("Preview of spawns");
    let zone = out.zone;
    match &zone.clock {
        None => {
            if ui.button("Start").on_hover_text("Simulate how a server spawns monsters").clicked() {
                out.tell(ZoneMessage::Preview(PreviewMessage::Start(PLAN)));
            }
        }
        Some(clock) => {
            controls(ui, clock, out);
            run(ui, clock, out);
        }
    }
    CollapsingHeader::new("Totals").show_unindented(ui, |ui| table(ui, out));
}

fn controls(ui: &mut Ui, clock: &Clock, out: &mut Outbox<'_>) {
    let mut tell = |message| out.tell(ZoneMessage::Preview(message));
    ui.horizontal_wrapped(|ui| {
        let (text, message) = match clock.is_running {
            true => ("Pause", PreviewMessage::Pause),
            false => ("Run", PreviewMessage::Run),
        };
        if ui.button(text).clicked() {
            tell(message);
        }
        if ui.button("A minute").on_hover_text("Advance by one minute of game time").clicked() {
            tell(PreviewMessage::Advance(60.0));
        }
        if ui.button("Again").on_hover_text("Start from the beginning").clicked() {
            tell(PreviewMessage::Start(clock.plan));
        }
        if ui.button("End").clicked() {
            tell(PreviewMessage::Drop);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let mut speed = clock.speed;
        let field = DragValue::new(&mut speed).range(0.1..=1000.0).prefix("× ").speed(0.2);
        let response = ui.add(field).on_hover_text("Seconds of game time per second");
        crate::panel::name(&response, "Speed of the preview");
        if speed != clock.speed {
            tell(PreviewMessage::SetSpeed(speed));
        }
        let mut plan = clock.plan;
        let text =
            RULES.iter().find(|(rule, ..)| *rule == plan.rule).map_or("", |(_, text, _)| text);
        let list = ComboBox::from_id_salt("zone rule").selected_text(text).show_ui(ui, |ui| {
            for (rule, text, about) in RULES {
                ui.selectable_value(&mut plan.rule, rule, text).on_hover_text(about);
            }
        });
        crate::panel::name(&list.response, "Rule of the preview");
        let mut life_s = plan.life_s.unwrap_or(0.0);
        let field = DragValue::new(&mut life_s).range(0.0..=86_400.0).suffix(" s to live");
        let response = ui.add(field).on_hover_text("Time until a monster is killed; 0 for never");
        crate::panel::name(&response, "Life of monsters");
        plan.life_s = (life_s > 0.0).then_some(life_s);
        if plan != clock.plan {
            tell(PreviewMessage::Start(Plan { ..plan }));
        }
    });
    let seconds = clock.preview.time_s();
    let (minutes, seconds) = ((seconds / 60.0).floor(), seconds % 60.0);
    let n = clock.preview.monsters().count();
    ui.label(format!("{minutes:.0}:{seconds:02.0} of game time, {n} alive"));
}

/// Time goes by while somebody looks.
fn run(ui: &mut Ui, clock: &Clock, out: &mut Outbox<'_>) {
    if clock.is_running {
        let seconds = f64::from(ui.input(|input| input.stable_dt)).min(0.25) * clock.speed;
        out.tell(ZoneMessage::Preview(PreviewMessage::Advance(seconds)));
        ui.ctx().request_repaint();
    }
}

const TITLES: [(&str, &str); 5] = [
    ("Monster", "Its number and name"),
    ("Level", "From the table of monsters"),
    ("Spawns", "Number of spawns"),
    ("Full", "Typical count when all spawns are full"),
    ("Now", "Monsters alive in the preview now"),
];

/// By level and then by name, as far as they are known.
fn table(ui: &mut Ui, out: &Outbox<'_>) {
    let npcs = out.zone.names.npcs.as_ref();
    let mut rows: Vec<(Option<u32>, String, Total)> = totals(out.zone.zone())
        .into_iter()
        .map(|total| {
            let named = npcs.and_then(|npcs| npcs.get(total.monster_id));
            let name = named.map_or_else(|| "unknown".to_owned(), |named| named.name.clone());
            (named.and_then(|named| named.level), name, total)
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
    let counts = out.zone.clock.as_ref().map(|clock| clock.preview.counts());
    let height = ui.spacing().interact_size.y;
    let room = (ui.available_width() - NUMBERS_WIDTH).max(60.0);
    let grid = Grid::new("zone totals").num_columns(5).min_col_width(0.0).spacing([6.0, 2.0]);
    grid.striped(true).show(ui, |ui| {
        for (title, about) in TITLES {
            ui.label(RichText::new(title).small().weak()).on_hover_text(about);
        }
        ui.end_row();
        for (level, name, total) in rows {
            let named = format!("{}  {name}", total.monster_id);
            let layout = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(vec2(room, height), layout, |ui| {
                ui.add(Label::new(named).truncate());
            });
            ui.label(level.map_or_else(|| "–".to_owned(), |level| level.to_string()));
            ui.label(total.n_spawns.to_string());
            ui.label(format!("{:.1}", total.n_alive));
            let now = counts.as_ref().map(|counts| {
                counts.get(&total.monster_id).copied().unwrap_or_default().to_string()
            });
            ui.label(now.unwrap_or_else(|| "–".to_owned()));
            ui.end_row();
        }
    });
}
