//! GND: the ground of a map: cubes of two by two tiles, their surfaces, lightmaps and water.
//!
//! ```text
//! File                                     Surface
//! 0   4     magic "GRGN"                   0   4×4  u         f32  SW SE NW NE
//! 4   1     version major  u8              16  4×4  v         f32  SW SE NW NE, down the image
//! 5   1     version minor  u8              32  2    texture   i16
//! 6   4     width          u32             34  2    lightmap  u16
//! 10  4     height         u32             36  4    color     u8   blue green red alpha
//! 14  4     zoom           f32
//! 18  4     texture count  u32             Cube
//! 22  4     path length    u32, 80         0   4×4  altitude  f32  SW SE NW NE
//! 26  80×n  textures, below data\texture   16  3×4  surface   i32  top, north, east; -1: none
//!     4     lightmap count u32
//!     3×4   lightmap shape u32, 8 8 1      Cube before 1.6
//!     256×n lightmaps                      0   4×4  altitude
//!     4     surface count  u32             16  3×2  surface   i16
//!     40×n  surfaces                       22  2    pad
//!     n     cubes, row by row from the south-west
//!     n     water, from 1.8 on
//!     n     tail, which real files have seldom: a stale end of an older, larger file
//!
//! Water                                    Lightmap
//!     24    water of the whole map         0   64    shadow  u8
//!     4     columns        u32             64  64×3  light   u8  red green blue
//!     4     rows           u32
//!     n     planes row by row: 1.8 a level f32 each, 1.9 the whole water
//! ```
//!
//! Altitudes point down: the lower number is the higher ground. A texel row of a lightmap is in the
//! south, its first texel in the west. Clients take lightmaps as 8 × 8 whatever the shape says.
//! Nobody has seen a real file of 1.8 or later, or of a version before 1.7 (November 2026); those
//! are read as several programs agree.

mod grid;

use serde::{Deserialize, Serialize};

use super::fit::json_that_reads_back;
use super::water::Water;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::text::{Hex, Opaque};
use crate::format::{Malformed, ReadError};

pub use grid::{Planes, WaterGrid};

const MAGIC: &[u8] = b"GRGN";
const PATH_LEN: usize = 80;
const LIGHTMAP_SIZE: u64 = 256;
const SURFACE_SIZE: u64 = 40;

/// The ground of a map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Gnd {
    version: Version,
    width: u32,
    height: u32,
    /// The side of a cube in units of the world: 10 in every file seen.
    pub zoom: F32,
    /// Below `data\texture`; some stand there twice.
    pub textures: Vec<Name<PATH_LEN>>,
    /// As stated: width, height and channels.
    pub lightmap_shape: [u32; 3],
    pub lightmaps: Vec<Lightmap>,
    /// Some are used by no cube.
    pub surfaces: Vec<Surface>,
    /// Row by row from the south-west; always `width` × `height` of them.
    cubes: Vec<Cube>,
    /// There from version 1.8 on.
    water: Option<WaterGrid>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// A version of 1.x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    pub major: u8,
    pub minor: u8,
}

/// The light that falls on one surface.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lightmap {
    /// What the texture is multiplied by.
    pub shadow: Hex<64>,
    /// What is added: red, green, blue of each texel.
    pub light: Hex<192>,
}

/// A piece of a texture, for the top of a cube or a wall of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surface {
    /// Of the corners south-west, south-east, north-west, north-east.
    pub u: [F32; 4],
    pub v: [F32; 4],
    /// Below zero: none.
    pub texture: i16,
    pub lightmap: u16,
    /// Blue, green, red, alpha, of the corner in the south-west.
    pub color: [u8; 4],
}

/// A square of ground, ten world units wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cube {
    /// Of the corners south-west, south-east, north-west, north-east. Greater is lower.
    pub altitude: [F32; 4],
    /// A surface; below zero: a hole.
    pub top: i32,
    /// The wall to the cube in the north; below zero: none.
    pub north: i32,
    /// The wall to the cube in the east; below zero: none.
    pub east: i32,
    /// What versions before 1.6 have behind the surfaces.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pad: u16,
}

fn is_zero(pad: &u16) -> bool {
    *pad == 0
}

impl Version {
    const V1_6: Version = Version { major: 1, minor: 6 };
    const V1_8: Version = Version { major: 1, minor: 8 };
    const V1_9: Version = Version { major: 1, minor: 9 };

    pub(crate) fn has_small_surface_ids(self) -> bool {
        self < Version::V1_6
    }

    fn has_water(self) -> bool {
        self >= Version::V1_8
    }

    fn cube_size(self) -> u64 {
        if self.has_small_surface_ids() { 24 } else { 28 }
    }
}

impl Lightmap {
    /// How much of the texture is seen, of a texel counted from the south-west.
    pub fn shadow(&self, x: usize, y: usize) -> Option<u8> {
        self.shadow.0.get(y * 8 + x).copied()
    }

    /// The red, green and blue that are added.
    pub fn light(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        self.light.0.as_chunks().0.get(y * 8 + x).copied()
    }
}

impl Default for Gnd {
    /// Ground without a cube.
    fn default() -> Gnd {
        Gnd {
            version: Version { major: 1, minor: 7 },
            width: 0,
            height: 0,
            zoom: F32::new(10.0),
            textures: Vec::new(),
            lightmap_shape: [8, 8, 1],
            lightmaps: Vec::new(),
            surfaces: Vec::new(),
            cubes: Vec::new(),
            water: None,
            tail: Opaque::default(),
        }
    }
}

impl Gnd {
    /// Ground of version 1.7, which clients of every age take; `None` unless there is a cube for
    /// each place.
    pub fn new(width: u32, height: u32, cubes: Vec<Cube>) -> Option<Gnd> {
        Gnd::default().with_cubes(width, height, cubes)
    }

    /// The same with other cubes; `None` unless there is one for each place.
    pub(crate) fn with_cubes(mut self, width: u32, height: u32, cubes: Vec<Cube>) -> Option<Gnd> {
        if u64::from(width) * u64::from(height) != cubes.len() as u64 {
            return None;
        }
        (self.width, self.height, self.cubes) = (width, height, cubes);
        Some(self)
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// In cubes.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// In cubes.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Row by row from the south-west.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    pub fn cubes_mut(&mut self) -> &mut [Cube] {
        &mut self.cubes
    }

    pub fn cube(&self, x: u32, y: u32) -> Option<&Cube> {
        let idx = u64::from(y) * u64::from(self.width) + u64::from(x);
        let idx = (x < self.width).then(|| usize::try_from(idx).ok()).flatten();
        self.cubes.get(idx?)
    }

    /// There from version 1.8 on; before, the RSW has it.
    pub fn water(&self) -> Option<&WaterGrid> {
        self.water.as_ref()
    }

    /// Turns ground into that of 1.9, the newest, with water of its own.
    pub fn with_water(mut self, water: Water) -> Gnd {
        self.version = Version::V1_9;
        let planes = Planes::Waters(vec![water]);
        self.water = Some(WaterGrid { whole: water, columns: 1, rows: 1, planes });
        self
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

json_that_reads_back!(Gnd);

pub fn read(data: &[u8]) -> Result<Gnd, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let version = read_version(&mut bytes)?;
    let width = bytes.u32("width")?;
    let height = bytes.u32("height")?;
    let zoom = bytes.f32("zoom")?;
    let n_textures = bytes.u32("texture count")?;
    let start = bytes.clone();
    let path_len = bytes.u32("path length")?;
    if path_len != PATH_LEN as u32 {
        let (found, expected) = (i64::from(path_len), "80");
        return Err(start.error("path length", Malformed::Unexpected { found, expected }));
    }
    let textures = bytes.items("textures", n_textures.into(), PATH_LEN as u64, |bytes| {
        Ok(Name(bytes.array("texture")?))
    })?;
    let n_lightmaps = bytes.u32("lightmap count")?;
    let lightmap_shape =
        [bytes.u32("lightmap shape")?, bytes.u32("lightmap shape")?, bytes.u32("lightmap shape")?];
    let lightmaps = bytes.items("lightmaps", n_lightmaps.into(), LIGHTMAP_SIZE, |bytes| {
        let shadow = Hex(bytes.array("shadow")?);
        Ok(Lightmap { shadow, light: Hex(bytes.array("light")?) })
    })?;
    let n_surfaces = bytes.u32("surface count")?;
    let surfaces = bytes.items("surfaces", n_surfaces.into(), SURFACE_SIZE, Surface::read)?;
    let n_cubes = u64::from(width) * u64::from(height);
    let cubes =
        bytes.items("cubes", n_cubes, version.cube_size(), |bytes| Cube::read(version, bytes))?;
    let water = match version.has_water() {
        true => Some(WaterGrid::read(version, &mut bytes)?),
        false => None,
    };
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Gnd {
        version,
        width,
        height,
        zoom,
        textures,
        lightmap_shape,
        lightmaps,
        surfaces,
        cubes,
        water,
        tail,
    })
}

pub fn write(gnd: &Gnd) -> Vec<u8> {
    let n_of_lists = gnd.textures.len() * PATH_LEN
        + gnd.lightmaps.len() * LIGHTMAP_SIZE as usize
        + gnd.surfaces.len() * SURFACE_SIZE as usize
        + gnd.cubes.len() * gnd.version.cube_size() as usize;
    let mut out = Vec::with_capacity(64 + n_of_lists + gnd.tail.0.len());
    out.put(MAGIC);
    out.put(&[gnd.version.major, gnd.version.minor]);
    out.put_u32(gnd.width);
    out.put_u32(gnd.height);
    out.put_f32(gnd.zoom);
    out.put_count(gnd.textures.len());
    out.put_u32(PATH_LEN as u32);
    gnd.textures.iter().for_each(|texture| out.put(&texture.0));
    out.put_count(gnd.lightmaps.len());
    gnd.lightmap_shape.iter().for_each(|number| out.put_u32(*number));
    for lightmap in &gnd.lightmaps {
        out.put(&lightmap.shadow.0);
        out.put(&lightmap.light.0);
    }
    out.put_count(gnd.surfaces.len());
    gnd.surfaces.iter().for_each(|surface| surface.write(&mut out));
    gnd.cubes.iter().for_each(|cube| cube.write(gnd.version, &mut out));
    if let Some(water) = &gnd.water {
        water.write(&mut out);
    }
    out.put(&gnd.tail.0);
    out
}

fn read_version(bytes: &mut Bytes<'_>) -> Result<Version, ReadError> {
    let start = bytes.clone();
    let version = Version { major: bytes.u8("version major")?, minor: bytes.u8("version minor")? };
    match version {
        Version { major: 1, minor: 1..=9 } => Ok(version),
        Version { major, minor } => {
            let (major, minor) = (u32::from(major), u32::from(minor));
            let malformed = Malformed::UnknownVersion { major, minor, expected: "1.1 to 1.9" };
            Err(start.error("version", malformed))
        }
    }
}

impl Surface {
    pub(crate) fn read(bytes: &mut Bytes<'_>) -> Result<Surface, ReadError> {
        Ok(Surface {
            u: bytes.f32s("u")?,
            v: bytes.f32s("v")?,
            texture: bytes.i16("texture")?,
            lightmap: bytes.u16("lightmap")?,
            color: bytes.array("color")?,
        })
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.put_f32s(&self.u);
        out.put_f32s(&self.v);
        out.put_i16(self.texture);
        out.put_u16(self.lightmap);
        out.put(&self.color);
    }
}

impl Cube {
    fn read(version: Version, bytes: &mut Bytes<'_>) -> Result<Cube, ReadError> {
        let altitude = bytes.f32s("altitude")?;
        if version.has_small_surface_ids() {
            let mut id = || bytes.i16("surface").map(i32::from);
            let (top, north, east) = (id()?, id()?, id()?);
            return Ok(Cube { altitude, top, north, east, pad: bytes.u16("pad")? });
        }
        let mut id = || bytes.i32("surface");
        Ok(Cube { altitude, top: id()?, north: id()?, east: id()?, pad: 0 })
    }

    fn write(&self, version: Version, out: &mut Vec<u8>) {
        out.put_f32s(&self.altitude);
        let ids = [self.top, self.north, self.east];
        if version.has_small_surface_ids() {
            // As they were read. JSON with a greater one is refused, as it reads back different.
            ids.iter().for_each(|id| out.put_i16(*id as i16));
            out.put_u16(self.pad);
        } else {
            ids.iter().for_each(|id| out.put_i32(*id));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ground of two cubes, with something in each list.
    pub(in crate::format) fn odd(minor: u8) -> Gnd {
        let mut texture = Name::of(b"grass.bmp");
        texture.0[60] = 0xcd;
        let surface = Surface {
            u: [0.0, 1.0, 0.0, f32::NAN].map(F32::new),
            v: [-3.0, 1.0, 0.0, -0.0].map(F32::new),
            texture: -1,
            lightmap: 65_535,
            color: [1, 2, 3, 0],
        };
        let pad = if minor < 6 { 0xbaad } else { 0 };
        let cube = Cube { altitude: [F32::new(-4.5); 4], top: 0, north: -1, east: -1, pad };
        let water = Water { level: F32::new(9.0), kind: 3, ..Water::default() };
        let planes = match minor {
            8 => Planes::Levels(vec![F32::new(1.0), F32::new(2.0)]),
            _ => Planes::Waters(vec![water; 2]),
        };
        let grid = WaterGrid { whole: water, columns: 2, rows: 1, planes };
        Gnd {
            version: Version { major: 1, minor },
            textures: vec![texture, texture],
            lightmaps: vec![Lightmap { shadow: Hex([9; 64]), light: Hex([7; 192]) }],
            surfaces: vec![surface; 2],
            water: (minor >= 8).then_some(grid),
            ..Gnd::new(2, 1, vec![cube, Cube { top: -1, ..cube }]).unwrap()
        }
    }

    #[test]
    fn ground_of_every_version_is_written_back() {
        for minor in 1..=9 {
            let mut data = write(&odd(minor));
            assert_eq!(read(&data), Ok(odd(minor)), "1.{minor}");
            data.extend(b"stale");
            let gnd = read(&data).unwrap();
            assert_eq!(gnd.n_opaque(), 5);
            assert_eq!(write(&gnd), data);
            let json = serde_json::to_string(&gnd).unwrap();
            assert_eq!(serde_json::from_str::<Gnd>(&json).unwrap(), gnd, "{json}");
        }
    }

    #[test]
    fn every_prefix_is_an_error_and_no_count_is_believed() {
        for minor in [5, 7, 8, 9] {
            let data = write(&odd(minor));
            for len in 0..data.len() {
                assert!(read(&data[..len]).is_err(), "1.{minor} {len}");
            }
        }
        let mut data = write(&odd(7));
        data[6..14].copy_from_slice(&[0xff; 8]);
        let error = read(&data).unwrap_err().to_string();
        assert!(error.starts_with("cubes at byte 0x21e: needs more bytes than"), "{error}");
        data[18..22].copy_from_slice(&[0xff; 4]);
        assert!(read(&data).unwrap_err().to_string().starts_with("textures at byte 0x1a: needs "));
    }

    #[test]
    fn json_that_its_version_has_no_room_for_is_refused() {
        let refused = |gnd: Gnd| {
            let json = serde_json::to_string(&gnd).unwrap();
            serde_json::from_str::<Gnd>(&json).unwrap_err().to_string()
        };
        let mut old = odd(5);
        old.cubes_mut()[0].top = 40_000;
        assert_eq!(refused(old), "the version of the file has no room for some of its parts");
        assert!(refused(Gnd { water: None, ..odd(8) }).contains("do not make a readable file"));
        assert!(refused(Gnd { width: 3, ..odd(7) }).contains("cubes at byte"));
        let json = serde_json::to_string(&odd(7)).unwrap();
        let wrong = json.replace("\"shadow\":\"0909", "\"shadow\":\"09");
        let error = serde_json::from_str::<Gnd>(&wrong).unwrap_err().to_string();
        assert!(error.contains("63 bytes in hex; the field has 64"), "{error}");
    }

    #[test]
    fn cubes_and_texels_are_counted_from_the_south_west() {
        let gnd = odd(7);
        assert_eq!(gnd.cube(1, 0).map(|cube| cube.top), Some(-1));
        assert_eq!((gnd.cube(2, 0), gnd.cube(0, 1)), (None, None));
        assert_eq!(gnd.lightmaps[0].shadow(7, 7), Some(9));
        assert_eq!(gnd.lightmaps[0].light(0, 1), Some([7; 3]));
        assert_eq!(gnd.lightmaps[0].light(0, 8), None);
    }

    #[test]
    fn other_versions_and_paths_are_refused_where_they_stand() {
        let mut data = write(&odd(7));
        data[22] = 40;
        let error = read(&data).unwrap_err().to_string();
        assert_eq!(error, "path length at byte 0x16: found 40, expected 80");
        data[5] = 10;
        let error = read(&data).unwrap_err().to_string();
        assert_eq!(error, "version at byte 0x4: version 1.10 is not known; expected 1.1 to 1.9");
    }
}
