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
"$3" --cores 2 --quiet all --config queens=14 parts=12
before=$(stat -c %y parts/part-04.json)
rm parts/part-07.json total.json
"$3" --cores 2 --quiet all --config queens=14 parts=12
[ "$(stat -c %y parts/part-04.json)" = "$before" ]
