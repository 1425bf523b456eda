//! All of a map in one small texture: a texel for some cells. What changed is drawn again, and
//! comes to the graphics card at once, however many places it is in.

use eframe::egui;
use egui::{Color32, ColorImage, TextureHandle, TextureOptions};
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::palette::Rgb;

use super::Piece;
use crate::kind::ragnarok::changes::{Changes, Seen, Stale};

/// No side has more texels.
const MAX_SIDE: u32 = 512;

const SMOOTH: TextureOptions = TextureOptions::LINEAR;

/// The colours of cells, row by row from the north down.
type Colours<'c> = dyn Fn(Rect) -> Vec<Rgb> + 'c;

pub(super) struct Overview {
    map: Rect,
    /// Cells along each side of a texel.
    factor: u32,
    /// As it was uploaded last. The first row is the northernmost.
    image: ColorImage,
    texture: TextureHandle,
    seen: Seen,
}

impl Overview {
    pub(super) fn new(
        context: &egui::Context,
        map: Rect,
        changes: &Changes,
        colours: &Colours<'_>,
    ) -> Overview {
        let factor = map.width.max(map.height).div_ceil(MAX_SIDE).max(1);
        let [width, height] = [map.width, map.height].map(|side| side.div_ceil(factor).max(1));
        let mut image = ColorImage::filled([width as usize, height as usize], Color32::BLACK);
        average(&mut image, map, Rect { x: 0, y: 0, width, height }, factor, colours);
        let texture = context.load_texture("overview", image.clone(), SMOOTH);
        Overview { map, factor, image, texture, seen: changes.now() }
    }

    /// Draws again what changed; `None` where that is everything.
    pub(super) fn follow(mut self, changes: &Changes, colours: &Colours<'_>) -> Option<Overview> {
        let cells = match changes.since(self.seen) {
            Stale::Nothing => return Some(self),
            Stale::Everything => return None,
            Stale::Cells(cells) => cells,
        };
        self.seen = changes.now();
        let mut changed = Rect::default();
        for cells in cells.into_iter().map(|cells| cells.within(self.map)) {
            if !cells.is_empty() {
                let texels = shrunk(cells, self.factor);
                average(&mut self.image, self.map, texels, self.factor, colours);
                changed = changed.around(texels);
            }
        }
        if !changed.is_empty() {
            let [x, y] = [changed.x, self.image.height() as u32 - changed.north()];
            let [at, size] = [[x, y], [changed.width, changed.height]]
                .map(|corner| corner.map(|side| side as usize));
            self.texture.set_partial(at, self.image.region_by_pixels(at, size), SMOOTH);
        }
        Some(self)
    }

    pub(super) fn piece(&self) -> Piece {
        // The last texels may reach beyond the map.
        let [width, height] = self.image.size.map(|side| side as u32 * self.factor);
        Piece { texture: self.texture.id(), cells: Rect { x: 0, y: 0, width, height } }
    }
}

/// Makes some texels the mean of their cells.
fn average(image: &mut ColorImage, map: Rect, texels: Rect, factor: u32, colours: &Colours<'_>) {
    let [columns, rows] = image.size;
    for row in texels.y..texels.north() {
        let (x, y) = (texels.x * factor, row * factor);
        let band = Rect { x, y, width: texels.width * factor, height: factor }.within(map);
        let mut sums = vec![[0_u32; 4]; texels.width as usize];
        for line in colours(band).chunks(band.width.max(1) as usize) {
            for (sum, block) in sums.iter_mut().zip(line.chunks(factor as usize)) {
                for Rgb([r, g, b]) in block {
                    let add = [u32::from(*r), u32::from(*g), u32::from(*b), 1];
                    sum.iter_mut().zip(add).for_each(|(sum, add)| *sum += add);
                }
            }
        }
        let start = (rows - 1).saturating_sub(row as usize) * columns + texels.x as usize;
        let of_row = image.pixels.get_mut(start..start + sums.len()).unwrap_or_default();
        for (pixel, [r, g, b, n]) in of_row.iter_mut().zip(sums) {
            let [r, g, b] = [r, g, b].map(|sum| (sum / n.max(1)) as u8);
            *pixel = Color32::from_rgb(r, g, b);
        }
    }
}

/// The texels that cells lie in.
fn shrunk(cells: Rect, factor: u32) -> Rect {
    let (x, y) = (cells.x / factor, cells.y / factor);
    let (east, north) = (cells.east().div_ceil(factor), cells.north().div_ceil(factor));
    Rect { x, y, width: east - x, height: north - y }
}
