//! An open ground by its model: shaped, painted and walled with undo, saved, recovered, merged.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::Version;
use landwright_core::format::ragnarok::gnd::{self, Gnd};
use landwright_core::sample::ragnarok::{Plan, island, pictures, scene};
use landwright_core::space::ragnarok::{Corner, CubePos};
use landwright_core::world::gnd::face::Face;
use tempfile::TempDir;

use crate::command::CommandId;
use crate::kind::ground::commands::{ALL_WALLS, TOOLS};
use crate::kind::ground::document::GroundDocument;
use crate::kind::ground::message::ToGround;
use crate::kind::ground::tool::{Settings, Tool};
use crate::message::Message;
use crate::message::dialog::{Answer, Dialog};
use crate::message::sent::Sent;
use crate::model::Model;
use crate::model::trial::brought_back;
use crate::settings::Settings as OfWindow;
use crate::view::hand::{Held, Phase};
use crate::view::id::DocumentId;

struct Desk {
    folder: TempDir,
    model: Model,
}

fn made_up() -> Gnd {
    let plan = Plan { seed: 3, width: 24, height: 16, version: Version::V1_2 };
    scene::ground(&island(plan).gat, 3)
}

impl Desk {
    /// With the made-up ground in front, and its textures around it.
    fn new() -> Desk {
        let folder = TempDir::new().unwrap();
        for file in pictures::files() {
            let path = folder.path().join(&file.path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file.bytes).unwrap();
        }
        fs::create_dir_all(folder.path().join("data")).unwrap();
        fs::write(folder.path().join("data/isle.gnd"), gnd::write(&made_up())).unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let model = Model::new(OfWindow::default(), Some(home), Arc::new(|| ()));
        let mut desk = Desk { folder, model };
        let file = desk.file();
        desk.handle(Message::Open(vec![file]));
        desk
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/isle.gnd")
    }

    fn handle(&mut self, message: Message) {
        self.model.handle(message);
        self.model.settle();
    }

    fn run(&mut self, id: CommandId) {
        assert!(self.model.can_run(id), "{}", id.command().name);
        self.handle(Message::Command(id));
    }

    fn take(&mut self, tool: Tool) {
        let (_, command) = TOOLS.into_iter().find(|(own, _)| *own == tool).unwrap();
        self.run(command);
        assert_eq!((self.ground().tool, self.model.is_on(command)), (tool, Some(true)));
    }

    fn ground(&self) -> &GroundDocument {
        let any: &dyn std::any::Any = self.model.active_kind().unwrap();
        any.downcast_ref().unwrap()
    }

    fn id(&self) -> DocumentId {
        self.ground().id
    }

    fn send(&mut self, message: ToGround) {
        let id = self.id();
        self.handle(Message::Kind(id, Sent::new(message)));
    }

    fn set(&mut self, set: impl Fn(&mut Settings)) {
        let mut settings = self.ground().settings;
        set(&mut settings);
        self.send(ToGround::Set(settings));
    }

    fn hand(&mut self, phase: Phase, at: [f64; 2], held: Held) {
        self.send(ToGround::Stroke { phase, at, held });
    }

    fn stroke_held(&mut self, way: &[[f64; 2]], held: Held) {
        self.hand(Phase::Press, way[0], held);
        way[1..].iter().for_each(|at| self.hand(Phase::Drag, *at, held));
        self.hand(Phase::Release, way[way.len() - 1], held);
    }

    fn stroke(&mut self, way: &[[f64; 2]]) {
        self.stroke_held(way, Held::default());
    }

    fn height(&self, x: u32, y: u32) -> f32 {
        self.ground().height_of(CubePos { x, y }).unwrap()
    }

    fn texture(&self, x: u32, y: u32) -> Option<i16> {
        let ground = self.ground().ground();
        let number = ground.surface_at(CubePos { x, y }, Face::Top)?;
        Some(ground.surface(number).unwrap().texture)
    }

    fn bytes(&self) -> Vec<u8> {
        self.ground().ground().to_bytes()
    }

    fn titles(&self) -> Vec<String> {
        self.ground().editing.rows().iter().map(|row| row.title.clone()).collect()
    }

    fn brought_back(self) -> Desk {
        let Desk { folder, model } = self;
        drop(model);
        let model = brought_back(folder.path().join("home"));
        Desk { folder, model }
    }
}

const SHIFT: Held = Held { ctrl: false, alt: false, shift: true };
const ALT: Held = Held { ctrl: false, alt: true, shift: false };

#[test]
fn a_stroke_is_one_step_and_the_file_keeps_all_other_bytes() {
    let mut desk = Desk::new();
    let before = fs::read(desk.file()).unwrap();
    let height = desk.height(4, 4);
    desk.take(Tool::Raise);
    desk.set(|settings| (settings.radius, settings.by, settings.is_soft) = (1.0, 7.0, false));
    desk.stroke(&[[4.5, 4.5], [5.5, 4.5], [7.5, 4.5]]);
    assert!((desk.height(4, 4) - height - 7.0).abs() < 0.01);
    assert_eq!(desk.titles(), ["Raise the ground"]);
    desk.run(CommandId::Save);
    let after = gnd::read(&fs::read(desk.file()).unwrap()).unwrap();
    let old = made_up();
    assert!(after.surfaces == old.surfaces && after.lightmaps == old.lightmaps);
    let changed = after.cubes().iter().zip(old.cubes()).filter(|(new, old)| new != old).count();
    assert!((18..45).contains(&changed), "{changed}");
    desk.run(CommandId::Undo);
    desk.run(CommandId::Save);
    assert!(fs::read(desk.file()).unwrap() == before);
    desk.run(CommandId::Redo);
    // One that is given up is no step, and Shift reverses.
    let now = desk.bytes();
    desk.hand(Phase::Press, [2.5, 2.5], Held::default());
    desk.hand(Phase::Drag, [6.5, 2.5], Held::default());
    assert!(desk.bytes() != now, "it is seen at once");
    desk.hand(Phase::GiveUp, [6.5, 2.5], Held::default());
    assert!(desk.bytes() == now);
    desk.stroke_held(&[[4.5, 4.5], [5.5, 4.5], [7.5, 4.5]], SHIFT);
    assert!((desk.height(4, 4) - height).abs() < 0.01);
    assert_eq!(desk.titles().last().unwrap(), "Lower the ground");
}

#[test]
fn heights_are_picked_set_flattened_smoothed_and_ramped() {
    let mut desk = Desk::new();
    desk.set(|settings| (settings.radius, settings.is_soft) = (1.5, false));
    desk.take(Tool::SetHeight);
    desk.stroke_held(&[[8.5, 3.5]], ALT);
    let picked = desk.height(8, 3);
    assert_eq!((desk.ground().settings.height, desk.titles().len()), (picked, 0));
    desk.set(|settings| settings.height = 50.0);
    desk.stroke(&[[3.5, 3.5]]);
    assert_eq!(desk.height(3, 3), 50.0);
    desk.take(Tool::Flatten);
    desk.stroke(&[[3.5, 3.5], [5.5, 3.5], [7.5, 3.5]]);
    assert_eq!(desk.height(7, 3), 50.0);
    desk.take(Tool::Smooth);
    desk.stroke(&[[9.5, 3.5]]);
    desk.take(Tool::Ramp);
    desk.stroke(&[[1.5, 1.5], [5.5, 6.5], [10.5, 1.5]]);
    let way: Vec<f32> = (1..=10).map(|x| desk.height(x, 1)).collect();
    let is_level =
        way.windows(2).all(|pair| (pair[1] - pair[0]).signum() == (way[9] - way[0]).signum());
    assert!(is_level, "{way:?}");
    assert_eq!(desk.titles(), ["Set heights", "Set heights", "Smooth the ground", "Make a ramp"]);
    (0..4).for_each(|_| desk.run(CommandId::Undo));
    assert!(desk.ground().ground().to_gnd() == made_up());
}

#[test]
fn textures_walls_and_holes_are_painted_and_the_picture_follows() {
    let mut desk = Desk::new();
    desk.set(|settings| (settings.radius, settings.texture) = (1.0, 5));
    desk.take(Tool::Paint);
    desk.stroke(&[[4.5, 4.5], [6.5, 4.5]]);
    assert_eq!((desk.texture(4, 4), desk.texture(6, 4)), (Some(5), Some(5)));
    assert_eq!(desk.ground().land_of, Some(desk.ground().editing.revision()));
    assert!(desk.ground().land().unwrap().textures.iter().any(Option::is_some));
    desk.stroke_held(&[[0.5, 0.5]], ALT);
    assert_eq!(i32::from(desk.ground().settings.texture), i32::from(desk.texture(0, 0).unwrap()));
    desk.send(ToGround::AddTexture("island\\mud.bmp".to_owned()));
    assert_eq!((desk.ground().settings.texture, desk.ground().ground().textures().len()), (6, 7));
    desk.take(Tool::Hole);
    desk.stroke(&[[4.5, 4.5]]);
    assert_eq!(desk.texture(4, 4), None);
    desk.stroke_held(&[[4.5, 4.5]], SHIFT);
    assert_eq!(desk.texture(4, 4), Some(6));
    let n_walls = |desk: &Desk| {
        let gnd = desk.ground().ground().to_gnd();
        gnd.cubes().iter().flat_map(|cube| [cube.north, cube.east]).filter(|it| *it >= 0).count()
    };
    let before = n_walls(&desk);
    desk.take(Tool::Wall);
    desk.stroke_held(&[[1.5, 1.5], [10.5, 1.5], [10.5, 6.5]], SHIFT);
    let fewer = n_walls(&desk);
    desk.send(ToGround::Select(Some(CubePos { x: 5, y: 5 })));
    desk.send(ToGround::SetCorner(Corner::NorthEast, "99".to_owned()));
    desk.run(ALL_WALLS);
    assert!(fewer <= before && n_walls(&desk) >= fewer + 2);
    desk.send(ToGround::PaintFace(Face::East));
    desk.send(ToGround::Rename(0, "island\\lawn.bmp".to_owned()));
    desk.run(CommandId::Save);
    let saved = gnd::read(&fs::read(desk.file()).unwrap()).unwrap();
    assert!(saved == desk.ground().ground().to_gnd());
    assert_eq!(saved.textures[0].as_bytes(), b"island\\lawn.bmp");
    let n_steps = desk.titles().len();
    (0..n_steps).for_each(|_| desk.run(CommandId::Undo));
    assert!(desk.ground().ground().to_gnd() == made_up());
}

#[test]
fn corners_are_typed_for_one_cube_alone_and_what_is_no_number_is_refused() {
    let mut desk = Desk::new();
    desk.take(Tool::Select);
    desk.stroke(&[[3.5, 2.5]]);
    assert_eq!(desk.ground().cube, Some(CubePos { x: 3, y: 2 }));
    let beside = |desk: &Desk| desk.ground().ground().cube(CubePos { x: 4, y: 2 });
    let before = beside(&desk);
    desk.send(ToGround::SetCorner(Corner::SouthEast, "12.5".to_owned()));
    let cube = desk.ground().ground().cube(CubePos { x: 3, y: 2 }).unwrap();
    assert_eq!((cube.altitude[1], beside(&desk)), (F32::new(-12.5), before));
    desk.send(ToGround::SetCorner(Corner::SouthEast, "high".to_owned()));
    assert_eq!(desk.titles(), ["Set corners of cube 3, 2"]);
}

#[test]
fn what_was_shaped_and_painted_is_there_again_after_a_crash() {
    let mut desk = Desk::new();
    desk.take(Tool::Raise);
    desk.stroke(&[[4.5, 4.5], [8.5, 4.5]]);
    desk.set(|settings| settings.texture = 4);
    desk.take(Tool::Paint);
    desk.stroke(&[[2.5, 2.5]]);
    let now = desk.bytes();
    let mut desk = desk.brought_back();
    assert!(desk.bytes() == now && !desk.ground().editing.is_saved());
    desk.run(CommandId::Undo);
    desk.run(CommandId::Undo);
    assert!(desk.ground().ground().to_gnd() == made_up());
}

#[test]
fn what_changed_on_disk_is_merged_and_conflicts_are_decided_in_the_panel() {
    let mut desk = Desk::new();
    desk.send(ToGround::Select(Some(CubePos { x: 3, y: 2 })));
    desk.send(ToGround::SetCorner(Corner::SouthWest, "1".to_owned()));
    let mut theirs = made_up();
    theirs.cubes_mut()[2 * 12 + 3].altitude[0] = F32::new(-2.0);
    theirs.cubes_mut()[0].altitude[0] = F32::new(-9.0);
    fs::write(desk.file(), gnd::write(&theirs)).unwrap();
    let file = desk.file();
    desk.handle(Message::FileChanged(file));
    let id = desk.id();
    assert!(matches!(desk.model.dialog(), Some(Dialog::ChangedOnDisk { .. })));
    desk.handle(Message::Answer(Answer::Merge(id)));
    assert_eq!(desk.model.dialog(), None);
    let corner = |desk: &Desk, x: u32, y: u32| {
        desk.ground().ground().cube(CubePos { x, y }).unwrap().altitude[0].get()
    };
    assert_eq!((corner(&desk, 3, 2), corner(&desk, 0, 0)), (-1.0, -9.0));
    let mut desk = desk.brought_back();
    let file = desk.file();
    desk.handle(Message::FileChanged(file));
    assert_eq!(desk.model.dialog(), None, "it was merged already");
    let n_open = |desk: &Desk| desk.ground().common.conflicts.as_ref().unwrap().open().len();
    assert_eq!(n_open(&desk), 1);
    desk.run(CommandId::NextConflict);
    assert_eq!(desk.ground().cube, Some(CubePos { x: 3, y: 2 }));
    desk.run(CommandId::TakeTheirs);
    assert_eq!((corner(&desk, 3, 2), n_open(&desk)), (-2.0, 0));
    assert!(desk.ground().ground().to_gnd() == theirs);
    desk.run(CommandId::Undo);
    assert_eq!((corner(&desk, 3, 2), n_open(&desk)), (-1.0, 1));
}

#[test]
fn problems_lead_to_their_cubes_and_a_3d_view_follows_the_ground() {
    let mut desk = Desk::new();
    let mut broken = made_up();
    broken.cubes_mut()[12 + 5].top = 30_000;
    fs::write(desk.file(), gnd::write(&broken)).unwrap();
    let file = desk.file();
    desk.handle(Message::FileChanged(file));
    let problems = &desk.ground().problems;
    let found = problems.iter().position(|it| it.code == "gnd-nowhere").unwrap();
    let id = desk.id();
    desk.handle(Message::ShowProblem(id, found));
    assert_eq!(desk.ground().cube, Some(CubePos { x: 5, y: 1 }));
    assert!(desk.ground().staged.is_none());
    desk.run(CommandId::New3dView);
    let casts = desk.ground().n_casts;
    assert!(desk.ground().staged.as_ref().unwrap().is_ok() && casts > 0);
    desk.send(ToGround::SetCorner(Corner::SouthWest, "31".to_owned()));
    assert!(desk.ground().n_casts > casts);
}
