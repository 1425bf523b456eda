//! Everything that can be wrong with a sheet of the sample's area is found where it is.

use std::sync::OnceLock;

use super::*;
use crate::sample;
use crate::world::area::id::NodeId;

fn sample_area() -> &'static (Area, Geometry, Places) {
    static SAMPLE: OnceLock<(Area, Geometry, Places)> = OnceLock::new();
    SAMPLE.get_or_init(|| {
        let sample = sample::tera::area(1).unwrap();
        let area = Area::new(&sample.paths).unwrap();
        let places = Places::of(&area);
        (area, Geometry::of_zones(sample.zones), places)
    })
}

fn codes_of(
    text: &str,
    templates: Option<&BTreeMap<String, String>>,
) -> Vec<(&'static str, String)> {
    let (area, geometry, places) = sample_area();
    let world = World { area, geometry, places, templates };
    let sheet = Sheet::read(text.as_bytes()).unwrap();
    let problems = check("t.xml", &sheet, &world);
    problems
        .into_iter()
        .map(|problem| {
            let crate::problem::Spot::Text { start, end } = problem.place.spot else { panic!() };
            (problem.code, text[start..end].to_owned())
        })
        .collect()
}

/// A node of the sample with others around, and a square around it.
fn node() -> PosInWorld {
    let (area, ..) = sample_area();
    let is_good = |node: &NodeId| area.edges(*node).count() == 8;
    area.pos(area.nodes().find(is_good).unwrap()).unwrap()
}

fn sheet(npcs: &str) -> String {
    let PosInWorld { x, y, z } = node();
    let corners = [(-200, -200), (200, -200), (200, 200), (-200, 200)];
    let fence = corners.map(|(dx, dy)| {
        format!("<Fence pos=\"{},{},{z}\"/>", x + f64::from(dx), y + f64::from(dy))
    });
    format!(
        "<TerritoryData><Territory id=\"1\" addMaxZ=\"100\" subtractMinZ=\"50\">{}{npcs}</Territory></TerritoryData>",
        fence.concat()
    )
}

fn npc(dx: f64, dy: f64, dz: f64, way: &str) -> String {
    let PosInWorld { x, y, z } = node();
    let (x, y, z) = (x + dx, y + dy, z + dz);
    format!("<Npc instanceId=\"7\" npcTemplateId=\"3\" pos=\"{x},{y},{z}\">{way}</Npc>")
}

#[test]
fn a_sheet_as_it_should_be_has_no_problems() {
    let PosInWorld { x, y, z } = node();
    let way = format!("<PatrolList><Patrol pos=\"{},{y},{z}\"/></PatrolList>", x + 40.0);
    let anywhere = "<Npc npcTemplateId=\"3\" randomPos=\"true\" pos=\"0,0,0\"/>";
    let text = sheet(&(npc(0.0, 0.0, 1.0, &way) + anywhere));
    let templates = BTreeMap::from([("3".to_owned(), String::new())]);
    assert_eq!(codes_of(&text, Some(&templates)), []);
}

#[test]
fn what_is_wrong_with_an_npc_is_found_at_its_value() {
    let codes =
        |text: &str| codes_of(text, None).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes(&sheet(&npc(0.0, 0.0, 90.0, ""))), ["territory-npc-off-floor"]);
    assert_eq!(codes(&sheet(&npc(260.0, 0.0, 0.0, "")))[0], "territory-npc-outside");
    let far = codes(&sheet(&npc(0.0, 0.0, 400.0, "")));
    assert_eq!(far, ["territory-npc-outside", "territory-npc-off-floor"]);
    let way = "<PatrolList><Patrol pos=\"-90000,0,0\"/></PatrolList>";
    let found = codes_of(&sheet(&npc(0.0, 0.0, 0.0, way)), None);
    assert_eq!(found, [("territory-way", "-90000,0,0".to_owned())]);
    let templates = BTreeMap::new();
    let found = codes_of(&sheet(&npc(0.0, 0.0, 0.0, "")), Some(&templates));
    assert_eq!(found, [("territory-npc-unknown", "Npc".to_owned())]);
}

#[test]
fn fences_are_looked_at_and_those_elsewhere_are_counted() {
    let PosInWorld { x, y, z } = node();
    let line = format!("<a><Territory><Fence pos=\"{x},{y},{z}\"/></Territory></a>");
    assert_eq!(codes_of(&line, None)[0].0, "territory-fence");
    let high = sheet("<Npc randomPos=\"true\"/>").replace(&format!(",{z}\""), ",9000\"");
    assert_eq!(codes_of(&high, None)[0].0, "territory-no-node");
    let far = "<a><Territory><Fence pos=\"9e6,9e6,0\"/></Territory><Territory><Fence pos=\"8e6,9e6,0\"/></Territory></a>";
    assert_eq!(codes_of(far, None), [("territory-elsewhere", "Territory".to_owned())]);
    let bad = sheet("<Npc pos=\"1,2\"/>");
    assert_eq!(codes_of(&bad, None), [("territory-bad-value", "1,2".to_owned())]);
}
