//! The turns of one round in parallel, on several threads.

use std::{
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use satranj_encodings::model::Witness;

use super::{Member, Turned};
use crate::{
    limits::Reason,
    methods::{Context, Ending, Found, MethodError},
    solvers::recording::Record,
    statistics::Statistics,
};

/// How often limits, signals and counters are checked.
const TICK: Duration = Duration::from_millis(5);

/// The result of a turn on its own thread.
pub(super) struct ThreadTurn {
    turned: Result<Turned, MethodError>,
    /// The last witness that it found.
    witness: Option<Witness>,
    statistics: Statistics,
    encode_time: Duration,
    /// What it left of a "no".
    record: Option<Record>,
}

impl ThreadTurn {
    /// Lets a member take its turn.
    fn take(member: &mut Member<'_>, share: u64, context: &Context) -> Self {
        let mut witness = None;
        let turned = match context.poll() {
            Err(reason) => Ok(Turned::Answered(reason.into())),
            Ok(()) => member.turn(share, context, &mut |found| {
                witness = Some(found);
                ControlFlow::Break(())
            }),
        };
        let (statistics, encode_time) = (context.counters.read(), context.encode_time());
        Self { turned, witness, statistics, encode_time, record: context.refutation.clone() }
    }

    /// Whether the turns after it are useless.
    fn decides(&self) -> bool {
        match &self.turned {
            Ok(Turned::Answered(_)) => !self.is_stopped(),
            Ok(Turned::GaveUp | Turned::Left(_)) => false,
            Err(_) => true,
        }
    }

    /// Whether a limit or a signal ended it.
    fn is_stopped(&self) -> bool {
        matches!(self.turned, Ok(Turned::Answered(Ending::Stopped(_))))
    }

    /// Reports the result to the run, as if the turn had been taken on this thread.
    pub fn reported(self, context: &Context, found: &mut Found<'_>) -> Result<Turned, MethodError> {
        context.counters.write(context.counters.read().followed_by(self.statistics));
        if let (Some(record), Some(its)) = (&context.refutation, &self.record) {
            record.take_over(its);
        }
        if self.decides() {
            context.add_encode_time(self.encode_time);
        }
        if let Some(witness) = self.witness {
            // The caller gives every method the same reply: one witness is enough.
            let _ = found(witness);
        }
        self.turned
    }
}

/// The turns of all members in a round, in order, up to the first that has the answer.
///
/// Members after one that has the answer are stopped, or do not begin. As budgets are counts of
/// work, the answer equals that of sequential turns. A turn ended by a limit precedes the last one
/// only if the last one has the answer.
///
/// # Errors
/// [`Reason::MemoryLimit`] if no thread can be started.
pub(super) fn round(
    members: &mut [Member<'_>],
    share: u64,
    context: &Context,
) -> Result<Vec<ThreadTurn>, Reason> {
    let contexts: Vec<Context> = members.iter().map(|_| context.apart()).collect();
    let threads = context.threads_for_one().min(members.len());
    let mut turns: Vec<Option<ThreadTurn>> = members.iter().map(|_| None).collect();
    let queue = Mutex::new(contexts.iter().zip(members).enumerate());
    let before = context.counters.read();
    thread::scope(|scope| {
        let (sender, done) = mpsc::channel();
        for _ in 0..threads {
            let (queue, sender) = (&queue, sender.clone());
            let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let work = move || {
                while let Some((index, (context, member))) = next() {
                    // The receiver lives until all are done.
                    let _ = sender.send((index, ThreadTurn::take(member, share, context)));
                }
            };
            let thread = thread::Builder::new().name("portfolio".into());
            // Without more threads, one does all the work.
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(sender);
        loop {
            match done.recv_timeout(TICK) {
                Ok((index, turn)) => {
                    if turn.decides() {
                        for later in &contexts[index + 1..] {
                            later.stop.stop(Reason::Interrupted);
                        }
                    }
                    turns[index] = Some(turn);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Err(reason) = context.poll() {
                for context in &contexts {
                    context.stop.stop(reason);
                }
            }
            let parts = contexts.iter().map(|context| context.counters.read());
            context.counters.write(parts.fold(before, Statistics::followed_by));
        }
    });
    // Until now the counters were for progress output.
    context.counters.write(before);
    let done = || turns.iter().flatten();
    let last = done().position(ThreadTurn::decides);
    let last = last.or_else(|| done().position(ThreadTurn::is_stopped));
    turns.truncate(last.map_or(turns.len(), |last| last + 1));
    turns.into_iter().collect::<Option<_>>().ok_or(Reason::MemoryLimit)
}
