//! What happened since the start, the newest at the end.

use std::time::Duration;

use eframe::egui;
use egui::{Label, RichText, Ui};

use super::empty;
use crate::model::Model;
use crate::model::log::Level;
use crate::model::message::Message;

pub(crate) fn show(ui: &mut Ui, model: &Model, send: &mut Vec<Message>) {
    if model.log.lines().len() == 0 {
        empty(ui, "Nothing happened yet");
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
    let height = ui.text_style_height(&egui::TextStyle::Body);
    let scroll = egui::ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true);
    scroll.show_rows(ui, height, model.log.lines().len(), |ui, rows| {
        for line in model.log.lines().skip(rows.start).take(rows.len()) {
            let colour = match line.level {
                Level::Note => ui.visuals().text_color(),
                Level::Warning => ui.visuals().warn_fg_color,
                Level::Error => ui.visuals().error_fg_color,
            };
            let text = format!("{}  {}", age_in_words(line.at.elapsed()), line.text);
            ui.add(Label::new(RichText::new(text).color(colour)).truncate());
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
    use super::*;

    #[test]
    fn ages_are_told_in_minutes_and_hours() {
        let words =
            [3, 59, 60, 3_599, 3_600, 100_000].map(|s| age_in_words(Duration::from_secs(s)));
        let words = words.each_ref().map(|words| words.trim());
        assert_eq!(words, ["now", "now", "1 min ago", "59 min ago", "1 h ago", "27 h ago"]);
    }
}
