//! A hand at the window: clicks what has a label, presses keys, points at cells.

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    self, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, ViewportCommand, ViewportId,
    vec2,
};
use eframe::wgpu;
use egui_kittest::kittest::{AccessKitNode, Queryable, by};
use egui_kittest::{Harness, Node};
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::gat::{self, Gat, Terrain, Tile, Version};
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::GatMap;
use landwright_editor::command::shortcut::Shortcut;
use landwright_editor::command::{CommandId, Menu};
use landwright_editor::kind::ragnarok::document::MapDocument;
use landwright_editor::message::Message;
use landwright_editor::model::Model;
use landwright_editor::settings::Settings;
use landwright_editor::view::Camera;
use landwright_editor::view::id::ViewId;
use landwright_editor::window::App;
use tempfile::TempDir;

/// The window, and whoever sits before it.
pub(crate) struct Hand {
    pub(crate) window: Harness<'static, App>,
    folder: TempDir,
    has_closed: bool,
}

impl Hand {
    /// A first start: no settings, nothing open.
    pub(crate) fn at_start() -> Hand {
        Hand::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Hand {
        Hand::in_folder(TempDir::new().unwrap(), settings)
    }

    /// With what an earlier window left in a folder.
    pub(crate) fn in_folder(folder: TempDir, settings: Settings) -> Hand {
        let home = folder.path().join("home");
        // What a person trusts is nothing to tests.
        let own = format!("landwright-window-tests-{}", std::process::id());
        landwright_editor::trust::keep_in(std::env::temp_dir().join(own));
        fs::create_dir_all(&home).unwrap();
        let window = Harness::builder()
            .with_size(vec2(1280.0, 800.0))
            .build_eframe(|context| App::new(&context.egui_ctx, settings, Some(home)));
        let mut hand = Hand { window, folder, has_closed: false };
        hand.settle();
        hand
    }

    /// A window that can be looked at; `None` where no driver draws.
    pub(crate) fn with_driver() -> Option<Hand> {
        if !has_driver() {
            eprintln!("skipped: no graphics driver is installed");
            return None;
        }
        let folder = TempDir::new().unwrap();
        let home = folder.path().join("home");
        fs::create_dir_all(&home).unwrap();
        let window = Harness::builder()
            .with_size(vec2(1280.0, 800.0))
            .wgpu()
            .build_eframe(|context| App::new(&context.egui_ctx, Settings::default(), Some(home)));
        let mut hand = Hand { window, folder, has_closed: false };
        hand.settle();
        Some(hand)
    }

    /// With a map of 40 × 30 cells of type 0 open, as the command line opens it.
    pub(crate) fn with_map() -> Hand {
        let mut hand = Hand::at_start();
        let file = hand.put("map.gat", &flat(40, 30));
        hand.open(&file);
        hand
    }

    /// The next start in a folder where a window ended without a word.
    pub(crate) fn after_a_crash(folder: TempDir) -> Hand {
        let (settings, _) = Settings::load(&folder.path().join("home"));
        let mut hand = Hand::in_folder(folder, settings);
        hand.window.state_mut().model_mut().offer_recovery();
        hand.settle();
        hand
    }

    /// The window is gone, but not what it left.
    pub(crate) fn leave(self) -> TempDir {
        drop(self.window);
        self.folder
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).unwrap().join(name)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.file("home")
    }

    pub(crate) fn put(&self, name: &str, map: &Gat) -> PathBuf {
        let file = self.file(name);
        fs::write(&file, gat::write(map)).unwrap();
        file
    }

    pub(crate) fn open(&mut self, file: &Path) {
        self.send(Message::Open(vec![file.to_path_buf()]));
    }

    pub(crate) fn run(&mut self, id: CommandId) {
        self.send(Message::Command(id));
    }

    /// What comes from outside the window, such as a file that changed on disk.
    pub(crate) fn send(&mut self, message: Message) {
        self.send_all([message]);
    }

    pub(crate) fn send_all(&mut self, messages: impl IntoIterator<Item = Message>) {
        for message in messages {
            self.window.state_mut().model_mut().handle(message);
        }
        self.settle();
    }

    /// Lets the window and its jobs go on until nothing moves any more.
    pub(crate) fn settle(&mut self) {
        for _ in 0..100 {
            self.window.step();
            let is_working = !self.model().jobs().is_empty();
            self.window.state_mut().model_mut().settle();
            let shown = &self.window.output().viewport_output[&ViewportId::ROOT];
            self.has_closed |= shown.commands.contains(&ViewportCommand::Close);
            if !is_working && shown.repaint_delay > Duration::ZERO {
                return;
            }
        }
        panic!("the window does not come to rest");
    }

    pub(crate) fn model(&self) -> &Model {
        self.window.state().model()
    }

    pub(crate) fn document(&self) -> &MapDocument {
        self.model().active_map().expect("a document is open")
    }

    pub(crate) fn map(&self) -> GatMap {
        self.document().map().clone()
    }

    pub(crate) fn kind(&self, x: u32, y: u32) -> u32 {
        self.document().map().terrain(TilePos { x, y }).unwrap().0
    }

    /// The steps of the history in words.
    pub(crate) fn steps(&self) -> Vec<String> {
        self.document().editing().rows().into_iter().map(|row| row.title).collect()
    }

    pub(crate) fn shows(&self, label: &str) -> bool {
        self.window.query_all_by_label(label).next().is_some()
    }

    pub(crate) fn shows_part(&self, part: &str) -> bool {
        self.window.query_all_by_label_contains(part).next().is_some()
    }

    #[track_caller]
    pub(crate) fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.settle();
    }

    /// Clicks a button where other things have the same label.
    #[track_caller]
    pub(crate) fn click_button(&mut self, label: &str) {
        self.window.get_by_role_and_label(Role::Button, label).click();
        self.settle();
    }

    #[track_caller]
    pub(crate) fn click_part(&mut self, part: &str) {
        self.window.get_by_label_contains(part).click();
        self.settle();
    }

    /// Whether the window was told to close.
    pub(crate) fn has_closed(&self) -> bool {
        self.has_closed
    }

    /// The person comes back from another program.
    pub(crate) fn get_focus(&mut self) {
        self.window.event(Event::WindowFocused(true));
        self.settle();
    }

    /// Clicks the cross of the desktop.
    pub(crate) fn close_window(&mut self) {
        let viewport = self.window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        self.settle();
        let viewport = self.window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.clear();
    }

    pub(crate) fn drop_file(&mut self, file: &Path) {
        let file = Arc::new(Dropped(file.to_path_buf()));
        self.window.input_mut().dropped_files.push(file);
        self.settle();
    }

    /// Opens the menu of a command and takes its entry.
    #[track_caller]
    pub(crate) fn choose(&mut self, id: CommandId) {
        self.open_menu(id.command().menu);
        self.entry(id).click();
        self.settle();
    }

    /// The entry of a menu that is open.
    #[track_caller]
    pub(crate) fn entry(&self, id: CommandId) -> Node<'_> {
        let name = id.command().name;
        let is_it = move |node: &AccessKitNode<'_>| node.author_id() == Some(name);
        self.window.get(by().predicate(is_it))
    }

    #[track_caller]
    pub(crate) fn open_menu(&mut self, menu: Menu) {
        // The bar is above everything else that may have this label.
        self.window.get_all_by_role_and_label(Role::Button, menu.text()).next().unwrap().click();
        self.settle();
    }

    /// Presses keys as the table of commands writes them.
    #[track_caller]
    pub(crate) fn press(&mut self, keys: &str) {
        let shortcut: Shortcut = keys.parse().unwrap();
        let key = Key::from_name(&shortcut.key).unwrap();
        let modifiers = Modifiers {
            ctrl: shortcut.with_ctrl,
            command: shortcut.with_ctrl,
            alt: shortcut.with_alt,
            shift: shortcut.with_shift,
            mac_cmd: false,
        };
        self.window.key_press_modifiers(modifiers, key);
        self.settle();
    }

    pub(crate) fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.window.event(Event::Text(letter.to_string()));
        }
        self.settle();
    }

    /// The view that keys mean, and where it is in the window.
    pub(crate) fn view(&self) -> (ViewId, egui::Rect) {
        let label = format!("Map view of {}", self.document().name);
        (self.model().active_view().unwrap(), self.window.get_by_label(&label).rect())
    }

    pub(crate) fn camera(&self) -> Camera {
        self.model().view(self.view().0).unwrap().camera.unwrap()
    }

    /// As Tab does it, in the end.
    pub(crate) fn focus_map(&mut self) {
        let label = format!("Map view of {}", self.document().name);
        self.window.get_by_label(&label).focus();
        self.settle();
    }

    /// Where the middle of a cell is in the window.
    pub(crate) fn cell(&self, [x, y]: [i32; 2]) -> Pos2 {
        let rect = self.view().1;
        let size = glam::vec2(rect.width(), rect.height());
        let middle = glam::vec2(x as f32 + 0.5, y as f32 + 0.5);
        let point = self.camera().view_from_cell(middle, size);
        rect.min + vec2(point.x, point.y)
    }

    pub(crate) fn point_at(&mut self, cell: [i32; 2]) {
        self.window.hover_at(self.cell(cell));
        self.settle();
    }

    pub(crate) fn click_cell(&mut self, cell: [i32; 2]) {
        self.drag_with(Modifiers::NONE, &[cell]);
    }

    pub(crate) fn drag(&mut self, cells: &[[i32; 2]]) {
        self.drag_with(Modifiers::NONE, cells);
    }

    /// Presses the first button at the first cell, and lets it go at the last.
    pub(crate) fn drag_with(&mut self, modifiers: Modifiers, cells: &[[i32; 2]]) {
        let points: Vec<Pos2> = cells.iter().map(|cell| self.cell(*cell)).collect();
        self.drag_points(PointerButton::Primary, modifiers, &points);
    }

    pub(crate) fn drag_points(
        &mut self,
        button: PointerButton,
        modifiers: Modifiers,
        points: &[Pos2],
    ) {
        let (first, last) = (points[0], points[points.len() - 1]);
        self.window.event(Event::ModifiersChanged(modifiers));
        self.window.hover_at(first);
        let event = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers };
        self.window.event(event(first, true));
        for point in points {
            self.window.hover_at(*point);
        }
        self.window.event(event(last, false));
        self.window.event(Event::ModifiersChanged(Modifiers::NONE));
        self.settle();
    }

    /// Drags with a frame for every point, as a person is slow: what a drag is dropped on is
    /// looked up among what was drawn.
    pub(crate) fn drag_slowly(&mut self, from: Pos2, to: Pos2) {
        let event = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.window.hover_at(from);
        self.settle();
        self.window.event(event(from, true));
        self.window.step();
        for share in [0.1, 0.5, 1.0, 1.0] {
            self.window.hover_at(from.lerp(to, share));
            self.window.step();
        }
        self.window.event(event(to, false));
        self.settle();
        self.window.remove_cursor();
        self.settle();
    }

    /// Turns the wheel over a cell, away from the hand where positive.
    pub(crate) fn wheel(&mut self, cell: [i32; 2], lines: f32) {
        self.point_at(cell);
        self.window.event(Event::MouseWheel {
            unit: MouseWheelUnit::Line,
            delta: vec2(0.0, lines),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        self.settle();
    }
}

/// Whether something draws, be it the processor.
fn has_driver() -> bool {
    let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    let instance = wgpu::Instance::new(descriptor);
    let options = wgpu::RequestAdapterOptions::default();
    let mut adapter = pin!(instance.request_adapter(&options));
    let mut context = Context::from_waker(Waker::noop());
    matches!(adapter.as_mut().poll(&mut context), Poll::Ready(Ok(_)))
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// A map without hills, of type 0.
pub(crate) fn flat(width: u16, height: u16) -> Gat {
    let tile = Tile { altitude: [F32::ZERO; 4], terrain: Terrain(0) };
    Gat::filled(Version::V1_2, width, height, tile)
}
