//! Attributes of vertices and edges in `dot`.

use std::borrow::Cow;

use crate::graphs::Weight;

/// The attributes of a vertex or an edge.
#[derive(Default)]
pub struct Attributes<'a> {
    pub label: Option<Cow<'a, str>>,
    pub position: Option<[f64; 2]>,
    weight: Option<Cow<'a, str>>,
}

impl<'a> Attributes<'a> {
    /// Sets an attribute if it is known; it replaces an earlier value.
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

/// `1.5,2` or `1.5,2!`, optionally with a third number.
fn position(text: &str) -> Option<[f64; 2]> {
    let mut numbers = text.trim_end_matches('!').split(',').map(|part| part.trim().parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

/// The default weights, from here to the end of the subgraph.
#[derive(Debug, Clone, Copy, Default)]
pub struct DefaultWeights {
    pub vertex: Option<Weight>,
    pub edge: Option<Weight>,
}

impl DefaultWeights {
    /// Takes them from the attributes after `node`, `edge` or `graph`.
    pub fn set(&mut self, of: &str, attributes: &Attributes<'_>) {
        let Some(text) = attributes.weight.as_deref() else { return };
        match of {
            "node" => self.vertex = Weight::by_default(text),
            "edge" => self.edge = Weight::by_default(text),
            _ => {}
        }
    }
}
