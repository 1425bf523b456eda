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
        #[serde(try_from = "String")]
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

        /// However it is written: `-` and `_` are alike, as are the names that `find` lists.
        impl std::str::FromStr for $list {
            type Err = String;

            fn from_str(text: &str) -> Result<$list, String> {
                use $crate::format::file::record::naming::{IN_SCRIPTS, is_same_name};
                use $crate::problem::nearest::{did_you_mean, nearest};
                let text = text.trim();
                let named =
                    |name: &str| $list::ALL.iter().find(|one| is_same_name(one.name(), name));
                let listed = || {
                    let (_, name) =
                        IN_SCRIPTS.iter().find(|(listed, _)| is_same_name(listed, text))?;
                    named(name)
                };
                named(text).or_else(listed).copied().ok_or_else(|| {
                    let names: Vec<&str> = $list::ALL.iter().map(|one| one.name()).collect();
                    let near = nearest(text, names.iter().copied()).into_iter().collect::<Vec<_>>();
                    let hint = did_you_mean(&near);
                    format!("there is no field {text}{hint}; known are {}", names.join(", "))
                })
            }
        }

        impl TryFrom<String> for $list {
            type Error = String;

            fn try_from(name: String) -> Result<$list, String> {
                name.parse()
            }
        }
    };
}
