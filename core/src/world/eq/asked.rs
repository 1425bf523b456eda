//! A zone of the client that can be asked as its server is, without the server's files.

use crate::nav::eq::answer::{Asked, Volumes};
use crate::nav::eq::ground::Ground;
use crate::world::eq::server_map::{self, Invisible};
use crate::world::eq::{Zone, server_wtr};

impl Zone {
    /// Its floors and regions, as the files that the server's tools would make of it have them. A zone whose
    /// tree can't be read has no regions.
    pub fn asked(&self) -> Asked {
        let (content, _) = server_map::build(self, Invisible::LeftOut, &self.ignored);
        let regions = server_wtr::build(self).map(|wtr| Volumes::new(&wtr)).unwrap_or_default();
        Asked { ground: Ground::of_content(&content), regions }
    }
}
