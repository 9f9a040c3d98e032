import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import { runAttacks, type AttackCase } from '../../../src/testing.js'
import { attack } from '../../../src/testing/attack/attack-case.js'
import { enterOnce } from '../../../src/testing/attack/target.js'
import { login, makeApp } from '../../support/apps/app.js'

const { config } = makeApp()
const target = {
  url: 'https://app.test/auth',
  send: (request: Request): Promise<Response> => Auth(request, config),
}
const cases: readonly AttackCase[] = [
  attack('X1 CVE-2000-0001', 'stands', [], async () => {}),
  attack('X2', 'falls', [], () => Promise.reject(new Error('Expected a wall.'))),
  attack('X3', 'needs someone', ['user'], async ({ user }) => {
    expect(user).toEqual(login)
  }),
]

describe('runAttacks', () => {
  it('says of each attack what came of it, and sums up', async () => {
    const lines: string[] = []
    const results = await runAttacks(target, { cases, print: (line) => void lines.push(line) })
    expect(results).toEqual([
      { name: 'X1, CVE-2000-0001: stands', outcome: 'passed', reason: '' },
      { name: 'X2: falls', outcome: 'failed', reason: 'Expected a wall.' },
      { name: 'X3: needs someone', outcome: 'left out', reason: 'needs user' },
    ])
    expect(lines).toEqual([
      '✓ X1, CVE-2000-0001: stands',
      '✗ X2: falls\n    Expected a wall.',
      '– X3: needs someone\n    needs user',
      '1 passed, 1 failed, 1 left out',
    ])
  })

  it.each([
    ['says', 'text/javascript', 5],
    ['does not say', 'text/html', 4],
  ])('%s that a dev server may be at fault if its client is %s', async (_says, type, count) => {
    const lines: string[] = []
    const send = async (request: Request): Promise<Response> =>
      request.url.endsWith('/@vite/client')
        ? new Response('', { headers: { 'content-type': type } })
        : target.send(request)
    await runAttacks({ ...target, send }, { cases, print: (line) => void lines.push(line) })
    expect(lines).toHaveLength(count)
  })

  it('gives an attack what it needs', async () => {
    const results = await runAttacks({ ...target, user: login }, { cases })
    expect(results[2]?.outcome).toBe('passed')
  })

  it('attacks nothing where there is no such application', async () => {
    const send = async (): Promise<Response> => Response.json({})
    await expect(runAttacks({ url: target.url, send }, { cases })).rejects.toThrow(
      'Expected an application with this library at https://app.test/auth, but no CSRF token came.',
    )
    const unreachable = (): Promise<never> => Promise.reject(new Error('fetch failed'))
    await expect(runAttacks({ url: target.url, send: unreachable }, { cases })).rejects.toThrow(
      'but fetch failed',
    )
  })

  it('says that the app has to be started if no program listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const url = `http://127.0.0.1:${port}/auth`
    await expect(runAttacks({ url }, { cases })).rejects.toThrow(
      `Nothing answers at ${url}. Start the app, and run this again.`,
    )
  })

  it('reaches an application below another path', async () => {
    const app = makeApp({ basePath: '/api/login' })
    const there = {
      url: 'https://app.test/api/login/',
      send: (request: Request): Promise<Response> => Auth(request, app.config),
      user: login,
    }
    const results = await runAttacks(there)
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    expect(results.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(45)
  })
})

describe('an attack that a rate limit stops', () => {
  const url = 'https://app.test/auth'
  const limited = new Response(null, { status: 429, headers: { 'retry-after': '42' } })

  /** An app that answers 429 to the requests of the first `times` attempts. */
  function openLimited(times: number) {
    let attempts = 0
    const send = async (request: Request): Promise<Response> =>
      request.url.endsWith('/limited') && ++attempts <= times
        ? limited.clone()
        : Auth(request, config)
    const needy = attack('X4', 'gets in', [], async ({ send: ask }) => {
      const response = await ask?.(new Request(`${url}/limited`))
      if (response?.status === 429) throw new Error('Expected to get in.')
    })
    return { target: { url, send }, cases: [needy] }
  }

  it('waits as long as the app asks, and runs again', async () => {
    const { target: app, cases: needy } = openLimited(1)
    const [lines, waits]: [string[], number[]] = [[], []]
    const options = {
      cases: needy,
      print: (line: string) => void lines.push(line),
      wait: async (seconds: number) => void waits.push(seconds),
    }
    expect(await runAttacks(app, options)).toMatchObject([{ outcome: 'passed' }])
    expect(waits).toEqual([42])
    expect(lines[0]).toContain('allows the next one in 42 seconds')
  })

  it.each([
    ['still stops it', { wait: async () => {} }, 2],
    ['may not be waited for', {}, 1],
  ])('fails and names the limit if the limit %s', async (_name, options, times) => {
    const { target: app, cases: needy } = openLimited(times)
    const [result] = await runAttacks(app, { cases: needy, ...options })
    expect(result?.outcome).toBe('failed')
    expect(result?.reason).toContain('Expected to get in. The app answered 429')
  })

  it('is not retried if it failed for another reason', async () => {
    const waits: number[] = []
    const wait = async (seconds: number): Promise<void> => void waits.push(seconds)
    await runAttacks(target, { cases, wait })
    expect(waits).toEqual([])
  })

  it('signs in again after a shared sign-in failed', async () => {
    let isLimited = true
    const send = (request: Request): Promise<Response> =>
      isLimited && request.url.includes('/callback/')
        ? Promise.resolve(limited.clone())
        : Auth(request, config)
    const app = { url, send }
    await expect(enterOnce(app, login)).rejects.toThrow('429')
    isLimited = false
    expect(await (await enterOnce(app, login)).session()).not.toBeNull()
  })
})

describe('an attack', () => {
  it('fails by name when it is run without what it needs', async () => {
    await expect(cases[2]?.run(target)).rejects.toThrow('user')
  })
})
