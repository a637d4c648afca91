//! The progress of a run, reported to the caller of the library.

use std::{
    fmt,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use crate::run::Run;

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunProgress {
    /// The steps of the search.
    pub nodes: u64,
    /// The finished parts of a count.
    pub parts_done: u64,
    /// All parts, 0 where it has none.
    pub parts: u64,
}

/// What is called with the progress about 50 times a second, on another thread; not at all where the system has no
/// threads, as in a browser.
#[derive(Clone)]
pub struct ProgressReport(Arc<dyn Fn(RunProgress) + Send + Sync>);

impl ProgressReport {
    /// A report to this function.
    pub fn new(report: impl Fn(RunProgress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(report))
    }
}

impl fmt::Debug for ProgressReport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ProgressReport")
    }
}

/// How often progress is reported.
const EVERY: Duration = Duration::from_millis(20);

/// Does some work of a run, and reports its progress meanwhile.
pub fn reported<T>(report: Option<&ProgressReport>, run: &Run, work: impl FnOnce() -> T) -> T {
    let Some(ProgressReport(report)) = report else { return work() };
    thread::scope(|scope| {
        let (working, ended) = mpsc::channel::<()>();
        let reports = move || {
            while ended.recv_timeout(EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                let (nodes, parts) = (run.counters.read().nodes, &run.parts);
                report(RunProgress { nodes, parts_done: parts.done.get(), parts: parts.all.get() });
            }
        };
        // Without a thread nothing is reported, and the work is done all the same.
        let _ = thread::Builder::new().name("progress".into()).spawn_scoped(scope, reports);
        let done = work();
        drop(working);
        done
    })
}
