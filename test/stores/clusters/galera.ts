import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, MysqlDialect } from 'kysely'
import { createPool } from 'mysql2'
import { kyselyAdapter } from '../../../src/adapters/kysely.js'
import { openAddress } from '../../support/servers/address.js'
import { startGalera } from '../../support/servers/galera.js'
import { raceStores } from '../races/stores.js'
import { CleanUp, detection, type Cluster } from './cluster.js'

/** Three nodes that all accept writes. Each app uses another one, as long as it is there. */
export async function openGaleraCluster(): Promise<Cluster> {
  const cleanUp = new CleanUp()
  const galera = cleanUp.after(await startGalera(), (started) => started.remove())
  const { nodes } = galera
  const [url = ''] = await galera.createDatabase('load')
  await raceStores.MariaDB.prepare(url)
  const addresses = await Promise.all([openAddress(), openAddress()])
  let dead = -1
  const lead = (): void => {
    for (const [app, address] of addresses.entries()) {
      const order = [0, 1, 2].map((at) => (app + at) % nodes.length)
      const alive = order.filter((number) => number !== dead)
      address.leadTo(alive.map((number) => nodes[number]?.url ?? ''))
    }
  }
  lead()
  const adapters = addresses.map((address) => {
    cleanUp.after(address, () => address.close())
    const pool = createPool({ uri: address.of(url), connectTimeout: 3000 })
    const dialect = new MysqlDialect({ pool })
    const db = cleanUp.after(new Kysely<unknown>({ dialect }), (opened) => opened.destroy())
    return kyselyAdapter(db, { rowLocks: false })
  })
  return {
    adapters,
    bound: 0,
    kill: async (round) => {
      dead = round % nodes.length
      await nodes[dead]?.kill('SIGKILL')
      await wait(detection)
      lead()
      return `node ${dead + 1}`
    },
    restore: async () => {
      await nodes[dead]?.start()
      dead = -1
      lead()
    },
    remove: () => cleanUp.run(),
  }
}
