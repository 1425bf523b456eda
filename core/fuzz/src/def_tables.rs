//! Maps, captured packets, and the tables that are JSON, of any text.

use landwright_core::def::diff::diff_maps;
use landwright_core::def::edit::applied;
use landwright_core::def::format::format_map;
use landwright_core::def::{Capture, Catalogue, Map, capture, check};
use landwright_core::problem::{Change, FileChange, Spot};

use crate::text;

const FILES: [&str; 5] =
    ["protocol.1.map", "sysmsg.90.map", "deprecated.json", "revisions.json", "S_LANTERN.2.hex"];

pub fn hold(bytes: &[u8]) {
    let text = &*text(bytes);
    hold_map(text);
    let mut catalogue = Catalogue::default();
    catalogue.set_file("S_LANTERN.2.def", "string s\narray l\n- bool lit\n");
    for path in FILES {
        catalogue.set_file(path, text);
    }
    for problem in check::all(&catalogue) {
        if let Spot::Text { start, end } = problem.place.spot {
            assert!(text.get(start..end).is_some(), "{problem:?}");
        }
        for fix in &problem.fixes {
            let Change::Files(changes) = &fix.change else { panic!("{fix:?}") };
            for change in changes {
                let FileChange::Edit { edits, .. } = change else { continue };
                let after = applied(text, edits);
                assert_ne!(after, text, "{fix:?}");
            }
        }
    }
    for path in ["S_LANTERN.2.hex", "evening.log"] {
        let found = Capture::parse(path, text).expect("the name says that it is one");
        _ = capture::check(&[&found], &catalogue);
    }
    assert!(catalogue.opcodes("S_LANTERN").iter().all(|(map, _)| map.path.ends_with(".map")));
}

/// The lines are the text, and formatting keeps every entry.
fn hold_map(text: &str) {
    let map = Map::parse(text);
    assert_eq!(&**map.text(), text);
    let once = applied(text, &format_map(&map));
    let after = Map::parse(once.as_str());
    assert!(map.entries().eq(after.entries()), "{once:?}");
    assert!(format_map(&after).is_empty(), "{once:?}");
    let none = diff_maps(&map, &after);
    assert!(none.added.is_empty() && none.removed.is_empty() && none.renumbered.is_empty());
}
