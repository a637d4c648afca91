// An answer in words: what it is, and what was checked of it.

// The answer in a few words, and whether it was checked.
export function inShort({ status, reason, objective, verified, certificate }) {
  switch (status) {
    case "unsatisfiable": return `no solution, ${verified ? "verified" : "not verified"}`;
    case "optimal": return `optimum ${objective}, ${certificate ? "verified" : "solution verified, optimality not verified"}`;
    case "unknown": return `undecided: ${(reason ?? "").replace("_", " ")}`;
    default: return `solved${verified ? ", verified" : ""}`;
  }
}

// Claims that only the method's own search supports.
export function unproved({ status, verified, certificate }) {
  if (status === "unsatisfiable" && !verified) return "the search ended without a solution; there is no certificate to check";
  if (status === "optimal" && !certificate) return "the search found nothing better; there is no certificate to check";
  return undefined;
}
