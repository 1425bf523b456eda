//! Light, dark, or as the desktop is; the scale of the interface; and the look of what egui draws.

use eframe::egui;
use egui::{Color32, Shadow, Stroke, ThemePreference, Visuals};

use super::colour::{Colours, colours};
use super::size;
use crate::settings::{Settings, Theme};

/// Cheap to call in every frame: nothing happens where nothing changed.
pub(crate) fn apply(context: &egui::Context, settings: &Settings) {
    let wanted = match settings.theme {
        Theme::System => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    };
    if context.options(|options| options.theme_preference) != wanted {
        context.set_theme(wanted);
    }
    if (context.zoom_factor() - settings.scale).abs() > 0.001 {
        context.set_zoom_factor(settings.scale);
    }
    let marker = egui::Id::new("theme is set up");
    if context.data(|data| data.get_temp::<bool>(marker)).is_none() {
        set_up(context);
        context.data_mut(|data| data.insert_temp(marker, true));
    }
}

fn set_up(context: &egui::Context) {
    // The zoom keys of egui would get in the way of our own.
    context.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // Commands have keys of their own; this one would ask about quitting a second time.
        options.quit_shortcuts.clear();
    });
    context.set_fonts(super::font::definitions(Vec::new()));
    context.all_styles_mut(|style| {
        dress(&mut style.visuals);
        style.interaction.tooltip_delay = 0.4;
        style.spacing.item_spacing = egui::vec2(6.0, size::TIGHT);
        style.spacing.button_padding = egui::vec2(7.0, 2.0);
        style.spacing.interact_size.y = size::ROW;
        // What is scrolled ends before the bar.
        style.spacing.scroll.floating_allocated_width = size::BAR_ROOM.into();
        style.spacing.window_margin = egui::Margin::same(14);
        style.spacing.menu_margin = egui::Margin::same(6);
    });
}

/// Gives every widget of egui the colour of its role.
pub fn dress(visuals: &mut Visuals) {
    let colours = *Colours::of(visuals);
    visuals.panel_fill = colours.surface;
    visuals.window_fill = colours.raised;
    visuals.extreme_bg_color = colours.sunken;
    visuals.text_edit_bg_color = Some(colours.sunken);
    visuals.faint_bg_color = colours.raised;
    visuals.code_bg_color = colours.control;
    visuals.warn_fg_color = colours.warning;
    visuals.error_fg_color = colours.danger;
    visuals.hyperlink_color = colours.accent;
    visuals.weak_text_color = Some(colours.muted);
    visuals.selection.bg_fill = colours.chosen;
    visuals.selection.stroke = Stroke::new(1.0, colours.strong);
    visuals.window_stroke = Stroke::new(1.0, colours.line);
    visuals.window_corner_radius = size::CORNER_RAISED.into();
    visuals.menu_corner_radius = size::CORNER_RAISED.into();
    let shadow =
        Shadow { offset: [0, 4], blur: 16, spread: 0, color: Color32::from_black_alpha(70) };
    visuals.popup_shadow = shadow;
    visuals.window_shadow = Shadow::NONE;
    let widgets = &mut visuals.widgets;
    let roles = [
        (&mut widgets.noninteractive, colours.surface, colours.text),
        (&mut widgets.inactive, colours.control, colours.text),
        (&mut widgets.hovered, colours.control_hovered, colours.strong),
        (&mut widgets.active, colours.control_held, colours.strong),
        (&mut widgets.open, colours.control_hovered, colours.strong),
    ];
    for (widget, fill, text) in roles {
        (widget.bg_fill, widget.weak_bg_fill) = (fill, fill);
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.bg_stroke = Stroke::NONE;
        widget.corner_radius = size::CORNER.into();
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, colours.line);
    // Fields are told from what is behind them by their edge.
    widgets.inactive.bg_stroke = Stroke::new(1.0, colours.line);
    widgets.hovered.bg_stroke = Stroke::new(1.0, colours.muted);
    // Who has the keys is seen at once.
    widgets.active.bg_stroke = Stroke::new(1.0, colours.accent);
}

/// Tabs: the one in front is part of what is below it.
pub(crate) fn dock(ui: &egui::Ui) -> egui_dock::Style {
    let colours = colours(ui);
    let mut style = egui_dock::Style::from_egui(ui.style());
    style.tab_bar.height = 28.0;
    style.tab_bar.bg_fill = colours.backdrop;
    style.tab_bar.hline_color = colours.line;
    style.tab_bar.corner_radius = 0.into();
    style.main_surface_border_stroke = Stroke::NONE;
    style.separator.width = 1.0;
    style.separator.extra_interact_width = 6.0;
    (style.separator.color_idle, style.separator.color_hovered) = (colours.line, colours.accent);
    style.separator.color_dragged = colours.accent;
    style.tab.tab_body.stroke = Stroke::NONE;
    style.tab.tab_body.corner_radius = 0.into();
    let tab = &mut style.tab;
    let looks = [
        (&mut tab.active, colours.surface, colours.text),
        (&mut tab.focused, colours.surface, colours.strong),
        (&mut tab.hovered, colours.control, colours.strong),
        (&mut tab.inactive, colours.backdrop, colours.muted),
        (&mut tab.active_with_kb_focus, colours.surface, colours.accent),
        (&mut tab.focused_with_kb_focus, colours.surface, colours.accent),
        (&mut tab.inactive_with_kb_focus, colours.backdrop, colours.accent),
    ];
    for (look, fill, text) in looks {
        look.bg_fill = fill;
        look.text_color = text;
        look.outline_color = Color32::TRANSPARENT;
        look.corner_radius = 0.into();
    }
    style
}
