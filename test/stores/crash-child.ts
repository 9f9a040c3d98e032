import { writeSync } from 'node:fs'
import { watch } from '../support/adapters/watched-adapter.js'
import { stores, type StoreName } from './crash-stores.js'
import { runSignIn, type Visit } from './crash-visit.js'

/** What a process is started for. */
export interface Order {
  readonly store: StoreName
  readonly url: string
  readonly visit: Visit
  /** The number of the moment at which it dies: between two calls, before the first, after the last. */
  readonly diesAt: number
}

/** The process that dies. On its standard output it writes what the moments were that it lived through. */
export async function obey({ store, url, visit: planned, diesAt }: Order): Promise<void> {
  const { adapter } = await stores[store].open(url)
  const watched = watch(adapter)
  let moments = 0
  let last: string | undefined
  let isJustAfter = false
  watched.before = ({ name }) => {
    // Nothing has happened since the last moment, which was right after the call before.
    if (!isJustAfter) pass(`before ${name}`)
    isJustAfter = false
  }
  watched.after = ({ name }) => {
    pass(`after ${name}`)
    isJustAfter = true
  }
  await runSignIn(watched.adapter, planned)
  process.exit(0)

  function pass(moment: string): void {
    // A process that waits looks again and again, and nothing else happens.
    if (moment === last && moment.startsWith('after get')) return
    last = moment
    writeSync(1, `${moment}\n`)
    if (moments === diesAt) process.kill(process.pid, 'SIGKILL')
    moments += 1
  }
}

const [, , order] = process.argv
if (order !== undefined) await obey(JSON.parse(order) as Order)
