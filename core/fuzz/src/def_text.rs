//! Syntax, layout and formatting of any text.

use landwright_core::def::edit::applied;
use landwright_core::def::format::{
    Columns, FinalBreak, FormatOptions, Typed, format, format_dashes, format_range, format_typed,
};
use landwright_core::def::{Dialect, Layout, Settings, Syntax};

use crate::text;

pub fn hold(bytes: &[u8]) {
    let text = &*text(bytes);
    let syntax = Syntax::parse(text);
    hold_lines(&syntax, text);
    for dialect in Dialect::ALL {
        for patch in [None, Some(70)] {
            let layout = Layout::of(&syntax, Settings { dialect, patch });
            layout.slots();
        }
    }
    hold_format(&syntax, text);
    hold_partial_format(&syntax, text);
}

/// The lines and the breaks between them are the whole text.
fn hold_lines(syntax: &Syntax, text: &str) {
    assert_eq!(&**syntax.text(), text);
    let mut end = 0;
    for line in syntax.lines() {
        let between = &text[end..line.span.start as usize];
        assert!(end == 0 && between.is_empty() || ["\n", "\r\n"].contains(&between), "{between:?}");
        assert!(line.content.start >= line.span.start && line.content.end <= line.span.end);
        end = line.span.end as usize;
    }
    assert_eq!(end, text.len());
}

fn layout(syntax: &Syntax) -> Layout {
    Layout::of(syntax, Settings::default())
}

fn hold_format(syntax: &Syntax, text: &str) {
    for columns in [Columns::AsFile, Columns::Aligned, Columns::Single] {
        let options = FormatOptions {
            names: columns,
            comments: columns,
            max_blank_lines: 1,
            final_break: if columns == Columns::Aligned {
                FinalBreak::Always
            } else {
                FinalBreak::Keep
            },
        };
        let once = applied(text, &format(syntax, &options));
        let after = Syntax::parse(once.as_str());
        assert_eq!(layout(syntax), layout(&after), "{once:?}");
        assert_eq!(words(text), words(&once));
        let twice = format(&after, &options);
        assert!(twice.is_empty(), "{once:?} {twice:?}");
    }
}

/// What formatting may not touch.
fn words(text: &str) -> String {
    let is_space = |c: &char| !c.is_whitespace() && *c != '\u{feff}';
    text.chars().filter(is_space).collect()
}

/// A range of lines, the line where somebody types, and the dashes alone.
fn hold_partial_format(syntax: &Syntax, text: &str) {
    let middle = text.len() / 2;
    let options = FormatOptions::default();
    for edits in [
        format_range(syntax, middle / 2..middle, &options),
        format_range(syntax, middle..usize::MAX, &options),
        format_dashes(syntax),
    ] {
        let after = applied(text, &edits);
        assert_eq!(layout(syntax), layout(&Syntax::parse(after.as_str())));
        assert_eq!(words(text), words(&after));
    }
    for typed in [Typed::Enter, Typed::Space] {
        for offset in [middle, text.len()] {
            for edit in format_typed(syntax, offset, typed) {
                assert!(text.get(edit.start..edit.end).is_some());
            }
        }
    }
}
