//! Fonts: the built-in one, one of the system for letters that it lacks, and writing with them into
//! pictures, for which no window is needed.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui;
use egui::epaint::text::{Fonts, Galley, TextOptions};
use egui::{Color32, FontDefinitions, FontId, Pos2, Rect};
use landwright_core::vfs::disk;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;

/// Where systems have fonts with Hangul and Chinese characters.
const PLACES: &[&str] = &[
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-vf-fonts/NotoSansCJK-VF.ttc",
    "/usr/share/fonts/truetype/nanum/NanumGothic.ttf",
    "/usr/share/fonts/truetype/unfonts-core/UnDotum.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/AppleSDGothicNeo.ttc",
    "/System/Library/Fonts/Supplemental/AppleGothic.ttf",
    "C:\\Windows\\Fonts\\malgun.ttf",
    "C:\\Windows\\Fonts\\msgothic.ttc",
    "C:\\Windows\\Fonts\\simsun.ttc",
];

/// No font file that is taken is larger.
const LIMIT: u64 = 64 << 20;

/// Fonts that people put into their own folder.
const OWN: &[&str] = &["NotoSansCJK-Regular.ttc", "NotoSansKR-Regular.ttf", "NanumGothic.ttf"];

fn places() -> impl Iterator<Item = PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let folders = [".local/share/fonts", ".fonts", "Library/Fonts"];
    let own = home.into_iter().flat_map(move |home| folders.map(|folder| home.join(folder)));
    let own = own.flat_map(|folder| OWN.iter().map(move |name| folder.join(name)));
    PLACES.iter().map(PathBuf::from).chain(own)
}

/// A font of the system with letters from the east of Asia.
pub(crate) fn of_system() -> Option<Vec<u8>> {
    let mut files = places().filter(|path| disk::is_file(path));
    files.find_map(|path| disk::read_file(&path, LIMIT).ok()).map(|loaded| loaded.bytes)
}

/// Writes into pictures.
pub(crate) struct Pen {
    fonts: Fonts,
    font: FontId,
}

impl Pen {
    pub(crate) fn new(definitions: FontDefinitions, size_px: f32) -> Pen {
        let fonts = Fonts::new(TextOptions::default(), definitions);
        Pen { fonts, font: FontId::proportional(size_px) }
    }

    /// A line as it will be written: a pixel is a point.
    pub(crate) fn line(&mut self, text: String) -> Arc<Galley> {
        let mut fonts = self.fonts.with_pixels_per_point(1.0);
        fonts.layout_no_wrap(text, self.font.clone(), Color32::WHITE)
    }

    /// Writes lines, each from its upper left corner.
    pub(crate) fn write(&self, image: &mut Image, lines: &[(Pos2, Arc<Galley>)], colour: Rgb) {
        let atlas = self.fonts.image();
        for (at, line) in lines {
            let rows = line.rows.iter();
            let glyphs = rows.flat_map(|row| row.glyphs.iter().map(move |glyph| (row.pos, glyph)));
            for (row, glyph) in glyphs {
                let within = (glyph.pos + glyph.uv_rect.offset).round();
                let first = *at + row.to_vec2() + within.to_vec2();
                let (min, max) = (glyph.uv_rect.min, glyph.uv_rect.max);
                for (y, v) in (min[1]..max[1]).enumerate() {
                    for (x, u) in (min[0]..max[0]).enumerate() {
                        let texel = usize::from(v) * atlas.width() + usize::from(u);
                        let alpha = atlas.pixels.get(texel).map_or(0, Color32::a);
                        let place = first + egui::vec2(x as f32, y as f32);
                        blend(image, place, colour, alpha);
                    }
                }
            }
        }
    }
}

/// Lays a colour over a rectangle.
pub(crate) fn fill(image: &mut Image, rect: Rect, colour: Rgb, alpha: u8) {
    for y in rect.top() as i64..rect.bottom() as i64 {
        for x in rect.left() as i64..rect.right() as i64 {
            blend(image, egui::pos2(x as f32, y as f32), colour, alpha);
        }
    }
}

fn blend(image: &mut Image, at: Pos2, colour: Rgb, alpha: u8) {
    let is_inside = at.x >= 0.0 && at.y >= 0.0 && at.x < image.width as f32;
    let place = at.y as usize * image.width as usize + at.x as usize;
    if let Some(pixel) = image.pixels.get_mut(place).filter(|_| is_inside) {
        let alpha = u32::from(alpha);
        for (to, from) in pixel.0.iter_mut().zip(colour.0) {
            let mixed = u32::from(from) * alpha + u32::from(*to) * (255 - alpha);
            *to = (mixed / 255) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::foreign::is_foreign;

    #[test]
    fn a_line_is_written_where_it_is_put_and_nowhere_else() {
        let (ground, ink) = (Rgb([20, 30, 40]), Rgb([250, 250, 250]));
        let mut image = Image::filled(120, 40, ground);
        let mut pen = Pen::new(FontDefinitions::default(), 14.0);
        let line = pen.line("Boar".to_owned());
        let size = line.size();
        assert!((20.0..60.0).contains(&size.x) && (12.0..22.0).contains(&size.y), "{size:?}");
        let at = egui::pos2(30.0, 10.0);
        pen.write(&mut image, &[(at, line.clone())], ink);
        let place = Rect::from_min_size(at, size).expand(1.0);
        let is_written = |(n, _): &(usize, &Rgb)| {
            !place.contains(egui::pos2((n % 120) as f32, (n / 120) as f32))
        };
        let written: Vec<(usize, &Rgb)> =
            image.pixels.iter().enumerate().filter(|(_, pixel)| **pixel != ground).collect();
        assert!(written.len() > 60 && !written.iter().any(is_written), "{}", written.len());
        assert!(written.iter().any(|(_, pixel)| pixel.0[0] > 200), "it is legible");
        // Half over the edge, the rest is written.
        let before = image.clone();
        pen.write(&mut image, &[(egui::pos2(-12.0, -5.0), line)], ink);
        assert!(image != before);
        fill(
            &mut image,
            Rect::from_min_size(egui::pos2(-5.0, 35.0), egui::vec2(10.0, 90.0)),
            ink,
            255,
        );
        assert_eq!((image.pixels[35 * 120 + 4], image.pixels[35 * 120 + 5]), (ink, ground));
    }

    #[test]
    fn names_from_the_east_of_asia_need_another_font() {
        for name in ["블러드뱃", "ブラッド", "血蝠"] {
            assert!(is_foreign(name), "{name}");
        }
        for name in ["Blood Bat", "Größe №1 – „a“", "\u{fffd}"] {
            assert!(!is_foreign(name), "{name}");
        }
    }
}
