//! A ground from above: its picture, the light on its slopes, its walls, and the hand of the tool.

use std::sync::Arc;

use eframe::egui;
use egui::{
    Align2, Color32, ColorImage, Painter, PointerButton, Pos2, Rect, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, pos2, vec2,
};
use landwright_core::format::picture::Picture;
use landwright_core::space::ragnarok::{CubePos, height_from_altitude};
use landwright_core::world::Revision;
use landwright_core::world::gnd::Ground;
use landwright_core::world::gnd::face::Face;

use crate::canvas::menu::context_menu;
use crate::canvas::sheet::{Look, Sheet, Sought, steer};
use crate::canvas::steer::{LeftButton, is_panning, room};
use crate::command::CommandId;
use crate::kind::face::Seen;
use crate::kind::ground::commands::{ALL_WALLS, TOOLS};
use crate::kind::ground::document::{GroundDocument, UNITS_PER_CUBE};
use crate::kind::ground::message::ToGround;
use crate::kind::ground::tool::Tool;
use crate::kind::scene::face::plan::{Drawn, grid, ground, text};
use crate::kind::scene::land::Land;
use crate::view::hand::{Held, Phase};

const SELECTED: Color32 = Color32::from_rgb(255, 60, 150);
const WALL: Color32 = Color32::from_black_alpha(190);
const HOLE: Color32 = Color32::from_rgb(16, 16, 20);
/// Walls are drawn where a cube is at least so many points wide.
const WALLS_FROM: f32 = 4.0;
/// Light on slopes: the slope of half its strength, so that gentle ones are seen, and the most that it darkens.
const HALF_LIT_SLOPE: f32 = 0.4;
const MOST_LIGHT: f32 = 120.0;

/// What a right click offers.
const ON_A_GROUND: [&[CommandId]; 4] = [
    &[TOOLS[0].1],
    &[TOOLS[1].1, TOOLS[2].1, TOOLS[3].1, TOOLS[4].1, TOOLS[5].1, TOOLS[6].1],
    &[TOOLS[7].1, TOOLS[8].1, TOOLS[9].1],
    &[ALL_WALLS, CommandId::ZoomSelection],
];

/// What a view from above keeps.
#[derive(Default)]
struct State {
    drawn: Drawn,
    /// The light on the slopes, and what is not in the picture yet; of which state and picture.
    over: Option<(Revision, Option<Arc<Land>>, TextureHandle)>,
    look: Look,
    is_stroking: bool,
}

pub(super) fn show(ui: &mut Ui, document: &GroundDocument, seen: &mut Seen<'_>) {
    let mut state: Box<State> = seen.kept.take(seen.view);
    let label = format!("Ground view of {}", document.title);
    if let Some((rect, response)) = room(ui, &label) {
        let sheet = steer(ui, &response, &sought(document), &mut state.look, rect);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, crate::look::colours(ui).backdrop);
        match document.land() {
            Some(land) => ground(ui, &painter, land, &mut state.drawn, sheet),
            None => grid(ui, &painter, sheet),
        }
        over(ui, &painter, document, &mut state, sheet);
        let on = On { document, sheet };
        on.walls(&painter);
        if let Some(at) = document.cube {
            let stroke = Stroke::new(2.0, SELECTED);
            painter.rect_stroke(on.cube(at), 0.0, stroke, StrokeKind::Middle);
        }
        point(ui, &response, on, &mut state, seen);
        context_menu(&response, seen.model, &ON_A_GROUND, seen.view, seen.send);
        if let Some(at) = response.hover_pos() {
            on.brush(&painter, at);
            let corner = rect.left_bottom() + vec2(8.0, -8.0);
            text(&painter, corner, Align2::LEFT_BOTTOM, &on.under(at));
        }
    }
    seen.kept.put(seen.view, state);
}

fn half_size(ground: &Ground) -> [f64; 2] {
    [ground.width(), ground.height()].map(|side| f64::from(side) * UNITS_PER_CUBE / 2.0)
}

fn sought(document: &GroundDocument) -> Sought {
    let [x, z] = half_size(document.ground());
    let half = vec2(x as f32, z as f32);
    let shown = document.cube.map_or([0.0; 2], |at| {
        [(f64::from(at.x) + 0.5) * UNITS_PER_CUBE - x, (f64::from(at.y) + 0.5) * UNITS_PER_CUBE - z]
    });
    Sought {
        extent: (-half, half),
        shown: vec2(shown[0] as f32, shown[1] as f32),
        n_shows: document.n_shows,
        n_fits: document.n_fits,
        n_zooms: document.n_zooms,
    }
}

/// A pixel for each cube over the picture: light and shade, holes, and paint that is not in the picture yet.
fn over(ui: &Ui, painter: &Painter, document: &GroundDocument, state: &mut State, sheet: Sheet) {
    let revision = document.editing.revision();
    let land = document.land();
    let is_same = |a: Option<&Arc<Land>>| match (a, land) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    let is_there =
        state.over.as_ref().is_some_and(|(of, own, _)| *of == revision && is_same(own.as_ref()));
    let ground = document.ground();
    if !is_there {
        let size = [ground.width() as usize, ground.height() as usize];
        // A texture has at most so many pixels along a side.
        let most = ui.input(|input| input.max_texture_side);
        if size.iter().any(|side| !(1..=most).contains(side)) {
            return;
        }
        let averages: Vec<Option<Color32>> = land.map_or(Vec::new(), |land| {
            land.textures.iter().map(|it| it.as_ref().and_then(average)).collect()
        });
        let rows = (0..ground.height()).rev();
        let cubes = rows.flat_map(|y| (0..ground.width()).map(move |x| CubePos { x, y }));
        let pixels = cubes.map(|at| pixel(ground, land.map(|land| &**land), &averages, at));
        let image = ColorImage::new(size, pixels.collect());
        let texture = ui.ctx().load_texture("light on a ground", image, TextureOptions::NEAREST);
        state.over = Some((revision, land.cloned(), texture));
    }
    if let Some((_, _, texture)) = &state.over {
        let [x, z] = half_size(ground);
        let shown = Rect::from_two_pos(sheet.point([-x, z]), sheet.point([x, -z]));
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        painter.image(texture.id(), shown, whole, Color32::WHITE);
    }
}

fn pixel(
    ground: &Ground,
    land: Option<&Land>,
    averages: &[Option<Color32>],
    at: CubePos,
) -> Color32 {
    let Some(cube) = ground.cube(at) else { return Color32::TRANSPARENT };
    let Some(surface) = ground.surface_at(at, Face::Top).and_then(|it| ground.surface(it)) else {
        return HOLE;
    };
    let before = land.and_then(|land| {
        let top = usize::try_from(land.gnd.cube(at.x, at.y)?.top).ok()?;
        land.gnd.surfaces.get(top)
    });
    if land.is_some() && before.is_none_or(|before| before.texture != surface.texture) {
        let texture = usize::try_from(surface.texture).ok();
        let average = texture.and_then(|texture| averages.get(texture).copied().flatten());
        return average.unwrap_or(Color32::GRAY);
    }
    // From the north-west, as maps are shaded.
    let [sw, se, nw, ne] = cube.altitude.map(height_from_altitude);
    let light = ((se + ne - sw - nw) - (nw + ne - sw - se)) / (4.0 * UNITS_PER_CUBE as f32);
    if !light.is_finite() {
        return Color32::RED;
    }
    let alpha = (MOST_LIGHT * light.abs() / (light.abs() + HALF_LIT_SLOPE)) as u8;
    // Ground that falls to the south-east is in the shade.
    if light < 0.0 {
        Color32::from_black_alpha(alpha)
    } else {
        Color32::from_white_alpha(alpha / 2)
    }
}

fn average(picture: &Picture) -> Option<Color32> {
    let mut sums = [0_u64; 3];
    for pixel in &picture.pixels {
        let [r, g, b, _] = *pixel;
        sums.iter_mut().zip([r, g, b]).for_each(|(sum, part)| *sum += u64::from(part));
    }
    let n = picture.pixels.len() as u64;
    let [r, g, b] = sums.map(|sum| sum.checked_div(n).and_then(|it| u8::try_from(it).ok()));
    Some(Color32::from_rgb(r?, g?, b?))
}

/// A ground where it is in a view.
#[derive(Clone, Copy)]
struct On<'d> {
    document: &'d GroundDocument,
    sheet: Sheet,
}

impl On<'_> {
    /// A place in cubes.
    fn place(&self, point: Pos2) -> [f64; 2] {
        let [half_x, half_z] = half_size(self.document.ground());
        let [x, z] = self.sheet.place(point);
        [(x + half_x) / UNITS_PER_CUBE, (z + half_z) / UNITS_PER_CUBE]
    }

    fn point(&self, [x, y]: [f64; 2]) -> Pos2 {
        let [half_x, half_z] = half_size(self.document.ground());
        self.sheet.point([x * UNITS_PER_CUBE - half_x, y * UNITS_PER_CUBE - half_z])
    }

    fn cube(&self, at: CubePos) -> Rect {
        let (x, y) = (f64::from(at.x), f64::from(at.y));
        Rect::from_two_pos(self.point([x, y]), self.point([x + 1.0, y + 1.0]))
    }

    /// Walls in sight, as dark edges.
    fn walls(&self, painter: &Painter) {
        let ground = self.document.ground();
        let points_per_cube = self.sheet.scale * UNITS_PER_CUBE as f32;
        if points_per_cube < WALLS_FROM {
            return;
        }
        let [west, north] = self.place(self.sheet.rect.min);
        let [east, south] = self.place(self.sheet.rect.max);
        let cubes = |from: f64, to: f64, side: u32| {
            (from.floor().max(0.0) as u32)..(to.ceil().max(0.0) as u32).min(side)
        };
        let stroke = Stroke::new((points_per_cube * 0.12).clamp(1.0, 4.0), WALL);
        for y in cubes(south, north, ground.height()) {
            for x in cubes(west, east, ground.width()) {
                let at = CubePos { x, y };
                let rect = self.cube(at);
                if ground.surface_at(at, Face::North).is_some() {
                    painter.line_segment([rect.left_top(), rect.right_top()], stroke);
                }
                if ground.surface_at(at, Face::East).is_some() {
                    painter.line_segment([rect.right_top(), rect.right_bottom()], stroke);
                }
            }
        }
    }

    /// Where the tool would work.
    fn brush(&self, painter: &Painter, at: Pos2) {
        if self.document.tool == Tool::Select {
            return;
        }
        let radius = self.document.settings.radius * UNITS_PER_CUBE as f32 * self.sheet.scale;
        painter.circle_stroke(
            at,
            radius.max(2.0),
            Stroke::new(3.0, Color32::from_black_alpha(140)),
        );
        painter.circle_stroke(at, radius.max(2.0), Stroke::new(1.0, Color32::WHITE));
    }

    /// What is under the pointer.
    fn under(&self, at: Pos2) -> String {
        let Some(cube) = self.document.cube_at(self.place(at)) else { return String::new() };
        let ground = self.document.ground();
        let height = self
            .document
            .height_of(cube)
            .map_or(String::new(), |height| format!("   height {height:.1}"));
        let top = ground.surface_at(cube, Face::Top).and_then(|it| ground.surface(it));
        let texture = match top {
            Some(top) => ground.texture_in_words(top.texture).unwrap_or_default(),
            None => "hole".to_owned(),
        };
        format!("cube {}, {}{height}   {texture}", cube.x, cube.y)
    }
}

fn point(ui: &Ui, response: &egui::Response, on: On<'_>, state: &mut State, seen: &mut Seen<'_>) {
    let held = ui.input(|input| input.modifiers);
    let held = Held { ctrl: held.command, alt: held.alt, shift: held.shift };
    let is_pan = is_panning(ui, response, LeftButton::IsTheTools);
    let at = response.interact_pointer_pos();
    let mut send = |phase, point: Pos2| {
        seen.send(ToGround::Stroke { phase, at: on.place(point), held });
    };
    if response.drag_started_by(PointerButton::Primary) && !is_pan {
        let pressed = ui.input(|input| input.pointer.press_origin()).or(at);
        if let Some(pressed) = pressed {
            send(Phase::Press, pressed);
            state.is_stroking = true;
        }
    }
    let Some(at) = at else { return };
    if state.is_stroking && (response.dragged() || response.drag_stopped()) {
        send(Phase::Drag, at);
    }
    if state.is_stroking && ui.input(|input| input.key_pressed(egui::Key::Escape)) {
        send(Phase::GiveUp, at);
        state.is_stroking = false;
    }
    if response.drag_stopped() && std::mem::take(&mut state.is_stroking) {
        send(Phase::Release, at);
    } else if response.clicked() {
        send(Phase::Press, at);
        send(Phase::Release, at);
    } else if response.secondary_clicked() && on.document.tool == Tool::Select {
        seen.send(ToGround::Select(on.document.cube_at(on.place(at))));
    }
}
