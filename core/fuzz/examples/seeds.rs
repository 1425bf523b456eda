//! Writes what the targets start from: small made-up files of every format, definitions, and
//! packets for some of them. `cargo run --example seeds` in this folder.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use landwright_core::def::{Codec, Layout, Settings, Syntax};
use landwright_core::format::file::Kind;
use landwright_core::format::name::Name;
use landwright_core::format::ragnarok::fld2::{self, Fld2};
use landwright_core::format::ragnarok::packed_fld2::{self, PackedFld2};
use landwright_core::format::ragnarok::gat::{self, Version};
use landwright_core::format::ragnarok::map_cache::{self, MapCache};
use landwright_core::format::ragnarok::mcache::{self, Mcache};
use landwright_core::format::ragnarok::packed::PackedCells;
use landwright_core::format::ragnarok::{gnd, rsm, rsw};
use landwright_core::format::tera::apd;
use landwright_core::format::tera::zgd::{self, Volume, Zgd};
use landwright_core::nav::ragnarok::cell::{WaterLevel, cached_types};
use landwright_core::sample::ragnarok::{Plan, island, models, scene, server};
use landwright_core::sample::{protocol, rose, tera};

/// Libfuzzer is quick with small files.
const MAX_LEN: usize = 64 << 10;

/// A definition and the values of a packet, as JSON.
const PACKETS: [(&str, &str); 5] = [
    ("int32 row\nbool isLit", r#"{"row":7,"isLit":true}"#),
    (
        "string title\nbytes seal\nuint64 bearerId",
        r#"{"title":"Ferry","seal":"0102","bearerId":9}"#,
    ),
    (
        "array rungs\n- int16 notch\n- string name\n- array knots\n- - byte size",
        r#"{"rungs":[{"notch":1,"name":"a","knots":[{"size":2}]},
            {"notch":2,"name":"","knots":[]}]}"#,
    ),
    (
        "object at\n- vec3 loc\n- angle facing\narray<uint32> pages\ncustomize look",
        r#"{"at":{"loc":{"x":1,"y":2,"z":3},"facing":0.5},"pages":[4,5],
            "look":"0102030405060708"}"#,
    ),
    (
        "count l\noffset l\nref s\narray l\n- int32 a\nstring s\nskillid craft",
        r#"{"l":[{"a":1}],"s":"x","craft":{"npc":false,"type":1,"huntingZoneId":0,"id":7,"reserved":0}}"#,
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    ragnarok(&corpus)?;
    let zone = rose::Zone::new(rose::Plan::small(1)).files();
    for file in zone.into_iter().chain(rose::assets::files()) {
        if let Some(kind) = Kind::of_name(&file.path) {
            write(&corpus, kind.name(), &file.bytes)?;
        }
    }
    tera(&corpus)?;
    for file in protocol::files(1, 120) {
        let targets: &[&str] = match file.path.ends_with(".def") {
            true => &["def_text", "def_checks", "def_features"],
            false => &["def_tables"],
        };
        for target in targets {
            write(&corpus, target, &file.bytes)?;
        }
    }
    packets(&corpus)
}

/// A file of a target's corpus, named by its number.
fn write(corpus: &Path, target: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    if bytes.len() > MAX_LEN {
        return Ok(());
    }
    let folder: PathBuf = corpus.join(target);
    fs::create_dir_all(&folder)?;
    let number = fs::read_dir(&folder)?.count();
    fs::write(folder.join(format!("seed-{number}")), bytes)?;
    Ok(())
}

fn ragnarok(corpus: &Path) -> Result<(), Box<dyn Error>> {
    for (version, side) in [(Version::V1_2, 8), (Version::V1_3, 12), (Version::V1_3, 40)] {
        let island = island(Plan { seed: 1, width: side, height: side, version });
        let level = WaterLevel::new(island.rsw.water_level().ok_or("a sea has a level")?);
        let types = cached_types(&island.gat, level);
        let cells = PackedCells::pack(island.gat.width(), island.gat.height(), &types)?;
        let mut cache = MapCache::default();
        for name in ["isle", "elsewhere"] {
            let name = Name::new(name.as_bytes()).ok_or("a short name")?;
            cache.add(map_cache::Entry { name, cells: cells.clone() })?;
        }
        let bot_cells = types.iter().map(|number| fld2::Cell(*number)).collect();
        let field = Fld2::new(side, side, bot_cells)?;
        write(corpus, "gat", &gat::write(&island.gat))?;
        write(corpus, "gnd", &gnd::write(&scene::ground(&island.gat, 1)))?;
        write(corpus, "rsw", &rsw::write(&island.rsw))?;
        write(corpus, "rsm", &rsm::write(&models::house()))?;
        write(corpus, "grf", &server::archive("isle", &island.gat, 1)?)?;
        let scripts = server::scripts("isle", &island.gat).unwrap_or_default();
        write(corpus, "npc", scripts.as_bytes())?;
        write(corpus, "map_cache", &map_cache::write(&cache))?;
        write(corpus, "mcache", &mcache::write(&Mcache::new(cells)))?;
        write(corpus, "fld2", &fld2::write(&field))?;
        write(corpus, "fld2_gz", &packed_fld2::write(&PackedFld2::new(field)))?;
    }
    Ok(())
}

/// The beginnings of payloads, behind which the target puts what is missing, and packed files.
fn tera(corpus: &Path) -> Result<(), Box<dyn Error>> {
    let zone = Zgd::from_cells(|x, y, volumes| {
        let n_volumes = if x < 8 && y > 950 { (x + y) % 4 } else { 0 };
        volumes.extend((0..n_volumes).map(|n| Volume { z: 40 * n as i16, height: 30 + n }));
    });
    let payload = zgd::write(&zone);
    write(corpus, "zgd", payload.get(..2000).unwrap_or_default())?;
    write(corpus, "zgd", &tera::packed_file("", &payload).bytes)?;
    for n_nodes in [0, 3, 60] {
        let payload = apd::write(&tera::wide_paths(1, n_nodes)?);
        let zones_at = payload.len().saturating_sub(72_012);
        write(corpus, "apd", payload.get(..zones_at + 300).unwrap_or(&payload))?;
        write(corpus, "apd", &tera::packed_file("", &payload).bytes)?;
    }
    Ok(())
}

fn packets(corpus: &Path) -> Result<(), Box<dyn Error>> {
    for (text, json) in PACKETS {
        let layout = Layout::of(&Syntax::parse(text), Settings::default());
        let codec = Codec::new(&layout)?;
        let packet = codec.encode(&codec.from_json(&serde_json::from_str(json)?, Some(1))?)?;
        write(corpus, "def_codec", &[text.as_bytes(), &[0], &packet].concat())?;
        let hex: String = packet.iter().map(|byte| format!("{byte:02x}")).collect();
        write(corpus, "def_tables", format!("12:00 <- S_LANTERN.2 {hex}\n").as_bytes())?;
        write(corpus, "def_tables", hex.as_bytes())?;
    }
    let deprecated = r#"{"S_LANTERN": {"1": {"min": 1, "max": 90, "readable": true}}}"#;
    write(corpus, "def_tables", deprecated.as_bytes())?;
    write(corpus, "def_tables", br#"{"410000": "na-98.02"}"#)
}
