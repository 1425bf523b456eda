//! EverQuest: the archives and worlds of the client, and the maps that a server reads.
//!
//! The layouts were held against every archive of the 1999 client and the files that the server's
//! own tools make of them.

mod zlib;
pub mod pfs;
pub mod wld;
pub mod map;
pub mod wtr;
pub mod nav;
