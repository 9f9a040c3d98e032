import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { SignInCallbackParams } from '../../../src/model/callbacks.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import Passkey from '../../../src/providers/passkey.js'
import { keylessAdapter } from '../../support/adapters/odd-adapters.js'
import {
  authJsAdapter,
  connectionLost,
  watch,
  without,
  type Method,
} from '../../support/adapters/watched-adapter.js'
import { askForMail, confirm, recordingProvider } from '../../support/apps/mail-app.js'
import {
  address,
  beginRegistration,
  inside,
  putBack,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import {
  authenticate,
  end,
  makePasskeyApp,
  register,
  type PasskeyApp,
  type PasskeyOptions,
} from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

afterEach(() => void vi.useRealTimers())

/** What is in the database about a user who signs up. */
async function leftOf(app: PasskeyApp, authenticator: SoftwareAuthenticator) {
  const user = await app.store.getUserByEmail?.(address)
  const row = await rowOf(app, authenticator)
  const providerAccountId = Buffer.from(authenticator.credentials[0]?.id ?? '', 'base64url')
  const account = await app.store.getAccount?.(providerAccountId.toString('base64'), 'passkey')
  return [user && 'user', account && 'account', row && 'authenticator'].filter(Boolean)
}

const allRecords = ['user', 'account', 'authenticator']

describe('N17: a `signIn` callback', () => {
  type Answer = NonNullable<NonNullable<PasskeyOptions['callbacks']>['signIn']>
  const answers: readonly (readonly [string, Answer, RegExp])[] = [
    ['that says false', () => false, /\/auth\/error\?error=AccessDenied$/],
    ['that says where to go', () => '/wait', /^https:\/\/app\.test\/wait$/],
    [
      'that throws',
      () => {
        throw new Error('No.')
      },
      /\/auth\/error\?error=AccessDenied$/,
    ],
  ]

  it.each(answers)('%s refuses the registration', async (_, signIn, url) => {
    const app = makePasskeyApp({ callbacks: { signIn } })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    expect((await register(browser, authenticator)).url).toMatch(url)
    expect(await browser.session()).toBeNull()
    expect(await leftOf(app, authenticator)).toEqual([])
  })

  it.each(answers)('%s refuses the sign-in, and the counter stays', async (_, signIn, url) => {
    let ask: Answer = () => true
    const app = makePasskeyApp({ callbacks: { signIn: (params) => ask(params) } })
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator)
    const before = await rowOf(app, authenticator)
    ask = signIn
    const browser = app.browser()
    expect((await authenticate(browser, authenticator)).url).toMatch(url)
    expect(await browser.session()).toBeNull()
    expect(await rowOf(app, authenticator)).toEqual(before)
  })

  it('hears who it is about before anything is written', async () => {
    const heard: SignInCallbackParams[] = []
    const left: unknown[] = []
    const authenticator = new SoftwareAuthenticator()
    const app: PasskeyApp = makePasskeyApp({
      callbacks: {
        signIn: async (params) => {
          heard.push(params)
          left.push(await leftOf(app, authenticator))
          return true
        },
      },
    })
    const browser = app.browser()
    await register(browser, authenticator)
    const row = (await rowOf(app, authenticator)) ?? expect.fail()
    const { providerAccountId, userId } = row
    const account = { provider: 'passkey', type: 'webauthn', providerAccountId }
    expect(heard[0]).toMatchObject({ user: { email: address }, account })
    expect(heard[0]?.user).not.toHaveProperty('id')
    expect(heard[0]?.account).not.toHaveProperty('userId')

    await authenticate(app.browser(), authenticator)
    expect(heard[1]).toMatchObject({
      user: { id: userId, email: address },
      account: { ...account, userId },
    })

    const second = new SoftwareAuthenticator()
    await register(browser, second)
    expect(heard[2]).toMatchObject({ user: { id: userId }, account: { userId } })
    expect(left).toEqual([[], allRecords, allRecords])
  })
})

describe('the events of passkeys', () => {
  it('say what happened, in order', async () => {
    const told: unknown[] = []
    const tell =
      (name: string) =>
      ({ user, account, isNewUser }: Record<string, object | undefined>) => {
        const { email } = user as { email: string }
        told.push({ name, email, account, isNewUser })
      }
    const events = {
      createUser: tell('createUser'),
      linkAccount: tell('linkAccount'),
      signIn: tell('signIn'),
    } as unknown as EventCallbacks
    const app = makePasskeyApp({ events })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    await register(browser, authenticator)
    const { providerAccountId, userId } = (await rowOf(app, authenticator)) ?? expect.fail()
    const account = { provider: 'passkey', type: 'webauthn', providerAccountId, userId }
    const about = { email: address, account, isNewUser: undefined }
    expect(told.splice(0)).toEqual([
      { ...about, name: 'createUser', account: undefined },
      { ...about, name: 'linkAccount' },
      { ...about, name: 'signIn', isNewUser: true },
    ])

    await authenticate(app.browser(), authenticator)
    expect(told.splice(0)).toEqual([{ ...about, name: 'signIn', isNewUser: false }])

    await register(browser, new SoftwareAuthenticator())
    expect(told).toMatchObject([{ name: 'linkAccount' }, { name: 'signIn', isNewUser: false }])
  })
})

describe('a registration whose database fails', () => {
  const ways: readonly (readonly [string, () => Adapter])[] = [
    ['with transactions', memoryAdapter],
    ['without transactions', () => without(memoryAdapter(), 'transaction')],
  ]
  const steps: readonly Method[] = [
    'countAttempt',
    'getUserByEmail',
    'getAuthenticator',
    'createUser',
    'linkAccount',
    'createAuthenticator',
  ]

  describe.each(ways)('%s', (_, makeStore) => {
    it('calls what the next test lets fail, and then makes a session', async () => {
      const store = watch(makeStore())
      const app = makePasskeyApp({ adapter: store.adapter })
      const browser = app.browser()
      const authenticator = new SoftwareAuthenticator()
      const data = authenticator.create(await beginRegistration(browser))
      store.take()
      await end(browser, 'register', data)
      const calls = store.take().filter((name) => name !== 'transaction')
      expect(calls.slice(0, steps.length)).toEqual(steps)
      expect(calls[steps.length]).toBe('createSession')
    })

    it.each(steps)('at %s leaves nothing behind', async (step) => {
      const store = watch(makeStore())
      const app = makePasskeyApp({ adapter: store.adapter })
      const browser = app.browser()
      const authenticator = new SoftwareAuthenticator()
      const data = authenticator.create(await beginRegistration(browser))
      store.before = ({ name }) => name === step && connectionLost()
      expect((await end(browser, 'register', data)).url).toMatch(/error=Configuration$/)
      store.before = () => undefined
      // What was written last is taken back first.
      const undone = store.take().filter((name) => /^(unlink|delete)/.test(name))
      expect(undone.join()).not.toBe('deleteUser,unlinkAccount')
      expect(await leftOf(app, authenticator)).toEqual([])
      expect(await store.countUsers()).toBe(0)
      expect(await browser.session()).toBeNull()
      expect(app.codes('error')).toContain('AdapterError')

      const again = new SoftwareAuthenticator()
      expect(await register(browser, again)).toEqual(inside)
    })

    it.each(['linkAccount', 'createAuthenticator'] as const)(
      'at %s of a second passkey leaves its owner as before',
      async (step) => {
        const store = watch(makeStore())
        const app = makePasskeyApp({ adapter: store.adapter })
        const browser = app.browser()
        const first = new SoftwareAuthenticator()
        await register(browser, first)
        const before = await rowOf(app, first)
        const second = new SoftwareAuthenticator()
        const data = second.create(await beginRegistration(browser))
        store.before = ({ name }) => name === step && connectionLost()
        expect((await end(browser, 'register', data)).url).toMatch(/error=Configuration$/)
        store.before = () => undefined
        expect(await leftOf(app, second)).toEqual(['user'])
        expect(await leftOf(app, first)).toEqual(allRecords)
        expect(await app.store.listAccountsByUserId?.(before?.userId ?? '')).toHaveLength(1)
        expect(await browser.session()).toMatchObject({ user: { email: address } })
      },
    )

    it('at the session leaves a passkey that works', async () => {
      const store = watch(makeStore())
      const app = makePasskeyApp({ adapter: store.adapter })
      const authenticator = new SoftwareAuthenticator()
      store.before = ({ name }) => name === 'createSession' && connectionLost()
      const browser = app.browser()
      await register(browser, authenticator)
      expect(await browser.session()).toBeNull()
      store.before = () => undefined
      expect(await leftOf(app, authenticator)).toEqual(allRecords)
      expect(await authenticate(browser, authenticator)).toEqual(inside)
    })
  })

  it('and cannot take back what it wrote says both', async () => {
    const store = watch(without(memoryAdapter(), 'transaction'))
    const app = makePasskeyApp({ adapter: store.adapter })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    const data = authenticator.create(await beginRegistration(browser))
    store.before = ({ name }) =>
      (name === 'createAuthenticator' || name === 'unlinkAccount') && connectionLost()
    await end(browser, 'register', data)
    store.before = () => undefined
    // The undoing went on: the user is gone, and the account with it.
    expect(await leftOf(app, authenticator)).toEqual([])
    expect(app.codes('error')).toEqual(['AdapterError', 'AdapterError'])
  })

  it('leaves a user who cannot sign in where the adapter can delete nothing', async () => {
    const bare = without(authJsAdapter(), 'deleteUser', 'unlinkAccount')
    const store = watch(bare)
    const app = makePasskeyApp({ adapter: store.adapter })
    const authenticator = new SoftwareAuthenticator()
    store.before = ({ name }) => name === 'createAuthenticator' && connectionLost()
    await register(app.browser(), authenticator)
    store.before = () => undefined
    expect(app.codes('error')).toEqual(['AdapterError'])
    expect(await leftOf(app, authenticator)).toEqual(['user', 'account'])
    expect(await authenticate(app.browser(), authenticator)).toEqual(refused)
  })

  it('because another user has just signed up with the address says so', async () => {
    const store = watch(memoryAdapter())
    const app = makePasskeyApp({ adapter: store.adapter })
    const rival = { id: 'rival', email: address, emailVerified: null }
    store.before = ({ name }) => {
      if (name !== 'transaction') return
      store.before = () => undefined
      return store.adapter.createUser?.(rival)
    }
    const authenticator = new SoftwareAuthenticator()
    const { url } = await register(app.browser(), authenticator)
    expect(url).toMatch(/error=AccountNotLinked/)
    expect(await leftOf(app, authenticator)).toEqual(['user'])
    expect(app.codes('error')).toEqual([])
  })
})

describe('tables without keys', () => {
  /** A store that keeps two users of one address. */
  function keylessStore() {
    const createAuthenticator: Adapter['createAuthenticator'] = (row) => row
    const inner = without(memoryAdapter(), 'transaction')
    return { ...inner, ...keylessAdapter(), createAuthenticator }
  }

  it('take no two users of one address', async () => {
    const adapter = keylessStore()
    const app = makePasskeyApp({ adapter, session: { strategy: 'jwt' } })
    const all = Array.from({ length: 5 }, () =>
      register(app.browser(), new SoftwareAuthenticator()),
    )
    const results = await Promise.all(all)
    expect(results.filter(({ url }) => url?.includes('AccountNotLinked'))).toHaveLength(4)
    expect(adapter.users).toHaveLength(1)
  })
})

describe('a sign-in whose database fails', () => {
  it.each(['getAuthenticator', 'getUserByAccount', 'countAttempt', 'updateAuthenticator'] as const)(
    'at %s does not sign the user in',
    async (step) => {
      const store = watch(memoryAdapter())
      const app = makePasskeyApp({ adapter: store.adapter })
      const authenticator = new SoftwareAuthenticator()
      await register(app.browser(), authenticator)
      const before = await rowOf(app, authenticator)
      store.before = ({ name }) => name === step && connectionLost()
      const browser = app.browser()
      expect((await authenticate(browser, authenticator)).url).toMatch(/error=Configuration$/)
      store.before = () => undefined
      expect(await browser.session()).toBeNull()
      expect(await rowOf(app, authenticator)).toEqual(before)
    },
  )
})

describe.each(['jwt', 'database'] as const)('a second passkey, strategy %s', (strategy) => {
  async function signedUp(options: PasskeyOptions = {}) {
    const app = makePasskeyApp({ session: { strategy }, ...options })
    const browser = app.browser()
    const first = new SoftwareAuthenticator()
    await register(browser, first)
    return { app, browser, first, second: new SoftwareAuthenticator() }
  }

  it('belongs to the current user, whatever address is typed, unless the form signs up', async () => {
    const { app, browser, first, second } = await signedUp()
    await register(browser, second, { email: 'eve@example.test' })
    expect((await rowOf(app, second))?.userId).toBe((await rowOf(app, first))?.userId)
    expect(await app.store.getUserByEmail?.('eve@example.test')).toBeNull()
    const elsewhere = app.browser()
    await authenticate(elsewhere, second)
    expect(await elsewhere.session()).toMatchObject({ user: { email: address } })
    await authenticate(elsewhere, first)
    expect(await elsewhere.session()).toMatchObject({ user: { email: address } })
  })

  it('is made for the same handle, on an authenticator that has none of the others', async () => {
    const { browser, first } = await signedUp()
    const options = await beginRegistration(browser)
    const [{ id, userHandle } = expect.fail()] = first.credentials
    expect(options).toMatchObject({
      user: { id: userHandle, name: address, displayName: address },
      excludeCredentials: [{ id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    })
  })

  it('may be made on the authenticator of a passkey whose account was removed', async () => {
    const { app, browser, first, second } = await signedUp()
    await register(browser, second)
    const { providerAccountId = '' } = (await rowOf(app, first)) ?? {}
    await app.store.unlinkAccount?.({ provider: 'passkey', providerAccountId })
    expect(await rowOf(app, first)).not.toBeNull()
    const options = await beginRegistration(browser)
    const [{ id } = expect.fail()] = second.credentials
    expect(options).toHaveProperty('excludeCredentials', [expect.objectContaining({ id })])
  })

  it.each(['signs out', 'signs in as another user'])(
    'is refused to a browser that %s before the end',
    async (change) => {
      const { app, browser, first, second } = await signedUp()
      const options = await beginRegistration(browser)
      const begun = browser.cookies.filter(({ name }) => name.includes('authjs.challenge'))
      const eve = new SoftwareAuthenticator()
      if (change === 'signs out') await browser.signOut()
      else {
        await register(app.browser(), eve, { email: 'eve@example.test' })
        await authenticate(browser, eve)
      }
      // A sign-in forgets what was begun; a hostile browser does not.
      putBack(browser, begun)
      const { url } = await end(browser, 'register', second.create(options))
      expect(url).toMatch(/error=AccountNotLinked/)
      expect(await rowOf(app, second)).toBeNull()
      const owner = (await rowOf(app, first))?.userId ?? ''
      expect(await app.store.listAccountsByUserId?.(owner)).toHaveLength(1)
    },
  )
})

describe('an adapter that gives ids of its own', () => {
  it('is asked for passkeys with the very id that it gave', async () => {
    const inner = memoryAdapter()
    const asked: unknown[] = []
    const id = 7 as unknown as string
    const adapter: Adapter = {
      ...without(inner, 'transaction'),
      createUser: (user) => inner.createUser({ ...user, id }),
      listAuthenticatorsByUserId: (userId) => {
        asked.push(userId)
        return inner.listAuthenticatorsByUserId(userId)
      },
    }
    const app = makePasskeyApp({ adapter })
    const browser = app.browser()
    await register(browser, new SoftwareAuthenticator())
    await beginRegistration(browser)
    expect(asked).toEqual([7])
  })
})

describe('adapters with the methods of Auth.js and no others', () => {
  it.each(['jwt', 'database'] as const)('will do: %s', async (strategy) => {
    const store = watch(authJsAdapter())
    const app = makePasskeyApp({ adapter: store.adapter, session: { strategy } })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    expect(await register(browser, authenticator)).toEqual(inside)
    const row = (await rowOf(app, authenticator)) ?? expect.fail()
    // Tables that Auth.js made have these columns and no others.
    expect(Object.keys(row).toSorted()).toEqual(
      [
        'counter',
        'credentialBackedUp',
        'credentialDeviceType',
        'credentialID',
        'credentialPublicKey',
        'providerAccountId',
        'transports',
        'userId',
      ].toSorted(),
    )
    expect(await authenticate(app.browser(), authenticator)).toEqual(inside)
    expect((await rowOf(app, authenticator))?.counter).toBe(1)
    expect(await register(browser, new SoftwareAuthenticator())).toEqual(inside)
    expect(await app.store.listAuthenticatorsByUserId?.(row.userId)).toHaveLength(2)
    expect(app.codes('error')).toEqual([])
  })

  it('will do where tokens are not unique', async () => {
    const adapter = { ...authJsAdapter(), createVerificationToken: () => undefined }
    const app = makePasskeyApp({ adapter })
    const authenticator = new SoftwareAuthenticator()
    expect(await register(app.browser(), authenticator)).toEqual(inside)
    expect(await authenticate(app.browser(), authenticator)).toEqual(inside)
  })

  it('refuse a response twice by a token that is there', async () => {
    const createVerificationToken = (): never => {
      throw new Error('duplicate key')
    }
    const adapter = { ...authJsAdapter(), createVerificationToken }
    const app = makePasskeyApp({ adapter })
    expect(await register(app.browser(), new SoftwareAuthenticator())).toEqual(refused)
    expect(app.codes('warn')).toContain('spent-twice')
  })
})

describe('B31: a passkey that was planted at an address', () => {
  it('is evicted by the user who proves the address', async () => {
    const sent: VerificationRequestParams[] = []
    const app = makePasskeyApp({ providers: [Passkey(), recordingProvider(sent)] })
    const eve = app.browser()
    const planted = new SoftwareAuthenticator()
    await register(eve, planted)
    expect(await eve.session()).toMatchObject({ user: { email: address } })

    const ada = app.browser()
    await askForMail(ada)
    await confirm(ada, sent[0]?.url ?? '')
    expect(await ada.session()).toMatchObject({ user: { email: address } })
    expect(await eve.session()).toBeNull()
    expect(await authenticate(app.browser(), planted)).toEqual(refused)
    expect(await leftOf(app, planted)).toEqual(['user'])

    const own = new SoftwareAuthenticator()
    await register(ada, own)
    expect(await authenticate(app.browser(), own)).toEqual(inside)
  })

  it('is evicted where authenticators cannot be deleted', async () => {
    const sent: VerificationRequestParams[] = []
    const app = makePasskeyApp({
      providers: [Passkey(), recordingProvider(sent)],
      adapter: without(memoryAdapter(), 'transaction', 'deleteAuthenticator'),
    })
    const planted = new SoftwareAuthenticator()
    await register(app.browser(), planted)
    const ada = app.browser()
    await askForMail(ada)
    await confirm(ada, sent[0]?.url ?? '')
    expect(await ada.session()).toMatchObject({ user: { email: address } })
    expect(await authenticate(app.browser(), planted)).toEqual(refused)
    expect(await leftOf(app, planted)).toEqual(['user', 'authenticator'])
  })
})
