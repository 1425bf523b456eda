//! What an action comes to on an area: the words that change and what they change to.

mod bytes;
mod journal;

use std::sync::Arc;

use crate::format::ReadError;
use crate::format::tera::apd::NodeRange;
use crate::world::Document;
use crate::world::column::Column;
use crate::world::patch::Patch;

use super::id::NodeId;
use super::route_tests::{RouteTests, Splice};
use super::volumes::Volumes;
use super::words::{N_COLUMNS, N_OCTANTS, NOWHERE};
use super::{Area, Frame, Ranges};

/// A change of an area that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    Words(Box<Changes>),
    /// Another area in its place; its nodes keep their ids. Only in old journals.
    Whole(Box<Whole>),
}

/// An area that takes the place of another one, but for the route tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    /// Invariant: without route tests.
    area: Area,
    route_tests: Splice,
}

/// Words of an area, sparse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    n_nodes: u32,
    /// `None` where they stay as they are.
    ranges: Option<Ranges>,
    /// `None` where the zones stay.
    frame: Option<Reframing>,
    /// In the order of [`Words::each`].
    patches: [Patch; N_COLUMNS],
    /// Cells of the geometry.
    volumes: Volumes,
    route_tests: Splice,
}

/// Other zones, and what their squares list first.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Reframing {
    frame: Arc<Frame>,
    first: Column,
}

impl Edit {
    /// As old journals have it.
    #[cfg(test)]
    pub(super) fn whole(area: &Area) -> Edit {
        Edit::Whole(Box::new(Whole::of(area, Splice::default())))
    }

    /// Every node whose place, list or edges, from it or to it, it can change, and those that walk
    /// over geometry that it changes, by id.
    pub fn nodes(&self, area: &Area) -> Vec<NodeId> {
        let Some(changes) = self.within_zones() else { return area.nodes().collect() };
        let [x, y, z, edges, square, _, first_in, next_in, _] = &changes.patches;
        let by_node = [x, y, z, square, first_in].into_iter().flat_map(Patch::places);
        let by_slot = edges.places().map(|slot| slot / N_OCTANTS);
        let mut nodes: Vec<NodeId> = by_node.chain(by_slot).map(|idx| NodeId(idx as u32)).collect();
        // Behind an edge that leads to a node, another to the same one came or went.
        let links = next_in.places().filter_map(|slot| area.words.edges.get(slot));
        let ends = links.filter(|word| word & NOWHERE == 0).filter_map(|word| word.checked_sub(1));
        nodes.extend(ends.map(NodeId));
        nodes.extend(area.nodes_over(&changes.volumes));
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Every node whose place, list or edges it can change, by id; `None` where that is all.
    pub(super) fn touched_nodes(&self) -> Option<Vec<NodeId>> {
        let changes = self.within_zones()?;
        let [x, y, z, edges, square, ..] = &changes.patches;
        let by_node = [x, y, z, square].into_iter().flat_map(Patch::places);
        let by_slot = edges.places().map(|slot| slot / N_OCTANTS);
        let mut nodes: Vec<NodeId> = by_node.chain(by_slot).map(|idx| NodeId(idx as u32)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        Some(nodes)
    }

    /// What it changes, where the zones stay.
    fn within_zones(&self) -> Option<&Changes> {
        match self {
            Edit::Words(changes) => Some(&**changes).filter(|changes| changes.frame.is_none()),
            Edit::Whole(_) => None,
        }
    }

    /// Whether it changes more than nodes: which zones there are, or how squares list all nodes.
    pub fn is_of_whole_area(&self) -> bool {
        match self {
            Edit::Words(changes) => changes.ranges.is_some() || changes.frame.is_some(),
            Edit::Whole(_) => true,
        }
    }

    /// The cells of the geometry that it can change.
    pub fn volumes(&self) -> &Volumes {
        match self {
            Edit::Words(changes) => &changes.volumes,
            Edit::Whole(whole) => &whole.area.volumes,
        }
    }

    /// Whether all that it changes is which routes are tested.
    pub fn is_of_route_tests_alone(&self) -> bool {
        let Some(changes) = self.within_zones() else { return false };
        changes.ranges.is_none()
            && changes.patches.iter().all(Patch::is_empty)
            && changes.volumes.is_empty()
    }
}

impl Changes {
    /// So many ids there have to be.
    fn n_ids(&self) -> usize {
        let [x, y, z, edges, square, next, first_in, next_in, _] = &self.patches;
        let by_node = [x, y, z, square, next, first_in].into_iter().map(Patch::end).max();
        let by_slot = edges.end().max(next_in.end()).div_ceil(N_OCTANTS);
        by_node.unwrap_or(0).max(by_slot)
    }
}

impl Document for Area {
    const KIND: [u8; 4] = *b"apd ";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let changes = match edit {
            Edit::Words(changes) => changes,
            Edit::Whole(whole) => {
                let route_tests = whole.route_tests.held_by(&self.route_tests);
                return Edit::Whole(Box::new(Whole::of(self, route_tests)));
            }
        };
        let mut words = self.words.clone();
        words.grow(changes.n_ids());
        let columns = words.each();
        let held = changes.patches.iter().zip(columns);
        let mut held = held.map(|(patch, column)| patch.held_by(column));
        let patches = std::array::from_fn(|_| held.next().unwrap_or_default());
        let ranges = changes.ranges.as_ref().map(|_| self.ranges.clone());
        let frame = changes.frame.as_ref().map(|_| self.reframing());
        let (n_nodes, volumes) = (self.n_nodes, self.volumes.held_under(&changes.volumes));
        let route_tests = changes.route_tests.held_by(&self.route_tests);
        Edit::Words(Box::new(Changes { n_nodes, ranges, frame, patches, volumes, route_tests }))
    }

    fn put(&mut self, edit: &Edit) {
        match edit {
            Edit::Words(changes) => {
                self.words.grow(changes.n_ids());
                for (patch, column) in changes.patches.iter().zip(self.words.each_mut()) {
                    patch.put(column);
                }
                if let Some(Reframing { frame, first }) = &changes.frame {
                    (self.frame, self.words.first) = (frame.clone(), first.clone());
                }
                self.n_nodes = changes.n_nodes;
                if let Some(ranges) = &changes.ranges {
                    self.ranges = ranges.clone();
                }
                self.volumes.put_all(&changes.volumes);
                changes.route_tests.put(&mut self.route_tests);
            }
            Edit::Whole(whole) => {
                let n_ids = self.n_ids() as usize;
                // A file may have been saved since, so what was touched is told even where it is as
                // it was first.
                let Whole { area, route_tests: splice } = &**whole;
                let mut volumes = self.volumes.clone();
                volumes.put_all(&volumes.difference_to(&area.volumes));
                let mut route_tests = self.route_tests.clone();
                splice.put(&mut route_tests);
                *self = Area { volumes, route_tests, ..area.clone() };
                // No id is given twice.
                self.words.grow(n_ids);
            }
        }
    }

    fn edit_to(&self, new: &Area) -> Option<Edit> {
        let route_tests = Splice::between(&self.route_tests, &new.route_tests);
        let frame = (self.frame != new.frame).then(|| new.reframing());
        let (mut old_words, mut new_words) = (self.words.clone(), new.words.clone());
        let n_ids = self.n_ids().max(new.n_ids()) as usize;
        old_words.grow(n_ids);
        new_words.grow(n_ids);
        if frame.is_some() {
            // That of the squares is taken as a whole.
            old_words.first = new_words.first.clone();
        }
        let mut pairs = old_words.each().into_iter().zip(new_words.each());
        let mut patch = || pairs.next().map(|(old, new)| old.patch_to(new)).unwrap_or_default();
        let patches: [Patch; N_COLUMNS] = std::array::from_fn(|_| patch());
        let ranges = (self.ranges != new.ranges).then(|| new.ranges.clone());
        let volumes = self.volumes.difference_to(&new.volumes);
        let n_nodes = new.n_nodes;
        let changes = Changes { n_nodes, ranges, frame, patches, volumes, route_tests };
        let has_tests = !changes.route_tests.is_empty();
        let edit = Edit::Words(Box::new(changes));
        (has_tests || !edit.is_of_route_tests_alone()).then_some(edit)
    }

    fn no_edit(&self) -> Edit {
        Edit::Words(Box::new(Changes {
            n_nodes: self.n_nodes,
            ranges: None,
            frame: None,
            patches: std::array::from_fn(|_| Patch::default()),
            volumes: Volumes::default(),
            route_tests: Splice::default(),
        }))
    }

    fn n_bytes(edit: &Edit) -> usize {
        let n_held = match edit {
            Edit::Words(changes) => {
                let patches = changes.patches.iter().map(Patch::n_bytes).sum::<usize>();
                let kept = match &changes.ranges {
                    Some(Ranges::Kept(kept)) => size_of_val::<[NodeRange]>(kept),
                    _ => 0,
                };
                let beside = changes.volumes.n_bytes() + changes.route_tests.n_bytes();
                let frame = changes.frame.as_ref().map_or(0, Reframing::n_bytes);
                size_of::<Changes>() + patches + kept + beside + frame
            }
            Edit::Whole(whole) => {
                size_of::<Whole>() + whole.area.n_bytes() + whole.route_tests.n_bytes()
            }
        };
        size_of::<Edit>() + n_held
    }

    fn n_words(edit: &Edit) -> usize {
        match edit {
            Edit::Words(changes) => {
                let in_columns = changes.patches.iter().map(Patch::n_cells).sum::<usize>();
                let in_frame = changes.frame.as_ref().map_or(0, Reframing::n_words);
                in_columns + in_frame + changes.volumes.n_bytes() / 4
            }
            Edit::Whole(whole) => whole.area.n_bytes() / 4,
        }
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        journal::write(edit, out);
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        journal::read(self, data)
    }

    fn beside_base(&self) -> Option<Vec<u8>> {
        Some(self.route_tests.to_bytes())
    }

    fn saved_without(&self, left_out: &[u8], before: Option<&Area>) -> Area {
        self.without(left_out, before)
    }
}

impl Reframing {
    /// As far as they count: those of the squares.
    fn n_words(&self) -> usize {
        self.first.len()
    }

    fn n_bytes(&self) -> usize {
        4 * self.first.len() + self.frame.n_bytes()
    }
}

impl Whole {
    fn of(area: &Area, route_tests: Splice) -> Whole {
        Whole { area: area.with_route_tests(RouteTests::default()), route_tests }
    }
}

impl Area {
    fn reframing(&self) -> Reframing {
        Reframing { frame: self.frame.clone(), first: self.words.first.clone() }
    }
}
