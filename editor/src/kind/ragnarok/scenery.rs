//! What belongs to a Ragnarok map besides its cells: its GND, its RSW, and where their textures and models are.

use std::path::{Path, PathBuf};

use landwright_core::format::file::Kind;
use landwright_core::format::picture::{MAX_SIDE, Picture};
use landwright_core::format::ragnarok::gnd::{self, Gnd};
use landwright_core::format::ragnarok::rsw::{self, Rsw};
use landwright_core::format::text::{CodePage, Text};
use landwright_core::problem::Problem;
use landwright_core::project::Project;
use landwright_core::stage::files::Files;
use landwright_core::stage::ragnarok::assets;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::{FileError, Vfs, VfsPath};

/// The name of the folder that all files of a client are in.
const DATA: &str = "data";

/// The ground and the scene of a map.
pub(crate) struct Scenery {
    pub(crate) gnd: Gnd,
    /// The path of the GND as messages name it.
    pub(crate) gnd_name: String,
    pub(crate) rsw: Option<Rsw>,
    /// Those of its files that are on disk.
    pub(crate) on_disk: Vec<PathBuf>,
    /// What could not be opened or read, as a sentence each.
    pub(crate) notes: Vec<String>,
    /// What is wrong with the roots.
    pub(crate) problems: Vec<Problem>,
    around: Around,
}

/// Where files are looked for: around the map, and then in the roots of its project.
pub(crate) struct Around {
    own: Vfs,
    roots: Vfs,
    code_page: CodePage,
}

/// Why there is no ground.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    #[error("{}: {}", .0.path.display(), .0.trouble)]
    Disk(#[from] FileError),
    #[error("{name}: {why}")]
    Broken { name: String, why: String },
    #[error("there is no {0} beside the map or in a root of its project")]
    NoGround(String),
}

/// A file that was found: what messages call it, where it is on disk, and its bytes.
struct Found {
    name: String,
    on_disk: Option<PathBuf>,
    bytes: Result<Vec<u8>, String>,
}

impl Scenery {
    /// Of a GAT, a GND or an RSW. A GAT has the ground that its RSW names, and else that of its own name.
    pub(crate) fn of(
        path: &Path,
        named_rsw: Option<&Path>,
        project: &Project,
    ) -> Result<Scenery, Trouble> {
        let kind = Kind::of_name(&path.to_string_lossy());
        let (around, problems) = Around::of(path, project);
        let mut notes = Vec::new();
        let mut on_disk = Vec::new();
        let own_rsw = (kind == Some(Kind::Rsw)).then_some(path).or(named_rsw);
        let rsw = match own_rsw {
            Some(path) => {
                on_disk.push(path.to_owned());
                Some(read_rsw(&path.display().to_string(), &read(path)?)?)
            }
            None => match around.find(&name_with(path, "rsw")) {
                Some(Found { name, on_disk: place, bytes }) => {
                    on_disk.extend(place);
                    // The ground can be drawn without it.
                    let bytes = bytes.map_err(|why| Trouble::Broken { name: name.clone(), why });
                    let rsw = bytes.and_then(|bytes| read_rsw(&name, &bytes));
                    rsw.map_err(|trouble| notes.push(trouble.to_string())).ok()
                }
                None => None,
            },
        };
        let (gnd_name, bytes) = match kind {
            Some(Kind::Gnd) => {
                on_disk.push(path.to_owned());
                (path.display().to_string(), read(path)?)
            }
            _ => {
                let own = name_with(path, "gnd");
                let named = rsw.as_ref().map(|rsw| rsw.names.gnd.decode(around.code_page));
                let named = named.filter(|name| !name.is_empty());
                let found = named.as_deref().and_then(|name| around.find(name));
                let found = found.or_else(|| around.find(&own));
                let Found { name, on_disk: place, bytes } = found.ok_or_else(|| {
                    Trouble::NoGround(named.map_or(own, |named| named.into_owned()))
                })?;
                on_disk.extend(place);
                let bytes = bytes.map_err(|why| Trouble::Broken { name: name.clone(), why })?;
                (name, bytes)
            }
        };
        let gnd = gnd::read(&bytes);
        let gnd = gnd.map_err(|error| broken(&gnd_name, &error.to_string()))?;
        Ok(Scenery { gnd, gnd_name, rsw, on_disk, notes, problems, around })
    }

    /// Where its textures and models are looked for.
    pub(crate) fn files(&self) -> Files<'_> {
        self.around.files()
    }
}

fn broken(name: &str, why: &str) -> Trouble {
    Trouble::Broken { name: name.to_owned(), why: why.to_owned() }
}

fn read(path: &Path) -> Result<Vec<u8>, Trouble> {
    Ok(disk::read_file(path, READ_LIMIT)?.bytes)
}

fn read_rsw(name: &str, bytes: &[u8]) -> Result<Rsw, Trouble> {
    rsw::read(bytes).map_err(|error| broken(name, &error.to_string()))
}

fn name_with(path: &Path, extension: &str) -> String {
    let name = path.with_extension(extension);
    name.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

impl Around {
    /// The folder of the map, and the `data` that this is in.
    pub(crate) fn of(path: &Path, project: &Project) -> (Around, Vec<Problem>) {
        let mut own = Vfs::default();
        let path = disk::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = path.parent().map(Path::to_owned);
        let is_data =
            |folder: &&Path| folder.file_name().is_some_and(|name| name.eq_ignore_ascii_case(DATA));
        let data = path.ancestors().skip(1).find(is_data).map(Path::to_owned);
        let mut folders: Vec<PathBuf> = folder.into_iter().chain(data).collect();
        folders.dedup();
        for folder in folders {
            // What can't be opened has nothing.
            if let Ok(folder) = Folder::open(&folder, project.code_page) {
                own.push(folder);
            }
        }
        let (roots, mut problems) = match project.file {
            Some(_) => project.mount(),
            None => (Vfs::default(), Vec::new()),
        };
        problems.extend(own.take_problems());
        (Around { own, roots, code_page: project.code_page }, problems)
    }

    pub(crate) fn files(&self) -> Files<'_> {
        let Around { own, roots, code_page } = self;
        Files::new(&[own, roots], *code_page).with_decode(decode)
    }

    /// Whether there is anything in a folder of the client's data.
    pub(crate) fn knows(&self, folder: &str) -> bool {
        let folders = [format!("{DATA}/{folder}"), folder.to_owned()];
        let mut folders = folders.iter().filter_map(|folder| VfsPath::new(folder).ok());
        folders.any(|folder| !self.files().list(&folder).is_empty())
    }

    /// Whether a file is below a folder of the client's data.
    pub(crate) fn has(&self, folder: &str, name: &[u8]) -> bool {
        let paths = assets::paths(folder, name, self.code_page).unwrap_or_default();
        paths.iter().any(|path| self.files().is_there(path))
    }

    /// What a name in a file says for a person.
    pub(crate) fn shown(&self, name: &[u8]) -> String {
        Text::from(name).decode(self.code_page).into_owned()
    }

    /// A file beside the map, or right in a client's data.
    fn find(&self, name: &str) -> Option<Found> {
        let places = [name.to_owned(), format!("{DATA}/{name}")];
        let paths = places.iter().filter_map(|place| VfsPath::new(place).ok());
        let paths: Vec<VfsPath> = paths.collect();
        let files = Files::new(&[&self.own, &self.roots], self.code_page);
        let (path, bytes) = files.first(&paths)?;
        let mut places = [&self.own, &self.roots].into_iter();
        let holder = places.find(|vfs| matches!(vfs.find(&path), Ok(Some(_))));
        let on_disk = holder.and_then(|vfs| vfs.on_disk(&path).ok().flatten());
        Some(Found { name: path.as_str().to_owned(), on_disk, bytes })
    }
}

/// The formats of pictures that core does not read, such as that of water.
fn decode(bytes: &[u8]) -> Result<Picture, String> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes));
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    reader.limits(limits);
    let reader = reader.with_guessed_format().map_err(|error| error.to_string())?;
    let image = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
    let (width, height) = image.dimensions();
    let pixels = image.pixels().map(|pixel| pixel.0).collect();
    Ok(Picture { width, height, pixels })
}
