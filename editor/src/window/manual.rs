//! The Manual panel: a page, its links, and a search through all pages. Nothing of it needs a network.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use eframe::egui;
use egui::{
    Align, Button, Color32, ColorImage, Frame, Image, Label, Margin, RichText, ScrollArea,
    TextEdit, TextStyle, TextureHandle, TextureOptions, Ui, vec2,
};

use crate::look::{colours, sign, size};
use crate::manual::guides::picture;
use crate::manual::markdown::{self, Block, Span};
use crate::manual::{Book, FIRST, Page, target};
use crate::panel::{empty, name};

/// Columns of a table that are narrower than this are put below each other.
const LEAST_COLUMN: f32 = 120.0;

/// So many pages are listed at most.
const MOST_FOUND: usize = 100;

/// Which page is open, and the way there.
#[derive(Default)]
pub(crate) struct ManualPanel {
    /// Made when somebody opens the panel.
    book: OnceCell<Book>,
    /// The commands of the command line, where the window knows them.
    command_line: Option<fn() -> clap::Command>,
    page: String,
    blocks: Vec<Block>,
    /// The heading that a link led to, until it is shown.
    heading: Option<String>,
    /// Pages that were open before, the last one at the end.
    before: Vec<String>,
    /// What is searched.
    text: String,
    /// Pictures that were shown, by their names and widths; `None` for one that is none.
    pictures: BTreeMap<(String, u32), Option<TextureHandle>>,
}

/// Something that was clicked.
enum Wish {
    Back,
    Open(String, Option<String>),
}

impl ManualPanel {
    pub(super) fn know(&mut self, command_line: fn() -> clap::Command) {
        self.command_line = Some(command_line);
    }

    fn book(&self) -> &Book {
        self.book.get_or_init(|| Book::new(self.command_line.map(|tree| tree())))
    }

    /// Opens a page by its id; one that is not there leaves what is open.
    pub(super) fn open(&mut self, id: &str) {
        self.go(id, None);
        self.text.clear();
    }

    fn go(&mut self, id: &str, heading: Option<String>) {
        let Some(page) = self.book().page(id) else { return };
        let (id, blocks) = (page.id.clone(), markdown::blocks(&page.markdown));
        self.heading = heading;
        if self.page == id {
            return;
        }
        let left = std::mem::replace(&mut self.page, id);
        if !left.is_empty() {
            self.before.push(left);
        }
        self.blocks = blocks;
    }

    fn back(&mut self) {
        let Some(page) = self.before.pop() else { return };
        // It is no page that somebody came from.
        self.page.clear();
        self.go(&page, None);
    }

    pub(super) fn show(&mut self, ui: &mut Ui) {
        if self.page.is_empty() {
            self.go(FIRST, None);
        }
        let mut wish = None;
        ui.horizontal(|ui| {
            let back = ui.add_enabled(!self.before.is_empty(), Button::new(sign::BEFORE));
            name(&back, "Back");
            if back.on_hover_text("The page before").clicked() {
                wish = Some(Wish::Back);
            }
            let contents = Button::new("Contents");
            if ui.add(contents).on_hover_text("The first page").clicked() {
                wish = Some(Wish::Open(FIRST.to_owned(), None));
            }
            let field = TextEdit::singleline(&mut self.text).hint_text("Search");
            let field = ui.add(field.desired_width(f32::INFINITY));
            name(&field, "Search the manual");
            if field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) {
                let first = self.book().find(&self.text).first().map(|page| page.id.clone());
                wish = first.map(|page| Wish::Open(page, None));
            }
        });
        ui.separator();
        let clicked = match self.text.trim() {
            "" => self.read(ui),
            text => found(ui, self.book(), text),
        };
        match wish.or(clicked) {
            Some(Wish::Back) => {
                self.text.clear();
                self.back();
            }
            Some(Wish::Open(page, heading)) => {
                self.text.clear();
                self.go(&page, heading);
            }
            None => return,
        }
        ui.ctx().request_repaint();
    }

    /// The page that is open.
    fn read(&mut self, ui: &mut Ui) -> Option<Wish> {
        let mut wish = None;
        let page = self.page.clone();
        // Each page keeps its place.
        let scroll = ScrollArea::vertical().id_salt(&page).auto_shrink(false);
        scroll.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = size::TIGHT;
            for (number, block) in self.blocks.iter().enumerate() {
                if let Block::Picture { words, file } = block {
                    show_picture(ui, &mut self.pictures, file, words);
                }
                let clicked = draw(ui, block, number, &mut self.heading);
                if let Some(link) = clicked {
                    wish = target(&page, &link).map(|(page, heading)| Wish::Open(page, heading));
                }
            }
            ui.add_space(size::SECTION);
        });
        wish
    }
}

/// The pages that have some words.
fn found(ui: &mut Ui, book: &Book, text: &str) -> Option<Wish> {
    let found = book.find(text);
    if found.is_empty() {
        empty(ui, "No page has these words");
        return None;
    }
    let mut wish = None;
    ScrollArea::vertical().id_salt("found").auto_shrink(false).show(ui, |ui| {
        for page in found.iter().take(MOST_FOUND) {
            let button = Button::selectable(false, title(page)).right_text("").truncate();
            let button = button.min_size(vec2(ui.available_width(), size::ROW));
            let row = ui.add(button).on_hover_text(&page.id);
            name(&row, &title(page));
            if row.clicked() {
                wish = Some(Wish::Open(page.id.clone(), None));
            }
        }
        if found.len() > MOST_FOUND {
            ui.weak(format!("{} more pages; type more words", found.len() - MOST_FOUND));
        }
    });
    wish
}

fn title(page: &Page) -> String {
    markdown::words(&markdown::spans(&page.title))
}

/// Draws a part of a page, and says which link was clicked.
fn draw(ui: &mut Ui, block: &Block, number: usize, wanted: &mut Option<String>) -> Option<String> {
    match block {
        Block::Heading { level, spans } => {
            let words = markdown::words(spans);
            let points = match level {
                1 => 20.0,
                2 => size::TITLE,
                _ => 14.0,
            };
            ui.add_space(if *level == 1 { size::TIGHT } else { size::GAP });
            let text = RichText::new(&words).size(points).strong();
            let heading = ui.add(Label::new(text).wrap());
            if wanted.as_ref().is_some_and(|wanted| *wanted == markdown::anchor(&words)) {
                heading.scroll_to_me(Some(Align::TOP));
                *wanted = None;
            }
            None
        }
        Block::Paragraph(spans) => line(ui, spans),
        Block::Item { depth, mark, spans } => {
            let row = ui.horizontal_top(|ui| {
                ui.add_space(size::SECTION * *depth as f32);
                ui.label(mark);
                ui.vertical(|ui| line(ui, spans)).inner
            });
            row.inner
        }
        Block::Code(text) => {
            code(ui, text, number);
            None
        }
        Block::Table(rows) => table(ui, rows),
        Block::Picture { .. } => None,
    }
}

/// As wide as there is room, and its words below the pointer.
fn show_picture(
    ui: &mut Ui,
    pictures: &mut BTreeMap<(String, u32), Option<TextureHandle>>,
    file: &str,
    words: &str,
) {
    let width = (ui.available_width() * ui.pixels_per_point()) as u32;
    let texture = pictures.entry((file.to_owned(), width)).or_insert_with(|| {
        let decoded = image::load_from_memory(picture(file)?).ok()?;
        // Made smaller here, since drivers leave pixels out.
        let decoded = match width < decoded.width() {
            true => decoded.thumbnail(width.max(1), u32::MAX).to_rgba8(),
            false => decoded.to_rgba8(),
        };
        let size = [decoded.width() as usize, decoded.height() as usize];
        let pixels = ColorImage::from_rgba_unmultiplied(size, &decoded);
        Some(ui.ctx().load_texture(file, pixels, TextureOptions::LINEAR))
    });
    let Some(texture) = texture else {
        ui.label(RichText::new(words).italics());
        return;
    };
    let shown = Image::from_texture(&*texture).max_width(ui.available_width()).alt_text(words);
    let shown = ui.add(shown.corner_radius(size::CORNER));
    name(&shown, words);
    shown.on_hover_text(words);
    // Of other widths, none is shown now.
    pictures.retain(|(name, other), _| name != file || *other == width);
}

/// Text that goes over as many lines as it needs.
fn line(ui: &mut Ui, spans: &[Span]) -> Option<String> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        for span in spans {
            match span {
                Span::Text(text) => {
                    ui.label(text);
                }
                Span::Code(text) => {
                    ui.label(monospace(ui, text));
                }
                Span::Strong(text) => {
                    ui.strong(text);
                }
                Span::Emphasis(text) => {
                    ui.label(RichText::new(text).italics());
                }
                Span::Link { text, to } if to.contains("://") => {
                    ui.hyperlink_to(text, to);
                }
                Span::Link { text, to } => {
                    if ui.link(text).clicked() {
                        clicked = Some(to.clone());
                    }
                }
            }
        }
    });
    clicked
}

fn monospace(ui: &Ui, text: &str) -> RichText {
    RichText::new(text).monospace().color(colours(ui).strong)
}

/// Long lines are scrolled to.
fn code(ui: &mut Ui, text: &str, number: usize) {
    let frame = Frame::new()
        .fill(colours(ui).sunken)
        .corner_radius(size::CORNER)
        .inner_margin(Margin::same(6));
    frame.show(ui, |ui| {
        ScrollArea::horizontal().id_salt(("code", number)).show(ui, |ui| {
            let text = RichText::new(text).text_style(TextStyle::Monospace);
            ui.add(Label::new(text).extend());
        });
    });
}

/// Columns beside each other where there is room, and else each row as a few lines.
fn table(ui: &mut Ui, rows: &[Vec<Vec<Span>>]) -> Option<String> {
    let mut clicked = None;
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let (head, rest) = rows.split_first()?;
    let is_wide = ui.available_width() / n_columns as f32 >= LEAST_COLUMN;
    let has_head = head.iter().any(|cell| !cell.is_empty());
    if is_wide && has_head {
        ui.columns(n_columns, |columns| {
            for (column, cell) in columns.iter_mut().zip(head) {
                column.add(Label::new(RichText::new(markdown::words(cell)).strong()).wrap());
            }
        });
    }
    for row in rest {
        rule(ui);
        if is_wide {
            ui.columns(n_columns, |columns| {
                for (column, cell) in columns.iter_mut().zip(row) {
                    clicked = line(column, cell).or(clicked.take());
                }
            });
            continue;
        }
        for (number, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let called = head.get(number).map(|cell| markdown::words(cell)).unwrap_or_default();
            if number > 0 && !called.is_empty() {
                ui.weak(called);
            }
            clicked = line(ui, cell).or(clicked.take());
        }
    }
    clicked
}

/// A thin line between rows.
fn rule(ui: &mut Ui) {
    let colour: Color32 = colours(ui).line;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), egui::Sense::hover());
    ui.painter().rect_filled(rect, 0.0, colour);
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    fn panel() -> Harness<'static, ManualPanel> {
        let show = |ui: &mut Ui, panel: &mut ManualPanel| panel.show(ui);
        let panel = ManualPanel::default();
        Harness::builder().with_size(vec2(420.0, 700.0)).build_ui_state(show, panel)
    }

    #[test]
    fn links_lead_on_and_back_leads_back() {
        let mut harness = panel();
        harness.state_mut().open("codes/gat-crack");
        harness.run();
        harness.get_by_label("Ragnarok Online").click();
        harness.run();
        assert_eq!(harness.state().page, "ragnarok");
        harness.get_by_label("Back").click();
        harness.run();
        assert_eq!(harness.state().page, "codes/gat-crack");
        assert_eq!(harness.state().before, [FIRST], "the first page was open before");
    }

    #[test]
    fn every_page_is_drawn() {
        let mut harness = panel();
        let ids: Vec<String> =
            harness.state().book().pages().iter().map(|page| page.id.clone()).collect();
        for id in ids.iter().filter(|id| !id.contains('/')).chain(ids.iter().step_by(40)) {
            harness.state_mut().open(id);
            harness.run_steps(2);
            assert_eq!(&harness.state().page, id);
            let title = harness.state().book().page(id).map(title).unwrap();
            assert!(harness.query_all_by_label(&title).next().is_some(), "{id}");
        }
    }

    #[test]
    fn a_page_that_is_not_there_leaves_what_is_open() {
        let mut harness = panel();
        harness.state_mut().open("ragnarok");
        harness.state_mut().open("nothing/like-this");
        harness.run();
        assert_eq!(harness.state().page, "ragnarok");
    }

    #[test]
    fn words_find_pages() {
        let mut harness = panel();
        harness.run();
        let field = harness.get_by_label("Search the manual");
        field.focus();
        field.type_text("gat-crack");
        harness.run();
        harness.get_by_label("gat-crack").click();
        harness.run();
        assert_eq!(harness.state().page, "codes/gat-crack");
        assert!(harness.state().text.is_empty());
    }
}
