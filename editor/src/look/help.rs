//! What `F1` is about: controls name their page of the manual, and the one with the keys or below the
//! pointer is meant.

use eframe::egui::{Context, Id, Response};

/// The page of a control that was drawn in a frame.
#[derive(Debug, Clone)]
struct Noted {
    page: String,
    frame: u64,
}

fn place() -> Id {
    Id::new("what F1 is about")
}

/// Names the page of a control.
pub fn about(control: &Response, page: impl FnOnce() -> String) {
    if control.has_focus() || control.contains_pointer() {
        note(&control.ctx, page());
    }
}

/// Says what is meant now.
pub fn note(context: &Context, page: String) {
    let frame = context.cumulative_frame_nr();
    context.data_mut(|data| data.insert_temp(place(), Noted { page, frame }));
}

/// The page of what was meant in this frame or the one before.
pub fn noted(context: &Context) -> Option<String> {
    let noted: Noted = context.data(|data| data.get_temp(place()))?;
    (noted.frame + 1 >= context.cumulative_frame_nr()).then_some(noted.page)
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Ui, vec2};
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;

    #[test]
    fn the_control_below_the_pointer_is_meant_until_the_pointer_leaves_it() {
        let show = |ui: &mut Ui, meant: &mut Option<String>| {
            about(&ui.button("One"), || "one".to_owned());
            ui.add_space(100.0);
            about(&ui.button("Two"), || "two".to_owned());
            *meant = noted(ui.ctx());
        };
        let mut harness =
            Harness::builder().with_size(vec2(200.0, 300.0)).build_ui_state(show, None);
        harness.get_by_label("Two").hover();
        harness.run();
        assert_eq!(harness.state().as_deref(), Some("two"));
        harness.get_by_label("One").hover();
        harness.run();
        assert_eq!(harness.state().as_deref(), Some("one"));
    }
}
