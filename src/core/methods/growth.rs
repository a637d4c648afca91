//! Lists that reserve memory before they grow.

use crate::{limits::Reason, run::Run};

/// Entries written between two checks of the limits.
pub const POLL_EVERY: usize = 1 << 18;

/// Appends to a list; reserves memory before it grows.
///
/// # Errors
/// [`Reason::MemoryLimit`].
#[inline]
pub fn push<T>(list: &mut Vec<T>, value: T, run: &Run) -> Result<(), Reason> {
    if list.len() == list.capacity() {
        let more = list.len().max(64);
        // The old list lives until it is copied.
        run.reserve(2 * (more as u64).saturating_mul(size_of::<T>() as u64))?;
        list.try_reserve_exact(more).map_err(|_| Reason::MemoryLimit)?;
    }
    list.push(value);
    Ok(())
}

/// Extends a list to a length with copies of a value; reserves memory first.
///
/// # Errors
/// The reason to stop.
pub fn fill<T: Clone>(
    list: &mut Vec<T>,
    length: usize,
    value: &T,
    run: &Run,
) -> Result<(), Reason> {
    if length > list.capacity() {
        run.reserve((length as u64).saturating_mul(size_of::<T>() as u64))?;
        list.try_reserve_exact(length - list.len()).map_err(|_| Reason::MemoryLimit)?;
    }
    while list.len() < length {
        run.poll()?;
        list.resize(length.min(list.len() + POLL_EVERY), value.clone());
    }
    Ok(())
}
