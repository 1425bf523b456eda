//! What holds for the hand of zones without a document around it.

use std::collections::BTreeSet;

use landwright_core::world::zone::names::carried::Carried;
use landwright_core::world::zone::thing::ThingId;

use super::clip::Clip;
use super::select::Combine;
use crate::kind::rose::tests::sample;
use crate::view::hand::Held;

#[test]
fn shift_adds_and_ctrl_takes_away() {
    let before = BTreeSet::from([1, 2].map(ThingId));
    let found = [2, 3].map(ThingId);
    let held = |shift, ctrl| Combine::by(Held { shift, ctrl, alt: false });
    let ids = |how: Combine| how.apply(&before, found).iter().map(|id| id.0).collect::<Vec<_>>();
    assert_eq!(ids(held(false, false)), [2, 3]);
    assert_eq!(ids(held(true, false)), [1, 2, 3]);
    assert_eq!(ids(held(false, true)), [1]);
}

#[test]
fn things_come_back_from_the_clipboard_with_every_bit() {
    let (zone, names) = sample();
    let things = zone.things().map(|(_, thing)| thing.clone()).collect();
    let clip = Clip { things, ground_cm: None, called: Carried::default() };
    let older = clip.to_text();
    assert!(!older.contains("called"));
    assert_eq!(Clip::from_text(&older), Some(clip.clone()));
    let called = Carried::of(&clip.things, &names, zone.code_page());
    let clip = Clip { called, ..clip };
    let text = clip.to_text();
    assert!(text.contains(r#""name":"Thorn Boar""#), "{text}");
    assert_eq!(Clip::from_text(&text), Some(clip));
    assert_eq!(Clip::from_text("{}"), None);
    assert_eq!(Clip::from_text("12"), None);
}
