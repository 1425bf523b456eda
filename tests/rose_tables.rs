//! Real tables and scripts of ROSE Online are rewritten byte for byte, and the broken ones are
//! refused.

mod support;

use std::path::Path;

use landwright_core::format::ReadError;
use landwright_core::format::rose::{aip, con, ltb, qsd, stb, stl};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Files that were mangled before anybody got them, by the start of their names.
const BROKEN: &[&str] = &["3827a350_"];

fn check_folder<T: Serialize + DeserializeOwned + PartialEq>(
    folder: &str,
    read: fn(&[u8]) -> Result<T, ReadError>,
    write: fn(&T) -> Vec<u8>,
    show: fn(&T) -> String,
) {
    let Some(folder) = support::corpus(folder) else { return };
    let files = support::files_below(&folder);
    assert!(!files.is_empty(), "{} is empty", folder.display());
    for path in files {
        let data = std::fs::read(&path).unwrap();
        match read(&data) {
            Ok(value) => {
                assert!(write(&value) == data, "{} differs", path.display());
                let json = serde_json::to_string(&value).unwrap();
                let again: T = serde_json::from_str(&json).unwrap();
                assert!(write(&again) == data, "{} differs as JSON", path.display());
                println!("{}\t{}", name(&path), show(&value));
            }
            Err(error) => {
                let is_broken = BROKEN.iter().any(|start| name(&path).starts_with(start));
                assert!(is_broken, "{}: {error}", path.display());
            }
        }
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn stb() {
    check_folder("rose/stb", stb::read, stb::write, |stb| {
        assert!((0..stb.n_rows()).all(|row| stb.row(row).unwrap().count() == stb.n_columns()));
        format!("{} × {}, {} opaque", stb.n_rows(), stb.n_columns(), stb.n_opaque())
    });
}

#[test]
fn ltb() {
    check_folder("rose/ltb", ltb::read, ltb::write, |ltb| {
        format!("{} × {}, {} opaque", ltb.n_rows(), ltb.n_columns(), ltb.n_opaque())
    });
}

#[test]
fn stl() {
    check_folder("rose/stl", stl::read, stl::write, |stl| {
        let n_found = (0..stl.keys().len()).filter(|row| stl.text(1, *row, 0).is_some()).count();
        assert_eq!(n_found, stl.keys().len());
        format!("{n_found} rows, {} opaque", stl.n_opaque())
    });
}

#[test]
fn qsd() {
    check_folder("rose/qsd", qsd::read, qsd::write, |qsd| {
        // As no name of an IFO does.
        for trigger in qsd.triggers() {
            assert!(trigger.name.as_bytes().ends_with(b"\0") && !trigger.called().ends_with(b"\0"));
        }
        format!("{} triggers, {} opaque", qsd.triggers().count(), qsd.n_opaque())
    });
}

#[test]
fn aip() {
    check_folder("rose/aip", aip::read, aip::write, |aip| {
        format!("{} events, {} opaque", aip.events().count(), aip.n_opaque())
    });
}

#[test]
fn con() {
    check_folder("rose/con", con::read, con::write, |con| {
        assert!(!con.messages().is_empty());
        format!("{} messages, {} functions", con.messages().len(), con.function_names().len())
    });
}
