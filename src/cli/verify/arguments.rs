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
    /// One or more solution documents, or folders of them; with --of, one TSPLIB tour; - is
    /// standard input
    #[arg(required = true, value_name = "DOCUMENT")]
    pub documents: Vec<PathBuf>,
    /// Check a TSPLIB tour against this graph, or against the puzzle of this document
    #[arg(long, value_name = "FILE")]
    pub of: Option<PathBuf>,
    /// Stop after this time, e.g. 10s, 0.5s, 2min; by default, certificates that take more than
    /// about a second are not checked, and a method that solves or counts again gets 5 s
    #[arg(long, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]; also
    /// bounds the size of decompressed input [default: 256MiB]
    #[arg(long, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
    /// Allow a document to name a proof outside its folder and the working folder
    #[arg(long)]
    pub allow_outside: bool,
    #[command(flatten)]
    pub pictures: PictureArguments,
    #[command(flatten)]
    pub output: OutputArguments,
}
