//! Numbers of several words each, one behind the other in a list.

/// Adds numbers of so many words, none of which overflows.
pub fn add(target: &mut [u64], source: &[u64], words: usize) {
    if words == 1 {
        for (sum, &number) in target.iter_mut().zip(source) {
            *sum += number;
        }
        return;
    }
    // No carry leaves a number.
    let mut carry = false;
    for (sum, &number) in target.iter_mut().zip(source) {
        let (part, first) = sum.overflowing_add(number);
        let (whole, second) = part.overflowing_add(u64::from(carry));
        (*sum, carry) = (whole, first || second);
    }
}

/// The bits of the greatest of some numbers.
pub fn greatest_bits(numbers: &[u64], words: usize) -> u64 {
    let bits_of = |number: &[u64]| {
        let top = number.iter().rposition(|&word| word != 0);
        top.map_or(0, |at| 64 * at as u64 + u64::from(64 - number[at].leading_zeros()))
    };
    numbers.chunks_exact(words).map(bits_of).max().unwrap_or(0)
}
