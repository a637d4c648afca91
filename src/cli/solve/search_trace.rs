//! A search as text, or as a page that steps through it.

use std::fmt::Write as _;

use satranj_encodings::{
    encoding::{Encoding, Options},
    model::{Model, Witness},
};

use crate::{
    cli::CliError,
    limits::Reason,
    pictures::{
        Drawing, GraphPicture,
        player::{MarkedStep, marked_page},
    },
    proofs::in_memory::{OpenClaim, Unproved},
    puzzles::{Solution, StatedPuzzle, drawing::pictures},
    run::Run,
};

/// A search that has ended.
pub struct SearchTrace {
    /// How it searches, in one or two lines.
    pub method: String,
    /// The levels of the first steps and their sentences.
    pub lines: Vec<(usize, String)>,
    /// The same steps for a page, after the state before the first.
    pub marked: Vec<MarkedStep>,
    /// The number of further steps.
    pub more: u64,
    /// The numbers of steps of each kind.
    pub counts: String,
    /// The solution, `None` for "no solution", or the limit that ended the search.
    pub found: Result<Option<Solution>, Reason>,
    /// Why "no solution" is not proved otherwise.
    pub unproved: Option<&'static str>,
}

impl SearchTrace {
    /// The page that steps through the search, or why no page is made.
    pub fn page(&self, puzzle: &dyn StatedPuzzle) -> Result<String, String> {
        let found = self.found.as_ref().ok().and_then(Option::as_ref);
        let drawn = pictures(puzzle, found, None, false);
        let statement = puzzle.statement();
        let graph = statement.graph();
        let edges: Vec<(u32, u32)> =
            graph.map_or_else(Vec::new, |graph| graph.edges.iter().map(|&[a, b]| (a, b)).collect());
        let bare = || {
            let graph = graph?;
            let picture = GraphPicture::of(&graph.vertices, &edges, graph.directed)?;
            Some(picture.with_positions(&graph.positions))
        };
        let ground = match (puzzle.board(), drawn.first()) {
            (Some(board), _) => {
                let (marks, pairs, parts) = Default::default();
                Some(Drawing::Marked { board, marks, pairs, parts })
            }
            (None, Some(picture)) => Some(picture.drawing.clone()),
            (None, None) => bare().map(Drawing::Graph),
        };
        let page =
            marked_page(&ground.ok_or("it is too large")?, &puzzle.title(), self.marked.clone());
        page.ok_or_else(|| "it is too large".into())
    }

    /// The search as text.
    pub fn text(&self, puzzle: &dyn StatedPuzzle) -> String {
        let mut text = format!("{}\n\n{}\n\n", puzzle.title(), self.method);
        for (level, line) in &self.lines {
            let _ = writeln!(text, "{:indent$}{line}", "", indent = 2 * level);
        }
        if self.more > 0 {
            let _ = writeln!(text, "… and {} more steps", self.more);
        }
        let _ = writeln!(text, "\n{}", self.counts);
        match (&self.found, self.unproved) {
            (Ok(Some(solution)), _) => {
                text += "a solution, verified\n";
                let drawn = pictures(puzzle, [solution], None, false);
                let drawn = drawn.first().and_then(|picture| picture.text(80));
                if let Some(picture) = drawn {
                    let _ = write!(text, "\n{picture}");
                }
            }
            (Ok(None), None) => text += "no solution, proved by another search\n",
            (Ok(None), Some(because)) => {
                let _ = writeln!(text, "no solution; not checked: {because}");
            }
            (Err(reason), _) => {
                let _ = writeln!(text, "undecided: {}", reason.describe());
            }
        }
        text
    }
}

/// The solution for a witness, checked by the rules of the puzzle.
pub fn solution(puzzle: &dyn StatedPuzzle, witness: &Witness) -> Result<Solution, CliError> {
    puzzle.checked(witness).map_err(|violation| CliError::Check(violation.to_string()))
}

/// Proves "no solution" by another search with a checked proof; returns why it was not proved.
pub fn proved(
    puzzle: &dyn StatedPuzzle,
    (model, encoding, options): (&Model, &'static Encoding, Options),
    run: &Run,
) -> Result<Option<&'static str>, CliError> {
    let permit = |bytes| run.permit(bytes);
    let most_bytes = u64::MAX;
    let permit = &permit;
    let claim = OpenClaim { puzzle, model, best: None, known: None, options, most_bytes, permit };
    match claim.prove(Some(encoding)) {
        Ok(_) => Ok(None),
        Err(Unproved::NoFormula) => Ok(Some("no formula states it")),
        Err(Unproved::Stopped(reason)) => Ok(Some(reason.describe())),
        Err(Unproved::Refuted(problem) | Unproved::Wrong(problem)) => Err(CliError::Check(problem)),
    }
}
