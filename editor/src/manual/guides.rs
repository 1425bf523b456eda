//! The guides: pages that people wrote, in `editor/manual/src`.

use crate::manual::Page;

/// The list of the guides, as mdBook reads it.
pub(super) const SUMMARY: &str = include_str!("../../manual/src/SUMMARY.md");

macro_rules! guides {
    ($($id:literal)*) => {
        /// In the order of the list.
        const GUIDES: &[(&str, &str)] =
            &[$(($id, include_str!(concat!("../../manual/src/", $id, ".md"))),)*];
    };
}

guides! {
    "introduction"
    "install"
    "the-window"
    "panels/project"
    "panels/tools"
    "panels/inspector"
    "panels/problems"
    "panels/history"
    "panels/minimap"
    "panels/log"
    "panels/compare"
    "panels/conflicts"
    "panels/manual"
    "saving"
    "ragnarok"
    "rose"
    "tera"
    "definitions"
    "everquest"
    "recipes/merge-with-git"
    "recipes/github-action"
    "recipes/unknown-packet"
    "recipes/mend-a-folder"
    "recipes/publish"
    "formats-known"
    "glossary"
}

macro_rules! pictures {
    ($($file:literal)*) => {
        /// What guides show, by the names that they have there.
        pub(super) const PICTURES: &[(&str, &[u8])] =
            &[$(($file, include_bytes!(concat!("../../manual/src/", $file))),)*];
    };
}

pictures! {
    "pictures/ragnarok.png"
    "pictures/rose.png"
    "pictures/tera.png"
    "pictures/everquest.png"
}

/// A picture (PNG) by the name that a guide has for it.
pub fn picture(file: &str) -> Option<&'static [u8]> {
    PICTURES.iter().find(|(name, _)| *name == file).map(|(_, bytes)| *bytes)
}

pub(super) fn pages() -> Vec<Page> {
    let page = |(id, markdown): &(&str, &str)| {
        let markdown = markdown.replace("\r\n", "\n");
        let title = markdown.lines().next().unwrap_or_default();
        let title = title.trim_start_matches('#').trim().to_owned();
        Page { id: (*id).to_owned(), title, markdown }
    };
    GUIDES.iter().map(page).collect()
}

/// A part of the guide to formats, by the name of a format.
pub(super) fn known_of(format: &str) -> Option<String> {
    let (_, text) = GUIDES.iter().find(|(id, _)| *id == "formats-known")?;
    let heading = |line: &str| line.strip_prefix("### ").map(str::to_owned);
    let names_it = |line: &str| {
        heading(line)
            .is_some_and(|names| names.split(", ").any(|name| name.trim_matches('`') == format))
    };
    let mut lines = text.lines().skip_while(|line| !names_it(line));
    lines.next()?;
    let part: Vec<&str> = lines.take_while(|line| !line.starts_with('#')).collect();
    Some(part.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manual::markdown::{Block, blocks};

    #[test]
    fn the_summary_lists_every_guide_in_this_order() {
        let links = SUMMARY.split("](").skip(1).filter_map(|rest| rest.split(".md)").next());
        let listed: Vec<&str> = links.collect();
        let ids: Vec<&str> = GUIDES.iter().map(|(id, _)| *id).collect();
        assert_eq!(listed, ids);
    }

    #[test]
    fn every_picture_is_in_a_guide_and_every_guide_has_its_pictures() {
        let shown = pages().into_iter().flat_map(|page| blocks(&page.markdown));
        let shown = shown.filter_map(|block| match block {
            Block::Picture { words, file } => Some((words, file)),
            _ => None,
        });
        let mut files = Vec::new();
        for (words, file) in shown {
            assert!(!words.is_empty(), "{file}");
            let png = picture(&file).unwrap_or_else(|| panic!("{file} is not there"));
            assert!(png.starts_with(b"\x89PNG") && png.len() < 300_000, "{file}");
            files.push(file);
        }
        for (file, _) in PICTURES {
            assert!(files.iter().any(|shown| shown == file), "{file} is in no guide");
        }
    }

    #[test]
    fn what_is_known_of_a_format_ends_where_the_next_one_begins() {
        let gat = known_of("gat").unwrap();
        assert!(gat.contains("north-west") && !gat.contains("###"), "{gat}");
        assert_eq!(known_of("nothing"), None);
    }
}
