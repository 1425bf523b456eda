//! RSM: a model of a map, such as a house or a tree. RSM2 is a format of its own.
//!
//! ```text
//! File                                        Node
//! 0   4     magic "GRSM"                      40    name
//! 4   1     version major     u8              40    parent
//! 5   1     version minor     u8              4     texture count         u32
//! 6   4     animation length  i32             4×n   textures, by number   i32
//! 10  4     shade             i32             9×4   matrix, by columns    f32
//!     1     alpha             u8, from 1.4    3×4   offset                f32
//!     16    reserved                          3×4   position              f32
//!     4     texture count     u32             4     angle, radians        f32
//!     40×n  textures, below data\texture      3×4   axis                  f32
//!     40    root: the name of a node          3×4   scale                 f32
//!     4     node count        u32             4     vertex count          u32
//!     n     nodes                             12×n  vertices              f32
//!     4     number            i32, in 1.5     4     texture vertex count  u32
//!     4     shift count       u32             n     texture vertices
//!     20×n  shifts                            4     face count            u32
//!     4     box count         u32             n     faces
//!     n     boxes                             4     turn count            u32
//!     n     tail                              20×n  turns
//! ```
//!
//! Shade is 0 for none, 1 for flat and 2 for smooth. Real files were seen of 1.3, 1.4 and 1.5, in
//! which the number was 0, and there were no shifts (November 2026). Names are not to be relied on:
//! a root may name no node, two nodes may have one name, and a node may be its own parent.

pub mod mesh;

use serde::{Deserialize, Serialize};

use super::fit::json_that_reads_back;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::text::{Hex, Opaque};
use crate::format::{Malformed, ReadError};

use mesh::{FACE_SIZE, Face, SHIFT_SIZE, Shift, TURN_SIZE, TextureVertex, Turn, VolumeBox};

const MAGIC: &[u8] = b"GRSM";
/// A node without textures, vertices, faces and turns.
const MIN_NODE_SIZE: u64 = 188;

/// A model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Rsm {
    version: Version,
    /// In milliseconds.
    pub animation_length: i32,
    pub shade: i32,
    /// Opaque where the version has none.
    pub alpha: u8,
    pub reserved: Hex<16>,
    pub textures: Vec<Name<40>>,
    pub root: Name<40>,
    pub nodes: Vec<Node>,
    /// There in version 1.5.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub number: i32,
    pub shifts: Vec<Shift>,
    pub boxes: Vec<VolumeBox>,
    /// What follows the last field.
    pub tail: Opaque,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

/// A version of 1.x.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    pub major: u8,
    pub minor: u8,
}

/// A part of a model that moves by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub name: Name<40>,
    pub parent: Name<40>,
    pub textures: Vec<i32>,
    /// Three columns.
    pub matrix: [F32; 9],
    pub offset: [F32; 3],
    pub position: [F32; 3],
    /// In radians, around the axis.
    pub angle: F32,
    pub axis: [F32; 3],
    pub scale: [F32; 3],
    pub vertices: Vec<[F32; 3]>,
    pub texture_vertices: Vec<TextureVertex>,
    pub faces: Vec<Face>,
    /// Where there are some, they turn the node instead of the angle.
    pub turns: Vec<Turn>,
}

impl Version {
    const fn minor(minor: u8) -> Version {
        Version { major: 1, minor }
    }

    fn has_colors(self) -> bool {
        self >= Version::minor(2)
    }

    fn n_groups(self) -> usize {
        usize::from(self >= Version::minor(2))
    }

    fn has_box_flags(self) -> bool {
        self >= Version::minor(3)
    }

    fn has_alpha(self) -> bool {
        self >= Version::minor(4)
    }

    fn has_number(self) -> bool {
        self >= Version::minor(5)
    }

    fn read(bytes: &mut Bytes<'_>) -> Result<Version, ReadError> {
        let start = bytes.clone();
        let version =
            Version { major: bytes.u8("version major")?, minor: bytes.u8("version minor")? };
        match version {
            Version { major: 1, minor: 1..=5 } => Ok(version),
            Version { major, minor } => {
                let (major, minor) = (u32::from(major), u32::from(minor));
                let expected = "1.1 to 1.5; later ones are RSM2, and their names end in .rsm2";
                Err(start.error("version", Malformed::UnknownVersion { major, minor, expected }))
            }
        }
    }
}

impl Rsm {
    /// A model of version 1.4, which clients of every age take.
    pub fn new(textures: Vec<Name<40>>, nodes: Vec<Node>) -> Rsm {
        Rsm {
            version: Version::minor(4),
            animation_length: 0,
            shade: 2,
            alpha: u8::MAX,
            reserved: Hex([0; 16]),
            textures,
            root: nodes.first().map(|node| node.name).unwrap_or_default(),
            nodes,
            number: 0,
            shifts: Vec::new(),
            boxes: Vec::new(),
            tail: Opaque::default(),
        }
    }

    pub fn version(&self) -> Version {
        self.version
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

json_that_reads_back!(Rsm);

pub fn read(data: &[u8]) -> Result<Rsm, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let version = Version::read(&mut bytes)?;
    let animation_length = bytes.i32("animation length")?;
    let shade = bytes.i32("shade")?;
    let alpha = if version.has_alpha() { bytes.u8("alpha")? } else { u8::MAX };
    let reserved = Hex(bytes.array("reserved")?);
    let n_textures = bytes.u32("texture count")?;
    let textures = bytes
        .items("textures", n_textures.into(), 40, |bytes| Ok(Name(bytes.array("texture")?)))?;
    let root = Name(bytes.array("root")?);
    let n_nodes = bytes.u32("node count")?;
    let nodes =
        bytes.items("nodes", n_nodes.into(), MIN_NODE_SIZE, |bytes| Node::read(version, bytes))?;
    let number = if version.has_number() { bytes.i32("number")? } else { 0 };
    let n_shifts = bytes.u32("shift count")?;
    let shifts = bytes.items("shifts", n_shifts.into(), SHIFT_SIZE, Shift::read)?;
    let n_boxes = bytes.u32("box count")?;
    let has_flag = version.has_box_flags();
    let boxes = bytes.items("boxes", n_boxes.into(), VolumeBox::size(has_flag), |bytes| {
        VolumeBox::read(has_flag, bytes)
    })?;
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Rsm {
        version,
        animation_length,
        shade,
        alpha,
        reserved,
        textures,
        root,
        nodes,
        number,
        shifts,
        boxes,
        tail,
    })
}

pub fn write(rsm: &Rsm) -> Vec<u8> {
    let version = rsm.version;
    let mut out = Vec::new();
    out.put(MAGIC);
    out.put(&[version.major, version.minor]);
    out.put_i32(rsm.animation_length);
    out.put_i32(rsm.shade);
    if version.has_alpha() {
        out.put_u8(rsm.alpha);
    }
    out.put(&rsm.reserved.0);
    out.put_count(rsm.textures.len());
    rsm.textures.iter().for_each(|texture| out.put(&texture.0));
    out.put(&rsm.root.0);
    out.put_count(rsm.nodes.len());
    rsm.nodes.iter().for_each(|node| node.write(version, &mut out));
    if version.has_number() {
        out.put_i32(rsm.number);
    }
    out.put_count(rsm.shifts.len());
    rsm.shifts.iter().for_each(|shift| shift.write(&mut out));
    out.put_count(rsm.boxes.len());
    rsm.boxes.iter().for_each(|volume| volume.write(version.has_box_flags(), &mut out));
    out.put(&rsm.tail.0);
    out
}

impl Node {
    fn read(version: Version, bytes: &mut Bytes<'_>) -> Result<Node, ReadError> {
        let name = Name(bytes.array("node name")?);
        let parent = Name(bytes.array("node parent")?);
        let n_textures = bytes.u32("node texture count")?;
        let textures = bytes
            .items("node textures", n_textures.into(), 4, |bytes| bytes.i32("node texture"))?;
        let matrix = bytes.f32s("matrix")?;
        let offset = bytes.f32s("offset")?;
        let position = bytes.f32s("position")?;
        let angle = bytes.f32("angle")?;
        let axis = bytes.f32s("axis")?;
        let scale = bytes.f32s("scale")?;
        let n_vertices = bytes.u32("vertex count")?;
        let vertices =
            bytes.items("vertices", n_vertices.into(), 12, |bytes| bytes.f32s("vertex"))?;
        let has_color = version.has_colors();
        let vertex_size = if has_color { 12 } else { 8 };
        let n_vertices = bytes.u32("texture vertex count")?;
        let texture_vertices =
            bytes.items("texture vertices", n_vertices.into(), vertex_size, |bytes| {
                TextureVertex::read(has_color, bytes)
            })?;
        let face_size = FACE_SIZE + 4 * version.n_groups() as u64;
        let n_faces = bytes.u32("face count")?;
        let faces = bytes.items("faces", n_faces.into(), face_size, |bytes| {
            Face::read(version.n_groups(), bytes)
        })?;
        let n_turns = bytes.u32("turn count")?;
        let turns = bytes.items("turns", n_turns.into(), TURN_SIZE, Turn::read)?;
        Ok(Node {
            name,
            parent,
            textures,
            matrix,
            offset,
            position,
            angle,
            axis,
            scale,
            vertices,
            texture_vertices,
            faces,
            turns,
        })
    }

    fn write(&self, version: Version, out: &mut Vec<u8>) {
        out.put(&self.name.0);
        out.put(&self.parent.0);
        out.put_count(self.textures.len());
        self.textures.iter().for_each(|texture| out.put_i32(*texture));
        out.put_f32s(&self.matrix);
        out.put_f32s(&self.offset);
        out.put_f32s(&self.position);
        out.put_f32(self.angle);
        out.put_f32s(&self.axis);
        out.put_f32s(&self.scale);
        out.put_count(self.vertices.len());
        self.vertices.iter().for_each(|vertex| out.put_f32s(vertex));
        out.put_count(self.texture_vertices.len());
        for vertex in &self.texture_vertices {
            vertex.write(version.has_colors(), out);
        }
        out.put_count(self.faces.len());
        self.faces.iter().for_each(|face| face.write(out));
        out.put_count(self.turns.len());
        self.turns.iter().for_each(|turn| turn.write(out));
    }
}

#[cfg(test)]
mod tests {
    use super::mesh::Groups;
    use super::*;

    /// A model with something in each list.
    fn odd(minor: u8) -> Rsm {
        let version = Version::minor(minor);
        let mut name = Name::of(b"Box01");
        name.0[30] = 0xcd;
        let [none, one] = [F32::ZERO, F32::new(1.0)];
        let color = if version.has_colors() { [1, 2, 3, 4] } else { [0; 4] };
        let group = if version.has_colors() { vec![7] } else { Vec::new() };
        let face = Face {
            vertices: [0, 1, 9],
            texture_vertices: [0, 0, 4000],
            texture: 0,
            pad: 0xbaad,
            two_sided: 15_401_818,
            smoothing_groups: Groups::from(group),
        };
        let node = Node {
            name,
            parent: name,
            textures: vec![0, -1],
            matrix: [F32::new(f32::NAN); 9],
            offset: [none; 3],
            position: [none; 3],
            angle: one,
            axis: [none; 3],
            scale: [one; 3],
            vertices: vec![[one; 3]; 2],
            texture_vertices: vec![TextureVertex { color, u: none, v: one }],
            faces: vec![face],
            turns: vec![Turn { time: -480, rotation_xyzw: [none; 4] }],
        };
        let flag = i32::from(version.has_box_flags());
        let volume = VolumeBox { size: [one; 3], position: [none; 3], rotation: [none; 3], flag };
        Rsm {
            version,
            alpha: if version.has_alpha() { 40 } else { u8::MAX },
            number: i32::from(version.has_number()),
            shifts: vec![Shift { time: 1, xyz: [one; 3], number: none }],
            boxes: vec![volume],
            ..Rsm::new(vec![Name::of(b"wall.bmp")], vec![node.clone(), node])
        }
    }

    #[test]
    fn a_model_of_every_version_is_written_back() {
        for minor in 1..=5 {
            let mut data = write(&odd(minor));
            assert_eq!(read(&data), Ok(odd(minor)), "1.{minor}");
            data.push(9);
            let rsm = read(&data).unwrap();
            assert_eq!((rsm.n_opaque(), write(&rsm)), (1, data));
            let json = serde_json::to_string(&rsm).unwrap();
            assert_eq!(serde_json::from_str::<Rsm>(&json).unwrap(), rsm, "{json}");
        }
    }

    #[test]
    fn every_prefix_is_an_error_and_no_count_is_believed() {
        for minor in 1..=5 {
            let data = write(&odd(minor));
            for len in 0..data.len() {
                assert!(read(&data[..len]).is_err(), "1.{minor} {len}");
            }
            for at in 0..data.len() - 4 {
                let mut wild = data.clone();
                wild[at..at + 4].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f]);
                if let Ok(rsm) = read(&wild) {
                    assert_eq!(write(&rsm), wild, "1.{minor} {at}");
                }
            }
        }
    }

    #[test]
    fn a_newer_model_is_named_by_its_error() {
        let mut data = write(&odd(4));
        data[4..6].copy_from_slice(&[2, 2]);
        assert_eq!(
            read(&data).unwrap_err().to_string(),
            "version at byte 0x4: version 2.2 is not known; expected 1.1 to 1.5; later ones are \
             RSM2, and their names end in .rsm2"
        );
    }

    #[test]
    fn json_that_its_version_has_no_room_for_is_refused() {
        let json = serde_json::to_string(&odd(5)).unwrap();
        let wrong = json.replace("\"minor\":5", "\"minor\":4");
        assert!(serde_json::from_str::<Rsm>(&wrong).is_err());
    }
}
