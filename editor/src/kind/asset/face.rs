//! A model in the window: turned and zoomed by the hand, with its motions.

mod edited;
mod fields;

use std::sync::Arc;

use eframe::egui;
use egui::{ComboBox, DragValue, Grid, ScrollArea, Slider, Ui};
use landwright_core::scene::set::Set;

use crate::canvas::three_d::model::Stand;
use crate::kind::asset::commands::{BEFORE, LOOP, NEXT, PLAY};
use crate::kind::asset::document::{ModelMessage, Modelled};
use crate::kind::face::{Face, Seen};
use crate::kind::read_only::ReadOnly;
use crate::look::sign;
use crate::message::Message;
use crate::panel::rows::line;
use crate::panel::{command_buttons, name};

/// What a view of a model keeps.
#[derive(Default)]
struct State {
    /// Into the motion.
    seconds: f64,
    /// When the frame before was drawn.
    before: Option<f64>,
    dressed: Option<Dressed>,
    /// Of the model that all was fitted to.
    n_fitted: u64,
}

/// The model in one of its motions.
struct Dressed {
    n_shown: u64,
    n_reads: u64,
    motion: usize,
    set: Arc<Set>,
    n: u64,
}

/// So many names of missing files are listed.
const MOST_MISSING: usize = 12;

/// A model that is looked at, and the document that it is of.
pub(super) struct Looking<'d> {
    pub(super) what: &'d Modelled,
    pub(super) title: &'d str,
    /// Grows when the file was read again.
    pub(super) n_reads: u64,
}

impl Face for ReadOnly<Modelled> {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        self.looking().view(ui, seen);
    }

    fn inspector(&self, ui: &mut Ui, _seen: &mut Seen<'_>) {
        ui.strong(&self.title).on_hover_text(self.path_shown());
        self.looking().facts(ui);
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        command_buttons(ui, seen.model, &[BEFORE, NEXT], seen.send);
        let entries = &self.what.source.entries;
        ui.add_space(4.0);
        ui.strong("Models");
        let height = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
        let mut chosen = self.what.entry;
        ScrollArea::vertical().auto_shrink(false).show_rows(
            ui,
            height,
            entries.len(),
            |ui, rows| {
                for row in rows {
                    let Some((_, text)) = entries.get(row) else { continue };
                    ui.selectable_value(&mut chosen, row, text);
                }
            },
        );
        if chosen != self.what.entry {
            seen.send(ModelMessage::Show(chosen));
        }
    }

    fn status(&self) -> String {
        self.looking().status()
    }
}

impl ReadOnly<Modelled> {
    fn looking(&self) -> Looking<'_> {
        Looking { what: &self.what, title: &self.title, n_reads: self.n_reads }
    }
}

impl Looking<'_> {
    pub(super) fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let mut state: Box<State> = seen.kept.take(seen.view);
        self.go_on(ui, seen, &mut state);
        egui::Frame::NONE.inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
            ui.horizontal(|ui| self.bar(ui, seen, &mut state));
        });
        self.stage(ui, seen, &mut state);
        seen.kept.put(seen.view, state);
    }

    /// What is known of the model that is shown.
    pub(super) fn facts(&self, ui: &mut Ui) {
        if let Some((_, name)) = self.what.source.entries.get(self.what.entry) {
            ui.label(name);
        }
        Grid::new("model").num_columns(2).show(ui, |ui| {
            for (name, text) in self.what.facts() {
                line(ui, name, text);
            }
        });
        let missing = self.what.exhibit().map(|it| it.missing.as_slice()).unwrap_or_default();
        if missing.is_empty() {
            return;
        }
        ui.add_space(6.0);
        ui.strong("Not there");
        for one in missing.iter().take(MOST_MISSING) {
            ui.weak(&one.what).on_hover_text(&one.why);
        }
        if let Some(n_more) = missing.len().checked_sub(MOST_MISSING).filter(|n| *n > 0) {
            ui.weak(format!("and {n_more} more"));
        }
    }

    pub(super) fn status(&self) -> String {
        let what = self.what;
        let n = what.source.entries.len();
        let motion = what.exhibit().and_then(|it| it.motions.get(what.motion));
        let motion = motion.map(|(name, _)| format!("   motion {name}")).unwrap_or_default();
        format!("model {} of {n}{motion}", what.entry + 1)
    }

    /// Time goes on while the motion plays.
    fn go_on(&self, ui: &Ui, seen: &mut Seen<'_>, state: &mut State) {
        let now = ui.input(|input| input.time);
        let before = state.before.replace(now);
        let Some(length) = self.what.seconds().filter(|_| self.what.is_playing) else {
            state.before = None;
            return;
        };
        let passed = before.map_or(0.0, |before| (now - before).clamp(0.0, 0.25));
        state.seconds += passed * f64::from(self.what.percent) / 100.0;
        if state.seconds >= length {
            if self.what.is_looped {
                state.seconds %= length;
            } else {
                state.seconds = length;
                seen.send(ModelMessage::Stop);
            }
        }
        ui.ctx().request_repaint();
    }

    fn bar(&self, ui: &mut Ui, seen: &mut Seen<'_>, state: &mut State) {
        let what = self.what;
        if what.source.entries.len() > 1 {
            for (id, text) in [(BEFORE, sign::BEFORE), (NEXT, sign::NEXT)] {
                let can = seen.model.can_run(id);
                let button = ui.add_enabled(can, egui::Button::new(text));
                name(&button, id.command().text);
                if button.on_hover_text(id.command().tooltip).clicked() {
                    seen.send.push(Message::Command(id));
                }
            }
            let text = what.source.entries.get(what.entry).map(|(_, text)| text.as_str());
            ui.label(text.unwrap_or_default());
        }
        let motions = what.exhibit().map(|it| it.motions.as_slice()).unwrap_or_default();
        if let Some((own, _)) = motions.get(what.motion) {
            ui.separator();
            let mut chosen = what.motion;
            let list = ComboBox::from_id_salt("motion").width(150.0).selected_text(own);
            let list = list.show_ui(ui, |ui| {
                for (n, (text, _)) in motions.iter().enumerate() {
                    ui.selectable_value(&mut chosen, n, text);
                }
            });
            name(&list.response, "Motion");
            if chosen != what.motion {
                state.seconds = 0.0;
                seen.send(ModelMessage::Motion(chosen));
            }
        }
        let Some(length) = what.seconds() else { return };
        ui.separator();
        let text = if what.is_playing { "Pause" } else { "Play" };
        let play = ui.selectable_label(what.is_playing, text);
        if play.on_hover_text(seen.model.settings.tooltip(PLAY)).clicked() {
            if !what.is_playing && state.seconds >= length {
                state.seconds = 0.0;
            }
            seen.send.push(Message::Command(PLAY));
        }
        let looped = ui.selectable_label(what.is_looped, "Loop");
        if looped.on_hover_text(seen.model.settings.tooltip(LOOP)).clicked() {
            seen.send.push(Message::Command(LOOP));
        }
        let time = Slider::new(&mut state.seconds, 0.0..=length).suffix(" s").max_decimals(2);
        name(&ui.add(time), "Time in the motion");
        let mut percent = what.percent;
        let speed = DragValue::new(&mut percent).range(1..=1000).suffix(" %");
        name(&ui.add(speed).on_hover_text("How fast it moves"), "Speed");
        if percent != what.percent {
            seen.send(ModelMessage::Speed(percent));
        }
    }

    fn stage(&self, ui: &mut Ui, seen: &mut Seen<'_>, state: &mut State) {
        let label = format!("Model view of {}", self.title);
        let exhibit = match &self.what.shown {
            Some(Ok(exhibit)) if !exhibit.bounds.is_empty() => exhibit,
            Some(Ok(_)) => return said(ui, "Nothing of it can be drawn"),
            Some(Err(why)) => return said(ui, why),
            None => return said(ui, "It is being read…"),
        };
        let what = self.what;
        let is_it = |it: &Dressed| {
            it.n_shown == what.n_shown && it.motion == what.motion && it.n_reads == self.n_reads
        };
        if !state.dressed.as_ref().is_some_and(is_it) {
            let mut set = Arc::clone(&exhibit.set);
            let motion = exhibit.motions.get(what.motion).map(|(_, id)| *id);
            if let Some(mut instance) = set.scene.instances.first().cloned()
                && motion.is_some()
            {
                instance.motion = motion;
                Arc::make_mut(&mut set).put(0, instance);
            }
            let n = state.dressed.as_ref().map_or(0, |it| it.n) + 1;
            let (n_shown, n_reads, motion) = (what.n_shown, self.n_reads, what.motion);
            state.dressed = Some(Dressed { n_shown, n_reads, motion, set, n });
        }
        let Some(dressed) = &state.dressed else { return };
        let is_new = std::mem::replace(&mut state.n_fitted, what.n_fits) != what.n_fits;
        if let Some((_, best)) = exhibit.effects.filter(|_| is_new) {
            state.seconds = best;
        }
        let stand = Stand {
            name: &label,
            set: &dressed.set,
            bounds: exhibit.bounds,
            number: dressed.n,
            is_new,
            seconds: state.seconds,
        };
        seen.space.show_model(ui, seen.view, seen.model, &stand, seen.send);
    }
}

fn said(ui: &mut Ui, text: &str) {
    ui.centered_and_justified(|ui| ui.weak(text));
}
