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
            return Err(DecodeError::Map("a tour does not answer this puzzle".into()));
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
            Model::AgentPaths(model) => model.graph().vertices(),
            sets => sets.set_question().map_or(0, |question| question.vertices),
        };
        let name = |vertex| (one_line(&formula.puzzle.label(vertex)).into_owned(), vertex);
        let names = is_minizinc.then(|| (0..vertices).map(name).collect());
        Self { formula, shown: programs.shown, vertices, output, names }
    }

    /// The meaning of an answer, verified.
    fn meaning(&self, answer: &PrintedAnswer<'_>) -> Result<ModelMeaning, DecodeError> {
        let numbers = match &self.names {
            None => answer_sets::atoms(answer).map(|atom| self.atom(atom)).collect(),
            Some(names) => {
                let lines = answer.text.lines().filter(|line| !is_statistic(line));
                lines.map(|line| self.named(line, names)).collect::<Result<Vec<_>, _>>()
            }
        }?;
        let witness = match self.shown {
            ShownAtoms::Cycle => Witness::Path(self.tour(&numbers)?),
            ShownAtoms::Chosen => {
                Witness::of_vertices(numbers.iter().map(|[vertex, ..]| vertex - 1))
            }
            ShownAtoms::Has => Witness::Colours(self.colours(&numbers)?),
            ShownAtoms::At => Witness::Paths(self.paths(&numbers)?),
        };
        let MappedFormula { model, .. } = self.formula;
        let value = i128::from(model.value(&witness));
        let cost = match model.sense() {
            Some(Sense::Maximise) => -value,
            Some(Sense::Minimise) => value,
            None => 0,
        };
        if let Some(claimed) = answer.cost.filter(|&claimed| claimed != cost) {
            let problem =
                format!("the answer says `Optimization: {claimed}`, but its value is {cost}");
            return Err(DecodeError::Wrong(problem));
        }
        self.formula.verified(&witness, cost).map_err(DecodeError::Wrong)
    }

    fn error_at(&self, part: &str, problem: String) -> DecodeError {
        DecodeError::Output(error_at(self.output, part, problem).to_string())
    }

    /// The numbers in an atom: `cycle(1,2)`, `chosen(1)`, `has(1,2)`, `at(1,2,3)`; those that it lacks
    /// are 0. Vertices are numbered from 1.
    fn atom(&self, atom: &str) -> Result<AtomNumbers, DecodeError> {
        let (name, form) = match self.shown {
            ShownAtoms::Cycle => ("cycle", "cycle(FROM,TO)"),
            ShownAtoms::Chosen => ("chosen", "chosen(VERTEX)"),
            ShownAtoms::Has => ("has", "has(VERTEX,COLOUR)"),
            ShownAtoms::At => ("at", "at(AGENT,VERTEX,TIME)"),
        };
        let inner = atom.strip_prefix(name).and_then(|rest| rest.strip_prefix('('));
        let inner = inner.and_then(|rest| rest.strip_suffix(')'));
        let length = match self.shown {
            ShownAtoms::Chosen => 1,
            ShownAtoms::Cycle | ShownAtoms::Has => 2,
            ShownAtoms::At => 3,
        };
        let numbers = inner.and_then(|inner| {
            let numbers = inner.split(',').map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?;
            let mut all = AtomNumbers::default();
            (numbers.len() == length).then(|| all[..length].copy_from_slice(&numbers))?;
            Some(all)
        });
        let Some(numbers) = numbers else {
            let atom_text = brief(atom);
            let problem = format!("`{atom_text}` is not an atom of this answer; expected {form}");
            return Err(self.error_at(atom, problem));
        };
        let all = self.vertices;
        let least = u32::from(self.shown != ShownAtoms::Cycle);
        let is_pair = matches!(self.shown, ShownAtoms::Cycle | ShownAtoms::At);
        for &vertex in &numbers[..if is_pair { 2 } else { 1 }] {
            if !(least..=all).contains(&vertex) {
                let problem = format!("there is no vertex {vertex}; expected {least} to {all}");
                return Err(self.error_at(atom, problem));
            }
        }
        Ok(numbers)
    }

    /// The same numbers in a line of `MiniZinc`: `NAME`, `NAME=COLOUR` or `NAME=AGENT,TIME`.
    fn named(&self, line: &str, names: &HashMap<String, u32>) -> Result<AtomNumbers, DecodeError> {
        let split = line.rsplit_once('=');
        let (read, form) = match self.shown {
            ShownAtoms::Has => {
                let read = split.and_then(|(name, colour)| Some((name, [colour.parse().ok()?, 0])));
                (read, "NAME=COLOUR")
            }
            ShownAtoms::At => {
                let read = split.and_then(|(name, rest)| {
                    let (agent, time) = rest.split_once(',')?;
                    Some((name, [agent.parse().ok()?, time.parse().ok()?]))
                });
                (read, "NAME=AGENT,TIME")
            }
            ShownAtoms::Chosen | ShownAtoms::Cycle => (Some((line, [0; 2])), "NAME"),
        };
        let (name, others) = read.ok_or_else(|| {
            self.error_at(line, format!("`{}` is not a line {form}", brief(line)))
        })?;
        let vertex = names.get(name).ok_or_else(|| {
            self.error_at(line, format!("there is no vertex with the name `{}`", brief(name)))
        })?;
        let [number, time] = others;
        if self.shown != ShownAtoms::At {
            return Ok([vertex + 1, number, 0]);
        }
        let model = self.formula.model.as_agent_paths();
        let start = model.and_then(|model| model.starts.get((number as usize).checked_sub(1)?));
        let start =
            start.ok_or_else(|| self.error_at(line, format!("there is no agent {number}")))?;
        Ok([start + 1, vertex + 1, time])
    }

    fn label(&self, vertex: u32) -> String {
        self.formula.puzzle.label(vertex)
    }

    /// The vertices in the order of a path or cycle.
    fn tour(&self, pairs: &[AtomNumbers]) -> Result<Vec<u32>, DecodeError> {
        let name = |node: u32| match node {
            0 => "the outside vertex 0".into(),
            vertex => self.label(vertex - 1),
        };
        let mut after = vec![None; self.vertices as usize + 1];
        for &[from, to, _] in pairs {
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
    fn colours(&self, pairs: &[AtomNumbers]) -> Result<Vec<u32>, DecodeError> {
        let mut colours = vec![None; self.vertices as usize];
        let most = self.formula.model.as_colouring().map_or(0, Colouring::palette);
        for &[vertex, colour, _] in pairs {
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

    /// The vertices of each agent from time to time.
    fn paths(&self, atoms: &[AtomNumbers]) -> Result<Vec<Vec<u32>>, DecodeError> {
        let starts = self.formula.model.as_agent_paths().map_or(&[][..], |model| &model.starts);
        let agents: HashMap<u32, usize> =
            starts.iter().enumerate().map(|(agent, &start)| (start + 1, agent)).collect();
        let mut sorted = atoms.to_vec();
        sorted.sort_unstable_by_key(|&[_, _, time]| time);
        let mut paths = vec![Vec::new(); starts.len()];
        for [agent, vertex, time] in sorted {
            let label = || self.label(agent - 1);
            let Some(&index) = agents.get(&agent) else {
                return Err(DecodeError::Wrong(format!("no agent starts at {}", label())));
            };
            let path: &mut Vec<u32> = &mut paths[index];
            if path.len() != time as usize {
                let problem = format!(
                    "the agent that starts at {} has no place, or two places, at time {}",
                    label(),
                    path.len().min(time as usize)
                );
                return Err(DecodeError::Wrong(problem));
            }
            path.push(vertex - 1);
        }
        if let Some(index) = paths.iter().position(Vec::is_empty) {
            let start = self.label(starts[index]);
            let problem = format!("the agent that starts at {start} has no place at time 0");
            return Err(DecodeError::Wrong(problem));
        }
        Ok(paths)
    }
}

/// The numbers of an atom, and 0 for those that it lacks.
type AtomNumbers = [u32; 3];

/// Whether a line of `MiniZinc` is a statistic or a comment.
fn is_statistic(line: &str) -> bool {
    line.starts_with("%%%") || line.starts_with("% ")
}
