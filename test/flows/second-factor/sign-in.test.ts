import { describe, expect, it } from 'vitest'
import { Auth, createRuntime, withRuntime } from '../../../src/core.js'
import Credentials from '../../../src/providers/credentials.js'
import { Browser, openBrowser } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  readRecoveryCodes,
  setUp,
  useClock,
  type FactorApp,
} from '../../support/apps/factor-app.js'

const clock = useClock()

/** Opens browsers that all have one address. */
function behindOneAddress({ config }: FactorApp): () => Browser {
  return () => new Browser((request) => Auth(request, config, { clientAddress: '203.0.113.7' }))
}

describe('setting up an authenticator app', () => {
  it('asks for a code, shows ten recovery codes once, and raises the session', async () => {
    const app = await makeFactorApp()
    const { browser, recoveryCodes } = await app.enrol()
    expect(recoveryCodes).toHaveLength(10)
    expect(await browser.session()).toMatchObject({ user: { email } })
    const { html } = await browser.fetchPage('/auth/factors')
    for (const code of recoveryCodes) expect(html).not.toContain(code)
    await app.settle()
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['factorAdded'])
    expect(app.sent[0]?.mail.text).toContain('\nAuthenticator app\n')
  })

  it('stores nothing until a code confirms it, so an abandoned set-up never asks for a code (FM9)', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    await browser.fetchPage('/auth/add-factor')
    const other = await app.begin()
    expect(await other.session()).toMatchObject({ user: { email } })
  })

  it('refuses a wrong code and keeps the secret for the next try', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    const refused = await browser.postForm(page, { code: '000000' }, { follow: true })
    expect(refused.url).toContain('error=InvalidCode')
    const { recoveryCodes } = await setUp(browser, page)
    expect(recoveryCodes).toHaveLength(10)
  })

  it('ends the sessions that began with one factor (FM11)', async () => {
    const app = await makeFactorApp()
    const other = await app.begin()
    await app.enrol()
    expect(await other.session()).toBeNull()
  })
})

describe('a sign-in of a user with an authenticator app', () => {
  it('has no session before the code, and one after it', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    expect(await browser.session()).toBeNull()
    const done = await answer(browser, { code: await authenticator.code() })
    expect(done.response.headers.get('location')).toBe('https://app.test/')
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('goes on, to the base URL, if the visitor asked for a URL that fits into no cookie', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin')
    const callbackUrl = `/${'"'.repeat(8000)}`
    await browser.postForm(page, { email, password, callbackUrl })
    const done = await answer(browser, { code: await authenticator.code() })
    expect(done.response.headers.get('location')).toBe('https://app.test/')
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('goes on if the visitor also typed a text that fits into no cookie', async () => {
    const own = Credentials({
      id: 'own',
      authorize: ({ username }) => (username === 'ada' ? { id: 'user-1', email } : null),
    })
    const app = await makeFactorApp({ others: [own] })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const typed = { username: 'ada', name: 'x'.repeat(20_000) }
    await browser.postJson('/auth/callback/own', { csrfToken, ...typed })
    expect(app.codes('error')).toEqual([])
    await answer(browser, { code: await authenticator.code() })
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('refuses a code that was used before, at set-up too (FM3)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    const first = await app.begin()
    await answer(first, { code: await authenticator.code() })
    expect(await first.session()).toBeNull()
    clock.advance(60)
    const code = await authenticator.code()
    await answer(first, { code })
    expect(await first.session()).not.toBeNull()
    const second = await app.begin()
    await answer(second, { code })
    expect(await second.session()).toBeNull()
  })

  it('takes a recovery code once, and tells the owner (FM4)', async () => {
    const app = await makeFactorApp()
    const { recoveryCodes } = await app.enrol()
    const [recoveryCode = ''] = recoveryCodes
    const browser = await app.begin()
    await answer(browser, { recoveryCode: recoveryCode.toLowerCase() })
    expect(await browser.session()).not.toBeNull()
    const again = await app.begin()
    const refused = await answer(again, { recoveryCode })
    expect(refused.response.headers.get('location')).toContain('error=InvalidCode')
    expect(await again.session()).toBeNull()
    await app.settle()
    expect(app.sent.map(({ purpose }) => purpose)).toContain('recoveryCodeUsed')
  })

  it('is over after ten minutes for a browser that keeps its cookie (FM1)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    const pending = browser.cookies.find(({ name }) => name.includes('pending-sign-in'))
    const page = await browser.fetchPage('/auth/second-factor')
    clock.advance(601)
    browser.plant(pending?.name ?? '', pending?.value ?? '')
    await browser.postForm(page, { code: await authenticator.code() })
    expect(await browser.session()).toBeNull()
  })

  it('waits ten minutes (FM1)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/second-factor')
    clock.advance(601)
    const late = await browser.postForm(page, { code: await authenticator.code() })
    expect(late.response.headers.get('location')).toContain('error=')
    expect(await browser.session()).toBeNull()
  })

  it('is completed once, even if its cookies are kept (FM1)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    const copy = browser.copy()
    await answer(browser, { code: await authenticator.code() })
    clock.advance(60)
    await answer(copy, { code: await authenticator.code() })
    expect(await copy.session()).toBeNull()
  })

  it('dies after five wrong codes (FM7)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/second-factor')
    const tries = Array.from({ length: 50 }, (_, at) =>
      browser.postForm(page, { code: String(at).padStart(6, '0') }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(5)
    const late = await browser.postForm(page, { code: await authenticator.code() })
    expect(late.status).toBe(429)
    expect(await browser.session()).toBeNull()
  })

  it('is completed by a known browser, though a stranger behind the same address guesses (FP23)', async () => {
    const app = await makeFactorApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    const known = await app.begin(open())
    const { authenticator } = await app.enrol(known)
    await known.signOut()
    clock.advance(90)
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const fields = { email: `user-${count}@example.test`, password: 'wrong horse battery' }
      statuses.push((await app.attempt(fields, open())).status)
    }
    expect(statuses.at(-1)).toBe(429)
    await app.begin(known)
    await answer(known, { code: await authenticator.code() })
    expect(await known.session()).toMatchObject({ user: { email } })
  })

  it('uses up little of what sign-ins behind the same address share (FP23)', async () => {
    const app = await makeFactorApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    const known = await app.begin(open())
    const { authenticator } = await app.enrol(known)
    await known.signOut()
    clock.advance(90)
    const other = await app.begin(open())
    const statuses = []
    for (let count = 0; count < 40; count += 1)
      statuses.push((await answer(other, { code: '000000' })).status)
    expect(statuses.at(-1)).toBe(429)
    await app.begin(known)
    await answer(known, { code: await authenticator.code() })
    expect(await known.session()).toMatchObject({ user: { email } })
  })

  it('opens after ten wrong codes in a row only when a quarter of an hour has passed (FM6)', async () => {
    const app = await makeFactorApp({ limits: { client: { attempts: 1e6, seconds: 1 } } })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    for (let round = 0; round < 2; round++) {
      const guesser = await app.begin()
      for (let at = 0; at < 5; at++) await answer(guesser, { code: '000000' })
    }
    const owner = await app.begin()
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).toBeNull()
    clock.advance(15 * 60 + 1)
    const later = await app.begin()
    await answer(later, { code: await authenticator.code() })
    expect(await later.session()).not.toBeNull()
  })
})

describe('wrong codes in a row', () => {
  const limits = { client: { attempts: 1e6, seconds: 1 } }

  /** Types ten wrong codes, five in each of two processes. */
  async function guess(app: FactorApp): Promise<void> {
    const other = openBrowser(withRuntime(app.config, createRuntime()))
    for (const browser of [app.browser(), other]) {
      await app.begin(browser)
      for (let at = 0; at < 5; at++) await answer(browser, { code: '000000' })
    }
  }

  it('make the user wait twice as long each time, in every process (FM6)', async () => {
    const app = await makeFactorApp({ limits })
    const { authenticator } = await app.enrol()
    const opens = async (): Promise<boolean> => {
      const browser = await app.begin()
      const { status } = await answer(browser, { code: '000000' })
      return status !== 429
    }
    await guess(app)
    expect(await opens()).toBe(false)
    clock.advance(15 * 60 + 1)
    await guess(app)
    clock.advance(15 * 60 + 1)
    expect(await opens()).toBe(false)
    clock.advance(15 * 60 + 1)
    await guess(app)
    clock.advance(30 * 60)
    expect(await opens()).toBe(false)
    clock.advance(30 * 60 + 1)
    const owner = await app.begin()
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).not.toBeNull()
    // The right code ends the row.
    clock.advance(60)
    const again = await app.begin()
    await answer(again, { code: await authenticator.code() })
    expect(await again.session()).not.toBeNull()
  })

  it('do not keep the owner from using a recovery code', async () => {
    const app = await makeFactorApp({ limits })
    const { recoveryCodes } = await app.enrol()
    await guess(app)
    const owner = await app.begin()
    await answer(owner, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await owner.session()).not.toBeNull()
  })

  it('are a hundred at most, until a recovery code is used, and the owner is told once', async () => {
    const app = await makeFactorApp({ limits })
    const { authenticator, recoveryCodes } = await app.enrol()
    for (let round = 0; round < 10; round++) {
      await guess(app)
      clock.advance(24 * 60 * 60 + 1)
    }
    const locked = await app.begin()
    const refused = await answer(locked, { code: await authenticator.code() })
    expect(refused.status).toBe(429)
    await answer(locked, { code: await authenticator.code() })
    expect(app.codes('warn').filter((code) => code === 'second-factor-locked')).toHaveLength(1)
    await app.settle()
    const notices = app.sent.filter(({ purpose }) => purpose === 'secondFactorLocked')
    expect(notices.map(({ identifier }) => identifier)).toEqual([email])
    expect(notices[0]?.mail?.text).toContain('Wrong codes in a row: 100.')
    await answer(locked, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await locked.session()).not.toBeNull()
    const later = await app.begin()
    await answer(later, { code: await authenticator.code() })
    expect(await later.session()).not.toBeNull()
  })

  it('accept one code once over two processes (FM3)', async () => {
    const app = await makeFactorApp({ limits })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const code = await authenticator.code()
    const other = openBrowser(withRuntime(app.config, createRuntime()))
    const browsers = [await app.begin(), await app.begin(other)]
    await Promise.all(browsers.map((browser) => answer(browser, { code })))
    const sessions = await Promise.all(browsers.map((browser) => browser.session()))
    expect(sessions.filter((session) => session !== null)).toHaveLength(1)
  })
})

describe('a remembered browser', () => {
  const rememberDevice = { secondFactor: { rememberDevice: true } }

  it('is not asked again, until the password changes (FM12)', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
    const page = await browser.fetchPage('/auth/change-password')
    const changed = 'a different lantern'
    await browser.postForm(page, { currentPassword: password, password: changed })
    await browser.signOut()
    await app.attempt({ email, password: changed }, browser)
    expect(await browser.session()).toBeNull()
  })

  it('is not remembered with a copy of its cookie that was used before (FM12)', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    const copy = browser.copy()
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
    await copy.signOut()
    await app.begin(copy)
    expect(await copy.session()).toBeNull()
  })

  it('is forgotten when the user signs out everywhere', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { browser: first, authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    await first.postForm(await first.fetchPage('/auth/signout'), { everywhere: 'on' })
    await app.begin(browser)
    expect(await browser.session()).toBeNull()
  })
})

describe('a user who must have a second factor', () => {
  it('sets one up before the first session', async () => {
    const app = await makeFactorApp({ secondFactor: { required: () => true } })
    const browser = await app.begin()
    expect(await browser.session()).toBeNull()
    const page = await browser.fetchPage('/auth/second-factor')
    expect(page.url).toContain('/auth/add-factor')
    const { recoveryCodes } = await setUp(browser, page)
    expect(recoveryCodes).toHaveLength(10)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('recovery codes', () => {
  it('are replaced as a whole', async () => {
    const app = await makeFactorApp()
    const { browser, recoveryCodes } = await app.enrol()
    const page = await browser.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/recovery-codes'))
    const made = readRecoveryCodes(await browser.postForm(page, {}, { form }))
    expect(made).toHaveLength(10)
    const late = await app.begin()
    await answer(late, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await late.session()).toBeNull()
    await answer(late, { recoveryCode: made[0] ?? '' })
    expect(await late.session()).not.toBeNull()
  })
})
