/** Compares two texts by line. Returns the lines that differ, with `- ` or `+ ` before them. */
export function diffLines(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]]
  const start = old.findIndex((line, at) => line !== now[at])
  const first = start === -1 ? old.length : start
  let last = 0
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last))
    last++
  return diffMiddle(old.slice(first, old.length - last), now.slice(first, now.length - last))
}

/** Texts that differ in more lines are shown as a whole, because a comparison would take long. */
const mostChanges = 1000

/** The furthest line of the old text that a number of changes leads to, by diagonal. */
type Reach = ReadonlyMap<number, number>

/**
 * Finds the fewest changes, as `diff` does. It follows the diagonals of the table of both texts as far
 * as the lines are equal, so the work grows with the number of changes and not with the table.
 *
 * @see E. W. Myers, An O(ND) Difference Algorithm and Its Variations, 1986
 */
function diffMiddle(old: readonly string[], now: readonly string[]): readonly string[] {
  const reached: Reach[] = []
  for (let changes = 0; changes <= mostChanges; changes++) {
    const reach = extend(reached.at(-1), changes, old, now)
    if (reach.get(old.length - now.length) === old.length) return walkBack(reached, old, now)
    reached.push(reach)
  }
  return [...old.map((line) => `- ${line}`), ...now.map((line) => `+ ${line}`)]
}

function extend(
  before: Reach | undefined,
  changes: number,
  old: readonly string[],
  now: readonly string[],
): Reach {
  const reach = new Map<number, number>()
  for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
    let at = before ? stepTo(before, diagonal).at : 0
    if (at < 0 || at > old.length || at - diagonal > now.length) continue
    while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at++
    reach.set(diagonal, at)
  }
  return reach
}

interface Step {
  /** The line of the old text after the step. */
  readonly at: number
  readonly isAdded: boolean
}

/** The step that leads furthest. Lines are removed before others are added. */
function stepTo(before: Reach, diagonal: number): Step {
  const added = before.get(diagonal + 1) ?? -1
  const removed = (before.get(diagonal - 1) ?? -2) + 1
  return { at: Math.max(added, removed), isAdded: added >= removed }
}

/** Collects the changes from the end to the start. */
function walkBack(
  reached: readonly Reach[],
  old: readonly string[],
  now: readonly string[],
): readonly string[] {
  const lines: string[] = []
  let diagonal = old.length - now.length
  for (const before of [...reached].reverse()) {
    const { at, isAdded } = stepTo(before, diagonal)
    lines.push(isAdded ? `+ ${now[at - diagonal - 1] ?? ''}` : `- ${old[at - 1] ?? ''}`)
    diagonal += isAdded ? 1 : -1
  }
  return lines.reverse()
}
