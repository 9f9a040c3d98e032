import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth } from '../../../src/core.js'
import { toStandardBase64 } from '../../../src/crypto/base64.js'
import Passkey from '../../../src/providers/passkey.js'
import WebAuthn from '../../../src/providers/webauthn.js'
import { authJsAdapter, without } from '../../support/adapters/watched-adapter.js'
import { Browser } from '../../support/browser.js'
import {
  address,
  beginRegistration,
  beginSignIn,
  changeResponse,
  inside,
  lastReason,
  putBack,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import {
  assertion,
  authenticate,
  end,
  makePasskeyApp,
  register,
  type PasskeyOptions,
} from '../../support/apps/passkey-app.js'
import {
  SoftwareAuthenticator,
  type Overrides,
} from '../../support/passkeys/software-authenticator.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

/** An application where Ada has a passkey, and a browser without a session. */
async function makeRegisteredApp(options: PasskeyOptions = {}, overrides: Overrides = {}) {
  const app = makePasskeyApp({ debug: true, ...options })
  const authenticator = new SoftwareAuthenticator()
  await register(app.browser(), authenticator, { email: address }, overrides)
  const row = await rowOf(app, authenticator)
  if (!row) throw new Error('Ada has no passkey.')
  return { app, authenticator, row, browser: app.browser() }
}

type Visit = Awaited<ReturnType<typeof makeRegisteredApp>>

/** The browser has no session, and the passkey is as it was. */
async function expectRefused({ app, authenticator, row, browser }: Visit, reason: RegExp) {
  expect(lastReason(app)).toMatch(reason)
  expect(await browser.session()).toBeNull()
  expect(await rowOf(app, authenticator)).toEqual(row)
  expect(app.codes('error')).toEqual([])
}

const other = Buffer.alloc(32, 7).toString('base64url')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

describe('WA2: a sign-in', () => {
  it.each<readonly [string, Overrides, RegExp]>([
    ['of another origin', { origin: 'https://evil.test' }, /response origin/],
    ['of a sub-origin', { origin: 'https://x.app.test' }, /response origin/],
    ['over http', { origin: 'http://app.test' }, /response origin/],
    ['for another site', { rpId: 'evil.test' }, /RP ID/],
    ['of another type', { type: 'webauthn.create' }, /response type/],
    ['with another challenge', { challenge: other }, /No ceremony/],
    ['without anybody present', { up: false }, /not present/],
    ['without anybody verified', { uv: false }, /could not be verified/],
    ['with the signature of another key', { privateKey }, /signature does not verify/],
    ['with no real signature', { signature: new Uint8Array(70) }, /does not verify/],
    ['that can be backed up all of a sudden', { be: true }, /can be backed up/],
    ['that is backed up and cannot be', { bs: true }, /backed up/],
    ['for another user', { userHandle: other }, /for another user/],
    ['without a user', { userHandle: undefined }, /did not send a user handle/],
    ['in a frame', { crossOrigin: true }, /frame of another site/],
  ])('%s is refused', async (_, overrides, reason) => {
    const made = await makeRegisteredApp()
    expect(await authenticate(made.browser, made.authenticator, overrides)).toEqual(refused)
    await expectRefused(made, reason)
  })

  it('whose userHandle is of another passkey is refused', async () => {
    const made = await makeRegisteredApp()
    const eve = new SoftwareAuthenticator()
    await register(made.app.browser(), eve, { email: 'eve@example.test' })
    const userHandle = eve.credentials[0]?.userHandle
    expect(await authenticate(made.browser, made.authenticator, { userHandle })).toEqual(refused)
    await expectRefused(made, /for another user/)
  })

  it.each(['equal', 'back', 'none any more'])(
    'whose counter is %s is refused: the authenticator was cloned',
    async (counts) => {
      const made = await makeRegisteredApp()
      expect(await authenticate(made.browser, made.authenticator, { counter: 7 })).toEqual(inside)
      const row = await rowOf(made.app, made.authenticator)
      expect(row?.counter).toBe(7)
      const counter = counts === 'equal' ? 7 : counts === 'back' ? 6 : 0
      const browser = made.app.browser()
      expect(await authenticate(browser, made.authenticator, { counter })).toEqual(refused)
      await expectRefused({ ...made, browser, row: row ?? made.row }, /counter/)
    },
  )

  it('whose counter is always zero is possible again and again', async () => {
    const { app, authenticator } = await makeRegisteredApp()
    for (let count = 0; count < 3; count += 1) {
      expect(await authenticate(app.browser(), authenticator, { counter: 0 })).toEqual(inside)
    }
  })

  it('that was backed up once must stay able to be', async () => {
    const made = await makeRegisteredApp({}, { be: true })
    expect(await authenticate(made.browser, made.authenticator)).toEqual(refused)
    await expectRefused(made, /can be backed up/)
    const backedUp = { be: true, bs: true }
    expect(await authenticate(made.browser, made.authenticator, backedUp)).toEqual(inside)
    expect(await rowOf(made.app, made.authenticator)).toMatchObject({
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
      counter: 2,
      lastUsedAt: new Date(Date.UTC(2030, 0, 1)),
    })
  })

  it('with an unregistered credential is refused', async () => {
    const made = await makeRegisteredApp()
    const stranger = new SoftwareAuthenticator()
    stranger.create(await beginRegistration(made.app.browser()))
    expect(await authenticate(made.browser, stranger)).toEqual(refused)
    await expectRefused(made, /No user of this app/)
  })

  it('under the id of another credential is refused', async () => {
    const made = await makeRegisteredApp()
    const eve = new SoftwareAuthenticator()
    await register(made.app.browser(), eve, { email: 'eve@example.test' })
    const { id } = made.authenticator.credentials[0] ?? expect.fail()
    const response = await assertion(made.browser, eve)
    const { userHandle } = made.authenticator.credentials[0] ?? expect.fail()
    const forged = { ...changeResponse(response, { userHandle }), id, rawId: id }
    expect(await end(made.browser, 'authenticate', forged)).toEqual(refused)
    await expectRefused(made, /signature does not verify/)
  })

  it('to the challenge of a registration is refused', async () => {
    const made = await makeRegisteredApp()
    const { challenge, rp } = await beginRegistration(made.browser, { email: 'x@example.test' })
    const response = made.authenticator.get({ challenge, rpId: rp.id })
    expect(await end(made.browser, 'authenticate', response)).toEqual(refused)
    await expectRefused(made, /No ceremony/)
  })

  it('that another browser began is refused', async () => {
    const made = await makeRegisteredApp()
    const response = await assertion(made.app.browser(), made.authenticator)
    expect(await end(made.browser, 'authenticate', response)).toEqual(refused)
    await expectRefused(made, /No ceremony/)
  })

  it.each([
    ['five minutes', undefined, 300],
    ['as long as the provider says', 61_500, 62],
  ])('has %s', async (_, timeout, seconds) => {
    const made = await makeRegisteredApp({ passkey: { authenticationOptions: { timeout } } })
    const { browser, authenticator } = made
    const response = await assertion(browser, authenticator)
    const { cookies } = browser
    vi.setSystemTime(Date.now() + seconds * 1000)
    putBack(browser, cookies)
    expect(await end(browser, 'authenticate', response)).toEqual(refused)
    await expectRefused(made, /No ceremony/)

    vi.setSystemTime(Date.now() - 1000)
    putBack(browser, cookies)
    expect(await end(browser, 'authenticate', response)).toEqual(inside)
  })

  it('of which the verifier says that it is not verified is refused', async () => {
    const { simpleWebAuthn } = Passkey()
    const answer = { verified: false, authenticationInfo: { newCounter: 9 } }
    const verifier = { ...simpleWebAuthn, verifyAuthenticationResponse: () => answer }
    const made = await makeRegisteredApp({ passkey: { simpleWebAuthn: verifier } })
    expect(await authenticate(made.browser, made.authenticator)).toEqual(refused)
    await expectRefused(made, /signature does not verify/)
  })
})

describe('WA2: a passkey', () => {
  it('without its account does not sign the user in', async () => {
    const made = await makeRegisteredApp()
    const { providerAccountId } = made.row
    await made.app.store.unlinkAccount?.({ provider: 'passkey', providerAccountId })
    expect(await authenticate(made.browser, made.authenticator)).toEqual(refused)
    await expectRefused(made, /No user of this app/)
  })

  it('of another provider does not sign the user in', async () => {
    const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })]
    const made = await makeRegisteredApp({ providers })
    const response = made.authenticator.get(await beginSignIn(made.browser, 'webauthn'))
    const provider = 'webauthn'
    expect(await end(made.browser, 'authenticate', response, { provider })).toEqual(refused)
    await expectRefused(made, /No user of this app/)
  })

  it('that began at another provider does not sign the user in', async () => {
    const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })]
    const made = await makeRegisteredApp({ providers })
    const response = made.authenticator.get(await beginSignIn(made.browser, 'webauthn'))
    expect(await end(made.browser, 'authenticate', response)).toEqual(refused)
    await expectRefused(made, /No ceremony/)
  })

  it('whose account is of another user does not sign the user in', async () => {
    const made = await makeRegisteredApp()
    const { store } = made.app
    const eve = { id: 'eve', email: 'eve@example.test', emailVerified: null }
    await store.createUser?.(eve)
    const { providerAccountId } = made.row
    const account = { provider: 'passkey', providerAccountId, type: 'webauthn' as const }
    await store.unlinkAccount?.(account)
    await store.linkAccount?.({ ...account, userId: 'eve' })
    expect(await authenticate(made.browser, made.authenticator)).toEqual(refused)
    await expectRefused(made, /No user of this app/)
  })

  it('of a user who is gone does not sign the user in', async () => {
    const { app, browser, authenticator, row } = await makeRegisteredApp()
    await app.store.deleteUser?.(row.userId)
    expect(await authenticate(browser, authenticator)).toEqual(refused)
    expect(await browser.session()).toBeNull()
  })

  it('that has outlived its user does not sign the user in', async () => {
    const adapter = authJsAdapter()
    const made = await makeRegisteredApp({ adapter })
    adapter.getUserByAccount = () => null
    expect(await authenticate(made.browser, made.authenticator)).toEqual(refused)
    await expectRefused(made, /No user of this app/)
  })

  it('signs its own user in, even if another user was signed in', async () => {
    const { app, authenticator, row } = await makeRegisteredApp()
    const eve = app.browser()
    await register(eve, new SoftwareAuthenticator(), { email: 'eve@example.test' })
    expect(await authenticate(eve, authenticator)).toEqual(inside)
    expect(await eve.session()).toMatchObject({ user: { email: address } })
    expect(await app.store.listAccountsByUserId?.(row.userId)).toHaveLength(1)
  })
})

describe('WA2, B23: a response', () => {
  const stores = [
    ['that counts', memoryAdapter],
    ['of Auth.js', authJsAdapter],
    ['that keeps nothing', () => without(authJsAdapter(), 'createVerificationToken')],
  ] as const

  it.each(stores)('signs in once, with a store %s', async (_, makeStore) => {
    const made = await makeRegisteredApp({ adapter: makeStore() })
    const { browser, authenticator, app } = made
    const response = await assertion(browser, authenticator, { counter: 0 })
    const { cookies } = browser
    expect(await end(browser, 'authenticate', response)).toEqual(inside)
    expect(await end(browser, 'authenticate', response)).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)

    const twin = app.browser()
    putBack(twin, cookies)
    expect(await end(twin, 'authenticate', response)).toEqual(refused)
    expect(lastReason(app)).toMatch(/used before/)
    expect(await twin.session()).toBeNull()
  })

  it.each(stores.slice(0, 2))(
    'signs in once, even in another process, with a store %s',
    async (_, makeStore) => {
      const { browser, authenticator, app } = await makeRegisteredApp({ adapter: makeStore() })
      const response = await assertion(browser, authenticator, { counter: 0 })
      const { cookies } = browser
      expect(await end(browser, 'authenticate', response)).toEqual(inside)

      // What a process keeps in memory is kept by its modules.
      vi.resetModules()
      const elsewhere = await import('../../../src/core.js')
      const twin = new Browser((request) => elsewhere.Auth(request, app.config))
      putBack(twin, cookies)
      expect(await end(twin, 'authenticate', response)).toEqual(refused)
      expect(lastReason(app)).toMatch(/used before/)
      expect(await twin.session()).toBeNull()
    },
  )

  it('that was refused has not used the challenge up', async () => {
    const { browser, authenticator } = await makeRegisteredApp()
    const options = await beginSignIn(browser)
    const { cookies } = browser
    const wrong = authenticator.get(options, { uv: false })
    expect(await end(browser, 'authenticate', wrong)).toEqual(refused)
    putBack(browser, cookies)
    const right = authenticator.get(options)
    expect(await end(browser, 'authenticate', right)).toEqual(inside)
  })

  it.each(stores)('of which fifty come at once signs in once: a store %s', async (_, makeStore) => {
    const { browser, authenticator, app } = await makeRegisteredApp({ adapter: makeStore() })
    const response = await assertion(browser, authenticator, { counter: 0 })
    await browser.csrfToken()
    const twins = Array.from({ length: 50 }, () => app.browser())
    for (const twin of twins) putBack(twin, browser.cookies)
    const results = await Promise.all(twins.map((twin) => end(twin, 'authenticate', response)))
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(results.filter(({ status }) => status === 403)).toHaveLength(49)
    const sessions = await Promise.all(twins.map((twin) => twin.session()))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    expect(app.codes('error')).toEqual([])
  })

  it('is read one after the other by its credential: of two with one counter one is refused', async () => {
    const { authenticator, app } = await makeRegisteredApp()
    const [one, two] = [app.browser(), app.browser()]
    const responses = [
      await assertion(one, authenticator, { counter: 5 }),
      await assertion(two, authenticator, { counter: 5 }),
    ] as const
    const results = await Promise.all([
      end(one, 'authenticate', responses[0]),
      end(two, 'authenticate', responses[1]),
    ])
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })
})

describe('WA2: attempts of one client', () => {
  it('are held up when they are too many', async () => {
    const limits = { client: { attempts: 3, seconds: 60 } }
    const { app, authenticator } = await makeRegisteredApp({ limits })
    const from = (clientAddress: string) =>
      new Browser((request) => Auth(request, app.config, { clientAddress }))
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const overrides = { uv: count === 3 }
      statuses.push((await authenticate(from('203.0.113.1'), authenticator, overrides)).status)
    }
    expect(statuses).toEqual([403, 403, 403, 429])
    expect(await authenticate(from('203.0.113.2'), authenticator)).toEqual(inside)
  })
})

describe('a passkey that Auth.js has registered', () => {
  it('signs in, whatever user handle the authenticator has', async () => {
    const { app, browser, authenticator } = await makeRegisteredApp({ adapter: authJsAdapter() })
    expect(await rowOf(app, authenticator)).not.toHaveProperty('userHandle')
    expect(await authenticate(browser, authenticator, { userHandle: other })).toEqual(inside)
  })

  it('has its id in standard base64', async () => {
    const { row, authenticator } = await makeRegisteredApp()
    const id = authenticator.credentials[0]?.id ?? ''
    expect(row.credentialID).toBe(Buffer.from(id, 'base64url').toString('base64'))
    expect(row.providerAccountId).toBe(toStandardBase64(id))
  })
})
