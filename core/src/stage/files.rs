//! Files of a client as a scene needs them: where they are found, what is missing, and their pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::format::picture::{self, Picture};
use crate::format::text::CodePage;
use crate::vfs::{Entry, Vfs, VfsPath};

/// No file of a client that is drawn is as large as this.
const LIMIT: u64 = 128 << 20;
/// Of all pictures of a scene: half a gigabyte in memory.
const MOST_PIXELS: u64 = 128 << 20;

/// Something that is not drawn as it should be, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    pub what: String,
    pub why: String,
}

/// Reads a picture that core has no reader for.
pub type Decode = fn(&[u8]) -> Result<Picture, String>;

/// Where files are found.
pub struct Files<'v> {
    look_in: Vec<&'v Vfs>,
    pub code_page: CodePage,
    decode: Option<Decode>,
    /// Each once, in the order in which they were missed.
    pub missing: Vec<Missing>,
    /// The same, to be found again quickly.
    missed: BTreeSet<Missing>,
    /// Pixels that further pictures may have.
    n_pixels_left: u64,
}

impl<'v> Files<'v> {
    /// Files are looked for in each of these in turn.
    pub fn new(look_in: &[&'v Vfs], code_page: CodePage) -> Files<'v> {
        Files {
            look_in: look_in.to_vec(),
            code_page,
            decode: None,
            missing: Vec::new(),
            missed: BTreeSet::new(),
            n_pixels_left: MOST_PIXELS,
        }
    }

    /// With a reader for pictures of further formats.
    pub fn with_decode(mut self, decode: Decode) -> Files<'v> {
        self.decode = Some(decode);
        self
    }

    pub fn miss(&mut self, what: impl Into<String>, why: impl Into<String>) {
        let missing = Missing { what: what.into(), why: why.into() };
        if self.missed.insert(missing.clone()) {
            self.missing.push(missing);
        }
    }

    pub fn is_there(&self, path: &VfsPath) -> bool {
        self.look_in.iter().any(|vfs| matches!(vfs.find(path), Ok(Some(_))))
    }

    /// What is right in a folder of any place, each path once for each of them.
    pub fn list(&self, folder: &VfsPath) -> Vec<Entry> {
        let lists = self.look_in.iter().filter_map(|vfs| vfs.list(folder).ok());
        lists.flatten().collect()
    }

    /// The bytes of the first of some paths that is there, and which that is; `None` where none is.
    pub fn first(&self, paths: &[VfsPath]) -> Option<(VfsPath, Result<Vec<u8>, String>)> {
        for vfs in &self.look_in {
            for path in paths {
                match vfs.read(path, LIMIT) {
                    Ok(loaded) => return Some((path.clone(), Ok(loaded.bytes))),
                    Err(error) if error.is_missing() => {}
                    Err(error) => return Some((path.clone(), Err(error.trouble.to_string()))),
                }
            }
        }
        None
    }

    /// A picture from its bytes, as long as there is room for pictures.
    pub fn picture(&mut self, bytes: &[u8]) -> Result<Picture, String> {
        let picture = match (picture::read(bytes), self.decode) {
            (Ok(picture), _) => picture,
            (Err(_), Some(decode)) if starts_as_other(bytes) => decode(bytes)?,
            (Err(error), _) => return Err(error.to_string()),
        };
        let left = self.n_pixels_left.checked_sub(picture.pixels.len() as u64);
        let too_many = "the pictures of the scene have too many pixels already";
        self.n_pixels_left = left.ok_or(too_many)?;
        Ok(picture)
    }
}

/// Whether bytes begin as a JPEG or a PNG.
fn starts_as_other(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xd8\xff") || bytes.starts_with(b"\x89PNG")
}

/// Things that are made of files once each, by the names that files have for them.
pub type Made<T> = BTreeMap<Vec<u8>, Option<T>>;

/// Hears how much is done of how much, and may cancel.
pub type Watch<'w> = &'w mut dyn FnMut(usize, usize) -> ControlFlow<()>;
