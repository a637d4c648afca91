//! Selects the method: the one that the user names, or the puzzle's default.

use satranj_encodings::{
    encoding::{Encoding, UsedOptions},
    hamiltonian::Hamiltonian,
    model::Model,
    registry,
};

use super::{
    CliError,
    arguments::{EncodingArguments, RunArguments, Switch},
    stderr::say,
};
use crate::{
    answer::method::preferred,
    methods::{Counting, Method, MethodOption, Registry},
    nearest::unknown,
    puzzles::{StatedPuzzle, Task},
};

pub use crate::answer::method::performs;

/// The method of that name, or the default of the puzzle.
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
    if let Some(method) = method.filter(|method| performs(method, &model, task)) {
        return Ok(method);
    }
    let others = registry.iter().filter(|method| performs(method, &model, task));
    let others: Vec<&str> = others.map(Method::name).collect();
    let those_that_do = match &others[..] {
        [] => String::new(),
        others => format!("; these do: {}", others.join(", ")),
    };
    let problem = match method {
        Some(method) if method.applies(&model) => refusal(method, task, &those_that_do),
        None if !registry.names().contains(&name) => {
            let names = registry.iter().filter(|method| method.applies(&model)).map(Method::name);
            match Registry::successor(name) {
                Some(successor) => format!("unknown method `{name}`; {successor} replaced it"),
                None => unknown("method", name, names),
            }
        }
        _ if model.as_hamiltonian().is_some_and(Hamiltonian::is_directed) => {
            format!("{name} does not solve this puzzle (it takes only undirected graphs)")
        }
        Some(method) => method.unsupported().to_string() + &those_that_do,
        None => format!("{name} does not solve this puzzle{those_that_do}"),
    };
    Err(CliError::Usage(problem))
}

/// The error for a method that does not do a task; others may.
fn refusal(method: &Method, task: Task, those_that_do: &str) -> String {
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
    if those_that_do.is_empty() {
        return format!("{name} does not {what} here{scope}; {}", none_performs(task));
    }
    format!("{name} does not {what} here{scope}{those_that_do}")
}

/// Why no method does a task.
fn none_performs(task: Task) -> &'static str {
    match task {
        Task::Count(Counting { by_size: true, classes: true }) => {
            "--counts-by-k and --up-to-symmetry cannot be counted together"
        }
        Task::Count(Counting { by_size: true, .. }) => {
            "--counts-by-k applies to unweighted sets of vertices, to `place` with one kind of \
             piece (for queens: `count place NxN --piece queen --counts-by-k`), and to `dominate` \
             with leapers on narrow boards"
        }
        Task::Sample => {
            "--sample applies to tours, and to Hamiltonian paths and cycles of undirected graphs, \
             without --symmetry and --longest"
        }
        _ => "no method does this",
    }
}

/// Whether to run the precheck: as the user chose, otherwise the method's default.
pub fn precheck(arguments: &RunArguments, method: &Method) -> bool {
    arguments.precheck.map_or_else(|| method.description.precheck, |switch| switch == Switch::On)
}

/// The methods of one name, one for each kind of puzzle.
pub type Named<'r> = Vec<&'r Method>;

/// Whether a method of a name reads an option.
pub fn reads(named: &[&Method], option: MethodOption) -> bool {
    named.iter().any(|method| method.description.reads(option))
}

/// Checks the given options as [`check`] does against the methods that are chosen for these puzzles;
/// prints which options only some methods read, unless quiet.
///
/// # Errors
/// [`CliError::Usage`] as [`check`].
pub fn check_chosen<'r, 'p>(
    arguments: &RunArguments,
    chosen: impl IntoIterator<Item = (&'p dyn StatedPuzzle, &'r Method)>,
    (registry, task): (&Registry, Task),
    is_quiet: bool,
) -> Result<(), CliError> {
    if arguments.given().is_empty() {
        return Ok(());
    }
    let mut running: Vec<Named<'r>> = Vec::new();
    let mut model = None;
    for (puzzle, method) in chosen {
        model.get_or_insert_with(|| puzzle.model());
        match running.iter_mut().find(|named| named[0].name() == method.name()) {
            Some(named) => named.push(method),
            None => running.push(vec![method]),
        }
    }
    let Some(model) = model else { return Ok(()) };
    let notes = check(arguments, &running, (registry, &model, task)).map_err(CliError::Usage)?;
    if !is_quiet {
        notes.iter().for_each(say);
    }
    Ok(())
}

/// Checks the given options against the methods that run; returns a sentence on each that only some
/// of them read, with the names of those that do not.
///
/// # Errors
/// A sentence with an option that none of them reads, and the methods for the model that do.
pub fn check(
    arguments: &RunArguments,
    running: &[Named<'_>],
    (registry, model, task): (&Registry, &Model, Task),
) -> Result<Vec<String>, String> {
    let mut notes = Vec::new();
    for option in arguments.given() {
        let unread = running.iter().filter(|named| !reads(named, option));
        let unread = listed(unread.filter_map(|named| named.first().copied()));
        if unread.is_empty() {
            continue;
        }
        let message = format!("--{} is not read by {unread}", option.name());
        if running.iter().any(|named| reads(named, option)) {
            notes.push(message);
            continue;
        }
        let readers = registry.iter().filter(|method| method.description.reads(option));
        let readers = listed(readers.filter(|method| performs(method, model, task)));
        return Err(with_those_that_read(&message, "method for", &readers));
    }
    Ok(notes)
}

/// The error for an option that a method does not read, with the methods that do.
pub fn unread<'m>(
    method: &Method,
    option: &str,
    readers: impl Iterator<Item = &'m Method>,
) -> String {
    let message = format!("--{option} is not read by {}", method.name());
    with_those_that_read(&message, "method for", &listed(readers))
}

/// The error for an unread option, with the methods or encodings that read it.
fn with_those_that_read(message: &str, what: &str, readers: &str) -> String {
    if readers.is_empty() {
        format!("{message}; no {what} this puzzle reads it")
    } else {
        format!("{message}; for this puzzle, these read it: {readers}")
    }
}

/// The names without duplicates.
pub fn listed<'m>(methods: impl Iterator<Item = &'m Method>) -> String {
    let mut names: Vec<&str> = Vec::new();
    for method in methods {
        if !names.contains(&method.name()) {
            names.push(method.name());
        }
    }
    names.join(", ")
}

/// The options of encodings.
pub const OF_FORMULAS: [MethodOption; 2] = [MethodOption::AtMostOne, MethodOption::Reductions];

/// Whether an encoding reads one of them.
pub fn is_read(encoding: &Encoding, option: MethodOption) -> bool {
    let UsedOptions { at_most_one, reductions } = encoding.uses();
    match option {
        MethodOption::AtMostOne => at_most_one,
        MethodOption::Reductions => reductions,
        _ => false,
    }
}

/// Refuses an option that an encoding does not read.
///
/// # Errors
/// [`CliError::Usage`] with the encodings that read it.
pub fn check_encoding(
    given: &EncodingArguments,
    encoding: &Encoding,
    model: &Model,
) -> Result<(), CliError> {
    let is_unread = |option: &MethodOption| given.has(*option) && !is_read(encoding, *option);
    let Some(option) = OF_FORMULAS.into_iter().find(is_unread) else { return Ok(()) };
    let others = registry::encodings().iter().filter(|other| other.supports(model));
    let readers: Vec<&str> =
        others.filter(|other| is_read(other, option)).map(|other| other.name()).collect();
    let message = format!("--{} is not read by the encoding {}", option.name(), encoding.name());
    Err(CliError::Usage(with_those_that_read(&message, "encoding for", &readers.join(", "))))
}
