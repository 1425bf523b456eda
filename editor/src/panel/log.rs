//! What happened since the start, the newest at the end.

use std::time::Duration;

use eframe::egui;
use egui::{Label, RichText, Ui};

use super::empty;
use crate::message::Message;
use crate::model::Model;
use crate::model::log::Level;

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    if model.log.lines().len() == 0 {
        empty(ui, "No messages yet");
        return;
    }
    ui.horizontal(|ui| {
        if ui.small_button("Clear").clicked() {
            send.push(Message::ClearLog);
        }
        if ui.small_button("Copy all").clicked() {
            let lines: Vec<&str> = model.log.lines().map(|line| line.text.as_str()).collect();
            ui.ctx().copy_text(lines.join("\n"));
        }
    });
    let scroll = egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
    scroll.show(ui, |ui| {
        for line in model.log.lines() {
            let colour = match line.level {
                Level::Note => ui.visuals().text_color(),
                Level::Warning => ui.visuals().warn_fg_color,
                Level::Error => ui.visuals().error_fg_color,
            };
            let text = format!("{}  {}", age_in_words(line.at.elapsed()), line.text);
            // Nothing is cut: what was lost or kept is said at the ends of lines.
            ui.add(Label::new(RichText::new(text).color(colour)).wrap());
        }
    });
    ui.ctx().request_repaint_after(Duration::from_secs(60));
}

/// How long ago something happened, as wide as any other.
fn age_in_words(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    match minutes {
        0 => "     now".to_owned(),
        1..60 => format!("{minutes:2} min ago"),
        _ => format!("{:2} h ago", minutes / 60),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;

    use super::*;
    use crate::settings::Settings;

    #[test]
    fn a_long_line_is_told_to_its_end() {
        let mut model = Model::new(Settings::default(), None, Arc::new(|| ()));
        model.log.warn("nothing is lost of ".repeat(30));
        let mut harness = Harness::builder()
            .with_size(egui::vec2(300.0, 400.0))
            .build_ui(|ui| show(ui, &model, &mut Vec::new()));
        harness.run_steps(3);
        let line = harness.get_by_label_contains("nothing is lost").rect();
        assert!(line.right() <= 300.0 && line.height() > 100.0, "{line}");
    }

    #[test]
    fn ages_are_told_in_minutes_and_hours() {
        let words =
            [3, 59, 60, 3_599, 3_600, 100_000].map(|s| age_in_words(Duration::from_secs(s)));
        let words = words.each_ref().map(|words| words.trim());
        assert_eq!(words, ["now", "now", "1 min ago", "59 min ago", "1 h ago", "27 h ago"]);
    }
}
