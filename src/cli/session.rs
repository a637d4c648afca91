//! One run watched from outside: limits, signals, progress, and a timely end.

use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::AtomicUsize,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    CliError, stderr,
    watch::{GRACE, RunWatch, on_a_thread},
};
use crate::{
    answer::{Answer, AnswerFailure, Finding, Outcome, Question, Wanted, answer, count, sample},
    documents::{solution::Timing, text::grouped},
    invocation::Invocation,
    limits::Reason,
    methods::{Context, Counted, Counting, Registry},
    processor_time::ProcessorClock,
    puzzles::{Certificate, StatedPuzzle},
    run::Run,
};

/// Time until the progress line appears.
const QUIET_AT_FIRST: Duration = Duration::from_secs(1);

/// Interval between progress reports.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Solutions that may wait in the channel before the method blocks.
const QUEUE: usize = 256;

/// A run to make.
pub struct Session {
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
    /// The registry of methods.
    pub registry: Arc<Registry>,
    /// The method's name, known to the registry.
    pub method: String,
    /// The job.
    pub job: Job,
    /// Whether to run the precheck.
    pub precheck: bool,
    /// The run of the method.
    pub context: Context,
    /// Whether to show a progress line.
    pub progress: bool,
    /// The signal that was caught, or 0.
    pub signals: Arc<AtomicUsize>,
}

/// The job of a session.
#[derive(Debug, Clone, Copy)]
pub enum Job {
    /// Find solutions.
    Solve {
        /// The number of solutions.
        wanted: Wanted,
        /// Whether solutions that a symmetry maps to each other count as one.
        up_to_symmetry: bool,
    },
    /// Draw this many solutions at random, all with the same probability.
    Sample(u64),
    /// Count the solutions.
    Count(Counting),
}

/// The result of a session.
pub struct SessionEnd {
    /// The answer; "unknown" for a method that did not stop in time.
    pub outcome: Outcome,
    /// The number of solutions handed out.
    pub solutions: u64,
    /// The number found, counting every member of a class.
    pub all: u64,
    /// The value of the best solution, if the puzzle asks for the best.
    pub objective: Option<u64>,
    /// The certificate that no solution is better.
    pub bound: Option<Certificate>,
    /// What was counted.
    pub counted: Option<Counted>,
    /// Times in seconds.
    pub timing: Timing,
    /// The signal that stopped it.
    pub signal: Option<i32>,
}

impl SessionEnd {
    /// The result of a run with this total time; without processor time.
    pub fn of(answer: Answer, run: &Run, total: Duration) -> Self {
        let timing = Timing::of(total, run.encode_time(), answer.verify_time);
        let Answer { outcome, solutions, all, objective, bound, counted, .. } = answer;
        Self { outcome, solutions, all, objective, bound, counted, timing, signal: None }
    }
}

/// A message of the watcher to its caller.
pub enum Event<'a> {
    /// A verified solution.
    Solution(Finding),
    /// Time for a progress report.
    Progress(&'a Run),
}

enum Message {
    Solution(Finding),
    /// The answer and its time.
    Done(Box<Result<Answer, AnswerFailure>>, Duration),
}

impl Session {
    /// Runs the method on its own thread and watches it.
    ///
    /// Returns within [`GRACE`] of a limit or signal, whether the method has stopped or not; what
    /// it found and counted until then is kept.
    ///
    /// # Errors
    /// [`CliError`] if the method fails or cannot work, or the caller cannot write.
    pub fn run(
        &self,
        watch: &mut dyn FnMut(Event<'_>) -> Result<(), CliError>,
    ) -> Result<SessionEnd, CliError> {
        let processor = ProcessorClock::start();
        let (sender, messages) = mpsc::sync_channel(QUEUE);
        let thread = self.begin(sender)?;
        let mut ended = self.watch(&messages, watch);
        drop(messages);
        // The process may end before the thread that watches a program.
        self.context.program.end();
        if let Ok(ended) = &mut ended {
            // Includes the time of that program.
            ended.timing.cpu_seconds = processor.seconds();
        }
        if ended.is_err() {
            self.context.stop.stop(Reason::Interrupted);
            // Removes the files it wrote for a program.
            let _ = thread.recv_timeout(GRACE);
        }
        ended
    }

    fn watch(
        &self,
        messages: &mpsc::Receiver<Message>,
        watch: &mut dyn FnMut(Event<'_>) -> Result<(), CliError>,
    ) -> Result<SessionEnd, CliError> {
        let bar = self.progress_bar();
        let mut limits = RunWatch::new(&self.context, &self.signals);
        let host = Invocation::of_thread();
        let (mut next_progress, mut last_part) = (QUIET_AT_FIRST, LastPart::default());
        let mut solutions = 0;
        // The value of the last solution, the best so far.
        let mut best = None;
        let mut finished = None;
        while finished.is_none() {
            match messages.recv_timeout(limits.pause()) {
                Ok(Message::Solution(solution)) => {
                    solutions += 1;
                    best = self.puzzle.value(&solution.solution);
                    watch(Event::Solution(solution))?;
                }
                Ok(Message::Done(result, took)) => finished = Some(((*result)?, took)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::Check(format!(
                        "{} ended without an answer",
                        self.method
                    )));
                }
            }
            if limits.look().is_some() && limits.is_over() {
                break;
            }
            if let Some(host) = &host {
                let (nodes, parts) = (self.context.counters.read().nodes, &self.context.parts);
                host.report([nodes, parts.done.get(), parts.all.get()]);
            }
            if self.context.elapsed() >= next_progress {
                next_progress = self.context.elapsed() + PROGRESS_EVERY;
                watch(Event::Progress(&self.context))?;
                if let Some(bar) = &bar {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    show(bar, &self.context, &mut last_part);
                }
            }
        }
        bar.inspect(ProgressBar::finish_and_clear);
        let (answer, total) = finished.unwrap_or_else(|| {
            let reason = self.context.stop.reason().unwrap_or(Reason::Interrupted);
            let objective = best.filter(|_| matches!(self.job, Job::Solve { .. }));
            let answer = Answer { all: solutions, objective, ..Answer::unknown(reason) };
            (answer, self.context.elapsed())
        });
        // A run stopped by a limit lasted until now.
        let undecided = matches!(answer.outcome, Outcome::Unknown(_));
        let total = if undecided { self.context.elapsed() } else { total };
        let ended = SessionEnd::of(answer, &self.context, total);
        Ok(SessionEnd { solutions, signal: limits.signal(), ..ended })
    }

    /// Begins the work; a message reports its end.
    fn begin(&self, sender: mpsc::SyncSender<Message>) -> Result<mpsc::Receiver<()>, CliError> {
        let puzzle = Arc::clone(&self.puzzle);
        let registry = Arc::clone(&self.registry);
        let (name, job, precheck) = (self.method.clone(), self.job, self.precheck);
        let context = self.context.clone();
        let work = move || {
            // Starting a thread takes longer than many answers.
            let started = Instant::now();
            // The caller has already looked the method up.
            let Some(method) = registry.get(&name, &puzzle.model()) else { return };
            let mut hand_out = |finding| match sender.send(Message::Solution(finding)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let puzzle = puzzle.as_ref();
            let result = match job {
                Job::Solve { wanted, up_to_symmetry } => {
                    let question = Question { wanted, precheck, up_to_symmetry };
                    answer(puzzle, method, question, &context, &mut hand_out)
                }
                Job::Sample(number) => {
                    sample(puzzle, method, number, precheck, &context, &mut hand_out)
                }
                Job::Count(counting) => {
                    count(puzzle, method, counting, precheck, &context, &mut hand_out)
                }
            };
            // There is no receiver once the watcher has given up.
            let _ = sender.send(Message::Done(Box::new(result), started.elapsed()));
        };
        on_a_thread(thread::Builder::new().name(self.method.clone()), Box::new(work))
    }

    fn progress_bar(&self) -> Option<ProgressBar> {
        if !self.progress || !stderr::is_terminal() {
            return None;
        }
        // Nothing is drawn before the first report.
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {prefix} {msg}") {
            bar.set_style(style);
        }
        bar.set_prefix(self.method.clone());
        Some(bar)
    }
}

/// Below this share no remaining time is estimated.
const TOO_EARLY: f64 = 0.01;

/// The progress at the end of the last part.
#[derive(Default)]
struct LastPart {
    /// The share that was done.
    done: f64,
    /// When it was seen.
    at: Duration,
}

impl LastPart {
    /// The time until all parts are done, at the speed up to the end of the last part: it becomes
    /// longer only when a part has ended. `None` too early, and once it is over.
    fn left(&mut self, (known, done): (f64, f64), now: Duration) -> Option<Duration> {
        if done.to_bits() != self.done.to_bits() {
            *self = Self { done, at: now };
        }
        let done_here = done - known;
        let whole = (done_here >= TOO_EARLY)
            .then(|| self.at.mul_f64((1.0 - known).max(done_here) / done_here))?;
        whole.checked_sub(now)
    }
}

/// Shows the counters in the progress line.
fn show(bar: &ProgressBar, run: &Run, last: &mut LastPart) {
    let counts = run.counters.read();
    let mut words =
        vec![format!("{} node{}", grouped(counts.nodes), if counts.nodes == 1 { "" } else { "s" })];
    let (done, parts) = (run.parts.done.get(), run.parts.all.get());
    if parts > 0 {
        words.push(format!("{} of {} parts", grouped(done), grouped(parts)));
        let left = last.left(run.parts.shares(), run.elapsed());
        words.extend(left.map(|left| format!("about {} left", HumanDuration(left))));
    }
    if counts.clauses > 0 {
        words.push(format!("{} clauses", grouped(counts.clauses)));
    }
    if counts.cuts > 0 {
        words.push(format!("{} cuts", grouped(counts.cuts)));
    }
    bar.set_message(words.join(", "));
    bar.tick();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_becomes_longer_only_when_a_part_ends() {
        let second = Duration::from_secs;
        let mut last = LastPart::default();
        assert_eq!(last.left((0.0, 0.0), second(2)), None);
        assert_eq!(last.left((0.0, 0.25), second(10)), Some(second(30)));
        assert_eq!(last.left((0.0, 0.25), second(15)), Some(second(25)));
        assert_eq!(last.left((0.0, 0.25), second(41)), None);
        assert_eq!(last.left((0.0, 0.5), second(50)), Some(second(50)));
        // What a checkpoint knew took no time of this run.
        let mut last = LastPart::default();
        assert_eq!(last.left((0.5, 0.75), second(10)), Some(second(10)));
        assert_eq!(last.left((0.5, 1.0), second(20)), Some(second(0)));
    }
}
