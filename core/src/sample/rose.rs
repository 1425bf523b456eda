//! A made-up zone for ROSE Online: hills with a pond and a hamlet in every block, and the tables
//! and scripts that its numbers lead to.

mod names;
mod land;
mod ground;
mod pictures;
mod place;
mod hamlet;
mod objects;
mod zone_file;
mod tables;
mod scripts;
mod sounds;
pub mod assets;

use crate::format::rose::blocks::BlockKind;
use crate::format::rose::grid::Grid;
use crate::format::rose::him::{self, Him};
use crate::format::rose::ifo::{self, Ifo};
use crate::format::rose::lit::{self, Lit};
use crate::format::rose::mov::{self, Mov};
use crate::format::rose::til::{self, Til};
use crate::format::rose::zon::{self, Zon};
use crate::sample::File;
use crate::sample::rng::Rng;
use crate::scene::chance::mix;
use crate::space::rose::block::BlockCoord;

use self::land::Land;
use self::place::Placer;

/// Where the files of the zone are, as LIST_ZONE.STB says it.
pub const ZONE_FOLDER: &str = "3DDATA/MAPS/SAMPLE/S01";

/// The row and column of the first block, where the zone leaves that many.
const FIRST_BLOCK: u32 = 30;

/// What a zone is made from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    /// How many blocks there are from west to east and from north to south: 1 to 64.
    pub n_columns: u32,
    pub n_rows: u32,
    /// In all blocks together. Each has at least one of every kind, whatever is asked for: ten.
    pub n_objects: u32,
}

impl Plan {
    /// Four blocks, in which a person finds every object.
    pub fn small(seed: u64) -> Plan {
        Plan { seed, n_columns: 2, n_rows: 2, n_objects: 240 }
    }

    /// As large as the largest that people work on.
    pub fn large(seed: u64) -> Plan {
        Plan { seed, n_columns: 10, n_rows: 8, n_objects: 20_000 }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Zone {
    pub zon: Zon,
    /// Row by row from the north-west.
    pub blocks: Vec<Block>,
    /// Tables, quests, behaviours, conversations, and the textures of the ground.
    pub tables: Vec<File>,
}

/// The files of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub coord: BlockCoord,
    pub ifo: Ifo,
    pub him: Him,
    pub til: Til,
    pub mov: Mov,
    /// Of deco.
    pub object_lit: Lit,
    /// Of cnst.
    pub building_lit: Lit,
}

impl Zone {
    pub fn new(plan: Plan) -> Zone {
        let (n_columns, n_rows) = (side(plan.n_columns), side(plan.n_rows));
        let first_block =
            BlockCoord { x: first_block(n_columns) as i32, y: first_block(n_rows) as i32 };
        let coords = Grid::from_fn(n_columns, n_rows, |column, row| BlockCoord {
            x: first_block.x + column as i32,
            y: first_block.y + row as i32,
        });
        let lands: Vec<Land> =
            coords.cells().iter().map(|block| Land::new(plan.seed, *block)).collect();
        let n_blocks = n_columns * n_rows;
        let (n_each, n_left) = (plan.n_objects / n_blocks, plan.n_objects % n_blocks);
        let blocks = (0..).zip(&lands).map(|(idx, land)| {
            let n_objects = n_each + u32::from(idx < n_left);
            Block::new(land, Rng::new(mix(plan.seed ^ mix(u64::from(idx)))), n_objects)
        });
        let blocks = blocks.collect();
        let mut tables = tables::files(first_block);
        tables.extend(scripts::files());
        tables.extend(pictures::files());
        Zone { zon: zone_file::zon(&lands), blocks, tables }
    }

    /// Every file, by the names that LIST_ZONE.STB and the game expect.
    pub fn files(&self) -> Vec<File> {
        let zon = File {
            path: format!("{ZONE_FOLDER}/{}.ZON", names::ZONE),
            bytes: zon::write(&self.zon),
        };
        let blocks = self.blocks.iter().flat_map(Block::files);
        let tables = self.tables.iter().cloned();
        std::iter::once(zon).chain(blocks).chain(tables).collect()
    }
}

impl Block {
    fn new(land: &Land, mut rng: Rng, n_objects: u32) -> Block {
        let til = ground::til(land, &mut rng);
        let mov = ground::mov(land);
        let ifo = objects::ifo(&mut Placer { land, mov: &mov, rng }, n_objects);
        let n_of = |kind: BlockKind| ifo.body(kind).map_or(0, |body| body.objects().count() as u32);
        let object_lit = objects::lit(n_of(ifo::DECO), "OBJECT");
        let building_lit = objects::lit(n_of(ifo::CNST), "BUILDING");
        Block { coord: land.block, ifo, him: land.him(), til, mov, object_lit, building_lit }
    }

    fn files(&self) -> Vec<File> {
        let block = format!("{ZONE_FOLDER}/{}", self.coord);
        let file = |behind: &str, bytes| File { path: format!("{block}{behind}"), bytes };
        let lit = [(&self.object_lit, "OBJECT"), (&self.building_lit, "BUILDING")];
        let lights = lit.into_iter().flat_map(|(lit, name)| {
            (0..lit.textures.len()).map(move |n| format!("/LIGHTMAP/{name}_{n}.DDS"))
        });
        let light = || assets::light(objects::N_PIXELS, objects::N_LIGHTMAPS_PER_ROW);
        let lights = lights.map(|behind| file(&behind, light()));
        let own = [
            file(".IFO", ifo::write(&self.ifo)),
            file(".HIM", him::write(&self.him)),
            file(".TIL", til::write(&self.til)),
            file(".MOV", mov::write(&self.mov)),
            file("/LIGHTMAP/OBJECTLIGHTMAPDATA.LIT", lit::write(&self.object_lit)),
            file("/LIGHTMAP/BUILDINGLIGHTMAPDATA.LIT", lit::write(&self.building_lit)),
        ];
        own.into_iter().chain(lights).collect()
    }
}

fn side(n_blocks: u32) -> u32 {
    n_blocks.clamp(1, zone_file::N_IN_GRID)
}

fn first_block(n_blocks: u32) -> u32 {
    FIRST_BLOCK.min(zone_file::N_IN_GRID - n_blocks)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Debug;

    use expect_test::expect;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;
    use crate::format::ReadError;
    use crate::format::rose::him::QuadTail;
    use crate::format::rose::ifo::object::Object;
    use crate::format::rose::mov::Walk;
    use crate::format::rose::stb::Stb;
    use crate::format::rose::stl::Stl;
    use crate::format::rose::zon::info::Extent;
    use crate::format::rose::{aip, con, ltb, qsd, stb, stl};
    use crate::format::text::CodePage;
    use crate::space::rose::ZoneGrid;
    use crate::space::rose::position::PosInFileCm;
    use crate::vfs::ContentHash;

    const GRID: ZoneGrid = ZoneGrid::USUAL;

    fn small(seed: u64) -> Zone {
        Zone::new(Plan::small(seed))
    }

    fn bytes_of<'a>(files: &'a [File], name: &str) -> &'a [u8] {
        let file = files.iter().find(|file| file.path.ends_with(name));
        &file.unwrap_or_else(|| panic!("{name}")).bytes
    }

    fn table(zone: &Zone, name: &str) -> Stb {
        stb::read(bytes_of(&zone.tables, &format!("/{name}.STB"))).unwrap()
    }

    fn texts(zone: &Zone, name: &str) -> Stl {
        stl::read(bytes_of(&zone.tables, &format!("/{name}.STL"))).unwrap()
    }

    fn cell(table: &Stb, row: u32, column: usize) -> String {
        table.cell_text(row as usize, column, CodePage::Cp949).unwrap().into_owned()
    }

    fn objects(block: &Block) -> impl Iterator<Item = &Object> {
        block.ifo.blocks.iter().flat_map(|block| block.body().unwrap().objects())
    }

    fn objects_of(zone: &Zone, kind: BlockKind) -> impl Iterator<Item = &Object> {
        zone.blocks.iter().flat_map(move |block| block.ifo.body(kind).unwrap().objects())
    }

    fn check_law<T: PartialEq + Debug + Serialize + DeserializeOwned>(
        file: &File,
        read: impl Fn(&[u8]) -> Result<T, ReadError>,
        write: impl Fn(&T) -> Vec<u8>,
        n_opaque: impl Fn(&T) -> usize,
    ) {
        let value = read(&file.bytes).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        assert!(write(&value) == file.bytes, "{}", file.path);
        assert_eq!(n_opaque(&value), 0, "{}", file.path);
        let json = serde_json::to_string(&value).unwrap();
        assert!(serde_json::from_str::<T>(&json).unwrap() == value, "{}", file.path);
    }

    #[test]
    fn every_file_is_read_whole_and_written_back() {
        let mut kinds = BTreeSet::new();
        for file in small(1).files() {
            let extension = file.path.rsplit('.').next().unwrap().to_owned();
            match extension.as_str() {
                "ZON" => check_law(&file, zon::read, zon::write, |zon| zon.n_opaque()),
                "IFO" => check_law(&file, ifo::read, ifo::write, |ifo| ifo.n_opaque()),
                "HIM" => check_law(&file, him::read, him::write, Him::n_opaque),
                "TIL" => check_law(&file, til::read, til::write, Til::n_opaque),
                "MOV" => check_law(&file, mov::read, mov::write, Mov::n_opaque),
                "LIT" => check_law(&file, lit::read, lit::write, Lit::n_opaque),
                "STB" => check_law(&file, stb::read, stb::write, Stb::n_opaque),
                "STL" => check_law(&file, stl::read, stl::write, Stl::n_opaque),
                "LTB" => check_law(&file, ltb::read, ltb::write, ltb::Ltb::n_opaque),
                "QSD" => {
                    check_law(&file, qsd::read, qsd::write, |qsd| {
                        usize::from(qsd.n_opaque() != 14)
                    });
                }
                "AIP" => check_law(&file, aip::read, aip::write, aip::Aip::n_opaque),
                "DDS" => drop(crate::format::picture::read(&file.bytes).unwrap()),
                // Nothing of a conversation but its head is understood.
                "CON" => check_law(&file, con::read, con::write, |_| 0),
                other => panic!("{other}"),
            }
            kinds.insert(extension);
        }
        assert_eq!(kinds.len(), 13, "{kinds:?}");
    }

    #[test]
    fn no_two_files_have_one_name() {
        let files = small(1).files();
        let names: BTreeSet<_> = files.iter().map(|file| file.path.to_lowercase()).collect();
        assert_eq!(names.len(), files.len());
        assert_eq!(files.len(), 1 + 4 * 8 + 12 + 5 + 12);
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        assert_eq!(small(8), small(8));
        assert_eq!(small(8).files(), small(8).files());
        let (one, other) = (small(8), small(9));
        assert!(one.blocks.iter().zip(&other.blocks).all(|(one, other)| one != other));
    }

    /// The hash is to be replaced when the sample is changed on purpose.
    #[test]
    fn every_machine_makes_the_same_bytes() {
        let bytes: Vec<u8> = small(1).files().into_iter().flat_map(|file| file.bytes).collect();
        expect!["ac8b6b5b728b982b9cdbaea7f47ba647"]
            .assert_eq(&format!("{:?}", ContentHash::of(&bytes)));
    }

    #[test]
    fn every_block_of_an_ifo_is_there_and_holds_something() {
        let zone = small(2);
        for block in &zone.blocks {
            let kinds: Vec<u32> = block.ifo.blocks.iter().map(|block| block.kind().0).collect();
            assert_eq!(kinds, (0..=12).collect::<Vec<_>>());
            for body in block.ifo.blocks.iter().map(|block| block.body().unwrap()) {
                let is_filled = match body {
                    ifo::Body::MapInfo(info) => info.name.as_bytes().len() == 5,
                    ifo::Body::OldWater(water) => {
                        water.cells().iter().any(|patch| patch.has_water == 1)
                    }
                    ifo::Body::WaterPlanes(water) => !water.planes.is_empty(),
                    body => body.objects().next().is_some(),
                };
                assert!(is_filled, "{}: {body:?}", block.coord);
            }
            let Some(ifo::Body::Spawn(spawns)) = block.ifo.body(ifo::SPAWN) else { panic!() };
            assert!(spawns.iter().all(|spawn| !spawn.basic.is_empty() && !spawn.tactic.is_empty()));
        }
        let kinds: Vec<u32> = zone.zon.blocks.iter().map(|block| block.kind().0).collect();
        assert_eq!(kinds, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn as_many_objects_are_made_as_were_asked_for() {
        let n_made = |n_objects| {
            let zone = Zone::new(Plan { n_objects, ..Plan::small(3) });
            zone.blocks.iter().map(|block| objects(block).count()).sum::<usize>()
        };
        assert_eq!((n_made(0), n_made(43), n_made(999)), (40, 43, 999));
    }

    #[test]
    fn objects_stand_on_the_ground_of_their_block_in_the_cell_that_they_say() {
        for seed in 4..8 {
            for block in &small(seed).blocks {
                for object in objects(block) {
                    let at = PosInFileCm::from_bits(object.position_file_cm);
                    let at = GRID.world_from_file(at);
                    let (coord, cell) = GRID.cell_at(at).unwrap();
                    assert_eq!(coord, block.coord, "{object:?}");
                    let stated = (object.cell_x, object.cell_y);
                    assert_eq!((cell.x as i32, cell.y as i32), stated, "{object:?}");
                    let heights_cm = &block.him.heights_cm;
                    let ground_cm = GRID.ground_height_cm(coord, heights_cm, at).unwrap();
                    assert!((at.z - ground_cm).abs() < 0.1, "{object:?}");
                    let length = object.rotation_xyzw.iter().map(|part| part.get() * part.get());
                    assert!((length.sum::<f32>() - 1.0).abs() < 1e-5, "{object:?}");
                }
            }
        }
    }

    #[test]
    fn monsters_appear_where_they_can_walk() {
        for block in small(5).blocks {
            for spawn in block.ifo.body(ifo::SPAWN).unwrap().objects() {
                let at = GRID.world_from_file(PosInFileCm::from_bits(spawn.position_file_cm));
                let (_, cell) = GRID.mov_cell_at(at).unwrap();
                assert_eq!(block.mov.cells.get(cell.x, cell.y), Some(&Walk::OPEN), "{spawn:?}");
            }
        }
    }

    #[test]
    fn blocks_meet_at_their_edges() {
        let zone = Zone::new(Plan { n_columns: 3, ..Plan::small(6) });
        let heights = |coord| {
            zone.blocks.iter().find(|block| block.coord == coord).map(|b| &b.him.heights_cm)
        };
        let mut n_seams = 0;
        for block in &zone.blocks {
            let (BlockCoord { x, y }, own) = (block.coord, &block.him.heights_cm);
            let east = heights(BlockCoord { x: x + 1, y });
            let south = heights(BlockCoord { x, y: y + 1 });
            for n in 0..=64 {
                assert!(east.is_none_or(|east| east.get(0, n) == own.get(64, n)));
                assert!(south.is_none_or(|south| south.get(n, 0) == own.get(n, 64)));
            }
            n_seams += usize::from(east.is_some()) + usize::from(south.is_some());
            assert_eq!(block.him.quads, QuadTail::of_heights(own, 4));
        }
        assert_eq!(n_seams, 7);
    }

    #[test]
    fn water_and_steep_ground_are_blocked() {
        for seed in 10..20 {
            let mut counts = BTreeMap::new();
            for block in small(seed).blocks {
                for walk in block.mov.cells.cells() {
                    *counts.entry(walk.0).or_insert(0) += 1;
                }
            }
            let part = |walk| counts.get(&walk).copied().unwrap_or(0) as f32 / 4096.0;
            assert!(part(0) > 0.5, "{seed}: open: {counts:?}");
            assert!(part(1) > 0.05, "{seed}: blocked: {counts:?}");
            assert!(part(2) > 0.02, "{seed}: for people: {counts:?}");
        }
    }

    #[test]
    fn the_ground_is_of_every_kind_and_its_textures_exist() {
        let zone = small(7);
        let Some(zon::Body::Tiles(tiles)) = zone.zon.body(zon::TILES) else { panic!() };
        let Some(zon::Body::Textures(textures)) = zone.zon.body(zon::TEXTURES) else { panic!() };
        assert_eq!(textures.last().unwrap().as_bytes(), b"end");
        let n_pictures = textures.len() as i64 - 1;
        let mut shown = tiles.iter().flat_map(|tile| [tile.texture1(), tile.texture2()]);
        assert!(shown.all(|texture| (0..n_pictures).contains(&texture)));
        let mut brushes = BTreeSet::new();
        for tile in zone.blocks.iter().flat_map(|block| block.til.tiles.cells()) {
            let first = tiles[usize::try_from(tile.tile).unwrap()].texture1();
            assert_eq!(first / 3, i64::from(tile.brush));
            brushes.insert(tile.brush);
        }
        assert_eq!(brushes.len(), 4);
    }

    #[test]
    fn the_zon_marks_the_blocks_that_are_there() {
        let zone = Zone::new(Plan { n_columns: 3, n_rows: 2, ..Plan::small(1) });
        let Some(zon::Body::Info(info)) = zone.zon.body(zon::INFO) else { panic!() };
        let Extent::Blocks(grid) = &info.extent else { panic!() };
        assert_eq!(grid.cells().iter().filter(|block| block.used == 1).count(), 6);
        for block in &zone.blocks {
            let BlockCoord { x, y } = block.coord;
            let marked = grid.get(x as u32, y as u32).unwrap();
            let middle = GRID.middle_of_block(block.coord);
            assert_eq!(marked.used, 1);
            assert_eq!(f64::from(marked.x_file_cm.get()), middle.x);
            assert_eq!(f64::from(marked.y_file_cm.get()), middle.y);
        }
    }

    #[test]
    fn the_zone_is_found_by_its_table() {
        let zone = small(1);
        let zones = table(&zone, "LIST_ZONE");
        let id = names::ZONE_ID;
        let path = cell(&zones, id, 1).replace('\\', "/");
        assert!(zone.files().iter().any(|file| file.path == path), "{path}");
        let names = texts(&zone, "LIST_ZONE_S");
        let row = names.row_of(cell(&zones, id, 26).as_bytes()).unwrap();
        let name = |language| names.text_for_display(language, row, 0, CodePage::Cp949).unwrap();
        assert_eq!((&*name(0), &*name(1)), ("이끼 언덕", "Mossy Downs"));

        let Some(zon::Body::EventPositions(points)) = zone.zon.body(zon::EVENT_POSITIONS) else {
            panic!()
        };
        let has_point = |name: &str| points.iter().any(|p| p.name.as_bytes() == name.as_bytes());
        assert!(has_point(&cell(&zones, id, 2)) && has_point(&cell(&zones, id, 3)));
        let warps = table(&zone, "WARP");
        for warp in objects_of(&zone, ifo::WARP) {
            let row = u32::try_from(warp.warp_id).unwrap();
            assert_eq!(cell(&warps, row, 1), id.to_string());
            assert!(has_point(&cell(&warps, row, 2)), "{row}");
        }
    }

    #[test]
    fn creatures_have_the_names_that_spawns_and_tables_say() {
        let zone = small(2);
        let creatures = table(&zone, "LIST_NPC");
        let names = texts(&zone, "LIST_NPC_S");
        let names_of = |id: u32| -> Vec<String> {
            let row = names.row_of(cell(&creatures, id, 40).as_bytes()).unwrap();
            let name = |language| names.text_for_display(language, row, 0, CodePage::Cp949);
            (0..2).map(|language| name(language).unwrap().into_owned()).collect()
        };
        let mut n_korean = 0;
        for block in &zone.blocks {
            let Some(ifo::Body::Spawn(spawns)) = block.ifo.body(ifo::SPAWN) else { panic!() };
            for monsters in spawns.iter().flat_map(|spawn| spawn.basic.iter().chain(&spawn.tactic))
            {
                let name = monsters.name.text().decode(CodePage::Cp949).into_owned();
                assert!(names_of(monsters.monster_id).contains(&name), "{name}");
                n_korean += usize::from(!monsters.name.as_bytes().is_ascii());
            }
        }
        assert!(n_korean > 10, "{n_korean}");
        for npc in objects_of(&zone, ifo::NPC) {
            assert_eq!(names_of(npc.object_id as u32).len(), 2);
        }
    }

    #[test]
    fn every_other_number_leads_somewhere() {
        let zone = small(3);
        let check_rows = |name: &str, kind: BlockKind| {
            let table = table(&zone, name);
            for object in objects_of(&zone, kind) {
                assert!(!cell(&table, object.object_id as u32, 0).is_empty(), "{name}: {object:?}");
            }
        };
        check_rows("LIST_DECO_S01", ifo::DECO);
        check_rows("LIST_CNST_S01", ifo::CNST);
        check_rows("LIST_MORPH_OBJECT", ifo::ANIMATED);
        check_rows("EVENT_OBJECT", ifo::WARP);

        let quests = qsd::read(bytes_of(&zone.tables, ".QSD")).unwrap();
        let triggers: Vec<_> = quests.triggers().map(qsd::Trigger::called).collect();
        assert!(quests.triggers().all(|trigger| trigger.name.as_bytes().ends_with(b"\0")));
        for block in &zone.blocks {
            let Some(ifo::Body::Event(events)) = block.ifo.body(ifo::EVENT) else { panic!() };
            assert!(events.iter().all(|e| triggers.contains(&e.quest_trigger.as_bytes())));
            let Some(ifo::Body::Npc(npcs)) = block.ifo.body(ifo::NPC) else { panic!() };
            for npc in npcs {
                let name = npc.conversation_file.text().decode(CodePage::Cp949).into_owned();
                let conversation = con::read(bytes_of(&zone.tables, &name)).unwrap();
                let [message] = &*conversation.messages() else { panic!("{conversation:?}") };
                let sayings = ltb::read(bytes_of(&zone.tables, ".LTB")).unwrap();
                assert_eq!(sayings.cell_text(message.string, 1).unwrap(), "Lost your way?");
            }
        }
        for (name, n_rows) in [("FILE_AI", 2), ("LIST_QUESTDATA", 1)] {
            let table = table(&zone, name);
            for row in 1..=n_rows {
                bytes_of(&zone.tables, &cell(&table, row, 0).replace('\\', "/"));
            }
        }
    }

    #[test]
    fn lightmaps_name_each_object_once() {
        for block in small(4).blocks {
            for (kind, lit) in [(ifo::DECO, &block.object_lit), (ifo::CNST, &block.building_lit)] {
                let n_objects = block.ifo.body(kind).unwrap().objects().count() as u32;
                let ids: Vec<u32> = lit.objects.iter().map(|object| object.id).collect();
                assert_eq!(ids, (1..=n_objects).collect::<Vec<_>>());
                let mut parts = lit.objects.iter().flat_map(|object| &object.parts);
                assert!(parts.all(|part| lit.textures[part.lightmap as usize] == part.file));
            }
        }
    }

    #[test]
    fn a_zone_may_be_large_or_fill_the_grid_along_a_side() {
        let zone = Zone::new(Plan::large(1));
        assert_eq!(zone.blocks.len(), 80);
        assert_eq!(zone.blocks.iter().map(|block| objects(block).count()).sum::<usize>(), 20_000);
        let plan = Plan { seed: 1, n_columns: 99, n_rows: 0, n_objects: 0 };
        let zone = Zone::new(plan);
        assert_eq!(zone.blocks.len(), 64);
        assert_eq!(zone.blocks.last().unwrap().coord, BlockCoord { x: 63, y: 30 });
    }
}
