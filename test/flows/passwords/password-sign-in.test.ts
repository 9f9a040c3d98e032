import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, setPassword, signIn } from '../../../src/core.js'
import { createHasher } from '../../../src/passwords/hasher.js'
import type { KeyDerivation } from '../../../src/passwords/key-derivation.js'
import { platformKeyDerivation } from '../../../src/passwords/key-derivation.node.js'
import Password from '../../../src/providers/password.js'
import { logText } from '../../support/apps/accounts-app.js'
import { openBrowser } from '../../support/browser.js'
import { makeApp, sessionCookie } from '../../support/apps/app.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import {
  cheap,
  email,
  makePasswordApp,
  password,
  type PasswordApp,
} from '../../support/apps/password-app.js'
import { foreignHashes, password as foreignPassword } from '../../support/password-vectors.js'

afterEach(() => void vi.restoreAllMocks())

const right = { email, password }
const wrong = { email, password: 'tide lantern grovel' }

/** Node has scrypt. */
const spyablePlatform = platformKeyDerivation as {
  scrypt: NonNullable<KeyDerivation['scrypt']>
}

async function plant(app: PasswordApp, hash: string): Promise<void> {
  const old = await app.adapter.getPassword(app.user.id)
  const row = { stamp: 'imported', changedAt: new Date(0), mustChange: false, hash }
  expect(await app.adapter.setPassword(app.user.id, row, old?.hash ?? null)).toBe(true)
}

async function isAccepted(app: PasswordApp, fields: Readonly<Record<string, unknown>>) {
  const browser = app.browser()
  await app.attempt(fields, browser)
  return browser.cookie(sessionCookie) !== undefined
}

describe.each(['database', 'jwt'] as const)('a password with the strategy %s', (strategy) => {
  it('signs in with a plain form, and a wrong one does not', async () => {
    const app = await makePasswordApp({}, { session: { strategy } })
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin')
    await browser.postForm(page, wrong)
    expect(await browser.session()).toBeNull()
    await browser.postForm(page, right)
    expect(await browser.session()).toMatchObject({ user: { email, name: 'Ada' } })
  })

  it('signs in by the call of a binding', async () => {
    const app = await makePasswordApp({}, { session: { strategy } })
    const call = (fields: object) =>
      signIn(
        new Request('https://app.test/', { headers: { origin: 'https://app.test' } }),
        app.config,
        {
          providerId: 'password',
          fields: { ...fields },
        },
      )
    expect((await call(right)).data).toMatchObject({ ok: true })
    expect((await call(wrong)).data).toMatchObject({
      ok: false,
      error: { type: 'CredentialsSignin' },
    })
  })
})

/** Hashing waits for its turn on a busy machine. */
const patient = { timeout: 180_000 }

describe('the form of the sign-in page', () => {
  it('works with password managers and lets visitors paste', async () => {
    const app = await makePasswordApp()
    const { html } = await app.browser().fetchPage('/auth/signin')
    expect(html).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username"/)
    expect(html).toMatch(/<input[^>]*name="password"[^>]*autocomplete="current-password"/)
    expect(html).not.toMatch(/maxlength|onpaste/i)
  })
})

describe('a sign-in that fails', () => {
  it('has the same answer for known, unknown and password-less users (FP11)', async () => {
    const app = await makePasswordApp()
    await app.adapter.createUser({
      id: 'user-2',
      email: 'oauth@example.test',
      emailVerified: new Date(),
    })
    const answers = await Promise.all(
      [
        wrong,
        { ...wrong, email: 'nobody@example.test' },
        { ...wrong, email: 'oauth@example.test' },
        { ...wrong, email: 'no address' },
      ].map(async (fields) => {
        const browser = app.browser()
        const response = await app.attempt(fields, browser)
        const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
        const cookies = browser.cookies.map(({ name }) => name.replace(/\.[\w-]{8}$/, ''))
        return { status: response.status, headers, cookies, body: await response.text() }
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('takes one hash at the same cost for known, unknown and password-less users (FP11)', async () => {
    const app = await makePasswordApp()
    await app.adapter.createUser({
      id: 'user-2',
      email: 'oauth@example.test',
      emailVerified: new Date(),
    })
    const hashes = countHashes()
    for (const typed of ['nobody@example.test', 'oauth@example.test', 'no address']) {
      expect(await isAccepted(app, { ...wrong, email: typed })).toBe(false)
      expect(hashes()).toBe(1)
    }
  })

  it.each([
    ['a weaker hash', () => createHasher({ hashing: cheap }).hash(password)],
    ['a hash of bcrypt', () => '$2b$04$abcdefghijklmnopqrstuu5p8nBEBp9x2d4C9ME1TZ8QyTaKQnYwm'],
    ['a hash that only the app can check', () => 'md5-of-long-ago'],
  ])('with %s computes the hash of an unknown user, too (FP11)', async (_name, makeHash) => {
    const foreign = { verify: async () => false }
    const hasher = { scheme: 'scrypt', ln: 5 } as const
    const app = await makePasswordApp({ hasher, foreignHashes: foreign })
    await plant(app, await makeHash())
    const spy = vi.spyOn(spyablePlatform, 'scrypt')
    expect(await isAccepted(app, wrong)).toBe(false)
    expect(spy.mock.calls.filter(([, { n }]) => n === 32)).toHaveLength(1)
  })

  it('with a wrong password leads back to the form by a URL that no server refuses', async () => {
    const app = await makePasswordApp()
    const callbackUrl = `/${'"'.repeat(8000)}`
    const refused = await app.attempt({ email, password: 'wrong', callbackUrl })
    const { length } = refused.headers.get('location') ?? expect.fail()
    expect(length).toBeLessThan(8000)
  })

  it.each([73, 257, 1024, 1025, 4096])(
    'has the same answer and work for a password of %i characters, for every user (FP12)',
    async (length) => {
      const app = await makePasswordApp()
      const typed = 'x'.repeat(length)
      const answers = await Promise.all(
        [email, 'nobody@example.test'].map(async (address) => {
          const response = await app.attempt({ email: address, password: typed })
          return [response.status, await response.text()]
        }),
      )
      expect(answers[0]).toEqual(answers[1])
    },
  )

  it('of a huge password reads no user and runs no hash (FP14)', async () => {
    const app = await makePasswordApp()
    const read = vi.spyOn(app.adapter, 'getUserByEmail')
    const hashes = countHashes()
    const statuses = []
    for (const length of [1025, 10_000, 1_000_000])
      statuses.push((await app.attempt({ email, password: 'x'.repeat(length) })).status)
    expect(statuses).toEqual([302, 302, 413])
    expect(read).not.toHaveBeenCalled()
    expect(hashes()).toBe(0)
  })

  it.each([
    ['an empty password', { email, password: '' }],
    ['no password', { email }],
    ['a list', { email, password: [password] }],
    ['an object', { email, password: { password } }],
    ['true', { email, password: true }],
    ['a list of addresses', { email: [email], password }],
    ['a lone surrogate', { email, password: `${password}\ud800` }],
    ['a space at the end', { email, password: `${password} ` }],
    ['another case', { email, password: password.toUpperCase() }],
  ])('has %s', async (_name, fields) => {
    expect(await isAccepted(await makePasswordApp(), fields)).toBe(false)
  })

  it('names its provider in the log, also for a browser that has signed in before', async () => {
    const app = await makePasswordApp({}, { debug: true })
    const browser = app.browser()
    await app.attempt(right, browser)
    await app.attempt(wrong, browser)
    const text = logText(app)
    expect(text).toContain('"provider":"password","outcome":"CredentialsSignin"')
    expect(text).not.toContain('"provider":"[redacted]"')
  })

  it('hides a typed value that is also the id of a provider', async () => {
    const app = await makePasswordApp({}, { debug: true })
    await app.attempt({ email: 'password', password: 'hunter2hunter2' })
    expect(logText(app)).not.toContain('hunter2hunter2')
    expect(logText(app)).toContain('"provider":"[redacted]"')
  })

  it('keeps the password out of the log and out of the answer (FP27)', async () => {
    const app = await makePasswordApp({}, { debug: true })
    const canary = 'canary-7Hq2-in-a-password'
    const response = await app.attempt({ email, password: canary })
    await plant(app, '!')
    await app.attempt({ email, password: canary })
    const said = [logText(app), await response.text(), ...[...response.headers].flat()].join('\n')
    expect(said).not.toContain(canary)
  })
})

describe('a stored hash', () => {
  it.each([
    ['', 'unknown'],
    ['!', 'unknown'],
    [password, 'unknown'],
    ['$scrypt$ln=17,r=8,p=1$c2FsdA', 'cut'],
    ['$nothing$a$b', 'of an unknown scheme'],
    [`$scrypt$ln=31,r=8,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`, 'too costly'],
    [`$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$${'A'.repeat(43)}`, 'too costly'],
    [`$2b$31$${'a'.repeat(53)}`, 'too costly'],
    [`$pbkdf2-sha256$i=1000000000$c29tZXNhbHQ$${'A'.repeat(43)}`, 'too costly'],
  ])(
    'a sign-in with the stored hash %j is refused, and the log says so (FP15, FP16)',
    async (hash) => {
      const app = await makePasswordApp()
      await plant(app, hash)
      for (const typed of [password, hash === '' ? 'empty' : hash]) {
        const browser = app.browser()
        expect((await app.attempt({ email, password: typed }, browser)).status).toBe(302)
        expect(browser.cookie(sessionCookie)).toBeUndefined()
      }
      expect(app.codes('warn')).toEqual(['password-hash-unusable', 'password-hash-unusable'])
    },
  )

  it.each(foreignHashes)('of %s signs in and is replaced', async (_library, hash) => {
    // Passlib's scrypt hash has the form of ours, so only a higher cost replaces it.
    const ln = hash.startsWith('$scrypt$') ? 15 : 5
    const app = await makePasswordApp({ hasher: { scheme: 'scrypt', ln } })
    await plant(app, hash)
    const before = await app.adapter.getPassword(app.user.id)
    expect(await isAccepted(app, { email, password: `${foreignPassword}!` })).toBe(false)
    expect(await app.adapter.getPassword(app.user.id)).toEqual(before)
    expect(await isAccepted(app, { email, password: foreignPassword })).toBe(true)
    await vi.waitFor(async () => {
      const after = await app.adapter.getPassword(app.user.id)
      expect(after?.hash.startsWith(`$scrypt$ln=${ln},r=8,p=1$`)).toBe(true)
      expect(after).toMatchObject({ stamp: 'imported', changedAt: new Date(0) })
    }, patient)
    expect(await isAccepted(app, { email, password: foreignPassword })).toBe(true)
  })

  it('that is current stays as it is', async () => {
    const app = await makePasswordApp()
    const before = await app.adapter.getPassword(app.user.id)
    const write = vi.spyOn(app.adapter, 'setPassword')
    expect(await isAccepted(app, right)).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(write).not.toHaveBeenCalled()
    expect(await app.adapter.getPassword(app.user.id)).toEqual(before)
  })

  it('that is hashed again never overwrites a password that was changed meanwhile (FP19)', async () => {
    const app = await makePasswordApp({ hasher: { scheme: 'scrypt', ln: 5 } })
    await plant(app, await createHasher({ hashing: cheap }).hash(password))
    const { setPassword: write } = app.adapter
    const late = withResolvers()
    const arrived = withResolvers()
    const results: boolean[] = []
    app.adapter.setPassword = async (...args) => {
      arrived.resolve()
      await late.promise
      const written = await write(...args)
      results.push(written)
      return written
    }
    expect(await isAccepted(app, right)).toBe(true)
    await arrived.promise
    app.adapter.setPassword = write
    const next = 'moss harbour violin kite'
    expect(await setPassword(app.config, app.user.id, next)).toEqual({ ok: true })
    late.resolve()
    await vi.waitFor(() => expect(results).toEqual([false]), patient)
    expect(await isAccepted(app, right)).toBe(false)
    expect(await isAccepted(app, { email, password: next })).toBe(true)
  })

  it('whose new hash takes long never overwrites a password that was changed meanwhile (FP19)', async () => {
    const app = await makePasswordApp({ hasher: { scheme: 'scrypt', ln: 5 } })
    await plant(app, await createHasher({ hashing: cheap }).hash(password))
    const late = withResolvers()
    const arrived = withResolvers()
    const { scrypt } = spyablePlatform
    let hashes = 0
    vi.spyOn(spyablePlatform, 'scrypt').mockImplementation(async (input, cost) => {
      if (cost.n === 32) hashes += 1
      // The first one makes the sign-in take as long as with an unknown user.
      if (cost.n === 32 && hashes === 2) {
        arrived.resolve()
        await late.promise
      }
      return scrypt(input, cost)
    })
    expect(await isAccepted(app, right)).toBe(true)
    await arrived.promise
    const next = 'moss harbour violin kite'
    expect(await setPassword(app.config, app.user.id, next)).toEqual({ ok: true })
    const write = vi.spyOn(app.adapter, 'setPassword')
    late.resolve()
    await vi.waitFor(() => expect(write).toHaveBeenCalledOnce(), patient)
    expect(await write.mock.results[0]?.value).toBe(false)
    expect(await isAccepted(app, right)).toBe(false)
    expect(await isAccepted(app, { email, password: next })).toBe(true)
  })

  it('that must be changed does not sign the user in', async () => {
    const app = await makePasswordApp()
    const row = await app.adapter.getPassword(app.user.id)
    if (row) await app.adapter.setPassword(app.user.id, { ...row, mustChange: true }, row.hash)
    expect(await isAccepted(app, right)).toBe(false)
  })
})

describe('too many sign-ins at once', () => {
  it('do not use up the attempts of the users whom they name (FP23)', async () => {
    const limits = { identifier: { attempts: 2, seconds: 60 } }
    const app = await makePasswordApp({ hashesAtOnce: 1, hashesWaiting: 0 }, { limits })
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const read = vi.spyOn(app.adapter, 'getUserByEmail').mockImplementationOnce(async () => {
      await answered
      return null
    })
    const slow = app.attempt({ ...wrong, email: 'nobody@example.test' })
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), patient)
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push((await app.attempt(wrong)).status)
    expect(new Set(statuses)).toEqual(new Set([503]))
    answer()
    await slow
    expect(await isAccepted(app, right)).toBe(true)
  })

  it('do not use up the attempts at the current password (FP22)', async () => {
    const limits = { identifier: { attempts: 2, seconds: 60 } }
    const app = await makePasswordApp({ hashesAtOnce: 1, hashesWaiting: 0 }, { limits })
    const browser = app.browser()
    await app.attempt(right, browser)
    const change = async (typed: string): Promise<number> => {
      const fields = { currentPassword: typed, password: 'seven quiet harbours' }
      const csrfToken = await browser.csrfToken()
      const body = { csrfToken, ...fields }
      return (await browser.postJson('/auth/change-password', body)).status
    }
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const read = vi.spyOn(app.adapter, 'getUserByEmail').mockImplementationOnce(async () => {
      await answered
      return null
    })
    const slow = app.attempt({ ...wrong, email: 'nobody@example.test' })
    await vi.waitFor(() => expect(read).toHaveBeenCalled(), patient)
    const statuses = []
    for (let count = 0; count < 5; count += 1) statuses.push(await change('wrong'))
    expect(new Set(statuses)).toEqual(new Set([503]))
    answer()
    await slow
    expect(await change(password)).toBe(302)
  })

  it('do not use up attempts either if they come in the same moment (FP23)', async () => {
    const limits = { identifier: { attempts: 5, seconds: 60 } }
    const app = await makePasswordApp({ hashesAtOnce: 1, hashesWaiting: 0 }, { limits })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const send = () => browser.postJson('/auth/callback/password', { csrfToken, ...wrong })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      302, 503, 503, 503, 503,
    ])
    expect(await isAccepted(app, right)).toBe(true)
  })

  it('do not take the place of a change whose current password was right (FP22)', async () => {
    let isLeaked = (): void => undefined
    const answered = new Promise<Response>((resolve) => {
      isLeaked = () => resolve(new Response(''))
    })
    const fetch = vi.fn(() => answered)
    const options = { hashesAtOnce: 1, hashesWaiting: 0 }
    const app = await makePasswordApp(options)
    const asking = { ...options, hasher: cheap, breached: { fetch } }
    const config = { ...app.config, providers: [Password(asking)] }
    const browser = openBrowser(config)
    await app.attempt(right, browser)
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, currentPassword: password, password: 'seven quiet harbours' }
    const change = browser.postJson('/auth/change-password', fields)
    await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), patient)
    const other = { ...wrong, email: 'nobody@example.test' }
    expect((await app.attempt(other, openBrowser(config))).status).toBe(503)
    isLeaked()
    expect((await change).status).toBe(302)
    expect(await isAccepted(app, { email, password: 'seven quiet harbours' })).toBe(true)
  })

  it('are answered 503 with Retry-After, alike for known and unknown users (FP17)', async () => {
    const app = await makePasswordApp({ hashesAtOnce: 2, hashesWaiting: 8 })
    const read = vi.spyOn(app.adapter, 'getUserByEmail')
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        browser.postJson('/auth/callback/password', {
          csrfToken,
          ...wrong,
          email: number % 2 ? email : 'nobody@example.test',
        }),
      ),
    )
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy).toHaveLength(50)
    expect(read).toHaveBeenCalledTimes(10)
    for (const response of busy) {
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(response.headers.getSetCookie()).toEqual([])
    }
    const bodies = await Promise.all(
      busy.map(async (response) => (await response.text()).replaceAll(/nonce[-=][^ ;>]+/g, '')),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(await isAccepted(app, right)).toBe(true)
  })
})

describe('guesses', () => {
  it('are limited as those of any credentials provider', async () => {
    const app = await makePasswordApp({}, { limits: {} })
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push((await app.attempt(wrong)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 302), 429])
  })

  it.each([
    ['offers', {}, '/auth/forgot-password'],
    ['offers the app’s own page of', { pages: { forgotPassword: '/lost' } }, '/lost'],
  ] as const)(
    'that strangers have used up: the page %s a new password',
    async (_, options, path) => {
      const app = await makeMailingApp({ limits: {}, ...options })
      for (let count = 0; count < 10; count += 1) await app.attempt(wrong)
      const browser = app.browser()
      const form = await browser.fetchPage('/auth/signin?callbackUrl=/after')
      const page = await browser.postForm(form, { email, password })
      expect(page.response.status).toBe(429)
      const href = /<a class="quiet" href="([^"]*)">Forgot your password\?<\/a>/.exec(
        page.html,
      )?.[1]
      const url = new URL(href ?? '')
      expect(url.pathname).toBe(path)
      expect(url.searchParams.get('callbackUrl')).toBe('https://app.test/after')
    },
  )

  it('that strangers have used up: the page offers no new password without mails', async () => {
    const app = await makePasswordApp({}, { limits: {} })
    for (let count = 0; count < 10; count += 1) await app.attempt(wrong)
    const response = await app.attempt(wrong)
    expect(response.status).toBe(429)
    expect(await response.text()).not.toContain('Forgot your password?')
  })

  it('at other forms that are over a limit offer no new password', async () => {
    const app = await makeMailingApp({ limits: { mail: { attempts: 1, seconds: 60 } } })
    await app.ask('forgot-password', email)
    const page = await app.ask('forgot-password', email)
    expect(page.response.status).toBe(429)
    expect(page.html).not.toContain('Forgot your password?')
  })
})

describe('a NUL', () => {
  it.each([`${password}\0`, `\0${password}`])(
    'in what is typed makes it a wrong password, also where HMAC fills the key up (%j)',
    async (typed) => {
      const app = await makePasswordApp()
      expect(await isAccepted(app, { email, password: typed })).toBe(false)
      expect(await isAccepted(app, { email, password })).toBe(true)
    },
  )
})

describe('setPassword', () => {
  it.each([
    ['too-short', 'short'],
    ['too-long', 'tide lantern '.repeat(30)],
    ['known', 'passwordpassword'],
    ['guessable', 'ada@example.test'],
    ['guessable', 'Lighthouse Shop 12'],
    ['not-text', 'tide lantern gravel \ud800'],
    ['not-text', 'tide lantern gravel\0'],
  ])('refuses a password that is %s (FP21)', async (type, chosen) => {
    const app = await makePasswordApp({ words: ['Lighthouse Shop'] })
    const before = await app.adapter.getPassword(app.user.id)
    expect(await setPassword(app.config, app.user.id, chosen)).toMatchObject({
      ok: false,
      problem: { type },
    })
    expect(await app.adapter.getPassword(app.user.id)).toEqual(before)
  })

  it('asks the service for leaked passwords if the app wants it, and never at sign-in (FP21)', async () => {
    const urls: string[] = []
    const fetch = async (url: unknown) => {
      urls.push(String(url))
      return new Response('0018A45C4D1DEF81644B54AB7F969B88D65:1')
    }
    const url = 'https://range.example.test/'
    const app = await makePasswordApp({
      breached: { url, fetch },
    })
    expect(urls).toEqual([expect.stringMatching(/^https:\/\/range\.example\.test\/[0-9A-F]{5}$/)])
    expect(await isAccepted(app, right)).toBe(true)
    expect(urls).toHaveLength(1)
  })

  it('accepts the password and says so if that service fails (FP20)', async () => {
    const fetch = () => Promise.reject(new TypeError('down'))
    const app = await makePasswordApp({ breached: { fetch } })
    expect(await isAccepted(app, right)).toBe(true)
    expect(app.codes('warn')).toEqual(['breached-unavailable'])
    expect(logText(app)).not.toContain(password)
  })

  it.each(['database', 'jwt'] as const)(
    'ends the sessions of the user if it replaces a password, with the strategy %s (FP8)',
    async (strategy) => {
      const app = await makePasswordApp({}, { session: { strategy, recheckAge: 0 } })
      const browser = app.browser()
      await app.attempt(right, browser)
      expect(await browser.session()).not.toBeNull()
      const next = 'moss harbour violin kite'
      expect(await setPassword(app.config, app.user.id, next)).toEqual({ ok: true })
      expect(await browser.session()).toBeNull()
      expect(await isAccepted(app, right)).toBe(false)
      expect(await isAccepted(app, { email, password: next })).toBe(true)
    },
  )

  it('changes the stamp, and stores neither the password nor a hash on the user', async () => {
    const app = await makePasswordApp()
    const before = await app.adapter.getPassword(app.user.id)
    await setPassword(app.config, app.user.id, 'moss harbour violin kite')
    const after = await app.adapter.getPassword(app.user.id)
    expect(after?.stamp).not.toBe(before?.stamp)
    expect(after?.stamp).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify([after, await app.adapter.getUser(app.user.id)])).not.toContain('moss')
    expect(await app.adapter.getUser(app.user.id)).not.toHaveProperty('hash')
  })

  it('refuses an unknown user', async () => {
    const app = await makePasswordApp()
    const result = await setPassword(app.config, 'user-99', password)
    expect(result).toEqual({ ok: false, problem: { type: 'unknown-user' } })
    expect(await app.adapter.getPassword('user-99')).toBeNull()
  })

  it('rejects if no provider stores passwords', async () => {
    const { config } = makeApp({ adapter: memoryAdapter() })
    await expect(setPassword(config, 'user-1', password)).rejects.toThrow(
      'latchkey/providers/password',
    )
  })

  it('of two calls at once keeps one password that signs in', async () => {
    const app = await makePasswordApp()
    const chosen = ['moss harbour violin kite', 'ember quilt saddle fjord']
    const results = await Promise.all(
      chosen.map((one) => setPassword(app.config, app.user.id, one)),
    )
    expect(results).toEqual([{ ok: true }, { ok: true }])
    const accepted = []
    for (const one of chosen) accepted.push(await isAccepted(app, { email, password: one }))
    expect(accepted.filter(Boolean)).toHaveLength(1)
  })
})

describe('a config with passwords', () => {
  const report = async (config: Parameters<typeof makeApp>[0]) => {
    const app = makeApp(config)
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    return { status: response.status, codes: app.codes('error'), text: logText(app) }
  }

  it('needs an adapter', async () => {
    const { status, codes } = await report({ providers: [Password()] })
    expect([status, codes]).toEqual([500, ['MissingAdapter']])
  })

  it('needs an adapter that stores passwords', async () => {
    const { getPassword: _get, setPassword: _set, ...adapter } = memoryAdapter()
    const { status, codes, text } = await report({ adapter, providers: [Password()] })
    expect([status, codes]).toEqual([500, ['MissingAdapterMethods']])
    expect(text).toContain('`getPassword`, `setPassword`')
  })

  it('is refused with a wrong option', async () => {
    const { status, codes, text } = await report({
      adapter: memoryAdapter(),
      providers: [Password({ minLength: 4 })],
    })
    expect([status, codes]).toEqual([500, ['InvalidProviderConfig']])
    expect(text).toContain('minLength')
  })
})

/** Counts the hashes that are computed from now on. */
function countHashes(): () => number {
  const spy = vi.spyOn(spyablePlatform, 'scrypt')
  return () => {
    const { length } = spy.mock.calls
    spy.mockClear()
    return length
  }
}

/** A promise and the function that resolves it. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}
