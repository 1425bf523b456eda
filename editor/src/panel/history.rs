//! Every step in words, its branches, and where the file was saved.

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Align, RichText, Sense, Stroke, Ui, pos2, vec2};
use landwright_core::world::StepId;
use landwright_core::world::history::StepRow;

use super::{empty, rows};
use crate::look::colours;
use crate::message::Message;
use crate::model::Model;

/// Of a level of branches.
const INDENT: f32 = 14.0;

/// What "saved" takes beside a step.
const SAVED_WIDTH: f32 = 48.0;

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    let Some(document) = model.active() else {
        empty(ui, "No document is open");
        return;
    };
    let has_file = document.common().file.is_some();
    let (document, history) = (document.common().id, document.history());
    let (steps, listed) = (history.steps(), history.rows());
    let depths = depths(&listed);
    let (head, saved) = (steps.head(), steps.saved().filter(|_| has_file));
    let first = if has_file { "Opened" } else { "Made" };
    let height = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
    let scroll = egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
    scroll.show_rows(ui, height, listed.len() + 1, |ui, shown| {
        for index in shown {
            let row = index.checked_sub(1).and_then(|index| listed.get(index));
            let (id, title) = row.map_or((StepId::OPENED, first), |row| (row.id, &row.title));
            let depth = depths.get(&id).copied().unwrap_or_default();
            ui.horizontal(|ui| {
                let is_done = row.is_none_or(|row| row.is_done);
                rail(ui, depth, height, is_done, id == head);
                let text = if id == StepId::OPENED {
                    title.to_owned()
                } else {
                    format!("{}  {title}", id.0)
                };
                let text = if is_done { RichText::new(text) } else { RichText::new(text).weak() };
                let is_saved = saved == Some(id);
                let room = ui.available_width() - if is_saved { SAVED_WIDTH } else { 0.0 };
                if rows::choice(ui, id == head, text, room).clicked() {
                    send.push(Message::Jump(document, id));
                }
                if is_saved {
                    ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                        ui.weak("saved");
                    });
                }
            });
        }
    });
}

/// The line of the branch that a step is on, with a dot for the step.
fn rail(ui: &mut Ui, depth: usize, height: f32, is_done: bool, is_head: bool) {
    // However many branches there are, their steps can be read.
    let wide = ((depth + 1) as f32 * INDENT).min(ui.available_width() / 2.0);
    let (rect, _) = ui.allocate_exact_size(vec2(wide, height), Sense::hover());
    let colours = *colours(ui);
    let x = rect.right() - INDENT / 2.0;
    let gap = ui.spacing().item_spacing.y / 2.0;
    let painter = ui.painter();
    let (from, to) = (rect.top() - gap, rect.bottom() + gap);
    painter.line_segment([pos2(x, from), pos2(x, to)], Stroke::new(1.0, colours.line));
    let colour = match (is_head, is_done) {
        (true, _) => colours.accent,
        (_, true) => colours.text,
        _ => colours.muted,
    };
    let radius = if is_head { 4.0 } else { 2.5 };
    painter.circle_filled(pos2(x, rect.center().y), radius, colour);
}

/// How far each step is set in: a step that begins a second branch is one more than its parent.
fn depths(rows: &[StepRow]) -> BTreeMap<StepId, usize> {
    let mut depths = BTreeMap::from([(StepId::OPENED, 0)]);
    let mut has_child: BTreeMap<StepId, usize> = BTreeMap::new();
    for row in rows {
        let parent = depths.get(&row.parent).copied().unwrap_or_default();
        let n_before = has_child.entry(row.parent).or_default();
        depths.insert(row.id, parent + usize::from(*n_before > 0) * *n_before);
        *n_before += 1;
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_set_in() {
        let row = |id, parent| StepRow {
            id: StepId(id),
            parent: StepId(parent),
            title: String::new(),
            is_done: true,
            is_on_branch: true,
        };
        let depths = depths(&[row(1, 0), row(2, 1), row(3, 2), row(4, 1), row(5, 4), row(6, 1)]);
        let of = |id| depths[&StepId(id)];
        assert_eq!([1, 2, 3, 4, 5, 6].map(of), [0, 0, 0, 1, 1, 2]);
    }
}
