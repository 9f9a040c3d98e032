/**
 * Compares two samples by the Mann–Whitney test. Returns how often a value of the first is larger than
 * one of the second (0.5 if both are alike), and by how many standard deviations that differs from
 * chance. Beyond ±1.96 it would come about by chance once in twenty times.
 *
 * @param {readonly number[]} first
 * @param {readonly number[]} second
 */
export function compareSamples(first, second) {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ].sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let at = 0; at < all.length;) {
    let end = at
    while (end < all.length && all[end]?.value === all[at]?.value) end += 1
    // Equal values share the mean of their ranks, which count from one.
    const rank = (at + 1 + end) / 2
    rankSum += rank * all.slice(at, end).filter(({ isFirst }) => isFirst).length
    at = end
  }
  const pairs = first.length * second.length
  const larger = rankSum - (first.length * (first.length + 1)) / 2
  const deviation = Math.sqrt((pairs * (all.length + 1)) / 12)
  return { share: larger / pairs, z: (larger - pairs / 2) / deviation }
}
