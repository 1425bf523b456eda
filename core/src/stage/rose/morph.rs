//! Objects that change their shape, from LIST_MORPH_OBJECT. They are drawn as they are at rest.

use std::collections::BTreeMap;

use crate::format::rose::stb::Stb;
use crate::format::text::Text;
use crate::scene::ModelId;
use crate::scene::material::{Blend, Material};
use crate::scene::model::{Model, Part};
use crate::stage::rose::assets::Assets;

const TABLE: &str = "LIST_MORPH_OBJECT";
/// Its columns, counted from 0.
const MESH: usize = 1;
const PICTURE: usize = 3;
const ALPHA: usize = 4;
const TWO_SIDED: usize = 5;
const ALPHA_TEST: usize = 6;
const TARGET: usize = 10;
/// As Direct3D counts: what is below stays as it is.
const ONE: i32 = 2;

/// The objects that were made, by row.
#[derive(Debug, Clone, Default)]
pub struct Morphs {
    table: Option<Option<Stb>>,
    made: BTreeMap<u32, Option<ModelId>>,
}

impl Morphs {
    /// The model of a row; why there is none is missed.
    pub fn model(&mut self, assets: &mut Assets<'_>, row: u32) -> Option<ModelId> {
        if let Some(made) = self.made.get(&row) {
            return *made;
        }
        if assets.has_to_wait() {
            return None;
        }
        let table = self.table.get_or_insert_with(|| assets.table(TABLE)).as_ref();
        let made = match table {
            Some(table) => make(assets, table, row),
            None => {
                assets.miss(format!("3DDATA/STB/{TABLE}.STB"), "the file is not there");
                None
            }
        };
        self.made.insert(row, made);
        made
    }
}

fn make(assets: &mut Assets<'_>, table: &Stb, row: u32) -> Option<ModelId> {
    let name = format!("{TABLE}:{row}");
    let is_set = |cell: &&[u8]| !cell.is_empty();
    let Some(mesh) = table.cell(row as usize, MESH).filter(is_set) else {
        assets.miss(name, "the table names no mesh");
        return None;
    };
    let mesh = match assets.path(&Text::from(mesh)) {
        Ok(path) => assets.mesh(&path)?,
        Err(why) => {
            assets.miss(name, why);
            return None;
        }
    };
    let number = |column| table.cell_number(row as usize, column).unwrap_or_default();
    let blend = match (number(ALPHA) != 0, number(ALPHA_TEST) != 0, number(TARGET)) {
        (true, _, ONE) => Blend::Add,
        (true, true, _) => Blend::CutOut { least: 0.5 },
        (true, false, _) => Blend::Over,
        _ => Blend::Opaque,
    };
    let mut material =
        Material { blend, is_two_sided: number(TWO_SIDED) != 0, ..Material::default() };
    let picture = table.cell(row as usize, PICTURE).filter(is_set);
    let picture = picture.map(|picture| assets.path(&Text::from(picture)));
    match picture.transpose() {
        Ok(path) => material.pictures.extend(path.and_then(|path| assets.picture(&path))),
        Err(why) => assets.miss(name.clone(), why),
    }
    if material.pictures.is_empty() {
        material.tint = [0.6, 0.6, 0.6, 1.0];
    }
    let part = Part::new(mesh, assets.scene.add_material(material), 0);
    Some(assets.scene.add_model(Model::of_parts(name, vec![part])))
}
