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

/** Keeps the longest common subsequence, as `diff` does. */
function diffMiddle(old: readonly string[], now: readonly string[]): readonly string[] {
  const common = commonLengths(old, now)
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && old[i] === now[j]) {
      i++
      j++
    } else if (i < old.length && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? -1)) {
      lines.push(`- ${old[i++]}`)
    } else {
      lines.push(`+ ${now[j++]}`)
    }
  }
  return lines
}

/** How many lines the rests of both texts have in common, by the places where the rests begin. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly number[][] {
  const rows = Array.from({ length: old.length + 1 }, () => Array<number>(now.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      const row = rows[i] ?? []
      const next = rows[i + 1] ?? []
      row[j] = old[i] === now[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return rows
}
