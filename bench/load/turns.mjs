/** @typedef {'readSession' | 'readPage' | 'signIn' | 'signOut'} VisitName what a population can do */

/**
 * An order of visits in which each is as far from its like as its number allows.
 *
 * @param {Readonly<Record<VisitName, number>>} mix how many of each
 * @returns {readonly VisitName[]}
 */
export function takeTurns(mix) {
  const entries = /** @type {[VisitName, number][]} */ (Object.entries(mix))
  return entries
    .flatMap(([name, share], row) =>
      Array.from({ length: share }, (_, at) => ({ name, place: (at + (row + 1) / 5) / share })),
    )
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name)
}
