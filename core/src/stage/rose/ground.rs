//! The ground of a zone: a piece for each block, with both textures of each patch.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Vec2, Vec3};

use crate::format::rose::zon::tile::TileRotation;
use crate::format::text::Text;
use crate::scene::PictureId;
use crate::scene::mesh::Bounds;
use crate::scene::terrain::{Detail, GroundVertex, Piece};
use crate::space::rose::PATCHES_PER_BLOCK;
use crate::space::rose::block::BlockCoord;
use crate::vfs::VfsPath;
use crate::world::zone::Zone;
use crate::world::zone::ground::{Cut, InWorld};

use super::assets::Assets;
use super::zone::Origin;

/// Every cell, every second and every fourth: as many as a patch has cells.
const STEPS: [u32; 3] = [1, 2, 4];
/// How far the edge of a coarser block hangs down, so that no gap is seen to a finer one.
const SKIRT_M: f32 = 4.0;
/// More textures than any zone has.
const MAX_PICTURES: usize = 250;

/// What the ground of a zone is drawn with.
#[derive(Debug, Clone, Default)]
pub struct Ground {
    /// Numbers of the ZON, and places in the terrain's list.
    pictures: BTreeMap<u32, Option<u8>>,
}

pub fn add(assets: &mut Assets<'_>, zone: &Zone, origin: Origin) {
    let mut ground = Ground::default();
    for block in zone.blocks().collect::<Vec<_>>() {
        ground.add_block(assets, zone, origin, block);
    }
}

impl Ground {
    /// Adds the piece of a block, where it has heights.
    pub fn add_block(
        &mut self,
        assets: &mut Assets<'_>,
        zone: &Zone,
        origin: Origin,
        block: BlockCoord,
    ) -> Option<usize> {
        if !zone.has_heights(block) {
            assets.miss(format!("ground of {block}"), "it has no heights that can be used");
            return None;
        }
        let light = light_of(assets, zone, block);
        let piece = self.piece(assets, zone, origin, block, light);
        assets.scene.terrain.pieces.push(Arc::new(piece));
        Some(assets.scene.terrain.pieces.len() - 1)
    }

    /// Looks for every texture that a tile of the zone may have, so that it can be painted.
    pub fn add_pictures(&mut self, assets: &mut Assets<'_>, zone: &Zone) {
        for tile in zone.ground_tiles() {
            for number in [tile.texture1(), tile.texture2()] {
                u32::try_from(number).ok().and_then(|number| self.picture(assets, zone, number));
            }
        }
    }

    pub fn piece(
        &mut self,
        assets: &mut Assets<'_>,
        zone: &Zone,
        origin: Origin,
        block: BlockCoord,
        light: Option<PictureId>,
    ) -> Piece {
        let grid = zone.grid();
        let n = grid.cells_per_patch();
        let mut piece = Piece { light, ..Piece::default() };
        for row in 0..PATCHES_PER_BLOCK {
            for column in 0..PATCHES_PER_BLOCK {
                let (pictures, turn) = self.layers(assets, zone, block, column, row);
                for y in 0..=n {
                    for x in 0..=n {
                        let at = [column * n + x, row * n + y];
                        let uv = Vec2::new(x as f32, y as f32) / n as f32;
                        let uvs = [uv, turned(turn, uv)];
                        piece.vertices.push(vertex(zone, origin, block, at, uvs, pictures));
                    }
                }
            }
        }
        piece.bounds = Bounds::of(piece.vertices.iter().map(|vertex| vertex.at_m));
        let size_m = (grid.cell_size_cm() / 100.0) as f32;
        for step in STEPS.into_iter().filter(|step| n.is_multiple_of(*step)) {
            let indices = indices(&mut piece.vertices, n, step);
            piece.details.push(Detail { indices, size_m: size_m * step as f32 });
        }
        piece
    }

    /// The pictures of a patch: below and above, and how the upper one lies. By one client the upper is
    /// always drawn, whatever the ZON says of blending.
    fn layers(
        &mut self,
        assets: &mut Assets<'_>,
        zone: &Zone,
        block: BlockCoord,
        column: u32,
        row: u32,
    ) -> ([u8; 2], TileRotation) {
        let n = PATCHES_PER_BLOCK as i32;
        let at = InWorld { x: block.x * n + column as i32, y: block.y * n + row as i32 };
        let tile = zone.tile(at).and_then(|tile| usize::try_from(tile).ok());
        let tile = tile.and_then(|tile| zone.ground_tiles().get(tile)).copied();
        let Some(tile) = tile else { return ([u8::MAX; 2], TileRotation::NONE) };
        let mut picture = |number: i64| {
            let number = u32::try_from(number).ok()?;
            self.picture(assets, zone, number)
        };
        let below = picture(tile.texture1());
        let above = picture(tile.texture2());
        let below_or_above = below.or(above).unwrap_or(u8::MAX);
        ([below_or_above, above.unwrap_or(below_or_above)], tile.rotation)
    }

    fn picture(&mut self, assets: &mut Assets<'_>, zone: &Zone, number: u32) -> Option<u8> {
        if let Some(known) = self.pictures.get(&number) {
            return *known;
        }
        if assets.has_to_wait() {
            return None;
        }
        let found = find(assets, zone, number);
        let place = found.and_then(|id| {
            let pictures = &mut assets.scene.terrain.pictures;
            let place = pictures.len();
            (place < MAX_PICTURES).then(|| pictures.push(id))?;
            u8::try_from(place).ok()
        });
        if found.is_some() && place.is_none() {
            let why = format!("the ground has more than {MAX_PICTURES} textures");
            assets.miss(format!("ground texture {number}"), why);
        }
        self.pictures.insert(number, place);
        place
    }
}

/// The light on a block: its own, or the one for all.
fn light_of(assets: &mut Assets<'_>, zone: &Zone, block: BlockCoord) -> Option<PictureId> {
    let him = zone.ground_path(block, Cut::Heights)?;
    let folder = him.rsplit_once('/').map_or("", |(folder, _)| folder);
    let own = format!("{folder}/{block}/{block}_PLANELIGHTINGMAP.DDS");
    let places = [own.as_str(), "3DDATA/TERRAIN/DEFAULT_LIGHT.DDS"];
    let mut there = places.into_iter().filter_map(|place| VfsPath::new(place).ok());
    let path = there.find(|path| assets.is_there(path))?;
    assets.light(&path)
}

fn vertex(
    zone: &Zone,
    origin: Origin,
    block: BlockCoord,
    [column, row]: [u32; 2],
    [uv_below, uv_above]: [Vec2; 2],
    pictures: [u8; 2],
) -> GroundVertex {
    let grid = zone.grid();
    let n = grid.cells_per_block() as i32;
    let at = InWorld { x: block.x * n + column as i32, y: block.y * n + row as i32 };
    let height = |dx: i32, dy: i32| {
        let height = zone.height(InWorld { x: at.x + dx, y: at.y + dy });
        height.map(|height| height.get()).filter(|height| height.is_finite())
    };
    let own = height(0, 0).unwrap_or(0.0);
    let or_own = |dx, dy| height(dx, dy).unwrap_or(own);
    let cell = grid.cell_size_cm() as f32;
    let (east, north) = (or_own(1, 0) - or_own(-1, 0), or_own(0, -1) - or_own(0, 1));
    let mut world = Cut::Heights.world_of(grid, at);
    world.z = f64::from(own);
    GroundVertex {
        at_m: origin.scene_from_world(world),
        normal: Vec3::new(-east, -north, 2.0 * cell).normalize_or(Vec3::Z),
        uv_below,
        uv_above,
        uv_of_light: Vec2::new(column as f32, row as f32) / n as f32,
        pictures,
    }
}

/// The triangles of all patches with a vertex each `step` cells. Coarser ones get a skirt.
fn indices(vertices: &mut Vec<GroundVertex>, n: u32, step: u32) -> Vec<u32> {
    let per_patch = (n + 1) * (n + 1);
    let mut indices = Vec::new();
    let vertex = |column: u32, row: u32, x: u32, y: u32| {
        (row * PATCHES_PER_BLOCK + column) * per_patch + y * (n + 1) + x
    };
    let last = PATCHES_PER_BLOCK - 1;
    for row in 0..PATCHES_PER_BLOCK {
        for column in 0..PATCHES_PER_BLOCK {
            let mut skirts: Vec<[u32; 2]> = Vec::new();
            for y in (0..n).step_by(step as usize) {
                for x in (0..n).step_by(step as usize) {
                    let at = |dx, dy| vertex(column, row, x + dx * step, y + dy * step);
                    let (nw, ne, sw, se) = (at(0, 0), at(1, 0), at(0, 1), at(1, 1));
                    // The edge between the triangles runs from the north-west: of two readers the one
                    // that fits the client's rule for slopes.
                    indices.extend([nw, sw, se, nw, se, ne]);
                    let edges = [
                        (y == 0 && row == 0, [ne, nw]),
                        (y + step == n && row == last, [sw, se]),
                        (x == 0 && column == 0, [nw, sw]),
                        (x + step == n && column == last, [se, ne]),
                    ];
                    skirts.extend(edges.into_iter().filter(|(at, _)| *at).map(|(_, edge)| edge));
                }
            }
            if step > 1 {
                skirts.into_iter().for_each(|edge| add_skirt(vertices, &mut indices, edge));
            }
        }
    }
    indices
}

/// By its name, or beside the zone.
fn find(assets: &mut Assets<'_>, zone: &Zone, number: u32) -> Option<PictureId> {
    let Some(name) = zone.textures().get(number as usize) else {
        assets.miss(format!("ground texture {number}"), "the ZON names no such texture");
        return None;
    };
    let path = match assets.path(&Text::from(name.as_bytes())) {
        Ok(path) => path,
        Err(why) => {
            assets.miss(format!("ground texture {number}"), why);
            return None;
        }
    };
    let own = zone.path_of(None).and_then(|own| VfsPath::new(own).ok()?.parent());
    let beside = own.and_then(|folder| folder.join(path.name()).ok());
    let there = beside.filter(|beside| !assets.is_there(&path) && assets.is_there(beside));
    assets.picture(&there.unwrap_or(path))
}

fn add_skirt(vertices: &mut Vec<GroundVertex>, indices: &mut Vec<u32>, [from, to]: [u32; 2]) {
    let mut low = |index: u32| {
        let mut vertex = vertices.get(index as usize).copied().unwrap_or_default();
        vertex.at_m.z -= SKIRT_M;
        vertices.push(vertex);
        vertices.len() as u32 - 1
    };
    let (low_from, low_to) = (low(from), low(to));
    indices.extend([from, low_from, low_to, from, low_to, to]);
}

/// Where the upper texture is seen at a place of a patch. Of the last two, two of three readers say so.
fn turned(rotation: TileRotation, uv: Vec2) -> Vec2 {
    let Vec2 { x: u, y: v } = uv;
    match rotation {
        TileRotation::FLIP_HORIZONTAL => Vec2::new(1.0 - u, v),
        TileRotation::FLIP_VERTICAL => Vec2::new(u, 1.0 - v),
        TileRotation::FLIP => Vec2::new(1.0 - u, 1.0 - v),
        TileRotation::CLOCKWISE_90 => Vec2::new(v, 1.0 - u),
        TileRotation::COUNTER_CLOCKWISE_90 => Vec2::new(1.0 - v, u),
        _ => uv,
    }
}
