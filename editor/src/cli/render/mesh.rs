//! A picture of a navigation mesh of EverQuest.

use landwright_core::format::file::Content;
use landwright_core::nav::eq::mesh::Mesh;
use landwright_core::vfs::save::Before;
use landwright_core::world::eq::mesh::picture::{NOTHING, View, picture};

use crate::cli::load;
use crate::cli::outcome::{Failure, Outcome};
use crate::cli::output::{Output, shown};
use crate::cli::render::Render;
use crate::cli::render::values::{Colours, Viewpoint};

impl Render {
    pub(super) fn draw_mesh(
        &self,
        before: Before,
        output: &mut Output,
    ) -> Result<Outcome, Failure> {
        let wrong = |message: &str| Failure::WrongUse(format!("{} {message}", shown(&self.file)));
        if self.view == Viewpoint::ThreeD {
            return Err(wrong("is drawn from above only: --view top"));
        }
        let view = match self.colours {
            Colours::Types => View::Areas,
            Colours::Islands => View::Islands,
            _ => return Err(wrong("is drawn with --colours types or islands")),
        };
        let Content::Nav(nav) = load::read(&self.file)?.0.content else {
            return Err(wrong("is no navigation mesh"));
        };
        let size = self.size.map(|size| (size.width, size.height));
        let image = picture(&Mesh::new(&nav.content), view, size);
        let image = image.ok_or_else(|| wrong("has no polygons to draw"))?;
        self.save_on_sheet(image, NOTHING, before, output)
    }
}
