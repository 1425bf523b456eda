//! Names in a picture of a zone: beside the marks, as far as there is room.

use eframe::egui::{self, FontDefinitions, Rect};
use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::zone::picture::{Look, Mark, marks};

use super::Opened;
use crate::canvas::letters::{Pen, fill, of_system};
use crate::kind::foreign::Scripts;
use crate::kind::rose::canvas::labels::{Label, rank, room_for, written};
use crate::look::font;

/// So many names are tried, and no more are written: more than anybody reads.
const MOST_TRIED: usize = 4000;
const MOST: usize = 1000;
/// A side of the picture has room for so many lines.
const LINES_PER_SIDE: f32 = 125.0;
const SIZES_PX: [f32; 2] = [12.0, 40.0];
const INK: Rgb = Rgb([236; 3]);
const PLATE: Rgb = Rgb([14, 15, 20]);
const PLATE_ALPHA: u8 = 165;

/// Which kinds are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Which {
    /// All that are drawn.
    All,
    /// Those that the window names at this zoom.
    ForZoom,
}

/// Writes them; answers with their places. A letter that no font has is reported to `note`.
pub(in crate::cli) fn write(
    image: &mut Image,
    opened: &Opened,
    look: &Look,
    which: Which,
    note: &mut dyn FnMut(String),
) -> Vec<Rect> {
    let (zone, names) = (&opened.zone, &opened.names);
    let pixels_per_cell = (zone.grid().cell_size_cm() / look.cm_per_pixel) as f32;
    let zoom = if which == Which::All { f32::MAX } else { pixels_per_cell };
    let mut labels: Vec<Label> =
        marks(zone, look).iter().filter_map(|mark| label(mark, zoom)).collect();
    labels.sort_by_key(|label| (label.rank, label.id));
    labels.truncate(MOST_TRIED);
    let named = labels.iter().filter_map(|label| {
        let name = written(zone, names, zone.thing(label.id)?);
        (!name.is_empty()).then_some((label, name))
    });
    let named: Vec<(&Label, String)> = named.collect();
    let found = of_system(named.iter().map(|(_, name)| Scripts::of(name)).collect());
    if let Some(advice) = found.advice() {
        note(advice);
    }
    let fonts = match found.fonts.is_empty() {
        true => FontDefinitions::default(),
        false => font::definitions(found.fonts),
    };
    let size_px = image.width.min(image.height) as f32 / LINES_PER_SIDE;
    let mut pen = Pen::new(fonts, size_px.clamp(SIZES_PX[0], SIZES_PX[1]).round());
    let edges = around(image);
    let mut taken = edges.to_vec();
    let mut lines = Vec::new();
    for (label, name) in named {
        if lines.len() >= MOST {
            break;
        }
        let line = pen.line(name);
        let margin = egui::vec2(3.0, 0.0);
        let size = line.size().ceil() + margin * 2.0;
        let Some(plate) = room_for(size, label, &taken) else { continue };
        fill(image, plate, PLATE, PLATE_ALPHA);
        taken.push(plate);
        lines.push((plate.min + margin, line));
    }
    pen.write(image, &lines, INK);
    taken.split_off(edges.len())
}

fn label(mark: &Mark, zoom: f32) -> Option<Label> {
    let (x, y) = mark.at;
    let at = egui::pos2(x as f32, y as f32);
    Some(Label { rank: rank(mark.kind, zoom)?, id: mark.id, at, radius: mark.reach_px as f32 })
}

/// What is not in the picture: no name goes over its edge.
fn around(image: &Image) -> [Rect; 4] {
    let far = 1e9;
    let (width, height) = (image.width as f32, image.height as f32);
    let rect = |left, top, right, bottom| {
        Rect::from_min_max(egui::pos2(left, top), egui::pos2(right, bottom))
    };
    [
        rect(-far, -far, far, 0.0),
        rect(-far, -far, 0.0, far),
        rect(width, -far, far, far),
        rect(-far, height, far, far),
    ]
}

#[cfg(test)]
mod tests {
    use landwright_core::sample::rose::{Plan, ZONE_FOLDER, Zone};
    use landwright_core::world::zone::picture::Ground;
    use landwright_core::world::zone::thing::Kind;
    use tempfile::TempDir;

    use super::*;
    use crate::cli::zone::open;
    use crate::cli::zone::picture::image;

    #[test]
    fn every_name_has_its_own_room_within_the_picture_and_most_are_written() {
        let folder = TempDir::new().unwrap();
        for file in Zone::new(Plan::small(1)).files() {
            let path = folder.path().join(&file.path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, file.bytes).unwrap();
        }
        let opened = open(&folder.path().join(ZONE_FOLDER)).unwrap();
        let look = |things: &[Kind]| Look {
            ground: Ground::Walks,
            things: things.to_vec(),
            cm_per_pixel: 40.0,
        };
        let n_written = |look: &Look, which| {
            let bare = image(&opened, look).unwrap();
            let mut named = bare.clone();
            let plates = write(&mut named, &opened, look, which, &mut |_| ());
            for (n, plate) in plates.iter().enumerate() {
                assert!(plates.iter().skip(n + 1).all(|other| !other.intersects(*plate)));
            }
            let is_on_plate = |n: usize| {
                let at = egui::pos2((n % 800) as f32 + 0.5, (n / 800) as f32 + 0.5);
                plates.iter().any(|plate| plate.contains(at))
            };
            let pixels = bare.pixels.iter().zip(&named.pixels).enumerate();
            let changed = pixels.filter(|(_, (a, b))| a != b).map(|(n, _)| n);
            assert!(changed.into_iter().all(is_on_plate));
            plates.len()
        };
        let n_npcs = opened.zone.things().filter(|(_, t)| t.kind() == Kind::Npc).count();
        assert!(n_written(&look(&[Kind::Npc]), Which::All) * 2 > n_npcs);
        let (far, all) = (look(&Kind::ALL), look(&[Kind::Deco]));
        assert!(n_written(&far, Which::ForZoom) < n_written(&far, Which::All));
        assert_eq!(n_written(&all, Which::ForZoom), 0, "of trees only where somebody asks");
    }
}
