//! Files that an asset names and the client does not have.

use std::collections::BTreeMap;

use super::IsThere;
use crate::format::file::Content;
use crate::format::text::CodePage;
use crate::problem::counted::counted;
use crate::problem::{Place, Problem, Rule, Severity};
use crate::world::refs::uses::{To, seen};

pub(in crate::check) const MISSING: Rule = Rule {
    code: "asset-file-missing",
    severity: Severity::Warning,
    title: "Use of a missing file",
    explanation: "\
This file uses meshes, pictures, motions, sounds or effects that the client's folder does not \
have. The game shows nothing in their place, or a white surface; sounds are silent.

Paths are compared as the client does it: ignoring case, with either slash, and with several \
slashes as one. `landwright refs --missing --root CLIENT` lists every missing file and the files \
that use it. If you unpacked only a part of a client, files of the rest are missing: unpack that \
as well, or turn this rule off.",
};

/// So many names are told.
const MAX_TOLD: usize = 3;

pub(super) fn check(
    file: &str,
    path: &str,
    content: &Content,
    is_there: IsThere<'_>,
) -> Vec<Problem> {
    if !matches!(content, Content::Zsc(_) | Content::Chr(_) | Content::Eft(_) | Content::Ptl(_)) {
        return Vec::new();
    }
    let mut missing: BTreeMap<String, String> = BTreeMap::new();
    for one in seen(path, content, CodePage::Cp949).uses {
        let To::File(name) = one.to else { continue };
        if missing.contains_key(&name) {
            continue;
        }
        if is_there(&name) == Some(false) {
            missing.insert(name, one.at.to_string());
        }
    }
    if missing.is_empty() {
        return Vec::new();
    }
    let told: Vec<String> =
        missing.iter().take(MAX_TOLD).map(|(name, at)| format!("{name} ({at})")).collect();
    let more = if missing.len() > MAX_TOLD { ", …" } else { "" };
    let n = counted(missing.len(), "file is", "files are");
    let message = format!("{n} missing: {}{more}", told.join(", "));
    vec![Problem::new(&MISSING, Place::file(file), message)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::rose::list16::List16;
    use crate::format::rose::zero_text::ZeroText;
    use crate::format::rose::zsc::Zsc;
    use crate::format::text::{Opaque, Text};

    #[test]
    fn missing_files_are_one_problem_and_nothing_is_said_without_a_root() {
        let path = |path: &str| ZeroText::try_from(Text::from(path)).unwrap();
        let zsc = Content::Zsc(Zsc {
            meshes: List16::of_first(["a.zms", "b.zms"].map(path).to_vec()),
            materials: List16::default(),
            effects: List16::of_first(vec![path("a.eft")]),
            objects: List16::default(),
            tail: Opaque::default(),
        });
        let problems = check("a.zsc", "a.zsc", &zsc, &|name| Some(name == "a.zms"));
        let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(
            messages,
            ["2 files are missing: a.eft (effect in no object 0), b.zms (mesh in no object 1)"]
        );
        assert_eq!(check("a.zsc", "a.zsc", &zsc, &|_| None), []);
    }
}
