import { performance } from 'node:perf_hooks'
import { describeTimes } from './latencies.mjs'
import { WrongAnswer } from './visits.mjs'

/** @typedef {import('./visits.mjs').Kind} Kind */
/** @typedef {import('./visits.mjs').Timed} Timed */

/** Seconds of one window. */
export const windowSeconds = 10

/** Times of answers, by kind and by the window in which they were due, and what went wrong. */
export class Stopwatch {
  /** @type {Map<Kind, number[]>[]} by window */
  #windows = []
  #start = performance.now()

  /** Requests without an answer, by what the connection said. @type {Map<string, number>} */
  connectionErrors = new Map()
  /** @type {string[]} */
  wrongAnswers = []

  /** The clock begins: what was timed before does not count. */
  begin() {
    this.#windows = []
    this.#start = performance.now()
    return this.#start
  }

  /**
   * Times requests: the first from the moment for which it was planned, so that a server that
   * stalls cannot hide it by holding up the next ones; those that follow from when they are sent.
   *
   * @param {number} [plannedAt]
   * @returns {Timed}
   */
  from(plannedAt) {
    let planned = plannedAt
    return async (kind, send) => {
      const start = planned ?? performance.now()
      planned = undefined
      const answer = await send()
      this.#keep(kind, start, performance.now() - start)
      return answer
    }
  }

  /**
   * Runs a visit to its end, whatever that is.
   *
   * @param {() => Promise<void>} visit
   * @returns {Promise<boolean>} whether all went well
   */
  async follow(visit) {
    try {
      await visit()
      return true
    } catch (error) {
      if (error instanceof WrongAnswer) this.wrongAnswers.push(error.message)
      else this.#countError(error)
      return false
    }
  }

  /**
   * Of the whole run.
   *
   * @param {readonly Kind[]} kinds
   */
  total(kinds) {
    return describeTimes(this.#windows.flatMap((window) => timesIn(window, kinds)))
  }

  /**
   * Of each window, in order.
   *
   * @param {readonly Kind[]} kinds
   */
  overTime(kinds) {
    return Array.from(this.#windows, (window) => describeTimes(timesIn(window, kinds)))
  }

  /** @param {Kind} kind @param {number} start @param {number} ms */
  #keep(kind, start, ms) {
    const at = Math.floor((start - this.#start) / 1000 / windowSeconds)
    const window = (this.#windows[at] ??= new Map())
    const times = window.get(kind) ?? []
    times.push(ms)
    window.set(kind, times)
  }

  /** @param {unknown} error */
  #countError(error) {
    const { message, code = message } = /** @type {NodeJS.ErrnoException} */ (error)
    this.connectionErrors.set(code, (this.connectionErrors.get(code) ?? 0) + 1)
  }
}

/**
 * @param {ReadonlyMap<Kind, readonly number[]> | undefined} window a window may be without answers
 * @param {readonly Kind[]} kinds
 */
function timesIn(window, kinds) {
  return kinds.flatMap((kind) => window?.get(kind) ?? [])
}
