//! Packets, with all versions that there are of each.

use std::sync::Arc;

/// All versions of one packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    pub name: Arc<str>,
    /// By version, then platform, then path. Never empty.
    pub versions: Vec<PacketVersion>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PacketVersion {
    pub version: u32,
    pub platform: Option<Box<str>>,
    pub path: Arc<str>,
    /// The root that it lies in, by its number.
    pub root: Option<usize>,
    pub is_script: bool,
}

impl Packet {
    /// What `*` means: the greatest version; of those alike, the one for no platform.
    pub fn newest(&self) -> Option<&PacketVersion> {
        let newest = self.versions.last()?.version;
        self.versions.iter().find(|version| version.version == newest)
    }

    /// The versions in the same root as this one, for the same platform.
    pub fn siblings(&self, of: &PacketVersion) -> impl Iterator<Item = &PacketVersion> {
        let (root, platform) = (of.root, of.platform.clone());
        self.versions.iter().filter(move |other| other.root == root && other.platform == platform)
    }
}
