import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../../../src/model/adapter.js'
import { listSessions, revokeSession } from '../../../src/core.js'
import { publicKeyOf } from '../../../src/session/session-token.js'
import { person } from '../../support/oauth/sign-in.js'
import { openDatabase } from './database.js'
import {
  copyCookies,
  openSite,
  pass,
  postForm,
  restore,
  sessionAt,
  signInAt,
  type Server,
  type SharedOptions,
  type Site,
} from './side-by-side.js'

const host = '__Host-authjs.session-token'
const secure = '__Secure-authjs.session-token'
/** Another person with an account at the provider. */
const grace = { ...person, sub: 'grace', name: 'Grace', email: 'grace@example.test' }
const day = 24 * 60 * 60

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the rows of database sessions', () => {
  it('a session from before the option is read by Auth.js as soon as its cookie is renamed', async () => {
    const adapter = await openDatabase()
    const site = await signedInWithout(adapter)
    const after = await continueWith(site, { adapter })
    expect(await sessionAt(after, 'new')).not.toBeNull()
    expect(after.sessionCookies()).toEqual([host])
    pass(2 * day)
    expect(await sessionAt(after, 'new')).not.toBeNull()
    expect(after.sessionCookies()).toEqual([secure])
    for (const server of ['old', 'new', 'old'] as const) {
      expect(await sessionAt(after, server), server).not.toBeNull()
    }
  })

  it('a session from before the option ends for good at a sign-out after its row was moved', async () => {
    const adapter = await openDatabase()
    const site = await signedInWithout(adapter)
    pass(2 * day)
    const before = copyCookies(site)
    const after = await continueWith(site, { adapter })
    expect(await sessionAt(after, 'new')).not.toBeNull()
    await signOutAt(after, 'new')
    for (const compatibility of ['authjs', undefined] as const) {
      const thief = await openSite({ adapter, ours: { compatibility } })
      restore(thief, before)
      expect(await sessionAt(thief, 'new'), compatibility).toBeNull()
    }
  })

  it('a session that was moved to Auth.js still belongs to requests that were sent in parallel', async () => {
    const adapter = await openDatabase()
    const site = await signedInWithout(adapter)
    pass(2 * day)
    const before = copyCookies(site)
    const after = await openSite({ adapter })
    for (let request = 0; request < 3; request += 1) {
      restore(after, before)
      expect(await sessionAt(after, 'new')).not.toBeNull()
    }
    expect(await livingRows(adapter)).toHaveLength(2)
    pass(61)
    expect(await livingRows(adapter)).toHaveLength(1)
  })

  it('an answer that never reached the browser does not sign the user out', async () => {
    const adapter = await openDatabase()
    const site = await signedInWithout(adapter)
    pass(2 * day)
    const before = copyCookies(site)
    const after = await continueWith(site, { adapter })
    expect(await sessionAt(after, 'new')).not.toBeNull()
    pass(day / 2)
    restore(after, before)
    expect(await sessionAt(after, 'new')).not.toBeNull()
  })

  it.each(['https://app.test', 'http://localhost:3000'])(
    'a row of ours is hashed at its first use without the option, on %s',
    async (origin) => {
      const adapter = await openDatabase()
      const site = await openSite({ adapter, origin })
      await signInAt(site, 'new', 'new')
      const before = copyCookies(site)
      const [clear = expect.fail()] = await livingRows(adapter)
      expect(before.map(([, value]) => value)).toContain(clear)

      const after = await continueWith(site, {
        adapter,
        origin,
        ours: { compatibility: undefined },
      })
      expect(await sessionAt(after, 'new')).not.toBeNull()
      expect(after.sessionCookies()).toEqual([origin.startsWith('https') ? host : host.slice(7)])
      expect(await sessionAt(after, 'new')).not.toBeNull()

      // The answer may have been lost, and a server with the option may still run.
      for (const compatibility of [undefined, 'authjs'] as const) {
        pass(61)
        const late = await openSite({ adapter, origin, ours: { compatibility } })
        restore(late, before)
        expect(await sessionAt(late, 'new'), compatibility).not.toBeNull()
        expect(await livingRows(adapter)).toEqual([expect.stringMatching(/^sha256:/)])
      }
    },
  )

  it('a row of Auth.js is hashed when it is renewed without the option, and not before', async () => {
    const adapter = await openDatabase()
    const site = await openSite({ adapter, ours: { compatibility: undefined } })
    await signInAt(site, 'old', 'old')
    const before = copyCookies(site)
    expect(await sessionAt(site, 'new')).not.toBeNull()
    expect(await sessionAt(site, 'old')).not.toBeNull()
    pass(2 * day)
    expect(await sessionAt(site, 'new')).not.toBeNull()
    expect(site.sessionCookies()).toEqual([host])
    // Requests that were sent in parallel neither move nor extend the former row.
    restore(site, before)
    expect(await sessionAt(site, 'new')).not.toBeNull()
    expect(site.sessionCookies()).toEqual([secure])
    pass(61)
    expect(await livingRows(adapter)).toEqual([expect.stringMatching(/^sha256:/)])
    expect(await sessionAt(site, 'new')).toBeNull()
  })

  it('a session of the default mode is not accepted under the name of Auth.js in another form', async () => {
    const adapter = await openDatabase()
    const site = await signedInWithout(adapter)
    const token = site.browser.cookie(host) ?? ''
    for (const planted of [token, `${token.slice(0, 64)}.${token.slice(64)}`]) {
      restore(site, [[secure, planted]])
      expect(await sessionAt(site, 'new')).toBeNull()
    }
  })

  it('a sign-out while a row is moved ends the session', async () => {
    const adapter = await openDatabase()
    let beforeCreate = async (): Promise<void> => {}
    const watched: Adapter = {
      ...adapter,
      createSession: async (row) => {
        await beforeCreate()
        return (await adapter.createSession?.(row)) ?? row
      },
    }
    const site = await signedInWithout(watched)
    const before = copyCookies(site)
    pass(2 * day)
    const after = await continueWith(site, { adapter: watched })
    beforeCreate = async () => {
      const user = (await userId(adapter)) ?? ''
      await adapter.deleteSessionsByUserId?.(user)
    }
    expect(await sessionAt(after, 'new')).toBeNull()
    beforeCreate = async () => {}
    restore(after, before)
    expect(await sessionAt(after, 'new')).toBeNull()
    expect(await livingRows(adapter)).toEqual([])
  })

  it('a row is moved with its details, but without columns that Latchkey does not know', async () => {
    const adapter = await openDatabase()
    const created: object[] = []
    const watched: Adapter = {
      ...adapter,
      createSession: async (given) => {
        // As if the sign-in had asked for a second factor.
        const authentication = { authenticatedAt: new Date(0), amr: 'pwd otp mfa' }
        const row = created.length === 0 ? { ...given, ...authentication } : given
        created.push(row)
        return (await adapter.createSession?.(row)) ?? row
      },
      getSessionAndUser: async (key) => {
        const found = (await adapter.getSessionAndUser?.(key)) ?? null
        return found && { ...found, session: Object.assign(found.session, { id: 1 }) }
      },
    }
    const site = await signedInWithout(watched)
    pass(2 * day)
    const after = await continueWith(site, { adapter: watched })
    expect(await sessionAt(after, 'new')).not.toBeNull()
    const [first, moved] = created
    expect(moved).toEqual({
      ...first,
      sessionToken: after.browser.cookie(secure),
      expires: expect.any(Date),
    })
  })

  it('a session that is revoked from the list of devices while it has two rows loses both', async () => {
    const adapter = await openDatabase()
    const ours = { compatibility: undefined }
    const site = await openSite({ adapter, ours })
    await signInAt(site, 'old', 'old')
    pass(2 * day)
    const before = copyCookies(site)
    expect(await sessionAt(site, 'new')).not.toBeNull()
    const request = new Request('https://app.test/', {
      headers: { cookie: `${host}=${site.browser.cookie(host)}`, 'sec-fetch-site': 'same-origin' },
    })
    const [device] = await listSessions(request, site.ours)
    expect(await revokeSession(request, site.ours, device?.id ?? '')).toBe(true)
    restore(site, before)
    expect(await sessionAt(site, 'new')).toBeNull()
  })

  it.each(['before', 'after'] as const)(
    'a session whose row was moved to Auth.js ends by the id that it had %s that',
    async (moment) => {
      const adapter = await openDatabase()
      const thief = await signedInWithout(adapter)
      pass(2 * day)
      const owner = await openSite({ adapter })
      await signInAt(owner, 'new', 'new')
      const request = requestAt(owner, secure)
      const before = await listOthers(owner, request)
      const stolen = copyCookies(thief)
      const after = await continueWith(thief, { adapter })
      expect(await sessionAt(after, 'new')).not.toBeNull()
      const ids =
        moment === 'before' ? before : [await publicKeyOf(after.browser.cookie(secure) ?? '')]
      expect(await revokeSession(request, owner.ours, ids[0] ?? '')).toBe(true)
      expect(await sessionAt(after, 'new')).toBeNull()
      restore(after, stolen)
      expect(await sessionAt(after, 'new')).toBeNull()
      expect(await sessionAt(owner, 'new')).not.toBeNull()
    },
  )
})

describe('the rows of tokens', () => {
  it.each([
    ['https', 'https://app.test'],
    ['http', 'http://localhost:3000'],
  ])(
    'a row is extended although Auth.js renews the token at every visit, on %s',
    async (_, origin) => {
      const adapter = await openDatabase()
      const site = await openSite({ adapter, origin, strategy: 'jwt' })
      await signInAt(site, 'new', 'new')
      for (let days = 0; days < 40; days += 1) {
        pass(day / 2)
        expect(await sessionAt(site, 'old'), `old, day ${days}`).not.toBeNull()
        pass(day / 2)
        expect(await sessionAt(site, 'new'), `new, day ${days}`).not.toBeNull()
      }
    },
  )
})

describe.each([
  ['database sessions', undefined],
  ['tokens', 'jwt'],
] as const)('two session cookies in one browser: %s', (_title, strategy) => {
  it.each([undefined, 'authjs'] as const)(
    'the newer one wins after a roll-back and a new start, and the other is cleared (%s)',
    async (compatibility) => {
      const adapter = await openDatabase()
      const site = await openSite({ adapter, strategy, ours: { compatibility: undefined } })
      await signInAt(site, 'new', 'new')
      pass(60)
      // The old server does not see the cookie with `__Host-`.
      await signInAt(site, 'old', 'old', grace)
      expect(site.sessionCookies()).toEqual([host, secure])

      const after = await continueWith(site, { adapter, strategy, ours: { compatibility } })
      expect((await sessionAt(after, 'new'))?.user).toMatchObject({ email: grace.email })
      expect(after.browser.cookie(host)).toBe(undefined)
      // Auth.js ends only the session that it sees.
      await signOutAt(after, 'old')
      expect(await sessionAt(after, 'new')).toBeNull()
    },
  )

  it('a sign-out ends both sessions', async () => {
    const adapter = await openDatabase()
    const site = await openSite({ adapter, strategy, ours: { compatibility: undefined } })
    await signInAt(site, 'new', 'new')
    await signInAt(site, 'old', 'old', grace)
    const before = copyCookies(site)
    const after = await continueWith(site, { adapter, strategy })
    await signOutAt(after, 'new')
    expect(after.sessionCookies()).toEqual([])
    restore(
      site,
      before.filter(([name]) => name !== secure),
    )
    expect(await sessionAt(site, 'new')).toBeNull()
  })

  it('a planted cookie of Auth.js that is older does not replace a session', async () => {
    const adapter = await openDatabase()
    const site = await openSite({ adapter, strategy, ours: { compatibility: undefined } })
    await signInAt(site, 'old', 'old', grace)
    const planted = site.browser.cookie(secure) ?? ''
    restore(site, [])
    pass(60)
    await signInAt(site, 'new', 'new')
    site.browser.plant(secure, planted)
    expect((await sessionAt(site, 'new'))?.user).toMatchObject({ email: person['email'] })
    expect(site.sessionCookies()).toEqual([host])
  })
})

/** A browser that has signed in without the option. */
async function signedInWithout(adapter: Adapter): Promise<Site> {
  const site = await openSite({ adapter, ours: { compatibility: undefined } })
  await signInAt(site, 'new', 'new')
  return site
}

/** A request of a browser, as a page of the site sends it. */
function requestAt({ browser }: Site, name: string): Request {
  const headers = { cookie: `${name}=${browser.cookie(name)}`, 'sec-fetch-site': 'same-origin' }
  return new Request('https://app.test/', { headers })
}

/** The ids of the user's other sessions. */
async function listOthers({ ours }: Site, request: Request): Promise<readonly string[]> {
  const devices = await listSessions(request, ours)
  return devices.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
}

/** The same browser after the servers have changed. */
async function continueWith(site: Site, options: SharedOptions): Promise<Site> {
  const after = await openSite(options)
  restore(after, copyCookies(site))
  return after
}

async function signOutAt(site: Site, server: Server): Promise<void> {
  site.turnTo(server)
  const csrfToken = await site.browser.csrfToken()
  await postForm(site, '/auth/signout', { csrfToken })
}

async function userId(adapter: Adapter): Promise<string | undefined> {
  return (await adapter.getUserByEmail?.(String(person['email'])))?.id
}

/** The keys of all rows that have not expired. */
async function livingRows(adapter: Adapter): Promise<readonly string[]> {
  const rows = (await adapter.listSessionsByUserId?.((await userId(adapter)) ?? '')) ?? []
  return rows.filter(({ expires }) => expires.getTime() > Date.now()).map((row) => row.sessionToken)
}
