//! Whether bytes belong under the name that they are to be written to: a map that is called a cache would
//! take the place of all the maps in it.

use std::path::Path;

use landwright_core::format::file::{self, Kind};

use super::load;
use super::outcome::Failure;
use super::output::shown;

/// Fails where the name of a file says another format than its bytes are of.
pub(super) fn expect(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if let Some(file) = load::file_of_entry(path) {
        let (path, file) = (shown(path), shown(&file));
        let message = format!(
            "{path} names a map in a file; to write the file, give only its name: -o \
                {file}"
        );
        return Err(Failure::WrongUse(message));
    }
    let named = Kind::of_name(&load::name_of(path));
    let is_other = match (named, Kind::of_bytes(bytes)) {
        (Some(named), Some(found)) if named != found => true,
        (Some(named), _) => file::read(named, bytes).is_err(),
        (None, _) => false,
    };
    match named.filter(|_| is_other) {
        None => Ok(()),
        Some(named) => {
            let (path, title) = (shown(path), named.title());
            let message = format!(
                "{path} has an ending of: {title}. The content is different; choose a \
                    different ending"
            );
            Err(Failure::WrongUse(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_says_another_format_is_refused() {
        // One cell.
        let mut map = b"GRAT\x01\x02\x01\0\0\0\x01\0\0\0".to_vec();
        map.extend([0; 20]);
        assert!(expect(Path::new("a.gat"), &map).is_ok());
        assert!(expect(Path::new("a.csv"), &map).is_ok());
        for name in ["map_cache.dat", "a.rsw", "a.stb", "a.fld2"] {
            let error = expect(Path::new(name), &map);
            assert!(matches!(error, Err(Failure::WrongUse(_))), "{name}");
        }
    }
}
