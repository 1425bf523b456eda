//! What can be wrong with ROSE's assets: meshes, skeletons, objects, characters, and the files that they name.

mod character;
pub(super) mod files;
mod mesh;
mod object;
mod skeleton;

use std::rc::Rc;

use crate::format::file::Content;
use crate::problem::counted::grouped;
use crate::problem::{Place, Problem, Rule, Thing};

pub const RULES: &[&Rule] = &[
    &mesh::EMPTY,
    &mesh::FLAGS,
    &mesh::BONE_INDEX,
    &mesh::WEIGHTS,
    &mesh::TRIANGLES,
    &mesh::BOX,
    &skeleton::PARENT,
    &object::INDEX,
    &object::CYCLE,
    &character::INDEX,
    &character::MODEL,
    &character::MOTION_BONE,
    &files::MISSING,
];

/// Another file of the client by its path, where it is at hand and can be read.
pub type Around<'a> = &'a dyn Fn(&str) -> Option<Rc<Content>>;

/// Whether the client has a file; `None` where its root is not known.
pub type IsThere<'a> = &'a dyn Fn(&str) -> Option<bool>;

/// Checks what a file says by itself.
pub fn check(file: &str, content: &Content) -> Vec<Problem> {
    match content {
        Content::Zms(zms) => mesh::check(file, zms),
        Content::Zmd(zmd) => skeleton::check(file, zmd),
        Content::Zsc(zsc) => object::check(file, zsc),
        Content::Chr(chr) => character::check(file, chr),
        _ => Vec::new(),
    }
}

/// Checks what a file says of others. `file` is how problems name it, `path` its path in the client.
pub fn check_around(
    file: &str,
    path: &str,
    content: &Content,
    around: Around<'_>,
    is_there: IsThere<'_>,
) -> Vec<Problem> {
    let mut problems = files::check(file, path, content, is_there);
    if let Content::Chr(chr) = content {
        problems.extend(character::check_around(file, path, chr, around));
    }
    problems
}

/// One problem for all places where something is wrong: at the first, with how many more there are.
fn at_first(
    rule: &'static Rule,
    file: &str,
    list: &'static str,
    places: &[u32],
    message: impl FnOnce(u32) -> String,
) -> Option<Problem> {
    let first = *places.first()?;
    let more = match places.len() {
        1 => String::new(),
        n => format!(", and {} more like it", grouped(n - 1)),
    };
    let place = Place::thing(file, Thing::object(list, first));
    Some(Problem::new(rule, place, format!("{}{more}", message(first))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::file::{self, Kind};
    use crate::sample::rose::assets;

    #[test]
    fn nothing_is_wrong_with_the_assets_of_the_sample() {
        for one in assets::files() {
            let Some(kind) = Kind::of_name(&one.path) else { continue };
            let file = file::read(kind, &one.bytes).unwrap();
            assert_eq!(check(&one.path, &file.content), [], "{}", one.path);
        }
    }
}
