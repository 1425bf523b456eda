//! What a frame of a 1280 × 800 window costs, with a map from above and in 3D: standing still,
//! turning all of the map, turning near the ground, and painting. Frames are read back, which a
//! window on a screen does not do; what stands still beside the rest says how much that is.

use std::fs;
use std::time::{Duration, Instant};

use eframe::egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::sample::ragnarok::{Plan, island};
use landwright_editor::command::CommandId;
use landwright_editor::message::Message;
use landwright_editor::settings::Settings;
use landwright_editor::view::orbit::Orbit;
use landwright_editor::window::App;

type Failure = Box<dyn std::error::Error>;
type Window = Harness<'static, App>;

const SIDES: [u16; 3] = [512, 1024, 4096];
const N_ROUNDS: usize = 5;
const N_FRAMES: usize = 12;

fn main() -> Result<(), Failure> {
    println!("milliseconds a frame: median, and the slowest of {}", N_ROUNDS * N_FRAMES);
    for side in SIDES {
        measure(side)?;
    }
    Ok(())
}

fn measure(side: u16) -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("map.gat");
    let plan = Plan { seed: 1, width: side, height: side, version: Version::V1_3 };
    fs::write(&file, gat::write(&island(plan).gat))?;
    let mut window = Harness::builder()
        .with_size(vec2(1280.0, 800.0))
        .wgpu()
        .build_eframe(|context| App::new(&context.egui_ctx, Settings::default(), None));
    send(&mut window, Message::Open(vec![file]));
    settle(&mut window)?;
    let mut table = Table::default();
    for _ in 0..N_ROUNDS * N_FRAMES {
        table.add("from above, still", frame(&mut window)?);
    }
    let start = Instant::now();
    send(&mut window, Message::Command(CommandId::New3dView));
    let n_frames = settle(&mut window)?;
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    println!(
        "{side} × {side}: in 3D and as fine as it gets after {milliseconds:.0} ms, {n_frames} frames"
    );
    let far = orbit(&window)?;
    let near = Orbit { distance_in_world: 300.0, pitch_degrees: 30.0, ..far };
    for _ in 0..N_ROUNDS {
        for (name, orbit) in [("3D, all of it", far), ("3D, near the ground", near)] {
            turn(&mut window, &mut table, name, orbit)?;
        }
        paint(&mut window, &mut table, "3D, painting near the ground")?;
        turn(&mut window, &mut table, "3D, all of it", far)?;
        paint(&mut window, &mut table, "3D, painting all of it")?;
    }
    table.print();
    Ok(())
}

/// Once still, and once turning.
fn turn(
    window: &mut Window,
    table: &mut Table,
    name: &'static str,
    mut orbit: Orbit,
) -> Result<(), Failure> {
    look(window, orbit)?;
    settle(window)?;
    for _ in 0..N_FRAMES {
        table.add(name, frame(window)?);
    }
    let turning = match name {
        "3D, all of it" => "3D, all of it, turning",
        _ => "3D, near the ground, turning",
    };
    for _ in 0..N_FRAMES {
        orbit.turn(glam::vec2(9.0, 0.0));
        look(window, orbit)?;
        table.add(turning, frame(window)?);
    }
    look(window, orbit)?;
    settle(window)?;
    Ok(())
}

/// A stroke of a brush of radius 16 through the middle of the view, a movement a frame.
fn paint(window: &mut Window, table: &mut Table, name: &'static str) -> Result<(), Failure> {
    let mut tools = window.state().model().tools.clone();
    tools.maps.set_brush_size(33);
    send(window, tools.set());
    let rect = window.get_by_label_contains("3D view of").rect();
    let button = |pos: Pos2, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let start = rect.center() - vec2(60.0, 0.0);
    window.hover_at(start);
    window.step();
    window.event(button(start, true));
    for n in 0..N_FRAMES {
        let at = start + vec2(n as f32 * 10.0, n as f32 * 3.0);
        window.hover_at(at);
        table.add(name, frame(window)?);
    }
    window.event(button(start, false));
    send(window, Message::Command(CommandId::Undo));
    settle(window)?;
    Ok(())
}

fn frame(window: &mut Window) -> Result<Duration, Failure> {
    let start = Instant::now();
    window.step();
    window.render()?;
    Ok(start.elapsed())
}

fn send(window: &mut Window, message: Message) {
    window.state_mut().model_mut().handle(message);
}

/// How many frames it took until nothing moved any more.
fn settle(window: &mut Window) -> Result<usize, Failure> {
    for n in 1..2000 {
        window.state_mut().model_mut().settle();
        frame(window)?;
        let shown = window.output().viewport_output.values().next();
        if shown.is_none_or(|shown| shown.repaint_delay > Duration::ZERO) {
            return Ok(n);
        }
    }
    Err("the window does not come to rest".into())
}

fn orbit(window: &Window) -> Result<Orbit, Failure> {
    let model = window.state().model();
    let view = model.active_view().and_then(|id| model.view(id));
    view.and_then(|view| view.orbit).ok_or_else(|| "there is no view in space".into())
}

fn look(window: &mut Window, orbit: Orbit) -> Result<(), Failure> {
    let model = window.state().model();
    let id = model.active_view().ok_or("no view is active")?;
    let size = model.view(id).and_then(|view| view.size).ok_or("the view has no size")?;
    send(window, Message::LookFrom(id, orbit, size));
    Ok(())
}

/// Times by name, in the order in which the names came.
#[derive(Default)]
struct Table(Vec<(&'static str, Vec<Duration>)>);

impl Table {
    fn add(&mut self, name: &'static str, time: Duration) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, times)) => times.push(time),
            None => self.0.push((name, vec![time])),
        }
    }

    fn print(mut self) {
        for (name, times) in &mut self.0 {
            times.sort_unstable();
            let milliseconds =
                |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0);
            let (median, slowest) = (times.get(times.len() / 2), times.last());
            println!("  {name:32} {:7.1} {:7.1}", milliseconds(median), milliseconds(slowest));
        }
    }
}
