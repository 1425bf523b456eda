//! What is drawn in 3D, as plain data. Parts are put on the graphics card once and stay there
//! until they change; a shot says which of them are seen from where.
//!
//! What waits for the graphics card is kept until a frame is really painted: the window may lay
//! itself out several times before that, or be hidden.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytemuck::{Pod, Zeroable};
use glam::{Mat4, Vec3};
use landwright_core::world::gat::picture::palette::Rgb;

use crate::renderer::cast::Cast;

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Vertex {
    pub(crate) at_in_world: [f32; 3],
    /// In the part's texture, from 0 to 1.
    pub(crate) uv: [f32; 2],
    /// What the texture's colour is multiplied with; or the colour, where there is no texture.
    pub(crate) tint: [u8; 4],
}

/// Triangles. Both of their sides are seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Mesh {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) indices: Vec<u32>,
}

/// The colours of a part, in rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Texels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// `width` × `height` of them.
    pub(crate) pixels: Vec<[u8; 4]>,
}

/// A line that is as wide near as far.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Line {
    pub(crate) from_in_world: [f32; 3],
    pub(crate) to_in_world: [f32; 3],
    pub(crate) colour: [u8; 4],
    pub(crate) width_in_pixels: f32,
}

/// Lines of a view.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pub(crate) hidden_by_ground: Vec<Line>,
    pub(crate) in_front: Vec<Line>,
}

/// Something that stays on the graphics card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PartId(u64);

/// One look at the scene. Two that are equal give the same picture as long as no part changes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shot {
    pub(crate) clip_from_world: Mat4,
    pub(crate) size_in_pixels: [u32; 2],
    pub(crate) background: Rgb,
    /// Whether the borders of texels are drawn where they are large.
    pub(crate) grid: Grid,
    /// Models among the parts, before and behind them.
    pub(crate) cast: Option<Box<Cast>>,
    pub(crate) solid: Vec<PartId>,
    /// Laid over what is drawn before, a little nearer than they are, so that it shows through.
    pub(crate) laid: Vec<PartId>,
    /// How much of those is seen, from 0 to 1.
    pub(crate) cover: f32,
    /// Drawn over what is solid, in this order.
    pub(crate) translucent: Vec<PartId>,
    /// Hidden by what is before them.
    pub(crate) lines: Vec<Line>,
    /// Seen through everything.
    pub(crate) lines_in_front: Vec<Line>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grid {
    Shown,
    Hidden,
}

/// What comes to the graphics card with the next frame.
#[derive(Debug, Default)]
pub(crate) struct Upload {
    pub(crate) mesh: Option<Mesh>,
    pub(crate) texels: Option<Texels>,
}

pub(crate) type Waiting = BTreeMap<PartId, Change>;

#[derive(Debug)]
pub(crate) enum Change {
    Put(Upload),
    Remove,
}

/// Where parts are made, changed and removed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scene {
    n_parts: u64,
    waiting: Arc<Mutex<Waiting>>,
}

impl Scene {
    pub(crate) fn new_part(&mut self) -> PartId {
        self.n_parts += 1;
        PartId(self.n_parts)
    }

    /// Replaces what a part has; what is not given stays.
    pub(crate) fn put(&self, part: PartId, upload: Upload) {
        let mut waiting = lock(&self.waiting);
        match waiting.entry(part).or_insert(Change::Put(Upload::default())) {
            Change::Put(earlier) => {
                earlier.mesh = upload.mesh.or(earlier.mesh.take());
                earlier.texels = upload.texels.or(earlier.texels.take());
            }
            Change::Remove => {}
        }
    }

    pub(crate) fn remove(&self, part: PartId) {
        lock(&self.waiting).insert(part, Change::Remove);
    }

    /// The queue that whoever draws empties.
    pub(crate) fn waiting(&self) -> Arc<Mutex<Waiting>> {
        Arc::clone(&self.waiting)
    }
}

/// Takes everything that waits.
pub(crate) fn take(waiting: &Mutex<Waiting>) -> Waiting {
    std::mem::take(&mut *lock(waiting))
}

/// Half a change can't be in there, so a panic elsewhere does no harm to it.
fn lock(waiting: &Mutex<Waiting>) -> MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Vertex {
    pub(crate) fn new(at_in_world: Vec3, uv: [f32; 2], tint: [u8; 4]) -> Vertex {
        Vertex { at_in_world: at_in_world.to_array(), uv, tint }
    }
}

impl Mesh {
    pub(crate) fn add_vertex(&mut self, vertex: Vertex) -> u32 {
        self.vertices.push(vertex);
        (self.vertices.len() - 1) as u32
    }

    pub(crate) fn add_triangle(&mut self, corners: [Vertex; 3]) {
        let indices = corners.map(|corner| self.add_vertex(corner));
        self.indices.extend(indices);
    }

    /// Another one beside it.
    pub(crate) fn append(&mut self, other: Mesh) {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.indices.extend(other.indices.into_iter().map(|idx| first + idx));
    }

    /// A level rectangle, as water is.
    pub(crate) fn level(low: Vec3, high: Vec3, colour: [u8; 4]) -> Mesh {
        let corner = |x, y| Vertex::new(Vec3::new(x, y, high.z), [0.0; 2], colour);
        let corners = [(low.x, low.y), (high.x, low.y), (low.x, high.y), (high.x, high.y)];
        Mesh {
            vertices: corners.map(|(x, y)| corner(x, y)).to_vec(),
            indices: vec![0, 1, 2, 3, 2, 1],
        }
    }
}

impl Shot {
    /// The same to be compared with, which holds no models: those change in their place if nobody else
    /// has them.
    pub(crate) fn without_set(&self) -> Shot {
        let mut shot = self.clone();
        if let Some(cast) = &mut shot.cast {
            cast.set = Arc::default();
        }
        shot
    }
}

impl Texels {
    pub(crate) fn n_levels(&self) -> u32 {
        self.width.max(self.height).max(1).ilog2() + 1
    }

    /// Half as wide and high, each texel the mean of those that it replaces.
    pub(crate) fn halved(&self) -> Texels {
        let (width, height) = ((self.width / 2).max(1), (self.height / 2).max(1));
        let texel = |x: u32, y: u32| {
            let (x, y) = (x.min(self.width.max(1) - 1), y.min(self.height.max(1) - 1));
            let at = y as usize * self.width as usize + x as usize;
            self.pixels.get(at).copied().unwrap_or_default()
        };
        let mut pixels = Vec::with_capacity(width as usize * height as usize);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (2 * x, 2 * y))) {
            let four = [texel(x, y), texel(x + 1, y), texel(x, y + 1), texel(x + 1, y + 1)];
            let mut mean = [0; 4];
            for (n, part) in mean.iter_mut().enumerate() {
                let sum: u16 = four.iter().filter_map(|of| of.get(n)).copied().map(u16::from).sum();
                *part = (sum / 4) as u8;
            }
            pixels.push(mean);
        }
        Texels { width, height, pixels }
    }
}

impl Line {
    pub(crate) fn new(from: Vec3, to: Vec3, colour: [u8; 4], width_in_pixels: f32) -> Line {
        let (from_in_world, to_in_world) = (from.to_array(), to.to_array());
        Line { from_in_world, to_in_world, colour, width_in_pixels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_is_the_newest_of_each() {
        let mut scene = Scene::default();
        let (a, b) = (scene.new_part(), scene.new_part());
        let texels = Texels { width: 1, height: 1, pixels: vec![[9; 4]] };
        let mesh = Mesh { vertices: Vec::new(), indices: vec![1, 2, 3] };
        scene.put(a, Upload { mesh: Some(Mesh::default()), texels: Some(texels.clone()) });
        scene.put(a, Upload { mesh: Some(mesh.clone()), texels: None });
        scene.put(b, Upload::default());
        scene.remove(b);
        let waiting = take(&scene.waiting());
        let Some(Change::Put(upload)) = waiting.get(&a) else { panic!("{waiting:?}") };
        assert_eq!((upload.mesh.as_ref(), upload.texels.as_ref()), (Some(&mesh), Some(&texels)));
        assert!(matches!(waiting.get(&b), Some(Change::Remove)));
        assert!(take(&scene.waiting()).is_empty());
    }

    #[test]
    fn halving_takes_the_mean_and_ends_at_one_texel() {
        let grey = |value: u8| [value, value, value, 255];
        let pixels = [0, 40, 10, 100, 60, 30].map(grey).to_vec();
        let mut texels = Texels { width: 3, height: 2, pixels };
        assert_eq!(texels.n_levels(), 2);
        texels = texels.halved();
        assert_eq!((texels.width, texels.height), (1, 1));
        assert_eq!(texels.pixels, [grey(50)]);
        assert_eq!(texels.halved(), texels);
    }
}
