//! Sums of products of polynomials whose coefficients have several words.

use num_bigint::BigUint;

/// A polynomial and the words of a coefficient.
type Wide<'n> = (&'n [u64], usize);

/// A sum of products, whose coefficients have twice the words of the factors' and one more: of
/// fewer than 2^64 summands none overflows.
#[derive(Default)]
pub struct ProductSum {
    words: usize,
    sums: Vec<u64>,
}

impl ProductSum {
    /// Adds the product of two polynomials, its sizes raised by `shift`, up to the greatest that
    /// matters.
    pub fn add(
        &mut self,
        (left, left_words): Wide<'_>,
        (right, right_words): Wide<'_>,
        shift: usize,
        greatest: Option<u32>,
    ) {
        // All states of one row have numbers of the same words.
        self.words = left_words + right_words + 1;
        let most = greatest.map_or(usize::MAX, |greatest| greatest as usize + 1);
        let sizes = left.len() / left_words + right.len() / right_words - 1 + shift;
        let sizes = sizes.min(most);
        if self.sums.len() < sizes * self.words {
            self.sums.resize(sizes * self.words, 0);
        }
        for (of_left, left) in left.chunks_exact(left_words).enumerate() {
            let Some(target) = self.sums.get_mut((of_left + shift) * self.words..) else { return };
            let sums = target.chunks_exact_mut(self.words);
            if left_words == 1 && right_words == 1 {
                for (sum, &right) in sums.zip(right) {
                    add_product(sum, left[0], right);
                }
                continue;
            }
            for (sum, right) in sums.zip(right.chunks_exact(right_words)) {
                for (place, &left) in left.iter().enumerate() {
                    for (other, &right) in right.iter().enumerate() {
                        add_product(&mut sum[place + other..], left, right);
                    }
                }
            }
        }
    }

    /// The sums.
    pub fn numbers(&self) -> Vec<BigUint> {
        let of = |words: &[u64]| {
            BigUint::new(
                words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect(),
            )
        };
        self.sums.chunks_exact(self.words.max(1)).map(of).collect()
    }
}

/// Adds the product of two words; the sum has at least three.
#[inline]
fn add_product(sum: &mut [u64], left: u64, right: u64) {
    let [low, high, beyond @ ..] = sum else { return };
    let product = u128::from(left) * u128::from(right);
    let before = u128::from(*high) << 64 | u128::from(*low);
    let (after, carry) = before.overflowing_add(product);
    (*low, *high) = (after as u64, (after >> 64) as u64);
    if carry {
        for word in beyond {
            let overflows;
            (*word, overflows) = word.overflowing_add(1);
            if !overflows {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_the_greatest_words() {
        for (left, right) in [(1, 1), (2, 1), (2, 3)] {
            let mut sum = ProductSum::default();
            for _ in 0..5 {
                sum.add(
                    (&vec![u64::MAX; 2 * left], left),
                    (&vec![u64::MAX; right], right),
                    1,
                    None,
                );
            }
            let factor = |words: usize| (BigUint::from(1u32) << (64 * words)) - 1u32;
            let product: BigUint = factor(left) * factor(right) * 5u32;
            assert_eq!(sum.numbers(), [BigUint::default(), product.clone(), product]);
        }
        let mut sum = ProductSum::default();
        sum.add((&[1, 2, 3], 1), (&[4, 5], 1), 0, Some(1));
        assert_eq!(sum.numbers(), [BigUint::from(4u32), BigUint::from(13u32)]);
    }
}
