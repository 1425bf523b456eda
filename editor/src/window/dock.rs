//! Tabs and splits: which panels and views are where. The layout is kept between runs.

mod sizes;

use std::collections::BTreeSet;

use eframe::egui;
use egui::accesskit::Role;
use egui::{Ui, UiBuilder, WidgetText};
use egui_dock::tab_viewer::OnCloseResponse;
use egui_dock::{DockArea, DockState, NodeIndex, TabStyle, TabViewer};
use landwright_core::problem::Problem;
use landwright_core::problem::counted::counted;
use serde::{Deserialize, Serialize};

use super::Parts;
use crate::canvas;
use crate::kind::ALL;
use crate::kind::document::common::ViewKind;
use crate::kind::face::Seen;
use crate::look::{size, theme};
use crate::manual;
use crate::message::{Message, Panel};
use crate::model::Model;
use crate::panel;
use crate::view::id::{DocumentId, ViewId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Tab {
    Start,
    View { document: u32, number: u32 },
    Panel(Panel),
}

pub(super) struct Dock {
    state: DockState<Tab>,
    wanted: sizes::Wanted,
    /// Somebody asked for a panel while nothing was open.
    wants_panels: bool,
}

impl Dock {
    /// The layout of the last run; the usual one where there is none that can be read.
    pub(super) fn load(text: Option<&str>) -> Dock {
        let state = text.and_then(|text| ron::from_str::<DockState<Tab>>(text).ok());
        // Views are of documents that were open then.
        let state = state.map(|state| state.filter_tabs(|tab| !matches!(tab, Tab::View { .. })));
        let is_whole = |state: &DockState<Tab>| state.find_tab(&Tab::Start).is_some();
        Dock {
            state: state.filter(is_whole).unwrap_or_else(usual),
            wanted: sizes::Wanted::default(),
            wants_panels: false,
        }
    }

    pub(super) fn to_text(&self) -> Option<String> {
        let mut state = self.state.filter_tabs(|tab| !matches!(tab, Tab::View { .. }));
        if state.find_tab(&Tab::Start).is_none() {
            state.push_to_first_leaf(Tab::Start);
        }
        ron::to_string(&state).ok()
    }

    pub(super) fn reset(&mut self, model: &Model) {
        self.state = usual();
        self.wanted = sizes::Wanted::default();
        for common in model.documents().map(|document| document.common()) {
            for number in common.views.keys() {
                self.show_view(ViewId { document: common.id, number: *number });
            }
        }
    }

    /// Brings a view to the front, beside the other views.
    pub(super) fn show_view(&mut self, view: ViewId) {
        let tab = Tab::of(view);
        if let Some(path) = self.state.find_tab(&tab) {
            // A tab that was found is there.
            let _ = self.state.set_active_tab(path);
            return;
        }
        let beside = self.state.find_tab_from(|tab| matches!(tab, Tab::View { .. } | Tab::Start));
        if let Some(path) = beside {
            self.state.set_focused_node_and_surface(path.node_path());
            self.state.push_to_focused_leaf(tab);
        } else {
            self.state.push_to_first_leaf(tab);
        }
        if let Some(start) = self.state.find_tab(&Tab::Start) {
            self.state.remove_tab(start);
        }
    }

    /// Panels have nothing to say while nothing is open: then the start page has the window.
    fn is_alone(&self, model: &Model) -> bool {
        let has_files = model.documents().next().is_some() || !model.project_files.is_empty();
        !has_files && !self.wants_panels
    }

    pub(super) fn show_panel(&mut self, panel: Panel) {
        self.wants_panels = true;
        let tab = Tab::Panel(panel);
        if self.state.find_tab(&tab).is_none() {
            // Long rows belong where there is room for them.
            let among_rows = |tab: &Tab| matches!(tab, Tab::Panel(Panel::Problems | Panel::Log));
            let beside = Some(()).filter(|()| matches!(panel, Panel::Compare | Panel::Conflicts));
            let beside = beside.and_then(|()| self.state.find_tab_from(among_rows));
            let any = || self.state.find_tab_from(|tab| matches!(tab, Tab::Panel(_)));
            match beside.or_else(any) {
                Some(path) => {
                    self.state.set_focused_node_and_surface(path.node_path());
                    self.state.push_to_focused_leaf(tab);
                }
                None => {
                    let surface = self.state.main_surface_mut();
                    surface.split_right(NodeIndex::root(), 0.75, vec![tab]);
                }
            }
        }
        if let Some(path) = self.state.find_tab(&tab) {
            let _ = self.state.set_active_tab(path);
            self.state.set_focused_node_and_surface(path.node_path());
        }
    }

    /// Shows the manual, and leaves the keys to what had them: it is read beside the work.
    pub(super) fn show_manual(&mut self) {
        let focused = self.state.focused_leaf();
        self.show_panel(Panel::Manual);
        if let Some(focused) = focused {
            self.state.set_focused_node_and_surface(focused);
        }
    }

    /// The page of the manual about what is in front; `None` for the manual itself.
    pub(super) fn page_in_front(&mut self, model: &Model) -> Option<String> {
        if self.is_alone(model) {
            return Some(manual::FIRST.to_owned());
        }
        let tab = self.state.find_active_focused().map(|(_, tab)| *tab);
        let guide = |view: ViewId| {
            let kind = model.kind_document(view.document).map_or("", |d| d.kind().id());
            manual::guide_to_kind(kind).to_owned()
        };
        match tab {
            Some(Tab::Panel(Panel::Manual)) => None,
            Some(Tab::Panel(Panel::Problems)) if let Some(code) = shown_code(model) => {
                Some(format!("codes/{code}"))
            }
            Some(Tab::Panel(panel)) => Some(format!("panels/{}", panel.title().to_lowercase())),
            Some(Tab::Start) => Some(manual::FIRST.to_owned()),
            Some(tab @ Tab::View { .. }) => tab.view().map(guide),
            None => model.active_view().map(guide).or(Some(manual::FIRST.to_owned())),
        }
    }

    /// Takes tabs of closed documents away, and shows the start page where nothing is open.
    pub(super) fn follow(&mut self, model: &Model) {
        let gone: Vec<Tab> = self
            .state
            .iter_all_tabs()
            .map(|(_, tab)| *tab)
            .filter(|tab| tab.view().is_some_and(|view| model.view(view).is_none()))
            .collect();
        for tab in gone {
            self.make_room_for_start(model);
            if let Some(path) = self.state.find_tab(&tab) {
                self.state.remove_tab(path);
            }
        }
        self.make_room_for_start(model);
    }

    fn make_room_for_start(&mut self, model: &Model) {
        if model.documents().next().is_some() || self.state.find_tab(&Tab::Start).is_some() {
            return;
        }
        match self.state.find_tab_from(|tab| matches!(tab, Tab::View { .. })) {
            Some(path) => {
                self.state.set_focused_node_and_surface(path.node_path());
                self.state.push_to_focused_leaf(Tab::Start);
            }
            None => self.state.push_to_first_leaf(Tab::Start),
        }
    }

    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        model: &Model,
        parts: &mut Parts,
        send: &mut Vec<Message>,
    ) {
        if self.is_alone(model) {
            let rect = ui.available_rect_before_wrap();
            let mut page = ui.new_child(UiBuilder::new().max_rect(rect));
            page.set_clip_rect(rect);
            canvas::ground::whole(&page);
            panel::start::show(&mut page, model, send);
            return;
        }
        let style = theme::dock(ui);
        let grows: fn(&Tab) -> bool = |tab| matches!(tab, Tab::View { .. } | Tab::Start);
        let area = ui.available_rect_before_wrap();
        self.wanted.fit(self.state.main_surface_mut(), area, grows);
        let before = sizes::shares(self.state.main_surface());
        let mut tabs = Tabs { model, parts, send, shown: BTreeSet::new() };
        DockArea::new(&mut self.state)
            .style(style)
            .show_leaf_collapse_buttons(false)
            .show_leaf_close_all_buttons(false)
            .show_inside(ui, &mut tabs);
        if sizes::follow_drag(self.state.main_surface_mut(), &before, grows) {
            self.wanted.set(self.state.main_surface(), area);
        }
        // A view that came to the front, by a click on its tab, is the one that is meant.
        if let Some((_, tab)) = self.state.find_active_focused()
            && let Some(view) = tab.view()
            && model.active_view() != Some(view)
        {
            send.push(Message::Focus(view));
        }
    }
}

impl Tab {
    fn of(view: ViewId) -> Tab {
        Tab::View { document: view.document.0, number: view.number }
    }

    fn view(self) -> Option<ViewId> {
        match self {
            Tab::View { document, number } => {
                Some(ViewId { document: DocumentId(document), number })
            }
            Tab::Start | Tab::Panel(_) => None,
        }
    }
}

/// The layout of the first run.
fn usual() -> DockState<Tab> {
    let mut state = DockState::new(vec![Tab::Start]);
    let surface = state.main_surface_mut();
    let panel = |panel| Tab::Panel(panel);
    let [middle, right] = surface.split_right(
        NodeIndex::root(),
        0.77,
        vec![panel(Panel::Minimap), panel(Panel::Project)],
    );
    // So much that a dozen files are listed in a small window.
    surface.split_below(
        right,
        0.4,
        vec![panel(Panel::Inspector), panel(Panel::History), panel(Panel::Manual)],
    );
    let [middle, _] = surface.split_left(middle, 0.245, vec![panel(Panel::Tools)]);
    surface.split_below(
        middle,
        0.765,
        vec![
            panel(Panel::Problems),
            panel(Panel::Log),
            panel(Panel::Compare),
            panel(Panel::Conflicts),
        ],
    );
    state
}

struct Tabs<'a> {
    model: &'a Model,
    parts: &'a mut Parts,
    send: &'a mut Vec<Message>,
    shown: BTreeSet<Tab>,
}

impl TabViewer for Tabs<'_> {
    type Tab = Tab;

    fn id(&mut self, tab: &mut Tab) -> egui::Id {
        egui::Id::new(*tab)
    }

    fn title(&mut self, tab: &mut Tab) -> WidgetText {
        match (*tab, tab.view()) {
            (Tab::Start, _) => "Start".into(),
            (Tab::Panel(panel), _) => panel.title().into(),
            (_, Some(view)) => self.view_title(view).into(),
            (_, None) => "".into(),
        }
    }

    fn scroll_bars(&self, _tab: &Tab) -> [bool; 2] {
        [false, false]
    }

    /// The bar of a panel that is scrolled has its room beside the contents.
    fn tab_style_override(&self, tab: &Tab, usual: &TabStyle) -> Option<TabStyle> {
        let mut style = usual.clone();
        let margin = &mut style.tab_body.inner_margin;
        match tab {
            Tab::Panel(_) => {
                *margin = egui::Margin::symmetric(12, 8);
                margin.right -= size::BAR_ROOM;
            }
            // A map reaches to the edges of its tab.
            Tab::View { .. } => *margin = egui::Margin::ZERO,
            Tab::Start => {}
        }
        Some(style)
    }

    /// We paint it, in a quicker way and only where nothing covers it.
    fn clear_background(&self, _tab: &Tab) -> bool {
        false
    }

    fn on_tab_button(&mut self, tab: &mut Tab, response: &egui::Response) {
        let title = self.title(tab).text().to_owned();
        let context = &response.ctx;
        context.accesskit_node_builder(response.id, |node| {
            node.set_role(Role::Tab);
            node.set_label(title.clone());
        });
        // As egui_dock numbers it.
        let close = response.id.with("close-button");
        if context.read_response(close).is_some() {
            context.accesskit_node_builder(close, |node| {
                node.set_role(Role::Button);
                node.set_label(format!("Close {title}"));
            });
        }
    }

    fn on_close(&mut self, tab: &mut Tab) -> OnCloseResponse {
        match tab.view() {
            // It goes when the document says so, after whatever has to be asked.
            Some(view) => {
                self.send.push(Message::CloseView(view));
                OnCloseResponse::Ignore
            }
            None => OnCloseResponse::Close,
        }
    }

    fn is_closeable(&self, tab: &Tab) -> bool {
        *tab != Tab::Start
    }

    fn ui(&mut self, ui: &mut Ui, tab: &mut Tab) {
        self.shown.insert(*tab);
        match tab.view().map(|view| self.model.kind_document(view.document)) {
            Some(Some(document)) => document.face().ground(ui),
            Some(None) | None => canvas::ground::whole(ui),
        }
        match (*tab, tab.view()) {
            (Tab::Panel(panel), _) => self.panel(ui, panel),
            (_, Some(view)) => self.view(ui, view),
            (Tab::Start | Tab::View { .. }, None) => panel::start::show(ui, self.model, self.send),
        }
    }
}

impl Tabs<'_> {
    fn panel(&mut self, ui: &mut Ui, panel: Panel) {
        let (model, parts) = (self.model, &mut *self.parts);
        match panel {
            Panel::Project => parts.project.show(ui, model, self.send),
            Panel::Tools | Panel::Inspector | Panel::Minimap
                if let Some((view, document)) = model.active_view().zip(model.active_kind()) =>
            {
                let (face, send) = (document.face(), &mut *self.send);
                let (kept, space) = (&mut parts.kinds, &mut parts.space);
                let mut seen = Seen { view, model, kept, space, is_listed: &|_| true, send };
                match panel {
                    Panel::Tools => face.tools(ui, &mut seen),
                    Panel::Minimap => face.minimap(ui, &mut seen),
                    _ => face.inspector(ui, &mut seen),
                }
            }
            Panel::Tools => {
                ALL.iter().for_each(|kind| kind.idle_tools(ui, model, &mut parts.kinds, self.send));
            }
            Panel::Inspector | Panel::Minimap => panel::empty(ui, "No document is open"),
            Panel::Problems => parts.problems.show(ui, model, self.send),
            Panel::History => panel::history::show(ui, model, self.send),
            Panel::Log => panel::log::show(ui, model, self.send),
            Panel::Compare => self.parts.compare.show(ui, model, self.send),
            Panel::Conflicts => panel::conflicts::show(ui, model, self.send),
            Panel::Manual => parts.manual.show(ui),
        }
    }

    fn view(&mut self, ui: &mut Ui, view: ViewId) {
        let (model, send) = (self.model, &mut *self.send);
        let Parts { space, kinds, problems, .. } = &mut *self.parts;
        let is_listed = &|problem: &Problem| problems.lists(problem);
        if let Some(document) = model.kind_document(view.document) {
            let mut seen = Seen { view, model, kept: kinds, space, is_listed, send };
            document.face().view(ui, &mut seen);
        }
    }

    fn view_title(&self, view: ViewId) -> String {
        let Some(document) = self.model.document(view.document) else { return String::new() };
        let mark = if document.is_marked_unsaved() { " •" } else { "" };
        let name = &document.common().title;
        let number = if view.number > 1 { format!(" : {}", view.number) } else { String::new() };
        let space = if is_in_space(self.model, view) { " 3D" } else { "" };
        let conflicts = match document.common().n_conflicts() {
            0 => String::new(),
            n => format!(" ({})", counted(n, "conflict", "conflicts")),
        };
        format!("{name}{number}{space}{conflicts}{mark}")
    }
}

/// The code of the problem that is shown.
fn shown_code(model: &Model) -> Option<&'static str> {
    let common = model.active()?.common();
    Some(common.problems.get(common.shown_problem?)?.code)
}

fn is_in_space(model: &Model, view: ViewId) -> bool {
    model.view(view).is_some_and(|view| view.kind == ViewKind::InSpace)
}

#[cfg(test)]
mod tests {
    use egui_dock::Node;

    use super::*;

    /// The sides of a node and of all in it, along which they share their room.
    fn lengths(state: &DockState<Tab>, index: NodeIndex, size: egui::Vec2) -> Vec<f32> {
        let node = state.main_surface().iter().nth(index.0);
        let (split, axis) = match node {
            Some(Node::Horizontal(split)) => (split, 0),
            Some(Node::Vertical(split)) => (split, 1),
            _ => return Vec::new(),
        };
        let part = |share: f32| {
            let mut part = size;
            part[axis] *= share;
            part
        };
        let parts = [part(split.fraction), part(1.0 - split.fraction)];
        let mut all = parts.map(|part| part[axis]).to_vec();
        for (index, part) in [index.left(), index.right()].into_iter().zip(parts) {
            all.extend(lengths(state, index, part));
        }
        all
    }

    #[test]
    fn the_dock_moves_nothing_of_the_usual_layout_once_it_is_drawn() {
        let least = egui_dock::SeparatorStyle::default().extra;
        let lengths = lengths(&usual(), NodeIndex::root(), sizes::USUAL);
        assert_eq!(lengths.len(), 8);
        assert!(lengths.iter().all(|length| *length >= least), "{lengths:?}");
    }

    #[test]
    fn the_usual_layout_has_every_panel_and_comes_back() {
        let dock = Dock { wants_panels: false, wanted: sizes::Wanted::default(), state: usual() };
        let text = dock.to_text();
        for state in [Dock::load(text.as_deref()).state, Dock::load(Some("nonsense")).state] {
            for panel in Panel::ALL {
                assert!(state.find_tab(&Tab::Panel(panel)).is_some(), "{panel:?}");
            }
            assert!(state.find_tab(&Tab::Start).is_some());
        }
    }
}
