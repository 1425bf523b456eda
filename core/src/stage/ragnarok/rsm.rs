//! RSM: which node hangs on which, and where they are.

use std::collections::BTreeMap;

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};

use crate::format::number::F32;
use crate::format::ragnarok::rsm::{Node, Rsm};

use crate::stage::ragnarok::shape::Piece;

/// The nodes of a model in their places at rest: as the first key of each says.
pub fn pieces(rsm: &Rsm) -> Vec<Piece<'_>> {
    let names: Vec<&[u8]> = rsm.nodes.iter().map(|node| node.name.as_bytes()).collect();
    let named: Vec<&[u8]> = rsm.nodes.iter().map(|node| node.parent.as_bytes()).collect();
    let parents = parents(&names, &named, root(&names, rsm.root.as_bytes()));
    let own: Vec<Affine3A> = rsm.nodes.iter().map(parent_from_node).collect();
    let places = chained(&own, &parents);
    rsm.nodes
        .iter()
        .zip(places)
        .map(|(node, model_from_node)| Piece {
            model_from_vertex: model_from_node * node_from_vertex(node),
            vertices: &node.vertices,
            texture_vertices: &node.texture_vertices,
            faces: &node.faces,
            textures: node.textures.iter().map(|texture| usize::try_from(*texture).ok()).collect(),
        })
        .collect()
}

/// Of 899 real models 11 name no node of their own; the first counts then.
pub(in crate::stage::ragnarok) fn root(names: &[&[u8]], root: &[u8]) -> usize {
    names.iter().position(|name| *name == root).unwrap_or(0)
}

/// By names: the first that has the name of a parent. What would hang on itself hangs on nothing, by
/// however many others.
pub(in crate::stage::ragnarok) fn parents(
    names: &[&[u8]],
    named: &[&[u8]],
    root: usize,
) -> Vec<Option<usize>> {
    let mut first: BTreeMap<&[u8], usize> = BTreeMap::new();
    for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        first.entry(name).or_insert(index);
    }
    let of = |(index, parent): (usize, &&[u8])| {
        first.get(*parent).copied().filter(|parent| *parent != index && index != root)
    };
    let mut parents: Vec<Option<usize>> = named.iter().enumerate().map(of).collect();
    let mut is_done = vec![false; parents.len()];
    for start in 0..parents.len() {
        let mut chain = Vec::new();
        let mut is_in_chain = BTreeMap::new();
        let mut at = Some(start);
        while let Some(index) = at.filter(|index| is_done.get(*index) == Some(&false)) {
            if is_in_chain.insert(index, ()).is_some() {
                // The ring is cut where it was entered.
                if let Some(parent) = parents.get_mut(index) {
                    *parent = None;
                }
                break;
            }
            chain.push(index);
            at = parents.get(index).copied().flatten();
        }
        for index in chain {
            if let Some(done) = is_done.get_mut(index) {
                *done = true;
            }
        }
    }
    parents
}

/// Each place with those of its parents before it. Without rings, and however deep.
pub(in crate::stage::ragnarok) fn chained(
    own: &[Affine3A],
    parents: &[Option<usize>],
) -> Vec<Affine3A> {
    let mut done: Vec<Option<Affine3A>> = vec![None; own.len()];
    for start in 0..own.len() {
        let mut open = Vec::new();
        let mut at = Some(start);
        while let Some(index) = at.filter(|index| matches!(done.get(*index), Some(None))) {
            open.push(index);
            at = parents.get(index).copied().flatten();
        }
        let mut place = at.and_then(|parent| done.get(parent).copied().flatten());
        for index in open.into_iter().rev() {
            let own = own.get(index).copied().unwrap_or(Affine3A::IDENTITY);
            let chained = place.map_or(own, |parent| parent * own);
            if let Some(slot) = done.get_mut(index) {
                *slot = Some(chained);
            }
            place = Some(chained);
        }
    }
    done.into_iter().map(|place| place.unwrap_or(Affine3A::IDENTITY)).collect()
}

fn parent_from_node(node: &Node) -> Affine3A {
    let turn = match node.turns.first() {
        Some(turn) => quat(turn.rotation_xyzw),
        None => around(vector(node.axis), node.angle.get()),
    };
    Affine3A::from_scale_rotation_translation(vector(node.scale), turn, vector(node.position))
}

fn node_from_vertex(node: &Node) -> Affine3A {
    Affine3A { matrix3: matrix(node.matrix), translation: Vec3A::from(vector(node.offset)) }
}

pub(in crate::stage::ragnarok) fn vector(values: [F32; 3]) -> Vec3 {
    let [x, y, z] = values.map(F32::get);
    Vec3::new(x, y, z)
}

/// Of three columns.
pub(in crate::stage::ragnarok) fn matrix(columns: [F32; 9]) -> Mat3A {
    Mat3A::from_cols_array(&columns.map(F32::get))
}

/// A rotation without a length turns nothing.
pub(in crate::stage::ragnarok) fn quat(xyzw: [F32; 4]) -> Quat {
    let [x, y, z, w] = xyzw.map(F32::get);
    let quat = Quat::from_xyzw(x, y, z, w);
    let length = quat.length();
    if length.is_finite() && length > 0.0 { quat / length } else { Quat::IDENTITY }
}

fn around(axis: Vec3, radians: f32) -> Quat {
    match axis.try_normalize() {
        Some(axis) if radians.is_finite() => Quat::from_axis_angle(axis, radians),
        _ => Quat::IDENTITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_of_parents_are_cut_and_chains_may_be_long() {
        let names: [&[u8]; 5] = [b"a", b"b", b"c", b"d", b"a"];
        let named: [&[u8]; 5] = [b"b", b"a", b"b", b"d", b"a"];
        // `a` is the root and hangs on nothing; `d` would hang on itself; the second `a` on the first.
        assert_eq!(parents(&names, &named, 0), [None, Some(0), Some(1), None, Some(0)]);
        let ring = parents(&names, &named, 3);
        let n_cut = ring.iter().filter(|parent| parent.is_none()).count();
        assert_eq!((n_cut, ring.len()), (2, 5), "{ring:?}");

        let n = 100_000;
        let step = Affine3A::from_translation(Vec3::X);
        let long: Vec<Option<usize>> =
            (0..n).map(|at: usize| (at + 1 < n).then_some(at + 1)).collect();
        let places = chained(&vec![step; n], &long);
        assert_eq!(places[0].translation.x, n as f32);
        assert_eq!(places[n - 1].translation.x, 1.0);
    }
}
