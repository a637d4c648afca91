//! The steps of `native:dfs` in the words of the puzzle.

use std::ops::ControlFlow;

use satranj_encodings::{
    encoding::{Encoding, Options},
    model::Model,
};

use super::search_trace::{SearchTrace, proved, solution};
use crate::{
    answer::AnswerFailure,
    cli::CliError,
    limits::Reason,
    methods::{
        Context, Ending,
        native::{engine::TreeStep, trace::traced},
    },
    pictures::player::MarkedStep,
    puzzles::StatedPuzzle,
};

/// The most placings, unless the run has a node limit.
const MOST_NODES: u64 = 20_000;

/// The search so far.
struct Tree<'a> {
    puzzle: &'a dyn StatedPuzzle,
    /// Whether the vertices form a path; else they are pieces.
    is_path: bool,
    /// The number of vertices of a whole path, or of pieces.
    whole: usize,
    most: usize,
    placed: Vec<u32>,
    lines: Vec<(usize, String)>,
    marked: Vec<MarkedStep>,
    more: u64,
    nodes: u64,
    backtracks: u64,
    /// Whether the last step was a placing.
    went_on: bool,
}

impl Tree<'_> {
    fn hear(&mut self, step: TreeStep) {
        match step {
            TreeStep::Place(vertex) => {
                let name = self.puzzle.label(vertex);
                let level = self.placed.len();
                self.placed.push(vertex);
                self.nodes += 1;
                self.went_on = true;
                self.say(level, name);
            }
            TreeStep::TakeBack(vertex) => {
                let level = self.placed.len();
                self.placed.pop();
                self.backtracks += 1;
                let is_leaf = std::mem::take(&mut self.went_on);
                let name = self.puzzle.label(vertex);
                let why = match (is_leaf, level == self.whole, self.is_path) {
                    (false, ..) => {
                        return self.say(level, format!("nothing else is left: take back {name}"));
                    }
                    (true, true, _) => "all are visited, but the last has no move to the first",
                    (true, false, true) => "no free vertex is next to it",
                    (true, false, false) => "the next row has no free square",
                };
                self.say(level, format!("{why}: take back {name}"));
            }
        }
    }

    fn say(&mut self, level: usize, line: String) {
        if self.lines.len() == self.most {
            self.more += 1;
            return;
        }
        let names: Vec<String> =
            self.placed.iter().map(|&vertex| self.puzzle.label(vertex)).collect();
        let moves = names.windows(2).filter(|_| self.is_path).map(|pair| (pair.to_vec(), true));
        let marks = names.iter().map(|name| (vec![name.clone()], true)).chain(moves).collect();
        self.marked.push(MarkedStep { said: line.clone(), marks });
        self.lines.push((level, line));
    }
}

/// Searches a solution by `native:dfs`, and checks the answer.
pub fn backtracking(
    puzzle: &dyn StatedPuzzle,
    (encoding, options): (&'static Encoding, Options),
    most: usize,
    mut context: Context,
) -> Result<SearchTrace, CliError> {
    let model = puzzle.model();
    let (is_path, whole, ways) = match &model {
        Model::Hamiltonian(model) => (true, model.vertices(), "moves in the order of --order"),
        _ => {
            (false, model.as_queens().map_or(0, |queens| queens.n), "row by row, columns in order")
        }
    };
    let mut tree = Tree {
        puzzle,
        is_path,
        whole: whole as usize,
        most,
        placed: Vec::new(),
        lines: Vec::new(),
        marked: vec![MarkedStep { said: "nothing is placed".into(), marks: Vec::new() }],
        more: 0,
        nodes: 0,
        backtracks: 0,
        went_on: false,
    };
    context.run.limits.nodes.get_or_insert(MOST_NODES);
    let mut witness = None;
    let mut found = |one| {
        witness = Some(one);
        ControlFlow::Break(())
    };
    let ending = traced(&model, &context, &mut found, &mut |step| tree.hear(step));
    let ending = ending.ok_or_else(|| {
        CliError::usage(
            "--trace --method native:dfs shows tours, Hamiltonian paths and queens only",
        )
    })?;
    let (found, unproved) = match ending.map_err(AnswerFailure::Method)? {
        Ending::Stopped(reason @ Reason::NodeLimit) => (Err(reason), None),
        Ending::Stopped(reason) => {
            return Err(CliError::stopped("tracing the search", reason, None));
        }
        _ => match witness {
            Some(witness) => (Ok(Some(solution(puzzle, &witness)?)), None),
            None => (Ok(None), proved(puzzle, (&model, encoding, options), &context)?),
        },
    };
    let Tree { lines, marked, more, nodes, backtracks, .. } = tree;
    Ok(SearchTrace {
        method: format!("depth-first search by `native:dfs`: {ways}"),
        lines,
        marked,
        more,
        counts: format!("{nodes} nodes, {backtracks} backtracks"),
        found,
        unproved,
    })
}
