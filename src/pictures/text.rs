//! stub
use crate::board::{Board, square::Square};
/// stub
#[must_use]
pub fn tour(_b: &Board, _p: &[Square], _c: bool, _w: usize, _col: bool) -> Option<String> {
    None
}
/// stub
#[must_use]
pub fn marked(_b: &Board, _p: &[Square], _w: usize, _col: bool) -> Option<String> {
    None
}
