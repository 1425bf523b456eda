//! IFO: everything that stands in a block of a ROSE zone, `x_y.IFO`.
//!
//! ```text
//! File: a table of blocks, see `blocks`. Old files have no block 12.
//!  0 map info    u32 width 16, height 16, block x, block y; f32×16 matrix; text name
//!  1 deco        objects                   8 spawn         spawns
//!  2 npc         npcs                      9 water planes  f32 size 2000, then planes
//!  3 cnst        objects (buildings)      10 warp          objects
//!  4 sound       sounds                   11 collision     objects
//!  5 effect      effects                  12 event         event objects
//!  6 animated    objects                  13 area          not understood, kept
//!  7 old water   u32 width 16, height 16; patches row by row
//!
//! text: u8 length, bytes in the code page of the country, no NUL
//! objects, npcs, spawns …: u32 count, then so many
//!
//! object          61 + name bytes
//!   text name; i16 warp id, event id; i32 object type, object id, cell x, cell y;
//!   f32×4 rotation x y z w; f32×3 position; f32×3 scale
//! npc             object; u32 ai id; text conversation file
//! sound           object; text path; u32 range, interval in seconds
//! effect          object; text path
//! spawn           object; text name; monsters (basic); monsters (tactic);
//!                 u32 interval in seconds, limit, range in metres, tactic points
//!   monster       text name; u32 monster id, count
//! event object    object; text quest trigger; text script function
//! plane           f32×3 start, f32×3 end, each x, height, y
//! patch           u8 has water; f32 height; u32 water type, id, reserved
//! ```
//!
//! The order of the objects in deco and cnst means something: lightmaps name them by their
//! place, counted from 1. So objects are appended, never swapped.
//!
//! Sounds, planes and block 13 were not seen in a file as of 2026-11.

pub mod object;
pub mod scripted;
pub mod ambience;
pub mod spawn;
pub mod water;
pub mod map_info;

use std::iter;

use serde::{Deserialize, Serialize};

use self::ambience::{Effect, Sound};
use self::map_info::MapInfo;
use self::object::Object;
use self::scripted::{EventObject, Npc};
use self::spawn::Spawn;
use self::water::{OldWaterPatch, WaterPlanes};
use super::blocks::{self, BlockFile, BlockKind};
use super::grid::Grid;
use super::list;
use crate::format::bytes::Bytes;
use crate::format::{Malformed, ReadError};

pub type Ifo = BlockFile<Body>;

pub const MAP_INFO: BlockKind = BlockKind(0);
pub const DECO: BlockKind = BlockKind(1);
pub const NPC: BlockKind = BlockKind(2);
pub const CNST: BlockKind = BlockKind(3);
pub const SOUND: BlockKind = BlockKind(4);
pub const EFFECT: BlockKind = BlockKind(5);
pub const ANIMATED: BlockKind = BlockKind(6);
pub const OLD_WATER: BlockKind = BlockKind(7);
pub const SPAWN: BlockKind = BlockKind(8);
pub const WATER_PLANES: BlockKind = BlockKind(9);
pub const WARP: BlockKind = BlockKind(10);
pub const COLLISION: BlockKind = BlockKind(11);
pub const EVENT: BlockKind = BlockKind(12);
/// Its layout is not known as of 2026-11: always opaque.
pub const AREA: BlockKind = BlockKind(13);

/// What a block holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    MapInfo(Box<MapInfo>),
    Deco(Vec<Object>),
    Npc(Vec<Npc>),
    Cnst(Vec<Object>),
    Sound(Vec<Sound>),
    Effect(Vec<Effect>),
    Animated(Vec<Object>),
    OldWater(Grid<OldWaterPatch>),
    Spawn(Vec<Spawn>),
    WaterPlanes(WaterPlanes),
    Warp(Vec<Object>),
    Collision(Vec<Object>),
    Event(Vec<EventObject>),
}

impl Body {
    /// The objects of the block, or what its records have of an object, in the order of the file.
    pub fn objects(&self) -> Box<dyn Iterator<Item = &Object> + '_> {
        match self {
            Body::Deco(list)
            | Body::Cnst(list)
            | Body::Animated(list)
            | Body::Warp(list)
            | Body::Collision(list) => Box::new(list.iter()),
            Body::Npc(list) => Box::new(list.iter().map(|npc| &npc.object)),
            Body::Sound(list) => Box::new(list.iter().map(|sound| &sound.object)),
            Body::Effect(list) => Box::new(list.iter().map(|effect| &effect.object)),
            Body::Spawn(list) => Box::new(list.iter().map(|spawn| &spawn.object)),
            Body::Event(list) => Box::new(list.iter().map(|event| &event.object)),
            Body::MapInfo(_) | Body::OldWater(_) | Body::WaterPlanes(_) => Box::new(iter::empty()),
        }
    }

    pub fn objects_mut(&mut self) -> Box<dyn Iterator<Item = &mut Object> + '_> {
        match self {
            Body::Deco(list)
            | Body::Cnst(list)
            | Body::Animated(list)
            | Body::Warp(list)
            | Body::Collision(list) => Box::new(list.iter_mut()),
            Body::Npc(list) => Box::new(list.iter_mut().map(|npc| &mut npc.object)),
            Body::Sound(list) => Box::new(list.iter_mut().map(|sound| &mut sound.object)),
            Body::Effect(list) => Box::new(list.iter_mut().map(|effect| &mut effect.object)),
            Body::Spawn(list) => Box::new(list.iter_mut().map(|spawn| &mut spawn.object)),
            Body::Event(list) => Box::new(list.iter_mut().map(|event| &mut event.object)),
            Body::MapInfo(_) | Body::OldWater(_) | Body::WaterPlanes(_) => Box::new(iter::empty()),
        }
    }
}

impl blocks::Body for Body {
    fn kind(&self) -> BlockKind {
        match self {
            Body::MapInfo(_) => MAP_INFO,
            Body::Deco(_) => DECO,
            Body::Npc(_) => NPC,
            Body::Cnst(_) => CNST,
            Body::Sound(_) => SOUND,
            Body::Effect(_) => EFFECT,
            Body::Animated(_) => ANIMATED,
            Body::OldWater(_) => OLD_WATER,
            Body::Spawn(_) => SPAWN,
            Body::WaterPlanes(_) => WATER_PLANES,
            Body::Warp(_) => WARP,
            Body::Collision(_) => COLLISION,
            Body::Event(_) => EVENT,
        }
    }

    fn empty(kind: BlockKind) -> Option<Body> {
        Some(match kind {
            DECO => Body::Deco(Vec::new()),
            NPC => Body::Npc(Vec::new()),
            CNST => Body::Cnst(Vec::new()),
            SOUND => Body::Sound(Vec::new()),
            EFFECT => Body::Effect(Vec::new()),
            ANIMATED => Body::Animated(Vec::new()),
            SPAWN => Body::Spawn(Vec::new()),
            WATER_PLANES => Body::WaterPlanes(WaterPlanes::none()),
            WARP => Body::Warp(Vec::new()),
            COLLISION => Body::Collision(Vec::new()),
            EVENT => Body::Event(Vec::new()),
            _ => return None,
        })
    }

    fn read(kind: BlockKind, bytes: &mut Bytes<'_>) -> Result<Body, ReadError> {
        Ok(match kind {
            MAP_INFO => Body::MapInfo(Box::new(MapInfo::read(bytes)?)),
            DECO => Body::Deco(list::read(bytes)?),
            NPC => Body::Npc(list::read(bytes)?),
            CNST => Body::Cnst(list::read(bytes)?),
            SOUND => Body::Sound(list::read(bytes)?),
            EFFECT => Body::Effect(list::read(bytes)?),
            ANIMATED => Body::Animated(list::read(bytes)?),
            OLD_WATER => Body::OldWater(water::read_old_water(bytes)?),
            SPAWN => Body::Spawn(list::read(bytes)?),
            WATER_PLANES => Body::WaterPlanes(WaterPlanes::read(bytes)?),
            WARP => Body::Warp(list::read(bytes)?),
            COLLISION => Body::Collision(list::read(bytes)?),
            EVENT => Body::Event(list::read(bytes)?),
            BlockKind(other) => {
                let expected = "a block type that is understood, 0 to 12";
                let malformed = Malformed::Unexpected { found: other.into(), expected };
                return Err(bytes.error("block type", malformed));
            }
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Body::MapInfo(info) => info.write(out),
            Body::Deco(list)
            | Body::Cnst(list)
            | Body::Animated(list)
            | Body::Warp(list)
            | Body::Collision(list) => list::write(list, out),
            Body::Npc(list) => list::write(list, out),
            Body::Sound(list) => list::write(list, out),
            Body::Effect(list) => list::write(list, out),
            Body::OldWater(water) => water::write_old_water(water, out),
            Body::Spawn(list) => list::write(list, out),
            Body::WaterPlanes(planes) => planes.write(out),
            Body::Event(list) => list::write(list, out),
        }
    }
}

pub fn read(data: &[u8]) -> Result<Ifo, ReadError> {
    blocks::read(data)
}

pub fn write(ifo: &Ifo) -> Vec<u8> {
    blocks::write(ifo)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::format::bytes::Put;
    use crate::format::number::F32;
    use crate::format::rose::blocks::Block;
    use crate::format::rose::law::{check_law, differences, words};
    use crate::format::text::{Opaque, ShortText, Text};

    const BLOODBAT: &[u8] = &[0xba, 0xed, 0xb7, 0xaf, 0xb5, 0xe5, 0xb9, 0xee];
    /// What every object of the samples takes, with its name.
    const OBJECT_SIZE: usize = 61 + 3;

    fn text(bytes: &[u8]) -> ShortText {
        ShortText::try_from(Text::from(bytes)).unwrap()
    }

    fn object_bytes(object_id: i32) -> Vec<u8> {
        let mut out = b"\x03a\xffb".to_vec();
        out.put_i16(-7);
        out.put_i16(300);
        for value in [9, object_id, 63, -1] {
            out.put_i32(value);
        }
        for bits in [0x8000_0000, 0x7fc0_0001, 1, 0x3f80_0000] {
            out.put_u32(bits);
        }
        out.put_f32s(&[4.5, -16000.25, 12.0].map(F32::new));
        out.put_f32s(&[1.0, 1.0, 0.0].map(F32::new));
        out
    }

    fn spawn_bytes() -> Vec<u8> {
        let monster = |name: &[u8]| [&[name.len() as u8], name, &words(&[257, 3])].concat();
        [
            words(&[1]),
            object_bytes(271),
            b"\x08Untitled".to_vec(),
            words(&[2]),
            monster(BLOODBAT),
            monster(b""),
            words(&[1]),
            monster(b"Goblin"),
            words(&[30, 5, 20, 100]),
        ]
        .concat()
    }

    /// The body of a block as its layout says, filled.
    fn body_bytes(kind: u32) -> Vec<u8> {
        let one = words(&[1]);
        match kind {
            0 => [words(&[16, 16, 31, 30]), words(&[0x3f80_0000; 16]), b"\x0531_30".to_vec()]
                .concat(),
            2 => [one, object_bytes(1030), words(&[60]), b"\x0cEM20-001.con".to_vec()].concat(),
            4 => [one, object_bytes(0), b"\x05a.wav".to_vec(), words(&[10, 60])].concat(),
            5 => [one, object_bytes(0), b"\x05a.eft".to_vec()].concat(),
            7 => {
                let patch = [&[1], &*words(&[0x4120_0000, 2, 3, 4])].concat();
                [words(&[2, 1]), patch.clone(), patch].concat()
            }
            8 => spawn_bytes(),
            9 => [words(&[0x44fa_0000, 1]), words(&[10, 11, 12, 13, 14, 15])].concat(),
            12 => [one, object_bytes(5), b"\x0213\x05EMPTY".to_vec()].concat(),
            13 => b"nobody knows".to_vec(),
            _ => [words(&[2]), object_bytes(5), object_bytes(6)].concat(),
        }
    }

    /// A file whose bodies stand in the order of its table.
    fn file(blocks: &[(u32, Vec<u8>)]) -> Vec<u8> {
        let mut offset = 4 + 8 * blocks.len() as u32;
        let mut out = words(&[blocks.len() as u32]);
        for (kind, body) in blocks {
            out.extend(words(&[*kind, offset]));
            offset += body.len() as u32;
        }
        out.extend(blocks.iter().flat_map(|(_, body)| body));
        out
    }

    fn file_of(kinds: impl IntoIterator<Item = u32>) -> Vec<u8> {
        let blocks: Vec<_> = kinds.into_iter().map(|kind| (kind, body_bytes(kind))).collect();
        file(&blocks)
    }

    fn spawns(ifo: &mut Ifo) -> &mut Vec<Spawn> {
        match ifo.body_mut(SPAWN) {
            Some(Body::Spawn(spawns)) => spawns,
            other => panic!("{other:?}"),
        }
    }

    fn offsets(data: &[u8]) -> Vec<u32> {
        let word = |at: usize| u32::from_le_bytes(data[at..at + 4].try_into().unwrap());
        (0..word(0) as usize).map(|idx| word(8 + 8 * idx)).collect()
    }

    #[test]
    fn every_type_of_block_is_understood_but_the_last() {
        let ifo = read(&file_of(0..=13)).unwrap();
        for (kind, block) in ifo.blocks.iter().enumerate() {
            assert_eq!(block.kind(), BlockKind(kind as u32));
            let is_complete = matches!(block, Block::Known { slack, .. } if slack.0.is_empty());
            assert_eq!(is_complete, kind != 13, "{kind}");
        }
        assert_eq!(ifo.n_opaque(), body_bytes(13).len());
        let objects = ifo.blocks.iter().filter_map(Block::body).flat_map(Body::objects);
        let ids: Vec<i32> = objects.map(|object| object.object_id).collect();
        assert_eq!(ids, [5, 6, 1030, 5, 6, 0, 0, 5, 6, 271, 5, 6, 5, 6, 5]);
    }

    #[test]
    fn every_field_is_where_the_layout_says() {
        let mut ifo = read(&file_of([8, 9])).unwrap();
        let monsters =
            |name: &[u8]| spawn::Monsters { name: text(name), monster_id: 257, count: 3 };
        let expected = Spawn {
            object: Object {
                name: text(b"a\xffb"),
                warp_id: -7,
                event_id: 300,
                object_type: object::ObjectType::SPAWN,
                object_id: 271,
                cell_x: 63,
                cell_y: -1,
                rotation_xyzw: [0x8000_0000, 0x7fc0_0001, 1, 0x3f80_0000].map(F32::from_bits),
                position_file_cm: [4.5, -16000.25, 12.0].map(F32::new),
                scale: [1.0, 1.0, 0.0].map(F32::new),
            },
            name: text(b"Untitled"),
            basic: vec![monsters(BLOODBAT), monsters(b"")],
            tactic: vec![monsters(b"Goblin")],
            interval_s: 30,
            limit: 5,
            range_m: 20,
            tactic_points: 100,
        };
        assert_eq!(*spawns(&mut ifo), [expected]);
        let plane = water::WaterPlane {
            start_x_height_y: [10, 11, 12].map(F32::from_bits),
            end_x_height_y: [13, 14, 15].map(F32::from_bits),
        };
        let planes = WaterPlanes { size: F32::new(2000.0), planes: vec![plane] };
        assert_eq!(ifo.body(WATER_PLANES), Some(&Body::WaterPlanes(planes)));
    }

    #[test]
    fn what_is_read_is_written_back() {
        check_law(&file_of(0..=13), read, write);
        check_law(&file_of([12, 3, 99, 3, 0]), read, write);
        check_law(&file_of([]), read, write);
        let stale_tail = [file_of([10, 11]), body_bytes(8), vec![0; 50]].concat();
        check_law(&stale_tail, read, write);
    }

    #[test]
    fn bodies_may_stand_anywhere() {
        let (spawn, warp) = (body_bytes(8), words(&[0]));
        let first = 4 + 5 * 8 + 6;
        let after = first + warp.len() as u32;
        // Out of order, behind a gap, one offset for two blocks, one block that is not there,
        // and slack behind both bodies.
        let table = words(&[5, 8, after, 10, first, 11, first, 12, 0, 99, after]);
        let data = [table, vec![7; 6], warp, spawn, vec![9; 3]].concat();
        check_law(&data, read, write);

        let mut ifo = read(&data).unwrap();
        assert_eq!(ifo.gap, Opaque(vec![7; 6]));
        assert_eq!(ifo.blocks[3], Block::Absent { kind: EVENT });
        assert_eq!(ifo.body(WARP), Some(&Body::Warp(Vec::new())));
        assert_eq!(ifo.body(COLLISION), Some(&Body::Collision(Vec::new())));

        // An edit of one of two that share a body leaves the other as it was.
        let object = spawns(&mut ifo)[0].object.clone();
        spawns(&mut ifo).clear();
        match ifo.body_or_insert(COLLISION) {
            Some(Body::Collision(list)) => list.push(object),
            other => panic!("{other:?}"),
        }
        let edited = read(&write(&ifo)).unwrap();
        assert_eq!(edited.body(WARP), Some(&Body::Warp(Vec::new())));
        assert_eq!(edited.body(COLLISION).unwrap().objects().count(), 1);
        assert_eq!(edited.body(SPAWN).unwrap().objects().count(), 0);
        let Block::Opaque { bytes, .. } = &edited.blocks[4] else { panic!("{edited:?}") };
        assert_eq!(bytes.0, [body_bytes(8), vec![9; 3]].concat());
    }

    #[test]
    fn a_body_that_runs_into_the_next_one_stays_opaque() {
        let deco = body_bytes(1);
        let start = 4 + 2 * 8;
        let table = words(&[2, 1, start, 10, start + deco.len() as u32 - 4]);
        let data = [table, deco].concat();
        check_law(&data, read, write);
        let ifo = read(&data).unwrap();
        assert_eq!(ifo.body(DECO), None);
        let why = ifo.blocks[0].why_opaque().unwrap();
        assert_eq!(why.to_string(), "scale at byte 0x80 of the block: needs 4 bytes, 0 are left");
    }

    #[test]
    fn an_edit_of_one_field_changes_that_field_alone() {
        let data = [file_of(0..=13), vec![1; 183]].concat();
        let mut ifo = read(&data).unwrap();
        spawns(&mut ifo)[0].limit += 1;
        let spawn_end = offsets(&data)[9] as usize;
        assert_eq!(differences(&data, &write(&ifo)), [spawn_end - 12]);

        let mut ifo = read(&data).unwrap();
        let object = ifo.body_mut(CNST).unwrap().objects_mut().nth(1).unwrap();
        object.position_file_cm[2] = F32::new(-1.0e30);
        let z = offsets(&data)[4] as usize - 16;
        assert_eq!(differences(&data, &write(&ifo)), [z, z + 1, z + 2, z + 3]);
    }

    #[test]
    fn a_longer_list_moves_what_follows() {
        let data = file_of(0..=13);
        let mut ifo = read(&data).unwrap();
        let monsters = spawn::Monsters { name: text(b""), monster_id: 1, count: 1 };
        spawns(&mut ifo)[0].tactic.push(spawn::Monsters { name: text(b"Jell"), ..monsters });
        let edited = write(&ifo);
        assert_eq!(edited.len(), data.len() + 13);
        let (old, new) = (offsets(&data), offsets(&edited));
        assert_eq!(new[..=8], old[..=8]);
        assert!(new[9..].iter().zip(&old[9..]).all(|(new, old)| *new == old + 13));
    }

    #[test]
    fn a_missing_block_is_added_in_its_place() {
        // As old files are: no block 12, and a stale tail.
        let data = [file_of(0..12), vec![1; 183]].concat();
        let mut ifo = read(&data).unwrap();
        let event = match read(&file_of([12])).unwrap().body(EVENT) {
            Some(Body::Event(events)) => events[0].clone(),
            other => panic!("{other:?}"),
        };
        match ifo.body_or_insert(EVENT) {
            Some(Body::Event(events)) => events.push(event),
            other => panic!("{other:?}"),
        }
        let edited = write(&ifo);
        let moved: Vec<u32> = offsets(&data).iter().map(|offset| offset + 8).collect();
        assert_eq!(offsets(&edited)[..12], moved);
        assert_eq!(offsets(&edited)[12] as usize, data.len() + 8);
        let bodies = 4 + 12 * 8..;
        assert_eq!(edited[4 + 13 * 8..], [&data[bodies], &body_bytes(12)].concat());

        // In the middle: neither the blocks before nor those behind change.
        let mut ifo = read(&file_of([0, 8, 13])).unwrap();
        assert!(ifo.body_or_insert(NPC).is_some());
        let expected =
            [(0, body_bytes(0)), (2, words(&[0])), (8, body_bytes(8)), (13, body_bytes(13))];
        assert_eq!(write(&ifo), file(&expected));
    }

    #[test]
    fn only_lists_of_readable_blocks_can_be_added_to() {
        let mut ifo = read(&file(&[(3, b"??".to_vec()), (12, Vec::new())])).unwrap();
        assert_eq!(ifo.body_or_insert(CNST), None);
        assert_eq!(ifo.body_or_insert(MAP_INFO), None);
        assert_eq!(ifo.body_or_insert(AREA), None);
        // Cut off behind its table: there was nothing yet.
        assert_eq!(ifo.body_or_insert(EVENT), Some(&mut Body::Event(Vec::new())));
        let expected = file(&[(3, b"??".to_vec()), (12, words(&[0]))]);
        assert_eq!(write(&ifo), expected);

        let mut ifo = read(&file(&[(3, Vec::new())])).unwrap();
        assert!(ifo.body_or_insert(EVENT).is_some());
        let edited = read(&write(&ifo)).unwrap();
        assert_eq!(edited.body(EVENT), Some(&Body::Event(Vec::new())));

        let mut ifo = read(&words(&[2, 1, 0, 2, 0])).unwrap();
        assert_eq!(ifo.body_or_insert(DECO), Some(&mut Body::Deco(Vec::new())));
        assert_eq!(write(&ifo), words(&[2, 1, 20, 2, 0, 0]));
    }

    #[test]
    fn errors_say_where() {
        let check = |words_of_file: &[u32], expect: Expect| {
            expect.assert_eq(&read(&words(words_of_file)).unwrap_err().to_string());
        };
        check(&[13, 0], expect!["block table at byte 0x4: needs 104 bytes, 4 are left"]);
        check(
            &[1, 8, 99],
            expect!["block offset at byte 0x8: points to byte 0x63, but the file ends at 0xc"],
        );
        check(
            &[1, 8, 4],
            expect![
                "block offset at byte 0x8: found 4, expected 0, or an offset behind the block table"
            ],
        );
    }

    #[test]
    fn a_body_that_all_blocks_share_is_not_copied_for_each() {
        let n = 64;
        let mut data = words(&[n]);
        (0..n).for_each(|_| data.extend(words(&[1, 4 + 8 * n])));
        data.extend([0; 10_000]);
        let error = read(&data).unwrap_err();
        assert!(
            error.to_string().ends_with("expected a body that few other blocks share"),
            "{error}"
        );
    }

    #[test]
    fn a_table_longer_than_any_game_has_is_refused() {
        let table = [words(&[65]), words(&[1, 0]).repeat(65)].concat();
        expect!["n blocks at byte 0x0: found 65, expected 64 blocks at most"]
            .assert_eq(&read(&table).unwrap_err().to_string());
    }

    #[test]
    fn an_object_has_61_bytes_and_its_name() {
        assert_eq!(object_bytes(0).len(), OBJECT_SIZE);
        assert_eq!(file_of([3]).len(), 12 + 4 + 2 * OBJECT_SIZE);
    }
}
