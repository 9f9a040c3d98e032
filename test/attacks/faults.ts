import { skipCSRFCheck, type AuthConfig } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { EmailConfig } from '../../src/model/email.js'
import type { OIDCConfig } from '../../src/model/oauth.js'
import Passkey from '../../src/providers/passkey.js'
import { clientSecret, oauth } from '../oauth/sign-in.js'
import type { FixtureTarget } from './fixture-target.js'
import type { Services } from './mounts/application.js'

type Send = NonNullable<FixtureTarget['send']>

/** A way in which an application is weaker than it should be. */
export interface Fault {
  readonly what: string
  /** Other settings. */
  readonly alter?: (config: AuthConfig, services: Services) => AuthConfig
  /** Something careless in front of the application. */
  readonly wrap?: (send: Send) => Send
  /** Something careless beside it. */
  readonly change?: (target: FixtureTarget) => FixtureTarget
  /** Cases that notice, by the beginning of their names or by words of them. */
  readonly noticedBy: readonly string[]
}

export const faults: readonly Fault[] = [
  {
    what: 'does not look where a form comes from',
    wrap: (send) => (request) => send(without(request, ['origin', 'sec-fetch-site'])),
    noticedBy: [
      'N16, CVE-2023-2307: a form that another site sends is answered 403',
      'N16: no form that another site sends',
      'K2, CVE-2026-25151',
      'EM2: a link is redeemed by a form of the site alone',
    ],
  },
  {
    what: 'asks for no token',
    alter: (config) => ({ ...config, skipCSRFCheck }),
    noticedBy: ['CS1: a form without the token', 'N16, CVE-2023-2307: a form that another site'],
  },
  {
    what: 'lets every site read',
    wrap: (send) =>
      answering(send, (response) => response.headers.set('access-control-allow-origin', '*')),
    noticedBy: ['CS3: no answer lets a script'],
  },
  {
    what: 'goes wherever one wants to',
    alter: (config) => ({ ...config, callbacks: { redirect: ({ url }) => url } }),
    noticedBy: [
      'N2, CVE-2022-24858: no destination leads away from the site: a sign-in that is started',
      'N2, CVE-2022-24858: no destination leads away from the site: the query of the sign-in page',
      'N2: an answer that names the next address',
      'N3, CVE-2022-29214: no callback URL leads away from the site after',
      'N3, CVE-2022-29214: no destination leads away from the site after',
      'B1, CVE-2024-56734: no destination in a link',
    ],
  },
  {
    what: 'answers a path with a redirect to it',
    wrap: (send) => async (request) => {
      const response = await send(request)
      const { pathname } = new URL(request.url)
      if (response.status !== 404) return response
      return new Response(null, { status: 302, headers: { location: pathname } })
    },
    noticedBy: ['K6, CVE-2026-25149: no path of a request'],
  },
  {
    what: 'believes every header about its host',
    alter: (config) => ({ ...config, trustForwardedHeaders: true }),
    noticedBy: ['OR2, CVE-2023-39655', 'P29, CVE-2023-39655'],
  },
  {
    what: 'repeats what it was asked, as markup, without a policy',
    wrap: (send) => async (request) => {
      const response = await send(request)
      if (!response.headers.get('content-type')?.includes('html')) return response
      const { search } = new URL(request.url)
      const headers = new Headers(response.headers)
      headers.delete('content-security-policy')
      const said = [decodeURIComponent(request.url), ...new URLSearchParams(search).values()]
      return new Response((await response.text()) + said.join(' '), {
        status: response.status,
        headers,
      })
    },
    noticedBy: [
      'B5, GHSA-9x4v-xfq5-m8x5',
      'B5: markup in paths',
      'PG2: a page runs no inline script',
    ],
  },
  {
    what: 'breaks at what it does not understand, and tells why',
    wrap: (send) => async (request) => {
      const text = await request.clone().text()
      const isOdd = request.method === 'POST' && (text === '' || /^(?:\{$|null|\[)/.test(text))
      if (!isOdd && !/%00|%ff|%E0/i.test(request.url)) return send(request)
      return new Response(new Error('Unexpected token').stack, { status: 500 })
    },
    noticedBy: [
      'IN1: a malformed body is refused',
      'IN1, GHSA-x732-6j76-qmhm',
      'IN2: no answer tells a stack',
      'N4, CVE-2022-31093',
    ],
  },
  {
    what: 'reads bodies of any size, and any method as POST',
    wrap: (send) => async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') return send(request)
      if (request.method === 'POST' && (await request.clone().text()).length < 1_000_000)
        return send(request)
      return Response.json({})
    },
    noticedBy: ['IN1: a body of two megabytes', 'IN1: a method that a route does not have'],
  },
  {
    what: 'takes any cookie for that of the session, and the Authorization header too',
    wrap: (send) => (request) => {
      const cookies = request.headers.get('cookie') ?? ''
      const bearer = request.headers.get('authorization')?.split(' ')[1]
      const [, found = bearer] = /session-token\W*=([^;]+)/i.exec(cookies) ?? []
      if (found === undefined) return send(request)
      const copy = new Request(request)
      copy.headers.set('cookie', `${cookies}; __Host-authjs.session-token=${found}`)
      return send(copy)
    },
    noticedBy: ['P25, CVE-2024-47764', 'IN2, CVE-2026-47673'],
  },
  {
    what: 'has cookies that scripts can read, and tells who one is in them',
    wrap: (send) => async (request) => {
      const response = await send(request)
      const lines = response.headers.getSetCookie()
      response.headers.delete('set-cookie')
      for (const line of lines)
        response.headers.append('set-cookie', line.replace('; HttpOnly', ''))
      response.headers.append('set-cookie', `who=${btoa('ada@people.test')}; Path=/`)
      return response
    },
    noticedBy: ['CK1, GHSA-jjmg-x456-w976', 'CK1: a visitor who only reads', 'P15, CVE-2026-27193'],
  },
  {
    what: 'has somebody signed in, whatever it is shown',
    wrap: (send) => async (request) => {
      const { pathname } = new URL(request.url)
      if (!pathname.endsWith('/session')) return send(request)
      return Response.json({ user: { name: 'Mallory' }, expires: '2999-01-01' })
    },
    noticedBy: [
      'CK4: a Cookie header',
      'JW1, CVE-2022-36083',
      'N10, CVE-2023-48309: no cookie of the application',
      'N10, CVE-2023-48309: the cookie of a sign-in',
      'P18, CVE-2021-29443',
      'N13, GHSA-xmf8-cvqr-rfgj',
      'B6, CVE-2025-61928: no route accepts a user id',
      'P7, CVE-2019-19723: two people',
      'P7, CVE-2019-19723: fifty people',
      'PW1: a password in the query',
      'SE4, CVE-2025-48947',
      'EM3: whoever only looks',
    ],
  },
  {
    what: 'only forgets the cookie at a sign-out',
    alter: (config) => ({ ...config, adapter: keeping(config.adapter, 'deleteSession') }),
    noticedBy: ['N19, CVE-2024-31999'],
  },
  {
    what: 'believes what a client says of itself',
    alter: (config) => ({
      ...config,
      session: { strategy: 'jwt' },
      callbacks: { jwt: ({ token, session }) => Object.assign(token, session) },
    }),
    noticedBy: ['SE5: what a client sends'],
  },
  {
    what: 'says whether somebody has a name',
    wrap: (send) => async (request) => {
      const response = await send(request.clone())
      const isUnknown = (await request.text()).includes('typed-name-7261')
      return isUnknown ? new Response(null, { status: 404 }) : response
    },
    noticedBy: ['PW1, AIKIDO-2025-10311'],
  },
  {
    what: 'checks neither state nor nonce nor challenge',
    alter: (config) => federated(config, (one) => ({ ...one, checks: ['none'] })),
    noticedBy: ['AR8, CVE-2023-31999: every request', 'AR10: two tabs'],
  },
  {
    what: 'reads no ID token',
    alter: (config, { op }) => federated(config, () => oauth(op)),
    noticedBy: [
      'IT1, CVE',
      'IT2, GHSA',
      'IT3, CVE',
      'IT4, GHSA',
      'IT5, CVE',
      'IT7:',
      'IT8:',
      'IT9:',
    ],
  },
  {
    what: 'links whoever has the same address',
    alter: (config) =>
      federated(config, (one) => ({ ...one, allowDangerousEmailAccountLinking: true })),
    noticedBy: ['LK1, CVE-2026-53516'],
  },
  {
    what: 'keeps sessions that are over at the provider',
    alter: (config) => ({
      ...config,
      adapter: keeping(config.adapter, 'deleteSessionsByProviderSession'),
    }),
    noticedBy: ['LO1: a logout'],
  },
  {
    what: 'believes whoever says that someone has signed out',
    wrap: (send) => async (request) =>
      request.url.includes('backchannel-logout') ? new Response() : send(request),
    noticedBy: ['LO1: a logout'],
  },
  {
    what: 'prints what it is told in confidence',
    change: (target) => ({ ...target, log: () => `secret: ${clientSecret}` }),
    noticedBy: ['N6, CVE-2022-31186'],
  },
  {
    what: 'makes an address of any text',
    alter: (config) =>
      mailing(config, {
        normalizeIdentifier: (typed) => `x${typed.replaceAll(/\W/g, '').slice(0, 60)}@x.test`,
      }),
    noticedBy: ['N7, CVE-2022-35924', 'EM1: a mail goes to the address that is kept'],
  },
  {
    what: 'uses no link up',
    alter: (config) => ({ ...config, adapter: reusing(config.adapter) }),
    noticedBy: ['EM2, GHSA-hc7v-rggr-4hvx'],
  },
  {
    what: 'counts no attempts',
    alter: (config) => ({ ...config, limits: false }),
    noticedBy: ['EM5, CVE-2026-45364', 'PW2, CVE-2026-45364'],
  },
  {
    what: 'keeps what belongs to a user who is gone',
    alter: (config) => ({ ...config, adapter: keeping(config.adapter, 'deleteUser') }),
    change: (target) => ({
      ...target,
      ...(target.store && { store: keeping(target.store, 'deleteUser') }),
    }),
    noticedBy: ['B24, GHSA-2vg6-77g8-24mp'],
  },
  {
    what: 'lets another site ask for its passkeys',
    alter: (config) => ({
      ...config,
      providers: config.providers.map((one) =>
        'id' in one && one.id === 'passkey' ? lenientPasskey() : one,
      ),
    }),
    noticedBy: ['WA1: a registration is refused', 'WA2: a sign-in with a passkey'],
  },
]

function without(request: Request, names: readonly string[]): Request {
  const copy = new Request(request)
  for (const name of names) copy.headers.delete(name)
  return copy
}

function answering(send: Send, change: (response: Response) => void): Send {
  return async (request) => {
    const response = await send(request)
    change(response)
    return response
  }
}

type Federated = OIDCConfig<never>

function federated(config: AuthConfig, change: (one: Federated) => unknown): AuthConfig {
  const providers = config.providers.map((one) =>
    'id' in one && (one.id === 'op' || one.id === 'two') ? change(one as Federated) : one,
  )
  return { ...config, providers: providers as AuthConfig['providers'] }
}

function mailing(config: AuthConfig, change: Partial<EmailConfig>): AuthConfig {
  const providers = config.providers.map((one) =>
    'id' in one && one.id === 'mail' ? { ...one, ...change } : one,
  )
  return { ...config, providers: providers as AuthConfig['providers'] }
}

/** A store in which one thing is never removed. */
function keeping(
  adapter: Adapter | undefined,
  method: 'deleteSession' | 'deleteUser' | 'deleteSessionsByProviderSession',
): Adapter {
  return { ...adapter, [method]: () => undefined }
}

/** A store that looks tokens up, and leaves them. */
function reusing(adapter: Adapter | undefined): Adapter {
  const kept = new Map<string, unknown>()
  const find = ({ identifier, token }: { identifier: string; token: string }) =>
    kept.get(`${identifier} ${token}`) ?? null
  return {
    ...adapter,
    createVerificationToken: (row) => {
      kept.set(`${row.identifier} ${row.token}`, row)
      return row
    },
    useVerificationToken: find,
    consumeVerificationToken: find,
  } as Adapter
}

function lenientPasskey(): ReturnType<typeof Passkey> {
  const getRelayingParty = () => ({ id: 'app.test', name: 'App', origin: 'https://evil.test' })
  return Passkey({ getRelayingParty })
}
