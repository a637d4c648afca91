//! The puzzle on the command line, stated by arguments or by a document.

mod agents;
mod boards;
pub mod graph;
mod graph_paths;
mod graph_sets;
mod placements;
mod planning;
mod question;
mod size_range;
mod stated;
mod values;
mod visits;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::{Args, Subcommand};

use super::{
    CliError,
    stderr::say,
    watch::{LAST_OF_ARGUMENTS, LAST_OF_FILE, reading},
};
use crate::{
    invocation::Invocation,
    puzzles::{self, Stated, StatedPuzzle},
    run::Run,
};
use graph::{GraphLists, StatedInput};
use question::{OfGraph, OtherQuestion as _, PuzzleQuestion};
pub use size_range::SizeRange;
use size_range::SizeWord;
use stated::read_document;
pub use stated::{PuzzleCase, StatedCases, document};
pub use visits::hamilton_of_file;

/// Fewer bytes of input are read at once: even a board of all squares takes 40 ms.
const BRIEF: usize = 1 << 14;

/// A puzzle stated by arguments or taken from a document.
#[derive(Debug, Clone, Args)]
#[command(subcommand_negates_reqs = true, subcommand_value_name = "PUZZLE")]
pub struct PuzzleArguments {
    /// Read the puzzle from this document, or from standard input (-)
    #[arg(long, value_name = "DOCUMENT")]
    pub from: Option<PathBuf>,
    /// Take only this case, numbered from 1
    #[arg(hide_short_help = true, long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    pub case: Option<u64>,
    #[command(subcommand)]
    pub puzzle: Option<PuzzleCommand>,
}

/// The arguments of a puzzle; for a puzzle about a graph, its statement defines them.
macro_rules! arguments {
    (Tour $module:ident $statement:ident) => { visits::TourArguments };
    (Queens $module:ident $statement:ident) => { placements::QueensArguments };
    (Place $module:ident $statement:ident) => { placements::PlaceArguments };
    (Dominate $module:ident $statement:ident) => { placements::DominateArguments };
    (Meet $module:ident $statement:ident) => { planning::MeetArguments };
    (Route $module:ident $statement:ident) => { planning::RouteArguments };
    (Exchange $module:ident $statement:ident) => { planning::ExchangeArguments };
    (Mapf $module:ident $statement:ident) => { agents::MapfArguments };
    ($kind:ident $module:ident $statement:ident) => { OfGraph<puzzles::$module::$statement> };
}

/// Declares the subcommand of each puzzle.
macro_rules! declare_commands {
    ($($(#[$doc:meta])* $kind:ident: $module:ident::$statement:ident $(of $graph:ident)?,)*) => {
        /// The puzzles; [`crate::puzzles::kinds::LIST`] describes them.
        #[derive(Debug, Clone, Subcommand)]
        #[command(defer = true)]
        pub enum PuzzleCommand {
            $(
                #[command(aliases = <puzzles::$module::$statement as Stated>::KIND.american())]
                $kind(arguments!($kind $module $statement)),
            )*
        }

        impl PuzzleCommand {
            fn question(&self) -> PuzzleQuestion<'_> {
                match self {
                    $(Self::$kind(arguments) => arguments.question(),)*
                }
            }

            /// The word that contains the size, if a range of sizes may take its place.
            fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
                match self {
                    $(Self::$kind(arguments) => arguments.size(),)*
                }
            }
        }
    };
}
puzzles::each_kind!(declare_commands);

impl PuzzleArguments {
    /// The input files.
    pub fn files(&self) -> Vec<PathBuf> {
        let file = self.puzzle.as_ref().and_then(|puzzle| match puzzle.question() {
            PuzzleQuestion::OfGraph(file, _) => Some(file.graph.as_path()),
            PuzzleQuestion::Other(question) => question.file(),
        });
        self.from.iter().cloned().chain(file.map(Path::to_path_buf)).collect()
    }

    /// The range of sizes that takes the place of a size, if there is one.
    ///
    /// # Errors
    /// [`CliError::Usage`] if it is not written correctly.
    pub fn sizes(&self) -> Result<Option<SizeRange>, CliError> {
        let mut puzzle = self.puzzle.clone();
        let size = puzzle.as_mut().and_then(PuzzleCommand::size);
        let word = size.and_then(|(word, kind)| Some((word.to_str()?, kind)));
        word.map_or(Ok(None), |(word, kind)| SizeRange::of(word, kind))
    }

    /// The arguments with this word in place of the size.
    pub fn of_size(&self, word: String) -> Self {
        let mut arguments = self.clone();
        if let Some((size, _)) = arguments.puzzle.as_mut().and_then(PuzzleCommand::size) {
            *size = word.into();
        }
        arguments
    }

    /// The stated puzzle, if there must be only one.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn puzzle(&self, run: &Run, quiet: bool) -> Result<Arc<dyn StatedPuzzle>, CliError> {
        self.stated(run, quiet)?.single()
    }

    /// The stated puzzles, read within the limits of a run; unless `quiet`, prints what is ignored.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn stated(&self, run: &Run, quiet: bool) -> Result<StatedCases, CliError> {
        match self.stated_or_listed(run, GraphLists::Refused, quiet)? {
            StatedInput::Cases(cases) => Ok(cases),
            // `GraphLists::Refused` reads no list.
            StatedInput::List(list) => {
                wrong_input!("{}: this is a list of graphs; expected one graph", list.name);
            }
        }
    }

    /// As [`PuzzleArguments::stated`], or a list of graphs.
    ///
    /// # Errors
    /// As [`PuzzleArguments::stated`].
    pub fn stated_or_listed(
        &self,
        run: &Run,
        lists: GraphLists,
        quiet: bool,
    ) -> Result<StatedInput, CliError> {
        let last = if self.files().is_empty() { LAST_OF_ARGUMENTS } else { LAST_OF_FILE };
        let input = if self.is_brief() {
            self.read(run, lists)?
        } else {
            let arguments = self.clone();
            reading(run, ("reading the puzzle", last), move |run| arguments.read(run, lists))?
        };
        if let (StatedInput::Cases(StatedCases { note: Some(note), .. }), false) = (&input, quiet) {
            say(note);
        }
        Ok(input)
    }

    /// Whether a host program gave all that is to be read, and so little that another thread takes longer to begin.
    fn is_brief(&self) -> bool {
        let is_given = self.files().iter().all(|file| file.as_os_str() == "-");
        let of_host = Invocation::of_thread();
        is_given && of_host.is_some_and(|host| host.input().get_ref().len() < BRIEF)
    }

    fn read(&self, run: &Run, lists: GraphLists) -> Result<StatedInput, CliError> {
        let asked = self.puzzle.as_ref().map(PuzzleCommand::question);
        if lists == GraphLists::Any && !matches!(asked, Some(PuzzleQuestion::OfGraph(..))) {
            usage!("--only applies to lists of graphs, but this puzzle is not about a graph");
        }
        let Some(asked) = asked else {
            return match &self.from {
                Some(path) => Ok(read_document(path, run)?.only(self.case, path)?.into()),
                None => Err(CliError::Usage(
                    "no puzzle is given; for example: satranj solve tour 8x8 --closed".into(),
                )),
            };
        };
        if self.from.is_some() {
            usage!("state the puzzle by arguments or by --from, not by both");
        }
        if let Some(case) = self.case {
            usage!(
                "--case {case}: write it after --from FILE, or after the file of a puzzle with \
                    cases"
            );
        }
        if let Some(range) = self.sizes()? {
            let one = range.word(range.first());
            usage!("only `compare` takes a range of sizes; here write one size, such as {one}");
        }
        match asked {
            PuzzleQuestion::OfGraph(file, question) => graph::read(file, question, run, lists),
            PuzzleQuestion::Other(question) => Ok(question.cases()?.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_input_of_a_host_is_read_on_its_thread() {
        let from =
            |name: &str| PuzzleArguments { from: Some(name.into()), case: None, puzzle: None };
        let within = |bytes: usize, name: &str| {
            Invocation::new([], vec![b' '; bytes]).within(|| from(name).is_brief())
        };
        assert!(within(BRIEF - 1, "-"));
        assert!(!within(BRIEF, "-"));
        assert!(!within(0, "tour.json"));
        assert!(!from("-").is_brief());
    }
}
