//! Meshes with fewer triangles, for what is far away.

use std::collections::BTreeMap;

use glam::Vec3;

use super::mesh::{Mesh, Vertex};

/// Not worth a second mesh.
const FEW_TRIANGLES: usize = 24;

/// The mesh with the vertices in each of so many cells along its longest side put together, as far as they
/// look the same way. `None` where that saves next to nothing.
pub fn simplified(mesh: &Mesh, n_cells: u16) -> Option<Mesh> {
    if mesh.n_triangles() <= FEW_TRIANGLES {
        return None;
    }
    let bounds = mesh.bounds();
    let size = bounds.high_m - bounds.low_m;
    let cell = size.max_element() / f32::from(n_cells.max(1));
    if !cell.is_finite() || cell <= 0.0 {
        return None;
    }
    let mut places: BTreeMap<(i32, i32, i32, u8), u32> = BTreeMap::new();
    let (mut vertices, mut sums): (Vec<Vertex>, Vec<(Vec3, u32)>) = (Vec::new(), Vec::new());
    let mut new_index = Vec::with_capacity(mesh.vertices.len());
    for vertex in &mesh.vertices {
        let at = ((vertex.at_m - bounds.low_m) / cell).floor();
        let key = (at.x as i32, at.y as i32, at.z as i32, facing(vertex.normal));
        let index = *places.entry(key).or_insert_with(|| {
            vertices.push(*vertex);
            sums.push((Vec3::ZERO, 0));
            vertices.len() as u32 - 1
        });
        if let Some((sum, n)) = sums.get_mut(index as usize) {
            *sum += vertex.at_m;
            *n += 1;
        }
        new_index.push(index);
    }
    for (vertex, (sum, n)) in vertices.iter_mut().zip(sums) {
        vertex.at_m = sum / n.max(1) as f32;
    }
    let mut indices = Vec::new();
    let (triangles, _) = mesh.indices.as_chunks::<3>();
    for corners in triangles {
        let new = corners.map(|index| new_index.get(index as usize).copied().unwrap_or_default());
        let [a, b, c] = new;
        if a != b && b != c && c != a {
            indices.extend(new);
        }
    }
    let is_worth_it = !indices.is_empty() && indices.len() * 4 < mesh.indices.len() * 3;
    is_worth_it.then(|| Mesh { vertices, indices, bones: mesh.bones.clone() })
}

/// Which side of a cube a direction goes through.
fn facing(normal: Vec3) -> u8 {
    let away = normal.abs();
    let (axis, along) = if away.x >= away.y && away.x >= away.z {
        (0, normal.x)
    } else if away.y >= away.z {
        (2, normal.y)
    } else {
        (4, normal.z)
    };
    axis + u8::from(along < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bumpy sheet of 20 × 20 squares.
    fn sheet() -> Mesh {
        let mut mesh = Mesh::default();
        for n in 0..21 * 21 {
            let (x, y) = (n % 21, n / 21);
            let at_m = Vec3::new(x as f32, y as f32, (x * y % 3) as f32 * 0.1);
            mesh.vertices.push(Vertex { at_m, normal: Vec3::Z, ..Vertex::default() });
        }
        for n in 0..400 {
            let corner = n / 20 * 21 + n % 20;
            mesh.indices.extend([
                corner,
                corner + 1,
                corner + 22,
                corner,
                corner + 22,
                corner + 21,
            ]);
        }
        mesh
    }

    #[test]
    fn a_far_mesh_has_far_fewer_triangles_and_the_same_size() {
        let mesh = sheet();
        let coarse = simplified(&mesh, 5).unwrap();
        assert!(coarse.n_triangles() * 8 < mesh.n_triangles(), "{}", coarse.n_triangles());
        assert!(coarse.indices.iter().all(|index| (*index as usize) < coarse.vertices.len()));
        let (old, new) = (mesh.bounds(), coarse.bounds());
        assert!(old.low_m.distance(new.low_m) < 4.0 && old.high_m.distance(new.high_m) < 4.0);
    }

    #[test]
    fn what_is_simple_already_stays() {
        assert_eq!(simplified(&Mesh::default(), 5), None);
        assert_eq!(simplified(&sheet(), 2_000), None);
    }
}
