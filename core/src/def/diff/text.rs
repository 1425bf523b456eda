//! A diff in words: a line each, its kind first.

use std::fmt;

use super::{Diff, Difference, MetaChange, Metas, Shift, Spot};

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        for size in &self.sizes {
            let of = if size.of.is_empty() { String::new() } else { format!("{}: ", size.of) };
            writeln!(f, "size     {of}at least {} → {} bytes", size.before, size.after)?;
        }
        if let Some(metas) = &self.metas {
            writeln!(
                f,
                "metas    {metas}{}",
                if self.is_same_on_wire { ", the same bytes" } else { "" }
            )?;
        }
        if self.differences.is_empty() && self.sizes.is_empty() && self.metas.is_none() {
            let same = if self.is_same_on_wire { "the same layout" } else { "the same fields" };
            writeln!(f, "same     {same}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Added { after } => write!(f, "added    {after}{}", after.at()),
            Difference::Removed { before } => write!(f, "removed  {before}{}", before.at()),
            Difference::Renamed { before, after } => {
                write!(f, "renamed  {} → {}, {}{}", before.name, after.name, after.ty, after.at())
            }
            Difference::Retyped { before, after } => {
                write!(f, "retyped  {}: {} → {}{}", after.name, before.ty, after.ty, after.at())
            }
            Difference::Moved { before, after } => {
                write!(f, "moved    {after}, {} → {}", before.offset_text(), after.offset_text())
            }
            Difference::Shifted { first, last, n_fields, shift } => {
                write!(f, "shifted  {}", first.described())?;
                if *n_fields > 1 {
                    write!(f, " … {}", last.described())?;
                }
                match shift {
                    Shift::Bytes(by) => write!(f, " by {by:+} bytes")?,
                    Shift::ToFloating => write!(f, " to no fixed offset")?,
                    Shift::ToFixed => write!(f, " to {}", first.offset_text())?,
                }
                if *n_fields > 1 { write!(f, " ({n_fields} fields)") } else { Ok(()) }
            }
        }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.ty, self.name)
    }
}

impl Spot {
    /// The name; a count and an offset share it with their field.
    fn described(&self) -> String {
        match &*self.ty {
            "count" | "offset" => self.to_string(),
            _ => self.name.clone(),
        }
    }

    fn at(&self) -> String {
        self.offset.map_or_else(String::new, |offset| format!(" at {offset}"))
    }

    fn offset_text(&self) -> String {
        self.offset.map_or_else(|| "floating".to_owned(), |offset| offset.to_string())
    }
}

impl fmt::Display for MetaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |metas| match metas {
            Metas::Implied => "implied",
            Metas::Written => "written out",
            Metas::InPlace => "in place",
        };
        write!(f, "{} → {}", word(self.before), word(self.after))
    }
}

impl Diff {
    /// A few words for a title or a message: "2 fields added, 1 retyped".
    pub fn summary(&self) -> String {
        let count = |is_it: fn(&Difference) -> bool| {
            self.differences.iter().filter(|difference| is_it(difference)).count()
        };
        let counts = [
            (count(|d| matches!(d, Difference::Added { .. })), "added"),
            (count(|d| matches!(d, Difference::Removed { .. })), "removed"),
            (count(|d| matches!(d, Difference::Retyped { .. })), "retyped"),
            (count(|d| matches!(d, Difference::Moved { .. })), "moved"),
            (count(|d| matches!(d, Difference::Renamed { .. })), "renamed"),
        ];
        let mut words: Vec<String> = Vec::new();
        for (n, what) in counts.into_iter().filter(|row| row.0 > 0) {
            let fields = match (words.is_empty(), n) {
                (true, 1) => " field",
                (true, _) => " fields",
                (false, _) => "",
            };
            words.push(format!("{n}{fields} {what}"));
        }
        if words.is_empty() && !self.is_same_on_wire {
            words.push("counts and offsets in a different order".to_owned());
        }
        words.join(", ")
    }
}
