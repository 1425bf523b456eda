//! Choosing what to open by its name.

use std::path::PathBuf;
use std::sync::Arc;

/// What has a name and can be opened, to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NamesForm {
    /// The same for as long as it is asked: typing copies none of it.
    pub named: Arc<Named>,
    pub search: String,
}

/// What lists have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Named {
    /// The files that the names are from.
    pub lists: Vec<PathBuf>,
    pub places: Vec<NamedPlace>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    pub name: String,
    /// What else tells it from others.
    pub about: String,
    /// `None` where it is not to be found.
    pub file: Option<PathBuf>,
    /// Both texts as they are searched in.
    in_lower_case: [String; 2],
}

impl NamedPlace {
    pub(crate) fn new(name: String, about: String, file: Option<PathBuf>) -> NamedPlace {
        let in_lower_case = [name.to_lowercase(), about.to_lowercase()];
        NamedPlace { name, about, file, in_lower_case }
    }
}

impl Named {
    /// Those with all words of a text in their names, or that begin what else is known, by their
    /// numbers; whose file is there comes first.
    pub fn found(&self, text: &str) -> Vec<usize> {
        let wanted = text.to_lowercase();
        let is_wanted = |place: &NamedPlace| {
            let [name, about] = &place.in_lower_case;
            let is_about = |word: &str| about.split_whitespace().any(|one| one.starts_with(word));
            wanted.split_whitespace().all(|word| name.contains(word) || is_about(word))
        };
        let wanted = self.places.iter().enumerate().filter(|(_, place)| is_wanted(place));
        let (there, missing): (Vec<_>, Vec<_>) =
            wanted.partition(|(_, place)| place.file.is_some());
        there.into_iter().chain(missing).map(|(n, _)| n).collect()
    }
}

/// What lists have, with what was not understood of them.
pub(crate) type Listed = Result<(Named, Vec<String>), String>;
