import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WebAuthnUserConfig } from '../../../src/model/webauthn.js'
import Passkey from '../../../src/providers/passkey.js'
import WebAuthn from '../../../src/providers/webauthn.js'
import { watch } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { olderSecret, secret } from '../../support/apps/app.js'
import {
  address,
  beginRegistration,
  changeResponse,
  expectNothing,
  inside,
  lastReason,
  refused,
  rowOf,
  type CreationOptions,
  type RequestOptions,
} from '../../support/passkeys/ceremonies.js'
import {
  authenticate,
  begin,
  end,
  makePasskeyApp,
  optionsOf,
  register,
  type PasskeyApp,
  type PasskeyOptions,
} from '../../support/apps/passkey-app.js'
import {
  SoftwareAuthenticator,
  type Overrides,
} from '../../support/passkeys/software-authenticator.js'

afterEach(() => void vi.useRealTimers())

const shop = 'https://shop.test'

function makeVisit(options: PasskeyOptions = {}, origin?: string) {
  const app = makePasskeyApp({ debug: true, ...options })
  return { app, browser: app.browser(), authenticator: new SoftwareAuthenticator(origin) }
}

/** Whether both ceremonies succeed with these overrides and options. */
async function tryBoth(
  overrides: Overrides,
  passkey: WebAuthnUserConfig,
  make: typeof Passkey = Passkey,
): Promise<readonly [registration: boolean, signIn: boolean]> {
  const { app, browser, authenticator } = makeVisit({
    providers: [make({ ...passkey, id: 'passkey' })],
  })
  const registered = await register(browser, authenticator, { email: address }, overrides)
  if (registered.url !== inside.url) {
    expect(registered).toEqual(refused)
    await expectNothing(app, browser, authenticator)
    await register(browser, authenticator)
  }
  const another = app.browser()
  const entered = await authenticate(another, authenticator, overrides)
  if (entered.url !== inside.url) {
    expect(entered).toEqual(refused)
    expect(await another.session()).toBeNull()
  }
  return [registered.url === inside.url, entered.url === inside.url]
}

const yes = [true, true]
const no = [false, false]

describe('WA3: a ceremony in a frame of another site', () => {
  it.each<readonly [string, Overrides]>([
    ['that is named', { crossOrigin: true, topOrigin: shop }],
    ['that is not named', { crossOrigin: true }],
    ['that is named all the same', { crossOrigin: false, topOrigin: shop }],
    ['that is this one', { crossOrigin: true, topOrigin: 'https://app.test' }],
  ])('%s is refused', async (_, overrides) => {
    expect(await tryBoth(overrides, {})).toEqual(no)
  })

  it.each<readonly [string, Overrides, readonly boolean[]]>([
    ['that may', { crossOrigin: true, topOrigin: shop }, yes],
    ['that the browser does not name', { crossOrigin: true }, yes],
    ['that may not', { crossOrigin: true, topOrigin: 'https://evil.test' }, no],
    ['below one that may', { crossOrigin: true, topOrigin: 'https://x.shop.test' }, no],
    ['that may not, and says it is no frame', { topOrigin: 'https://evil.test' }, no],
    ['without a name', { crossOrigin: true, topOrigin: '' }, no],
  ])('%s, where one is allowed', async (_, overrides, expected) => {
    expect(await tryBoth(overrides, { topOrigins: [shop] })).toEqual(expected)
  })

  it.each<readonly [string, object, RegExp]>([
    ['crossOrigin', { crossOrigin: 'no' }, /`crossOrigin` to be true or false/],
    ['topOrigin', { topOrigin: [shop] }, /`topOrigin` to be a string/],
  ])('is not hidden by a `%s` of another type', async (_, members, reason) => {
    const { app, browser, authenticator } = makeVisit({ passkey: { topOrigins: [shop] } })
    const options = await beginRegistration(browser)
    const response = authenticator.create(options)
    const { challenge } = options
    const data = { type: 'webauthn.create', challenge, origin: 'https://app.test', ...members }
    const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
    expect(await end(browser, 'register', changeResponse(response, { clientDataJSON }))).toEqual(
      refused,
    )
    expect(lastReason(app)).toMatch(reason)
    await expectNothing(app, browser, authenticator)
  })
})

describe('WA3: an origin', () => {
  it('that is related may use the credentials, and no other', async () => {
    const relatedOrigins = ['https://app.example']
    expect(await tryBoth({ origin: 'https://app.example' }, { relatedOrigins })).toEqual(yes)
    expect(await tryBoth({}, { relatedOrigins })).toEqual(yes)
    expect(await tryBoth({ origin: 'https://x.app.example' }, { relatedOrigins })).toEqual(no)
    expect(await tryBoth({ origin: 'https://app.example' }, {})).toEqual(no)
  })

  it.each<readonly [string, WebAuthnUserConfig['relayingParty']]>([
    ['text', { id: 'auth.test', name: 'Shop', origin: 'https://auth.test' }],
    ['list', { id: ['auth.test', 'x'], name: ['Shop'], origin: ['https://auth.test'] }],
  ])('is the one that the provider names, as a %s', async (_, relayingParty) => {
    const { browser, authenticator } = makeVisit(
      { passkey: { relayingParty } },
      'https://auth.test',
    )
    expect(await beginRegistration(browser)).toMatchObject({
      rp: { id: 'auth.test', name: 'Shop' },
    })
    expect(await register(browser, authenticator)).toEqual(inside)
    expect(await authenticate(browser, authenticator)).toEqual(inside)
    const overrides = { origin: 'https://app.test' }
    expect(await authenticate(browser, authenticator, overrides)).toEqual(refused)
    expect(await authenticate(browser, authenticator, { rpId: 'app.test' })).toEqual(refused)
  })
})

describe('WA3: user verification', () => {
  const wishes = [undefined, 'required', 'preferred', 'discouraged'] as const
  const demands = [undefined, true, false] as const
  const all = wishes.flatMap((wish) => demands.map((demand) => [wish, demand] as const))

  it.each(all)('wished %s, demanded %s', async (userVerification, requireUserVerification) => {
    const passkey: WebAuthnUserConfig = {
      authenticationOptions: { userVerification },
      registrationOptions: { authenticatorSelection: { userVerification } },
      verifyAuthenticationOptions: { requireUserVerification },
      verifyRegistrationOptions: { requireUserVerification },
    }
    const isDemanded = requireUserVerification === true
    const otherwise = requireUserVerification === false ? 'preferred' : 'required'
    const asked = isDemanded ? 'required' : (userVerification ?? otherwise)
    const { browser } = makeVisit({ providers: [WebAuthn({ ...passkey, id: 'passkey' })] })
    expect(await beginRegistration(browser)).toMatchObject({
      authenticatorSelection: { userVerification: asked, residentKey: 'required' },
    })
    expect(await optionsOf(await begin(browser, 'authenticate'))).toMatchObject({
      userVerification: asked,
    })
    expect(await tryBoth({ uv: true }, passkey, WebAuthn)).toEqual(yes)
    const isEnough = asked !== 'required'
    expect(await tryBoth({ uv: false }, passkey, WebAuthn)).toEqual([isEnough, isEnough])
  })

  it('is demanded though advanced rules are asked for that know nothing of it', async () => {
    const passkey: WebAuthnUserConfig = {
      verifyAuthenticationOptions: { requireUserVerification: true, advancedFIDOConfig: {} },
    }
    expect(await tryBoth({ uv: false }, passkey)).toEqual(no)
    expect(await tryBoth({ uv: false, up: false }, passkey)).toEqual(no)
    expect(await tryBoth({}, passkey)).toEqual(yes)
  })

  it('is demanded by the provider for passkeys, whatever is wished', async () => {
    const userVerification = 'discouraged'
    const passkey: WebAuthnUserConfig = {
      authenticationOptions: { userVerification },
      registrationOptions: { authenticatorSelection: { userVerification } },
    }
    expect(await tryBoth({ uv: false }, passkey)).toEqual(no)
    expect(await tryBoth({ uv: false }, passkey, WebAuthn)).toEqual(yes)
  })
})

/** An answer without what is made up each time, and with one address in place of another. */
async function shapeOf(response: Response, typed: string): Promise<unknown> {
  const text = await response.text()
  const { options } = JSON.parse(text) as { options: Record<string, unknown> }
  const made = [options['challenge'], (options['user'] as { id?: string } | undefined)?.id]
  // Made-up credentials are as various as real ones, in number and length.
  let shape = text.replace(/"allowCredentials":\[.*?\]/, '')
  for (const value of made) {
    if (typeof value === 'string') shape = shape.replace(value, '*'.repeat(value.length))
  }
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.length)
  const names = [...response.headers.keys()]
  return [response.status, shape.replaceAll(typed, 'somebody'), cookies, names]
}

async function askAbout(
  app: PasskeyApp,
  action: 'register' | 'authenticate',
  typed: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  return shapeOf(await begin(app.browser(), action, { ...fields, email: typed }), typed)
}

async function allowed(browser: Browser, typed?: string): Promise<readonly { id: string }[]> {
  const fields = typed === undefined ? {} : { email: typed }
  const options = await optionsOf<{ allowCredentials?: readonly { id: string }[] }>(
    await begin(browser, 'authenticate', fields),
  )
  return options.allowCredentials ?? []
}

const ways: readonly (readonly [string, WebAuthnUserConfig])[] = [
  ['required', {}],
  ['preferred', { registrationOptions: { authenticatorSelection: { residentKey: 'preferred' } } }],
  [
    'discouraged',
    { registrationOptions: { authenticatorSelection: { residentKey: 'discouraged' } } },
  ],
]
const named = ways[2]?.[1] ?? {}

describe('WA3: the options', () => {
  describe.each(ways)('of keys that are %s to be discoverable', (_, passkey) => {
    it.each(['register', 'authenticate'] as const)(
      'do not tell who has an account: %s',
      async (action) => {
        const { app, browser, authenticator } = makeVisit({ passkey })
        await register(browser, authenticator)
        const bob = { id: 'bob', email: 'bob@example.test', name: 'Bob Martin' }
        await app.store.createUser?.({ ...bob, emailVerified: new Date(0) })
        const unknown = await askAbout(app, action, 'eve@example.test')
        expect(await askAbout(app, action, address)).toEqual(unknown)
        expect(await askAbout(app, action, bob.email)).toEqual(unknown)
        expect(JSON.stringify(unknown)).not.toMatch(/bob|martin/i)
      },
    )
  })

  describe.each(ways)('with a name, of keys that are %s to be discoverable', (_, passkey) => {
    it.each(['register', 'authenticate'] as const)(
      'do not tell who has an account: %s',
      async (action) => {
        const formFields = { email: { autocomplete: 'username webauthn' }, name: {} } as const
        const { app } = makeVisit({ passkey: { ...passkey, formFields } })
        await app.store.createUser?.({ id: 'ada', email: address, emailVerified: null })
        const name = 'Somebody Else'
        const unknown = await askAbout(app, action, 'eve@example.test', { name })
        expect(await askAbout(app, action, address, { name })).toEqual(unknown)
      },
    )
  })

  it('name made-up credentials that do not change with the name', async () => {
    const getUserInfo: WebAuthnUserConfig['getUserInfo'] = (_, { query }) => ({
      user: { email: 'eve@example.test', name: String(query?.['name']) },
      exists: false,
    })
    const { browser } = makeVisit({ passkey: { ...named, getUserInfo } })
    const asked = ['One', 'Two'].map(async (name) =>
      optionsOf<{ allowCredentials: unknown }>(
        await begin(browser, 'authenticate', { email: 'eve@example.test', name }),
      ),
    )
    const [one, two] = await Promise.all(asked)
    expect(one?.allowCredentials).toEqual(two?.allowCredentials)
  })

  it('name no credential where the authenticator finds its own', async () => {
    const { app, browser, authenticator } = makeVisit()
    await register(browser, authenticator)
    expect(await allowed(app.browser(), address)).toEqual([])
  })

  it.each(ways.slice(1))('name the credentials of an address: %s', async (_, passkey) => {
    const { app, browser, authenticator } = makeVisit({ passkey })
    await register(browser, authenticator)
    const { id } = authenticator.credentials[0] ?? expect.fail()
    const own = [{ id, type: 'public-key' }]
    expect(await allowed(app.browser(), address)).toEqual(own)
    expect(await allowed(app.browser(), 'ADA@Example.test')).toEqual(own)
    expect(await allowed(app.browser())).toEqual([])
  })

  it('name made-up credentials for others: each time the same, for each another', async () => {
    const { app } = makeVisit({ passkey: named })
    const eve = await allowed(app.browser(), 'eve@example.test')
    expect(Object.keys(eve[0] ?? {})).toEqual(['id', 'type'])
    expect(await allowed(app.browser(), 'eve@example.test')).toEqual(eve)
    expect(await allowed(app.browser(), 'Eve@Example.test')).toEqual(eve)
    expect(await allowed(app.browser(), 'bob@example.test')).not.toEqual(eve)

    const elsewhere = makeVisit({ passkey: named, secret: `${secret}!` })
    expect(await allowed(elsewhere.app.browser(), 'eve@example.test')).not.toEqual(eve)
    const providers = [WebAuthn({ ...named, id: 'keys' })]
    const keys = makeVisit({ providers }).browser
    const { allowCredentials } = await optionsOf<{ allowCredentials: unknown }>(
      await begin(keys, 'authenticate', { email: 'eve@example.test' }, 'keys'),
    )
    expect(allowCredentials).not.toEqual(eve)
  })

  it('name made-up credentials as various as real ones', async () => {
    const { app, browser } = makeVisit({ passkey: named })
    const short = { credentialId: Buffer.alloc(16, 1) }
    await register(browser, new SoftwareAuthenticator(), { email: address }, short)
    await register(browser, new SoftwareAuthenticator(), {}, { credentialId: Buffer.alloc(16, 2) })
    const formOf = async (typed: string) =>
      (await allowed(app.browser(), typed)).map(({ id }) => id.length).join()
    const real = await formOf(address)
    expect(real).toBe('22,22')
    const madeUp = Array.from({ length: 200 }, (_, number) => formOf(`${number}@example.test`))
    expect(await Promise.all(madeUp)).toContain(real)
  })

  it('do not reveal the name of an existing user', async () => {
    const { app, browser } = makeVisit()
    const name = 'Augusta Ada King'
    await app.store.createUser?.({ id: 'user-77', email: address, name, emailVerified: null })
    for (const action of ['register', 'authenticate'] as const) {
      const response = await begin(browser, action, { email: address })
      expect(response.status).toBe(200)
      expect(await response.text()).not.toMatch(/Augusta|King|user-77/)
    }
  })

  describe('for a user name', () => {
    const getUserInfo: WebAuthnUserConfig['getUserInfo'] = async ({ adapter }, { query }) => {
      const name = String(query?.['username'])
      const known = name === 'ada' ? await adapter?.getUserByEmail?.(address) : undefined
      return known ? { user: known, exists: true } : { user: { name }, exists: false }
    }

    it.each(['register', 'authenticate'] as const)(
      'do not tell the address of its user, nor that there is one: %s',
      async (action) => {
        const { app, browser } = makeVisit({ passkey: { ...named, getUserInfo } })
        const row = { id: 'ada', email: address, name: 'ada', emailVerified: null }
        await app.store.createUser?.(row)
        const known = await begin(browser, action, { username: 'ada' })
        expect(await known.clone().text()).not.toContain('example.test')
        const unknown = await begin(app.browser(), action, { username: 'eve' })
        expect(await shapeOf(known, 'ada')).toEqual(await shapeOf(unknown, 'eve'))
      },
    )

    it('let no stranger sign up under it', async () => {
      const { app, browser, authenticator } = makeVisit({ passkey: { getUserInfo } })
      await app.store.createUser?.({ id: 'ada', email: address, emailVerified: null })
      const finished = await register(browser, authenticator, { username: 'ada' })
      expect(finished.url).toContain('error=AccountNotLinked')
      expect(await browser.session()).toBeNull()
      expect(await rowOf(app, authenticator)).toBeNull()
    })
  })

  it('name the same made-up credentials while the secret is rotated', async () => {
    const before = makeVisit({ passkey: named, secret: olderSecret })
    const eve = await allowed(before.app.browser(), 'eve@example.test')
    const rotated = makeVisit({ passkey: named, secret: [secret, olderSecret] })
    expect(await allowed(rotated.app.browser(), 'eve@example.test')).toEqual(eve)
  })

  it('accept none but the credentials that they name', async () => {
    const { app, browser, authenticator } = makeVisit({ passkey: named })
    await register(browser, authenticator)
    const eve = new SoftwareAuthenticator()
    await register(app.browser(), eve, { email: 'eve@example.test' })
    const signIn = async (typed: string, own: SoftwareAuthenticator): Promise<unknown> => {
      const visitor = app.browser()
      const options = await optionsOf<RequestOptions>(
        await begin(visitor, 'authenticate', { email: typed }),
      )
      return end(visitor, 'authenticate', own.get(options))
    }
    expect(await signIn(address, authenticator)).toEqual(inside)
    expect(await signIn('eve@example.test', eve)).toEqual(inside)
    expect(await signIn(address, eve)).toEqual(refused)
    expect(await signIn('nobody@example.test', eve)).toEqual(refused)
  })

  it('have a random user handle, and another each time', async () => {
    const { browser } = makeVisit()
    const handles = [await beginRegistration(browser), await beginRegistration(browser)]
    const [one = '', two = ''] = handles.map(({ user }) => user.id)
    expect(Buffer.from(one, 'base64url')).toHaveLength(32)
    expect(one).not.toBe(two)
  })

  it('need a handle in the answer, but where a credential was named', async () => {
    const { browser, authenticator } = makeVisit({ passkey: named })
    await register(browser, authenticator)
    const answer = async (typed: string | undefined, userHandle: unknown) => {
      const fields = typed === undefined ? {} : { email: typed }
      const options = await optionsOf<{ challenge: string; rpId: string }>(
        await begin(browser, 'authenticate', fields),
      )
      const response = authenticator.get(options, { userHandle: undefined, counter: 0 })
      return end(browser, 'authenticate', changeResponse(response, { userHandle }))
    }
    for (const nothing of [undefined, null, '']) {
      expect(await answer(address, nothing)).toEqual(inside)
      expect(await answer(undefined, nothing)).toEqual(refused)
    }
    expect(await answer(address, 'AAAA')).toEqual(refused)
  })
})

describe('a user who signs up', () => {
  it('has the address in the one form in which addresses are compared, and not proven', async () => {
    const { app, browser, authenticator } = makeVisit()
    const options = await beginRegistration(browser, { email: ' Ada@Example.TEST ' })
    expect(options).toMatchObject({ user: { name: address, displayName: address } })
    await end(browser, 'register', authenticator.create(options))
    expect(await app.store.getUserByEmail?.(address)).toMatchObject({
      email: address,
      emailVerified: null,
    })
    const again = await register(app.browser(), new SoftwareAuthenticator(), {
      email: 'ADA@example.test',
    })
    expect(again.url).toMatch(/error=AccountNotLinked/)
  })

  it('has one address, also where the provider does not know its form', async () => {
    const typed = 'ADA@Example.test'
    const passkey: WebAuthnUserConfig = {
      getUserInfo: () => ({ user: { email: typed, name: 'Ada' }, exists: false }),
    }
    const { app, browser, authenticator } = makeVisit({ passkey })
    expect(await beginRegistration(browser)).toMatchObject({
      user: { name: address, displayName: 'Ada' },
    })
    await register(browser, authenticator)
    const user = await app.store.getUserByEmail?.(address)
    expect(user).toMatchObject({ email: address, name: 'Ada' })

    const another = app.browser()
    expect(await beginRegistration(another)).toMatchObject({
      user: { name: address, displayName: address },
    })
    const { url } = await register(another, new SoftwareAuthenticator())
    expect(url).toMatch(/error=AccountNotLinked/)
  })

  it('may have no address where the provider wants none', async () => {
    const passkey: WebAuthnUserConfig = {
      getUserInfo: () => ({ user: { name: 'Ada' }, exists: false }),
    }
    const store = watch()
    const { app, browser, authenticator } = makeVisit({ passkey, adapter: store.adapter })
    expect(await beginRegistration(browser)).toMatchObject({
      user: { name: 'Ada', displayName: 'Ada' },
    })
    expect(await register(browser, authenticator)).toEqual(inside)
    const row = (await rowOf(app, authenticator)) ?? expect.fail()
    expect(await app.store.getUser?.(row.userId)).toMatchObject({ name: 'Ada' })
    expect(await register(app.browser(), new SoftwareAuthenticator())).toEqual(inside)
    expect(store.count('getUserByEmail')).toBe(0)
  })

  const formFields: WebAuthnUserConfig['formFields'] = {
    email: { autocomplete: 'username webauthn' },
    name: {},
  }
  it.each([
    ['where the form asks for one', { formFields }, ' Ada ', 'Ada'],
    ['where the form does not', {}, 'Ada', address],
    ['of spaces', { formFields }, '   ', address],
    ['that no database can store', { formFields }, 'Ada\0', address],
    ['that turns the text around it', { formFields }, 'Ada\u202Etset', address],
    ['that nobody could see', { formFields }, '\u200B', address],
    ['that is too long', { formFields }, 'x'.repeat(201), address],
    ['that is as long as can be', { formFields }, 'x'.repeat(200), 'x'.repeat(200)],
  ])('has a name %s', async (_, passkey, name, displayName) => {
    const { app, browser, authenticator } = makeVisit({ passkey })
    const options = await beginRegistration(browser, { email: address, name })
    expect(options).toMatchObject({ user: { displayName } })
    await end(browser, 'register', authenticator.create(options))
    const user = await app.store.getUserByEmail?.(address)
    expect(user?.name ?? undefined).toBe(displayName === address ? undefined : displayName)
  })

  it.each(['', 'ada', 'ada@', 'ada@example.test,eve@example.test', '"a b"@example.test'])(
    'has an address, not %j',
    async (typed) => {
      const { browser } = makeVisit()
      const response = await begin(browser, 'register', { email: typed })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'InvalidEmailAddress' })
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it('has an address, whatever the provider gives', async () => {
    const getUserInfo = () => ({ user: { email: 'ada' }, exists: false as const })
    const { browser } = makeVisit({ passkey: { getUserInfo } })
    const response = await begin(browser, 'register')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'InvalidEmailAddress' })
  })

  it.each<readonly [string, WebAuthnUserConfig]>([
    ['says nothing', {}],
    [
      'says more than a cookie can keep',
      { getUserInfo: () => ({ user: { email: address, name: 'x'.repeat(1500) }, exists: false }) },
    ],
    [
      'says less than that in letters of three bytes',
      { getUserInfo: () => ({ user: { email: address, name: '名'.repeat(700) }, exists: false }) },
    ],
  ])('is told what is wrong when the request %s', async (_, passkey) => {
    const { browser } = makeVisit({ passkey })
    const response = await begin(browser, 'register')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'InvalidRequestBody' })
  })

  it('is asked for by the default hook in the body of a form as well', async () => {
    const provider = Passkey()
    const url = new URL('https://app.test/auth')
    const body = { email: 'Ada@example.test' }
    const hook = { provider, url, adapter: undefined }
    expect(await provider.getUserInfo(hook, { url, method: 'POST', body })).toEqual({
      user: { email: address },
      exists: false,
    })
    expect(await provider.getUserInfo(hook, { url, method: 'GET', body })).toBeNull()
  })
})

describe('a ceremony', () => {
  it.each(['', 'delete', 'Register', '__proto__'])('has no action %j', async (action) => {
    const { browser } = makeVisit()
    const query = new URLSearchParams({ action, email: address })
    const options = await browser.fetch(`/auth/webauthn-options/passkey?${query}`)
    expect(options.status).toBe(400)
    expect(options.headers.getSetCookie()).toEqual([])
    const finished = await end(browser, action as 'register', {})
    expect(finished).toMatchObject({ status: 400, error: 'InvalidRequestBody' })
  })

  it('is a sign-in unless it says otherwise', async () => {
    const { browser } = makeVisit()
    const response = await browser.fetch('/auth/webauthn-options/passkey')
    expect(await response.json()).toMatchObject({
      action: 'authenticate',
      options: { rpId: 'app.test', timeout: 300_000, userVerification: 'required' },
    })
  })

  it('is there at providers of passkeys only', async () => {
    const { browser } = makeVisit()
    expect((await browser.fetch('/auth/webauthn-options/credentials')).status).toBe(405)
    expect((await browser.fetch('/auth/webauthn-options/nobody')).status).toBe(404)
  })

  it('is kept in a cookie that scripts cannot read, for as long as it lasts', async () => {
    const { browser } = makeVisit()
    await beginRegistration(browser)
    const [cookie = expect.fail()] = browser.cookies
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/', sameSite: 'Lax' })
    expect(cookie.name).toMatch(/^__Host-authjs\.challenge\.[\da-z]+-[\w-]{16}$/)
    expect((cookie.expires ?? 0) - Date.now()).toBeLessThanOrEqual(300_000)
    expect(cookie.value).not.toContain('ada')
  })

  it("fits into a cookie even if the user's name is long", async () => {
    const { app, browser, authenticator } = makeVisit()
    await register(browser, authenticator)
    const user = (await app.store.getUserByEmail?.(address)) ?? expect.fail()
    await app.store.updateUser?.({ id: user.id, name: '名'.repeat(2500) })
    expect(await register(browser, new SoftwareAuthenticator())).toEqual(inside)
  })

  it('is one of six; the newest of them are kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
    const { browser, authenticator } = makeVisit()
    const begun: CreationOptions[] = []
    for (let count = 0; count < 9; count += 1) {
      begun.push(await beginRegistration(browser))
      vi.setSystemTime(Date.now() + 1000)
    }
    const kept = browser.cookies.map(({ name }) => name.slice(-16))
    expect(kept).toEqual(begun.slice(3).map(({ challenge }) => challenge.slice(0, 16)))
    const options = begun[3] ?? expect.fail()
    expect(await end(browser, 'register', authenticator.create(options))).toEqual(inside)
  })
})
