//! The view from above: painting, filling, panning and zooming by pointer.

use eframe::egui::{Event, Key, Modifiers, PointerButton, vec2};
use landwright_editor::kind::document::open::OpenDocument;
use landwright_editor::kind::ragnarok::tool::Tool;

use super::hand::Hand;

#[test]
fn a_drag_paints_one_step_and_ctrl_z_takes_it_back() {
    let mut hand = Hand::with_map();
    let before = hand.map();
    hand.drag(&[[5, 5], [10, 7], [20, 5]]);
    assert_eq!(hand.steps(), ["Paint type 1"]);
    let after = hand.map();
    assert_ne!(after, before);
    assert_eq!((hand.kind(5, 5), hand.kind(10, 7), hand.kind(20, 5)), (1, 1, 1));
    hand.press("Ctrl+Z");
    assert_eq!(hand.map(), before);
    assert!(!hand.document().has_unsaved_changes());
    hand.press("Ctrl+Y");
    assert_eq!(hand.map(), after);
}

#[test]
fn a_fast_drag_leaves_no_gap() {
    let mut hand = Hand::with_map();
    hand.press("[");
    hand.press("[");
    hand.drag(&[[2, 3], [38, 27]]);
    for x in 2..=38 {
        assert!((0..30).any(|y| hand.kind(x, y) == 1), "column {x} was jumped over");
    }
    for y in 3..=27 {
        assert!((0..40).any(|x| hand.kind(x, y) == 1), "row {y} was jumped over");
    }
}

#[test]
fn escape_gives_a_stroke_up() {
    let mut hand = Hand::with_map();
    let before = hand.map();
    let (from, to) = (hand.cell([5, 5]), hand.cell([15, 5]));
    hand.window.hover_at(from);
    hand.window.drag_at(from);
    hand.window.hover_at(to);
    hand.settle();
    assert_ne!(hand.map(), before, "the stroke is seen while it is drawn");
    hand.window.key_press(Key::Escape);
    hand.settle();
    hand.window.drop_at(to);
    hand.settle();
    assert_eq!(hand.map(), before);
    assert!(hand.steps().is_empty());
}

#[test]
fn undo_in_the_middle_of_a_stroke_ends_it_and_takes_it_back() {
    let mut hand = Hand::with_map();
    let before = hand.map();
    let [a, b, c] = [[5, 5], [15, 5], [25, 5]].map(|cell| hand.cell(cell));
    hand.window.hover_at(a);
    hand.window.drag_at(a);
    hand.window.hover_at(b);
    hand.settle();
    hand.press("Ctrl+Z");
    assert_eq!(hand.map(), before);
    hand.window.hover_at(c);
    hand.window.drop_at(c);
    hand.settle();
    assert_eq!(hand.map(), before, "the rest of the drag paints nothing");
    assert_eq!(hand.steps(), ["Paint type 1"]);
}

#[test]
fn the_size_of_the_brush_changes_within_a_stroke_and_it_stays_one_step() {
    let mut hand = Hand::with_map();
    let [a, b] = [[5, 5], [15, 5]].map(|cell| hand.cell(cell));
    hand.window.hover_at(a);
    hand.window.drag_at(a);
    hand.settle();
    hand.press("]");
    hand.window.hover_at(b);
    hand.window.drop_at(b);
    hand.settle();
    assert_eq!(hand.steps(), ["Paint type 1"]);
    assert_eq!(hand.model().tools.maps.brush_size, 4);
}

#[test]
fn shift_draws_a_line_from_the_last_click_and_alt_picks_a_type() {
    let mut hand = Hand::with_map();
    hand.press("5");
    hand.click_cell([3, 15]);
    hand.drag_with(Modifiers::SHIFT, &[[33, 15]]);
    assert_eq!(hand.steps().len(), 2);
    assert!((3..=33).all(|x| hand.kind(x, 15) == 5));
    hand.press("1");
    hand.drag_with(Modifiers::ALT, &[[20, 15]]);
    assert_eq!(hand.steps().len(), 2, "picking is no step");
    hand.click_cell([20, 25]);
    assert_eq!(hand.kind(20, 25), 5);
}

#[test]
fn a_fill_ends_where_the_type_does() {
    let mut hand = Hand::with_map();
    hand.press("R");
    hand.drag(&[[10, 0], [11, 29]]);
    hand.press("F");
    hand.press("5");
    hand.click_cell([30, 10]);
    assert_eq!((hand.kind(5, 10), hand.kind(10, 10), hand.kind(30, 10)), (0, 1, 5));
    assert_eq!(hand.steps().len(), 2);
    // With Ctrl, a type is replaced wherever it is.
    hand.press("Ctrl+Z");
    hand.drag_with(Modifiers { ctrl: true, command: true, ..Modifiers::NONE }, &[[30, 10]]);
    assert_eq!((hand.kind(5, 10), hand.kind(10, 10), hand.kind(30, 10)), (5, 1, 5));
}

#[test]
fn painting_keeps_to_the_selection() {
    let mut hand = Hand::with_map();
    hand.press("M");
    hand.drag(&[[10, 10], [14, 14]]);
    assert!(hand.shows("25 cells selected"));
    hand.press("R");
    hand.drag(&[[0, 0], [39, 29]]);
    let painted = (0..40).flat_map(|x| (0..30).map(move |y| (x, y)));
    let painted = painted.filter(|(x, y)| hand.kind(*x, *y) == 1);
    assert_eq!(painted.count(), 25);
    hand.press("Ctrl+D");
    assert!(hand.shows("nothing selected"));
}

#[test]
fn the_wheel_zooms_at_the_pointer() {
    let mut hand = Hand::with_map();
    let before = hand.camera().points_per_cell;
    let at = hand.cell([8, 22]);
    hand.wheel([8, 22], 3.0);
    assert!(hand.camera().points_per_cell > before * 1.2);
    assert!(hand.cell([8, 22]).distance(at) < 0.5, "the cell stays under the pointer");
    hand.wheel([8, 22], -3.0);
    assert!((hand.camera().points_per_cell / before - 1.0).abs() < 0.01);
    assert!(hand.steps().is_empty());
}

#[test]
fn middle_button_and_space_pan_and_paint_nothing() {
    let mut hand = Hand::with_map();
    hand.press("Plus");
    let at = hand.cell([20, 15]);
    let points = [at, at + vec2(40.0, -30.0)];
    hand.drag_points(PointerButton::Middle, Modifiers::NONE, &points);
    assert!(hand.cell([20, 15]).distance(points[1]) < 1.0);
    let space = |pressed| Event::Key {
        key: Key::Space,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    hand.window.event(space(true));
    hand.drag_points(PointerButton::Primary, Modifiers::NONE, &[points[1], at]);
    hand.window.event(space(false));
    hand.settle();
    assert!(hand.cell([20, 15]).distance(at) < 1.0);
    assert!(hand.steps().is_empty());
}

#[test]
fn the_status_bar_and_the_inspector_say_what_is_under_the_pointer() {
    let mut hand = Hand::with_map();
    hand.press("5");
    hand.click_cell([7, 9]);
    hand.point_at([7, 9]);
    assert!(hand.shows("(7, 9)  type 5  height 0.0"));
    assert!(hand.shows("Cell (7, 9)"));
    hand.point_at([-1, 3]);
    assert!(hand.shows("(-1, 3) outside the map"));
    hand.window.remove_cursor();
    hand.settle();
    assert!(hand.shows("Point at a cell to see its contents"));
}

#[test]
fn the_probe_says_what_each_server_does_and_asks_again_when_the_map_changes() {
    let mut hand = Hand::with_map();
    hand.press("P");
    assert_eq!(hand.model().tools.maps.tool, Tool::Probe);
    hand.drag(&[[5, 5], [10, 5]]);
    assert!(hand.shows("Path from (5, 5) to (10, 5)"));
    assert!(hand.shows("rAthena: walks 5 steps; clear line of sight"));
    assert!(hand.steps().is_empty());
    hand.press("R");
    hand.drag(&[[7, 0], [7, 29]]);
    assert!(hand.shows_part("rAthena: does not walk"), "a wall was put into the way");
}

#[test]
fn copied_cells_are_put_down_flipped_and_turned() {
    let mut hand = Hand::with_map();
    hand.press("[");
    hand.press("[");
    hand.click_cell([5, 5]);
    hand.press("M");
    hand.drag(&[[5, 5], [7, 5]]);
    hand.press("Ctrl+C");
    hand.press("Ctrl+D");
    hand.press("Ctrl+V");
    assert!(hand.shows("3 × 1 cells in hand"));
    hand.press("X");
    hand.click_cell([20, 20]);
    assert_eq!([19, 20, 21].map(|x| hand.kind(x, 20)), [0, 0, 1]);
    hand.press("Z");
    assert!(hand.shows("1 × 3 cells in hand"));
    let before = hand.steps().len();
    hand.click_cell([30, 20]);
    assert_eq!(hand.steps().len(), before + 1);
}

#[test]
fn a_click_that_is_over_before_the_window_draws_is_a_whole_step() {
    let mut hand = Hand::with_map();
    let at = hand.cell([5, 5]);
    hand.point_at([5, 5]);
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // All of it in one frame.
    hand.window.input_mut().events.extend([button(true), button(false)]);
    hand.settle();
    assert_eq!(hand.steps(), ["Paint type 1"]);
    hand.point_at([20, 20]);
    assert_eq!(hand.kind(20, 20), 0, "the button is up");
}
