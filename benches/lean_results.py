"""Takes the rows of single cases out of results, where a point has more than twenty: what is left is
committed in benches/results. Usage: lean_results.py RESULTS.json OUTPUT.json.xz
"""

import json
import lzma
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    results = json.load(file)
for experiment in results["experiments"]:
    for point in experiment["points"]:
        if point["cases"] > 20:
            point["rows"], point["instances"] = [], []
with lzma.open(sys.argv[2], "wt", encoding="utf-8", preset=9) as file:
    json.dump(results, file, ensure_ascii=False, separators=(",", ":"))
