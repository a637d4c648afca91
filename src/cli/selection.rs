//! Which method does what is asked: the one that was named, or the one that the puzzle prefers.

use satranj_encodings::{hamiltonian::Hamiltonian, model::Model};

use super::{
    CliError,
    arguments::{RunArguments, Switch},
};
pub use crate::answer::method::performs;
use crate::{
    answer::method::preferred,
    methods::{Counting, Method, Registry, removed::REMOVED},
    nearest::did_you_mean,
    puzzles::{StatedPuzzle, Task},
};

/// The method of that name, or the one that the puzzle prefers.
///
/// # Errors
/// [`CliError::Usage`] that lists the methods.
pub fn method<'r>(
    registry: &'r Registry,
    name: Option<&str>,
    puzzle: &dyn StatedPuzzle,
    task: Task,
) -> Result<&'r Method, CliError> {
    let model = puzzle.model();
    let Some(name) = name else {
        let found = preferred(registry, puzzle, &model, task);
        return found.ok_or_else(|| CliError::Usage(none_performs(task).into()));
    };
    let method = registry.get(name, &model);
    let problem = match method {
        Some(method) if performs(method, &model, task) => return Ok(method),
        Some(method) if method.applies(&model) => refusal(registry, method, &model, task),
        None if !registry.names().contains(&name) => {
            if let Some(successor) = Registry::successor(name) {
                return Err(CliError::Usage(format!(
                    "{name} was removed; {successor} took its place"
                )));
            }
            let mut names: Vec<&str> =
                registry.iter().filter(|method| method.applies(&model)).map(Method::name).collect();
            names.dedup();
            let meant = match REMOVED.iter().find(|&&(removed, _)| removed == name) {
                Some((_, instead)) => format!(" ({instead} took its place)"),
                None => did_you_mean(name, names.iter().copied()),
            };
            let names = names.join(", ");
            format!("unknown method `{name}`{meant}; for this puzzle there are {names}")
        }
        _ if model.as_hamiltonian().is_some_and(Hamiltonian::is_directed) => {
            format!("{name} does not solve this puzzle (it takes undirected graphs)")
        }
        Some(method) => method.unsupported().to_string() + &those_that_do(registry, &model, task),
        None => {
            format!("{name} does not solve this puzzle") + &those_that_do(registry, &model, task)
        }
    };
    Err(CliError::Usage(problem))
}

/// What is said of the methods that do a task, behind one that does not.
fn those_that_do(registry: &Registry, model: &Model, task: Task) -> String {
    let others = registry.iter().filter(|method| performs(method, model, task));
    let names: Vec<&str> = others.map(Method::name).collect();
    if names.is_empty() { String::new() } else { format!("; these do: {}", names.join(", ")) }
}

/// That a method does not do a task that others may do.
fn refusal(registry: &Registry, method: &Method, model: &Model, task: Task) -> String {
    let name = method.name();
    let scope = if matches!(task, Task::Count(_)) { String::new() } else { method.scope() };
    let what = match task {
        Task::First => "find one solution",
        Task::All => "find several solutions",
        Task::Sample => "draw solutions at random",
        Task::Count(Counting { by_size: true, .. }) => "count by the number of pieces",
        Task::Count(Counting { classes: true, .. }) => "count up to symmetry",
        Task::Count(_) => "count",
    };
    let others = those_that_do(registry, model, task);
    if others.is_empty() {
        return format!("{name} does not {what} here{scope}; {}", none_performs(task));
    }
    format!("{name} does not {what} here{scope}{others}")
}

/// Why no method does a task.
fn none_performs(task: Task) -> &'static str {
    match task {
        Task::Count(Counting { by_size: true, classes: true }) => {
            "--counts-by-k and --up-to-symmetry cannot be counted together"
        }
        Task::Count(Counting { by_size: true, .. }) => {
            "--counts-by-k is for sets of vertices without weights, for `place` with one kind of pieces (of N \
             queens on NxN: `count place NxN --piece queen --counts-by-k`), and for `dominate` by \
             leapers on narrow boards"
        }
        Task::Sample => {
            "--sample is for tours and Hamiltonian paths and cycles of undirected graphs"
        }
        _ => "no method does this",
    }
}

/// Whether to look for short reasons first: as the user says, else as the method has it.
pub fn precheck(arguments: &RunArguments, method: &Method) -> bool {
    arguments.precheck.map_or_else(|| method.description.precheck, |switch| switch == Switch::On)
}
