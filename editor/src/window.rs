//! The window: shows the model, and turns keys, menus and pointers into messages.

pub(crate) mod dialogs;
mod dock;
mod files;
mod fonts;
mod keys;
mod left;
mod manual;
mod menu;
mod order;
mod palette;
mod status;
mod times;
mod typing;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use eframe::egui;
use egui::{Panel as Bar, Ui, ViewportBuilder, ViewportCommand};
use landwright_core::project::home::home;

use self::dock::Dock;
use self::files::{FileDialogs, Purpose};
use self::left::SecondLooks;
use self::manual::ManualPanel;
use self::order::Order;
use self::palette::CommandPalette;
use self::times::Times;
use self::typing::Typing;
use self::watch::Watch;
use crate::canvas::plain;
use crate::canvas::three_d::space::Space;
use crate::kind::face;
use crate::look;
use crate::message::{Message, Panel, Request};
use crate::model::Model;
use crate::panel::compare::ComparePanel;
use crate::panel::keys_to;
use crate::panel::problems::ProblemsPanel;
use crate::panel::project::ProjectPanel;
use crate::settings::Settings;

/// What the window shows, and what it keeps between frames.
pub struct App {
    model: Model,
    dock: Dock,
    parts: Parts,
    palette: Option<CommandPalette>,
    files: FileDialogs,
    watch: Watch,
    second_looks: SecondLooks,
    fonts: fonts::Fonts,
    order: Order,
    times: Times,
    typing: Typing,
    was_asking: bool,
    /// The field that had the keys in the frame before.
    typed_into: Option<egui::Id>,
    send: Vec<Message>,
    /// As the window shows it.
    title: String,
    /// The person has answered, and the window may close.
    may_close: bool,
}

/// What panels and canvases keep for themselves.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) space: Space,
    pub(crate) kinds: face::Kept,
    pub(crate) problems: ProblemsPanel,
    pub(crate) compare: ComparePanel,
    pub(crate) project: ProjectPanel,
    pub(crate) manual: ManualPanel,
}

/// How the window is opened, and how it is drawn.
pub fn options() -> eframe::NativeOptions {
    let viewport = ViewportBuilder::default()
        .with_app_id("landwright")
        .with_title("Landwright")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([480.0, 320.0])
        .with_drag_and_drop(true);
    // Nothing of ours has gradients that dithering would smooth, and without a graphics card every
    // pixel of it costs.
    eframe::NativeOptions { viewport, dithering: false, ..eframe::NativeOptions::default() }
}

/// Opens the window, and in it some files. Returns when it is closed. The manual in it has the commands
/// of the command line as well.
pub fn run(files: Vec<PathBuf>, command_line: fn() -> clap::Command) -> Result<(), String> {
    let started = Instant::now();
    let created = eframe::run_native(
        "Landwright",
        options(),
        Box::new(move |context| {
            let home = home();
            let (settings, said) = Settings::load(&home);
            let mut app = App::new(&context.egui_ctx, settings, Some(home));
            app.times = Times::since(started);
            app.parts.manual.know(command_line);
            if let Some(said) = said {
                app.model.log.warn(said);
            }
            app.model.offer_recovery();
            app.model.handle(Message::Open(files));
            Ok(Box::new(app))
        }),
    );
    created.map_err(|error| {
        let said = error.to_string();
        let reason = without_source(&said).trim_end_matches('.');
        format!(
            "the window can't be opened: {reason}. It needs a display and a driver for Vulkan, \
            Metal, DirectX 12 or OpenGL. All commands of `landwright --help` work without a window"
        )
    })
}

/// A message without the place in the sources of a library that it came from.
fn without_source(said: &str) -> &str {
    let behind = said.rsplit_once(".rs:").map(|(_, behind)| behind);
    behind.and_then(|behind| behind.split_once(": ")).map_or(said, |(_, reason)| reason)
}

impl App {
    pub fn new(context: &egui::Context, settings: Settings, home: Option<PathBuf>) -> App {
        let waker = context.clone();
        let dock = Dock::load(settings.layout.as_deref());
        look::theme::apply(context, &settings);
        App {
            model: Model::new(settings, home, Arc::new(move || waker.request_repaint())),
            dock,
            parts: Parts::default(),
            palette: None,
            files: FileDialogs::default(),
            watch: Watch::new(context.clone()),
            second_looks: SecondLooks::default(),
            fonts: fonts::Fonts::default(),
            order: Order::default(),
            times: Times::unmeasured(),
            typing: Typing::default(),
            was_asking: false,
            typed_into: None,
            send: Vec::new(),
            title: String::new(),
            may_close: false,
        }
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    /// For tests and for anyone who drives the window from outside.
    pub fn model_mut(&mut self) -> &mut Model {
        &mut self.model
    }

    fn handle_all(&mut self, context: &egui::Context) {
        for message in std::mem::take(&mut self.send) {
            self.model.handle(message);
        }
        for request in self.model.take_requests() {
            match request {
                Request::AskWhatToOpen => self.ask_files(context, Purpose::OpenMaps),
                Request::AskForList => self.ask_files(context, Purpose::List),
                Request::AskZonesFolder => self.ask_files(context, Purpose::ZonesFolder),
                Request::AskFolder => self.ask_files(context, Purpose::OpenFolder),
                Request::AskWhereToSave(id) => {
                    if let Some(saved_as) = self.model.kind_document(id).map(|of| of.saved_as()) {
                        self.ask_files(context, Purpose::Save(id, saved_as));
                    }
                }
                Request::AskPicture(id) => self.ask_files(context, Purpose::Picture(id)),
                Request::AskWhatToCompare(id) => self.ask_files(context, Purpose::Compare(id)),
                Request::AskWhereToExport(id, format) => {
                    self.ask_files(context, Purpose::Export(id, format));
                }
                Request::AskWhatToImport(to) => self.ask_files(context, Purpose::Import(to)),
                Request::ShowView(view) => self.dock.show_view(view),
                Request::ShowPanel(panel) => {
                    self.dock.show_panel(panel);
                    if panel == Panel::Inspector {
                        keys_to::ask(context);
                    }
                }
                Request::ResetLayout => self.dock.reset(&self.model),
                Request::CopyText(text) => context.copy_text(text),
                Request::ShowPalette => self.palette = Some(CommandPalette::default()),
                Request::ShowManual => self.show_manual(context),
                Request::Quit => {
                    self.keep_layout();
                    self.may_close = true;
                    context.send_viewport_cmd(ViewportCommand::Close);
                }
            }
        }
    }

    /// Opens the manual at what has the keys or is below the pointer, or else at what is in front.
    fn show_manual(&mut self, context: &egui::Context) {
        egui::Popup::close_all(context);
        let page = look::help::noted(context).or_else(|| self.dock.page_in_front(&self.model));
        if let Some(page) = page {
            self.parts.manual.open(&page);
        }
        self.dock.show_manual();
        context.request_repaint();
    }

    fn ask_files(&mut self, context: &egui::Context, purpose: Purpose) {
        self.files.ask(context, &self.model, purpose);
    }

    fn keep_layout(&mut self) {
        let layout = self.dock.to_text();
        self.model.set_settings(Settings { layout, ..self.model.settings.clone() });
    }

    fn hear_of_closing_and_drops(&mut self, context: &egui::Context) {
        let (wants_to_close, dropped) = context.input(|input| {
            let paths = input.raw.dropped_files.iter().map(|file| file.path().to_path_buf());
            (input.viewport().close_requested(), paths.collect::<Vec<_>>())
        });
        if wants_to_close && !self.may_close {
            context.send_viewport_cmd(ViewportCommand::CancelClose);
            let quit = vec![Message::Command(crate::command::CommandId::Quit)];
            // The text that is typed into a question is not sent before that is answered.
            let now = if self.was_asking { quit } else { self.typing.hold(context, quit) };
            self.send.extend(now);
        }
        if !dropped.is_empty() {
            self.send.push(Message::Open(dropped));
        }
    }

    fn show_title(&mut self, context: &egui::Context) {
        let title = match self.model.active() {
            Some(document) => {
                let mark = if document.is_marked_unsaved() { "• " } else { "" };
                format!("{mark}{} – Landwright", document.common().title)
            }
            None => "Landwright".to_owned(),
        };
        if self.title != title {
            context.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }
}

impl eframe::App for App {
    fn raw_input_hook(&mut self, context: &egui::Context, input: &mut egui::RawInput) {
        self.order.sort(input);
        if self.order.has_more() {
            context.request_repaint();
        }
    }

    fn logic(&mut self, context: &egui::Context, _frame: &mut eframe::Frame) {
        self.times.begin();
        self.model.tick();
        self.send.extend(self.files.take_answers(context));
        self.send.extend(self.watch.take_changes(&self.model));
        self.send.extend(self.second_looks.due(context, &self.model));
        self.hear_of_closing_and_drops(context);
        if let Some(said) = self.fonts.load_for(context, &self.model) {
            self.model.log.note(said);
        }
        self.handle_all(context);
        if let Some(rest) = self.model.rest_until_check() {
            context.request_repaint_after(rest);
        }
        self.dock.follow(&self.model);
    }

    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        self.parts.space.attach(frame);
        plain::attach(&context, frame);
        look::theme::apply(&context, &self.model.settings);
        let mut after_typing = Vec::new();
        let is_asking = self.model.dialog().is_some() || self.files.is_open();
        if is_asking || self.palette.is_some() {
            // Nothing stays open behind a question.
            if !self.was_asking {
                egui::Popup::close_all(&context);
            }
        } else {
            after_typing = self.typing.end(&context);
            let mut commands = Vec::new();
            keys::send(&context, &self.model, &mut commands);
            let now = self.typing.hold(&context, commands);
            match after_typing.is_empty() {
                true => self.send.extend(now),
                false => after_typing.extend(now),
            }
        }
        self.was_asking = is_asking || self.palette.is_some();
        Bar::top("menu").show(ui, |ui| menu::show(ui, &self.model, &mut self.send));
        Bar::bottom("status").show(ui, |ui| status::show(ui, &self.model, &mut self.send));
        self.dock.show(ui, &self.model, &mut self.parts, &mut self.send);
        if let Some(palette) = &mut self.palette
            && palette.show(&context, &self.model, &mut self.send).is_closed()
        {
            self.palette = None;
        }
        // What asks for a file may have been opened by a dialog, and lies over it.
        if !self.files.is_open() {
            dialogs::leave_keys_to(&context, self.typed_into);
            dialogs::show(&context, &self.model, &mut self.send);
        }
        self.files.show(&context, &mut self.send);
        self.typed_into = dialogs::typed_into(&context);
        self.send.append(&mut after_typing);
        self.parts.kinds.forget_unused(&self.parts.space.scene);
        self.parts.kinds.forget_closed(|view| self.model.view(view).is_some());
        if !self.send.is_empty() {
            self.handle_all(&context);
            self.dock.follow(&self.model);
            context.request_repaint();
        }
        self.model.tick();
        self.show_title(&context);
        self.times.end(&context);
    }

    fn on_exit(&mut self) {
        self.keep_layout();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libraries_say_is_told_without_their_sources() {
        let said = "os error at /a/winit-0.30/src/mod.rs:765: no DISPLAY is set.";
        assert_eq!(without_source(said), "no DISPLAY is set.");
        assert_eq!(without_source("no driver: none found"), "no driver: none found");
    }
}
