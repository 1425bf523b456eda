//! The files of a client, each read once and put into a scene.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::format::picture::{Picture, Rgba};
use crate::format::text::{CodePage, Text};
use crate::scene::{PictureId, Scene};
use crate::stage::files::Files;
use crate::vfs::VfsPath;

/// Pictures have this colour where nothing is seen. [src]
const CLEAR: [u8; 3] = [255, 0, 255];

/// How much of a picture is seen through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    Whole,
    /// Pixels cover or they do not.
    Holes,
    /// Some pixels cover in part.
    Veil,
}

/// A picture of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texture {
    pub picture: PictureId,
    pub cover: Cover,
}

/// Where files are found, and what was made of them.
pub struct Assets<'v> {
    pub files: Files<'v>,
    pub scene: Scene,
    textures: BTreeMap<Vec<u8>, Option<Texture>>,
}

impl<'v> Assets<'v> {
    pub fn new(files: Files<'v>) -> Assets<'v> {
        Assets { files, scene: Scene::default(), textures: BTreeMap::new() }
    }

    /// What a name in a file says for a person.
    pub fn shown(&self, name: &[u8]) -> String {
        Text::from(name).decode(self.files.code_page).into_owned()
    }

    /// The bytes of a file below a folder of the client's `data`; one that is not there or can't be read is
    /// missed, with what comes of that.
    pub fn bytes(&mut self, folder: &str, name: &[u8], else_: &str) -> Option<Vec<u8>> {
        let what = format!("data/{folder}/{}", self.shown(name).replace('\\', "/"));
        let found = match paths(folder, name, self.files.code_page) {
            Ok(paths) => self.files.first(&paths),
            Err(why) => Some((VfsPath::root(), Err(why))),
        };
        match found {
            Some((_, Ok(bytes))) => return Some(bytes),
            Some((_, Err(why))) => self.files.miss(what, why),
            None => self.files.miss(what, format!("the file is not there{else_}")),
        }
        None
    }

    /// A picture below `data\texture`, once; its clear parts are so.
    pub fn texture(&mut self, name: &[u8]) -> Option<Texture> {
        let key = name.to_ascii_lowercase();
        if let Some(known) = self.textures.get(&key) {
            return *known;
        }
        let read = self.read_picture(name, "; a plain colour is drawn");
        let texture = read.map(|picture| {
            let (picture, cover) = cleared(picture);
            Texture { picture: self.scene.add_picture(picture), cover }
        });
        self.textures.insert(key, texture);
        texture
    }

    /// A picture below `data\texture` as it is.
    pub fn read_picture(&mut self, name: &[u8], else_: &str) -> Option<Picture> {
        if name.is_empty() {
            return None;
        }
        let bytes = self.bytes("texture", name, else_)?;
        match self.files.picture(&bytes) {
            Ok(picture) => Some(picture),
            Err(why) => {
                let what = format!("data/texture/{}", self.shown(name).replace('\\', "/"));
                self.files.miss(what, why);
                None
            }
        }
    }

    pub fn picture(&self, texture: Texture) -> Option<&Picture> {
        self.scene.pictures.get(texture.picture.index()).map(|picture| &**picture)
    }
}

/// Where a file may be: in the folder `data`, or right in a root that is this folder; and the same as tools
/// write names that a disk can't hold, with `%` and two digits for each byte.
pub fn paths(folder: &str, name: &[u8], code_page: CodePage) -> Result<Vec<VfsPath>, String> {
    let text = Text::from(name);
    let name_path = VfsPath::from_text(&text, code_page)
        .map_err(|error| format!("{}: {error}", text.decode(code_page)))?;
    let mut paths = Vec::new();
    let names = [Cow::Borrowed(name_path.as_str()), Cow::Owned(percents(name))];
    let n_names = if name.is_ascii() { 1 } else { 2 };
    for name in names.iter().take(n_names) {
        for root in ["data/", ""] {
            paths.extend(VfsPath::new(&format!("{root}{folder}/{name}")).ok());
        }
    }
    Ok(paths)
}

fn percents(name: &[u8]) -> String {
    let mut text = String::new();
    let mut bytes = name.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte.is_ascii() {
            text.push(char::from(byte));
            continue;
        }
        text.push_str(&format!("%{byte:02X}"));
        // The second byte of a letter may be one of ASCII, and belongs to it.
        match bytes.next() {
            Some(second) if second.is_ascii_alphanumeric() => text.push(char::from(second)),
            Some(second) => text.push_str(&format!("%{second:02X}")),
            None => {}
        }
    }
    text
}

/// With nothing where the picture says so, and next to that the colours around it, so that no edge shines.
fn cleared(mut picture: Picture) -> (Picture, Cover) {
    let is_clear = |pixel: &Rgba| pixel.starts_with(&CLEAR);
    let width = picture.width as usize;
    let clear: Vec<usize> =
        (0..).zip(&picture.pixels).filter(|(_, it)| is_clear(it)).map(|(at, _)| at).collect();
    if clear.is_empty() {
        let alphas = || picture.pixels.iter().map(|[.., alpha]| *alpha);
        let cover = match (alphas().any(|it| it < 255), alphas().any(|it| it > 8 && it < 247)) {
            (false, _) => Cover::Whole,
            (true, false) => Cover::Holes,
            (true, true) => Cover::Veil,
        };
        return (picture, cover);
    }
    let old = picture.pixels.clone();
    for at in clear {
        let (x, y) = (at % width, at / width);
        let (mut sum, mut n) = ([0_u32; 3], 0);
        for row in y.saturating_sub(1)..=y + 1 {
            for column in x.saturating_sub(1)..=(x + 1).min(width.saturating_sub(1)) {
                let Some(pixel) = old.get(row * width + column).filter(|it| !is_clear(it)) else {
                    continue;
                };
                sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                n += 1;
            }
        }
        let [r, g, b] = sum.map(|sum| sum.checked_div(n).unwrap_or_default() as u8);
        if let Some(pixel) = picture.pixels.get_mut(at) {
            *pixel = [r, g, b, 0];
        }
    }
    (picture, Cover::Holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_looked_for_below_data_and_by_their_bytes() {
        let found = paths("texture", b"\xc1\xfd\\wall.bmp", CodePage::Cp949).unwrap();
        let found: Vec<&str> = found.iter().map(VfsPath::as_str).collect();
        let expected = [
            "data/texture/집/wall.bmp",
            "texture/집/wall.bmp",
            "data/texture/%C1%FD/wall.bmp",
            "texture/%C1%FD/wall.bmp",
        ];
        assert_eq!(found, expected);
        assert_eq!(paths("model", b"a.rsm", CodePage::Cp949).unwrap().len(), 2);
        assert!(paths("model", b"..\\..\\..\\a.rsm", CodePage::Cp949).is_err());
    }

    #[test]
    fn what_is_clear_takes_the_colour_beside_it() {
        let pixels = vec![[255, 0, 255, 255], [10, 20, 30, 255], [10, 20, 30, 255]];
        let (picture, cover) = cleared(Picture { width: 3, height: 1, pixels });
        assert_eq!(cover, Cover::Holes);
        assert_eq!(picture.pixels[..2], [[10, 20, 30, 0], [10, 20, 30, 255]]);
        let veil = Picture { width: 1, height: 1, pixels: vec![[0, 0, 0, 128]] };
        assert_eq!(cleared(veil).1, Cover::Veil);
    }
}
