//! Jobs of documents.

/// What a job of a document is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum For {
    Saving,
    /// Comparing or writing copies of a zone.
    Copies,
    /// With what the person has to hear where there is nothing to decide about.
    SecondLook(Option<String>),
    Check,
    CheckAround,
    Proposal,
    Edit,
    Unpacking,
    Sharing,
    Textures,
    Models,
    /// Reading or drawing the client's ground of a map.
    Ground,
    Reports,
    Routes,
    Merging,
    Comparing,
}
