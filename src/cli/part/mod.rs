//! `satranj part`: runs or resumes one part of a job.

pub mod arguments;
mod counting;
mod cubes;

use std::{collections::BTreeSet, env, fs, sync::Arc};

use super::{CliError, jobs::read_job};
use crate::{limits::Reason, methods::Registry, parts::SplitJob};
use arguments::{PartArguments, PartNumbers};

/// Runs the command. Exit code 0: all named parts are finished, now or before.
///
/// # Errors
/// [`CliError`].
pub fn run(arguments: &PartArguments, registry: &Arc<Registry>) -> Result<i32, CliError> {
    let numbers = numbers(arguments.numbers.as_ref(), arguments.first, |name| env::var(name).ok())?;
    let run = arguments.limits.run();
    let (name, job) = read_job(&arguments.job, registry, &run)?;
    let parts = job.document().parts;
    if let Some(number) = numbers.last().filter(|&&number| number >= parts) {
        usage!("part {number}: {name} has the parts 0 to {}", parts - 1);
    }
    let folder = &arguments.output;
    fs::create_dir_all(folder).map_err(|error| CliError::file(folder, &error))?;
    arguments.each(&numbers, &run, parts, &|number, run| {
        let found = job.found(folder, number, &run).map_err(stopped)?;
        let Some(file) = arguments.begin(found, number, parts)? else { return Ok(0) };
        match &job {
            SplitJob::Count(job) => counting::run(arguments, job, number, (registry, run), file),
            SplitJob::Solve(job) => cubes::run(arguments, job, number, &run, file),
        }
    })
}

/// The error for a limit or a signal while the folder was read.
fn stopped(reason: Reason) -> CliError {
    CliError::Undecided(reason.describe().into())
}

/// Variables in which batch systems give the task number of a job array, with the first number. SGE
/// has no task 0.
const TASK_NUMBERS: [(&str, u64); 4] = [
    ("SLURM_ARRAY_TASK_ID", 0),
    ("PBS_ARRAY_INDEX", 0),
    ("SGE_TASK_ID", 1),
    ("JOB_COMPLETION_INDEX", 0),
];

/// The parts to run: as given, or from a batch system; `first`: the part of its first task.
pub(super) fn numbers(
    given: Option<&PartNumbers>,
    first: u64,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<BTreeSet<u64>, CliError> {
    if let Some(PartNumbers(given)) = given {
        return Ok(given.clone());
    }
    let mut known: Option<(&str, u64)> = None;
    for (name, first) in TASK_NUMBERS {
        // SGE sets `undefined` outside an array.
        let Some(text) = variable(name).filter(|text| !text.is_empty() && text != "undefined")
        else {
            continue;
        };
        let number = text.parse().ok().and_then(|number: u64| number.checked_sub(first));
        let Some(number) = number else {
            usage!(
                "{name} is `{text}`, which is not a task number; expected a number from \
                    {first}"
            );
        };
        match known {
            Some((other, before)) if before != number => {
                usage!(
                    "{other} gives part {before}, but {name} gives part {number}: name the \
                        part"
                );
            }
            _ => known = Some((name, number)),
        }
    }
    known.map(|(_, number)| [number.saturating_add(first)].into()).ok_or_else(|| {
        let names = TASK_NUMBERS.map(|(name, _)| name).join(", ");
        CliError::Usage(format!(
            "no part is named, and none of {names} is set: name the part's \
                                 number"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_of(given: Option<&str>, variables: &[(&str, &str)]) -> Result<Vec<u64>, String> {
        let variable = |name: &str| {
            let found = variables.iter().find(|(variable_name, _)| *variable_name == name);
            found.map(|(_, value)| (*value).to_string())
        };
        let given = given.map(str::parse::<PartNumbers>).transpose()?;
        let numbers = numbers(given.as_ref(), 0, variable).map_err(|error| error.to_string())?;
        Ok(numbers.into_iter().collect())
    }

    #[test]
    fn the_number_of_a_part_is_given_or_known_of_the_batch_system() {
        assert_eq!(numbers_of(Some("7"), &[("SLURM_ARRAY_TASK_ID", "3")]), Ok(vec![7]));
        for (name, first) in TASK_NUMBERS {
            assert_eq!(
                numbers_of(None, &[(name, &(3 + first).to_string())]),
                Ok(vec![3]),
                "{name}"
            );
            let wrong = numbers_of(None, &[(name, "three")]).unwrap_err();
            assert!(wrong.contains(name) && wrong.contains("`three`"), "{wrong}");
        }
        assert!(numbers_of(None, &[("SGE_TASK_ID", "0")]).unwrap_err().contains("from 1"));
        assert!(numbers_of(None, &[("SGE_TASK_ID", "undefined")]).unwrap_err().contains(
            "no part is \
                               named"
        ));
        assert!(numbers_of(None, &[]).unwrap_err().contains("PBS_ARRAY_INDEX"));
        let two = [("SLURM_ARRAY_TASK_ID", "3"), ("PBS_ARRAY_INDEX", "4")];
        assert!(numbers_of(None, &two).unwrap_err().contains("name the part"));
        let same = [("SLURM_ARRAY_TASK_ID", "3"), ("SGE_TASK_ID", "4")];
        assert_eq!(numbers_of(None, &same), Ok(vec![3]));
        let shifted = numbers(None, 1000, |_| Some("3".into()));
        assert!(shifted.is_err(), "SGE counts from 1");
        let slurm = |name: &str| (name == "SLURM_ARRAY_TASK_ID").then(|| "3".into());
        assert_eq!(numbers(None, 1000, slurm).unwrap(), [1003].into());
    }

    #[test]
    fn several_parts_are_named_as_tasks_are() {
        assert_eq!(numbers_of(Some("3,5,7-9,5"), &[]), Ok(vec![3, 5, 7, 8, 9]));
        assert_eq!(numbers_of(Some("0-2"), &[]), Ok(vec![0, 1, 2]));
        for text in ["", "a", "3-", "-3", "5-3", "1,,2", "1-2-3", "0-1000000", "1.5"] {
            assert!(numbers_of(Some(text), &[]).unwrap_err().contains("names no parts"), "{text}");
        }
    }
}
