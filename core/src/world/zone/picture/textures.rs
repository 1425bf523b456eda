//! The textures of the ground, found beside the zone or in the folders of the game, and small.

use std::sync::Arc;

use crate::format::picture::{self, Picture, Rgba};
use crate::format::text::{ShortText, Text};
use crate::scene::chance::mix;
use crate::vfs::{Vfs, VfsPath};
use crate::world::gat::picture::palette::Rgb;

use super::super::Zone;

/// Pixels along the largest level of a texture: as many as a patch is drawn with at most.
pub const SIDE: u32 = 64;
/// No texture of a game is as large as this.
const LIMIT: u64 = 128 << 20;

/// The textures that a ZON names, by their number. A clone costs next to nothing.
#[derive(Debug, Clone, Default)]
pub struct Textures {
    named: Vec<(ShortText, Arc<Texture>)>,
}

/// A texture, as far as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texture {
    /// As the ZON writes it.
    pub name: String,
    pub found: Found,
    /// What stands for all of it: its mean, or what follows from its name.
    pub colour: Rgb,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The file, and the texture in 64 × 64 pixels and in each half down to one.
    Picture {
        path: VfsPath,
        levels: Vec<Picture>,
    },
    Nowhere,
    /// It is there, and this is why it can't be shown.
    Unreadable {
        path: VfsPath,
        error: String,
    },
}

impl Textures {
    /// Looks for the textures of a zone: in each stack by the name that the ZON has, and then
    /// beside the zone.
    pub fn load(look_in: &[&Vfs], zone: &Zone) -> Textures {
        Textures::default().followed(look_in, zone)
    }

    /// The same after an edit: only textures with a name that was not there are looked for.
    pub fn followed(&self, look_in: &[&Vfs], zone: &Zone) -> Textures {
        let mut named: Vec<(ShortText, Arc<Texture>)> = Vec::new();
        for name in zone.textures() {
            let known = self.named.iter().chain(&named).find(|(known, _)| known == name);
            let texture = match known {
                Some((_, texture)) => texture.clone(),
                None => Arc::new(Texture::load(look_in, zone, name)),
            };
            named.push((name.clone(), texture));
        }
        Textures { named }
    }

    /// Whether these are the textures that a zone names now.
    pub fn are_of(&self, zone: &Zone) -> bool {
        self.named.iter().map(|(name, _)| name).eq(zone.textures())
    }

    pub fn get(&self, number: u32) -> Option<&Texture> {
        self.named.get(number as usize).map(|(_, texture)| &**texture)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Texture> {
        self.named.iter().map(|(_, texture)| &**texture)
    }
}

impl Texture {
    fn load(look_in: &[&Vfs], zone: &Zone, name: &ShortText) -> Texture {
        let text = Text::from(name.as_bytes());
        let shown = text.decode(zone.code_page()).into_owned();
        let found = match VfsPath::from_text(&text, zone.code_page()) {
            Ok(path) => find(look_in, zone, &path),
            Err(_) => Found::Nowhere,
        };
        let colour = match &found {
            Found::Picture { levels, .. } => {
                levels.last().and_then(|level| level.pixel(0, 0)).map_or_else(
                    || stable_colour(&shown),
                    |[red, green, blue, _]| Rgb([red, green, blue]),
                )
            }
            _ => stable_colour(&shown),
        };
        Texture { name: shown, found, colour }
    }

    /// The smallest level that is at least so long, or the largest.
    pub fn level(&self, side: u32) -> Option<&Picture> {
        let Found::Picture { levels, .. } = &self.found else { return None };
        levels.iter().rev().find(|level| level.width >= side).or(levels.first())
    }
}

/// As it is named, and then with the endings that textures have; everywhere, then beside the zone.
fn find(look_in: &[&Vfs], zone: &Zone, path: &VfsPath) -> Found {
    let name = path.components().last().unwrap_or_default();
    let own =
        zone.path_of(None).or_else(|| zone.blocks().find_map(|block| zone.path_of(Some(block))));
    let folder = own.and_then(|own| own.rsplit_once('/')).map_or("", |(folder, _)| folder);
    let beside = VfsPath::new(&format!("{folder}/{name}")).ok();
    for place in [Some(path.clone()), beside].into_iter().flatten() {
        let stem = place.as_str().rsplit_once('.').map_or(place.as_str(), |(stem, _)| stem);
        let others = ["DDS", "TGA"].map(|ending| VfsPath::new(&format!("{stem}.{ending}")).ok());
        for candidate in [Some(place.clone())].into_iter().chain(others).flatten() {
            for vfs in look_in {
                match vfs.read(&candidate, LIMIT) {
                    Ok(loaded) => return decoded(candidate, &loaded.bytes),
                    Err(error) if error.is_missing() => {}
                    Err(error) => {
                        let error = error.trouble.to_string();
                        return Found::Unreadable { path: candidate, error };
                    }
                }
            }
        }
    }
    Found::Nowhere
}

fn decoded(path: VfsPath, bytes: &[u8]) -> Found {
    match picture::read(bytes) {
        Ok(picture) => Found::Picture { path, levels: levels(&picture) },
        Err(error) => Found::Unreadable { path, error: error.to_string() },
    }
}

/// From the largest to a single pixel.
fn levels(picture: &Picture) -> Vec<Picture> {
    let mut levels = vec![picture.squared(SIDE)];
    while let Some(half) = levels.last().map(|last| last.width / 2).filter(|half| *half > 0) {
        let level = levels.last().map(|last| last.squared(half)).unwrap_or_default();
        levels.push(level);
    }
    levels
}

/// Always the same for a name, whatever its case.
fn stable_colour(name: &str) -> Rgb {
    let name = name.to_uppercase().replace('\\', "/");
    let bits = name.bytes().fold(1, |bits, byte| mix(bits ^ u64::from(byte)));
    colour_of_bits(bits)
}

pub(super) fn colour_of_bits(bits: u64) -> Rgb {
    let [a, b, c, ..] = bits.to_le_bytes();
    Rgb([a, b, c].map(|part| 64 + part / 2))
}

/// One colour over another, as far as it covers.
pub(super) fn over(below: Rgb, [red, green, blue, cover]: Rgba) -> Rgb {
    let Rgb(below) = below;
    let mut parts = below.into_iter().zip([red, green, blue]);
    let cover = u32::from(cover);
    Rgb(std::array::from_fn(|_| {
        let (below, above) = parts.next().unwrap_or_default();
        ((u32::from(below) * (255 - cover) + u32::from(above) * cover) / 255) as u8
    }))
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{act, path, sample, vfs_of};
    use super::*;
    use crate::sample::File;

    /// Two pixels: red in the west, blue in the east.
    fn tga() -> Vec<u8> {
        let mut data = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0x20];
        data.extend([0, 0, 255, 255, 0, 0]);
        data
    }

    #[test]
    fn textures_are_found_by_name_or_beside_the_zone_in_any_case() {
        let (_, opened) = sample();
        let name = "3Ddata/terrain/tiles/SAMPLE/grass_01.dds";
        let beside = "3DDATA/MAPS/SAMPLE/S01/rock_02.TGA";
        let file = |path: &str, bytes: &[u8]| File { path: path.to_owned(), bytes: bytes.to_vec() };
        let game =
            vfs_of(&[file(name, &tga()), file("3DDATA/TERRAIN/TILES/SAMPLE/SAND_01.DDS", b"DDS ")]);
        let own = vfs_of(&[file(beside, &tga())]);
        let textures = Textures::load(&[&game, &own], &opened.zone);
        assert!(textures.are_of(&opened.zone));
        let grass = textures.get(0).unwrap();
        assert_eq!(grass.name, r"3DDATA\TERRAIN\TILES\SAMPLE\GRASS_01.DDS");
        assert!(matches!(&grass.found, Found::Picture { path: found, .. } if *found == path(name)));
        assert_eq!(grass.colour, Rgb([127, 0, 127]));
        assert_eq!(grass.level(5).map(|level| level.width), Some(8));
        assert_eq!(grass.level(900).map(|level| level.width), Some(SIDE));
        assert_eq!(grass.level(64).unwrap().pixel(63, 9), Some([0, 0, 255, 255]));
        let rock = textures.iter().find(|texture| texture.name.ends_with("ROCK_02.DDS")).unwrap();
        assert!(
            matches!(&rock.found, Found::Picture { path: found, .. } if *found == path(beside))
        );
        let sand = textures.iter().find(|texture| texture.name.ends_with("SAND_01.DDS")).unwrap();
        assert!(matches!(&sand.found, Found::Unreadable { error, .. } if error.contains("byte")));
    }

    #[test]
    fn what_is_not_found_has_a_colour_of_its_own_that_stays() {
        let (_, opened) = sample();
        let textures = Textures::load(&[&Vfs::default()], &opened.zone);
        let colours: std::collections::BTreeSet<[u8; 3]> =
            textures.iter().map(|texture| texture.colour.0).collect();
        assert_eq!(colours.len(), opened.zone.textures().len());
        assert_eq!(stable_colour(r"A\b"), stable_colour("a/B"));
        let renamed =
            act(&opened.zone, r#"{"action":"set-texture","texture":3,"to":"new.dds"}"#).unwrap();
        assert!(!textures.are_of(&renamed));
        let followed = textures.followed(&[&Vfs::default()], &renamed);
        assert_eq!(followed.get(3).unwrap().name, "new.dds");
        assert_eq!(followed.get(4), textures.get(4));
    }
}
