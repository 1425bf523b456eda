//! ROSE zones for other programs and back from them.

use std::path::Path;

use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::action::Action;
use landwright_core::world::zone::exchange::{from_csv, from_json, to_csv, to_json};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::picture::{Ground, Look, picture, size_cm};
use landwright_core::world::zone::thing::Kind;

use super::{Exported, Format, Trouble, USUAL_SIDE_PX, has_ending, png, wrong};

/// What stands in a zone as it is written to a file.
pub(crate) fn export(
    zone: &Zone,
    names: &Names,
    format: Format,
    path: &Path,
) -> Result<Exported, Trouble> {
    let bytes = match format {
        Format::Json => to_json(zone, names).into_bytes(),
        Format::Csv => to_csv(zone, names, &Kind::ALL).into_bytes(),
        Format::Png => {
            let look = look(zone, Ground::Heights, &Kind::ALL, None);
            let image: Option<Image> =
                look.and_then(|look| picture(zone, &Textures::default(), &look));
            png(&image.ok_or_else(|| wrong("there are no blocks to draw"))?).map_err(wrong)?
        }
        _ => return Err(wrong(format!("a zone is not written as .{}", format.ending()))),
    };
    Ok(Exported::one(path, bytes))
}

/// As large as fits into a size; `None` for a zone without blocks.
pub(crate) fn look(
    zone: &Zone,
    ground: Ground,
    things: &[Kind],
    size: Option<(u32, u32)>,
) -> Option<Look> {
    let (width_cm, height_cm) = size_cm(zone)?;
    let cm_per_pixel = match size {
        None => width_cm.max(height_cm).div_ceil(USUAL_SIDE_PX).max(1) as f64,
        Some((width, height)) => {
            let per = |cm: u64, n_pixels: u32| cm as f64 / f64::from(n_pixels.max(1));
            per(width_cm, width).max(per(height_cm, height))
        }
    };
    Some(Look { ground, things: things.to_vec(), cm_per_pixel })
}

/// What a file asks to be done to a zone.
pub(crate) fn action(zone: &Zone, path: &Path, data: &[u8]) -> Result<Action, String> {
    let read = match () {
        _ if has_ending(path, "json") => from_json(zone, data),
        _ if has_ending(path, "csv") => from_csv(zone, data),
        _ => return Err("expected a name that ends in .json or .csv".to_owned()),
    };
    read.map_err(|wrong| wrong.to_string())
}
