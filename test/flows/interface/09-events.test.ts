import { describe, expect, expectTypeOf, it } from 'vitest'
import type { AdapterSession, AdapterUser } from '../../../src/model/adapter.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import type { Account, JWT, Profile, Session, User } from '../../../src/model/records.js'
import { enterAnew, makeAccountsApp, storeAda } from '../../support/apps/accounts-app.js'
import {
  address,
  click,
  mailTo,
  makeMailApp,
  storeUser,
  userOf,
} from '../../support/apps/mail-app.js'
import { ada, login, makeApp } from '../../support/apps/app.js'
import { makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

type Name = keyof EventCallbacks

/** Handlers that keep what they are told. */
function recordEvents(): { events: EventCallbacks; told: [Name, object][] } {
  const told: [Name, object][] = []
  const names: readonly Name[] = [
    'createUser',
    'updateUser',
    'linkAccount',
    'session',
    'signIn',
    'signOut',
  ]
  const record =
    (name: Name) =>
    (message: object): void =>
      void told.push([name, message])
  return { events: Object.fromEntries(names.map((name) => [name, record(name)])), told }
}

describe('Events', () => {
  it('have the messages of the table', () => {
    type Message<N extends Name> = Parameters<NonNullable<EventCallbacks[N]>>[0]
    expectTypeOf<Message<'createUser'>>().toExtend<{ user: User }>()
    expectTypeOf<Message<'updateUser'>>().toExtend<{ user: User }>()
    expectTypeOf<Message<'linkAccount'>>().toEqualTypeOf<{
      account: Account
      profile: User | AdapterUser
      user: User | AdapterUser
    }>()
    expectTypeOf<Message<'session'>>().toExtend<{ session: Session; token?: JWT | undefined }>()
    expectTypeOf<Message<'signIn'>>().toEqualTypeOf<{
      user: User
      account: Account | null
      profile?: Profile | undefined
      isNewUser?: boolean | undefined
    }>()
    expectTypeOf<{ session: AdapterSession | null | undefined }>().toExtend<Message<'signOut'>>()
    expectTypeOf<{ token: JWT | null }>().toExtend<Message<'signOut'>>()
  })

  it('`createUser`, `linkAccount` and `signIn` of a new user have the fields of the table', async () => {
    const { events, told } = recordEvents()
    const app = await makeAccountsApp({ events })
    await enterAnew(app)
    expect(told).toMatchObject([
      ['createUser', { user: { name: 'Ada' } }],
      [
        'linkAccount',
        { account: { provider: 'op' }, profile: { name: 'Ada' }, user: { name: 'Ada' } },
      ],
      [
        'signIn',
        {
          user: { name: 'Ada' },
          account: { provider: 'op' },
          profile: { sub: 'subject-1' },
          isNewUser: true,
        },
      ],
    ])
  })

  it('`createUser` and `signIn` of a new user by mail have no profile', async () => {
    const { events, told } = recordEvents()
    const app = makeMailApp({ events })
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    const user = { email: address, id: (await userOf(app))?.id }
    expect(told).toMatchObject([
      ['createUser', { user }],
      ['signIn', { user, account: { provider: 'mail', type: 'email' }, isNewUser: true }],
    ])
    expect(Object(told.at(-1)?.[1]).profile).toBeUndefined()
  })

  it('`createUser`, `linkAccount` and `signIn` of a new user with a passkey', async () => {
    const { events, told } = recordEvents()
    const app = makePasskeyApp({ events })
    await register(app.browser(), new SoftwareAuthenticator(), { email: address })
    const account = { provider: 'passkey', type: 'webauthn' }
    const user = { email: address, id: (await app.store.getUserByEmail?.(address))?.id }
    expect(told).toMatchObject([
      ['createUser', { user }],
      ['linkAccount', { account, user, profile: { email: address } }],
      ['signIn', { user, account, isNewUser: true }],
    ])
  })

  it('`signIn` of a known user has the user of the adapter, and `isNewUser: false`', async () => {
    const { events, told } = recordEvents()
    const app = await makeAccountsApp({ events })
    await enterAnew(app)
    await enterAnew(app)
    const keys = { provider: 'op', providerAccountId: 'subject-1' }
    const id = (await app.store.adapter.getUserByAccount?.(keys))?.id
    expect(told.at(-1)).toMatchObject(['signIn', { user: { id }, isNewUser: false }])
  })

  it('`updateUser` has the user whose address was proven by mail', async () => {
    const { events, told } = recordEvents()
    const app = makeMailApp({ events })
    await storeUser(app)
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    expect(told.find(([name]) => name === 'updateUser')?.[1]).toMatchObject({
      user: { id: 'user-1', emailVerified: expect.any(Date) as Date },
    })
  })

  it('`updateUser` has the user', async () => {
    const { events, told } = recordEvents()
    const app = await makeAccountsApp({ events })
    await storeAda(app)
    await enterAnew(app)
    expect(told.find(([name]) => name === 'updateUser')?.[1]).toMatchObject({
      user: { id: ada.id },
    })
  })

  it('`signIn` with credentials has what `authorize` returned', async () => {
    const { events, told } = recordEvents()
    await makeApp({ events }).browser().signIn(login)
    expect(told[0]).toMatchObject(['signIn', { user: ada }])
  })

  it.each(['jwt', 'database'] as const)(
    '`session` and `signOut` have a session or a token with %s',
    async (strategy) => {
      const { events, told } = recordEvents()
      const app = await makeAccountsApp({ events, session: { strategy } })
      const browser = await enterAnew(app)
      await browser.session()
      await browser.signOut()
      const messages = Object.fromEntries(told)
      const member = strategy === 'jwt' ? 'token' : 'session'
      expect(messages['session']).toHaveProperty(member)
      expect(Object.keys(messages['signOut'] ?? {})).toEqual([member])
    },
  )

  it('a handler that throws does not stop the flow', async () => {
    const events = { signIn: (): never => expect.fail('the audit log is down') }
    const app = makeApp({ events })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    expect(app.codes('error')).toHaveLength(1)
  })

  it('all handlers are optional, and may be async', async () => {
    const app = makeApp({ events: { signIn: async () => undefined } })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })
})
