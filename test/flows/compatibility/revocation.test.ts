import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { revokeSessionsOfUser, type AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { person } from '../../support/oauth/sign-in.js'
import { openDatabase } from './database.js'
import {
  copyCookies,
  openLink,
  openSite,
  pass,
  requestLink,
  restore,
  sessionAt,
  signInAt,
  type SharedOptions,
  type Site,
} from './side-by-side.js'

/** Seconds that pass between two steps, which are more than any tolerance between clocks. */
const aWhile = 10 * 60

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

type JwtCallback = (params: { token: Record<string, unknown> }) => Record<string, unknown>

// prettier-ignore
const callbacks: [title: string, jwt: JwtCallback | undefined][] = [
  ['keeps all claims',         undefined],
  ['builds tokens of its own', ({ token: { sub, name, email } }) => ({ sub, name, email })],
]

describe.each(callbacks)('the `jwt` callback of Auth.js %s', (_title, jwt) => {
  it.each(['old', 'new'] as const)(
    'a token from the %s server that was revoked stays revoked after Auth.js has renewed it',
    async (first) => {
      const { site, adapter } = await openSharedSite(jwt)
      await signInAt(site, first, first)
      expect(await sessionAt(site, 'new')).not.toBeNull()
      const stolen = copyCookies(site)
      pass(aWhile)
      await revokeSessionsOfUser(site.ours, await onlyUser(adapter))

      pass(aWhile)
      restore(site, stolen)
      expect(await sessionAt(site, 'old')).not.toBeNull()
      expect(await sessionAt(site, 'new')).toBeNull()
    },
  )

  it('a token that only Auth.js has seen is refused after a sign-out everywhere', async () => {
    const { site, adapter } = await openSharedSite(jwt)
    await signInAt(site, 'old', 'old')
    pass(aWhile)
    await revokeSessionsOfUser(site.ours, await onlyUser(adapter))
    pass(aWhile)
    expect(await sessionAt(site, 'old')).not.toBeNull()
    expect(await sessionAt(site, 'new')).toBeNull()
  })
})

it('a user who signs in again at the new server after a sign-out everywhere is signed in at both servers', async () => {
  const { site, adapter } = await openSharedSite(undefined)
  await signInAt(site, 'old', 'old')
  await revokeSessionsOfUser(site.ours, await onlyUser(adapter))
  pass(aWhile)
  await signInAt(site, 'new', 'new')
  for (const server of ['old', 'new', 'old', 'new'] as const) {
    pass(aWhile)
    expect(await sessionAt(site, server), server).not.toBeNull()
  }
})

it('a token that Auth.js renewed after a sign-out everywhere is refused when the option is off again', async () => {
  const { site, adapter } = await openSharedSite(undefined)
  await signInAt(site, 'old', 'old')
  await revokeSessionsOfUser(site.ours, await onlyUser(adapter))
  pass(aWhile)
  expect(await sessionAt(site, 'old')).not.toBeNull()

  const after = await openSite({ adapter, strategy: 'jwt', ours: { compatibility: undefined } })
  restore(after, copyCookies(site))
  expect(await sessionAt(after, 'new')).toBeNull()
})

it('an app whose own tokens carry no start but `iat` is open to a user who signed out everywhere before', async () => {
  const adapter = await openDatabase()
  const jwt: AuthConfig['jwt'] = {
    encode: ({ token, maxAge = 0 }) => {
      const iat = Math.floor(Date.now() / 1000)
      return btoa(JSON.stringify({ sub: token?.sub, iat, exp: iat + maxAge }))
    },
    decode: ({ token }) => JSON.parse(atob(token ?? '')),
  }
  const ours = { compatibility: undefined, jwt }
  const site = await openSite({ adapter, strategy: 'jwt', ours })
  await signInAt(site, 'new', 'new')
  await revokeSessionsOfUser(site.ours, await onlyUser(adapter))
  expect(await sessionAt(site, 'new')).toBeNull()
  pass(aWhile)
  await signInAt(site, 'new', 'new')
  expect(await sessionAt(site, 'new')).not.toBeNull()
})

describe('mails after a sign-out everywhere', () => {
  const ada = 'ada@example.test'
  const shortCode = { generateVerificationToken: () => '123456' }

  it.each([
    ['a link that was requested later signs in with another browser', {}, 'another'],
    ['a link with the token of the app that was requested later signs in', shortCode, 'same'],
  ] as const)('%s', async (_title, mail, place) => {
    const { site } = await openMailSite(mail)
    const link = await requestLink(site, 'new', ada)
    if (place === 'another') restore(site, [])
    const response = await openLink(site, link, 'new')
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await sessionAt(site, 'new')).not.toBeNull()
  })

  it.each([
    ['old', {}],
    ['new', {}],
    ['new', shortCode],
    ['old', { maxAge: 3600 }],
  ] as const)('a link from before is refused, from the %s server with %o', async (server, mail) => {
    const adapter = await openDatabase()
    const site = await openSite({ adapter, strategy: 'jwt', mail })
    await openLink(site, await requestLink(site, 'new', ada), 'new')
    const link = await requestLink(site, server, ada)
    pass(60)
    await revokeSessionsOfUser(site.ours, await userOf(adapter, ada))
    pass(60)
    const response = await openLink(site, link, 'new')
    expect(response.headers.get('location')).toContain('error=Verification')
  })

  it('a signed link still works when the option is removed, and once', async () => {
    const { site, adapter } = await openMailSite({})
    const link = await requestLink(site, 'new', ada)
    const ours = { compatibility: undefined }
    const after = await openSite({ adapter, strategy: 'jwt', mail: {}, ours })
    const response = await openLink(after, link, 'new')
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    const again = await openLink(after, link, 'new')
    expect(again.headers.get('location')).toContain('error=Verification')
  })

  /** A site whose user has just signed out everywhere. */
  async function openMailSite(
    mail: NonNullable<SharedOptions['mail']>,
  ): Promise<{ site: Site; adapter: Adapter }> {
    const adapter = await openDatabase()
    const site = await openSite({ adapter, strategy: 'jwt', mail })
    await openLink(site, await requestLink(site, 'new', ada), 'new')
    await revokeSessionsOfUser(site.ours, await userOf(adapter, ada))
    pass(aWhile)
    return { site, adapter }
  }
})

async function openSharedSite(
  jwt: JwtCallback | undefined,
): Promise<{ site: Site; adapter: Adapter }> {
  const adapter = await openDatabase()
  // Every read asks the database, so that no cache hides a revocation.
  const ours = { session: { strategy: 'jwt', recheckAge: 0 } } as const
  const theirs = jwt ? { callbacks: { jwt: jwt as never } } : {}
  return { site: await openSite({ adapter, strategy: 'jwt', ours, theirs }), adapter }
}

function onlyUser(adapter: Adapter): Promise<string> {
  return userOf(adapter, String(person['email']))
}

async function userOf(adapter: Adapter, email: string): Promise<string> {
  const user = await adapter.getUserByEmail?.(email)
  return user?.id ?? expect.fail('There is no user.')
}
