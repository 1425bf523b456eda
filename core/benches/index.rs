//! How long the index takes for 2 million nodes of a path graph: to load, to ask, to edit.

use std::hint::black_box;

use divan::Bencher;
use landwright_core::space::extent::Extent;
use landwright_core::space::index::Index3;

const N_NODES: u32 = 2_000_000;
/// A node for every 8 × 8 units, or so.
const SIDE: u64 = 11_000;

fn main() {
    divan::main();
}

struct Seeded(u64);

impl Seeded {
    fn below(&mut self, limit: u64) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % limit) as f32
    }

    fn point(&mut self) -> [f32; 3] {
        [self.below(SIDE), self.below(SIDE), self.below(500)]
    }
}

fn nodes() -> Vec<(u32, Extent<3>)> {
    let mut seeded = Seeded(1);
    (0..N_NODES).filter_map(|key| Some((key, Extent::point(seeded.point()).ok()?))).collect()
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn load(bencher: Bencher) {
    bencher.with_inputs(nodes).bench_values(Index3::bulk);
}

#[divan::bench(sample_count = 1_000)]
fn nearest(bencher: Bencher) {
    let index = Index3::bulk(nodes());
    let mut seeded = Seeded(2);
    bencher
        .with_inputs(|| seeded.point())
        .bench_local_values(|point| black_box(index.nearest(point, f32::INFINITY)));
}

#[divan::bench(sample_count = 1_000)]
fn pick_16(bencher: Bencher) {
    let index = Index3::bulk(nodes());
    let mut seeded = Seeded(3);
    bencher
        .with_inputs(|| seeded.point())
        .bench_local_values(|point| black_box(index.pick(point, 16.0, |_| 0)));
}

#[divan::bench(sample_count = 1_000)]
fn insert_and_remove(bencher: Bencher) {
    let mut index = Index3::bulk(nodes());
    let mut seeded = Seeded(4);
    bencher.with_inputs(|| seeded.point()).bench_local_values(|point| {
        if let Ok(extent) = Extent::point(point) {
            index.insert(N_NODES, extent);
        }
        black_box(index.remove(N_NODES))
    });
}
