//! Writes the made-up worlds into a folder, as the games would have them:
//! `cargo run --example make_samples -- DIR [--seed N] [--large] [--cells N] [--replace]`

use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use landwright_core::format::eq::map::{self, Map};
use landwright_core::format::eq::wtr;
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::format::ragnarok::{gnd, map_cache, rsm, rsw};
use landwright_core::format::tera::apd;
use landwright_core::format::text::CodePage;
use landwright_core::nav::ragnarok::cell::WaterLevel;
use landwright_core::sample::ragnarok::{models, pictures, scene, server};
use landwright_core::sample::{self, File};
use landwright_core::space::eq::Kind;
use landwright_core::vfs::folder::Folder;
use landwright_core::vfs::save::{Before, Write};
use landwright_core::vfs::{FileError, Mount, SaveError, Session, VfsPath, disk};
use landwright_core::world::eq::retag::{self, Tag};
use landwright_core::world::eq::server_map::{self, Invisible};
use landwright_core::world::eq::{Zone, listing, server_wtr};

const USAGE: &str = "\
usage: make_samples DIR [--seed N] [--large] [--cells N] [--replace]

  DIR        a folder that is empty or not there; each game gets a folder in it
  --seed N   which worlds: each number gives others (1)
  --large    as large as the largest that people work on
  --cells N  how many cells a Ragnarok map is wide and high (200)
  --replace  write into a folder that holds files, over those of the same name";

/// The files of a game's world.
type Make = fn(&Wish) -> Result<Vec<File>, Box<dyn Error>>;

const GAMES: [(&str, Make); 4] =
    [("ragnarok", ragnarok), ("rose", rose), ("tera", tera), ("everquest", everquest)];

/// What was asked for on the command line.
struct Wish {
    folder: PathBuf,
    seed: u64,
    size: Size,
    /// Of a Ragnarok map, where somebody says.
    n_cells: Option<u16>,
    there: There,
}

enum Size {
    Small,
    Large,
}

/// What may be in the folder already.
enum There {
    Nothing,
    Anything,
}

fn main() -> ExitCode {
    if std::env::args_os().skip(1).any(|argument| argument == "--help" || argument == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match run(std::env::args_os().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Some(error)) => {
            eprintln!("make_samples: {error}");
            ExitCode::FAILURE
        }
        Err(None) => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Does what the arguments say. Without an error, they say nothing that can be done. The tests of the
/// manual begin with it.
pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> Result<(), Option<String>> {
    let wish = read_arguments(arguments).ok_or(None)?;
    make(&wish).map_err(|error| Some(error.to_string()))
}

fn read_arguments(mut arguments: impl Iterator<Item = OsString>) -> Option<Wish> {
    let mut folder = None;
    let (mut seed, mut size, mut there) = (1, Size::Small, There::Nothing);
    let mut n_cells = None;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--seed") => seed = arguments.next()?.to_str()?.parse().ok()?,
            Some("--large") => size = Size::Large,
            Some("--cells") => n_cells = Some(arguments.next()?.to_str()?.parse().ok()?),
            Some("--replace") => there = There::Anything,
            Some(option) if option.starts_with('-') => return None,
            _ if folder.is_some() => return None,
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    Some(Wish { folder: folder?, seed, size, n_cells, there })
}

fn make(wish: &Wish) -> Result<(), Box<dyn Error>> {
    let folder = disk::absolute(&wish.folder)?;
    if matches!(wish.there, There::Nothing) && holds_anything(&folder)? {
        let folder = wish.folder.display();
        return Err(format!("{folder} is not empty: name another, or say --replace").into());
    }
    for (game, make) in GAMES {
        let files = make(wish)?;
        save(&folder, game, &files)?;
        let n_bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
        let folder = wish.folder.join(game);
        println!("{}: {} files, {} kB", folder.display(), files.len(), n_bytes.div_ceil(1_000));
    }
    Ok(())
}

fn holds_anything(folder: &Path) -> Result<bool, FileError> {
    if !disk::is_folder(folder) {
        return Ok(false);
    }
    let entries = Folder::open(folder, CodePage::Utf8)?.list(&VfsPath::root())?;
    Ok(!entries.is_empty())
}

/// Writes all files of a game, or none. Only the folder itself may be missing, not those around
/// it: that would be a slip of the pen.
fn save(folder: &Path, game: &str, files: &[File]) -> Result<(), SaveError> {
    let around = folder.parent().unwrap_or(folder);
    let mut writes = Vec::with_capacity(files.len());
    for File { path, bytes } in files {
        let file = folder.join(game).join(path);
        let before = match disk::is_file(&file) {
            true => Before::Was(disk::fingerprint(&file)?),
            false => Before::Absent,
        };
        writes.push(Write { file, bytes, before, folders_below: Some(around.to_owned()) });
    }
    Session::without_backups().save(&writes)?;
    Ok(())
}

fn ragnarok(wish: &Wish) -> Result<Vec<File>, Box<dyn Error>> {
    let side = match (wish.n_cells, &wish.size) {
        (Some(side), _) => side,
        (None, Size::Small) => 200,
        (None, Size::Large) => 2048,
    };
    // As many as towns of real clients have.
    let n_models = (u32::from(side) * u32::from(side) / 160).clamp(1, 5_000);
    let mut files = Vec::new();
    for (folder, version) in [("1.2", Version::V1_2), ("1.3", Version::V1_3)] {
        let plan = sample::ragnarok::Plan { seed: wish.seed, width: side, height: side, version };
        let island = sample::ragnarok::island(plan);
        let file = |name: &str, bytes| File { path: format!("{folder}/data/{name}"), bytes };
        let in_server = |name: &str, bytes| File { path: format!("{folder}/{name}"), bytes };
        files.push(file("sample.gat", gat::write(&island.gat)));
        files.push(file("sample.gnd", gnd::write(&scene::ground(&island.gat, wish.seed))));
        files.push(file("sample.rsw", rsw::write(&scene::scene(&island.gat, wish.seed, n_models))));
        files.push(file(&format!("model/{}", models::HOUSE_NAME), rsm::write(&models::house())));
        files.push(file(&format!("model/{}", models::TREE_NAME), rsm::write(&models::tree())));
        files.extend(
            pictures::files()
                .into_iter()
                .map(|file| File { path: format!("{folder}/{}", file.path), bytes: file.bytes }),
        );
        let grf = server::archive("sample", &island.gat, wish.seed)?;
        files.push(File { path: format!("{folder}/data.grf"), bytes: grf });
        let level = island.rsw.water_level().map_or(WaterLevel::NONE, WaterLevel::new);
        let cache = server::cache("sample", &island.gat, level)?;
        files.push(in_server("db/map_cache.dat", map_cache::write(&cache)));
        files.push(in_server("db/old_cache.dat", server::headless(&cache)));
        let scripts = server::scripts("sample", &island.gat).unwrap_or_default();
        files.push(in_server("npc/sample.txt", scripts.into_bytes()));
    }
    Ok(files)
}

fn rose(wish: &Wish) -> Result<Vec<File>, Box<dyn Error>> {
    let plan = match wish.size {
        Size::Small => sample::rose::Plan::small(wish.seed),
        Size::Large => sample::rose::Plan::large(wish.seed),
    };
    let mut files = sample::rose::Zone::new(plan).files();
    files.extend(sample::rose::assets::files());
    Ok(files)
}

/// One small zone, whatever is asked for, with what its server reads: the map of it, and regions from
/// before a part of the lake was tagged.
fn everquest(_: &Wish) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = sample::eq::files()?;
    let mut zone = Zone::open("isle.s3d", &sample::eq::zone()?)?;
    zone.add_models(&sample::eq::objects()?)?;
    let (content, _) = server_map::build(&zone, Invisible::LeftOut, &BTreeSet::new());
    let mut file = |path: &str, bytes| files.push(File { path: path.to_owned(), bytes });
    file("isle.map", map::write(&Map::new(content)));
    let first = listing::regions(&zone)?.into_iter().find(|region| region.kind == Kind::Water);
    let regions: Vec<u32> = first.iter().map(|region| region.index).collect();
    retag::retag(&mut zone, &regions, &Tag::of(Kind::Normal))?;
    file("isle.wtr", wtr::write(&server_wtr::build(&zone)?));
    Ok(files)
}

/// The large one has the paths of a whole continent besides.
fn tera(wish: &Wish) -> Result<Vec<File>, Box<dyn Error>> {
    let mut files = sample::tera::area(wish.seed)?.files();
    if matches!(wish.size, Size::Large) {
        let paths = sample::tera::wide_paths(wish.seed, 2_000_000)?;
        files.push(sample::tera::packed_file("continent.apd", &apd::write(&paths)));
    }
    Ok(files)
}
