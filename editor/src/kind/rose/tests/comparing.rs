//! What holds where an open zone is compared with other versions of its files.

use super::*;
use crate::kind::rose::tests::disk::{ifo, save, set_limit, spawn_in};
use crate::versions::Origin;
use crate::versions::comparing::Compare;

fn compare(model: &mut Model, what: Compare) {
    let id = front(model).id;
    model.handle(Message::Compare(id, what));
    model.settle();
}

#[test]
fn one_field_comes_back_from_the_backup_of_a_block_and_all_else_stays() {
    let (_folder, path, mut model) = on_disk(None);
    let before = files_in(&path);
    let (one, other) = (spawn_in(&model, 0), spawn_in(&model, 1));
    let was = value(&model, one, Field::Limit);
    let file = ifo(&model, &path, 0);
    set_limit(&mut model, one, 77);
    set_limit(&mut model, other, 78);
    save(&mut model);
    compare(&mut model, Compare::Look);
    let versions = front(&model).comparing.versions.clone().unwrap();
    let of_block =
        |origin: &Origin| matches!(origin, Origin::Backup { file: of, .. } if *of == file);
    let backup = versions.iter().find(|version| of_block(&version.origin)).unwrap().clone();
    compare(&mut model, Compare::With(backup));
    let found = front(&model).comparing.shown.as_ref().unwrap().found.clone().unwrap().unwrap();
    assert_eq!((found.n_changes, found.rows.len()), (1, 1), "{:?}", found.rows);
    compare(&mut model, Compare::Show(0));
    compare(&mut model, Compare::Take(0));
    assert_eq!(value(&model, one, Field::Limit), was);
    assert_eq!(value(&model, other, Field::Limit), "78");
    save(&mut model);
    let after = files_in(&path);
    assert!(after[&file] == before[&file], "byte for byte");
    // Of the whole zone, what is on disk is no different now.
    compare(&mut model, Compare::With(versions[0].clone()));
    let found = front(&model).comparing.shown.as_ref().unwrap().found.clone().unwrap().unwrap();
    assert_eq!((found.n_changes, found.troubles.len()), (0, 0), "{:?}", found.rows);
}
