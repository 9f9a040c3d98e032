/** With more changes than this, it is a different word. */
const mostChanges = 2

/** Returns the known word that is most similar to the input. */
export function nearest(input: string, words: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = mostChanges + 1
  for (const word of words) {
    const changes = countChanges(input, word)
    if (changes < least) [best, least] = [word, changes]
  }
  return best
}

/** The Levenshtein distance: how many letters must be added, removed or replaced. */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
