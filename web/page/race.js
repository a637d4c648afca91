// The result of a race: places by the measured times, which need not be the order in which the answers come in.

export const seconds = (value) => (value < 1 ? `${(value * 1000).toPrecision(3)} ms` : `${value.toPrecision(3)} s`);

const isDecided = ({ value }) => value !== undefined && value.document.status !== "unknown";
const time = ({ value }) => value.document.timing.total_seconds;

// The result of a method, without its place.
export function inLane(lane) {
  const { method, value, failure } = lane;
  if (!value) return `${method}: ${failure?.message ?? "stopped"}`;
  return `${method}: ${isDecided(lane) ? "" : "undecided after "}${seconds(time(lane))}`;
}

// The methods in words, with places for those that answered, which come first; the answer to show; and whether
// two answers contradict one another.
export function resultOf(lanes) {
  const decided = lanes.filter(isDecided).sort((one, other) => time(one) - time(other));
  const place = (lane) => decided.findIndex((other) => seconds(time(other)) === seconds(time(lane))) + 1;
  const others = lanes.filter((lane) => !isDecided(lane));
  return {
    words: [...decided.map((lane) => `${place(lane)}. ${inLane(lane)}`), ...others.map(inLane)],
    shown: (decided[0] ?? others.find(({ value }) => value))?.value,
    contradiction: agree(decided.map(({ value }) => value.document)) ? undefined : "the two methods contradict each other: please report this",
  };
}

// Whether no answer says "no" where another has a solution, and no two best values differ.
function agree(documents) {
  const answers = new Set(documents.map(({ status }) => status === "unsatisfiable"));
  const values = new Set(documents.filter(({ status }) => status === "optimal").map(({ objective }) => objective));
  return answers.size <= 1 && values.size <= 1;
}
