//! An archive of a Ragnarok client as a whole: what is in it, and whether all of it is read.

use std::collections::BTreeMap;
use std::path::Path;

use landwright_core::format::file::{self, Kind};
use landwright_core::format::ragnarok::grf::{Entry, Version};
use landwright_core::format::text::CodePage;
use landwright_core::problem::counted::{counted, grouped};
use landwright_core::project::Game;
use landwright_core::vfs::disk::{self, READ_LIMIT};
use landwright_core::vfs::grf::{self, Grf};

use super::{Archive, Content};
use crate::cli::outcome::Failure;
use crate::cli::output::{Output, n_bytes, shown};

/// Whether the first bytes of a file are those of a GRF.
pub(in crate::cli) fn is_grf(path: &Path) -> bool {
    disk::read_start(path, grf::HEAD_SIZE).is_ok_and(|start| Grf::recognises(&start))
}

/// Prints what a GRF is, and what its table lists.
pub(in crate::cli) fn inspect(
    path: &Path,
    code_page: CodePage,
    output: &mut Output,
) -> Result<(), Failure> {
    let archive = Archive::open(path, code_page)?;
    let Content::Grf(grf) = &archive.content else { return Ok(()) };
    let len = disk::read_behind(path, 0, 0).map_or(0, |(_, len)| len);
    let n = |count: usize| grouped(count as u64);
    let files = || grf.entries().iter().filter(|entry| entry.is_file());
    let sum = |of: fn(&Entry) -> u32| files().map(|entry| u64::from(of(entry))).sum::<u64>();
    let bytes = |count: u64| n_bytes(usize::try_from(count).unwrap_or(usize::MAX));
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    for member in &archive.members {
        let name = member.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let ending = name.rsplit_once('.').map_or("none", |(_, ending)| ending);
        *endings.entry(ending.to_lowercase()).or_default() += 1;
    }
    let mut endings: Vec<(String, usize)> = endings.into_iter().collect();
    endings.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let size = bytes(len);
    output.line(&format!("{}\nRagnarok: archive of a client (grf), {size}\n", shown(path)))?;
    output.line(&format!("  version    {}", in_words(grf.head().version)))?;
    output.line(&format!("  files      {}", n(archive.members.len())))?;
    output.line(&format!("  folders    {}", n(grf.entries().len() - files().count())))?;
    let n_encrypted = files().filter(|entry| entry.cipher.is_some()).count();
    output.line(&format!("  encrypted  {}", n(n_encrypted)))?;
    output.line(&format!("  packed     {}", bytes(sum(|entry| entry.packed_len))))?;
    output.line(&format!("  unpacked   {}", bytes(sum(|entry| entry.len))))?;
    output.line("\nFiles by ending")?;
    for (ending, count) in endings.iter().take(MOST_ENDINGS) {
        output.line(&format!("  {ending:<9}  {}", n(*count)))?;
    }
    if endings.len() > MOST_ENDINGS {
        let more = counted(endings.len() - MOST_ENDINGS, "more ending", "more endings");
        output.line(&format!("  and {more}; `landwright ls` lists all files"))?;
    }
    if !grf.left_out().is_empty() {
        output.line("\nFiles that nobody can ask for")?;
    }
    grf.left_out().iter().try_for_each(|why| output.line(&format!("  {why}")))?;
    Ok(())
}

const MOST_ENDINGS: usize = 20;

fn in_words(version: Version) -> String {
    match version {
        Version::Old(number) => format!("{number:#x}"),
        Version::V200 => "0x200".to_owned(),
        Version::V300 => "0x300".to_owned(),
    }
}

/// What came of reading all of an archive.
pub(in crate::cli) struct Whole {
    pub(in crate::cli) n_files: usize,
    /// Files of known formats, which were read and written again.
    pub(in crate::cli) n_known: usize,
    /// The first that would not come back byte for byte, and how many do not.
    pub(in crate::cli) different: Option<(String, usize)>,
    /// The first that can't be read, and how many can't.
    pub(in crate::cli) refused: Option<(String, usize)>,
}

/// Reads every file of a GRF whose format is known, and compares it with how it would be written.
pub(in crate::cli) fn roundtrip(path: &Path, code_page: CodePage) -> Result<Whole, String> {
    let grf = Grf::open(path, code_page).map_err(|error| error.trouble.to_string())?;
    let mut whole = Whole { n_files: 0, n_known: 0, different: None, refused: None };
    let count = |first: &mut Option<(String, usize)>, said: String| match first {
        Some((_, n)) => *n += 1,
        None => *first = Some((said, 1)),
    };
    for (name, entry) in grf.files() {
        whole.n_files += 1;
        let kind = Kind::of_name(name.as_str()).filter(|kind| Game::Ragnarok.has(*kind));
        let Some(kind) = kind else { continue };
        whole.n_known += 1;
        let bytes = grf.read_entry(entry, READ_LIMIT).map_err(|trouble| trouble.to_string());
        let read = bytes.and_then(|bytes| {
            let file = file::read(kind, &bytes).map_err(|error| error.to_string())?;
            Ok(file.difference(&bytes))
        });
        match read {
            Ok(None) => {}
            Ok(Some(difference)) => {
                count(&mut whole.different, format!("{}: {difference}", name.as_str()));
            }
            Err(error) => count(&mut whole.refused, format!("{}: {error}", name.as_str())),
        }
    }
    Ok(whole)
}
