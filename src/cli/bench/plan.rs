//! The plan of a measurement: the experiments of a suite with their points, methods and options,
//! checked before anything is run.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};

use super::{
    arguments::BenchArguments,
    instances::{Prepared, prepare, values, variations},
    options::{option_matrix, run_arguments},
};
use crate::{
    answer::seeds::Seeds,
    cli::{
        CliError,
        arguments::{RunArguments, parse_time_limit},
        input::NamedFiles,
        measure::{
            DEFAULT_TIME_LIMIT, Entrant, Matrix, MeasurePlan, check_programs, names_program,
            programs_missing,
        },
        stderr::say,
    },
    documents::{
        VERSION, instance_of_several,
        results::Point,
        sha256,
        suite::{Experiment, ParameterValue, Suite, SuiteInstances},
    },
    methods::Registry,
    nearest,
    rivals::RivalProgram,
};

/// The most points of an experiment.
const MOST_POINTS: usize = 100_000;

/// A suite with the options of the command line.
pub struct BenchPlan<'a> {
    pub arguments: &'a BenchArguments,
    pub registry: &'a Registry,
    /// The name of the suite in messages.
    pub name: &'a str,
    pub suite: &'a Suite,
    pub files: NamedFiles,
    /// Shows the points that are measured.
    pub show: Option<&'a ShowPoints<'a>>,
}

/// Shows the measured points of an experiment with these methods.
pub type ShowPoints<'a> = dyn Fn(&[Point], &[String]) -> Result<(), CliError> + 'a;

/// A checked experiment.
pub struct PlannedExperiment<'a> {
    pub experiment: &'a Experiment,
    pub measure: MeasurePlan,
    pub matrix: Matrix,
    pub points: Vec<PlannedPoint>,
}

/// A point of an experiment.
pub struct PlannedPoint {
    /// The values of the parameters.
    pub values: Vec<ParameterValue>,
    /// The number of batches of cases, each for one process.
    pub batches: usize,
    /// The labels of the methods.
    pub methods: Vec<String>,
    /// The number of its first batch among the batches of all experiments.
    pub first_unit: u64,
    /// Its instances, if they fit into the memory that all points share.
    kept: Option<Arc<Prepared>>,
}

/// Bytes of instances that are kept from planning to measuring. The instances of further points are
/// prepared again for their runs.
const MOST_KEPT: u64 = 256 << 20;

/// All planned measurements.
pub struct Planned<'a> {
    pub experiments: Vec<PlannedExperiment<'a>>,
    /// `sha256:` and its digest.
    pub digest: String,
    /// The number of batches of all points.
    pub units: u64,
}

/// Checks the numbers of runs.
fn check_runs(runs: u32, warmup: u32) -> Result<(), String> {
    let is_right = (1..=10_000).contains(&runs) && warmup <= 10_000;
    let expected = "expected 1 to 10000 runs and 0 to 10000 warm-ups";
    is_right.then_some(()).ok_or_else(|| format!("runs {runs}, warmup {warmup}: {expected}"))
}

/// The error for wrong seeds of an experiment.
fn in_seeds(problem: &str) -> CliError {
    CliError::Input(format!("seeds: {problem}"))
}

impl<'a> BenchPlan<'a> {
    /// The seed of random instances and of runs.
    pub fn seed(&self) -> u64 {
        self.arguments.seed.unwrap_or(self.suite.seed)
    }

    /// Checks everything before anything is measured.
    ///
    /// # Errors
    /// [`CliError`] with the place in the suite.
    pub fn planned(&self) -> Result<Planned<'a>, CliError> {
        check_runs(self.suite.runs, self.suite.warmup).map_err(CliError::of(self.name))?;
        check_programs(&self.arguments.programs)?;
        let experiments = self.experiments()?;
        if experiments.is_empty() {
            wrong_input!("{}: the suite has no experiments", self.name);
        }
        let (mut notes, mut digests): (Vec<String>, Vec<Value>) = (Vec::new(), Vec::new());
        let mut planned = Vec::new();
        let (mut units, mut room) = (0, Some(MOST_KEPT));
        for (index, experiment) in experiments.iter().copied().enumerate() {
            let names = experiments[..index].iter().map(|other| &other.name);
            let names: Vec<&String> = names.collect();
            let counted = (&mut units, &mut room);
            let of_experiment = self.check(experiment, &names, counted, &mut notes);
            let (of_experiment, digest) =
                of_experiment.map_err(|error| self.within(experiment, error))?;
            planned.push(of_experiment);
            digests.push(digest);
        }
        let mut points = planned.iter().flat_map(|experiment| &experiment.points);
        if points.all(|point| point.methods.is_empty()) {
            let why = notes.first().map_or_else(String::new, |note| format!("; {note}"));
            wrong_input!("{}: no method can be measured{why}", self.name);
        }
        if !self.arguments.output.quiet {
            notes.iter().for_each(say);
        }
        let programs = self.arguments.programs.iter().map(ToString::to_string);
        let all = json!({
            "version": VERSION, "suite": self.suite.name, "seed": self.seed(),
            "experiments": digests, "programs": programs.collect::<Vec<_>>(),
        });
        let digest = sha256(all.to_string().as_bytes());
        Ok(Planned { experiments: planned, digest, units })
    }

    /// The experiments to run.
    fn experiments(&self) -> Result<Vec<&'a Experiment>, CliError> {
        let all = &self.suite.experiments;
        let known = |name: &String| all.iter().any(|experiment| experiment.name == *name);
        if let Some(unknown) = self.arguments.only.iter().find(|name| !known(name)) {
            let names = all.iter().map(|experiment| experiment.name.as_str());
            usage!("--only: {}", nearest::unknown("experiment", unknown, names));
        }
        let only = &self.arguments.only;
        let wanted = |experiment: &&Experiment| only.is_empty() || only.contains(&experiment.name);
        Ok(all.iter().filter(wanted).collect())
    }

    /// Checks an experiment; an error has its place.
    pub fn within(&self, experiment: &Experiment, error: CliError) -> CliError {
        if matches!(experiment.instances, SuiteInstances::Sizes(_)) {
            return error;
        }
        let place = |problem| format!("{}: experiment `{}`: {problem}", self.name, experiment.name);
        match error {
            CliError::Input(problem) | CliError::Usage(problem) => CliError::Input(place(problem)),
            other => other,
        }
    }

    /// A checked experiment, and the value that its digest covers.
    fn check(
        &self,
        experiment: &'a Experiment,
        before: &[&String],
        (units, room): (&mut u64, &mut Option<u64>),
        notes: &mut Vec<String>,
    ) -> Result<(PlannedExperiment<'a>, Value), CliError> {
        let name = &experiment.name;
        let sound = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(sound) {
            wrong_input!("a name may contain only letters, digits, - and _");
        }
        if before.contains(&name) {
            wrong_input!("two experiments have this name");
        }
        let measure = self.measure_plan(experiment)?;
        let matrix = self.matrix(experiment)?;
        if experiment.parameter.is_some() && !experiment.parameters.is_empty() {
            wrong_input!("write `parameter` or `parameters`, not both");
        }
        // The only experiment of a command line needs no name.
        let is_sweep = matches!(experiment.instances, SuiteInstances::Sizes(_));
        let place = if is_sweep { String::new() } else { format!("experiment `{name}`: ") };
        for missing in programs_missing(self.names(experiment), &self.arguments.programs) {
            let how = "because it has no command; add --program NAME=COMMAND";
            notes.push(format!("{place}{missing} is left out {how}"));
        }
        if measure.seeds.is_some() && !self.arguments.programs.is_empty() {
            notes.push(format!(
                "{place}programs are left out because they take no range of \
                               seeds"
            ));
        }
        let variations = variations(experiment);
        if variations.iter().any(|variation| variation.values.is_empty()) {
            wrong_input!("the parameter has no values");
        }
        let count = variations.iter().try_fold(1usize, |product, variation| {
            product.checked_mul(variation.values.len()).filter(|points| *points <= MOST_POINTS)
        });
        if count.is_none() {
            wrong_input!("more than {MOST_POINTS} points");
        }
        let planned = (&measure, &matrix);
        let (points, digests) =
            self.checked_points(experiment, planned, &place, (units, room), notes)?;
        let digest = json!({
            "name": name, "options": experiment.options, "counting": experiment.counting,
            "node_limit": experiment.node_limit, "separate": experiment.separate, "seeds": experiment.seeds, "runs": measure.runs,
            "warmup": measure.warmup, "time_limit": measure.time_limit.as_secs_f64(),
            "points": digests,
        });
        Ok((PlannedExperiment { experiment, measure, matrix, points }, digest))
    }

    /// The checked points of an experiment, and the values that its digest covers.
    fn checked_points(
        &self,
        experiment: &'a Experiment,
        (measure, matrix): (&MeasurePlan, &Matrix),
        place: &str,
        (units, room): (&mut u64, &mut Option<u64>),
        notes: &mut Vec<String>,
    ) -> Result<(Vec<PlannedPoint>, Vec<Value>), CliError> {
        let (mut points, mut digests) = (Vec::new(), Vec::new());
        for (index, values) in values(experiment).into_iter().enumerate() {
            let prepared = Arc::new(self.prepare(experiment, &values)?);
            let cases = &prepared.cases;
            let entrants = self.entrants(experiment, measure, matrix, &prepared)?;
            // The methods depend on the kind of puzzle only, not on the value.
            if index == 0 {
                notes.extend(prepared.notes.iter().map(|note| format!("{place}{note}")));
                let unread = measure.check_options(&entrants, self.registry, cases);
                let unread =
                    unread.map_err(|problem| CliError::Input(format!("options: {problem}")))?;
                notes.extend(unread.iter().map(|note| format!("{place}{note}")));
            }
            if let Some(seeds) = measure.seeds {
                seeds.check(cases.len()).map_err(|problem| in_seeds(&problem))?;
            }
            let methods: Vec<String> =
                entrants.iter().map(|entrant| entrant.label.clone()).collect();
            digests.push(json!({
                "values": values, "methods": methods,
                "instance": instance_of_several(&prepared.statements),
            }));
            let batches = measure.batches(cases.len());
            let first_unit = *units;
            let bytes = cases.iter().map(|case| case.puzzle.model().bytes());
            *room = room.and_then(|room: u64| room.checked_sub(bytes.sum()));
            let kept = room.map(|_| Arc::clone(&prepared));
            let point = PlannedPoint { values, batches, methods, first_unit, kept };
            *units += batches as u64;
            points.push(point);
        }
        Ok((points, digests))
    }

    /// The methods of an experiment at a point.
    ///
    /// # Errors
    /// [`CliError`] that names an unknown method.
    pub fn entrants(
        &self,
        experiment: &'a Experiment,
        measure: &MeasurePlan,
        matrix: &Matrix,
        prepared: &Prepared,
    ) -> Result<Vec<Entrant<'a>>, CliError> {
        let names = self.names(experiment);
        // If some experiment names a program, it runs only in those that do.
        let is_named = |program: &&RivalProgram| {
            let names = |other: &'a Experiment| names_program(self.names(other), program);
            names(experiment) || !self.suite.experiments.iter().any(names)
        };
        let programs = self.arguments.programs.iter().filter(is_named).cloned();
        let programs: Vec<RivalProgram> = programs.collect();
        let asked = measure.entrants(names, (matrix, &programs), self.registry, &prepared.cases)?;
        let chosen = &self.arguments.methods;
        let is_chosen = |entrant: &Entrant<'_>| {
            chosen.is_empty() || chosen.iter().any(|pattern| entrant.is_of(pattern.trim()))
        };
        Ok(asked.into_iter().filter(is_chosen).collect())
    }

    /// The methods that an experiment names.
    fn names(&self, experiment: &'a Experiment) -> &'a [String] {
        let own = &experiment.methods;
        if own.is_empty() { &self.suite.methods } else { own }
    }

    /// The instances of a planned point.
    ///
    /// # Errors
    /// An error in them.
    pub fn prepared(
        &self,
        experiment: &Experiment,
        point: &PlannedPoint,
    ) -> Result<Arc<Prepared>, CliError> {
        match &point.kept {
            Some(kept) => Ok(Arc::clone(kept)),
            None => self.prepare(experiment, &point.values).map(Arc::new),
        }
    }

    fn prepare(
        &self,
        experiment: &Experiment,
        values: &[ParameterValue],
    ) -> Result<Prepared, CliError> {
        prepare(experiment, values, self.seed(), &self.files)
    }

    fn matrix(&self, experiment: &Experiment) -> Result<Matrix, CliError> {
        let matrix = option_matrix(&experiment.matrix).map_err(CliError::Input)?;
        let program = matrix.solvers.iter().find(|solver| solver.is_program());
        if let Some(solver) = program.filter(|_| !self.arguments.allow_programs) {
            return Err(CliError::Input(refused("matrix: solvers", solver)));
        }
        // Programs named on the command line need no permission.
        let mut solvers = matrix.solvers;
        solvers.extend(self.arguments.solvers.iter().cloned());
        Ok(Matrix { solvers, ..matrix })
    }

    fn measure_plan(&self, experiment: &Experiment) -> Result<MeasurePlan, CliError> {
        let stated = experiment.time_limit.as_ref().or(self.suite.time_limit.as_ref());
        let stated = stated.map(|limit| {
            parse_time_limit(&limit.to_string())
                .map_err(|problem| CliError::Input(format!("time_limit: {problem}")))
        });
        let time_limit: Option<Duration> =
            self.arguments.time_limit.map(Ok).or(stated).transpose()?;
        let time_limit = time_limit.unwrap_or(DEFAULT_TIME_LIMIT);
        let run = run_arguments(&experiment.options, self.seed(), time_limit);
        let run = run.map_err(CliError::Input)?;
        let run = RunArguments {
            node_limit: experiment.node_limit,
            memory_limit: self.arguments.memory_limit,
            ..run
        };
        if let Some(solver) = run.solver.as_ref().filter(|solver| solver.is_program())
            && !self.arguments.allow_programs
        {
            return Err(CliError::Input(refused("options: solver", solver)));
        }
        let seeds = experiment.seeds.as_deref().map(str::parse::<Seeds>).transpose();
        let seeds = seeds.map_err(|problem| in_seeds(&problem))?;
        if seeds.is_some() && (experiment.counting || experiment.separate) {
            return Err(in_seeds("they cannot be combined with `counting` or `separate`"));
        }
        // A run covers the whole range of seeds.
        let (runs, warmup) = if seeds.is_some() {
            (1, 0)
        } else {
            (
                self.arguments.runs.or(experiment.runs).unwrap_or(self.suite.runs),
                self.arguments.warmup.or(experiment.warmup).unwrap_or(self.suite.warmup),
            )
        };
        check_runs(runs, warmup).map_err(CliError::Input)?;
        Ok(MeasurePlan {
            counting: experiment.counting,
            runs,
            warmup,
            seed: self.seed(),
            seeds,
            time_limit,
            run,
            separate: experiment.separate,
            jobs: self.arguments.jobs.get(),
        })
    }
}

/// The error for a program in a suite.
fn refused(place: &str, solver: &crate::solvers::SolverChoice) -> String {
    format!("{place}: `{solver}` is a program; add --allow-programs to let the suite run it")
}
