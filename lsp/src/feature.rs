//! The features, a file each: what a request asks is converted in, core is called, and its
//! answer is converted out.

pub mod diagnostics;
pub mod hover;
