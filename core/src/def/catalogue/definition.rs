//! One definition of a catalogue: its tree, and its layout once somebody wants it.

use std::sync::{Arc, OnceLock};

use crate::def::file_name::PacketFile;
use crate::def::layout::{Includes, Layout};
use crate::def::syntax::{Field, FieldId, Syntax};
use crate::def::types::Type;
use crate::def::{Dialect, Settings};

#[derive(Debug)]
pub struct Definition {
    pub path: Arc<str>,
    /// `None` where the name of the file does not fit the form.
    pub packet: Option<PacketFile>,
    pub syntax: Arc<Syntax>,
    pub(super) signs: Signs,
    has_includes: bool,
    /// As protojs reads it, and as the others do.
    layouts: [OnceLock<Arc<Layout>>; 2],
}

/// What tells for which parser a definition was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Signs {
    /// It has what only protojs reads, or fields behind a variable one, which makes good sense
    /// there alone.
    pub(super) of_protojs: bool,
    /// It has `count` or `offset`, as all did before toolbox brought `ref`.
    pub(super) of_seed: bool,
    /// It has what came with toolbox.
    pub(super) of_toolbox: bool,
}

impl Signs {
    fn of(syntax: &Syntax) -> Signs {
        let has = |is_sign: fn(&Field) -> bool| syntax.fields().any(|(_, field)| is_sign(field));
        Signs {
            of_protojs: syntax.has_protojs_marks() || has_fields_behind(syntax),
            of_seed: has(|field| matches!(field.kind, Type::Count | Type::Offset)),
            of_toolbox: has(|field| {
                let is_new = matches!(field.kind, Type::Ref | Type::Customize);
                is_new || field.subtype.is_some() || field.flags.is_some()
            }),
        }
    }
}

impl Definition {
    pub(super) fn new(path: Arc<str>, packet: Option<PacketFile>, text: Arc<str>) -> Definition {
        let syntax = Arc::new(Syntax::parse(text));
        let signs = Signs::of(&syntax);
        let has_includes = syntax.fields().any(|(_, field)| field.kind == Type::Include);
        let layouts = Default::default();
        Definition { path, packet, syntax, signs, has_includes, layouts }
    }

    pub(super) fn without_layouts(&self) -> Definition {
        Definition {
            path: self.path.clone(),
            packet: self.packet.clone(),
            syntax: self.syntax.clone(),
            signs: self.signs,
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
