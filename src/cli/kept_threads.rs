//! Threads for the work of calls within a host program. A thread that has ended its work waits a moment for other
//! work, because starting one takes longer than many answers.

use std::{
    io, process,
    sync::{Condvar, Mutex, PoisonError},
    thread,
    time::Duration,
};

/// Work for a thread.
type ThreadWork = Box<dyn FnOnce() + Send>;

/// How long a thread waits: not longer, because Python warns of a fork beside other threads.
const WAIT: Duration = Duration::from_millis(100);

/// The most threads that wait.
const MOST_WAITING: usize = 16;

/// The stack size of a program's main thread.
const STACK: usize = 8 << 20;

/// A thread for work that is no method's.
pub fn for_work() -> thread::Builder {
    thread::Builder::new().name("work".into()).stack_size(STACK)
}

static KEPT: Mutex<KeptThreads> =
    Mutex::new(KeptThreads { process: 0, waiting: 0, given: Vec::new() });

/// Wakes a thread that waits.
static WAKE: Condvar = Condvar::new();

/// The threads that wait for work.
struct KeptThreads {
    /// The process that they belong to: its forks have none of them.
    process: u32,
    waiting: usize,
    /// Work that waiting threads have not yet taken.
    given: Vec<ThreadWork>,
}

/// Does work on another thread.
///
/// # Errors
/// The system's error if no thread can be started.
pub fn begin(work: ThreadWork) -> io::Result<()> {
    // A fork may leave the lock held in the child forever, so nothing waits for it.
    if let Ok(mut kept) = KEPT.try_lock()
        && kept.process == process::id()
        && kept.given.len() < kept.waiting
    {
        kept.given.push(work);
        // Otherwise the thread wakes only to wait for the lock.
        drop(kept);
        WAKE.notify_one();
        return Ok(());
    }
    let all = move || {
        let mut next = Some(work);
        while let Some(work) = next {
            work();
            next = next_work();
        }
    };
    for_work().spawn(all)?;
    Ok(())
}

/// Waits for work.
fn next_work() -> Option<ThreadWork> {
    let mut kept = KEPT.try_lock().ok()?;
    if kept.process != process::id() {
        *kept = KeptThreads { process: process::id(), waiting: 0, given: Vec::new() };
    }
    if kept.waiting >= MOST_WAITING {
        return None;
    }
    kept.waiting += 1;
    let woken = WAKE.wait_timeout_while(kept, WAIT, |kept| kept.given.is_empty());
    let (mut kept, _) = woken.unwrap_or_else(PoisonError::into_inner);
    kept.waiting -= 1;
    kept.given.pop()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_thread_that_waits_takes_the_next_work_and_one_that_fails_takes_none() {
        let (sender, ended) = mpsc::channel();
        let of = |sender: &mpsc::Sender<_>| {
            let sender = sender.clone();
            Box::new(move || sender.send(thread::current().id()).unwrap())
        };
        let mut known = Vec::new();
        for _ in 0..50 {
            begin(of(&sender)).unwrap();
            known.push(ended.recv().unwrap());
            thread::sleep(Duration::from_millis(2));
        }
        known.sort_by_key(|id| format!("{id:?}"));
        known.dedup();
        assert!(known.len() < 25, "{} threads", known.len());
        begin(Box::new(|| panic!("as work may"))).unwrap();
        begin(of(&sender)).unwrap();
        assert!(ended.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
