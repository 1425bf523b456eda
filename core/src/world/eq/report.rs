//! How far what a server answers by its files is from the truth of the zone, in points that are the same each
//! time.
//!
//! A part of the points is anywhere in the zone, a part is a little above floors, and a part has whole numbers,
//! as rows of servers often have: these are on planes and over seams more often than chance has it.

use super::Zone;
use crate::nav::eq::answer::{Answer, As, Asked};
use crate::space::eq::Kind;

/// A height or a distance differs where it is farther from the truth than this, in units.
pub const TOLERANCE: f64 = 0.02;

/// The first state of the points.
const SEED: u64 = 24;

/// The files of a server that are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    Map,
    Wtr,
}

/// How far one of the answers of a server is from the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// Of which file it is.
    pub file: File,
    /// As the columns of `landwright z` are called.
    pub answer: &'static str,
    /// In how many points it differs.
    pub n_differ: usize,
    /// In how many of them one of both has none, or they are of different kinds.
    pub n_other: usize,
    /// In the others of them, by how much: on average and at most.
    pub mean: f64,
    pub most: f64,
    /// Where it is that far from the truth, or else the first point that differs.
    pub at: Option<[f64; 3]>,
}

impl Error {
    fn of(file: File, answer: &'static str) -> Error {
        Error { file, answer, n_differ: 0, n_other: 0, mean: 0.0, most: 0.0, at: None }
    }

    fn take(&mut self, at: [f64; 3], server: Option<f64>, truth: Option<f64>) {
        let apart = match (server, truth) {
            (Some(server), Some(truth)) => (server - truth).abs(),
            (None, None) => 0.0,
            _ => return self.take_other(at),
        };
        if apart > TOLERANCE {
            let n_before = (self.n_differ - self.n_other) as f64;
            self.n_differ += 1;
            self.mean = (self.mean * n_before + apart) / (n_before + 1.0);
            if apart > self.most {
                (self.most, self.at) = (apart, Some(at));
            }
        }
    }

    fn take_other(&mut self, at: [f64; 3]) {
        self.n_differ += 1;
        self.n_other += 1;
        self.at = self.at.or(Some(at));
    }
}

/// A number of an answer, with its name.
type Named = (&'static str, fn(&Answer) -> Option<f64>);

/// What a server answers of a zone in so many points, against the truth. `None` where nothing in the zone
/// stops anybody.
pub fn report(zone: &Zone, server: &Asked, n_points: u32) -> Option<Vec<Error>> {
    let truth = zone.asked();
    let [low, high] = truth.ground.bounds()?.map(|corner| corner.map(f64::from));
    let heights: [Named; 4] = [
        ("FindBestZ", |answer| answer.best_z),
        ("FindClosestZ", |answer| answer.closest_z),
        ("FindGround", |answer| answer.ground),
        ("FindCeiling", |answer| answer.ceiling),
    ];
    let distances: [Named; 2] = [
        ("distance_water", |answer| answer.distance_water),
        ("distance_lava", |answer| answer.distance_lava),
    ];
    let mut floors = Error::of(File::Map, "floors");
    let mut of_heights = heights.map(|(name, _)| Error::of(File::Map, name));
    let mut kinds = Error::of(File::Wtr, "kind");
    let mut of_distances = distances.map(|(name, _)| Error::of(File::Wtr, name));
    let mut random = Random(SEED);
    for number in 0..n_points {
        let at = point(number, &truth, [low, high], &mut random);
        let [x, y, _] = at;
        let (found, expected) = (server.answer(As::Server, at), truth.answer(As::True, at));
        let [has, real] = [server, &truth].map(|asked| asked.ground.column(x, y));
        match has.0.len() == real.0.len() {
            true => {
                let pairs = has.0.iter().zip(&real.0).map(|(a, b)| (a.z, b.z));
                let apart = |(a, b): &(f64, f64)| (a - b).abs();
                let most = pairs.max_by(|a, b| apart(a).total_cmp(&apart(b)));
                let (has, real) = most.unwrap_or_default();
                floors.take(at, Some(has), Some(real));
            }
            false => floors.take_other(at),
        }
        for (error, (_, of)) in of_heights.iter_mut().zip(heights) {
            error.take(at, of(&found), of(&expected));
        }
        if Kind::of(found.region) != Kind::of(expected.region) {
            kinds.take_other(at);
        }
        for (error, (_, of)) in of_distances.iter_mut().zip(distances) {
            error.take(at, of(&found), of(&expected));
        }
    }
    let errors = [floors].into_iter().chain(of_heights).chain([kinds]).chain(of_distances);
    Some(errors.collect())
}

/// A point of the report by its number.
fn point(number: u32, truth: &Asked, [low, high]: [[f64; 3]; 2], random: &mut Random) -> [f64; 3] {
    let [x, y, z] = random.within(low, high);
    let near_floor = |x: f64, y: f64, z: f64| {
        let floor = truth.ground.column(x, y).closest_z(z);
        floor.map_or(z, |floor| floor + (z - low.last().copied().unwrap_or_default()) % 6.0)
    };
    match number % 4 {
        0 | 1 => [x, y, z],
        2 => [x, y, near_floor(x, y, z)],
        _ => {
            let (x, y) = (x.round(), y.round());
            [x, y, near_floor(x, y, z).round()]
        }
    }
}

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, [lx, ly, lz]: [f64; 3], [hx, hy, hz]: [f64; 3]) -> [f64; 3] {
        [(lx, hx), (ly, hy), (lz, hz)].map(|(low, high)| low + (high - low) * self.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nav::eq::ground::Ground;
    use crate::world::eq::tests::isle;

    #[test]
    fn a_report_counts_what_the_server_does_not_know() {
        let zone = isle();
        let of = |server: &Asked| report(&zone, server, 400).unwrap();
        let fresh = of(&zone.asked());
        let named = |errors: &[Error], name: &str| {
            errors.iter().find(|error| error.answer == name).unwrap().clone()
        };
        assert_eq!(
            (named(&fresh, "floors").n_differ, named(&fresh, "distance_water").n_differ),
            (0, 0)
        );
        assert_eq!(fresh, of(&zone.asked()), "points are the same each time");
        // Without its highest triangles, the server falls through.
        let mut stale = zone.asked();
        let flat =
            stale.ground.triangles().iter().filter(|corners| corners.iter().all(|it| it[2] < 4.0));
        stale.ground = Ground::new(flat.copied().collect());
        let stale = named(&of(&stale), "FindBestZ");
        assert!(stale.n_differ > 10 && stale.most > 3.0 && stale.at.is_some(), "{stale:?}");
        let without = Asked { ground: zone.asked().ground, ..Asked::default() };
        let kinds = named(&of(&without), "kind");
        assert!(kinds.n_differ > 0 && kinds.n_differ == kinds.n_other, "{kinds:?}");
        // The server takes points on planes for no region.
        let on_planes = named(&fresh, "kind").n_differ;
        assert!(on_planes < kinds.n_differ, "{on_planes}");
    }
}
