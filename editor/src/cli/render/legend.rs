//! A key of colours beside a picture.

use std::sync::Arc;

use eframe::egui::{self, FontDefinitions, Galley, Rect};
use landwright_core::problem::Severity;
use landwright_core::world::area::picture::marks::draw_mark;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;

use crate::canvas::letters::{Pen, fill};
use crate::cli::render::canvas;

/// A side of the picture has room for so many lines.
const LINES_PER_SIDE: f32 = 60.0;
const SIZES_PX: [f32; 2] = [13.0, 32.0];
const INK: Rgb = Rgb([236; 3]);
const PLATE: Rgb = Rgb([14, 15, 20]);

/// What a row explains.
pub(super) enum Swatch {
    /// From one end of a meaning to the other.
    Colours(Vec<Rgb>),
    /// The mark of a problem.
    Mark(Severity),
}

pub(super) struct Legend {
    pen: Pen,
    rows: Vec<(Swatch, Arc<Galley>)>,
    /// From row to row, in pixels.
    line: f32,
}

impl Legend {
    /// With letters as they suit a picture whose shorter side has so many pixels.
    pub(super) fn new(rows: Vec<(Swatch, String)>, side: u32) -> Legend {
        let size_px = (side as f32 / LINES_PER_SIDE).clamp(SIZES_PX[0], SIZES_PX[1]).round();
        let mut pen = Pen::new(FontDefinitions::default(), size_px);
        let rows = rows.into_iter().map(|(swatch, text)| (swatch, pen.line(text))).collect();
        Legend { pen, rows, line: (size_px * 1.6).round() }
    }

    /// Width and height, in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        let widest = self.rows.iter().map(|(_, text)| text.size().x).fold(0.0, f32::max);
        let width = self.line * 3.5 + widest.ceil();
        let height = self.line * (self.rows.len() as f32 + 1.0);
        (width as u32, height as u32)
    }

    /// At the right of a picture, which is in the middle where the legend is higher.
    pub(super) fn beside(self, image: &Image) -> Image {
        let (width, height) = self.size();
        let height = height.max(image.height);
        let above = canvas::centred(image.clone(), image.width, height, PLATE);
        let mut sheet = Image::filled(image.width + width, height, PLATE);
        let rows = sheet.pixels.chunks_mut((image.width + width).max(1) as usize);
        for (to, from) in rows.zip(above.pixels.chunks(image.width.max(1) as usize)) {
            to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        }
        let mut lines = Vec::new();
        let (left, line) = (image.width as f32 + self.line / 2.0, self.line);
        for (n, (swatch, text)) in self.rows.iter().enumerate() {
            let middle = line * (n as f32 + 1.0);
            let side = (line * 0.6).round();
            let top = (middle - side / 2.0).round();
            match swatch {
                Swatch::Colours(colours) => {
                    let step = (line * 2.0 / colours.len().max(1) as f32).floor();
                    for (n, colour) in colours.iter().enumerate() {
                        let from = egui::pos2(left + step * n as f32, top);
                        let rect = Rect::from_min_size(from, egui::vec2(step, side));
                        fill(&mut sheet, rect, *colour, 255);
                    }
                }
                Swatch::Mark(severity) => {
                    let at = [left + line, middle].map(f64::from);
                    draw_mark(&mut sheet, at, f64::from(side / 2.0), *severity);
                }
            }
            let at = egui::pos2(left + line * 2.5, middle - text.size().y / 2.0).round();
            lines.push((at, text.clone()));
        }
        self.pen.write(&mut sheet, &lines, INK);
        sheet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_stands_at_the_right_and_the_picture_stays_as_it_is() {
        let red = Rgb([200, 0, 0]);
        let image = Image::filled(100, 400, Rgb([9, 90, 9]));
        let rows = || {
            vec![
                (Swatch::Colours(vec![red]), "node".to_owned()),
                (Swatch::Mark(Severity::Error), "2 errors".to_owned()),
            ]
        };
        let legend = Legend::new(rows(), 100);
        let (width, height) = legend.size();
        let sheet = legend.beside(&image);
        assert_eq!((sheet.width, sheet.height), (100 + width, 400));
        for (row, own) in sheet.pixels.chunks(sheet.width as usize).zip(image.pixels.chunks(100)) {
            assert_eq!(&row[..100], own);
        }
        assert!(sheet.pixels.contains(&red) && sheet.pixels.contains(&INK));
        let small = Image::filled(5, 5, red);
        let sheet = Legend::new(rows(), 5).beside(&small);
        assert_eq!((sheet.width, sheet.height), (5 + width, height));
    }
}
