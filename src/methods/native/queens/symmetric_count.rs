//! All solutions of the free n-queens problem counted by an eighth of them.

use std::ops::ControlFlow;

use super::bit_search::Domain;
use crate::{limits::Reason, methods::meter::Meter, statistics::Counter};

/// Multiples of 1 / m for all m up to 8 are whole multiples of 1 / 840.
const PARTS: u64 = 840;

/// Counts the solutions, n from 2 to 64: OEIS A000170. `so_far`: what is known of them when the
/// count is stopped.
///
/// Every solution has a queen on each side of the board. Its distances from the two ends of
/// its side are eight numbers, which symmetries permute; say that m of them are the least.
/// Under the eight symmetries each distance comes once to the place of the first queen's
/// distance a from the left: so there are 8 / m times the solutions in which a is least,
/// summed over these. In the search for them no queen on a side is nearer to a corner than a.
/// If a = 0, the queen in the corner leaves the reflection in its diagonal, and one of two
/// images is enough. Exponential time, constant memory.
///
/// # Errors
/// The reason to stop.
pub fn count(n: u32, meter: &mut Meter<'_>, so_far: &Counter) -> Result<u128, Reason> {
    let mut parts = 0u128;
    for (least, weight, domain) in domains(n) {
        let last = n as usize - 1;
        let (near, far) = (least, last - least);
        let (left, right) = (1, 1 << last);
        let least_too = [
            (last, 1 << near),
            (last, 1 << far),
            (near, left),
            (far, left),
            (near, right),
            (far, right),
        ];
        let searched = domain.search(meter, |placed| {
            let others = least_too.iter().filter(|&&(row, bit)| placed.queen(row) == bit).count();
            parts += u128::from(weight * 8 * PARTS / (1 + others as u64));
            ControlFlow::Continue(())
        });
        // Every solution found stands for at most 8: what is added up is never too much.
        so_far.set(u64::try_from(parts / u128::from(PARTS)).unwrap_or(u64::MAX));
        let _ = searched?;
    }
    Ok(parts / u128::from(PARTS))
}

/// The least distance, the weight of its solutions, and the search for them.
fn domains(n: u32) -> impl Iterator<Item = (usize, u64, Domain)> {
    let last = n as usize - 1;
    let corner = (2..n as usize).map(move |second| {
        let mut domain = Domain::free(n);
        domain.allowed[0] = 1;
        domain.allowed[1] = 1 << second;
        // The queen in the second column stands lower than the one in the second row right.
        for allowed in &mut domain.allowed[2..=second] {
            *allowed &= !2;
        }
        (0, 2, domain)
    });
    let inner = (1..n as usize / 2).map(move |least| {
        let mut domain = Domain::free(n);
        let far = last - least;
        let sides = 1u64 | 1 << last;
        for row in (1..least).chain(far + 1..last) {
            domain.allowed[row] &= !sides;
        }
        domain.allowed[0] = 1 << least;
        domain.allowed[last] &= (u64::MAX << least) & (u64::MAX >> (63 - far));
        for row in far + 1..=last {
            domain.taken_before[row] = sides;
        }
        (least, 1, domain)
    });
    corner.chain(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::native::queens::tests::{TOTAL, run};

    #[test]
    fn totals_of_oeis_a000170() {
        for (n, &total) in (1..=13).zip(&TOTAL).skip(1) {
            let run = run(0);
            let count = count(n, &mut Meter::new(&run).unwrap(), &run.counted).unwrap();
            assert_eq!(count, u128::from(total), "{n}");
            let nodes = run.counters.nodes.get();
            assert_eq!(run.counters.backtracks.get(), nodes);
        }
    }
}
