//! What attributes in `dot` say of vertices and edges.

use std::borrow::Cow;

use crate::graphs::Weight;

/// What attributes say of a vertex or an edge.
#[derive(Default)]
pub struct Attributes<'a> {
    pub label: Option<Cow<'a, str>>,
    pub position: Option<[f64; 2]>,
    weight: Option<Cow<'a, str>>,
}

impl<'a> Attributes<'a> {
    /// Notes the value of one; in place of any before it, if it says something.
    pub fn set(&mut self, name: &str, value: Cow<'a, str>) {
        match name {
            "label" => self.label = Some(value),
            "pos" => self.position = position(&value),
            "weight" => self.weight = Some(value),
            _ => {}
        }
    }

    /// The weight, if one is written.
    pub fn weight(&self) -> Option<Weight> {
        self.weight.as_deref().map(Weight::written)
    }
}

/// `1.5,2` or `1.5,2!`, a third number behind them or not.
fn position(text: &str) -> Option<[f64; 2]> {
    let mut numbers = text.trim_end_matches('!').split(',').map(|part| part.trim().parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

/// The weights of what has none of its own, from here to the end of the subgraph.
#[derive(Debug, Clone, Copy, Default)]
pub struct DefaultWeights {
    pub vertex: Option<Weight>,
    pub edge: Option<Weight>,
}

impl DefaultWeights {
    /// Takes them from the attributes behind `node`, `edge` or `graph`.
    pub fn set(&mut self, of: &str, attributes: &Attributes<'_>) {
        let Some(text) = attributes.weight.as_deref() else { return };
        match of {
            "node" => self.vertex = Weight::by_default(text),
            "edge" => self.edge = Weight::by_default(text),
            _ => {}
        }
    }
}
