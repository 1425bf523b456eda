//! A picture to paint after, such as a screenshot of the map from above. It lies under or over the
//! cells, is kept by the path of the map, and is never part of what is saved.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{ImageFormat, ImageReader, Limits};
use landwright_core::vfs::disk;

use crate::kind::document::open::Open;
use crate::model::Model;
use crate::model::tick::Done;
use crate::versions::name_of;
use crate::view::id::DocumentId;
use crate::view::reference::Reference;

/// A picture that was read, row by row from the north.
#[derive(Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    /// Red, green, blue and alpha.
    pub rgba: Vec<u8>,
    /// As it is in its file; large ones are held smaller.
    pub size_of_file: [u32; 2],
}

/// A picture that was read, or why it could not be.
#[derive(Debug)]
pub(crate) struct PictureRead {
    document: DocumentId,
    path: PathBuf,
    read: Result<Pixels, String>,
}

/// What a picture file may have at most, and what a picture takes in memory while it is read.
const FILE_LIMIT: u64 = 256 << 20;
const DECODED_LIMIT: u64 = 1 << 30;

/// Larger pictures are made smaller: every graphics card has textures of this size.
const MAX_SIDE: u32 = 4096;

impl Model {
    /// A picture that the person chose.
    pub(crate) fn take_picture(&mut self, id: DocumentId, path: PathBuf) {
        let path = disk::absolute(&path).unwrap_or(path);
        let Some(document) = self.map_mut(id) else { return };
        document.reference = Some(Reference::new(path));
        document.pixels = None;
        self.read_picture(id);
    }

    pub(crate) fn set_reference(&mut self, id: DocumentId, reference: Option<Reference>) {
        if let Some(document) = self.map_mut(id) {
            document.reference = reference;
        }
    }

    /// Shows or hides the picture; without one, asks for one.
    pub(crate) fn toggle_reference(&mut self, id: DocumentId) {
        if let Some(reference) = self.map_mut(id).and_then(|map| map.reference.as_mut()) {
            reference.shown.toggle();
            self.keep_reference(id);
        }
    }

    /// Keeps how the picture lies, for the next time that the map is opened.
    pub(crate) fn keep_reference(&mut self, id: DocumentId) {
        let Some(document) = self.map(id) else { return };
        let Some(path) = document.file.as_ref().map(|file| file.path.clone()) else { return };
        let reference = document.reference.clone();
        let mut settings = self.settings.clone();
        match reference {
            Some(reference) => settings.references.insert(path, reference),
            None => settings.references.remove(&path),
        };
        self.set_settings(settings);
    }

    /// The picture that a map had when it was open last.
    pub(crate) fn find_reference(&mut self, id: DocumentId) {
        let Some(document) = self.documents.get_mut(&id).and_then(Open::as_map_mut) else { return };
        let known = document.file.as_ref().and_then(|f| self.settings.references.get(&f.path));
        if let Some(reference) = known {
            document.reference = Some(reference.clone());
            self.read_picture(id);
        }
    }

    fn read_picture(&mut self, id: DocumentId) {
        let reference = self.map(id).and_then(|document| document.reference.as_ref());
        let Some(path) = reference.map(|reference| reference.picture.clone()) else { return };
        self.jobs.start(format!("Reading {}", name_of(&path)), move |_| {
            let read = read(&path);
            let read = PictureRead { document: id, path, read };
            Done::of_kind(|model| model.take_picture_read(read))
        });
    }

    pub(crate) fn take_picture_read(&mut self, read: PictureRead) {
        let PictureRead { document: id, path, read } = read;
        let Some(document) = self.map_mut(id) else { return };
        let map = document.map().clone();
        let reference = document.reference.as_mut().filter(|r| r.picture == path);
        let Some(reference) = reference else { return };
        match read {
            Ok(pixels) => {
                if reference.cells_per_pixel.is_none() {
                    reference.fit(map.width(), pixels.size_of_file[0]);
                }
                document.pixels = Some(Arc::new(pixels));
                self.keep_reference(id);
            }
            // Where it lies is kept: the file may come back.
            Err(error) => self.log.warn(format!("{}: {error}", path.display())),
        }
    }
}

/// PNG, JPG, BMP or TGA, by what its bytes say or else its name.
fn read(path: &Path) -> Result<Pixels, String> {
    let loaded = disk::read_file(path, FILE_LIMIT).map_err(|error| error.trouble.to_string())?;
    decode(&loaded.bytes, path)
}

/// The same for bytes that were read already.
pub(crate) fn decode(bytes: &[u8], path: &Path) -> Result<Pixels, String> {
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| error.to_string())?;
    if reader.format().is_none() {
        // A TGA has nothing to tell it by.
        let format = ImageFormat::from_path(path).ok();
        reader.set_format(format.ok_or("is not a PNG, JPG, BMP or TGA picture")?);
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(DECODED_LIMIT);
    reader.limits(limits);
    let image = reader.decode().map_err(|error| error.to_string())?;
    let size_of_file = [image.width(), image.height()];
    let is_large = image.width().max(image.height()) > MAX_SIDE;
    let image = if is_large { image.thumbnail(MAX_SIDE, MAX_SIDE) } else { image };
    let rgba = image.into_rgba8();
    let (width, height) = (rgba.width() as usize, rgba.height() as usize);
    Ok(Pixels { width, height, rgba: rgba.into_raw(), size_of_file })
}

#[cfg(test)]
mod tests {
    use crate::kind::ragnarok::dialog::MapDialog;
    use image::{Rgba, RgbaImage};

    use super::*;
    use crate::command::CommandId;
    use crate::kind::ragnarok::message::MapMessage;
    use crate::message::Message;
    use crate::message::dialog::Dialog;
    use crate::model::trial::{flat, run};
    use crate::settings::Settings;
    use crate::view::Shown;

    /// A red picture of 10 × 5 pixels.
    fn picture(folder: &Path, name: &str) -> PathBuf {
        let path = folder.join(name);
        RgbaImage::from_pixel(10, 5, Rgba([200, 0, 0, 255])).save(&path).unwrap();
        path
    }

    #[test]
    fn every_kind_of_picture_is_read() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.png", "a.bmp", "a.tga"] {
            let pixels = read(&picture(folder.path(), name)).unwrap();
            assert_eq!((pixels.width, pixels.height), (10, 5), "{name}");
            assert_eq!(pixels.rgba[..4], [200, 0, 0, 255], "{name}");
        }
        let jpg = folder.path().join("a.jpg");
        image::RgbImage::from_pixel(8, 8, image::Rgb([0, 200, 0])).save(&jpg).unwrap();
        assert_eq!(read(&jpg).unwrap().size_of_file, [8, 8]);
    }

    #[test]
    fn what_is_no_picture_is_said_and_cut_files_break_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "no picture").unwrap();
        assert_eq!(read(&path).unwrap_err(), "is not a PNG, JPG, BMP or TGA picture");
        for name in ["b.png", "b.bmp", "b.tga"] {
            let bytes = std::fs::read(picture(folder.path(), name)).unwrap();
            for n in 0..bytes.len() {
                let cut = folder.path().join(format!("cut-{name}"));
                std::fs::write(&cut, &bytes[..n]).unwrap();
                // Some decoders take what is there; all that counts is that none panics.
                let _ = read(&cut);
            }
        }
        assert!(read(&folder.path().join("none.png")).is_err());
    }

    #[test]
    fn a_large_picture_is_held_smaller_and_keeps_its_scale() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.png");
        image::GrayImage::new(MAX_SIDE * 2, 4).save(&path).unwrap();
        let pixels = read(&path).unwrap();
        assert_eq!(pixels.width, MAX_SIDE as usize);
        assert_eq!(pixels.size_of_file, [MAX_SIDE * 2, 4]);
    }

    #[test]
    fn a_picture_is_kept_by_the_path_of_its_map() {
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("a.gat");
        let path = picture(folder.path(), "a.png");
        let mut model = flat(40);
        let id = model.active_map().unwrap().id;
        model.handle(Message::TakePicture(id, path.clone()));
        model.settle();
        let document = model.map(id).unwrap();
        assert_eq!(document.pixels.as_ref().unwrap().width, 10);
        let mut reference = document.reference.clone().unwrap();
        assert_eq!(reference.cells_per_pixel, Some(4.0), "it is as wide as the map");
        model.handle(Message::SaveTo(id, map.clone()));
        model.settle();
        reference.offset_in_cells = [3.0, -2.5];
        model.handle(MapMessage::SetReference(Some(Box::new(reference.clone()))).to(id));
        run(&mut model, CommandId::ToggleReference);
        reference.shown = Shown::No;
        let settings = model.settings.clone();
        let text = ron::to_string(&settings).unwrap();
        let settings: Settings = ron::from_str(&text).unwrap();
        assert_eq!(settings.references[&map], reference);

        let mut again = Model::new(settings, None, Arc::new(|| ()));
        again.handle(Message::Open(vec![map]));
        again.settle();
        let document = again.active_map().unwrap();
        assert_eq!(document.reference.as_ref(), Some(&reference));
        assert!(document.pixels.is_some());
    }

    #[test]
    fn without_a_picture_there_is_nothing_to_show() {
        let mut model = flat(4);
        assert!(!model.can_run(CommandId::ToggleReference));
        run(&mut model, CommandId::Reference);
        assert!(matches!(model.dialog().and_then(Dialog::form), Some(MapDialog::Reference(_))));
    }
}
