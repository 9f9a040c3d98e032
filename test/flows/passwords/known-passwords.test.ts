import { createHash } from 'node:crypto'
import { hash as hashWithBcrypt } from 'bcryptjs'
import { describe, expect, it, vi } from 'vitest'
import { createHasher } from '../../../src/passwords/hasher.js'
import type { PasswordUserConfig } from '../../../src/providers/password.js'
import { logText } from '../../support/apps/accounts-app.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import { cheap, email, makePasswordApp, type PasswordApp } from '../../support/apps/password-app.js'

const common = 'passwordpassword'
const unusual = 'Vj7 kelp'

/** An app whose user was imported with a hash of bcrypt. */
async function importUser(
  password: string,
  options: PasswordUserConfig = {},
): Promise<PasswordApp> {
  const app = await makePasswordApp(options)
  await plant(app, await hashWithBcrypt(password, 4))
  return app
}

async function plant({ adapter, user }: PasswordApp, hash: string): Promise<void> {
  const old = await adapter.getPassword(user.id)
  const row = { hash, stamp: 'imported', changedAt: new Date(0), mustChange: false }
  expect(await adapter.setPassword(user.id, row, old?.hash ?? null)).toBe(true)
}

/** A service that has leaked passwords, and whether it answers. */
function leaking(password: string) {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  const fetch = vi.fn(async () => new Response(`${digest.slice(5)}:3`))
  return { breached: { url: 'https://range.example.test/', fetch }, fetch }
}

describe('an imported password', () => {
  it.each([
    ['common', common, {}],
    ['leaked', unusual, leaking(unusual)],
  ] as const)(
    'that is %s has no session before it is changed',
    async (_kind, password, options) => {
      const app = await importUser(password, 'breached' in options ? options : {})
      const browser = app.browser()
      await app.attempt({ email, password }, browser)
      expect(await browser.session()).toBeNull()
      expect(await app.adapter.getPassword(app.user.id)).toMatchObject({
        hash: expect.stringMatching(/^\$scrypt\$/),
        stamp: 'imported',
        mustChange: true,
      })
      const again = app.browser()
      await app.attempt({ email, password }, again)
      expect(await again.session()).toBeNull()
      const page = await browser.fetchPage('/auth/reset-password')
      await browser.postForm(page, { password: 'seven quiet harbours' })
      expect(await browser.session()).toMatchObject({ user: { email } })
    },
  )

  it('that is common has no session, also if another spelling of it is typed', async () => {
    const app = await importUser(common)
    const fullWidth = common.replace(/[a-z]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    )
    // Only NFKC makes the two texts the same, and bcrypt hashed the common one.
    for (const password of [fullWidth, common]) {
      const browser = app.browser()
      await app.attempt({ email, password }, browser)
      expect(await browser.session()).toBeNull()
      const verdict = await createHasher({ hashing: cheap }).verify(
        (await app.adapter.getPassword(app.user.id))?.hash ?? '',
        common,
      )
      expect(verdict).toMatchObject({ matches: true })
    }
    expect(await app.adapter.getPassword(app.user.id)).toMatchObject({ mustChange: true })
  })

  it('signs in if it is not known, however short it is', async () => {
    const app = await importUser(unusual)
    const browser = app.browser()
    await app.attempt({ email, password: unusual }, browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('signs in if the service for leaked ones does not answer, and the log says so', async () => {
    const fetch = () => Promise.reject(new TypeError('down'))
    const app = await importUser(unusual, { breached: { fetch } })
    const before = app.codes('warn').length
    const browser = app.browser()
    await app.attempt({ email, password: unusual }, browser)
    expect(await browser.session()).not.toBeNull()
    expect(app.codes('warn').slice(before)).toEqual(['breached-unavailable'])
    expect(logText(app)).not.toContain(unusual)
  })

  it('that is wrong is not sent to the service for leaked ones', async () => {
    const { breached, fetch } = leaking(unusual)
    const app = await importUser(unusual, { breached })
    fetch.mockClear()
    await app.attempt({ email, password: `${unusual}!` })
    expect(fetch).not.toHaveBeenCalled()
  })

  it('keeps its mark if another sign-in replaces the hash in the same moment', async () => {
    const app = await importUser(common)
    const before = await app.adapter.getPassword(app.user.id)
    const browser = app.browser()
    await app.attempt({ email, password: common }, browser)
    // What a sign-in writes that read the row before, and could not ask.
    const hash = await createHasher({ hashing: cheap }).hash(common)
    const late = { hash, stamp: 'imported', changedAt: new Date(0), mustChange: false }
    expect(await app.adapter.setPassword(app.user.id, late, before?.hash ?? null)).toBe(false)
    expect((await app.adapter.getPassword(app.user.id))?.mustChange).toBe(true)
  })

  describe('that could not be checked, because the service did not answer,', () => {
    async function signInTwice(isLeaked: boolean) {
      const { breached, fetch } = leaking(isLeaked ? unusual : 'another one')
      const app = await makeMailingApp({ password: { breached } })
      await plant(app, await hashWithBcrypt(unusual, 4))
      const imported = await app.adapter.getPassword(app.user.id)
      fetch.mockRejectedValueOnce(new TypeError('down'))
      const first = app.browser()
      await app.attempt({ email, password: unusual }, first)
      expect(await first.session()).not.toBeNull()
      await app.settle()
      expect(await app.adapter.getPassword(app.user.id)).toEqual(imported)
      const second = app.browser()
      await app.attempt({ email, password: unusual }, second)
      await app.settle()
      return { second, row: await app.adapter.getPassword(app.user.id) }
    }

    it('is refused at the next sign-in if it was leaked (FP21)', async () => {
      const { second, row } = await signInTwice(true)
      expect(await second.session()).toBeNull()
      expect(row?.mustChange).toBe(true)
    })

    it('gets a new hash at the next sign-in if it was not', async () => {
      const { second, row } = await signInTwice(false)
      expect(await second.session()).not.toBeNull()
      expect(row).toMatchObject({ hash: expect.stringMatching(/^\$scrypt\$/), mustChange: false })
    })
  })

  it('is marked although other sign-ins replace the hash in the meantime (FP21)', async () => {
    const app = await importUser(common)
    const write = app.adapter.setPassword.bind(app.adapter)
    const replaced = { hash: '', stamp: 'imported', changedAt: new Date(0), mustChange: false }
    const setPassword = vi.spyOn(app.adapter, 'setPassword')
    for (let count = 0; count < 2; count += 1) {
      const hash = await createHasher({ hashing: cheap }).hash(common)
      setPassword.mockImplementationOnce(async (userId, row, expected) => {
        await write(userId, { ...replaced, hash }, expected)
        return write(userId, row, expected)
      })
    }
    const browser = app.browser()
    await app.attempt({ email, password: common }, browser)
    expect(await browser.session()).toBeNull()
    expect((await app.adapter.getPassword(app.user.id))?.mustChange).toBe(true)
  })

  it('puts no mark on a password that was chosen in the meantime (FP19)', async () => {
    const app = await importUser(common)
    const write = app.adapter.setPassword.bind(app.adapter)
    const hash = await createHasher({ hashing: cheap }).hash('seven quiet harbours')
    const chosen = { hash, stamp: 'chosen', changedAt: new Date(0), mustChange: false }
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (userId, row, expected) => {
      await write(userId, chosen, expected)
      return write(userId, row, expected)
    })
    const browser = app.browser()
    await app.attempt({ email, password: common }, browser)
    expect(await browser.session()).toBeNull()
    expect(await app.adapter.getPassword(app.user.id)).toMatchObject(chosen)
  })
})
