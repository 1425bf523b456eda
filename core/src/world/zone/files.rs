//! What is in the files of a zone beside things: economy, tiles, textures, water, left-over bytes.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::format::number::F32;
use crate::format::rose::ifo::water::OldWaterPatch;
use crate::format::rose::zon::tile::Tile;
use crate::format::rose::{ifo, zon};
use crate::format::text::{CodePage, Opaque};
use crate::space::rose::block::BlockCoord;
use crate::world::sum::BadSetting;

use super::Zone;
use super::field::Slot;
use super::frame::{BodyId, Content, HeldBody};
use super::refusal::Refusal;
use super::setting::Setting;

/// Sets a field of the economy of a ZON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetEconomy {
    pub field: EconomyField,
    pub to: Setting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EconomyField {
    Name,
    Underground,
    Music,
    Sky,
    /// One of the 13 numbers behind, from 0.
    Rate(u8),
}

/// Sets a field of a tile of the ZON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetGroundTile {
    pub tile: u32,
    pub field: TileField,
    pub to: Setting,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TileField {
    Layer1,
    Layer2,
    Offset1,
    Offset2,
    Blend,
    Rotation,
    Type,
}

/// Adds a tile at the end of those of the ZON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddGroundTile {
    pub tile: Tile,
}

/// Takes the last tile of the ZON away, where no block uses it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoveLastGroundTile {}

/// Sets the path of a texture of the ZON; one more than there are adds one, before `end`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetTexture {
    pub texture: u32,
    pub to: Setting,
}

/// Sets patches of the old grid of water of a block; what is not given stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetOldWater {
    pub block: BlockCoord,
    /// Column and row, from the north-west; all where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patches: Option<Vec<[u32; 2]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_water: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height_cm: Option<Setting>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub water_type: Option<Setting>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Setting>,
}

/// Sets the size that the planes of water of a block have in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetWaterSize {
    pub block: BlockCoord,
    pub to: Setting,
}

/// Takes bytes of an older version away that stand behind what a file says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DropSlack {
    /// Of the IFO; that of the ZON where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<BlockCoord>,
}

fn bad(argument: &'static str) -> impl Fn(BadSetting) -> Refusal {
    move |bad| Refusal::argument(argument, &bad.found, &bad.expected)
}

impl Zone {
    /// The size that the planes of water of a block have in common.
    pub fn water_size(&self, block: BlockCoord) -> Option<F32> {
        self.frame(Some(block))?.water_size()
    }

    fn put_body(&mut self, id: BodyId, body: HeldBody) {
        self.bodies.set(id.0, Some(Arc::new(body)));
    }

    /// Why a part of the ZON can't be edited: it is not there, or can't be read.
    pub(super) fn no_part(&self, what: &'static str) -> Refusal {
        let part = |file: &str| Refusal::NoPart { file: file.to_owned(), what };
        self.path_of(None).map_or(Refusal::NoZon, part)
    }

    /// The tiles of the ZON, where they can be edited.
    pub(super) fn tiles_to_edit(&self) -> Result<(BodyId, &[Tile]), Refusal> {
        match self.zon_body(zon::TILES) {
            Some((id, zon::Body::Tiles(tiles))) => Ok((id, tiles)),
            _ => Err(self.no_part("list of tiles")),
        }
    }

    fn change_tiles(
        &mut self,
        change: impl FnOnce(&mut Vec<Tile>) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let (id, tiles) = self.tiles_to_edit()?;
        let mut tiles = tiles.to_vec();
        change(&mut tiles)?;
        self.put_body(id, HeldBody::Zon(zon::Body::Tiles(tiles)));
        Ok(())
    }
}

impl SetEconomy {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let code_page = zone.code_page();
        let Some((id, zon::Body::Economy(economy))) = zone.zon_body(zon::ECONOMY) else {
            return Err(zone.no_part("economy"));
        };
        let mut economy = economy.clone();
        let slot = match self.field {
            EconomyField::Name => Slot::Text(&mut economy.name),
            EconomyField::Underground => Slot::U32(&mut economy.underground),
            EconomyField::Music => Slot::Text(&mut economy.music),
            EconomyField::Sky => Slot::Text(&mut economy.sky),
            EconomyField::Rate(n) => match economy.rates.get_mut(usize::from(n)) {
                Some(rate) => Slot::I32(rate),
                None => return Err(Refusal::NoEntry { what: "rate", found: n.into(), n: 13 }),
            },
        };
        self.to.put(slot, code_page).map_err(bad("to"))?;
        zone.put_body(id, HeldBody::Zon(zon::Body::Economy(economy)));
        Ok(())
    }
}

impl SetGroundTile {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let code_page = zone.code_page();
        zone.change_tiles(|tiles| {
            let n = tiles.len();
            let none = Refusal::NoEntry { what: "tile", found: self.tile.into(), n };
            let tile = tiles.get_mut(self.tile as usize).ok_or(none)?;
            let number = match self.field {
                TileField::Layer1 => &mut tile.layer1,
                TileField::Layer2 => &mut tile.layer2,
                TileField::Offset1 => &mut tile.offset1,
                TileField::Offset2 => &mut tile.offset2,
                TileField::Blend => &mut tile.blend,
                TileField::Rotation => &mut tile.rotation.0,
                TileField::Type => &mut tile.tile_type,
            };
            self.to.put(Slot::I32(number), code_page).map_err(bad("to"))
        })
    }
}

impl AddGroundTile {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<Vec<String>, Refusal> {
        let number = zone.ground_tiles().len();
        zone.change_tiles(|tiles| {
            tiles.push(self.tile);
            Ok(())
        })?;
        Ok(vec![format!("the new tile is {number}")])
    }
}

impl RemoveLastGroundTile {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let last = zone.tiles_to_edit()?.1.len().checked_sub(1);
        let last = last.ok_or(Refusal::NoEntry { what: "tile", found: 0, n: 0 })?;
        let n_used = zone.tiles.iter().filter(|tile| *tile as usize == last).count();
        if n_used > 0 {
            let message = format!("tile {last} is used on {n_used} patches; paint them first");
            return Err(Refusal::InUse(message));
        }
        zone.change_tiles(|tiles| {
            tiles.pop();
            Ok(())
        })
    }
}

impl SetTexture {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let path = self.to.to_text(zone.code_page()).map_err(bad("to"))?;
        let Some((id, zon::Body::Textures(textures))) = zone.zon_body(zon::TEXTURES) else {
            return Err(zone.no_part("list of textures"));
        };
        let mut textures = textures.clone();
        let has_end = textures.last().is_some_and(|last| last.as_bytes() == b"end");
        let n = textures.len() - usize::from(has_end);
        match (self.texture as usize).cmp(&n) {
            std::cmp::Ordering::Less => {
                if let Some(texture) = textures.get_mut(self.texture as usize) {
                    *texture = path;
                }
            }
            std::cmp::Ordering::Equal => textures.insert(n, path),
            std::cmp::Ordering::Greater => {
                return Err(Refusal::NoEntry { what: "texture", found: self.texture.into(), n });
            }
        }
        zone.put_body(id, HeldBody::Zon(zon::Body::Textures(textures)));
        Ok(())
    }
}

impl SetOldWater {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let block = self.block;
        let Some((id, ifo::Body::OldWater(water))) = zone.ifo_body(block, ifo::OLD_WATER) else {
            return Err(Refusal::NoGround { block, what: "grid of water" });
        };
        let (mut water, code_page) = (water.clone(), zone.code_page());
        match &self.patches {
            None => {
                for patch in water.cells_mut() {
                    self.set(patch, code_page)?;
                }
            }
            Some(patches) => {
                // A patch that is named twice is still added to once.
                for [column, row] in patches.iter().collect::<BTreeSet<_>>() {
                    let patch = water.get_mut(*column, *row).ok_or_else(|| {
                        Refusal::argument("patches", &format!("[{column}, {row}]"), "in the block")
                    })?;
                    self.set(patch, code_page)?;
                }
            }
        }
        zone.put_body(id, HeldBody::Ifo(ifo::Body::OldWater(water)));
        Ok(())
    }

    fn set(&self, patch: &mut OldWaterPatch, code_page: CodePage) -> Result<(), Refusal> {
        // What is wet already keeps its byte, whatever that is.
        if let Some(has_water) = self.has_water.filter(|wet| *wet != (patch.has_water != 0)) {
            patch.has_water = has_water.into();
        }
        let settings = [
            ("height_cm", &self.height_cm, Slot::Float(&mut patch.height_cm)),
            ("water_type", &self.water_type, Slot::U32(&mut patch.water_type)),
            ("id", &self.id, Slot::U32(&mut patch.id)),
        ];
        for (name, setting, slot) in settings {
            if let Some(setting) = setting {
                setting.put(slot, code_page).map_err(bad(name))?;
            }
        }
        Ok(())
    }
}

impl SetWaterSize {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let block = self.block;
        let number = zone.base.frame_number(Some(block));
        let frame = zone.frame(Some(block)).zip(number);
        let (frame, number) = frame.ok_or(Refusal::NoIfo(block))?;
        let mut frame = frame.clone();
        let mut sizes: Vec<&mut F32> = frame
            .rows
            .iter_mut()
            .filter_map(|row| match &mut row.content {
                Content::Water { size, .. } => Some(size),
                _ => None,
            })
            .collect();
        if sizes.is_empty() {
            return Err(Refusal::NoGround { block, what: "list of planes of water" });
        }
        for size in &mut sizes {
            self.to.put(Slot::Float(size), zone.code_page()).map_err(bad("to"))?;
        }
        zone.frames.set(number, Some(Arc::new(frame)));
        Ok(())
    }
}

impl DropSlack {
    pub(super) fn apply(&self, zone: &mut Zone) -> Result<(), Refusal> {
        let block = self.block;
        let number = zone.base.frame_number(block);
        let frame = zone.frame(block).zip(number);
        let none = || block.map_or(Refusal::NoZon, Refusal::NoIfo);
        let (frame, number) = frame.ok_or_else(none)?;
        let mut frame = frame.clone();
        frame.rows.iter_mut().for_each(|row| row.slack = Opaque::default());
        zone.frames.set(number, Some(Arc::new(frame)));
        Ok(())
    }
}
