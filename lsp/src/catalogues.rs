//! One catalogue of all files for each way in which definitions are read.
//!
//! A folder may have a dialect or a patch of its own, and a catalogue has one of each. So there
//! are as many catalogues as there are ways, nearly always one; they share the parsed texts.

use std::sync::Arc;

use landwright_core::def::{self, Catalogue};

#[derive(Debug, Default)]
pub struct Catalogues {
    /// For files outside all folders, and whenever nothing else is asked for.
    usual: Arc<Catalogue>,
    others: Vec<Arc<Catalogue>>,
}

impl Catalogues {
    pub fn usual(&self) -> &Arc<Catalogue> {
        &self.usual
    }

    /// The catalogue whose definitions are read in this way.
    pub fn of(&self, settings: def::Settings) -> &Arc<Catalogue> {
        let mut others = self.others.iter();
        others.find(|catalogue| catalogue.settings() == settings).unwrap_or(&self.usual)
    }

    pub fn put(&mut self, path: &Arc<str>, file: &def::File) {
        Arc::make_mut(&mut self.usual).put_file(path, file);
        for other in &mut self.others {
            Arc::make_mut(other).put_file(path, &file.without_layouts());
        }
    }

    pub fn remove(&mut self, path: &str) {
        for catalogue in self.others.iter_mut().chain([&mut self.usual]) {
            Arc::make_mut(catalogue).remove_file(path);
        }
    }

    /// Keeps a catalogue for each of these ways, and no other. Says whether anything changed.
    pub fn arrange(
        &mut self,
        usual: def::Settings,
        others: Vec<def::Settings>,
        roots: &[String],
    ) -> bool {
        let mut wanted: Vec<def::Settings> = Vec::new();
        for settings in others {
            if settings != usual && !wanted.contains(&settings) {
                wanted.push(settings);
            }
        }
        let known = self.others.iter().map(|catalogue| catalogue.settings());
        let is_same_set = known.eq(wanted.iter().copied());
        let has_same_roots = self.usual.roots().iter().map(|root| &**root).eq(roots);
        if self.usual.settings() == usual && is_same_set && has_same_roots {
            return false;
        }
        let make = |settings| {
            let mut catalogue = Catalogue::new(settings, roots);
            for (path, file) in self.usual.files() {
                catalogue.put_file(path, &file.without_layouts());
            }
            Arc::new(catalogue)
        };
        let others = wanted.into_iter().map(make).collect();
        *self = Catalogues { usual: make(usual), others };
        true
    }
}

#[cfg(test)]
mod tests {
    use landwright_core::def::FileKind;

    use super::*;

    fn put(catalogues: &mut Catalogues, path: &str, text: &str) {
        let kind = FileKind::of(path).unwrap();
        let path = Arc::from(path);
        catalogues.put(&path, &def::File::parse(&path, kind, text));
    }

    fn size(catalogues: &Catalogues, patch: Option<u32>) -> u32 {
        let settings = def::Settings { patch, ..def::Settings::default() };
        let catalogue = catalogues.of(settings);
        let definition = catalogue.definition("/w/A.1.def").unwrap();
        catalogue.layout(definition).message.size.min()
    }

    #[test]
    fn a_definition_is_read_in_the_way_of_its_folder() {
        let of = |patch| def::Settings { patch, ..def::Settings::default() };
        let mut catalogues = Catalogues::default();
        put(&mut catalogues, "/w/A.1.def", "skillid s\n");
        let roots = ["/w".to_owned()];
        assert!(catalogues.arrange(of(None), vec![of(Some(27)), of(None)], &roots));
        assert!(!catalogues.arrange(of(None), vec![of(Some(27))], &roots));
        assert_eq!((size(&catalogues, None), size(&catalogues, Some(27))), (12, 8));
        put(&mut catalogues, "/w/A.1.def", "skillid s\nskillid t\n");
        assert_eq!((size(&catalogues, None), size(&catalogues, Some(27))), (20, 12));
        catalogues.remove("/w/A.1.def");
        assert!(catalogues.of(of(Some(27))).definition("/w/A.1.def").is_none());
    }
}
