//! The two lists of monsters of a spawn.

use eframe::egui;
use egui::{Id, Ui, vec2};
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
use crate::kind::rose::calling::Calling;
use crate::kind::rose::fields::text_trouble;
use crate::kind::rose::words::name_of;
use crate::panel::typed::Typed;

const LISTS: [(SpawnList, &str, &str); 2] = [
    (SpawnList::Basic, "Basic", "Monsters that appear first"),
    (SpawnList::Tactic, "Tactic", "Monsters that appear when the tactic points are reached"),
];

const COUNT_WIDTH: f32 = 58.0;
const BUTTON_WIDTH: f32 = 26.0;

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
                for (line, monsters) in (0..).zip(list.of(spawn)) {
                    let own = Line { spawn: *id, list, line, n: list.of(spawn).len() as u32 };
                    own.show(ui, title, monsters, out);
                    ui.add_space(4.0);
                }
            }
            _ => {
                ui.weak(format!("of {} spawns; added monsters go into each", spawns.len()));
            }
        }
    }
}

fn add(ui: &mut Ui, list: SpawnList, title: &str, out: &mut Outbox<'_>) {
    let name = format!("Add to the {} list", title.to_lowercase());
    let id = Id::new(("zone add monster", out.zone.id, title));
    let picker = Picker { id, name: &name, zone: out.zone, source: Source::Npcs, current: "" };
    let Some(chosen) = picker.show(ui, "Add…") else { return };
    let id = chosen.to;
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
    /// Who and how many, and below what the file calls them: as wide as there is room.
    fn show(&self, ui: &mut Ui, title: &str, monsters: &Monsters, out: &mut Outbox<'_>) {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.horizontal(|ui| {
            self.monster(ui, title, monsters, out);
            self.count(ui, title, monsters, out);
        });
        ui.horizontal(|ui| {
            self.name(ui, title, monsters, out);
            self.buttons(ui, out);
        });
    }

    /// Changes nothing yet.
    fn set(&self) -> SetMonster {
        let Line { spawn: thing, list, line, .. } = *self;
        SetMonster { thing, list, line, id: None, count: None, name: None }
    }

    fn monster(&self, ui: &mut Ui, title: &str, monsters: &Monsters, out: &mut Outbox<'_>) {
        let id = monsters.monster_id.to_string();
        let named = name_of(&out.zone.names, Kind::Spawn, Field::MonsterId, &id);
        let text = named.map_or_else(|| id.clone(), |name| format!("{id}  {name}"));
        let picker = Picker {
            id: Id::new(("zone monster", out.zone.id, title, self.line)),
            name: &format!("{title} monster {}", self.line + 1),
            zone: out.zone,
            source: Source::Npcs,
            current: &id,
        };
        let size = vec2(room_beside(ui, COUNT_WIDTH), ui.spacing().interact_size.y);
        let chosen = ui.allocate_ui(size, |ui| picker.show_in(ui, &text, size)).inner;
        if let Some(chosen) = chosen {
            let zone = out.zone;
            let follows = |id: u32| Calling::of(zone.zone(), &zone.names).followed(monsters, id);
            let name = chosen.id.and_then(follows).map(Setting::Typed);
            out.act(Action::SetMonster(SetMonster { id: Some(chosen.to), name, ..self.set() }));
        }
    }

    fn count(&self, ui: &mut Ui, title: &str, monsters: &Monsters, out: &mut Outbox<'_>) {
        let id = Id::new(("zone monster count", out.zone.id, title, self.line));
        let name = format!("{title} count {}", self.line + 1);
        let count = f64::from(monsters.count);
        let new = crate::panel::number::number(ui, id, &name, count, |field| {
            field.prefix("× ").range(0.0..=f64::from(u32::MAX)).max_decimals(0).speed(0.1)
        });
        if let Some(count) = new.map(Setting::from) {
            out.act(Action::SetMonster(SetMonster { count: Some(count), ..self.set() }));
        }
    }

    fn name(&self, ui: &mut Ui, title: &str, monsters: &Monsters, out: &mut Outbox<'_>) {
        let code_page = out.zone.zone().code_page();
        let shown = monsters.name.text().decode(code_page);
        let id = Id::new(("zone monster name", out.zone.id, title, self.line));
        let name = format!("{title} name {}", self.line + 1);
        let width = room_beside(ui, 4.0 * (BUTTON_WIDTH + ui.spacing().item_spacing.x));
        let trouble = |text: &str| text_trouble(text, code_page);
        let field = Typed { width, ..Typed::new(id, &name, &shown) };
        if let Some(name) = field.show(ui, trouble) {
            let name = Some(Setting::Typed(name));
            out.act(Action::SetMonster(SetMonster { name, ..self.set() }));
        }
    }

    fn buttons(&self, ui: &mut Ui, out: &mut Outbox<'_>) {
        let Line { spawn: thing, list, line, n } = *self;
        let size = vec2(BUTTON_WIDTH, ui.spacing().interact_size.y);
        let mut button = |[sign, name, about]: [&str; 3], is_enabled: bool, action: Action| {
            let button = egui::Button::new(sign).min_size(size);
            let button = ui.add_enabled(is_enabled, button).on_hover_text(about);
            crate::panel::name(&button, name);
            if button.clicked() {
                out.act(action);
            }
        };
        let to = |to| Action::MoveMonster(MoveMonster { thing, list, line, to });
        let is_first = line == 0;
        button(["⬆", "Up", "Move up one line"], !is_first, to(line.saturating_sub(1)));
        button(["⬇", "Down", "Move down one line"], line + 1 < n, to(line + 1));
        let clone = Action::CloneMonster(CloneMonster { thing, list, line });
        button(["🗐", "Copy", "Duplicate the line"], true, clone);
        let remove = Action::RemoveMonster(RemoveMonster { thing, list, line });
        button(["✖", "Remove", "Remove the line"], true, remove);
    }
}

/// The rest of a row where something so wide has to fit in as well.
fn room_beside(ui: &Ui, width: f32) -> f32 {
    (ui.available_width() - width - ui.spacing().item_spacing.x).max(60.0)
}
