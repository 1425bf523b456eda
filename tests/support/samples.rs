//! A small file of every format, made by hand, with something in each of its lists.

#![allow(dead_code, reason = "every test is a program of its own, and uses what it needs")]

use std::ops::ControlFlow;

use landwright_core::format::effort::Effort;
use landwright_core::format::file::{self, Content, File};
use landwright_core::format::name::Name;
use landwright_core::format::number::F32;
use landwright_core::format::ragnarok::fld2;
use landwright_core::format::ragnarok::fld2::Fld2;
use landwright_core::format::ragnarok::gat::{Gat, Terrain, Tile, Version};
use landwright_core::format::ragnarok::gnd::{Cube, Gnd, Lightmap, Surface};
use landwright_core::format::ragnarok::map_cache::{Entry, MapCache};
use landwright_core::format::ragnarok::mcache::Mcache;
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::format::ragnarok::packed_fld2::PackedFld2;
use landwright_core::format::ragnarok::rsm::mesh::{Face, Groups, Shift, TextureVertex, Turn};
use landwright_core::format::ragnarok::rsm2::{self, Rsm2, TextureAnimation, Textures, Track};
use landwright_core::format::ragnarok::rsw::object::{
    Effect as Smoke, Light, Model, Object as Thing,
};
use landwright_core::format::ragnarok::rsw::{self, Names, Rsw};
use landwright_core::format::ragnarok::water::Water;
use landwright_core::format::rose::aip::{self, Aip};
use landwright_core::format::rose::blocks::{Block, BlockFile, BlockKind};
use landwright_core::format::rose::chr::{Character, Chr, EffectPair, MotionPair};
use landwright_core::format::rose::con::Con;
use landwright_core::format::rose::eft::{self, Eft};
use landwright_core::format::rose::grid::Grid;
use landwright_core::format::rose::him::Him;
use landwright_core::format::rose::idx::{self, Idx};
use landwright_core::format::rose::ifo::ambience::{Effect, Sound};
use landwright_core::format::rose::ifo::map_info::MapInfo;
use landwright_core::format::rose::ifo::object::{Object, ObjectType};
use landwright_core::format::rose::ifo::scripted::{EventObject, Npc};
use landwright_core::format::rose::ifo::spawn::{Monsters, Spawn};
use landwright_core::format::rose::ifo::water::{OldWaterPatch, WaterPlane, WaterPlanes};
use landwright_core::format::rose::ifo::{self, Ifo};
use landwright_core::format::rose::list16::List16;
use landwright_core::format::rose::lit::{Lit, LitObject, LitPart};
use landwright_core::format::rose::ltb::{Cell, Ltb};
use landwright_core::format::rose::mov::{Mov, Walk};
use landwright_core::format::rose::ptl::{self, Ptl};
use landwright_core::format::rose::qsd::{self, Qsd};
use landwright_core::format::rose::record::Record;
use landwright_core::format::rose::stb::{Row, Stb};
use landwright_core::format::rose::stl::{self, Stl};
use landwright_core::format::rose::til::{self, Til};
use landwright_core::format::rose::zero_text::ZeroText;
use landwright_core::format::rose::zmd::{Bone, Dummies, Placed, Zmd};
use landwright_core::format::rose::zmo::{self, Channel, ChannelKind, Zmo};
use landwright_core::format::rose::zms::{self, Column, Zms};
use landwright_core::format::rose::zon::economy::Economy;
use landwright_core::format::rose::zon::event::EventPosition;
use landwright_core::format::rose::zon::info::{Extent, ZoneInfo};
use landwright_core::format::rose::zon::{self, Zon, tile};
use landwright_core::format::rose::zsc::property::{Properties, Property};
use landwright_core::format::rose::zsc::{self, Zsc};
use landwright_core::format::rose::{hlp, lod, tbl, tsi, zca};
use landwright_core::format::tera::apd::{Apd, Node, NodeRange, ZonePaths};
use landwright_core::format::tera::zgd::{Volume, Zgd};
use landwright_core::format::text::{BoundedText, Hex, Opaque, Text};
use landwright_core::sample::ragnarok::models;

/// Names and bytes, one for each format.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let bytes = |content| {
        let file = File { content, packed: None };
        file::write(&file, Effort::BySize, &mut |_, _| ControlFlow::Continue(())).unwrap()
    };
    contents().into_iter().map(|(name, content)| (name, bytes(content))).collect()
}

pub fn contents() -> Vec<(&'static str, Content)> {
    vec![
        ("island.gat", Content::Gat(gat())),
        ("island.gnd", Content::Gnd(gnd())),
        ("island.rsw", Content::Rsw(rsw())),
        ("house.rsm", Content::Rsm(models::house())),
        ("house.rsm2", Content::Rsm2(rsm2())),
        ("map_cache.dat", Content::MapCache(map_cache())),
        ("island.mcache", Content::Mcache(Mcache::new(cells()))),
        ("island.fld2", Content::Fld2(fld2())),
        ("island.fld2.gz", Content::PackedFld2(PackedFld2::new(fld2()))),
        ("31_30.IFO", Content::Ifo(ifo())),
        ("JPT01.ZON", Content::Zon(zon())),
        ("31_30.HIM", Content::Him(him())),
        ("31_30.TIL", Content::Til(til())),
        ("31_30.MOV", Content::Mov(mov())),
        ("OBJECTLIGHTMAPDATA.LIT", Content::Lit(lit())),
        ("LIST_NPC.STB", Content::Stb(stb())),
        ("LIST_NPC_S.STL", Content::Stl(stl())),
        ("ULNGTB_CON.LTB", Content::Ltb(ltb())),
        ("QN-1.QSD", Content::Qsd(qsd())),
        ("JELLY.AIP", Content::Aip(aip())),
        ("EM01-001.CON", Content::Con(con())),
        ("ARM.ZMS", Content::Zms(zms())),
        ("MALE.ZMD", Content::Zmd(zmd())),
        ("WALK.ZMO", Content::Zmo(zmo())),
        ("LIST_DECO.ZSC", Content::Zsc(zsc())),
        ("LIST_NPC.CHR", Content::Chr(chr())),
        ("FIRE.EFT", Content::Eft(eft())),
        ("SPARK.PTL", Content::Ptl(ptl())),
        ("UI.TSI", Content::Tsi(tsi::read(TSI).unwrap())),
        ("RANGE.TBL", Content::Tbl(tbl::read(TBL).unwrap())),
        ("PATCH.LOD", Content::Lod(lod::read(&lod()).unwrap())),
        ("HELP.HLP", Content::Hlp(hlp::read(HLP).unwrap())),
        ("LOGIN.ZCA", Content::Zca(zca::read(&zca()).unwrap())),
        ("data.idx", Content::Idx(idx())),
        ("isle.s3d", Content::S3d(eq::archive())),
        ("isle.wld", Content::Wld(eq::wld())),
        ("isle.map", Content::Map(eq::map())),
        ("isle.wtr", Content::Wtr(eq::wtr())),
        ("isle.nav", Content::Nav(eq::nav())),
        ("x1000y1000.zgd", Content::Zgd(zgd())),
        ("island_p.apd", Content::Apd(apd())),
    ]
}

fn text<const MAX: usize>(text: &str) -> BoundedText<MAX> {
    BoundedText::try_from(Text::from(text)).unwrap()
}

/// "블러드뱃" in CP949, which is no UTF-8.
fn korean<const MAX: usize>() -> BoundedText<MAX> {
    BoundedText::try_from(Text::from(&b"\xba\xed\xb7\xaf\xb5\xe5\xb9\xee"[..])).unwrap()
}

fn floats<const N: usize>(values: [f32; N]) -> [F32; N] {
    values.map(F32::new)
}

fn gat() -> Gat {
    let mut gat = Gat::filled(Version::V1_3, 3, 2, Tile::default());
    gat.tiles_mut()[1].terrain = Terrain::BLOCKED;
    gat.tiles_mut()[2].terrain = Terrain(6).with_water_bit();
    gat.tiles_mut()[3].altitude = [1.5f32, -0.0, f32::NAN, f32::MAX].map(F32::new);
    gat
}

fn rsw() -> Rsw {
    let names = Names {
        ini: Name::new(b"").unwrap(),
        gnd: Name::new(b"island.gnd").unwrap(),
        gat: Name::new(b"island.gat").unwrap(),
        scene: Name::new(b"").unwrap(),
    };
    let water = Water { level: F32::new(12.5), ..Water::default() };
    let mut rsw = Rsw::new(names, water, rsw::Light::default());
    let mut file = Name::of(b"house.rsm");
    // What a tool had in its memory.
    file.0[20] = 0xcd;
    rsw.objects = vec![
        Thing::Model(Box::new(Model { file, block_type: -7, ..Model::default() })),
        Thing::Light(Light { range: F32::new(f32::NAN), ..Light::default() }),
        Thing::Sound(Box::default()),
        Thing::Effect(Smoke { effect: 44, ..Smoke::default() }),
    ];
    rsw.tail = Opaque(vec![1, 2, 3]);
    rsw
}

fn gnd() -> Gnd {
    let water = Water { level: F32::new(12.5), kind: 3, ..Water::default() };
    let altitude = [1.5f32, -0.0, f32::NAN, f32::MAX].map(F32::new);
    let cube = Cube { altitude, top: 0, north: -1, east: 7, pad: 0 };
    let mut gnd = Gnd::new(2, 1, vec![cube, Cube { top: -1, ..cube }]).unwrap().with_water(water);
    let grass = Name::of(b"grass.bmp");
    gnd.textures = vec![grass, grass];
    gnd.lightmaps = vec![Lightmap { shadow: Hex([9; 64]), light: Hex([7; 192]) }];
    let [u, v] = [[F32::new(-3.0); 4], [F32::new(0.5); 4]];
    gnd.surfaces = vec![Surface { u, v, texture: -1, lightmap: 9, color: [1, 2, 3, 0] }; 2];
    gnd
}

fn rsm2() -> Rsm2 {
    let [none, one] = [F32::new(0.0), F32::new(1.0)];
    let face = |groups: &[i32]| Face {
        vertices: [0, 1, 9],
        texture_vertices: [0; 3],
        texture: 0,
        pad: 7,
        two_sided: 1,
        smoothing_groups: Groups::from(groups.to_vec()),
    };
    let shift = Shift { time: 100, xyz: [one; 3], number: none };
    let track = Track { kind: 4, keys: vec![(1, one), (-2, none)] };
    let node = rsm2::Node {
        name: korean(),
        parent: text(""),
        textures: Textures::Names(vec![text("wall.bmp")]),
        matrix: [one; 9],
        offset: [none; 3],
        vertices: vec![[one; 3]],
        texture_vertices: vec![TextureVertex { color: [1, 2, 3, 4], u: none, v: one }],
        faces: vec![face(&[1]), face(&[1, 2, 3])],
        sizes: vec![shift],
        turns: vec![Turn { time: 0, rotation_xyzw: [none; 4] }],
        shifts: vec![shift, shift],
        texture_animations: vec![TextureAnimation { texture: 0, tracks: vec![track] }],
    };
    Rsm2::new(rsm2::Version::V2_3, vec![node.clone(), node])
}

fn cells() -> PackedCells {
    PackedCells::pack(3, 2, &[0, 1, 5, 3, 1, 0]).unwrap()
}

fn map_cache() -> MapCache {
    let mut cache = MapCache::default();
    cache.add(Entry { name: Name::new(b"island").unwrap(), cells: cells() }).unwrap();
    cache
}

fn fld2() -> Fld2 {
    Fld2::new(2, 1, vec![fld2::Cell(3), fld2::Cell(0)]).unwrap()
}

fn object(id: i32) -> Object {
    Object {
        name: korean(),
        warp_id: -1,
        event_id: 0,
        object_type: ObjectType::SPAWN,
        object_id: id,
        cell_x: 54,
        cell_y: 53,
        rotation_xyzw: floats([0.0, 0.0, 0.0, 1.0]),
        position_file_cm: floats([-10443.994, 26731.006, 131.0]),
        scale: floats([1.0; 3]),
    }
}

fn ifo() -> Ifo {
    let info = MapInfo {
        width: 16,
        height: 16,
        block_x: 31,
        block_y: 30,
        matrix: floats([0.0; 16]),
        name: text("31_30"),
    };
    let patches = vec![OldWaterPatch::default(); 4];
    let plane = WaterPlane {
        start_x_height_y: floats([1.0, 2.0, 3.0]),
        end_x_height_y: floats([4.0, 2.0, 6.0]),
    };
    let npc = Npc { object: object(1030), ai_id: 4, conversation_file: text("EM01-001.CON") };
    let sound = Sound { object: object(0), path: text("sea.wav"), range: 10, interval_s: 3 };
    let event = EventObject {
        object: object(0),
        quest_trigger: text("Tutorial_1"),
        script_function: text("EMPTY"),
    };
    let mut ifo = BlockFile::of_bodies([
        ifo::Body::MapInfo(Box::new(info)),
        ifo::Body::Deco(vec![object(1), object(2)]),
        ifo::Body::Npc(vec![npc]),
        ifo::Body::Cnst(vec![object(3)]),
        ifo::Body::Sound(vec![sound]),
        ifo::Body::Effect(vec![Effect { object: object(0), path: text("fire.eft") }]),
        ifo::Body::Animated(vec![object(5)]),
        ifo::Body::OldWater(Grid::new(2, 2, patches).unwrap()),
        ifo::Body::Spawn(vec![spawn()]),
        ifo::Body::WaterPlanes(WaterPlanes { size: F32::new(2000.0), planes: vec![plane] }),
        ifo::Body::Warp(vec![object(6)]),
        ifo::Body::Collision(vec![object(7)]),
        ifo::Body::Event(vec![event]),
    ]);
    let bytes = Opaque(b"area".to_vec());
    ifo.blocks.push(Block::Opaque { place: 13, kind: BlockKind(13), bytes });
    ifo
}

fn spawn() -> Spawn {
    let monsters = |name, monster_id, count| Monsters { name, monster_id, count };
    Spawn {
        object: object(9),
        name: text("Untitled"),
        basic: vec![monsters(korean(), 257, 2), monsters(text("Goblin"), 271, 1)],
        tactic: vec![monsters(text("Goblin King"), 274, 1)],
        interval_s: 21,
        limit: 5,
        range_m: 8,
        tactic_points: 200,
    }
}

fn zon() -> Zon {
    let info = ZoneInfo {
        zone_type: 1,
        extent: Extent::Bare { width: 64, height: 64 },
        n_cells_per_patch: 4,
        cell_cm: F32::new(250.0),
        start_x: 32,
        start_y: 32,
    };
    let position =
        EventPosition { position_file_cm_x_height_y: floats([1.0, 2.0, 3.0]), name: text("start") };
    let economy = Economy {
        name: text("Island"),
        underground: 0,
        music: text("sea.ogg"),
        sky: text("blue"),
        rates: [5; 13],
    };
    BlockFile::of_bodies([
        zon::Body::Info(Box::new(info)),
        zon::Body::EventPositions(vec![position]),
        zon::Body::Textures(vec![text("3DData\\grass.dds"), text("end")]),
        zon::Body::Tiles(vec![tile::Tile { layer1: 3, ..tile::Tile::default() }]),
        zon::Body::Economy(Box::new(economy)),
    ])
}

fn him() -> Him {
    let heights = floats([1.0, 2.0, -0.0, f32::INFINITY]).to_vec();
    Him {
        n_cells_per_patch: 4,
        cell_cm: F32::new(250.0),
        heights_cm: Grid::new(2, 2, heights).unwrap(),
        quads: None,
        tail: Opaque::default(),
    }
}

fn til() -> Til {
    let tile = til::Tile { brush: 1, tile_index: 2, tile_set: 3, tile: 40 };
    Til { tiles: Grid::new(2, 1, vec![tile; 2]).unwrap(), tail: Opaque::default() }
}

fn mov() -> Mov {
    let cells = vec![Walk::OPEN, Walk::BLOCKED];
    Mov { cells: Grid::new(2, 1, cells).unwrap(), tail: Opaque(b"stale".to_vec()) }
}

fn lit() -> Lit {
    let part = LitPart {
        name: text("wall"),
        id: 1,
        file: text("wall.tga"),
        lightmap: 0,
        n_pixels: 128,
        n_per_row: 4,
        place: 2,
    };
    let objects = vec![LitObject { id: 1, parts: vec![part] }];
    Lit { objects, textures: vec![text("light.dds")], tail: Opaque::default() }
}

fn stb() -> Stb {
    let row =
        |name: &str, cells: [&str; 2]| Row { name: text(name), cells: cells.map(text).to_vec() };
    let titles = ["", "Level", "Model", ""].map(text).to_vec();
    Stb::new(&titles, &[row("Jelly", ["7", "jelly.zsc"]), row("Goblin", ["", ""])]).unwrap()
}

fn stl() -> Stl {
    let keys = vec![stl::Key { name: text("LNPC0001"), id: 1 }];
    let language = vec![vec![Text::from("Jelly Bean"), Text::from("It wobbles")]];
    Stl::new(stl::Kind::Itst01, keys, &[language]).unwrap()
}

fn ltb() -> Ltb {
    let mut ltb = Ltb::new(2, 1).unwrap();
    let cell = Cell::New { text: String::from("Greetings!").try_into().unwrap() };
    ltb.set_cell(0, 1, cell).unwrap();
    ltb
}

fn qsd() -> Qsd {
    let trigger = qsd::Trigger {
        name: text("Tutorial_1"),
        check_next: 1,
        conditions: vec![Record::new(0, &[1, 2, 3, 4]).unwrap()],
        rewards: vec![Record::new(0x0100_0001, &[]).unwrap()],
    };
    let groups = vec![qsd::Group { name: korean(), triggers: vec![trigger] }];
    Qsd { version: 12, name: text("Tutorial"), groups, tail: Opaque::default() }
}

fn aip() -> Aip {
    let event = aip::Event {
        name: Name::of(b"wait"),
        conditions: vec![Record::new(0x0400_0001, &[0; 4]).unwrap()],
        actions: vec![Record::new(0x0b00_0001, &[]).unwrap()],
    };
    Aip {
        idle_s: 4,
        damage_percent: 30,
        title: text("Jelly"),
        patterns: vec![aip::Pattern { name: Name::of(b"idle"), events: vec![event] }],
        tail: Opaque::default(),
    }
}

/// A conversation of one message, and no script.
fn con() -> Con {
    let numbers =
        |numbers: &[u32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
    let head = 2 + 16 * 32 + 2 + 8;
    let names = [Name::<32>::of(b"AT_start").0, Name::of(b"AT_end").0].concat();
    // Messages behind the conversation's head: an offset, and one message.
    let conversation = numbers(&[1, 16, 0, 20]);
    let message = [numbers(&[4, 7, 1, 0]), names, numbers(&[12])].concat();
    let body = [conversation, message, numbers(&[0])].concat();
    let mut event_functions = [Name::default(); 16];
    event_functions[0] = Name::of(b"AT_init");
    Con {
        event_mask: 1,
        event_functions,
        padding: [0; 2],
        conversation_offset: head,
        script_offset: head + body.len() as u32 - 4,
        body: Opaque(body),
    }
}

/// Nearly empty, since it is packed in every test.
fn zgd() -> Zgd {
    Zgd::from_cells(|x, y, volumes| {
        if x < 8 && y > 900 {
            volumes.push(Volume { z: -5, height: 100 });
        }
        if (x, y) == (3, 959) {
            volumes.push(Volume { z: 300, height: 32_767 });
        }
    })
}

fn apd() -> Apd {
    let node = |x: f32, target| {
        let mut edges = [None; 8];
        edges[0] = target;
        Node { position: floats([x, 8.0, 0.0]), edges }
    };
    let nodes = [node(8.0, Some(1)), node(72.0, None)];
    let zone = ZonePaths::from_squares(1000, 1000, |x, y| match (x, y) {
        (0, 0) => NodeRange { first: 0, count: 2 },
        _ => NodeRange { first: 2, count: 0 },
    });
    Apd::new(nodes, vec![zone]).unwrap()
}

fn zero_text(text: &str) -> ZeroText {
    ZeroText::try_from(Text::from(text)).unwrap()
}

fn zms() -> Zms {
    let numbers = floats([0.5, 0.5, 0.0, 0.0]);
    let mut uvs: [Column<[F32; 2]>; 4] = Default::default();
    uvs[0] = Column::new(vec![floats([0.25, 0.75]); 3]);
    Zms::new(zms::Mesh {
        version: zms::Version::V8,
        flags: zms::Flags(0xb2),
        box_min: floats([-1.0; 3]),
        box_max: floats([1.0; 3]),
        bones: Column::new(vec![4, 5]),
        n_vertices: 3,
        positions: Column::new(vec![floats([0.1, -0.0, f32::NAN]); 3]),
        normals: Column::default(),
        colours: Column::default(),
        skin: Column::new(vec![zms::Skin { weights: numbers, bones: [0, 1, 0, 0] }; 3]),
        tangents: Column::default(),
        uvs,
        triangles: Column::new(vec![[0, 1, 2]]),
        materials: Column::new(vec![1]),
        strip: Some(vec![2, 1]),
        pool: Some(0),
        copies: 2,
        tail: Opaque(vec![7]),
    })
    .unwrap()
}

fn zmd() -> Zmd {
    let bone = |name: &str, parent| Bone {
        name: zero_text(name),
        parent,
        position_cm: floats([0.0, 0.0, 90.0]),
        rotation_wxyz: floats([1.0, 0.0, 0.0, 0.0]),
    };
    let dummy = Placed { name: zero_text("p_00"), parent: 1, position_cm: floats([3.5; 3]) };
    let bones = vec![bone("b1_pelvis", 0), bone("b1_head", 0)];
    Zmd { bones, dummies: Dummies::Placed(vec![dummy]), tail: Opaque::default() }
}

fn zmo() -> Zmo {
    let channel = |kind, n| Channel::new(kind, 0, vec![F32::new(0.5); n]).unwrap();
    let channels = vec![channel(ChannelKind::POSITION, 6), channel(ChannelKind::ROTATION, 8)];
    let extension = zmo::Extension {
        gap: Opaque(vec![1]),
        events: List16::of_first(vec![0, 21]),
        blend_ms: Some(500),
    };
    Zmo::new(30, 2, channels, zmo::End::Extension(extension)).unwrap()
}

fn zsc() -> Zsc {
    let material = zsc::Material {
        path: zero_text("3Ddata\\a.dds"),
        is_skin: 0,
        alpha_enabled: 0,
        two_sided: 1,
        alpha_test: 1,
        alpha_ref: 128,
        z_test: 1,
        z_write: 1,
        blend: 0,
        specular: 0,
        alpha: F32::new(1.0),
        glow: 0,
        glow_colour: floats([1.0; 3]),
    };
    let motion = BoundedText::try_from(Text::from("3DData\\a.zmo")).unwrap();
    let properties = [
        Property::Bone(2),
        Property::Dummy(3),
        Property::Parent(1),
        Property::Motion(motion),
        Property::Other { id: 9, payload: Opaque(vec![1, 2]) },
    ];
    let part =
        zsc::Part { mesh: 0, material: 0, properties: Properties::new(&properties).unwrap() };
    let effect = zsc::Effect { effect: zsc::NO_EFFECT, kind: 0, properties: Properties::default() };
    let (parts, effects) = (List16::of_first(vec![part]), List16::of_first(vec![effect]));
    let body = zsc::Body::new(parts, effects, floats([0.0; 6])).map(Box::new);
    let objects = vec![
        zsc::Object { radius: 5, x: 0, y: 0, body },
        zsc::Object { radius: 0, x: 0, y: 0, body: None },
    ];
    Zsc {
        meshes: List16::of_first(vec![zero_text("3Ddata/a.zms")]),
        materials: List16::of_first(vec![material]),
        effects: List16::of_first(vec![zero_text("3Ddata/a.eft")]),
        objects: List16::of_first(objects),
        tail: Opaque(vec![3]),
    }
}

fn chr() -> Chr {
    let character = Character {
        present: std::num::NonZeroU8::MIN,
        skeleton: 0,
        name: ZeroText::try_from(korean::<0xff>().text().clone()).unwrap(),
        models: List16::of_first(vec![0]),
        motions: List16::of_first(vec![MotionPair { action: 2, motion: 0 }, MotionPair::UNSET]),
        effects: List16::of_first(vec![EffectPair { dummy: 1, effect: 0 }]),
    };
    Chr {
        skeletons: List16::of_first(vec![zero_text("3DDATA\\MALE.ZMD")]),
        motions: List16::of_first(vec![zero_text("3DDATA\\WALK.ZMO")]),
        effects: List16::of_first(vec![zero_text("3DDATA\\FIRE.EFT")]),
        characters: List16::of_first(vec![None, Some(Box::new(character))]),
        tail: Opaque::default(),
    }
}

fn placing() -> eft::Placing {
    eft::Placing {
        position_cm: floats([1.0, 2.0, 3.0]),
        pitch_yaw_roll_degrees: floats([0.0, 180.0, 0.0]),
        leftover: F32::from_bits(0xb300_0000),
    }
}

fn eft() -> Eft {
    let (no, yes) = (eft::Bool(0xcdcd_cd00), eft::Bool(0xcdcd_cd01));
    let particle = eft::Particle {
        name: korean(),
        id: text(""),
        unknown1: 0xcdcd_cdcd,
        ptl: text("3DDATA\\SPARK.PTL"),
        use_motion: no,
        motion: text("NULL"),
        loops: 1,
        unknown2: 0,
        placing: placing(),
        delay_ms: 100,
        linked: 1,
    };
    let mesh = eft::Mesh {
        name: text("ring"),
        id: text(""),
        unknown1: 0,
        mesh: text("3DDATA\\ARM.ZMS"),
        morph: text("NULL"),
        picture: text("3DDATA\\a.dds"),
        alpha: yes,
        two_sided: no,
        alpha_test: yes,
        z_test: yes,
        z_write: no,
        source_blend: 5,
        target_blend: 6,
        blend_operation: 1,
        use_motion: no,
        motion: text("NULL"),
        motion_loops: 1,
        unknown2: 0,
        placing: placing(),
        delay_ms: 0,
        loops: 1,
        linked: 1,
    };
    Eft {
        name: text(""),
        use_sound: no,
        sound: text(""),
        loops: 1,
        particles: vec![particle],
        meshes: vec![mesh],
        tail: Opaque::default(),
    }
}

fn ptl() -> Ptl {
    let kind = ptl::EventKind(2);
    let event = ptl::Event::new(kind, floats([0.0; 2]), 1, floats([0.0, 1.0]).to_vec()).unwrap();
    let range = [floats([0.0; 3]), floats([1.0; 3])];
    let sequence = ptl::Sequence {
        name: text("\"spark\""),
        life: floats([4.8; 2]),
        per_second: floats([5.0; 2]),
        loops: 2,
        direction: range,
        place: range,
        gravity: range,
        picture: text("3DDATA\\a.dds"),
        max_particles: 5,
        alignment: 0,
        coordinates: 1,
        columns: 1,
        rows: 1,
        kind: 1,
        target_blend: 2,
        source_blend: 5,
        blend_operation: 1,
        events: vec![event],
    };
    Ptl { sequences: vec![sequence], tail: Opaque::default() }
}

fn idx() -> Idx {
    let entry = idx::Entry {
        path: text("3DDATA\\A.ZMS\0"),
        offset: 0,
        size: 9,
        block: 9,
        deleted: 0,
        compressed: 0,
        encrypted: 0,
        version: 1,
        crc: 0xabcd,
    };
    let archive = idx::Archive {
        name: text("DATA.VFS\0"),
        gap: Opaque(vec![5]),
        n_deleted: 0,
        start: 0,
        files: vec![entry],
    };
    Idx { base_version: 129, current_version: 129, archives: vec![archive], tail: Opaque(vec![1]) }
}

/// Those of EverQuest, whose parts have names that others have too.
mod eq {
    use landwright_core::format::eq::map::{
        Content as Solids, Ground, Map, Mesh, Model, Placed, PlacedGroup, Side, Tile,
    };
    use landwright_core::format::eq::nav::tile::{Connection, Detail, Polygon};
    use landwright_core::format::eq::nav::{self, Nav};
    use landwright_core::format::eq::pfs::{self, Pfs};
    use landwright_core::format::eq::wld::region::RegionList;
    use landwright_core::format::eq::wld::{Fragment, Version, Wld, fragment};
    use landwright_core::format::eq::wtr::{self, Regions, Wtr};
    use landwright_core::format::number::F32;
    use landwright_core::format::text::{Opaque, Text};

    pub fn archive() -> Pfs {
        pfs::build(&[("isle.wld", &[7; 300]), ("grass.bmp", b"BM"), ("empty", b"")], 9).unwrap()
    }

    pub fn wld() -> Wld {
        let list = RegionList {
            name: -1,
            flags: 0,
            regions: vec![0, 2],
            user_data: Text::from("WTN__\0"),
        };
        let fragments = vec![
            Fragment { kind: fragment::AMBIENT_LIGHT, body: Opaque(vec![0; 4]) },
            Fragment { kind: 0x99, body: Opaque(b"unknown".to_vec()) },
            Fragment { kind: fragment::REGION_LIST, body: list.to_body() },
        ];
        let names = Opaque(b"\0Z0001_ZONE\0".to_vec());
        let tail = Opaque(vec![0xff; 4]);
        Wld { version: Version::Old, n_regions: 3, largest: 31, n_names: 2, names, fragments, tail }
    }

    fn three(x: f32) -> [F32; 3] {
        [F32::new(x), F32::ZERO, F32::new(1.0)]
    }

    pub fn map() -> Map {
        let placed = Placed {
            model: Text::from("TREE"),
            position: three(5.0),
            turns: three(0.5),
            scale: three(1.0),
        };
        let mesh =
            Mesh { vertices: vec![three(0.0), three(1.0), three(2.0)], indices: vec![0, 1, 2] };
        let side = Side { corners: [0, 1, 1], stops: 1 };
        let model =
            Model { name: Text::from("TREE"), vertices: vec![three(1.0); 2], sides: vec![side] };
        let group = PlacedGroup {
            position: three(1.0),
            turns: three(90.0),
            scale: three(1.0),
            tile: three(0.0),
            placed: vec![placed.clone()],
        };
        let tile = Tile {
            is_flat: 0,
            position: [F32::ZERO; 2],
            flags: Opaque(vec![1]),
            heights: vec![F32::new(3.0); 4],
        };
        let ground = Ground { quads_per_tile: 1, units_per_quad: F32::new(8.0), tiles: vec![tile] };
        Map::new(Solids {
            solid: mesh.clone(),
            passable: mesh,
            models: vec![model],
            placed: vec![placed],
            groups: vec![group],
            ground,
        })
    }

    pub fn nav() -> Nav {
        let ground = Polygon {
            corners: [0, 1, 2, 0, 0, 0],
            sides: [0, 0x8004, 0, 0, 0, 0],
            flags: 1,
            n_corners: 3,
            ..Polygon::default()
        };
        let jump =
            Polygon { corners: [3, 4, 0, 0, 0, 0], n_corners: 2, area_and_kind: 0x40, ..ground };
        let tile = nav::tile::Tile {
            reference: 1 << 22,
            first_connection: 1,
            vertices: [0.0, 4.0, 8.0, 1.0, 1.5].map(three).to_vec(),
            polygons: vec![ground, jump],
            links: vec![[0, u32::MAX, 7]; 4],
            details: vec![Detail { n_triangles: 1, ..Detail::default() }],
            detail_vertices: vec![three(f32::NAN)],
            detail_triangles: vec![[0, 1, 2, 21]],
            boxes: vec![nav::tile::BoxNode::default(); 2],
            connections: vec![Connection { polygon: 1, side: 0xff, ..Connection::default() }],
            ..nav::tile::Tile::default()
        };
        let grid = nav::Grid {
            tile_sides: [F32::new(64.0); 2],
            most_tiles: 4,
            most_polygons: 16,
            ..nav::Grid::default()
        };
        Nav::new(nav::Content { grid, tiles: vec![tile], rest: Opaque::default() })
    }

    pub fn wtr() -> Wtr {
        let node = |region, kind, front| wtr::Node {
            number: region,
            plane: [F32::new(1.0), F32::ZERO, F32::ZERO, F32::new(-8.0)],
            region,
            kind,
            front,
            back: 0,
        };
        Wtr { regions: Regions::Nodes(vec![node(0, 0, 2), node(1, 1, 0)]), tail: Opaque::default() }
    }
}

/// Two textures, a picture of the first with noise behind its name, and bytes behind the end.
const TSI: &[u8] = b"\x02\0\x08\0ui03.DDS\0\0\0\0\x05\0\xba\xed.tg\x01\0\0\0\x01\0\
    \x01\0\0\0\x04\0\0\0\xa2\0\0\0\xc0\0\0\0\xff\xff\xff\xff\x07\0\0\0\
    UI03_BG\0\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\
    \xcd\xcd\xcd\xcd\xcd\xcd\xcd\xcd\0\0stale";

/// The cell in the middle, and two beside it.
const TBL: &[u8] = b"\x02\0\0\0\x01\0\x01\0\x02\0\x03\0\0\0\0\0\xff\xff\0\0\x01\0\xff\xff";

/// A title with one below it in CP949, and a page for that.
const HLP: &[u8] = b"\x031.0\x01\0\0\0\x04help\x01\0\0\0\x02\xba\xed\0\0\0\0\
    \x01\0\0\0\x02\xba\xed\x05light";

fn lod() -> Vec<u8> {
    let cells = (0..31 * 31_i32).flat_map(|cell| (cell % 11).to_le_bytes());
    b"block_height\0".iter().copied().chain(cells).collect()
}

fn zca() -> Vec<u8> {
    let numbers = (0..45_u8).flat_map(|n| f32::from(n).to_le_bytes());
    b"ZCA0001\x01\0\0\0".iter().copied().chain(numbers).collect()
}
