//! How each game walks: who may go where, by which way, and who sees whom.

pub mod ragnarok;
pub mod tera;
pub mod eq;
