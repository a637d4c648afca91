//! Writes pictures of the solutions, and the tour of the first, into separate files.

use super::arguments::SolveArguments;
use crate::{
    cli::{
        CliError,
        picture_files::{MOST_PICTURES, PictureFiles, PictureKind, write_bytes, write_or_say},
        stderr::say,
        whole_file::WholeFile,
    },
    graphs::tour_file,
    pictures::Picture,
    puzzles::{Certificate, Solution, StatedPuzzle, drawing::pictures},
};

/// The drawable answer: the solutions, otherwise why there is none.
#[derive(Clone, Copy)]
pub struct DrawnAnswer<'a> {
    pub puzzle: &'a dyn StatedPuzzle,
    pub found: &'a [Solution],
    pub certificate: Option<&'a Certificate>,
    pub arguments: &'a SolveArguments,
}

impl DrawnAnswer<'_> {
    /// Writes the requested files; reports which are not written, and why.
    ///
    /// # Errors
    /// [`CliError`] if a file cannot be written.
    pub fn write(self, files: PictureFiles, tour: Option<WholeFile>) -> Result<(), CliError> {
        let quiet = self.arguments.output.quiet;
        let moves = |kind| self.arguments.animate && kind == PictureKind::Svg;
        let drawn = files.write_made(|kind| self.sheet(moves(kind)), || self.page(), quiet);
        let toured = write_or_say(
            tour,
            quiet,
            || self.tour(),
            |mut tour, out| {
                if self.puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
                    tour.push(tour.len() as u32);
                }
                tour_file::write(&self.puzzle.title(), &tour, out)
            },
        );
        drawn.and(toured)
    }

    /// Writes the picture in place of the document.
    ///
    /// # Errors
    /// [`CliError`] if the file cannot be written.
    pub fn write_svg(self, file: Option<WholeFile>) -> Result<(), CliError> {
        let made = || self.sheet(self.arguments.animate);
        write_or_say(file, self.arguments.output.quiet, made, write_bytes)
    }

    /// All pictures on one sheet, or why there is none.
    fn sheet(self, moves: bool) -> Result<String, String> {
        let Self { puzzle, found, arguments, .. } = self;
        if self.is_nothing() {
            return Err("there is no solution to draw".into());
        }
        let count = found.len();
        if count > MOST_PICTURES && !arguments.output.quiet {
            say(format_args!("the sheet shows the first {MOST_PICTURES} of {count} solutions"));
        }
        let shown = found.iter().take(MOST_PICTURES);
        let drawings = pictures(puzzle, shown, self.reason(), arguments.show_attacks);
        if drawings.is_empty() {
            return Err(format!("the {} is too large", self.ground()));
        }
        Ok(Picture::sheet(&drawings, moves))
    }

    /// The animated page of the first solution, or why there is none.
    fn page(self) -> Result<String, String> {
        if self.is_nothing() {
            return Err("there is no solution to play".into());
        }
        let drawings = pictures(self.puzzle, self.found.iter().take(1), self.reason(), false);
        let page = drawings.first().and_then(Picture::page);
        page.ok_or_else(|| format!("the {} is too large for a page", self.ground()))
    }

    /// The vertices of the first solution in order, or why there are none.
    fn tour(self) -> Result<Vec<u32>, String> {
        let solution = self.found.first().ok_or("there is no solution to write")?;
        Ok(self.puzzle.visits(solution).ok_or("the solution is not a tour")?)
    }

    fn is_nothing(self) -> bool {
        self.found.is_empty() && self.certificate.is_none()
    }

    /// The drawing of why there is no solution.
    fn reason(&self) -> Option<&Certificate> {
        self.certificate.filter(|_| self.found.is_empty())
    }

    fn ground(self) -> &'static str {
        if self.puzzle.board().is_none() { "graph" } else { "board" }
    }
}
