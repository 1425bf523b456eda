//! ZMS: a mesh.
//!
//! ```text
//! 0   8  magic       "ZMS0005", "ZMS0006", "ZMS0007" or "ZMS0008", and a zero byte
//! 8   4  flags       u32  which arrays there are
//! 12  24 box         f32×3 least, f32×3 most
//!        bones       n, n numbers of bones of the skeleton
//!        n vertices
//!        arrays      one behind the other, each where its flag is set:
//!                    0x002  positions  f32×3
//!                    0x004  normals    f32×3
//!                    0x008  colours    f32×4
//!                    0x030  skin       f32×4 weights, 4 places in the list of bones
//!                    0x040  tangents   f32×3
//!                    0x080, 0x100, 0x200, 0x400  texture coordinates 1 to 4  f32×2
//!        triangles   n, n × 3 vertices
//!        materials   n, n numbers of triangles    from version 6
//!        strip       n, n vertices                from version 7
//!        pool        u16                          version 8
//!        copies      the whole mesh again, from the magic on: half of the game's files have two
//!        tail        whatever follows
//! ```
//!
//! In versions 7 and 8, counts and numbers are u16, and lengths are metres. In 5 and 6 they are u32,
//! each item of every list stands behind its own number (u32), and lengths are centimetres. The skin
//! is there only where both of its flags are.

mod column;
mod sound;

use std::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};

use self::column::Width;
use crate::format::bytes::{Bytes, Put};
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

pub use self::column::{Column, Skin};
pub use self::sound::BadMesh;

/// More copies of itself than any file has behind its mesh; what follows them is the tail.
const MAX_COPIES: u32 = 15;

const MAGIC_LEN: usize = 8;

/// A mesh whose counts, flags and arrays agree.
/// Empty by default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "Mesh")]
pub struct Zms {
    /// Invariant: [`Mesh::check`] finds nothing.
    mesh: Mesh,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mesh {
    pub version: Version,
    pub flags: Flags,
    /// As stated: in one file of four, vertices are outside.
    pub box_min: [F32; 3],
    pub box_max: [F32; 3],
    /// Numbers of bones of the skeleton.
    pub bones: Column<u32>,
    pub n_vertices: u32,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub positions: Column<[F32; 3]>,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub normals: Column<[F32; 3]>,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub colours: Column<[F32; 4]>,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub skin: Column<Skin>,
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub tangents: Column<[F32; 3]>,
    /// Texture coordinates 1 to 4; `v` counts from the top of the picture.
    pub uvs: [Column<[F32; 2]>; 4],
    pub triangles: Column<[u32; 3]>,
    /// How many triangles each material has, one behind the other.
    #[serde(default, skip_serializing_if = "Column::is_empty")]
    pub materials: Column<u32>,
    /// `None` in versions without one, and where the file ends before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strip: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<u16>,
    /// How many times the whole mesh follows once more.
    #[serde(default)]
    pub copies: u32,
    /// What follows the last field.
    pub tail: Opaque,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub enum Version {
    V5,
    V6,
    V7,
    #[default]
    V8,
}

/// Which arrays a mesh has. Other bits are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Flags(pub u32);

impl Flags {
    pub const POSITIONS: Flags = Flags(0x002);
    pub const NORMALS: Flags = Flags(0x004);
    pub const COLOURS: Flags = Flags(0x008);
    pub const WEIGHTS: Flags = Flags(0x010);
    pub const BONES: Flags = Flags(0x020);
    pub const SKIN: Flags = Flags(0x030);
    pub const TANGENTS: Flags = Flags(0x040);
    pub const UVS: [Flags; 4] = [Flags(0x080), Flags(0x100), Flags(0x200), Flags(0x400)];
    pub const KNOWN: Flags = Flags(0x7fe);

    /// Whether all of these bits are set.
    pub fn has(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl Version {
    const ALL: [(Version, &'static [u8; MAGIC_LEN]); 4] = [
        (Version::V5, b"ZMS0005\0"),
        (Version::V6, b"ZMS0006\0"),
        (Version::V7, b"ZMS0007\0"),
        (Version::V8, b"ZMS0008\0"),
    ];

    fn width(self) -> Width {
        if self < Version::V7 { Width::Wide } else { Width::Narrow }
    }

    /// Centimetres in the unit of its lengths.
    pub fn unit_cm(self) -> f32 {
        if self < Version::V7 { 1.0 } else { 100.0 }
    }
}

impl TryFrom<u8> for Version {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Version, &'static str> {
        match number {
            5 => Ok(Version::V5),
            6 => Ok(Version::V6),
            7 => Ok(Version::V7),
            8 => Ok(Version::V8),
            _ => Err("the version of a mesh is 5, 6, 7 or 8"),
        }
    }
}

impl From<Version> for u8 {
    fn from(version: Version) -> u8 {
        match version {
            Version::V5 => 5,
            Version::V6 => 6,
            Version::V7 => 7,
            Version::V8 => 8,
        }
    }
}

impl Zms {
    /// Fails where counts, flags and arrays don't agree.
    pub fn new(mesh: Mesh) -> Result<Zms, BadMesh> {
        mesh.check()?;
        Ok(Zms { mesh })
    }

    pub fn into_mesh(self) -> Mesh {
        self.mesh
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.mesh.tail.0.len()
    }
}

impl Deref for Zms {
    type Target = Mesh;

    fn deref(&self) -> &Mesh {
        &self.mesh
    }
}

impl Serialize for Zms {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mesh.serialize(serializer)
    }
}

impl TryFrom<Mesh> for Zms {
    type Error = BadMesh;

    fn try_from(mesh: Mesh) -> Result<Zms, BadMesh> {
        Zms::new(mesh)
    }
}

pub fn read(data: &[u8]) -> Result<Zms, ReadError> {
    let mut bytes = Bytes::new(data);
    let mut mesh = read_mesh(&mut bytes)?;
    let one = data.get(..bytes.offset()).unwrap_or(data);
    while mesh.copies < MAX_COPIES && bytes.as_slice().starts_with(one) {
        bytes.slice("copies", one.len())?;
        mesh.copies += 1;
    }
    mesh.tail = Opaque(bytes.rest().to_vec());
    Ok(Zms { mesh })
}

fn read_mesh(bytes: &mut Bytes<'_>) -> Result<Mesh, ReadError> {
    let version = read_version(bytes)?;
    let width = version.width();
    let flags = Flags(bytes.u32("flags")?);
    let (box_min, box_max) = (bytes.f32s("box")?, bytes.f32s("box")?);
    let n_bones = width.number(bytes, "bones")?;
    let bones = Column::read(bytes, "bones", width, n_bones)?;
    let n_vertices = width.number(bytes, "n vertices")?;
    let n = |needed: Flags| if flags.has(needed) { n_vertices } else { 0 };
    let positions = Column::read(bytes, "positions", width, n(Flags::POSITIONS))?;
    let normals = Column::read(bytes, "normals", width, n(Flags::NORMALS))?;
    let colours = Column::read(bytes, "colours", width, n(Flags::COLOURS))?;
    let skin = Column::read(bytes, "skin", width, n(Flags::SKIN))?;
    let tangents = Column::read(bytes, "tangents", width, n(Flags::TANGENTS))?;
    let mut uvs: [Column<[F32; 2]>; 4] = Default::default();
    for (uv, flag) in uvs.iter_mut().zip(Flags::UVS) {
        *uv = Column::read(bytes, "texture coordinates", width, n(flag))?;
    }
    let n_triangles = width.number(bytes, "triangles")?;
    let triangles = Column::read(bytes, "triangles", width, n_triangles)?;
    let mut materials = Column::default();
    if version >= Version::V6 {
        let n_materials = width.number(bytes, "materials")?;
        materials = Column::read(bytes, "materials", width, n_materials)?;
    }
    // A file that ends here is whole for the game.
    let strip = match version >= Version::V7 && !bytes.is_empty() {
        true => Some(read_strip(bytes)?),
        false => None,
    };
    let has_pool = version == Version::V8 && !bytes.is_empty();
    let pool = if has_pool { Some(bytes.u16("pool")?) } else { None };
    let (copies, tail) = (0, Opaque::default());
    #[rustfmt::skip]
    let mesh = Mesh {
        version, flags, box_min, box_max, bones, n_vertices, positions, normals, colours, skin,
        tangents, uvs, triangles, materials, strip, pool, copies, tail,
    };
    Ok(mesh)
}

fn read_version(bytes: &mut Bytes<'_>) -> Result<Version, ReadError> {
    let start = bytes.as_slice();
    for (version, magic) in Version::ALL {
        if start.starts_with(magic) {
            bytes.magic("magic", magic)?;
            return Ok(version);
        }
        if start.len() > MAGIC_LEN && start.starts_with(magic.get(..7).unwrap_or(magic)) {
            return Err(
                bytes.error("magic", Malformed::OtherLayout("flags right behind 7 letters"))
            );
        }
    }
    bytes.magic("magic", b"ZMS0008\0")?;
    Ok(Version::V8)
}

fn read_strip(bytes: &mut Bytes<'_>) -> Result<Vec<u16>, ReadError> {
    let n_vertices = bytes.u16("strip")?;
    bytes.items("strip", n_vertices.into(), 2, |bytes| bytes.u16("strip"))
}

pub fn write(zms: &Zms) -> Vec<u8> {
    let mesh = &zms.mesh;
    let mut one = Vec::new();
    write_mesh(mesh, &mut one);
    let mut out = one.clone();
    for _ in 0..mesh.copies.min(MAX_COPIES) {
        out.put(&one);
    }
    out.put(&mesh.tail.0);
    out
}

fn write_mesh(mesh: &Mesh, out: &mut Vec<u8>) {
    let width = mesh.version.width();
    let magic = Version::ALL.iter().find(|(version, _)| *version == mesh.version);
    out.put(magic.map_or(b"", |(_, magic)| magic.as_slice()));
    out.put_u32(mesh.flags.0);
    out.put_f32s(&mesh.box_min);
    out.put_f32s(&mesh.box_max);
    mesh.bones.write_counted(width, out);
    width.put_number(mesh.n_vertices, out);
    mesh.positions.write(width, out);
    mesh.normals.write(width, out);
    mesh.colours.write(width, out);
    mesh.skin.write(width, out);
    mesh.tangents.write(width, out);
    for uv in &mesh.uvs {
        uv.write(width, out);
    }
    mesh.triangles.write_counted(width, out);
    if mesh.version >= Version::V6 {
        mesh.materials.write_counted(width, out);
    }
    if let Some(strip) = &mesh.strip {
        out.put_u16(u16::try_from(strip.len()).unwrap_or(u16::MAX));
        strip.iter().for_each(|vertex| out.put_u16(*vertex));
    }
    if let Some(pool) = mesh.pool {
        out.put_u16(pool);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::law::{check_law, check_prefixes, differences, words};

    /// Two vertices with a skin, one triangle, and all that its version has.
    fn narrow(version: u8) -> Vec<u8> {
        let mut out = [b"ZMS000", &[b'0' + version, 0][..]].concat();
        out.extend(words(&[0x1b6]));
        out.extend(words(&[0; 6]));
        out.extend([1, 0, 4, 0, 2, 0]);
        out.extend(words(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
        for _ in 0..2 {
            out.extend(words(&[1, 2, 3, 4]));
            out.extend([0, 0, 1, 0, 2, 0, 3, 0]);
        }
        out.extend(words(&[1, 2, 3, 4, 5, 6, 7, 8]));
        out.extend([1, 0, 0, 0, 1, 0, 1, 0]);
        out.extend([1, 0, 1, 0, 2, 0, 5, 0, 6, 0]);
        if version == 8 {
            out.extend([9, 0]);
        }
        out
    }

    fn wide(version: u8, first_id: u32) -> Vec<u8> {
        let mut out = [b"ZMS000", &[b'0' + version, 0][..]].concat();
        out.extend(words(&[0x32]));
        out.extend(words(&[0; 6]));
        out.extend(words(&[1, first_id, 4, 2, 0, 7, 8, 9, 1, 7, 8, 9]));
        for id in 0..2 {
            out.extend(words(&[id, 1, 2, 3, 4, 0, 1, 2, 3]));
        }
        out.extend(words(&[1, 0, 0, 1, 1]));
        if version == 6 {
            out.extend(words(&[1, 0, 1]));
        }
        out
    }

    #[test]
    fn every_version_is_written_back() {
        for sample in [narrow(7), narrow(8), wide(5, 0), wide(6, 0), wide(6, 3)] {
            check_law(&sample, read, write);
            check_law(&[&sample[..], b"stale"].concat(), read, write);
            let thrice = sample.repeat(3);
            check_law(&thrice, read, write);
            assert_eq!((read(&thrice).unwrap().copies, read(&thrice).unwrap().n_opaque()), (2, 0));
        }
    }

    #[test]
    fn a_file_that_is_cut_is_refused_but_before_the_strip_or_the_pool() {
        check_prefixes(&wide(6, 0), read);
        let whole = narrow(8);
        let may_end = [whole.len() - 2 - 6, whole.len() - 2, whole.len()];
        for len in 0..=whole.len() {
            assert_eq!(read(&whole[..len]).is_ok(), may_end.contains(&len), "{len}");
        }
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let mesh = read(&narrow(8)).unwrap();
        assert_eq!((mesh.bones.items.as_slice(), mesh.n_vertices), (&[4][..], 2));
        assert_eq!(mesh.positions.items[1][2].to_bits(), 6);
        assert_eq!(mesh.normals.items[0][0].to_bits(), 7);
        assert_eq!(mesh.skin.items[1].bones, [0, 1, 2, 3]);
        assert_eq!(mesh.uvs[1].items[0][0].to_bits(), 5);
        assert_eq!((mesh.triangles.items[0], mesh.materials.items[0]), ([0, 1, 1], 1));
        assert_eq!((mesh.strip.clone(), mesh.pool), (Some(vec![5, 6]), Some(9)));
        let mesh = read(&wide(6, 3)).unwrap();
        assert_eq!((mesh.bones.ids.as_slice(), mesh.positions.ids.as_slice()), (&[3][..], &[][..]));
        assert_eq!(mesh.skin.items[1].bones, [0, 1, 2, 3]);
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = narrow(8);
        let mut mesh = read(&data).unwrap().into_mesh();
        mesh.positions.items[0][0] = F32::from_bits(9);
        assert_eq!(differences(&data, &write(&Zms::new(mesh).unwrap())), [42]);
    }

    #[test]
    fn the_layout_of_the_description_is_refused_by_name() {
        let mut data = narrow(8);
        data.remove(7);
        let error = read(&data).unwrap_err().to_string();
        assert!(
            error.starts_with("magic at byte 0x0: the layout follows a description"),
            "{error}"
        );
    }

    #[test]
    fn arrays_that_do_not_agree_are_refused_in_json() {
        let mesh = read(&narrow(8)).unwrap().into_mesh();
        let check = |edit: &dyn Fn(&mut Mesh), expected: &str| {
            let mut edited = mesh.clone();
            edit(&mut edited);
            assert_eq!(Zms::new(edited).unwrap_err().to_string(), expected);
        };
        check(&|mesh| mesh.normals.items.truncate(1), "normals: 1 for 2 vertices");
        check(&|mesh| mesh.flags.0 &= !4, "normals: 2, but their flag is not set");
        check(
            &|mesh| mesh.triangles.items[0][0] = 70_000,
            "triangles: 70000 does not fit into the file, where 65535 is the most",
        );
        check(
            &|mesh| mesh.positions.ids = vec![1, 2],
            "positions: only versions 5 and 6 number their items",
        );
        check(&|mesh| mesh.copies = 16, "at most 15 copies can follow a mesh");
        check(&|mesh| mesh.strip = None, "a mesh without a strip ends there");
    }
}
