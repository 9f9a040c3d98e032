/** @typedef {import('./comparisons.mjs').Target} Target */

/**
 * @param {number} value
 * @param {import('./samples.mjs').Unit} unit
 */
export function formatValue(value, unit) {
  switch (unit) {
    case 'time':
      return formatTime(value)
    case 'request':
      return `${Math.round(1e9 / value).toLocaleString('en')} /s`
    case 'bytes':
      return `${formatNumber(value / 1000)} kB`
    case 'count':
      return value.toLocaleString('en')
  }
}

/** @param {number} nanoseconds */
export function formatTime(nanoseconds) {
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(0)} ns`
  if (nanoseconds < 1e6) return `${formatNumber(nanoseconds / 1000)} µs`
  return `${formatNumber(nanoseconds / 1e6)} ms`
}

/** @param {number} ratio */
export function formatRatio(ratio) {
  return `${ratio < 0.1 ? ratio.toFixed(3) : formatNumber(ratio)}×`
}

/** @param {Target | undefined} target */
export function formatTarget(target) {
  if (!target) return ''
  return 'atMost' in target ? `≤ ${formatRatio(target.atMost)}` : `≥ ${formatRatio(target.atLeast)}`
}

/** @param {number} number */
function formatNumber(number) {
  return number.toFixed(number < 10 ? 2 : number < 100 ? 1 : 0)
}
