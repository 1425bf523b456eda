//! The fields of what is selected, row by row.

use std::sync::Arc;

use eframe::egui;
use egui::{Grid, Id, Key, TextEdit, Ui};
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::choice::Source;
use landwright_core::world::zone::set::Set;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::turn::{Rotation, SetRotation};

use super::picker::Picker;
use super::{Outbox, monsters};
use crate::model::zone::document::ZoneDocument;
use crate::model::zone::fields::{Common, Edit, FieldRow, Group, Selected, name_of, rows, setting};

const FIELD_WIDTH: f32 = 120.0;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let own = Own { selected: selected(ui, out.zone) };
    for group in Group::ALL {
        let kinds = &own.selected.kinds;
        let is_in_group = |row: &&FieldRow| row.group_of(kinds) == group;
        let shown: Vec<&FieldRow> = rows(kinds).filter(is_in_group).collect();
        match group {
            _ if shown.is_empty() => continue,
            Group::Odd => {
                ui.collapsing(group.title(), |ui| own.grid(ui, group, &shown, out));
            }
            _ => {
                ui.strong(group.title());
                own.grid(ui, group, &shown, out);
            }
        }
        ui.add_space(4.0);
        if group == Group::Spawn {
            monsters::show(ui, out);
        }
    }
}

/// Looked through anew where it is not what it was in the frame before.
fn selected(ui: &Ui, zone: &ZoneDocument) -> Arc<Selected> {
    let id = Id::new(("zone selected", zone.id));
    let kept: Option<Arc<Selected>> = ui.data(|data| data.get_temp(id));
    kept.filter(|kept| kept.is_of(zone)).unwrap_or_else(|| {
        let selected = Arc::new(Selected::of(zone));
        ui.data_mut(|data| data.insert_temp(id, selected.clone()));
        selected
    })
}

struct Own {
    selected: Arc<Selected>,
}

impl Own {
    fn grid(&self, ui: &mut Ui, group: Group, shown: &[&FieldRow], out: &mut Outbox<'_>) {
        Grid::new(("zone fields", group.title())).num_columns(2).show(ui, |ui| {
            if group == Group::Rotation {
                angle(ui, self.selected.angle.as_ref(), out);
            }
            for row in shown {
                self.row(ui, row, out);
            }
        });
    }

    fn row(&self, ui: &mut Ui, row: &FieldRow, out: &mut Outbox<'_>) {
        let Some(value) = self.selected.common(row.field) else { return };
        let label = row.label_of(&self.selected.kinds);
        ui.weak(label).on_hover_text(row.field.about());
        ui.horizontal(|ui| {
            let typed = typed(ui, out.zone, row, label, value);
            let chosen = match (row.edit, self.source(row)) {
                (Edit::Row | Edit::Listed, Some(source)) => {
                    self.pick(ui, out.zone, row, source, value)
                }
                _ => {
                    ui.weak(row.unit);
                    None
                }
            };
            if let Some(to) = typed.map(Setting::Typed).or(chosen) {
                let (things, field) = (out.zone.selected(), row.field);
                out.act(Action::Set(Set { things, field, to }));
            }
        });
        ui.end_row();
    }

    /// Where the values of a field stand that all have.
    fn source(&self, row: &FieldRow) -> Option<Source> {
        let mut sources = self.selected.kinds.iter().map(|kind| Source::of(*kind, row.field));
        let first = sources.next()??;
        sources.all(|other| other == Some(first)).then_some(first)
    }

    fn pick(
        &self,
        ui: &mut Ui,
        zone: &ZoneDocument,
        row: &FieldRow,
        source: Source,
        value: &Common,
    ) -> Option<Setting> {
        let kind = self.selected.kinds.first()?;
        let named = name_of(&zone.names, *kind, row.field, value.text());
        let text = named.unwrap_or_else(|| "…".to_owned());
        let name = format!("Choose {}", row.label_of(&self.selected.kinds));
        let id = Id::new(("zone picker", zone.id, row.field));
        let picker = Picker { id, name: &name, zone, source, current: value.text() };
        Some(picker.show(ui, &text)?.to)
    }
}

/// A field that says as it is typed why something can't be. Gives the text once the person is done.
fn typed(
    ui: &mut Ui,
    zone: &ZoneDocument,
    row: &FieldRow,
    label: &str,
    value: &Common,
) -> Option<String> {
    let id = Id::new(("zone field", zone.id, row.field));
    let under_way: Option<String> = ui.data(|data| data.get_temp(id));
    let was_under_way = under_way.is_some();
    let mut text = under_way.unwrap_or_else(|| value.text().to_owned());
    let is_changed = text != value.text();
    let trouble = match is_changed {
        true => setting(zone.zone(), &zone.selection, row, &text).err(),
        false => None,
    };
    let hint = if *value == Common::Mixed { "several" } else { "" };
    let mut field = TextEdit::singleline(&mut text).id(id).hint_text(hint);
    if trouble.is_some() {
        field = field.text_color(ui.visuals().error_fg_color);
    }
    let width = if row.edit == Edit::Row { FIELD_WIDTH / 2.0 } else { FIELD_WIDTH };
    let response = ui.add(field.desired_width(width));
    crate::panel::name(&response, label);
    if let Some(trouble) = &trouble {
        response.show_tooltip_text(trouble);
    }
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let is_given_up = ui.input(|input| input.key_pressed(Key::Escape));
    let is_left = response.lost_focus() || was_under_way;
    (is_left && !is_given_up && trouble.is_none() && text != value.text()).then_some(text)
}

/// The rotation about the vertical, in degrees.
fn angle(ui: &mut Ui, value: Option<&Common>, out: &mut Outbox<'_>) {
    let Some(value) = value else { return };
    let degrees = match value {
        Common::One(text) => text.parse().unwrap_or_default(),
        Common::Mixed => 0.0,
    };
    ui.weak("Angle")
        .on_hover_text("Against the clock, as seen from above. Setting it takes away any tilt");
    ui.horizontal(|ui| {
        let id = Id::new(("zone angle", out.zone.id));
        let new = crate::panel::number::number(ui, id, "Angle", degrees, |field| {
            field.suffix("°").speed(1.0).max_decimals(3)
        });
        if *value == Common::Mixed {
            ui.weak("several");
        }
        let to = new.map(Rotation::Degrees).or_else(|| {
            let button = ui.small_button("Normalise").on_hover_text("Make the quaternion one long");
            button.clicked().then_some(Rotation::Unit)
        });
        if let Some(to) = to {
            let things = out.zone.selected();
            out.act(Action::SetRotation(SetRotation { things, to }));
        }
    });
    ui.end_row();
}
