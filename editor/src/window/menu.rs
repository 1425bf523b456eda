//! The menu bar, from the table of commands.

use std::path::Path;

use eframe::egui;
use egui::{AtomExt, Atoms, Button, IntoAtoms, MenuBar, Ui, WidgetInfo, WidgetType, vec2};

use crate::command::{self, Command, CommandId, Menu, Needs};
use crate::kind::{ALL, Kind};
use crate::look::help;
use crate::message::Message;
use crate::model::Model;
use crate::panel::name;

/// How many recent files the menu lists; the start page lists more.
const MOST_RECENT: usize = 10;

pub(super) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    MenuBar::new().ui(ui, |ui| {
        for menu in menus(model) {
            ui.menu_button(menu.text(), |ui| {
                ui.set_min_width(220.0);
                entries(ui, menu, model, send);
            });
        }
    });
}

/// Menus of other kinds than that in front are not shown. Kinds that share no tools with maps have
/// one menu of their own, and none of tools.
fn menus(model: &Model) -> Vec<Menu> {
    let own = model.kind_in_front().map(|(kind, _)| kind);
    let shares = |kind: &dyn Kind| kind.shares_menus();
    let is_of_others = |menu: &Menu| match own {
        None => false,
        Some(kind) if !shares(kind) => {
            matches!(menu, Menu::Select | Menu::Tool) || is_of_a_kind(*menu)
        }
        Some(kind) => is_of_a_kind(*menu) && kind.menu() != *menu,
    };
    let mut menus: Vec<Menu> = Menu::ALL.into_iter().filter(|menu| !is_of_others(menu)).collect();
    let is_shown = |kind: &&dyn Kind| match own {
        Some(own) => own.id() == kind.id(),
        None => shares(*kind),
    };
    let of_kinds = ALL.iter().copied().filter(is_shown).map(|kind| kind.menu());
    let of_kinds: Vec<Menu> = of_kinds.filter(|menu| !menus.contains(menu)).collect();
    let before = menus.iter().position(|menu| *menu == Menu::View).unwrap_or(menus.len());
    menus.splice(before..before, of_kinds);
    menus
}

/// Whether a menu is for documents of one kind alone.
fn is_of_a_kind(menu: Menu) -> bool {
    menu == Menu::Map || ALL.iter().any(|kind| kind.menu() == menu)
}

fn entries(ui: &mut Ui, menu: Menu, model: &Model, send: &mut Vec<Message>) {
    let mut group = None;
    let mut submenu = None;
    let is_of_other = |command: &Command| {
        menu == Menu::View
            && match model.active_kind().map(|document| document.kind().shares_menus()) {
                Some(true) => command.needs == Needs::Map && !menus(model).contains(&Menu::Map),
                Some(false) => !model.can_run(command.id),
                None => false,
            }
    };
    let commands =
        || command::all().filter(|command| command.menu == menu && !is_of_other(command));
    let marks = Marks::of(commands(), model);
    for command in commands() {
        if command.id == CommandId::ReopenClosed {
            recent(ui, model, marks, send);
        }
        if group.replace(command.group).is_some_and(|before| before != command.group) {
            ui.separator();
        }
        match command.id.submenu() {
            None if entry(ui, command, model, marks) => {
                send.push(Message::Command(command.id));
                ui.close();
            }
            None => {}
            // Its commands are together in the table; the first opens it.
            Some(of) if submenu.replace(of) != Some(of) => {
                let text = marks.before(of, None);
                let can_run = commands_of(of).any(|command| model.can_run(command.id));
                let submenu = ui.add_enabled_ui(can_run, |ui| {
                    ui.menu_button(text, |ui| submenu_entries(ui, of, model, send))
                });
                // Its text ends in an arrow.
                name(&submenu.inner.response, of);
            }
            Some(_) => {}
        }
    }
}

/// The files that were opened last.
fn recent(ui: &mut Ui, model: &Model, marks: Marks, send: &mut Vec<Message>) {
    const TEXT: &str = "Open recent";
    let files = &model.settings.recent;
    let submenu = ui.add_enabled_ui(!files.is_empty(), |ui| {
        ui.menu_button(marks.before(TEXT, None), |ui| {
            ui.set_min_width(220.0);
            for path in files.iter().take(MOST_RECENT) {
                let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
                let button = Button::new(file).shortcut_text(folder.to_string_lossy());
                if ui.add(button).on_hover_text(path.display().to_string()).clicked() {
                    send.push(Message::Open(vec![path.clone()]));
                    ui.close();
                }
            }
        })
    });
    name(&submenu.inner.response, TEXT);
}

fn submenu_entries(ui: &mut Ui, of: &str, model: &Model, send: &mut Vec<Message>) {
    ui.set_min_width(180.0);
    let marks = Marks::of(commands_of(of), model);
    // Each kind of documents has its own forms; those of the others are left out.
    let is_shown = |command: &&Command| {
        command.menu != Menu::File
            || command.id.submenu() != Some("Export")
            || model.can_run(command.id)
    };
    for command in commands_of(of).filter(is_shown) {
        if entry(ui, command, model, marks) {
            send.push(Message::Command(command.id));
            ui.close();
        }
    }
}

fn commands_of(submenu: &str) -> impl Iterator<Item = &'static Command> {
    command::all().filter(move |command| command.id.submenu() == Some(submenu))
}

/// Whether a menu has a column for marks. Its texts stand below each other either way.
#[derive(Clone, Copy)]
enum Marks {
    Column,
    None,
}

impl Marks {
    fn of<'c>(mut commands: impl Iterator<Item = &'c Command>, model: &Model) -> Marks {
        match commands.any(|command| model.is_on(command.id).is_some()) {
            true => Marks::Column,
            false => Marks::None,
        }
    }

    fn before(self, text: &str, is_on: Option<bool>) -> Atoms<'_> {
        let mark = if is_on == Some(true) { "✔" } else { "" };
        match self {
            Marks::Column => (mark.atom_size(vec2(14.0, 14.0)), text).into_atoms(),
            Marks::None => text.into_atoms(),
        }
    }
}

/// Undo and redo say which step they mean.
fn text_of(command: &Command, model: &Model) -> String {
    let steps = model.active().map(|document| document.history().steps());
    let step = steps.and_then(|steps| match command.id {
        CommandId::Undo => steps.title(steps.head()),
        CommandId::Redo => steps.next().and_then(|next| steps.title(next)),
        _ => None,
    });
    match step {
        Some(step) => format!("{} {step}", command.text),
        None => command.text.to_owned(),
    }
}

fn entry(ui: &mut Ui, command: &Command, model: &Model, marks: Marks) -> bool {
    let key = model.settings.key_text(command.id);
    let (is_on, can_run) = (model.is_on(command.id), model.can_run(command.id));
    let text = text_of(command, model);
    let button = Button::new(marks.before(&text, is_on)).shortcut_text(&key);
    let entry = ui.add_enabled(can_run, button).on_hover_text(command.tooltip);
    help::about(&entry, || format!("window/{}", command.name));
    entry.widget_info(|| WidgetInfo {
        selected: is_on,
        ..WidgetInfo::labeled(WidgetType::Button, can_run, command.text)
    });
    entry.ctx.accesskit_node_builder(entry.id, |node| {
        node.set_author_id(command.name);
        if !key.is_empty() {
            node.set_keyboard_shortcut(key);
        }
    });
    entry.clicked()
}
