//! Runs several methods in turns: the first run of each method, then the second run of each, so
//! that a temporary disturbance of the machine affects all of them.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::ProgressBar;

use super::{
    child::{Child, ChildRun},
    entrant::Entrant,
    journal::{Journal, RunKey},
};
use crate::{
    cli::{
        CliError,
        stderr::{self, say},
    },
    documents::text::seconds,
    limits::Reason,
};

/// The runs to make.
pub struct RunsInTurns<'a> {
    pub entrants: &'a [Entrant<'a>],
    /// The cases as processes get them: all together, or each alone.
    pub batches: &'a [Child],
    /// The index of each batch among the batches of the point.
    pub numbers: &'a [usize],
    /// Number of warm-up runs.
    pub warmup: u32,
    /// Number of measured runs.
    pub runs: u32,
    /// Number of processes run at once.
    pub jobs: usize,
    /// The experiment and the point.
    pub place: (&'a str, usize),
    pub journal: &'a Journal,
    pub progress: &'a Progress,
    pub signal: &'a AtomicUsize,
}

/// The runs of a method on a batch, made one after the other.
#[derive(Default)]
struct Lane {
    runs: Vec<ChildRun>,
    is_busy: bool,
}

/// All lanes: those of the first batch, ordered by method, then those of the second.
struct Lanes {
    lanes: Vec<Lane>,
    /// The first error.
    error: Option<CliError>,
}

impl RunsInTurns<'_> {
    /// All runs of each method on each batch: `[method][batch]`. After a run without an answer
    /// there are no further ones, and it counts even if it was a warm-up.
    ///
    /// # Errors
    /// [`CliError`] if a process cannot be started or waited for, or a run cannot be stored.
    pub fn all(&self) -> Result<Vec<Vec<Vec<ChildRun>>>, CliError> {
        let count = self.entrants.len() * self.batches.len();
        let lanes = (0..count).map(|_| Lane::default()).collect();
        let state = Mutex::new(Lanes { lanes, error: None });
        let ended = Condvar::new();
        if self.jobs <= 1 {
            self.work(&state, &ended);
        } else {
            thread::scope(|scope| {
                for _ in 0..self.jobs.min(count) {
                    scope.spawn(|| self.work(&state, &ended));
                }
            });
        }
        let Lanes { lanes, error } = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = error {
            return Err(error);
        }
        let mut all: Vec<Vec<Vec<ChildRun>>> = self.entrants.iter().map(|_| Vec::new()).collect();
        for (place, lane) in lanes.into_iter().enumerate() {
            all[place % self.entrants.len()].push(lane.runs);
        }
        Ok(all)
    }

    /// Takes the next lane, again and again.
    fn work(&self, state: &Mutex<Lanes>, ended: &Condvar) {
        let mut lanes = lock(state);
        loop {
            if lanes.error.is_some() || self.signal.load(Ordering::Relaxed) != 0 {
                return;
            }
            let Some(place) = self.next(&lanes.lanes) else {
                if !lanes.lanes.iter().any(|lane| lane.is_busy) {
                    return;
                }
                lanes = ended.wait(lanes).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            lanes.lanes[place].is_busy = true;
            let number = lanes.lanes[place].runs.len() as u32;
            drop(lanes);
            let run = self.run(place, number);
            lanes = lock(state);
            lanes.lanes[place].is_busy = false;
            match run {
                Ok(run) => {
                    let skipped = if run.broke_off() { self.all_runs() - number - 1 } else { 0 };
                    self.progress.skip(skipped);
                    lanes.lanes[place].runs.push(run);
                }
                Err(error) => lanes.error = lanes.error.take().or(Some(error)),
            }
            ended.notify_all();
        }
    }

    fn all_runs(&self) -> u32 {
        self.warmup + self.runs
    }

    /// The next lane: in the first unfinished batch the one with the fewest runs.
    fn next(&self, lanes: &[Lane]) -> Option<usize> {
        let methods = self.entrants.len();
        let waits = |lane: &Lane| {
            let goes_on = !lane.runs.last().is_some_and(ChildRun::broke_off);
            !lane.is_busy && goes_on && (lane.runs.len() as u32) < self.all_runs()
        };
        let waiting = lanes.iter().enumerate().filter(|(_, lane)| waits(lane));
        let turn = |(place, lane): &(usize, &Lane)| (place / methods, lane.runs.len(), *place);
        waiting.min_by_key(turn).map(|(place, _)| place)
    }

    /// A stored run, or a new one that is then stored.
    fn run(&self, place: usize, number: u32) -> Result<ChildRun, CliError> {
        let (batch, method) = (place / self.entrants.len(), place % self.entrants.len());
        let entrant = &self.entrants[method];
        let key = RunKey {
            experiment: self.place.0.into(),
            point: self.place.1,
            batch: self.numbers[batch],
            method: entrant.label.clone(),
            number,
        };
        if let Some(run) = self.journal.known(&key) {
            self.progress.skip(1);
            return Ok(run);
        }
        let child = &self.batches[batch];
        self.progress.begin(&entrant.label, number, (self.warmup, self.runs), child.time_limit);
        let mut run = child.run(entrant, self.signal)?;
        run.is_warmup = number < self.warmup && !run.broke_off();
        if number > 0 {
            // One solution is enough for a picture.
            run.solution = None;
        }
        self.progress.end();
        if run.killed != Some(Reason::Interrupted) {
            self.journal.keep(&key, &run)?;
        }
        Ok(run)
    }
}

fn lock(state: &Mutex<Lanes>) -> MutexGuard<'_, Lanes> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of all planned runs.
pub struct Progress {
    bar: ProgressBar,
    /// Whether to print each run to standard error.
    is_verbose: bool,
    heading: String,
    all: u64,
    /// Runs that have ended or are not needed.
    done: AtomicU64,
    /// The runs among them that this process made.
    made: AtomicU64,
    started: Instant,
}

impl Progress {
    /// The progress of this many runs.
    pub fn new(all: u64, is_quiet: bool, is_verbose: bool) -> Self {
        let bar = if is_quiet || !stderr::is_terminal() {
            ProgressBar::hidden()
        } else {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(100));
            bar
        };
        Self {
            bar,
            is_verbose,
            heading: String::new(),
            all,
            done: AtomicU64::new(0),
            made: AtomicU64::new(0),
            started: Instant::now(),
        }
    }

    /// Sets the beginning of each progress line.
    pub fn set_heading(&mut self, heading: String) {
        self.heading = heading;
    }

    /// A run begins: `number` counts from 0, warm-ups first.
    pub fn begin(&self, method: &str, number: u32, (warmup, runs): (u32, u32), limit: Duration) {
        let which = match number.checked_sub(warmup) {
            Some(number) => format!("run {} of {runs}", number + 1),
            None => format!("warm-up {} of {warmup}", number + 1),
        };
        let what = format!("{}{method}, {which}", self.heading);
        if self.is_verbose {
            say(&what);
        }
        let most = seconds(limit.as_secs_f64());
        let left = self.left().map_or_else(String::new, |left| {
            format!("; {} of {} runs done, about {left} left", self.done(), self.all)
        });
        self.bar.set_message(format!("{what} (at most {most}){left}"));
    }

    /// A run has ended.
    pub fn end(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Skips this many runs, which are not needed.
    pub fn skip(&self, runs: u32) {
        self.done.fetch_add(u64::from(runs), Ordering::Relaxed);
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed).min(self.all)
    }

    /// The estimated remaining time, from the time of the runs so far.
    fn left(&self) -> Option<String> {
        let made = self.made.load(Ordering::Relaxed);
        if made == 0 {
            return None;
        }
        let each = self.started.elapsed().as_secs_f64() / made as f64;
        let left = each * (self.all - self.done()) as f64;
        Some(if left < 60.0 {
            format!("{left:.0} s")
        } else if left < 5400.0 {
            format!("{:.0} min", left / 60.0)
        } else {
            format!("{:.1} h", left / 3600.0)
        })
    }

    /// Hides the progress line while this prints.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// No more runs follow.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
