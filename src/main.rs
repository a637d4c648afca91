//! The `satranj` program.

#![deny(clippy::print_stdout, clippy::print_stderr)]

/// SAT solvers allocate many small clauses: a third faster than with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let code = satranj::cli::run(std::env::args_os(), satranj::methods::Registry::standard());
    // A method that did not stop in time may still run on its thread; do not wait for it.
    satranj::temporary::remove_all();
    std::process::exit(code);
}
