//! The models that a client has, by the names that scenes have for them.

use std::collections::{BTreeMap, BTreeSet};

use crate::format::file::Kind as Format;
use crate::format::text::{CodePage, Text};
use crate::stage::files::Files;
use crate::vfs::{Kind, VfsPath};

/// More than any client has; the largest have some ten thousand.
const MOST_MODELS: usize = 200_000;
const MOST_FOLDERS: usize = 20_000;

/// The files of models below `data\model`, and below `model` of a root that is `data` itself. Each is there once,
/// in the order of the names, with `\` between folders as an RSW has it.
pub fn models(files: &Files<'_>) -> Vec<String> {
    let mut found = BTreeMap::new();
    let mut n_folders = 0;
    for start in ["data/model", "model"] {
        let Ok(start) = VfsPath::new(start) else { continue };
        let mut seen = BTreeSet::new();
        let mut folders = vec![start.clone()];
        while let Some(folder) = folders.pop() {
            n_folders += 1;
            if n_folders > MOST_FOLDERS || !seen.insert(folder.key().to_owned()) {
                continue;
            }
            for entry in files.list(&folder) {
                match entry.kind {
                    Kind::Folder => folders.push(entry.path),
                    Kind::File { .. } if is_model(&entry.path) && found.len() < MOST_MODELS => {
                        let name = name_below(&start, &entry.path, files.code_page);
                        found.entry(name.to_lowercase()).or_insert(name);
                    }
                    Kind::File { .. } => {}
                }
            }
        }
    }
    found.into_values().collect()
}

fn is_model(path: &VfsPath) -> bool {
    matches!(Format::of_name(path.name()), Some(Format::Rsm | Format::Rsm2))
}

fn name_below(start: &VfsPath, path: &VfsPath, code_page: CodePage) -> String {
    let names = path.components().skip(start.components().count());
    let names: Vec<String> = names.map(|name| letters(name, code_page)).collect();
    names.join("\\")
}

/// A name that a tool wrote with `%` and two digits for each byte that a disk can't hold.
fn letters(name: &str, code_page: CodePage) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        match (first, behind.split_first_chunk::<2>().and_then(|(two, _)| byte_of(*two))) {
            (b'%', Some(byte)) if !byte.is_ascii() => {
                bytes.push(byte);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    match bytes == name.as_bytes() {
        true => name.to_owned(),
        false => Text::from(&bytes[..]).decode(code_page).into_owned(),
    }
}

fn byte_of(digits: [u8; 2]) -> Option<u8> {
    let digits = str::from_utf8(&digits).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hex.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vfs::Vfs;
    use crate::vfs::memory::Memory;

    fn client(paths: &[&str]) -> Vfs {
        let memory = Memory::new("client");
        paths.iter().for_each(|path| memory.put(&VfsPath::new(path).unwrap(), b""));
        let mut vfs = Vfs::default();
        vfs.push(memory);
        vfs
    }

    #[test]
    fn models_of_all_roots_are_listed_once_by_the_names_of_a_scene() {
        let one = client(&[
            "data/model/b/House.rsm",
            "data/model/b/house.txt",
            "data/model/a.rsm2",
            "data/texture/c.rsm",
        ]);
        let other = client(&["model/b/house.rsm", "model/%C1%FD/%41.rsm", "model/나무/d.rsm"]);
        let files = Files::new(&[&one, &other], CodePage::Cp949);
        let expected = ["a.rsm2", "b\\House.rsm", "나무\\d.rsm", "집\\%41.rsm"];
        assert_eq!(models(&files), expected);
    }

    #[test]
    fn a_name_without_bytes_in_digits_stays() {
        for name in ["100%.rsm", "%", "%4", "%zz.rsm", "a%41b", "%+1.rsm"] {
            assert_eq!(letters(name, CodePage::Cp949), name);
        }
    }
}
