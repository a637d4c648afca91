//! Which methods can do a task, and which of them a puzzle prefers.

use satranj_encodings::model::Model;

use crate::{
    methods::{Goal, Method, Registry},
    puzzles::{Puzzle, Task},
};

/// The method that a puzzle prefers for a task, else the first that performs it.
#[must_use]
pub fn preferred<'r, P: Puzzle + ?Sized>(
    registry: &'r Registry,
    puzzle: &P,
    model: &Model,
    task: Task,
) -> Option<&'r Method> {
    let preferred = puzzle.preferred(task).iter();
    let mut preferred = preferred.filter_map(|name| registry.get(name, model));
    let found = preferred.find(|method| performs(method, model, task));
    found.or_else(|| registry.iter().find(|method| performs(method, model, task)))
}

/// The first method that lists solutions and whose first one depends on the seed.
#[must_use]
pub fn drawing<'r, P: Puzzle + ?Sized>(registry: &'r Registry, puzzle: &P) -> Option<&'r Method> {
    let model = puzzle.model();
    let preferred = puzzle.preferred(Task::First).iter();
    let preferred = preferred.filter_map(|name| registry.get(name, &model));
    let draws = |method: &&Method| method.description.draws && performs(method, &model, Task::All);
    preferred.chain(registry.iter()).find(draws)
}

/// Whether a method can do a task.
#[must_use]
pub fn performs(method: &Method, model: &Model, task: Task) -> bool {
    // The best value is found first, then all solutions with it.
    let all = if model.sense().is_some() {
        method.supports(model, Goal::First) && method.supports(&model.with_value(0u32), Goal::All)
    } else {
        method.supports(model, Goal::All)
    };
    match task {
        Task::First => method.supports(model, Goal::First),
        Task::All => all,
        Task::Sample => method.samples(model),
        Task::Count(counting) => method.counts(model, counting) || (all && !counting.by_size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::kinds::{self, PuzzleKind};

    #[test]
    fn a_name_and_a_kind_of_models_tell_which_method_it_is() {
        let registry = Registry::standard();
        for puzzle in kinds::LIST.iter().flat_map(PuzzleKind::puzzles) {
            let model = puzzle.model();
            for method in registry.iter().filter(|method| method.takes(&model)) {
                let same = |other: &&Method| other.name() == method.name() && other.takes(&model);
                assert_eq!(registry.iter().filter(same).count(), 1, "{}", method.name());
            }
            assert!(registry.iter().all(|method| method.takes(&model) || !method.applies(&model)));
        }
    }
}
