import { parseArgs } from 'node:util'
import { buildDemo } from '../../scripts/build.mjs'
import { exitWith, Stop } from '../../scripts/run.mjs'
import { describeEnvironment } from '../environment.mjs'
import { closeConnections } from './browser.mjs'
import { findFaults, holdRate } from './hold.mjs'
import { drawHeldChart } from './held-chart.mjs'
import { formatHeld } from './report.mjs'
import { keep, keepRecord } from './results.mjs'
import { storeNames } from './stores.mjs'

await exitWith(async () => {
  const { values } = parseArgs({
    options: {
      on: { type: 'string', default: storeNames.join() },
      rate: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '10' },
      quick: { type: 'boolean' },
    },
  })
  await buildDemo()
  const faults = []
  for (const on of namesIn(values.on)) {
    const effort = { rate: Number(values.rate), minutes: Number(values.minutes) }
    console.log(`\nHolding ${effort.rate} visits a second for ${effort.minutes} minutes on ${on} …`)
    const held = await holdRate(on, effort)
    console.log(`\n${formatHeld(held)}\n`)
    faults.push(...findFaults(held))
    if (values.quick) continue
    const environment = describeEnvironment(on === 'postgres' ? ['kysely', 'pg'] : [])
    keepRecord(`load-${on}`, { environment, ...held })
    keep(`load-${on}.svg`, drawHeldChart(held, environment))
  }
  closeConnections()
  console.log(faults.length === 0 ? 'Nothing went wrong.' : faults.join('\n'))
  return faults.length === 0 ? 0 : 1
})

/** @param {string} list */
function namesIn(list) {
  return list.split(',').map((name) => {
    const known = storeNames.find((one) => one === name)
    if (known) return known
    throw new Stop(`--on takes ${storeNames.join(', ')}, not ${name}.`)
  })
}
