//! The grid itself: only what is in sight is drawn. The numbers of rows, the column that says what a
//! row is, and the head stay where they are.

use std::sync::Arc;

use eframe::egui;
use egui::{Id, Rect, Sense, TextStyle, Ui, WidgetInfo, WidgetType, vec2};
use egui_table::{
    CellInfo, Column, HeaderCellInfo, HeaderRow, PrefetchInfo, Table, TableDelegate, TableState,
};

use super::{Faults, State, Typing, cell, head, keys};
use crate::kind::face::Seen;
use crate::kind::table::columns;
use crate::kind::table::document::TableDocument;
use crate::kind::table::message::ToTable;
use crate::kind::table::sight::{Cell, has};

/// The numbers of rows, and the column that says what a row is.
const N_STICKY: usize = 2;
const HEAD_HEIGHT: f32 = 38.0;
const ROW_HEIGHT: f32 = 22.0;
/// Of a letter in a cell, about.
const LETTER: f32 = 7.0;
/// How many rows tell how wide a column is at first.
const MOST_MEASURED: usize = 200;
const NUMBER_WIDTH: f32 = 52.0;

/// A grid for one frame.
pub(super) struct Grid<'g, 's> {
    pub(super) document: &'g TableDocument,
    pub(super) state: &'g mut State,
    pub(super) seen: &'g mut Seen<'s>,
    pub(super) faults: Arc<Faults>,
}

/// The same with what every cell needs.
pub(super) struct Drawn<'g, 's> {
    pub(super) grid: Grid<'g, 's>,
    pub(super) places: Vec<usize>,
    /// The text that is searched for, in small letters.
    pub(super) wanted: String,
    /// The positions of what is selected, first and last.
    selected: ([usize; 2], [usize; 2]),
    /// The cell that is typed into was drawn.
    is_typing_drawn: bool,
    pub(super) has_focus: bool,
}

impl Grid<'_, '_> {
    pub(super) fn show(mut self, ui: &mut Ui) {
        let rect = ui.available_rect_before_wrap();
        if rect.width() < 40.0 || rect.height() < 60.0 {
            return;
        }
        let id = Id::new(("grid", self.seen.view));
        let grid = ui.interact(rect, id, Sense::focusable_noninteractive());
        let label = format!("Table view of {}", self.document.title);
        grid.widget_info(|| WidgetInfo::labeled(WidgetType::Other, true, label.clone()));
        keys::take(ui, &grid, self.document, self.state, self.seen);
        let places = self.document.places();
        let salt = ("table", self.seen.view);
        if !self.state.has_widths {
            self.set_widths(ui, &places, Id::new(salt));
        }
        let table = self.table(&places, salt);
        let drawn = Drawn {
            wanted: self.document.sight().wanted(),
            selected: self.document.selected(),
            is_typing_drawn: false,
            has_focus: grid.has_focus(),
            places,
            grid: self,
        };
        drawn.show(ui, table);
    }

    fn table(
        &mut self,
        places: &[usize],
        salt: impl std::hash::Hash + std::fmt::Debug + Copy,
    ) -> Table {
        let column = |n: usize| Column::new(80.0).range(28.0..=900.0).id(Id::new(("column", n)));
        let numbers = column(0).resizable(false);
        let columns: Vec<Column> =
            std::iter::once(numbers).chain(places.iter().map(|place| column(place + 1))).collect();
        let n_rows = self.document.shown().len() as u64;
        let mut table = Table::new()
            .id_salt(Id::new(salt))
            .columns(columns)
            .num_sticky_cols(N_STICKY)
            .headers([HeaderRow::new(HEAD_HEIGHT)])
            .num_rows(n_rows);
        if self.state.n_shows != Some(self.document.n_shows) {
            self.state.n_shows = Some(self.document.n_shows);
            let cursor = self.document.cursor();
            if let Some(row) = self.document.position_of(cursor.row) {
                table = table.scroll_to_row(row as u64, None);
            }
            let column = self.document.column_of(cursor.place) + 1;
            if column >= N_STICKY {
                table = table.scroll_to_column(column, None);
            }
        }
        table
    }

    /// As wide as the first rows need, once.
    fn set_widths(&mut self, ui: &Ui, places: &[usize], salt: Id) {
        self.state.has_widths = true;
        let table = self.document.table();
        let n_rows = table.n_rows().min(MOST_MEASURED);
        let mut state = TableState::default();
        state.col_widths.insert(Id::new(("column", 0usize)), NUMBER_WIDTH);
        for place in places {
            let Some(head) = table.columns().get(*place) else { continue };
            let n_letters = |row: usize| {
                let named = self.document.name_of(Cell { row, place: *place });
                let named = named.map_or(0, |name| name.chars().count().min(16) + 2);
                table.cell(row, *place).map_or(0, |cell| cell.len().min(64)) + named
            };
            let n_letters = columns::n_letters(head, (0..n_rows).map(n_letters));
            let width = n_letters as f32 * LETTER + 16.0;
            state.col_widths.insert(Id::new(("column", place + 1)), width);
        }
        let id = TableState::id(ui, egui::IdSalt::new(salt));
        state.store(ui.ctx(), id);
    }
}

impl Drawn<'_, '_> {
    fn show(mut self, ui: &mut Ui, table: Table) {
        ui.style_mut().spacing.item_spacing = vec2(0.0, 0.0);
        table.show(ui, &mut self);
        // What was typed into a cell that is out of sight by now counts as typed.
        if !self.is_typing_drawn
            && let Some(Typing { cell, text, .. }) = self.grid.state.typing.take()
        {
            self.grid.seen.send(ToTable::Set { cell, text });
        }
    }

    fn row(&self, row_nr: u64) -> Option<usize> {
        let position = usize::try_from(row_nr).ok()?;
        self.grid.document.shown().get(position).map(|row| *row as usize)
    }

    fn is_selected(&self, row_nr: u64, column: usize) -> bool {
        let ([first, last], [left, right]) = self.selected;
        (first as u64..=last as u64).contains(&row_nr) && (left..=right).contains(&column)
    }

    /// The number of a row, which selects all of it.
    fn number(&mut self, ui: &mut Ui, row: usize, is_in_selection: bool) {
        let rect = ui.max_rect();
        let id = Id::new(("row number", self.grid.seen.view, row));
        let response = ui.interact(rect, id, Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Row {row}")));
        if is_in_selection {
            ui.painter().rect_filled(rect, 0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let colour = if is_in_selection {
            ui.visuals().strong_text_color()
        } else {
            ui.visuals().weak_text_color()
        };
        let at = rect.right_center() - vec2(8.0, 0.0);
        let font = TextStyle::Body.resolve(ui.style());
        ui.painter().text(at, egui::Align2::RIGHT_CENTER, row.to_string(), font, colour);
        if response.clicked() || response.secondary_clicked() && !is_in_selection {
            let grows = ui.input(|input| input.modifiers.shift);
            let ends = self.places.first().zip(self.places.last());
            if let Some((first, last)) = ends {
                if !grows {
                    self.grid
                        .seen
                        .send(ToTable::Go { to: Cell { row, place: *last }, grows: false });
                }
                self.grid.seen.send(ToTable::Go { to: Cell { row, place: *first }, grows: true });
            }
            keys::focus(ui, self.grid.seen.view);
        }
        let (model, send) = (self.grid.seen.model, &mut *self.grid.seen.send);
        response.context_menu(|ui| cell::menu(ui, model, send));
    }
}

impl TableDelegate for Drawn<'_, '_> {
    fn prepare(&mut self, info: &PrefetchInfo) {
        let rows = &info.visible_rows;
        let n = rows.end.saturating_sub(rows.start);
        self.grid.state.n_in_sight = usize::try_from(n).unwrap_or_default();
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, info: &HeaderCellInfo) {
        if is_out_of_sight(ui) {
            return;
        }
        let column = info.col_range.start;
        let Some(place) = column.checked_sub(1).and_then(|n| self.places.get(n)).copied() else {
            head::corner(ui);
            return;
        };
        head::show(ui, self, place);
    }

    fn row_ui(&mut self, ui: &mut Ui, row_nr: u64) {
        if row_nr % 2 == 1 {
            ui.painter().rect_filled(ui.max_rect(), 0, ui.visuals().faint_bg_color);
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, info: &CellInfo) {
        if is_out_of_sight(ui) {
            return;
        }
        let Some(row) = self.row(info.row_nr) else { return };
        let Some(column) = info.col_nr.checked_sub(1) else {
            let ([first, last], _) = self.selected;
            let is_in_selection = (first as u64..=last as u64).contains(&info.row_nr);
            self.number(ui, row, is_in_selection);
            return;
        };
        let Some(place) = self.places.get(column).copied() else { return };
        let cell = Cell { row, place };
        let is_typed_into =
            self.grid.state.typing.as_ref().is_some_and(|typing| typing.cell == cell);
        if is_typed_into {
            self.is_typing_drawn = true;
            cell::type_into(ui, self);
            return;
        }
        let is_selected = self.is_selected(info.row_nr, column);
        let is_found = has(self.grid.document.table(), row, place, &self.wanted);
        cell::show(ui, self, cell, is_selected, is_found);
    }

    fn default_row_height(&self) -> f32 {
        ROW_HEIGHT
    }
}

/// Both parts of the grid ask for every head, and for cells at the border between them.
fn is_out_of_sight(ui: &Ui) -> bool {
    !ui.clip_rect().intersect(ui.max_rect()).is_positive()
}

/// Where a cell has its text.
pub(super) fn inside(rect: Rect) -> Rect {
    rect.shrink2(vec2(6.0, 0.0))
}
