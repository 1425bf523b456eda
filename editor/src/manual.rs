//! The manual: guides that people wrote, and pages that are made of the tables in code.

pub mod guides;
mod command_line;
mod server;
mod window;
mod actions;
mod codes;
mod keys;
mod formats;
pub mod folder;
pub mod markdown;

use std::collections::BTreeSet;

use landwright_core::problem::nearest::nearest;

/// A page. Its id is its file in the book, without the ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub id: String,
    pub title: String,
    pub markdown: String,
}

/// All pages, in the order of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    pages: Vec<Page>,
}

/// The page that a reader begins with.
pub const FIRST: &str = "introduction";

/// The guide to documents of a kind, as core calls it.
pub fn guide_to_kind(kind: &str) -> &'static str {
    match kind {
        "rose" | "table" | "asset" => "rose",
        "tera" => "tera",
        "everquest" | "navigation" => "everquest",
        "picture" => "the-window",
        _ => "ragnarok",
    }
}

/// Why no page was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPage {
    #[error("the manual has no page `{name}`{}", did_you_mean(.near))]
    Unknown { name: String, near: Option<String> },
    #[error("several pages are called `{name}`: {}", .pages.join(", "))]
    Several { name: String, pages: Vec<String> },
}

fn did_you_mean(near: &Option<String>) -> String {
    near.as_ref().map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

impl Page {
    fn new(id: impl Into<String>, title: impl Into<String>, body: &str) -> Page {
        let title = title.into();
        let markdown = format!("# {title}\n\n{}\n", body.trim_end());
        Page { id: id.into(), title, markdown }
    }

    /// What its file is called below the folder of pages.
    pub fn file(&self) -> String {
        file_of(&self.id)
    }

    /// The last part of its id.
    pub fn name(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or(&self.id)
    }
}

impl Book {
    /// The window does not know the commands of the command line, unless it is given them.
    pub fn new(command_line: Option<clap::Command>) -> Book {
        let mut pages = guides::pages();
        pages.extend(command_line.map(command_line::pages).into_iter().flatten());
        pages.extend(server::pages());
        pages.extend(window::pages());
        pages.extend(actions::pages());
        pages.extend(codes::pages());
        pages.extend(keys::pages());
        pages.extend(formats::pages());
        Book { pages }
    }

    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    pub fn page(&self, id: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.id == id)
    }

    /// A page by its id, or by the last part of it where that is enough.
    pub fn named(&self, name: &str) -> Result<&Page, NoPage> {
        let id = name.trim_end_matches(".md");
        if let Some(page) = self.page(id) {
            return Ok(page);
        }
        let found: Vec<&Page> = self.pages.iter().filter(|page| page.name() == id).collect();
        match found.as_slice() {
            [page] => Ok(page),
            [] => {
                let known: BTreeSet<&str> =
                    self.pages.iter().flat_map(|page| [page.id.as_str(), page.name()]).collect();
                let near = nearest(id, known).map(str::to_owned);
                Err(NoPage::Unknown { name: name.to_owned(), near })
            }
            several => Err(NoPage::Several {
                name: name.to_owned(),
                pages: several.iter().map(|page| page.id.clone()).collect(),
            }),
        }
    }

    /// The pages that have all words of a text: first those whose title has them.
    pub fn find(&self, text: &str) -> Vec<&Page> {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let has_all = |text: &str| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let (mut found, mut rest): (Vec<&Page>, Vec<&Page>) =
            self.pages.iter().partition(|page| has_all(&page.title) || has_all(&page.id));
        rest.retain(|page| has_all(&page.markdown));
        // The shortest title is the one that says least besides.
        found.sort_by_key(|page| page.title.len());
        found.extend(rest);
        found
    }
}

/// Where a link on a page leads: a page and a heading in it. `None` for what is not in the manual.
pub fn target(from: &str, link: &str) -> Option<(String, Option<String>)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = match link.split_once('#') {
        Some((file, heading)) => (file, Some(heading.to_owned())),
        None => (link, None),
    };
    if file.is_empty() {
        return Some((from.to_owned(), heading));
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in file.strip_suffix(".md")?.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => {
                let device = part.strip_suffix('-').filter(|name| DEVICES.contains(name));
                parts.push(device.unwrap_or(part));
            }
        }
    }
    Some((parts.join("/"), heading))
}

/// A row of a table in Markdown.
fn row(cells: &[&str]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
    format!("| {} |\n", cells.join(" | "))
}

/// The head of a table.
fn head(cells: &[&str]) -> String {
    format!("{}|{}\n", row(cells), "---|".repeat(cells.len()))
}

/// The path from a page to another.
fn link(from: &str, to: &str) -> String {
    format!("{}{}", "../".repeat(from.matches('/').count()), file_of(to))
}

/// Windows has no files of these names, whatever their ending.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul"];

/// The file of a page.
fn file_of(id: &str) -> String {
    let is_device = id.rsplit('/').next().is_some_and(|name| DEVICES.contains(&name));
    format!("{id}{}.md", if is_device { "-" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        Book::new(None)
    }

    #[test]
    fn ids_are_unique_and_titles_are_the_first_heading() {
        let book = book();
        let mut ids = BTreeSet::new();
        for page in book.pages() {
            assert!(ids.insert(&page.id), "{} twice", page.id);
            let head = format!("# {}\n", page.title);
            assert!(page.markdown.starts_with(&head), "{}: {}", page.id, page.markdown);
        }
    }

    #[test]
    fn a_page_is_found_by_a_part_of_its_id_or_its_words() {
        let book = book();
        assert_eq!(book.named("codes/gat-crack").unwrap().id, "codes/gat-crack");
        assert_eq!(book.named("gat-crack").unwrap().id, "codes/gat-crack");
        assert!(matches!(book.named("paint"), Err(NoPage::Several { .. }) | Ok(_)));
        let near = book.named("gat-crak").unwrap_err().to_string();
        assert_eq!(near, "the manual has no page `gat-crak`; did you mean `gat-crack`?");
        assert_eq!(book.find("gat-crack").first().unwrap().id, "codes/gat-crack");
        assert!(book.find("qqqqq").is_empty());
    }

    #[test]
    fn a_link_leads_from_the_page_that_has_it() {
        let to = |from, link| target(from, link).map(|(page, _)| page);
        assert_eq!(to("codes/a", "../formats/gat.md").as_deref(), Some("formats/gat"));
        assert_eq!(to("codes/a", "b.md#c").as_deref(), Some("codes/b"));
        assert_eq!(target("a", "#c"), Some(("a".to_owned(), Some("c".to_owned()))));
        assert_eq!(to("a", "https://example.org/a.md"), None);
        assert_eq!(link("codes/a", "formats/gat"), "../formats/gat.md");
        assert_eq!(link("codes/a", "formats/con"), "../formats/con-.md");
        assert_eq!(to("codes/a", "../formats/con-.md").as_deref(), Some("formats/con"));
    }
}
