//! The brush for volumes and how it is set, the volumes of a cell, and the other areas that a change
//! of them is about.

use eframe::egui;
use egui::{Grid, Id, Ui};
use landwright_core::format::tera::zgd::{OPEN_SKY, Volume};
use landwright_core::space::tera::CellInWorld;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::cells::{Cells, Which};
use landwright_core::world::area::shape::{AddVolume, Ceiling, RemoveVolumes, SetVolumes};
use landwright_core::world::sum::{BadSetting, worked_out_i16, worked_out_u16};

use super::place;
use crate::command::CommandId;
use crate::kind::ragnarok::panel::tools::brush;
use crate::kind::tera::document::AreaDocument;
use crate::kind::tera::geometry::CellVolumes;
use crate::kind::tera::message::AreaMessage;
use crate::kind::tera::shared::{Other, Outcome};
use crate::kind::tera::tool::volumes::VolumeWay;
use crate::message::Message;
use crate::model::Model;
use crate::panel::command_buttons;
use crate::panel::rows::line;
use crate::panel::typed::Typed;

const WAYS: [CommandId; 7] = [
    CommandId::LookAtVolumes,
    CommandId::AddVolumes,
    CommandId::SetFloors,
    CommandId::MoveVolumes,
    CommandId::SetRooms,
    CommandId::SlopeVolumes,
    CommandId::RemoveVolumes,
];

const FIELD_WIDTH: f32 = 60.0;

/// What a stroke does, with what brush.
pub(super) fn settings(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    command_buttons(ui, model, &WAYS, send);
    let mut tools = model.tools.clone();
    let way = tools.areas.volumes.way;
    ui.weak(explained(way));
    if way != VolumeWay::Look {
        brush(ui, &mut tools.maps);
    }
    let is_floor_used = matches!(way, VolumeWay::Add | VolumeWay::SetFloor | VolumeWay::Move);
    let is_room_used = matches!(way, VolumeWay::Add | VolumeWay::SetHeight | VolumeWay::Slope);
    Grid::new("volume brush").num_columns(3).show(ui, |ui| {
        let id = |name: &str| Id::new(("volume brush", name));
        let volumes = &mut tools.areas.volumes;
        if is_floor_used {
            ui.weak("Floor").on_hover_text("Height of the floor, in units");
            let new = number(ui, id("z"), "Floor to paint", volumes.z, worked_out_i16);
            volumes.z = new.unwrap_or(volumes.z);
            ui.weak(metres(volumes.z.into()));
            ui.end_row();
        }
        if is_room_used {
            ui.weak("Room above").on_hover_text("From the floor to the ceiling, in units");
            let new = number(ui, id("height"), "Room to paint", volumes.height, worked_out_u16);
            volumes.height = new.unwrap_or(volumes.height);
            ui.weak(room_in_words(volumes.height));
            ui.end_row();
        }
    });
    let old = &model.tools;
    let is_other = tools.areas.volumes != old.areas.volumes
        || tools.maps.brush_size != old.maps.brush_size
        || tools.maps.tip != old.maps.tip;
    if is_other {
        send.push(tools.set());
    }
    others(ui, area);
}

fn explained(way: VolumeWay) -> &'static str {
    match way {
        VolumeWay::Look => "Click a cell to see its volumes in the Inspector",
        VolumeWay::Add => "Drag to paint floors; Alt picks a volume, Ctrl removes volumes",
        VolumeWay::SetFloor => {
            "Drag over visible floors; their ceilings stay. Alt picks a volume, Ctrl removes \
            volumes"
        }
        VolumeWay::Move | VolumeWay::SetHeight => {
            "Drag over visible floors; Alt picks a volume, Ctrl removes volumes"
        }
        VolumeWay::Slope => {
            "Drag from one floor to another; floors between rise evenly, as wide as the brush. \
            Cells without a floor between the two heights get one"
        }
        VolumeWay::Remove => "Drag over visible floors to remove their volumes",
    }
}

/// The areas that have changed zones as well.
fn others(ui: &mut Ui, area: &AreaDocument) {
    if area.shared.is_checking {
        ui.weak("Checking areas that share zones…");
    }
    for other in &area.shared.others {
        other_area(ui, other);
    }
}

fn other_area(ui: &mut Ui, other: &Other) {
    let text = other.in_words();
    match &other.outcome {
        Outcome::Brings(0, _) => {
            ui.weak(text);
        }
        Outcome::Brings(_, problems) => {
            ui.colored_label(ui.visuals().warn_fg_color, text).on_hover_text(problems.join("\n"));
        }
        Outcome::Unknown(_) => {
            ui.colored_label(ui.visuals().warn_fg_color, text);
        }
    }
}

/// The cell that was chosen, with its volumes from the top down.
pub(super) fn of_cell(ui: &mut Ui, model: &Model, area: &AreaDocument, send: &mut Vec<Message>) {
    let Some(cell) = area.cell else { return };
    let mut tell = |message| send.push(AreaMessage::to(area.id, message));
    ui.horizontal(|ui| {
        ui.strong("Cell");
        if ui.small_button("Leave it").on_hover_text("Clear").clicked() {
            tell(AreaMessage::SelectCell(None));
        }
    });
    where_it_is(ui, area, cell);
    match area.volumes_of(cell) {
        CellVolumes::NoGeometry => {
            ui.weak("No geometry here");
        }
        CellVolumes::Coming => {
            ui.weak("Unpacking geometry…");
        }
        CellVolumes::Are(volumes) => {
            let of_cell = OfCell { area, cell, ceiling: model.tools.areas.volumes.ceiling };
            of_cell.volumes(ui, &volumes, send);
            ceiling(ui, model, send);
            let (z, height) = (area.z_of_new_volume(cell), model.tools.areas.volumes.height);
            let add = AddVolume { cells: Cells::of(cell), z, height };
            let text = format!("Add floor at {z}, {}", room_in_words(height));
            let about = "Adds a floor one storey above the highest one, with the room of the \
                brush; you can type its height afterwards";
            if ui.button(text).on_hover_text(about).clicked() {
                of_cell.act(Action::AddVolume(add), send);
            }
        }
    }
}

/// What becomes of the ceiling where a floor is typed.
fn ceiling(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    let mut moves = model.tools.areas.volumes.ceiling == Ceiling::Moves;
    let about = "When you type a floor height: if off, the ceiling stays in place";
    if ui.checkbox(&mut moves, "Ceilings move with floors").on_hover_text(about).changed() {
        let mut tools = model.tools.clone();
        tools.areas.volumes.ceiling = if moves { Ceiling::Moves } else { Ceiling::Stays };
        send.push(tools.set());
    }
}

fn where_it_is(ui: &mut Ui, area: &AreaDocument, cell: CellInWorld) {
    let Some((zone, in_zone)) = area.area().origin().zone_from_world(cell) else { return };
    Grid::new("cell").num_columns(2).show(ui, |ui| {
        let centre = cell.centre(0);
        let (square, inner) = (in_zone.square(), in_zone.cell_in_square());
        for (name, text) in [
            ("Centre", format!("{}, {}", centre.x, centre.y)),
            ("Zone", format!("{}, {}", zone.x, zone.y)),
            ("Square", format!("{}, {}", square.x(), square.y())),
            ("Cell", format!("{}, {} of the square", inner.x(), inner.y())),
        ] {
            line(ui, name, text);
        }
        let sharing = place::sharing(area, zone);
        if !sharing.is_empty() {
            line(ui, "Zone also in", sharing.join(", "));
        }
        if let Some(file) = area.zone_files.get(&zone) {
            let path = file.path.display().to_string();
            line(ui, "File", zone.file_name()).on_hover_text(path);
        }
    });
}

/// A cell that is edited.
struct OfCell<'a> {
    area: &'a AreaDocument,
    cell: CellInWorld,
    ceiling: Ceiling,
}

impl OfCell<'_> {
    fn volumes(&self, ui: &mut Ui, volumes: &[Volume], send: &mut Vec<Message>) {
        if volumes.is_empty() {
            ui.weak("No volume: nobody can walk here");
            return;
        }
        Grid::new("volumes").num_columns(3).show(ui, |ui| {
            for name in ["Floor", "Room above", ""] {
                ui.weak(name).on_hover_text("In units; 25 units are a metre");
            }
            ui.end_row();
            // Some tools list them in no order.
            let mut from_top: Vec<(usize, &Volume)> = volumes.iter().enumerate().collect();
            from_top.sort_by_key(|(nth, volume)| (std::cmp::Reverse(volume.z), *nth));
            for (nth, volume) in from_top {
                if let Ok(nth) = u8::try_from(nth) {
                    self.volume(ui, nth, *volume, send);
                }
                ui.end_row();
            }
        });
    }

    fn volume(&self, ui: &mut Ui, nth: u8, volume: Volume, send: &mut Vec<Message>) {
        let id = |field: &str| Id::new(("volume", self.area.id, self.cell, nth, field));
        let (cells, which) = (Cells::of(self.cell), Which::Nth(nth));
        let set = |z, height| {
            let (cells, ceiling) = (cells.clone(), self.ceiling);
            Action::SetVolumes(SetVolumes { cells, which, z, by: None, height, ceiling })
        };
        let named = |what: &str| format!("{what} of volume {}", u16::from(nth) + 1);
        let name = named("Floor");
        if let Some(z) = number(ui, id("z"), &name, volume.z, worked_out_i16) {
            self.act(set(Some(z), None), send);
        }
        let name = named("Room above");
        let new = number(ui, id("height"), &name, volume.height, worked_out_u16);
        if let Some(height) = new {
            self.act(set(None, Some(height)), send);
        }
        if ui.small_button("Remove").clicked() {
            self.act(Action::RemoveVolumes(RemoveVolumes { cells: cells.clone(), which }), send);
        }
        ui.end_row();
        ui.weak(metres(volume.z.into()));
        ui.weak(room_in_words(volume.height));
        ui.label("");
    }

    fn act(&self, action: Action, send: &mut Vec<Message>) {
        send.push(AreaMessage::to(self.area.id, AreaMessage::Act(action)));
    }
}

/// The new number, once the person has left its field: typed as it is, or as a sum with what is
/// there.
fn number<N: Copy + PartialEq + ToString>(
    ui: &mut Ui,
    id: Id,
    name: &str,
    value: N,
    worked_out: fn(&str, N) -> Result<N, BadSetting>,
) -> Option<N> {
    let shown = value.to_string();
    let trouble = |text: &str| {
        let BadSetting { found, expected } = worked_out(text, value).err()?;
        Some(format!("{found} is not {expected}"))
    };
    let field = Typed { width: FIELD_WIDTH, ..Typed::new(id, name, &shown) };
    // A grid would make it as narrow as the narrowest row.
    let size = egui::vec2(FIELD_WIDTH, ui.spacing().interact_size.y);
    let typed = ui.allocate_ui(size, |ui| field.show(ui, trouble)).inner?;
    worked_out(&typed, value).ok().filter(|new| *new != value)
}

fn metres(units: i32) -> String {
    format!("{:.2} m", f64::from(units) / 25.0)
}

pub(super) fn room_in_words(height: u16) -> String {
    match height {
        OPEN_SKY => "open sky".to_owned(),
        _ => format!("{} of room", metres(height.into())),
    }
}

#[cfg(test)]
mod tests {
    use egui::accesskit::Role;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::kind::document::open::OpenDocument;
    use crate::kind::tera::tests::{look_at_cell, sample};

    const CELL: CellInWorld = CellInWorld { x: 3, y: 3 };

    fn harness(model: Model) -> Harness<'static, Model> {
        let show = |ui: &mut Ui, model: &mut Model| {
            let mut send = Vec::new();
            if let Some(area) = model.active_area() {
                of_cell(ui, model, area, &mut send);
                settings(ui, model, area, &mut send);
            }
            send.into_iter().for_each(|message| model.handle(message));
        };
        let size = egui::vec2(420.0, 900.0);
        Harness::builder().with_size(size).build_ui_state(show, model)
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

    fn volumes(harness: &Harness<'static, Model>) -> Vec<(i16, u16)> {
        match harness.state().active_area().unwrap().volumes_of(CELL) {
            CellVolumes::Are(volumes) => volumes.into_iter().map(Into::into).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn volumes_of_a_cell_are_typed_added_and_removed() {
        let mut model = sample();
        look_at_cell(&mut model, CELL);
        let mut harness = harness(model);
        harness.run();
        assert_eq!(volumes(&harness), [(0, OPEN_SKY)]);
        type_into(&mut harness, "Floor of volume 1", "100");
        type_into(&mut harness, "Floor of volume 1", "+25");
        type_into(&mut harness, "Floor of volume 1", "40000");
        type_into(&mut harness, "Room above of volume 1", "300");
        assert_eq!(volumes(&harness), [(125, 300)]);
        type_into(&mut harness, "Floor of volume 1", "+100");
        assert_eq!(volumes(&harness), [(225, 200)], "the ceiling stays");
        harness.get_by_label("Ceilings move with floors").click();
        harness.run();
        type_into(&mut harness, "Floor of volume 1", "125");
        assert_eq!(volumes(&harness), [(125, 200)], "the ceiling goes along");
        type_into(&mut harness, "Room above of volume 1", "300");
        harness.get_by_label("Add floor at 225, open sky").click();
        harness.run();
        assert_eq!(volumes(&harness), [(125, 300), (225, OPEN_SKY)], "in the order of the file");
        // The highest comes first.
        harness.get_all_by_label("Remove").next().unwrap().click();
        harness.run();
        assert_eq!(volumes(&harness), [(125, 300)]);
        assert_eq!(harness.state().active_area().unwrap().editing().rows().len(), 8);
        assert!(harness.state().active_area().unwrap().has_unsaved_changes());
    }

    #[test]
    fn only_what_moves_as_open_sky_is_called_so() {
        for height in [OPEN_SKY - 1, OPEN_SKY, OPEN_SKY + 1, u16::MAX] {
            let stays = Volume { z: 0, height }.height_above(-100) == Some(height);
            assert_eq!(room_in_words(height) == "open sky", stays, "{height}");
        }
        assert_eq!(room_in_words(40_000), "1600.00 m of room");
    }

    #[test]
    fn the_brush_is_set_by_numbers() {
        let mut model = sample();
        model.handle(Message::Command(CommandId::AddVolumes));
        let mut harness = harness(model);
        harness.run();
        type_into(&mut harness, "Floor to paint", "-200");
        type_into(&mut harness, "Floor to paint", "/2");
        type_into(&mut harness, "Room to paint", "90");
        let brush = harness.state().tools.areas.volumes;
        assert_eq!((brush.z, brush.height), (-100, 90));
        assert_eq!(harness.state().active_area().unwrap().editing().rows().len(), 0);
    }
}
