import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toStandardBase64 } from '../../../src/crypto/base64.js'
import type { WebAuthnUserConfig } from '../../../src/model/webauthn.js'
import Passkey from '../../../src/providers/passkey.js'
import WebAuthn from '../../../src/providers/webauthn.js'
import { olderSecret } from '../../support/apps/app.js'
import {
  address,
  beginRegistration,
  beginSignIn,
  expectNothing,
  inside,
  lastReason,
  putBack,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import {
  end,
  makePasskeyApp,
  register,
  type PasskeyApp,
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

function makeVisit(options: PasskeyOptions = {}) {
  const app = makePasskeyApp({ debug: true, ...options })
  return { app, browser: app.browser(), authenticator: new SoftwareAuthenticator() }
}

const other = Buffer.alloc(32, 7)

describe('WA1: a registration', () => {
  it.each<readonly [string, Overrides, RegExp]>([
    ['of another origin', { origin: 'https://evil.test' }, /response origin/],
    ['of a sub-origin', { origin: 'https://x.app.test' }, /response origin/],
    ['of another port', { origin: 'https://app.test:8443' }, /response origin/],
    ['over http', { origin: 'http://app.test' }, /response origin/],
    ['for another site', { rpId: 'evil.test' }, /RP ID/],
    ['for a part of the site', { rpId: 'x.app.test' }, /RP ID/],
    ['of another type', { type: 'webauthn.get' }, /response type/],
    ['with another challenge', { challenge: other.toString('base64url') }, /No ceremony/],
    ['without anybody present', { up: false }, /not present/],
    ['without anybody verified', { uv: false }, /could not be verified/],
    ['that is backed up and cannot be', { bs: true }, /backed up/],
    ['with an attestation of an unknown format', { format: 'mystery' }, /Format/],
    ['in a frame', { crossOrigin: true }, /frame of another site/],
  ])('%s is refused', async (_, overrides, reason) => {
    const { app, browser, authenticator } = makeVisit()
    expect(await register(browser, authenticator, { email: address }, overrides)).toEqual(refused)
    expect(lastReason(app)).toMatch(reason)
    await expectNothing(app, browser, authenticator)
  })

  it('with a challenge that only begins like ours is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const options = await beginRegistration(browser)
    const challenge = options.challenge.slice(0, 20) + 'A'.repeat(23)
    const response = authenticator.create(options, { challenge })
    expect(await end(browser, 'register', response)).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)
    await expectNothing(app, browser, authenticator)
  })

  it('whose response has another id than the attested one is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const response = authenticator.create(await beginRegistration(browser))
    const id = other.toString('base64url')
    expect(await end(browser, 'register', { ...response, id, rawId: id })).toEqual(refused)
    expect(lastReason(app)).toMatch(/another credential/)
    await expectNothing(app, browser, authenticator)
  })

  it.each<readonly [string, WebAuthnUserConfig]>([
    ['asked for', { registrationOptions: { supportedAlgorithmIDs: [-257] } }],
    ['insisted on', { verifyRegistrationOptions: { supportedAlgorithmIDs: [-257] } }],
    [
      'insisted on, though it was asked for',
      {
        registrationOptions: { supportedAlgorithmIDs: [-7] },
        verifyRegistrationOptions: { supportedAlgorithmIDs: [-257] },
      },
    ],
  ])('with another algorithm than was %s is refused', async (_, passkey) => {
    const { app, browser, authenticator } = makeVisit({ passkey })
    expect(await register(browser, authenticator)).toEqual(refused)
    expect(lastReason(app)).toMatch(/public key alg/)
    await expectNothing(app, browser, authenticator)
  })

  it.each([
    ['it is not verified', { verified: false, registrationInfo: {} }, /does not verify/],
    ['nothing else', { verified: true }, /does not verify/],
    ['no credential', { verified: true, registrationInfo: {} }, /no credential/],
  ])('of which the verifier says %s is refused', async (_, answer, reason) => {
    const { simpleWebAuthn } = Passkey()
    const verifier = { ...simpleWebAuthn, verifyRegistrationResponse: () => answer }
    const { app, browser, authenticator } = makeVisit({ passkey: { simpleWebAuthn: verifier } })
    expect(await register(browser, authenticator)).toEqual(refused)
    expect(lastReason(app)).toMatch(reason)
    await expectNothing(app, browser, authenticator)
  })
})

describe('a registration that goes well', () => {
  it('keeps what the authenticator says of the credential', async () => {
    const { app, browser, authenticator } = makeVisit()
    const overrides = { counter: 9, be: true, bs: true }
    expect(await register(browser, authenticator, { email: address }, overrides)).toEqual(inside)
    const now = new Date()
    expect(await rowOf(app, authenticator)).toMatchObject({
      counter: 9,
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
      transports: 'internal,hybrid',
      userHandle: authenticator.credentials[0]?.userHandle,
      createdAt: now,
      lastUsedAt: now,
    })
  })
})

describe('WA1: a response to a registration', () => {
  it('is used once', async () => {
    const { app, browser, authenticator } = makeVisit()
    const response = authenticator.create(await beginRegistration(browser))
    expect(await end(browser, 'register', response)).toEqual(inside)
    expect(await end(browser, 'register', response)).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)
  })

  it('is used once by a browser that keeps its cookies, even when its user is gone', async () => {
    const { app, browser, authenticator } = makeVisit()
    const response = authenticator.create(await beginRegistration(browser))
    const { cookies } = browser
    expect(await end(browser, 'register', response)).toEqual(inside)
    const user = await app.store.getUserByEmail?.(address)
    await app.store.deleteUser?.(user?.id ?? '')

    const twin = app.browser()
    putBack(twin, cookies)
    expect(await end(twin, 'register', response)).toEqual(refused)
    expect(lastReason(app)).toMatch(/used before/)
    await expectNothing(app, twin, authenticator)
  })

  it('takes the ceremony out of the browser when it is refused', async () => {
    const { browser, authenticator } = makeVisit()
    const options = await beginRegistration(browser)
    const isKept = () => browser.cookies.some(({ name }) => name.includes('challenge'))
    expect(isKept()).toBe(true)
    await end(browser, 'register', authenticator.create(options, { uv: false }))
    expect(isKept()).toBe(false)
    expect(await end(browser, 'register', authenticator.create(options))).toEqual(refused)
  })

  it('of another browser is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const response = authenticator.create(await beginRegistration(browser))
    const another = app.browser()
    expect(await end(another, 'register', response)).toEqual(refused)
    await expectNothing(app, another, authenticator)
  })

  it('of another provider is refused', async () => {
    const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })]
    const { app, browser, authenticator } = makeVisit({ providers })
    const options = await beginRegistration(browser, { email: address }, 'webauthn')
    expect(await end(browser, 'register', authenticator.create(options))).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)
    await expectNothing(app, browser, authenticator)
  })

  it('to the challenge of a sign-in is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const { challenge, rpId } = await beginSignIn(browser)
    const options = { challenge, rp: { id: rpId }, user: { id: 'AAAA' } }
    expect(await end(browser, 'register', authenticator.create(options))).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)
    await expectNothing(app, browser, authenticator)
  })

  it('to a ceremony that another secret has sealed is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const elsewhere = makePasskeyApp({ secret: olderSecret }).browser()
    const response = authenticator.create(await beginRegistration(elsewhere))
    putBack(browser, elsewhere.cookies)
    browser.forget('__Host-authjs.csrf-token')
    expect(await end(browser, 'register', response)).toEqual(refused)
    await expectNothing(app, browser, authenticator)
  })

  it.each([
    ['five minutes', undefined, 300],
    ['as long as the provider says', 61_500, 62],
  ])('has %s', async (_, timeout, seconds) => {
    const { app, browser, authenticator } = makeVisit({
      passkey: { registrationOptions: { timeout } },
    })
    const options = await beginRegistration(browser)
    const { cookies } = browser
    vi.setSystemTime(Date.now() + seconds * 1000)
    putBack(browser, cookies)
    const late = authenticator.create(options)
    expect(await end(browser, 'register', late)).toEqual(refused)
    expect(lastReason(app)).toMatch(/No ceremony/)
    await expectNothing(app, browser, authenticator)

    vi.setSystemTime(Date.now() - 1000)
    putBack(browser, cookies)
    expect(await end(browser, 'register', late)).toEqual(inside)
  })

  it('without the token of the page is refused', async () => {
    const { app, browser, authenticator } = makeVisit()
    const data = authenticator.create(await beginRegistration(browser))
    const response = await browser.postJson('/auth/callback/passkey', { action: 'register', data })
    expect(response.headers.get('location')).toMatch(/error=MissingCSRF/)
    await expectNothing(app, browser, authenticator)
  })

  it.each([
    ['another site', 'https://evil.test', 'cross-site'],
    ['a sibling', 'https://x.app.test', 'same-site'],
  ])('that %s sends is refused', async (_, origin, site) => {
    const { app, browser, authenticator } = makeVisit()
    const data = authenticator.create(await beginRegistration(browser))
    const csrfToken = await browser.csrfToken()
    const response = await browser.send('/auth/callback/passkey', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'sec-fetch-site': site },
      body: JSON.stringify({ action: 'register', data, csrfToken }),
    })
    expect(response.status).toBe(403)
    await expectNothing(app, browser, authenticator)
  })
})

describe('WA1: a credential id that a user has', () => {
  const overrides = { credentialId: other }

  it('is not given to another user', async () => {
    const { app, browser, authenticator } = makeVisit()
    await register(browser, authenticator, { email: address }, overrides)
    const before = await rowOf(app, authenticator)
    const eve = app.browser()
    const own = new SoftwareAuthenticator()
    expect(await register(eve, own, { email: 'eve@example.test' }, overrides)).toEqual(refused)
    expect(lastReason(app)).toMatch(/the credential before/)
    expect(await eve.session()).toBeNull()
    expect(await app.store.getUserByEmail?.('eve@example.test')).toBeNull()
    expect(await rowOf(app, authenticator)).toEqual(before)
  })

  it('is not given to the same user again', async () => {
    const { app, browser, authenticator } = makeVisit()
    await register(browser, authenticator, { email: address }, overrides)
    const before = await rowOf(app, authenticator)
    expect(await register(browser, new SoftwareAuthenticator(), {}, overrides)).toEqual(refused)
    expect(await rowOf(app, authenticator)).toEqual(before)
    expect(await app.store.listAccountsByUserId?.(before?.userId ?? '')).toHaveLength(1)
  })

  it('is not given to anyone while its account is there', async () => {
    const { app, browser, authenticator } = makeVisit()
    const bob = { id: 'bob', email: 'bob@example.test', emailVerified: null }
    await app.store.createUser?.(bob)
    const providerAccountId = toStandardBase64(other.toString('base64url'))
    const account = { provider: 'passkey', providerAccountId, type: 'webauthn' as const }
    await app.store.linkAccount?.({ ...account, userId: 'bob' })
    expect(await register(browser, authenticator, { email: address }, overrides)).toEqual(refused)
    expect(lastReason(app)).toMatch(/the credential before/)
    await expectNothing(app, browser, authenticator)
  })
})

describe('WA1: a sign-up in a browser where another user is signed in', () => {
  const countOf = async ({ store }: PasskeyApp, email: string): Promise<number> => {
    const user = await store.getUserByEmail?.(email)
    return (await store.listAccountsByUserId?.(user?.id ?? ''))?.length ?? 0
  }

  it('gives the passkey to a new user, and not to the other one', async () => {
    const { app, browser, authenticator } = makeVisit()
    await register(browser, authenticator)
    const fields = { email: 'bob@example.test', signUp: 'true' }
    const { url } = await register(browser, new SoftwareAuthenticator(), fields)
    expect(url).toBe('https://app.test/inside')
    expect(await browser.session()).toMatchObject({ user: { email: 'bob@example.test' } })
    expect(await countOf(app, address)).toBe(1)
    expect(await countOf(app, 'bob@example.test')).toBe(1)
  })

  it('is refused for an address that has a user', async () => {
    const { app, browser, authenticator } = makeVisit()
    const bob = { id: 'bob', email: 'bob@example.test', emailVerified: null }
    await app.store.createUser?.(bob)
    await register(browser, authenticator)
    const fields = { email: bob.email, signUp: 'true' }
    const { url } = await register(browser, new SoftwareAuthenticator(), fields)
    expect(url).toContain('error=AccountNotLinked')
    expect(await countOf(app, address)).toBe(1)
    expect(await countOf(app, bob.email)).toBe(0)
  })

  it.each([{ email: ' Ada@Example.test ', signUp: 'true' }, { email: '' }, { signUp: 'true' }, {}])(
    'gives it to the signed-in user with the fields %j',
    async (fields) => {
      const { app, browser, authenticator } = makeVisit()
      await register(browser, authenticator)
      const { url } = await register(browser, new SoftwareAuthenticator(), { ...fields })
      expect(url).toBe('https://app.test/inside')
      expect(await countOf(app, address)).toBe(2)
    },
  )
})

describe('WA1: the address of another user', () => {
  it.each([
    ['proven', new Date(0)],
    ['not proven', null],
  ])('that is %s does not sign the visitor in', async (_, emailVerified) => {
    const { app, browser, authenticator } = makeVisit()
    await app.store.createUser?.({ id: 'ada', email: address, emailVerified })
    const { url, status } = await register(browser, authenticator)
    expect({ url, status }).toEqual({
      status: 200,
      url: expect.stringContaining('error=AccountNotLinked') as string,
    })
    expect(await browser.session()).toBeNull()
    expect(await rowOf(app, authenticator)).toBeNull()
    expect(await app.store.listAccountsByUserId?.('ada')).toEqual([])
  })

  it('that signed up meanwhile does not sign the visitor in', async () => {
    const { app, browser, authenticator } = makeVisit()
    const options = await beginRegistration(browser)
    await app.store.createUser?.({ id: 'ada', email: address, emailVerified: null })
    const { url } = await end(browser, 'register', authenticator.create(options))
    expect(url).toMatch(/error=AccountNotLinked/)
    expect(await browser.session()).toBeNull()
    expect(await rowOf(app, authenticator)).toBeNull()
  })

  it('is given to one of many who sign up with it at once', async () => {
    const { app } = makeVisit()
    const results = await Promise.all(
      Array.from({ length: 10 }, () => register(app.browser(), new SoftwareAuthenticator())),
    )
    const inside = results.filter(({ url }) => url === 'https://app.test/inside')
    const outside = results.filter(({ url }) => url?.includes('error=AccountNotLinked'))
    expect([inside.length, outside.length]).toEqual([1, 9])
    expect(app.codes('error')).toEqual([])
  })
})
