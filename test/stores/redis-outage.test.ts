import { createClient } from 'redis'
import { expect, it, onTestFinished, vi } from 'vitest'
import { redisAdapter } from '../../src/adapters/redis.js'
import { describeWith } from '../support/servers/describe-with.js'
import { startRedis } from '../support/servers/redis.js'

describeWith('redis', 'the Redis adapter in an outage', () => {
  it('throws while the server is away, and goes on when it is back without its scripts', async () => {
    const server = await startRedis()
    onTestFinished(() => server.remove())
    const url = await server.createDatabase('redis outage')
    const client = createClient({ url, disableOfflineQueue: true })
    client.on('error', () => {})
    onTestFinished(() => client.destroy())
    await client.connect()
    const adapter = redisAdapter(client)
    const user = { id: 'ada', email: 'ada@example.com', emailVerified: null }
    const session = { sessionToken: 's', userId: 'ada', expires: new Date(Date.now() + 60_000) }
    await adapter.createUser(user)
    await adapter.createSession(session)

    await server.stop()
    await expect(adapter.getSessionAndUser('s')).rejects.toThrow()
    await expect(adapter.getUser('ada')).rejects.toThrow()
    await expect(
      adapter.createUser({ ...user, id: 'bob', email: 'b@example.com' }),
    ).rejects.toThrow()
    await expect(adapter.deleteExpired(new Date())).rejects.toThrow()

    await server.start()
    await expect.poll(() => client.isReady).toBe(true)
    expect(await adapter.getSessionAndUser('s')).toEqual({ session, user })
    await adapter.createUser({ ...user, id: 'bob', email: 'b@example.com' })
    expect(await adapter.getUserByEmail('b@example.com')).toMatchObject({ id: 'bob' })
  })

  it('needs no abort signal to read a session, as the client makes for other commands', async () => {
    const server = await startRedis()
    onTestFinished(() => server.remove())
    const client = createClient({ url: server.url })
    onTestFinished(() => client.destroy())
    await client.connect()
    const adapter = redisAdapter(client)
    await adapter.getSessionAndUser('s')
    const signals = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => signals.mockRestore())
    expect(await adapter.getSessionAndUser('s')).toBeNull()
    expect(signals).not.toHaveBeenCalled()
    await adapter.getUser('ada')
    expect(signals).toHaveBeenCalledOnce()
  })

  it('sends a script once, and its hash from then on', async () => {
    const server = await startRedis()
    onTestFinished(() => server.remove())
    const client = createClient({ url: server.url })
    onTestFinished(() => client.destroy())
    await client.connect()
    const sent: string[] = []
    const call = (...args: string[]) => {
      sent.push(args[0] ?? '')
      return client.sendCommand(args)
    }
    const adapter = redisAdapter({ call })
    await adapter.getSessionAndUser('s')
    await adapter.getSessionAndUser('s')
    expect(sent).toEqual(['EVALSHA', 'EVAL', 'EVALSHA'])
  })
})
