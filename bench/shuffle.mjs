/**
 * Makes orders that can be repeated.
 *
 * @returns {<T>(list: readonly T[]) => T[]}
 */
export function createShuffle() {
  const random = createRandom(20)
  return (list) =>
    list
      .map((item) => ({ item, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
}

/**
 * A repeatable source of numbers between 0 and 1 (mulberry32).
 *
 * @param {number} seed
 */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
