//! Parts of a mesh between which nobody walks.

use std::collections::VecDeque;

use crate::nav::eq::mesh::Mesh;
use crate::nav::eq::mesh::shape::surface;

/// The islands of a mesh, whichever way its connections lead.
#[derive(Debug, Clone, Default)]
pub struct Islands {
    /// Of each polygon; `None` where a server never walks.
    of: Vec<Option<usize>>,
    /// The largest first.
    pub all: Vec<Island>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Island {
    pub n_polygons: usize,
    /// From above, without connections.
    pub surface: f64,
    /// Its first polygon that is ground, or else its first one.
    pub first: usize,
}

impl Islands {
    pub fn of(mesh: &Mesh) -> Islands {
        let back = mesh.ways_back();
        let mut of = vec![None; mesh.polygons.len()];
        let mut all: Vec<Island> = Vec::new();
        for start in 0..mesh.polygons.len() {
            if !mesh.is_walked(start) || of.get(start).is_some_and(Option::is_some) {
                continue;
            }
            let number = all.len();
            let mut island = Island { n_polygons: 0, surface: 0.0, first: start };
            let mut first_ground = None;
            let mut queue = VecDeque::from([start]);
            while let Some(polygon) = queue.pop_front() {
                match of.get_mut(polygon) {
                    Some(slot @ None) => *slot = Some(number),
                    _ => continue,
                }
                let Some(own) = mesh.polygons.get(polygon) else { continue };
                island.n_polygons += 1;
                if !own.is_connection {
                    island.surface += surface(&own.corners);
                    first_ground = first_ground.or(Some(polygon));
                }
                let behind = back.get(polygon).into_iter().flatten().copied();
                let next = own.links().map(|link| link.to).chain(behind);
                queue.extend(next.filter(|to| mesh.is_walked(*to)));
            }
            island.first = first_ground.unwrap_or(start);
            all.push(island);
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        let surface = |number: usize| all.get(number).map_or(0.0, |island| island.surface);
        order.sort_by(|a, b| surface(*b).total_cmp(&surface(*a)).then(a.cmp(b)));
        let mut rank = vec![0; all.len()];
        for (place, number) in order.iter().enumerate() {
            if let Some(slot) = rank.get_mut(*number) {
                *slot = place;
            }
        }
        let of = of.into_iter().map(|island| island.and_then(|number| rank.get(number).copied()));
        let sorted = order.into_iter().filter_map(|number| all.get(number).copied()).collect();
        Islands { of: of.collect(), all: sorted }
    }

    /// The island of a polygon, counted from 0 for the largest one.
    pub fn of_polygon(&self, polygon: usize) -> Option<usize> {
        self.of.get(polygon).copied().flatten()
    }
}

impl Mesh {
    /// Which polygons lead to each.
    pub fn ways_back(&self) -> Vec<Vec<usize>> {
        let mut back = vec![Vec::new(); self.polygons.len()];
        for (from, polygon) in self.polygons.iter().enumerate() {
            for link in polygon.links() {
                if let Some(list) = back.get_mut(link.to) {
                    list.push(from);
                }
            }
        }
        back
    }

    /// Everything that one gets to from a polygon over those that are wanted, by links or against them.
    pub fn reached(
        &self,
        start: usize,
        ways: Ways<'_>,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.polygons.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(polygon) = queue.pop_front() {
            match reached.get_mut(polygon) {
                Some(slot @ false) => *slot = true,
                _ => continue,
            }
            match ways {
                Ways::On => {
                    let links = self.polygons.get(polygon).into_iter().flat_map(|own| own.links());
                    queue.extend(links.map(|link| link.to).filter(|to| is_wanted(*to)));
                }
                Ways::Back(back) => {
                    let from = back.get(polygon).into_iter().flatten().copied();
                    queue.extend(from.filter(|from| is_wanted(*from)));
                }
            }
        }
        reached
    }
}

/// Which way links are followed.
#[derive(Debug, Clone, Copy)]
pub enum Ways<'b> {
    On,
    Back(&'b [Vec<usize>]),
}
