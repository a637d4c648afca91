//! The direct encoding of a colouring, with every colour in each clique that has as many vertices.

use rustsat::types::Lit;

use super::{Colouring, direct::write_direct, palette::literal};
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Encoding, Options, Reads, Size},
    model::{Count, Model},
};

/// Colouring as by [`Direct`](super::direct::Direct), and what follows of cliques.
///
/// # Variables
///
/// Those of the direct encoding.
///
/// # Clauses
///
/// Those of the direct encoding; then for each of [`Colouring::largest_cliques`], if it has k
/// vertices, for each colour c, one of them has c. Where the fewest are asked for, for each of
/// these cliques, of q vertices, and each of the first q colours: one of them has it, or the
/// colour after the first q is used.
///
/// # Size
///
/// With r cliques of q vertices each:
///
/// - variables: as [`Direct`](super::direct::Direct)
/// - clauses: as [`Direct`](super::direct::Direct), and rq if q is k or the fewest are asked for
///
/// # Source and use
///
/// Such clauses are implied: q colours and q vertices that differ all are a bijection, as rows and
/// columns of a Latin square are (Gomes and Shmoys, "Completing quasigroups or Latin squares: a
/// structured graph coloring problem", 2002). Prefer it where about as many colours are allowed as
/// the largest clique has vertices: that 8 colours are too few for the queens of 8x8 takes varisat
/// milliseconds by this, and 12 seconds by the direct encoding.
pub struct FullCliques;

/// The cliques whose clauses are written, with how many colours each takes.
fn cliques_of(colouring: &Colouring) -> &[Vec<u32>] {
    let size = colouring.clique().len() as u32;
    match colouring.colours {
        Count::Exactly(colours) if colours != size => &[],
        _ => colouring.largest_cliques(),
    }
}

impl Encoding for FullCliques {
    fn name(&self) -> &'static str {
        "full-cliques"
    }

    fn summary(&self) -> &'static str {
        "colouring: as direct, and each colour in every clique of as many vertices"
    }

    fn complete(&self) -> bool {
        true
    }

    fn supports(&self, model: &Model) -> bool {
        model.as_colouring().is_some()
    }

    fn bound(&self, model: &Model, options: Options) -> Size {
        let Some(colouring) = model.as_colouring() else { return Size::default() };
        let mut size = super::direct::Direct.bound(model, options);
        // Each clique has an edge that none before it has.
        let cliques = u64::from(colouring.graph().edges());
        let most = cliques.saturating_mul(colouring.palette().into());
        size.clauses = size.clauses.saturating_add(most);
        size
    }

    fn write<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(colouring) = model.as_colouring() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        let k = colouring.palette();
        let encoded = write_direct(self.name(), colouring, options, sink)?;
        let used: &[Lit] = encoded.objective.as_ref().map_or(&[], |objective| &objective.literals);
        let mut clause = Vec::new();
        for clique in cliques_of(colouring) {
            let later = used.get(clique.len());
            for colour in 0..k.min(clique.len() as u32) {
                clause.clear();
                clause.extend(clique.iter().map(|&vertex| literal(vertex, colour, k)));
                clause.extend(later);
                sink.add_clause(&clause)?;
            }
        }
        Ok(Box::new(encoded))
    }

    fn reads(&self) -> Reads {
        Reads::AT_MOST_ONE
    }
}
