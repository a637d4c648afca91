//! The options of commands that only some puzzles have: help shows an option only for these puzzles,
//! and a command line refuses it for others.

use std::iter;

use num_bigint::BigUint;
use satranj_encodings::{
    encoding::Encoding,
    model::{Model, Sense},
    registry as encodings,
};

use super::selection::{OF_FORMULAS, is_read, performs};
use crate::{
    answer::direction::by_direction,
    exports::{self, Format},
    methods::{Counting, MethodOption, Registry},
    puzzles::{StatedPuzzle, Task},
};

/// Whether a puzzle has an option.
type HasOption = fn(&dyn StatedPuzzle, &Registry) -> bool;

/// The options by their names in the parser, with what a puzzle must have for them. The options that
/// methods read are not here: methods name them themselves.
const OF_SOME_PUZZLES: &[(&str, HasOption)] = &[
    ("amos", |puzzle, registry| is_read_by_method(puzzle, registry, MethodOption::AtMostOne)),
    ("checkpoint", |puzzle, registry| {
        let model = puzzle.model();
        registry.iter().any(|method| method.split(&model, Counting::default()).is_some())
    }),
    ("counts_by_k", |puzzle, registry| {
        let by_size = Counting { by_size: true, classes: false };
        is_performed(puzzle, registry, Task::Count(by_size))
    }),
    ("cover", |puzzle, _| has_encodings(puzzle)),
    ("cubes", |puzzle, _| has_encodings(puzzle)),
    ("directed", |puzzle, _| has_directions(puzzle)),
    ("encoding", |puzzle, _| has_encodings(puzzle)),
    ("encodings", |puzzle, _| has_encodings(puzzle)),
    ("force", is_proved),
    ("only", |puzzle, _| is_about_graph(puzzle)),
    ("projection", |puzzle, _| has_encodings(puzzle)),
    ("proof", is_proved),
    ("proof_format", is_proved),
    ("sample", |puzzle, registry| is_performed(puzzle, registry, Task::Sample)),
    ("show_attacks", |puzzle, _| shows_attacks(puzzle)),
    ("solvers", |puzzle, registry| is_read_by_method(puzzle, registry, MethodOption::Solver)),
    ("strip", |puzzle, _| puzzle.statement().kind() == "mapf"),
    ("suboptimal", |puzzle, _| puzzle.sense() == Some(Sense::Minimise)),
    ("time_limit_each", |puzzle, _| is_about_graph(puzzle)),
    ("tour", |puzzle, _| has_tours(puzzle)),
    ("undirected", |puzzle, _| has_directions(puzzle)),
    ("up_to_symmetry", |puzzle, _| has_symmetries(puzzle)),
];

/// The options that none of these puzzles has, by their names in the parser; `is_export` for a
/// command that writes formulas and runs no method.
pub fn unknown_to<'a>(
    puzzles: &'a [Box<dyn StatedPuzzle>],
    registry: &'a Registry,
    is_export: bool,
) -> impl Iterator<Item = &'static str> + 'a {
    let of_puzzles = OF_SOME_PUZZLES
        .iter()
        .filter(|(_, has)| !puzzles.iter().any(|puzzle| has(puzzle.as_ref(), registry)));
    let is_read = move |option: MethodOption| {
        puzzles.iter().map(AsRef::as_ref).any(|puzzle| {
            if is_export {
                is_read_by_encoding(puzzle, option)
            } else {
                is_read_by_method(puzzle, registry, option)
            }
        })
    };
    let options = if is_export { &OF_FORMULAS[..] } else { &MethodOption::ALL };
    // Every method accepts a seed.
    let options = options.iter().filter(|&&option| option != MethodOption::Seed);
    let unread = options.filter(move |option| !is_read(**option)).map(|option| option.name());
    of_puzzles.map(|&(name, _)| name).chain(unread)
}

/// Whether solutions are tours, paths or cycles through every vertex.
pub fn has_tours(puzzle: &dyn StatedPuzzle) -> bool {
    puzzle.model().as_hamiltonian().is_some()
}

/// Whether solutions can be read in two directions.
pub fn has_directions(puzzle: &dyn StatedPuzzle) -> bool {
    by_direction(&puzzle.model(), &BigUint::ZERO).is_some()
}

/// Whether the symmetries of the puzzle are known.
pub fn has_symmetries(puzzle: &dyn StatedPuzzle) -> bool {
    !puzzle.symmetries().is_empty()
}

/// Whether pictures show attacked squares.
pub fn shows_attacks(puzzle: &dyn StatedPuzzle) -> bool {
    let model = puzzle.model();
    let is_placement =
        matches!(model, Model::Queens(_) | Model::IndependentSet(_) | Model::DominatingSet(_));
    is_placement && puzzle.board().is_some()
}

/// Whether the puzzle is about a graph, of which a file may hold many.
pub fn is_about_graph(puzzle: &dyn StatedPuzzle) -> bool {
    puzzle.statement().graph().is_some()
}

/// The model of a puzzle; of one that asks for the best also that with a given value, which
/// formulas state.
fn models(puzzle: &dyn StatedPuzzle) -> impl Iterator<Item = Model> {
    let model = puzzle.model();
    let decision = model.sense().map(|_| model.with_value(0u32));
    iter::once(model).chain(decision)
}

/// The export formats that can express some of these puzzles.
pub fn formats_of(puzzles: &[Box<dyn StatedPuzzle>]) -> Vec<&'static Format> {
    let expresses = |format: &&Format| {
        puzzles.iter().any(|puzzle| models(puzzle.as_ref()).any(|model| format.expresses(&model)))
    };
    exports::registry().iter().filter(expresses).collect()
}

fn has_encodings(puzzle: &dyn StatedPuzzle) -> bool {
    let has = |model: Model| encodings::encodings().iter().any(|one| one.supports(&model));
    models(puzzle).any(has)
}

/// Whether an encoding of the puzzle reads an option.
fn is_read_by_encoding(puzzle: &dyn StatedPuzzle, option: MethodOption) -> bool {
    let readers = || encodings::encodings().iter().filter(|encoding| is_read(encoding, option));
    models(puzzle).any(|model| readers().any(|encoding| encoding.supports(&model)))
}

fn is_performed(puzzle: &dyn StatedPuzzle, registry: &Registry, task: Task) -> bool {
    let model = puzzle.model();
    registry.iter().any(|method| performs(method, &model, task))
}

/// Whether a SAT method finds a solution or refutes it.
fn is_proved(puzzle: &dyn StatedPuzzle, registry: &Registry) -> bool {
    let model = puzzle.model();
    let mut of_solvers = registry.iter().filter(|method| method.description.asks_solver);
    of_solvers.any(|method| performs(method, &model, Task::First))
}

fn is_read_by_method(puzzle: &dyn StatedPuzzle, registry: &Registry, option: MethodOption) -> bool {
    let readers = || registry.iter().filter(|method| method.description.reads(option));
    models(puzzle).any(|model| readers().any(|method| method.applies(&model)))
}

/// The encodings of some puzzles.
pub fn encodings_of(puzzles: &[Box<dyn StatedPuzzle>]) -> Vec<&'static Encoding> {
    let models: Vec<Model> = puzzles.iter().flat_map(|puzzle| models(puzzle.as_ref())).collect();
    let all = encodings::encodings().iter().copied();
    all.filter(|encoding| models.iter().any(|model| encoding.supports(model))).collect()
}
