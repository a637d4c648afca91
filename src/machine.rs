//! The machine: its memory, and what a comparison reports about it.

use std::sync::LazyLock;

use crate::documents::{VERSION, comparison::Environment};

/// Bytes of memory that this process may use: the machine's, or its control group's; `None` if the
/// system does not say. The system is asked once per process: six files take longer than many answers.
#[must_use]
pub fn memory() -> Option<u64> {
    static MEMORY: LazyLock<Option<u64>> = LazyLock::new(memory_now);
    *MEMORY
}

fn memory_now() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let total = system.total_memory();
    let group = system.cgroup_limits().map(|group| group.total_memory);
    let least = group.into_iter().chain([total]).filter(|&bytes| bytes > 0).min();
    least.filter(|_| total > 0)
}

/// The machine's host name; `None` if it has none.
#[must_use]
pub fn host() -> Option<String> {
    sysinfo::System::host_name().ok().filter(|name| !name.is_empty())
}

/// What a comparison document says about the machine.
#[must_use]
pub fn environment() -> Environment {
    let mut environment = Environment {
        version: VERSION.into(),
        os: sysinfo::System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.into()),
        architecture: std::env::consts::ARCH.into(),
        processor: String::new(),
        processors: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        memory_bytes: memory().unwrap_or(0),
    };
    if let Ok(mut system) = sysinfo::System::new() {
        system.refresh_cpu_all();
        if let Some(cpu) = system.cpus().first() {
            environment.processor = cpu.brand().trim().into();
        }
    }
    environment
}
