#!/bin/bash
# The parts of a count side by side with GNU parallel, here or by ssh (--sshloginfile HOSTS).
# First: satranj shard count queens 18 --parts 100 -o job.json
# Then: ./count.sh 100    as often as it takes, and at the end: satranj merge job.json parts
set -euo pipefail
parts=${1:?the number of parts}
again=()
# What failed, was killed or never began is run again; what is finished is not.
[ ! -e parallel.log ] || again=(--resume-failed)
seq 0 $((parts - 1)) |
    parallel --joblog parallel.log "${again[@]}" satranj part job.json {} -o parts --threads 1
