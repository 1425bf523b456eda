//! Edits of ground: words of cubes, surfaces by number, and the names of textures.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::format::bytes::{Bytes, Put};
use crate::format::name::Name;
use crate::format::ragnarok::gnd::{self, Surface};
use crate::format::{Malformed, ReadError};
use crate::space::ragnarok::CubePos;
use crate::world::Document;
use crate::world::gat::area::Rect;
use crate::world::gnd::{Ground, N_WORDS, TextureName};
use crate::world::numbered::{Changes, read_changes, write_changes};
use crate::world::patch::Patch;

/// A change of ground that can't fail: everything was checked when it was made.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// The size stays, with the lightmaps and the water.
    Parts(Box<Parts>),
    /// Different ground in its place.
    Whole(Box<Ground>),
}

/// Parts of ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    cubes: [Patch; N_WORDS],
    surfaces: Changes<Surface>,
    textures: Option<Arc<Vec<TextureName>>>,
}

/// Bytes of a name in a file.
const N_NAME: u64 = 80;

impl Parts {
    fn is_empty(&self) -> bool {
        self.surfaces.is_empty()
            && self.textures.is_none()
            && self.cubes.iter().all(Patch::is_empty)
    }
}

impl Ground {
    /// A rectangle around all cubes that an edit changes; that of all where it can't be told.
    pub fn bounds_of(&self, edit: &Edit) -> Rect {
        let Edit::Parts(parts) = edit else { return self.rect() };
        if parts.textures.is_some() {
            return self.rect();
        }
        let one = |at: CubePos| Rect { x: at.x, y: at.y, width: 1, height: 1 };
        let places = parts.cubes.iter().flat_map(Patch::places).map(|idx| one(self.pos(idx)));
        let around = places.fold(Rect::default(), Rect::around);
        let numbers: BTreeSet<u32> = parts.surfaces.iter().map(|(number, _)| *number).collect();
        if numbers.is_empty() {
            return around;
        }
        let [.., top, north, east, _] = &self.cubes;
        let users = [top, north, east].into_iter().flat_map(|column| column.iter().enumerate());
        let users = users.filter(|(_, word)| numbers.contains(word));
        users.map(|(idx, _)| one(self.pos(idx))).fold(around, Rect::around)
    }

    fn parts_to(&self, new: &Ground) -> Parts {
        let mut pairs = self.cubes.iter().zip(&new.cubes);
        let cubes = std::array::from_fn(|_| {
            pairs.next().map(|(old, new)| old.patch_to(new)).unwrap_or_default()
        });
        let is_same = Arc::ptr_eq(&self.textures, &new.textures) || self.textures == new.textures;
        Parts {
            cubes,
            surfaces: self.surfaces.changes_to(&new.surfaces),
            textures: (!is_same).then(|| Arc::clone(&new.textures)),
        }
    }

    fn has_same_frame(&self, new: &Ground) -> bool {
        (self.width, self.height, self.code_page) == (new.width, new.height, new.code_page)
            && (Arc::ptr_eq(&self.frame, &new.frame) || self.frame == new.frame)
            && (Arc::ptr_eq(&self.lightmaps, &new.lightmaps) || self.lightmaps == new.lightmaps)
    }

    /// Whether every surface below the end of the list is there, and none behind it.
    fn is_whole(&self) -> bool {
        self.surfaces.iter().map(|(number, _)| number).eq(0..self.n_surfaces)
    }
}

impl Document for Ground {
    const KIND: [u8; 4] = *b"gnd ";
    type Edit = Edit;

    fn held_under(&self, edit: &Edit) -> Edit {
        let Edit::Parts(parts) = edit else { return Edit::Whole(Box::new(self.clone())) };
        let mut pairs = parts.cubes.iter().zip(&self.cubes);
        let cubes = std::array::from_fn(|_| {
            pairs.next().map(|(patch, column)| patch.held_by(column)).unwrap_or_default()
        });
        Edit::Parts(Box::new(Parts {
            cubes,
            surfaces: self.surfaces.held_under(&parts.surfaces),
            textures: parts.textures.as_ref().map(|_| Arc::clone(&self.textures)),
        }))
    }

    fn put(&mut self, edit: &Edit) {
        let parts = match edit {
            Edit::Parts(parts) => parts,
            Edit::Whole(whole) => return self.clone_from(whole),
        };
        for (patch, column) in parts.cubes.iter().zip(&mut self.cubes) {
            patch.put(column);
        }
        self.surfaces.put(&parts.surfaces);
        for (number, surface) in &parts.surfaces {
            match surface {
                Some(_) => self.n_surfaces = self.n_surfaces.max(number.saturating_add(1)),
                None => self.n_surfaces = self.n_surfaces.min(*number),
            }
        }
        if let Some(textures) = &parts.textures {
            self.textures = Arc::clone(textures);
        }
    }

    fn edit_to(&self, new: &Ground) -> Option<Edit> {
        if !self.has_same_frame(new) {
            return Some(Edit::Whole(Box::new(new.clone())));
        }
        let parts = self.parts_to(new);
        (!parts.is_empty()).then(|| Edit::Parts(Box::new(parts)))
    }

    fn no_edit(&self) -> Edit {
        let (cubes, surfaces) = (Default::default(), Vec::new());
        Edit::Parts(Box::new(Parts { cubes, surfaces, textures: None }))
    }

    fn n_bytes(edit: &Edit) -> usize {
        let held = match edit {
            Edit::Parts(parts) => {
                let textures = parts.textures.as_ref().map_or(0, |names| names.len());
                size_of::<Parts>()
                    + parts.cubes.iter().map(Patch::n_bytes).sum::<usize>()
                    + parts.surfaces.len() * (size_of::<Surface>() + 32)
                    + textures * size_of::<TextureName>()
            }
            Edit::Whole(whole) => {
                let surfaces = whole.n_surfaces as usize * (size_of::<Surface>() + 32);
                size_of::<Ground>()
                    + whole.n_cubes() * 4 * N_WORDS
                    + surfaces
                    + whole.lightmaps.len() * 256
            }
        };
        size_of::<Edit>() + held
    }

    fn write_edit(edit: &Edit, out: &mut Vec<u8>) {
        match edit {
            Edit::Parts(parts) => {
                out.put_u8(1);
                parts.cubes.iter().for_each(|patch| patch.write(out));
                write_changes(&parts.surfaces, out, |surface, out| surface.write(out));
                out.put_u8(u8::from(parts.textures.is_some()));
                if let Some(textures) = &parts.textures {
                    out.put_count(textures.len());
                    textures.iter().for_each(|name| out.put(&name.0));
                }
            }
            Edit::Whole(whole) => {
                out.put_u8(0);
                out.put(&whole.to_bytes());
            }
        }
    }

    fn read_edit(&self, data: &[u8]) -> Result<Edit, ReadError> {
        let mut bytes = Bytes::new(data);
        let start = bytes.clone();
        match bytes.u8("kind of edit")? {
            0 => {
                let gnd = gnd::read(bytes.rest())?;
                let ground = Ground::new(gnd, self.code_page);
                let ground = ground.map_err(|_| unfit(&start, "ground", 0))?;
                return Ok(Edit::Whole(Box::new(ground)));
            }
            1 => {}
            kind => return Err(unfit(&start, "kind of edit", kind.into())),
        }
        let mut cubes: [Patch; N_WORDS] = Default::default();
        for patch in &mut cubes {
            *patch = Patch::read(&mut bytes, self.n_cubes())?;
        }
        let surfaces = read_changes(&mut bytes, &self.surfaces, Surface::read)?;
        let textures = match bytes.u8("are there textures")? {
            0 => None,
            _ => {
                let n = bytes.u32("textures")?;
                let names = bytes.items("textures", n.into(), N_NAME, |bytes| {
                    Ok(Name(bytes.array("texture")?))
                })?;
                Some(Arc::new(names))
            }
        };
        bytes.finish()?;
        let n_changes = surfaces.len() as i64;
        let edit = Edit::Parts(Box::new(Parts { cubes, surfaces, textures }));
        let mut after = self.clone();
        after.put(&edit);
        if after.is_whole() { Ok(edit) } else { Err(unfit(&start, "surfaces", n_changes)) }
    }
}

fn unfit(at: &Bytes<'_>, field: &'static str, found: i64) -> ReadError {
    at.error(field, Malformed::Unexpected { found, expected: "an edit of this ground" })
}
