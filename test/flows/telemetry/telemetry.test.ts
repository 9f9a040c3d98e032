import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth, readSession } from '../../../src/core.js'
import type { Telemetry } from '../../../src/model/telemetry.js'
import { openTelemetry } from '../../../src/otel.js'
import {
  enterAnew,
  makeAccountsApp,
  verifiedClaims,
  requestFrom,
} from '../../support/apps/accounts-app.js'
import { openBrowser } from '../../support/browser.js'
import { askForMail, makeMailApp } from '../../support/apps/mail-app.js'
import { login, makeApp, secret } from '../../support/apps/app.js'
import { patient } from '../../support/patient.js'
import { api, startSdk, type Point, type Sdk } from './open-sdk.mjs'

const started: Sdk[] = []
afterEach(async () => {
  for (const sdk of started.splice(0)) await sdk.stop()
})

function start(): Sdk {
  const sdk = startSdk()
  started.push(sdk)
  return sdk
}

async function pointsOf(sdk: Sdk, name: string): Promise<readonly Omit<Point, 'name' | 'unit'>[]> {
  const points = await sdk.points()
  return points
    .filter((point) => point.name === name)
    .map(({ attributes, count }) => ({ attributes, count }))
}

const telemetry = openTelemetry(api)
const wrong = { ...login, password: 'wrong' }

describe('a span that cannot be ended', () => {
  it('is logged, and nothing else fails', async () => {
    const logged: string[] = []
    const end = (): never => {
      throw new Error('The exporter is gone.')
    }
    const span = { setAttribute: () => undefined, setStatus: () => undefined, end }
    const tracer = {
      startActiveSpan: (_name: string, _options: object, run: (given: typeof span) => unknown) =>
        run(span),
    }
    const broken = openTelemetry({ ...api, trace: { getTracer: () => tracer } })
    const log = (code: string): void => void logged.push(code)
    const app = makeApp({
      telemetry: broken,
      logger: { error: log, warn: log, debug: () => undefined },
    })
    expect((await app.browser().fetch('/auth/csrf')).status).toBe(200)
    await vi.waitFor(() => expect(logged).toContain('telemetry-failed'), patient)
  })
})

describe('telemetry of an app with OpenTelemetry', () => {
  it('has a span for the route, and in it spans for the provider and the adapter', async () => {
    const sdk = start()
    const app = await makeAccountsApp({ telemetry })
    await enterAnew(app)
    const spans = sdk.spans()
    const route = spans.find(({ name }) => name === 'GET /auth/callback/:provider')
    expect(route).toMatchObject({
      kind: 0,
      status: 0,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/auth/callback/:provider',
        'latchkey.provider': 'op',
      },
    })
    const inside = spans.filter(({ parent }) => parent === route?.id)
    const token = inside.find(({ name }) => name === 'POST')
    expect(token).toMatchObject({
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'latchkey.provider': 'op',
        'server.address': expect.stringMatching(/\.test$/),
      },
    })
    expect(inside).toContainEqual(
      expect.objectContaining({
        name: 'adapter createSession',
        kind: 2,
        attributes: { 'db.operation.name': 'createSession' },
      }),
    )
  })

  it('has a span for a mail that names its purpose and not its reader', async () => {
    const sdk = start()
    await askForMail(makeMailApp({ telemetry }).browser())
    expect(sdk.spans()).toContainEqual(
      expect.objectContaining({
        name: 'send mail',
        kind: 2,
        attributes: { 'latchkey.provider': 'mail', 'latchkey.mail.purpose': 'signIn' },
      }),
    )
  })

  it('counts sign-ins by provider and outcome, and refusals by error', async () => {
    const sdk = start()
    const { config } = makeApp({ telemetry })
    const browser = openBrowser(config)
    await browser.signIn(wrong)
    await browser.signIn(wrong)
    await browser.signIn(login)
    const of = (outcome: string, count: number): object => ({
      attributes: { 'latchkey.provider': 'credentials', 'latchkey.outcome': outcome },
      count,
    })
    expect(await pointsOf(sdk, 'latchkey.sign_ins')).toEqual([
      of('CredentialsSignin', 2),
      of('signed-in', 1),
    ])
    expect(await pointsOf(sdk, 'latchkey.refusals')).toEqual([
      { attributes: { 'error.type': 'CredentialsSignin' }, count: 2 },
    ])
  })

  it('marks the span of a route that failed with the type of the error', async () => {
    const sdk = start()
    const { config } = makeApp({ telemetry })
    await openBrowser(config).signIn(wrong)
    const span = sdk.spans().find(({ name }) => name === 'POST /auth/callback/:provider')
    expect(span?.attributes).toMatchObject({ 'error.type': 'CredentialsSignin' })
  })

  it('counts the limits that were reached', async () => {
    const sdk = start()
    const { config } = makeApp({
      telemetry,
      limits: { identifier: { attempts: 1, seconds: 60 } },
    })
    const browser = openBrowser(config)
    // Apps with the same secret share the counts in memory.
    const unknown = { ...wrong, username: crypto.randomUUID() }
    await browser.signIn(unknown)
    await browser.signIn(unknown)
    expect(await pointsOf(sdk, 'latchkey.limits.hits')).toEqual([
      { attributes: { 'latchkey.limit': 'identifier' }, count: 1 },
    ])
  })

  it('counts session reads by result, and tells an outage from a missing session', async () => {
    const sdk = start()
    const app = await makeAccountsApp({ telemetry })
    const browser = await enterAnew(app)
    const signedIn = requestFrom(browser)
    await browser.signOut()
    await readSession(signedIn, app.config)
    const other = await enterAnew(app)
    await readSession(requestFrom(other), app.config)
    await readSession(requestFrom(app.browser()), app.config)
    const broken = {
      ...app.config,
      adapter: {
        ...app.config.adapter,
        getSessionAndUser: () => {
          throw new Error('no database')
        },
      },
    }
    await readSession(requestFrom(other), broken)
    const results = (await pointsOf(sdk, 'latchkey.session.reads')).map(
      ({ attributes, count }) => [attributes['latchkey.session.result'], count] as const,
    )
    expect(Object.fromEntries(results)).toEqual({ none: 1, found: 1, failed: 1 })
    const durations = await pointsOf(sdk, 'latchkey.session.read.duration')
    expect(durations.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })

  it('measures durations in seconds', async () => {
    const sdk = start()
    const app = await makeAccountsApp({ telemetry })
    await enterAnew(app)
    const points = await sdk.points()
    for (const name of [
      'latchkey.route.duration',
      'latchkey.adapter.duration',
      'http.client.request.duration',
    ]) {
      const found = points.filter((point) => point.name === name)
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map(({ unit }) => unit))).toEqual(new Set(['s']))
    }
  })

  it('works if the SDK starts after the first request', async () => {
    const { config } = makeApp({ telemetry })
    await openBrowser(config).signIn(login)
    const sdk = start()
    await openBrowser(config).signIn(login)
    expect(await pointsOf(sdk, 'latchkey.sign_ins')).toMatchObject([{ count: 1 }])
    expect(sdk.spans().length).toBeGreaterThan(0)
  })

  it('lets no visitor choose a label', async () => {
    const sdk = start()
    const { config } = makeApp({ telemetry })
    for (const [method, path] of [
      ['GET', '/auth/signin/evil-provider'],
      ['EVIL', '/auth/signin'],
      ['GET', '/auth/evil-path'],
      ['GET', '/auth/callback/evil-provider?error=evil-error'],
    ] as const) {
      await Auth(new Request(`https://app.test${path}`, { method }), config)
    }
    const all = JSON.stringify([sdk.spans(), await sdk.points()]).toLowerCase()
    expect(all).not.toContain('evil')
    expect(all).toContain('unknown')
    expect(all).toContain('_other')
  })

  it('contains no address, token, name or secret', async () => {
    const sdk = start()
    const app = await makeAccountsApp({ telemetry })
    const browser = await enterAnew(app)
    await askForMail(makeMailApp({ telemetry }).browser())
    const all = JSON.stringify([sdk.spans(), await sdk.points()])
    for (const text of [secret, '@', 'Ada', verifiedClaims['sub'], 'subject-1']) {
      expect(all).not.toContain(text)
    }
    for (const { value } of browser.cookies) expect(all).not.toContain(value)
  })
})

describe('telemetry that does not work', () => {
  const fail = (): never => {
    throw new TypeError('no collector')
  }
  const broken: readonly (readonly [string, Telemetry])[] = [
    ['throws', { trace: fail, count: fail, record: fail }],
    ['never runs the work', { trace: () => {}, count: () => {}, record: () => {} }],
    [
      'runs the work twice',
      {
        trace: (_span, work) => {
          void work()
          void work()
        },
        count: () => {},
        record: () => {},
      },
    ],
    [
      'throws after it has run the work',
      {
        trace: (_span, work) => {
          void work()
          fail()
        },
        count: () => {},
        record: () => {},
      },
    ],
  ]

  it.each(broken)('that %s does not stop a sign-in, nor does it run twice', async (name, given) => {
    const app = await makeAccountsApp({ telemetry: given })
    const browser = await enterAnew(app)
    expect(await browser.session()).not.toBeNull()
    expect(app.told.map((event) => event.name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    const isLogged = name.startsWith('throws')
    expect(app.codes('warn')).toEqual(isLogged ? ['telemetry-failed'] : [])
  })

  it('is refused if it lacks a function', async () => {
    const app = makeApp({ telemetry: { trace: () => {} } as never })
    await openBrowser(app.config).fetchPage('/auth/session')
    expect(app.codes('error')).toEqual(['InvalidConfig', 'InvalidConfig'])
  })
})
