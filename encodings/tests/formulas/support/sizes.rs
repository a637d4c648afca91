//! Sizes: what encoders write by counting, and the documented sizes of what they are made of.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{ClauseSink, Interrupted},
    counter::ClauseCounter,
    encoding::{Encoding, Options, Size},
    model::Model,
    totalizer,
};

/// What an encoding writes, by counting.
pub fn size(encoding: &Encoding, model: &Model, options: Options) -> Size {
    let mut counter = ClauseCounter::default();
    encoding.count(model, options, &mut counter).expect("it can be numbered")
}

/// What is written for this many literals.
pub fn counted(
    literals: u32,
    encode: impl FnOnce(&[Lit], &mut BasicVarManager, &mut dyn ClauseSink) -> Result<(), Interrupted>,
) -> Size {
    let all: Vec<Lit> = (0..literals).map(Lit::positive).collect();
    let mut variables = BasicVarManager::from_next_free(Var::new(literals));
    let mut counter = ClauseCounter::default();
    encode(&all, &mut variables, &mut counter).expect("a counter without a limit goes on");
    Size { variables: (variables.n_used() - literals).into(), clauses: counter.clauses() }
}

/// The size of rustsat's totalizer for "exactly this many".
pub fn exactly(literals: u32, count: u32) -> Size {
    counted(literals, |all, variables, sink| totalizer::exactly(all, count, variables, sink))
}

/// The size of rustsat's totalizer for "at most this many".
pub fn at_most(literals: u32, most: u64) -> Size {
    counted(literals, |all, variables, sink| totalizer::at_most(all, most, variables, sink))
}

/// The documented size of "exactly two".
pub fn exactly_two(k: u64) -> Size {
    match k {
        0 | 1 => Size { variables: 0, clauses: 1 },
        2 => Size { variables: 0, clauses: 2 },
        3..=12 => Size { variables: 0, clauses: k * (k - 1) * (k - 2) / 6 + k },
        _ => exactly(k as u32, 2),
    }
}

/// The documented size of an at-most-one over `k` literals.
pub fn at_most_one(encoding: AtMostOne, k: u64) -> Size {
    if k < 2 {
        return Size::default();
    }
    let pairs = |k: u64| k * (k - 1) / 2;
    let (variables, clauses) = match encoding {
        AtMostOne::Pairwise => (0, pairs(k)),
        AtMostOne::Ladder => (k - 1, 3 * k - 4),
        AtMostOne::Product => {
            let p = k.isqrt();
            let q = k.div_ceil(p);
            (p + q, 2 * k + pairs(p) + pairs(q))
        }
        AtMostOne::Bitwise => {
            let bits = u64::from((k - 1).ilog2() + 1);
            (bits, k * bits)
        }
        AtMostOne::Commander => {
            let c = k.div_ceil(4);
            let last = k - 4 * (c - 1);
            (c, k + pairs(c) + (c - 1) * pairs(4) + pairs(last))
        }
    };
    Size { variables, clauses }
}
