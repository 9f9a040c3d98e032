import { describe, expect, it } from 'vitest'
import type { JWTCallbackParams, SignInCallbackParams } from '../../../src/model/callbacks.js'
import { openBrowser } from '../../support/browser.js'
import { login, passwordProvider } from '../../support/apps/app.js'
import { comeBack } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  errorOf,
  makeAccountsApp,
  pressLink,
  storeAda,
  takeTold,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'

const one = { provider: 'op', providerAccountId: 'subject-1' }

describe('events', () => {
  it('of a first sign-in, of a second, of a link, of a sign-out: what happened, in order', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    expect(takeTold(app)).toEqual(['createUser', 'linkAccount', 'signIn'])
    await enter(app, browser)
    expect(takeTold(app)).toEqual(['signIn'])
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    expect(takeTold(app)).toEqual([])
    await comeBack(browser, app.two.authorize(location, { sub: 'x' }))
    expect(takeTold(app)).toEqual(['linkAccount', 'signIn'])
    await browser.signOut()
    expect(takeTold(app)).toEqual(['signOut'])
    await browser.signOut()
    expect(takeTold(app)).toEqual([])
  })

  it('are told with the ids of the database', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const user = await app.store.adapter.getUserByAccount?.(one)
    const ids = app.told.map(({ message }) => [message.user?.id, message.account?.userId])
    expect(ids).toEqual([
      [user?.id, undefined],
      [user?.id, user?.id],
      [user?.id, user?.id],
    ])
  })

  it('of a sign-in carry the tokens of the account and the profile', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    expect(app.told.at(-1)?.message).toMatchObject({
      account: { ...one, type: 'oidc', access_token: expect.stringMatching(/^access-/) as string },
      profile: { sub: 'subject-1', name: 'Ada' },
      isNewUser: true,
    })
  })

  it('are not emitted when the `signIn` callback refuses, and nothing is written', async () => {
    for (const answer of [false, '/elsewhere']) {
      const app = await makeAccountsApp({ callbacks: { signIn: () => answer } })
      await enter(app, app.browser())
      expect(takeTold(app)).toEqual([])
      expect(app.store.take()).toEqual(['getUserByAccount'])
    }
  })

  it('are not emitted for a user whose creation was undone', async () => {
    const app = await makeAccountsApp()
    app.store.before = ({ name }) => {
      if (name === 'linkAccount') throw new Error('no')
    }
    await enter(app, app.browser())
    expect(takeTold(app)).toEqual([])
  })

  it('that throw stop nothing', async () => {
    const fail = (): never => {
      throw new Error('bug')
    }
    const events = {
      createUser: fail,
      linkAccount: fail,
      signIn: fail,
      signOut: fail,
      session: fail,
    }
    const app = await makeAccountsApp({ events })
    const browser = await enterAnew(app)
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    expect(await browser.session()).toBeNull()
    const codes = app.codes('error')
    expect(codes.length).toBeGreaterThanOrEqual(5)
    expect(new Set(codes)).toEqual(new Set(['EventError']))
  })

  it('of credentials name the user of the database', async () => {
    const app = await makeAccountsApp({ providers: [passwordProvider] })
    await storeAda(app)
    await app.browser().signIn(login)
    expect(app.told.map(({ name }) => name)).toEqual(['signIn'])
    expect(app.told[0]?.message).toMatchObject({
      user: { id: 'user-1' },
      account: { provider: 'credentials', userId: 'user-1', providerAccountId: 'user-1' },
      isNewUser: false,
    })
  })
})

describe('callbacks', () => {
  it('`signIn` is asked about the user of the database, once the account is known', async () => {
    const seen: SignInCallbackParams[] = []
    const signIn = (params: SignInCallbackParams): boolean => {
      seen.push(params)
      return true
    }
    const app = await makeAccountsApp({ callbacks: { signIn } })
    await enterAnew(app)
    await enterAnew(app)
    const user = await app.store.adapter.getUserByAccount?.(one)
    expect(seen.map(({ user: { id } }) => id)).toEqual(['op:subject-1', user?.id])
    expect(seen[0]?.account).toMatchObject(one)
    expect(seen[0]?.account).not.toHaveProperty('userId')
    expect(seen[0]?.profile).toMatchObject({ sub: 'subject-1' })
  })

  it('`jwt` is given real ids, and says whether it is a sign-up', async () => {
    const seen: JWTCallbackParams[] = []
    const options: AccountsOptions = {
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: (params) => {
          seen.push(params)
          return params.token
        },
      },
    }
    const app = await makeAccountsApp(options)
    await enterAnew(app)
    await enterAnew(app)
    const user = await app.store.adapter.getUserByAccount?.(one)
    const signIns = seen.filter(({ user: given }) => given)
    expect(signIns.map(({ trigger }) => trigger)).toEqual(['signUp', 'signIn'])
    expect(signIns.map(({ isNewUser }) => isNewUser)).toEqual([true, false])
    for (const params of signIns) {
      expect(params.user?.id).toBe(user?.id)
      expect(params.account?.userId).toBe(user?.id)
      expect(params.token.sub).toBe(user?.id)
      expect(params.profile).toMatchObject({ sub: 'subject-1' })
    }
  })

  it('an account in an event has no user id without a database', async () => {
    const app = await makeAccountsApp()
    const { adapter: _, ...config } = app.config
    const browser = openBrowser(config)
    await enter(app, browser)
    expect(app.told.map(({ name }) => name)).toEqual(['signIn'])
    expect(app.told[0]?.message.account).not.toHaveProperty('userId')
    expect(app.told[0]?.message.user).toMatchObject({ id: 'op:subject-1' })
  })

  it('a refusal leaves the session that was', async () => {
    let answer = true
    const app = await makeAccountsApp({
      callbacks: { signIn: () => answer },
      adapter: authJsAdapter(),
    })
    const browser = await enterAnew(app)
    answer = false
    const response = await enter(app, browser, { id: 'two', person: { sub: 'eve' } })
    expect(errorOf(response)).toBe('AccessDenied')
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  })
})
