//! Fonts: the built-in one, one of the system for letters that it lacks, and writing with them into
//! pictures, for which no window is needed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui;
use egui::epaint::text::{Fonts, Galley, TextOptions};
use egui::{Color32, FontDefinitions, FontId, Pos2, Rect};
use landwright_core::vfs::disk;
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;
use skrifa::{FontRef, MetadataProvider};

use crate::kind::foreign::{Script, Scripts};

/// Fonts that have a whole script, where systems put them. They are tried first.
const PLACES: &[&str] = &[
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-vf-fonts/NotoSansCJK-VF.ttc",
    "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf",
    "/System/Library/Fonts/AppleSDGothicNeo.ttc",
    "/System/Library/Fonts/Hiragino Sans GB.ttc",
    "/System/Library/Fonts/Supplemental/Thonburi.ttc",
    "C:\\Windows\\Fonts\\malgun.ttf",
    "C:\\Windows\\Fonts\\msgothic.ttc",
    "C:\\Windows\\Fonts\\simsun.ttc",
    "C:\\Windows\\Fonts\\leelawui.ttf",
];

/// Folders of fonts, of the system and below a person's own folder.
const FOLDERS: &[&str] =
    &["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "C:\\Windows\\Fonts"];
const OWN_FOLDERS: &[&str] = &[".local/share/fonts", ".fonts", "Library/Fonts"];

/// No font file that is looked into is larger, and all of them together are not.
const LIMIT: u64 = 64 << 20;
const LIMIT_OF_ALL: u64 = 512 << 20;

/// Fonts of the system for some scripts.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The bytes of their files.
    pub(crate) fonts: Vec<Vec<u8>>,
    /// Scripts that no installed font has.
    pub(crate) missing: Scripts,
}

impl Found {
    /// What a person should install; `None` where nothing is missing.
    pub(crate) fn advice(&self) -> Option<String> {
        if self.missing.is_empty() {
            return None;
        }
        let scripts = self.missing.in_words();
        let thai = Scripts::from(Script::Thai);
        let mut fonts = Vec::new();
        if !self.missing.without(thai).is_empty() {
            fonts.push(
                "Noto Sans CJK (fonts-noto-cjk on Debian and Ubuntu, google-noto-sans-cjk-fonts on Fedora, \
                 noto-fonts-cjk on Arch)",
            );
        }
        if self.missing.without(thai) != self.missing {
            fonts.push(
                "Noto Sans Thai (fonts-noto-core on Debian and Ubuntu, google-noto-sans-thai-fonts on \
                 Fedora, noto-fonts on Arch)",
            );
        }
        let install = fonts.join(" and ");
        Some(format!(
            "{scripts} letters appear as boxes, because no font for them is installed. Install {install}"
        ))
    }
}

/// Fonts of the system that have letters of these scripts: as few as are needed.
pub(crate) fn of_system(scripts: Scripts) -> Found {
    if scripts.is_empty() {
        return Found::default();
    }
    let home = std::env::var_os("HOME").map(PathBuf::from).into_iter();
    let own = home.flat_map(|home| OWN_FOLDERS.iter().map(move |folder| home.join(folder)));
    let folders = own.chain(FOLDERS.iter().map(PathBuf::from));
    let all = folders.filter(|folder| folder.is_dir()).flat_map(|folder| disk::walk(&folder).files);
    among(PLACES.iter().map(PathBuf::from).chain(all), scripts)
}

fn among(files: impl Iterator<Item = PathBuf>, scripts: Scripts) -> Found {
    let mut found = Found { fonts: Vec::new(), missing: scripts };
    let mut n_bytes = 0;
    for file in files.filter(|file| is_font(file) && disk::is_file(file)) {
        if found.missing.is_empty() || n_bytes > LIMIT_OF_ALL {
            break;
        }
        let Ok(loaded) = disk::read_file(&file, LIMIT) else { continue };
        n_bytes += loaded.bytes.len() as u64;
        let has = scripts_of(&loaded.bytes, found.missing);
        if !has.is_empty() {
            found.missing = found.missing.without(has);
            found.fonts.push(loaded.bytes);
        }
    }
    found
}

fn is_font(file: &Path) -> bool {
    let ending = file.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ["ttf", "otf", "ttc"].iter().any(|known| ending == *known))
}

/// The scripts of these that a font has letters of. Of a file with several fonts the first one is drawn.
fn scripts_of(font: &[u8], scripts: Scripts) -> Scripts {
    let Ok(font) = FontRef::from_index(font, 0) else { return Scripts::NONE };
    let letters = font.charmap();
    let has = |script: &Script| letters.map(script.letter()).is_some();
    scripts.iter().filter(has).map(Scripts::from).collect()
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

    /// A font with a single letter and its table of letters alone.
    fn font(letter: char) -> Vec<u8> {
        let code = (letter as u16).to_be_bytes();
        let [high, low] = code;
        let cmap: Vec<u8> = [
            &[0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12][..],
            &[0, 4, 0, 32, 0, 0, 0, 4, 0, 4, 0, 1, 0, 0],
            &[high, low, 0xff, 0xff, 0, 0, high, low, 0xff, 0xff],
            // The letter is glyph 1.
            &(1u16.wrapping_sub(letter as u16)).to_be_bytes(),
            &[0, 1, 0, 0, 0, 0],
        ]
        .concat();
        let mut font = vec![0, 1, 0, 0, 0, 1, 0, 16, 0, 0, 0, 0];
        font.extend(b"cmap");
        font.extend([0; 4]);
        font.extend(28u32.to_be_bytes());
        font.extend((cmap.len() as u32).to_be_bytes());
        font.extend(cmap);
        font
    }

    #[test]
    fn fonts_are_taken_for_the_letters_that_they_have_and_what_no_font_has_is_named() {
        let folder = tempfile::TempDir::new().unwrap();
        for (name, bytes) in [
            ("a.ttf", b"no font".to_vec()),
            ("b.ttf", font('x')),
            ("c.TTF", font('ก')),
            ("d.txt", font('가')),
            ("e.otf", font('가')),
            ("f.otf", font('가')),
        ] {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let of = |text| {
            let files = ["a.ttf", "b.ttf", "c.TTF", "d.txt", "e.otf", "f.otf"];
            among(files.iter().map(|name| folder.path().join(name)), Scripts::of(text))
        };
        let found = of("กบ 뱃");
        assert_eq!((found.fonts, found.missing), (vec![font('ก'), font('가')], Scripts::NONE));
        let found = of("뱃 血");
        assert_eq!(found.fonts, [font('가')]);
        let advice = found.advice().unwrap();
        assert!(advice.starts_with("Chinese letters appear as boxes"), "{advice}");
        assert_eq!(of("Boar").advice(), None);
    }
}
