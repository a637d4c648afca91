//! The command line: one file or folder per command.

#[macro_use]
mod error;

mod answered;
mod arguments;
mod ask;
mod bench;
mod check;
mod command_line;
mod compare;
mod count;
mod decode;
mod draw;
mod export;
mod file_format;
mod files;
mod generate;
mod graph_list;
mod help;
mod info;
mod input;
mod jobs;
mod kept_threads;
mod list;
mod measure;
mod merge;
mod output;
mod output_format;
mod outputs;
mod part;
mod picture_files;
mod program;
mod puzzle;
mod puzzle_options;
mod report;
mod seeds;
mod selection;
mod session;
mod shard;
mod shell;
mod signals;
mod solve;
mod standard_output;
mod stderr;
mod stored_cases;
#[cfg(target_os = "linux")]
mod supervisor;
mod verify;
mod watch;
mod whole_file;

pub use crate::invocation::{Invocation, starts_by};
pub use error::CliError;
pub use program::{begin, main, run};
