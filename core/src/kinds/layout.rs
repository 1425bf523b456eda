//! The layouts of formats, as the files that read them begin: the reference of formats is made of them.

/// How many bytes the comments take with which a file of the sources begins.
const fn length_of_head(source: &str) -> usize {
    let all = source.as_bytes();
    let mut rest = all;
    while let [b'/', b'/', b'!', line @ ..] = rest {
        rest = after_line(line);
    }
    all.len() - rest.len()
}

const fn after_line(mut text: &[u8]) -> &[u8] {
    while let [byte, rest @ ..] = text {
        text = rest;
        if *byte == b'\n' {
            break;
        }
    }
    text
}

/// The head of a file of the sources alone: the rest of it is no part of the program.
macro_rules! head {
    ($file:literal) => {{
        const SOURCE: &str = include_str!(concat!("../format/", $file));
        const LENGTH: usize = length_of_head(SOURCE);
        const HEAD: [u8; LENGTH] = match SOURCE.as_bytes().first_chunk::<LENGTH>() {
            Some(head) => *head,
            None => [0; LENGTH],
        };
        &HEAD
    }};
}

/// By the names of formats; a format may take several files.
const HEADS: &[(&str, &[&[u8]])] = &[
    ("gat", &[head!("ragnarok/gat.rs")]),
    ("gnd", &[head!("ragnarok/gnd.rs")]),
    ("rsw", &[head!("ragnarok/rsw.rs"), head!("ragnarok/rsw/object.rs")]),
    ("rsm", &[head!("ragnarok/rsm.rs")]),
    ("rsm2", &[head!("ragnarok/rsm2.rs")]),
    ("map_cache", &[head!("ragnarok/map_cache.rs")]),
    ("mcache", &[head!("ragnarok/mcache.rs")]),
    ("fld2", &[head!("ragnarok/fld2.rs")]),
    ("fld2.gz", &[head!("ragnarok/packed_fld2.rs")]),
    ("grf", &[head!("ragnarok/grf.rs")]),
    ("ifo", &[head!("rose/ifo.rs"), head!("rose/blocks.rs")]),
    ("zon", &[head!("rose/zon.rs")]),
    ("him", &[head!("rose/him.rs")]),
    ("til", &[head!("rose/til.rs")]),
    ("mov", &[head!("rose/mov.rs")]),
    ("lit", &[head!("rose/lit.rs")]),
    ("stb", &[head!("rose/stb.rs")]),
    ("stl", &[head!("rose/stl.rs")]),
    ("ltb", &[head!("rose/ltb.rs")]),
    ("qsd", &[head!("rose/qsd.rs")]),
    ("aip", &[head!("rose/aip.rs")]),
    ("con", &[head!("rose/con.rs")]),
    ("zms", &[head!("rose/zms.rs")]),
    ("zmd", &[head!("rose/zmd.rs")]),
    ("zmo", &[head!("rose/zmo.rs")]),
    ("zsc", &[head!("rose/zsc.rs")]),
    ("chr", &[head!("rose/chr.rs")]),
    ("eft", &[head!("rose/eft.rs")]),
    ("ptl", &[head!("rose/ptl.rs")]),
    ("tsi", &[head!("rose/tsi.rs")]),
    ("tbl", &[head!("rose/tbl.rs")]),
    ("lod", &[head!("rose/lod.rs")]),
    ("hlp", &[head!("rose/hlp.rs")]),
    ("zca", &[head!("rose/zca.rs")]),
    ("idx", &[head!("rose/idx.rs")]),
    ("pkg", &[head!("rose/pkg.rs")]),
    ("s3d", &[head!("eq/pfs.rs")]),
    (
        "wld",
        &[
            head!("eq/wld.rs"),
            head!("eq/wld/region.rs"),
            head!("eq/wld/geometry.rs"),
            head!("eq/wld/scene.rs"),
            head!("eq/wld/surface.rs"),
            head!("eq/wld/skeleton.rs"),
        ],
    ),
    ("map", &[head!("eq/map.rs")]),
    ("wtr", &[head!("eq/wtr.rs")]),
    ("nav", &[head!("eq/nav.rs"), head!("eq/nav/tile.rs")]),
    ("zgd", &[head!("tera/zgd.rs")]),
    ("apd", &[head!("tera/apd.rs")]),
    ("retail", &[head!("tera/retail.rs")]),
    ("dds", &[head!("picture/dds.rs")]),
    ("tga", &[head!("picture/tga.rs")]),
    ("bmp", &[head!("picture/bmp.rs")]),
];

/// The layout of a format as Markdown, by its name; `None` where no file of ours begins with it.
pub fn of(format: &str) -> Option<String> {
    let (_, heads) = HEADS.iter().find(|(name, _)| *name == format)?;
    Some(heads.iter().map(|head| text_of(head)).collect::<Vec<String>>().join("\n"))
}

fn text_of(head: &[u8]) -> String {
    let head = String::from_utf8_lossy(head);
    let lines = head.lines().map(|line| line.strip_prefix("//!").unwrap_or(line));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    // A link to a part of the sources is its name here.
    lines.map(|line| line.replace("[`", "`").replace("`]", "`") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::file::Kind;

    #[test]
    fn every_format_has_a_layout_with_nothing_of_the_code() {
        for kind in Kind::ALL {
            let text = of(kind.name()).unwrap_or_else(|| panic!("{} has no layout", kind.name()));
            assert!(text.contains("```"), "{}: {text}", kind.name());
            assert_eq!(text.matches("```").count() % 2, 0, "{}: {text}", kind.name());
            for line in text.lines() {
                assert!(!line.starts_with("use ") && !line.starts_with("pub "), "{line}");
            }
        }
        assert!(of("gat").unwrap().starts_with("GAT: the altitude"));
        assert_eq!(of("odd"), None);
    }
}
