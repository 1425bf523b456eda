//! Where everything is: the things of a map by their place, for drawing, picking and checking.
//!
//! Keys are the ids of a document. Coordinates are those of the files, in f32, which holds them
//! to the bit and takes half the memory of f64: file-relative cm for ROSE, not world cm.

pub mod ray;
mod extents;

use std::cmp::Ordering;

use rstar::{AABB, PointDistance, RStarInsertionStrategy, RTree, RTreeObject, RTreeParams};

use self::extents::Extents;
use self::ray::{InRay, Ray};
use super::extent::{Extent, is_on_a_map};

/// An index of the plane.
pub type Index2<K> = Index<K, 2>;
/// An index of space.
pub type Index3<K> = Index<K, 3>;

/// An R-tree over things that have a key and an [`Extent`]; each key stands in it once.
///
/// Answers that are lists come in an order that depends on what is in the index alone, never on
/// how it came there.
#[derive(Debug)]
pub struct Index<K: Copy + Ord, const N: usize> {
    /// Holds exactly what `extents` holds.
    tree: RTree<Entry<K, N>, Nodes>,
    extents: Extents<K, N>,
}

/// A thing that a question found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit<K> {
    pub key: K,
    /// How far from the point that was asked about, or along the ray; 0 inside the thing.
    pub distance: f32,
}

impl<K: Copy + Ord, const N: usize> Index<K, N> {
    const IS_PLANE_OR_MORE: () = assert!(N >= 2, "an R-tree has at least two axes");

    /// All of a map at once: far quicker than one after another, and quicker to ask. Of things
    /// of the same key, the last counts.
    pub fn bulk(things: Vec<(K, Extent<N>)>) -> Index<K, N> {
        let () = Self::IS_PLANE_OR_MORE;
        let extents = Extents::new(things);
        let entries = extents.loaded().iter().map(|&(key, extent)| Entry { key, extent });
        let tree = RTree::bulk_load_with_params(entries.collect());
        Index { tree, extents }
    }

    pub fn len(&self) -> usize {
        self.tree.size()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, key: K) -> Option<Extent<N>> {
        self.extents.get(key)
    }

    /// Every thing, in no order that means anything: to load the index again after many edits.
    pub fn iter(&self) -> impl Iterator<Item = (K, Extent<N>)> {
        self.tree.iter().map(|entry| (entry.key, entry.extent))
    }

    /// Puts a thing in, or moves it if it is there already. Gives where it was.
    pub fn insert(&mut self, key: K, extent: Extent<N>) -> Option<Extent<N>> {
        let before = self.remove(key);
        self.extents.insert(key, extent);
        self.tree.insert(Entry { key, extent });
        before
    }

    /// Takes a thing out. Gives where it was.
    pub fn remove(&mut self, key: K) -> Option<Extent<N>> {
        let before = self.extents.remove(key)?;
        self.tree.remove(&Entry { key, extent: before });
        Some(before)
    }

    /// Everything that a box touches, by key.
    pub fn touching(&self, extent: &Extent<N>) -> Vec<K> {
        sorted(self.tree.locate_in_envelope_intersecting(envelope_of(extent)))
    }

    /// The same in no order that means anything, and only as far as it is asked for.
    pub fn each_touching(&self, extent: Extent<N>) -> impl Iterator<Item = K> {
        let entries = self.tree.locate_in_envelope_intersecting(envelope_of(&extent));
        entries.map(|entry| entry.key)
    }

    /// Everything that is in a box entirely, by key.
    pub fn inside(&self, extent: &Extent<N>) -> Vec<K> {
        sorted(self.tree.locate_in_envelope(envelope_of(extent)))
    }

    /// What is nearest to a point, and no farther than `max_distance`; of equals, the first by
    /// key.
    pub fn nearest(&self, point: [f32; N], max_distance: f32) -> Option<Hit<K>> {
        self.nearest_n(point, 1, max_distance).into_iter().next()
    }

    /// The `n` things that are nearest to a point, and no farther than `max_distance`; the
    /// nearest first, equals by key.
    pub fn nearest_n(&self, point: [f32; N], n: usize, max_distance: f32) -> Vec<Hit<K>> {
        if n == 0 || !point.into_iter().all(is_on_a_map) {
            return Vec::new();
        }
        let mut hits: Vec<Hit<K>> = Vec::new();
        for (entry, distance_2) in self.tree.nearest_neighbor_iter_with_distance_2(point) {
            let distance = distance_2.sqrt();
            let is_behind_last = hits.len() >= n
                && hits.last().is_some_and(|last| distance.total_cmp(&last.distance).is_gt());
            // Not `>`, so that a bound that is NaN finds nothing.
            let is_near = distance <= max_distance;
            if !is_near || is_behind_last {
                break;
            }
            hits.push(Hit { key: entry.key, distance });
        }
        hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.key.cmp(&b.key)));
        hits.truncate(n);
        hits
    }

    /// What a click at a point means, best first: everything within `radius`, by distance, then
    /// by the rank that the caller gives it (the lowest first), then the smallest, then by key.
    pub fn pick<R: Ord>(&self, point: [f32; N], radius: f32, rank: impl Fn(K) -> R) -> Vec<Hit<K>> {
        if !point.into_iter().all(is_on_a_map) {
            return Vec::new();
        }
        // A hair more than the square, so that rounding takes nothing away.
        let radius_2 = radius * radius * (1.0 + 4.0 * f32::EPSILON);
        let entries = self.tree.locate_within_distance(point, radius_2);
        let hits = entries.map(|entry| {
            let hit = Hit { key: entry.key, distance: entry.distance_2(&point).sqrt() };
            (hit, entry.extent.size())
        });
        // A negative radius, whose square is not, finds nothing.
        by_preference(hits.filter(|(hit, _)| hit.distance <= radius), rank)
    }

    /// What a ray meets, in the order of [`Index::pick`]; distances are those along the ray.
    pub fn along<R: Ord>(&self, ray: &Ray<N>, rank: impl Fn(K) -> R) -> Vec<Hit<K>> {
        let entries = self.tree.locate_with_selection_function(InRay(ray));
        let hits = entries.filter_map(|entry| {
            let distance = ray.distance_to(&entry.envelope())? as f32;
            Some((Hit { key: entry.key, distance }, entry.extent.size()))
        });
        by_preference(hits, rank)
    }
}

impl<K: Copy + Ord, const N: usize> Default for Index<K, N> {
    fn default() -> Index<K, N> {
        Index::bulk(Vec::new())
    }
}

fn sorted<'a, K: Copy + Ord + 'a, const N: usize>(
    entries: impl Iterator<Item = &'a Entry<K, N>>,
) -> Vec<K> {
    let mut keys: Vec<K> = entries.map(|entry| entry.key).collect();
    keys.sort_unstable();
    keys
}

/// Sorts hits, each with the size of the thing.
fn by_preference<K: Copy + Ord, R: Ord>(
    hits: impl Iterator<Item = (Hit<K>, f32)>,
    rank: impl Fn(K) -> R,
) -> Vec<Hit<K>> {
    let mut hits: Vec<(Hit<K>, f32, R)> =
        hits.map(|(hit, size)| (hit, size, rank(hit.key))).collect();
    hits.sort_by(|(a, a_size, a_rank), (b, b_size, b_rank)| -> Ordering {
        let by_distance = a.distance.total_cmp(&b.distance);
        let by_size = a_size.total_cmp(b_size);
        by_distance.then_with(|| a_rank.cmp(b_rank)).then(by_size).then_with(|| a.key.cmp(&b.key))
    });
    hits.into_iter().map(|(hit, _, _)| hit).collect()
}

/// Nodes larger than rstar makes them of itself: 2 million points load in two thirds of the time,
/// and no question takes longer (measured in November 2026).
#[derive(Debug)]
struct Nodes;

impl RTreeParams for Nodes {
    const MIN_SIZE: usize = 8;
    const MAX_SIZE: usize = 16;
    const REINSERTION_COUNT: usize = 5;
    type DefaultInsertionStrategy = RStarInsertionStrategy;
}

/// A thing as it stands in the tree.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry<K, const N: usize> {
    key: K,
    extent: Extent<N>,
}

fn envelope_of<const N: usize>(extent: &Extent<N>) -> AABB<[f32; N]> {
    AABB::from_bounds(extent.min(), extent.max())
}

impl<K, const N: usize> RTreeObject for Entry<K, N> {
    type Envelope = AABB<[f32; N]>;

    fn envelope(&self) -> AABB<[f32; N]> {
        envelope_of(&self.extent)
    }
}

impl<K, const N: usize> PointDistance for Entry<K, N> {
    fn distance_2(&self, point: &[f32; N]) -> f32 {
        self.envelope().distance_2(point)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Numbers that are the same in every run.
    struct Seeded(u64);

    impl Seeded {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            self.0 >> 33
        }

        /// Whole numbers, so that many distances are equal.
        fn coordinate(&mut self) -> f32 {
            (self.next() % 64) as f32 - 20.0
        }

        fn point<const N: usize>(&mut self) -> [f32; N] {
            std::array::from_fn(|_| self.coordinate())
        }

        /// Points, lines, plates and full boxes.
        fn extent<const N: usize>(&mut self) -> Extent<N> {
            let min = self.point::<N>();
            let max = min.map(|min| min + (self.next() % 8).saturating_sub(4) as f32);
            Extent::between(min, max).unwrap()
        }
    }

    /// The same questions, asked of every thing.
    #[derive(Default)]
    struct All<const N: usize>(std::collections::BTreeMap<u32, Extent<N>>);

    impl<const N: usize> All<N> {
        fn keys(&self, is_found: impl Fn(&Extent<N>) -> bool) -> Vec<u32> {
            self.0.iter().filter(|(_, extent)| is_found(extent)).map(|(key, _)| *key).collect()
        }

        fn by_distance(&self, point: [f32; N], max_distance: f32) -> Vec<Hit<u32>> {
            let mut hits: Vec<Hit<u32>> = Vec::new();
            for (key, extent) in &self.0 {
                let sides = extent.min().into_iter().zip(extent.max());
                let offs =
                    point.into_iter().zip(sides).map(|(at, (min, max))| at - at.clamp(min, max));
                let distance_2: f32 = offs.map(|off| off * off).sum();
                hits.push(Hit { key: *key, distance: distance_2.sqrt() });
            }
            hits.retain(|hit| hit.distance <= max_distance);
            hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.key.cmp(&b.key)));
            hits
        }

        fn by_preference(&self, mut hits: Vec<Hit<u32>>) -> Vec<Hit<u32>> {
            let size = |key| self.0[&key].size();
            hits.sort_by(|a, b| {
                let by_rank = rank(a.key).cmp(&rank(b.key));
                let by_size = size(a.key).total_cmp(&size(b.key));
                a.distance
                    .total_cmp(&b.distance)
                    .then(by_rank)
                    .then(by_size)
                    .then(a.key.cmp(&b.key))
            });
            hits
        }
    }

    fn rank(key: u32) -> u32 {
        key % 3
    }

    fn check<const N: usize>(index: &Index<u32, N>, all: &All<N>, seeded: &mut Seeded) {
        assert_eq!(index.len(), all.0.len());
        let mut things: Vec<_> = index.iter().collect();
        things.sort_by_key(|(key, _)| *key);
        assert!(things.into_iter().eq(all.0.iter().map(|(key, extent)| (*key, *extent))));
        for _ in 0..20 {
            let (point, other) = (seeded.point::<N>(), seeded.point::<N>());
            let area = Extent::between(point, other).unwrap();
            let is_before = |a: [f32; N], b: [f32; N]| a.into_iter().zip(b).all(|(a, b)| a <= b);
            let touches = |extent: &Extent<N>| {
                is_before(extent.min(), area.max()) && is_before(area.min(), extent.max())
            };
            let is_inside = |extent: &Extent<N>| {
                is_before(area.min(), extent.min()) && is_before(extent.max(), area.max())
            };
            assert_eq!(index.touching(&area), all.keys(touches));
            let each: BTreeSet<_> = index.each_touching(area).collect();
            assert!(index.touching(&area).into_iter().eq(each));
            assert_eq!(index.inside(&area), all.keys(is_inside));

            for max_distance in [0.0, 3.0, f32::INFINITY] {
                let expected = all.by_distance(point, max_distance);
                assert_eq!(index.nearest(point, max_distance), expected.first().copied());
                for n in [0, 2, 7, usize::MAX] {
                    let nearest = index.nearest_n(point, n, max_distance);
                    assert_eq!(nearest, expected[..n.min(expected.len())]);
                }
                let picked = index.pick(point, max_distance, rank);
                assert_eq!(picked, all.by_preference(expected));
            }
            check_ray(index, all, point, other);
        }
    }

    fn check_ray<const N: usize>(
        index: &Index<u32, N>,
        all: &All<N>,
        from: [f32; N],
        to: [f32; N],
    ) {
        let towards = |to: f32, from: f32| f64::from(to) - f64::from(from);
        let mut both = to.into_iter().zip(from);
        let direction = std::array::from_fn(|_| both.next().map(|(a, b)| towards(a, b)).unwrap());
        for radius in [0.0, 1.5] {
            let Some(ray) = Ray::new(from.map(f64::from), direction, radius) else {
                assert_eq!(from, to);
                continue;
            };
            let met = all.0.iter().filter_map(|(key, extent)| {
                let distance = ray.distance_to(&envelope_of(extent))? as f32;
                Some(Hit { key: *key, distance })
            });
            assert_eq!(index.along(&ray, rank), all.by_preference(met.collect()));
        }
    }

    fn agrees_with_asking_every_thing<const N: usize>() {
        for n in [0, 1, 6, 7, 26, 50, 100, 500] {
            let mut seeded = Seeded(n);
            let things: Vec<_> = (0..n as u32).map(|key| (key * 2, seeded.extent())).collect();
            let mut all = All(things.iter().copied().collect());
            let mut index = Index::<u32, N>::bulk(things);
            check(&index, &all, &mut seeded);
            for _ in 0..n {
                let key = seeded.next() as u32 % (2 * n as u32 + 1);
                if seeded.next().is_multiple_of(3) {
                    assert_eq!(index.remove(key), all.0.remove(&key));
                } else {
                    let extent = seeded.extent();
                    assert_eq!(index.insert(key, extent), all.0.insert(key, extent));
                }
                assert_eq!(index.get(key), all.0.get(&key).copied());
            }
            check(&index, &all, &mut seeded);
        }
    }

    #[test]
    fn the_plane_agrees_with_asking_every_thing() {
        agrees_with_asking_every_thing::<2>();
    }

    #[test]
    fn space_agrees_with_asking_every_thing() {
        agrees_with_asking_every_thing::<3>();
    }

    #[test]
    fn a_key_stands_in_it_once() {
        let extent = |x| Extent::point([x, 0.0]).unwrap();
        let mut index = Index2::bulk(vec![(7, extent(1.0)), (3, extent(0.0)), (7, extent(2.0))]);
        assert_eq!((index.len(), index.get(7)), (2, Some(extent(2.0))));
        assert_eq!(index.insert(7, extent(5.0)), Some(extent(2.0)));
        assert_eq!((index.len(), index.get(7)), (2, Some(extent(5.0))));
        assert_eq!(index.remove(7), Some(extent(5.0)));
        assert_eq!(index.remove(7), None);
        assert_eq!(index.len(), 1);
    }

    #[test]
    fn things_at_the_edge_of_what_is_allowed_are_found() {
        let corners = [-1e12, 0.0, 1e12, 1e-40];
        let mut index = Index3::default();
        let points = corners.into_iter().flat_map(|x| corners.map(|z| [x, -x, z]));
        for (key, at) in points.enumerate() {
            index.insert(key, Extent::point(at).unwrap());
            assert_eq!(index.nearest(at, 1.0).unwrap().distance, 0.0);
        }
        for key in 0..16 {
            assert!(index.remove(key).is_some());
        }
        assert!(index.is_empty());
    }

    #[test]
    fn a_question_about_nowhere_finds_nothing() {
        let index = Index2::bulk(vec![(1, Extent::point([0.0, 0.0]).unwrap())]);
        for x in [f32::NAN, f32::INFINITY, f32::MAX] {
            assert_eq!(index.nearest([x, 0.0], f32::INFINITY), None);
            assert_eq!(index.pick([x, 0.0], f32::INFINITY, |_| 0), []);
        }
        for distance in [-1.0, f32::NAN] {
            assert_eq!(index.nearest([0.0, 0.0], distance), None);
            assert_eq!(index.pick([0.0, 0.0], distance, |_| 0), []);
        }
    }
}
