import { expect, it } from 'vitest'
import { mayCarrySession, prepareConfig, readSession } from '../../../src/core.js'
import { heapUsed } from '../../support/heap-used.js'
import { passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'

/** Reads a session as an app with a tenant for each host does, with nothing twice the same. */
async function readTenantSession(owner: object, tenant: number): Promise<void> {
  const origin = `https://tenant-${tenant}.test`
  const variables: Record<string, string> = { AUTH_SECRET: `${secret}-${tenant}`, AUTH_URL: origin }
  const load = () => ({
    providers: [passwordProvider],
    session: { maxAge: 1000 + tenant },
    callbacks: { session: ({ session }: { session: object }) => session as never },
  })
  const config = await prepareConfig(load, { get: (name) => variables[name] }, owner)
  const headers = { cookie: `${sessionCookie}=x` }
  const request = new Request(`${origin}/`, { headers })
  expect(mayCarrySession(request, config)).toBe(true)
  expect((await readSession(request, config)).data).toBeNull()
}

it('ten thousand different configs of one owner leave the memory as it was', async () => {
  const owner = {}
  const heapAfter = async (first: number, count: number): Promise<number> => {
    for (let at = first; at < first + count; at++) await readTenantSession(owner, at)
    return heapUsed()
  }
  const before = await heapAfter(0, 2000)
  const after = await heapAfter(2000, 10_000)
  // One kilobyte kept for each config would be ten times as much.
  expect(after - before).toBeLessThan(1_000_000)
})
