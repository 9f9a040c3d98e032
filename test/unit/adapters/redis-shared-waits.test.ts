import { expect, it } from 'vitest'
import { redisAdapter } from '../../../src/adapters/redis.js'

const replicas = { acknowledge: 1, timeout: 500 }

/** A server of which the test decides when WAIT answers, and with which history. */
function openServer() {
  const waits: ((acknowledged: number) => void)[] = []
  const server = { history: 'one' }
  const call = async (command: string): Promise<unknown> => {
    if (command === 'WAIT') return new Promise((resolve) => waits.push(resolve))
    if (command === 'INFO') return `role:master\r\nmaster_replid:${server.history}\r\n`
    return command === 'EVALSHA' ? 'done' : null
  }
  return { server, waits, client: { call } }
}

const untilIdle = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
const change = async (client: { call: (command: string) => Promise<unknown> }, userId: string) =>
  redisAdapter(client, { replicas }).deletePassword(userId)

it('changes that are made while another one waits for replicas share the next wait', async () => {
  const { waits, client } = openServer()
  const first = change(client, 'first')
  await untilIdle()
  const others = ['a', 'b', 'c'].map(async (id) => change(client, id))
  await untilIdle()
  expect(waits).toHaveLength(1)
  waits[0]?.(1)
  await first
  await untilIdle()
  expect(waits).toHaveLength(2)
  waits[1]?.(1)
  await Promise.all(others)
  expect(waits).toHaveLength(2)
})

it('a change does not share a wait that began before it', async () => {
  const { waits, client } = openServer()
  const first = change(client, 'first')
  await untilIdle()
  const second = change(client, 'second')
  await untilIdle()
  waits[0]?.(1)
  await first
  await untilIdle()
  waits[1]?.(0)
  await expect(second).rejects.toThrow('Only 0 replicas')
})

it('a change in a slot that has moved is not confirmed by a wait for another slot', async () => {
  const waits: ((acknowledged: number) => void)[] = []
  const node = {
    sendCommand: async ([command, key = '']: readonly string[]) => {
      if (command === 'WAIT') return new Promise((resolve) => waits.push(resolve))
      if (command === 'INFO') return 'role:master\r\nmaster_replid:one\r\n'
      if (key.includes('{user:moved}')) throw new Error('MOVED 1 10.0.0.2:6379')
      return 'OK'
    },
  }
  const cluster = {
    masters: [],
    getNodeClientForKey: async () => node,
    sendCommand: async (_key: unknown, _isReadOnly: unknown, [command]: readonly string[]) =>
      command === 'EVALSHA' ? 'done' : null,
  }
  const deleteOf = async (id: string) => redisAdapter(cluster, { replicas }).deletePassword(id)
  const blocking = deleteOf('blocking')
  await untilIdle()
  // The one that has not moved comes second, because the first one begins the wait.
  const moved = deleteOf('moved')
  await untilIdle()
  const other = deleteOf('other')
  await untilIdle()
  waits[0]?.(1)
  await blocking
  await untilIdle()
  waits[1]?.(1)
  await other
  await expect(moved).rejects.toMatchObject({ code: 'REPLICAS_UNCONFIRMED' })
  expect(waits).toHaveLength(2)
})

it('a change after a wait that failed has a wait of its own', async () => {
  const { waits, client } = openServer()
  const first = change(client, 'first')
  await untilIdle()
  waits[0]?.(0)
  await expect(first).rejects.toThrow('Only 0 replicas')
  const second = change(client, 'second')
  await untilIdle()
  waits[1]?.(1)
  await second
})

it('of two changes that share a wait, the one that began on a former primary is not confirmed', async () => {
  const { server, waits, client } = openServer()
  const blocking = change(client, 'blocking')
  await untilIdle()
  const before = change(client, 'before')
  await untilIdle()
  server.history = 'two'
  const after = change(client, 'after')
  await untilIdle()
  waits[0]?.(1)
  await untilIdle()
  waits[1]?.(1)
  await expect(before).rejects.toThrow('The primary was replaced')
  await after
  await blocking
})
