import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createRuntime, withRuntime } from '../../../src/core.js'
import { systemTime } from '../../../src/http/time.js'
import type { Adapter, AdapterUser } from '../../../src/model/adapter.js'
import type { SessionStrategy } from '../../../src/model/options.js'
import Credentials from '../../../src/providers/credentials.js'
import { Browser, openBrowser } from '../../support/browser.js'
import { sessionCookie } from '../../support/apps/app.js'
import type { Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  comeBack,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  signIn,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'
import { describeStore } from './describe-store.js'
import type { PublishedStore } from './store.js'

interface Site extends OAuthApp {
  readonly first: FakeProvider
  readonly second: FakeProvider
  readonly person: Claims
  owner(provider: string): Promise<AdapterUser | null | undefined>
}

/** Lets people come and go, with sessions of both kinds. */
export function signsIn(title: string, store: PublishedStore): void {
  describeStore(title, store, (adapter) => {
    describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
      visits(adapter, strategy)
      if (store.hasPasskeys) keepsFirstTokens(adapter, strategy)
    })
  })
}

/** Lets people sign up in several processes at once. */
export function signsUpOnce(title: string, store: PublishedStore): void {
  describeStore(title, store, (adapter) => {
    it('makes one user of twelve first sign-ins in three processes at once', async () => {
      const site = await openSite(adapter(), 'database')
      const browsers: Browser[] = []
      for (let number = 0; number < 3; number += 1) {
        // What a process keeps in memory is kept by its modules.
        vi.resetModules()
        const { Auth } = await import('../../../src/core.js')
        const { loadOAuth } = await import('../../../src/flows/oauth/load-oauth.js')
        await loadOAuth()
        const serve = (request: Request): Promise<Response> => Auth(request, site.config)
        browsers.push(...Array.from({ length: 4 }, () => new Browser(serve)))
      }
      await Promise.all(
        browsers.map(async (browser) =>
          expectSignedIn(browser, await signIn(browser, site.first, { id: 'first' })),
        ),
      )
      const ids = new Set(site.signedIn.map(({ user }) => user.id))
      expect([...ids]).toEqual([(await site.owner('first'))?.id])
      expect(site.signedIn.filter(({ isNewUser }) => isNewUser)).toHaveLength(1)
    })
  })
}

/** Only adapters with passkeys can read accounts. */
function keepsFirstTokens(adapter: () => Adapter, strategy: SessionStrategy): void {
  it('keeps the first tokens of an account', async () => {
    const store = adapter()
    const site = await openSite(store, strategy)
    const sub = String(site.person['sub'])
    await signIn(site.browser(), site.first, { id: 'first' })
    const before = await store.getAccount?.(sub, 'first')
    await signIn(site.browser(), site.first, { id: 'first' })
    expect(before?.access_token).toBeTypeOf('string')
    expect(await store.getAccount?.(sub, 'first')).toEqual(before)
    expect(site.signedIn[1]?.account?.access_token).not.toBe(before?.access_token)
  })
}

function visits(adapter: () => Adapter, strategy: SessionStrategy): void {
  it('signs a new person in, and knows the person the next time', async () => {
    const site = await openSite(adapter(), strategy)
    const { first, person, signedIn } = site
    for (const isNewUser of [true, false]) {
      const browser = site.browser()
      expectSignedIn(browser, await signIn(browser, first, { id: 'first' }))
      expect((await browser.session())?.user).toMatchObject({ email: person['email'] })
      expect(signedIn.at(-1)).toMatchObject({ isNewUser })
    }
    expect(signedIn[0]?.user.id).toBe(signedIn[1]?.user.id)
    expect((await site.owner('first'))?.id).toBe(signedIn[0]?.user.id)
    expect(site.codes('error')).toEqual([])
  })

  it('replaces the session of a browser that signs in again', async () => {
    const site = await openSite(adapter(), strategy)
    const browser = site.browser()
    await signIn(browser, site.first, { id: 'first' })
    const former = cookieOf(browser)
    expectSignedIn(browser, await signIn(browser, site.first, { id: 'first' }))
    expect(await browser.session()).not.toBeNull()
    expect(await sessionWith(site, former)).toBeNull()
  })

  it('signs in over a session that has ended elsewhere', async () => {
    const site = await openSite(adapter(), strategy)
    const [browser, twin] = [site.browser(), site.browser()]
    await signIn(browser, site.first, { id: 'first' })
    twin.plant(sessionCookie, cookieOf(browser))
    await browser.signOut()
    expectSignedIn(twin, await signIn(twin, site.first, { id: 'first' }))
    expect(await twin.session()).not.toBeNull()
  })

  it('signs out for good', async () => {
    const site = await openSite(adapter(), strategy)
    const browser = site.browser()
    await signIn(browser, site.first, { id: 'first' })
    const kept = cookieOf(browser)
    await browser.signOut()
    expect(await browser.session()).toBeNull()
    expect(await sessionWith(site, kept)).toBeNull()
    expect(site.codes('error')).toEqual([])
  })

  it('links a second account to the current user', async () => {
    const site = await openSite(adapter(), strategy)
    const browser = site.browser()
    await signIn(browser, site.first, { id: 'first' })
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), link: 'true' })
    const started = await browser.fetch('/auth/signin/second', { method: 'POST', body })
    await comeBack(browser, site.second.authorize(started.headers.get('location') ?? ''))
    const owner = await site.owner('first')
    expect(owner).not.toBeNull()
    expect(await site.owner('second')).toEqual(owner)

    const elsewhere = site.browser()
    expectSignedIn(elsewhere, await signIn(elsewhere, site.second, { id: 'second' }))
    expect(site.signedIn.at(-1)).toMatchObject({ user: { id: owner?.id }, isNewUser: false })
    expect(site.codes('error')).toEqual([])
  })

  it('keeps an address from the account of another provider', async () => {
    const site = await openSite(adapter(), strategy)
    await signIn(site.browser(), site.first, { id: 'first' })
    const thief = { ...site.person, sub: crypto.randomUUID() }
    const response = await signIn(site.browser(), site.second, { id: 'second', person: thief })
    expect(response.headers.get('location')).toContain('error=OAuthAccountNotLinked')
  })

  it('signs people in with a password', async () => {
    const site = await openSite(adapter(), strategy)
    await signIn(site.browser(), site.first, { id: 'first' })
    const browser = site.browser()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken, address: String(site.person['email']) })
    const response = await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(response.status).toBe(302)
    expect((await browser.session())?.user).toMatchObject({ email: site.person['email'] })
    const kept = cookieOf(browser)
    await browser.signOut()
    expect(await sessionWith(site, kept)).toBeNull()
  })

  it('makes one user of ten first sign-ins at once', async () => {
    const site = await openSite(adapter(), strategy)
    const browsers = Array.from({ length: 10 }, () => site.browser())
    await Promise.all(
      browsers.map(async (browser) =>
        expectSignedIn(browser, await signIn(browser, site.first, { id: 'first' })),
      ),
    )
    const ids = new Set(site.signedIn.map(({ user }) => user.id))
    expect([...ids]).toEqual([(await site.owner('first'))?.id])
    expect(site.signedIn.filter(({ isNewUser }) => isNewUser)).toHaveLength(1)
  })

  it('finishes a sign-up that was cut short', async () => {
    let isBroken = true
    const broken: Adapter = {
      ...adapter(),
      linkAccount: async (account) => {
        if (isBroken) throw new Error('The connection was lost.')
        return adapter().linkAccount?.(account)
      },
    }
    const site = withoutPauses(await openSite(broken, strategy))
    const refused = await signIn(site.browser(), site.first, { id: 'first' })
    expect(refused.headers.get('location')).toContain('error=')
    isBroken = false
    const browser = site.browser()
    expectSignedIn(browser, await signIn(browser, site.first, { id: 'first' }))
    expect(site.signedIn).toMatchObject([{ isNewUser: true }])
    expect(await site.owner('first')).toMatchObject({ email: site.person['email'] })
  })

  it('signs in over an ended session with an adapter that throws for it', async () => {
    const strict: Adapter = {
      ...adapter(),
      deleteSession: async (token) => {
        if (!(await adapter().getSessionAndUser?.(token))) throw new Error('There is no such row.')
        return adapter().deleteSession?.(token)
      },
    }
    const site = await openSite(strict, strategy)
    const [browser, twin] = [site.browser(), site.browser()]
    await signIn(browser, site.first, { id: 'first' })
    twin.plant(sessionCookie, cookieOf(browser))
    await browser.signOut()
    expectSignedIn(twin, await signIn(twin, site.first, { id: 'first' }))
    await twin.signOut()
    expect(site.codes('error')).toEqual([])
  })

  it('says that it cannot sign out everywhere', async () => {
    const site = await openSite(adapter(), strategy)
    const browser = site.browser()
    await signIn(browser, site.first, { id: 'first' })
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), everywhere: 'true' })
    const response = await browser.fetch('/auth/signout', { method: 'POST', body })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(site.codes('error')).toContain('MissingAdapterMethods')
  })
}

/** A site with two providers and a password, and a person whom no database knows yet. */
async function openSite(adapter: Adapter, strategy: SessionStrategy): Promise<Site> {
  const sub = crypto.randomUUID()
  const person = { sub, name: 'Ada', email: `${sub}@example.test`, email_verified: true }
  const first = await makeProvider({ person })
  const second = await makeProvider({ person, issuer: 'https://second.test' })
  const password = Credentials({
    credentials: { address: {} },
    authorize: async ({ address }) => (await adapter.getUserByEmail?.(address)) ?? null,
  })
  const app = makeOAuthApp(
    [oidc(first, { id: 'first' }), oidc(second, { id: 'second' }), password],
    {
      adapter,
      session: { strategy, recheckAge: 0 },
    },
  )
  return {
    ...app,
    first,
    second,
    person,
    owner: async (provider) => adapter.getUserByAccount?.({ provider, providerAccountId: sub }),
  }
}

/** The same site in a process whose clock goes ahead while it would pause. Its time-outs stay real. */
function withoutPauses(site: Site): Site {
  let ahead = 0
  const runtime = createRuntime({
    clock: () => Date.now() + ahead,
    sleep: async (milliseconds, unneeded) => {
      if (unneeded) return systemTime.sleep(milliseconds, unneeded)
      ahead += milliseconds
      await wait(0)
    },
  })
  const config = withRuntime(site.config, runtime)
  return { ...site, config, browser: (origin) => openBrowser(config, origin) }
}

function cookieOf(browser: Browser): string {
  return browser.cookie(sessionCookie) ?? expect.fail('There is no session cookie.')
}

/** What another browser gets that holds the same cookie. */
async function sessionWith(site: Site, cookie: string): Promise<unknown> {
  const browser = site.browser()
  browser.plant(sessionCookie, cookie)
  return browser.session()
}
