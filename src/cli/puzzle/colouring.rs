//! The arguments of colourings of graphs.

use clap::Args;

use super::{
    count,
    graph::{GraphArguments, GraphQuestion},
};
use crate::{
    graphs::NamedGraph,
    puzzles::{Statement, StatementError, colouring::ColouringStatement, fields::Field},
};

/// A colouring.
#[derive(Debug, Clone, Args)]
pub struct ColouringArguments {
    #[command(flatten)]
    pub file: GraphArguments,
    /// Use this many colours, or `min`
    #[arg(
        long,
        alias = "colors",
        value_name = "K|min",
        default_value = "min",
        allow_hyphen_values = true
    )]
    pub colours: String,
    /// Colour vertices, with colours counted from 1: A=1,B=2 (or with ; between)
    #[arg(long, value_name = "COLOURS", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Refused with a reason
    #[arg(long, hide = true, value_name = "VERTICES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

impl GraphQuestion for ColouringArguments {
    fn statement(&self, graph: NamedGraph) -> Result<Statement, StatementError> {
        if let Some(blocked) = self.block.first() {
            let problem = "every vertex of a colouring has a colour; remove the vertex from the file, \
                           or set its colour with --given";
            return Err(StatementError::of(Field::Blocked, blocked, problem));
        }
        let colours = count(Field::Colours, &self.colours)?;
        let mut given = Vec::new();
        for list in &self.given {
            let separator = if list.contains(';') { ';' } else { ',' };
            for text in list.split(separator).map(str::trim).filter(|text| !text.is_empty()) {
                let pair = text.rsplit_once('=');
                let pair =
                    pair.and_then(|(name, colour)| Some((name, colour.trim().parse().ok()?)));
                let wrong = || {
                    let problem = "write a vertex, =, and the number of its colour";
                    StatementError::of(Field::Given, &text, problem)
                };
                let (name, colour): (&str, u32) = pair.ok_or_else(wrong)?;
                given.push((name.trim().to_string(), colour));
            }
        }
        Ok(ColouringStatement { graph: graph.into(), colours, given }.into())
    }
}
