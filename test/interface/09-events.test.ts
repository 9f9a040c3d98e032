import { describe, expect, it } from 'vitest'
import type { EventCallbacks } from '../../src/model/events.js'
import { enterAnew, makeAccountsApp, storeAda } from '../accounts/accounts-app.js'
import { ada, login, makeApp } from '../engine/app.js'

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

  it('all handlers are optional, and may be async', async () => {
    const app = makeApp({ events: { signIn: async () => undefined } })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })
})
