import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import { click, isSignedIn, mailTo, makeMailApp } from '../../support/apps/mail-app.js'
import { makeApp } from '../../support/apps/app.js'
import { makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { authenticate, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { enter, makeAccountsApp, verifiedClaims } from '../../support/apps/accounts-app.js'

const now = new Date(Date.UTC(2030, 0, 1))
const unproven = { ...verifiedClaims, email_verified: undefined }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

/** A `signIn` callback, and what it is told of the address. */
function listen(): { readonly told: unknown[]; readonly callbacks: AuthConfig['callbacks'] } {
  const told: unknown[] = []
  const callbacks: AuthConfig['callbacks'] = {
    signIn: ({ user }) => Boolean(told.push([user.email, user.emailVerified])),
  }
  return { told, callbacks }
}

describe('the signIn callback is told by `emailVerified` whether the address is proven', () => {
  it.each([
    ['that the provider vouches for', verifiedClaims, now],
    ['that the provider says nothing about', unproven, null],
    ['that the provider calls unproven', { ...verifiedClaims, email_verified: false }, null],
    ['that the provider vouches for in words', { ...verifiedClaims, email_verified: 'true' }, null],
  ])('of a newcomer, %s', async (_what, person, verified) => {
    const { told, callbacks } = listen()
    const app = await makeAccountsApp({ callbacks })
    await enter(app, app.browser(), { person })
    expect(told).toEqual([['ada@example.test', verified]])
  })

  it('of a user without a database', async () => {
    const { told, callbacks } = listen()
    const op = await makeProvider({ person: unproven })
    await signIn(makeApp({ providers: [oidc(op)], callbacks }).browser(), op)
    expect(told).toEqual([['ada@example.test', null]])
  })

  it('of a user whom the database knows', async () => {
    const { told, callbacks } = listen()
    const app = await makeAccountsApp({ callbacks })
    await enter(app, app.browser(), { person: unproven })
    await enter(app, app.browser(), { person: unproven })
    expect(told).toEqual([
      ['ada@example.test', null],
      ['ada@example.test', null],
    ])
  })

  it('of a profile function that vouches for the address itself', async () => {
    const { told, callbacks } = listen()
    const profile = () => ({ id: '1', email: 'ada@example.test', emailVerified: true })
    const app = await makeAccountsApp({ callbacks, opOptions: { profile } })
    await enter(app, app.browser(), { person: unproven })
    expect(told).toEqual([['ada@example.test', now]])
  })

  it('of a mail that is asked for, and of one that has arrived', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    expect(isSignedIn(browser)).toBe(true)
    expect(app.asked.map(({ user }) => user.emailVerified)).toEqual([null, now])
  })

  it('of a newcomer with a passkey, and of one who comes back', async () => {
    const { told, callbacks } = listen()
    const app = makePasskeyApp({ callbacks })
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator)
    await authenticate(app.browser(), authenticator)
    expect(told).toEqual([
      ['ada@example.test', null],
      ['ada@example.test', null],
    ])
  })

  it('of a signed-in user who adds a passkey', async () => {
    const { told, callbacks } = listen()
    const app = makePasskeyApp({ callbacks })
    const browser = app.browser()
    await register(browser, new SoftwareAuthenticator())
    const user = await app.store.getUserByEmail?.('ada@example.test')
    await app.store.updateUser?.({ id: user?.id ?? '', emailVerified: now })
    await register(browser, new SoftwareAuthenticator())
    expect(told.at(-1)).toEqual(['ada@example.test', now])
  })
})
