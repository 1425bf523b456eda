//! A navigation mesh from above: polygons by their area or island, with connections over them.
//!
//! As on the game's own maps, north is up: y grows upwards, and x to the left.

use crate::nav::eq::mesh::islands::Islands;
use crate::nav::eq::mesh::shape::{edges, is_over};
use crate::nav::eq::mesh::{Mesh, Point, Polygon};
use crate::space::eq::area::Area;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

/// What the colours of polygons tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    Areas,
    Islands,
}

/// What lies beside the mesh.
pub const NOTHING: Rgb = Rgb([24, 24, 32]);
const EDGE: u32 = 90;
const BOTH_WAYS: Rgb = Rgb([240, 220, 90]);
const ONE_WAY: Rgb = Rgb([235, 120, 40]);
/// An end that is not on the mesh.
const LOOSE: Rgb = Rgb([230, 40, 40]);
const MAINLAND: Rgb = Rgb([96, 150, 88]);
const CLOSED: Rgb = Rgb([110, 60, 66]);

/// Longer sides are not drawn unless they are asked for.
pub const USUAL_SIDE_PX: u32 = 1000;

pub fn colour_of_area(area: u8) -> Rgb {
    Rgb(match Area::of(area) {
        Some(Area::Normal) => [96, 150, 88],
        Some(Area::Water) => [62, 110, 190],
        Some(Area::Lava) => [214, 96, 40],
        Some(Area::ZoneLine) => [180, 90, 180],
        Some(Area::Pvp) => [190, 70, 80],
        Some(Area::Slime) => [150, 190, 60],
        Some(Area::Ice) => [190, 220, 235],
        Some(Area::FrigidWater) => [110, 160, 215],
        Some(Area::GeneralArea) => [140, 140, 150],
        Some(Area::Portal) => [235, 200, 120],
        Some(Area::Preferred) => [190, 170, 110],
        Some(Area::Disabled) => CLOSED.0,
        None => [255, 0, 220],
    })
}

/// Colours that differ from one island to the next.
pub fn colour_of_island(island: Option<usize>) -> Rgb {
    match island {
        None => CLOSED,
        Some(0) => MAINLAND,
        Some(number) => {
            let mixed = (number as u32).wrapping_mul(2_654_435_761);
            let part = |shift: u32| 90 + (mixed >> shift & 0x7f) as u8;
            Rgb([part(8), part(16), part(24)])
        }
    }
}

/// Where on a picture the mesh is.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// The largest x and y: the left and the upper edge.
    west: f32,
    north: f32,
    per_unit: f32,
}

/// Draws a mesh within so many pixels; `None` where it has no polygon.
pub fn picture(mesh: &Mesh, view: View, size: Option<(u32, u32)>) -> Option<Image> {
    let corners = mesh.polygons.iter().flat_map(|polygon| &polygon.corners);
    let finite = corners.filter(|at| at.iter().all(|number| number.abs() < 1e7));
    let (low, high) = finite.fold(([f32::MAX; 2], [f32::MIN; 2]), |(low, high), [x, _, y]| {
        let ([lx, ly], [hx, hy]) = (low, high);
        ([lx.min(*x), ly.min(*y)], [hx.max(*x), hy.max(*y)])
    });
    let ([east, south], [west, north]) = (low, high);
    if east > west {
        return None;
    }
    let (width, height) = ((west - east).max(1e-3), (north - south).max(1e-3));
    let (most_x, most_y) = size.unwrap_or((USUAL_SIDE_PX, USUAL_SIDE_PX));
    let per_unit = (most_x as f32 / width).min(most_y as f32 / height);
    let pixels = |units: f32, most: u32| ((units * per_unit).round() as u32).clamp(1, most);
    let (width, height) = (pixels(width, most_x), pixels(height, most_y));
    let frame = Frame { west, north, per_unit };
    let mut sheet = Sheet { image: Image::filled(width, height, NOTHING), frame };
    let islands = if view == View::Islands { Islands::of(mesh) } else { Islands::default() };
    // The lower ones first, so that bridges are over what they lead over.
    let mut order: Vec<usize> = (0..mesh.polygons.len()).collect();
    let height_of = |polygon: &usize| {
        let corners = mesh.polygons.get(*polygon).map(|polygon| polygon.corners.as_slice());
        corners.unwrap_or_default().iter().fold(f32::MIN, |most, [_, z, _]| most.max(*z))
    };
    order.sort_by(|a, b| height_of(a).total_cmp(&height_of(b)).then(a.cmp(b)));
    for number in order {
        let Some(polygon) = mesh.polygons.get(number).filter(|polygon| !polygon.is_connection)
        else {
            continue;
        };
        sheet.fill(
            polygon,
            match view {
                View::Areas => colour_of_area(polygon.area),
                View::Islands => colour_of_island(islands.of_polygon(number)),
            },
        );
    }
    sheet.draw_connections(mesh);
    Some(sheet.image)
}

struct Sheet {
    image: Image,
    frame: Frame,
}

impl Sheet {
    fn pixel(&self, [x, _, y]: Point) -> [f32; 2] {
        let Frame { west, north, per_unit } = self.frame;
        [(west - x) * per_unit, (north - y) * per_unit]
    }

    fn at(&mut self, x: i64, y: i64) -> Option<&mut Rgb> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let is_inside = x < self.image.width && y < self.image.height;
        let idx = y as usize * self.image.width as usize + x as usize;
        self.image.pixels.get_mut(idx).filter(|_| is_inside)
    }

    fn fill(&mut self, polygon: &Polygon, colour: Rgb) {
        let corners: Vec<Point> = polygon
            .corners
            .iter()
            .map(|corner| self.pixel(*corner))
            .map(|[x, y]| [x, 0.0, y])
            .collect();
        if corners.iter().any(|at| at.iter().any(|number| number.is_nan() || number.abs() >= 1e6)) {
            return;
        }
        let (low, high) = corners.iter().fold(([f32::MAX; 2], [f32::MIN; 2]), |(low, high), at| {
            let ([lx, ly], [hx, hy], [x, _, y]) = (low, high, *at);
            ([lx.min(x), ly.min(y)], [hx.max(x), hy.max(y)])
        });
        let ([left, top], [right, bottom]) = (low, high);
        let (width, height) = (self.image.width as f32, self.image.height as f32);
        for y in top.max(0.0) as i64..=bottom.min(height) as i64 {
            for x in left.max(0.0) as i64..=right.min(width) as i64 {
                if is_over([x as f32 + 0.5, 0.0, y as f32 + 0.5], &corners)
                    && let Some(pixel) = self.at(x, y)
                {
                    *pixel = colour;
                }
            }
        }
        let darker = colour.mixed(NOTHING, EDGE);
        for ([ax, _, ay], [bx, _, by]) in edges(&corners) {
            self.line([ax, ay], [bx, by], darker);
        }
    }

    fn draw_connections(&mut self, mesh: &Mesh) {
        let all: Vec<(usize, usize, usize)> = mesh.connections().collect();
        for (tile, own, polygon) in all {
            let ends = mesh.ends_of(tile, own);
            let corners = mesh.polygons.get(polygon).map(|polygon| polygon.corners.as_slice());
            let Some([from, to]) = corners else { continue };
            let leads_back = ends.into_iter().flatten().next_back().is_some_and(|end| {
                mesh.polygons.get(end).is_some_and(|end| end.links().any(|link| link.to == polygon))
            });
            let colour = match ends {
                [Some(_), Some(_)] if leads_back => BOTH_WAYS,
                [Some(_), Some(_)] => ONE_WAY,
                _ => LOOSE,
            };
            let (from, to) = (self.pixel(*from), self.pixel(*to));
            self.line(from, to, colour);
            // A thicker start says where it begins.
            let [x, y] = from;
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                if let Some(pixel) = self.at(x as i64 + dx, y as i64 + dy) {
                    *pixel = colour;
                }
            }
        }
    }

    fn line(&mut self, [ax, ay]: [f32; 2], [bx, by]: [f32; 2], colour: Rgb) {
        let length = (bx - ax).abs().max((by - ay).abs());
        if length.is_nan() || length >= 1e6 {
            return;
        }
        let steps = (length.ceil() as u32).max(1);
        for step in 0..=steps {
            let share = step as f32 / steps as f32;
            let (x, y) = (ax + (bx - ax) * share, ay + (by - ay) * share);
            // What is on the last edge is on the last pixel.
            let inside = |at: f32, side: u32| (at.floor() as i64).min(i64::from(side) - 1);
            let (x, y) = (inside(x, self.image.width), inside(y, self.image.height));
            if let Some(pixel) = self.at(x, y) {
                *pixel = colour;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nav::eq::mesh::Mesh;
    use crate::nav::eq::mesh::drawn::one_tile;
    use crate::world::eq::mesh::picture::{View, colour_of_area, colour_of_island, picture};

    #[test]
    fn north_is_up_and_west_is_left() {
        let mesh = Mesh::new(&one_tile(&["12", "  "]));
        let image = picture(&mesh, View::Areas, Some((80, 80))).unwrap();
        assert_eq!((image.width, image.height), (80, 40));
        // x grows to the left.
        let at = |x: usize, y: usize| image.pixels[y * 80 + x];
        assert_eq!((at(20, 20), at(60, 20)), (colour_of_area(2), colour_of_area(1)));
        let image = picture(&Mesh::new(&one_tile(&[". .", "  ."])), View::Islands, Some((60, 60)));
        let image = image.unwrap();
        assert_eq!(image.pixels[5 * 60 + 10], colour_of_island(Some(0)));
        assert_eq!(image.pixels[30 * 60 + 50], colour_of_island(Some(1)));
        assert_eq!(picture(&Mesh::default(), View::Areas, None), None);
    }
}
