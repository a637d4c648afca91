//! What is run now, how long it may take, and how long the rest may take.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use indicatif::ProgressBar;

use crate::{
    cli::stderr::{self, say},
    documents::text::seconds,
};

/// The progress of all runs that are planned.
pub struct Progress {
    bar: ProgressBar,
    /// Say each run on standard error.
    is_verbose: bool,
    heading: String,
    all: u64,
    /// Those that were made, or need not be.
    done: AtomicU64,
    /// Those of them that were made here.
    made: AtomicU64,
    started: Instant,
}

impl Progress {
    /// Of this many runs.
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

    /// What is measured from now on, to begin each line with.
    pub fn set_heading(&mut self, heading: String) {
        self.heading = heading;
    }

    /// A run begins: `number` counts from 0, those for warming up first.
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

    /// So many runs need not be made.
    pub fn skip(&self, runs: u32) {
        self.done.fetch_add(u64::from(runs), Ordering::Relaxed);
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed).min(self.all)
    }

    /// How long the rest may take, if it takes as long as what was done.
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

    /// Nothing more is run.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
