//! `satranj solve` of a list of graphs.

use super::{arguments::SolveArguments, one::PuzzleSolver};
use crate::{
    answer::Wanted,
    cli::{
        CliError,
        arguments::ExitCodes,
        graph_list::{self, LineForm, ListAsked, ListQuestion},
        output::Output,
        puzzle::graph::GraphList,
    },
    methods::Context,
};

/// Solves every graph of a list and prints a line for each, or the wanted graphs.
///
/// # Errors
/// [`CliError`], also if an option is for one graph only.
pub fn run(
    solver: &PuzzleSolver<'_>,
    list: GraphList,
    output: Output<'_>,
    whole: &Context,
) -> Result<i32, CliError> {
    let arguments = solver.arguments;
    if arguments.suboptimal.is_some() {
        usage!("--suboptimal applies to single puzzles, but this is a list of graphs");
    }
    let SolveArguments { codes, proof, show_attacks, .. } = arguments;
    let others = [
        ("--exit-code sat", codes.exit_code == ExitCodes::Sat),
        ("--proof", proof.is_some()),
        ("--up-to-symmetry", arguments.up_to_symmetry),
        ("--show-attacks", *show_attacks),
        ("-n, --all or --sample", solver.wanted != Wanted::First),
        ("--seeds", arguments.seeds.is_some()),
    ];
    solver.outputs.refuse_single(&others, graph_list::ONE_GRAPH)?;
    let form = if !arguments.only.is_empty() {
        LineForm::Graph(arguments.only.clone())
    } else if arguments.json_stream {
        LineForm::Json
    } else {
        graph_list::line_form(&arguments.output)
    };
    let asked = ListAsked {
        question: ListQuestion::First,
        method: arguments.method.as_deref(),
        form,
        check: arguments.check.unwrap_or_default(),
        limits: &arguments.list,
        run: &arguments.run,
        registry: solver.registry,
        signals: &solver.signals,
    };
    graph_list::run(&asked, list, output, whole)
}
