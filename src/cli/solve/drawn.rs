//! The pictures of the solutions, and the tour of the first, in files of their own.

use std::{
    fmt::Display,
    io::{self, Write},
};

use super::SolveArguments;
use crate::{
    cli::{
        CliError,
        picture_files::{MOST_PICTURES, picture, titled},
        stderr::say,
        whole_file::WholeFile,
    },
    file_name::shown,
    graphs::tour_file,
    pictures,
    puzzles::{Certificate, Solution, StatedPuzzle},
    reports,
};

/// Where the pictures of the solutions go.
pub struct Pictures {
    pub svg: Option<WholeFile>,
    pub png: Option<WholeFile>,
    pub html: Option<WholeFile>,
    pub tour: Option<WholeFile>,
}

/// What there is to draw: the solutions, else what shows that there is none.
#[derive(Clone, Copy)]
pub struct DrawnAnswer<'a> {
    pub puzzle: &'a dyn StatedPuzzle,
    pub found: &'a [Solution],
    pub certificate: Option<&'a Certificate>,
}

impl<'a> DrawnAnswer<'a> {
    /// What there is of a puzzle.
    pub fn of(
        puzzle: &'a dyn StatedPuzzle,
        found: &'a [Solution],
        certificate: Option<&'a Certificate>,
    ) -> Self {
        Self { puzzle, found, certificate }
    }
}

impl Pictures {
    /// Writes them, each whatever becomes of the other.
    ///
    /// # Errors
    /// [`CliError`] if one cannot be written.
    pub fn write(
        self,
        answer: DrawnAnswer<'_>,
        arguments: &SolveArguments,
    ) -> Result<(), CliError> {
        let drawn = self.svg.map(|file| write_svg(file, answer, arguments));
        let in_pixels = self.png.map(|file| write_png(file, answer, arguments));
        let played = self.html.map(|file| write_html(file, answer, arguments));
        let (puzzle, first) = (answer.puzzle, answer.found.first());
        let toured = self.tour.map(|file| write_tour(file, puzzle, first, arguments));
        let all = [drawn, in_pixels, played, toured].into_iter().flatten();
        // The first that failed; the others are tried all the same.
        all.fold(Ok(()), Result::and)
    }
}

/// The picture of the solutions, or why there is none.
fn drawn(
    answer: DrawnAnswer<'_>,
    arguments: &SolveArguments,
    moves: bool,
) -> Result<String, &'static str> {
    let DrawnAnswer { puzzle, found, certificate } = answer;
    if found.is_empty() && certificate.is_none() {
        return Err("there is no solution to draw");
    }
    if found.len() > MOST_PICTURES && !arguments.output.quiet {
        say(format_args!("the sheet shows the first {MOST_PICTURES} of {} solutions", found.len()));
    }
    let shown = found.iter().take(MOST_PICTURES);
    let certificate = certificate.filter(|_| found.is_empty());
    let drawings = titled(puzzle, shown, certificate, arguments.show_attacks);
    if !drawings.is_empty() {
        return Ok(picture(&drawings, moves));
    }
    Err(if puzzle.board().is_none() { "the graph is too large" } else { "the board is too large" })
}

/// Writes the picture of the solutions, if there are any.
///
/// # Errors
/// [`CliError`] if it cannot be written.
pub fn write_svg(
    file: WholeFile,
    answer: DrawnAnswer<'_>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let picture = drawn(answer, arguments, arguments.animate);
    written(file, picture, arguments, |picture, out| out.write_all(picture.as_bytes()))
}

/// Writes the same in pixels.
fn write_png(
    file: WholeFile,
    answer: DrawnAnswer<'_>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let picture = drawn(answer, arguments, false);
    let in_pixels = |svg: String| reports::png(&svg).map_err(|error| error.to_string());
    let png = picture.map_err(String::from).and_then(in_pixels);
    written(file, png, arguments, |png, out| out.write_all(&png))
}

/// Writes a page on which a solution moves, if there is one.
fn write_html(
    file: WholeFile,
    DrawnAnswer { puzzle, found, certificate }: DrawnAnswer<'_>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let certificate = certificate.filter(|_| found.is_empty());
    let drawings = titled(puzzle, found.iter().take(1), certificate, false);
    let page = drawings.first().and_then(|(title, drawing)| pictures::player::page(drawing, title));
    let page = page.ok_or(match (found.is_empty() && certificate.is_none(), puzzle.board()) {
        (true, _) => "there is no solution to play",
        (false, None) => "the graph is too large for a page",
        (false, Some(_)) => "the board is too large for a page",
    });
    written(file, page, arguments, |page, out| out.write_all(page.as_bytes()))
}

/// Writes a tour as a TSPLIB file; that of a path goes through one more vertex, the last, as its
/// export does.
fn write_tour(
    file: WholeFile,
    puzzle: &dyn StatedPuzzle,
    solution: Option<&Solution>,
    arguments: &SolveArguments,
) -> Result<(), CliError> {
    let tour = solution.and_then(|solution| puzzle.visits(solution));
    let tour = tour.ok_or(match solution {
        None => "there is no solution to write",
        Some(_) => "the solution is no tour",
    });
    written(file, tour, arguments, |mut tour, out| {
        if puzzle.model().as_hamiltonian().is_some_and(|model| !model.closed) {
            tour.push(tour.len() as u32);
        }
        tour_file::write(&puzzle.title(), &tour, out)
    })
}

/// Writes a file that was asked for, or says why it is not written.
fn written<T>(
    file: WholeFile,
    made: Result<T, impl Display>,
    arguments: &SolveArguments,
    write: impl FnOnce(T, &mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    match made {
        Ok(made) => file.write(|out| write(made, out)),
        Err(because) => {
            if !arguments.output.quiet {
                say(format_args!("{}: not written, {because}", shown(file.path())));
            }
            Ok(())
        }
    }
}
