//! The ground of a Ragnarok map (GND) as a document: its cubes, their surfaces, and what those name.
//!
//! A cube has heights of its own at its four corners, a surface on its top, and one each for the walls to its
//! neighbours in the north and east. Surfaces have numbers that stay: new ones go to the end, and those that no
//! cube uses are kept. What nobody touched is written as it was read. Lightmaps stay as they are: baking them
//! is left to other programs.

pub mod face;
pub mod refusal;
pub mod region;
pub mod edit;
pub mod heights;
pub mod paint;
pub mod wall;
pub mod action;
pub mod schema;
pub mod entry;
pub mod merge;

use std::sync::Arc;

use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::gnd::{self, Cube, Gnd, Lightmap, Surface, Version};
use crate::format::text::CodePage;
use crate::space::ragnarok::{Corner, CubePos, TilePos};
use crate::world::column::Column;
use crate::world::corners::Corners;
use crate::world::gat::area::Rect;
use crate::world::gnd::face::Face;
use crate::world::gnd::refusal::Refusal;
use crate::world::numbered::Table;

/// The name of a texture below `data\texture`.
pub type TextureName = Name<80>;

/// The words of a cube: four altitudes, three surfaces, and the two bytes that old versions have behind those.
const N_WORDS: usize = 8;

/// The ground of a map. A clone is a snapshot and costs next to nothing.
#[derive(Debug, Clone)]
pub struct Ground {
    code_page: CodePage,
    /// Everything but the cubes and the three lists, as ground without a cube.
    frame: Arc<Gnd>,
    width: u32,
    height: u32,
    /// Row by row from the south-west, `width` × `height` words each.
    cubes: [Column; N_WORDS],
    /// Numbered from 0 without a gap, `n_surfaces` of them.
    surfaces: Table<Surface>,
    n_surfaces: u32,
    textures: Arc<Vec<TextureName>>,
    lightmaps: Arc<Vec<Lightmap>>,
}

impl Ground {
    /// Ground from the content of its file, with texts in a code page.
    pub fn new(gnd: Gnd, code_page: CodePage) -> Result<Ground, Refusal> {
        let (width, height) = (gnd.width(), gnd.height());
        let n_surfaces = u32::try_from(gnd.surfaces.len()).map_err(|_| Refusal::TooMany)?;
        if u32::try_from(gnd.cubes().len()).is_err() {
            return Err(Refusal::TooMany);
        }
        let column = |n: usize| {
            let word = |cube: &Cube| words_of(cube).get(n).copied().unwrap_or_default();
            gnd.cubes().iter().map(word).collect()
        };
        let cubes = std::array::from_fn(column);
        let (frame, Lists { textures, lightmaps, surfaces }) = apart(gnd);
        let mut table = Table::default();
        surfaces.into_iter().for_each(|surface| _ = table.push(surface));
        Ok(Ground {
            code_page,
            frame: Arc::new(frame),
            width,
            height,
            cubes,
            surfaces: table,
            n_surfaces,
            textures: Arc::new(textures),
            lightmaps: Arc::new(lightmaps),
        })
    }

    /// The content of its file.
    pub fn to_gnd(&self) -> Gnd {
        let cubes = (0..self.n_cubes()).filter_map(|idx| self.cube_at(idx)).collect();
        // The columns hold width × height cubes, so there is always a ground.
        let gnd = Gnd::clone(&self.frame).with_cubes(self.width, self.height, cubes);
        let mut gnd = gnd.unwrap_or_default();
        gnd.textures = self.textures.to_vec();
        gnd.lightmaps = self.lightmaps.to_vec();
        gnd.surfaces = self.surfaces().copied().collect();
        gnd
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        gnd::write(&self.to_gnd())
    }

    /// What the names of the file are in.
    pub fn code_page(&self) -> CodePage {
        self.code_page
    }

    pub fn version(&self) -> Version {
        self.frame.version()
    }

    /// In cubes.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// In cubes.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All of its cubes.
    pub fn rect(&self) -> Rect {
        Rect { x: 0, y: 0, width: self.width, height: self.height }
    }

    pub fn cube(&self, at: CubePos) -> Option<Cube> {
        self.cube_at(self.idx(at)?)
    }

    /// Which surface a cube has at one of its faces; `None` where it has none.
    pub fn surface_at(&self, at: CubePos, face: Face) -> Option<u32> {
        u32::try_from(face.of(&self.cube(at)?)).ok()
    }

    pub fn surface(&self, number: u32) -> Option<&Surface> {
        self.surfaces.get(number).map(|surface| &**surface)
    }

    /// By number.
    pub fn surfaces(&self) -> impl Iterator<Item = &Surface> {
        (0..self.n_surfaces).filter_map(|number| self.surface(number))
    }

    pub fn n_surfaces(&self) -> u32 {
        self.n_surfaces
    }

    pub fn textures(&self) -> &[TextureName] {
        &self.textures
    }

    pub fn lightmaps(&self) -> &[Lightmap] {
        &self.lightmaps
    }

    /// The name of a texture as people read it.
    pub fn texture_in_words(&self, texture: i16) -> Option<String> {
        let name = self.textures.get(usize::try_from(texture).ok()?)?;
        Some(name.decode(self.code_page).into_owned())
    }

    /// How many cubes have other corners or walls than in a different state of the same ground: their lightmaps are
    /// out of date.
    pub fn n_reshaped_since(&self, before: &Ground) -> usize {
        if (self.width, self.height) != (before.width, before.height) {
            return self.n_cubes();
        }
        let shaped = |ground: &Ground, idx| {
            ground.cube_at(idx).map(|cube| {
                let is_there = [cube.top, cube.north, cube.east].map(|face| face >= 0);
                (cube.altitude, is_there)
            })
        };
        (0..self.n_cubes()).filter(|idx| shaped(self, *idx) != shaped(before, *idx)).count()
    }

    fn n_cubes(&self) -> usize {
        let [first, ..] = &self.cubes;
        first.len()
    }

    fn idx(&self, at: CubePos) -> Option<usize> {
        let is_inside = at.x < self.width && at.y < self.height;
        is_inside.then(|| at.y as usize * self.width as usize + at.x as usize)
    }

    fn pos(&self, idx: usize) -> CubePos {
        let width = (self.width as usize).max(1);
        CubePos { x: (idx % width) as u32, y: (idx / width) as u32 }
    }

    fn cube_at(&self, idx: usize) -> Option<Cube> {
        let mut words = [0; N_WORDS];
        for (word, column) in words.iter_mut().zip(&self.cubes) {
            *word = column.get(idx)?;
        }
        Some(cube_of(words))
    }

    fn set_cube(&mut self, at: CubePos, cube: &Cube) {
        if let Some(idx) = self.idx(at) {
            for (column, word) in self.cubes.iter_mut().zip(words_of(cube)) {
                column.set(idx, word);
            }
        }
    }

    fn set_face(&mut self, at: CubePos, face: Face, surface: Option<u32>) -> Result<(), Refusal> {
        let most = if self.version().has_small_surface_ids() { i16::MAX.into() } else { i32::MAX };
        let number = surface.map_or(Ok(-1), i32::try_from).map_err(|_| Refusal::TooMany)?;
        if number > most {
            return Err(Refusal::TooManySurfaces(most));
        }
        if let (Some(idx), Some(column)) = (self.idx(at), self.cubes.get_mut(face.word())) {
            column.set(idx, number.cast_unsigned());
        }
        Ok(())
    }

    fn set_surface(&mut self, number: u32, surface: Surface) {
        if self.surface(number).is_some_and(|old| *old != surface) {
            self.surfaces.set(number, Some(Arc::new(surface)));
        }
    }

    /// Adds a surface behind all others.
    fn add_surface(&mut self, surface: Surface) -> Result<u32, Refusal> {
        let number = self.n_surfaces;
        self.n_surfaces = number.checked_add(1).ok_or(Refusal::TooMany)?;
        self.surfaces.set(number, Some(Arc::new(surface)));
        Ok(number)
    }
}

impl PartialEq for Ground {
    fn eq(&self, other: &Ground) -> bool {
        let lists = |one: &Ground| (one.code_page, one.width, one.height, one.n_surfaces);
        let is_same = lists(self) == lists(other)
            && self.cubes == other.cubes
            && self.textures == other.textures;
        is_same
            && self.surfaces == other.surfaces
            && (Arc::ptr_eq(&self.frame, &other.frame) || self.frame == other.frame)
            && (Arc::ptr_eq(&self.lightmaps, &other.lightmaps) || self.lightmaps == other.lightmaps)
    }
}

impl Corners for Ground {
    fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    fn altitude_of(&self, cube: TilePos, corner: Corner) -> Option<F32> {
        let idx = self.idx(CubePos { x: cube.x, y: cube.y })?;
        let [sw, se, nw, ne, ..] = &self.cubes;
        corner.of([sw, se, nw, ne]).get(idx).map(F32::from_bits)
    }

    fn put_altitude(&mut self, cube: TilePos, corner: Corner, altitude: F32) {
        let idx = self.idx(CubePos { x: cube.x, y: cube.y });
        let place = corner.of([0, 1, 2, 3]);
        if let (Some(idx), Some(column)) = (idx, self.cubes.get_mut(place)) {
            column.set(idx, altitude.to_bits());
        }
    }
}

fn words_of(cube: &Cube) -> [u32; N_WORDS] {
    let [sw, se, nw, ne] = cube.altitude.map(F32::to_bits);
    let [top, north, east] = [cube.top, cube.north, cube.east].map(i32::cast_unsigned);
    [sw, se, nw, ne, top, north, east, cube.pad.into()]
}

fn cube_of([sw, se, nw, ne, top, north, east, pad]: [u32; N_WORDS]) -> Cube {
    let [top, north, east] = [top, north, east].map(u32::cast_signed);
    let altitude = [sw, se, nw, ne].map(F32::from_bits);
    // It was read from two bytes.
    Cube { altitude, top, north, east, pad: u16::try_from(pad).unwrap_or_default() }
}

/// A ground without a cube, and what was in its lists.
fn apart(gnd: Gnd) -> (Gnd, Lists) {
    let mut frame = gnd;
    let lists = Lists {
        textures: std::mem::take(&mut frame.textures),
        lightmaps: std::mem::take(&mut frame.lightmaps),
        surfaces: std::mem::take(&mut frame.surfaces),
    };
    (frame.with_cubes(0, 0, Vec::new()).unwrap_or_default(), lists)
}

struct Lists {
    textures: Vec<TextureName>,
    lightmaps: Vec<Lightmap>,
    surfaces: Vec<Surface>,
}

#[cfg(test)]
pub(crate) mod tests;
