import { expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { setPassword } from '../../../src/core.js'
import Password from '../../../src/providers/password.js'
import { cheap } from '../../support/apps/password-app.js'
import { openSite, sessionAt, signInAt } from './side-by-side.js'

const email = 'ada@example.test'
const claims = { sub: 'op-1', name: 'Ada', email, email_verified: true }

/** A user whom Auth.js stored, without a proof of the address, with an account at another provider. */
async function openMoved({ linking }: { readonly linking: boolean }) {
  const adapter = memoryAdapter()
  const user = await adapter.createUser({ id: 'ada', email, emailVerified: null })
  await adapter.linkAccount({
    userId: user.id,
    provider: 'github',
    providerAccountId: '1',
    type: 'oauth',
  })
  const expires = new Date(Date.now() + 3_600_000)
  await adapter.createSession({ sessionToken: 'elsewhere', userId: user.id, expires })
  const site = await openSite({ adapter, strategy: 'database' })
  const [provider] = site.ours.providers
  Object.assign(provider as object, { allowDangerousEmailAccountLinking: linking })
  const accounts = async () =>
    (await adapter.listAccountsByUserId(user.id)).map((one) => one.provider).toSorted()
  const isElsewhere = async () => (await adapter.getSessionAndUser('elsewhere')) !== null
  return { adapter, site, accounts, isElsewhere }
}

it('a second provider is refused while linking is off, as at the old server, and removes nothing', async () => {
  for (const server of ['old', 'new'] as const) {
    const { site, accounts, isElsewhere } = await openMoved({ linking: false })
    const answer = await signInAt(site, server, server, claims)
    expect(answer.headers.get('location')).toContain('OAuthAccountNotLinked')
    expect(await sessionAt(site, server)).toBeNull()
    expect(await accounts()).toEqual(['github'])
    expect(await isElsewhere()).toBe(true)
  }
})

it('a second provider that vouches is linked if linking is on, and removes nothing', async () => {
  const { adapter, site, accounts, isElsewhere } = await openMoved({ linking: true })
  await signInAt(site, 'new', 'new', claims)
  expect(await sessionAt(site, 'new')).toMatchObject({ user: { email } })
  expect(await accounts()).toEqual(['github', 'op'])
  expect(await isElsewhere()).toBe(true)
  expect((await adapter.getUserByEmail(email))?.emailVerified).toBeInstanceOf(Date)
})

it('a provider that vouches takes a user over who signed up with a password', async () => {
  const { adapter, site, accounts, isElsewhere } = await openMoved({ linking: false })
  const config = { ...site.ours, providers: [Password({ hasher: cheap })] }
  expect(await setPassword(config, 'ada', 'tide lantern gravel')).toEqual({ ok: true })
  await signInAt(site, 'new', 'new', claims)
  expect(await sessionAt(site, 'new')).toMatchObject({ user: { email } })
  expect(await accounts()).toEqual(['op'])
  expect(await isElsewhere()).toBe(false)
  expect(await adapter.getPassword('ada')).toBeNull()
})
