//! The features, a file each: what a request asks is converted in, core is called, and its
//! answer is converted out.

pub mod diagnostics;
pub mod completion;
pub mod hover;
pub mod goto;
pub mod references;
pub mod symbols;
pub mod folding;
pub mod selection;
pub mod inlay;
pub mod tokens;
pub mod lens;
pub mod link;
pub mod action;
pub mod formatting;
pub mod rename;
pub mod decode;
pub mod dialects;
pub mod command;
pub mod create;
