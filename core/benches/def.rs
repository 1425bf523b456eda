//! How fast definitions are read, laid out, checked, and kept.
//!
//! With `LANDWRIGHT_CORPUS` set, over the real definitions of toolbox; otherwise over as many
//! made-up ones.

#![allow(clippy::panic, reason = "a folder that is not there must not measure nothing")]

use std::path::Path;
use std::sync::{Arc, OnceLock};

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use landwright_core::def::codec::{Packet, Value};
use landwright_core::def::{Catalogue, Codec, Layout, Settings, Syntax, check};

fn main() {
    divan::main();
}

/// The paths and texts of all definitions.
fn texts() -> &'static [(String, Arc<str>)] {
    static TEXTS: OnceLock<Vec<(String, Arc<str>)>> = OnceLock::new();
    TEXTS.get_or_init(|| match std::env::var_os("LANDWRIGHT_CORPUS") {
        Some(root) => real_texts(&Path::new(&root).join("tera/def/tera-toolbox__tera-data")),
        None => (0..836).map(made_up).collect(),
    })
}

fn real_texts(folder: &Path) -> Vec<(String, Arc<str>)> {
    let mut texts = Vec::new();
    for entry in folder.read_dir().unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.map(|entry| entry.path()).unwrap_or_default();
        let bytes = std::fs::read(&path).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        texts.push((name, String::from_utf8_lossy(&bytes).into()));
    }
    texts.sort();
    texts
}

fn made_up(n: usize) -> (String, Arc<str>) {
    let mut text = String::from("# majorPatchVersion >= 80\n\n");
    for field in 0..n % 40 {
        let line = match field % 8 {
            0 => format!("uint64 gameId{field}\n"),
            1 => format!("vec3   loc{field} # where\n"),
            6 => format!("array  list{field}\n- int32 id\n- array<int32> values\n"),
            7 => format!("object target{field}\n- string name\n- skillid skill\n"),
            _ => format!("int32  unk{field}\n"),
        };
        text.push_str(&line);
    }
    (format!("S_MADE_UP_{n}.1.def"), text.into())
}

fn n_bytes(texts: &[(String, Arc<str>)]) -> BytesCount {
    BytesCount::new(texts.iter().map(|(_, text)| text.len()).sum::<usize>())
}

#[divan::bench]
fn parse_all(bencher: Bencher<'_, '_>) {
    bencher.counter(n_bytes(texts())).bench(|| {
        texts().iter().map(|(_, text)| Syntax::parse(text.clone()).n_fields()).sum::<usize>()
    });
}

#[divan::bench]
fn parse_and_lay_out_all(bencher: Bencher<'_, '_>) {
    bencher.counter(n_bytes(texts())).bench(|| {
        for (_, text) in texts() {
            black_box(Layout::of(&Syntax::parse(text.clone()), Settings::default()));
        }
    });
}

#[divan::bench]
fn parse_and_lay_out_the_largest(bencher: Bencher<'_, '_>) {
    let Some((_, text)) = texts().iter().max_by_key(|(_, text)| text.len()) else { return };
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Layout::of(&Syntax::parse(text.clone()), Settings::default()));
}

/// Everything that opening a workspace asks for: a catalogue, all layouts, and all problems.
#[divan::bench]
fn catalogue_lay_out_and_check_all(bencher: Bencher<'_, '_>) {
    bencher.counter(n_bytes(texts())).bench(|| read_and_check(texts()));
}

#[divan::bench]
fn catalogue_lay_out_and_check_the_largest(bencher: Bencher<'_, '_>) {
    let Some(largest) = texts().iter().max_by_key(|(_, text)| text.len()) else { return };
    let largest = std::slice::from_ref(largest);
    bencher.counter(n_bytes(largest)).bench(|| read_and_check(largest));
}

#[divan::bench]
fn check_all(bencher: Bencher<'_, '_>) {
    let catalogue = catalogue(texts().len());
    bencher.counter(n_bytes(texts())).bench(|| check::all(&catalogue).len());
}

fn read_and_check(texts: &[(String, Arc<str>)]) -> usize {
    let mut catalogue = Catalogue::default();
    for (name, text) in texts {
        catalogue.set_file(name, text.clone());
    }
    for definition in catalogue.definitions() {
        black_box(catalogue.layout(definition));
    }
    check::all(&catalogue).len()
}

/// A catalogue of so many definitions, with the texts over and over.
fn catalogue(n_files: usize) -> Catalogue {
    let mut catalogue = Catalogue::new(Settings::default(), &["/w".to_owned()]);
    for (n, (name, text)) in texts().iter().cycle().take(n_files).enumerate() {
        catalogue.set_file(&format!("/w/{n}/X{n}_{name}"), text.clone());
    }
    catalogue
}

#[divan::bench]
fn catalogue_of_all(bencher: Bencher<'_, '_>) {
    bencher.bench(|| catalogue(texts().len()).n_files());
}

/// The worst case: someone holds a snapshot, and all fields of the file change.
#[divan::bench]
fn update_one_file_of_10_000(bencher: Bencher<'_, '_>) {
    let mut catalogue = catalogue(10_000);
    let path = catalogue.definitions().nth(5_000).map(|d| d.path.to_string()).unwrap_or_default();
    let long: Arc<str> = (0..100).map(|n| format!("uint32 id{n}\n")).collect::<String>().into();
    let short: Arc<str> = "string name\n".into();
    bencher.bench_local(|| {
        let snapshot = catalogue.clone();
        catalogue.set_file(&path, long.clone());
        let second = catalogue.clone();
        catalogue.set_file(&path, short.clone());
        (snapshot, second)
    });
}

#[divan::bench]
fn find_packets_of_10_000(bencher: Bencher<'_, '_>) {
    let catalogue = catalogue(10_000);
    bencher.bench(|| catalogue.find("srp", 100).len());
}

/// A list as real packets have them, nearly as long as a packet can be.
fn list_packet() -> (Codec, Vec<u8>) {
    let text = "array list\n- uint32 id\n- uint64 gameId\n- int32 amount\n- float x";
    let layout = Layout::of(&Syntax::parse(text), Settings::default());
    let codec = Codec::new(&layout).unwrap_or_else(|error| panic!("{error}"));
    let element =
        |n: u32| [Value::Uint32(n), Value::Uint64(n.into()), Value::Int32(-1), Value::Float(n)];
    let values =
        vec![Value::Array { n_elements: 2700, values: (0..2700).flat_map(element).collect() }];
    let bytes = codec.encode(&Packet { opcode: 1, values });
    (codec, bytes.unwrap_or_else(|error| panic!("{error}")))
}

#[divan::bench]
fn decode_a_list(bencher: Bencher<'_, '_>) {
    let (codec, bytes) = list_packet();
    bencher.counter(BytesCount::new(bytes.len())).bench(|| codec.decode(&bytes));
}

#[divan::bench]
fn encode_a_list(bencher: Bencher<'_, '_>) {
    let (codec, bytes) = list_packet();
    let packet = codec.decode(&bytes).unwrap_or_else(|fault| panic!("{fault}")).packet;
    bencher.counter(BytesCount::new(bytes.len())).bench(|| codec.encode(&packet));
}
