//! `native:classes`: colourings as covers by large independent sets.

mod sets;

use crate::methods::constraints::Constraint;
use std::{collections::HashMap, ops::ControlFlow};

use satranj_encodings::{
    colouring::Colouring,
    graph::Graph,
    independent_set::IndependentSet,
    model::{Count, Model, Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method,
        native::{
            bits::{BitMatrix, insert, members},
            cliques,
            domination::cover::SetCover,
        },
    },
};
use sets::{cover_by, maximal_sets};

/// Tries one number of colours after another, beginning with the least that is not excluded.
///
/// With k colours a class has at most α vertices, the size of a largest independent set, so each
/// has at least n - (k - 1)α. If only few independent sets are that large, as on the queens' graph
/// of n² vertices by n colours, the maximal ones are listed, and a cover by k of them is sought,
/// first one that is its own image under the reversal of all vertices (a board's half turn). It
/// branches on a vertex in fewest sets (Knuth, "Dancing links", 2000; for queens Vasquez, "New
/// results on the `queens_n²` graph coloring problem", Journal of Heuristics 10, 2004). Fewer than
/// n / α colours are refuted at once.
///
/// n bits per set; it gives up beyond 131,072 sets. Exponential time.
pub const CLASSES: Method = Method::finding(
    Description {
        scope: Some("one colouring without given colours, of up to 4,096 vertices"),
        complete: false,
        ..Description::native(
            "native:classes",
            "covers the graph with large independent sets, one per colour",
        )
        .minding(&[Constraint::Graph, Constraint::Size])
    },
    Model::is_colouring,
    |model, goal| {
        let colouring = model.as_colouring()?;

        (goal == Goal::First && colouring.vertices() <= LARGEST)
            .then(|| Finder::new(move |context, found| search(colouring, context, found)))
    },
);

/// The most vertices: larger graphs seldom have few such sets.
const LARGEST: u32 = 1 << 12;

fn search(
    colouring: &Colouring,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    context.poll()?;
    let Some(greedy) = colouring.greedy() else { return Ok(Ending::Exhausted) };
    let value = Colouring::value(greedy);
    let clique = colouring.clique();
    let tries = match colouring.colours {
        Count::Exactly(colours) if value <= colours => {
            context.node()?;
            return Ok(Ending::of_only(Witness::Colours(greedy.to_vec()), found));
        }
        Count::Exactly(colours) if clique.len() as u32 > colours => {
            return Ok(Ending::Proved(Obstruction::Clique(clique.to_vec())));
        }
        Count::Exactly(colours) => colours..colours + 1,
        Count::Optimum => {
            context.node()?;
            if found(Witness::Colours(greedy.to_vec())).is_break() {
                return Ok(Ending::Enough);
            }
            clique.len() as u32..value
        }
    };
    if tries.is_empty() {
        return Ok(Ending::Exhausted);
    }
    let graph = colouring.graph();
    // The size of a largest independent set.
    let set = IndependentSet::on_graph(graph.clone(), Count::Optimum);
    let mut most = 0;
    cliques::solve(&set, Goal::First, context, &mut |witness| {
        most = witness.numbers().len() as u32;
        ControlFlow::Continue(())
    })?;
    for colours in tries {
        if let Some(painted) = cover(graph, colours, most, context)? {
            let asked = found(Witness::Colours(painted));
            let is_best = colouring.colours == Count::Optimum && asked.is_continue();
            return Ok(if is_best { Ending::Exhausted } else { Ending::Enough });
        }
    }
    Ok(Ending::Exhausted)
}

/// Limit on the work on covers that are their own mirror images.
const MIRRORED: u64 = 1 << 21;

/// A cover that contains the image of each of its sets: there are fewer of these, and boards often
/// have one. `None` proves nothing.
fn mirrored_cover(
    sets: &BitMatrix,
    vertices: u32,
    colours: u32,
    context: &Context,
) -> Result<Option<Vec<u32>>, Reason> {
    let share = context.share().unwrap_or(u64::MAX).min(MIRRORED);
    let context = context.within(share);
    let mut unions = BitMatrix::new(0, vertices as usize);
    let pairs = mirrored_pairs(sets, vertices);
    for &[one, other] in &pairs {
        let both = sets.row(one).iter().zip(sets.row(other));
        unions.push(both.map(|(one, other)| one | other));
    }
    let sizes: Vec<u32> =
        pairs.iter().map(|[one, other]| if one == other { 1 } else { 2 }).collect();
    let unions = SetCover::of_bits(unions, vertices as usize);
    let found = match cover_by(&unions, &sizes, colours, &context) {
        Err(Reason::IncompleteMethod) => return Ok(None),
        found => found?,
    };
    let of_pair = |pair: u32| {
        let [one, other] = pairs[pair as usize].map(|set| set as u32);
        [Some(one), Some(other).filter(|&other| other != one)].into_iter().flatten()
    };
    Ok(found.map(|pairs| pairs.into_iter().flat_map(of_pair).collect()))
}

/// The sets paired with their images under the reversal of all vertices, a set with itself if it is
/// its own image; sets without an image are left out. On a board numbered row by row the reversal
/// is the half turn.
fn mirrored_pairs(sets: &BitMatrix, vertices: u32) -> Vec<[usize; 2]> {
    let known: HashMap<&[u64], usize> = (0..sets.count()).map(|set| (sets.row(set), set)).collect();
    let pair = |set: usize| {
        let mut reversed = vec![0; sets.words()];
        for vertex in members(sets.row(set)) {
            insert(&mut reversed, vertices as usize - 1 - vertex);
        }
        let image = known.get(reversed.as_slice()).copied();
        image.filter(|&image| set <= image).map(|image| [set, image])
    };
    (0..sets.count()).filter_map(pair).collect()
}

/// A colouring with this many colours, each on at most `most` vertices.
fn cover(
    graph: &Graph,
    colours: u32,
    most: u32,
    context: &Context,
) -> Result<Option<Vec<u32>>, Reason> {
    let vertices = graph.vertices();
    if u64::from(most) * u64::from(colours) < u64::from(vertices) {
        return Ok(None);
    }
    let least = vertices.saturating_sub((colours.max(1) - 1).saturating_mul(most));
    let sets = maximal_sets(graph, least, context)?;
    let mirrored = mirrored_cover(&sets, vertices, colours, context)?;
    let sets = SetCover::of_bits(sets, vertices as usize);
    let chosen = match mirrored {
        Some(chosen) => Some(chosen),
        None => cover_by(&sets, &vec![1; sets.sets()], colours, context)?,
    };
    let Some(chosen) = chosen else { return Ok(None) };
    // A vertex of several sets has the colour of the first.
    let mut painted = vec![0; vertices as usize];
    for (colour, &set) in chosen.iter().enumerate().rev() {
        for vertex in members(sets.columns.row(set as usize)) {
            painted[vertex] = colour as u32;
        }
    }
    Ok(Some(painted))
}
