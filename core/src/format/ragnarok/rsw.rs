//! RSW: a map as the client sees it: which files it is made of, water, light, and what stands on it.
//!
//! ```text
//! 0    4     magic "GRSW"
//! 4    1     version major  u8
//! 5    1     version minor  u8
//! 6    …     build          2.2 and 2.3: u8; 2.5 on: u32 and u8; 2.4: either
//!      40    ini name
//!      40    GND name
//!      40    GAT name       not up to 1.4, as some say
//!      40    scene name
//!      24    water          1.3 to 2.5; the level alone before 1.8, without frames before 1.9
//!      2×4   light longitude, latitude      i32, from 1.5 on
//!      6×4   diffuse and ambient RGB        f32, from 1.5 on
//!      4     shadow opacity                 f32, from 1.7 on
//!      4×4   bounds: top, bottom, left, right  i32, from 1.6 on; garbage in most files
//!      4×n   count u32 and so many numbers, from 2.7 on
//!      4     object count   u32
//!      n     objects
//!      65520 tree, or nothing: 1,365 nodes of 48 bytes
//!      n     tail
//!
//! Node: 3×4 greatest corner, 3×4 least corner, 3×4 half of the size, 3×4 middle  f32
//! ```
//!
//! The tree sorts space: a node, then its children in the south-west, south-east, north-west and
//! north-east, six deep. Its numbers are kept as they are: many are wrong. Water levels are
//! altitudes: what is greater is under water. From 2.6 on the GND has the water. Real files were
//! seen of 1.9 and 2.1; the others are read as several programs agree (November 2026).

mod layout;
pub mod object;

use serde::{Deserialize, Serialize};

use super::fit::json_that_reads_back;
use super::water::Water;
use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::text::Opaque;
use crate::format::{Malformed, ReadError};

use layout::Way;
pub use layout::{Build, Layout, Version};
use object::Object;

const MAGIC: &[u8] = b"GRSW";
const N_NODES: usize = 1365;
const TREE_SIZE: usize = N_NODES * 48;

/// A map as the client sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct Rsw {
    layout: Layout,
    pub names: Names,
    /// There from version 1.3 to 2.5.
    water: Option<Water>,
    pub light: Light,
    /// Top, bottom, left and right.
    pub bounds: [i32; 4],
    /// There from version 2.7 on.
    pub numbers: Vec<i32>,
    pub objects: Vec<Object>,
    pub tree: Option<Vec<Node>>,
    /// What follows the last field.
    pub tail: Opaque,
}

/// The files that the world is made of.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    pub ini: Name<40>,
    pub gnd: Name<40>,
    pub gat: Name<40>,
    pub scene: Name<40>,
}

/// The sun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Light {
    pub longitude: i32,
    pub latitude: i32,
    pub diffuse: [F32; 3],
    pub ambient: [F32; 3],
    pub shadow_opacity: F32,
}

/// A box of the tree that sorts space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    pub greatest: [F32; 3],
    pub least: [F32; 3],
    pub half_size: [F32; 3],
    pub middle: [F32; 3],
}

impl Rsw {
    /// A world of version 1.9, the simplest that servers and clients of today still take.
    pub fn new(names: Names, water: Water, light: Light) -> Rsw {
        Rsw {
            layout: Layout::usual(Version { major: 1, minor: 9 }, Build::None),
            names,
            water: Some(water),
            light,
            bounds: [-500, 500, -500, 500],
            numbers: Vec::new(),
            objects: Vec::new(),
            tree: None,
            tail: Opaque::default(),
        }
    }

    pub fn version(&self) -> Version {
        self.layout.version
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// There where the version has one.
    pub fn water(&self) -> Option<&Water> {
        self.water.as_ref()
    }

    /// There where the version has one.
    pub fn water_mut(&mut self) -> Option<&mut Water> {
        self.water.as_mut()
    }

    /// As an altitude: what has a greater one is under water.
    pub fn water_level(&self) -> Option<F32> {
        self.water.map(|water| water.level)
    }

    /// How many bytes are kept without being understood.
    pub fn n_opaque(&self) -> usize {
        self.tail.0.len()
    }
}

// Where nothing is left that differs between two layouts, either is right.
json_that_reads_back!(Rsw, |rsw, data| Ok(Rsw { layout: rsw.layout, ..read(data)? }));

/// A file that can be laid out in several ways is read in the one that ends where the file does.
pub fn read(data: &[u8]) -> Result<Rsw, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let (usual, others) = Layout::ways(bytes)?;
    let mut best = read_as(usual);
    for way in others {
        let is_exact =
            |rsw: &Result<Rsw, ReadError>| rsw.as_ref().is_ok_and(|rsw| rsw.tail.0.is_empty());
        if is_exact(&best) {
            break;
        }
        let other = read_as(way);
        if is_exact(&other) {
            best = other;
        }
    }
    best
}

/// A file whose layout is known already, of those that it may have.
pub fn read_laid_out(data: &[u8], is_it: impl Fn(Layout) -> bool) -> Result<Rsw, ReadError> {
    let mut bytes = Bytes::new(data);
    bytes.magic("magic", MAGIC)?;
    let start = bytes.clone();
    let (usual, others) = Layout::ways(bytes)?;
    let mut ways = std::iter::once(usual).chain(others);
    let (found, expected) = (0, "a layout that its version may have");
    let other = || start.error("layout", Malformed::Unexpected { found, expected });
    read_as(ways.find(|(layout, _)| is_it(*layout)).ok_or_else(other)?)
}

fn read_as((layout, mut bytes): Way<'_>) -> Result<Rsw, ReadError> {
    let version = layout.version;
    let names = Names::read(layout, &mut bytes)?;
    let water = read_water(version, &mut bytes)?;
    let light = Light::read(version, &mut bytes)?;
    let mut bounds = [0; 4];
    if version.has_bounds() {
        for bound in &mut bounds {
            *bound = bytes.i32("bounds")?;
        }
    }
    let numbers = match version.has_model_numbers() {
        true => {
            let n_numbers = bytes.u32("number count")?;
            bytes.items("numbers", n_numbers.into(), 4, |bytes| bytes.i32("number"))?
        }
        false => Vec::new(),
    };
    let n_objects = bytes.u32("object count")?;
    let objects = bytes.items("objects", n_objects.into(), object::MIN_SIZE, |bytes| {
        Object::read(layout, bytes)
    })?;
    let tree = match bytes.n_left() >= TREE_SIZE {
        true => Some(bytes.items("tree", N_NODES as u64, 48, Node::read)?),
        false => None,
    };
    let tail = Opaque(bytes.rest().to_vec());
    Ok(Rsw { layout, names, water, light, bounds, numbers, objects, tree, tail })
}

pub fn write(rsw: &Rsw) -> Vec<u8> {
    let (layout, version) = (rsw.layout, rsw.layout.version);
    let mut out = Vec::new();
    out.put(MAGIC);
    layout.write(&mut out);
    rsw.names.write(layout, &mut out);
    if let Some(water) = &rsw.water {
        write_water(water, version, &mut out);
    }
    rsw.light.write(version, &mut out);
    if version.has_bounds() {
        rsw.bounds.iter().for_each(|bound| out.put_i32(*bound));
    }
    if version.has_model_numbers() {
        out.put_count(rsw.numbers.len());
        rsw.numbers.iter().for_each(|number| out.put_i32(*number));
    }
    out.put_count(rsw.objects.len());
    rsw.objects.iter().for_each(|object| object.write(layout, &mut out));
    if let Some(tree) = &rsw.tree {
        tree.iter().for_each(|node| node.write(&mut out));
    }
    out.put(&rsw.tail.0);
    out
}

fn read_water(version: Version, bytes: &mut Bytes<'_>) -> Result<Option<Water>, ReadError> {
    if !version.has_water() {
        return Ok(None);
    }
    let mut water = Water { level: bytes.f32("water level")?, ..Water::default() };
    if version.has_waves() {
        water.read_waves(bytes)?;
    }
    if version.has_water_frames() {
        water.frames = bytes.i32("water frames")?;
    }
    Ok(Some(water))
}

fn write_water(water: &Water, version: Version, out: &mut Vec<u8>) {
    out.put_f32(water.level);
    if version.has_waves() {
        water.write_waves(out);
    }
    if version.has_water_frames() {
        out.put_i32(water.frames);
    }
}

impl Names {
    fn read(layout: Layout, bytes: &mut Bytes<'_>) -> Result<Names, ReadError> {
        let ini = Name(bytes.array("ini name")?);
        let gnd = Name(bytes.array("GND name")?);
        let gat = match layout.has_gat_name {
            true => Name(bytes.array("GAT name")?),
            false => Name::default(),
        };
        Ok(Names { ini, gnd, gat, scene: Name(bytes.array("scene name")?) })
    }

    fn write(&self, layout: Layout, out: &mut Vec<u8>) {
        out.put(&self.ini.0);
        out.put(&self.gnd.0);
        if layout.has_gat_name {
            out.put(&self.gat.0);
        }
        out.put(&self.scene.0);
    }
}

impl Light {
    fn read(version: Version, bytes: &mut Bytes<'_>) -> Result<Light, ReadError> {
        let mut light = Light::default();
        if version.has_light() {
            light.longitude = bytes.i32("light longitude")?;
            light.latitude = bytes.i32("light latitude")?;
            light.diffuse = bytes.f32s("diffuse light")?;
            light.ambient = bytes.f32s("ambient light")?;
        }
        if version.has_shadow_opacity() {
            light.shadow_opacity = bytes.f32("shadow opacity")?;
        }
        Ok(light)
    }

    fn write(&self, version: Version, out: &mut Vec<u8>) {
        if version.has_light() {
            out.put_i32(self.longitude);
            out.put_i32(self.latitude);
            out.put_f32s(&self.diffuse);
            out.put_f32s(&self.ambient);
        }
        if version.has_shadow_opacity() {
            out.put_f32(self.shadow_opacity);
        }
    }
}

impl Node {
    fn read(bytes: &mut Bytes<'_>) -> Result<Node, ReadError> {
        Ok(Node {
            greatest: bytes.f32s("tree")?,
            least: bytes.f32s("tree")?,
            half_size: bytes.f32s("tree")?,
            middle: bytes.f32s("tree")?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        for corner in [&self.greatest, &self.least, &self.half_size, &self.middle] {
            out.put_f32s(corner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::object::{Effect, Model, Sound};
    use super::*;

    /// A map with an object of each type, laid out as usual for its version.
    fn odd(major: u8, minor: u8, build: Build) -> Rsw {
        as_laid_out(Layout::usual(Version { major, minor }, build))
    }

    fn as_laid_out(layout: Layout) -> Rsw {
        let version = layout.version;
        let mut file = Name::of(b"house.rsm");
        file.0[10..].fill(0xcd);
        let mut name = Name::default();
        if version.has_model_names() {
            name.0[1..].fill(0xcd);
        }
        let model = Model { name, file, scale: [F32::new(-1.0); 3], ..Model::default() };
        let sound = Sound { range: F32::new(5.0), ..Sound::default() };
        let effect = Effect { effect: 44, ..Effect::default() };
        let gat = if layout.has_gat_name { Name::of(b"isle.gat") } else { Name::default() };
        Rsw {
            layout,
            names: Names { gnd: Name::of(b"isle.gnd"), gat, ..Names::default() },
            water: version.has_water().then(|| Water { level: F32::new(13.5), ..Water::default() }),
            light: Light::default(),
            bounds: if version.has_bounds() { [0x12_f6a4; 4] } else { [0; 4] },
            numbers: if version.has_model_numbers() { vec![-1, 7] } else { Vec::new() },
            objects: vec![
                Object::Model(Box::new(model)),
                Object::Light(object::Light::default()),
                Object::Sound(Box::new(sound)),
                Object::Effect(effect),
            ],
            tree: None,
            tail: Opaque::default(),
        }
    }

    fn layouts() -> Vec<Layout> {
        let usual = |major, minor, build| Layout::usual(Version { major, minor }, build);
        let number = |number| Build::Number { number, flag: 1 };
        let old = (2..=9).map(|minor| usual(1, minor, Build::None));
        let mut layouts: Vec<Layout> = old.collect();
        layouts.extend([usual(2, 0, Build::None), usual(2, 1, Build::None)]);
        layouts.extend((2..=4).map(|minor| usual(2, minor, Build::Byte(9))));
        layouts.extend([4, 5, 6, 7].map(|minor| usual(2, minor, number(161))));
        layouts.extend([6, 7].map(|minor| usual(2, minor, number(170))));
        // As some files are and others are not.
        layouts.push(Layout { has_sound_cycle: false, ..usual(1, 9, Build::None) });
        layouts.push(Layout { has_gat_name: true, ..usual(1, 4, Build::None) });
        layouts.push(Layout { has_model_flag: false, ..usual(2, 6, number(170)) });
        layouts
    }

    #[test]
    fn a_map_of_every_layout_is_told_and_written_back() {
        for layout in layouts() {
            let rsw = as_laid_out(layout);
            for tree in [None, Some(vec![Node::read(&mut Bytes::new(&[7; 48])).unwrap(); 1365])] {
                let rsw = Rsw { tree, ..rsw.clone() };
                assert_eq!(read(&write(&rsw)), Ok(rsw), "{layout:?}");
            }
            let json = serde_json::to_string(&rsw).unwrap();
            assert_eq!(serde_json::from_str::<Rsw>(&json).unwrap(), rsw, "{json}");
        }
    }

    #[test]
    fn the_water_level_stands_where_the_version_says() {
        let number = Build::Number { number: 1, flag: 0 };
        for (minor, build, offset) in
            [(1, Build::None, 166), (2, Build::Byte(1), 167), (5, number, 171)]
        {
            let mut data = write(&odd(2, minor, build));
            data[offset..offset + 4].copy_from_slice(&20.5f32.to_le_bytes());
            assert_eq!(read(&data).unwrap().water_level(), Some(F32::new(20.5)), "2.{minor}");
        }
        assert_eq!(read(&write(&odd(2, 6, number))).unwrap().water_level(), None);
    }

    #[test]
    fn only_the_water_level_changes() {
        let data = write(&odd(2, 1, Build::None));
        let mut rsw = read(&data).unwrap();
        rsw.water_mut().unwrap().level = F32::new(1.0);
        let changed = write(&rsw);
        assert_eq!(changed[..166], data[..166]);
        assert_eq!(changed[166..170], 1f32.to_le_bytes());
        assert_eq!(changed[170..], data[170..]);
    }

    #[test]
    fn versions_that_nobody_knows_are_refused() {
        for (major, minor) in [(0, 9), (1, 1), (1, 10), (2, 8), (3, 0)] {
            let mut data = write(&odd(2, 1, Build::None));
            (data[4], data[5]) = (major, minor);
            let error = read(&data).unwrap_err().to_string();
            let not_known = format!("version {major}.{minor} is not known");
            let expected = "expected 1.2 to 1.9, or 2.0 to 2.7";
            assert_eq!(error, format!("version at byte 0x4: {not_known}; {expected}"));
        }
    }

    #[test]
    fn every_prefix_is_an_error_and_a_wrong_object_says_where() {
        // A file of 1.4 that has the name of a GAT may be cut so that it seems to lack the name.
        let last_doubtful = Version { major: 1, minor: 4 };
        let is_told = |layout: &Layout| layout.version > last_doubtful || !layout.has_gat_name;
        for layout in layouts().into_iter().filter(is_told) {
            let data = write(&as_laid_out(layout));
            for len in 0..data.len() {
                assert!(read(&data[..len]).is_err(), "{layout:?} {len}");
            }
        }
        let mut data = write(&odd(2, 1, Build::None));
        let at = data.len() - (4 + 116) - (4 + 192) - (4 + 108);
        data[at] = 9;
        let expected = "expected 1 (model), 2 (light), 3 (sound) or 4 (effect)";
        let error = read(&data).unwrap_err().to_string();
        assert_eq!(error, format!("object type at byte {at:#x}: found 9, {expected}"));
        data[at - 4 - 248 - 4..at - 4 - 248].copy_from_slice(&[0xff; 4]);
        assert!(read(&data).unwrap_err().to_string().starts_with("objects at byte"));
    }

    #[test]
    fn what_follows_is_kept() {
        let mut data = write(&odd(2, 1, Build::None));
        data.extend([0; TREE_SIZE - 1]);
        let cut = read(&data).unwrap();
        assert_eq!((cut.n_opaque(), cut.tree.is_none()), (TREE_SIZE - 1, true));
        data.extend(b"12345");
        let stale = read(&data).unwrap();
        assert_eq!((stale.n_opaque(), stale.tree.is_some()), (4, true));
        assert_eq!(write(&stale), data);
    }

    #[test]
    fn json_gives_the_same_bytes_back_and_nothing_that_has_no_room() {
        let mut rsw =
            as_laid_out(Layout { has_sound_cycle: false, ..odd(1, 9, Build::None).layout });
        // Without a sound, nothing tells one layout from the other.
        rsw.objects.remove(2);
        rsw.light.longitude = 45;
        let json = serde_json::to_string(&rsw).unwrap();
        assert_eq!(serde_json::from_str::<Rsw>(&json).unwrap(), rsw);
        let wrong = json.replace("\"minor\":9", "\"minor\":3");
        assert!(serde_json::from_str::<Rsw>(&wrong).is_err());
    }
}
