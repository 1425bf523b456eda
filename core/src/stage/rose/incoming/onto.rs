//! What differs from the mesh that an export was made from.

use crate::format::number::F32;
use crate::format::rose::zms::{Column, Flags, Mesh, Zms};
use crate::scene::gltf::held_by;
use crate::scene::gltf::read::Primitive;
use crate::scene::mesh::Mesh as SceneMesh;
use crate::stage::rose::convert;
use crate::stage::rose::incoming::{Bones, Reason, Refusal, bounds, held, in_bone, mesh, skin};

/// A mesh with what came.
#[derive(Debug, Clone, PartialEq)]
pub struct Done {
    pub zms: Zms,
    pub change: Change,
    /// What a person should know.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Nothing,
    /// So many vertices differ.
    Vertices(usize),
    /// Other triangles: it is a new mesh.
    Whole,
}

/// Places are the same that are nearer than a hundredth of a millimetre.
const SAME_PLACE_M: f32 = 1e-5;
/// Other programs calculate with directions, and round them.
const SAME_DIRECTION: f32 = 3e-4;
const SAME_UV: f32 = 1e-6;
/// Colours may have been bytes on the way.
const SAME_COLOUR: f32 = 0.6 / 255.0;
const SAME_WEIGHT: f32 = 1e-4;

const ARRAYS: [(&str, Flags); 8] = [
    ("normals", Flags::NORMALS),
    ("colours", Flags::COLOURS),
    ("bones and weights", Flags::SKIN),
    ("tangents", Flags::TANGENTS),
    ("texture coordinates 1", Flags(0x080)),
    ("texture coordinates 2", Flags(0x100)),
    ("texture coordinates 3", Flags(0x200)),
    ("texture coordinates 4", Flags(0x400)),
];

/// Puts triangles onto the mesh that they were exported from.
pub fn onto(old: &Zms, primitive: &Primitive, bones: Option<&Bones>) -> Result<Done, Refusal> {
    let refused = |reason| Refusal { mesh: primitive.name.clone(), reason };
    let exported = convert::mesh(old);
    let indices = primitive.triangles.iter().flatten();
    let is_same = primitive.at_m.len() == exported.vertices.len()
        && exported.indices.iter().eq(indices)
        && old.n_vertices as usize == exported.vertices.len();
    if !is_same {
        let zms = mesh(primitive, bones)?;
        let is_lost = |flag: Flags| old.flags.has(flag) && !zms.flags.has(flag);
        let lost = ARRAYS.into_iter().filter(|(_, flag)| is_lost(*flag)).map(|(array, _)| {
            format!("{array} of the old mesh are not in the file, and belong to other vertices: they are left out")
        });
        let notes = lost.collect();
        return Ok(Done { zms, change: Change::Whole, notes });
    }
    let came = in_bone(primitive, bones).map_err(refused)?;
    let mut taking = Taking {
        mesh: old.clone().into_mesh(),
        is_changed: vec![false; exported.vertices.len()],
        notes: Vec::new(),
    };
    taking.take_arrays(&came, &exported);
    taking.take_skin(&came, &exported, bones).map_err(refused)?;
    let n = taking.is_changed.iter().filter(|is_changed| **is_changed).count();
    let change = if n == 0 { Change::Nothing } else { Change::Vertices(n) };
    let zms = Zms::new(taking.mesh).map_err(|bad| refused(Reason::File(bad.to_string())))?;
    Ok(Done { zms, change, notes: taking.notes })
}

struct Taking {
    mesh: Mesh,
    /// By vertex.
    is_changed: Vec<bool>,
    notes: Vec<String>,
}

impl Taking {
    fn take_arrays(&mut self, came: &Primitive, exported: &SceneMesh) {
        let vertex = |vertex: usize| exported.vertices.get(vertex).copied().unwrap_or_default();
        let per_metre = 100.0 / self.mesh.version.unit_cm();
        let Taking { mesh, is_changed, notes } = self;
        let as_exported = |at: usize, _: [f32; 3]| vertex(at).at_m.to_array();
        let moved = take(&mut mesh.positions, &came.at_m, as_exported, SAME_PLACE_M, per_metre);
        if !moved.is_empty() {
            (mesh.box_min, mesh.box_max) = bounds(mesh);
        }
        let as_exported =
            |at: usize, _: [f32; 3]| vertex(at).normal.normalize_or(glam::Vec3::Z).to_array();
        let turned = take(&mut mesh.normals, &came.normals, as_exported, SAME_DIRECTION, 1.0);
        let tangents = take(&mut mesh.tangents, &came.tangents, |_, own| own, SAME_DIRECTION, 1.0);
        let coloured = take(&mut mesh.colours, &came.colours, |_, own| own, SAME_COLOUR, 1.0);
        for at in [moved, turned, tangents, coloured].into_iter().flatten() {
            is_changed.get_mut(at).into_iter().for_each(|it| *it = true);
        }
        for (layer, (own, came)) in mesh.uvs.iter_mut().zip(&came.uvs).enumerate() {
            let as_exported = |at: usize, own: [f32; 2]| match layer {
                0 => vertex(at).uv.to_array(),
                _ => own,
            };
            for at in take(own, came, as_exported, SAME_UV, 1.0) {
                is_changed.get_mut(at).into_iter().for_each(|it| *it = true);
            }
        }
        // Normals and the first texture coordinates are in every export.
        let [_, second, third, fourth] = &came.uvs;
        let there = [
            (!came.colours.is_empty(), "colours", Flags::COLOURS),
            (!came.tangents.is_empty(), "tangents", Flags::TANGENTS),
            (!came.held.is_empty(), "bones and weights", Flags::SKIN),
            (!second.is_empty(), "texture coordinates 2", Flags(0x100)),
            (!third.is_empty(), "texture coordinates 3", Flags(0x200)),
            (!fourth.is_empty(), "texture coordinates 4", Flags(0x400)),
        ];
        let new =
            there.into_iter().filter(|(is_there, _, flag)| *is_there && !mesh.flags.has(*flag));
        notes.extend(new.map(|(_, array, _)| {
            format!("the mesh has no {array}: those of the file are left out; import without --onto to have them")
        }));
    }

    fn take_skin(
        &mut self,
        came: &Primitive,
        exported: &SceneMesh,
        bones: Option<&Bones>,
    ) -> Result<(), Reason> {
        if self.mesh.skin.is_empty() || came.held.is_empty() {
            return Ok(());
        }
        let came = held(came, bones)?;
        let n_bones = bones.map_or(0, |bones| bones.skeleton.bones().len());
        let bone = |joint: u8| {
            let bone = exported.bones.get(usize::from(joint)).copied().unwrap_or_default();
            u8::try_from(bone).unwrap_or_default()
        };
        for (at, (vertex, came)) in exported.vertices.iter().zip(&came).enumerate() {
            let own =
                held_by(vertex, bone, n_bones).map(|(bone, weight)| (u32::from(bone), weight));
            if is_held_alike(&own, came) {
                continue;
            }
            let skin = skin(came, &mut self.mesh.bones);
            self.mesh.skin.items.get_mut(at).into_iter().for_each(|own| *own = skin);
            self.is_changed.get_mut(at).into_iter().for_each(|it| *it = true);
        }
        Ok(())
    }
}

fn is_held_alike(a: &[(u32, f32)], b: &[(u32, f32)]) -> bool {
    let by = |held: &[(u32, f32)], bone: u32| -> f32 {
        held.iter().filter(|(own, _)| *own == bone).map(|(_, weight)| weight).sum()
    };
    let bones = a.iter().chain(b).map(|(bone, _)| *bone);
    bones.into_iter().all(|bone| (by(a, bone) - by(b, bone)).abs() <= SAME_WEIGHT)
}

/// Takes what differs from the export. Answers with the vertices that it is of.
fn take<const N: usize>(
    own: &mut Column<[F32; N]>,
    came: &[[f32; N]],
    exported: impl Fn(usize, [f32; N]) -> [f32; N],
    same: f32,
    scale: f32,
) -> Vec<usize> {
    let mut changed = Vec::new();
    for (at, (own, came)) in own.items.iter_mut().zip(came).enumerate() {
        let was = exported(at, own.map(F32::get));
        let is_same = was.iter().zip(came).all(|(was, came)| {
            // What is no number was not exported.
            !was.is_finite() || (was - came).abs() <= same * was.abs().max(1.0)
        });
        if !is_same {
            *own = came.map(|part| F32::new(part * scale));
            changed.push(at);
        }
    }
    changed
}
