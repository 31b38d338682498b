/** Equal lines that stay beside a change, before and after it. */
const AROUND = 2;
/** Fewer than this are not folded away: the line that says so would take as much room. */
const FOLDED = 3;

/** Lines that stand together: one that changed, equal ones that are shown, or equal ones that are folded away. */
export interface Run {
  readonly kind: 'change' | 'equal' | 'folded';
  readonly from: number;
  /** One past the last. */
  readonly to: number;
}

/** Which lines of a comparison are shown: all that changed, and equal ones beside them. */
export function runsOf(equal: readonly boolean[]): Run[] {
  const runs: Run[] = [];
  let from = 0;
  while (from < equal.length) {
    let to = from;
    while (to < equal.length && equal[to]) to += 1;
    if (to === from) {
      runs.push({ kind: 'change', from, to: from + 1 });
      from += 1;
      continue;
    }
    const first = from === 0 ? from : Math.min(to, from + AROUND);
    const last = to === equal.length ? to : Math.max(first, to - AROUND);
    if (last - first < FOLDED) runs.push({ kind: 'equal', from, to });
    else {
      if (first > from) runs.push({ kind: 'equal', from, to: first });
      runs.push({ kind: 'folded', from: first, to: last });
      if (to > last) runs.push({ kind: 'equal', from: last, to });
    }
    from = to;
  }
  return runs;
}
