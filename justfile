# The recipes are the steps of the gate, .ci/run; `just gate` is all of them.

hamiltonian := "target/rivals/bin/python benches/rivals/hamiltonian_cycle.py"

gate:
    .ci/run

test:
    .ci/run tests

solvers:
    .ci/run solvers

test-with-solvers: solvers
    .ci/run other_tests built_in_cadical

tests-in-minutes:
    .ci/run tests_in_minutes

# Coverage-guided fuzzing of every reader, a minute each.
fuzz:
    .ci/run fuzz

format:
    .ci/run format

lints:
    .ci/run lints

# The library without the program, also for WebAssembly.
library:
    .ci/run library

packages:
    .ci/run packages

# Licences, sources, versions and notices of the crates.
supply-chain:
    .ci/run supply_chain

# Writes the notices of third parties again, after a change of Cargo.lock.
third-party:
    .ci/third-party/make

# Mutation testing of a room, for example `just mutants encodings satranj-encodings`; `--shard 1/20` takes a sample.
mutants room package *options:
    [ -x target/tools/bin/cargo-mutants ] || cargo install cargo-mutants --version 27.1.0 --locked --root target/tools
    PATH="$PWD/target/tools/bin:$PATH" cargo mutants --package {{package}} --file '{{room}}/**' \
        --output target/mutants {{options}}

# The Python package, in a clean environment.
python:
    .ci/run python

# The playground, in a browser.
web:
    .ci/run web

# What a release is made of, made and tried.
release:
    .ci/run release

docs:
    .ci/run docs

# The rivals of the benchmark, in target/rivals.
rivals:
    python3 -m venv target/rivals
    target/rivals/bin/pip install -r benches/rivals/requirements.txt

bench: rivals
    cargo bench --bench tours

# Makes the tables of the book that show measurements, from the results in benches/results.
comparisons:
    SATRANJ_BLESS=1 cargo test --test journeys results_in_docs

# Runs the suites again for these tables, and closed tours beside the rivals; on an idle machine, in ten
# to twenty minutes.
results: rivals
    cargo build --profile dist
    for suite in published tours encodings placements planning refutations graphs; do \
        target/dist/satranj bench $suite -q -o target/$suite.json; done
    target/dist/satranj bench benches/suites/agents.json --time-limit 2s -q -o target/agents.json
    target/dist/satranj bench benches/suites/closed-tours.json -q -o target/closed-tours.json \
        --program "cp-sat={{hamiltonian}} cp-sat {hcp} {limit} --tour" \
        --program "lkh={{hamiltonian}} lkh {hcp} {limit} --tour" \
        --program "clingo={{hamiltonian}} clingo {hcp} {limit} --tour"
    for suite in published tours encodings placements planning refutations graphs agents closed-tours; do \
        python3 benches/lean_results.py target/$suite.json benches/results/$suite.json.xz; done

# How late limits and signals end the program.
lateness:
    cargo bench --bench lateness

# The book in docs/, into target/book.
book:
    .ci/run book

# Writes the gallery of encodings again: `encodings/golden/README.md` and the chapter of the book.
gallery:
    SATRANJ_BLESS=1 cargo test --test journeys gallery

# Rewrites the golden files and the pictures of the book after a change that was meant.
bless:
    SATRANJ_BLESS=1 cargo test --workspace -- golden documentation::chapters
