const secondsPerDay = 24 * 60 * 60
/** From this year on, years have five digits. */
const year10000 = 253_402_300_800

/** A cache of formatted days. Sessions expire on only a few different days at a time. */
const days = new Map<number, string>()
const mostDays = 64

/** Formats seconds since the epoch as {@link isoTime} does. */
export function isoDate(seconds: number): string {
  return isoTime(seconds * 1000)
}

/**
 * Formats milliseconds since the epoch as `Date.prototype.toISOString` does.
 *
 * The built-in method computes the year and the month on every call. It takes as long as the rest
 * of a session read outside the cryptography.
 */
export function isoTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const isUsual = Number.isInteger(milliseconds) && seconds >= 0 && seconds < year10000
  if (!isUsual) return new Date(milliseconds).toISOString()
  const day = Math.floor(seconds / secondsPerDay)
  const rest = seconds - day * secondsPerDay
  const hour = twoDigits(Math.floor(rest / 3600))
  const minute = twoDigits(Math.floor(rest / 60) % 60)
  const fraction = threeDigits(milliseconds - seconds * 1000)
  return `${writtenDay(day)}T${hour}:${minute}:${twoDigits(rest % 60)}.${fraction}Z`
}

function writtenDay(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  const [written = ''] = new Date(day * secondsPerDay * 1000).toISOString().split('T', 1)
  if (days.size >= mostDays) days.clear()
  days.set(day, written)
  return written
}

function twoDigits(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}

/** The end of a token has no fraction. */
function threeDigits(number: number): string {
  return number === 0 ? '000' : String(number).padStart(3, '0')
}
