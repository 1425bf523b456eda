//! The grounds of open maps in the scene, kept up to date: cells, heights, what is selected and
//! what is not saved, and the water over them.

use std::collections::BTreeMap;

use landwright_core::format::number::F32;
use landwright_core::space::ragnarok::TilePos;
use landwright_core::world::gat::area::{Area, Rect};
use landwright_core::world::gat::picture::palette::{Palette as CellPalette, Rgb};

use crate::canvas::three_d::heights::HeightRanges;
use crate::canvas::three_d::scene::{PartId, Scene, Upload};
use crate::canvas::three_d::terrain::{Budget, Progress, Sight, Terrain};
use crate::kind::document::common::View;
use crate::kind::ragnarok::canvas::hall::water;
use crate::kind::ragnarok::canvas::pictures::{Pictures, Style};
use crate::kind::ragnarok::changes::{Seen, Stale};
use crate::kind::ragnarok::document::MapDocument;
use crate::settings::Palette;
use crate::view::Shown;
use crate::view::ground::Ground as _;
use crate::view::id::DocumentId;
use crate::view::orbit::Bounds;

/// Grounds that several views may share.
#[derive(Default)]
pub(crate) struct Grounds {
    grounds: BTreeMap<Key, Ground>,
    heights: BTreeMap<DocumentId, Heights>,
}

/// How high a map is, and when it was asked.
struct Heights {
    ranges: HeightRanges,
    seen: Seen,
    was_used: bool,
}

/// What makes two views show the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    document: DocumentId,
    style: Style,
    changes: Shown,
}

struct Ground {
    terrain: Terrain,
    seen: Seen,
    whole_since: Seen,
    selected: Tinted,
    selection_revision: u64,
    unsaved: Tinted,
    water: Option<Water>,
    was_used: bool,
}

/// Cells with another colour over their own.
#[derive(Default)]
struct Tinted {
    cells: Area,
    bounds: Rect,
}

struct Water {
    part: PartId,
    bounds: Bounds,
    surface: F32,
}

/// The parts of a view.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Parts {
    pub(crate) solid: Vec<PartId>,
    pub(crate) translucent: Vec<PartId>,
    pub(crate) progress: Progress,
}

const SELECTED: (Rgb, u32) = (Rgb([255; 3]), 80);
const UNSAVED: (Rgb, u32) = (Rgb([255, 150, 20]), 130);

impl Grounds {
    /// Takes what no view has asked for since the last call off the graphics card.
    pub(crate) fn forget_unused(&mut self, scene: &Scene) {
        self.grounds.retain(|_, ground| {
            let is_used = std::mem::take(&mut ground.was_used);
            if !is_used {
                ground.remove(scene);
            }
            is_used
        });
        self.heights.retain(|_, heights| std::mem::take(&mut heights.was_used));
    }

    /// The box around a map, up to date.
    pub(crate) fn bounds(&mut self, document: &MapDocument) -> Bounds {
        let map = document.shown();
        self.heights(document).ranges.all(map.world_units_per_cell())
    }

    /// How high a map is in each of its squares, as it was when its box was asked for last.
    pub(crate) fn height_ranges(&self, document: DocumentId) -> Option<&HeightRanges> {
        self.heights.get(&document).map(|heights| &heights.ranges)
    }

    fn heights(&mut self, document: &MapDocument) -> &Heights {
        let (map, now) = (document.shown(), document.changes.now());
        let new = || Heights { ranges: HeightRanges::of(map), seen: now, was_used: true };
        let heights = self.heights.entry(document.id).or_insert_with(new);
        let stale = document.changes.heights_since(heights.seen);
        if stale == Stale::Everything || heights.ranges.size_in_cells() != map.size_in_cells() {
            *heights = new();
        } else if let Stale::Cells(rects) = stale {
            rects.into_iter().for_each(|cells| heights.ranges.update(map, cells));
        }
        (heights.seen, heights.was_used) = (now, true);
        heights
    }

    /// What a view shows of its map.
    pub(crate) fn show(
        &mut self,
        scene: &mut Scene,
        document: &MapDocument,
        view: &View,
        palette: Palette,
        pictures: &mut Pictures,
        (sight, budget): (&Sight, Budget),
    ) -> Parts {
        let bounds = self.bounds(document);
        let style = Style::of(&view.layers, palette);
        let key = Key { document: document.id, style, changes: view.layers.changes };
        let ground = self.grounds.entry(key).or_insert_with(|| Ground::new(document));
        ground.was_used = true;
        let source = pictures.source(document, style);
        ground.follow(scene, document, source.whole_since(), view.layers.changes);
        let water = ground.water(scene, document, bounds, palette);
        let Ground { terrain, selected, unsaved, .. } = ground;
        let mut colours = |cells: Rect| {
            let mut pixels = source.colours_from_south(document, style, cells);
            selected.tint(&mut pixels, cells, SELECTED);
            unsaved.tint(&mut pixels, cells, UNSAVED);
            pixels
        };
        let Some(heights) = self.heights.get(&document.id) else { return Parts::default() };
        let map = document.shown();
        let shown = terrain.show(scene, map, &heights.ranges, &mut colours, sight, budget);
        let translucent = water.into_iter().collect();
        Parts { solid: shown.parts, translucent, progress: shown.progress }
    }
}

impl Ground {
    fn new(document: &MapDocument) -> Ground {
        Ground {
            terrain: Terrain::new(document.shown()),
            seen: document.changes.now(),
            whole_since: Seen::default(),
            selected: Tinted::default(),
            selection_revision: 0,
            unsaved: Tinted::default(),
            water: None,
            was_used: true,
        }
    }

    fn remove(&mut self, scene: &Scene) {
        self.terrain.remove(scene);
        if let Some(water) = self.water.take() {
            scene.remove(water.part);
        }
    }

    /// Marks what has changed since it was shown last.
    fn follow(&mut self, scene: &Scene, document: &MapDocument, whole_since: Seen, changes: Shown) {
        let map = document.shown();
        let stale = document.changes.since(self.seen);
        let [width, height] = self.terrain.size_in_cells();
        if stale == Stale::Everything || (width, height) != (map.width(), map.height()) {
            self.terrain.remove(scene);
            self.terrain = Terrain::new(map);
        } else if let Stale::Cells(rects) = stale {
            rects.into_iter().for_each(|cells| self.terrain.mark(cells));
            if let Stale::Cells(moved) = document.changes.heights_since(self.seen) {
                moved.into_iter().for_each(|cells| self.terrain.mark_moved(cells));
            }
        }
        self.seen = document.changes.now();
        if self.whole_since != whole_since {
            self.whole_since = whole_since;
            self.terrain.mark(map.rect());
        }
        if self.selection_revision != document.selection_revision {
            self.selection_revision = document.selection_revision;
            self.selected.become_cells(document.selection.clone(), &mut self.terrain);
        }
        if changes.is_yes() {
            self.unsaved.become_cells(document.unsaved_cells(), &mut self.terrain);
        }
    }

    fn water(
        &mut self,
        scene: &mut Scene,
        document: &MapDocument,
        bounds: Bounds,
        palette: Palette,
    ) -> Option<PartId> {
        let surface = F32::new(document.water_level.altitude()? as f32);
        if let Some(water) = &self.water
            && (water.bounds, water.surface) == (bounds, surface)
        {
            return Some(water.part);
        }
        let palette = match palette {
            Palette::Usual => CellPalette::Normal,
            Palette::ColourBlind => CellPalette::ColourBlind,
        };
        let before = self.water.take().map(|water| water.part);
        let Some(mesh) = water::water(&bounds, surface, palette) else {
            before.into_iter().for_each(|part| scene.remove(part));
            return None;
        };
        let part = before.unwrap_or_else(|| scene.new_part());
        scene.put(part, Upload { mesh: Some(mesh), texels: None });
        self.water = Some(Water { part, bounds, surface });
        Some(part)
    }
}

impl Tinted {
    fn become_cells(&mut self, cells: Area, terrain: &mut Terrain) {
        if self.cells == cells {
            return;
        }
        let before = self.bounds;
        *self = Tinted { bounds: cells.bounds(), cells };
        for bounds in [before, self.bounds] {
            if !bounds.is_empty() {
                terrain.mark(bounds);
            }
        }
    }

    fn tint(&self, pixels: &mut [Rgb], cells: Rect, (colour, weight): (Rgb, u32)) {
        if self.bounds.within(cells).is_empty() {
            return;
        }
        let rows = pixels.chunks_mut(cells.width.max(1) as usize);
        for (y, row) in (cells.y..).zip(rows) {
            for (x, pixel) in (cells.x..).zip(row) {
                if self.cells.contains(TilePos { x, y }) {
                    *pixel = pixel.mixed(colour, weight);
                }
            }
        }
    }
}
