import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AuthConfig } from '../../../src/core.js'
import type { Adapter, AdapterFactor, AdapterFactorUse } from '../../../src/model/adapter.js'
import type { LimitStore } from '../../../src/model/limits.js'
import type { FakeProvider, FakeUser } from '../../../src/testing.js'
import { hideOrigin, type Fault, type Send } from './fault.js'
import type { FixtureTarget } from './fixture-target.js'
import { withUnverifiedPasskeys } from './unverified-passkeys.js'

/** Ways in which second factors are weaker than they should be. */
export const factorFaults: readonly Fault[] = [
  {
    what: 'asks for no second factor at sign-in',
    alter: (config) => withSecondFactor(config, { required: 'never' }),
    noticedBy: [
      'FM2: neither a password',
      'FM2: the two factors of one user',
      'FM2: a sign-in at an OpenID provider',
      'FM2: a sign-in at an OAuth provider',
      'FM2: a mailed link',
    ],
  },
  {
    what: 'accepts the code of an authenticator app again',
    alter: (config) => withAdapter(config, { useFactorStep: () => true }),
    noticedBy: [
      'FM3, CVE-2022-25838: a code works',
      'FM3, CVE-2022-25838: a code that set up',
      'FM3, CVE-2022-25838: two processes',
    ],
  },
  {
    what: 'uses neither recovery codes nor cookies of remembered browsers up',
    alter: (config) => withAdapter(config, { deleteFactor: () => true }),
    noticedBy: [
      'FM4, CVE-2026-31875: a recovery code',
      'FM4, CVE-2026-31875: two processes',
      'FM12: a remembered browser',
    ],
  },
  {
    what: 'remembers used codes in one process',
    alter: (config) => withAdapter(config, { useFactorStep: rememberOnce() }),
    noticedBy: ['FM3, CVE-2022-25838: two processes'],
  },
  {
    what: 'remembers used recovery codes in one process',
    alter: (config) => withAdapter(config, { deleteFactor: rememberOnce() }),
    noticedBy: ['FM4, CVE-2026-31875: two processes'],
  },
  {
    what: 'remembers completed sign-ins and wrong codes in one process',
    alter: (config) => withAdapter(config, { countAttempt: memoryAdapter().countAttempt }),
    noticedBy: ['FM1: two processes', 'FM7: two processes'],
  },
  {
    what: 'signs in every user who types a code',
    wrap: lendingSession(({ method, url }) => method === 'POST' && url.endsWith('/second-factor')),
    noticedBy: [
      'FM1: a sign-in that waits',
      'FM1: a sign-in that has waited',
      'FM5, CVE-2025-64175',
      'FM9: an authenticator app',
      'FM21: an authenticator app',
    ],
  },
  {
    what: 'does not look who signed in to confirm an identity',
    change: (target) =>
      changeConfirmation(target, (authorize, former) => (url) => authorize(url, former)),
    noticedBy: ['FM16, CVE-2023-6787'],
  },
  {
    what: 'does not look when the user signed in to confirm an identity',
    change: (target) =>
      changeConfirmation(target, (authorize, _former, recover) => (url, user) => {
        recover()
        return authorize(url, user)
      }),
    noticedBy: ['FM17: a new sign-in'],
  },
  {
    what: 'takes every sign-in at a provider for a new proof',
    wrap: lendingSession(({ url }) => /\/callback\/(?:op|plain)/.test(url), { isEarlier: true }),
    noticedBy: [
      'FM17: a sign-in at an OpenID provider that did not ask the user',
      'FM17: a sign-in at an OAuth provider, which may not ask the user',
    ],
    reason: 'no set-up after',
  },
  {
    what: 'logs nothing',
    change: (target) => ({ ...target, readLog: async () => '' }),
    noticedBy: ['FM21: the log'],
  },
  {
    what: 'counts wrong codes within a sign-in only',
    alter: (config) => withCounts(config, (count) => Math.min(count, 10)),
    noticedBy: ['FM6: ten wrong codes', 'FM6: of 110 wrong codes'],
  },
  {
    what: 'counts a wrong code after it was looked at',
    alter: (config) => withCounts(config, () => 1),
    noticedBy: ['FM7: of many wrong codes'],
  },
  {
    what: 'counts wrong codes of strangers for everybody',
    wrap: (send) => {
      let count = 0
      return async (request) => {
        if (!request.url.endsWith('/second-factor')) return send(request)
        count += 1
        return count > 10 ? new Response(null, { status: 429 }) : send(request)
      }
    },
    noticedBy: ['FM8: a stranger'],
  },
  {
    what: 'asks for the code of an app that was never confirmed',
    wrap: (send) => {
      let hasBegun = false
      return async (request) => {
        hasBegun ||= request.url.endsWith('/add-factor')
        const isSignIn = request.url.endsWith('/callback/password')
        return hasBegun && isSignIn ? Response.redirect('https://app.test/auth') : send(request)
      }
    },
    noticedBy: ['FM9: an authenticator app'],
  },
  {
    what: 'adds an authenticator app for another site',
    wrap: hideOrigin,
    noticedBy: ['FM10: neither'],
  },
  {
    what: 'keeps sessions that are weaker than a new authenticator app',
    wrap: cachingSessions,
    noticedBy: ['FM11: a new authenticator app'],
  },
  {
    what: 'remembers a browser whatever has changed',
    wrap: lendingSession(({ url }) => url.endsWith('/callback/password')),
    noticedBy: ['FM2: neither a password', 'FM12: a remembered browser', 'FM12: a new password'],
  },
  {
    what: 'remembers browsers for as long as they exist',
    alter: (config) => ({ ...config, adapter: keepDevices(config.adapter) }),
    noticedBy: ['FM12: a sign-out everywhere', 'FM12: a browser is remembered for 30 days'],
  },
  {
    what: 'removes nothing from the list of factors',
    wrap: (send) => async (request) =>
      request.url.endsWith('/remove-factor') ? Response.json({ url: '/' }) : send(request),
    noticedBy: ['FM12: a browser that its user has removed'],
  },
  {
    what: 'begins a new count when a security key is touched',
    alter: (config) => withUnverifiedPasskeys(withCounts(config, (count) => Math.min(count, 5))),
    noticedBy: ['FM6: the finder of a security key'],
  },
  {
    what: 'takes the passkey of another user for a second factor',
    wrap: lendingSession(({ url }) => url.endsWith('/callback/passkey'), { isEarlier: true }),
    noticedBy: ["FM15, CVE-2026-0723: another user's passkey"],
  },
  {
    what: 'takes every session for a new proof of two factors',
    wrap: (send) => async (request) =>
      request.url.endsWith('/remove-factor') ? Response.json({ url: '/' }) : send(request),
    noticedBy: [
      'FM13: a remembered browser',
      'FM13: neither the password',
      'FM18: a proof',
      'FM19: no claim',
    ],
  },
  {
    what: 'takes a passkey for two factors whether or not it verified its user',
    alter: (config) => withUnverifiedPasskeys(withSecondFactor(config, { required: 'never' })),
    noticedBy: ['FM14: a passkey'],
  },
  {
    what: 'shows the key of an authenticator app again',
    wrap: (send) => {
      const shown: string[] = []
      return async (request) => {
        const response = await send(request)
        if (!response.headers.get('content-type')?.includes('html')) return response
        const html = await response.text()
        shown.push(...(html.match(/secret=[A-Z2-7]+/g) ?? []))
        const { status, headers } = response
        return new Response(html + shown.join(' '), { status, headers })
      }
    },
    noticedBy: ['FM20: no later page'],
  },
  {
    what: 'takes a mailed code for a proof whatever it was mailed for',
    wrap: (send) => {
      let isTyped = false
      return async (request) => {
        isTyped ||= await typesCode(request)
        const isAsked = request.url.endsWith('/remove-factor')
        return isTyped && isAsked ? Response.json({ url: '/' }) : send(request)
      }
    },
    noticedBy: ['FM5: a mailed code', 'FM16: a code that was mailed'],
    reason: 'no proof from',
  },
  {
    what: 'accepts a mailed code again',
    wrap: (send) => async (request) => {
      const isCode = await typesCode(request)
      const response = await send(request)
      const isRefused = isCode && (await response.clone().text()).includes('"error"')
      return isRefused ? Response.json({ url: '/' }) : response
    },
    noticedBy: ['FM3: a mailed code'],
    reason: 'an error after a code that was used',
  },
  {
    what: 'takes a code from the query',
    wrap: lendingSession(({ url }) => url.includes('/second-factor?code=')),
    noticedBy: ['FM22: opening the page'],
  },
  {
    what: 'goes wherever one wants to after a confirmation',
    alter: (config) => ({ ...config, callbacks: { redirect: ({ url }) => url } }),
    noticedBy: ['FM22: no destination'],
  },
]

function withSecondFactor(
  config: AuthConfig,
  change: Partial<NonNullable<AuthConfig['secondFactor']>>,
): AuthConfig {
  const { secondFactor } = config
  return secondFactor ? { ...config, secondFactor: { ...secondFactor, ...change } } : config
}

function withAdapter(config: AuthConfig, change: Partial<Adapter>): AuthConfig {
  return { ...config, adapter: { ...config.adapter, ...change } }
}

/** Returns whether a factor, or its step, is seen for the first time. Only one process knows that. */
function rememberOnce(): (id: string, use?: AdapterFactorUse) => boolean {
  const seen = new Set<string>()
  return (id, use) => {
    const key = `${id} ${use?.step ?? ''}`
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  }
}

type Authorize = FakeProvider['authorize']

/**
 * Changes what happens at the OpenID provider when an app asks to confirm an identity there. `former`
 * is the user who has signed in before.
 */
function changeConfirmation(
  target: FixtureTarget,
  change: (authorize: Authorize, former: FakeUser, recover: () => void) => Authorize,
): FixtureTarget {
  const { openIdProvider } = target
  if (!openIdProvider) throw new Error('Expected an OpenID provider.')
  const { id, service } = openIdProvider
  let former: FakeUser | undefined
  const authorize: Authorize = (url, user) => {
    const isConfirmation = new URL(url).searchParams.has('max_age')
    if (isConfirmation && former) {
      return change(service.authorize, former, service.recover)(url, user)
    }
    if (typeof user === 'object' && user) former ??= user
    return service.authorize(url, user)
  }
  return { ...target, openIdProvider: { id, service: { ...service, authorize } } }
}

/** Counts attempts in a way of its own. */
function withCounts(config: AuthConfig, change: (count: number) => number): AuthConfig {
  const { adapter } = config
  const store: LimitStore = {
    countAttempt: async (attempt) => {
      const counted = await adapter?.countAttempt?.(attempt)
      if (!counted) throw new Error('The adapter counts no attempts.')
      return { ...counted, count: change(counted.count) }
    },
  }
  return { ...config, limits: { store } }
}

/**
 * Gives the session that was issued last to the client that sends such a request. With `isEarlier`, the one
 * before it, if the request itself is given one.
 */
function lendingSession(
  matches: (request: Request) => boolean,
  { isEarlier = false } = {},
): (send: Send) => Send {
  return (send) => {
    let issued: string | undefined
    return async (request) => {
      const before = issued
      const response = await send(request)
      const cookies = response.headers.getSetCookie()
      issued = cookies.find((line) => /session-token=[^;]/.test(line)) ?? issued
      const lent = isEarlier ? before : issued
      if (lent !== undefined && matches(request)) response.headers.append('set-cookie', lent)
      return response
    }
  }
}

/** Whether a user types a code to confirm their identity. */
async function typesCode(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || !request.url.endsWith('/confirm')) return false
  return (await request.clone().text()).includes('"code"')
}

/** Reads each session from the database once. */
function cachingSessions(send: Send): Send {
  const found = new Map<string, string>()
  return async (request) => {
    if (!request.url.endsWith('/session')) return send(request)
    const [token = ''] = /session-token=[^;]+/.exec(request.headers.get('cookie') ?? '') ?? []
    const body = found.get(token) ?? (await (await send(request)).text())
    if (body !== 'null') found.set(token, body)
    return new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}

/** Lists the rows of remembered browsers that were deleted, and says that they never expire. */
function keepDevices(adapter: Adapter = {}): Adapter {
  const devices = new Map<string, AdapterFactor>()
  const never = new Date(8.64e15)
  return {
    ...adapter,
    createFactor: async (factor) => {
      if (factor.type === 'device') devices.set(factor.id, { ...factor, expires: never })
      await adapter.createFactor?.(factor)
    },
    deleteFactor: async (id) => devices.has(id) || (await adapter.deleteFactor?.(id)) === true,
    listFactorsByUserId: async (userId) => {
      const rows = (await adapter.listFactorsByUserId?.(userId)) ?? []
      const kept = [...devices.values()].filter((row) => row.userId === userId)
      const others = rows.filter(({ type }) => type !== 'device')
      return [...others, ...kept]
    },
  }
}
