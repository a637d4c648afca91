//! Counts of literals by rustsat's totalizer: exactly so many, at least so many, bounds that
//! are tightened step by step.

use rustsat::{
    OutOfMemory,
    encodings::card::{
        BoundBoth, BoundLower, BoundLowerIncremental, BoundUpper, BoundUpperIncremental, Totalizer,
    },
    instances::BasicVarManager,
    types::Lit,
};

use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::Size,
    model::Sense,
    rustsat_collector::Collector,
};

/// Adds "exactly `count` of `literals` are true".
///
/// The empty clause if there are not so many; a unit a literal if it is none or all; else
/// the totalizer of Bailleux and Boufkhad (2003), of which only the outputs that decide are
/// written, and two units.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn exactly(
    literals: &[Lit],
    count: u32,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let count = count as usize;
    if count > literals.len() {
        return sink.add_clause(&[]);
    }
    if count == 0 || count == literals.len() {
        let all = count > 0;
        return literals
            .iter()
            .try_for_each(|&literal| sink.add_clause(&[if all { literal } else { !literal }]));
    }
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_both(count..=count, collector, variables))?;
    let upper = written(totalizer.enforce_ub(count))?;
    let lower = written(totalizer.enforce_lb(count))?;
    upper.into_iter().chain(lower).try_for_each(|unit| sink.add_clause(&[unit]))
}

/// Auxiliary variables and clauses of [`exactly`] over `length` literals.
#[must_use]
pub fn exactly_size(length: usize, count: u32) -> Size {
    let most = u64::from(count);
    match count as usize {
        count if count > length => Size { variables: 0, clauses: 1 },
        count if count == 0 || count == length => Size { variables: 0, clauses: length as u64 },
        _ => {
            let upper = Outputs { first: most, end: most + 1 };
            let lower = Outputs { first: most - 1, end: most };
            let mut size = tree_size(length, upper, lower);
            size += Size { variables: 0, clauses: 2 };
            size
        }
    }
}

/// Adds "at most `most` of `literals` are true": nothing if there are no more; a unit a literal
/// if it is none; else the totalizer of which one output is written, and a unit.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn at_most(
    literals: &[Lit],
    most: u64,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let Some(most) = usize::try_from(most).ok().filter(|&most| most < literals.len()) else {
        return Ok(());
    };
    if most == 0 {
        return literals.iter().try_for_each(|&literal| sink.add_clause(&[!literal]));
    }
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_ub(most..=most, collector, variables))?;
    written(totalizer.enforce_ub(most))?.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
}

/// Auxiliary variables and clauses of [`at_most`] over `length` literals.
#[must_use]
pub fn at_most_size(length: usize, most: u64) -> Size {
    if most >= length as u64 {
        return Size::default();
    }
    if most == 0 {
        return Size { variables: 0, clauses: length as u64 };
    }
    let upper = Outputs { first: most, end: most + 1 };
    let mut size = tree_size(length, upper, Outputs::default());
    size += Size { variables: 0, clauses: 1 };
    size
}

/// Adds a totalizer over `literals` and returns a literal for each i from 1 to `most` (and no
/// more than there are): it implies that at least i are true.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn at_least_each(
    literals: &[Lit],
    most: usize,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    let most = most.min(literals.len());
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_lb(1..=most, collector, variables))?;
    let mut outputs = Vec::with_capacity(most);
    for least in 1..=most {
        outputs.extend(written(totalizer.enforce_lb(least))?);
    }
    Ok(outputs)
}

/// Auxiliary variables and clauses of [`at_least_each`] over `length` literals.
#[must_use]
pub fn at_least_each_size(length: usize, most: usize) -> Size {
    let lower = Outputs { first: 0, end: most.min(length) as u64 };
    tree_size(length, Outputs::default(), lower)
}

/// A bound on the number of true literals that is tightened step by step.
///
/// The totalizer behind it is incremental (Martins, Joshi, Manquinho and Lynce 2014): each
/// step writes only what the steps before have not.
pub struct Bound {
    totalizer: Totalizer,
    literals: u32,
    sense: Sense,
}

impl Bound {
    /// A bound on how many of these are true, which says nothing yet.
    #[must_use]
    pub fn new(literals: &[Lit], sense: Sense) -> Self {
        Self {
            totalizer: literals.iter().copied().collect::<Totalizer>(),
            literals: literals.len() as u32,
            sense,
        }
    }

    /// Adds that the number must be better than `value`.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(
        &mut self,
        value: u32,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let totalizer = &mut self.totalizer;
        let units = match self.sense {
            Sense::Maximise if value >= self.literals => return sink.add_clause(&[]),
            Sense::Maximise => {
                let least = value as usize + 1;
                collect(sink, |collector| {
                    totalizer.encode_lb_change(least..=least, collector, variables)
                })?;
                written(totalizer.enforce_lb(least))?
            }
            Sense::Minimise if value == 0 => return sink.add_clause(&[]),
            Sense::Minimise => {
                let most = value as usize - 1;
                collect(sink, |collector| {
                    totalizer.encode_ub_change(most..=most, collector, variables)
                })?;
                written(totalizer.enforce_ub(most))?
            }
        };
        units.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
    }
}

/// Runs a rustsat encoding; the collector's lack of memory is nothing but an interruption.
fn collect(
    sink: &mut dyn ClauseSink,
    encode: impl FnOnce(&mut Collector) -> Result<(), OutOfMemory>,
) -> Result<(), Interrupted> {
    let mut collector = Collector::new(sink);
    let encoded = encode(&mut collector);
    collector.finish()?;
    encoded.map_err(|_| Interrupted)
}

/// The literals of a bound. That it is not encoded must not pass for no bound at all; it
/// happens only where the encoding was cut short.
fn written<E>(bound: Result<Vec<Lit>, E>) -> Result<Vec<Lit>, Interrupted> {
    bound.map_err(|_| Interrupted)
}

/// Outputs of a node that are written: from the first up to before the end.
#[derive(Debug, Clone, Copy, Default)]
struct Outputs {
    first: u64,
    end: u64,
}

impl Outputs {
    /// Those of a node over `part` of all `whole` literals that these of the root need.
    ///
    /// An output needs of a child whatever its sibling cannot make up for; along a path the
    /// siblings hold all literals but those of the node.
    fn of_node(self, part: u64, whole: u64) -> Self {
        Self { first: self.first.saturating_sub(whole - part), end: self.end.min(part) }
    }

    fn is_empty(self) -> bool {
        self.first >= self.end
    }

    /// The number of outputs in one or both, which overlap or follow one another.
    fn either(self, other: Self) -> u64 {
        match (self.is_empty(), other.is_empty()) {
            (true, true) => 0,
            (true, false) => other.end - other.first,
            (false, true) => self.end - self.first,
            (false, false) => self.end.max(other.end) - self.first.min(other.first),
        }
    }

    /// Clauses by which children over these numbers of literals imply the outputs.
    fn upper_clauses(self, children: [u64; 2]) -> u64 {
        // Output i, counted from 0, has one for each way to split i + 1.
        self.sum(|end| capped_sum(children, end) - end * end.saturating_sub(1) / 2)
    }

    /// Clauses by which the outputs imply something of children over these numbers of literals.
    fn lower_clauses(self, children: [u64; 2]) -> u64 {
        // One for each way to split i.
        let before = |end: u64| capped_sum(children, end.saturating_sub(1)) + end;
        self.sum(|end| before(end) - end * end.saturating_sub(1) / 2)
    }

    /// The sum over the outputs, given the one over all before an end.
    fn sum(self, before: impl Fn(u64) -> u64) -> u64 {
        if self.is_empty() { 0 } else { before(self.end) - before(self.first) }
    }
}

/// For each of two caps 1 + ... + `most`, no term larger than the cap; added up.
fn capped_sum(caps: [u64; 2], most: u64) -> u64 {
    let capped = |cap: u64| {
        let rising = cap.min(most);
        rising * (rising + 1) / 2 + cap * (most - rising)
    };
    capped(caps[0]) + capped(caps[1])
}

/// The size of rustsat's totalizer over so many literals, fewer than 2^31, at the root the
/// `upper` outputs implied by the literals and the `lower` ones implying them.
///
/// The children of a node have half of its literals each, rounded down and up. So a level has
/// nodes of two sizes at most, and what is written of a node depends on its size alone.
fn tree_size(length: usize, upper: Outputs, lower: Outputs) -> Size {
    let whole = length as u64;
    let mut size = Size::default();
    // How many nodes of a level have `small` literals, and how many one more.
    let (mut small, mut nodes) = (whole, [1, 0]);
    while small > 1 || (small == 1 && nodes[1] > 0) {
        let mut below = [0, 0];
        for (literals, count) in [small, small + 1].into_iter().zip(nodes) {
            let children = [literals / 2, literals.div_ceil(2)];
            for child in children {
                below[usize::from(child > small / 2)] += count;
            }
            if literals > 1 && count > 0 {
                let (upper, lower) =
                    (upper.of_node(literals, whole), lower.of_node(literals, whole));
                let clauses = upper.upper_clauses(children) + lower.lower_clauses(children);
                size += Size {
                    variables: count * upper.either(lower),
                    clauses: count.saturating_mul(clauses),
                };
            }
        }
        (small, nodes) = (small / 2, below);
    }
    size
}

#[cfg(test)]
mod tests {
    use rustsat::{instances::ManageVars, types::Var};

    use super::*;
    use crate::{cardinality, clause::ClauseCounter};

    type Encode<'a> =
        &'a dyn Fn(&[Lit], &mut BasicVarManager, &mut dyn ClauseSink) -> Result<(), Interrupted>;

    /// The size of what `encode` writes for so many literals.
    fn measure(length: usize, encode: Encode<'_>) -> Size {
        let literals: Vec<Lit> =
            (0..length as u32).map(|index| Var::new(index).pos_lit()).collect();
        let mut variables = BasicVarManager::from_next_free(Var::new(length as u32));
        let mut counter = ClauseCounter::default();
        encode(&literals, &mut variables, &mut counter).unwrap();
        Size { variables: u64::from(variables.n_used()) - length as u64, clauses: counter.clauses }
    }

    #[test]
    fn sizes_are_what_is_written() {
        let lengths = (0..70).chain([97, 127, 128, 129, 200]);
        for length in lengths {
            for count in 0..length as u32 + 2 {
                let written = measure(length, &|literals, variables, sink| {
                    exactly(literals, count, variables, sink)
                });
                assert_eq!(exactly_size(length, count), written, "{count} of {length}");
                let most = count as usize;
                let written = measure(length, &|literals, variables, sink| {
                    let outputs = at_least_each(literals, most, variables, sink)?;
                    assert_eq!(outputs.len(), most.min(length));
                    Ok(())
                });
                assert_eq!(at_least_each_size(length, most), written, "{most} of {length}");
                let written = measure(length, &|literals, variables, sink| {
                    at_most(literals, count.into(), variables, sink)
                });
                assert_eq!(at_most_size(length, count.into()), written, "<= {count} of {length}");
            }
            let written = measure(length, &cardinality::exactly_two);
            assert_eq!(cardinality::exactly_two_size(length), written, "two of {length}");
        }
    }

    #[test]
    fn sizes_of_many_literals_are_found_at_once() {
        let many = (1 << 31) - 1;
        assert!(exactly_size(many, 1 << 30).clauses > 1 << 60);
        assert!(at_least_each_size(many, many).variables > 1 << 35);
    }

    #[test]
    fn a_bound_that_is_not_encoded_is_an_error() {
        let totalizer = (0..9).map(|index| Var::new(index).pos_lit()).collect::<Totalizer>();
        assert_eq!(written(totalizer.enforce_ub(3)), Err(Interrupted));
        assert_eq!(written(totalizer.enforce_lb(3)), Err(Interrupted));
        assert_eq!(written(totalizer.enforce_ub(9)), Ok(vec![]));
    }

    #[test]
    fn an_interrupted_count_is_an_error() {
        struct Full(u32);
        impl ClauseSink for Full {
            fn add_clause(&mut self, _clause: &[Lit]) -> Result<(), Interrupted> {
                self.0 = self.0.checked_sub(1).ok_or(Interrupted)?;
                Ok(())
            }
        }
        let literals: Vec<Lit> = (0..20).map(|index| Var::new(index).pos_lit()).collect();
        let fresh = || BasicVarManager::from_next_free(Var::new(20));
        for room in 0..exactly_size(20, 7).clauses as u32 {
            assert_eq!(exactly(&literals, 7, &mut fresh(), &mut Full(room)), Err(Interrupted));
        }
        for room in 0..at_least_each_size(20, 7).clauses as u32 {
            let outputs = at_least_each(&literals, 7, &mut fresh(), &mut Full(room));
            assert_eq!(outputs, Err(Interrupted));
        }
        for sense in [Sense::Maximise, Sense::Minimise] {
            let mut bound = Bound::new(&literals, sense);
            assert_eq!(bound.tighten(7, &mut fresh(), &mut Full(5)), Err(Interrupted));
        }
    }
}
