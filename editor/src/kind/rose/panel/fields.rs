//! The fields of what is selected, row by row.

use std::sync::Arc;

use eframe::egui;
use egui::{Grid, Id, Ui};
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::names::choice::Source;
use landwright_core::world::zone::set::Set;
use landwright_core::world::zone::setting::Setting;
use landwright_core::world::zone::turn::{Rotation, SetRotation};

use super::picker::Picker;
use super::{Outbox, monsters};
use crate::kind::rose::document::ZoneDocument;
use crate::kind::rose::fields::{
    Common, Edit, FieldRow, Group, Selected, nothing_in_common, rotation, rows, setting,
};
use crate::kind::rose::words::name_of;
use crate::panel::typed::Typed;

const NUMBER_WIDTH: f32 = 120.0;
const ROW_WIDTH: f32 = 60.0;
/// Leaves room for what is beside it.
const ANGLE_WIDTH: f32 = 72.0;
/// Of the button that opens a list of names.
const LIST_WIDTH: f32 = 90.0;

pub(super) fn show(ui: &mut Ui, out: &mut Outbox<'_>) {
    let own = Own { selected: selected(ui, out.zone) };
    if let Some(why) = nothing_in_common(&own.selected.kinds) {
        ui.label(why);
    }
    for group in Group::ALL {
        let kinds = &own.selected.kinds;
        let is_in_group = |row: &&FieldRow| row.group_of(kinds) == group;
        let shown: Vec<&FieldRow> = rows(kinds).filter(is_in_group).collect();
        match group {
            _ if shown.is_empty() => continue,
            Group::Odd => {
                ui.collapsing(group.title(kinds), |ui| own.grid(ui, group, &shown, out));
            }
            _ => {
                ui.strong(group.title(kinds));
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
        Grid::new(("zone fields", group)).num_columns(2).show(ui, |ui| {
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
                // Nothing would still take a gap, and push the panel wider.
                _ if row.unit.is_empty() => None,
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

/// Gives the text once the person is done.
fn typed(
    ui: &mut Ui,
    zone: &ZoneDocument,
    row: &FieldRow,
    label: &str,
    value: &Common,
) -> Option<String> {
    let width = match row.edit {
        Edit::Number => NUMBER_WIDTH,
        Edit::Row => ROW_WIDTH,
        Edit::Text => ui.available_width(),
        Edit::Listed => ui.available_width() - LIST_WIDTH,
    };
    let id = Id::new(("zone field", zone.id, row.field));
    let field = Typed { hint: hint(value), width, ..Typed::new(id, label, value.text()) };
    field.show(ui, |text| setting(zone.words(), &zone.selection, row, text).err())
}

fn hint(value: &Common) -> &'static str {
    if *value == Common::Mixed { "several" } else { "" }
}

/// The rotation about the vertical, in degrees.
fn angle(ui: &mut Ui, value: Option<&Common>, out: &mut Outbox<'_>) {
    let Some(value) = value else { return };
    ui.weak("Angle").on_hover_text(
        "Counterclockwise, seen from above. Setting it removes any tilt; a sum such as +90 turns \
        each thing from where it is",
    );
    ui.horizontal(|ui| {
        let id = Id::new(("zone angle", out.zone.id));
        let field = Typed {
            hint: hint(value),
            width: ANGLE_WIDTH,
            ..Typed::new(id, "Angle", value.text())
        };
        let trouble = |text: &str| rotation(out.zone, text).err();
        if let Some(typed) = field.show(ui, trouble)
            && let Ok(action) = rotation(out.zone, &typed)
        {
            out.act(action);
        }
        ui.weak("°");
        let button = ui.small_button("Normalise").on_hover_text(
            "Scale the quaternion to length \
            one",
        );
        if button.clicked() {
            let things = out.zone.selected();
            out.act(Action::SetRotation(SetRotation { things, to: Rotation::Unit }));
        }
    });
    ui.end_row();
}
