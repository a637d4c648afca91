//! The arguments of shortest paths in graphs.

use clap::Args;

use crate::{
    graphs::{NamedGraph, Weight, weight::scaled},
    puzzles::{
        StatementError,
        fields::Field,
        hamilton::GraphStatement,
        kinds::{AskedOfGraph, AskedStatement},
        path::PathStatement,
    },
};

/// A shortest path.
#[derive(Debug, Clone, Args)]
pub struct PathArguments {
    /// The first and the last vertex, instead of --from and --to
    #[arg(num_args = 2, value_names = ["FROM", "TO"], conflicts_with_all = ["from", "to"])]
    pub ends: Vec<String>,
    /// Start at this vertex, by its name in the file
    #[arg(
        long,
        value_name = "VERTEX",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub from: Option<String>,
    /// End at this vertex
    #[arg(
        long,
        value_name = "VERTEX",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub to: Option<String>,
    /// Count edges and ignore the file's weights
    #[arg(long)]
    pub unweighted: bool,
}

impl AskedOfGraph for PathStatement {
    type Arguments = PathArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let weights = std::mem::take(&mut graph.weights);
        let weights = if arguments.unweighted { Vec::new() } else { weights };
        let Some((whole, times)) = scaled(&weights) else {
            return Err(no_number(graph, &weights));
        };
        let weights = (!whole.is_empty()).then_some(whole);
        let mut ends = arguments.ends.iter().chain(&arguments.from).chain(&arguments.to).cloned();
        let mut end = || ends.next().expect("both ends are requested");
        let (from, to) = (end(), end());
        let mut graph = GraphStatement::from(graph);
        graph.weights_times = (times > 1).then_some(times);
        Ok(PathStatement { graph, from, to, weights }.into())
    }
}

/// The error for edge weights that are not positive numbers, or have too many digits.
fn no_number(graph: &NamedGraph, weights: &[Weight]) -> StatementError {
    let mut edges = graph.edges.iter().zip(weights);
    let Some((&(a, b), weight)) = edges.find(|(_, weight)| !weight.is_positive()) else {
        let problem = "the weights have too many digits: as whole numbers, the greatest exceeds \
                       4294967295; round them, or use --unweighted";
        return StatementError::whole(problem).blaming(Field::Weights);
    };
    let [a, b] = [a, b].map(|vertex| &graph.names[vertex as usize]);
    let value = weight.shown("not a single number");
    let right = format!(
        "write a number above 0, at most {} and with at most 9 decimals, or use --unweighted",
        u32::MAX
    );
    let problem = format!("the weight of the edge between `{a}` and `{b}` is {value}; {right}");
    StatementError::whole(problem).blaming(Field::Weights).with_value(&value)
}
