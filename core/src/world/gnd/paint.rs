//! Painting: which textures lie on cubes, and how. A surface that others use too is copied before it changes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::ragnarok::gnd::Surface;
use crate::format::text::Text;
use crate::space::ragnarok::CubePos;
use crate::world::gat::area::Area;
use crate::world::gnd::face::Face;
use crate::world::gnd::refusal::Refusal;
use crate::world::gnd::region::Region;
use crate::world::gnd::{Ground, TextureName};

/// Gives the surfaces of cubes a texture. How it lies on them stays, unless it is laid anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paint {
    pub region: Region,
    pub texture: Texture,
    /// The tops alone, where nothing is said.
    #[serde(default = "tops")]
    pub faces: Vec<Face>,
    /// Lays the picture over so many cubes along each side, counted from the south-west corner of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<u32>,
}

/// Changes a surface of one cube.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetSurface {
    pub x: u32,
    pub y: u32,
    pub face: Face,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texture: Option<Texture>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lightmap: Option<u16>,
    /// Blue, green, red, alpha.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<[u8; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub u: Option<[F32; 4]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v: Option<[F32; 4]>,
}

/// Gives a texture of the list a different name, wherever it lies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetTexture {
    pub texture: u16,
    pub name: String,
}

/// A texture by its place in the list, or by its name. A name that is not there is added to the list where a surface
/// gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a texture, by its number or its name")]
pub enum Texture {
    Number(u16),
    Name(String),
}

fn tops() -> Vec<Face> {
    vec![Face::Top]
}

impl Texture {
    pub(super) fn number(&self, ground: &mut Ground) -> Result<i16, Refusal> {
        let n = ground.textures().len();
        let found = match self {
            Texture::Number(number) => usize::from(*number),
            Texture::Name(name) => {
                let name = named(ground, name)?;
                let is_it = |own: &TextureName| own.as_bytes() == name.as_bytes();
                let place = ground.textures().iter().position(is_it);
                place.unwrap_or_else(|| {
                    Arc::make_mut(&mut ground.textures).push(name);
                    n
                })
            }
        };
        if found >= ground.textures().len() {
            return Err(Refusal::NoTexture(i64::try_from(found).unwrap_or(i64::MAX), n));
        }
        i16::try_from(found).map_err(|_| Refusal::TooManyTextures)
    }
}

/// A name as the file has it, with zero bytes behind it.
fn named(ground: &Ground, name: &str) -> Result<TextureName, Refusal> {
    let Text(bytes) = Text::encode(name, ground.code_page())?;
    if bytes.is_empty() {
        return Err(Refusal::NoName);
    }
    let fits = bytes.len() < size_of::<TextureName>();
    TextureName::new(&bytes).filter(|_| fits).ok_or(Refusal::LongName(bytes.len()))
}

/// How many faces use each surface.
pub(super) struct Uses(Vec<u32>);

impl Uses {
    pub(super) fn of(ground: &Ground) -> Uses {
        let mut uses = vec![0; ground.n_surfaces() as usize];
        let columns = Face::ALL.into_iter().filter_map(|face| ground.cubes.get(face.word()));
        for word in columns.flat_map(|column| column.iter()) {
            if let Some(n) = uses.get_mut(word as usize) {
                *n += 1;
            }
        }
        Uses(uses)
    }

    /// Changes the surface of one face alone.
    pub(super) fn change(
        &mut self,
        ground: &mut Ground,
        at: CubePos,
        face: Face,
        change: impl Fn(&mut Surface),
    ) -> Result<(), Refusal> {
        let number = ground.surface_at(at, face);
        let own = number.and_then(|number| Some((number, *ground.surface(number)?)));
        let (number, old) = own.ok_or(Refusal::NoSurface { at, face })?;
        let mut surface = old;
        change(&mut surface);
        if surface == old {
            return Ok(());
        }
        match self.0.get_mut(number as usize) {
            Some(n) if *n > 1 => {
                *n -= 1;
                let new = ground.add_surface(surface)?;
                self.0.push(1);
                ground.set_face(at, face, Some(new))
            }
            _ => {
                ground.set_surface(number, surface);
                Ok(())
            }
        }
    }
}

pub(super) fn cubes(area: &Area) -> impl Iterator<Item = CubePos> {
    area.cells().map(|cube| CubePos { x: cube.x, y: cube.y })
}

impl Paint {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let area = self.region.area(ground)?;
        let textures = Arc::clone(&ground.textures);
        let texture = self.texture.number(ground)?;
        let mut uses = Uses::of(ground);
        // Without a cube to paint, the name alone is asked for.
        let mut is_used = cubes(&area).next().is_none();
        for at in cubes(&area) {
            for face in &self.faces {
                let is_there = ground.surface_at(at, *face).and_then(|it| ground.surface(it));
                if is_there.is_none() {
                    continue;
                }
                is_used = true;
                uses.change(ground, at, *face, |surface| {
                    surface.texture = texture;
                    if let Some(over) = self.over.filter(|_| *face == Face::Top) {
                        (surface.u, surface.v) = laid(at, over.max(1));
                    }
                })?;
            }
        }
        if !is_used {
            ground.textures = textures;
        }
        Ok(())
    }
}

/// Where the top of a cube lies in a picture that goes over so many cubes. The south is at the bottom of it.
pub(super) fn laid(at: CubePos, over: u32) -> ([F32; 4], [F32; 4]) {
    let share = |at: u32| (f64::from(at) / f64::from(over)) as f32;
    let [west, south] = [at.x % over, at.y % over];
    let (u, v) = ([share(west), share(west + 1)], [1.0 - share(south), 1.0 - share(south + 1)]);
    let ([west, east], [south, north]) = (u, v);
    ([west, east, west, east].map(F32::new), [south, south, north, north].map(F32::new))
}

impl SetSurface {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let at = CubePos { x: self.x, y: self.y };
        if ground.cube(at).is_none() {
            let (width, height) = (ground.width(), ground.height());
            return Err(Refusal::Outside { x: self.x, y: self.y, width, height });
        }
        let texture = self.texture.as_ref().map(|texture| texture.number(ground)).transpose()?;
        if let Some(lightmap) =
            self.lightmap.filter(|it| usize::from(*it) >= ground.lightmaps.len())
        {
            return Err(Refusal::NoLightmap(lightmap, ground.lightmaps.len()));
        }
        let mut uses = Uses::of(ground);
        uses.change(ground, at, self.face, |surface| {
            let Surface { u, v, texture: own_texture, lightmap, color } = surface;
            *u = self.u.unwrap_or(*u);
            *v = self.v.unwrap_or(*v);
            *own_texture = texture.unwrap_or(*own_texture);
            *lightmap = self.lightmap.unwrap_or(*lightmap);
            *color = self.color.unwrap_or(*color);
        })
    }
}

impl SetTexture {
    pub(super) fn apply(&self, ground: &mut Ground) -> Result<(), Refusal> {
        let name = named(ground, &self.name)?;
        let n = ground.textures().len();
        let own = ground.textures().get(usize::from(self.texture));
        let own = own.ok_or(Refusal::NoTexture(self.texture.into(), n))?;
        // A name that is there already keeps the bytes behind it.
        if own.as_bytes() != name.as_bytes()
            && let Some(own) =
                Arc::make_mut(&mut ground.textures).get_mut(usize::from(self.texture))
        {
            *own = name;
        }
        Ok(())
    }
}
