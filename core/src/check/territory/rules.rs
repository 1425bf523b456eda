//! The rules of territories.

use crate::problem::{Rule, Severity};

pub(super) const BAD_VALUE: Rule = Rule {
    code: "territory-bad-value",
    severity: Severity::Error,
    title: "Value of a territory that can't be read",
    explanation: "\
A position is three numbers with commas between them, and heights are numbers. Something else is \
here, or the file is cut off.

Correct the value in a text editor.",
};

pub(super) const FENCE: Rule = Rule {
    code: "territory-fence",
    severity: Severity::Warning,
    title: "Fence that encloses nothing, or crosses itself",
    explanation: "\
A fence needs at least three corners, in order around it. A fence with fewer has no inside. A \
fence that crosses itself has a different inside than it seems.

Correct the corners or their order.",
};

pub(super) const NO_NODE_INSIDE: Rule = Rule {
    code: "territory-no-node",
    severity: Severity::Warning,
    title: "Territory without path nodes",
    explanation: "\
NPCs spawn anywhere inside this fence, but the area has no path node there, at any height of the \
territory. They spawn where nobody walks, or in the air.

Move the fence onto the ground, or add nodes to the ground.",
};

pub(super) const NPC_OFF_FLOOR: Rule = Rule {
    code: "territory-npc-off-floor",
    severity: Severity::Warning,
    title: "NPC off every floor",
    explanation: "\
An NPC with its own position is more than 64 units above or below every floor of the geometry, or \
where there is no floor. It floats, or is inside a wall.

Move it onto a floor: `landwright spawns AREA FILE --move NUMBER=X,Y`.",
};

pub(super) const NPC_NO_NODE: Rule = Rule {
    code: "territory-npc-no-node",
    severity: Severity::Information,
    title: "NPC that can't reach a path node",
    explanation: "\
An NPC can't walk straight to any path node within 300 units. NPCs that never move, such as \
merchants, need none. A monster that follows a player walks straight into the obstacles.

Move it, or add nodes to the ground.",
};

pub(super) const NPC_OUTSIDE: Rule = Rule {
    code: "territory-npc-outside",
    severity: Severity::Warning,
    title: "NPC outside the fence of its territory",
    explanation: "\
An NPC with its own position is outside the fence of its territory, or above or below the \
territory. The territory reaches from its lowest to its highest corner, extended by subtractMinZ \
and addMaxZ.

Move the NPC or the fence.",
};

pub(super) const NPC_UNKNOWN: Rule = Rule {
    code: "territory-npc-unknown",
    severity: Severity::Warning,
    title: "NPC without a template",
    explanation: "\
The number of an NPC's template is in none of the NpcData files beside this one. The server leaves \
out the NPC, or does not start.

Correct the number.",
};

pub(super) const WAY: Rule = Rule {
    code: "territory-way",
    severity: Severity::Warning,
    title: "Route of an NPC that can't be walked",
    explanation: "\
An NPC can't reach a stop of its route, neither in a straight line nor by the path nodes of the \
area. Or the stop is on no floor.

Move the stop.",
};

pub(super) const ELSEWHERE: Rule = Rule {
    code: "territory-elsewhere",
    severity: Severity::Information,
    title: "Territory outside the area",
    explanation: "\
No corner and no NPC of a territory is in a zone of the area that it was checked against. It most \
likely belongs to a different area of the same continent.

Check it against that area.",
};

pub(super) const RULES: &[&Rule] = &[
    &BAD_VALUE,
    &ELSEWHERE,
    &FENCE,
    &NO_NODE_INSIDE,
    &NPC_NO_NODE,
    &NPC_OFF_FLOOR,
    &NPC_OUTSIDE,
    &NPC_UNKNOWN,
    &WAY,
];
