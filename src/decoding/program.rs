//! The answers of clingo and `MiniZinc` to an exported program.

use std::collections::{HashMap, HashSet};

use satranj_encodings::{
    colouring::Colouring,
    encoding::Options,
    model::{Model, Sense, Witness},
};

use super::{
    DecodeError, ForeignAnswer,
    formula::{MappedFormula, ModelMeaning},
    tour::path,
};
use crate::{
    documents::map::MapDocument,
    exports::{
        Export, Format,
        programs::{GraphPrograms, MINIZINC, ShownAtoms},
    },
    graphs::tour_file,
    json::brief,
    printable::one_line,
    puzzles::StatedPuzzle,
    run::Run,
    solvers::{
        answer_sets::{self, PrintedAnswer, PrintedAnswers, error_at},
        minizinc,
        model_file::StatusWord,
    },
};

/// The map of a program as this version writes it; an error concerns the map.
pub(super) fn written(
    format: &Format,
    puzzle: &dyn StatedPuzzle,
    model: &Model,
    run: &Run,
) -> Result<MapDocument, String> {
    let export = Export {
        puzzle,
        model,
        encoding: None,
        is_encoding_named: false,
        is_projected: false,
        cubes: None,
        best: None,
        options: Options::default(),
        command: String::new(),
        seed: run.seed,
        run,
    };
    let map = format.write(&export, &mut std::io::sink()).map_err(|error| error.to_string())?;
    map.ok_or_else(|| format!("the format `{}` has no map", format.name))
}

impl MappedFormula {
    /// Reads the output of clingo or `MiniZinc`. With an objective the answer of the least printed cost counts, of
    /// several the last; `MiniZinc` prints no cost, and its last answer is the best.
    pub(super) fn read_program(
        &self,
        programs: &GraphPrograms,
        map: &MapDocument,
        output: &str,
    ) -> Result<ForeignAnswer, DecodeError> {
        let is_minizinc = map.format == MINIZINC.name;
        if is_minizinc && programs.shown == ShownAtoms::Cycle && tour_file::is_one(output) {
            return self.read_tour(output);
        }
        let parse = if is_minizinc { minizinc::parse } else { answer_sets::parse };
        let printed = parse(output).map_err(|error| DecodeError::Output(error.to_string()))?;
        let reader = AnswerReader::new(self, programs, (is_minizinc, output));
        let PrintedAnswers { verdict, mut answers, is_complete } = printed;
        if self.model.sense().is_some() {
            let least = answers.iter().filter_map(|answer| answer.cost).min();
            let best = answers.iter().rfind(|answer| answer.cost == least);
            answers = best.into_iter().copied().collect();
        }
        let (mut meanings, mut identities) = (Vec::new(), HashSet::new());
        for answer in &answers {
            let meaning = reader.meaning(answer)?;
            let identity = self.puzzle.identity(&self.puzzle.canonical(&meaning.solution));
            if identities.insert(identity) {
                meanings.push(meaning);
            }
        }
        Ok(ForeignAnswer { verdict, meanings, is_complete })
    }

    /// Reads a tour, which the program for `MiniZinc` prints.
    fn read_tour(&self, output: &str) -> Result<ForeignAnswer, DecodeError> {
        let tour = tour_file::read(output);
        let tour = tour.map_err(|error| DecodeError::Output(error.to_string()))?;
        let Some(model) = self.model.as_hamiltonian() else {
            return Err(DecodeError::Map("the puzzle is not solved by a tour".into()));
        };
        let meaning = self.verified(&Witness::Path(path(model, &tour)?), 0);
        let meanings = vec![meaning.map_err(DecodeError::Wrong)?];
        Ok(ForeignAnswer { verdict: StatusWord::Satisfiable, meanings, is_complete: false })
    }
}

/// Reads the answers of one output.
struct AnswerReader<'a> {
    formula: &'a MappedFormula,
    shown: ShownAtoms,
    vertices: u32,
    /// The whole output.
    output: &'a str,
    /// The vertices by their names, which `MiniZinc` prints.
    names: Option<HashMap<String, u32>>,
}

impl<'a> AnswerReader<'a> {
    fn new(
        formula: &'a MappedFormula,
        programs: &GraphPrograms,
        (is_minizinc, output): (bool, &'a str),
    ) -> Self {
        let vertices = match formula.model.unweighted() {
            Model::Hamiltonian(model) => model.vertices(),
            Model::Colouring(colouring) => colouring.graph().vertices(),
            sets => sets.set_question().map_or(0, |question| question.vertices),
        };
        let name = |vertex| (one_line(&formula.puzzle.label(vertex)).into_owned(), vertex);
        let names = is_minizinc.then(|| (0..vertices).map(name).collect());
        Self { formula, shown: programs.shown, vertices, output, names }
    }

    /// The meaning of an answer, verified.
    fn meaning(&self, answer: &PrintedAnswer<'_>) -> Result<ModelMeaning, DecodeError> {
        let pairs = match &self.names {
            None => answer_sets::atoms(answer).map(|atom| self.atom(atom)).collect(),
            Some(names) => {
                let lines = answer.text.lines().filter(|line| !is_statistic(line));
                lines.map(|line| self.named(line, names)).collect::<Result<Vec<_>, _>>()
            }
        }?;
        let witness = match self.shown {
            ShownAtoms::Cycle => Witness::Path(self.tour(&pairs)?),
            ShownAtoms::Chosen => Witness::of_vertices(pairs.iter().map(|(vertex, _)| vertex - 1)),
            ShownAtoms::Has => Witness::Colours(self.colours(&pairs)?),
        };
        let MappedFormula { model, .. } = self.formula;
        let value = i128::from(model.value(&witness));
        let cost = match model.sense() {
            Some(Sense::Maximise) => -value,
            Some(Sense::Minimise) => value,
            None => 0,
        };
        if let Some(said) = answer.cost.filter(|&said| said != cost) {
            let problem =
                format!("the answer says `Optimization: {said}`, but its value is {cost}");
            return Err(DecodeError::Wrong(problem));
        }
        self.formula.verified(&witness, cost).map_err(DecodeError::Wrong)
    }

    fn error_at(&self, part: &str, problem: String) -> DecodeError {
        DecodeError::Output(error_at(self.output, part, problem).to_string())
    }

    /// The numbers in an atom: `cycle(1,2)`, `chosen(1)`, `has(1,2)`; the second number of
    /// `chosen(1)` is 0. Vertices are numbered from 1.
    fn atom(&self, atom: &str) -> Result<(u32, u32), DecodeError> {
        let (name, form) = match self.shown {
            ShownAtoms::Cycle => ("cycle", "cycle(FROM,TO)"),
            ShownAtoms::Chosen => ("chosen", "chosen(VERTEX)"),
            ShownAtoms::Has => ("has", "has(VERTEX,COLOUR)"),
        };
        let inner = atom.strip_prefix(name).and_then(|rest| rest.strip_prefix('('));
        let inner = inner.and_then(|rest| rest.strip_suffix(')'));
        let numbers = inner.and_then(|inner| match (self.shown, inner.split_once(',')) {
            (ShownAtoms::Chosen, None) => Some((inner.parse().ok()?, 0)),
            (ShownAtoms::Cycle | ShownAtoms::Has, Some((first, second))) => {
                Some((first.parse().ok()?, second.parse().ok()?))
            }
            _ => None,
        });
        let Some((first, second)) = numbers else {
            let atom_text = brief(atom);
            let problem = format!("`{atom_text}` is not an atom of this answer; expected {form}");
            return Err(self.error_at(atom, problem));
        };
        let all = self.vertices;
        let least = u32::from(self.shown != ShownAtoms::Cycle);
        let other = if self.shown == ShownAtoms::Cycle { second } else { first };
        for vertex in [first, other] {
            if !(least..=all).contains(&vertex) {
                let problem = format!("there is no vertex {vertex}; expected {least} to {all}");
                return Err(self.error_at(atom, problem));
            }
        }
        Ok((first, second))
    }

    /// The same numbers in a line of `MiniZinc`: `NAME` or `NAME=COLOUR`.
    fn named(&self, line: &str, names: &HashMap<String, u32>) -> Result<(u32, u32), DecodeError> {
        let (name, colour) = match self.shown {
            ShownAtoms::Has => {
                let split = line.rsplit_once('=');
                let split = split.and_then(|(name, colour)| Some((name, colour.parse().ok()?)));
                split.ok_or_else(|| {
                    let line_text = brief(line);
                    let problem = format!("`{line_text}` is not a line NAME=COLOUR");
                    self.error_at(line, problem)
                })?
            }
            ShownAtoms::Chosen | ShownAtoms::Cycle => (line, 0),
        };
        let vertex = names.get(name).ok_or_else(|| {
            self.error_at(line, format!("there is no vertex with the name `{}`", brief(name)))
        })?;
        Ok((vertex + 1, colour))
    }

    fn label(&self, vertex: u32) -> String {
        self.formula.puzzle.label(vertex)
    }

    /// The vertices in the order of a path or cycle.
    fn tour(&self, pairs: &[(u32, u32)]) -> Result<Vec<u32>, DecodeError> {
        let name = |node: u32| match node {
            0 => "the outside vertex 0".into(),
            vertex => self.label(vertex - 1),
        };
        let mut after = vec![None; self.vertices as usize + 1];
        for &(from, to) in pairs {
            if after[from as usize].replace(to).is_some() {
                let problem = format!("the answer leaves {} twice", name(from));
                return Err(DecodeError::Wrong(problem));
            }
        }
        let is_closed = self.formula.model.as_hamiltonian().is_some_and(|model| model.closed);
        let first = u32::from(is_closed);
        let (mut node, mut path) = (first, Vec::new());
        loop {
            if node > 0 {
                path.push(node - 1);
            }
            node = after[node as usize].ok_or_else(|| {
                DecodeError::Wrong(format!("the answer does not leave {}", name(node)))
            })?;
            if node == first {
                break;
            }
            if path.len() >= self.vertices as usize {
                let problem = format!("the answer does not return to {}", name(first));
                return Err(DecodeError::Wrong(problem));
            }
        }
        if path.len() < self.vertices as usize {
            let problem = "the answer is several cycles, not one tour";
            return Err(DecodeError::Wrong(problem.into()));
        }
        Ok(path)
    }

    /// The colour of each vertex, from 0.
    fn colours(&self, pairs: &[(u32, u32)]) -> Result<Vec<u32>, DecodeError> {
        let mut colours = vec![None; self.vertices as usize];
        let most = self.formula.model.as_colouring().map_or(0, Colouring::palette);
        for &(vertex, colour) in pairs {
            let name = || self.label(vertex - 1);
            if !(1..=most).contains(&colour) {
                let problem = format!("{} has the colour {colour}; expected 1 to {most}", name());
                return Err(DecodeError::Wrong(problem));
            }
            if colours[vertex as usize - 1].replace(colour - 1).is_some() {
                return Err(DecodeError::Wrong(format!("{} has two colours", name())));
            }
        }
        let each = (0..).zip(&colours).map(|(vertex, colour)| {
            let none = || DecodeError::Wrong(format!("{} has no colour", self.label(vertex)));
            colour.ok_or_else(none)
        });
        each.collect()
    }
}

/// Whether a line of `MiniZinc` is a statistic or a comment.
fn is_statistic(line: &str) -> bool {
    line.starts_with("%%%") || line.starts_with("% ")
}
