//! The things in a ground that are compared and merged one by one: cubes, and the entries of its lists.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::format::ragnarok::gnd::{Gnd, Lightmap};
use crate::space::ragnarok::CubePos;
use crate::world::column::Column;
use crate::world::gnd::Ground;
use crate::world::gnd::face::Face;
use crate::world::three_way::{FILE, Thing};

/// A thing in a ground, by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// What is around the cubes and lists: the version, the water, the bytes after the end.
    File,
    Texture(u32),
    Lightmap(u32),
    Surface(u32),
    Cube {
        x: u32,
        y: u32,
    },
}

impl Ground {
    /// A thing as JSON; `None` where there is no such thing.
    pub(super) fn value(&self, entry: Entry) -> Option<Value> {
        match entry {
            Entry::File => to_value(&*self.frame),
            Entry::Texture(n) => {
                let file = to_value(self.textures.get(n as usize)?)?;
                Some(json!({ "file": file }))
            }
            Entry::Lightmap(n) => to_value(self.lightmaps.get(n as usize)?),
            Entry::Surface(n) => to_value(self.surface(n)?),
            Entry::Cube { x, y } => to_value(&self.cube(CubePos { x, y })?),
        }
    }

    /// Puts a value in the place of a thing, or of the next one of its list.
    pub(super) fn put_value(&mut self, entry: Entry, value: Value) -> Result<(), String> {
        let gone = || "it is not there any more".to_owned();
        match entry {
            Entry::File => self.frame = Arc::new(of_value::<Gnd>(value)?),
            Entry::Texture(n) => {
                let name = of_value(value.get("file").cloned().unwrap_or_default())?;
                put_at(Arc::make_mut(&mut self.textures), n, name).ok_or_else(gone)?;
            }
            Entry::Lightmap(n) => {
                let lightmap: Lightmap = of_value(value)?;
                put_at(Arc::make_mut(&mut self.lightmaps), n, lightmap).ok_or_else(gone)?;
            }
            Entry::Surface(n) => {
                let surface = of_value(value)?;
                if n == self.n_surfaces {
                    self.add_surface(surface).map_err(|refusal| refusal.to_string())?;
                } else {
                    self.surface(n).ok_or_else(gone)?;
                    self.set_surface(n, surface);
                }
            }
            Entry::Cube { x, y } => {
                let at = CubePos { x, y };
                self.cube(at).ok_or_else(gone)?;
                self.set_cube(at, &of_value(value)?);
            }
        }
        Ok(())
    }

    /// The things of both grounds that differ, or that the second has alone.
    pub(super) fn differing(&self, other: &Ground) -> Vec<Entry> {
        let mut entries = Vec::new();
        if self.frame != other.frame {
            entries.push(Entry::File);
        }
        let list = |n: usize, entry: fn(u32) -> Entry| {
            (0..n as u64).filter_map(move |n| u32::try_from(n).ok().map(entry))
        };
        if self.textures != other.textures {
            let differs = |n: usize| self.textures.get(n) != other.textures.get(n);
            let all = list(other.textures.len(), Entry::Texture);
            entries.extend(all.zip(0..).filter(|(_, n)| differs(*n)).map(|(entry, _)| entry));
        }
        if !Arc::ptr_eq(&self.lightmaps, &other.lightmaps) {
            let differs = |n: usize| self.lightmaps.get(n) != other.lightmaps.get(n);
            let all = list(other.lightmaps.len(), Entry::Lightmap);
            entries.extend(all.zip(0..).filter(|(_, n)| differs(*n)).map(|(entry, _)| entry));
        }
        let surfaces = (0..other.n_surfaces).filter(|n| self.surface(*n) != other.surface(*n));
        entries.extend(surfaces.map(Entry::Surface));
        let cubes = (0..self.n_cubes()).filter(|idx| self.cube_at(*idx) != other.cube_at(*idx));
        entries.extend(cubes.map(|idx| {
            let CubePos { x, y } = self.pos(idx);
            Entry::Cube { x, y }
        }));
        entries
    }
}

impl Ground {
    /// Where a thing is: a cube that has it.
    pub fn place_of(&self, entry: Entry) -> Option<CubePos> {
        match entry {
            Entry::Cube { x, y } => Some(CubePos { x, y }),
            Entry::Surface(n) => {
                let (at, _) = Names::of(self).users.get(n as usize).copied().flatten()?;
                Some(at)
            }
            Entry::File | Entry::Texture(_) | Entry::Lightmap(_) => None,
        }
    }
}

/// What the things of a ground are called. A surface is known by the first cube that has it.
pub(super) struct Names {
    users: Vec<Option<(CubePos, Face)>>,
}

impl Names {
    pub(super) fn of(ground: &Ground) -> Names {
        let mut users = vec![None; ground.n_surfaces as usize];
        for face in Face::ALL {
            for (idx, word) in
                ground.cubes.get(face.word()).into_iter().flat_map(Column::iter).enumerate()
            {
                if let Some(user @ None) = users.get_mut(word as usize) {
                    *user = Some((ground.pos(idx), face));
                }
            }
        }
        Names { users }
    }

    pub(super) fn thing(&self, entry: Entry) -> Thing {
        let name = match entry {
            Entry::File => return FILE,
            Entry::Texture(n) => format!("texture {n}"),
            Entry::Lightmap(n) => format!("lightmap {n}"),
            Entry::Surface(n) => match self.users.get(n as usize).copied().flatten() {
                Some((at, face)) => format!("surface {n} ({face} of cube {}, {})", at.x, at.y),
                None => format!("surface {n}"),
            },
            Entry::Cube { x, y } => format!("cube {x}, {y}"),
        };
        Thing::Named(name.into())
    }
}

/// Into its place, or behind the last one.
fn put_at<T>(list: &mut Vec<T>, n: u32, thing: T) -> Option<()> {
    let n = n as usize;
    if n == list.len() {
        list.push(thing);
    } else {
        *list.get_mut(n)? = thing;
    }
    Some(())
}

fn to_value(thing: &impl Serialize) -> Option<Value> {
    serde_json::to_value(thing).ok()
}

fn of_value<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}
