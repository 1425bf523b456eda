//! Pictures: the smallest kind. They are looked at, and never changed.

use serde_json::json;

use super::{Kind, Source, Summary, Trouble};
use crate::format::picture::info::{self, Format, Info};

pub(super) struct Picture;

impl Kind for Picture {
    fn id(&self) -> &'static str {
        "picture"
    }

    fn title(&self) -> &'static str {
        "Pictures"
    }

    fn formats(&self) -> &'static [&'static str] {
        &["dds", "tga", "bmp", "jpg", "png"]
    }

    fn can(&self) -> &'static [&'static str] {
        &["inspect", "open"]
    }

    fn recognises(&self, name: &str, start: &[u8]) -> bool {
        Format::of(name, start).is_some()
    }

    fn summarises(&self, _name: &str) -> bool {
        true
    }

    fn summary(&self, source: &Source<'_>) -> Option<Result<Summary, Trouble>> {
        let format = Format::of(source.name, source.bytes)?;
        Some(info::read(format, source.bytes).map(summary_of).map_err(Trouble::Read))
    }
}

fn summary_of(info: Info) -> Summary {
    let Info { format, width, height, pixels, channels, mip_maps, is_cube } = info;
    let mut rows = vec![
        ("format", format.name().to_owned()),
        ("size", format!("{width} × {height} pixels")),
        ("pixels", pixels.clone()),
        ("channels", channels.to_owned()),
        ("mip maps", mip_maps.to_string()),
    ];
    if is_cube {
        rows.push(("faces", "of a cube".to_owned()));
    }
    let json = json!({
        "version": 1,
        "format": format.name(),
        "width": width,
        "height": height,
        "pixels": pixels,
        "channels": channels,
        "mip_maps": mip_maps,
        "cube": is_cube,
    });
    Summary { rows, json }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::text::CodePage;

    #[test]
    fn a_picture_says_what_it_is_and_is_not_opened() {
        let bytes = [&[0, 0, 2][..], &[0; 9], &[4, 0, 2, 0, 24, 0]].concat();
        let source =
            Source { name: "a.tga", bytes: &bytes, code_page: CodePage::Cp949, entry: None };
        let summary = Picture.summary(&source).unwrap().unwrap();
        assert_eq!(summary.rows[1], ("size", "4 × 2 pixels".to_owned()));
        assert_eq!(
            (&summary.json["mip_maps"], &summary.json["format"]),
            (&json!(1), &json!("tga"))
        );
        assert!(Picture.open(&source).is_none());
        let cut = Source { bytes: &bytes[..9], ..source };
        assert!(Picture.summary(&cut).unwrap().is_err());
    }
}
