//! Pictures of an answer, and the tour of its first solution.

use super::arguments::SolveArguments;
use crate::{
    cli::{
        output_format::OutputFormat,
        picture_files::{MOST_PICTURES, drawn},
        stderr::say,
    },
    graphs::tour_file,
    puzzles::{Certificate, Solution, StatedPuzzle, drawing::pictures},
};

/// The answer to draw: the solutions, or the reason for "no solution".
#[derive(Clone, Copy)]
pub struct DrawnAnswer<'a> {
    pub puzzle: &'a dyn StatedPuzzle,
    pub found: &'a [Solution],
    pub certificate: Option<&'a Certificate>,
    pub arguments: &'a SolveArguments,
}

impl DrawnAnswer<'_> {
    /// The answer in a format: all solutions on a sheet, otherwise the first; or why it is not
    /// written.
    ///
    /// # Errors
    /// A message for a person.
    pub fn made(self, format: OutputFormat) -> Result<Vec<u8>, String> {
        let Self { puzzle, found, arguments, .. } = self;
        let (what, made, most) = match format {
            OutputFormat::Svg | OutputFormat::Png => ("draw", "sheet", MOST_PICTURES),
            OutputFormat::Html => ("play", "page", 1),
            OutputFormat::Tour => return self.tour(),
            _ => ("write", "file", 1),
        };
        if found.is_empty() && (self.certificate.is_none() || format == OutputFormat::Csv) {
            return Err(format!("there is no solution to {what}"));
        }
        let count = found.len();
        if count > most && !arguments.output.quiet {
            let shown = if most == 1 { "first".into() } else { format!("first {most}") };
            say(format_args!("the {made} shows the {shown} of {count} solutions"));
        }
        let attacks = most > 1 && arguments.show_attacks;
        let drawings = pictures(puzzle, found.iter().take(most), self.reason(), attacks);
        if drawings.is_empty() {
            return Err(format!("the {} is too large", self.ground()));
        }
        drawn(format, &drawings, arguments.look.look())
    }

    /// The vertices of the first solution in order, as a TSPLIB tour; a path gets one more vertex.
    fn tour(self) -> Result<Vec<u8>, String> {
        let solution = self.found.first().ok_or("there is no solution to write")?;
        let mut tour = self.puzzle.visits(solution).ok_or("the solution is not a tour")?;
        if self.puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
            tour.push(tour.len() as u32);
        }
        let mut bytes = Vec::new();
        let written = tour_file::write(&self.puzzle.title(), &tour, &mut bytes);
        written.map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// The drawing of why there is no solution.
    fn reason(&self) -> Option<&Certificate> {
        self.certificate.filter(|_| self.found.is_empty())
    }

    fn ground(self) -> &'static str {
        if self.puzzle.board().is_none() { "graph" } else { "board" }
    }
}
