//! An empty window, or one with a picture over all of it, as large as Landwright's and drawn the
//! same way, again and again: what a frame costs before anything of ours is in it. Writes a line
//! a frame to the file that `LANDWRIGHT_TIMES` names: milliseconds since the start.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

use eframe::egui;
use egui::{CentralPanel, Color32, ColorImage, Frame, TextureHandle, TextureOptions, Ui};
use landwright_editor::window;

struct Bare {
    started: Instant,
    file: File,
    picture: Option<TextureHandle>,
}

/// Texels along each side of the picture.
const SIDE: usize = 512;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let path = std::env::var_os("LANDWRIGHT_TIMES").ok_or("LANDWRIGHT_TIMES names no file")?;
    let file = File::create(path)?;
    let has_picture = std::env::args().nth(1).as_deref() == Some("picture");
    eframe::run_native(
        "Bare",
        window::options(),
        Box::new(move |context| {
            let picture = has_picture.then(|| picture(&context.egui_ctx));
            Ok(Box::new(Bare { started, file, picture }))
        }),
    )?;
    Ok(())
}

fn picture(context: &egui::Context) -> TextureHandle {
    let pixel = |n: usize| Color32::from_rgb((n % 251) as u8, (n / SIDE % 256) as u8, 90);
    let image = ColorImage::new([SIDE; 2], (0..SIDE * SIDE).map(pixel).collect());
    context.load_texture("picture", image, TextureOptions::NEAREST)
}

impl eframe::App for Bare {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let milliseconds = self.started.elapsed().as_secs_f64() * 1000.0;
        // Who measures sees that lines are missing.
        let _ = writeln!(self.file, "{milliseconds:.3} 0");
        CentralPanel::default().frame(Frame::central_panel(ui.style())).show(ui, |ui| {
            if let Some(picture) = &self.picture {
                let uv = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter().image(picture.id(), ui.max_rect(), uv, Color32::WHITE);
            }
        });
        ui.ctx().request_repaint();
    }
}
