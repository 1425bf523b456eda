//! The cells of a map as textures, in tiles that are brought up to date by what changed.

mod overview;

use std::collections::BTreeMap;

use eframe::egui;
use egui::{Color32, ColorImage, TextureFilter, TextureHandle, TextureOptions, TextureWrapMode};
use landwright_core::format::number::F32;
use landwright_core::nav::ragnarok::cell::Source;
use landwright_core::world::gat::area::Rect;
use landwright_core::world::gat::picture::islands::Islands;
use landwright_core::world::gat::picture::palette::Rgb;
use landwright_core::world::gat::picture::{
    HeightRange, Look, Picture as Drawn, Shading, View, picture,
};

use self::overview::Overview;
use crate::kind::ragnarok::changes::{Seen, Stale};
use crate::kind::ragnarok::document::MapDocument;
use crate::settings::Palette;
use crate::view::id::DocumentId;
use crate::view::{Colours, Layers};

/// What makes two views show the same colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Style {
    colours: Colours,
    is_shaded: bool,
    has_water: bool,
    palette: Palette,
}

impl Style {
    pub(crate) fn of(layers: &Layers, palette: Palette) -> Style {
        Style {
            colours: layers.colours,
            is_shaded: layers.shading.is_yes(),
            has_water: layers.water.is_yes(),
            palette,
        }
    }
}

/// The pictures of all documents, in every style that a view shows.
#[derive(Default)]
pub(crate) struct Pictures(BTreeMap<(DocumentId, Style), Picture>);

/// The cells across a tile.
const TILE: u32 = 1024;

/// A document in a style.
pub(crate) struct Picture {
    /// Of the map; another size makes everything new.
    rect: Rect,
    /// By column and row, from the south-west.
    tiles: BTreeMap<(u32, u32), Tile>,
    overview: Option<Overview>,
    /// What colours by the whole map need to know of it, and when that was asked.
    whole: Option<(Seen, Whole)>,
    /// When the answer was a different one the last time.
    whole_since: Seen,
    was_used: bool,
}

struct Tile {
    texture: TextureHandle,
    seen: Seen,
}

#[derive(PartialEq)]
enum Whole {
    Heights(HeightRange),
    Islands(Islands),
}

/// A texture, and the cells that it shows.
pub(crate) struct Piece {
    pub(crate) texture: egui::TextureId,
    pub(crate) cells: Rect,
}

impl Pictures {
    /// Forgets what no view has asked for since the last call.
    pub(crate) fn forget_unused(&mut self) {
        self.0.retain(|_, picture| std::mem::take(&mut picture.was_used));
    }

    fn of(&mut self, document: &MapDocument, style: Style) -> &mut Picture {
        let rect = document.map().rect();
        let picture = self.0.entry((document.id, style)).or_insert_with(|| Picture::new(rect));
        if picture.rect != rect {
            *picture = Picture::new(rect);
        }
        picture.was_used = true;
        picture
    }

    /// Textures of the cells of a rectangle, up to date.
    pub(crate) fn pieces(
        &mut self,
        context: &egui::Context,
        document: &MapDocument,
        style: Style,
        visible: Rect,
    ) -> Vec<Piece> {
        let picture = self.of(document, style);
        picture.look_at_all(document, style);
        let visible = visible.within(document.map().rect());
        let mut pieces = Vec::new();
        if visible.is_empty() {
            return pieces;
        }
        for row in visible.y / TILE..=(visible.north() - 1) / TILE {
            for column in visible.x / TILE..=(visible.east() - 1) / TILE {
                pieces.extend(picture.tile(context, document, style, (column, row)));
            }
        }
        pieces
    }

    /// The colours of cells themselves, up to date.
    pub(crate) fn source(&mut self, document: &MapDocument, style: Style) -> &Picture {
        let picture = self.of(document, style);
        picture.look_at_all(document, style);
        picture
    }

    /// All of the map in one small texture, up to date.
    pub(crate) fn overview(
        &mut self,
        context: &egui::Context,
        document: &MapDocument,
        style: Style,
    ) -> Piece {
        let picture = self.of(document, style);
        picture.look_at_all(document, style);
        picture.overview(context, document, style)
    }
}

/// Cells have sharp edges when near, and melt together when far.
const CRISP: TextureOptions = TextureOptions {
    magnification: TextureFilter::Nearest,
    minification: TextureFilter::Linear,
    wrap_mode: TextureWrapMode::ClampToEdge,
    mipmap_mode: None,
};

impl Picture {
    fn new(rect: Rect) -> Picture {
        Picture {
            rect,
            tiles: BTreeMap::new(),
            overview: None,
            whole: None,
            whole_since: Seen::default(),
            was_used: true,
        }
    }

    /// Asks of the whole map what the colours depend on. What that is about is drawn anew.
    fn look_at_all(&mut self, document: &MapDocument, style: Style) {
        let now = document.changes.now();
        if self.whole.as_ref().is_some_and(|(seen, _)| *seen == now) {
            return;
        }
        let whole = match style.colours {
            Colours::Heights => Some((now, Whole::Heights(HeightRange::of(document.shown())))),
            Colours::Islands => Some((now, Whole::Islands(Islands::of(document.shown())))),
            _ => None,
        };
        let is_other =
            whole.as_ref().map(|(_, whole)| whole) != self.whole.as_ref().map(|(_, whole)| whole);
        if is_other {
            self.tiles.clear();
            self.overview = None;
            self.whole_since = now;
        }
        self.whole = whole;
    }

    /// Since when all cells have the colours that they would get now, changed cells excepted.
    pub(crate) fn whole_since(&self) -> Seen {
        self.whole_since
    }

    fn colours(&self, document: &MapDocument, style: Style, rect: Rect) -> Vec<Rgb> {
        self.drawn(document, style, rect).rows_from_north().flatten().copied().collect()
    }

    /// Some cells, row by row from the south.
    pub(crate) fn colours_from_south(
        &self,
        document: &MapDocument,
        style: Style,
        rect: Rect,
    ) -> Vec<Rgb> {
        self.drawn(document, style, rect).pixels
    }

    fn drawn(&self, document: &MapDocument, style: Style, rect: Rect) -> Drawn {
        let view = match (style.colours, &self.whole) {
            (Colours::Heights, Some((_, Whole::Heights(range)))) => View::Heights(*range),
            (Colours::Islands, Some((_, Whole::Islands(islands)))) => View::Islands(islands),
            (Colours::Client, _) => View::Client,
            (Colours::Slope, _) => View::Slope,
            (Colours::Server, _) => {
                let water_level = document.water_level;
                View::Server { source: Source::MapCache, water_level }
            }
            _ => View::Types,
        };
        let shading = if style.is_shaded { Shading::Hills } else { Shading::Flat };
        let palette = style.palette.of_cells();
        let level = document.water_level.altitude().filter(|_| style.has_water);
        let water = level.map(|level| F32::new(level as f32));
        let look = Look { view, palette, shading, water };
        picture(document.shown(), rect, &look)
    }

    fn tile(
        &mut self,
        context: &egui::Context,
        document: &MapDocument,
        style: Style,
        (column, row): (u32, u32),
    ) -> Option<Piece> {
        let whole = Rect { x: column * TILE, y: row * TILE, width: TILE, height: TILE };
        let cells = whole.within(self.rect);
        let (changes, now) = (&document.changes, document.changes.now());
        let stale = self.tiles.get(&(column, row)).map(|tile| changes.since(tile.seen));
        match stale {
            Some(Stale::Nothing) => {}
            Some(Stale::Cells(rects)) => {
                for dirty in rects.into_iter().map(|rect| rect.within(cells)) {
                    if dirty.is_empty() {
                        continue;
                    }
                    let image = self.image(document, style, dirty);
                    // The first row of a texture is the northernmost.
                    let at = [dirty.x - cells.x, cells.north() - dirty.north()];
                    if let Some(tile) = self.tiles.get_mut(&(column, row)) {
                        tile.texture.set_partial(at.map(|n| n as usize), image, CRISP);
                    }
                }
                if let Some(tile) = self.tiles.get_mut(&(column, row)) {
                    tile.seen = now;
                }
            }
            Some(Stale::Everything) | None => {
                let image = self.image(document, style, cells);
                let texture = context.load_texture("cells", image, CRISP);
                self.tiles.insert((column, row), Tile { texture, seen: now });
            }
        }
        let texture = self.tiles.get(&(column, row))?.texture.id();
        Some(Piece { texture, cells })
    }

    fn image(&self, document: &MapDocument, style: Style, rect: Rect) -> ColorImage {
        let pixels = self.colours(document, style, rect);
        let pixels = pixels.into_iter().map(|Rgb([r, g, b])| Color32::from_rgb(r, g, b)).collect();
        ColorImage::new([rect.width as usize, rect.height as usize], pixels)
    }

    fn overview(&mut self, context: &egui::Context, document: &MapDocument, style: Style) -> Piece {
        let before = self.overview.take();
        let colours = |cells| self.colours(document, style, cells);
        let changes = &document.changes;
        let overview = before
            .and_then(|before| before.follow(changes, &colours))
            .unwrap_or_else(|| Overview::new(context, self.rect, changes, &colours));
        self.overview.insert(overview).piece()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::trial::{drag, flat};
    use crate::view::hand::Held;

    enum Shows {
        All,
        Tile,
    }

    /// The texels in each upload since the last call.
    fn uploads(context: &egui::Context) -> Vec<usize> {
        let mut delta = context.tex_manager().write().take_delta();
        let ours = delta.set.iter().filter(|(id, _)| **id != egui::TextureId::default());
        let images = ours.flat_map(|(_, deltas)| deltas).map(|delta| delta.image.size());
        let n_texels = images.map(|[width, height]| width * height).collect();
        delta.clear();
        n_texels
    }

    #[test]
    fn a_stroke_over_a_large_map_uploads_what_it_touched() {
        let mut model = flat(2048);
        let (context, mut pictures) = (egui::Context::default(), Pictures::default());
        let layers = model.view(model.active_view().unwrap()).unwrap().layers;
        let style = Style::of(&layers, Palette::Usual);
        let tile = Rect { x: 0, y: 0, width: TILE, height: TILE };
        let mut draw = |model: &Model, shows| {
            let document = model.active_map().unwrap();
            match shows {
                Shows::All => drop(pictures.overview(&context, document, style)),
                Shows::Tile => drop(pictures.pieces(&context, document, style, tile)),
            }
            uploads(&context)
        };
        assert_eq!(draw(&model, Shows::Tile), [1024 * 1024]);
        assert_eq!(draw(&model, Shows::All), [512 * 512]);
        // As a hand does that is quicker than the window: far, slanting, and back again.
        drag(&mut model, &[[20.5, 30.5], [1000.5, 500.5], [30.5, 900.5]], Held::default());
        let tile = draw(&model, Shows::Tile);
        assert!(tile.len() < 120, "{} uploads", tile.len());
        assert!(tile.iter().sum::<usize>() < 150_000, "of a million: {tile:?}");
        let overview = draw(&model, Shows::All);
        assert!(overview.len() == 1 && overview[0] < 250 * 250, "{overview:?}");
        assert!(draw(&model, Shows::Tile).is_empty() && draw(&model, Shows::All).is_empty());
    }
}
