//! How fast definitions are read, laid out, checked and kept, and packets decoded.
//!
//! With `LANDWRIGHT_CORPUS` set, over the real definitions of toolbox that are there, again under
//! other names up to as many as it has; otherwise over as many made-up ones of the same sizes.

mod support;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use landwright_core::def::codec::{Packet, Value};
use landwright_core::def::{Catalogue, Codec, Layout, Settings, Syntax, check};
use landwright_core::sample::protocol;

use support::{Target, prepared, row};

/// So many definitions the live repository has.
const N_DEFINITIONS: usize = 836;

/// A path and a text.
type Definition = (String, Arc<str>);
/// A path and what is in the file.
type Contents = (String, Vec<u8>);

fn main() -> Result<(), Box<dyn Error>> {
    let texts = texts()?;
    of_all(&texts);
    of_the_largest(&texts);
    of_a_large_catalogue(&texts);
    of_packets()
}

fn texts() -> Result<Vec<Definition>, Box<dyn Error>> {
    let files = match std::env::var_os("LANDWRIGHT_CORPUS") {
        Some(root) => real_files(&Path::new(&root).join("tera/def/tera-toolbox__tera-data"))?,
        None => {
            println!("made-up definitions: set LANDWRIGHT_CORPUS to measure real ones");
            let files = protocol::files(1, N_DEFINITIONS as u32).into_iter();
            files.map(|file| (file.path, file.bytes)).collect()
        }
    };
    let definitions = files.into_iter().filter(|(path, _)| path.ends_with(".def"));
    let mut texts: Vec<Definition> =
        definitions.map(|(path, bytes)| (path, String::from_utf8_lossy(&bytes).into())).collect();
    texts.sort();
    println!("{} definitions", texts.len());
    let again = texts.iter().map(|(path, text)| (again(path), text.clone())).collect::<Vec<_>>();
    texts.extend(again);
    texts.truncate(N_DEFINITIONS);
    Ok(texts)
}

/// The same version of another packet.
fn again(path: &str) -> String {
    path.replacen("S_", "S_AGAIN_", 1).replacen("C_", "C_AGAIN_", 1)
}

fn real_files(folder: &Path) -> Result<Vec<Contents>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(|error| format!("{}: {error}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, std::fs::read(&path)?));
    }
    Ok(files)
}

fn n_bytes(texts: &[Definition]) -> usize {
    texts.iter().map(|(_, text)| text.len()).sum()
}

fn parse_and_lay_out(texts: &[Definition]) -> usize {
    let layout = |text: &Arc<str>| Layout::of(&Syntax::parse(text.clone()), Settings::default());
    texts.iter().map(|(_, text)| layout(text).message.slots.len()).sum()
}

/// Everything that opening a workspace asks for: a catalogue, all layouts, and all problems.
fn read_and_check(texts: &[Definition]) -> usize {
    let mut catalogue = Catalogue::default();
    for (path, text) in texts {
        catalogue.set_file(path, text.clone());
    }
    let slots = |definition| catalogue.layout(definition).message.slots.len();
    let n_slots: usize = catalogue.definitions().map(|definition| slots(definition)).sum();
    n_slots + check::all(&catalogue).len()
}

fn of_all(texts: &[Definition]) {
    let title = format!("{} definitions, {} kB", texts.len(), n_bytes(texts) / 1000);
    let checked = catalogue(texts, texts.len());
    let target = Target::Within("the whole toolbox head in 20 ms", Duration::from_millis(20));
    let rows = vec![
        row("parse, lay out, check", target, || read_and_check(texts)),
        row("parse", Target::None, || {
            texts.iter().map(|(_, text)| Syntax::parse(text.clone()).n_fields()).sum::<usize>()
        }),
        row("parse and lay out", Target::None, || parse_and_lay_out(texts)),
        row("keep in a catalogue", Target::None, || catalogue(texts, texts.len())),
        row("check", Target::None, || check::all(&checked)),
    ];
    support::run(&title, 200, rows);
}

fn of_the_largest(texts: &[Definition]) {
    let Some(largest) = texts.iter().max_by_key(|(_, text)| text.len()) else { return };
    let largest = std::slice::from_ref(largest);
    let target = Target::Within("the largest real file in 150 µs", Duration::from_micros(150));
    let rows = vec![
        row("parse, lay out, check", target, || read_and_check(largest)),
        row("parse and lay out", Target::None, || parse_and_lay_out(largest)),
    ];
    support::run(&format!("The largest, {} bytes", n_bytes(largest)), 2000, rows);
}

/// A catalogue of so many definitions, with the texts over and over.
fn catalogue(texts: &[Definition], n_files: usize) -> Catalogue {
    let mut catalogue = Catalogue::new(Settings::default(), &["/w".to_owned()]);
    for (n, (path, text)) in texts.iter().cycle().take(n_files).enumerate() {
        catalogue.set_file(&format!("/w/{n}/X{n}_{path}"), text.clone());
    }
    catalogue
}

/// The worst case: someone holds a snapshot, and all fields of the file change.
fn of_a_large_catalogue(texts: &[Definition]) {
    const N_FILES: usize = 10_000;
    let catalogue = catalogue(texts, N_FILES);
    let middle = catalogue.definitions().nth(N_FILES / 2);
    let path = middle.map(|definition| definition.path.clone()).unwrap_or_default();
    let long: Arc<str> = (0..100).map(|n| format!("uint32 id{n}\n")).collect::<String>().into();
    let target = Target::Within("an update at 10,000 files in 1 ms", Duration::from_millis(1));
    let update = |mut catalogue: Catalogue| {
        catalogue.set_file(&path, long.clone());
        catalogue
    };
    let rows = vec![
        prepared("one file changes", target, || catalogue.clone(), update),
        row("find a packet", Target::None, || catalogue.find("srp", 100).len()),
    ];
    support::run(&format!("A catalogue of {N_FILES} files"), 1000, rows);
}

/// A list as real packets have them, nearly as long as a packet can be.
fn of_packets() -> Result<(), Box<dyn Error>> {
    const N_ELEMENTS: u32 = 2700;
    let text = "array list\n- uint32 id\n- uint64 gameId\n- int32 amount\n- float x";
    let codec = Codec::new(&Layout::of(&Syntax::parse(text), Settings::default()))?;
    let element =
        |n: u32| [Value::Uint32(n), Value::Uint64(n.into()), Value::Int32(-1), Value::Float(n)];
    let values = (0..N_ELEMENTS).flat_map(element).collect();
    let values = vec![Value::Array { n_elements: N_ELEMENTS, values }];
    let packet = Packet { opcode: 1, values };
    let bytes = codec.encode(&packet)?;
    let target =
        Target::Rate { name: "a list packet at 200 MB/s", n_bytes: bytes.len(), megabytes: 200.0 };
    let rows = vec![
        row("decode", target, || codec.decode(&bytes)),
        row("encode", Target::None, || codec.encode(&packet)),
    ];
    support::run(&format!("A list packet of {} bytes", bytes.len()), 2000, rows);
    Ok(())
}
