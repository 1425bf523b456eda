//! The triangles of a binary glTF 2.0 file: what `glb` wrote, and what other programs made of it.
//!
//! All of them come in the space of a model, as `glb` has it: z is up, and lengths are metres. Nothing is
//! believed of a file: counts are compared with the bytes that there are before anything is allocated.

mod accessor;
mod file;
mod nodes;

use glam::{DMat4, DVec3, DVec4};

use self::accessor::Buffer;
use self::file::Attributes;
use self::nodes::Placed;

/// Triangles that a file draws with one material.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Primitive {
    /// That of its node or mesh.
    pub name: String,
    /// The bone that it hangs on, if it does; places are still those of the model.
    pub hangs_on: Option<String>,
    pub at_m: Vec<[f32; 3]>,
    /// The others are empty, or as many.
    pub normals: Vec<[f32; 3]>,
    pub tangents: Vec<[f32; 3]>,
    pub colours: Vec<[f32; 4]>,
    pub uvs: [Vec<[f32; 2]>; 4],
    /// Places in the list of joints, and how much each holds the vertex.
    pub held: Vec<[(u32, f32); 4]>,
    /// The names of the bones.
    pub joints: Vec<String>,
    pub triangles: Vec<[u32; 3]>,
}

/// What a file holds, and what a person should know.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    pub primitives: Vec<Primitive>,
    pub notes: Vec<String>,
}

/// The most that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Of each primitive.
    pub n_vertices: usize,
    pub n_triangles: usize,
    pub n_primitives: usize,
}

/// What is wrong with a file: where, and what.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct BadGlb {
    pub place: String,
    pub reason: String,
}

impl BadGlb {
    fn new(place: impl Into<String>, reason: impl Into<String>) -> BadGlb {
        BadGlb { place: place.into(), reason: reason.into() }
    }
}

/// The first bytes of a binary file.
pub const MAGIC: &[u8] = b"glTF";

const TRIANGLES: u32 = 4;

/// Reads all triangles of the scene of a file.
pub fn read(data: &[u8], limits: Limits) -> Result<Import, BadGlb> {
    let (file, bytes) = file::open(data)?;
    let buffer = Buffer::new(&file, bytes);
    let tree = nodes::tree(&file)?;
    let mut import = Import::default();
    let mut is_taken = vec![false; file.meshes.len()];
    for placed in &tree.placed {
        let Some(number) = placed.node.mesh else { continue };
        let name = placed.name(&file);
        let wrong = |reason: String| BadGlb::new(format!("mesh `{name}`"), reason);
        let (Some(mesh), Some(is_taken)) = (file.meshes.get(number), is_taken.get_mut(number))
        else {
            return Err(wrong(format!("there is no mesh {number}")));
        };
        if std::mem::replace(is_taken, true) {
            import.notes.push(format!("`{name}` is a mesh that is there already; it is left out"));
            continue;
        }
        if import.primitives.len().saturating_add(mesh.primitives.len()) > limits.n_primitives {
            return Err(wrong(format!("there are more than {} meshes", limits.n_primitives)));
        }
        if mesh.has_shape_keys() {
            import.notes.push(format!("`{name}` has shape keys; they are left out"));
        }
        let is_single = mesh.primitives.len() == 1;
        let bones = match mesh.primitives.is_empty() {
            true => None,
            false => tree.bones_of(&file, &buffer, placed).map_err(wrong)?,
        };
        for (n, primitive) in (1..).zip(&mesh.primitives) {
            let name = if is_single { name.clone() } else { format!("{name} {n}") };
            let reader = Reader { buffer: &buffer, place: format!("mesh `{name}`"), limits };
            let mut read = reader.primitive(primitive)?;
            if primitive.attributes.joints_1.is_some() {
                let note = "has vertices on more than four bones; the first four are taken";
                import.notes.push(format!("`{name}` {note}"));
            }
            read.name = name;
            reader.put_in_place(&mut read, placed, bones.as_ref())?;
            import.primitives.push(read);
        }
    }
    Ok(import)
}

/// The bones of a mesh: their names, and from the space of its vertices to that of the model.
struct Bones {
    names: Vec<String>,
    model_from_mesh: Vec<DMat4>,
}

/// Of one primitive.
struct Reader<'r> {
    buffer: &'r Buffer<'r>,
    place: String,
    limits: Limits,
}

impl Reader<'_> {
    fn wrong(&self, reason: impl Into<String>) -> BadGlb {
        BadGlb::new(self.place.clone(), reason)
    }

    fn primitive(&self, primitive: &file::Primitive) -> Result<Primitive, BadGlb> {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        if mode != TRIANGLES {
            let reason = "is made of points, lines or strips, not of triangles";
            return Err(self.wrong(format!("{reason} (mode {mode})")));
        }
        let Attributes { position, normal, tangent, color_0, .. } = primitive.attributes;
        let position = position.ok_or_else(|| self.wrong("has no positions"))?;
        let n = self.buffer.count(position).map_err(|reason| self.wrong(reason))?;
        if n > self.limits.n_vertices {
            let most = self.limits.n_vertices;
            return Err(self.wrong(format!("has {n} vertices, and {most} are the most")));
        }
        let uvs = primitive.attributes.uvs();
        let mut read = Primitive {
            at_m: self.column(Some(position), n, "positions")?,
            normals: self.column(normal, n, "normals")?,
            tangents: self.column(tangent, n, "tangents")?,
            colours: self.column(color_0, n, "colours")?,
            ..Primitive::default()
        };
        for (into, from) in read.uvs.iter_mut().zip(uvs) {
            *into = self.column(from, n, "texture coordinates")?;
        }
        read.triangles = self.triangles(primitive.indices, n)?;
        let Attributes { joints_0, weights_0, .. } = primitive.attributes;
        if let (Some(joints), Some(weights)) = (joints_0, weights_0) {
            let joints: Vec<[f32; 4]> = self.column(Some(joints), n, "joints")?;
            let weights: Vec<[f32; 4]> = self.column(Some(weights), n, "weights")?;
            let held = |(joints, weights): (&[f32; 4], &[f32; 4])| {
                let mut held = [(0, 0.0); 4];
                for (own, (joint, weight)) in held.iter_mut().zip(joints.iter().zip(weights)) {
                    *own = (*joint as u32, *weight);
                }
                held
            };
            read.held = joints.iter().zip(&weights).map(held).collect();
        }
        Ok(read)
    }

    /// Of all vertices; nothing where there is no such array.
    fn column<const N: usize>(
        &self,
        accessor: Option<usize>,
        n: usize,
        array: &str,
    ) -> Result<Vec<[f32; N]>, BadGlb> {
        let Some(accessor) = accessor else { return Ok(Vec::new()) };
        let wrong = |reason: String| self.wrong(format!("{array}: {reason}"));
        let count = self.buffer.count(accessor).map_err(wrong)?;
        if count != n {
            return Err(wrong(format!("{count} for {n} vertices")));
        }
        self.buffer.floats(accessor).map_err(wrong)
    }

    fn triangles(&self, indices: Option<usize>, n: usize) -> Result<Vec<[u32; 3]>, BadGlb> {
        let wrong = |reason: String| self.wrong(format!("triangles: {reason}"));
        let n_corners = match indices {
            Some(accessor) => self.buffer.count(accessor).map_err(wrong)?,
            None => n,
        };
        if n_corners % 3 != 0 {
            return Err(wrong(format!("{n_corners} corners are no whole number of triangles")));
        }
        let most = self.limits.n_triangles;
        if n_corners / 3 > most {
            return Err(wrong(format!("{} of them, and {most} are the most", n_corners / 3)));
        }
        let corners: Vec<u32> = match indices {
            Some(accessor) => self.buffer.indices(accessor).map_err(wrong)?,
            None => (0..n).map(|corner| u32::try_from(corner).unwrap_or(u32::MAX)).collect(),
        };
        if let Some(corner) = corners.iter().find(|corner| **corner as usize >= n) {
            return Err(wrong(format!("one has the vertex {corner}, and there are {n}")));
        }
        Ok(corners.as_chunks::<3>().0.to_vec())
    }

    /// Brings the vertices to where they are in the model.
    fn put_in_place(
        &self,
        read: &mut Primitive,
        placed: &Placed<'_>,
        bones: Option<&Bones>,
    ) -> Result<(), BadGlb> {
        let bones = bones.filter(|_| !read.held.is_empty());
        match bones {
            Some(bones) => self.put_on_bones(read, placed, bones)?,
            None => put_alone(read, placed),
        }
        let is_finite = |at: &[f32; 3]| at.iter().all(|part| part.is_finite());
        match read.at_m.iter().all(is_finite) {
            true => Ok(()),
            false => Err(self.wrong("is out of all range")),
        }
    }

    fn put_on_bones(
        &self,
        read: &mut Primitive,
        placed: &Placed<'_>,
        bones: &Bones,
    ) -> Result<(), BadGlb> {
        let n_bones = bones.model_from_mesh.len();
        let mut by = Vec::with_capacity(read.held.len());
        for (vertex, held) in read.held.iter().enumerate() {
            let (mut sum, mut total) = (DMat4::ZERO, 0.0);
            for (joint, weight) in held.iter().filter(|(_, weight)| *weight > 0.0) {
                let matrix = bones.model_from_mesh.get(*joint as usize).ok_or_else(|| {
                    let reason =
                        format!("vertex {vertex} follows bone {joint}, and there are {n_bones}");
                    self.wrong(reason)
                })?;
                sum += *matrix * f64::from(*weight);
                total += f64::from(*weight);
            }
            by.push(if total > 0.0 { sum * (1.0 / total) } else { placed.model_from_mesh });
        }
        moved(read, |vertex| by.get(vertex).copied().unwrap_or(DMat4::IDENTITY));
        read.joints.clone_from(&bones.names);
        Ok(())
    }
}

fn put_alone(read: &mut Primitive, placed: &Placed<'_>) {
    read.held.clear();
    read.hangs_on.clone_from(&placed.bone);
    moved(read, |_| placed.model_from_mesh);
    if placed.model_from_mesh.determinant() < 0.0 {
        read.triangles.iter_mut().for_each(|[_, b, c]| std::mem::swap(b, c));
    }
}

fn moved(read: &mut Primitive, by: impl Fn(usize) -> DMat4) {
    let vector = |[x, y, z]: [f32; 3]| DVec3::new(x.into(), y.into(), z.into());
    let unit = |at: DVec3, otherwise: [f32; 3]| match at.try_normalize() {
        Some(at) => at.as_vec3().to_array(),
        None => otherwise,
    };
    for (vertex, at) in read.at_m.iter_mut().enumerate() {
        let place = by(vertex) * vector(*at).extend(1.0);
        *at = place.truncate().as_vec3().to_array();
    }
    for (vertex, normal) in read.normals.iter_mut().enumerate() {
        let turn = by(vertex).inverse().transpose();
        let turned = turn * DVec4::from((vector(*normal), 0.0));
        *normal = unit(turned.truncate(), *normal);
    }
    for (vertex, tangent) in read.tangents.iter_mut().enumerate() {
        let turned = by(vertex) * vector(*tangent).extend(0.0);
        *tangent = unit(turned.truncate(), *tangent);
    }
}

#[cfg(test)]
mod tests;
