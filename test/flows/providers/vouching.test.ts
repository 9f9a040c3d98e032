import AuthJsAuthentik from '@auth/core/providers/authentik'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { nonVouchingIds } from '../../../src/config/non-vouching-ids.js'
import { customFetch } from '../../../src/core.js'
import GitHub from '../../../src/providers/github.js'
import GitLab from '../../../src/providers/gitlab.js'
import Google from '../../../src/providers/google.js'
import Wikimedia from '../../../src/providers/wikimedia.js'
import { makeAccountsApp, verifiedClaims, storeAda } from '../../support/apps/accounts-app.js'
import {
  clientSecret,
  makeOAuthApp,
  makeProvider,
  oidc,
  signIn,
} from '../../support/oauth/sign-in.js'
import { loadCatalogue } from './catalogue.js'
import { evidence } from './evidence.js'
import { renderVouching } from './render-vouching.js'
import { signInAtService } from './visit.js'

const catalogue = await loadCatalogue()
const ids = catalogue.map(({ id }) => id)
const vouching = catalogue.filter(({ id }) => evidence[id]?.vouches)
const silent = catalogue.filter(({ id, fixture }) => !evidence[id]?.vouches && fixture.user.email)

/** Every name by which a service could say that an address is verified. */
const flags = { email_verified: true, verified: true, emailVerified: true, confirmed: true }

it('the table of who vouches is up to date (refresh it with `vitest -u`)', async () => {
  const page = await renderVouching(catalogue)
  await expect(page).toMatchFileSnapshot('../../../docs/providers/email-verification.md')
})

it('there is evidence about built-in services only', () => {
  expect(Object.keys(evidence).filter((id) => !ids.includes(id))).toEqual([])
})

describe.each(vouching)('$id', ({ id, factory, fixture }) => {
  it('vouches for an address, and the table has the source', async () => {
    expect(evidence[id]?.source).toMatch(/^https:\/\//)
    expect((await signInAtService(factory, fixture)).user).toMatchObject({ verified: true })
  })

  it('does not vouch when the app says so', async () => {
    const make = (options: object): unknown => factory({ ...options, vouchesForEmail: false })
    const { user } = await signInAtService(make, fixture)
    expect(user).toMatchObject({ email: fixture.user.email, verified: false })
  })
})

describe.each(silent)('$id', ({ factory, fixture }) => {
  it('does not vouch for an address, whatever its flag says', async () => {
    const { user } = await signInAtService(factory, fixture, { profile: flags })
    expect(user).toMatchObject({ email: fixture.user.email, verified: false })
  })
})

describe.each(catalogue.filter(({ id }) => evidence[id]?.vouches === false))(
  '$id',
  ({ factory, fixture }) => {
    it('vouches by its flag when the app says that it may', async () => {
      const make = (options: object): unknown => factory({ ...options, vouchesForEmail: true })
      // The values of the fixture win, because Zoom sends a number.
      const profile = { ...flags, ...fixture.profile }
      expect((await signInAtService(make, fixture, { profile })).user?.verified).toBe(true)
      if (typeof fixture.unverified !== 'object' || !fixture.unverified) return
      expect((await signInAtService(make, fixture, fixture.unverified)).user?.verified).toBe(false)
    })
  },
)

describe('a provider object without `vouchesForEmail`', () => {
  const silentIds = catalogue
    .filter(({ factory }) => Object(factory({})).vouchesForEmail === false)
    .map(({ id }) => id)

  it('does not vouch if its id is the one of a service whose factory says so', () => {
    expect(nonVouchingIds).toEqual(silentIds.toSorted())
  })

  it.each([
    ['authentik', false],
    ['acme', true],
  ])('with the id "%s" vouches: %s', async (id, isVerified) => {
    for (const [vouchesForEmail, expected] of [
      [undefined, isVerified],
      [true, true],
      [false, false],
    ] as const) {
      const fake = await makeProvider({ person: verifiedClaims })
      const adapter = memoryAdapter()
      const app = makeOAuthApp([oidc(fake, { id, vouchesForEmail })], { adapter })
      await signIn(app.browser(), fake, { id })
      const user = await adapter.getUserByEmail(String(verifiedClaims['email']))
      expect([vouchesForEmail, user?.emailVerified instanceof Date]).toEqual([
        vouchesForEmail,
        expected,
      ])
    }
  })

  it('of Auth.js does not take over a user who signed up with Auth.js', async () => {
    const app = await makeAccountsApp()
    const victim = await storeAda(app)
    const fake = await makeProvider({ person: { ...verifiedClaims, sub: 'attacker' } })
    const { issuer, clientId } = fake.options
    const provider = AuthJsAuthentik({ issuer, clientId, clientSecret })
    Object.assign(provider, { [customFetch]: fake.fetch })
    const moved = makeOAuthApp([provider as never], { adapter: app.store.adapter })
    const browser = moved.browser()
    const response = await signIn(browser, fake, { id: 'authentik' })
    expect(response.headers.get('location')).toContain('error=OAuthAccountNotLinked')
    expect(await browser.session()).toBeNull()
    expect((await app.store.adapter.getUser?.(victim.id))?.emailVerified).toBeNull()
  })
})

it('another MediaWiki does not vouch, because it may confirm addresses without a mail', async () => {
  const own = 'https://wiki.example.test'
  const wikimedia = catalogue.find(({ id }) => id === 'wikimedia')?.fixture
  const moved = JSON.stringify(wikimedia).replaceAll('https://meta.wikimedia.org', own)
  const { user } = await signInAtService(Wikimedia, JSON.parse(moved))
  expect(user).toMatchObject({ email: wikimedia?.user.email, verified: false })
})

it('GitHub does not vouch for a managed user, whose address an enterprise chose', async () => {
  const github = catalogue.find(({ id }) => id === 'github')?.fixture
  if (!github) throw new Error('There is no fixture for github.')
  const { user } = await signInAtService(GitHub, github, { profile: { login: 'ada_acme' } })
  expect(user).toMatchObject({ email: github.user.email, verified: false })
})

it.each([
  ['with a Gmail address', { email: 'ada@gmail.com' }, true],
  ['of a Google Workspace', { hd: 'example.test' }, true],
  ['with an address of another domain', {}, false],
])(
  'a `profile` function can limit Google to its own domains: a user %s',
  async (_, claims, verified) => {
    const google = catalogue.find(({ id }) => id === 'google')?.fixture
    if (!google) throw new Error('There is no fixture for google.')
    // As docs/providers/email-verification.md has it.
    const make = (given: object): unknown =>
      Google({
        ...given,
        profile: ({ sub, name, email, picture, email_verified, hd }) => ({
          id: sub,
          name,
          email,
          image: picture,
          emailVerified: hd !== undefined || email?.endsWith('@gmail.com') ? email_verified : null,
        }),
      })
    const { user } = await signInAtService(make, google, { profile: claims })
    expect(user).toMatchObject({ verified })
  },
)

describe('a self-managed GitLab', () => {
  const own = 'https://git.example.test'
  const gitlab = catalogue.find(({ id }) => id === 'gitlab')?.fixture
  if (!gitlab) throw new Error('There is no fixture for gitlab.')
  const fixture = {
    ...gitlab,
    authorization: `${own}/oauth/authorize`,
    token: { ...gitlab.token, url: `${own}/oauth/token` },
    userinfo: { ...gitlab.userinfo, url: `${own}/api/v4/user` },
  }

  it('does not vouch, because it may confirm addresses without a mail', async () => {
    const { user } = await signInAtService((given) => GitLab({ ...given, baseUrl: own }), fixture)
    expect(user).toMatchObject({ email: gitlab.user.email, verified: false })
  })

  it('vouches when the app says that it may', async () => {
    const make = (given: object): unknown =>
      GitLab({ ...given, baseUrl: own, vouchesForEmail: true })
    expect((await signInAtService(make, fixture)).user).toMatchObject({ verified: true })
  })
})
