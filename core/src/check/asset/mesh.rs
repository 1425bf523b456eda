//! Meshes whose arrays don't fit together.

use super::at_first;
use crate::format::rose::zms::{Flags, Zms};
use crate::problem::{Place, Problem, Rule, Severity};

/// Real meshes are nearer than this.
const WEIGHT_TOLERANCE: f32 = 0.01;

/// In units of the file's lengths, for what was rounded.
const BOX_TOLERANCE: f32 = 0.001;

pub(super) const EMPTY: Rule = Rule {
    code: "mesh-empty",
    severity: Severity::Warning,
    title: "Mesh without anything to draw",
    explanation: "\
This mesh has no vertices, or no triangles and no strip. The game loads it and shows nothing.

Most often an export failed, or the wrong object was exported. Export it again, or remove the part \
that uses the mesh.",
};

pub(super) const FLAGS: Rule = Rule {
    code: "mesh-flags",
    severity: Severity::Warning,
    title: "Mesh flags that contradict its arrays",
    explanation: "\
The flags of a mesh say which arrays follow. These flags fit no mesh. They have weights without \
bone numbers or the reverse, bones without a skin, no positions, or an unknown bit.

The game reads weights and bone numbers together, and only if both flags are set. Export the mesh \
again with both or with neither.",
};

pub(super) const BONE_INDEX: Rule = Rule {
    code: "mesh-bone-index",
    severity: Severity::Error,
    title: "Vertex on a bone that the mesh does not list",
    explanation: "\
A vertex refers to bones by their places in the mesh's own list, and this place is past the end of \
the list. The game then reads unrelated memory as a bone: the vertex flies off, or the game \
crashes.

Most often a tool wrote the bone numbers of the skeleton instead of places in the list. Export the \
mesh again with a tool that writes the list.",
};

pub(super) const WEIGHTS: Rule = Rule {
    code: "mesh-weights",
    severity: Severity::Warning,
    title: "Weights that do not sum to 1",
    explanation: "\
The weights of a vertex say how much it follows each of its bones. Their sum must be 1. With a \
smaller sum the vertex is pulled towards the centre of the world, with a larger one away from it.

Normalise the weights in the tool that made the mesh, and export the mesh again.",
};

pub(super) const TRIANGLES: Rule = Rule {
    code: "mesh-triangles",
    severity: Severity::Error,
    title: "Triangle with a missing vertex, or too many triangles for the materials",
    explanation: "\
A triangle or the strip of this mesh uses a vertex past the last one, or the materials have more \
triangles than the mesh. The game reads unrelated memory there: it draws splinters or crashes.

The file was damaged, or a tool counted wrongly. Take it from the client again, or export it \
again.",
};

pub(super) const BOX: Rule = Rule {
    code: "mesh-box",
    severity: Severity::Hint,
    title: "Bounding box that does not contain the mesh",
    explanation: "\
The bounding box in the header of a mesh says where the mesh is. Some vertices of this mesh are \
outside. The game uses these boxes to skip meshes outside the view, so the mesh may vanish at the \
edge of the screen.

A quarter of the game's own meshes have such a box. It matters for large ones. Tools that export a \
mesh compute the box again.",
};

pub(super) fn check(file: &str, zms: &Zms) -> Vec<Problem> {
    let at = || Place::file(file);
    let mut problems = Vec::new();
    let has_triangles =
        !zms.triangles.is_empty() || zms.strip.as_ref().is_some_and(|s| !s.is_empty());
    if zms.n_vertices == 0 || !has_triangles {
        let what = if zms.n_vertices == 0 { "vertices" } else { "triangles" };
        problems.push(Problem::new(&EMPTY, at(), format!("the mesh has no {what}")));
    }
    problems.extend(flags(zms).map(|message| Problem::new(&FLAGS, at(), message)));
    problems.extend(skin(file, zms));
    problems.extend(triangles(file, zms));
    problems.extend(outside(zms).map(|message| Problem::new(&BOX, at(), message)));
    problems
}

fn flags(zms: &Zms) -> Option<String> {
    let flags = zms.flags;
    let (weights, bones) = (flags.has(Flags::WEIGHTS), flags.has(Flags::BONES));
    let unknown = flags.0 & !Flags::KNOWN.0;
    if weights != bones {
        let (there, missing) =
            if weights { ("weights", "numbers of bones") } else { ("numbers of bones", "weights") };
        return Some(format!(
            "the flags {:#x} say {there} and no {missing}: the game reads neither",
            flags.0
        ));
    }
    if unknown != 0 {
        return Some(format!("the flags {:#x} have the unknown bits {unknown:#x}", flags.0));
    }
    if zms.n_vertices > 0 && !flags.has(Flags::POSITIONS) {
        return Some(format!("the flags {:#x} say that vertices have no positions", flags.0));
    }
    (weights && zms.bones.is_empty() && zms.n_vertices > 0)
        .then(|| "the vertices have a skin, but the mesh lists no bones".to_owned())
}

fn skin(file: &str, zms: &Zms) -> Vec<Problem> {
    let n_bones = zms.bones.len();
    let (mut past, mut uneven) = (Vec::new(), Vec::new());
    for (skin, vertex) in zms.skin.items.iter().zip(0..) {
        // Places without weight are often left unset.
        let used = skin.weights.iter().zip(skin.bones).filter(|(weight, _)| weight.get() != 0.0);
        if n_bones > 0 && used.into_iter().any(|(_, bone)| bone as usize >= n_bones) {
            past.push(vertex);
        }
        let sum: f32 = skin.weights.iter().map(|weight| weight.get()).sum();
        let is_one = (sum - 1.0).abs() <= WEIGHT_TOLERANCE;
        if !is_one {
            uneven.push(vertex);
        }
    }
    let bone_of = |vertex: u32| {
        let skin = zms.skin.items.get(vertex as usize);
        skin.and_then(|skin| skin.bones.into_iter().find(|bone| *bone as usize >= n_bones))
            .unwrap_or(0)
    };
    let sum_of = |vertex: u32| -> f32 {
        let skin = zms.skin.items.get(vertex as usize);
        skin.map_or(0.0, |skin| skin.weights.iter().map(|weight| weight.get()).sum())
    };
    let past = at_first(&BONE_INDEX, file, "vertex", &past, |vertex| {
        format!(
            "vertex {vertex} follows bone {} of the mesh, which lists only {n_bones}",
            bone_of(vertex)
        )
    });
    let uneven = at_first(&WEIGHTS, file, "vertex", &uneven, |vertex| {
        format!("the weights of vertex {vertex} sum to {:.3}", sum_of(vertex))
    });
    past.into_iter().chain(uneven).collect()
}

fn triangles(file: &str, zms: &Zms) -> Vec<Problem> {
    let n_vertices = zms.n_vertices;
    let is_past = |triangle: &[u32; 3]| triangle.iter().any(|vertex| *vertex >= n_vertices);
    let past: Vec<u32> =
        zms.triangles.items.iter().zip(0..).filter(|(t, _)| is_past(t)).map(|(_, n)| n).collect();
    let past = at_first(&TRIANGLES, file, "triangle", &past, |triangle| {
        format!("triangle {triangle} has a vertex past the last of {n_vertices}")
    });
    let mut problems: Vec<Problem> = past.into_iter().collect();
    let mut strip = zms.strip.iter().flatten();
    if let Some(vertex) = strip.find(|vertex| u32::from(**vertex) >= n_vertices) {
        let message =
            format!("the strip has vertex {vertex}, but the mesh has only {n_vertices} vertices");
        problems.push(Problem::new(&TRIANGLES, Place::file(file), message));
    }
    let of_materials: u64 = zms.materials.items.iter().map(|n| u64::from(*n)).sum();
    if of_materials > zms.triangles.len() as u64 {
        let n = zms.triangles.len();
        let message = format!("the materials have {of_materials} triangles, but the mesh has {n}");
        problems.push(Problem::new(&TRIANGLES, Place::file(file), message));
    }
    problems
}

fn outside(zms: &Zms) -> Option<String> {
    let mut worst: f32 = 0.0;
    for position in &zms.positions.items {
        for ((at, least), most) in position.iter().zip(zms.box_min).zip(zms.box_max) {
            let past = (least.get() - at.get()).max(at.get() - most.get());
            if !past.is_finite() {
                return Some("a vertex or the box is not finite".to_owned());
            }
            worst = worst.max(past);
        }
    }
    let cm = worst * zms.version.unit_cm();
    (worst > BOX_TOLERANCE)
        .then(|| format!("vertices are up to {cm:.1} cm outside the bounding box"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::number::F32;
    use crate::format::rose::zms::{Column, Mesh, Skin, Version};
    use crate::format::text::Opaque;

    fn mesh() -> Mesh {
        let weights = [0.75, 0.25, 0.0, 0.0].map(F32::new);
        Mesh {
            version: Version::V8,
            flags: Flags(0x32),
            box_min: [F32::ZERO; 3],
            box_max: [F32::new(1.0); 3],
            bones: Column::new(vec![3, 4]),
            n_vertices: 3,
            positions: Column::new(vec![[F32::new(0.5); 3]; 3]),
            normals: Column::default(),
            colours: Column::default(),
            // Bones without weight may be anything.
            skin: Column::new(vec![Skin { weights, bones: [0, 1, 77, 0] }; 3]),
            tangents: Column::default(),
            uvs: Default::default(),
            triangles: Column::new(vec![[0, 1, 2]]),
            materials: Column::new(vec![1]),
            strip: Some(Vec::new()),
            pool: Some(0),
            copies: 0,
            tail: Opaque::default(),
        }
    }

    fn found(edit: impl FnOnce(&mut Mesh)) -> Vec<(&'static str, String)> {
        let mut mesh = mesh();
        edit(&mut mesh);
        let problems = check("a.zms", &Zms::new(mesh).unwrap());
        problems.into_iter().map(|problem| (problem.code, problem.message)).collect()
    }

    #[test]
    fn a_sound_mesh_has_nothing() {
        assert_eq!(found(|_| {}), []);
    }

    #[test]
    fn each_damage_is_found() {
        let check = |edit: &dyn Fn(&mut Mesh), code: &str, message: &str| {
            assert_eq!(
                found(edit),
                [(code, message.to_owned())].map(|(code, message)| (rule(code), message))
            );
        };
        check(
            &|mesh| mesh.skin.items[1].bones[1] = 2,
            "mesh-bone-index",
            "vertex 1 follows bone 2 of the mesh, which lists only 2",
        );
        check(
            &|mesh| mesh.skin.items[2].weights[0] = F32::new(0.5),
            "mesh-weights",
            "the weights of vertex 2 sum to 0.750",
        );
        check(
            &|mesh| {
                mesh.triangles.items.clear();
                mesh.materials.items.clear();
            },
            "mesh-empty",
            "the mesh has no triangles",
        );
        check(
            &|mesh| mesh.triangles.items[0][0] = 3,
            "mesh-triangles",
            "triangle 0 has a vertex past the last of 3",
        );
        check(
            &|mesh| mesh.positions.items[0][0] = F32::new(1.5),
            "mesh-box",
            "vertices are up to 50.0 cm outside the bounding box",
        );
        check(
            &|mesh| {
                mesh.flags = Flags(0x12);
                mesh.skin.items.clear();
            },
            "mesh-flags",
            "the flags 0x12 say weights and no numbers of bones: the game reads neither",
        );
    }

    fn rule(code: &str) -> &'static str {
        let rules = super::super::RULES.iter();
        rules.map(|rule| rule.code).find(|known| *known == code).unwrap()
    }
}
