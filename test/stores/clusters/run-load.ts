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

/** Milliseconds from the kill of a node to the last refused answer before the next kill. */
interface Kill {
  readonly read: number
  readonly write: number
}

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
  const kills = await disturb(name, cluster, plan, tally)
  await wait(cluster.bound)
  state.isOver = true
  await Promise.all(visits)
  await Promise.all(all.map(async (lane) => lane.verify()))
  process.stdout.write(`load: ${name}: ${describe(tally, kills, plan)}\n`)
  return tally
}

async function disturb(
  name: string,
  cluster: Cluster,
  plan: Plan,
  tally: Tally,
): Promise<readonly Kill[]> {
  const begun = performance.now()
  const kills: Kill[] = []
  await wait(plan.between / 2)
  while (performance.now() - begun < plan.duration - plan.down) {
    const killedAt = performance.now()
    const what = await cluster.kill(kills.length)
    await wait(Math.max(0, plan.down - (performance.now() - killedAt)))
    await cluster.restore()
    const whole = performance.now() - killedAt
    await wait(Math.max(0, plan.between - (performance.now() - killedAt)))
    const refused = {
      read: Math.max(0, tally.lastRefusal.read - killedAt),
      write: Math.max(0, tally.lastRefusal.write - killedAt),
    }
    kills.push(refused)
    const text = `whole again after ${seconds(whole)}, last refusal of a read after ${seconds(refused.read)}, of a write after ${seconds(refused.write)}`
    process.stdout.write(`load: ${name}: killed ${what}, ${text}\n`)
  }
  await wait(Math.max(0, plan.duration - (performance.now() - begun)))
  return kills
}

function describe(tally: Tally, kills: readonly Kill[], { duration }: Plan): string {
  const { done, violations, longestRecovery, longestRequest } = tally
  const after = (way: 'read' | 'write'): string => {
    const times = kills.map((kill) => kill[way]).toSorted((one, other) => one - other)
    return `${seconds(times[Math.floor(times.length / 2)] ?? 0)} (longest ${seconds(times.at(-1) ?? 0)})`
  }
  return [
    `${seconds(duration)}, ${kills.length} kills, ${tally.requests} requests`,
    `${done.signIns} sign-ins, ${done.reads} reads, ${done.signOuts} sign-outs, ${done.revocations} revocations`,
    `refused cleanly ${tally.refused} (${((100 * tally.refused) / tally.requests).toFixed(2)} %)`,
    `median time from a kill to the last refused read ${after('read')}, to the last refused write ${after('write')}`,
    `longest without a read for one lane ${seconds(longestRecovery.read)}, without a write ${seconds(longestRecovery.write)}`,
    `longest read ${seconds(longestRequest.read)}, longest write ${seconds(longestRequest.write)}`,
    `wrong answers ${violations.wrong.length}, lost acknowledged writes ${violations.lost.length}`,
    `ended sessions alive after the bound ${violations.revived.length}`,
  ].join('; ')
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
