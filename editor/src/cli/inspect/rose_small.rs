//! ROSE's small files in words.

use std::collections::BTreeSet;

use landwright_core::format::number::F32;
use landwright_core::format::rose::hlp::Hlp;
use landwright_core::format::rose::lod::Lod;
use landwright_core::format::rose::tbl::Tbl;
use landwright_core::format::rose::tsi::Tsi;
use landwright_core::format::rose::zca::Zca;
use landwright_core::problem::counted::{counted, grouped};

use crate::cli::inspect::Texts;
use crate::cli::inspect::sheet::{Sheet, counts};
use crate::cli::output::n_bytes;

pub(super) fn tsi(tsi: &Tsi, texts: Texts<'_>, sheet: &mut Sheet) {
    let n_pictures: usize = tsi.groups().iter().map(|group| group.len()).sum();
    sheet.section("Pictures of windows");
    sheet.row("textures", grouped(tsi.textures.len() as u64));
    sheet.row("pictures", grouped(n_pictures as u64));
    if usize::from(tsi.n_pictures) != n_pictures {
        sheet.row("warning", format!("the file says that there are {}", tsi.n_pictures));
    }
    let groups = tsi.textures.iter().zip(tsi.groups());
    sheet.list("Textures (pictures)", groups, |(texture, group)| {
        vec![texts.quoted(texture.file.as_bytes()), grouped(group.len() as u64)]
    });
    let pictures = tsi.groups().iter().flat_map(|group| group.iter());
    sheet.list("Pictures (texture, left top right bottom in pixels)", pictures, |picture| {
        let corners = picture.corners_px.map(|corner| corner.to_string()).join(" ");
        let texture = tsi.textures.get(usize::from(picture.texture));
        let texture = texture.map(|texture| texts.quoted(texture.file.as_bytes()));
        let texture = texture.unwrap_or_else(|| format!("{}, not there", picture.texture));
        vec![texts.quoted(picture.name.as_bytes()), texture, corners]
    });
}

pub(super) fn tbl(tbl: &Tbl, sheet: &mut Sheet) {
    sheet.section("Places around a cell");
    sheet.row("rings", grouped(tbl.rings.len() as u64));
    sheet.row("places", grouped(tbl.places.len() as u64));
    sheet.list("Rings (places, x y of the first)", tbl.rings.iter().enumerate(), |(idx, ring)| {
        let first = match tbl.places_of(*ring) {
            Some([first, ..]) => format!("{} {}", first.x_cells, first.y_cells),
            Some([]) => String::new(),
            None => "past the end of the file".to_owned(),
        };
        vec![idx.to_string(), ring.n_places.to_string(), first]
    });
}

pub(super) fn lod(lod: &Lod, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Patches around the camera");
    sheet.row("name", texts.quoted(lod.name.as_bytes()));
    sheet.row("extent", format!("{} × {}", lod.cells().width(), lod.cells().height()));
    let values = counts(lod.cells().cells().iter().copied());
    sheet.list("Values (patches)", values, |(value, n)| vec![value.to_string(), n.to_string()]);
}

pub(super) fn hlp(hlp: &Hlp, texts: Texts<'_>, sheet: &mut Sheet) {
    sheet.section("Help");
    sheet.row("version", texts.quoted(hlp.version.as_bytes()));
    sheet.list("Titles", hlp.titles(), |(level, title)| {
        vec![format!("{}{}", "  ".repeat(level), texts.quoted(title.as_bytes()))]
    });
    sheet.list("Pages", &hlp.pages, |page| {
        vec![texts.quoted(page.title.as_bytes()), n_bytes(page.content.as_bytes().len())]
    });
    let titles: BTreeSet<&[u8]> = hlp.pages.iter().map(|page| page.title.as_bytes()).collect();
    let without = hlp.titles().into_iter().filter(|(_, title)| !titles.contains(&title.as_bytes()));
    match without.count() {
        0 => {}
        n => sheet.row("warning", format!("{} no page", counted(n, "title has", "titles have"))),
    }
}

pub(super) fn zca(zca: &Zca, sheet: &mut Sheet) {
    let numbers = |numbers: &[F32]| {
        numbers.iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    };
    sheet.section("Camera");
    sheet.row("type", zca.r#type.to_string());
    sheet.row("eye", numbers(&zca.eye));
    sheet.row("looks at", numbers(&zca.centre));
    sheet.row("up", numbers(&zca.up));
    sheet.row("field of view", format!("{}°", zca.field_of_view_degrees));
    sheet.row("width to height", zca.aspect.to_string());
    sheet.row("near, far", numbers(&[zca.near, zca.far]));
}
