import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.js'
import { Lane } from './lane.js'
import { Tally } from './tally.js'
import { openAppUnderLoad } from './visitor.js'

/** How long the load lasts. All times are in milliseconds. */
export interface Plan {
  readonly duration: number
  /** From one kill to the next. */
  readonly between: number
  /** From a kill until the node is started again. */
  readonly down: number
  readonly seed: number
}

const lanes = 12
/** Milliseconds between two requests of a lane. */
const pause = 40

/** Visits two apps on a cluster while its nodes are killed and brought back, and checks every answer. */
export async function runLoad(name: string, cluster: Cluster, plan: Plan): Promise<Tally> {
  const tally = new Tally()
  const all = Array.from({ length: lanes }, (_, number) => {
    const apps = cluster.adapters.map(openAppUnderLoad)
    const options = { tally: tally.openLane(), bound: cluster.bound, seed: plan.seed + number }
    return new Lane(`lane-${number}`, apps, options)
  })
  const state = { isOver: false }
  const visits = all.map(async (lane) => {
    while (!state.isOver) {
      await lane.visit()
      await wait(pause)
    }
  })
  const kills = await disturb(name, cluster, plan)
  await wait(cluster.bound)
  state.isOver = true
  await Promise.all(visits)
  await Promise.all(all.map(async (lane) => lane.verify()))
  process.stdout.write(`load: ${name}: ${describe(tally, kills, plan)}\n`)
  return tally
}

async function disturb(name: string, cluster: Cluster, plan: Plan): Promise<number> {
  const begun = performance.now()
  let round = 0
  await wait(plan.between / 2)
  while (performance.now() - begun < plan.duration - plan.down) {
    const killedAt = performance.now()
    const what = await cluster.kill(round)
    await wait(Math.max(0, plan.down - (performance.now() - killedAt)))
    await cluster.restore()
    const whole = ((performance.now() - killedAt) / 1000).toFixed(1)
    process.stdout.write(`load: ${name}: killed ${what}, whole again after ${whole} s\n`)
    round += 1
    await wait(Math.max(0, plan.between - (performance.now() - killedAt)))
  }
  await wait(Math.max(0, plan.duration - (performance.now() - begun)))
  return round
}

function describe(tally: Tally, kills: number, { duration }: Plan): string {
  const { done, violations, longestRecovery } = tally
  const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
  return [
    `${seconds(duration)}, ${kills} kills, ${tally.requests} requests`,
    `${done.signIns} sign-ins, ${done.reads} reads, ${done.signOuts} sign-outs, ${done.revocations} revocations`,
    `refused cleanly ${tally.refused} (${((100 * tally.refused) / tally.requests).toFixed(2)} %)`,
    `longest recovery of reads ${seconds(longestRecovery.read)}, of writes ${seconds(longestRecovery.write)}`,
    `longest request ${seconds(tally.longestRequest)}`,
    `wrong answers ${violations.wrong.length}, lost acknowledged writes ${violations.lost.length}`,
    `ended sessions alive after the bound ${violations.revived.length}`,
  ].join('; ')
}
