import { compareVersions } from '../package-version.js'

const endless = 'Infinity.Infinity.Infinity'

/**
 * Returns the newest version that a range of `package.json` allows, with `Infinity` for numbers
 * without an end. Returns undefined for anything else, such as `latest` or a URL.
 */
export function newestIn(range: string): string | undefined {
  const ends = range.split('||').map((part) => newestOf(part.trim()))
  if (ends.includes(undefined)) return undefined
  return ends
    .filter((end) => end !== undefined)
    .sort(compareEnds)
    .at(-1)
}

/** `Infinity` minus `Infinity` is not a number. */
function compareEnds(left: string, right: string): number {
  return left === right ? 0 : compareVersions(left, right) || 0
}

/** `1 - 2` has spaces around its hyphen, so it is not a suffix. */
const hyphenated = /^(\S+)\s+-\s+(\S+)$/

/** All comparators of `>=1 <2` have to allow a version, so the lowest end counts. */
function newestOf(part: string): string | undefined {
  const [, from, to] = hyphenated.exec(part) ?? []
  if (from !== undefined && to !== undefined) return endOf(from) && endOf(to)
  const comparators = part.replaceAll(/([\^~<>=])\s+/g, '$1').split(/\s+/)
  const ends = comparators.map(endOf)
  if (ends.includes(undefined)) return undefined
  return ends.filter((end) => end !== undefined).sort(compareEnds)[0]
}

const comparator =
  /^(\^|~>?|>=?|<=?|=)?v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(-[\w.-]+)?(?:\+[\w.-]+)?$/i

/** Returns the newest version that one comparator allows. */
function endOf(text: string): string | undefined {
  if (text === '') return endless
  const [, operator = '', ...rest] = comparator.exec(text) ?? []
  const [major, minor, patch, suffix = ''] = rest
  if (major === undefined) return undefined
  if (/[x*]/i.test(major) || operator.startsWith('>')) return endless
  const numbers = [major, minor, patch].map((one) =>
    one && /\d/.test(one) ? Number(one) : undefined,
  )
  if (operator === '<') return before(numbers.map((one) => one ?? 0))
  const kept = /[\^~]/.test(operator) ? keptBy(operator, numbers) : 3
  const newest = numbers.map((one, at) => (at < kept && one !== undefined ? one : Infinity))
  return newest.join('.') + (kept === 3 ? suffix : '')
}

/** How many numbers stay the same: `~` lets the last one grow, and `^` those after the first that is not zero. */
function keptBy(operator: string, numbers: readonly (number | undefined)[]): number {
  if (operator !== '^') return Math.min(2, numbers.filter((one) => one !== undefined).length)
  const first = numbers.findIndex((one) => one !== 0)
  return first === -1 ? 3 : first + 1
}

/** `<2` ends with 1.∞.∞, and `<1.19.2` with 1.19.1. */
function before(numbers: readonly number[]): string {
  const last = numbers.map((one) => one > 0).lastIndexOf(true)
  if (last === -1) return '0.0.0'
  return numbers.map((one, at) => (at < last ? one : at === last ? one - 1 : Infinity)).join('.')
}
