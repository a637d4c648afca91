//! A range of sizes: the methods at each of them, measured as a suite with one parameter.

use std::sync::Arc;

use super::arguments::{CompareArguments, chosen, plan};
use crate::{
    cli::{
        CliError,
        bench::{self, BenchPlan, arguments::BenchArguments},
        input::NamedFiles,
        measure::NumberedCase,
        output::Output,
        outputs::OpenFiles,
        puzzle::SizeRange,
        signals::catch_signals,
        stderr::say,
    },
    documents::{
        results::Point,
        suite::{
            Experiment, OptionMatrix, ParameterValue, SCHEMA, SWEEP, Suite, SuiteInstances,
            Variation,
        },
        text,
    },
    methods::Registry,
};

/// A range and its sizes.
pub type Sizes = (SizeRange, Vec<u32>);

/// The sizes of the range on the command line, if there is one.
///
/// # Errors
/// [`CliError::Usage`] if it is wrong, or there is a step without a range.
pub fn sizes(arguments: &CompareArguments) -> Result<Option<Sizes>, CliError> {
    match (arguments.puzzle.sizes()?, arguments.step) {
        (Some(range), step) => {
            let sizes = range.sizes(step.unwrap_or(1))?;
            Ok(Some((range, sizes)))
        }
        (None, Some(_)) => usage!("--step: write a range of sizes, for example queens 8..34"),
        (None, None) => Ok(None),
    }
}

/// Measures the methods at each size. Exit codes as for `bench`.
///
/// # Errors
/// [`CliError`].
pub fn run(
    arguments: &CompareArguments,
    registry: &Arc<Registry>,
    sizes: &Sizes,
    outputs: (Output<'_>, OpenFiles),
) -> Result<i32, CliError> {
    let suite = suite(arguments, registry, sizes)?;
    let bench = BenchArguments {
        solvers: arguments.solvers.clone(),
        memory_limit: arguments.run.memory_limit,
        time_limit: arguments.run.time_limit,
        jobs: arguments.jobs,
        ..BenchArguments::of("-".as_ref(), arguments.programs.clone(), &arguments.output)
    };
    let parameter = sizes.0.parameter();
    let show = |points: &[Point], methods: &[String]| {
        outputs.0.begin_text(&text::sweep(&suite.title, &parameter, points, methods))
    };
    let plan = BenchPlan {
        arguments: &bench,
        registry,
        name: SWEEP,
        suite: &suite,
        files: NamedFiles::beside(&bench.suite, false),
        show: Some(&show),
    };
    let signal = catch_signals()?;
    let (document, ended) = plan.carried_out(&signal)?;
    bench::written(&document, outputs)?;
    ended.code(&document, &signal)
}

/// The suite of the sizes.
fn suite(
    arguments: &CompareArguments,
    registry: &Registry,
    (range, sizes): &Sizes,
) -> Result<Suite, CliError> {
    let mut cases = Vec::new();
    for &size in sizes {
        let stated = arguments
            .puzzle
            .of_size(range.word(size))
            .puzzle(&arguments.run.context(), arguments.output.quiet);
        let puzzle = stated.map_err(|error| match error {
            CliError::Usage(problem) => CliError::Usage(format!("size {size}: {problem}")),
            CliError::Input(problem) => CliError::Input(format!("size {size}: {problem}")),
            other => other,
        });
        cases.push(NumberedCase { number: 1, name: None, puzzle: puzzle? });
    }
    let plan = plan(arguments);
    let (methods, left_out) = chosen(arguments, &plan, registry, &cases)?;
    plan.check_options(&methods, registry, &cases).map_err(CliError::Usage)?;
    if !arguments.output.quiet {
        let left_out = left_out.iter().map(|left| format!("{}, {}", left.method, left.reason));
        left_out.for_each(|left| say(format_args!("left out: {left}; --methods all runs it")));
    }
    let title = title(&cases);
    let values = sizes.iter().map(|&size| ParameterValue::Number(size.into())).collect();
    let amo = arguments.amos.iter().map(|amo| amo.name().into()).collect();
    let experiment = Experiment {
        name: SWEEP.into(),
        title: title.clone(),
        parameter: Some(Variation { parameter: range.parameter(), values }),
        parameters: Vec::new(),
        methods: methods.iter().map(|entrant| entrant.name().into()).collect(),
        instances: SuiteInstances::Sizes(
            cases.iter().map(|case| case.puzzle.statement()).collect(),
        ),
        matrix: OptionMatrix { amo, ..OptionMatrix::default() },
        counting: arguments.counting,
        separate: false,
        runs: None,
        warmup: None,
        time_limit: None,
        node_limit: arguments.run.node_limit,
        seeds: None,
        options: arguments.run.choices(),
        claims: Vec::new(),
    };
    Ok(Suite {
        schema: SCHEMA.into(),
        name: SWEEP.into(),
        title,
        methods: Vec::new(),
        runs: arguments.runs,
        warmup: arguments.warmup,
        time_limit: None,
        seed: arguments.run.seed,
        experiments: vec![experiment],
    })
}

/// The titles of the first and the last case, without the words with which both begin.
fn title(cases: &[NumberedCase]) -> String {
    let titles: Vec<String> = cases.iter().map(|case| case.puzzle.title()).collect();
    let [first, .., last] = &titles[..] else { return titles.concat() };
    let mut words = (first.split(' '), last.split(' '));
    let same = std::iter::from_fn(|| words.0.next().zip(words.1.next()));
    let same = same.take_while(|(a, b)| a == b).count();
    let rest: Vec<&str> = last.split(' ').skip(same).collect();
    format!("{first} … {}", rest.join(" "))
}
