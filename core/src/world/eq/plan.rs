//! A zone from above: the floors that are seen below a height, and the region that lies on each.
//!
//! As on the game's own maps, north is up: the server's y grows upwards, and its x to the left.

use std::collections::BTreeSet;

use crate::nav::eq::ground::{Ground, Triangle};
use crate::nav::eq::tree::RegionTree;
use crate::space::eq::Kind;
use crate::world::gat::picture::image::Image;
use crate::world::gat::picture::palette::Rgb;

/// Longer sides are not drawn unless they are asked for.
pub const USUAL_SIDE_PX: u32 = 1024;
/// What lies beside the floors.
pub const NOTHING: Rgb = Rgb([24, 24, 32]);
/// The colours of the lowest and the highest floors.
const LOW: [f32; 3] = [74.0, 92.0, 84.0];
const HIGH: [f32; 3] = [222.0, 212.0, 186.0];
/// As much of the colour of a kind lies over a floor, of 256.
const TINT: u32 = 130;
const SELECTED: Rgb = Rgb([255, 60, 150]);
/// So far above its floor a region is looked for, in units.
const ABOVE_FLOOR: f64 = 0.5;
const NO_REGION: u32 = u32::MAX;

/// Floors from above, pixel by pixel.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub width: u32,
    pub height: u32,
    /// Units of the zone along a side of a pixel.
    pub units_per_pixel: f64,
    /// The server's x of the left edge, and its y of the upper one.
    pub west_north: [f64; 2],
    /// Row by row; not a number where there is no floor.
    heights: Vec<f32>,
    /// How much light falls on each floor, of 255.
    shades: Vec<u8>,
    regions: Vec<u32>,
}

/// The colour that stands for a kind of region; `None` for those that are shown as floors alone.
pub fn colour(kind: Kind) -> Option<Rgb> {
    Some(Rgb(match kind {
        Kind::Normal => return None,
        Kind::Water => [44, 108, 220],
        Kind::Lava => [232, 92, 28],
        Kind::ZoneLine => [186, 80, 206],
        Kind::Pvp => [206, 52, 70],
        Kind::Slime => [128, 190, 44],
        Kind::Ice => [160, 224, 240],
        Kind::FrigidWater => [92, 168, 232],
        Kind::Unsupported | Kind::Untagged => [240, 200, 60],
        Kind::GeneralArea | Kind::Preferred | Kind::NoNavigation => [150, 150, 160],
    }))
}

impl Plan {
    /// Draws the floors whose height is below a limit; `None` where the zone has no triangles.
    pub fn new(ground: &Ground, tree: &RegionTree, most_px: u32, below: f32) -> Option<Plan> {
        let [[lx, ly, _], [hx, hy, _]] = ground.bounds()?.map(|corner| corner.map(f64::from));
        let most = f64::from(most_px.max(1));
        let units_per_pixel = ((hx - lx).max(hy - ly) / most).max(1e-3);
        let pixels =
            |units: f64| ((units / units_per_pixel).ceil() as u32).clamp(1, most_px.max(1));
        let (width, height) = (pixels(hx - lx), pixels(hy - ly));
        let n_pixels = width as usize * height as usize;
        let mut plan = Plan {
            width,
            height,
            units_per_pixel,
            west_north: [hx, hy],
            heights: vec![f32::NAN; n_pixels],
            shades: vec![0; n_pixels],
            regions: vec![NO_REGION; n_pixels],
        };
        ground.triangles().iter().for_each(|triangle| plan.add(triangle, below));
        plan.find_regions(tree);
        Some(plan)
    }

    /// The place of a point of the zone, in pixels from the upper left corner.
    pub fn px_from_server(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [west, north] = self.west_north;
        [(west - x) / self.units_per_pixel, (north - y) / self.units_per_pixel]
    }

    pub fn server_from_px(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [west, north] = self.west_north;
        [west - x * self.units_per_pixel, north - y * self.units_per_pixel]
    }

    fn index(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let is_in = x >= 0.0 && y >= 0.0 && x < f64::from(self.width) && y < f64::from(self.height);
        is_in.then_some(y as usize * self.width as usize + x as usize)
    }

    /// The floor that is seen at a pixel.
    pub fn height_at(&self, px: [f64; 2]) -> Option<f32> {
        self.heights.get(self.index(px)?).copied().filter(|height| !height.is_nan())
    }

    /// The region on the floor that is seen at a pixel.
    pub fn region_at(&self, px: [f64; 2]) -> Option<u32> {
        self.regions.get(self.index(px)?).copied().filter(|region| *region != NO_REGION)
    }

    /// The regions that are seen in a rectangle of pixels.
    pub fn regions_in(&self, [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> BTreeSet<u32> {
        let range = |a: f64, b: f64, most: u32| {
            let (low, high) = (a.min(b).floor().max(0.0), a.max(b).ceil().min(f64::from(most)));
            low as usize..high.max(0.0) as usize
        };
        let (columns, rows) = (range(ax, bx, self.width), range(ay, by, self.height));
        let row = |y: usize| {
            let start = y * self.width as usize;
            self.regions.get(start + columns.start..start + columns.end.max(columns.start))
        };
        let regions = rows.filter_map(row).flatten().copied();
        regions.filter(|region| *region != NO_REGION).collect()
    }

    /// The picture: floors by height with the colours of their regions over them.
    pub fn image(&self, tint_of: impl Fn(u32) -> Option<Rgb>, selected: &BTreeSet<u32>) -> Image {
        let (low, high) = self.range();
        let mut image = Image::filled(self.width, self.height, NOTHING);
        let floors = self.heights.iter().zip(&self.shades).zip(&self.regions);
        let mut last = (NO_REGION, None, false);
        for (pixel, ((height, shade), region)) in image.pixels.iter_mut().zip(floors) {
            if height.is_nan() {
                continue;
            }
            let share = ((height - low) / (high - low).max(1e-3)).clamp(0.0, 1.0);
            let light = f32::from(*shade) / 255.0;
            let part = |(low, high): (f32, f32)| ((low + (high - low) * share) * light) as u8;
            let [(r0, r1), (g0, g1), (b0, b1)] = [0, 1, 2].map(|at: usize| {
                let of = |colour: &[f32; 3]| colour.get(at).copied().unwrap_or_default();
                (of(&LOW), of(&HIGH))
            });
            *pixel = Rgb([part((r0, r1)), part((g0, g1)), part((b0, b1))]);
            if last.0 != *region {
                last = (*region, tint_of(*region), selected.contains(region));
            }
            if let (_, Some(tint), _) = last {
                *pixel = pixel.mixed(tint, TINT);
            }
            if last.2 {
                *pixel = pixel.mixed(SELECTED, TINT);
            }
        }
        image
    }

    /// From which height to which nearly all floors are.
    fn range(&self) -> (f32, f32) {
        let mut heights: Vec<f32> =
            self.heights.iter().copied().filter(|height| !height.is_nan()).collect();
        heights.sort_by(f32::total_cmp);
        let at = |share: usize| heights.get(heights.len() * share / 100).copied();
        (at(1).unwrap_or_default(), at(99).unwrap_or_default())
    }

    fn add(&mut self, triangle: &Triangle, below: f32) {
        let corners = triangle.map(|corner| corner.map(f64::from));
        let [a, b, c] = corners.map(|[x, y, _]| self.px_from_server([x, y]));
        let [az, bz, cz] = corners.map(|[.., z]| z);
        let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c];
        // The front of floors is where corners run clockwise in the server's axes, which a picture mirrors.
        let area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
        if area >= 0.0 || !area.is_finite() || ![az, bz, cz].iter().all(|z| z.is_finite()) {
            return;
        }
        let shade = shade(&corners);
        let rows = ends([ay, by, cy], self.height);
        let columns = ends([ax, bx, cx], self.width);
        for row in rows {
            let y = f64::from(row) + 0.5;
            for column in columns.clone() {
                let x = f64::from(column) + 0.5;
                let of_b = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area;
                let of_c = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area;
                if of_b < 0.0 || of_c < 0.0 || of_b + of_c > 1.0 {
                    continue;
                }
                let z = (az + of_b * (bz - az) + of_c * (cz - az)) as f32;
                let at = row as usize * self.width as usize + column as usize;
                let places = self.heights.get_mut(at).zip(self.shades.get_mut(at));
                let Some((height, own_shade)) = places else { continue };
                if z < below && (height.is_nan() || z > *height) {
                    (*height, *own_shade) = (z, shade);
                }
            }
        }
    }

    fn find_regions(&mut self, tree: &RegionTree) {
        let width = self.width as usize;
        for at in 0..self.heights.len() {
            let Some(z) = self.heights.get(at).filter(|z| !z.is_nan()) else { continue };
            let middle = [(at % width) as f64 + 0.5, (at / width) as f64 + 0.5];
            let [x, y] = self.server_from_px(middle);
            let leaf = tree.leaf([x, y, f64::from(*z) + ABOVE_FLOOR]);
            if let Some(region) = self.regions.get_mut(at) {
                *region = leaf.and_then(|leaf| leaf.region).unwrap_or(NO_REGION);
            }
        }
    }
}

/// The pixels whose middle may be between the ends.
fn ends(numbers: [f64; 3], most: u32) -> std::ops::Range<u32> {
    let low = numbers.iter().fold(f64::INFINITY, |low, number| low.min(*number));
    let high = numbers.iter().fold(f64::NEG_INFINITY, |high, number| high.max(*number));
    let limit = |number: f64| number.clamp(0.0, f64::from(most)) as u32;
    limit(low.floor())..limit(high.ceil())
}

/// Slopes to the north-west are light, as on a map.
fn shade([a, b, c]: &[[f64; 3]; 3]) -> u8 {
    let minus = |[x, y, z]: &[f64; 3], [ox, oy, oz]: &[f64; 3]| [x - ox, y - oy, z - oz];
    let ([ux, uy, uz], [vx, vy, vz]) = (minus(b, a), minus(c, a));
    let normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt().max(1e-12);
    // It points down in these axes.
    let [x, y, z] = normal.map(|part| -part / length);
    let light = (x * 0.45 + y * 0.45 + z * 0.77).clamp(0.0, 1.0);
    (110.0 + 145.0 * light) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::eq::map::Map;
    use crate::nav::eq::answer::Asked;
    use crate::world::eq::server_map::{self, Invisible};
    use crate::world::eq::server_wtr;
    use crate::world::eq::tests::isle;

    fn asked() -> Asked {
        let zone = isle();
        let map = server_map::build(&zone, Invisible::LeftOut, &BTreeSet::new()).0;
        Asked::new(&Map::new(map), Some(&server_wtr::build(&zone).unwrap()))
    }

    fn plan(below: f32) -> Plan {
        let asked = asked();
        Plan::new(&asked.ground, &asked.regions.tree, 200, below).unwrap()
    }

    #[test]
    fn the_plan_shows_the_highest_floor_and_the_region_on_it() {
        let plan = plan(f32::INFINITY);
        assert_eq!((plan.width, plan.height), (200, 200));
        let asked = asked();
        let kind = |at: [f64; 2]| {
            let region = plan.region_at(plan.px_from_server(at)).unwrap();
            let leaf = asked.regions.tree.leaves().find(|leaf| leaf.region == Some(region));
            Kind::of(leaf.unwrap().kind).unwrap()
        };
        let height = |at: [f64; 2]| plan.height_at(plan.px_from_server(at));
        // Server's axes: the bridge, the lake beside it, lava, and the top of the hill with the tunnel.
        assert_eq!((height([0.5, -60.0]), kind([0.5, -60.0])), (Some(5.0), Kind::Normal));
        assert_eq!((height([30.5, -60.0]), kind([30.5, -60.0])), (Some(-20.0), Kind::Water));
        assert_eq!((height([-70.0, 30.0]), kind([-70.0, 30.0])), (Some(-15.0), Kind::Lava));
        assert_eq!(height([50.0, 30.0]), Some(30.0));
        let back = plan.server_from_px(plan.px_from_server([12.0, 34.0]));
        assert!((back[0] - 12.0).abs() < 1e-9 && (back[1] - 34.0).abs() < 1e-9);
        assert_eq!(plan.height_at([-1.0, 5.0]), None);
    }

    #[test]
    fn a_lower_cut_shows_what_lies_below() {
        let plan = plan(4.0);
        let height = |at: [f64; 2]| plan.height_at(plan.px_from_server(at));
        assert_eq!(height([0.5, -60.0]), Some(-20.0), "below the bridge");
        assert_eq!(height([50.0, 30.0]), Some(0.0), "in the tunnel");
    }

    #[test]
    fn water_is_blue_and_what_is_selected_stands_out() {
        let plan = plan(f32::INFINITY);
        let px = plan.px_from_server([30.5, -60.0]);
        let region = plan.region_at(px).unwrap();
        let colour_at = |image: &Image| image.pixels[px[1] as usize * 200 + px[0] as usize].0;
        let tinted =
            plan.image(|own| colour(Kind::Water).filter(|_| own == region), &BTreeSet::new());
        let [r, _, b] = colour_at(&tinted);
        assert!(b > r);
        let selected = plan.image(|_| None, &BTreeSet::from([region]));
        assert_ne!(colour_at(&selected), colour_at(&tinted));
        let [x, y] = px;
        assert!(plan.regions_in([x, y], [x + 1.0, y + 1.0]).contains(&region));
        assert!(plan.regions_in([-9.0, -9.0], [-2.0, -2.0]).is_empty());
        assert_eq!(
            plan.regions_in([900.0, 0.0], [0.0, 900.0]).len(),
            plan.regions_in([0.0, 0.0], [200.0, 200.0]).len()
        );
    }
}
