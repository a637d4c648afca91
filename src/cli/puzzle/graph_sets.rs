//! The arguments of sets and colourings of the vertices of graphs.

use std::collections::HashSet;

use clap::Args;
use satranj_encodings::model::Count;

use super::values::count;
use crate::{
    graphs::{NamedGraph, weight::scaled},
    puzzles::{
        StatementError,
        colouring::ColouringStatement,
        counts::{DominatingVertices, FewestVertices, MostVertices},
        fields::Field,
        graph_sets::{
            CliqueStatement, DominatingSetStatement, IndependentSetStatement, SetParts,
            VertexCoverStatement,
        },
        hamilton::GraphStatement,
        kinds::{AskedOfGraph, AskedStatement},
    },
};

/// The graph, and vertices that must or must not be in the set.
#[derive(Debug, Clone, Args)]
pub struct SetArguments {
    /// Put these vertices in the set: A,B or A;B
    #[arg(long, value_name = "VERTICES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Keep these vertices out of the set
    #[arg(long, value_name = "VERTICES", allow_hyphen_values = true)]
    pub block: Vec<String>,
    /// Optimise the total weight, with the vertex weights in the file
    #[arg(long)]
    pub weighted: bool,
}

/// An independent set.
#[derive(Debug, Clone, Args)]
pub struct IndependentSetArguments {
    #[command(flatten)]
    pub set: SetArguments,
    /// Ask for this many vertices, or `max`
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    pub count: String,
    /// Ask for a smallest maximal set, as `dominating-set --independent` does
    #[arg(long, conflicts_with = "count")]
    pub least: bool,
}

/// A clique.
#[derive(Debug, Clone, Args)]
pub struct CliqueArguments {
    #[command(flatten)]
    pub set: SetArguments,
    /// Ask for this many vertices, or `max`
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    pub count: String,
}

/// A vertex cover.
#[derive(Debug, Clone, Args)]
pub struct VertexCoverArguments {
    #[command(flatten)]
    pub set: SetArguments,
    /// Ask for this many vertices, or `min`
    #[arg(long, value_name = "K|min", default_value = "min", allow_hyphen_values = true)]
    pub count: String,
}

/// A dominating set.
#[derive(Debug, Clone, Args)]
pub struct DominatingSetArguments {
    #[command(flatten)]
    pub set: SetArguments,
    /// Ask for this many, `min` or `max`
    #[arg(long, value_name = "K|min|max", default_value = "min", allow_hyphen_values = true)]
    pub count: String,
    /// Require that no two vertices of the set are adjacent
    #[arg(long)]
    pub independent: bool,
    /// Require that every vertex of the set also has a neighbour in it
    #[arg(long)]
    pub total: bool,
    /// Require that no vertex outside the set has two neighbours in it
    #[arg(long)]
    pub perfect: bool,
}

impl SetArguments {
    /// The conditions on a set of vertices of a graph.
    fn parts(
        &self,
        graph: &mut NamedGraph,
        count: impl Into<Count>,
    ) -> Result<SetParts, StatementError> {
        let weights = self.weighted.then(|| whole(graph));
        let (weights, times) = weights.transpose()?.unzip();
        let names: HashSet<&str> = graph.names.iter().map(String::as_str).collect();
        let listed = |lists: &[String]| -> Vec<String> {
            lists.iter().flat_map(|list| split_names(list, &names)).map(Into::into).collect()
        };
        let (given, blocked) = (listed(&self.given), listed(&self.block));
        let mut graph = GraphStatement::from(graph);
        graph.weights_times = times.filter(|&times| times > 1);
        Ok(SetParts { graph, count: count.into(), given, blocked, weights })
    }
}

/// The weights of the vertices as whole numbers, and by how much they were multiplied.
fn whole(graph: &mut NamedGraph) -> Result<(Vec<u32>, u32), StatementError> {
    let weights = std::mem::take(&mut graph.vertex_weights);
    if weights.is_empty() {
        let problem = "--weighted: the file has no vertex weights; DIMACS (lines `n VERTEX \
                       WEIGHT`), \
                       GraphML, GEXF, GML, node-link and DOT (`weight`) can have them";
        return Err(StatementError::whole(problem));
    }
    if let Some(whole) = scaled(&weights) {
        return Ok(whole);
    }
    let mut named = graph.names.iter().zip(&weights);
    let problem = match named.find(|(_, weight)| !weight.is_positive()) {
        Some((name, weight)) => {
            let value = weight.shown("not a number");
            let right =
                format!("write a number above 0, at most {} and with at most 9 decimals", u32::MAX);
            let problem = format!("--weighted: the weight of `{name}` is {value}; {right}");
            StatementError::whole(problem).with_value(&value)
        }
        None => StatementError::whole(
            "--weighted: the weights have too many digits: as whole numbers, the greatest exceeds \
             4294967295; round them",
        ),
    };
    Err(problem.blaming(Field::GraphVertices))
}

/// The names in a list; a list that is itself a name means that name.
fn split_names<'l>(list: &'l str, names: &HashSet<&str>) -> Vec<&'l str> {
    if names.contains(list) {
        return vec![list];
    }
    let separator = if list.contains(';') { ';' } else { ',' };
    list.split(separator).map(str::trim).filter(|name| !name.is_empty()).collect()
}

impl AskedOfGraph for IndependentSetStatement {
    type Arguments = IndependentSetArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let count: MostVertices = count(Field::Count, &arguments.count)?;
        if arguments.least {
            let parts = arguments.set.parts(graph, Count::Optimum)?;
            let statement = DominatingSetStatement::of(parts);
            return Ok(DominatingSetStatement { independent: true, ..statement }.into());
        }
        Ok(IndependentSetStatement::of(arguments.set.parts(graph, count)?).into())
    }
}

impl AskedOfGraph for CliqueStatement {
    type Arguments = CliqueArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let count: MostVertices = count(Field::Count, &arguments.count)?;
        Ok(CliqueStatement::of(arguments.set.parts(graph, count)?).into())
    }
}

impl AskedOfGraph for VertexCoverStatement {
    type Arguments = VertexCoverArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let count: FewestVertices = count(Field::Count, &arguments.count)?;
        Ok(VertexCoverStatement::of(arguments.set.parts(graph, count)?).into())
    }
}

impl AskedOfGraph for DominatingSetStatement {
    type Arguments = DominatingSetArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        let count: DominatingVertices = count(Field::Count, &arguments.count)?;
        let parts = arguments.set.parts(graph, count)?;
        Ok(DominatingSetStatement {
            count,
            independent: arguments.independent,
            total: arguments.total,
            perfect: arguments.perfect,
            ..DominatingSetStatement::of(parts)
        }
        .into())
    }
}

/// A colouring.
#[derive(Debug, Clone, Args)]
pub struct ColouringArguments {
    /// Use this many colours, or `min`
    #[arg(
        long,
        alias = "colors",
        value_name = "K|min",
        default_value = "min",
        allow_hyphen_values = true
    )]
    pub colours: String,
    /// Colour these vertices, with colours numbered from 1: A=1,B=2 or A=1;B=2
    #[arg(long, value_name = "COLOURS", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Not for colourings: refused, with the reason
    #[arg(long, hide = true, value_name = "VERTICES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

impl AskedOfGraph for ColouringStatement {
    type Arguments = ColouringArguments;

    fn asked(arguments: &Self::Arguments, graph: &mut NamedGraph) -> AskedStatement {
        if let Some(blocked) = arguments.block.first() {
            let problem = "every vertex of a colouring has a colour; remove the vertex from the file, \
                           or set its colour with --given";
            return Err(StatementError::of(Field::Blocked, blocked, problem));
        }
        let colours = count(Field::Colours, &arguments.colours)?;
        let mut given = Vec::new();
        for list in &arguments.given {
            let separator = if list.contains(';') { ';' } else { ',' };
            for text in list.split(separator).map(str::trim).filter(|text| !text.is_empty()) {
                let pair = text.rsplit_once('=');
                let pair =
                    pair.and_then(|(name, colour)| Some((name, colour.trim().parse().ok()?)));
                let wrong = || {
                    let problem = "write VERTEX=COLOUR, with colours numbered from 1";
                    StatementError::of(Field::Given, &text, problem)
                };
                let (name, colour): (&str, u32) = pair.ok_or_else(wrong)?;
                given.push((name.trim().to_string(), colour));
            }
        }
        Ok(ColouringStatement { graph: graph.into(), colours, given }.into())
    }
}
