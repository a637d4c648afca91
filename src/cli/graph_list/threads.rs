//! The threads that read a list of graphs and answer them.

use std::{
    collections::BTreeMap,
    mem,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{self, Receiver, Sender, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use rayon::ThreadPoolBuilder;

use super::work::{Answered, AtWork, ListWork};

use crate::{
    cli::{
        CliError,
        puzzle::graph::{FileInput, GraphList, unread},
    },
    graphs::lines::{GraphLine, GraphLines},
};

/// The most graphs that a thread takes at once; it takes more than one only if it can read them
/// without waiting.
const TOGETHER: usize = 16;

/// How long answers may wait to be sent together with others.
const REPORT_EVERY: Duration = Duration::from_millis(20);

/// A report of the threads.
pub enum ListReport {
    /// Answers to consecutive graphs, with the number of the first, from 0.
    Answers(u64, Vec<Answered>),
    /// A method failed.
    Failed(CliError),
    /// Reading ended: the number of graphs, and the error if any.
    Read(u64, Result<(), CliError>),
}

/// Consecutive graphs.
struct GraphRun {
    first: u64,
    lines: Vec<GraphLine>,
}

/// Threads at work on a list.
pub struct ListThreads {
    /// The reports of the threads.
    pub reports: Receiver<ListReport>,
    /// How far reading is ahead.
    pub window: Arc<ReadAhead>,
    /// The current work of each thread.
    pub at_work: Vec<Arc<AtWork>>,
}

impl ListThreads {
    /// Starts this many workers and one reader.
    ///
    /// # Errors
    /// [`CliError`] if they cannot be started.
    pub fn start(work: &Arc<ListWork>, list: GraphList, threads: usize) -> Result<Self, CliError> {
        let (lines_out, lines) = mpsc::sync_channel(2 * threads);
        let (reports_out, reports) = mpsc::channel();
        let lines = Arc::new(Mutex::new(lines));
        let at_work: Vec<Arc<AtWork>> = (0..threads).map(|_| Arc::default()).collect();
        for at_work in &at_work {
            let (work, lines) = (Arc::clone(work), Arc::clone(&lines));
            let (at_work, reports) = (Arc::clone(at_work), reports_out.clone());
            let name = "graphs".to_string();
            thread::Builder::new()
                .name(name)
                .spawn(move || alone(|| answer_all(&work, &lines, &at_work, &reports)))?;
        }
        let window = Arc::new(ReadAhead::default());
        let reader = ListReader {
            work: Arc::clone(work),
            window: Arc::clone(&window),
            first: list.first,
            rest: list.rest,
        };
        let name = "reader".to_string();
        thread::Builder::new()
            .name(name)
            .spawn(move || reader.read_all(&lines_out, &reports_out))?;
        Ok(Self { reports, window, at_work })
    }
}

/// Runs work with a single rayon thread, so that a graph needs no thread pool of its own.
fn alone(work: impl FnOnce() + Send) {
    match ThreadPoolBuilder::new().num_threads(1).build() {
        Ok(pool) => pool.install(work),
        // The methods then start thread pools of their own.
        Err(_) => work(),
    }
}

/// Answers graphs until there are no more.
fn answer_all(
    work: &ListWork,
    lines: &Mutex<Receiver<GraphRun>>,
    at_work: &AtWork,
    reports: &Sender<ListReport>,
) {
    loop {
        let next = lines.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(GraphRun { mut first, lines }) = next else { return };
        let mut answers = Vec::with_capacity(lines.len());
        let mut reported = Instant::now();
        for (number, line) in (first..).zip(&lines) {
            if work.over.reason().is_some() {
                break;
            }
            match work.answer(number, line, at_work) {
                Ok(answered) => answers.push(answered),
                Err(error) => {
                    let _ = reports.send(ListReport::Failed(error));
                    return;
                }
            }
            if reported.elapsed() >= REPORT_EVERY {
                let answered = mem::take(&mut answers);
                // After the list has ended, there is no receiver.
                let _ = reports.send(ListReport::Answers(first, answered));
                first = number + 1;
                reported = Instant::now();
            }
        }
        if reports.send(ListReport::Answers(first, answers)).is_err() {
            return;
        }
    }
}

/// Reads the graphs.
struct ListReader {
    work: Arc<ListWork>,
    window: Arc<ReadAhead>,
    first: Vec<GraphLine>,
    rest: GraphLines<FileInput>,
}

impl ListReader {
    /// Hands out all graphs, as far ahead as the window permits.
    fn read_all(mut self, out: &SyncSender<GraphRun>, reports: &Sender<ListReport>) {
        let mut graphs = 0;
        let mut gathered = mem::take(&mut self.first);
        let read = loop {
            for line in &gathered {
                self.window.enter(line.text.len());
            }
            let lines = mem::take(&mut gathered);
            let (first, more) = (graphs, lines.len() as u64);
            if more > 0 && out.send(GraphRun { first, lines }).is_err() {
                break Ok(());
            }
            graphs += more;
            while self.work.over.reason().is_none() && !self.window.has_room() {}
            if self.work.over.reason().is_some() {
                break Ok(());
            }
            match self.some() {
                Ok(lines) if lines.is_empty() => break Ok(()),
                Ok(lines) => gathered = lines,
                Err(error) => break Err(error),
            }
        };
        // After the list has ended, there is no receiver.
        let _ = reports.send(ListReport::Read(graphs, read));
    }

    /// The next graph, and further ones that can be read without waiting.
    fn some(&mut self) -> Result<Vec<GraphLine>, CliError> {
        let mut lines = Vec::new();
        let permit = |bytes| self.work.whole.reserve(bytes);
        while lines.len() < TOGETHER && (lines.is_empty() || self.rest.has_line()) {
            let next = self.rest.next(&permit);
            match next.map_err(|error| unread(&self.work.name, &error)) {
                Ok(Some(line)) => lines.push(line),
                // Graphs that are already read are answered first; the next call returns the error
                // again, or the end.
                Err(error) if lines.is_empty() => return Err(error),
                Ok(None) | Err(_) => break,
            }
        }
        Ok(lines)
    }
}

/// Reorders numbered items that arrive in any order.
#[derive(Debug)]
pub struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// An empty sequence that begins with 0.
    pub fn new() -> Self {
        Self { next: 0, waiting: BTreeMap::new() }
    }

    /// The number of items returned so far.
    pub fn gone(&self) -> u64 {
        self.next
    }

    /// Adds an item with its number.
    pub fn push(&mut self, number: u64, one: T) {
        self.waiting.insert(number, one);
    }

    /// The next item of the sequence, if it has arrived.
    pub fn pop(&mut self) -> Option<T> {
        let one = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(one)
    }
}

/// The most graphs in progress or waiting for their turn.
const MOST_GRAPHS: u64 = 4096;

/// The most bytes of their lines, unless a single line has more.
const MOST_BYTES: u64 = 4 << 20;

/// How long to wait until the caller checks whether to continue.
const LOOK: Duration = Duration::from_millis(5);

/// How far reading is ahead of printing.
#[derive(Debug, Default)]
pub struct ReadAhead {
    ahead: Mutex<Ahead>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Ahead {
    graphs: u64,
    bytes: u64,
}

impl ReadAhead {
    /// Waits a little for room; returns whether there is any.
    pub fn has_room(&self) -> bool {
        let is_full = |ahead: &Ahead| ahead.graphs >= MOST_GRAPHS || ahead.bytes >= MOST_BYTES;
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.moved.wait_timeout_while(ahead, LOOK, |ahead| is_full(ahead));
        let (ahead, _) = waited.unwrap_or_else(PoisonError::into_inner);
        !is_full(&ahead)
    }

    /// Records that a graph with a line of this length was read.
    pub fn enter(&self, bytes: usize) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        ahead.graphs += 1;
        ahead.bytes += bytes as u64;
    }

    /// Records that graphs with lines of this total length were printed.
    pub fn leave(&self, graphs: u64, bytes: u64) {
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        ahead.graphs = ahead.graphs.saturating_sub(graphs);
        ahead.bytes = ahead.bytes.saturating_sub(bytes);
        self.moved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_in_any_order_goes_in_its_own() {
        let mut pieces = InOrder::new();
        let mut gone = Vec::new();
        for number in [3, 0, 2, 1, 5, 4] {
            pieces.push(number, number);
            while let Some(piece) = pieces.pop() {
                gone.push(piece);
            }
            assert_eq!(pieces.gone(), gone.len() as u64);
        }
        assert_eq!(gone, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn reading_is_only_so_far_ahead() {
        let window = ReadAhead::default();
        for _ in 0..MOST_GRAPHS {
            assert!(window.has_room());
            window.enter(1);
        }
        assert!(!window.has_room());
        window.leave(1, 1);
        assert!(window.has_room());
        // One line may be longer than the limit for all.
        let window = ReadAhead::default();
        window.enter(MOST_BYTES as usize);
        assert!(!window.has_room());
        window.leave(1, MOST_BYTES);
        assert!(window.has_room());
    }
}
