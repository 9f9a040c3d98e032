import { drawChart } from './chart.mjs'
import { compare } from './comparisons.mjs'
import { formatRatio, formatTime, formatValue } from './format.mjs'
import { raise } from './subjects/subject.mjs'

/**
 * The picture of a part; by processor time where the machine was busy.
 *
 * @param {import('./part.mjs').Part} part
 * @param {import('./part.mjs').Measured} measured
 * @param {import('./environment.mjs').Environment} environment
 */
export function drawPart({ title, chart }, { figures, samples, isBusy }, environment) {
  const { node, cpus, versions } = environment
  /** @param {string} id @param {string} base */
  const bar = (id, base) => {
    const figure =
      figures.find((one) => one.id === id) ?? raise(`Nothing was measured under "${id}".`)
    const { cpu, median, unit } = figure
    const { ratio, cpuRatio } = compare(samples, id, base)
    const byCpu = isBusy && cpu !== undefined && cpuRatio !== undefined
    return {
      label: `${figure.library} ${figure.name}`,
      length: byCpu ? cpu : median,
      value: byCpu ? formatTime(cpu) : formatValue(median, unit),
      ratio: formatRatio(byCpu ? cpuRatio : ratio),
      ours: figure.library.startsWith('latchkey'),
    }
  }
  const clock = isBusy ? ' By processor time, as the machine was busy.' : ''
  const rivals = `@auth/core ${versions['@auth/core']}, better-auth ${versions['better-auth']}`
  return drawChart(
    title,
    chart.map(({ base, ids, ...group }) => ({ ...group, bars: ids.map((id) => bar(id, base)) })),
    `Shorter is better.${clock} Node ${node}, ${cpus} CPUs, ${rivals}.`,
  )
}
