//! The memory of this process: how much it uses, and how much more the command line and the
//! system's limits (`ulimit -v`, `ulimit -d`) allow.

#[cfg(feature = "cli")]
pub use given::{allow, allowed};

/// The memory limit that the command line gives.
#[cfg(feature = "cli")]
mod given {
    use std::sync::atomic::{AtomicU64, Ordering};

    use crate::invocation::Invocation;

    /// The limit of the process; 0 if unlimited. An embedded command has its own.
    static ALLOWED: AtomicU64 = AtomicU64::new(0);

    /// Sets the memory limit from the command line, or removes it.
    pub fn allow(bytes: Option<u64>) {
        let bytes = bytes.unwrap_or(0);
        match Invocation::of_thread() {
            Some(given) => given.memory().store(bytes, Ordering::Relaxed),
            None => ALLOWED.store(bytes, Ordering::Relaxed),
        }
    }

    /// The memory limit that the command line gives.
    #[must_use]
    pub fn allowed() -> Option<u64> {
        let bytes = match Invocation::of_thread() {
            Some(given) => given.memory().load(Ordering::Relaxed),
            None => ALLOWED.load(Ordering::Relaxed),
        };
        Some(bytes).filter(|&bytes| bytes > 0)
    }
}

/// Resident bytes; 0 if the system does not report them.
#[must_use]
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem as u64)
}

/// The most resident bytes so far, where the system reports them; else those of now.
#[must_use]
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix(" kB"));
    let peak = peak.and_then(|kilobytes| kilobytes.trim().parse().ok());
    peak.map_or_else(resident, |kilobytes: u64| kilobytes.saturating_mul(1024))
}

/// Whether this many bytes more fit into a limit on resident memory and into the system's limits.
#[must_use]
pub fn has_room(bytes: u64, limit: Option<u64>) -> bool {
    // No allocation is larger.
    isize::try_from(bytes).is_ok()
        && limit.is_none_or(|limit| resident().saturating_add(bytes) <= limit)
        && left().is_none_or(|left| bytes < left)
}

/// Whether the process exceeds a limit on resident memory, or uses almost all that the system's
/// limits allow.
#[must_use]
pub fn is_exhausted(limit: Option<u64>) -> bool {
    limit.is_some_and(|limit| resident() > limit) || left_with(u64::MAX) == Some(0)
}

/// How many more bytes the system's limits allow; `None` if unlimited. Only on Linux.
#[must_use]
pub fn left() -> Option<u64> {
    left_with(0)
}

/// The same if what the allocator has reserved at any time, up to this many bytes, will be used.
#[cfg(all(feature = "programs", target_os = "linux"))]
fn left_with(reserved: u64) -> Option<u64> {
    use std::sync::LazyLock;

    use rustix::process::{Resource, getrlimit};

    /// A part of the system's limit stays free: for thread stacks, for what the allocator reserves
    /// in advance, and for allocations without a check.
    const HEADROOM_SHARE: u64 = 8;

    /// The bounds of that part.
    const HEADROOM: (u64, u64) = (32 << 20, 256 << 20);

    static LIMITS: LazyLock<[Option<u64>; 2]> =
        LazyLock::new(|| [Resource::As, Resource::Data].map(|kind| getrlimit(kind).current));
    // The allocator reserves addresses in advance where it can, and uses them later.
    static IN_ADVANCE: LazyLock<u64> = LazyLock::new(|| {
        let unused = Usage::read().map_or(0, |usage| usage.unused());
        if unused < HEADROOM.1 { 0 } else { unused }
    });

    if *LIMITS == [None; 2] {
        return None;
    }
    let usage = Usage::read()?;
    let unused = usage.unused().min(reserved.max(*IN_ADVANCE));
    let left = |(limit, used): (&Option<u64>, u64)| {
        let limit = (*limit)?;
        let headroom = (limit / HEADROOM_SHARE).clamp(HEADROOM.0, HEADROOM.1);
        Some((limit.saturating_sub(used) + unused).saturating_sub(headroom))
    };
    LIMITS.iter().zip([usage.addresses, usage.data]).filter_map(left).min()
}

/// Other systems' limits are not checked.
#[cfg(not(all(feature = "programs", target_os = "linux")))]
fn left_with(_reserved: u64) -> Option<u64> {
    None
}

/// What counts towards the system's limits.
#[cfg(all(feature = "programs", target_os = "linux"))]
struct Usage {
    addresses: u64,
    data: u64,
    resident: u64,
}

#[cfg(all(feature = "programs", target_os = "linux"))]
impl Usage {
    fn read() -> Option<Self> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes = line.trim().strip_suffix(" kB")?.parse::<u64>().ok()?;
            Some(kilobytes << 10)
        };
        Some(Self {
            addresses: bytes("VmSize:")?,
            data: bytes("VmData:")?,
            resident: bytes("RssAnon:")?,
        })
    }

    /// Reserved addresses without memory behind them.
    fn unused(&self) -> u64 {
        self.data.saturating_sub(self.resident)
    }
}
