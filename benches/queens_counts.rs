//! All solutions of n queens counted on one core by each set of instructions that the processor
//! has: processor seconds, the least of several runs.
//!
//! `cargo bench --bench queens_counts` counts 14 to 18 queens; `cargo bench --bench queens_counts
//! -- 16` stops at 16. A count that differs from OEIS A000170 ends the benchmark.

use std::{num::NonZeroUsize, time::Duration};

use cpu_time::ProcessTime;
use satranj::{
    limits::Limits,
    methods::{
        Context, MethodOptions,
        native::queens::counting::{self, instruction_set::InstructionSet},
    },
};

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs of which the fastest counts.
const RUNS: usize = 5;

/// A run that takes longer than this is not repeated.
const LONG: Duration = Duration::from_secs(5);

/// OEIS A000170 from n = 14.
const TOTALS: [u128; 7] =
    [365_596, 2_279_184, 14_772_512, 95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let largest = arguments.find_map(|argument| argument.parse().ok()).unwrap_or(18);
    println!("all solutions of n queens, processor seconds of one thread, least of {RUNS}");
    let sets = InstructionSet::available();
    print!("{:>3}", "n");
    for set in &sets {
        print!(" {:>10}", set.name());
    }
    println!(" {:>16}", "nodes");
    for (n, &total) in (14..=largest).zip(&TOTALS) {
        print!("{n:>3}");
        let mut placed = 0;
        for &set in &sets {
            let (seconds, nodes) = seconds(n, set, total);
            print!(" {seconds:>10.3}");
            placed = nodes;
        }
        println!(" {placed:>16}");
    }
}

/// The processor seconds of a count, and its nodes.
fn seconds(n: u32, set: InstructionSet, total: u128) -> (f64, u64) {
    let (mut least, mut nodes) = (Duration::MAX, 0);
    for _ in 0..RUNS {
        let options = MethodOptions { threads: NonZeroUsize::new(1), ..MethodOptions::default() };
        let context = Context::new(Limits::default(), 1, options);
        let started = ProcessTime::now();
        let counted = counting::count(n, set, &context);
        least = least.min(started.elapsed());
        assert_eq!(counted, Ok(total), "{n} by {}", set.name());
        nodes = context.counters.nodes.get();
        if least > LONG {
            break;
        }
    }
    (least.as_secs_f64(), nodes)
}
