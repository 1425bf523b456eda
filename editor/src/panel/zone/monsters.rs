//! The two lists of monsters of a spawn.

use eframe::egui;
use egui::{Grid, Id, Key, TextEdit, Ui};
use landwright_core::format::rose::ifo::spawn::{Monsters, Spawn};
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::field::Field;
use landwright_core::world::zone::names::choice::Source;
use landwright_core::world::zone::set::{
    AddMonster, CloneMonster, MoveMonster, RemoveMonster, SetMonster, SpawnList,
};
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::thing::{Kind, ThingId};

use super::Outbox;
use super::picker::Picker;
use crate::model::zone::fields::{name_of, text_trouble};

const LISTS: [(SpawnList, &str, &str); 2] = [
    (SpawnList::Basic, "Basic", "Who appears at first"),
    (SpawnList::Tactic, "Tactic", "Who appears once the tactic points are reached"),
];

/// The lists of a spawn, and of several what can be added to all.
pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let zone = out.zone.zone();
    let spawns: Vec<(ThingId, &Spawn)> =
        out.zone.selection.iter().filter_map(|id| Some((*id, zone.thing(*id)?.spawn()?))).collect();
    if spawns.is_empty() || spawns.len() != out.zone.selection.len() {
        return;
    }
    for (list, title, about) in LISTS {
        ui.horizontal(|ui| {
            ui.strong(format!("{title} list")).on_hover_text(about);
            add(ui, list, title, out);
        });
        match spawns.as_slice() {
            [(id, spawn)] => {
                Grid::new(("monsters", title)).num_columns(4).show(ui, |ui| {
                    for (line, monsters) in (0..).zip(list.of(spawn)) {
                        let own = Line { spawn: *id, list, line, n: list.of(spawn).len() as u32 };
                        own.show(ui, title, monsters, out);
                    }
                });
            }
            _ => {
                ui.weak(format!("of {} spawns; what is added goes into each", spawns.len()));
            }
        }
    }
}

fn add(ui: &mut Ui, list: SpawnList, title: &str, out: &mut Outbox<'_>) {
    let name = format!("Add to the {} list", title.to_lowercase());
    let id = Id::new(("zone add monster", out.zone.id, title));
    let picker = Picker { id, name: &name, zone: out.zone, source: Source::Npcs, current: "" };
    let Some(chosen) = picker.show(ui, "Add…") else { return };
    let Some(id) = chosen.id else { return };
    let fits = text_trouble(&chosen.name, out.zone.zone().code_page()).is_none();
    let name = Setting::from(if fits { chosen.name.as_str() } else { "" });
    let things = out.zone.selected();
    out.act(Action::AddMonster(AddMonster { things, list, id, count: 1, name, at: None }));
}

/// A line of a list of a spawn.
struct Line {
    spawn: ThingId,
    list: SpawnList,
    line: u32,
    n: u32,
}

impl Line {
    fn show(&self, ui: &mut Ui, title: &str, monsters: &Monsters, out: &mut Outbox<'_>) {
        let number = self.line + 1;
        let code_page = out.zone.zone().code_page();
        let id = monsters.monster_id.to_string();
        let named = name_of(&out.zone.names, Kind::Spawn, Field::MonsterId, &id);
        let text = named.map_or_else(|| id.clone(), |name| format!("{id}  {name}"));
        let chosen = Picker {
            id: Id::new(("zone monster", out.zone.id, title, self.line)),
            name: &format!("{title} monster {number}"),
            zone: out.zone,
            source: Source::Npcs,
            current: &id,
        };
        let set = SetMonster {
            thing: self.spawn,
            list: self.list,
            line: self.line,
            id: None,
            count: None,
            name: None,
        };
        if let Some(chosen) = chosen.show(ui, &text) {
            let id = Some(chosen.to);
            out.act(Action::SetMonster(SetMonster { id, ..set.clone() }));
        }
        let id = Id::new(("zone monster count", out.zone.id, title, self.line));
        let name = format!("{title} count {number}");
        let count = f64::from(monsters.count);
        let new = crate::panel::number::number(ui, id, &name, count, |field| {
            field.prefix("× ").range(0.0..=f64::from(u32::MAX)).max_decimals(0).speed(0.1)
        });
        if let Some(count) = new.map(Setting::from) {
            out.act(Action::SetMonster(SetMonster { count: Some(count), ..set.clone() }));
        }
        let shown = monsters.name.text().decode(code_page);
        let id = Id::new(("zone monster name", out.zone.id, title, self.line));
        let name = format!("{title} name {number}");
        if let Some(name) = text_field(ui, id, &name, &shown, |text| text_trouble(text, code_page))
        {
            let name = Some(Setting::Typed(name));
            out.act(Action::SetMonster(SetMonster { name, ..set }));
        }
        self.buttons(ui, out);
        ui.end_row();
    }

    fn buttons(&self, ui: &mut Ui, out: &mut Outbox<'_>) {
        let Line { spawn: thing, list, line, n } = *self;
        ui.horizontal(|ui| {
            let mut button = |text: &str, about: &str, is_enabled: bool, action: Action| {
                let button = egui::Button::new(text).small();
                if ui.add_enabled(is_enabled, button).on_hover_text(about).clicked() {
                    out.act(action);
                }
            };
            let to = |to| Action::MoveMonster(MoveMonster { thing, list, line, to });
            button("Up", "Before the line above", line > 0, to(line.saturating_sub(1)));
            button("Down", "Behind the line below", line + 1 < n, to(line + 1));
            let clone = Action::CloneMonster(CloneMonster { thing, list, line });
            button("Copy", "The same line once more", true, clone);
            let remove = Action::RemoveMonster(RemoveMonster { thing, list, line });
            button("Remove", "Take the line out", true, remove);
        });
    }
}

/// A text that says as it is typed why it can't be. Gives it once the person is done.
pub(super) fn text_field(
    ui: &mut Ui,
    id: Id,
    name: &str,
    value: &str,
    trouble: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    let under_way: Option<String> = ui.data(|data| data.get_temp(id));
    let was_under_way = under_way.is_some();
    let mut text = under_way.unwrap_or_else(|| value.to_owned());
    let bad = if text == value { None } else { trouble(&text) };
    let mut field = TextEdit::singleline(&mut text).id(id);
    if bad.is_some() {
        field = field.text_color(ui.visuals().error_fg_color);
    }
    let response = ui.add(field.desired_width(100.0));
    crate::panel::name(&response, name);
    if let Some(bad) = &bad {
        response.show_tooltip_text(bad);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
    let is_left = response.lost_focus() || was_under_way;
    (is_left && !is_given_up && bad.is_none() && text != value).then_some(text)
}
