//! What decides conflicts of a merged area for the other side, as data that outlives the merge. Nodes
//! go by their places, since their numbers change with undo and with saves.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::space::tera::{Octant, PosInWorld};
use crate::world::area::Area;
use crate::world::area::id::NodeId;
use crate::world::three_way::Verdict;

use super::octants::Place;
use super::same::{Key, Nodes};
use super::{To, words};

/// The places that a node may be at, the likeliest first: where the merge left it, and where the
/// other side has it.
pub type Places = Vec<[F32; 3]>;

/// Makes one thing as the other side has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "take", rename_all = "kebab-case")]
pub enum Take {
    Move {
        node: Places,
        to: [F32; 3],
    },
    /// Lets an edge lead to a node, or removes it.
    Edge {
        node: Places,
        octant: u8,
        to: Option<Places>,
    },
    Delete {
        node: Places,
    },
    /// Brings back a node that is deleted here, with its edges and those that lead to it there. An
    /// edge from or to a node that is not there does not come back, nor one whose octant is taken.
    Restore {
        at: [F32; 3],
        edges: Vec<(u8, Places)>,
        into: Vec<(u8, Places)>,
    },
}

/// The same by keys, before all nodes have their places.
#[derive(Debug, Clone)]
pub(super) enum Wish {
    /// It is decided by hand alone.
    None,
    Move(Key),
    Edge(Key, Octant, Option<Key>),
    Delete(Key),
    Restore(Key),
}

impl Wish {
    /// For an edge as the other side has it. One to no node can't be had anywhere else.
    pub(super) fn edge(key: Key, octant: Octant, to: Option<To>) -> Wish {
        match to {
            None => Wish::Edge(key, octant, None),
            Some(To::Node(to)) => Wish::Edge(key, octant, Some(to)),
            Some(To::Nowhere(_)) => Wish::None,
        }
    }
}

/// What wishes go by.
pub(super) struct After<'a> {
    theirs: &'a Nodes<'a>,
    places: &'a [Place],
    /// The edges to nodes that may come back, with their octants.
    into: BTreeMap<Key, Vec<(u8, Key)>>,
}

impl<'a> After<'a> {
    pub(super) fn new(theirs: &'a Nodes<'a>, places: &'a [Place], wishes: &[Wish]) -> After<'a> {
        let restored = wishes.iter().filter_map(|wish| match wish {
            Wish::Restore(key) => Some((*key, Vec::new())),
            _ => None,
        });
        let mut into: BTreeMap<Key, Vec<(u8, Key)>> = restored.collect();
        if !into.is_empty() {
            for from in 0..places.len() as Key {
                for (octant, to) in Octant::all().zip(theirs.edges(from)) {
                    if let Some(To::Node(to)) = to
                        && let Some(list) = into.get_mut(&to)
                    {
                        list.push((octant.number(), from));
                    }
                }
            }
        }
        After { theirs, places, into }
    }

    pub(super) fn take(&self, wish: &Wish) -> Option<Take> {
        match wish {
            Wish::None => None,
            Wish::Move(key) => {
                Some(Take::Move { node: self.node(*key)?, to: self.theirs.place(*key)? })
            }
            Wish::Edge(key, octant, to) => {
                let octant = octant.number();
                let to = match to {
                    Some(to) => Some(self.any(*to)?),
                    None => None,
                };
                Some(Take::Edge { node: self.node(*key)?, octant, to })
            }
            Wish::Delete(key) => Some(Take::Delete { node: self.node(*key)? }),
            Wish::Restore(key) => {
                let edges = Octant::all().zip(self.theirs.edges(*key));
                let edges = edges.filter_map(|(octant, to)| match to? {
                    To::Node(to) => Some((octant.number(), self.any(to)?)),
                    To::Nowhere(_) => None,
                });
                let into = self.into.get(key).into_iter().flatten();
                let into = into.filter_map(|(octant, from)| Some((*octant, self.any(*from)?)));
                let at = self.theirs.place(*key)?;
                Some(Take::Restore { at, edges: edges.collect(), into: into.collect() })
            }
        }
    }

    /// A node of the merged area.
    fn node(&self, key: Key) -> Option<Places> {
        let place = self.places.get(key as usize)?;
        // Both moved it, so it is there once that is decided for the other side.
        let there = self.theirs.place(key).filter(|_| place.verdict == Verdict::Conflict);
        Some(std::iter::once(place.at?).chain(there).collect())
    }

    /// The same, or a node that the other side alone has.
    fn any(&self, key: Key) -> Option<Places> {
        self.node(key).or_else(|| self.theirs.place(key).map(|at| vec![at]))
    }
}

impl Take {
    /// Where the node is that it is about.
    pub fn places(&self) -> &[[F32; 3]] {
        match self {
            Take::Move { node, .. } | Take::Edge { node, .. } | Take::Delete { node } => node,
            Take::Restore { at, .. } => std::slice::from_ref(at),
        }
    }
}

/// The nodes of an area by their places.
struct ByPlace(HashMap<[u32; 3], Vec<NodeId>>);

impl ByPlace {
    fn of(area: &Area) -> ByPlace {
        let mut nodes: HashMap<[u32; 3], Vec<NodeId>> = HashMap::new();
        for node in area.nodes() {
            if let Some(at) = area.words.position(node) {
                nodes.entry(at.map(F32::to_bits)).or_default().push(node);
            }
        }
        ByPlace(nodes)
    }

    fn find(&self, places: &[[F32; 3]]) -> Result<NodeId, String> {
        let there = places.iter().filter_map(|at| Some((at, self.0.get(&at.map(F32::to_bits))?)));
        let called = |at: [F32; 3]| words::at(at);
        match there.into_iter().next() {
            Some((_, nodes)) if nodes.len() == 1 => {
                nodes.first().copied().ok_or_else(|| "no node is there".to_owned())
            }
            Some((at, _)) => Err(format!("several nodes are at {}", called(*at))),
            None => {
                let at = places.first().copied().unwrap_or_default();
                Err(format!("no node is at {}", called(at)))
            }
        }
    }
}

/// Why an edge can't lead to a node.
fn led_to(why: &str) -> String {
    format!("{why}; an edge leads there, so decide that node first")
}

impl Area {
    /// With what the other side has in some conflicts: all of them or none.
    pub fn with_theirs(&self, takes: &[Take]) -> Result<Area, String> {
        let mut area = self.clone();
        let mut nodes = ByPlace::of(self);
        for take in takes {
            let Take::Restore { at, .. } = take else { continue };
            let key = at.map(F32::to_bits);
            if nodes.0.contains_key(&key) {
                return Err(format!("a node is at {} already", words::at(*at)));
            }
            let node = area.try_add(PosInWorld::from_bits(*at)).map_err(|why| why.to_string())?;
            nodes.0.insert(key, vec![node]);
        }
        for take in takes {
            match take {
                Take::Restore { at, edges, into } => {
                    let node = nodes.find(std::slice::from_ref(at))?;
                    let out = edges.iter().map(|(octant, to)| (*octant, nodes.find(to), true));
                    let into = into.iter().map(|(octant, from)| (*octant, nodes.find(from), false));
                    for (octant, other, is_out) in out.chain(into) {
                        let (Some(octant), Ok(other)) = (Octant::new(octant), other) else {
                            continue;
                        };
                        let (from, to) = if is_out { (node, other) } else { (other, node) };
                        if area.edge(from, octant).is_none() {
                            area.set_edge(from, octant, Some(to));
                        }
                    }
                }
                Take::Edge { node, octant, to } => {
                    let node = nodes.find(node)?;
                    let to = to
                        .as_ref()
                        .map(|to| nodes.find(to).map_err(|why| led_to(&why)))
                        .transpose()?;
                    if let Some(octant) = Octant::new(*octant) {
                        area.set_edge(node, octant, to);
                    }
                }
                Take::Move { node, to } => {
                    let node = nodes.find(node)?;
                    area.put_node(node, *to).map_err(|why| why.to_string())?;
                }
                Take::Delete { .. } => {}
            }
        }
        for take in takes {
            if let Take::Delete { node } = take {
                let node = nodes.find(node)?;
                area.try_remove(&[node]).map_err(|why| why.to_string())?;
            }
        }
        Ok(area)
    }

    /// A node that a conflict is about; `None` where it is not there.
    pub fn node_of(&self, take: &Take) -> Option<NodeId> {
        take.places().iter().find_map(|at| {
            let bits = at.map(F32::to_bits);
            let is_it = |node: &NodeId| {
                self.words.position(*node).is_some_and(|own| own.map(F32::to_bits) == bits)
            };
            self.nodes().find(is_it)
        })
    }
}
