//! The language server for TERA packet definitions, and its command line.
//!
//! Everything that is known about the language is in `landwright_core::def`, which knows no
//! protocol. Here a message is converted in, core is asked, and its answer is converted out.

pub mod kind;
pub mod log;
pub mod command;
pub mod transport;
pub mod wire;
pub mod server;
pub mod session;
pub mod abilities;
pub mod state;
pub mod world;
pub mod catalogues;
pub mod opcode_names;
pub mod project;
pub mod file;
pub mod position;
pub mod analysis;
pub mod feature;
pub mod from_proto;
pub mod to_proto;
pub mod edit;
pub mod sent_tokens;
pub mod publish;
pub mod refresh;
pub mod reading;
pub mod scan;
pub mod watch;
pub mod progress;
pub mod config;
pub mod configure;
pub mod job;
