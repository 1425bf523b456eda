//! Maps that Tiled saved as XML.

use std::fmt::Write as _;
use std::io::Write as _;

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::format::ragnarok::gat::Version;
use crate::sample::rng::Rng;
use crate::world::gat::GatMap;
use crate::world::gat::exchange::tmj::{read, read_xml, write};
use crate::world::gat::exchange::{Incoming, Wrong, base64, packed};
use crate::world::gat::tests::{map, rows, sample};

fn import(text: &str) -> Result<Incoming, Wrong> {
    read_xml(text.as_bytes(), &|_| None)
}

/// How the cells of a layer are written.
#[derive(Debug, Clone, Copy)]
enum As {
    Tiles,
    Csv,
    Plain,
    Zlib,
    Gzip,
}

fn data(tiles: &[u32], width: usize, written: As) -> String {
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let base64 = |compression: &str, text: String| {
        format!("<data encoding=\"base64\"{compression}>\n   {text}\n  </data>")
    };
    match written {
        As::Tiles => {
            let tile = |gid: &u32| match gid {
                0 => "<tile/>".to_owned(),
                gid => format!("<tile gid=\"{gid}\"/>"),
            };
            format!("<data>{}</data>", tiles.iter().map(tile).collect::<String>())
        }
        As::Csv => {
            let row = |row: &[u32]| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let rows: Vec<String> = tiles.chunks(width).map(row).collect();
            format!("<data encoding=\"csv\">\n{}\n</data>", rows.join(",\n"))
        }
        As::Plain => base64("", base64::encode(&bytes)),
        As::Zlib => base64(" compression=\"zlib\"", packed::bytes_to_text(&bytes)),
        As::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::new(6));
            encoder.write_all(&bytes).unwrap();
            base64(" compression=\"gzip\"", base64::encode(&encoder.finish().unwrap()))
        }
    }
}

/// What Tiled makes of an export that is saved as XML.
fn saved_as_xml(map: &GatMap, written: As) -> String {
    let json: serde_json::Value =
        serde_json::from_str(&write(map, "a.types.png").unwrap()).unwrap();
    let (width, height) = (&json["width"], &json["height"]);
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" \
         width=\"{width}\" height=\"{height}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">\n"
    );
    let properties = |of: &serde_json::Value| {
        let property = |it: &serde_json::Value| {
            let value = it["value"].as_str().map_or(it["value"].to_string(), str::to_owned);
            let (name, kind) = (it["name"].as_str().unwrap(), it["type"].as_str().unwrap());
            match kind {
                "string" if value.len() > 40 => {
                    format!("<property name=\"{name}\">{value}</property>")
                }
                _ => format!("<property name=\"{name}\" type=\"{kind}\" value=\"{value}\"/>"),
            }
        };
        let all = of["properties"].as_array().unwrap().iter().map(property);
        format!("<properties>{}</properties>", all.collect::<String>())
    };
    text += " <tileset firstgid=\"1\" name=\"gat types\" tilewidth=\"16\"><image source=\"a.types.png\"/>\n";
    for tile in json["tilesets"][0]["tiles"].as_array().unwrap() {
        let properties = properties(tile);
        writeln!(text, "  <tile id=\"{}\" type=\"a\">{properties}<objectgroup><object id=\"1\"/></objectgroup></tile>", tile["id"]).unwrap();
    }
    text += " </tileset>\n";
    for layer in json["layers"].as_array().unwrap() {
        let name = layer["name"].as_str().unwrap();
        match layer["data"].as_array() {
            Some(tiles) => {
                let tiles: Vec<u32> = tiles.iter().map(|it| it.as_u64().unwrap() as u32).collect();
                let data = data(&tiles, map.width() as usize, written);
                writeln!(text, " <layer id=\"1\" name=\"{name}\" width=\"{width}\" height=\"{height}\">\n  {data}\n </layer>").unwrap();
            }
            None => {
                let properties = properties(layer);
                writeln!(
                    text,
                    " <objectgroup name=\"{name}\" visible=\"0\">{properties}</objectgroup>"
                )
                .unwrap();
            }
        }
    }
    text + "</map>\n"
}

#[test]
fn a_map_is_the_same_as_xml_and_as_json() {
    let mut wet = map(&["0123", "4560"]);
    wet.version = Version::V1_3;
    for map in [GatMap::new(&sample(4, 17, 9)).unwrap(), wet] {
        let json = write(&map, "a.types.png").unwrap();
        let json = read(json.as_bytes(), &|_| None).unwrap();
        for written in [As::Tiles, As::Csv, As::Plain, As::Zlib, As::Gzip] {
            let text = saved_as_xml(&map, written);
            assert_eq!(import(&text).unwrap(), json, "{written:?}");
            let crlf = text.replace('\n', "\r\n");
            assert_eq!(import(&crlf).unwrap(), json, "{written:?}");
        }
    }
}

#[test]
fn what_was_painted_comes_back_with_its_flags_cleared_and_layers_above_count() {
    let map = map(&["000", "000"]);
    let text = saved_as_xml(&map, As::Csv);
    // A flipped tile, and one in a layer above the types, in a group.
    let text = text.replacen("1,1,1,\n", "1,2684354562,1,\n", 1);
    let above = "<group name=\"mine\"><layer name=\"walls\" width=\"3\" height=\"2\">\
                 <data encoding=\"csv\">0,0,0,\n0,0,6</data></layer></group></map>";
    let incoming = import(&text.replace("</map>", above)).unwrap();
    let painted = incoming.onto(&map).unwrap().resolve(&map).unwrap().map;
    assert_eq!(rows(&painted), ["010", "005"]);
    assert_eq!(incoming.notes, ["1 tile of the layer `walls` used as painted over the types"]);
    let hidden = above.replacen("<layer", "<layer visible=\"0\"", 1);
    let notes = import(&text.replace("</map>", &hidden)).unwrap().notes;
    assert_eq!(notes, ["1 tile of the layer `walls` left out: the layer is hidden"]);
}

#[test]
fn an_infinite_map_comes_in_chunks() {
    let map = map(&["05", "00"]);
    let start = saved_as_xml(&map, As::Csv);
    let finite = "<data encoding=\"csv\">\n1,6,\n1,1\n</data>";
    assert!(start.contains(finite));
    let chunks = "<data encoding=\"csv\"><chunk x=\"-1\" y=\"0\" width=\"2\" height=\"2\">\n0,1,\n0,1\n</chunk>\
                  <chunk x=\"1\" y=\"0\" width=\"1\" height=\"2\">6,\n1</chunk></data>";
    let text = start.replace(finite, chunks).replace("infinite=\"0\"", "infinite=\"1\"");
    assert_eq!(import(&text).unwrap(), import(&start).unwrap());
    let empty = start.replace("1,6,\n1,1", "").replace("infinite=\"0\"", "infinite=\"1\"");
    let error = import(&empty).unwrap_err().to_string();
    assert_eq!(error, "layer `types`: has 0 cells, and the map 2 × 2; every cell needs a type");
}

#[test]
fn tilesets_in_files_beside_the_map_are_read() {
    let text = "<map width=\"2\" height=\"1\"><tileset firstgid=\"5\" source=\"own.tsx\"/>\
                <layer name=\"a\" width=\"2\" height=\"1\"><data encoding=\"csv\">5,6</data></layer></map>";
    let tsx = "<?xml version=\"1.0\"?>\n<tileset name=\"own\"><tile id=\"0\"/><tile id=\"1\"><properties>\
               <property name=\"gat-type\" type=\"int\" value=\"5\"/></properties></tile>\
               <tile id=\"0\"><properties/></tile></tileset>";
    let tsj = r#"{"name":"own","tiles":[{"id":0,"properties":[{"name":"gat-type","value":0}]},
               {"id":1,"properties":[{"name":"gat-type","value":5}]}]}"#;
    let with = |name: &str, bytes: &str| {
        let text = text.replace("own.tsx", name);
        let bytes = bytes.as_bytes().to_vec();
        read_xml(text.as_bytes(), &|asked| (asked == name).then(|| bytes.clone()))
    };
    let base = map(&["11"]);
    let onto =
        |incoming: Incoming| rows(&incoming.onto(&base).unwrap().resolve(&base).unwrap().map);
    assert_eq!(onto(with("own.tsj", tsj).unwrap()), ["05"]);
    let typed = tsx.replace("<tile id=\"0\"/>", "<tile id=\"0\"><properties><property name=\"gat-type\" type=\"int\" value=\"0\"/></properties></tile>");
    assert_eq!(onto(with("own.TSX", &typed).unwrap()), ["05"]);
    let error = with("own.tsx", tsx).unwrap_err().to_string();
    assert!(error.contains("tile 0 of the tileset `own` has no property gat-type"), "{error}");
    let error = with("own.tsx", "<map/>").unwrap_err().to_string();
    assert_eq!(error, "tileset own.tsx, line 1: is not a tileset of Tiled: it begins with <map>");
    let error = with("own.tsj", "[").unwrap_err().to_string();
    assert!(error.starts_with("tileset own.tsj, line 1 column 1"), "{error}");
    let error = import(text).unwrap_err().to_string();
    assert!(error.contains("in the tileset own.tsx, which is neither in this file"), "{error}");
}

#[track_caller]
fn check_error(text: &str, expected: &Expect) {
    expected.assert_eq(&import(text).unwrap_err().to_string());
}

#[test]
fn errors_say_their_line() {
    check_error("", &expect!["file: is not a map of Tiled: it has no <map>"]);
    check_error("{}", &expect!["file: is not a map of Tiled: it has no <map>"]);
    check_error(
        "\n<tileset/>",
        &expect!["line 2: is not a map of Tiled: it begins with <tileset>"],
    );
    check_error(
        "<map\nwidth='3' height='x'/>",
        &expect!["line 1: height of <map> is `x`, expected a whole number"],
    );
    check_error("<map width='1' height='1'>\n<layer", &expect!["line 2: a tag does not end"]);
    check_error(
        "<map width='1' height='1'>\n<layer></map>",
        &expect!["line 2: </map> ends nothing; <layer> is open"],
    );
    check_error(
        "<map width='1' height='1'>\n<layer><data encoding='csv'>\n1,\n2,z</data></layer></map>",
        &expect!["line 4: `z` is no tile; expected a whole number"],
    );
    check_error(
        "<map width='1' height='1'><layer>\n<data><tile gid='-1'/></data></layer></map>",
        &expect!["line 2: gid of <tile> is `-1`, expected a whole number"],
    );
    check_error(
        "<map width='1' height='1'>\n<layer name='types' width='1' height='1'>\
         <data encoding='base64' compression='zstd'>KLUv</data></layer></map>",
        &expect![
            "layer `types`: is packed with zstd, which is not read; in Tiled, choose Map > Map Properties, and as Tile Layer Format CSV or Base64 (zlib compressed)"
        ],
    );
    let deep = "<group>".repeat(70_000);
    check_error(
        &format!("<map width='1' height='1'>{deep}"),
        &expect!["line 1: groups of layers are nested too deep"],
    );
    let many = "<layer/>".repeat(5000);
    check_error(
        &format!("<map width='1' height='1'>{many}"),
        &expect!["line 1: there are more than 4096 layers"],
    );
    let deep = "<a>".repeat(100_000);
    check_error(&format!("<map width='1' height='1'>{deep}"), &expect!["line 1: <a> does not end"]);
    check_error(
        "<map width='70000' height='70000'><layer name='types' width='70000' height='70000'><data/></layer></map>",
        &expect!["layer `types`: 70000 × 70000 cells are more than the 67108864 of a map"],
    );
}

#[test]
fn broken_files_are_refused_or_read_and_never_more() {
    let mut rng = Rng::new(11);
    for written in [As::Tiles, As::Csv, As::Zlib] {
        let whole = saved_as_xml(&GatMap::new(&sample(4, 17, 9)).unwrap(), written).into_bytes();
        for _ in 0..150 {
            let mut broken = whole.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(broken.len() as u32) as usize;
                broken[at] = b"09871,<>/\"'=&;-eA \xff\0"[rng.below(20) as usize];
            }
            let cut = rng.below(2) as usize * rng.below(3000) as usize;
            broken.truncate(broken.len().saturating_sub(cut));
            if let Ok(incoming) = read_xml(&broken, &|_| None)
                && let Ok((map, action)) = incoming.on_its_own(None)
            {
                action.resolve(&map).unwrap();
            }
        }
    }
}
