//! The document of `info`: what a graph is.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use super::{VERSION, text::grouped};
use crate::graphs::{
    NamedGraph,
    summary::{Between, Girth, GraphSummary},
};

/// The schema name of [`InfoDocument`].
pub const SCHEMA: &str = "satranj.info/1";

/// What a graph is, by work that needs no search.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property")]
pub struct InfoDocument {
    /// `satranj.info/1`.
    pub schema: &'static str,
    /// The program's version.
    pub version: &'static str,
    /// The file, `standard input`, or the word that names the graph, with its seed.
    pub source: String,
    /// The format of the file; null for a word.
    pub format: Option<&'static str>,
    /// Whether the edges have directions; everything but their number ignores the directions.
    pub directed: bool,
    /// Number of vertices.
    pub vertices: u32,
    /// Number of edges or arcs, without loops and repetitions.
    pub edges: u64,
    /// The first vertex of the file with an edge to itself; null without a loop.
    pub first_loop: Option<String>,
    /// Whether the file has weights of edges.
    pub has_edge_weights: bool,
    /// Whether the file has weights of vertices.
    pub has_vertex_weights: bool,
    /// The numbers of neighbours.
    pub degrees: InfoDegrees,
    /// Number of components.
    pub components: u32,
    /// Whether all vertices have as many neighbours.
    pub regular: bool,
    /// Whether two colours are enough.
    pub bipartite: bool,
    /// Whether every cycle of four or more vertices has a chord.
    pub chordal: bool,
    /// The length of a shortest cycle; null without a cycle, or if it is skipped.
    pub girth: Option<u32>,
    /// Bounds on the size of a largest clique.
    pub clique: InfoBounds,
    /// Bounds on the fewest colours.
    pub colours: InfoBounds,
    /// Bounds on the size of a largest independent set.
    pub independent_set: InfoBounds,
    /// What would take too long here: `girth`.
    pub skipped: Vec<&'static str>,
    /// Commands worth trying.
    pub next: Vec<InfoQuestion>,
}

/// Numbers of neighbours.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InfoDegrees {
    /// The least.
    pub least: u32,
    /// The greatest.
    pub most: u32,
    /// The mean.
    pub mean: f64,
}

/// A number between two bounds; it is known if they are equal.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InfoBounds {
    /// At least this.
    pub at_least: u32,
    /// At most this.
    pub at_most: u32,
}

/// A command, and what it answers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InfoQuestion {
    /// The command, for a shell.
    pub command: String,
    /// What it answers.
    pub answers: String,
}

impl From<Between> for InfoBounds {
    fn from(bounds: Between) -> Self {
        Self { at_least: bounds.least, at_most: bounds.most }
    }
}

impl InfoDocument {
    /// The document of a graph without the questions.
    #[must_use]
    pub fn new(
        source: String,
        format: Option<&'static str>,
        graph: &NamedGraph,
        summary: &GraphSummary,
    ) -> Self {
        let plain = graph.graph();
        let mean = 2.0 * f64::from(plain.edges()) / f64::from(plain.vertices().max(1));
        let Between { least, most } = summary.degrees;
        Self {
            schema: SCHEMA,
            version: VERSION,
            source,
            format,
            directed: graph.directed,
            vertices: graph.vertices(),
            edges: graph.edges.len() as u64,
            first_loop: graph.looped.map(|vertex| graph.names[vertex as usize].clone()),
            has_edge_weights: !graph.weights.is_empty(),
            has_vertex_weights: !graph.vertex_weights.is_empty(),
            degrees: InfoDegrees { least, most, mean: (mean * 100.0).round() / 100.0 },
            components: summary.components,
            regular: least == most,
            bipartite: summary.is_bipartite,
            chordal: summary.is_chordal,
            girth: match summary.girth {
                Girth::Length(length) => Some(length),
                Girth::NoCycle | Girth::Skipped => None,
            },
            clique: summary.clique.into(),
            colours: summary.colours.into(),
            independent_set: summary.independent_set.into(),
            skipped: if summary.girth == Girth::Skipped { vec!["girth"] } else { Vec::new() },
            next: Vec::new(),
        }
    }

    /// The document as text.
    #[must_use]
    pub fn text(&self) -> String {
        let edges = if self.directed { "arcs" } else { "edges" };
        let (vertices, count) = (grouped(self.vertices.into()), grouped(self.edges));
        let mut text = format!("{}: {vertices} vertices, {count} {edges}\n\n", self.source);
        let degrees = &self.degrees;
        let degrees = if self.regular {
            format!("{}, regular", degrees.least)
        } else {
            format!("{} to {}, mean {:.2}", degrees.least, degrees.most, degrees.mean)
        };
        let girth = match self.girth {
            Some(length) => length.to_string(),
            None if self.skipped.contains(&"girth") => "skipped: the graph is large".into(),
            None => "no cycle".into(),
        };
        let yes = |is: bool| String::from(if is { "yes" } else { "no" });
        let shown = |bounds: &InfoBounds| match bounds {
            InfoBounds { at_least, at_most } if at_least == at_most => grouped((*at_least).into()),
            InfoBounds { at_least, at_most } => {
                format!("{} to {}", grouped((*at_least).into()), grouped((*at_most).into()))
            }
        };
        let mut rows = vec![
            ("degrees", degrees),
            ("components", grouped(self.components.into())),
            ("bipartite", yes(self.bipartite)),
            ("chordal", yes(self.chordal)),
            ("shortest cycle", girth),
            ("largest clique", shown(&self.clique)),
            ("fewest colours", shown(&self.colours)),
            ("largest independent set", shown(&self.independent_set)),
        ];
        if let Some(vertex) = &self.first_loop {
            rows.push(("loops", format!("at {vertex}, and perhaps others; not counted")));
        }
        for (has, of) in [(self.has_edge_weights, edges), (self.has_vertex_weights, "vertices")] {
            if has {
                rows.insert(0, ("weights", format!("of {of}")));
            }
        }
        for (name, value) in rows {
            let _ = writeln!(text, "{name:25} {value}");
        }
        if !self.next.is_empty() {
            text += "\nworth trying:\n";
            let width = self.next.iter().map(|one| one.command.chars().count()).max().unwrap_or(0);
            for InfoQuestion { command, answers } in &self.next {
                let _ = writeln!(text, "  {command:width$}   {answers}");
            }
        }
        text
    }
}
