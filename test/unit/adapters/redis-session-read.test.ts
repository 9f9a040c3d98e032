import { expect, it } from 'vitest'
import { redisAdapter } from '../../../src/adapters/redis.js'

const ada = { id: 'ada', email: 'ada@app.test', emailVerified: null }
const session = { sessionToken: 'token', userId: 'ada', expires: new Date(Date.now() + 60_000) }
const rows = [
  `${session.expires.getTime()} ${JSON.stringify({ ...session, expires: { $date: session.expires.getTime() } })}`,
  JSON.stringify(ada),
]

/** A client of `redis` that records the options of each command. */
function openClient(isReady: boolean) {
  const given: unknown[] = []
  const sendCommand = async (_args: string[], options?: object): Promise<unknown> => {
    given.push(options)
    return rows
  }
  return { given, client: { isReady, sendCommand } }
}

it('a session read has no abort signal while the client is connected', async () => {
  const { client, given } = openClient(true)
  expect(await redisAdapter(client).getSessionAndUser('token')).toEqual({ session, user: ada })
  expect(given).toEqual([{ timeout: undefined }])
})

it('a session read has the time limit of a client that is not connected', async () => {
  const { client, given } = openClient(false)
  await redisAdapter(client).getSessionAndUser('token')
  expect(given).toEqual([undefined])
})

it('any other command has the time limit of the client', async () => {
  const { client, given } = openClient(true)
  await redisAdapter(client).listSessionsByUserId('ada')
  expect(given).toEqual([undefined])
})

it('a client that does not say whether it is connected gets the command alone', async () => {
  const given: unknown[][] = []
  const sendCommand = async (...args: unknown[]): Promise<unknown> => {
    given.push(args)
    return rows
  }
  await redisAdapter({ sendCommand }).getSessionAndUser('token')
  expect(given).toEqual([[expect.arrayContaining(['EVALSHA'])]])
})
