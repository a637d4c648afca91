//! All solutions of n queens counted on one core by `native:bitmask` and by `native:quadrants`, by
//! each set of instructions that the processor has: processor seconds, the least of several runs.
//!
//! `cargo bench --bench queens_counts` counts 14 to 18 queens; `cargo bench --bench queens_counts
//! -- 16` stops at 16, `-- 20 quadrants` counts to 20 by the one method, `fastest` by the fastest
//! instructions only. A count that differs from OEIS A000170 ends the benchmark.

use std::{num::NonZeroUsize, time::Duration};

use cpu_time::ProcessTime;
use satranj::{
    limits::{Limits, Reason},
    methods::{
        Context, MethodOptions,
        native::queens::{
            counting::{self, instruction_set::InstructionSet},
            quadrants,
        },
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

/// A way to count.
struct Way {
    name: &'static str,
    count: fn(u32, InstructionSet, &Context) -> Result<u128, Reason>,
}

const WAYS: [Way; 2] = [
    Way { name: "bitmask", count: counting::count },
    Way {
        name: "quadrants",
        count: |n, set, context| Ok(quadrants::count(n, set, context)?.into()),
    },
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let largest = words.iter().find_map(|word| word.parse().ok()).unwrap_or(18);
    let is_chosen = |name: &str| words.iter().any(|word| word == name);
    let all = !WAYS.iter().any(|way| is_chosen(way.name));
    println!("all solutions of n queens, processor seconds of one thread, least of {RUNS}");
    let mut sets = InstructionSet::available();
    if is_chosen("fastest") {
        sets.drain(..sets.len() - 1);
    }
    let ways: Vec<&Way> = WAYS.iter().filter(|way| all || is_chosen(way.name)).collect();
    print!("{:>3}", "n");
    for way in &ways {
        for set in &sets {
            print!(" {:>20}", format!("{} {}", way.name, set.name()));
        }
        print!(" {:>16}", "nodes");
    }
    println!();
    for (n, &total) in (14..=largest).zip(&TOTALS) {
        print!("{n:>3}");
        for way in &ways {
            let mut placed = 0;
            for &set in &sets {
                let (seconds, nodes) = seconds(n, set, way, total);
                print!(" {seconds:>20.3}");
                placed = nodes;
            }
            print!(" {placed:>16}");
        }
        println!();
    }
}

/// The processor seconds of a count, and its nodes.
fn seconds(n: u32, set: InstructionSet, way: &Way, total: u128) -> (f64, u64) {
    let (mut least, mut nodes) = (Duration::MAX, 0);
    for _ in 0..RUNS {
        let options = MethodOptions { threads: NonZeroUsize::new(1), ..MethodOptions::default() };
        let context = Context::new(Limits::default(), 1, options);
        let started = ProcessTime::now();
        let counted = (way.count)(n, set, &context);
        least = least.min(started.elapsed());
        assert_eq!(counted, Ok(total), "{n} by {} with {}", way.name, set.name());
        nodes = context.counters.nodes.get();
        if least > LONG {
            break;
        }
    }
    (least.as_secs_f64(), nodes)
}
