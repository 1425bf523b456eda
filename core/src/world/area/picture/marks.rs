//! Marks at problems: discs for errors, diamonds for warnings, squares for hints and information, so
//! that they are told apart without their colours as well.

use crate::problem::Severity;
use crate::space::tera::PosInWorld;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

use crate::world::area::picture::part::Part;

/// A problem at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    pub pos: PosInWorld,
    pub severity: Severity,
}

const EDGE: Rgb = Rgb([0; 3]);

pub fn colour(severity: Severity) -> Rgb {
    match severity {
        Severity::Error => Rgb([255, 60, 70]),
        Severity::Warning => Rgb([255, 150, 220]),
        Severity::Information => Rgb([120, 180, 255]),
        Severity::Hint => Rgb([190; 3]),
    }
}

/// Puts marks into a picture of a part, the worst above the others. Says how many are in it.
pub fn draw_marks(image: &mut Image, part: Part, marks: &[Mark]) -> usize {
    let side = f64::from(image.width.min(image.height));
    let radius = (side / 160.0).clamp(3.0, 9.0);
    let mut sorted: Vec<&Mark> = marks.iter().collect();
    sorted.sort_by_key(|mark| mark.severity);
    let mut n_drawn = 0;
    for mark in sorted {
        let size = [image.width, image.height];
        if let Some(at) = part.place(mark.pos, size) {
            draw_mark(image, at, radius, mark.severity);
            n_drawn += 1;
        }
    }
    n_drawn
}

/// One mark: where its middle is, in pixels.
pub fn draw_mark(image: &mut Image, [x, y]: [f64; 2], radius: f64, severity: Severity) {
    let reach = radius * 1.3 + 2.0;
    let pixels = |middle: f64, n: u32| {
        let from = (middle - reach).floor().max(0.0) as u32;
        from..((middle + reach).ceil().max(0.0) as u32).min(n)
    };
    for row in pixels(y, image.height) {
        for column in pixels(x, image.width) {
            let right = (f64::from(column) + 0.5 - x).abs();
            let down = (f64::from(row) + 0.5 - y).abs();
            let far = match severity {
                Severity::Error => (right * right + down * down).sqrt(),
                Severity::Warning => (right + down) / 1.25,
                Severity::Information | Severity::Hint => right.max(down) * 1.8,
            };
            let colour = if far <= radius { colour(severity) } else { EDGE };
            let at = row as usize * image.width as usize + column as usize;
            if let Some(pixel) = image.pixels.get_mut(at).filter(|_| far <= radius + 1.2) {
                *pixel = colour;
            }
        }
    }
}
