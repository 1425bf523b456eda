//! The sheet that a picture is put on: its size, its margins, and the grid over it.

use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;

/// Lines that are closer are no help.
const MIN_PIXELS_BETWEEN_LINES: u32 = 6;

const LINE: Rgb = Rgb([0; 3]);
/// How dark lines are, of 256: every tenth is darker.
const WEIGHT: u32 = 70;
const TENTH_WEIGHT: u32 = 150;

/// The largest size of a picture's shape that fits.
pub(super) fn fitting(sides: [u32; 2], width: u32, height: u32) -> (u32, u32) {
    let [w, h] = sides.map(|side| u64::from(side.max(1)));
    let (width, height) = (u64::from(width), u64::from(height));
    let (width, height) = match width * h <= height * w {
        true => (width, (width * h / w).max(1)),
        false => ((height * w / h).max(1), height),
    };
    (width as u32, height as u32)
}

/// A picture in the middle of a sheet that is at least as large.
pub(super) fn centred(image: Image, width: u32, height: u32, around: Rgb) -> Image {
    if (image.width, image.height) == (width, height) {
        return image;
    }
    let mut sheet = Image::filled(width, height, around);
    let (x, y) = ((width - image.width) / 2, (height - image.height) / 2);
    let rows = sheet.pixels.chunks_mut(width.max(1) as usize).skip(y as usize);
    for (to, from) in rows.zip(image.pixels.chunks(image.width.max(1) as usize)) {
        let to = to.iter_mut().skip(x as usize);
        to.zip(from).for_each(|(to, from)| *to = *from);
    }
    sheet
}

/// Lines between the cells of a picture of a map, counted from its south-west corner.
pub(super) fn draw_grid(image: &mut Image, n_columns: u32, n_rows: u32) {
    let step = [1, 10, 100, 1000].into_iter().find(|step| {
        let between = |pixels: u32, cells: u32| u64::from(pixels) * step / u64::from(cells.max(1));
        let least = between(image.width, n_columns).min(between(image.height, n_rows));
        least >= u64::from(MIN_PIXELS_BETWEEN_LINES)
    });
    let Some(step) = step else { return };
    let columns = lines(image.width, n_columns, step);
    let rows: Vec<Option<u32>> = lines(image.height, n_rows, step).into_iter().rev().collect();
    let width = image.width.max(1) as usize;
    for (row, of_row) in image.pixels.chunks_mut(width).zip(&rows) {
        for (pixel, of_column) in row.iter_mut().zip(&columns) {
            if let Some(weight) = of_row.max(of_column) {
                *pixel = pixel.mixed(LINE, *weight);
            }
        }
    }
}

/// How dark each pixel of a side is; `None` where there is no line.
fn lines(n_pixels: u32, n_cells: u32, step: u64) -> Vec<Option<u32>> {
    let mut lines = vec![None; n_pixels as usize];
    for cell in (step..u64::from(n_cells)).step_by(step as usize) {
        let at = cell * u64::from(n_pixels) / u64::from(n_cells);
        if let Some(line) = lines.get_mut(at as usize) {
            *line = Some(if cell.is_multiple_of(10 * step) { TENTH_WEIGHT } else { WEIGHT });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(width: u32, height: u32) -> Image {
        Image::filled(width, height, Rgb([255; 3]))
    }

    #[test]
    fn a_picture_keeps_its_shape_and_stands_in_the_middle() {
        assert_eq!(fitting([300, 200], 600, 600), (600, 400));
        assert_eq!(fitting([300, 200], 90, 20), (30, 20));
        assert_eq!(fitting([3000, 1], 30, 20), (30, 1));
        let sheet = centred(white(2, 1), 4, 3, Rgb([7; 3]));
        let row =
            |y: usize| -> Vec<u8> { sheet.pixels[y * 4..][..4].iter().map(|p| p.0[0]).collect() };
        assert_eq!([row(0), row(1), row(2)], [[7; 4], [7, 255, 255, 7], [7; 4]]);
    }

    #[test]
    fn lines_are_as_close_as_can_be_seen() {
        let drawn = |pixels: u32, cells: u32| {
            let mut image = white(pixels, pixels);
            draw_grid(&mut image, cells, cells);
            let bottom = &image.pixels[(pixels * (pixels - 1)) as usize..];
            bottom
                .iter()
                .enumerate()
                .filter(|(_, p)| **p != Rgb([255; 3]))
                .map(|(x, _)| x)
                .collect::<Vec<_>>()
        };
        assert_eq!(drawn(24, 3), [8, 16]);
        assert_eq!(drawn(60, 30), [20, 40], "every tenth");
        assert_eq!(drawn(5, 5), [0; 0]);
    }
}
