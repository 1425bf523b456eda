//! Pictures: the smallest kind. They are looked at, and never changed.

use serde_json::json;

use super::{Kind, Merged, Sides, Source, Summary, Trouble};
use crate::format::effort::Effort;
use crate::format::picture::info::{self, Format, Info};
use crate::world::three_way::{Change, Each};

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
        &["inspect", "diff", "open"]
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

    /// Pictures are compared as wholes: by what is known of them, and else by their bytes.
    fn compare(&self, a: &Source<'_>, b: &Source<'_>, each: Each<'_>) -> Result<(), Trouble> {
        let rows = |source| match self.summary(source) {
            Some(summary) => summary.map(|summary| summary.rows),
            None => Ok(Vec::new()),
        };
        let (old, new) = (rows(a)?, rows(b)?);
        for (field, a) in &old {
            let b = new.iter().find(|(other, _)| other == field).map(|(_, b)| b);
            if b != Some(a) {
                each(Change::of_file(field, a.as_str(), b.map(String::as_str)));
            }
        }
        Ok(())
    }

    fn merge(&self, _sides: &Sides<'_>, _effort: Effort) -> Result<Merged, Trouble> {
        let message = "both sides changed the picture, but pictures can't be merged";
        Err(Trouble::Unfit(message.to_owned()))
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
