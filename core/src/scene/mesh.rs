//! Triangles.

use glam::{Affine3A, Vec2, Vec3};

/// Triangles that share their vertices.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    pub vertices: Vec<Vertex>,
    /// Three for each triangle.
    pub indices: Vec<u32>,
    /// Which bones of the skeleton the joints of the vertices are; empty where the mesh has no skin.
    pub bones: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    pub at_m: Vec3,
    /// Of length 1, or 0 where none is known.
    pub normal: Vec3,
    pub uv: Vec2,
    /// Where its light is in a picture of light, before the place in that.
    pub uv_of_light: Vec2,
    pub colour: [u8; 4],
    /// Places in the bones of the mesh.
    pub joints: [u8; 4],
    /// Their sum is 1 where there is a skin.
    pub weights: [f32; 4],
}

/// A box; empty by default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub low_m: Vec3,
    pub high_m: Vec3,
}

/// A ball around something.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ball {
    pub middle_m: Vec3,
    pub radius_m: f32,
}

impl Default for Vertex {
    fn default() -> Vertex {
        Vertex {
            at_m: Vec3::ZERO,
            normal: Vec3::ZERO,
            uv: Vec2::ZERO,
            uv_of_light: Vec2::ZERO,
            colour: [255; 4],
            joints: [0; 4],
            weights: [0.0; 4],
        }
    }
}

impl Mesh {
    pub fn n_triangles(&self) -> usize {
        self.indices.len() / 3
    }

    pub fn has_skin(&self) -> bool {
        !self.bones.is_empty()
    }

    /// The corners of each triangle whose vertices are there.
    pub fn triangles(&self) -> impl Iterator<Item = [&Vertex; 3]> {
        let vertex = |index: &u32| self.vertices.get(*index as usize);
        let (triangles, _) = self.indices.as_chunks::<3>();
        triangles.iter().filter_map(move |[a, b, c]| Some([vertex(a)?, vertex(b)?, vertex(c)?]))
    }

    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.vertices.iter().map(|vertex| vertex.at_m))
    }

    /// Gives vertices that have no normal the mean of those of their triangles.
    pub fn with_normals(mut self) -> Mesh {
        if self.vertices.iter().all(|vertex| vertex.normal.length_squared() > 0.25) {
            return self;
        }
        let mut sums = vec![Vec3::ZERO; self.vertices.len()];
        let (triangles, _) = self.indices.as_chunks::<3>();
        for corners in triangles {
            let at = corners.map(|index| self.vertices.get(index as usize).map(|one| one.at_m));
            let [Some(a), Some(b), Some(c)] = at else { continue };
            let normal = (b - a).cross(c - a);
            for index in corners {
                if let Some(sum) = sums.get_mut(*index as usize) {
                    *sum += normal;
                }
            }
        }
        for (vertex, sum) in self.vertices.iter_mut().zip(sums) {
            if vertex.normal.length_squared() <= 0.25 {
                vertex.normal = sum.normalize_or(Vec3::Z);
            }
        }
        self
    }
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { low_m: Vec3::INFINITY, high_m: Vec3::NEG_INFINITY }
    }
}

impl Bounds {
    /// Of points; those that are no numbers do not count.
    pub fn of(points: impl IntoIterator<Item = Vec3>) -> Bounds {
        let finite = points.into_iter().filter(|at| at.is_finite());
        finite.fold(Bounds::default(), |bounds, at| Bounds {
            low_m: bounds.low_m.min(at),
            high_m: bounds.high_m.max(at),
        })
    }

    pub fn is_empty(&self) -> bool {
        !self.low_m.cmple(self.high_m).all()
    }

    pub fn joined(self, other: Bounds) -> Bounds {
        Bounds { low_m: self.low_m.min(other.low_m), high_m: self.high_m.max(other.high_m) }
    }

    pub fn corners(&self) -> [Vec3; 8] {
        let Bounds { low_m, high_m } = *self;
        let pick = |n: u8, bit: u8, low: f32, high: f32| if n & bit == 0 { low } else { high };
        [0, 1, 2, 3, 4, 5, 6, 7].map(|n| {
            Vec3::new(
                pick(n, 1, low_m.x, high_m.x),
                pick(n, 2, low_m.y, high_m.y),
                pick(n, 4, low_m.z, high_m.z),
            )
        })
    }

    pub fn moved(&self, by: &Affine3A) -> Bounds {
        match self.is_empty() {
            true => *self,
            false => Bounds::of(self.corners().map(|corner| by.transform_point3(corner))),
        }
    }

    pub fn ball(&self) -> Ball {
        match self.is_empty() {
            true => Ball::default(),
            false => Ball {
                middle_m: (self.low_m + self.high_m) / 2.0,
                radius_m: self.low_m.distance(self.high_m) / 2.0,
            },
        }
    }
}

impl Ball {
    pub fn moved(&self, by: &Affine3A) -> Ball {
        let scale = by.matrix3.x_axis.length().max(by.matrix3.y_axis.length());
        let scale = scale.max(by.matrix3.z_axis.length());
        Ball { middle_m: by.transform_point3(self.middle_m), radius_m: self.radius_m * scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mesh_without_normals_gets_those_of_its_triangles() {
        let at = |x, y| Vertex { at_m: Vec3::new(x, y, 0.0), ..Vertex::default() };
        let vertices = vec![at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)];
        let mesh = Mesh { vertices, indices: vec![0, 1, 2, 0, 1, 9], bones: Vec::new() };
        let mesh = mesh.with_normals();
        assert!(mesh.vertices.iter().all(|vertex| vertex.normal == Vec3::Z));
        assert_eq!((mesh.n_triangles(), mesh.triangles().count()), (2, 1));
    }

    #[test]
    fn a_box_of_nothing_is_empty_and_has_no_ball() {
        assert!(Bounds::of([Vec3::NAN]).is_empty());
        assert_eq!(Bounds::default().ball(), Ball::default());
        let bounds = Bounds::of([Vec3::ZERO, Vec3::new(2.0, 0.0, 0.0)]);
        let moved = bounds.moved(&Affine3A::from_translation(Vec3::Z));
        assert_eq!(moved.ball(), Ball { middle_m: Vec3::new(1.0, 0.0, 1.0), radius_m: 1.0 });
    }
}
