//! Zones that are packed: nothing is unpacked on the window's thread. Whatever asks for such a zone
//! waits in line until the zone is there, and so does what comes after a long way through the history.

use std::collections::BTreeSet;

use landwright_core::space::tera::Zone;
use landwright_core::world::area::Area;
use landwright_core::world::area::geometry::Geometry;
use landwright_core::world::area::geometry::cells::{Known, ZoneCells};

use super::document::AreaDocument;
use super::message::AreaMessage;
use crate::kind::document::line::{LetsWait, Line};
use crate::view::hand::Phase;

/// Zones that are to be unpacked.
#[derive(Debug, Default)]
pub(super) struct AskedFor {
    /// What waits in line asked for these.
    needed: BTreeSet<Zone>,
    /// Zones that views would show.
    wanted: BTreeSet<Zone>,
    /// Kept until what asked for them is done.
    held: Vec<ZoneCells>,
}

/// Nothing was done: a zone is packed that is needed for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Waits;

impl AreaDocument {
    /// Asks something of the zones that are unpacked. Where it asks for another one, there is no
    /// answer, and what is handled is done again when that one is there.
    pub(super) fn at_hand<T>(
        &mut self,
        ask: impl FnOnce(&Area, &Geometry) -> T,
    ) -> Result<T, Waits> {
        let geometry = self.geometry.at_hand();
        let answer = ask(self.area(), &geometry);
        match self.has_to_wait_for(&geometry.missed()) {
            true => Err(Waits),
            false => Ok(answer),
        }
    }

    /// Lets what is handled wait for zones.
    pub(super) fn has_to_wait_for(&mut self, zones: &BTreeSet<Zone>) -> bool {
        // Of one that broke off nobody will know more than now.
        let coming: Vec<Zone> = zones.difference(&self.not_unpacked).copied().collect();
        self.line.has_to_wait |= !coming.is_empty();
        let has_to_wait = !coming.is_empty();
        self.asked_for.needed.extend(coming);
        has_to_wait
    }

    /// Lets a zone be unpacked that a view would show.
    pub(super) fn want(&mut self, zone: Zone) {
        self.asked_for.wanted.insert(zone);
    }

    /// Whether somebody waits for the zone already, or will wait for ever.
    pub fn is_coming(&self, zone: Zone) -> bool {
        self.asked_for.wanted.contains(&zone) || self.asked_for.needed.contains(&zone)
    }

    /// Whether a gesture is under way, or waits in line.
    pub fn is_in_hand(&self) -> bool {
        let messages = self.line.messages.iter().rev().map(|waiting| &waiting.message);
        let phases = messages.filter_map(|message| match AreaMessage::in_sent(message)? {
            AreaMessage::Point(pointer) => Some(pointer.phase),
            _ => None,
        });
        match phases.into_iter().next() {
            Some(phase) => matches!(phase, Phase::Press | Phase::Drag | Phase::Hop),
            None => !self.hand.is_free(),
        }
    }

    /// Whether there is a file of a zone that nobody has unpacked.
    pub(super) fn is_packed(&self, zone: Zone) -> bool {
        matches!(self.geometry.known_cells(zone), Known::NotYet)
    }

    /// The zone to unpack next: first those that something waits for.
    pub(super) fn zone_to_unpack(&mut self) -> Option<Zone> {
        let (geometry, broken) = (self.geometry.clone(), &self.not_unpacked);
        let is_packed = |zone: &Zone| {
            matches!(geometry.known_cells(*zone), Known::NotYet) && !broken.contains(zone)
        };
        self.asked_for.needed.retain(is_packed);
        self.asked_for.wanted.retain(is_packed);
        let pointed_at = self.hover.and_then(super::geometry::cell_at);
        let cells = [pointed_at, self.cell].into_iter().flatten();
        let looked_at = cells.filter_map(|cell| self.area().origin().zone_from_world(cell));
        let looked_at = looked_at.map(|(zone, _)| zone).filter(is_packed);
        let (needed, wanted) = (self.asked_for.needed.iter(), self.asked_for.wanted.iter());
        needed.copied().chain(looked_at).chain(wanted.copied()).next()
    }

    /// Takes a zone that was unpacked.
    pub(super) fn take_unpacked(&mut self, cells: Option<ZoneCells>) {
        let zone = self.unpacking.take();
        if !self.line.messages.is_empty() {
            self.asked_for.held.extend(cells);
        }
        if let Some(zone) = zone {
            self.asked_for.needed.remove(&zone);
            self.asked_for.wanted.remove(&zone);
        }
    }

    /// Whether something waits that may become a step.
    pub(super) fn is_waited_for(&self) -> bool {
        !self.line.messages.is_empty()
    }
}

impl LetsWait for AreaDocument {
    fn line(&self) -> &Line {
        &self.line
    }

    fn line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    fn comes_first(&self) -> bool {
        self.beside.comes_first()
    }

    fn is_ready(&self) -> bool {
        let is_there = |zone: &Zone| self.not_unpacked.contains(zone) || !self.is_packed(*zone);
        self.asked_for.needed.iter().all(is_there)
    }

    fn end_line(&mut self) {
        self.asked_for.held.clear();
    }

    /// What gives changes up compares every touched cell with its file.
    fn waits_to_reload(&mut self) -> bool {
        let touched = self.area().volumes().zones();
        let packed = touched.filter(|zone| self.is_packed(*zone)).collect();
        self.has_to_wait_for(&packed);
        std::mem::take(&mut self.line.has_to_wait)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{brush, opened_with_zones, packed_again, point, tell, volumes};
    use super::*;
    use crate::command::CommandId as Id;
    use crate::kind::document::common::Then;
    use crate::message::Message;
    use crate::message::dialog::{Answer, Dialog};
    use crate::model::Model;
    use crate::model::trial::act;
    use crate::view::hand::Held;
    use crate::view::id::ViewId;
    use landwright_core::format::tera::zgd::OPEN_SKY;

    const NONE: Held = Held { ctrl: false, alt: false, shift: false };

    fn packed() -> (tempfile::TempDir, Model) {
        let folder = tempfile::tempdir().unwrap();
        let (mut model, _) = opened_with_zones(folder.path(), None);
        packed_again(&mut model, folder.path());
        (folder, model)
    }

    fn area(model: &Model) -> &AreaDocument {
        model.active_area().unwrap()
    }

    fn titles(model: &Model) -> Vec<String> {
        area(model).editing().rows().into_iter().map(|row| row.title).collect()
    }

    #[test]
    fn what_the_hand_draws_over_packed_zones_is_done_once_they_are_there_and_in_order() {
        let (_folder, mut model) = packed();
        brush(&mut model, Id::AddVolumes, 200, 500);
        // From one zone into the other, faster than anything is unpacked.
        point(&mut model, Phase::Press, [15_336.0, 8.0], NONE);
        assert!(area(&model).is_in_hand(), "the view goes on with the gesture");
        point(&mut model, Phase::Drag, [15_384.0, 8.0], NONE);
        point(&mut model, Phase::Release, [15_384.0, 8.0], NONE);
        assert!(!area(&model).is_in_hand());
        // What comes after it comes after it, with another brush.
        let mut tools = model.tools.clone();
        (tools.areas.volumes.z, tools.areas.volumes.height) = (300, 50);
        model.handle(tools.set());
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Release, [8.0, 8.0], NONE);
        model.handle(Message::Command(Id::Undo));
        assert_eq!(titles(&model), [""; 0]);
        assert_eq!(area(&model).geometry.n_bytes(), 0, "nothing is unpacked on this thread");
        model.settle();
        assert_eq!(titles(&model), ["Add floors at 200", "Add floors at 300"]);
        assert_eq!(volumes(&mut model, 958, 0), [(0, OPEN_SKY), (200, 500)]);
        assert_eq!(volumes(&mut model, 961, 0), [(0, OPEN_SKY), (200, 500)]);
        assert_eq!(volumes(&mut model, 0, 0), [(0, OPEN_SKY)], "undone again");
        assert!(area(&model).line.messages.is_empty() && area(&model).asked_for.held.is_empty());
    }

    #[test]
    fn tools_that_are_set_twice_while_something_waits_keep_both() {
        let (_folder, mut model) = packed();
        brush(&mut model, Id::AddVolumes, 200, 500);
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Release, [8.0, 8.0], NONE);
        let mut tools = model.tools.clone();
        tools.maps.brush_size = 4;
        model.handle(tools.set());
        assert_eq!(model.tools.maps.brush_size, 4, "nobody waits for what is set");
        let mut tools = model.tools.clone();
        tools.areas.volumes.z = 700;
        model.handle(tools.set());
        model.settle();
        assert_eq!(volumes(&mut model, 0, 0), [(0, OPEN_SKY), (200, 500)], "as it was pressed");
        let brush = model.tools.areas.volumes;
        assert_eq!((model.tools.maps.brush_size, brush.z, brush.height), (4, 700, 500));
    }

    #[test]
    fn what_is_typed_into_a_dialog_does_not_wait() {
        let (_folder, mut model) = packed();
        model.handle(Message::Command(Id::GoTo));
        let json = r#"{"action":"set-volumes","cells":{"list":[[0,0]]},"z":5}"#;
        tell(&mut model, AreaMessage::Act(serde_json::from_str(json).unwrap()));
        assert!(!area(&model).line.messages.is_empty());
        for text in ["1", "12"] {
            let dialog = Dialog::GoTo { text: text.to_owned() };
            model.handle(Message::Answer(Answer::Keep(dialog.clone())));
            assert_eq!(model.dialog(), Some(&dialog), "the next letter comes after this one");
        }
    }

    #[test]
    fn what_a_waiting_command_sets_holds_for_the_strokes_behind_it() {
        let (_folder, mut model) = packed();
        brush(&mut model, Id::AddVolumes, 200, 500);
        let stroke = |model: &mut Model, at: [f64; 2]| {
            point(model, Phase::Press, at, NONE);
            point(model, Phase::Release, at, NONE);
        };
        stroke(&mut model, [8.0, 8.0]);
        model.handle(Message::Command(Id::RemoveVolumes));
        model.handle(Message::Command(Id::BrushLarger));
        model.handle(Message::Command(Id::BrushLarger));
        let size = model.tools.maps.brush_size;
        let mut tools = model.tools.clone();
        tools.areas.volumes.height = 90;
        model.handle(tools.set());
        stroke(&mut model, [8.0, 8.0]);
        model.settle();
        assert_eq!(volumes(&mut model, 0, 0), [], "put there, and taken away with the floor");
        assert_eq!(titles(&model).len(), 2);
        assert_eq!((model.tools.maps.brush_size, model.tools.areas.volumes.height), (size + 2, 90));
        stroke(&mut model, [808.0, 8.0]);
        model.settle();
        assert_eq!(volumes(&mut model, 50, 0), [], "and for those that come later");
    }

    #[test]
    fn save_all_does_not_wait_for_what_has_nothing_to_wait_for() {
        let (folder, mut model) = packed();
        let of_area = model.active_view().unwrap();
        model.handle(Message::Command(Id::OpenSample));
        let of_map = model.active_view().unwrap();
        let path = folder.path().join("map.gat");
        model.handle(Message::SaveTo(of_map.document, path.clone()));
        model.settle();
        model.handle(Message::Focus(of_area));
        brush(&mut model, Id::AddVolumes, 200, 500);
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Release, [8.0, 8.0], NONE);
        assert!(!area(&model).line.messages.is_empty());
        model.handle(Message::Focus(of_map));
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        let before = std::fs::read(&path).unwrap();
        model.handle(Message::Command(Id::SaveAll));
        assert!(model.document(of_map.document).unwrap().common().is_saving);
        model.settle();
        assert_ne!(std::fs::read(&path).unwrap(), before);
        let unsaved = model.documents().filter(|open| open.has_unsaved_changes()).count();
        assert_eq!(unsaved, 0, "the area follows");
    }

    /// A stroke that waits, and a map that somebody goes on to.
    fn gone_on_to_a_map() -> (tempfile::TempDir, Model, ViewId) {
        let (folder, mut model) = packed();
        let of_area = model.active_view().unwrap();
        model.handle(Message::Command(Id::OpenSample));
        let of_map = model.active_view().unwrap();
        assert_ne!(of_map, of_area);
        model.handle(Message::Focus(of_area));
        brush(&mut model, Id::AddVolumes, 200, 500);
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Release, [8.0, 8.0], NONE);
        assert!(!area(&model).line.messages.is_empty());
        (folder, model, of_map)
    }

    #[test]
    fn another_document_goes_on_while_one_waits() {
        let (_folder, mut model, of_map) = gone_on_to_a_map();
        let of_area = model.active_view().unwrap();
        model.handle(Message::Focus(of_map));
        assert_eq!(model.active_view(), Some(of_map));
        let mut tools = model.tools.clone();
        (tools.areas.volumes.z, tools.maps.brush_size) = (900, 7);
        model.handle(tools.set());
        let steps = |model: &Model| model.active_map().unwrap().editing().steps().len();
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        assert_eq!(steps(&model), 1);
        model.handle(Message::Command(Id::Undo));
        assert!(model.active_map().unwrap().editing().is_saved());
        model.settle();
        assert_eq!(model.active_view(), Some(of_map));
        assert_eq!((model.tools.areas.volumes.z, model.tools.maps.brush_size), (900, 7));
        model.handle(Message::Focus(of_area));
        assert_eq!(volumes(&mut model, 0, 0), [(0, OPEN_SKY), (200, 500)], "as it was pressed");
        assert_eq!(volumes(&mut model, 3, 0), [(0, OPEN_SKY)]);
    }

    #[test]
    fn what_waits_is_about_the_document_that_it_was_meant_for() {
        let (_folder, mut model, of_map) = gone_on_to_a_map();
        let of_area = model.active_view().unwrap();
        model.handle(Message::Command(Id::Undo));
        model.handle(Message::Focus(of_map));
        act(&mut model, "paint", r#"{"region":"everything","ink":{"type":5}}"#);
        model.settle();
        assert!(!model.active_map().unwrap().editing().is_saved(), "nobody undid that");
        model.handle(Message::Focus(of_area));
        assert_eq!(titles(&model), ["Add floors at 200"]);
        assert_eq!(volumes(&mut model, 0, 0), [(0, OPEN_SKY)]);
    }

    #[test]
    fn a_question_that_was_answered_is_not_asked_while_the_answer_waits() {
        let (_folder, mut model, _) = gone_on_to_a_map();
        let (document, then) = (area(&model).id, Then::Close);
        let name = String::new();
        let failed = Dialog::Failed { what: "something else".to_owned() };
        model.dialogs.extend([Dialog::Unsaved { document, name, then }, failed.clone()]);
        model.handle(Message::Answer(Answer::Discard(document, then)));
        assert_eq!(model.dialog(), Some(&failed));
        model.settle();
        assert_eq!((model.dialog(), model.areas().count()), (Some(&failed), 0));
    }

    #[test]
    fn what_waits_when_a_save_before_closing_ends_is_asked_about() {
        let (folder, mut model) = packed();
        let id = area(&model).id;
        let node = area(&model).area().nodes().next().unwrap();
        tell(&mut model, AreaMessage::Select([node].into()));
        model.handle(Message::Command(Id::DeleteSelected));
        model.settle();
        packed_again(&mut model, folder.path());
        model.handle(Message::Answer(Answer::SaveFirst(id, Then::Close)));
        brush(&mut model, Id::AddVolumes, 200, 500);
        point(&mut model, Phase::Press, [8.0, 8.0], NONE);
        point(&mut model, Phase::Release, [8.0, 8.0], NONE);
        let saved = model.jobs.wait_for_one().unwrap();
        model.take_result(saved);
        let asked =
            Dialog::Unsaved { document: id, name: "both.apd".to_owned(), then: Then::Close };
        assert_eq!(model.dialog(), Some(&asked));
        model.settle();
        assert_eq!(volumes(&mut model, 0, 0), [(0, OPEN_SKY), (200, 500)]);
    }

    #[test]
    fn every_tool_that_needs_a_packed_zone_waits_for_it() {
        let (folder, mut model) = packed();
        let n_nodes = area(&model).area().n_nodes();
        let asked = |model: &mut Model, what: &str| {
            assert_eq!(area(model).geometry.n_bytes(), 0, "{what}");
            model.settle();
            packed_again(model, folder.path());
        };
        model.handle(Message::Command(Id::ToolNode));
        point(&mut model, Phase::Press, [1000.0, 1000.0], NONE);
        asked(&mut model, "a node");
        assert_eq!(area(&model).area().n_nodes(), n_nodes + 1);
        let new = *area(&model).selection.first().unwrap();
        assert_eq!(area(&model).pos(new).unwrap().z, 0.0);

        model.handle(Message::Command(Id::ToolSelectRectangle));
        let pos = area(&model).pos(new).unwrap();
        for (phase, x) in [(Phase::Press, 0.0), (Phase::Drag, 32.0), (Phase::Release, 32.0)] {
            point(&mut model, phase, [pos.x + x, pos.y], NONE);
        }
        asked(&mut model, "a drag");
        assert_eq!(area(&model).pos(new).unwrap().x, pos.x + 32.0);

        model.handle(Message::Command(Id::ToolProbe));
        point(&mut model, Phase::Press, [300.0, 300.0], NONE);
        point(&mut model, Phase::Press, [500.0, 300.0], NONE);
        asked(&mut model, "a way");
        assert!(area(&model).way.is_some());

        brush(&mut model, Id::AddVolumes, 7, 7);
        point(&mut model, Phase::Press, [8.0, 8.0], Held { alt: true, ..NONE });
        asked(&mut model, "what the brush takes");
        assert_eq!(model.tools.areas.volumes.height, OPEN_SKY);

        tell(&mut model, AreaMessage::Select([new].into()));
        model.handle(Message::Command(Id::ConnectSelection));
        asked(&mut model, "edges");
    }

    #[test]
    fn a_zone_that_can_not_be_unpacked_keeps_nobody_waiting() {
        let (_folder, mut model) = packed();
        let (id, zone) = (area(&model).id, area(&model).area().zones()[0]);
        model.area_mut(id).unwrap().not_unpacked.insert(zone);
        let n_nodes = area(&model).area().n_nodes();
        model.handle(Message::Command(Id::ToolNode));
        point(&mut model, Phase::Press, [1000.0, 1000.0], NONE);
        assert_eq!(area(&model).area().n_nodes(), n_nodes + 1, "at once, on no floor");
    }
}
