import { skipCSRFCheck, type AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { EmailConfig } from '../../../src/model/email.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import Passkey from '../../../src/providers/passkey.js'
import { clientSecret, oauth } from '../../support/oauth/sign-in.js'
import { factorFaults } from './factor-faults.js'
import { hideOrigin, readPosted, repost, type Fault, type Send } from './fault.js'
import type { FixtureTarget } from './fixture-target.js'
import { passwordFaults } from './password-faults.js'
import { openServerFunctions } from './server-functions.js'

export const faults: readonly Fault[] = [
  {
    what: 'does not look where a form comes from',
    wrap: hideOrigin,
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
      'N3: no destination in a mailed link',
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
    noticedBy: ['OR2, CVE-2023-39655: no header that claims', 'P29, CVE-2023-39655'],
  },
  {
    what: 'mails links to another host',
    change: (target) => ({
      ...target,
      readMails: async (address) =>
        ((await target.readMails?.(address)) ?? []).map(({ text }) => ({
          text: text.replaceAll('app.test/', 'evil.test/'),
        })),
    }),
    noticedBy: ['OR2, CVE-2023-39655: no header changes where the link of a mail about a password'],
  },
  {
    what: 'repeats what it was asked, as markup, without a policy',
    wrap: repeatAsMarkup,
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
    noticedBy: [
      'IN1: a body of two megabytes',
      'IN1: a method that a route does not have',
      'FP14, CVE-2013-1443',
    ],
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
    what: 'signs a user in, whatever it is shown',
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
      'EM3: opening a sign-in link',
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
    what: 'says whether a name is taken',
    wrap: (send) => async (request) => {
      const response = await send(request.clone())
      const isUnknown = (await request.text()).includes('unknown-name-7261')
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
    what: 'links every user with the same address',
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
    what: 'believes every sender of a logout token',
    wrap: (send) => async (request) =>
      request.url.includes('backchannel-logout') ? new Response() : send(request),
    noticedBy: ['LO1: a logout'],
  },
  {
    what: 'prints what it is told in confidence',
    change: (target) => ({ ...target, readLog: async () => `secret: ${clientSecret}` }),
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
    noticedBy: [
      'EM5, CVE-2026-45364',
      'PW2, CVE-2026-45364',
      'FP22: a stolen session has five tries',
      'FP24: sign-ins of an attacker',
      'FP24: one password is tried',
    ],
  },
  {
    what: 'keeps what belongs to a user who is gone',
    alter: (config) => ({ ...config, adapter: keeping(config.adapter, 'deleteUser') }),
    change: (target) => ({
      ...target,
      ...(target.adapter && { adapter: keeping(target.adapter, 'deleteUser') }),
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
  {
    what: 'does not look where a form about a password comes from',
    wrap: onPasswordRoutes(hideOrigin),
    noticedBy: [
      'N16, CVE-2023-2307: a form that another site sends is answered 403',
      'N16: no form that another site sends',
      'K2, CVE-2026-25151',
    ],
  },
  {
    what: 'repeats what a page about passwords was asked, as markup, without a policy',
    wrap: onPasswordRoutes(repeatAsMarkup),
    noticedBy: ['B5, GHSA-9x4v-xfq5-m8x5', 'PG2: a page runs no inline script'],
  },
  {
    what: 'breaks at every form about a password',
    wrap: onPasswordRoutes((send) => async (request) => {
      return request.method === 'POST' ? new Response(null, { status: 500 }) : send(request)
    }),
    noticedBy: ['IN1: a malformed body is refused'],
  },
  {
    what: 'follows the destination in the query of a page about passwords',
    wrap: (send) => async (request) => {
      const { callbackUrl, redirectTo } = await readPosted(request)
      const { searchParams } = new URL(request.url)
      const url =
        callbackUrl ??
        redirectTo ??
        searchParams.get('callbackUrl') ??
        searchParams.get('redirectTo')
      if (!isAboutPasswords(request) || typeof url !== 'string') return send(request)
      const location = url.startsWith('https:') ? encodeURI(url.slice(0, 1000)) : '/'
      return new Response(null, { status: 302, headers: { location } })
    },
    noticedBy: [
      'the query of the sign-up page',
      'the query of the page for a forgotten password',
      'the query of the page that changes a password',
      'the query of the page that confirms an address',
      'the address that password managers know',
      'a form for a forgotten password',
    ].map((where) => `N2, CVE-2022-24858: no destination leads away from the site: ${where}`),
  },
  {
    what: 'mails to every address that a request names',
    wrap: (send) => async (request) => {
      const text = await request.clone().text()
      const named = new Set(text.match(/[\w-]+@attack\.test/g))
      if (named.size > 1)
        for (const email of named) await repost(send, request, { email }, 'signup')
      return send(request)
    },
    noticedBy: ['FP1, CVE-2023-7028: a request for a new password'],
  },
  {
    what: 'takes look-alike letters for the same, and mails to what was typed',
    wrap: (send) => async (request) => {
      const { email } = await readPosted(request)
      return typeof email === 'string' && /[^\u0000-\u007f]/.test(email)
        ? repost(send, request, { email: foldLetters(email) })
        : send(request)
    },
    change: (target) => ({
      ...target,
      readMails: async (address) => (await target.readMails?.(foldLetters(address))) ?? [],
    }),
    noticedBy: ['FP2, CVE-2019-19844'],
  },
  {
    what: 'takes a blank token for a right one',
    wrap: (send) => async (request) => {
      const { token } = await readPosted(request)
      const isBlank = new URL(request.url).searchParams.get('token') === '' || token === ''
      return isBlank ? new Response('Choose a password.') : send(request)
    },
    noticedBy: ['FP4, CVE-2019-16109'],
  },
  {
    what: 'checks a link, and writes a password later',
    alter: (config) => ({ ...config, adapter: overwriting(reusing(config.adapter)) }),
    noticedBy: ['FP5: of twenty new passwords'],
  },
  {
    what: 'opens any link for any purpose',
    wrap: (send) => async (request) => {
      const response = await send(request)
      const isLink = new URL(request.url).searchParams.has('token')
      const isRefused = response.headers.get('location')?.includes('error=') ?? false
      const headers = { location: 'https://app.test/auth/reset-password' }
      return isLink && isRefused ? new Response(null, { status: 302, headers }) : response
    },
    noticedBy: ['FP7, CVE-2023-48309'],
  },
  {
    what: 'keeps sessions that an old password began',
    alter: (config) => ({ ...config, adapter: keeping(config.adapter, 'deleteSessionsByUserId') }),
    noticedBy: ['FP8: a new password ends'],
  },
  {
    what: 'says which addresses have signed up',
    wrap: (send) => {
      const known = new Set<unknown>()
      return async (request) => {
        const { email } = await readPosted(request)
        if (known.has(email)) return new Response(null, { status: 404 })
        if (email !== undefined) known.add(email)
        return send(request)
      }
    },
    noticedBy: ['FP10: a request for a mail', 'FP12, CVE-2025-22234'],
  },
  {
    what: 'reads 72 bytes of a password, and stops at a NUL',
    wrap: (send) => async (request) => {
      const { password } = await readPosted(request)
      return typeof password === 'string'
        ? repost(send, request, { password: password.replace(/\u0000.*$/s, '').slice(0, 72) })
        : send(request)
    },
    noticedBy: ['FP13, CVE-2025-22228'],
  },
  {
    what: 'locks a user out after wrong passwords',
    wrap: (send) => {
      let count = 0
      return async (request) => {
        if (!request.url.endsWith('/callback/password')) return send(request)
        count += 1
        return count > 10 ? new Response(null, { status: 429 }) : send(request)
      }
    },
    noticedBy: ['FP23: a stranger who guesses passwords locks out neither'],
  },
  {
    what: 'counts mails to all spellings of an address together',
    wrap: (send) => {
      const counts = new Map<string, number>()
      return async (request) => {
        if (!request.url.endsWith('/forgot-password')) return send(request)
        const { email } = await readPosted(request)
        const mailbox = String(email).replace(/\+.*@/, '@')
        counts.set(mailbox, (counts.get(mailbox) ?? 0) + 1)
        const isHeld = (counts.get(mailbox) ?? 0) > 5
        return isHeld ? new Response(null, { status: 429 }) : send(request)
      }
    },
    noticedBy: ['FP23: a stranger who asks for mails'],
  },
  {
    what: 'forgets a link when another is requested',
    alter: (config) => ({ ...config, adapter: keepingLatest(config.adapter) }),
    noticedBy: ['FP25: a link stays valid'],
  },
  {
    what: 'accepts a link for the user who has its address now',
    alter: (config) => ({ ...config, adapter: findingByAddress(config.adapter) }),
    noticedBy: ['FP25: a link sets no password'],
  },
  {
    what: 'shows the page for a new password under the URL of the mail',
    wrap: (send) => async (request) => {
      const response = await send(request)
      return new URL(request.url).searchParams.has('token')
        ? new Response('Choose a password.', { headers: response.headers })
        : response
    },
    noticedBy: ['FP26: the token of a mailed link'],
  },
  {
    what: 'repeats passwords that it refuses',
    wrap: (send) => async (request) => {
      const { password } = await readPosted(request)
      const response = await send(request)
      if (typeof password === 'string') response.headers.append('x-refused', password)
      return response
    },
    noticedBy: ['FP27: no answer repeats', 'FP27: no page repeats'],
  },
  {
    what: 'signs out at a link that confirms an address',
    wrap: (send) => async (request) => {
      const response = await send(request)
      if (request.method === 'POST' && request.url.endsWith('/verify-email')) {
        const ended = '__Host-authjs.session-token=; Path=/; Secure; Max-Age=0'
        response.headers.append('set-cookie', ended)
      }
      return response
    },
    noticedBy: ['FP28: a link that confirms'],
  },
  {
    what: 'sets the password of the link that was opened last',
    wrap: (send) => async (request) => {
      if (request.method !== 'POST' || !request.url.endsWith('/reset-password'))
        return send(request)
      const headers = { cookie: request.headers.get('cookie') ?? '' }
      const html = await (await send(new Request(request.url, { headers }))).text()
      return repost(send, request, { link: /name="link" value="([^"]*)"/.exec(html)?.[1] })
    },
    noticedBy: ['FP28: a form sets the password'],
  },
  {
    what: 'keeps every field of a sign-up',
    wrap: (send) => {
      let role: unknown
      return async (request) => {
        role = (await readPosted(request))['role'] ?? role
        const response = await send(request)
        if (!request.url.endsWith('/session')) return response
        const session = (await response.json()) as object | null
        return Response.json(session && { ...session, role })
      }
    },
    noticedBy: ['FP29: fields that a sign-up adds'],
  },
  ...(['first', 'second'] as const).map((calls) => ({
    what: `lets a browser call its config function as the ${calls} version of Qwik does`,
    wrap: openServerFunctions({ page: '/login/', calls }),
    change: (target: FixtureTarget) => ({ ...target, page: '/login/' }),
    noticedBy: ['CF1: the config function is not a server function'],
    reason: 'the config came',
  })),
  {
    what: 'lets a browser call a function that returns a secret of its environment',
    wrap: openServerFunctions({ page: '/login/', calls: 'first', config: { key: clientSecret } }),
    change: (target) => ({ ...target, page: '/login/', secrets: [clientSecret] }),
    noticedBy: ['CF1: the config function is not a server function'],
    reason: 'the config came',
  },
  ...passwordFaults,
  ...factorFaults,
]

function repeatAsMarkup(send: Send): Send {
  return async (request) => {
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
  }
}

/** Is careless only in front of the routes for passwords. */
function onPasswordRoutes(wrap: (send: Send) => Send): (send: Send) => Send {
  return (send) => {
    const careless = wrap(send)
    return (request) => (isAboutPasswords(request) ? careless(request) : send(request))
  }
}

function isAboutPasswords({ url }: Request): boolean {
  const { pathname } = new URL(url)
  return /\/(?:signup|(?:forgot|reset|change)-password|(?:change|verify)-email)$/.test(pathname)
}

/** Replaces the letters by those that they look like. */
function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('\u0131', 'i')
    .replaceAll('\u00df', 'ss')
    .toLowerCase()
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
  method:
    'deleteSession' | 'deleteUser' | 'deleteSessionsByProviderSession' | 'deleteSessionsByUserId',
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

/** A store that writes a password whatever it is to replace. */
function overwriting(adapter: Adapter): Adapter {
  return {
    ...adapter,
    setPassword: async (userId, password) => {
      const current = await adapter.getPassword?.(userId)
      const stamp = current?.stamp ?? password.stamp
      const write = adapter.setPassword?.(userId, { ...password, stamp }, current?.hash ?? null)
      return (await write) ?? false
    },
  }
}

/** A store in which an address has one token at most. */
function keepingLatest(adapter: Adapter | undefined): Adapter {
  const tokens = new Map<string, string>()
  return {
    ...adapter,
    createVerificationToken: async (row) => {
      const { identifier } = row
      const token = tokens.get(identifier)
      if (token !== undefined) await adapter?.useVerificationToken?.({ identifier, token })
      tokens.set(identifier, row.token)
      return adapter?.createVerificationToken?.(row)
    },
  }
}

/** A store that finds the link to an address, whatever it was made for. */
function findingByAddress(adapter: Adapter | undefined): Adapter {
  const kept = new Map<string, unknown>()
  const take = ({ identifier }: { identifier: string }): unknown => {
    const row = kept.get(identifier) ?? null
    kept.delete(identifier)
    return row
  }
  return {
    ...adapter,
    createVerificationToken: (row) => {
      kept.set(row.identifier, row)
      return row
    },
    useVerificationToken: take,
    consumeVerificationToken: take,
  } as Adapter
}

function lenientPasskey(): ReturnType<typeof Passkey> {
  const getRelayingParty = () => ({ id: 'app.test', name: 'App', origin: 'https://evil.test' })
  return Passkey({ getRelayingParty })
}
