import { parseArgs } from 'node:util'
import { buildDemo } from '../../scripts/build.mjs'
import { exitWith, Stop } from '../../scripts/run.mjs'
import { describeEnvironment } from '../environment.mjs'
import { closeConnections } from './browser.mjs'
import { writeDocs } from './docs.mjs'
import { findFaultsHeld, holdRate } from './hold.mjs'
import { drawHeldChart } from './held-chart.mjs'
import { findFaultsAmong, killRun, measureThroughput } from './processes.mjs'
import { proveChecks } from './prove-checks.mjs'
import { formatHeld, formatKillRun, formatThroughput } from './report.mjs'
import { keep, keepRecord } from './results.mjs'
import { storeNames } from './stores.mjs'

/** @typedef {import('./stores.mjs').StoreName} StoreName */
/** @typedef {ReturnType<typeof readOptions>} Options */

await exitWith(async () => {
  const options = readOptions()
  if (options.docs) {
    await writeDocs()
    return 0
  }
  await buildDemo()
  if (options.bytes) {
    // Only now: it is made of the library that was just built.
    const { measureBytes } = await import('./bytes.mjs')
    keepRecord('load-bytes', await measureBytes())
    return 0
  }
  await proveChecks()
  const faults = []
  for (const on of options.on)
    faults.push(
      ...(await (options.sizes.length > 0 ? tryProcesses(on, options) : hold(on, options))),
    )
  closeConnections()
  console.log(faults.length === 0 ? 'Nothing went wrong.' : faults.slice(0, 30).join('\n'))
  return faults.length === 0 ? 0 : 1
})

function readOptions() {
  const { values } = parseArgs({
    options: {
      on: { type: 'string' },
      rate: { type: 'string' },
      minutes: { type: 'string' },
      processes: { type: 'string', default: '' },
      seconds: { type: 'string', default: '30' },
      quick: { type: 'boolean', default: false },
      bytes: { type: 'boolean', default: false },
      docs: { type: 'boolean', default: false },
    },
  })
  const sizes = values.processes.split(',').filter(Boolean).map(Number)
  const isOne = sizes.length === 0
  return {
    on: namesIn(values.on ?? (isOne ? 'jwt,postgres,redis' : 'postgres')),
    rate: Number(values.rate ?? (isOne ? 100 : 30)),
    minutes: Number(values.minutes ?? (isOne ? 10 : 2)),
    sizes,
    seconds: Number(values.seconds),
    /** A smoke test must not replace figures that took their time. */
    keeps: !values.quick,
    bytes: values.bytes,
    docs: values.docs,
  }
}

/**
 * One process at a rate.
 *
 * @param {StoreName} on
 * @param {Options} options
 */
async function hold(on, { rate, minutes, keeps }) {
  console.log(`\n${on}: ${rate} visits a second for ${minutes} minutes …`)
  const held = await holdRate(on, { rate, minutes })
  console.log(`\n${formatHeld(held)}\n`)
  if (keeps) {
    const environment = environmentOf(on)
    keepRecord(`load-${on}`, { environment, ...held })
    keep(`load-${on}.svg`, drawHeldChart(held, environment))
  }
  return findFaultsHeld(held)
}

/**
 * Several processes: what they answer together, and what is left when they are killed.
 *
 * @param {StoreName} on
 * @param {Options} options
 */
async function tryProcesses(on, { sizes, seconds, rate, minutes, keeps }) {
  const throughput = []
  for (const size of new Set([1, ...sizes])) {
    console.log(`\n${on}: ${size} processes, as fast as they answer, for ${seconds} seconds …`)
    const measured = await measureThroughput(on, { size, seconds })
    console.log(formatThroughput(measured))
    throughput.push(measured)
  }
  const size = Math.max(...sizes)
  console.log(`\n${on}: ${size} processes, one killed every ten seconds, for ${minutes} minutes …`)
  const killed = await killRun(on, { size, seconds: minutes * 60, rate })
  console.log(`${formatKillRun(killed)}\n`)
  if (keeps)
    keepRecord(`load-processes-${on}`, { environment: environmentOf(on), throughput, killed })
  return [...throughput, killed].flatMap(findFaultsAmong)
}

/** @param {StoreName} on */
function environmentOf(on) {
  return describeEnvironment({ jwt: [], postgres: ['kysely', 'pg'], redis: ['redis'] }[on])
}

/** @param {string} list */
function namesIn(list) {
  return list.split(',').map((name) => {
    const known = storeNames.find((one) => one === name)
    if (known) return known
    throw new Stop(`--on takes ${storeNames.join(', ')}, not ${name}.`)
  })
}
