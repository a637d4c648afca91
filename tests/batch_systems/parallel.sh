#!/bin/bash
# parallel.sh SATRANJ FOLDER: a count by GNU parallel, killed in the middle and resumed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export SATRANJ=$1 HOLDS=$2/holds HELD="3 5"
work=$2
mkdir -p "$HOLDS" "$work/bin" "$work/job"
cp "$here/hold.sh" "$work/bin/satranj"
chmod +x "$work/bin/satranj"
export PATH=$work/bin:$PATH PARALLEL="--will-cite"
cd "$work/job"
"$SATRANJ" shard count queens 14 --parts 12 -o job.json
setsid "$here/../../examples/parallel/count.sh" 12 &
for _ in $(seq 1200); do
    if [ -s "$HOLDS/3/process" ] && [ -s "$HOLDS/5/process" ]; then break; fi
    sleep 0.1
done
# All of it, as if the machine went down.
kill -KILL -- -$!
wait || true
code=0
"$SATRANJ" merge job.json parts || code=$?
[ "$code" = 3 ]
"$here/../../examples/parallel/count.sh" 12
# A part that is deleted and one that is damaged are done again.
rm parts/part-04.json
sed -i 's/"count":"/&1/' parts/part-07.json
"$here/../../examples/parallel/count.sh" 12
"$SATRANJ" merge job.json parts -o total.json
