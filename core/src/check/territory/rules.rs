//! The rules of territories.

use crate::problem::{Rule, Severity};

pub(super) const BAD_VALUE: Rule = Rule {
    code: "territory-bad-value",
    severity: Severity::Error,
    title: "Value of a territory that can't be read",
    explanation: "\
A place has three numbers with commas between them, and heights are numbers. Something else is here, or \
the file breaks off.

Correct the value in a text editor.",
};

pub(super) const FENCE: Rule = Rule {
    code: "territory-fence",
    severity: Severity::Warning,
    title: "Fence that encloses nothing, or crosses itself",
    explanation: "\
A fence needs three corners at least, in the order in which one walks around it. One with fewer has no \
inside. One that crosses itself has another inside than it seems.

Correct the corners or their order.",
};

pub(super) const NO_NODE_INSIDE: Rule = Rule {
    code: "territory-no-node",
    severity: Severity::Warning,
    title: "Territory without path nodes",
    explanation: "\
NPCs spawn anywhere inside of this fence, and the area has no path node there, at any height that the \
territory reaches. They stand where nobody walks, or in the air.

Move the fence onto the ground, or give the ground nodes.",
};

pub(super) const NPC_OFF_FLOOR: Rule = Rule {
    code: "territory-npc-off-floor",
    severity: Severity::Warning,
    title: "NPC off every floor",
    explanation: "\
An NPC with a place of its own is more than 64 units above or below every floor that the geometry has \
there, or where it has none. It floats, or is inside of a wall.

Move it onto a floor: `landwright spawns AREA FILE --move NUMBER=X,Y`.",
};

pub(super) const NPC_NO_NODE: Rule = Rule {
    code: "territory-npc-no-node",
    severity: Severity::Information,
    title: "NPC that can't come to a path node",
    explanation: "\
No path node within 300 units of an NPC can be walked to straight. Whoever only stands there, such as a \
merchant, needs none. A monster that follows a player walks straight on into what is between.

Move it, or give the ground nodes.",
};

pub(super) const NPC_OUTSIDE: Rule = Rule {
    code: "territory-npc-outside",
    severity: Severity::Warning,
    title: "NPC outside the fence of its territory",
    explanation: "\
An NPC with a place of its own is not inside of the fence of its territory, or above or below what the \
territory reaches: the heights of its corners, with addMaxZ and subtractMinZ.

Move the NPC or the fence.",
};

pub(super) const NPC_UNKNOWN: Rule = Rule {
    code: "territory-npc-unknown",
    severity: Severity::Warning,
    title: "NPC that no template has",
    explanation: "\
The number of an NPC's template is in none of the NpcData files beside. The server leaves it out, or does \
not start.

Correct the number.",
};

pub(super) const WAY: Rule = Rule {
    code: "territory-way",
    severity: Severity::Warning,
    title: "Way of an NPC that can't be walked",
    explanation: "\
An NPC comes to a stop of its way neither straight on nor by the path nodes of the area, or the stop is on no \
floor.

Move the stop.",
};

pub(super) const ELSEWHERE: Rule = Rule {
    code: "territory-elsewhere",
    severity: Severity::Information,
    title: "Territory outside of the area",
    explanation: "\
No corner and no NPC of a territory is in a zone of the area that it was held against. It most likely belongs to \
a different one of the same continent.

Hold it against that one.",
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
