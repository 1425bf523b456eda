//! What ROSE's small files list: pictures of windows, places, titles of the help, cameras.

use crate::format::file::Kind;
use crate::format::file::record::{Record, Texts, Thing, list_all};
use crate::format::rose::hlp::Hlp;
use crate::format::rose::lod::{self, Lod};
use crate::format::rose::tbl::Tbl;
use crate::format::rose::tsi::Tsi;
use crate::format::rose::zca::Zca;

const PICTURE: &[&str] = &["name", "texture", "path", "left", "top", "right", "bottom", "colour"];
const CAMERA: &[&str] = &["type", "eye", "centre", "up", "fov", "near", "far"];

pub(super) const THINGS: &[Thing] = &[
    Thing { name: "texture", kind: Kind::Tsi, fields: &["path", "key"] },
    Thing { name: "picture", kind: Kind::Tsi, fields: PICTURE },
    Thing { name: "ring", kind: Kind::Tbl, fields: &["first", "places"] },
    Thing { name: "place", kind: Kind::Tbl, fields: &["x", "y"] },
    Thing { name: "row", kind: Kind::Lod, fields: &["value"] },
    Thing { name: "title", kind: Kind::Hlp, fields: &["name", "level"] },
    Thing { name: "page", kind: Kind::Hlp, fields: &["name", "text"] },
    Thing { name: "camera", kind: Kind::Zca, fields: CAMERA },
];

pub(super) fn tsi<'a>(tsi: &'a Tsi, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    list_all(&tsi.textures, each, |idx, texture| {
        let record = Record::new("texture", idx).with("path", texts.show(texture.file.as_bytes()));
        record.with("key", texture.colour_key)
    });
    let pictures = tsi.groups().iter().flat_map(|group| group.iter());
    for (idx, picture) in pictures.enumerate() {
        let [left, top, right, bottom] = picture.corners_px;
        let texture = tsi.textures.get(usize::from(picture.texture));
        each(
            Record::new("picture", idx)
                .with("name", texts.show(picture.name.as_bytes()))
                .with("texture", u32::from(picture.texture))
                .with_list("path", texture.map(|texture| texts.show(texture.file.as_bytes())))
                .with("left", left)
                .with("top", top)
                .with("right", right)
                .with("bottom", bottom)
                .with("colour", picture.colour),
        );
    }
}

pub(super) fn tbl<'a>(tbl: &'a Tbl, each: &mut dyn FnMut(Record<'a>)) {
    list_all(&tbl.rings, each, |idx, ring| {
        let record = Record::new("ring", idx).with("first", u32::from(ring.first));
        record.with("places", u32::from(ring.n_places))
    });
    list_all(&tbl.places, each, |idx, place| {
        let record = Record::new("place", idx).with("x", i32::from(place.x_cells));
        record.with("y", i32::from(place.y_cells))
    });
}

/// A row of patches is one thing: there are hundreds of them in every file.
pub(super) fn lod<'a>(lod: &'a Lod, each: &mut dyn FnMut(Record<'a>)) {
    let n_columns = usize::try_from(lod::SIDE).unwrap_or(usize::MAX);
    for (idx, patches) in lod.cells().cells().chunks(n_columns).enumerate() {
        each(Record::new("row", idx).with_list("value", patches.iter().copied()));
    }
}

pub(super) fn hlp<'a>(hlp: &'a Hlp, texts: Texts, each: &mut dyn FnMut(Record<'a>)) {
    for (idx, (level, title)) in hlp.titles().into_iter().enumerate() {
        let record = Record::new("title", idx).with("name", texts.show(title.as_bytes()));
        each(record.with("level", level));
    }
    list_all(&hlp.pages, each, |idx, page| {
        let record = Record::new("page", idx).with("name", texts.show(page.title.as_bytes()));
        record.with("text", texts.show(page.content.as_bytes()))
    });
}

pub(super) fn zca<'a>(zca: &'a Zca, each: &mut dyn FnMut(Record<'a>)) {
    each(
        Record::new("camera", 0)
            .with("type", zca.r#type)
            .with_list("eye", zca.eye)
            .with_list("centre", zca.centre)
            .with_list("up", zca.up)
            .with("fov", zca.field_of_view_degrees)
            .with("near", zca.near)
            .with("far", zca.far),
    );
}
