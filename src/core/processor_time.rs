//! Processor time, user and system, of this process and its child processes.

use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};

/// Measures processor time from its start on.
#[derive(Debug, Clone, Copy)]
pub struct ProcessorClock(Duration);

impl ProcessorClock {
    /// Starts.
    #[must_use]
    pub fn start() -> Self {
        Self(used())
    }

    /// Seconds since the start, on all processors together; a child process counts once it has
    /// ended.
    #[must_use]
    pub fn seconds(self) -> f64 {
        used().saturating_sub(self.0).as_secs_f64()
    }
}

/// Measures the processor time of one thread from its start on.
#[derive(Debug, Clone, Copy)]
pub struct ThreadClock(Duration);

impl ThreadClock {
    /// Starts, on the thread that calls.
    #[must_use]
    pub fn start() -> Self {
        Self(used_by_thread())
    }

    /// Seconds since the start, asked on the same thread.
    #[must_use]
    pub fn seconds(self) -> f64 {
        used_by_thread().saturating_sub(self.0).as_secs_f64()
    }
}

/// The time of this thread; 0 if the system does not report it.
fn used_by_thread() -> Duration {
    ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

/// The time of this process and its children; 0 if the system does not report it.
fn used() -> Duration {
    let own = ProcessTime::try_now().map_or(Duration::ZERO, |time| time.as_duration());
    own.saturating_add(of_children())
}

/// The time of the child processes waited for, including their children.
#[cfg(unix)]
fn of_children() -> Duration {
    use nix::sys::{
        resource::{UsageWho, getrusage},
        time::TimeValLike,
    };
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Duration::from_micros(u64::try_from(microseconds).unwrap_or(0))
}

/// Not available here.
#[cfg(not(unix))]
fn of_children() -> Duration {
    Duration::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts() {
        // Other tests of this process run too, so there is no upper bound.
        let clock = ProcessorClock::start();
        let mut number = 1u64;
        while clock.seconds() < 0.02 {
            for step in 0..10_000u64 {
                number = std::hint::black_box(number.wrapping_mul(step | 1));
            }
        }
        assert!(clock.seconds() >= 0.02);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_program_used_counts_when_it_has_ended() {
        let before = of_children();
        let script = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let status = std::process::Command::new("sh").args(["-c", script]).status().unwrap();
        assert!(status.success());
        assert!(of_children() > before, "{before:?}");
    }
}
