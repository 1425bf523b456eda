//! Two archives, file by file, whatever the archives are.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::world::three_way::{Change, Each, Thing, WHOLE};

/// A file in an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    /// Unpacked, in bytes.
    pub size: u64,
}

/// What makes one archive into the other: files that came, that went, and that have other bytes. Files
/// belong together by their names, whatever their case; those of one name in their order. `is_same`
/// compares two of one size, by their places.
pub fn compare<E>(
    a: &[Member],
    b: &[Member],
    mut is_same: impl FnMut(usize, usize) -> Result<bool, E>,
    each: Each<'_>,
) -> Result<(), E> {
    let mut files: BTreeMap<(String, usize), [Option<usize>; 2]> = BTreeMap::new();
    for (side, members) in [a, b].into_iter().enumerate() {
        let mut n_of_name: BTreeMap<String, usize> = BTreeMap::new();
        for (place, member) in members.iter().enumerate() {
            let name = member.name.to_lowercase();
            let nth = n_of_name.entry(name.clone()).or_default();
            if let Some(slot) = files.entry((name, *nth)).or_default().get_mut(side) {
                *slot = Some(place);
            }
            *nth += 1;
        }
    }
    for [old, new] in files.into_values() {
        let (old_file, new_file) = (old.and_then(|old| a.get(old)), new.and_then(|new| b.get(new)));
        let Some(file) = old_file.or(new_file) else { continue };
        let field = match (old, new) {
            (Some(old), Some(new)) => {
                let is_of_one_size = old_file.map(|it| it.size) == new_file.map(|it| it.size);
                if is_of_one_size && is_same(old, new)? {
                    continue;
                }
                "bytes"
            }
            _ => WHOLE,
        };
        let [a, b] = [old_file, new_file].map(|it| Value::from(it.map(|it| it.size)));
        each(Change { thing: Thing::Named(file.name.clone().into()), field: field.into(), a, b });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn files_come_go_and_change_by_their_names() {
        let members = |names: &[(&str, u64)]| -> Vec<Member> {
            names
                .iter()
                .map(|(name, size)| Member { name: (*name).to_owned(), size: *size })
                .collect()
        };
        let a = members(&[("b.txt", 3), ("A.txt", 1), ("gone.txt", 4), ("twice", 1), ("twice", 2)]);
        let b = members(&[("a.TXT", 1), ("b.txt", 3), ("new.txt", 5), ("twice", 1)]);
        let mut said = Vec::new();
        let is_same = |old: usize, _: usize| Ok::<_, Infallible>(a[old].name != "b.txt");
        let Ok(()) = compare(&a, &b, is_same, &mut |Change { thing, field, a, b }| {
            said.push(format!("{thing}: {field}: {a} {b}"));
        });
        let expected = [
            "b.txt: bytes: 3 3",
            "gone.txt: whole: 4 null",
            "new.txt: whole: null 5",
            "twice: whole: 2 null",
        ];
        assert_eq!(said, expected);
    }
}
