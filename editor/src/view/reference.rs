//! How a picture to paint after lies on a map.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::view::Shown;

/// Which picture, and how it lies on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    pub picture: PathBuf,
    pub shown: Shown,
    pub layer: Layer,
    /// Its south-west corner, from that of the map.
    pub offset_in_cells: [f32; 2],
    /// `None` until the picture was read: then it is as wide as the map.
    pub cells_per_pixel: Option<f32>,
    /// From 0 to 1.
    pub opacity: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layer {
    /// The cells lie over it, and let it through.
    Under,
    Over,
}

impl Reference {
    pub(crate) fn new(picture: PathBuf) -> Reference {
        Reference {
            picture,
            shown: Shown::Yes,
            layer: Layer::Under,
            offset_in_cells: [0.0; 2],
            cells_per_pixel: None,
            opacity: 0.5,
        }
    }

    /// As wide as the map, with its south-west corner on that of the map.
    pub fn fit(&mut self, map_width: u32, picture_width: u32) {
        self.offset_in_cells = [0.0; 2];
        self.cells_per_pixel = Some(map_width as f32 / picture_width.max(1) as f32);
    }
}
