//! A page for each code of a problem, made of the table of rules.

use std::fmt::Write;

use landwright_core::problem::Rule;
use landwright_core::rules;

use crate::manual::{Page, head, link, row};

const FOLDER: &str = "codes";

/// What the codes are about, by how they begin, with the guide to it.
const GROUPS: &[(&[&str], &str, &str)] = &[
    (&["gat", "gnd", "rsw", "cache", "scene", "script"], "Ragnarok Online", "ragnarok"),
    (
        &[
            "zone",
            "table",
            "ltb",
            "rose",
            "asset",
            "mesh",
            "motion",
            "skeleton",
            "object",
            "character",
        ],
        "ROSE Online",
        "rose",
    ),
    (&["apd", "zgd", "territory"], "Areas of TERA", "tera"),
    (&["def", "map"], "Definitions of TERA", "definitions"),
    (&["eq", "nav"], "EverQuest", "everquest"),
    (&["project"], "Settings of a folder", "keys"),
    (&[], "All files", "saving"),
];

pub(super) fn pages() -> Vec<Page> {
    let rules = rules::ALL.sorted();
    let mut index = "Every problem has a code. [`landwright check`](commands/check.md) reports problems, \
                     `landwright explain CODE` prints one of these pages, and `F1` on a problem opens it.\n"
        .to_owned();
    for (starts, title, _) in GROUPS {
        let own: Vec<&&Rule> = rules.iter().filter(|rule| group(rule.code).0 == *starts).collect();
        if own.is_empty() {
            continue;
        }
        let _ = write!(index, "\n## {title}\n\n{}", head(&["code", "severity", "problem"]));
        for rule in own {
            let code = format!("[`{}`]({})", rule.code, link(FOLDER, &id(rule.code)));
            index.push_str(&row(&[&code, rule.severity.name(), rule.title]));
        }
    }
    let mut pages = vec![Page::new(FOLDER, "Codes of problems", &index)];
    pages.extend(rules.iter().map(|rule| page(rule)));
    pages
}

/// The page of a code.
pub(super) fn id(code: &str) -> String {
    format!("{FOLDER}/{code}")
}

fn group(code: &str) -> (&'static [&'static str], &'static str, &'static str) {
    let start = code.split('-').next().unwrap_or_default();
    let rest = (&[][..], "All files", "saving");
    let found = GROUPS.iter().find(|(starts, ..)| starts.contains(&start));
    found.map_or(rest, |(starts, title, guide)| (*starts, *title, *guide))
}

fn page(rule: &Rule) -> Page {
    let Rule { code, severity, title, explanation } = rule;
    let id = id(code);
    let (_, about, guide) = group(code);
    let mut body = format!("**{title}**\n\n{explanation}\n\n{}", head(&["", ""]));
    body.push_str(&row(&["usual severity", severity.name()]));
    body.push_str(&row(&["about", &format!("[{about}]({})", link(&id, guide))]));
    if let Some(example) = example(code) {
        let _ = write!(body, "\n## As it is reported\n\n```text\n{example}\n```\n");
    }
    let _ = write!(
        body,
        "\n## Where it may stay\n\nIn the [`landwright.toml`]({}) of the folder, set how much it matters:\n\n\
         ```toml\n[severity]\n{code} = \"off\"\n```\n\nor say where it may stay, and why:\n\n\
         ```toml\n[[ignore]]\ncode = \"{code}\"\nfile = \"old/*\"\nreason = \"as in the original client\"\n```\n",
        link(&id, "keys")
    );
    Page::new(id, format!("`{code}`"), &body)
}

/// Reports of planted faults, which tests write.
const EXAMPLES: [&str; 2] = [
    include_str!("../../manual/examples-of-maps.txt"),
    include_str!("../../manual/examples-of-definitions.txt"),
];

/// A report of this code.
fn example(code: &str) -> Option<&'static str> {
    let mut reports = EXAMPLES.iter().flat_map(|examples| examples.split("\n\n"));
    let code_of = |report: &str| Some(report.split_once('[')?.1.split_once(']')?.0 == code);
    reports.find(|report| code_of(report) == Some(true)).map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_in_a_group_and_the_index() {
        let pages = pages();
        let index = &pages[0].markdown;
        for rule in rules::ALL.sorted() {
            assert!(index.contains(&format!("(codes/{}.md)", rule.code)), "{}", rule.code);
        }
    }
}
