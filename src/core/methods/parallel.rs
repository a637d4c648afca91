//! Work on the items of a list, spread over the threads of [`Context::side_by_side`](super::Context::side_by_side).
//!
//! No code that rayon sees depends on the item type, so that the program contains its machinery
//! once.

use std::sync::{Mutex, OnceLock, PoisonError};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The result of `work` for each item, in the order of the items. A thread passes its scratch value
/// (`new`) on to the next item, so there are at most as many of these as threads.
///
/// Items should take some microseconds: each costs two locks.
///
/// # Errors
/// The first error in the order of the items that were begun; it ends the rest.
pub fn map_with<T: Sync, S: Send, R: Send + Sync, E: Send + Sync>(
    items: &[T],
    new: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    // A browser has no threads, and fetches less code so.
    if cfg!(target_family = "wasm") {
        let mut own = None;
        return items.iter().map(|item| work(own.get_or_insert_with(&new), item)).collect();
    }
    let idle = Mutex::new(Vec::new());
    let results: Vec<OnceLock<Result<R, E>>> = items.iter().map(|_| OnceLock::new()).collect();
    each(items.len(), &|number| {
        let taken = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut own = taken.unwrap_or_else(&new);
        let result = work(&mut own, &items[number]);
        idle.lock().unwrap_or_else(PoisonError::into_inner).push(own);
        results[number].get_or_init(|| result).is_ok()
    });
    results.into_iter().filter_map(OnceLock::into_inner).collect()
}

/// The result of `work` for each item, in the order of the items.
///
/// # Errors
/// As [`map_with`].
pub fn map<T: Sync, R: Send + Sync, E: Send + Sync>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    map_with(items, || (), |(), item| work(item))
}

/// Changes each item, by its number.
///
/// # Errors
/// As [`map_with`].
pub fn change<T: Send, E: Send + Sync>(
    items: &mut [T],
    work: impl Fn(usize, &mut T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let items: Vec<Mutex<(usize, &mut T)>> = items.iter_mut().enumerate().map(Mutex::new).collect();
    let changed = map(&items, |item| {
        let (number, item) = &mut *item.lock().unwrap_or_else(PoisonError::into_inner);
        work(*number, item)
    });
    changed.map(drop)
}

/// Calls `work` with each number below `count`, until it returns `false`.
fn each(count: usize, work: &(dyn Fn(usize) -> bool + Sync)) {
    let _: Option<()> =
        (0..count).into_par_iter().try_for_each(|number| work(number).then_some(()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<u32> = (0..1000).collect();
        let doubled: Result<Vec<u32>, ()> = map(&items, |&item| Ok(2 * item));
        assert_eq!(doubled, Ok((0..1000).map(|item| 2 * item).collect()));
        assert_eq!(map(&[], |&(): &()| Ok::<(), ()>(())), Ok(vec![]));
    }

    #[test]
    fn an_error_is_passed_on() {
        let items: Vec<u32> = (0..1000).collect();
        assert_eq!(map(&items, |&item| if item == 500 { Err(item) } else { Ok(()) }), Err(500));
        let mut changed = vec![1, 2, 3];
        let refused = change(&mut changed, |number, item| {
            *item += number;
            if number == 2 { Err("refused") } else { Ok(()) }
        });
        assert_eq!(refused, Err("refused"));
        assert_eq!(changed[2], 5);
    }

    #[test]
    fn what_a_thread_works_with_is_handed_on() {
        let made = Mutex::new(0);
        let items = [(); 100];
        let new = || *made.lock().unwrap() += 1;
        map_with(&items, new, |(), ()| Ok::<(), ()>(())).unwrap();
        assert!(*made.lock().unwrap() <= rayon::current_num_threads());
    }
}
