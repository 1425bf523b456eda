//! What a save came to.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use landwright_core::space::tera::Zone as ZoneOfTera;
use landwright_core::vfs::Fingerprint;
use landwright_core::world::area::left_out;
use landwright_core::world::area::save::FileNumbers;
use landwright_core::world::gat::GatMap;
use landwright_core::world::zone::Zone;

use crate::kind::rose::archive::Archive;
use crate::kind::rose::copies::Kept;
use crate::kind::rose::open::Home;
use crate::kind::tera::geometry::WrittenZone;
use crate::kind::tera::routes::on_disk::TestsOnDisk;

/// What was written.
#[derive(Debug)]
pub struct Written {
    pub fingerprint: Fingerprint,
    pub content: WrittenContent,
    /// What came of copies that are kept in step.
    pub copies: Vec<Kept>,
    /// What else a person should know.
    pub said: Vec<String>,
}

#[derive(Debug)]
pub enum WrittenContent {
    Map(GatMap),
    /// Of a kind with a folder of its own, which knows what it is.
    Kind(Box<dyn Any + Send>),
    Area {
        tests: TestsOnDisk,
        zones: Vec<WrittenZone>,
        /// The files that are others than before.
        files: Vec<PathBuf>,
        /// Changed zones that could not be written, so that the area is not saved as a whole.
        left_out: Vec<ZoneOfTera>,
        /// Of nodes in the file, where those are not the ids of the open area.
        numbers: Option<FileNumbers>,
    },
    Zone {
        zone: Box<Zone>,
        home: Home,
        archive: Arc<Archive>,
        /// The files that are others than before.
        files: Vec<PathBuf>,
    },
}

impl WrittenContent {
    /// What could not be written, as a journal says it.
    pub(crate) fn left_out(&self) -> Option<Vec<u8>> {
        let WrittenContent::Area { left_out, .. } = self else { return None };
        (!left_out.is_empty()).then(|| left_out::bytes_of(left_out))
    }

    /// What was written for a document at a path.
    pub(crate) fn files(&self, path: &Path) -> Vec<PathBuf> {
        match self {
            WrittenContent::Area { files, .. } | WrittenContent::Zone { files, .. } => {
                files.clone()
            }
            WrittenContent::Map(_) | WrittenContent::Kind(_) => vec![path.to_owned()],
        }
    }
}
