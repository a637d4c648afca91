//! The `satranj` program.

#![deny(clippy::print_stdout, clippy::print_stderr)]

/// SAT solvers allocate many small clauses: this is a third faster than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    std::process::exit(satranj::cli::main());
}
