#!/bin/bash
# slurm.sh SATRANJ FOLDER: a count as a job array of a one-node Slurm; one task is killed, one is
# requeued, the daemons are killed and started again, and the total is right all the same.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export SATRANJ=$1 HOLDS=$2/holds HELD="3 5"
work=$2
slurm=$work/slurm
mkdir -p "$HOLDS" "$work/bin" "$work/job"
cp "$here/hold.sh" "$work/bin/satranj"
chmod +x "$work/bin/satranj"
export PATH=$work/bin:$PATH
"$here/slurm_up.sh" "$slurm"
export SLURM_CONF=$slurm/slurm.conf
trap '"$here/slurm_down.sh" "$slurm"' EXIT

until_true() {
    for _ in $(seq 1200); do
        if eval "$1"; then return; fi
        sleep 0.1
    done
    echo "not within two minutes: $1" >&2
    squeue >&2
    tail -n 20 "$slurm"/log/*.log "$work"/job/*.out >&2 || true
    exit 1
}

cd "$work/job"
"$SATRANJ" shard count queens 14 --parts 12 -o job.json
job=$(sbatch --parsable --array=0-11 "$here/../../examples/slurm/count.sbatch")
until_true '[ -s "$HOLDS/3/process" ] && [ -s "$HOLDS/5/process" ]'
# Nothing is finished of what is held, and merging says so.
code=0
"$SATRANJ" merge job.json parts || code=$?
[ "$code" = 3 ]
scontrol requeue "${job}_3"
until_true '[ "$(squeue -h -j "$job" | wc -l)" = 1 ]'
[ -e parts/part-03.json ]
# The node dies and the controller ends; they come again, and the task goes on.
controller=$(cat "$slurm/run/slurmctld.pid")
kill -KILL "$(cat "$slurm/run/slurmd.pid")"
kill -TERM "$controller"
until_true '! kill -0 "$controller" 2>/dev/null'
slurmctld
slurmd -N "$(hostname -s)"
until_true 'squeue -h >/dev/null 2>&1'
# A task that the machine kills (137) is requeued.
kill -KILL "$(cat "$HOLDS/5/process")"
until_true '[ -z "$(squeue -h -j "$job" 2>/dev/null)" ]'
"$SATRANJ" merge job.json parts -o total.json
