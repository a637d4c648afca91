//! Which ends to try for an open tour: a free end is hard, a well chosen one is not.

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian};

/// Effort for the first try of each pair of ends, in bytes of proof; each later pass over
/// the pairs grants eight times as much.
const FIRST_EFFORT: u64 = 1 << 20;

/// How many pairs are tried in one pass.
const PAIRS: usize = 4;

/// How many passes are made before the end is left free for good.
const PASSES: u32 = 2;

/// The models with chosen ends to try first, each with the effort it is worth; none if
/// the ends are fixed already. None of them proves a "no".
///
/// On a board with as many squares of one colour as of the other the end is a neighbour
/// of the start, so that the path is a closed tour cut open; otherwise both ends are of
/// the larger colour and far apart.
pub fn attempts(model: &Hamiltonian) -> impl Iterator<Item = (u64, Hamiltonian)> + use<> {
    let free = !model.closed && (model.start.is_none() || model.end.is_none());
    let pairs = if free && model.vertices() > 2 { pairs(model) } else { Vec::new() };
    let models: Vec<Hamiltonian> =
        pairs.into_iter().map(|(start, end)| model.with_ends(Some(start), Some(end))).collect();
    (0..PASSES).flat_map(move |pass| {
        let models = models.clone();
        models.into_iter().map(move |model| (FIRST_EFFORT << (3 * pass), model))
    })
}

/// The pairs (start, end) in the order in which they are worth trying.
fn pairs(model: &Hamiltonian) -> Vec<(u32, u32)> {
    let graph = model.graph();
    let least_degree = |vertices: &mut dyn Iterator<Item = u32>| {
        vertices.min_by_key(|&vertex| graph.neighbours(vertex).len())
    };
    let (fixed, backward) = match (model.start, model.end) {
        (Some(start), _) => (start, false),
        (None, Some(end)) => (end, true),
        (None, None) => {
            let Some(start) = least_degree(&mut start_candidates(graph).into_iter()) else {
                return Vec::new();
            };
            (start, false)
        }
    };
    let mut others = partners(graph, fixed);
    others.truncate(PAIRS);
    others.into_iter().map(|other| if backward { (other, fixed) } else { (fixed, other) }).collect()
}

/// Vertices of the larger colour, or all where the colours are equal or there are none.
fn start_candidates(graph: &Graph) -> Vec<u32> {
    let all = 0..graph.vertices();
    let Some(colours) = graph.two_colouring() else {
        return all.collect();
    };
    let dark = colours.iter().filter(|&&colour| colour).count();
    let light = colours.len() - dark;
    all.filter(|&vertex| dark == light || colours[vertex as usize] == (dark > light)).collect()
}

/// The other ends for a fixed one, best first.
fn partners(graph: &Graph, fixed: u32) -> Vec<u32> {
    let mut neighbours = graph.neighbours(fixed).to_vec();
    // Many moves at both ends leave the most choice.
    neighbours.sort_by_key(|&vertex| std::cmp::Reverse(graph.neighbours(vertex).len()));
    let odd_bipartite = graph.two_colouring().filter(|colours| {
        let dark = colours.iter().filter(|&&colour| colour).count();
        dark * 2 != colours.len()
    });
    let Some(colours) = odd_bipartite else {
        return neighbours;
    };
    let mut others: Vec<u32> = (0..graph.vertices())
        .filter(|&vertex| vertex != fixed && colours[vertex as usize] == colours[fixed as usize])
        .collect();
    // Corners and borders first: they are the hardest to pass through.
    others.sort_by_key(|&vertex| graph.neighbours(vertex).len());
    others
}
