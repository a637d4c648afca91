//! The `key` elements of `GraphML`: the meaning of data, and the default weights.

use std::collections::HashMap;

use super::super::Weight;

/// The meaning of the data that satranj reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataMeaning {
    Label,
    Name,
    Given,
    X,
    Y,
    Weight,
}

impl DataMeaning {
    /// The meaning of a name, ignoring case, if it has one.
    fn of(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "label" => Self::Label,
            "name" => Self::Name,
            "given" => Self::Given,
            "x" => Self::X,
            "y" => Self::Y,
            "weight" => Self::Weight,
            _ => return None,
        })
    }
}

/// An open `key` of weights.
struct OpenKey {
    /// The depth of the element, including itself.
    depth: usize,
    of_vertices: bool,
    of_edges: bool,
}

/// The keys of a file.
#[derive(Default)]
pub struct DataKeys {
    meanings: HashMap<String, DataMeaning>,
    open: Option<OpenKey>,
    /// The default weight of vertices.
    pub vertex_weight: Option<Weight>,
    /// The default weight of edges.
    pub edge_weight: Option<Weight>,
}

impl DataKeys {
    /// What the data of a key means.
    pub fn meaning(&self, id: &str) -> Option<DataMeaning> {
        self.meanings.get(id).copied()
    }

    /// Begins a key with this `attr.name` `for` these elements; it is the element of this depth.
    pub fn begin(&mut self, depth: usize, id: String, name: &str, domain: Option<&str>) {
        let Some(meaning) = DataMeaning::of(name) else { return };
        self.meanings.insert(id, meaning);
        let is_for = |known: &str| {
            let domain = domain.unwrap_or("all");
            ["all", known].iter().any(|known| domain.eq_ignore_ascii_case(known))
        };
        self.open = (meaning == DataMeaning::Weight).then(|| OpenKey {
            depth,
            of_vertices: is_for("node"),
            of_edges: is_for("edge"),
        });
    }

    /// Whether an element of this depth is within a key of weights.
    pub fn are_weights_open(&self, depth: usize) -> bool {
        self.open.as_ref().is_some_and(|key| key.depth + 1 == depth)
    }

    /// Ends the element of this depth.
    pub fn end(&mut self, depth: usize) {
        self.open.take_if(|key| key.depth >= depth);
    }

    /// Sets the default of the open key.
    pub fn set_default(&mut self, text: &str) {
        let Some(key) = &self.open else { return };
        let weight = Weight::by_default(text);
        if key.of_vertices {
            self.vertex_weight = weight;
        }
        if key.of_edges {
            self.edge_weight = weight;
        }
    }
}
