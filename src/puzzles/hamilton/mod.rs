//! The Hamiltonian path or cycle problem: visit every vertex of any graph once.

mod certificate;

use satranj_encodings::hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction};

use super::{
    Certificate, Statement, StatementError,
    fields::{Field, words},
    graph_statement::NumberedGraph,
    kinds::{PuzzleKind, Stated},
    solution::VertexPathAnswer,
    visit::{Visit, VisitParts, VisitWords, VisitedPlaces},
};
use crate::pictures::Drawing;

pub use super::{
    graph_statement::{GraphStatement, MOST_VERTICES},
    visit::HamiltonStatement,
};
pub use certificate::GraphCertificate;

/// Memory that a problem takes besides its statement: a table of the names, the edges twice, and
/// the neighbours of each vertex.
#[must_use]
pub fn bytes(vertices: usize, edges: usize) -> u64 {
    100 * vertices as u64 + 32 * edges as u64
}

/// A Hamiltonian path or cycle of a graph.
pub type Hamilton = Visit<NumberedGraph>;

impl Stated for HamiltonStatement {
    const KIND: PuzzleKind = PuzzleKind {
        name: "hamilton",
        noun: "a Hamiltonian path or cycle",
        summary: "visit every vertex of any graph once: a Hamiltonian path or cycle",
        examples: &[
            r#"{"kind":"hamilton","closed":true,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0],[0,2]]}}"#,
            r#"{"kind":"hamilton","longest":{},"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[1,3]]}}"#,
        ],
    };

    type Puzzle = Hamilton;
    type Answer = VertexPathAnswer;
    type Proof = GraphCertificate;
}

impl VisitedPlaces for NumberedGraph {
    const WORDS: VisitWords = VisitWords {
        any: "path or cycle",
        open: "path",
        closed: "cycle",
        round: "cycle",
        used: "used",
        ground: "graph",
        comma: ",",
        given: ["", ""],
    };

    fn statement(&self, asked: &VisitParts<String>) -> Statement {
        HamiltonStatement::asking(self.statement(), asked.clone()).into()
    }

    fn model(&self, closed: bool) -> Hamiltonian {
        if self.directed {
            Hamiltonian::on_arcs(self.vertices(), &self.edges, closed)
        } else {
            Hamiltonian::on_graph(self.graph(), closed)
        }
    }

    fn visit_words(&self, asked: &VisitParts<String>) -> String {
        let kind = if asked.closed { "cycle" } else { "path" };
        let of = asked.longest.map_or_else(|| "Hamiltonian".into(), |longest| longest.to_string());
        format!("{of} {kind} of {}", self.described()).trim_start().into()
    }

    fn error_of_end(end: &String) -> StatementError {
        let problem = words!["a cycle has no end; leave it out or ask for a ", Field::Open];
        StatementError::of(Field::End, &format_args!("`{end}`"), problem)
    }

    fn error_of_ends(both: &String) -> StatementError {
        let same = format!(" are both `{both}`; a path ends elsewhere");
        let problem = words![Field::Start, " and ", Field::End, same];
        StatementError::whole(problem).blaming(Field::End).with_value(both)
    }

    fn error_of_link(&self, from: &String, to: &String) -> String {
        format!("`{from}-{to}` is not an edge of the graph")
    }

    fn words_of_colours(&self, class: usize) -> String {
        format!("{class} of the {} vertices have no edge between them", self.vertices())
    }

    fn obvious(&self) -> Option<Vec<String>> {
        Some(self.names.to_vec())
    }

    fn drawing<'a>(
        &'a self,
        path: &'a [String],
        asked: &VisitParts<String>,
    ) -> Option<Drawing<'a>> {
        self.path_drawing(path, asked.closed)
    }

    fn certificate(reason: HamiltonianObstruction<String>) -> Option<Certificate> {
        GraphCertificate::stating(reason).map(Certificate::Graph)
    }

    fn reason(certificate: &Certificate) -> Result<HamiltonianObstruction<String>, String> {
        match certificate {
            Certificate::Graph(certificate) => certificate.obstruction(),
            other => Err(format!(
                "the certificate `{}` names squares, but the puzzle is on a graph",
                other.kind()
            )),
        }
    }
}
