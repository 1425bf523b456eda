//! What one file names.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::known;
use crate::format::file::Content;
use crate::format::rose::blocks::Block;
use crate::format::rose::chr::Chr;
use crate::format::rose::eft::{self, Eft};
use crate::format::rose::ifo::object::Object;
use crate::format::rose::ifo::{self, Ifo};
use crate::format::rose::lit::Lit;
use crate::format::rose::meaning::{Meaning, columns, item, table_name};
use crate::format::rose::ptl::Ptl;
use crate::format::rose::qsd::{Qsd, without_end};
use crate::format::rose::stb::Stb;
use crate::format::rose::stl::Stl;
use crate::format::rose::zon::{self, Zon};
use crate::format::rose::zsc::{NO_EFFECT, Object as ZscObject, Zsc};
use crate::format::text::CodePage;

/// What was found in a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// How many rows, objects or characters it has.
    #[serde(default)]
    pub n_parts: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<Use>,
    /// What its rows are called, by row. Of texts: by key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<(u32, String)>,
    /// Of texts: the keys in the order of the names; of tables: the key of each named row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<(u32, String)>,
    /// The triggers that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<String>,
    /// Of LIST_ZONE.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneRow>,
    /// Why it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneRow {
    pub file: String,
    pub decos: String,
    pub buildings: String,
}

/// A name in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Use {
    /// Row, object or character that it is in.
    #[serde(rename = "p", default, skip_serializing_if = "Option::is_none")]
    pub part: Option<u32>,
    #[serde(rename = "a")]
    pub at: At,
    #[serde(rename = "t")]
    pub to: To,
}

/// Where in a file, in words: `row 12, column 5` or `object 3, part 0`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct At(Cow<'static, str>, Option<u32>, Option<(Cow<'static, str>, u32)>);

impl At {
    pub fn text(text: &'static str) -> At {
        At(text.into(), None, None)
    }

    pub fn part(what: &'static str, number: u32) -> At {
        At(what.into(), Some(number), None)
    }

    fn inner(what: &'static str, number: u32, inner: &'static str, place: u32) -> At {
        At(what.into(), Some(number), Some((inner.into(), place)))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let At(what, number, inner) = self;
        f.write_str(what)?;
        if let Some(number) = number {
            write!(f, " {number}")?;
        }
        if let Some((what, number)) = inner {
            write!(f, ", {what} {number}")?;
        }
        Ok(())
    }
}

/// What is named, before anything is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum To {
    #[serde(rename = "f")]
    File(String),
    /// A file in the same folder.
    #[serde(rename = "b")]
    Beside(String),
    /// A table and a row of it.
    #[serde(rename = "r")]
    Row(String, u32),
    /// An object of a ZSC.
    #[serde(rename = "o")]
    Object(String, u32),
    /// An object of the zone's own lists.
    Deco(u32),
    Building(u32),
    /// An object of the PART_NPC.ZSC beside it.
    Models(u32),
    Conversation(String),
    Trigger(String),
}

/// Whether a file of this name says anything that [`seen`] looks at.
pub fn is_looked_at(key: &str) -> bool {
    let endings = [".ZSC", ".CHR", ".EFT", ".PTL", ".ZON", ".IFO", ".LIT", ".STB", ".STL", ".QSD"];
    endings.iter().any(|ending| key.ends_with(ending))
}

/// Looks for every name in a file.
pub fn seen(path: &str, content: &Content, code_page: CodePage) -> Seen {
    let mut looking = Looking { code_page, seen: Seen::default() };
    match content {
        Content::Zsc(zsc) => looking.zsc(zsc),
        Content::Chr(chr) => looking.chr(chr),
        Content::Eft(eft) => looking.eft(eft),
        Content::Ptl(ptl) => looking.ptl(ptl),
        Content::Zon(zon) => looking.zon(zon),
        Content::Ifo(ifo) => looking.ifo(ifo),
        Content::Lit(lit) => looking.lit(lit),
        Content::Stb(stb) => looking.stb(&table_name(path), stb),
        Content::Stl(stl) => looking.stl(stl),
        Content::Qsd(qsd) => looking.qsd(qsd),
        _ => {}
    }
    looking.seen
}

struct Looking {
    code_page: CodePage,
    seen: Seen,
}

impl Looking {
    fn text(&self, bytes: &[u8]) -> String {
        self.code_page.decode(without_end(bytes)).trim().to_owned()
    }

    fn put(&mut self, part: Option<u32>, at: At, to: To) {
        self.seen.uses.push(Use { part, at, to });
    }

    /// A path; an empty one and `NULL` are none.
    fn path(&mut self, part: Option<u32>, at: At, bytes: &[u8]) {
        let path = self.text(bytes);
        if !path.is_empty() && !path.eq_ignore_ascii_case("NULL") {
            self.put(part, at, To::File(path));
        }
    }

    fn zsc(&mut self, zsc: &Zsc) {
        self.seen.n_parts = number(zsc.objects.len());
        let mut used = [
            vec![false; zsc.meshes.len()],
            vec![false; zsc.materials.len()],
            vec![false; zsc.effects.len()],
        ];
        let mut mark = |list: usize, place: usize| {
            if let Some(is_used) = used.get_mut(list).and_then(|list| list.get_mut(place)) {
                *is_used = true;
            }
        };
        for (object, number) in zsc.objects.iter().zip(0..) {
            self.zsc_object(zsc, object, number, &mut mark);
        }
        let [meshes, materials, effects] = &used;
        for (at, path) in unused(meshes).filter_map(|at| Some((at, zsc.meshes.get(at)?))) {
            self.path(None, At::part("mesh in no object", number(at)), path.as_bytes());
        }
        for (at, one) in unused(materials).filter_map(|at| Some((at, zsc.materials.get(at)?))) {
            self.path(None, At::part("material in no object", number(at)), one.path.as_bytes());
        }
        for (at, path) in unused(effects).filter_map(|at| Some((at, zsc.effects.get(at)?))) {
            self.path(None, At::part("effect in no object", number(at)), path.as_bytes());
        }
    }

    fn zsc_object(
        &mut self,
        zsc: &Zsc,
        object: &ZscObject,
        number: u32,
        mark: &mut impl FnMut(usize, usize),
    ) {
        let own = Some(number);
        for (part, place) in object.parts().iter().zip(0..) {
            let at = || At::inner("object", number, "part", place);
            let (mesh, material) = (usize::from(part.mesh), usize::from(part.material));
            mark(0, mesh);
            mark(1, material);
            if let Some(path) = zsc.meshes.get(mesh) {
                self.path(own, at(), path.as_bytes());
            }
            if let Some(material) = zsc.materials.get(material) {
                self.path(own, at(), material.path.as_bytes());
            }
            if let Some(motion) = part.properties.motion() {
                self.path(own, at(), motion.as_bytes());
            }
        }
        for (effect, place) in object.effects().iter().zip(0..) {
            if effect.effect == NO_EFFECT {
                continue;
            }
            mark(2, usize::from(effect.effect));
            if let Some(path) = zsc.effects.get(usize::from(effect.effect)) {
                self.path(own, At::inner("object", number, "effect", place), path.as_bytes());
            }
        }
    }

    fn chr(&mut self, chr: &Chr) {
        self.seen.n_parts = number(chr.characters.len());
        for (character, row) in chr.characters.iter().zip(0..) {
            let Some(character) = character else { continue };
            let name = self.text(character.name.as_bytes());
            self.seen.names.push((row, name));
            let own = Some(row);
            let at =
                |what: &'static str, place: usize| At::inner("character", row, what, number(place));
            if let Some(path) = chr.skeletons.get(usize::from(character.skeleton)) {
                self.path(own, At::part("skeleton of character", row), path.as_bytes());
            }
            for (place, model) in character.models.iter().enumerate() {
                self.put(own, at("model", place), To::Models((*model).into()));
            }
            for (place, pair) in
                character.motions.iter().enumerate().filter(|(_, pair)| pair.is_set())
            {
                if let Some(path) = chr.motions.get(usize::from(pair.motion)) {
                    self.path(own, at("motion", place), path.as_bytes());
                }
            }
            for (place, pair) in character.effects.iter().enumerate() {
                if let Some(path) = chr.effects.get(usize::from(pair.effect)) {
                    self.path(own, at("effect", place), path.as_bytes());
                }
            }
        }
    }

    fn eft(&mut self, eft: &Eft) {
        if eft.use_sound.is_set() {
            self.path(None, At::text("sound"), eft.sound.as_bytes());
        }
        for (particle, place) in eft.particles.iter().zip(0..) {
            let at = || At::part("particle", place);
            self.path(None, at(), particle.ptl.as_bytes());
            if particle.use_motion.is_set() {
                self.path(None, at(), particle.motion.as_bytes());
            }
        }
        for (mesh, place) in eft.meshes.iter().zip(0..) {
            let eft::Mesh { mesh, morph, picture, use_motion, motion, .. } = mesh;
            for path in [mesh, morph, picture] {
                self.path(None, At::part("mesh", place), path.as_bytes());
            }
            if use_motion.is_set() {
                self.path(None, At::part("mesh", place), motion.as_bytes());
            }
        }
    }

    fn ptl(&mut self, ptl: &Ptl) {
        for (sequence, place) in ptl.sequences.iter().zip(0..) {
            self.path(None, At::part("sequence", place), sequence.picture.as_bytes());
        }
    }

    fn zon(&mut self, zon: &Zon) {
        for body in zon.blocks.iter().filter_map(Block::body) {
            let zon::Body::Textures(paths) = body else { continue };
            for (path, place) in paths.iter().zip(0..) {
                if !path.as_bytes().eq_ignore_ascii_case(b"end") {
                    self.path(None, At::part("texture", place), path.as_bytes());
                }
            }
        }
    }

    fn lit(&mut self, lit: &Lit) {
        for (name, place) in lit.textures.iter().zip(0..) {
            let name = self.text(name.as_bytes());
            if !name.is_empty() {
                self.put(None, At::part("lightmap", place), To::Beside(name));
            }
        }
    }

    fn ifo(&mut self, ifo: &Ifo) {
        for body in ifo.blocks.iter().filter_map(Block::body) {
            match body {
                ifo::Body::Deco(list) => self.objects("deco", list, |id| Some(To::Deco(id))),
                ifo::Body::Cnst(list) => self.objects("cnst", list, |id| Some(To::Building(id))),
                ifo::Body::Animated(list) => {
                    self.objects("animated", list, |id| Some(row("LIST_MORPH_OBJECT", id)));
                }
                ifo::Body::Warp(list) => {
                    for (warp, place) in list.iter().zip(0..) {
                        if let Ok(id @ 1..) = u32::try_from(warp.warp_id) {
                            self.put(None, At::part("warp", place), row("WARP", id));
                        }
                    }
                }
                ifo::Body::Npc(list) => {
                    let npcs: Vec<&Object> = list.iter().map(|npc| &npc.object).collect();
                    self.objects("npc", npcs, |id| Some(row("LIST_NPC", id)));
                    for (npc, place) in list.iter().zip(0..) {
                        let name = self.text(npc.conversation_file.as_bytes());
                        if !name.is_empty() {
                            self.put(None, At::part("npc", place), To::Conversation(name));
                        }
                    }
                }
                ifo::Body::Sound(list) => {
                    for (sound, place) in list.iter().zip(0..) {
                        self.path(None, At::part("sound", place), sound.path.as_bytes());
                    }
                }
                ifo::Body::Effect(list) => {
                    for (effect, place) in list.iter().zip(0..) {
                        self.path(None, At::part("effect", place), effect.path.as_bytes());
                    }
                }
                ifo::Body::Spawn(list) => {
                    for (spawn, place) in list.iter().zip(0..) {
                        for monster in spawn.basic.iter().chain(&spawn.tactic) {
                            self.put(
                                None,
                                At::part("spawn", place),
                                row("LIST_NPC", monster.monster_id),
                            );
                        }
                    }
                }
                ifo::Body::Event(list) => {
                    for (event, place) in list.iter().zip(0..) {
                        let name = self.text(event.quest_trigger.as_bytes());
                        if !name.is_empty() {
                            self.put(None, At::part("event", place), To::Trigger(name));
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn objects<'o>(
        &mut self,
        thing: &'static str,
        list: impl IntoIterator<Item = &'o Object>,
        to: impl Fn(u32) -> Option<To>,
    ) {
        for (object, place) in list.into_iter().zip(0..) {
            let to = u32::try_from(object.object_id).ok().and_then(&to);
            if let Some(to) = to {
                self.put(None, At::part(thing, place), to);
            }
        }
    }

    fn stb(&mut self, table: &str, stb: &Stb) {
        self.seen.n_parts = number(stb.n_rows());
        for (row, name) in (0..).zip(stb.row_names()) {
            let name = self.text(name);
            if !name.is_empty() {
                self.seen.names.push((row, name));
            }
        }
        for column in columns(table) {
            let place = number(column.column);
            // Some lists of pictures have the folder in their first row.
            let folder = stb.cell(0, column.column).map(|cell| self.text(cell));
            let folder = folder.filter(|folder| folder.ends_with(['/', '\\'])).unwrap_or_default();
            for row in 0..stb.n_rows() {
                let Some(cell) = stb.cell(row, column.column).filter(|cell| !cell.is_empty())
                else {
                    continue;
                };
                let text = self.text(cell);
                let own = number(row);
                let at = At::inner("row", own, "column", place);
                if let Meaning::Key(_) = column.meaning {
                    self.seen.keys.push((own, text));
                } else if let Some(to) = cell_to(column.meaning, &folder, text) {
                    self.put(Some(own), at, to);
                }
            }
        }
        if table == "LIST_ZONE" {
            self.zones(stb);
        }
    }

    fn zones(&mut self, stb: &Stb) {
        for row in 0..stb.n_rows() {
            let cell =
                |column| stb.cell(row, column).map(|cell| self.text(cell)).unwrap_or_default();
            let (file, decos, buildings) = (cell(1), cell(11), cell(12));
            if known::is_path(&file) {
                self.seen.zones.push(ZoneRow { file, decos, buildings });
            }
        }
    }

    fn stl(&mut self, stl: &Stl) {
        for (row, key) in stl.keys().iter().enumerate() {
            let languages = 0..stl.n_languages();
            let mut texts: Vec<String> = languages
                .filter_map(|language| stl.text_for_display(language, row, 0, self.code_page))
                .map(|text| text.trim_end_matches('\0').trim().to_owned())
                .filter(|text| !text.is_empty())
                .collect();
            texts.sort();
            texts.dedup();
            let row = number(row);
            self.seen.keys.push((row, self.text(key.name.as_bytes())));
            self.seen.names.extend(texts.into_iter().map(|text| (row, text)));
        }
    }

    fn qsd(&mut self, qsd: &Qsd) {
        self.seen.n_parts = number(qsd.triggers().count());
        for (trigger, place) in qsd.triggers().zip(0..) {
            let name = self.text(trigger.called());
            self.seen.triggers.push(name);
            for record in trigger.conditions.iter().chain(&trigger.rewards) {
                if let Some(to) = record_to(record.opcode, record.payload()) {
                    self.put(Some(place), At::part("trigger", place), to);
                }
            }
        }
    }
}

/// What a cell leads to, by what its column means.
fn cell_to(meaning: Meaning, folder: &str, text: String) -> Option<To> {
    match meaning {
        Meaning::Row(table) => {
            let number = text.parse::<u32>().ok().filter(|number| *number > 0)?;
            Some(row(table, number))
        }
        Meaning::Item => {
            let (table, number) = item(text.parse().ok()?)?;
            Some(row(table, number))
        }
        Meaning::Path if known::is_path(&text) => {
            let is_bare = !text.contains(['/', '\\']);
            match is_bare {
                true if folder.is_empty() => None,
                true => Some(To::File(format!("{folder}{text}"))),
                false => Some(To::File(text)),
            }
        }
        Meaning::Trigger => Some(To::Trigger(text)),
        _ => None,
    }
}

/// What a condition or reward of a quest leads to: a quest, an NPC, an item.
fn record_to(opcode: u32, payload: &[u8]) -> Option<To> {
    let first = u32::from_le_bytes(*payload.first_chunk()?);
    let is_reward = opcode & 0x0100_0000 != 0;
    match (is_reward, opcode & 0xffff) {
        (_, 0) if first > 0 => Some(row("LIST_QUEST", first)),
        (false, 13) if first > 0 => Some(row("LIST_NPC", first)),
        (true, 1) => item(first).map(|(table, number)| row(table, number)),
        _ => None,
    }
}

fn row(table: &str, number: u32) -> To {
    To::Row(table.to_owned(), number)
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn unused(list: &[bool]) -> impl Iterator<Item = usize> {
    list.iter().enumerate().filter(|(_, is_used)| !**is_used).map(|(at, _)| at)
}
