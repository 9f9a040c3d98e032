import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Browser } from '../../support/browser.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { choose, makeMailingApp, submit, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const bob = { sub: 'subject-2', name: 'Bob', email: 'bob@example.test' }

interface FirstApp {
  readonly app: MailingApp
  readonly fake: FakeProvider
  /** The browser in which Bob signed in at the provider, which says nothing about his address. */
  readonly browser: Browser
}

/** An app whose user came from a provider, has a second account, and never proved the address. */
async function makeFirstApp(options: Parameters<typeof makeMailingApp>[0] = {}): Promise<FirstApp> {
  const fake = await makeProvider()
  const app = await makeMailingApp({ others: [oidc(fake, { name: 'Example' })], ...options })
  const browser = app.browser()
  await signIn(browser, fake, { person: bob })
  const { id: userId, emailVerified } = await findBob(app)
  expect(emailVerified).toBeNull()
  const account = { provider: 'github', providerAccountId: '7', type: 'oauth' } as const
  await app.adapter.linkAccount({ ...account, userId })
  return { app, fake, browser }
}

async function findBob({ adapter }: MailingApp) {
  const user = await adapter.getUserByEmail(bob.email)
  if (!user) throw new Error('Bob is missing.')
  return user
}

async function accountsOf(app: MailingApp): Promise<readonly string[]> {
  const { id } = await findBob(app)
  return (await app.adapter.listAccountsByUserId(id)).map(({ provider }) => provider).toSorted()
}

describe.each(['database', 'jwt'] as const)(
  'the first password of a user who never proved the address, with the strategy %s,',
  (strategy) => {
    it('proves it and leaves the accounts if the browser is signed in as the user', async () => {
      const { app, fake, browser } = await makeFirstApp({ session: { strategy } })
      const asked = await browser.fetchPage('/auth/change-password')
      await submit(browser, asked, {})
      await app.settle()
      await choose(browser, app.sent.at(-1), newPassword)
      await app.settle()
      expect(await browser.session()).toMatchObject({ user: { email: bob.email } })
      expect(await accountsOf(app)).toEqual(['github', 'op'])
      expect((await findBob(app)).emailVerified).toBeInstanceOf(Date)
      expect(app.sent.at(-1)).toMatchObject({ identifier: bob.email, purpose: 'methodAdded' })
      const [provider, form] = [app.browser(), app.browser()]
      await signIn(provider, fake, { person: bob })
      expect(await provider.session()).toMatchObject({ user: { email: bob.email } })
      await app.attempt({ email: bob.email, password: newPassword }, form)
      expect(await form.session()).toMatchObject({ user: { email: bob.email } })
    })

    it('takes the user over if the browser is not signed in', async () => {
      const { app, browser } = await makeFirstApp({ session: { strategy } })
      const owner = app.browser()
      await choose(owner, await app.mailTo('forgot-password', bob.email), newPassword)
      await app.settle()
      expect(await owner.session()).toMatchObject({ user: { email: bob.email } })
      expect(await browser.session()).toBeNull()
      expect(await accountsOf(app)).toEqual([])
      expect(app.sent.map(({ purpose }) => purpose)).not.toContain('methodAdded')
    })

    it('takes the user over if the browser is signed in as another user', async () => {
      const { app, browser } = await makeFirstApp({ session: { strategy } })
      const owner = app.browser()
      await app.attempt({ email, password }, owner)
      await choose(owner, await app.mailTo('forgot-password', bob.email), newPassword)
      expect(await owner.session()).toMatchObject({ user: { email: bob.email } })
      expect(await browser.session()).toBeNull()
      expect(await accountsOf(app)).toEqual([])
    })
  },
)

it('replaces the password of a signed-in user who never proved the address', async () => {
  const { app, browser } = await makeFirstApp()
  const { id } = await findBob(app)
  const row = await app.adapter.getPassword(app.user.id)
  if (!row) throw new Error('The other user has no password.')
  await app.adapter.setPassword(id, { ...row, stamp: 'first' }, null)
  const mail = await app.mailTo('forgot-password', bob.email)
  await choose(browser, mail, newPassword)
  await app.settle()
  expect(await browser.session()).toMatchObject({ user: { email: bob.email } })
  expect(await accountsOf(app)).toEqual(['github', 'op'])
  expect(app.sent.at(-1)).toMatchObject({ identifier: bob.email, purpose: 'changed' })
})

it('is mailed to a signed-in user, also if the adapter cannot list accounts', async () => {
  const fake = await makeProvider()
  const { listAccountsByUserId: _list, ...adapter } = memoryAdapter()
  await adapter.createUser({ id: 'user-1', email, emailVerified: new Date() })
  const app = await makeMailingApp({ adapter, others: [oidc(fake)] })
  const browser = app.browser()
  await signIn(browser, fake, { person: bob })
  await submit(browser, await browser.fetchPage('/auth/change-password'), {})
  await app.settle()
  expect(app.sent).toMatchObject([{ identifier: bob.email, purpose: 'reset' }])
  await choose(browser, app.sent[0], newPassword)
  expect(await browser.session()).toMatchObject({ user: { email: bob.email } })
  expect((await adapter.getUserByEmail(bob.email))?.emailVerified).toBeInstanceOf(Date)
  // Another person cannot ask for it, because nothing could take the user's accounts away.
  await adapter.createUser({ id: 'eve', email: 'eve@example.test', emailVerified: null })
  expect(await app.mailTo('forgot-password', 'eve@example.test')).toBeUndefined()
})
