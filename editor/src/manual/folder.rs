//! The manual as a folder that mdBook makes a site of.

use std::fmt::Write;

use crate::manual::{Book, Page, guides};

/// The settings of the book.
const BOOK: &str = include_str!("../../manual/book.toml");

/// The parts of the book that are made of tables: their index, and how they are called.
const PARTS: &[&str] = &["commands", "server", "window", "actions", "codes", "keys", "formats"];

impl Book {
    /// All files of the book, by their paths.
    pub fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut files = vec![
            ("book.toml".to_owned(), BOOK.as_bytes().to_vec()),
            ("src/SUMMARY.md".to_owned(), self.summary().into_bytes()),
        ];
        let file =
            |page: &Page| (format!("src/{}", page.file()), page.markdown.clone().into_bytes());
        files.extend(self.pages().iter().map(file));
        let pictures = guides::PICTURES.iter();
        files.extend(pictures.map(|(name, bytes)| (format!("src/{name}"), bytes.to_vec())));
        files
    }

    /// The guides as they are listed, and then a part for each table.
    fn summary(&self) -> String {
        let mut summary = guides::SUMMARY.trim_end().to_owned();
        summary.push_str("\n\n# Reference\n\n");
        for page in self.pages() {
            let part = page.id.split('/').next().unwrap_or_default();
            if !PARTS.contains(&part) {
                continue;
            }
            let indent = if page.id == part { "" } else { "  " };
            let _ = writeln!(summary, "{indent}- [{}]({})", page.title, page.file());
        }
        summary
    }
}
