//! How hard a file is packed: a setting of the project, and of the person who packs.

/// How hard to pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Effort {
    /// As small as possible up to some megabytes, above that quickly.
    #[default]
    BySize,
    /// Quickly, whatever the size.
    Quick,
    /// As small as possible, however long it takes.
    Smallest,
}
