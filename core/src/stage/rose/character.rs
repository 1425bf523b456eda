//! NPCs and monsters: a skeleton, the objects on it, what they hold in their hands, and how they stand.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::format::rose::chr::{self, Character as Listed, Chr};
use crate::format::rose::stb::Stb;
use crate::format::text::Text;
use crate::scene::model::Model;
use crate::scene::{ModelId, MotionId};
use crate::space::rose::pose::Hold;
use crate::vfs::VfsPath;

use super::assets::Assets;
use crate::stage::rose::effect::Hung;
use crate::stage::rose::object::{Body, body};

const CHARACTERS: &str = "3DDATA/NPC/LIST_NPC.CHR";
const PARTS: &str = "3DDATA/NPC/PART_NPC.ZSC";
/// What is held, and by which dummy: the right hand and the left.
const HELD: [(usize, &str, u32); 2] =
    [(5, "3DDATA/WEAPON/LIST_WEAPON.ZSC", 0), (6, "3DDATA/WEAPON/LIST_SUBWPN.ZSC", 1)];
/// Columns of LIST_NPC.STB.
const SIZE_PERCENT: usize = 4;

/// What an NPC does while it stands.
pub const STANDS: u16 = 0;

/// A creature, ready to be placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Character {
    pub model: ModelId,
    pub stands: Option<MotionId>,
    pub scale: f32,
}

/// The creatures that were made, by row of LIST_NPC.
#[derive(Debug, Clone, Default)]
pub struct Characters {
    /// Instead of the client's own list.
    list_path: Option<VfsPath>,
    list: Option<Option<Arc<Chr>>>,
    npcs: Option<Option<Arc<Stb>>>,
    made: BTreeMap<u32, Option<Character>>,
}

impl Characters {
    /// Those of another list than the client's own.
    pub fn of_list(path: VfsPath) -> Characters {
        Characters { list_path: Some(path), ..Characters::default() }
    }

    /// A creature; why there is none is missed.
    pub fn character(&mut self, assets: &mut Assets<'_>, row: u32) -> Option<Character> {
        if let Some(made) = self.made.get(&row) {
            return *made;
        }
        if assets.has_to_wait() {
            return None;
        }
        let made = self.make(assets, row);
        self.made.insert(row, made);
        made
    }

    fn make(&mut self, assets: &mut Assets<'_>, row: u32) -> Option<Character> {
        let own = VfsPath::new(CHARACTERS).ok()?;
        let list_path = self.list_path.clone().unwrap_or(own);
        let list = self.list.get_or_insert_with(|| assets.characters(&list_path)).clone()?;
        let name = format!("{list_path}:{row}");
        let Some(character) = list.characters.get(row as usize).and_then(Option::as_deref) else {
            assets.miss(name, "the list has no such character");
            return None;
        };
        let skeleton = list.skeletons.get(usize::from(character.skeleton));
        let skeleton = named(assets, skeleton.map(|path| path.text()), &name, || {
            let n = list.skeletons.len();
            format!("skeleton {} of {n}, which count from 0", character.skeleton)
        });
        let skeleton = skeleton.and_then(|path| assets.skeleton(&path));
        let first_dummy = skeleton.map_or(0, |(_, first_dummy)| first_dummy);
        let parts_path = VfsPath::new(PARTS).ok()?;
        let zsc = assets.list(&parts_path)?;
        let mut all = Body::default();
        for model in character.models.iter() {
            let number = u32::from(*model);
            let of = format!("{parts_path}:{number}");
            let more = body(assets, &zsc, &of, number, Hold::Nothing, first_dummy);
            all.append(more.unwrap_or_default());
        }
        if all.parts.is_empty() {
            assets.miss(name, "nothing of it can be drawn");
            return None;
        }
        let npcs = self.npcs.get_or_insert_with(|| assets.table("LIST_NPC").map(Arc::new)).clone();
        let number = |column| npcs.as_ref()?.cell_number(row as usize, column);
        for (column, path, dummy) in HELD {
            let held = number(column).and_then(|held| u32::try_from(held).ok());
            let Some(held) = held.filter(|held| *held > 0) else { continue };
            let Some(path) = VfsPath::new(path).ok() else { continue };
            let Some(zsc) = assets.list(&path) else { continue };
            let of = format!("{path}:{held}");
            let more = body(assets, &zsc, &of, held, Hold::Dummy(dummy), first_dummy);
            all.append(more.unwrap_or_default());
        }
        for pair in character.effects.iter() {
            let path = list.effects.get(usize::from(pair.effect)).map(|path| path.text());
            let path = named(assets, path, &name, || {
                let n = list.effects.len();
                format!("effect {} of {n}, which count from 0", pair.effect)
            });
            let bone = first_dummy.checked_add(pair.dummy.into());
            all.hung.extend(path.map(|path| Hung { bone, ..Hung::new(path) }));
        }
        let stands = character.motions.iter().find(|pair| pair.is_set() && pair.action == STANDS);
        let stands = stands.and_then(|pair| {
            let path = list.motions.get(usize::from(pair.motion)).map(|path| path.text());
            named(assets, path, &name, || {
                let n = list.motions.len();
                format!("motion {} of {n}, which count from 0", pair.motion)
            })
        });
        let stands = stands.and_then(|path| assets.motion(&path));
        let percent = number(SIZE_PERCENT).filter(|percent| *percent > 0).unwrap_or(100);
        let skeleton = skeleton.map(|(skeleton, _)| skeleton);
        let model = Model { skeleton, ..all.model(assets, name) };
        let model = assets.scene.add_model(model);
        Some(Character { model, stands, scale: percent as f32 / 100.0 })
    }
}

/// The skeleton of a creature that has a motion.
pub fn skeleton_with(assets: &mut Assets<'_>, motion: &VfsPath) -> Option<VfsPath> {
    let list = assets.characters(&VfsPath::new(CHARACTERS).ok()?)?;
    let is_it = |path: &Text| assets.path(path).is_ok_and(|path| path.key() == motion.key());
    let number = list.motions.iter().position(|path| is_it(path.text()))?;
    let has_it = |character: &&Listed| {
        character.motions.iter().any(|pair| pair.is_set() && usize::from(pair.motion) == number)
    };
    let mut characters = list.characters.iter().filter_map(Option::as_deref);
    let skeleton = list.skeletons.get(usize::from(characters.find(has_it)?.skeleton))?;
    assets.path(skeleton.text()).ok()
}

/// A path of a list; that it has none, or one that is no path, is missed.
fn named(
    assets: &mut Assets<'_>,
    path: Option<&Text>,
    name: &str,
    none: impl Fn() -> String,
) -> Option<VfsPath> {
    match path.map(|path| assets.path(path)) {
        Some(Ok(path)) => Some(path),
        Some(Err(why)) => {
            assets.miss(name, why);
            None
        }
        None => {
            assets.miss(name, none());
            None
        }
    }
}

impl Assets<'_> {
    fn characters(&mut self, path: &VfsPath) -> Option<Arc<Chr>> {
        self.read_file(path, |bytes| chr::read(bytes).map_err(|it| it.to_string())).map(Arc::new)
    }
}
