//! Lists of the fields of things: their names in scripts and tables, and a line about each.

/// An enum of fields with their names and a line about each.
macro_rules! fields {
    (
        $(#[$doc:meta])*
        pub enum $list:ident;
        $($variant:ident $name:literal $about:literal,)*
    ) => {
        $(#[$doc])*
        #[derive(
            Debug,
            Clone,
            Copy,
            PartialEq,
            Eq,
            Hash,
            PartialOrd,
            Ord,
            serde::Serialize,
            serde::Deserialize,
        )]
        pub enum $list {
            $(#[serde(rename = $name)] $variant,)*
        }

        impl $list {
            /// In the order in which tables show them.
            pub const ALL: &[$list] = &[$($list::$variant,)*];

            /// As scripts and tables name it.
            pub fn name(self) -> &'static str {
                match self {
                    $($list::$variant => $name,)*
                }
            }

            /// What it is, with its unit.
            pub fn about(self) -> &'static str {
                match self {
                    $($list::$variant => $about,)*
                }
            }
        }

        impl std::fmt::Display for $list {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $list {
            type Err = String;

            fn from_str(text: &str) -> Result<$list, String> {
                let wanted = text.trim();
                let known = $list::ALL.iter().find(|one| one.name().eq_ignore_ascii_case(wanted));
                known.copied().ok_or_else(|| {
                    let names: Vec<&str> = $list::ALL.iter().map(|one| one.name()).collect();
                    format!("there is no field {text}; known are {}", names.join(", "))
                })
            }
        }
    };
}
