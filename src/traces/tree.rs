//! The steps of `native:dfs` in the words of the puzzle.

use std::ops::ControlFlow;

use satranj_encodings::{encoding::Encoding, model::Model};

use super::{NATIVE, SearchTrace, TraceFailure, solution};
use crate::{
    answer::AnswerFailure,
    limits::Reason,
    methods::{
        Context, Ending, MethodError,
        native::{engine::TreeStep, trace::traced},
    },
    pictures::searches::{MarkedStep, ShownSearch},
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
        let counts = [self.nodes, self.backtracks];
        self.marked.push(MarkedStep { said: line.clone(), marks, counts });
        self.lines.push((level, line));
    }
}

/// Searches for a solution by `native:dfs`, and checks it.
pub fn backtracking(
    puzzle: &dyn StatedPuzzle,
    (model, encoding): (&Model, &'static Encoding),
    most: usize,
    mut context: Context,
) -> Result<SearchTrace, TraceFailure> {
    let (is_path, whole, ways) = match model {
        Model::Hamiltonian(model) => (true, model.vertices(), "moves in the order of --order"),
        _ => {
            (false, model.as_queens().map_or(0, |queens| queens.n), "row by row, columns in order")
        }
    };
    let said = "nothing is placed".into();
    let mut tree = Tree {
        puzzle,
        is_path,
        whole: whole as usize,
        most,
        placed: Vec::new(),
        lines: Vec::new(),
        marked: vec![MarkedStep { said, marks: Vec::new(), counts: [0, 0] }],
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
    let ending = traced(model, &context, &mut found, &mut |step| tree.hear(step));
    let ending = ending.ok_or_else(|| {
        let problem = format!("{NATIVE} shows tours, Hamiltonian paths and queens only");
        TraceFailure::Unsuitable(problem)
    })?;
    let found = match ending {
        Ok(Ending::Stopped(Reason::NodeLimit)) | Err(MethodError::Stopped(Reason::NodeLimit)) => {
            Err(Reason::NodeLimit)
        }
        Ok(Ending::Stopped(reason)) | Err(MethodError::Stopped(reason)) => {
            return Err(reason.into());
        }
        Err(error) => return Err(AnswerFailure::Method(error).into()),
        Ok(_) => Ok(witness.map(|witness| solution(puzzle, &witness)).transpose()?),
    };
    let Tree { lines, marked: steps, more, nodes, backtracks, .. } = tree;
    let counted = ["nodes", "backtracks"];
    Ok(SearchTrace {
        encoding,
        how: format!("depth-first search by `{NATIVE}`: {ways}"),
        lines,
        shown: ShownSearch { name: NATIVE.into(), counted, steps, ending: String::new() },
        more,
        counts: [nodes, backtracks],
        found,
    })
}
