/** @typedef {import('./comparisons.mjs').Compared} Compared */

/** How many times as bad a ratio may be as the kept one. Machines and busy neighbours explain less. */
const allowed = 2

/**
 * Returns the comparisons with a target whose ratio is twice as bad as in the kept results. By processor
 * time where both have it, because the machine may be busy.
 *
 * @param {readonly Compared[]} compared
 * @param {readonly Compared[]} kept
 * @returns {readonly { now: Compared, before: Compared }[]}
 */
export function findLosses(compared, kept) {
  return compared.flatMap((now) => {
    const before = kept.find((one) => isSame(one, now))
    return before && isLost(now, before) ? [{ now, before }] : []
  })
}

/**
 * @param {Compared} one
 * @param {Compared} other
 */
function isSame(one, other) {
  return one.of === other.of && one.to === other.to && one.beyond === other.beyond
}

/**
 * @param {Compared} now
 * @param {Compared} before
 */
function isLost(now, before) {
  const { target } = now
  if (!target) return false
  const worse = byCpu(now, before) ?? now.ratio / before.ratio
  return 'atMost' in target ? worse > allowed : worse < 1 / allowed
}

/**
 * @param {Compared} now
 * @param {Compared} before
 */
function byCpu({ cpuRatio: now }, { cpuRatio: before }) {
  return now === undefined || before === undefined ? undefined : now / before
}
