//! One thing after the other: a slow frame may bring several clicks and keys at once, and what the
//! second means may depend on what the first does.

use std::collections::VecDeque;

use eframe::egui::{Event, Key, RawInput};

/// What waits for the next frames.
#[derive(Default)]
pub(super) struct Order {
    waiting: VecDeque<Event>,
    /// The frame before may have opened or closed something. Where a button of the pointer goes
    /// down is looked up among what was drawn last, so that has to be drawn first.
    has_acted: bool,
}

impl Order {
    /// Leaves as much in the input as can be understood at once: nothing after a button of the
    /// pointer went down or up, no second key, and no button in the frame after a key or a click.
    /// A key that is held is one.
    pub(super) fn sort(&mut self, input: &mut RawInput) {
        self.waiting.extend(input.events.drain(..));
        let mut has_acted = std::mem::take(&mut self.has_acted);
        let mut pressed: Option<Key> = None;
        while let Some(event) = self.waiting.front() {
            if has_acted && matches!(event, Event::PointerButton { pressed: true, .. }) {
                return;
            }
            if let Event::Key { key, pressed: true, .. } = event {
                if pressed.is_some_and(|other| other != *key) {
                    return;
                }
                pressed = Some(*key);
                (has_acted, self.has_acted) = (true, true);
            }
            let ends_here = matches!(event, Event::PointerButton { .. });
            self.has_acted |= matches!(event, Event::PointerButton { pressed: false, .. });
            input.events.extend(self.waiting.pop_front());
            if ends_here {
                return;
            }
        }
    }

    pub(super) fn has_more(&self) -> bool {
        !self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Modifiers, PointerButton, Pos2};

    use super::*;

    fn key(key: Key) -> Event {
        let modifiers = Modifiers::NONE;
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    const DOWN: Event = Event::PointerButton {
        pos: Pos2::ZERO,
        button: PointerButton::Primary,
        pressed: true,
        modifiers: Modifiers::NONE,
    };

    const UP: Event = Event::PointerButton {
        pos: Pos2::ZERO,
        button: PointerButton::Primary,
        pressed: false,
        modifiers: Modifiers::NONE,
    };

    fn frames(events: Vec<Event>) -> Vec<Vec<Event>> {
        let mut order = Order::default();
        let mut frames = Vec::new();
        let mut input = RawInput { events, ..RawInput::default() };
        loop {
            order.sort(&mut input);
            frames.push(std::mem::take(&mut input.events));
            if !order.has_more() {
                return frames;
            }
        }
    }

    #[test]
    fn a_stroke_ends_before_the_key_after_it() {
        let moved = || Event::PointerMoved(Pos2::new(3.0, 4.0));
        let done = frames(vec![DOWN, moved(), moved(), UP, key(Key::Z)]);
        let expected = [vec![DOWN], vec![moved(), moved(), UP], vec![key(Key::Z)]];
        assert_eq!(done, expected);
    }

    #[test]
    fn what_a_key_or_a_click_closes_is_gone_before_the_next_click() {
        let done = frames(vec![key(Key::Enter), DOWN, UP, DOWN]);
        let expected = [vec![key(Key::Enter)], vec![], vec![DOWN], vec![UP], vec![], vec![DOWN]];
        assert_eq!(done, expected);
    }

    #[test]
    fn keys_come_one_by_one_and_a_held_one_at_once() {
        let text = || Event::Text("u".to_owned());
        let done = frames(vec![key(Key::F1), key(Key::U), text(), key(Key::U), key(Key::Enter)]);
        let expected =
            [vec![key(Key::F1)], vec![key(Key::U), text(), key(Key::U)], vec![key(Key::Enter)]];
        assert_eq!(done, expected);
        assert_eq!(frames(Vec::new()), [Vec::new()]);
    }
}
