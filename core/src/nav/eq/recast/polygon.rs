//! Convex polygons of outlines: cut into triangles, which are put together again as far as they stay convex.

use std::collections::BTreeMap;

use crate::format::eq::nav::tile::BORDER;
use crate::nav::eq::mesh::make::{Draft, Outline as Made};
use crate::nav::eq::recast::outline::Outline;

const MOST_CORNERS: usize = 6;
/// Corners at the same place are one if their heights differ by so many cells at most.
const SAME_HEIGHT: i32 = 2;

/// Adds the polygons of outlines to a tile, and says which lead to which.
pub(super) fn fill(draft: &mut Draft, outlines: &[Outline], border: usize, tile_cells: usize) {
    let mut known: BTreeMap<[u16; 2], Vec<u16>> = BTreeMap::new();
    for outline in outlines {
        let inside = |at: i32| (at - border as i32).clamp(0, tile_cells as i32) as u16;
        let numbers: Vec<u16> = outline
            .corners
            .iter()
            .map(|corner| {
                let z = u16::try_from(corner.z.max(0)).unwrap_or(u16::MAX);
                vertex(draft, &mut known, [inside(corner.x), z, inside(corner.y)])
            })
            .collect();
        let at: BTreeMap<u16, [i64; 2]> =
            numbers.iter().filter_map(|number| Some((*number, flat(draft, *number)?))).collect();
        for corners in merged(triangles(&numbers, &at), &at) {
            let sides = vec![0; corners.len()];
            draft.polygons.push(Made { corners, sides, area: outline.area });
        }
    }
    connect(draft, tile_cells);
}

fn vertex(draft: &mut Draft, known: &mut BTreeMap<[u16; 2], Vec<u16>>, at: [u16; 3]) -> u16 {
    let [x, z, y] = at;
    let own = known.entry([x, y]).or_default();
    let is_same = |number: &&u16| {
        let other = draft.vertices.get(usize::from(**number));
        other.is_some_and(|[_, other, _]| (i32::from(*other) - i32::from(z)).abs() <= SAME_HEIGHT)
    };
    if let Some(number) = own.iter().find(is_same) {
        return *number;
    }
    // More than there is room for is refused when the tile is made.
    let number = u16::try_from(draft.vertices.len()).unwrap_or(u16::MAX);
    draft.vertices.push(at);
    own.push(number);
    number
}

fn flat(draft: &Draft, number: u16) -> Option<[i64; 2]> {
    let [x, _, y] = draft.vertices.get(usize::from(number))?;
    Some([i64::from(*x), i64::from(*y)])
}

/// Above zero where the third point is on the right of the way from the first to the second: outlines
/// run so that their ground is there.
fn turn([ax, ay]: [i64; 2], [bx, by]: [i64; 2], [cx, cy]: [i64; 2]) -> i64 {
    (cx - ax) * (by - ay) - (bx - ax) * (cy - ay)
}

/// Ears cut off an outline, the shortest cut first.
fn triangles(numbers: &[u16], at: &BTreeMap<u16, [i64; 2]>) -> Vec<Vec<u16>> {
    let place = |number: u16| at.get(&number).copied().unwrap_or_default();
    let mut left: Vec<u16> = numbers.to_vec();
    let mut found = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let number = |own: usize| left.get(own % n).copied().unwrap_or_default();
        let is_ear = |own: &usize| {
            let [a, b, c] = [number(*own), number(own + 1), number(own + 2)];
            let [pa, pb, pc] = [place(a), place(b), place(c)];
            let is_inside = |other: &u16| {
                let p = place(*other);
                ![a, b, c].contains(other)
                    && p != pa
                    && p != pb
                    && p != pc
                    && turn(pa, pb, p) >= 0
                    && turn(pb, pc, p) >= 0
                    && turn(pc, pa, p) >= 0
            };
            turn(pa, pb, pc) > 0 && !left.iter().any(is_inside)
        };
        let length = |own: &usize| {
            let ([ax, ay], [cx, cy]) = (place(number(*own)), place(number(own + 2)));
            (cx - ax) * (cx - ax) + (cy - ay) * (cy - ay)
        };
        let ear = (0..n).filter(is_ear).min_by_key(length);
        // What is folded onto itself has no ear; its corner that is on a line goes without a triangle.
        let own = ear.unwrap_or_else(|| {
            let on_line = |own: &usize| {
                turn(place(number(*own)), place(number(own + 1)), place(number(own + 2))) == 0
            };
            (0..n).find(on_line).unwrap_or_default()
        });
        if ear.is_some() {
            found.push(vec![number(own), number(own + 1), number(own + 2)]);
        }
        left.remove((own + 1) % n);
    }
    if let [a, b, c] = *left.as_slice()
        && turn(place(a), place(b), place(c)) > 0
    {
        found.push(left);
    }
    found
}

/// Polygons put together along the longest edges that they share, as long as they stay convex.
fn merged(mut polygons: Vec<Vec<u16>>, at: &BTreeMap<u16, [i64; 2]>) -> Vec<Vec<u16>> {
    loop {
        let mut of_edge: BTreeMap<(u16, u16), (usize, usize)> = BTreeMap::new();
        let mut best: Option<(i64, usize, Vec<u16>, usize)> = None;
        for (own, polygon) in polygons.iter().enumerate() {
            for (edge, (from, to)) in edges(polygon).enumerate() {
                if let Some((other, other_edge)) = of_edge.get(&(to, from)) {
                    let Some(first) = polygons.get(*other) else { continue };
                    let joined = join(first, *other_edge, polygon, edge);
                    let length = length(from, to, at);
                    let is_better = best.as_ref().is_none_or(|best| length > best.0);
                    if is_better && joined.len() <= MOST_CORNERS && is_convex(&joined, at) {
                        best = Some((length, *other, joined, own));
                    }
                }
                of_edge.insert((from, to), (own, edge));
            }
        }
        let Some((_, first, joined, second)) = best else { return polygons };
        if let Some(slot) = polygons.get_mut(first) {
            *slot = joined;
        }
        polygons.remove(second);
    }
}

fn edges(polygon: &[u16]) -> impl Iterator<Item = (u16, u16)> + '_ {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

fn length(from: u16, to: u16, at: &BTreeMap<u16, [i64; 2]>) -> i64 {
    let place = |number: u16| at.get(&number).copied().unwrap_or_default();
    let ([ax, ay], [bx, by]) = (place(from), place(to));
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

/// Two polygons without the edge that they share.
fn join(a: &[u16], edge_of_a: usize, b: &[u16], edge_of_b: usize) -> Vec<u16> {
    let around = |polygon: &[u16], edge: usize| -> Vec<u16> {
        let n = polygon.len();
        let from_end = polygon.iter().copied().cycle().skip(edge + 1).take(n.saturating_sub(1));
        from_end.collect()
    };
    [around(a, edge_of_a), around(b, edge_of_b)].concat()
}

fn is_convex(polygon: &[u16], at: &BTreeMap<u16, [i64; 2]>) -> bool {
    let place = |number: u16| at.get(&number).copied().unwrap_or_default();
    let corners = || polygon.iter().copied().cycle();
    let mut each = corners().zip(corners().skip(1)).zip(corners().skip(2)).take(polygon.len());
    each.all(|((a, b), c)| turn(place(a), place(b), place(c)) > 0)
}

/// Says which polygons share an edge, and which edges are at the border of the tile.
fn connect(draft: &mut Draft, tile_cells: usize) {
    let mut of_edge: BTreeMap<(u16, u16), Vec<usize>> = BTreeMap::new();
    for (own, polygon) in draft.polygons.iter().enumerate() {
        edges(&polygon.corners).for_each(|edge| of_edge.entry(edge).or_default().push(own));
    }
    let vertices = draft.vertices.clone();
    let far = tile_cells as u16;
    let at_border = |from: u16, to: u16| {
        let [ax, _, ay] = *vertices.get(usize::from(from))?;
        let [bx, _, by] = *vertices.get(usize::from(to))?;
        match () {
            () if ax == 0 && bx == 0 => Some(4),
            () if ay == far && by == far => Some(2),
            () if ax == far && bx == far => Some(0),
            () if ay == 0 && by == 0 => Some(6),
            () => None,
        }
    };
    for (own, polygon) in draft.polygons.iter_mut().enumerate() {
        let edges: Vec<(u16, u16)> = edges(&polygon.corners).collect();
        for (side, (from, to)) in polygon.sides.iter_mut().zip(edges) {
            // Where several share an edge, nobody could lead back to all of them.
            let [alone, beside] = [(from, to), (to, from)]
                .map(|edge| of_edge.get(&edge).map(Vec::as_slice).unwrap_or_default());
            *side = match (alone, beside) {
                ([_], [other]) if *other != own => u16::try_from(other + 1).unwrap_or_default(),
                _ => at_border(from, to).map_or(0, |side: u16| BORDER | side),
            };
        }
    }
}
