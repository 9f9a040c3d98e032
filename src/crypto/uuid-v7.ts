import { toHex } from './hex.js'
import type { Random } from './random.js'

/** The last id of a sequence. */
export interface IdSequence {
  time: number
  counter: number
}

const largestCounter = 0xfff

/**
 * Returns a UUID of version 7, whose text sorts by time. A counter orders the ids of one
 * millisecond.
 *
 * @see RFC 9562, sections 5.7 and 6.2 (method 1)
 */
export function nextUuidV7(sequence: IdSequence, now: number, random: Random): string {
  const time = Math.floor(now)
  const isNext = time <= sequence.time
  // A counter that overflows borrows the next millisecond, as section 6.2 allows.
  const overflows = isNext && sequence.counter >= largestCounter
  sequence.time = isNext ? sequence.time + (overflows ? 1 : 0) : time
  sequence.counter = isNext && !overflows ? sequence.counter + 1 : 0
  const tail = random(8)
  tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80
  const [ms, counter] = [sequence.time.toString(16), sequence.counter.toString(16)]
  const digits = `${ms.padStart(12, '0')}7${counter.padStart(3, '0')}${toHex(tail)}`
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
