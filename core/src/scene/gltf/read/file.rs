//! The parts of a binary glTF file: its JSON as far as triangles need it, and its bytes.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::format::xml::short;

use crate::scene::gltf::read::BadGlb;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    asset: Asset,
    pub(super) scene: Option<usize>,
    #[serde(default)]
    pub(super) scenes: Vec<SceneOfNodes>,
    #[serde(default, deserialize_with = "not_too_many")]
    pub(super) nodes: Vec<Node>,
    #[serde(default, deserialize_with = "not_too_many")]
    pub(super) meshes: Vec<Mesh>,
    #[serde(default, deserialize_with = "not_too_many")]
    pub(super) skins: Vec<Skin>,
    #[serde(default, deserialize_with = "not_too_many")]
    pub(super) accessors: Vec<Accessor>,
    #[serde(default, deserialize_with = "not_too_many")]
    pub(super) buffer_views: Vec<View>,
    #[serde(default)]
    pub(super) buffers: Vec<Bytes>,
    #[serde(default)]
    extensions_required: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Asset {
    version: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct SceneOfNodes {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Node {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) mesh: Option<usize>,
    pub(super) skin: Option<usize>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    /// x, y, z, w.
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh {
    #[serde(default)]
    pub(super) name: String,
    pub(super) primitives: Vec<Primitive>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) mode: Option<u32>,
    #[serde(default)]
    targets: Vec<IgnoredAny>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(super) struct Attributes {
    pub(super) position: Option<usize>,
    pub(super) normal: Option<usize>,
    pub(super) tangent: Option<usize>,
    pub(super) color_0: Option<usize>,
    pub(super) joints_0: Option<usize>,
    pub(super) weights_0: Option<usize>,
    pub(super) joints_1: Option<usize>,
    texcoord_0: Option<usize>,
    texcoord_1: Option<usize>,
    texcoord_2: Option<usize>,
    texcoord_3: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    #[serde(default)]
    pub(super) joints: Vec<usize>,
    pub(super) inverse_bind_matrices: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub(super) buffer_view: Option<usize>,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: usize,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) sparse: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Bytes {
    pub(super) uri: Option<String>,
}

impl Mesh {
    pub(super) fn has_shape_keys(&self) -> bool {
        self.primitives.iter().any(|primitive| !primitive.targets.is_empty())
    }
}

impl Attributes {
    pub(super) fn uvs(&self) -> [Option<usize>; 4] {
        [self.texcoord_0, self.texcoord_1, self.texcoord_2, self.texcoord_3]
    }
}

/// No list of a file is longer: in memory an empty item is larger than the letters that it is made of.
const MOST_ITEMS: usize = 100_000;

struct NotTooMany<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NotTooMany<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST_ITEMS} items")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() >= MOST_ITEMS {
                return Err(A::Error::invalid_length(list.len() + 1, &self));
            }
            list.push(item);
        }
        Ok(list)
    }
}

fn not_too_many<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_seq(NotTooMany(PhantomData))
}

/// Extensions that change nothing about triangles.
const HARMLESS: [&str; 4] = ["KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_"];
/// Whole numbers instead of floats, which are read anyway.
const QUANTIZED: &str = "KHR_mesh_quantization";

/// The JSON and the bytes of a file.
pub(super) fn open(data: &[u8]) -> Result<(File, &[u8]), BadGlb> {
    let wrong = |reason: &str| BadGlb::new("file", reason);
    if !data.starts_with(crate::scene::gltf::read::MAGIC) {
        return Err(wrong("is not binary glTF; choose glTF Binary (.glb) in the other program"));
    }
    if word(data, 4) != Some(2) {
        return Err(wrong("is not version 2 of glTF"));
    }
    let whole = word(data, 8).and_then(|end| data.get(..end));
    let whole = whole.ok_or_else(|| wrong("ends before the length that it states"))?;
    let (json, after) =
        chunk(whole, 12, *b"JSON").ok_or_else(|| wrong("does not begin with JSON"))?;
    let bytes = chunk(whole, after, *b"BIN\0").map_or(&[][..], |(bytes, _)| bytes);
    let file: File = serde_json::from_slice(json).map_err(|error| {
        let place = format!("JSON, line {} column {}", error.line(), error.column());
        let message = error.to_string();
        BadGlb::new(place, message.split(" at line ").next().unwrap_or(&message))
    })?;
    if !file.asset.version.starts_with("2.") {
        let version = short(&file.asset.version);
        return Err(wrong(&format!("is of version {version} of glTF, not of version 2")));
    }
    let is_harmless =
        |name: &String| name == QUANTIZED || HARMLESS.iter().any(|start| name.starts_with(start));
    if let Some(name) = file.extensions_required.iter().find(|name| !is_harmless(name)) {
        let reason = format!("needs the extension {}, which is not read", short(name));
        return Err(wrong(&format!("{reason}; export without it, such as without compression")));
    }
    Ok((file, bytes))
}

fn word(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

/// What a chunk of a kind holds, and where it ends.
fn chunk(data: &[u8], at: usize, kind: [u8; 4]) -> Option<(&[u8], usize)> {
    let start = at.checked_add(8)?;
    let end = start.checked_add(word(data, at)?)?;
    let is_so = data.get(at + 4..start)? == kind;
    Some((data.get(start..end).filter(|_| is_so)?, end))
}
