import { drawChart } from './chart.mjs'
import { ratioOf } from './comparisons.mjs'
import { raise } from './subjects/subject.mjs'

/** @typedef {import('./report.mjs').Figure} Figure */

/**
 * The picture of the session reads: what a page pays, and what a request for the route pays.
 *
 * @param {readonly Figure[]} figures
 * @param {ReadonlyMap<string, import('./measure.mjs').Times>} times
 * @param {import('./environment.mjs').Environment & { busy: boolean }} environment
 */
export function drawSessionChart(figures, times, { node, cpus, versions, busy }) {
  const rivals = `@auth/core ${versions['@auth/core']}, better-auth ${versions['better-auth']}`
  const clock = busy ? ' By processor time, as the machine was busy.' : ''
  const footnote = `Shorter is better.${clock} Node ${node}, ${cpus} CPUs, ${rivals}.`
  /** @param {string} id @param {string} base */
  const bar = (id, base) => {
    const figure =
      figures.find((one) => one.id === id) ?? raise(`Nothing was measured under "${id}".`)
    return {
      label: `${figure.library} ${figure.name}`,
      nanoseconds: busy ? figure.cpu : figure.median,
      ratio: ratioOf(times, busy ? 'cpu' : 'wall', id, base),
      ours: figure.library === 'latchkey',
    }
  }
  /** @param {string} base @param {string[]} ids */
  const barsOver = (base, ids) => ids.map((id) => bar(id, base))
  return drawChart(
    'Time to read a session',
    [
      {
        title: 'In process',
        note: 'Ratios over latchkey readSession, cold. @auth/core reads through its route only.',
        bars: barsOver('latchkey-read-cold', [
          'latchkey-read-no-cookie',
          'bare-decrypt',
          'latchkey-read-hot',
          'latchkey-read-cold',
          'better-auth-read-cookie-cache',
          'better-auth-read-memory-store',
          'auth-js-get-cold',
        ]),
      },
      {
        title: 'Through the session route',
        note: 'Request to Response with its body read. Ratios over latchkey GET, cold.',
        bars: barsOver('latchkey-get-cold', [
          'latchkey-get-hot',
          'latchkey-get-cold',
          'better-auth-get-cookie-cache',
          'better-auth-get-memory-store',
          'auth-js-get-hot',
          'auth-js-get-cold',
        ]),
      },
    ],
    footnote,
  )
}
