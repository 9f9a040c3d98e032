import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setPassword } from '../../../src/core.js'
import GitHub from '../../../src/providers/github.js'
import { makeMailingApp, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

// All are of one length, because a sealed cookie shows the length of what is in it.
const addresses = {
  unknown: 'new@example.test',
  known: email,
  'OAuth only': 'bob@example.test',
  unproven: 'eve@example.test',
  'unproven with a password': 'ivy@example.test',
} as const

type AddressKind = keyof typeof addresses

const kinds = Object.keys(addresses) as readonly AddressKind[]
const rounds = 25
const many = { attempts: 10_000, seconds: 60 }

/** An app that has each kind of address. The limits for one address apply, the others do not. */
async function openApp(): Promise<MailingApp> {
  const app = await makeMailingApp({
    limits: { client: many, allMails: many },
    others: [GitHub({ clientId: 'x', clientSecret: 'y' })],
  })
  const { adapter } = app
  const oauthOnly = { id: 'user-2', email: addresses['OAuth only'], emailVerified: new Date() }
  await adapter.createUser(oauthOnly)
  const account = { type: 'oauth', provider: 'github', providerAccountId: '1' } as const
  await adapter.linkAccount({ userId: oauthOnly.id, ...account })
  await adapter.createUser({ id: 'user-3', email: addresses.unproven, emailVerified: null })
  const planted = { id: 'user-4', email: addresses['unproven with a password'] }
  await adapter.createUser({ ...planted, emailVerified: null })
  await setPassword(app.config, planted.id, password)
  return app
}

const requests = {
  'sign-up': (app: MailingApp, address: string) =>
    postFields(app, '/auth/signup', { email: address }),
  'forgot-password': (app: MailingApp, address: string) =>
    postFields(app, '/auth/forgot-password', { email: address }),
  'sign-in': (app: MailingApp, address: string) =>
    postFields(app, '/auth/callback/password', { email: address, password: 'not the right one' }),
} as const

/** Posts a form in a new browser, and follows its redirect. */
async function postFields(
  app: MailingApp,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<readonly Response[]> {
  const browser = app.browser()
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), ...fields })
  const headers = { accept: 'text/html' }
  const response = await browser.fetch(path, { method: 'POST', body, headers })
  const target = response.headers.get('location')
  return target === null
    ? [response]
    : [response, await browser.fetch(target, { method: 'GET', headers })]
}

/** All that a client sees of a response, without what is random, the address and the second. */
async function describeResponse(response: Response, address: string): Promise<object> {
  const hide = (text: string): string =>
    text
      .replaceAll(address, 'ADDRESS')
      .replaceAll(encodeURIComponent(address), 'ADDRESS')
      .replaceAll(/nonce[-=]"?[\w+/=-]+/g, 'NONCE')
      .replaceAll(/(?<=name="csrfToken" value=")[^"]*/g, 'TOKEN')
  return {
    status: response.status,
    headers: [...response.headers]
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => [name, hide(value)]),
    cookies: response.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const kept = attributes.filter((attribute) => !attribute.startsWith('Expires='))
      return [name, value.length, kept]
    }),
    body: hide(await response.text()),
  }
}

// A refusal says when its address may try again, which depends on the moment of the first attempt.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe.each(['sign-up', 'forgot-password', 'sign-in'] as const)('%s', (route) => {
  it(`answers every kind of address with the same bytes, ${rounds} times in turn (FP10, FP11)`, async () => {
    const app = await openApp()
    const statuses = new Set<number>()
    for (let round = 0; round < rounds; round += 1) {
      // Another kind begins each round.
      const order = kinds.map((_, at) => kinds[(at + round) % kinds.length] ?? 'unknown')
      const seen = new Map<AddressKind, readonly object[]>()
      for (const kind of order) {
        const responses = await requests[route](app, addresses[kind])
        await app.settle()
        statuses.add(responses[0]?.status ?? 0)
        const described = responses.map((one) => describeResponse(one, addresses[kind]))
        seen.set(kind, await Promise.all(described))
      }
      const expected = seen.get('unknown')
      for (const kind of kinds)
        expect({ kind, seen: seen.get(kind) }).toEqual({ kind, seen: expected })
    }
    // The limits for one address refuse the later rounds, also alike.
    expect(statuses).toEqual(new Set([302, 429]))
    expect(app.sent.length > 0).toBe(route !== 'sign-in')
  })
})

describe('sign-in', () => {
  it('makes as many calls of the adapter for every kind of address (FP11)', async () => {
    const app = await openApp()
    let calls = 0
    for (const [name, method] of Object.entries(app.adapter)) {
      const counted = (...args: readonly unknown[]): unknown => {
        calls += 1
        return (method as (...given: readonly unknown[]) => unknown)(...args)
      }
      Object.assign(app.adapter, { [name]: counted })
    }
    const counts: number[] = []
    for (const kind of kinds) {
      calls = 0
      await requests['sign-in'](app, addresses[kind])
      counts.push(calls)
    }
    expect(counts[0]).toBeGreaterThan(0)
    expect(new Set(counts).size).toBe(1)
  })
})
