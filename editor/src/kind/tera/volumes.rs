//! Strokes over the volumes of an area: a drag is one step.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use landwright_core::format::tera::zgd::{Volume, overlap};
use landwright_core::nav::tera::Stride;
use landwright_core::space::tera::{CellInWorld, Zone};
use landwright_core::world::Document;
use landwright_core::world::area::Area;
use landwright_core::world::area::action::Action;
use landwright_core::world::area::cells::{Cells, Which};
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::shape::{AddVolume, Ceiling, RemoveVolumes, SetVolumes};
use landwright_core::world::area::slope::SlopeVolumes;
use landwright_core::world::area::volumes::Volumes;

use super::document::{AreaDocument, Slice};
use super::geometry::cell_at;
use super::line::Waits;
use crate::kind::tera::tool::volumes::{Brush, Stroke, VolumeWay, meant};
use crate::kind::tera::tool::{AreaPointer, Hand};
use crate::model::Model;
use crate::view::hand::Phase;
use crate::view::id::DocumentId;

impl Model {
    pub(super) fn point_with_volumes(&mut self, id: DocumentId, pointer: AreaPointer) {
        match pointer.phase {
            Phase::Press => {
                // Whatever asks for a zone that is packed is done again.
                let _ = self.press_with_volumes(id, pointer);
            }
            Phase::Drag | Phase::Hop => {
                if let Some(area) = self.area_mut(id) {
                    let _ = area.go_on_with_stroke(pointer);
                }
            }
            Phase::Release | Phase::GiveUp | Phase::Close => {
                let said = self.area_mut(id).map(|area| area.point(pointer));
                for said in said.and_then(Result::ok).into_iter().flatten() {
                    self.log.note(said);
                }
                self.flush(id);
            }
        }
    }

    fn press_with_volumes(&mut self, id: DocumentId, pointer: AreaPointer) -> Result<(), Waits> {
        let mut brush = self.tools.volume_brush();
        let Some(area) = self.area_mut(id) else { return Ok(()) };
        area.cell = cell_at(pointer.at_in_world);
        if pointer.held.alt {
            return self.take_volume(id, pointer);
        }
        if pointer.held.ctrl && brush.volumes.way != VolumeWay::Look {
            brush.volumes.way = VolumeWay::Remove;
        }
        if brush.volumes.way != VolumeWay::Look && !pointer.held.shift {
            area.begin_stroke(brush, pointer)?;
        }
        Ok(())
    }

    /// Lets the brush make what is under the pointer.
    fn take_volume(&mut self, id: DocumentId, pointer: AreaPointer) -> Result<(), Waits> {
        let Some(area) = self.area_mut(id) else { return Ok(()) };
        let (slice, aim) = (area.slice, pointer.seen.map(|seen| seen.z));
        let cell = cell_at(pointer.at_in_world);
        let taken = area.at_hand(|area, geometry| {
            meant_in(area, geometry, cell?, slice, aim).map(|(_, volume)| volume)
        })?;
        match taken {
            Some(Volume { z, height }) => {
                (self.tools.areas.volumes.z, self.tools.areas.volumes.height) = (z, height);
                self.log.note(format!(
                    "The brush now paints floors at {z} with {height} of room above"
                ));
            }
            None => self.log.note("No visible floor to pick here"),
        }
        Ok(())
    }
}

impl AreaDocument {
    fn begin_stroke(&mut self, brush: Brush, pointer: AreaPointer) -> Result<(), Waits> {
        let at = pointer.at_in_world;
        self.zones_are_there(&brush.cells_at(at))?;
        let stroke = Stroke {
            brush,
            before: self.area().clone(),
            began: (at, pointer.seen.map(|seen| seen.z)),
            at,
            aim: pointer.seen.map(|seen| seen.z),
            done: Default::default(),
            refusal: None,
            n_above_ceiling: 0,
        };
        self.hand = Hand::Volumes(Box::new(stroke));
        self.go_on_with_stroke(pointer)
    }

    /// Waits for the zones of cells where they are packed.
    fn zones_are_there(&mut self, cells: &BTreeSet<CellInWorld>) -> Result<(), Waits> {
        let zones = cells.iter().filter_map(|cell| self.area().origin().zone_from_world(*cell));
        let zones: BTreeSet<Zone> = zones.map(|(zone, _)| zone).collect();
        let packed =
            zones.into_iter().filter(|zone| self.area().has_zone(*zone) && self.is_packed(*zone));
        let packed = packed.collect();
        if self.has_to_wait_for(&packed) { Err(Waits) } else { Ok(()) }
    }

    fn go_on_with_stroke(&mut self, pointer: AreaPointer) -> Result<(), Waits> {
        let to = pointer.at_in_world;
        let Hand::Volumes(stroke) = &mut self.hand else { return Ok(()) };
        if stroke.brush.volumes.way == VolumeWay::Slope {
            (stroke.at, stroke.aim) = (to, pointer.seen.map(|seen| seen.z));
            let cells = stroke.brush.cells_between(stroke.began.0, to);
            return self.zones_are_there(&cells);
        }
        let from = if pointer.phase == Phase::Hop { to } else { stroke.at };
        let mut cells = stroke.brush.cells_between(from, to);
        cells.retain(|cell| !stroke.done.contains(cell));
        self.zones_are_there(&cells)?;
        let Hand::Volumes(mut stroke) = std::mem::take(&mut self.hand) else { return Ok(()) };
        stroke.at = to;
        let (known, missing) = self.with_geometry(cells.iter().copied());
        if let Some(zone) = missing {
            let said = format!("{} has no geometry: nothing is painted there", zone.file_name());
            stroke.refusal.get_or_insert(said);
        }
        for action in self.actions_of(&mut stroke, &known) {
            match action.resolve(self.area(), &self.geometry.at_hand()) {
                Ok(resolved) if resolved.edit.is_some() => {
                    self.grow_by(&stroke.brush, resolved.area);
                }
                Ok(_) => {}
                Err(refusal) => {
                    stroke.refusal.get_or_insert(refusal.to_string());
                }
            }
        }
        stroke.done.extend(cells);
        self.hand = Hand::Volumes(stroke);
        Ok(())
    }

    /// The stroke goes on to another state of the area.
    fn grow_by(&mut self, brush: &Brush, area: Area) {
        if !self.editing.is_in_gesture() {
            self.start_journal();
            self.editing.begin(title(brush));
        }
        self.editing.grow_to(area);
        self.geometry = Arc::new(self.geometry.of(self.area()));
    }

    /// The cells of the area that have geometry, and a zone that has none of those that were asked
    /// for.
    fn with_geometry(
        &self,
        cells: impl Iterator<Item = CellInWorld>,
    ) -> (Vec<CellInWorld>, Option<Zone>) {
        let mut missing = None;
        let known = cells.filter(|cell| {
            let zone = self.area().origin().zone_from_world(*cell).map(|(zone, _)| zone);
            let Some(zone) = zone.filter(|zone| self.area().has_zone(*zone)) else { return false };
            if !self.geometry.has(zone) {
                missing = Some(zone);
            }
            self.geometry.has(zone)
        });
        (known.collect(), missing)
    }

    /// What a stroke does to some cells.
    fn actions_of(&self, stroke: &mut Stroke, cells: &[CellInWorld]) -> Vec<Action> {
        if cells.is_empty() {
            return Vec::new();
        }
        let brush = stroke.brush.volumes;
        let (z, height, ceiling) = match brush.way {
            VolumeWay::Look | VolumeWay::Slope => return Vec::new(),
            VolumeWay::Add => {
                let (z, height) = (brush.z, brush.height);
                return vec![Action::AddVolume(AddVolume { cells: list(cells), z, height })];
            }
            VolumeWay::Remove => {
                let low = self.slice.low.unwrap_or(i16::MIN).into();
                let which = Which::Between([low, self.slice.high.unwrap_or(i16::MAX).into()]);
                let cells = list(cells);
                return vec![Action::RemoveVolumes(RemoveVolumes { cells, which })];
            }
            VolumeWay::SetFloor => (Some(brush.z), None, Ceiling::Stays),
            VolumeWay::Move => (Some(brush.z), None, Ceiling::Moves),
            VolumeWay::SetHeight => (None, Some(brush.height), Ceiling::Moves),
        };
        let (geometry, slice) = (self.geometry.at_hand(), self.slice);
        let mut by_place: BTreeMap<u8, Vec<CellInWorld>> = BTreeMap::new();
        for cell in cells {
            let meant = meant_in(self.area(), &geometry, *cell, slice, stroke.aim);
            let Some((nth, volume)) = meant else { continue };
            // One such cell would keep all of them from being painted.
            if ceiling == Ceiling::Stays && z.is_some_and(|z| volume.height_above(z).is_none()) {
                stroke.n_above_ceiling += 1;
                continue;
            }
            by_place.entry(nth).or_default().push(*cell);
        }
        let actions = by_place.into_iter().map(|(nth, cells)| {
            let (cells, which) = (list(&cells), Which::Nth(nth));
            Action::SetVolumes(SetVolumes { cells, which, z, by: None, height, ceiling })
        });
        actions.collect()
    }

    /// Puts the floors of a stroke on a slope from where it began to where it ends.
    fn slope(&mut self, stroke: &mut Stroke) {
        let (begin, aim) = stroke.began;
        if begin == stroke.at {
            stroke.refusal = Some("Drag a slope from one floor to another".to_owned());
            return;
        }
        let geometry = self.geometry.at_hand();
        let floor = |at: [f64; 2], aim: Option<f64>| {
            let (_, volume) = meant_in(self.area(), &geometry, cell_at(at)?, self.slice, aim)?;
            Some(volume.z)
        };
        let (Some(from_z), Some(to_z)) = (floor(begin, aim), floor(stroke.at, stroke.aim)) else {
            stroke.refusal = Some("A slope begins and ends on a visible floor".to_owned());
            return;
        };
        let ([ax, ay], [bx, by]) = (begin, stroke.at);
        let cells = stroke.brush.cells_between(begin, stroke.at);
        let (known, _) = self.with_geometry(cells.into_iter());
        let step = Stride::default().step_up;
        let low = i32::from(from_z.min(to_z)) - i32::from(step);
        let high = i32::from(from_z.max(to_z)) + i32::from(step);
        let action = Action::SlopeVolumes(SlopeVolumes {
            cells: list(&known),
            which: Which::Between([low, high]),
            from: [ax, ay, from_z.into()],
            to: [bx, by, to_z.into()],
            ceiling: Ceiling::Stays,
            add: Some(stroke.brush.volumes.height),
        });
        match action.resolve(self.area(), &self.geometry.at_hand()) {
            Ok(resolved) if resolved.edit.is_some() => {
                self.grow_by(&stroke.brush, resolved.area);
            }
            Ok(_) => {}
            Err(refusal) => stroke.refusal = Some(refusal.to_string()),
        }
    }

    /// Makes the stroke a step. Answers with what the person should know.
    pub(super) fn end_stroke(&mut self, mut stroke: Box<Stroke>) -> Vec<String> {
        if stroke.brush.volumes.way == VolumeWay::Slope {
            self.slope(&mut stroke);
        }
        let mut said: Vec<String> = stroke.refusal.take().into_iter().collect();
        let z = stroke.brush.volumes.z;
        match stroke.n_above_ceiling {
            0 => {}
            1 => said.push(format!("1 cell was skipped: its ceiling is not above {z}")),
            n => said.push(format!("{n} cells were skipped: their ceilings are not above {z}")),
        }
        let edit = stroke.before.edit_to(self.area());
        self.hand = Hand::Volumes(stroke);
        self.finish_gesture();
        match edit {
            Some(edit) => said.push(in_words(edit.volumes())),
            None if said.is_empty() => said.push("No cell changed".to_owned()),
            None => {}
        }
        said
    }
}

fn list(cells: &[CellInWorld]) -> Cells {
    Cells::List(cells.iter().map(|cell| [cell.x, cell.y]).collect())
}

/// The volume of a cell that is meant, and its place there.
fn meant_in(
    area: &Area,
    geometry: &Geometry,
    cell: CellInWorld,
    slice: Slice,
    aim: Option<f64>,
) -> Option<(u8, Volume)> {
    let (zone, cell) = area.origin().zone_from_world(cell)?;
    let cells = geometry.cells(zone)?;
    let volumes = cells.volumes_at(cell.x(), cell.y());
    let nth = meant(volumes, slice, aim)?;
    Some((u8::try_from(nth).ok()?, *volumes.get(nth)?))
}

/// For the history panel.
fn title(brush: &Brush) -> String {
    let (z, height) = (brush.volumes.z, brush.volumes.height);
    match brush.volumes.way {
        VolumeWay::Look => "Look at volumes".to_owned(),
        VolumeWay::Add => format!("Add floors at {z}"),
        VolumeWay::SetFloor => format!("Set floors to {z}"),
        VolumeWay::Move => format!("Move volumes to {z}"),
        VolumeWay::SetHeight => format!("Set room height to {height}"),
        VolumeWay::Remove => "Remove volumes".to_owned(),
        VolumeWay::Slope => "Make a slope".to_owned(),
    }
}

/// How many cells changed, and what is odd about some of them now.
pub(super) fn in_words(volumes: &Volumes) -> String {
    let (mut n_empty, mut n_overlapping) = (0, 0);
    for (_, _, cell) in volumes.cells() {
        n_empty += usize::from(cell.now.is_empty());
        n_overlapping += usize::from(overlap(cell.now));
    }
    let mut said = match volumes.n_cells() {
        1 => "1 cell changed".to_owned(),
        n => format!("{n} cells changed"),
    };
    if n_empty > 0 {
        said += &format!("; {n_empty} without a volume: nobody can walk there");
    }
    if n_overlapping > 0 {
        said += &format!("; {n_overlapping} with volumes that overlap");
    }
    said
}

#[cfg(test)]
mod tests {
    use super::super::message::AreaMessage;
    use super::super::tests::{brush, drag_with, opened_with_zones, sample, tell, volumes};
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::document::open::OpenDocument;
    use crate::kind::tera::dialog::AreaDialog;
    use crate::message::Message;
    use crate::message::dialog::Dialog;
    use crate::model::trial::brought_back;
    use crate::settings::Settings;
    use crate::view::hand::Held;
    use landwright_core::format::tera::zgd::{self, OPEN_SKY as SKY, Zgd};
    use landwright_core::sample::tera::packed_file;

    const NONE: Held = Held { ctrl: false, alt: false, shift: false };

    fn drag(model: &mut Model, from: [f64; 2], to: [f64; 2], held: Held) {
        drag_with(model, from, to, held);
        model.settle();
    }

    fn titles(model: &Model) -> Vec<String> {
        let rows = model.active_area().unwrap().editing().rows();
        rows.into_iter().map(|row| row.title).collect()
    }

    fn last_said(model: &Model) -> String {
        model.log.last().map(|line| line.text.clone()).unwrap_or_default()
    }

    #[test]
    fn a_stroke_paints_cells_and_is_one_step() {
        let mut model = sample();
        brush(&mut model, Id::AddVolumes, 200, 500);
        drag(&mut model, [8.0, 8.0], [8.0, 168.0], NONE);
        assert_eq!(titles(&model), ["Add floors at 200"]);
        assert_eq!(volumes(&mut model, 0, 5), [(0, SKY), (200, 500)]);
        assert_eq!(volumes(&mut model, 0, 11), [(0, SKY)]);
        assert!(model.active_area().unwrap().has_unsaved_changes());
        let overlaps = |model: &Model| {
            let problems = &model.active_area().unwrap().problems;
            problems.iter().find(|one| one.code == "zgd-overlap").map(|one| one.message.clone())
        };
        assert_eq!(overlaps(&model).as_deref(), Some("the volumes of the cell overlap"));

        // What is highest is meant, as far as it is shown.
        let high = Slice { low: None, high: Some(100) };
        tell(&mut model, AreaMessage::SetSlice(high));
        brush(&mut model, Id::SetRooms, 0, 150);
        drag(&mut model, [8.0, 8.0], [8.0, 40.0], NONE);
        assert_eq!(volumes(&mut model, 0, 1), [(0, 150), (200, 500)]);
        brush(&mut model, Id::MoveVolumes, -40, 0);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(-40, 150), (200, 500)]);
        brush(&mut model, Id::RemoveVolumes, 0, 0);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(200, 500)]);
        assert_eq!(titles(&model).len(), 4);
        while model.can_run(Id::Undo) {
            model.handle(Message::Command(Id::Undo));
        }
        model.settle();
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY)]);
        assert_eq!(overlaps(&model), None);
        assert!(!model.active_area().unwrap().has_unsaved_changes());
    }

    #[test]
    fn a_floor_is_set_below_its_ceiling_and_a_volume_moves_with_it() {
        let mut model = sample();
        brush(&mut model, Id::SetRooms, 0, 100);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        brush(&mut model, Id::SetFloors, 40, 0);
        assert_eq!(model.is_on(Id::SetFloors), Some(true));
        drag(&mut model, [8.0, 8.0], [8.0, 24.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(40, 60)], "the ceiling stays at 100");
        assert_eq!(volumes(&mut model, 0, 1), [(40, SKY)], "open sky stays open");
        brush(&mut model, Id::SetFloors, 300, 0);
        drag(&mut model, [8.0, 8.0], [8.0, 24.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(40, 60)]);
        assert_eq!(volumes(&mut model, 0, 1), [(300, SKY)], "one ceiling keeps no other cell back");
        let is_told = |text: &str| model.log.lines().any(|line| line.text.starts_with(text));
        assert!(is_told("1 cell was skipped: its ceiling is not above 300"));
        brush(&mut model, Id::MoveVolumes, 300, 0);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(300, 60)], "the room goes along");
        assert_eq!(titles(&model).last().unwrap(), "Move volumes to 300");
        for wanted in [[(40, 60)], [(40, 60)], [(0, 100)]] {
            model.handle(Message::Command(Id::Undo));
            assert_eq!(volumes(&mut model, 0, 0), wanted);
        }
    }

    #[test]
    fn a_slope_joins_two_floors_in_one_step() {
        let mut model = sample();
        brush(&mut model, Id::SetFloors, 90, 0);
        drag(&mut model, [104.0, 8.0], [104.0, 8.0], NONE);
        brush(&mut model, Id::SlopeVolumes, 0, 500);
        assert_eq!(model.is_on(Id::SlopeVolumes), Some(true));
        drag(&mut model, [8.0, 8.0], [104.0, 8.0], NONE);
        assert_eq!(titles(&model), ["Set floors to 90", "Make a slope"]);
        let floors: Vec<i16> = (0..7).map(|x| volumes(&mut model, x, 0)[0].0).collect();
        assert_eq!(floors, [0, 15, 30, 45, 60, 75, 90]);
        assert_eq!(volumes(&mut model, 3, 1), [(0, SKY)], "the brush is one cell wide");
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        assert_eq!(last_said(&model), "Drag a slope from one floor to another");
        model.handle(Message::Command(Id::Undo));
        assert_eq!(volumes(&mut model, 3, 0), [(0, SKY)]);
    }

    #[test]
    fn keys_look_take_and_erase() {
        let mut model = sample();
        brush(&mut model, Id::AddVolumes, 64, 90);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        brush(&mut model, Id::AddVolumes, 1, 2);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], Held { alt: true, ..NONE });
        let taken = model.tools.areas.volumes;
        assert_eq!((taken.z, taken.height), (64, 90));
        drag(&mut model, [40.0, 40.0], [40.0, 40.0], Held { shift: true, ..NONE });
        assert_eq!(titles(&model).len(), 1, "nothing was painted");
        assert_eq!(model.active_area().unwrap().cell, Some(CellInWorld { x: 2, y: 2 }));
        drag(&mut model, [8.0, 8.0], [8.0, 24.0], Held { ctrl: true, ..NONE });
        assert_eq!(volumes(&mut model, 0, 0), []);
        assert!(last_said(&model).contains("2 without a volume"), "{}", last_said(&model));
        brush(&mut model, Id::LookAtVolumes, 0, 0);
        drag(&mut model, [88.0, 8.0], [88.0, 24.0], Held { ctrl: true, ..NONE });
        assert_eq!(titles(&model).len(), 2, "who looks changes nothing");
    }

    #[test]
    fn nodes_on_a_floor_that_moved_are_found_at_once() {
        let mut model = sample();
        let (node, pos) = {
            let area = model.active_area().unwrap().area();
            let node = area.nodes().nth(11).unwrap();
            (node, area.pos(node).unwrap())
        };
        brush(&mut model, Id::SetFloors, 12, 0);
        drag_with(&mut model, [pos.x, pos.y], [pos.x, pos.y], NONE);
        let problems = &model.active_area().unwrap().problems;
        let of_node = |problem: &&landwright_core::problem::Problem| {
            super::super::node_of(problem) == Some(node) && problem.code == "apd-node-off-floor"
        };
        assert!(problems.iter().any(|problem| of_node(&problem)), "{problems:?}");
        model.handle(Message::Command(Id::Undo));
        let problems = &model.active_area().unwrap().problems;
        assert!(!problems.iter().any(|problem| of_node(&problem)));
    }

    #[test]
    fn a_stroke_that_is_given_up_leaves_nothing() {
        let mut model = sample();
        brush(&mut model, Id::AddVolumes, 64, 90);
        let point = super::super::tests::point;
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Drag, [8.0, 80.0], NONE);
        point(&mut model, Phase::GiveUp, [8.0, 80.0], NONE);
        point(&mut model, Phase::Release, [8.0, 80.0], NONE);
        assert_eq!(titles(&model), [""; 0]);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY)]);
        // A command in the middle of one ends it.
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        model.handle(Message::Command(Id::Undo));
        point(&mut model, Phase::Drag, [8.0, 80.0], NONE);
        point(&mut model, Phase::Release, [8.0, 80.0], NONE);
        assert_eq!(volumes(&mut model, 0, 0), [(0, SKY)]);
        assert_eq!(titles(&model).len(), 1);
    }

    #[test]
    fn volumes_come_back_after_a_crash() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let (mut model, _) = opened_with_zones(folder.path(), Some(home.clone()));
        brush(&mut model, Id::AddVolumes, 64, 90);
        drag(&mut model, [8.0, 8.0], [8.0, 24.0], NONE);
        drop(model);

        let mut model = brought_back(home);
        assert_eq!(titles(&model), ["Add floors at 64"]);
        assert!(model.active_area().unwrap().has_unsaved_changes());
        assert_eq!(volumes(&mut model, 0, 1), [(0, SKY), (64, 90)]);
        model.handle(Message::Command(Id::Undo));
        assert_eq!(volumes(&mut model, 0, 1), [(0, SKY)]);
        assert!(!model.active_area().unwrap().has_unsaved_changes(), "as it is on disk");
    }

    #[test]
    fn after_a_crash_it_is_told_which_zones_changed_on_disk_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let (mut model, _) = opened_with_zones(folder.path(), Some(home.clone()));
        brush(&mut model, Id::AddVolumes, 64, 90);
        drag(&mut model, [8.0, 8.0], [8.0, 8.0], NONE);
        model.handle(Message::Command(Id::Save));
        drag(&mut model, [88.0, 8.0], [88.0, 8.0], NONE);
        drop(model);
        let zone = folder.path().join("x1000y1000.zgd");
        let theirs = Zgd::from_cells(|x, y, cell| {
            cell.push((if y == 0 && (x == 0 || x == 5) { 40 } else { 0 }, SKY).into());
        });
        std::fs::write(&zone, packed_file("", &zgd::write(&theirs)).bytes).unwrap();

        let mut model = brought_back(home);
        assert_eq!(volumes(&mut model, 0, 0), [(40, SKY)], "saved here, and changed there since");
        assert_eq!(volumes(&mut model, 5, 0), [(0, SKY), (64, 90)], "changed on both sides");
        let is_told = |text: &str| model.log.lines().any(|line| line.text.starts_with(text));
        assert!(is_told("x1000y1000.zgd changed on disk"));
        assert!(
            matches!(model.dialog().and_then(Dialog::form), Some(AreaDialog::CellsChanged { .. })),
            "{:?}",
            model.dialog()
        );
        assert!(model.active_area().unwrap().has_unsaved_changes());
        model.handle(Message::Command(Id::Undo));
        model.handle(Message::Command(Id::Undo));
        assert!(model.active_area().unwrap().has_unsaved_changes(), "no step is what is on disk");
    }

    #[test]
    fn the_sample_comes_back_after_a_crash_with_its_geometry() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_owned();
        let mut model = Model::new(Settings::default(), Some(home.clone()), Arc::new(|| ()));
        model.handle(Message::Command(Id::OpenSampleArea));
        model.settle();
        let area = model.active_area().unwrap();
        let pos = area.area().nodes().next().and_then(|node| area.area().pos(node)).unwrap();
        brush(&mut model, Id::AddVolumes, 3000, 90);
        drag(&mut model, [pos.x, pos.y], [pos.x, pos.y], NONE);
        let zones = |model: &Model| {
            let area = model.active_area().unwrap();
            let zones = area.area().zones().iter();
            zones.map(|zone| area.geometry.zone(*zone).unwrap()).collect::<Vec<_>>()
        };
        let before = zones(&model);
        drop(model);
        let model = brought_back(home);
        assert!(zones(&model) == before);
        assert_eq!(titles(&model), ["Add floors at 3000"]);
    }
}
