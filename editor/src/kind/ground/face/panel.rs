//! What the panels say of a ground: its tools and textures, and the cube that is selected.

use std::sync::Arc;

use eframe::egui;
use egui::{
    Button, Checkbox, Color32, ColorImage, Grid, Id, Image, ScrollArea, TextureHandle,
    TextureOptions, Ui, vec2,
};
use landwright_core::format::picture::Picture;
use landwright_core::space::ragnarok::{Corner, CubePos, height_from_altitude};
use landwright_core::world::gnd::face::Face;

use crate::kind::face::Seen;
use crate::kind::ground::commands::{ALL_WALLS, TOOLS};
use crate::kind::ground::document::GroundDocument;
use crate::kind::ground::message::ToGround;
use crate::kind::ground::tool::{Settings, Tool};
use crate::kind::scene::land::Land;
use crate::panel::command_buttons;
use crate::panel::rows::{choice, line};
use crate::panel::slider::{Scale, slider};
use crate::panel::typed::Typed;

/// A picture in the list of textures is so wide and high.
const ICON: f32 = 28.0;
/// So many names of missing files are listed.
const MOST_MISSING: usize = 12;

pub(super) fn inspector(ui: &mut Ui, document: &GroundDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.strong(&document.title).on_hover_text(document.path_shown());
        ui.add_space(4.0);
        match document.cube {
            Some(at) => cube(ui, document, at, seen),
            None => ground(ui, document),
        }
    });
}

fn cube(ui: &mut Ui, document: &GroundDocument, at: CubePos, seen: &mut Seen<'_>) {
    let ground = document.ground();
    let Some(cube) = ground.cube(at) else { return };
    ui.strong(format!("Cube {}, {}", at.x, at.y));
    Grid::new("corners of a cube").num_columns(2).striped(true).show(ui, |ui| {
        let names = ["South-west", "South-east", "North-west", "North-east"];
        for (corner, name) in Corner::ALL.into_iter().zip(names) {
            let height = height_from_altitude(corner.of(cube.altitude)).to_string();
            ui.weak(name).on_hover_text("Height in world units; this cube alone changes");
            let id = Id::new(("corner of a cube", document.id, at, corner));
            if let Some(text) = Typed::new(id, name, &height).show(ui, not_a_number) {
                seen.send(ToGround::SetCorner(corner, text));
            }
            ui.end_row();
        }
    });
    ui.add_space(6.0);
    Grid::new("faces of a cube").num_columns(3).striped(true).show(ui, |ui| {
        for (face, name) in Face::ALL.into_iter().zip(["Top", "North wall", "East wall"]) {
            ui.weak(name);
            let surface = ground.surface_at(at, face).and_then(|it| ground.surface(it));
            match surface {
                Some(surface) => {
                    let texture = ground.texture_in_words(surface.texture);
                    ui.label(texture.unwrap_or_else(|| "no texture".to_owned()));
                    let paint = ui.button("Paint").on_hover_text("Give it the chosen texture");
                    if paint.clicked() {
                        seen.send(ToGround::PaintFace(face));
                    }
                }
                None => _ = ui.weak("none"),
            }
            ui.end_row();
        }
    });
}

fn not_a_number(text: &str) -> Option<String> {
    let is_number = text.trim().parse::<f32>().is_ok_and(f32::is_finite);
    (!is_number).then(|| "Expected a number".to_owned())
}

fn ground(ui: &mut Ui, document: &GroundDocument) {
    let ground = document.ground();
    ui.weak("Click a cube with Select a cube to see its corners");
    ui.add_space(6.0);
    let version = ground.version();
    Grid::new("file of a ground").num_columns(2).show(ui, |ui| {
        line(ui, "Version", format!("{}.{}", version.major, version.minor));
        line(ui, "Cubes", format!("{} × {}", ground.width(), ground.height()));
        line(ui, "Surfaces", ground.n_surfaces().to_string());
        line(ui, "Textures", ground.textures().len().to_string());
        line(ui, "Lightmaps", ground.lightmaps().len().to_string());
        let n_stale = ground.n_reshaped_since(&document.first);
        if n_stale > 0 {
            line(ui, "Lightmaps out of date", n_stale.to_string())
                .on_hover_text("Landwright bakes none; bake them in a different program");
        }
    });
    if let Some(Err(why)) = &document.land {
        ui.weak(format!("No picture: {why}"));
    }
    let missing = document.land().map(|land| land.missing.as_slice()).unwrap_or_default();
    if !missing.is_empty() {
        ui.strong("Not there");
        missing.iter().take(MOST_MISSING).for_each(|one| _ = ui.weak(one.as_str()));
    }
}

pub(super) fn tools(ui: &mut Ui, document: &GroundDocument, seen: &mut Seen<'_>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        command_buttons(ui, seen.model, &TOOLS.map(|(_, command)| command), seen.send);
        ui.add_space(4.0);
        let mut settings = document.settings;
        brush(ui, document.tool, &mut settings);
        if document.tool != Tool::Select && !document.tool.shapes() {
            command_buttons(ui, seen.model, &[ALL_WALLS], seen.send);
        }
        ui.separator();
        ui.strong("Textures");
        textures(ui, document, &mut settings, seen);
        if settings != document.settings {
            seen.send(ToGround::Set(settings));
        }
    });
}

fn brush(ui: &mut Ui, tool: Tool, settings: &mut Settings) {
    if tool == Tool::Select {
        ui.weak("Click a cube to see and type its corners");
        return;
    }
    slider(ui, "Radius in cubes", &mut settings.radius, 0.0..=40.0, Scale::Even);
    match tool {
        Tool::Raise | Tool::Lower => {
            slider(ui, "By, in world units", &mut settings.by, 0.1..=100.0, Scale::Logarithmic);
        }
        Tool::SetHeight => {
            slider(ui, "Height in world units", &mut settings.height, -500.0..=500.0, Scale::Even);
        }
        Tool::Smooth => {
            slider(ui, "Strength", &mut settings.smoothness, 0.05..=1.0, Scale::Even);
        }
        _ => {}
    }
    if tool.shapes() && tool != Tool::Ramp {
        ui.add(Checkbox::new(&mut settings.is_soft, "Soft edge"));
    }
    if matches!(tool, Tool::Paint | Tool::Hole) {
        let laid = Checkbox::new(&mut settings.is_laid, "Lay the picture anew");
        ui.add(laid).on_hover_text("Otherwise it lies as the texture before it did");
        if settings.is_laid {
            slider(ui, "Over so many cubes", &mut settings.over, 1..=16, Scale::Even);
        }
    }
    ui.weak(match tool {
        Tool::Raise | Tool::Lower => "Shift reverses it",
        Tool::SetHeight => "Alt picks the height under the pointer",
        Tool::Flatten => "To the height at the start of the stroke",
        Tool::Ramp => "Drag from one cube to another; both keep their heights",
        Tool::Paint => "Alt picks the texture under the pointer",
        Tool::Wall => "At steps of the ground; Shift removes walls",
        Tool::Hole => "Shift puts tops back, with the chosen texture",
        Tool::Select | Tool::Smooth => "",
    });
}

/// The list of textures with their pictures, and the name of the chosen one.
fn textures(ui: &mut Ui, document: &GroundDocument, settings: &mut Settings, seen: &mut Seen<'_>) {
    let ground = document.ground();
    let icons = document.land().map(|land| icons(ui, document, land)).unwrap_or_default();
    for (number, name) in (0_u16..).zip(ground.textures()) {
        let name = name.decode(ground.code_page());
        ui.horizontal(|ui| {
            let size = vec2(ICON, ICON);
            match icons.get(usize::from(number)).and_then(Option::as_ref) {
                Some(icon) => {
                    let image = Image::new((icon.id(), size));
                    let icon = ui.add(Button::image(image).frame(false));
                    crate::panel::name(&icon, &format!("Picture of {name}"));
                    if icon.clicked() {
                        settings.texture = number;
                    }
                }
                None => _ = ui.allocate_exact_size(size, egui::Sense::hover()),
            }
            let width = ui.available_width();
            if choice(ui, settings.texture == number, name.as_ref(), width).clicked() {
                settings.texture = number;
            }
        });
    }
    let number = settings.texture;
    if let Some(name) = ground.textures().get(usize::from(number)) {
        ui.add_space(4.0);
        ui.weak("Name of the chosen texture, wherever it is used");
        let id = Id::new(("texture of a ground", document.id, number));
        let name = name.decode(ground.code_page());
        if let Some(text) = Typed::new(id, "Texture name", &name).show(ui, |_| None) {
            seen.send(ToGround::Rename(number, text));
        }
    }
    ui.weak("Add a texture by its name below data\\texture");
    let id = Id::new(("new texture of a ground", document.id, ground.textures().len()));
    let typed = Typed { hint: "folder\\name.bmp", ..Typed::new(id, "New texture", "") };
    if let Some(text) = typed.show(ui, |_| None).filter(|text| !text.is_empty()) {
        seen.send(ToGround::AddTexture(text));
    }
}

type Icons = Vec<Option<TextureHandle>>;

/// Put on the graphics card once for each picture of the ground.
fn icons(ui: &Ui, document: &GroundDocument, land: &Arc<Land>) -> Icons {
    let id = Id::new(("icons of textures", document.id));
    let known: Option<(Vec<usize>, Icons)> = ui.data(|data| data.get_temp(id));
    // Drawn anew after every stroke, but of the same files.
    let of: Vec<usize> = land
        .textures
        .iter()
        .zip(document.ground().textures())
        .map(|(it, name)| it.as_ref().map_or(0, |it| it.pixels.len()) + name.as_bytes().len())
        .collect();
    if let Some((known, icons)) = known
        && known == of
    {
        return icons;
    }
    let icon = |picture: &Picture| {
        let pixels = picture.pixels.iter().map(|pixel| {
            let [r, g, b, a] = *pixel;
            Color32::from_rgba_unmultiplied(r, g, b, a)
        });
        let size = [picture.width as usize, picture.height as usize];
        let image = ColorImage::new(size, pixels.collect());
        ui.ctx().load_texture("texture of a ground", image, TextureOptions::LINEAR)
    };
    let icons: Icons = land.textures.iter().map(|it| it.as_ref().map(icon)).collect();
    ui.data_mut(|data| data.insert_temp(id, (of, icons.clone())));
    icons
}
