//! A zone in a window: what the pointer tells without a driver that draws, and pictures with one.

use std::cell::RefCell;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use eframe::egui::{self, Color32, vec2};
use eframe::wgpu;
use egui_kittest::Harness;
use landwright_core::problem::Severity;
use landwright_core::world::zone::preview::{Plan, Preview, Rule};
use landwright_core::world::zone::thing::{Kind, Thing, ThingId};

use super::plan::ZonePictures;
use super::scene::tests::Stand;
use super::view::{Seat, ZoneEvent, show};
use crate::canvas::steer::LeftButton;
use crate::kind::rose::tool::ZonePointer;
use crate::kind::rose::view::gizmo::{Gizmo, GizmoKind};
use crate::kind::rose::view::span::ZoneSpan;
use crate::kind::rose::view::symbol::colour_of;
use crate::view::Camera;
use crate::view::hand::Phase;

const SIZE: egui::Vec2 = vec2(1000.0, 700.0);

/// A window with a zone in it and nothing else.
struct Bench {
    stand: Stand,
    pictures: ZonePictures,
    camera: Option<Camera>,
    events: Vec<ZoneEvent>,
    is_busy: bool,
}

impl Bench {
    fn new(stand: Stand, camera: Option<Camera>) -> Bench {
        let pictures = ZonePictures::default();
        Bench { stand, pictures, camera, events: Vec::new(), is_busy: false }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        let seat = Seat {
            name: "Zone view",
            camera: self.camera,
            size: None,
            left: LeftButton::IsTheTools,
            is_busy: self.is_busy,
            is_active: true,
            hover: None,
        };
        for event in show(ui, seat, &self.stand.scene(), &mut self.pictures).0 {
            match event {
                ZoneEvent::Look(camera, _) => self.camera = Some(camera),
                ZoneEvent::Point(pointer) => {
                    self.is_busy = matches!(pointer.phase, Phase::Press | Phase::Drag);
                    self.events.push(event);
                }
                ZoneEvent::Hover(_) | ZoneEvent::Focus => self.events.push(event),
            }
        }
        while self.pictures.grounds.wait(ui.ctx()) {}
        self.pictures.forget_unused();
    }
}

fn has_driver() -> bool {
    let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    let instance = wgpu::Instance::new(descriptor);
    let options = wgpu::RequestAdapterOptions::default();
    let mut adapter = pin!(instance.request_adapter(&options));
    let mut context = Context::from_waker(Waker::noop());
    matches!(adapter.as_mut().poll(&mut context), Poll::Ready(Ok(_)))
}

/// As a person sees it; `None` where no driver draws.
fn picture(bench: Bench) -> Option<(image::RgbaImage, Camera)> {
    if !has_driver() {
        eprintln!("skipped: no graphics driver is installed");
        return None;
    }
    let bench = Rc::new(RefCell::new(bench));
    let shown = Rc::clone(&bench);
    let mut window =
        Harness::builder().with_size(SIZE).wgpu().build_ui(move |ui| shown.borrow_mut().show(ui));
    window.run_steps(4);
    let image = window.render().unwrap();
    if let Some(folder) = std::env::var_os("LANDWRIGHT_SHOTS") {
        let name = std::thread::current().name().unwrap_or("shot").replace("::", "-");
        image.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
    let camera = bench.borrow().camera.unwrap();
    Some((image, camera))
}

fn camera_at(stand: &Stand, id: ThingId, points_per_cell: f32) -> Camera {
    let at = stand.zone.thing(id).unwrap().pos_in_file_cm();
    let middle_in_cells = ZoneSpan::of(&stand.zone).map_from_file(at);
    Camera { middle_in_cells, points_per_cell }
}

#[test]
fn far_away_a_zone_is_seen_with_clusters() {
    let stand = Stand::new(4, 3, 3000);
    let Some((image, _)) = picture(Bench::new(stand, None)) else { return };
    let background = *image.get_pixel(500, 350);
    let n_other = image.pixels().filter(|pixel| **pixel != background).count();
    assert!(n_other > 300_000, "{n_other}");
}

#[test]
fn near_a_thing_its_symbol_is_in_the_middle() {
    for kind in [Kind::Spawn, Kind::Npc, Kind::Cnst] {
        let mut stand = Stand::new(1, 1, 60);
        for other in Kind::ALL.into_iter().filter(|other| *other != kind) {
            stand.layers.kind_mut(other).unwrap().shown = crate::view::Shown::No;
        }
        let camera = camera_at(&stand, stand.ids(kind)[0], 24.0);
        let Some((image, _)) = picture(Bench::new(stand, Some(camera))) else { return };
        let [r, g, b] = colour_of(kind);
        let middle = (SIZE / 2.0).round();
        let pixel = image.get_pixel(middle.x as u32, middle.y as u32);
        assert_eq!(pixel.0, [r, g, b, 255], "{kind}");
    }
}

#[test]
fn everything_at_once_is_drawn() {
    let mut stand = Stand::new(2, 2, 400);
    let spawns = stand.ids(Kind::Spawn);
    stand.selection.extend([spawns[0], stand.ids(Kind::Cnst)[0]]);
    stand.selection.extend(stand.ids(Kind::Npc).first());
    stand.hover = spawns.get(1).copied();
    stand.problems =
        vec![(spawns[2], Severity::Error), (stand.ids(Kind::Warp)[0], Severity::Warning)];
    let at = stand.zone.thing(spawns[0]).map(Thing::pos_in_file_cm).unwrap();
    let gizmo = Gizmo::new(GizmoKind::Rotate, [at.x, at.y]);
    stand.gizmo = Some(Gizmo { turned_degrees: 50.0, ..gizmo });
    let plan = Plan { seed: 1, rule: Rule::Progress, life_s: None };
    let mut preview = Preview::new(&stand.zone, plan);
    preview.advance(120.0);
    stand.preview = Some(preview);
    stand.layers.walks = crate::view::Shown::Yes;
    stand.layers.patches = crate::view::Shown::Yes;
    let camera = camera_at(&stand, spawns[0], 7.0);
    let Some((image, _)) = picture(Bench::new(stand, Some(camera))) else { return };
    let pink = Color32::from_rgb(255, 60, 150);
    let n_pink = image.pixels().filter(|pixel| pixel.0 == pink.to_array()).count();
    assert!(n_pink > 20, "what is selected is marked: {n_pink}");
}

#[test]
fn heights_and_cells_are_drawn_where_they_are_asked_for() {
    let mut stand = Stand::new(2, 2, 200);
    stand.layers.ground = crate::kind::rose::view::ZoneGround::Heights;
    stand.layers.cells = crate::view::Shown::Yes;
    let camera = camera_at(&stand, stand.ids(Kind::Npc)[0], 18.0);
    let Some((image, _)) = picture(Bench::new(stand, Some(camera))) else { return };
    let n_grey =
        image.pixels().filter(|pixel| pixel.0[0] == pixel.0[1] && pixel.0[1] == pixel.0[2]);
    assert!(n_grey.count() * 3 < image.pixels().len(), "ground has colours");
}

#[test]
fn the_pointer_tells_where_it_is_in_the_files() {
    let stand = Stand::new(1, 1, 40);
    let id = stand.ids(Kind::Npc)[0];
    let at = stand.zone.thing(id).unwrap().pos_in_file_cm();
    let camera = camera_at(&stand, id, 10.0);
    let bench = Rc::new(RefCell::new(Bench::new(stand, Some(camera))));
    let shown = Rc::clone(&bench);
    let mut window =
        Harness::builder().with_size(SIZE).build_ui(move |ui| shown.borrow_mut().show(ui));
    window.run_steps(2);
    let middle = (SIZE / 2.0).to_pos2();
    window.hover_at(middle);
    window.run_steps(1);
    window.drag_at(middle);
    window.run_steps(1);
    window.hover_at(middle + vec2(100.0, 0.0));
    window.run_steps(1);
    window.drop_at(middle + vec2(100.0, 0.0));
    window.run_steps(1);
    let events = bench.borrow().events.clone();
    let phases: Vec<(Phase, [f64; 2], f64)> = events
        .iter()
        .filter_map(|event| match event {
            ZoneEvent::Point(ZonePointer { phase, at_file_cm, cm_per_point, .. }) => {
                Some((*phase, *at_file_cm, *cm_per_point))
            }
            _ => None,
        })
        .collect();
    let (phase, [x, y], cm_per_point) = phases[0];
    assert_eq!(phase, Phase::Press);
    assert!((cm_per_point - 25.0).abs() < 1e-3, "{cm_per_point}");
    assert!((x - at.x).abs() < 1.0 && (y - at.y).abs() < 1.0, "{x} {y} {at:?}");
    let (last, [x, _], _) = phases[phases.len() - 1];
    assert_eq!(last, Phase::Release);
    assert!((x - at.x - 2500.0).abs() < 1.0, "ten cells to the east");
    assert!(events.contains(&ZoneEvent::Focus));
}

#[test]
fn panning_makes_no_picture_again() {
    let stand = Stand::new(2, 2, 100);
    let bench = Rc::new(RefCell::new(Bench::new(stand, None)));
    let shown = Rc::clone(&bench);
    let mut window =
        Harness::builder().with_size(SIZE).build_ui(move |ui| shown.borrow_mut().show(ui));
    window.run_steps(4);
    let before = bench.borrow().pictures.grounds.n_made();
    assert!(before >= 4, "{before}");
    for _ in 0..5 {
        if let Some(camera) = &mut bench.borrow_mut().camera {
            camera.middle_in_cells.x += 3.0;
        }
        window.run_steps(1);
    }
    assert_eq!(bench.borrow().pictures.grounds.n_made(), before);
    bench
        .borrow_mut()
        .stand
        .act(r#"{"action":"shape-heights","region":"everything","how":{"raise":100}}"#);
    window.run_steps(3);
    assert!(bench.borrow().pictures.grounds.n_made() > before, "the ground is another");
}

#[test]
fn the_minimap_shows_what_the_game_shows_and_a_click_says_where() {
    let stand = Stand::new(2, 2, 200);
    let pictures = ZonePictures::default();
    let bench = Rc::new(RefCell::new((stand, pictures, None)));
    let shown = Rc::clone(&bench);
    let size = vec2(216.0, 216.0);
    let mut window = Harness::builder().with_size(size).build_ui(move |ui| {
        let (stand, pictures, clicked) = &mut *shown.borrow_mut();
        let at = super::minimap::show(ui, &stand.scene(), None, pictures);
        *clicked = clicked.or(at);
        while pictures.grounds.wait(ui.ctx()) {}
    });
    window.run_steps(3);
    assert_eq!(bench.borrow().1.grounds.n_made(), 4, "one small picture of each block");
    window.drag_at((size / 2.0).to_pos2());
    window.run_steps(1);
    window.drop_at((size / 2.0).to_pos2());
    window.run_steps(1);
    let middle = ZoneSpan::of(&bench.borrow().0.zone).size_in_cells() / 2.0;
    let clicked = bench.borrow().2.unwrap();
    assert!(clicked.distance(middle) < 1.0, "{clicked}");
}
