//! An open zone by its model: asked, tagged with undo, saved, recovered, merged.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::eq::wld::fragment;
use landwright_core::format::eq::wld::region::RegionList;
use landwright_core::sample;
use landwright_core::space::eq::Kind;
use landwright_core::world::eq::Zone;
use landwright_core::world::eq::retag::{Tag, retag};
use landwright_core::world::eq::zone_line::{Decimal, Place, ZoneLine};
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::document::common::ViewKind;
use crate::kind::everquest::commands::{CONNECTED, MAKE, SAME_KIND, TAGS};
use crate::kind::everquest::document::{EqDocument, zone_line};
use crate::kind::everquest::message::{Limit, ToZone, Way};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings;
use crate::view::id::DocumentId;

struct Desk {
    folder: TempDir,
    model: Model,
}

impl Desk {
    /// With the made-up zone in front.
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        for file in sample::eq::files().unwrap() {
            fs::write(folder.path().join(&file.path), &file.bytes).unwrap();
        }
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(Settings::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        desk.open("isle.s3d");
        desk
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&mut self, name: &str) {
        let path = self.file(name);
        self.handle(Message::Open(vec![path]));
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn zone(&self) -> &EqDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn id(&self) -> DocumentId {
        self.zone().id
    }

    fn send(&mut self, message: ToZone) {
        let id = self.id();
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    /// Clicks a place from above, in the server's axes.
    fn click(&mut self, x: f64, y: f64, way: Way) {
        let plan = &self.zone().plan;
        let px = plan.px_from_server([x, y]);
        let at = [x, y, f64::from(plan.height_at(px).unwrap())];
        let region = plan.region_at(px);
        self.send(ToZone::Ask { at, region, way });
    }

    fn kinds(&self) -> Vec<Kind> {
        self.zone().selection.iter().map(|region| self.zone().kind_of(*region)).collect()
    }

    fn n_of(&self, kind: Kind) -> usize {
        self.zone().n_of_kinds().get(&kind).copied().unwrap_or_default()
    }

    fn on_disk(&self) -> Zone {
        Zone::open("isle.s3d", &fs::read(self.file("isle.s3d")).unwrap()).unwrap()
    }
}

fn command(kind: Kind) -> CommandId {
    TAGS.iter().find(|(own, _)| *own == kind).unwrap().1
}

#[test]
fn a_click_on_the_bridge_answers_both_floors_and_the_water_below() {
    let mut desk = Desk::new();
    desk.click(0.5, -60.0, Way::Replace);
    let found = desk.zone().found.as_ref().unwrap();
    let floors: Vec<f64> =
        found.levels.iter().filter(|level| level.is_floor).map(|level| level.z).collect();
    assert_eq!(floors, [5.0, -20.0]);
    assert_eq!((found.server.best_z, found.truth.best_z), (Some(5.0), Some(5.0)));
    let zone = desk.zone();
    let kinds: Vec<Kind> =
        found.spans.iter().map(|span| zone.kind_of(span.leaf.region.unwrap())).collect();
    assert_eq!(kinds.last(), Some(&Kind::Water));
    let (kind, distance) = found.distances[0];
    assert_eq!(kind, Kind::Water);
    assert!((distance - 5.0).abs() < 1e-6, "{distance}");
    assert_eq!(desk.kinds(), [Kind::Normal]);
}

#[test]
fn a_pit_is_made_lava_undone_redone_and_saved_into_the_archive() {
    let mut desk = Desk::new();
    let before = fs::read(desk.file("isle.s3d")).unwrap();
    let (water, lava) = (desk.n_of(Kind::Water), desk.n_of(Kind::Lava));
    assert!(!desk.model.can_run(command(Kind::Lava)));
    desk.click(30.5, -60.0, Way::Replace);
    assert_eq!(desk.kinds(), [Kind::Water]);
    desk.run(command(Kind::Lava));
    assert_eq!((desk.n_of(Kind::Water), desk.n_of(Kind::Lava)), (water - 1, lava + 1));
    let region = *desk.zone().selection.first().unwrap();
    let point = [30.5, -60.0, -19.0];
    assert_eq!(desk.zone().volumes.distance(Kind::Lava, point), Some(0.0), "it is sorted anew");
    let name = desk.zone().editing.rows().last().unwrap().title.clone();
    assert_eq!(name, "Make 1 region lava");
    desk.run(CommandId::Undo);
    assert_eq!((desk.n_of(Kind::Lava), desk.zone().editing.is_saved()), (lava, true));
    assert_eq!(desk.zone().zone().to_bytes().unwrap(), before);
    desk.run(CommandId::Redo);
    assert_eq!(desk.zone().selection, BTreeSet::from([region]));
    desk.run(CommandId::Save);
    assert!(desk.zone().editing.is_saved());
    let kinds = super::lay::kinds(&desk.on_disk());
    assert_eq!(kinds.get(&region), Some(&Kind::Lava));
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert_eq!(fs::read(desk.file("isle.s3d")).unwrap(), before);
}

#[test]
fn a_zone_line_leads_to_the_point_that_was_typed() {
    let mut desk = Desk::new();
    desk.click(-70.0, 30.0, Way::Replace);
    desk.send(ToZone::Line(ZoneLine::Number(12)));
    desk.run(command(Kind::ZoneLine));
    assert_eq!(desk.kinds(), [Kind::ZoneLine]);
    let title = desk.zone().editing.rows().last().unwrap().title.clone();
    assert_eq!(title, "Make 1 region a zone line to point 12");
    desk.run(command(Kind::Normal));
    assert_eq!(desk.kinds(), [Kind::Normal]);
}

#[test]
fn regions_are_selected_by_box_by_kind_and_as_far_as_they_are_connected() {
    let mut desk = Desk::new();
    let regions = desk.zone().plan.regions_in([0.0, 0.0], [4096.0, 4096.0]);
    desk.send(ToZone::Select { regions: regions.clone(), way: Way::Replace });
    assert_eq!(desk.zone().selection, regions);
    desk.send(ToZone::Select { regions, way: Way::Toggle });
    assert!(desk.zone().selection.is_empty());
    desk.click(30.5, -60.0, Way::Replace);
    desk.run(CONNECTED);
    let connected = desk.zone().selection.len();
    assert!(connected > 1);
    desk.run(SAME_KIND);
    assert_eq!(desk.zone().selection.len(), desk.n_of(Kind::Water));
    assert!(connected <= desk.n_of(Kind::Water));
    assert!(desk.kinds().iter().all(|kind| *kind == Kind::Water));
}

#[test]
fn a_pit_that_nobody_tagged_is_selected_up_to_its_rim() {
    let mut desk = Desk::new();
    desk.click(-70.0, 30.0, Way::Replace);
    desk.run(command(Kind::Normal));
    desk.run(CONNECTED);
    // The pit is 15 deep, and no region beside it is.
    assert_eq!(desk.zone().selection.len(), 1);
    desk.send(ToZone::Limit(Limit::Below(5.0)));
    desk.run(CONNECTED);
    let beyond = desk.zone().selection.len();
    assert!(beyond > 1);
    desk.send(ToZone::Limit(Limit::None));
    desk.run(CONNECTED);
    assert!(desk.zone().selection.len() >= beyond);
}

#[test]
fn problems_are_listed_and_lead_to_their_regions() {
    let mut desk = Desk::new();
    let problems = &desk.zone().problems;
    let doubled = problems.iter().position(|it| it.code == "eq-region-doubled").unwrap();
    let id = desk.id();
    desk.handle(Message::ShowProblem(id, doubled));
    assert_eq!(desk.zone().selection.len(), 1);
    assert!(desk.zone().problems.iter().any(|it| it.code == "eq-zone-line"));
}

#[test]
fn what_was_tagged_is_there_again_after_a_crash() {
    let mut desk = Desk::new();
    let slime = desk.n_of(Kind::Slime);
    desk.click(30.5, -60.0, Way::Replace);
    desk.run(command(Kind::Slime));
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let mut desk = Desk { folder, model };
    assert_eq!(desk.n_of(Kind::Slime), slime + 1);
    assert!(!desk.zone().editing.is_saved());
    desk.run(CommandId::Undo);
    assert_eq!(desk.n_of(Kind::Slime), slime);
}

#[test]
fn what_changed_on_disk_is_merged_region_by_region() {
    let mut desk = Desk::new();
    desk.click(30.5, -60.0, Way::Replace);
    let ours = *desk.zone().selection.first().unwrap();
    desk.run(command(Kind::Slime));
    let mut zone = desk.on_disk();
    let kinds = super::lay::kinds(&zone);
    let theirs = *kinds.iter().find(|(_, kind)| **kind == Kind::Lava).unwrap().0;
    retag(&mut zone, &[theirs], &Tag::of(Kind::Ice)).unwrap();
    let bytes = landwright_core::format::eq::pfs::write(&zone.to_archive().unwrap());
    let file = desk.file("isle.s3d");
    fs::write(&file, bytes).unwrap();
    desk.handle(Message::FileChanged(file));
    let id = desk.id();
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.handle(Message::Answer(Answer::Merge(id)));
    assert_eq!(desk.model.dialog(), None);
    assert_eq!(desk.zone().kind_of(ours), Kind::Slime);
    assert_eq!(desk.zone().kind_of(theirs), Kind::Ice);
}

#[test]
fn a_region_that_both_sides_tagged_stays_as_it_is_here_and_is_decided_in_the_panel() {
    let mut desk = Desk::new();
    desk.click(30.5, -60.0, Way::Replace);
    let region = *desk.zone().selection.first().unwrap();
    desk.run(command(Kind::Slime));
    let mut zone = desk.on_disk();
    retag(&mut zone, &[region], &Tag::of(Kind::Ice)).unwrap();
    let bytes = landwright_core::format::eq::pfs::write(&zone.to_archive().unwrap());
    let file = desk.file("isle.s3d");
    fs::write(&file, &bytes).unwrap();
    desk.handle(Message::FileChanged(file));
    desk.handle(Message::Answer(Answer::Merge(desk.id())));
    assert_eq!((desk.model.dialog(), desk.zone().kind_of(region)), (None, Kind::Slime));

    // The list and the version of the other side outlive a crash.
    let Desk { folder, model } = desk;
    drop(model);
    let mut desk = Desk { model: brought_back(folder.path().join("home")), folder };
    let conflicts = |desk: &Desk| {
        let conflicts = desk.zone().common.conflicts.as_ref().unwrap();
        let open = conflicts.open().iter().map(|open| open.conflict.clone());
        open.map(|it| [it.thing, it.field, it.base, it.ours, it.theirs]).collect::<Vec<_>>()
    };
    let thing = format!("region {region}");
    assert_eq!(conflicts(&desk), [[&*thing, "kind", "water", "slime", "ice"].map(str::to_owned)]);
    let kept = desk.zone().common.conflicts.as_ref().unwrap().theirs.clone().unwrap();
    assert!(fs::read(kept.backup).unwrap() == bytes);
    desk.click(0.5, -60.0, Way::Replace);
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.zone().selection.iter().copied().collect::<Vec<_>>(), [region]);
    desk.run(CommandId::TakeTheirs);
    assert_eq!((desk.zone().kind_of(region), conflicts(&desk)), (Kind::Ice, Vec::new()));
    desk.run(CommandId::Undo);
    assert_eq!((desk.zone().kind_of(region), conflicts(&desk).len()), (Kind::Slime, 1));
}

#[test]
fn a_lower_cut_draws_the_floors_below_and_a_3d_view_opens() {
    let mut desk = Desk::new();
    desk.send(ToZone::Below(Some(4.0)));
    let zone = desk.zone();
    assert_eq!(zone.plan.height_at(zone.plan.px_from_server([0.5, -60.0])), Some(-20.0));
    desk.send(ToZone::Below(None));
    let zone = desk.zone();
    assert_eq!(zone.plan.height_at(zone.plan.px_from_server([0.5, -60.0])), Some(5.0));
    let looks = zone.n_looks;
    desk.send(ToZone::Show(Kind::Water, false));
    assert!(desk.zone().n_looks > looks && desk.zone().hidden.contains(&Kind::Water));
    desk.run(CommandId::New3dView);
    let view = desk.model.active.unwrap();
    assert_eq!(desk.model.view(view).unwrap().kind, ViewKind::InSpace);
    assert!(desk.model.can_run(CommandId::LookNorth));
}

#[test]
fn archives_without_a_zone_and_files_of_servers_say_why_they_do_not_open() {
    let mut desk = Desk::new();
    desk.open("isle_obj.s3d");
    assert!(
        matches!(desk.model.dialog(), Some(Dialog::Failed { what }) if what.contains("holds no zone"))
    );
}

#[test]
fn what_a_save_makes_out_of_date_is_named_and_made_anew() {
    let mut desk = Desk::new();
    let wtr = |zone: &Zone| {
        use landwright_core::format::eq::wtr;
        wtr::write(&landwright_core::world::eq::server_wtr::build(zone).unwrap())
    };
    let file = desk.file("isle.wtr");
    fs::write(&file, wtr(&desk.on_disk())).unwrap();
    desk.click(30.5, -60.0, Way::Replace);
    desk.run(command(Kind::Lava));
    assert!(!desk.model.can_run(MAKE), "the server reads what is saved");
    desk.run(CommandId::Save);
    assert_eq!(desk.zone().stale, ["isle.wtr"]);
    assert_ne!(fs::read(&file).unwrap(), wtr(&desk.on_disk()));
    desk.run(MAKE);
    assert_eq!(fs::read(&file).unwrap(), wtr(&desk.on_disk()));
    assert!(desk.zone().stale.is_empty());
    assert!(!desk.file("isle.map").exists(), "what was not there is not made");
}

#[test]
fn a_selected_zone_line_says_where_it_leads() {
    let mut desk = Desk::new();
    desk.click(-70.0, 30.0, Way::Replace);
    desk.send(ToZone::Line(ZoneLine::Number(12)));
    desk.run(command(Kind::ZoneLine));
    desk.send(ToZone::Line(ZoneLine::Number(3)));
    desk.click(-70.0, 30.0, Way::Replace);
    let lists = desk.zone().lists_of_selection();
    let leads: Vec<ZoneLine> =
        lists.iter().filter_map(|(list, name, _)| zone_line(list, name)).collect();
    assert_eq!(leads, [ZoneLine::Number(12)]);
    assert_eq!(desk.zone().line, ZoneLine::Number(12), "the next line leads there as well");
}

#[test]
fn a_zone_line_to_a_place_is_one_step_and_saved() {
    let mut desk = Desk::new();
    let at = |value: f64| Some(Decimal::new(value));
    let place = Place { zone: 20, x: at(-64.0), y: at(12.5), z: None, heading: None };
    desk.click(-70.0, 30.0, Way::Replace);
    desk.send(ToZone::Line(ZoneLine::Place(place)));
    desk.run(command(Kind::ZoneLine));
    let leads = |desk: &Desk| {
        let lists = desk.zone().lists_of_selection();
        lists.iter().find_map(|(list, name, _)| zone_line(list, name))
    };
    assert_eq!(leads(&desk), Some(ZoneLine::Place(place)));
    desk.run(CommandId::Undo);
    assert_eq!(leads(&desk), None);
    desk.run(CommandId::Redo);
    desk.run(CommandId::Save);
    let world = &desk.on_disk().world;
    let texts: Vec<String> = world
        .of_kind(fragment::REGION_LIST)
        .filter_map(|(_, list)| RegionList::read(list).ok())
        .map(|list| String::from_utf8_lossy(list.text()).into_owned())
        .collect();
    let text = "DRNTP000200012.5-00064999999999___000000000000";
    assert!(texts.iter().any(|own| own.starts_with(text)), "{texts:?}");
}

#[test]
fn after_its_journal_was_given_up_a_saved_zone_has_a_new_one() {
    let mut desk = Desk::new();
    desk.click(30.5, -60.0, Way::Replace);
    desk.run(command(Kind::Slime));
    let id = desk.id();
    desk.model.document_mut(id).unwrap().history_mut().give_journal_up();
    desk.run(CommandId::Save);
    assert!(desk.model.journal_in_trouble().is_none());
    desk.run(command(Kind::Lava));
    let lava = desk.n_of(Kind::Lava);
    let Desk { folder, model } = desk;
    drop(model);
    let model = brought_back(folder.path().join("home"));
    let desk = Desk { folder, model };
    assert_eq!((desk.n_of(Kind::Lava), desk.zone().editing.rows().len()), (lava, 1));
}

mod objects;
