//! The arguments of `export`.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use clap::{Args, ValueEnum as _};

use crate::{
    cli::{
        CliError,
        arguments::{
            Colour, DocumentFormat, EncodingArguments, OutputArguments, parse_bytes, parse_seed,
            parse_time_limit,
        },
        file_format::{Offered, chosen},
        puzzle::PuzzleArguments,
    },
    compression::Compression,
    exports::{self, Format, satisfiability::DIMACS},
    nearest,
    random::DEFAULT_SEED,
};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    #[command(flatten)]
    pub puzzle: PuzzleArguments,
    #[command(flatten)]
    pub sizes: SizesArguments,
    #[arg(long, global = true, value_name = "FORMAT", help = format_help(&exports::registry().iter().collect::<Vec<_>>()))]
    pub format: Option<String>,
    /// Use this encoding (see `satranj list encodings`) [default: the one that solvers handle best;
    /// opb states placements by constraints of its own]
    #[arg(long, global = true, value_name = "ENCODING")]
    pub encoding: Option<String>,
    /// Write to FILE, and the map that `decode` needs to FILE.map.json (x.cnf.map.json for x.cnf)
    #[arg(short, long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub folder: FolderArguments,
    /// Do not report that no map was written
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Replace FILE.map.json even if it is not a map
    #[arg(hide_short_help = true, long, global = true, requires = "output")]
    pub force: bool,
    /// Set the seed of all random choices, recorded in the header of the file; `random` picks one
    /// and prints it
    #[arg(
        hide_short_help = true,
        long,
        global = true,
        default_value_t = DEFAULT_SEED,
        value_parser = parse_seed,
        allow_negative_numbers = true,
        value_name = "N|random"
    )]
    pub seed: u64,
    /// Stop after this time, e.g. 10s, 0.5s, 2min
    #[arg(hide_short_help = true, long, global = true, value_parser = parse_time_limit, allow_hyphen_values = true, value_name = "TIME")]
    pub time_limit: Option<Duration>,
    /// Stop before using more memory than this, e.g. 2GiB [default: 80% of the machine's]
    #[arg(long, global = true, value_parser = parse_bytes, allow_hyphen_values = true, value_name = "SIZE")]
    pub memory_limit: Option<u64>,
    #[command(flatten)]
    pub formula: FormulaArguments,
    #[command(flatten)]
    pub choices: EncodingArguments,
}

/// Several files instead of one.
#[derive(Debug, Args)]
pub struct FolderArguments {
    /// Write a file for every case of a document or of a file of cases, and a manifest for `decode
    /// FOLDER`, into the folder of -o
    #[arg(long, global = true, requires = "output", conflicts_with = "sizes")]
    pub all_cases: bool,
    /// Write a file for every encoding that states the whole puzzle, and a manifest, into the folder
    /// of -o
    #[arg(hide_short_help = true, long, global = true, requires = "output", conflicts_with_all = ["sizes", "encoding"])]
    pub all_encodings: bool,
    /// Compress the files of a folder
    #[arg(hide_short_help = true, long, global = true, requires = "output", value_parser = compression, value_name = "gz|xz")]
    pub compress: Option<Compression>,
}

impl FolderArguments {
    /// Whether `-o` names a folder.
    pub fn is_asked_for(&self) -> bool {
        self.all_cases || self.all_encodings
    }
}

/// Additions to the clauses of a formula.
#[derive(Debug, Args)]
pub struct FormulaArguments {
    /// List the variables that a projected model counter counts, in a comment `c p show` (dimacs
    /// only)
    #[arg(long, global = true, conflicts_with = "sizes")]
    pub projection: bool,
    /// Split the formula into this many cubes (icnf only) [default: 64]
    #[arg(hide_short_help = true, long, global = true, conflicts_with = "sizes", value_parser = clap::value_parser!(u32).range(1..=MOST_CUBES), value_name = "K")]
    pub cubes: Option<u32>,
    /// State that a solution is better than that of the document of --from (dimacs only); `decode`
    /// reads the answer "no" and its proof as a proof that this solution is the best
    #[arg(hide_short_help = true, long, global = true, conflicts_with_all = ["sizes", "all_cases", "all_encodings", "cubes"])]
    pub better: bool,
    /// Add the negation of every cube (dimacs only): the result is unsatisfiable if the cubes cover
    /// the formula
    #[arg(long, global = true, requires = "cubes")]
    pub cover: bool,
}

/// The most cubes of a formula.
const MOST_CUBES: i64 = 1_000_000;

/// Arguments for the table of sizes.
#[derive(Debug, Args)]
pub struct SizesArguments {
    /// Instead of a formula, print the numbers of variables, clauses and literals of every encoding,
    /// and its time
    #[arg(long, global = true, conflicts_with_all = ["encoding", "force"])]
    pub sizes: bool,
    /// Print the sizes as JSON (short for --format json)
    #[arg(long, global = true, requires = "sizes", conflicts_with = "format")]
    pub json: bool,
}

impl SizesArguments {
    /// The format of the table, from the options of `export`.
    ///
    /// # Errors
    /// [`CliError::Usage`] for any other format.
    pub fn output(
        &self,
        format: Option<&str>,
        output: Option<&Path>,
        quiet: bool,
    ) -> Result<OutputArguments, CliError> {
        let format = format.map(|name| DocumentFormat::from_str(name, false)).transpose();
        let format = format.map_err(|_| {
            CliError::Usage(
                "--sizes prints text or json: write --format text or --format \
                             json"
                    .into(),
            )
        })?;
        let (json, output) = (self.json, output.map(Into::into));
        Ok(OutputArguments {
            format,
            json,
            output,
            colour: Colour::Never,
            ascii: false,
            quiet,
            verbose: 0,
        })
    }
}

/// A compression, by its extension.
fn compression(name: &str) -> Result<Compression, String> {
    Compression::named(name).ok_or_else(|| nearest::unknown("compression", name, ["gz", "xz"]))
}

/// The help of `--format`: the names and the usual extensions of these formats.
pub fn format_help(formats: &[&Format]) -> String {
    let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
    let otherwise = if names.contains(&DIMACS.name) { ", otherwise dimacs" } else { "" };
    let (names, last) = names.split_at(names.len() - 1);
    let extensions = formats.iter().map(|format| format!(".{}", format.extensions[0]));
    let (names, extensions) = (names.join(", "), extensions.collect::<Vec<_>>().join(" "));
    format!(
        "Write {names} or {} (see `satranj list formats`) [default: by the extension of -o \
         ({extensions}){otherwise}]",
        last.concat()
    )
}

/// The format of `--format` or of the file's extension; otherwise dimacs.
pub fn chosen_format(arguments: &ExportArguments) -> Result<&'static Format, CliError> {
    let all = exports::registry();
    let unknown = |name: &str| {
        let by_extension = all.iter().find(|format| format.extensions.contains(&name));
        CliError::Usage(match by_extension {
            Some(format) => format!("unknown format `{name}` (did you mean {}?)", format.name),
            None => nearest::unknown("format", name, all.iter().map(|format| format.name)),
        })
    };
    let named = arguments.format.as_deref();
    let named = named.map(|name| exports::by_name(name).ok_or_else(|| unknown(name)));
    let named = named.transpose()?.map(|format| format.name);
    let by = named.map_or_else(String::new, |name| format!("--format {name}"));
    let offered: Vec<Offered<&str>> = all
        .iter()
        .map(|format| {
            let (name, extensions) = (format.name, format.extensions);
            Offered { format: name, name, extensions }
        })
        .collect();
    // A folder may have any name.
    let path = ("-o", arguments.output.as_deref().filter(|_| !arguments.folder.is_asked_for()));
    let chosen = chosen(path, named.map(|name| (name, by.as_str())), &offered, "export")?;
    let name = chosen.unwrap_or(DIMACS.name);
    exports::by_name(name).ok_or_else(|| unknown(name))
}
