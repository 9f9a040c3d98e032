import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { Adapter, AdapterPassword, AdapterUser } from '../../../src/model/adapter.js'
import Passkey from '../../../src/providers/passkey.js'
import {
  enter,
  enterAnew,
  errorOf,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { without, type Method } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import { beginRegistration } from '../../support/passkeys/ceremonies.js'
import { authenticate, end, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

const squatter = { ...verifiedClaims, sub: 'eve', email_verified: false }
const kinds: readonly (readonly [string, () => Adapter])[] = [
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
]
const sessions = [
  { strategy: 'database' },
  { strategy: 'jwt', recheckAge: 0 },
  { strategy: 'jwt', recheckAge: 0, revocable: false },
] as const
const cases = kinds.flatMap(([name, make]) =>
  sessions.map((session) => [name, JSON.stringify(session), session, make] as const),
)

function plantedPassword(): Omit<AdapterPassword, 'userId'> {
  return { hash: 'planted', stamp: '', changedAt: new Date(), mustChange: false }
}

/** What every factor of these tests has. */
const planted = {
  name: null,
  secret: 'sealed',
  lastStep: 0,
  createdAt: new Date(),
  lastUsedAt: null,
  expires: null,
}

/** Runs once, right before a call of a method. */
function once(app: AccountsApp, method: Method, work: () => Promise<unknown>): void {
  app.store.before = async ({ name }) => {
    if (name !== method) return
    app.store.before = () => undefined
    await work()
  }
}

/** An application with identity services and passkeys, where linking by address is off. */
async function makeSquattedApp(session: (typeof sessions)[number], adapter: Adapter) {
  const app = await makeAccountsApp({ adapter, session })
  const providers = [...app.config.providers, Passkey()]
  const experimental = { enableWebAuthn: true }
  return { ...app, ...makeApp({ ...app.config, providers, experimental }) }
}

/** The owner of the address signs in where the address is vouched for. */
async function takeOver(app: AccountsApp): Promise<Browser> {
  return enterAnew(app, { id: 'two', person: { ...verifiedClaims, sub: 'owner' } })
}

/** Nothing but the owner's account is left of the one user who has the address. */
async function expectOwnerAlone({ store }: AccountsApp): Promise<void> {
  const { adapter } = store
  const user = await adapter.getUserByEmail?.(String(verifiedClaims['email']))
  const accounts = await adapter.listAccountsByUserId?.(user?.id ?? '')
  expect(accounts?.map((account) => account.providerAccountId)).toEqual(['owner'])
  expect(await adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toEqual([])
  expect(await store.countUsers()).toBe(1)
}

describe('when a provider vouches for an address that a squatter has without a proof', () => {
  it.each(cases)(
    'the squatter’s accounts and sessions are gone, with %s and %s',
    async (_, __, session, makeAdapter) => {
      const app = await makeSquattedApp(session, makeAdapter())
      const eve = await enterAnew(app, { person: squatter })
      const owner = await takeOver(app)
      expect(await eve.session()).toBeNull()
      expect((await owner.session())?.user?.email).toBe(verifiedClaims['email'])
      await expectOwnerAlone(app)
    },
  )

  it.each(cases)(
    'the squatter’s passkeys and their sessions are gone, with %s and %s',
    async (_, __, session, makeAdapter) => {
      const app = await makeSquattedApp(session, makeAdapter())
      const [eve, authenticator] = [app.browser(), new SoftwareAuthenticator()]
      await register(eve, authenticator)
      expect(await eve.session()).not.toBeNull()
      await takeOver(app)
      expect(await eve.session()).toBeNull()
      await expectOwnerAlone(app)
      expect((await authenticate(app.browser(), authenticator)).error).toBe(
        'WebAuthnVerificationError',
      )
    },
  )

  it.each(cases)(
    'the squatter’s password is gone, with %s and %s',
    async (_, __, session, makeAdapter) => {
      const app = await makeSquattedApp(session, makeAdapter())
      const eve = await enterAnew(app, { person: squatter })
      const { adapter } = app.store
      const user = await adapter.getUserByEmail?.(String(verifiedClaims['email']))
      expect(await adapter.setPassword?.(user?.id ?? '', plantedPassword(), null)).toBe(true)
      await takeOver(app)
      expect(await eve.session()).toBeNull()
      expect(await adapter.getPassword?.(user?.id ?? '')).toBeNull()
      expect(await adapter.setPassword?.(user?.id ?? '', plantedPassword(), 'planted')).toBe(false)
    },
  )

  it.each(cases)(
    'what the squatter has begun comes to nothing, with %s and %s',
    async (_, __, session, makeAdapter) => {
      const app = await makeSquattedApp(session, makeAdapter())
      const eve = await enterAnew(app, { person: squatter })
      const elsewhere = app.browser()
      const attempt = app.op.authorize(await start(elsewhere), squatter)
      const location = (await pressLink(eve)).headers.get('location') ?? ''
      const passkey = new SoftwareAuthenticator().create(await beginRegistration(eve))
      await takeOver(app)
      expect(errorOf(await comeBack(elsewhere, attempt))).toBe('OAuthAccountNotLinked')
      expect(await elsewhere.session()).toBeNull()
      await comeBack(eve, app.two.authorize(location, { ...squatter, sub: 'eve-2' }))
      await end(eve, 'register', passkey)
      expect(await eve.session()).toBeNull()
      await expectOwnerAlone(app)
    },
  )

  it('what the squatter adds while it is removed goes as well, with an adapter of several steps', async () => {
    const app = await makeSquattedApp(sessions[0], without(memoryAdapter(), 'transaction'))
    const eve = await enterAnew(app, { person: squatter })
    const location = (await pressLink(eve)).headers.get('location') ?? ''
    const { adapter } = app.store
    const { id = '' } = (await adapter.getUserByEmail?.(String(verifiedClaims['email']))) ?? {}
    const code = { ...planted, id: 'code', userId: id, type: 'recovery-code' } as const
    // The accounts, the password and the factors are gone at this moment, but no session is.
    once(app, 'deleteSessionsByUserId', async () => {
      await comeBack(eve, app.two.authorize(location, { ...squatter, sub: 'eve-2' }))
      expect(
        await adapter.getUserByAccount?.({ provider: 'two', providerAccountId: 'eve-2' }),
      ).not.toBeNull()
      await adapter.setPassword?.(id, plantedPassword(), null)
      await adapter.createFactor?.(code)
    })
    await takeOver(app)
    expect(await eve.session()).toBeNull()
    await expectOwnerAlone(app)
    expect(await adapter.getPassword?.(id)).toBeNull()
    expect(await adapter.listFactorsByUserId?.(id)).toEqual([])
  })

  it.each([
    ['transactions', memoryAdapter, 'transaction'],
    ['no transactions', () => without(memoryAdapter(), 'transaction'), 'getUser'],
  ] as const)('a user who has just set up a second factor stays, with %s', async (...given) => {
    const [, makeAdapter, moment] = given
    const plain = await makeSquattedApp(sessions[0], makeAdapter())
    await enterAnew(plain, { person: squatter })
    const secondFactor = { methods: [authenticatorApp()] }
    const app = { ...plain, ...makeApp({ ...plain.config, secondFactor }) }
    const { adapter } = app.store
    const { id = '' } = (await adapter.getUserByEmail?.(String(verifiedClaims['email']))) ?? {}
    once(app, moment, async () => {
      await adapter.createFactor?.({ ...planted, id: 'app', userId: id, type: 'totp' })
    })
    const person = { ...verifiedClaims, sub: 'owner' }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await adapter.listFactorsByUserId?.(id)).toHaveLength(1)
    expect(await adapter.listAccountsByUserId?.(id)).toMatchObject([{ providerAccountId: 'eve' }])
  })

  it('a user whose address is proven is not taken over', async () => {
    const app = await makeSquattedApp(sessions[0], memoryAdapter())
    const ada = await enterAnew(app)
    const response = await enter(app, app.browser(), {
      id: 'two',
      person: { ...verifiedClaims, sub: 'x' },
    })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(await ada.session()).not.toBeNull()
  })
})

it('an adapter that contradicts itself about the proof refuses the sign-in instead of running for ever', async () => {
  const adapter = without(memoryAdapter(), 'transaction')
  const getUser = async (id: string): Promise<AdapterUser | null> => {
    const user = await adapter.getUser?.(id)
    return user ? { ...user, emailVerified: new Date() } : null
  }
  const app = await makeSquattedApp({ strategy: 'database' }, { ...adapter, getUser })
  await enterAnew(app, { person: squatter })
  const response = await enter(app, app.browser(), {
    id: 'two',
    person: { ...verifiedClaims, sub: 'owner' },
  })
  expect(errorOf(response)).toBe('OAuthAccountNotLinked')
})
