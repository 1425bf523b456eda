//! What there is in the zone, and what it is called: made up, in English and in Korean.

use crate::format::text::{BoundedText, CodePage, Text};

/// The row of LIST_ZONE.STB, and the name of its files.
pub(super) const ZONE_ID: u32 = 1;
pub(super) const ZONE: &str = "S01";
pub(super) const ZONE_KOREAN: &str = "이끼 언덕";
pub(super) const ZONE_ENGLISH: &str = "Mossy Downs";

/// A row of LIST_NPC.STB.
#[derive(Debug)]
pub(super) struct Creature {
    pub(super) id: u32,
    pub(super) korean: &'static str,
    pub(super) english: &'static str,
    pub(super) level: u32,
}

const fn creature(id: u32, korean: &'static str, english: &'static str, level: u32) -> Creature {
    Creature { id, korean, english, level }
}

pub(super) const MONSTERS: [Creature; 8] = [
    creature(1, "이끼두꺼비", "Mossback Toad", 3),
    creature(2, "모래도마뱀", "Sand Skink", 4),
    creature(3, "가시멧돼지", "Thorn Boar", 7),
    creature(4, "재나방", "Cinder Moth", 8),
    creature(5, "자갈도깨비", "Gravel Imp", 11),
    creature(6, "개울수달", "Brook Otter", 5),
    creature(7, "갈대허깨비", "Reed Wisp", 13),
    creature(8, "늙은 이끼두꺼비", "Old Mossback", 20),
];

pub(super) const PEOPLE: [Creature; 4] = [
    creature(11, "문지기 오단", "Gatekeeper Odan", 10),
    creature(12, "베 짜는 미렐", "Weaver Mirel", 10),
    creature(13, "정찰병 타비", "Scout Tavi", 10),
    creature(14, "방앗간 브러스크", "Miller Brusk", 10),
];

/// Rows of the zone's deco, cnst and morph tables, from row 1 on.
pub(super) const DECOS: [&str; 9] =
    ["BIRCH", "PINE", "STUMP", "FERN", "BOULDER", "REEDS", "FENCE", "SIGNPOST", "HOUSE"];
pub(super) const BUILDINGS: [&str; 6] =
    ["MILL", "COTTAGE", "BARN", "WELLHOUSE", "FOUNTAIN", "BRIDGE"];
/// So many of them stand anywhere; the others have their places in each hamlet.
pub(super) const N_DECOS_ANYWHERE: u32 = 8;
pub(super) const N_BUILDINGS_ANYWHERE: u32 = 4;
pub(super) const ANIMATED: [&str; 3] = ["SAILS", "PENNANT", "TURNSTILE"];

pub(super) const SOUNDS: [&str; 3] = ["BROOK", "WIND", "HAMMER"];
pub(super) const CAMPFIRE: &str = "CAMPFIRE";
pub(super) const EFFECTS: [&str; 3] = [CAMPFIRE, "FIREFLIES", "CHIMNEY"];

/// Names of event points in the ZON. WARP.STB leads to each of the last two: row 1 to the
/// first of them.
pub(super) const START: &str = "start";
pub(super) const RESTORE: &str = "restore";
pub(super) const WARP_TARGETS: [&str; 2] = ["WARP-S01-NORTH", "WARP-S01-SOUTH"];

pub(super) const TRIGGERS: [&str; 3] = ["S01-01", "S01-늪", "S01-03"];
/// What the triggers are about, from row 1 of LIST_QUEST.STB on.
pub(super) const QUESTS: [&str; 3] = ["Toads in the Well", "The Lost Scout", "Flour for the Mill"];
pub(super) const CONVERSATION: &str = "S01-001.CON";
/// Rows of FILE_AI.STB, from row 1 on.
pub(super) const AI_FILES: [&str; 2] = ["PASSIVE", "FIERCE"];

/// A text in the code page of the country. Ours all fit, so none comes out empty.
pub(super) fn text<const MAX: usize>(text: &str) -> BoundedText<MAX> {
    let bytes = Text::encode(text, CodePage::Cp949).unwrap_or_default();
    BoundedText::try_from(bytes).unwrap_or_default()
}
