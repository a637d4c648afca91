#!/bin/bash
# snakemake.sh SATRANJ FOLDER SNAKEMAKE: a count by Snakemake; of a part that is deleted only that
# and the total are made again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$2
mkdir -p "$work/bin" "$work/job"
ln -s "$1" "$work/bin/satranj"
export PATH=$work/bin:$PATH
cd "$work/job"
cp "$here/../../examples/snakemake/Snakefile" .
run() { "$3" --cores 2 --quiet all --config queens="$1" parts="$2"; }
run 14 12 "$3"
parts=queens-14-in-12/parts
before=$(stat -c %y $parts/part-04.json)
rm $parts/part-07.json total.json
run 14 12 "$3"
[ "$(stat -c %y $parts/part-04.json)" = "$before" ]
# Other numbers in the same folder have another total, and these again the first.
for total in "8 7 92" "14 12 365596"; do
    read -r queens number count <<<"$total"
    run "$queens" "$number" "$3"
    grep -q "\"count\":\"$count\"" total.json
done
