//! A table in the window: the bar above the grid, the grid, and what panels say of it.

mod bar;
mod cell;
mod grid;
mod head;
mod keys;
mod panels;

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{self, Id, Ui};
use landwright_core::problem::{Severity, Spot, Thing};

use self::grid::Grid;
use super::columns;
use super::document::TableDocument;
use super::sight::Cell;
use crate::kind::face::{Face, Seen};
use crate::panel::kept::kept;

/// The worst of what is wrong in each cell.
type Faults = BTreeMap<Cell, Severity>;

/// What a view of a table keeps from frame to frame.
#[derive(Debug, Default)]
struct State {
    /// What is being typed.
    typing: Option<Typing>,
    /// The last wish of each kind that was followed.
    n_shows: Option<u64>,
    n_edits: u64,
    n_searches: u64,
    /// The text that a filter is to have.
    filter_text: String,
    /// The widths of columns were set once.
    has_widths: bool,
    /// What is selected grows with the pointer.
    is_dragging: bool,
    /// How many rows are in sight, for going by pages.
    n_in_sight: usize,
}

/// The text that is being typed into a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Typing {
    cell: Cell,
    text: String,
    is_new: bool,
    /// All of the text is replaced by what is typed.
    selects_all: bool,
}

impl Face for TableDocument {
    fn view(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        let mut state: Box<State> = seen.kept.take(seen.view);
        state.is_dragging &= ui.input(|input| input.pointer.primary_down());
        let faults = faults(ui, self);
        egui::Frame::NONE.inner_margin(egui::Margin::symmetric(8, 4)).show(ui, |ui| {
            bar::show(ui, self, &mut state, seen);
        });
        Grid { document: self, state: &mut state, seen, faults }.show(ui);
        seen.kept.put(seen.view, state);
    }

    fn inspector(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panels::inspector(ui, self, seen);
    }

    fn tools(&self, ui: &mut Ui, seen: &mut Seen<'_>) {
        panels::tools(ui, self, seen);
    }

    fn status(&self) -> String {
        let cell = self.cursor();
        let head = self.table().columns().get(cell.place);
        let column = head.map(columns::title).unwrap_or_default();
        let ([first, last], [left, right]) = self.selected();
        let n_selected = (last + 1 - first) * (right + 1 - left);
        let selected = match n_selected {
            0 | 1 => String::new(),
            n => format!("   {n} cells selected"),
        };
        format!("Row {}  {column}{selected}   {}", cell.row, self.size_in_words())
    }
}

/// Worked out once for each list of problems.
fn faults(ui: &Ui, document: &TableDocument) -> Arc<Faults> {
    let key = (document.id, document.n_problem_lists);
    kept(ui, Id::new(("faults of a table", document.id)), key, || {
        let mut faults = Faults::new();
        for problem in &document.problems {
            let spots = std::iter::once(&problem.place.spot).chain(&problem.also);
            for spot in spots {
                let Spot::Thing(Thing::Cell { x, y }) = spot else { continue };
                let Some(place) = document.place_of_number(*x) else { continue };
                let cell = Cell { row: *y as usize, place };
                let worst = faults.entry(cell).or_insert(problem.severity);
                *worst = (*worst).max(problem.severity);
            }
        }
        faults
    })
}
