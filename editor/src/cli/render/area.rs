//! Pictures of TERA areas.

use landwright_core::world::area::picture::{Layer, n_cells, picture};
use landwright_core::world::gat::picture::image::Image;

use crate::cli::area::Opened;

/// A picture has no more pixels along a side where nobody said how large it is to be.
const USUAL_SIDE: u64 = 2000;

/// As large as fits into a size; `None` for an area without zones.
pub(in crate::cli) fn image(
    opened: &Opened,
    layer: Layer,
    size: Option<(u32, u32)>,
) -> Option<Image> {
    if opened.area.zones().is_empty() {
        return None;
    }
    let (n_x, n_y) = n_cells(&opened.area);
    let (width, height) =
        size.map_or((USUAL_SIDE, USUAL_SIDE), |(width, height)| (width.into(), height.into()));
    let per_pixel = n_x.div_ceil(height.max(1)).max(n_y.div_ceil(width.max(1))).max(1);
    picture(&opened.area, &opened.geometry, layer, u32::try_from(per_pixel).ok()?)
}
