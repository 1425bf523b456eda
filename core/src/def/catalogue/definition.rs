//! One definition of a catalogue: its tree, and its layout once somebody wants it.

use std::sync::{Arc, OnceLock};

use crate::def::file_name::PacketFile;
use crate::def::layout::{Includes, Layout};
use crate::def::syntax::{FieldId, Syntax};
use crate::def::types::Type;
use crate::def::{Dialect, Settings};

#[derive(Debug)]
pub struct Definition {
    pub path: Arc<str>,
    /// `None` where the name of the file does not fit the form.
    pub packet: Option<PacketFile>,
    pub syntax: Arc<Syntax>,
    /// True where it has what only protojs reads, or fields behind a variable one, which makes
    /// good sense there alone.
    pub(super) is_like_protojs: bool,
    has_includes: bool,
    /// As protojs reads it, and as the others do.
    layouts: [OnceLock<Arc<Layout>>; 2],
}

impl Definition {
    pub(super) fn new(path: Arc<str>, packet: Option<PacketFile>, text: Arc<str>) -> Definition {
        let syntax = Arc::new(Syntax::parse(text));
        let is_like_protojs = syntax.has_protojs_marks() || has_fields_behind(&syntax);
        let has_includes = syntax.fields().any(|(_, field)| field.kind == Type::Include);
        let layouts = Default::default();
        Definition { path, packet, syntax, is_like_protojs, has_includes, layouts }
    }

    pub(super) fn without_layouts(&self) -> Definition {
        Definition {
            path: self.path.clone(),
            packet: self.packet.clone(),
            syntax: self.syntax.clone(),
            is_like_protojs: self.is_like_protojs,
            has_includes: self.has_includes,
            layouts: Default::default(),
        }
    }

    /// An included file may change on its own: then nothing is kept.
    pub(super) fn layout(&self, settings: Settings, includes: Includes<'_>) -> Arc<Layout> {
        let make = || Arc::new(Layout::with_includes(&self.syntax, settings, includes));
        let [protojs, others] = &self.layouts;
        match (self.has_includes, settings.dialect) {
            (true, _) => make(),
            (false, Dialect::Protojs) => protojs.get_or_init(make).clone(),
            (false, _) => others.get_or_init(make).clone(),
        }
    }
}

/// True where a field of fixed size stands behind a variable one of the same message or element.
fn has_fields_behind(syntax: &Syntax) -> bool {
    let behind = |parent: Option<FieldId>| {
        let kinds = syntax.children(parent).filter_map(|id| Some(syntax.field(id)?.kind));
        kinds.skip_while(|kind| !kind.is_variable()).any(|kind| kind.size(u32::MAX).is_some())
    };
    let arrays = syntax.fields().filter(|(_, field)| field.kind == Type::Array);
    !syntax.is_explicit() && (behind(None) || arrays.into_iter().any(|(id, _)| behind(Some(id))))
}
