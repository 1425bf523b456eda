//! Ground as it is edited, by the made-up one with all that real files have: surfaces that nobody uses, textures
//! that are there twice, holes, walls without a step, and an end of a larger file.

use serde_json::{Value, json};

use crate::format::name::Name;
use crate::format::number::F32;
use crate::format::ragnarok::gat::Version;
use crate::format::ragnarok::gnd::{self, Cube, Gnd, Surface};
use crate::format::ragnarok::water::Water;
use crate::format::text::CodePage;
use crate::sample::ragnarok::{Plan, island, scene};
use crate::space::ragnarok::CubePos;
use crate::world::gnd::Ground;
use crate::world::gnd::action::{Action, Resolved};
use crate::world::gnd::face::Face;
use crate::world::gnd::merge::{Merged, OtherLayout, Take, compare, merge, take};
use crate::world::scripted::Scripted;
use crate::world::three_way::Change;
use crate::world::{Document, Editing};

pub(crate) fn made_up() -> Gnd {
    let plan = Plan { seed: 7, width: 60, height: 44, version: Version::V1_2 };
    scene::ground(&island(plan).gat, 7)
}

fn isle() -> Ground {
    Ground::new(made_up(), CodePage::Cp949).unwrap()
}

/// Flat ground whose cubes share one surface.
fn flat(width: u32, height: u32) -> Ground {
    let cube = Cube { altitude: [F32::ZERO; 4], top: 0, north: -1, east: -1, pad: 0 };
    let n = (width * height) as usize;
    let mut gnd = Gnd::new(width, height, vec![cube; n]).unwrap();
    gnd.textures = vec![Name::of(b"grass.bmp"), Name::of(b"rock.bmp")];
    let part = [0.0, 1.0, 0.0, 1.0].map(F32::new);
    gnd.surfaces = vec![Surface { u: part, v: part, texture: 0, lightmap: 0, color: [255; 4] }];
    Ground::new(gnd, CodePage::Cp949).unwrap()
}

fn try_do(ground: &Ground, json: &Value) -> Result<Resolved, String> {
    let action = Action::from_parts(json["action"].as_str().unwrap(), json);
    action.map_err(|error| error.to_string())?.resolve(ground).map_err(|error| error.to_string())
}

fn done(ground: &Ground, json: &Value) -> Ground {
    try_do(ground, json).unwrap_or_else(|error| panic!("{json}: {error}")).ground
}

fn anew(ground: &Ground) -> Ground {
    Ground::new(gnd::read(&ground.to_bytes()).unwrap(), CodePage::Cp949).unwrap()
}

fn heights(ground: &Ground, x: u32, y: u32) -> [f32; 4] {
    ground.cube(CubePos { x, y }).unwrap().altitude.map(|altitude| 0.0 - altitude.get())
}

fn texture_of(ground: &Ground, x: u32, y: u32) -> i16 {
    let number = ground.surface_at(CubePos { x, y }, Face::Top).unwrap();
    ground.surface(number).unwrap().texture
}

fn rectangle(x: u32, y: u32, width: u32, height: u32) -> Value {
    json!({"rectangle": {"x": x, "y": y, "width": width, "height": height}})
}

/// At least one of each.
fn actions() -> Vec<Value> {
    let circle = json!({"circle": {"at": [12.5, 9.0], "radius": 5.0}});
    let way = json!({"brush": {"points": [[3, 3], [14.5, 8], [20, 20]], "radius": 2.5}});
    vec![
        json!({"action": "shape-heights", "region": circle, "how": {"raise": {"by": 12.5}}, "falloff": 3}),
        json!({"action": "shape-heights", "region": way, "how": {"lower": {"by": 3}}}),
        json!({"action": "shape-heights", "region": rectangle(4, 4, 6, 5), "how": {"set": {"height": 20}}, "falloff": 2}),
        json!({"action": "shape-heights", "region": rectangle(4, 4, 6, 5), "how": "flatten"}),
        json!({"action": "shape-heights", "region": way, "how": {"smooth": {"strength": 0.5}}, "falloff": 1}),
        json!({"action": "shape-heights", "region": circle, "how": {"ramp": {"from": [8, 9], "to": [17, 9]}}}),
        json!({"action": "set-corners", "x": 3, "y": 2, "heights": {"north-east": 99, "south-west": -4.5}}),
        json!({"action": "paint", "region": circle, "texture": 1}),
        json!({"action": "paint", "region": "everything", "texture": "\u{ae38}\\street.bmp", "over": 4}),
        json!({"action": "set-surface", "x": 3, "y": 2, "face": "top", "color": [1, 2, 3, 4], "u": [0, 0.5, 0, 0.5]}),
        json!({"action": "set-texture", "texture": 4, "name": "island\\mud.bmp"}),
        json!({"action": "add-walls", "region": "everything", "texture": 2, "everywhere": true}),
        json!({"action": "remove-walls", "region": "everything", "faces": ["north"]}),
        json!({"action": "make-holes", "region": circle}),
        json!({"action": "fill-holes", "region": "everything", "texture": 1}),
    ]
}

#[test]
fn ground_that_nobody_touched_has_the_bytes_of_its_file() {
    let bytes = gnd::write(&made_up());
    assert!(isle().to_bytes() == bytes);
    assert!(isle().to_gnd() == made_up());
    let watery = made_up().with_water(Water::default());
    let ground = Ground::new(watery.clone(), CodePage::Cp949).unwrap();
    assert!(ground.to_gnd() == watery);
}

#[test]
fn every_action_is_undone_by_the_same_swap_and_kept_in_a_journal() {
    let holes = json!({"action": "make-holes", "region": rectangle(20, 2, 3, 3)});
    let before = done(&isle(), &holes);
    let bytes = before.to_bytes();
    for json in actions() {
        let Resolved { edit, ground: after } = try_do(&before, &json).unwrap();
        let mut edit = edit.unwrap_or_else(|| panic!("{json} changes nothing"));
        let mut written = Vec::new();
        Ground::write_edit(&edit, &mut written);
        assert!(before.read_edit(&written) == Ok(edit.clone()), "{json}");
        // All of a ground at once takes as much as a file, and a stroke next to nothing.
        let whole = after.to_bytes().len();
        let most = if json["region"] == "everything" { whole } else { whole / 10 };
        assert!(written.len() < most, "{json}: {} bytes", written.len());
        for len in (0..written.len().min(600)).chain([written.len() - 1]) {
            assert!(before.read_edit(&written[..len]).is_err(), "{json}: {len}");
        }
        let mut document = before.clone();
        document.swap(&mut edit);
        assert!(document == after && document.to_bytes() != bytes, "{json}");
        assert!(anew(&document).to_bytes() == document.to_bytes(), "{json}");
        document.swap(&mut edit);
        assert!(document == before && document.to_bytes() == bytes, "{json}");
    }
}

#[test]
fn a_long_history_goes_back_and_forth_with_new_entries_at_the_end() {
    let before = isle();
    let mut editing = Editing::new(before.clone());
    let mut states = Vec::new();
    for json in actions() {
        let action = Action::from_parts(json["action"].as_str().unwrap(), &json).unwrap();
        let Some(edit) = action.resolve(editing.document()).unwrap().edit else { continue };
        states.push(editing.document().to_bytes());
        editing.apply(action.title(), edit);
    }
    let last = editing.document().clone();
    assert!(states.len() > 12 && last.n_surfaces() > before.n_surfaces());
    let first = made_up();
    assert!(last.to_gnd().lightmaps == first.lightmaps && last.to_gnd().tail == first.tail);
    for bytes in states.iter().rev() {
        editing.undo().unwrap();
        assert!(editing.document().to_bytes() == *bytes);
    }
    // After an undo, new entries have the same numbers again.
    let json = &actions()[8];
    assert!(done(editing.document(), json).to_bytes() == done(&before, json).to_bytes());
}

#[test]
fn edits_that_leave_gaps_or_belong_to_other_ground_are_refused() {
    let (before, small) = (isle(), flat(3, 3));
    let painted =
        json!({"action": "add-walls", "region": "everything", "texture": 0, "everywhere": true});
    for json in [painted, actions()[0].clone()] {
        let edit = try_do(&before, &json).unwrap().edit.unwrap();
        let mut written = Vec::new();
        Ground::write_edit(&edit, &mut written);
        assert!(small.read_edit(&written).is_err(), "{json}");
        for at in 0..written.len().min(400) {
            let mut bad = written.clone();
            bad[at] ^= 0x5a;
            if let Ok(mut edit) = before.read_edit(&bad) {
                let mut document = before.clone();
                document.swap(&mut edit);
                let _ = document.to_bytes();
                document.swap(&mut edit);
                assert!(document == before, "{json}: {at}");
            }
        }
    }
}

#[test]
fn brushes_tear_nothing_and_corners_that_were_torn_stay_torn() {
    let raise = |region: Value, falloff: f64| json!({"action": "shape-heights", "region": region, "how": {"raise": {"by": 10}}, "falloff": falloff});
    let hill = done(&flat(9, 9), &raise(json!({"circle": {"at": [4.5, 4.5], "radius": 4}}), 4.0));
    assert!(heights(&hill, 4, 4)[0] > heights(&hill, 2, 4)[0]);
    for (x, y) in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        let [_, se, nw, ne] = heights(&hill, x, y);
        let ([east_sw, _, east_nw, _], [north_sw, north_se, ..]) =
            (heights(&hill, x + 1, y), heights(&hill, x, y + 1));
        assert_eq!((se, ne, nw, ne), (east_sw, east_nw, north_sw, north_se), "{x} {y}");
    }
    let edge = done(&flat(3, 1), &raise(rectangle(1, 0, 1, 1), 0.0));
    assert_eq!(heights(&edge, 0, 0), [0.0, 10.0, 0.0, 10.0], "neighbours come along");
    let corners = json!({"action": "set-corners", "x": 1, "y": 0, "heights": {"south-west": 7, "north-west": 7}});
    let torn = done(&flat(3, 1), &corners);
    assert_eq!((heights(&torn, 0, 0), heights(&torn, 1, 0)), ([0.0; 4], [7.0, 0.0, 7.0, 0.0]));
    let torn = done(&torn, &raise(rectangle(1, 0, 1, 1), 0.0));
    assert_eq!((heights(&torn, 0, 0), heights(&torn, 1, 0)), ([0.0; 4], [17.0, 10.0, 17.0, 10.0]));
    assert_eq!(torn.n_reshaped_since(&flat(3, 1)), 2);
}

#[test]
fn a_surface_that_others_share_is_copied_and_all_others_stay() {
    let before = flat(4, 1);
    let paint = |x: u32, width: u32, texture: Value| json!({"action": "paint", "region": rectangle(x, 0, width, 1), "texture": texture});
    let after = done(&before, &paint(1, 1, json!("rock.bmp")));
    assert_eq!([0, 1, 2, 3].map(|x| texture_of(&after, x, 0)), [0, 1, 0, 0]);
    assert_eq!((after.n_surfaces(), after.surface(0)), (2, before.surface(0)));
    // One that nobody else uses changes in its place.
    let again = done(&after, &paint(1, 1, json!("new.bmp")));
    assert_eq!((again.n_surfaces(), again.textures().len(), texture_of(&again, 1, 0)), (2, 3, 2));
    assert!(try_do(&after, &paint(1, 1, json!(1))).unwrap().edit.is_none(), "it is so already");
    let all = done(&before, &paint(0, 4, json!(1)));
    assert_eq!(all.n_surfaces(), 4, "the last one that uses it needs no copy");
    assert_eq!(all.to_gnd().surfaces.iter().filter(|it| it.texture == 1).count(), 4);
}

#[test]
fn walls_come_where_there_is_a_step_and_holes_are_filled_again() {
    let raised = json!({"action": "set-corners", "x": 1, "y": 1, "heights": {"south-west": 25, "south-east": 25, "north-west": 25, "north-east": 25}});
    let step = done(&flat(3, 3), &raised);
    let walls = json!({"action": "add-walls", "region": "everything", "texture": 1});
    let walled = done(&step, &walls);
    let has = |x, y, face| walled.surface_at(CubePos { x, y }, face);
    assert_eq!(walled.n_surfaces(), 5);
    assert!(has(1, 1, Face::East).is_some() && has(1, 1, Face::North).is_some());
    assert!(has(0, 1, Face::East).is_some() && has(1, 0, Face::North).is_some());
    let down = walled.surface(has(1, 1, Face::East).unwrap()).unwrap();
    assert_eq!(down.v.map(F32::get), [0.0, 0.0, 3.0, 3.0], "its top is at the higher edge");
    let up = walled.surface(has(0, 1, Face::East).unwrap()).unwrap();
    assert_eq!(up.v.map(F32::get), [3.0, 3.0, 0.0, 0.0]);
    assert!(try_do(&walled, &walls).unwrap().edit.is_none());
    let removed = json!({"action": "remove-walls", "region": "everything"});
    let removed = done(&walled, &removed);
    assert!(removed.to_gnd().cubes() == step.to_gnd().cubes());
    assert_eq!(removed.n_surfaces(), 5, "unused entries stay");
    let holes = done(&step, &json!({"action": "make-holes", "region": rectangle(0, 0, 2, 1)}));
    assert_eq!(holes.surface_at(CubePos { x: 1, y: 0 }, Face::Top), None);
    let filled =
        done(&holes, &json!({"action": "fill-holes", "region": "everything", "texture": 1}));
    assert_eq!([0, 1, 2].map(|x| texture_of(&filled, x, 0)), [1, 1, 0]);
    let all =
        json!({"action": "add-walls", "region": "everything", "texture": 1, "everywhere": true});
    let all = done(&flat(3, 3), &all);
    assert_eq!(all.n_surfaces(), 1 + 12, "none beyond the last row and column");
}

#[test]
fn what_cannot_be_is_refused_and_says_why() {
    let ground = isle();
    let refused = |json: Value| try_do(&ground, &json).unwrap_err();
    let corners = json!({"action": "set-corners", "x": 30, "y": 0, "heights": {}});
    assert_eq!(refused(corners), "cube (30, 0) is outside the ground of 30 × 22");
    let paint =
        |texture: Value| json!({"action": "paint", "region": "everything", "texture": texture});
    assert_eq!(refused(paint(json!(6))), "there is no texture 6; the ground has 6");
    assert_eq!(refused(paint(json!(""))), "the texture name is empty");
    assert!(
        refused(paint(json!("x".repeat(80)))).contains("80 bytes long, but must be at most 79")
    );
    assert!(refused(paint(json!("\u{1f600}"))).contains("the texture name: "));
    let shape = |region: Value, falloff: f64| json!({"action": "shape-heights", "region": region, "how": "flatten", "falloff": falloff});
    let huge = json!({"circle": {"at": [0, 0], "radius": 1e9}});
    assert_eq!(refused(shape(huge, 0.0)), "radius is 1000000000, and has to be 0 to 512 cubes");
    let far = json!({"brush": {"points": [[0, 0], [1e300, 0]], "radius": 1}});
    assert!(refused(shape(far, 0.0)).contains("on or near the ground"));
    assert!(refused(shape(json!("everything"), -1.0)).starts_with("falloff is -1"));
    let surface = json!({"action": "set-surface", "x": 0, "y": 0, "face": "top", "lightmap": 999});
    assert_eq!(refused(surface), "there is no lightmap 999; the ground has 36");
    let hole = done(&ground, &json!({"action": "make-holes", "region": rectangle(0, 0, 1, 1)}));
    let surface = json!({"action": "set-surface", "x": 0, "y": 0, "face": "top", "lightmap": 1});
    assert_eq!(try_do(&hole, &surface).unwrap_err(), "cube (0, 0) has no surface at its top");
    assert!(refused(json!({"action": "explode"})).contains("unknown variant"));
}

#[test]
fn old_versions_have_room_for_few_surfaces() {
    let mut bytes = gnd::write(&flat(200, 100).to_gnd());
    bytes[5] = 5;
    let end = bytes.len() - 200 * 100 * 28;
    let cubes = [&[0; 16][..], &[0, 0, 0xff, 0xff, 0xff, 0xff, 0xad, 0xba]].concat();
    bytes.truncate(end);
    (0..200 * 100).for_each(|_| bytes.extend_from_slice(&cubes));
    let ground = Ground::new(gnd::read(&bytes).unwrap(), CodePage::Cp949).unwrap();
    assert!(ground.to_bytes() == bytes);
    let walls =
        json!({"action": "add-walls", "region": "everything", "texture": 0, "everywhere": true});
    let expected = "this version of the format has at most 32767 surfaces";
    assert_eq!(try_do(&ground, &walls).unwrap_err(), expected);
}

fn changes(a: &Ground, b: &Ground) -> Vec<String> {
    let mut told = Vec::new();
    compare(a, b, &mut |change| told.push(format!("{}: {}", change.thing, change.field))).unwrap();
    told
}

#[test]
fn changes_are_told_cube_by_cube_and_taken_one_by_one() {
    let before = isle();
    let mut after = before.clone();
    for json in actions() {
        after = done(&after, &json);
    }
    let after = anew(&after);
    let told = changes(&before, &after);
    assert!(told.iter().any(|it| it.starts_with("cube 3, 2: altitude")), "{:?}", &told[..9]);
    assert!(told.iter().any(|it| it == "texture 4: file"));
    assert!(told.iter().any(|it| it == "texture 6: whole"));
    assert!(take(&before, &after, &|_| true).unwrap().to_bytes() == after.to_bytes());
    assert!(take(&before, &after, &|_| false).unwrap().to_bytes() == before.to_bytes());
    assert!(changes(&before, &before.clone()).is_empty());
    // A wall comes with its surface and its texture.
    let walled = done(
        &flat(3, 3),
        &json!({"action": "add-walls", "region": rectangle(0, 0, 2, 1), "texture": "wall.bmp", "everywhere": true}),
    );
    let is_wall =
        |change: &Change| change.thing.to_string() == "cube 0, 0" && change.field == "east";
    let taken = take(&flat(3, 3), &walled, &is_wall).unwrap();
    let number = taken.surface_at(CubePos { x: 0, y: 0 }, Face::East).unwrap();
    assert_eq!(taken.texture_in_words(taken.surface(number).unwrap().texture).unwrap(), "wall.bmp");
    assert_eq!(taken.n_surfaces(), number + 1);
    assert!(compare(&before, &flat(3, 3), &mut |_| {}).is_err());
}

#[test]
fn both_sides_are_merged_whoever_is_ours() {
    let base = flat(6, 6);
    let paint = |x: u32, name: &str| json!({"action": "paint", "region": rectangle(x, 0, 1, 1), "texture": name});
    let corner = |x: u32, to: f32| json!({"action": "set-corners", "x": x, "y": 1, "heights": {"south-west": to}});
    let ours = done(&done(&base, &paint(1, "ours.bmp")), &corner(1, 5.0));
    let theirs = done(&done(&base, &paint(2, "theirs.bmp")), &corner(2, 6.0));
    let theirs = anew(&done(&theirs, &paint(4, "rock.bmp")));
    for (own, other) in [(&ours, &theirs), (&theirs, &ours)] {
        let Merged { ground, conflicts, .. } = merge(&base, own, other).unwrap();
        assert_eq!(conflicts, []);
        let name = |x: u32| ground.texture_in_words(texture_of(&ground, x, 0)).unwrap();
        let names: Vec<String> = (0..6).map(name).collect();
        assert_eq!(
            names,
            ["grass.bmp", "ours.bmp", "theirs.bmp", "grass.bmp", "rock.bmp", "grass.bmp"]
        );
        assert_eq!((heights(&ground, 1, 1)[0], heights(&ground, 2, 1)[0]), (5.0, 6.0));
        assert!(anew(&ground) == ground);
    }
    for (own, other) in [(&base, &theirs), (&theirs, &base), (&theirs, &theirs)] {
        let merged = merge(&base, own, other).unwrap();
        assert!(merged.ground.to_bytes() == theirs.to_bytes() && merged.conflicts.is_empty());
    }
    // The same addition on both sides is one.
    let same = done(&theirs, &corner(3, 1.0));
    assert!(merge(&base, &theirs, &same).unwrap().ground == same);
    assert_eq!(merge(&base, &ours, &flat(2, 2)), Err(OtherLayout));
}

/// One comparison for each pair of new surfaces would take minutes.
#[test]
fn many_new_surfaces_of_both_sides_are_merged_in_seconds() {
    const N: u32 = 60_000;
    let base = flat(2, 2);
    let mut ours = base.clone();
    let surface = *base.surface(0).unwrap();
    let with = |ground: &mut Ground, number: u32| {
        let [a, b, c, _] = number.to_le_bytes();
        ground.add_surface(Surface { color: [a, b, c, 1], ..surface }).unwrap();
    };
    let mut theirs = base.clone();
    (0..N).for_each(|number| with(&mut ours, number));
    (N / 2..N + N / 2).for_each(|number| with(&mut theirs, number));
    let at = CubePos { x: 1, y: 1 };
    theirs.set_face(at, Face::Top, Some(N)).unwrap();
    let start = std::time::Instant::now();
    let Merged { ground, conflicts, .. } = merge(&base, &ours, &theirs).unwrap();
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!((ground.n_surfaces(), conflicts), (1 + N + N / 2, Vec::new()));
    let top = ground.surface(ground.surface_at(at, Face::Top).unwrap()).unwrap();
    assert_eq!(Some(top), theirs.surface(N));
}

#[test]
fn a_name_comes_with_the_first_surface_that_has_it() {
    let base = flat(3, 3);
    let region = rectangle(0, 0, 3, 3);
    let rows = [
        json!({"action": "fill-holes", "region": region, "texture": "new.bmp"}),
        json!({"action": "add-walls", "region": region, "texture": "new.bmp"}),
        json!({"action": "paint", "region": region, "texture": "new.bmp", "faces": ["north"]}),
    ];
    for action in rows {
        assert_eq!(try_do(&base, &action).unwrap().edit, None, "{action}");
    }
    let hole = json!({"action": "make-holes", "region": rectangle(1, 1, 1, 1)});
    let fill = json!({"action": "fill-holes", "region": region, "texture": "new.bmp"});
    assert_eq!(done(&done(&base, &hole), &fill).textures().len(), 3);
    // Painting no cube adds the name alone.
    let alone = json!({"action": "paint", "region": rectangle(0, 0, 0, 0), "texture": "new.bmp"});
    assert_eq!(done(&base, &alone).textures().len(), 3);
}

#[test]
fn conflicts_are_told_per_cube_ours_stays_and_theirs_can_be_taken() {
    let base = flat(6, 6);
    let all = |actions: &[Value]| actions.iter().fold(base.clone(), |it, json| done(&it, json));
    let side = |height: f32, name: &str| {
        let corner =
            json!({"action": "set-corners", "x": 3, "y": 2, "heights": {"north-east": height}});
        let paint = json!({"action": "paint", "region": rectangle(1, 0, 1, 1), "texture": name});
        let rename = json!({"action": "set-texture", "texture": 1, "name": name});
        all(&[rename, corner, paint])
    };
    let (ours, theirs) = (side(4.0, "a.bmp"), side(9.0, "b.bmp"));
    let more = json!({"action": "paint", "region": rectangle(5, 5, 1, 1), "texture": "new.bmp"});
    let theirs = done(&theirs, &more);
    let Merged { ground, conflicts, takes } = merge(&base, &ours, &anew(&theirs)).unwrap();
    let told: Vec<String> =
        conflicts.iter().map(|it| format!("{}: {}", it.thing, it.field)).collect();
    assert_eq!(told, ["texture 1: file", "cube 3, 2: altitude[3]"]);
    assert_eq!(heights(&ground, 3, 2)[3], 4.0);
    let takes = serde_json::to_value(takes).unwrap();
    let takes: Vec<Take> = serde_json::from_value(takes).unwrap();
    let decided = ground.with_theirs(&takes).unwrap();
    assert_eq!(heights(&decided, 3, 2)[3], 9.0);
    let name = |x, y| decided.texture_in_words(texture_of(&decided, x, y)).unwrap();
    assert_eq!((name(1, 0), name(5, 5)), ("b.bmp".to_owned(), "new.bmp".to_owned()));
    // A number that leads nowhere by now is refused.
    let hole = |ground: &Ground| {
        done(ground, &json!({"action": "make-holes", "region": rectangle(1, 0, 1, 1)}))
    };
    let wall = json!({"action": "fill-holes", "region": "everything", "texture": 0});
    let (ours, theirs) = (hole(&base), done(&hole(&base), &wall));
    let theirs =
        done(&theirs, &json!({"action": "paint", "region": rectangle(0, 0, 3, 1), "texture": 1}));
    let other = done(&ours, &wall);
    let other = done(
        &other,
        &json!({"action": "set-surface", "x": 1, "y": 0, "face": "top", "color": [0, 0, 0, 0]}),
    );
    let merged = merge(&base, &other, &theirs).unwrap();
    assert!(!merged.takes.is_empty());
    assert!(merged.ground.with_theirs(&merged.takes).is_ok());
    assert!(base.with_theirs(&merged.takes).is_err());
}

/// With files that are not in the repository.
#[test]
fn real_grounds_are_as_they_were_after_every_action_is_undone() {
    let Some(folder) = crate::sample::real::corpus("ragnarok") else { return };
    let mut n_grounds = 0;
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("gnd")) {
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            let Ok(gnd) = gnd::read(&bytes) else { continue };
            let ground = Ground::new(gnd, CodePage::Cp949).unwrap();
            assert!(ground.to_bytes() == bytes, "{path:?}");
            for json in actions() {
                let Ok(Resolved { edit: Some(edit), ground: after }) = try_do(&ground, &json)
                else {
                    continue;
                };
                let mut written = Vec::new();
                Ground::write_edit(&edit, &mut written);
                let mut edit = ground.read_edit(&written).unwrap();
                let mut document = ground.clone();
                document.swap(&mut edit);
                assert!(document == after, "{path:?} {json}");
                document.swap(&mut edit);
                assert!(document.to_bytes() == bytes, "{path:?} {json}");
                let taken = take(&ground, &anew(&after), &|_| true).unwrap();
                assert!(taken.to_bytes() == after.to_bytes(), "{path:?} {json}");
            }
            n_grounds += 1;
        }
    }
    println!("{n_grounds} grounds");
}
