import { compareVersions } from '../package-version.js'

/**
 * Returns the newest version that a range of `package.json` allows, with `Infinity` for numbers
 * without an end. Returns undefined for anything else, such as `latest` or a URL.
 */
export function newestIn(range: string): string | undefined {
  const ends = range.split('||').map((part) => newestOf(part.trim()))
  if (ends.includes(undefined)) return undefined
  return ends
    .filter((end) => end !== undefined)
    .sort(compareVersions)
    .at(-1)
}

const comparator =
  /(?:^|\s)(\^|~|>=?|<=?|=)?\s*v?(\d+|[x*])(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(-[\w.-]+)?$/i

/** The last part of `>=1 <2` and of `1 - 2` says where the range ends. */
function newestOf(part: string): string | undefined {
  const [, operator = '', ...rest] = comparator.exec(part) ?? []
  const [major, minor, patch, suffix = ''] = rest
  if (major === undefined || /[x*]/i.test(major) || operator.startsWith('>')) return undefined
  const numbers = [major, minor, patch].map((one) =>
    one && /\d/.test(one) ? Number(one) : undefined,
  )
  if (operator === '<') return before(numbers.map((one) => one ?? 0))
  const kept = operator === '^' || operator === '~' ? keptBy(operator, numbers) : 3
  const newest = numbers.map((one, at) => (at < kept && one !== undefined ? one : Infinity))
  return newest.join('.') + (kept === 3 ? suffix : '')
}

/** How many numbers stay the same: `~` lets the last one grow, and `^` those after the first that is not zero. */
function keptBy(operator: '^' | '~', numbers: readonly (number | undefined)[]): number {
  if (operator === '~') return Math.min(2, numbers.filter((one) => one !== undefined).length)
  const first = numbers.findIndex((one) => one !== 0)
  return first === -1 ? 3 : first + 1
}

/** `<2` ends with 1.∞.∞, and `<1.19.2` with 1.19.1. */
function before(numbers: readonly number[]): string {
  const last = numbers.map((one) => one > 0).lastIndexOf(true)
  return numbers.map((one, at) => (at < last ? one : at === last ? one - 1 : Infinity)).join('.')
}
