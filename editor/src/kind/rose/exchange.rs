//! ROSE zones for other programs and back from them.

use std::path::Path;
use std::sync::Arc;

use landwright_core::world::gat::picture::image::Image;
use landwright_core::world::zone::Zone;
use landwright_core::world::zone::exchange::sheet::{from_csv, to_csv};
use landwright_core::world::zone::exchange::{Incoming, from_json, to_json};
use landwright_core::world::zone::names::Names;
use landwright_core::world::zone::numbers::Numbers;
use landwright_core::world::zone::picture::painter::{HeightRange, Painter};
use landwright_core::world::zone::picture::textures::Textures;
use landwright_core::world::zone::picture::{Dress, Ground, Look, picture, picture_by, size_cm};
use landwright_core::world::zone::thing::Kind;

use super::document::ZoneDocument;
use crate::exchange::{Exported, Format, Trouble, USUAL_SIDE_PX, has_ending, png, wrong};
use crate::kind::rose::view::{MINIMAP_KINDS, ZoneLayers};
use crate::kind::{Exporter, Import, Importer};
use landwright_core::vfs::disk::{self, READ_LIMIT};

const NO_BLOCKS: &str = "there are no blocks to draw";

/// A minimap is looked at as a whole.
const MINIMAP_SIDE_PX: u32 = 1024;

impl ZoneDocument {
    pub(super) fn exporter_as(&self, format: Format) -> Exporter {
        let seen = Seen { textures: self.textures.clone(), layers: self.layers };
        let (zone, names) = (self.zone().clone(), self.names.clone());
        let numbers = self.numbers.clone();
        Box::new(move |path| export_seen(&zone, &names, &numbers, &seen, format, path))
    }

    pub(super) fn importer_onto(&self) -> Importer {
        let (zone, numbers) = (self.zone().clone(), self.numbers.clone());
        let names = self.names.clone();
        Box::new(move |path| {
            let loaded = disk::read_file(path, READ_LIMIT).map_err(|e| e.trouble.to_string())?;
            let incoming = incoming((&zone, &names, &numbers), path, &loaded.bytes)?;
            Ok(Import::new(move |model, id, title| {
                model.tell_conflicts(&title, &incoming.report);
                model.bring_into_zone(id, &title, incoming);
            }))
        })
    }
}

/// What is in a zone as it is written to a file.
pub(crate) fn export(
    zone: &Zone,
    names: &Names,
    numbers: &Numbers,
    format: Format,
    path: &Path,
) -> Result<Exported, Trouble> {
    let bytes = match format {
        Format::Json => to_json(zone, names, numbers).into_bytes(),
        Format::Csv => to_csv(zone, names, numbers, &Kind::ALL).into_bytes(),
        Format::Png => {
            let look = look(zone, Ground::Heights, &Kind::ALL, None);
            let image: Option<Image> =
                look.and_then(|look| picture(zone, &Textures::default(), &look));
            png(&image.ok_or_else(|| wrong(NO_BLOCKS))?).map_err(wrong)?
        }
        _ => return Err(wrong(format!("a zone can't be exported as .{}", format.ending()))),
    };
    Ok(Exported::one(path, bytes))
}

/// What a person sees of a zone.
pub(crate) struct Seen {
    pub(crate) textures: Arc<Textures>,
    pub(crate) layers: ZoneLayers,
}

/// The same where a picture is to be as the zone is shown in the window.
pub(crate) fn export_seen(
    zone: &Zone,
    names: &Names,
    numbers: &Numbers,
    seen: &Seen,
    format: Format,
    path: &Path,
) -> Result<Exported, Trouble> {
    let image = match format {
        Format::Png => seen.picture(zone),
        Format::Minimap => seen.minimap(zone),
        _ => return export(zone, names, numbers, format, path),
    };
    let bytes = png(&image.ok_or_else(|| wrong(NO_BLOCKS))?).map_err(wrong)?;
    Ok(Exported::one(path, bytes))
}

impl Seen {
    /// All kinds that are shown, on the ground that is shown; where that is hidden below who may
    /// walk, on that.
    fn picture(&self, zone: &Zone) -> Option<Image> {
        let things = self.shown(&Kind::ALL);
        if self.layers.walks.is_yes() {
            let look = look(zone, Ground::Walks, &things, None)?;
            return picture(zone, &self.textures, &look);
        }
        let look = look(zone, Ground::Heights, &things, None)?;
        let dress = if self.layers.blocks.is_yes() { Dress::Blocks } else { Dress::Bare };
        picture_by(zone, &self.painter(zone), &look, dress)
    }

    /// What the Minimap panel shows, without what is only of the window.
    fn minimap(&self, zone: &Zone) -> Option<Image> {
        let things = self.shown(&MINIMAP_KINDS);
        let size = Some((MINIMAP_SIDE_PX, MINIMAP_SIDE_PX));
        let look = look(zone, Ground::Heights, &things, size)?;
        picture_by(zone, &self.painter(zone), &look, Dress::Minimap)
    }

    fn shown(&self, kinds: &[Kind]) -> Vec<Kind> {
        kinds.iter().copied().filter(|kind| self.layers.shows(*kind)).collect()
    }

    fn painter<'z>(&'z self, zone: &'z Zone) -> Painter<'z> {
        let ZoneLayers { ground, shading, .. } = self.layers;
        ground.painter(zone, &self.textures, shading, HeightRange::of(zone))
    }
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
pub(crate) fn incoming(
    (zone, names, numbers): (&Zone, &Names, &Numbers),
    path: &Path,
    data: &[u8],
) -> Result<Incoming, String> {
    let read = match () {
        _ if has_ending(path, "json") => from_json(zone, numbers, data),
        _ if has_ending(path, "csv") => from_csv(zone, names, numbers, data),
        _ => return Err("expected a name that ends in .json or .csv".to_owned()),
    };
    read.map_err(|wrong| wrong.to_string())
}

#[cfg(test)]
mod tests {
    use landwright_core::world::gat::picture::palette::Rgb;
    use landwright_core::world::zone::picture::colour_of;

    use super::*;
    use crate::kind::rose::tests::sample;
    use crate::kind::rose::view::ZoneGround;
    use crate::view::Shown;

    fn has(image: &Image, colour: Rgb) -> bool {
        image.pixels.contains(&colour)
    }

    #[test]
    fn a_picture_follows_the_ground_and_the_layers_that_are_shown() {
        let (zone, _) = sample();
        let mut seen = Seen { textures: Arc::default(), layers: ZoneLayers::default() };
        let tiles = seen.picture(&zone).unwrap();
        let [npc, spawn] = [Kind::Npc, Kind::Spawn].map(colour_of);
        assert!(has(&tiles, npc) && has(&tiles, spawn));
        seen.layers.ground = ZoneGround::Heights;
        let heights = seen.picture(&zone).unwrap();
        seen.layers.kind_mut(Kind::Npc).unwrap().solo = Shown::Yes;
        let npcs = seen.picture(&zone).unwrap();
        assert!(tiles != heights && has(&npcs, npc) && !has(&npcs, spawn));
        seen.layers.walks = Shown::Yes;
        assert!(seen.picture(&zone).unwrap() != npcs);
    }

    #[test]
    fn a_minimap_has_the_kinds_that_the_game_shows_there() {
        let (zone, names) = sample();
        let mut seen = Seen { textures: Arc::default(), layers: ZoneLayers::default() };
        let minimap = seen.minimap(&zone).unwrap();
        assert_eq!((minimap.width, minimap.height), (MINIMAP_SIDE_PX, MINIMAP_SIDE_PX));
        for kind in [Kind::Npc, Kind::Warp, Kind::Event, Kind::Spawn] {
            assert_eq!(has(&minimap, colour_of(kind)), kind != Kind::Spawn, "{kind}");
        }
        seen.layers.kind_mut(Kind::Npc).unwrap().shown = Shown::No;
        assert!(!has(&seen.minimap(&zone).unwrap(), colour_of(Kind::Npc)));
        let path = Path::new("S01.minimap.png");
        let exported =
            export_seen(&zone, &names, &Numbers::default(), &seen, Format::Minimap, path).unwrap();
        assert!(exported.files[0].bytes.starts_with(b"\x89PNG"));
    }
}
