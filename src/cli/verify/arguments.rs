//! The arguments of `verify`.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use crate::cli::{
    arguments::{OutputArguments, parse_bytes, parse_time_limit},
    picture_files::PictureArguments,
};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// A solution document, or with --of a TSPLIB tour; - is standard input. Several may be given,
    /// or a folder for all documents in it
    #[arg(required = true, value_name = "DOCUMENT")]
    pub documents: Vec<PathBuf>,
    /// The graph of a TSPLIB tour, or a document that states its puzzle
    #[arg(long, value_name = "FILE")]
    pub of: Option<PathBuf>,
    /// Stop after this time, e.g. 10s, 0.5s, 2min; by default certificates that take more than
    /// about a second are not checked, and a method that solves or counts again has 5 s
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]; also
    /// bounds the size of decompressed input [default: 256MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
    /// Also read a named proof outside the document's folder and the working folder
    #[arg(long)]
    pub allow_outside: bool,
    #[command(flatten)]
    pub pictures: PictureArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}
