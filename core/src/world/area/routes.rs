//! Ways through an area, and the tests of them that are kept beside it.

use serde::{Deserialize, Serialize};

use crate::nav::tera::route::{Graph, NoRoute, Route, route};
use crate::space::tera::PosInWorld;

use super::Area;
use super::id::NodeId;
use super::places::Places;

/// How far the nearest node may be from a place; an edge reaches as far.
pub const MAX_OFF: f32 = 300.0;

/// Start or goal of a way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    Node(NodeId),
    /// A place in the game's units.
    At([f64; 3]),
}

/// What became of a way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Probe {
    /// The nodes that start and goal were taken for.
    pub from: Option<NodeId>,
    pub to: Option<NodeId>,
    #[serde(flatten)]
    pub outcome: Outcome,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    Reached(Route),
    /// There is no node near the start or the goal.
    NoNodeNear {
        spot: Spot,
    },
    CutOff(NoRoute),
}

/// A way that has to be there, or must not be. Places are kept, and no ids: these change when a
/// file is saved and opened again.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouteTest {
    #[serde(default)]
    pub name: String,
    pub from: [f64; 3],
    pub to: [f64; 3],
    #[serde(default)]
    pub expect: Expect,
    /// In the game's units; no limit where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_length: Option<f64>,
}

/// What a test asks for, by its bits, in an order that means nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    bits_of_places: [[u64; 3]; 2],
    expect: Expect,
    bits_of_length: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expect {
    #[default]
    Reached,
    CutOff,
}

impl Area {
    /// The way from one spot to another.
    pub fn probe(&self, places: &Places, from: Spot, to: Spot) -> Probe {
        let (start, goal) = (self.node_at(places, from), self.node_at(places, to));
        let outcome = match (start, goal) {
            (None, _) => Outcome::NoNodeNear { spot: from },
            (_, None) => Outcome::NoNodeNear { spot: to },
            (Some(from), Some(to)) => match route(self, from.0, to.0) {
                Ok(route) => Outcome::Reached(route),
                Err(why) => Outcome::CutOff(why),
            },
        };
        Probe { from: start, to: goal, outcome }
    }

    fn node_at(&self, places: &Places, spot: Spot) -> Option<NodeId> {
        match spot {
            Spot::Node(node) => Some(node).filter(|node| self.contains(*node)),
            Spot::At([x, y, z]) => places.nearest(PosInWorld { x, y, z }, MAX_OFF),
        }
    }
}

impl PartialEq for RouteTest {
    fn eq(&self, other: &RouteTest) -> bool {
        self.name == other.name && self.question() == other.question()
    }
}

impl Eq for RouteTest {}

impl RouteTest {
    /// What it asks for: two that ask for the same do, whatever they are called.
    pub fn question(&self) -> Question {
        let bits_of_places = [self.from, self.to].map(|place| place.map(f64::to_bits));
        let bits_of_length = self.max_length.map(f64::to_bits);
        Question { bits_of_places, expect: self.expect, bits_of_length }
    }

    /// What the probe is, and whether the test wants it so.
    pub fn run(&self, area: &Area, places: &Places) -> (Probe, bool) {
        let probe = area.probe(places, Spot::At(self.from), Spot::At(self.to));
        let is_as_wanted = match (&probe.outcome, self.expect) {
            (Outcome::Reached(route), Expect::Reached) => {
                self.max_length.is_none_or(|max| route.length <= max)
            }
            (Outcome::Reached(_), Expect::CutOff) => false,
            (_, expect) => expect == Expect::CutOff,
        };
        (probe, is_as_wanted)
    }
}

impl Graph for Area {
    fn n_nodes(&self) -> u32 {
        self.n_ids()
    }

    fn contains(&self, node: u32) -> bool {
        Area::contains(self, NodeId(node))
    }

    fn pos(&self, node: u32) -> Option<PosInWorld> {
        Area::pos(self, NodeId(node))
    }

    fn for_each_target(&self, node: u32, visit: impl FnMut(u32)) {
        self.words.targets(NodeId(node)).map(|node| node.0).for_each(visit);
    }

    fn for_each_source(&self, node: u32, visit: impl FnMut(u32)) {
        self.edges_to(NodeId(node)).map(|edge| edge.node.0).for_each(visit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{act, area};
    use super::*;

    #[test]
    fn tests_of_routes_tell_whether_an_edit_broke_them() {
        let before = area(&[(4, 4), (6, 5), (12, 4)], &[(0, 1), (1, 2)]);
        let json = r#"[
            {"from":[72,72,0],"to":[200,72,0],"max_length":150},
            {"name":"no way back","from":[200,72,9],"to":[72,72,0],"expect":"cut-off"},
            {"from":[72,72,0],"to":[9000,72,0],"expect":"cut-off"}
        ]"#;
        let tests: Vec<RouteTest> = serde_json::from_str(json).unwrap();
        let run = |area: &Area| -> Vec<bool> {
            let places = Places::of(area);
            tests.iter().map(|test| test.run(area, &places).1).collect()
        };
        assert_eq!(run(&before), [true; 3]);
        let after = act(&before, r#"{"action":"reverse-edge","node":1,"octant":7}"#).unwrap();
        assert_eq!(run(&after), [false, true, true]);
        let probe = after.probe(&Places::of(&after), Spot::Node(NodeId(0)), Spot::Node(NodeId(2)));
        assert_eq!(probe.outcome, Outcome::CutOff(NoRoute::OneWay { from: 1, to: 2 }));
    }
}
