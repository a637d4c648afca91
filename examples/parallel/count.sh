#!/bin/bash
# The parts of a count side by side with GNU parallel, here or by ssh (--sshloginfile HOSTS).
# First: satranj shard count queens 18 --parts 100 -o job.json
# Then: ./count.sh 100    as often as it takes, and at the end: satranj merge job.json parts
set -euo pipefail
parts=${1:?the number of parts}
# Every part is asked for each time: what is finished is left alone, and what was stopped, killed,
# deleted or damaged is done. GNU parallel's own --resume would not look.
seq 0 $((parts - 1)) |
    parallel --joblog parallel.log satranj part job.json {} -o parts --threads 1
