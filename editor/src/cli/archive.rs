//! What the command line does with an archive of any game: it lists the files in it and takes them
//! out. No archive is ever changed.

pub(super) mod compare;
mod extract;
mod ls;
pub(super) mod whole;

use std::path::{Path, PathBuf};

use clap::Args;
use landwright_core::format::eq::pfs::{self, Pfs};
use landwright_core::format::problem::problem_of;
use landwright_core::format::text::{CodePage, Text};
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::error::FileError;
use landwright_core::vfs::grf::{self, Grf};
use landwright_core::vfs::rose_archive::{self, RoseArchive};
use landwright_core::vfs::{BadName, VfsPath};

use super::ShownCodePage;
use super::half::mend_at;
use super::load;
use super::outcome::Failure;
use super::output::{complain, shown};
use super::settings::{Settings, code_page};

pub(super) use self::extract::Extract;
pub(super) use self::ls::Ls;

/// An archive that a command line names.
#[derive(Debug, Args)]
struct Named {
    /// The archive, which is not changed
    archive: PathBuf,
    /// The code page of names [default: that of landwright.toml, or cp949]
    #[arg(long)]
    code_page: Option<ShownCodePage>,
}

/// An open archive with its list of files.
struct Archive {
    path: PathBuf,
    content: Content,
    members: Vec<Member>,
}

enum Content {
    S3d(Pfs),
    Grf(Grf),
    Rose(RoseArchive),
}

/// A file in an archive.
struct Member {
    name: String,
    /// Where it is below the root, or why no file can have this name.
    path: Result<VfsPath, String>,
    /// Bytes in the archive; `None` where they are broken.
    packed: Option<u64>,
    size: u64,
    offset: u64,
    /// As the archive has them.
    flags: u32,
    /// It is deleted, or a file of its own beside the archive.
    is_elsewhere: bool,
    /// Its place in the list of the archive.
    place: usize,
}

impl Named {
    fn open(&self) -> Result<Archive, Failure> {
        let code_page = code_page(self.code_page, &*Settings::of_one(&self.archive)?);
        Archive::open(&self.archive, code_page)
    }
}

impl Archive {
    fn open(path: &Path, code_page: CodePage) -> Result<Archive, Failure> {
        mend_at(path);
        let of_use =
            |error: FileError| Failure::WrongUse(format!("{}: {}", shown(path), error.trouble));
        let start = disk::read_start(path, grf::HEAD_SIZE).map_err(of_use)?;
        let unreadable =
            |error: FileError| Failure::File(format!("error: {}: {}", shown(path), error.trouble));
        let (content, members) = if rose_archive::is_archive(path) {
            let archive = RoseArchive::open(path, code_page).map_err(unreadable)?;
            for part in archive.missing_parts() {
                let archive = shown(path);
                complain(&format!(
                    "warning: {part} is not beside {archive}; its files can't be read"
                ));
            }
            let members = of_rose(&archive, code_page);
            (Content::Rose(archive), members)
        } else if Grf::recognises(&start) {
            let archive = Grf::open(path, code_page).map_err(unreadable)?;
            let members = of_grf(&archive, code_page);
            (Content::Grf(archive), members)
        } else if start.get(4..8) == Some(pfs::MAGIC) || is_s3d(path) {
            let bytes = load::load(path)?.bytes;
            let archive = pfs::read(&bytes).map_err(|error| {
                Failure::File(crate::cli::output::in_words(problem_of(&shown(path), &error)))
            })?;
            let members = of_s3d(&archive);
            (Content::S3d(archive), members)
        } else {
            let known = "s3d, eqg and pfs of EverQuest, grf of Ragnarok, idx and pkg of ROSE";
            let message = format!("{}: not a known archive; expected {known}", shown(path));
            return Err(Failure::WrongUse(message));
        };
        Ok(Archive { path: path.to_owned(), content, members })
    }

    /// The bytes of a file, or why there are none.
    fn read(&self, member: &Member) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::S3d(archive) => {
                archive.content(member.place).map_err(|error| error.to_string())
            }
            Content::Grf(archive) => match archive.entries().get(member.place) {
                Some(entry) => {
                    archive.read_entry(entry, READ_LIMIT).map_err(|trouble| trouble.to_string())
                }
                None => Ok(Vec::new()),
            },
            Content::Rose(archive) => match archive.entries().get(member.place) {
                Some(entry) => {
                    archive.read_entry(entry, READ_LIMIT).map_err(|error| error.trouble.to_string())
                }
                None => Ok(Vec::new()),
            },
        }
    }
}

fn is_s3d(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["s3d", "eqg", "pfs"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// A name that leads nowhere but below the folder.
fn path_of(path: Result<VfsPath, BadName>) -> Result<VfsPath, String> {
    match path {
        Ok(path) if path.is_root() => Err("is not a file name".to_owned()),
        Ok(path) => Ok(path),
        Err(why) => Err(why.to_string()),
    }
}

fn of_s3d(archive: &Pfs) -> Vec<Member> {
    let member = |member: pfs::Member| {
        let name = member.shown(archive);
        Member {
            path: path_of(VfsPath::from_text(&Text::from(&*name), CodePage::Utf8)),
            name,
            packed: member.packed.map(|packed| packed as u64),
            size: member.size.into(),
            offset: member.offset.into(),
            // No file of such an archive has any.
            flags: 0,
            is_elsewhere: false,
            place: member.entry,
        }
    };
    archive.members().into_iter().map(member).collect()
}

fn of_grf(archive: &Grf, code_page: CodePage) -> Vec<Member> {
    let files = archive.entries().iter().enumerate().filter(|(_, entry)| entry.is_file());
    let member = |(place, entry): (usize, &landwright_core::format::ragnarok::grf::Entry)| Member {
        name: entry.name.decode(code_page).into_owned(),
        path: path_of(VfsPath::from_text(&entry.name, code_page)),
        packed: Some(entry.packed_len.into()),
        size: entry.len.into(),
        offset: entry.offset,
        flags: entry.flags.into(),
        is_elsewhere: false,
        place,
    };
    files.map(member).collect()
}

fn of_rose(archive: &RoseArchive, code_page: CodePage) -> Vec<Member> {
    let member = |(place, entry): (usize, &rose_archive::ArchiveEntry)| Member {
        name: entry.name.decode(code_page).into_owned(),
        path: path_of(VfsPath::from_text(&entry.name, code_page)),
        packed: Some(entry.packed),
        size: entry.size,
        offset: entry.offset,
        flags: entry.flags,
        is_elsewhere: archive.is_loose(entry) || archive.is_deleted(entry),
        place,
    };
    archive.entries().iter().enumerate().map(member).collect()
}
