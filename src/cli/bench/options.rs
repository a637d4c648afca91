//! The options of an experiment, in the form that the command line gives them.

use std::time::Duration;

use satranj_encodings::hamiltonian::reductions::Reductions;

use crate::{
    cli::{
        arguments::{
            EncodingArguments, RunArguments, Switch, parse_at_most_one, parse_order,
            parse_reductions, parse_threads,
        },
        measure::Matrix,
    },
    documents::{choices::Choices, suite::OptionMatrix},
};

/// The values of options that a suite lists.
///
/// # Errors
/// A message that names the option and its value.
pub fn option_matrix(lists: &OptionMatrix) -> Result<Matrix, String> {
    let within = |name: &'static str| move |problem: String| format!("matrix: {name}: {problem}");
    let solvers = lists.solvers.iter().map(|solver| solver.parse());
    let solvers: Result<Vec<crate::solvers::SolverChoice>, String> = solvers.collect();
    let amo = lists.amo.iter().map(|amo| parse_at_most_one(amo)).collect::<Result<Vec<_>, _>>();
    let orders = lists.orders.iter().map(|order| parse_order(order));
    Ok(Matrix {
        solvers: solvers.map_err(within("solvers"))?,
        amo: amo.map_err(within("amo"))?,
        orders: orders.collect::<Result<Vec<_>, _>>().map_err(within("orders"))?,
    })
}

/// The run arguments for these options.
///
/// # Errors
/// A message that names the option and its value.
pub fn run_arguments(
    options: &Choices,
    seed: u64,
    time_limit: Duration,
) -> Result<RunArguments, String> {
    if options.suboptimal.is_some() {
        return Err("options: suboptimal: a suite compares optimal answers; leave it out".into());
    }
    let order = options.order.as_deref().map(parse_order).transpose();
    let solver = options.solver.as_deref().map(str::parse).transpose();
    let amo = options.amo.as_deref().map(parse_at_most_one).transpose();
    let reductions = options.reductions.as_ref().map(|names| match &names[..] {
        [] => Ok(Reductions::NONE),
        names => parse_reductions(&names.join(",")),
    });
    let threads = options.threads.map(|threads| parse_threads(&threads.to_string())).transpose();
    let within = |name: &'static str| move |problem: String| format!("options: {name}: {problem}");
    Ok(RunArguments {
        seed,
        time_limit: Some(time_limit),
        node_limit: None,
        memory_limit: None,
        order: order.map_err(within("order"))?,
        restarts: options.restarts,
        solver: solver.map_err(within("solver"))?,
        encoding: EncodingArguments {
            amo: amo.map_err(within("amo"))?,
            reductions: reductions.transpose().map_err(within("reductions"))?,
        },
        threads: threads.map_err(within("threads"))?,
        precheck: options.precheck.map(|on| if on { Switch::On } else { Switch::Off }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_of_the_command_line() {
        let options = Choices {
            order: Some("roth".into()),
            restarts: Some(0),
            solver: Some("cmd:kissat -q".into()),
            amo: Some("ladder".into()),
            reductions: Some(vec!["parity".into(), "forced".into()]),
            threads: Some(2),
            precheck: Some(false),
            suboptimal: None,
        };
        let run = run_arguments(&options, 1, Duration::from_secs(1)).unwrap();
        assert_eq!(run.choices(), options);
        let arguments = "--order=roth --restarts=0 --solver=cmd:kissat -q --amo=ladder \
                         --reductions=parity,forced --threads=2 --precheck=off";
        assert_eq!(options.arguments().join(" "), arguments);
        let none = Choices { reductions: Some(vec![]), ..Choices::default() };
        let run = run_arguments(&none, 1, Duration::from_secs(1)).unwrap();
        assert_eq!(
            (run.choices(), &none.arguments()[..]),
            (none.clone(), &["--reductions=none".to_string()][..])
        );
        let wrong = |options| run_arguments(&options, 1, Duration::from_secs(1)).unwrap_err();
        let message = wrong(Choices { order: Some("sideways".into()), ..Choices::default() });
        assert!(
            message.starts_with("options: order: ") && message.contains("sideways"),
            "{message}"
        );
        let message = wrong(Choices { amo: Some("some".into()), ..Choices::default() });
        assert!(message.starts_with("options: amo: "), "{message}");
        let message = wrong(Choices { reductions: Some(vec!["x".into()]), ..Choices::default() });
        assert!(message.starts_with("options: reductions: "), "{message}");
        let message = wrong(Choices { suboptimal: Some("2".into()), ..Choices::default() });
        assert!(message.starts_with("options: suboptimal: "), "{message}");
        let message = wrong(Choices { threads: Some(0), ..Choices::default() });
        assert!(message.starts_with("options: threads: `0` "), "{message}");
    }
}
