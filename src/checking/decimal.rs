//! Numbers of solutions as documents write them.

use num_bigint::BigUint;

/// The most digits of a number of solutions.
const MOST_DIGITS: usize = 100_000;

/// Reads a number of solutions.
///
/// # Errors
/// That it is none.
pub fn decimal(name: &str, text: &str) -> Result<BigUint, String> {
    let is_number = !text.is_empty()
        && text.len() <= MOST_DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    let number = text.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| format!("`{name}` is no number: `{}`", crate::json::brief(text)))
}
