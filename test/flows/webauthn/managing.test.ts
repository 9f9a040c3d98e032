import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { listPasskeys, removePasskey, renamePasskey, unlinkAccount } from '../../../src/core.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import Passkey from '../../../src/providers/passkey.js'
import WebAuthn from '../../../src/providers/webauthn.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { authJsAdapter, without } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { askForMail, confirm, recordingProvider } from '../../support/apps/mail-app.js'
import {
  address,
  beginRegistration,
  inside,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import {
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

const start = Date.UTC(2030, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
})
afterEach(() => void vi.useRealTimers())

/** Ada with two passkeys, made ten seconds apart, and Eve with one. */
async function makeAppWithPasskeys(options: PasskeyOptions = {}, overrides: Overrides = {}) {
  const app = makePasskeyApp(options)
  const [browser, eve] = [app.browser(), app.browser()]
  const [first, second, third] = [1, 2, 3].map(() => new SoftwareAuthenticator())
  if (!first || !second || !third) throw new Error('There are three.')
  await register(browser, first)
  vi.setSystemTime(start + 10_000)
  await register(browser, second, {}, overrides)
  await register(eve, third, { email: 'eve@example.test' })
  return { app, browser, eve, first, second, third }
}

function idOf({ credentials }: SoftwareAuthenticator): string {
  return credentials[0]?.id ?? ''
}

const strategies = ['jwt', 'database'] as const

/** What another site makes a browser send. */
const foreign: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }],
  ['a sibling', { origin: 'https://x.app.test', 'sec-fetch-site': 'same-site' }],
  ['a browser that does not say', { origin: '', 'sec-fetch-site': '' }],
]

describe.each(strategies)('a user’s passkeys, strategy %s,', (strategy) => {
  const session = { strategy }

  it('are listed, the newest first, also when two were made within a second', async () => {
    const app = makePasskeyApp({ session })
    const browser = app.browser()
    const [first, second] = [new SoftwareAuthenticator(), new SoftwareAuthenticator()]
    await register(browser, first)
    await register(browser, second)
    const listed = await listPasskeys(requestFrom(browser), app.config)
    expect(listed.map(({ id }) => id)).toEqual([idOf(second), idOf(first)])
  })

  it('are listed, the newest first, without those of other users', async () => {
    const { app, browser, eve, first, second, third } = await makeAppWithPasskeys(
      { session },
      { be: true, bs: true },
    )
    vi.setSystemTime(start + 60_000)
    await authenticate(app.browser(), first)
    const passkey = { name: undefined, transports: ['internal', 'hybrid'] }
    expect(await listPasskeys(requestFrom(browser), app.config)).toEqual([
      {
        ...passkey,
        id: idOf(second),
        createdAt: new Date(start + 10_000),
        lastUsedAt: new Date(start + 10_000),
        isSyncable: true,
        isSynced: true,
      },
      {
        ...passkey,
        id: idOf(first),
        createdAt: new Date(start),
        lastUsedAt: new Date(start + 60_000),
        isSyncable: false,
        isSynced: false,
      },
    ])
    const others = await listPasskeys(requestFrom(eve), app.config)
    expect(others.map(({ id }) => id)).toEqual([idOf(third)])
  })

  it('are named by their owner', async () => {
    const { app, browser, second } = await makeAppWithPasskeys({ session })
    expect(await renamePasskey(requestFrom(browser), app.config, idOf(second), ' Key ')).toBe(true)
    const [named, other] = await listPasskeys(requestFrom(browser), app.config)
    expect([named?.name, other?.name]).toEqual(['Key', undefined])
    await authenticate(app.browser(), second)
    expect((await rowOf(app, second))?.name).toBe('Key')
  })

  it('B7: are not named, removed or seen by anybody else', async () => {
    const { app, browser, eve, first } = await makeAppWithPasskeys({ session })
    const before = await rowOf(app, first)
    expect(await renamePasskey(requestFrom(eve), app.config, idOf(first), 'Mine')).toBe(false)
    expect(await removePasskey(requestFrom(eve), app.config, idOf(first))).toBe(false)
    expect(await rowOf(app, first)).toEqual(before)
    expect(await browser.session()).not.toBeNull()
    expect(await authenticate(app.browser(), first)).toEqual(inside)
  })

  it('are removed by their owner, and the other sessions end', async () => {
    const { app, browser, first, second } = await makeAppWithPasskeys({ session })
    const elsewhere = app.browser()
    await authenticate(elsewhere, first)
    expect(await elsewhere.session()).not.toBeNull()
    expect(await removePasskey(requestFrom(browser), app.config, idOf(first))).toBe(true)
    expect(await rowOf(app, first)).toBeNull()
    expect(await authenticate(app.browser(), first)).toEqual(refused)
    expect(await elsewhere.session()).toBeNull()
    expect(await browser.session()).toMatchObject({ user: { email: address } })
    // A sign-in that began in the moment of the removal would not outlive it.
    vi.setSystemTime(Date.now() + 1000)
    expect(await authenticate(app.browser(), second)).toEqual(inside)
    const left = await listPasskeys(requestFrom(browser), app.config)
    expect(left.map(({ id }) => id)).toEqual([idOf(second)])
  })
})

describe('a passkey', () => {
  it('that is unknown is neither named nor removed', async () => {
    const { app, browser, first } = await makeAppWithPasskeys()
    // Standard base64 is how the database spells it, not we.
    const row = (await rowOf(app, first)) ?? expect.fail()
    for (const id of ['AAAA', '', row.credentialID]) {
      expect(await renamePasskey(requestFrom(browser), app.config, id, 'x')).toBe(false)
      expect(await removePasskey(requestFrom(browser), app.config, id)).toBe(false)
    }
  })

  it.each(['', '   ', 'x'.repeat(65)])('is not called %j', async (name) => {
    const { app, browser, first } = await makeAppWithPasskeys()
    await expect(
      renamePasskey(requestFrom(browser), app.config, idOf(first), name),
    ).rejects.toMatchObject({ type: 'InvalidRequestBody' })
    expect((await rowOf(app, first))?.name ?? undefined).toBeUndefined()
  })

  it('has a name of 64 characters at most', async () => {
    const { app, browser, first } = await makeAppWithPasskeys()
    const name = 'x'.repeat(64)
    expect(await renamePasskey(requestFrom(browser), app.config, idOf(first), name)).toBe(true)
    expect((await rowOf(app, first))?.name).toBe(name)
  })

  it.each(foreign)('is not touched by what %s sends', async (_, headers) => {
    const { app, browser, first } = await makeAppWithPasskeys()
    const before = await rowOf(app, first)
    const rejected = { type: 'CrossSiteRequest' }
    const request = () => requestFrom(browser, headers)
    await expect(renamePasskey(request(), app.config, idOf(first), 'x')).rejects.toMatchObject(
      rejected,
    )
    await expect(removePasskey(request(), app.config, idOf(first))).rejects.toMatchObject(rejected)
    expect(await rowOf(app, first)).toEqual(before)
  })

  it('cannot be managed by a visitor who is not signed in', async () => {
    const { app, first } = await makeAppWithPasskeys()
    const request = () => requestFrom(app.browser())
    const rejected = { type: 'SessionRequired' }
    await expect(listPasskeys(request(), app.config)).rejects.toMatchObject(rejected)
    await expect(renamePasskey(request(), app.config, idOf(first), 'x')).rejects.toMatchObject(
      rejected,
    )
    await expect(removePasskey(request(), app.config, idOf(first))).rejects.toMatchObject(rejected)
  })
})

describe('the last way to sign in', () => {
  async function alone(options: PasskeyOptions = {}) {
    const app = makePasskeyApp(options)
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    await register(browser, authenticator)
    return { app, browser, authenticator }
  }

  it('is not removed', async () => {
    const { app, browser, authenticator } = await alone()
    await expect(
      removePasskey(requestFrom(browser), app.config, idOf(authenticator)),
    ).rejects.toMatchObject({ type: 'LastSignInMethod' })
    expect(await authenticate(app.browser(), authenticator)).toEqual(inside)
  })

  it('is left when both are removed at once', async () => {
    const { app, browser, first, second } = await makeAppWithPasskeys()
    const removed = await Promise.allSettled(
      [first, second].map((one) => removePasskey(requestFrom(browser), app.config, idOf(one))),
    )
    expect(new Set(removed.map(({ status }) => status))).toEqual(new Set(['fulfilled', 'rejected']))
    expect(await listPasskeys(requestFrom(browser), app.config)).toHaveLength(1)
  })

  it('is not an unproven address', async () => {
    const providers = [Passkey(), recordingProvider([])]
    const { app, browser, authenticator } = await alone({ providers })
    await expect(
      removePasskey(requestFrom(browser), app.config, idOf(authenticator)),
    ).rejects.toMatchObject({ type: 'LastSignInMethod' })
  })

  it('may be an address that was proven', async () => {
    const sent: VerificationRequestParams[] = []
    const app = makePasskeyApp({ providers: [Passkey(), recordingProvider(sent)] })
    const browser = app.browser()
    await askForMail(browser)
    await confirm(browser, sent[0]?.url ?? '')
    const authenticator = new SoftwareAuthenticator()
    await register(browser, authenticator)
    expect(await removePasskey(requestFrom(browser), app.config, idOf(authenticator))).toBe(true)
    expect(await rowOf(app, authenticator)).toBeNull()
  })

  it('is not a passkey of a provider that is there no more', async () => {
    const providers = [Passkey(), WebAuthn({ enableConditionalUI: false })]
    const { app, browser, authenticator } = await alone({ providers })
    const other = new SoftwareAuthenticator()
    const provider = 'webauthn'
    const options = await beginRegistration(browser, {}, provider)
    await end(browser, 'register', other.create(options), { provider })
    const fewer = { ...app.config, providers: [Passkey()] }
    await expect(
      removePasskey(requestFrom(browser), fewer, idOf(authenticator)),
    ).rejects.toMatchObject({ type: 'LastSignInMethod' })
    expect(await removePasskey(requestFrom(browser), app.config, idOf(authenticator))).toBe(true)
  })
})

describe('an account of a passkey', () => {
  async function unlink(
    app: Awaited<ReturnType<typeof makeAppWithPasskeys>>['app'],
    browser: Browser,
    of: SoftwareAuthenticator,
  ) {
    const { providerAccountId } = (await rowOf(app, of)) ?? expect.fail()
    const keys = { provider: 'passkey', providerAccountId }
    return unlinkAccount(requestFrom(browser), app.config, keys)
  }

  it('takes the passkey with it', async () => {
    const { app, browser, first } = await makeAppWithPasskeys()
    expect(await unlink(app, browser, first)).toBe(true)
    expect(await rowOf(app, first)).toBeNull()
  })

  it('leaves a passkey that can no longer sign in, if the passkey cannot be deleted', async () => {
    const adapter = without(memoryAdapter(), 'transaction', 'deleteAuthenticator')
    const { app, browser, first } = await makeAppWithPasskeys({ adapter })
    expect(await unlink(app, browser, first)).toBe(true)
    expect(await rowOf(app, first)).not.toBeNull()
    expect(await authenticate(app.browser(), first)).toEqual(refused)
  })

  it('is not there: the passkey is not removed', async () => {
    const { app, browser, first } = await makeAppWithPasskeys()
    const { providerAccountId, userId } = (await rowOf(app, first)) ?? expect.fail()
    await app.store.unlinkAccount?.({ provider: 'passkey', providerAccountId })
    // Another service may use the same words.
    const other = { provider: 'github', type: 'oauth' as const, providerAccountId }
    await app.store.linkAccount?.({ ...other, userId })
    expect(await removePasskey(requestFrom(browser), app.config, idOf(first))).toBe(false)
    expect(await app.store.getAccount?.(providerAccountId, 'github')).not.toBeNull()
  })
})

describe('an adapter that lacks methods', () => {
  it('lists, and says what naming and removing need', async () => {
    const { app, browser, first, second } = await makeAppWithPasskeys({ adapter: authJsAdapter() })
    const listed = await listPasskeys(requestFrom(browser), app.config)
    expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([idOf(first), idOf(second)]))
    expect(listed[0]).toMatchObject({ createdAt: undefined, lastUsedAt: undefined })
    await expect(renamePasskey(requestFrom(browser), app.config, idOf(first), 'x')).rejects.toThrow(
      /`updateAuthenticator`/,
    )
    await expect(removePasskey(requestFrom(browser), app.config, idOf(first))).rejects.toThrow(
      /`deleteAuthenticator`, `listAccountsByUserId`/,
    )
    expect(await authenticate(app.browser(), first)).toEqual(inside)
  })
})
