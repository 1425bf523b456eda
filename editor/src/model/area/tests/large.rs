//! What holds for areas that are too large to be gone through after each edit.

use landwright_core::sample::tera::wide_paths;

use super::*;
use crate::model::area::check;
use crate::model::check::sort;

/// So many nodes on land without geometry.
fn large() -> Model {
    let apd = wide_paths(4, check::CHECKED_ANEW + 1_000).unwrap();
    let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
    let geometry = (Geometry::none(), geometry::ZoneFiles::new());
    model.add_area("large.apd".to_owned(), open::parts_of(&apd, None, vec![], geometry).unwrap());
    model
}

fn act(model: &mut Model, json: &str) {
    tell(model, AreaMessage::Act(serde_json::from_str(json).unwrap()));
}

fn assert_all_found(model: &Model) {
    let document = model.active_area().unwrap();
    let mut expected = check::all("large.apd", document.area(), &document.geometry);
    sort(&mut expected);
    assert!(!expected.is_empty() && document.problems == expected);
}

#[test]
fn what_changes_during_the_first_check_is_checked_and_zones_that_come_are_as_well() {
    let mut model = large();
    model.tick();
    act(&mut model, r#"{"action":"delete-nodes","nodes":{"ids":[5]}}"#);
    model.settle();
    assert_all_found(&model);
    let zone = model.active_area().unwrap().area().zones()[0];
    act(&mut model, &format!(r#"{{"action":"add-zone","x":{},"y":{}}}"#, zone.x - 1, zone.y));
    model.settle();
    assert_all_found(&model);
}
