import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { enterAnew, makeAccountsApp } from '../../support/apps/accounts-app.js'
import {
  authJsAdapter,
  watch,
  without,
  type Watched,
} from '../../support/adapters/watched-adapter.js'
import { confirm, mailTo, makeMailApp, plenty } from '../../support/apps/mail-app.js'
import { authenticate, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

/**
 * The calls of a first sign-in and of the next one, by kind of adapter. Where all sessions of a user
 * can be ended, one call more than before asks at the end whether they were: only what is read after
 * the session was written can beat it, and no other call at that point sees what a revocation writes.
 * A returning sign-in at a provider asks for the account's row before it updates the tokens, because
 * `getUserByAccount` does not return the issuer, and another issuer must not replace the tokens. A
 * sign-in with OpenID Connect looks with `countAttempt` whether the account was signed out at its
 * provider meanwhile. The other calls of `countAttempt` were there before.
 */
interface Kind {
  readonly adapter: () => Adapter
  readonly oauth: readonly [first: string, returning: string]
  readonly mail: readonly [first: string, returning: string]
  readonly passkey: readonly [first: string, returning: string]
}

const kinds: Readonly<Record<string, Kind>> = {
  // Before the store: 7 and 3, 5 and 4, 10 and 6 calls.
  'every method': {
    adapter: memoryAdapter,
    oauth: [
      'getUserByAccount getUserByEmail transaction createUser linkAccount createSession updateAccount countAttempt getSessionAndUser',
      'getUserByAccount createSession getAccount updateAccount countAttempt getSessionAndUser',
    ],
    mail: [
      'consumeVerificationToken getUserByEmail getUserByEmail createUser createSession getSessionAndUser',
      'consumeVerificationToken getUserByEmail transaction lockUser updateUser createSession getSessionAndUser',
    ],
    passkey: [
      'getUserByEmail countAttempt getUserByEmail getAuthenticator transaction createUser linkAccount createAuthenticator createSession updateAccount getSessionAndUser',
      'getAuthenticator getUserByAccount countAttempt updateAuthenticator createSession updateAccount getSessionAndUser',
    ],
  },
  // Before the store: 13 and 3, 5 and 4, 9 and 6 calls.
  'every method but `transaction`': {
    adapter: () => without(memoryAdapter(), 'transaction'),
    oauth: [
      'getUserByAccount getUserByEmail createVerificationToken getUserByAccount createVerificationToken createVerificationToken createUser linkAccount useVerificationToken useVerificationToken useVerificationToken createSession getUserByAccount countAttempt getSessionAndUser',
      'getUserByAccount createSession getAccount updateAccount countAttempt getSessionAndUser',
    ],
    mail: [
      'consumeVerificationToken getUserByEmail getUserByEmail createUser createSession getSessionAndUser',
      'consumeVerificationToken getUserByEmail getUser updateUser createSession getSessionAndUser',
    ],
    passkey: [
      'getUserByEmail countAttempt getUserByEmail getAuthenticator createUser linkAccount createAuthenticator createSession getUserByAccount getSessionAndUser',
      'getAuthenticator getUserByAccount countAttempt updateAuthenticator createSession updateAccount getSessionAndUser',
    ],
  },
  // Before the store: 13 and 2, 6 and 5, 9 and 6 calls.
  'the methods of Auth.js': {
    adapter: authJsAdapter,
    oauth: [
      'getUserByAccount getUserByEmail createVerificationToken getUserByAccount createVerificationToken createVerificationToken createUser linkAccount useVerificationToken useVerificationToken useVerificationToken createSession',
      'getUserByAccount createSession getAccount',
    ],
    mail: [
      'useVerificationToken createVerificationToken getUserByEmail getUserByEmail createUser createSession',
      'useVerificationToken createVerificationToken getUserByEmail getUser updateUser createSession',
    ],
    passkey: [
      'getUserByEmail createVerificationToken getUserByEmail getAuthenticator createUser linkAccount createAuthenticator createSession',
      'getAuthenticator getUserByAccount createVerificationToken updateAuthenticatorCounter createSession',
    ],
  },
}

describe.each(Object.entries(kinds))('an adapter with %s is asked', (_, kind) => {
  it('by a first and a returning sign-in at a provider', async () => {
    const app = await makeAccountsApp({ adapter: kind.adapter() })
    await enterAnew(app)
    const first = take(app.store)
    await enterAnew(app)
    expect([first, take(app.store)]).toEqual(kind.oauth)
  })

  it('by a first and a returning sign-in by mail', async () => {
    const app = makeMailApp({ adapter: kind.adapter(), limits: plenty })
    const visit = async (): Promise<string> => {
      const link = await mailTo(app, app.browser())
      take(app.store)
      await confirm(app.browser(), link)
      return take(app.store)
    }
    expect([await visit(), await visit()]).toEqual(kind.mail)
  })

  it('by a first and a returning sign-in with a passkey', async () => {
    const store = watch(kind.adapter())
    const app = makePasskeyApp({ adapter: store.adapter, limits: plenty })
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator)
    const first = take(store)
    await authenticate(app.browser(), authenticator)
    expect([first, take(store)]).toEqual(kind.passkey)
  })
})

/** What an adapter was asked; the purge, which comes once an hour, does not count. */
function take(store: Watched): string {
  const names = store.take().filter((name) => name !== 'deleteExpired')
  return names.join(' ')
}
