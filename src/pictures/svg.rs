//! stub
use crate::board::{Board, square::Square};
/// stub
pub fn tour(
    _out: &mut dyn std::io::Write,
    _b: &Board,
    _p: &[Square],
    _c: bool,
    _t: &str,
) -> std::io::Result<()> {
    Ok(())
}
