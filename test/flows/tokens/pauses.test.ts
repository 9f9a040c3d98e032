import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys, makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'
import { makeOAuthApp, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { getAccessToken } from '../../../src/core.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Lets two processes ask every 20 seconds for three hours. Returns when the provider was asked. */
async function askForHours(app: TokenApp): Promise<readonly number[]> {
  const start = Date.now()
  const times: number[] = []
  const { intercept } = app.service
  app.service.intercept = (form) => {
    times.push((Date.now() - start) / 1000)
    return intercept(form)
  }
  const processes = [app, app.beside()]
  for (let passed = 0; passed < 3 * 3600; passed += 20) {
    for (const one of processes) await one.get().catch(() => undefined)
    vi.setSystemTime(Date.now() + 20_000)
  }
  return times
}

describe('a provider that refuses every refresh of an account', () => {
  it.each([
    ['an error code', () => Response.json({ error: 'invalid_client' }, { status: 400 })],
    ['an answer without tokens', () => Response.json({ nothing: true })],
  ])('with %s is asked less and less often, by all processes together', async (_how, refuse) => {
    const app = await makeTokenApp()
    app.service.intercept = refuse
    const times = await askForHours(app)
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(gaps).toEqual([20, 40, 80, 160, 320, 640, 1280, 2560, 3600])
    expect((await app.row()).refresh_token).toBe('refresh-1')
  })

  it('is asked at the usual times again after a refresh that worked', async () => {
    const app = await makeTokenApp()
    const refuse = (): Response => Response.json({ error: 'invalid_client' }, { status: 400 })
    app.service.intercept = refuse
    for (const seconds of [20, 40, 80]) {
      await expect(app.get()).rejects.toMatchObject({ retryAfter: seconds })
      vi.setSystemTime(Date.now() + seconds * 1000)
    }
    app.service.intercept = () => undefined
    expect((await app.get()).accessToken).toBe('access-2')
    app.service.intercept = refuse
    vi.setSystemTime(Date.now() + 3_600_000)
    await expect(app.get()).rejects.toMatchObject({ retryAfter: 20 })
  })

  it('is asked less often though the reply about a lease is lost', async () => {
    const app = await makeTokenApp()
    app.service.intercept = () => Response.json({ error: 'invalid_client' }, { status: 400 })
    for (const seconds of [20, 40]) {
      await expect(app.get()).rejects.toMatchObject({ retryAfter: seconds })
      vi.setSystemTime(Date.now() + seconds * 1000)
    }
    const { leaseAccount } = app.adapter
    vi.spyOn(app.adapter, 'leaseAccount').mockImplementationOnce(async (lease) => {
      await leaseAccount(lease)
      throw new Error('The reply was lost.')
    })
    await expect(app.get()).rejects.toMatchObject({ retryAfter: 80 })
    await expect(app.beside().get()).rejects.toMatchObject({ retryAfter: 80 })
  })

  it('tells other processes how long to wait', async () => {
    const app = await makeTokenApp()
    app.service.intercept = () => Response.json({ error: 'invalid_client' }, { status: 400 })
    for (const seconds of [20, 40, 80]) {
      await expect(app.get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
      if (seconds < 80) vi.setSystemTime(Date.now() + seconds * 1000)
    }
    await expect(app.beside().get()).rejects.toMatchObject({ retryAfter: 80 })
  })
})

it('a failed refresh does not pause the tokens of a sign-in that came in the meantime', async () => {
  const app = await makeTokenApp()
  app.service.intercept = async () => {
    app.service.intercept = () => undefined
    const expires_at = Math.floor(Date.now() / 1000) + 30
    await app.adapter.updateAccount({ ...keys, access_token: 'signed-in', expires_at })
    return new Response('', { status: 503, headers: { 'retry-after': '3600' } })
  }
  await expect(app.get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
  expect((await app.row()).refreshLeaseEnds).toBeLessThanOrEqual(Date.now())
  expect((await app.beside().get()).accessToken).toBe('access-2')
})

it.each([
  ['fails', () => new Response('', { status: 500 })],
  ['says so', () => Response.json({ error: 'temporarily_unavailable' }, { status: 400 })],
])(
  'a provider that %s is asked every 20 seconds, so that an outage ends soon',
  async (_how, fail) => {
    const app = await makeTokenApp()
    app.service.intercept = fail
    expect(await askForHours(app)).toHaveLength((3 * 3600) / 20)
  },
)

it('a refresh token in a cookie is sent less and less often to a provider that refuses it', async () => {
  const op = await makeProvider()
  const app = makeOAuthApp([oidc(op)], { keepTokens: true })
  const browser = app.browser()
  await signIn(browser, op)
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  op.misbehaviour = {
    answer: { token: () => Response.json({ error: 'invalid_client' }, { status: 400 }) },
  }
  vi.setSystemTime(Date.now() + 3_600_000)
  const options = { provider: 'op', setCookies: () => undefined }
  for (const seconds of [20, 40, 80, 160]) {
    const call = getAccessToken(request, app.config, options)
    await expect(call).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: seconds })
    vi.setSystemTime(Date.now() + seconds * 1000)
  }
})
