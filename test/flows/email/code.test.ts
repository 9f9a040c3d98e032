import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { randomDigits } from '../../../src/crypto/random.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'
import { olderSecret, secret } from '../../support/apps/app.js'
import {
  address,
  askForMail,
  click,
  confirm,
  errorOf,
  isSignedIn,
  lastCode,
  lastLink,
  locationOf,
  mailCookie,
  mailTo,
  makeMailApp,
  paramOf,
  plenty,
  recordingProvider,
  typeCode,
  type MailApp,
  type MailOptions,
} from '../../support/apps/mail-app.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

function makeCodeApp(options: MailOptions = {}): MailApp {
  return makeMailApp({ ...options, mail: { codeLength: 6, ...options.mail } })
}

/** A code of the same length that is not the right one. */
function wrong(code: string): string {
  return code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
}

describe('a code', () => {
  it.each([6, 7, 8])(
    'has %i digits, and stands in the mail beside the link',
    async (codeLength) => {
      const app = makeCodeApp({ mail: { codeLength } })
      await mailTo(app, app.browser())
      const code = lastCode(app)
      expect(code).toMatch(new RegExp(`^\\d{${codeLength}}$`))
      expect(app.sent[0]?.mail.text).toContain(code)
      expect(app.sent[0]?.mail.html).toContain(code)
      expect(lastLink(app)).not.toContain(code)
      expect(app.sent[0]?.mail.subject).not.toContain(code)
    },
  )

  it.each(['jwt', 'database'] as const)('signs in, to where one wanted: %s', async (strategy) => {
    const app = makeCodeApp({ session: { strategy } })
    const browser = app.browser()
    await askForMail(browser, address, { callbackUrl: '/welcome' })
    const { response } = await typeCode(browser, lastCode(app))
    expect([response.status, locationOf(response)]).toEqual([302, 'https://app.test/welcome'])
    expect((await browser.session())?.user?.email).toBe(address)
    expect(browser.cookie(mailCookie)).toBeUndefined()
    expect(app.rows).toEqual([])
    expect(app.told.map(({ name }) => name)).toEqual(['createUser', 'signIn'])
  })

  it.each([
    (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
    (code: string) => ` ${code}\t`,
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
  ])('may be typed as people copy it', async (write) => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    await typeCode(browser, write(lastCode(app)))
    expect(isSignedIn(browser)).toBe(true)
  })

  it.each([
    ['empty', () => ''],
    ['another', wrong],
    ['too short', (code: string) => code.slice(1)],
    ['too long', (code: string) => `${code}0`],
    ['a letter', (code: string) => code.replace(/^./, 'a')],
    [
      'digits of another script',
      (code: string) =>
        code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
    ['with a sign', (code: string) => `+${code}`],
  ])('P33: that is %s is refused, and may be typed again', async (_, change) => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const { response } = await typeCode(browser, change(lastCode(app)))
    expect(isSignedIn(browser)).toBe(false)
    const target = new URL(locationOf(response))
    expect(target.pathname).toBe('/auth/verify-request')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      provider: 'mail',
      type: 'email',
      error: 'Verification',
    })
    const page = await browser.fetchPage(target.href)
    expect(page.html).toMatch(/role="alert"|aria-invalid="true"/)
    await browser.postForm(page, { code: lastCode(app) })
    expect(isSignedIn(browser)).toBe(true)
  })

  it.each<[string, (code: string) => unknown]>([
    ['a list', (code) => [code]],
    ['a number', Number],
    ['an object', (code) => ({ code })],
    ['null', () => null],
    ['true', () => true],
  ])('PW1: is refused when it is no text: %s', async (_, write) => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const code = write(lastCode(app))
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/callback/mail', { csrfToken, code })
    expect(errorOf(response)).toBe('Verification')
    expect(isSignedIn(browser)).toBe(false)
  })

  it('is asked for in the browser that waits for it, and nowhere else', async () => {
    const app = makeCodeApp({ mail: { codeLength: 7 } })
    const browser = app.browser()
    await mailTo(app, browser)
    const url = '/auth/verify-request?provider=mail&type=email'
    const page = await browser.fetchPage(url)
    expect(page.forms).toHaveLength(1)
    expect(page.forms[0]?.fields).toEqual(['code'])
    expect(page.forms[0]?.action).toBe('https://app.test/auth/callback/mail')
    expect(page.html).toContain('{7}')
    expect((await app.browser().fetchPage(url)).forms).toEqual([])
  })

  it('is worth nothing in another browser', async () => {
    const app = makeCodeApp()
    await mailTo(app, app.browser())
    const stranger = app.browser()
    const csrfToken = await stranger.csrfToken()
    const body = { csrfToken, code: lastCode(app), email: address }
    const response = await stranger.postJson('/auth/callback/mail', body)
    expect(errorOf(response)).toBe('Verification')
    expect(isSignedIn(stranger)).toBe(false)
  })

  it('is worth nothing in a browser that waits for another mail to the same address', async () => {
    const app = makeCodeApp()
    const victim = app.browser()
    await mailTo(app, victim)
    const code = lastCode(app)
    const attacker = app.browser()
    await mailTo(app, attacker)
    await typeCode(attacker, code)
    expect(isSignedIn(attacker)).toBe(code === lastCode(app))
    await typeCode(victim, code)
    expect(isSignedIn(victim)).toBe(true)
  })

  it('of one provider is worth nothing to another', async () => {
    const sent: MailApp['sent'] = []
    const post = recordingProvider(sent, { id: 'post', codeLength: 6 })
    const app = makeCodeApp({ others: [post] })
    const browser = app.browser()
    await mailTo(app, browser)
    const csrfToken = await browser.csrfToken()
    const body = { csrfToken, code: lastCode(app) }
    expect(errorOf(await browser.postJson('/auth/callback/post', body))).toBe('Verification')
    expect(isSignedIn(browser)).toBe(false)
  })

  it('works once', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const cookie = browser.cookie(mailCookie) ?? ''
    await typeCode(browser, lastCode(app))
    const again = app.browser()
    again.plant(mailCookie, cookie)
    const { response } = await typeCode(again, lastCode(app))
    expect(errorOf(response)).toBe('Verification')
    expect(isSignedIn(again)).toBe(false)
  })

  const kinds: readonly [string, () => Adapter][] = [
    ['consume', memoryAdapter],
    ['use', authJsAdapter],
  ]

  it.each(kinds)('B23: of fifty at once one comes through, with %s', async (_, adapter) => {
    vi.useRealTimers()
    const app = makeCodeApp({ adapter: adapter(), limits: false })
    const browser = app.browser()
    await mailTo(app, browser)
    const csrfToken = await browser.csrfToken()
    const cookie = browser.cookieHeader()
    const tries = Array.from({ length: 50 }, () => {
      const copy = app.browser()
      return copy.fetch('/auth/callback/mail', {
        method: 'POST',
        headers: { cookie },
        body: new URLSearchParams({ csrfToken, code: lastCode(app) }),
      })
    })
    const answers = await Promise.all(tries)
    expect(answers.filter((answer) => locationOf(answer) === 'https://app.test/')).toHaveLength(1)
    expect(app.store.count('createSession')).toBe(1)
  })

  it('is withdrawn when the link of its mail was used', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    const cookie = browser.cookie(mailCookie) ?? ''
    await click(browser, link)
    expect(app.rows).toEqual([])
    const again = app.browser()
    again.plant(mailCookie, cookie)
    await typeCode(again, lastCode(app))
    expect(isSignedIn(again)).toBe(false)
  })

  it('is worth nothing when the link of its mail was used in another browser', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    await confirm(app.browser(), link)
    const { response } = await typeCode(browser, lastCode(app))
    expect(errorOf(response)).toBe('Verification')
    expect(isSignedIn(browser)).toBe(false)
    expect(app.rows).toEqual([])
  })

  it('withdraws the link of its mail', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    await typeCode(browser, lastCode(app))
    const other = app.browser()
    expect(errorOf((await confirm(other, link)).response)).toBe('Verification')
    expect(isSignedIn(other)).toBe(false)
  })

  it('is worth nothing when its time is over', async () => {
    const app = makeCodeApp({ mail: { maxAge: 100 } })
    const browser = app.browser()
    await mailTo(app, browser)
    const page = await browser.fetchPage('/auth/verify-request?provider=mail')
    const cookie = browser.cookie(mailCookie) ?? ''
    vi.setSystemTime(Date.now() + 100_000)
    browser.plant(mailCookie, cookie)
    const { response } = await browser.postForm(page, { code: lastCode(app) })
    expect(errorOf(response)).toBe('Verification')
    expect(isSignedIn(browser)).toBe(false)
  })

  it('is worth nothing when its row has expired', async () => {
    const inner = memoryAdapter()
    const createVerificationToken: Adapter['createVerificationToken'] = (row) =>
      inner.createVerificationToken({ ...row, expires: new Date(Date.now()) })
    const app = makeCodeApp({ adapter: { ...inner, createVerificationToken } })
    const browser = app.browser()
    await mailTo(app, browser)
    await typeCode(browser, lastCode(app))
    expect(isSignedIn(browser)).toBe(false)
  })

  it('made with an older secret still works', async () => {
    const adapter = memoryAdapter()
    const before = makeCodeApp({ adapter, secret: olderSecret })
    const asking = before.browser()
    await mailTo(before, asking)
    const after = makeCodeApp({ adapter, secret: [secret, olderSecret] })
    const browser = after.browser()
    browser.plant(mailCookie, asking.cookie(mailCookie) ?? '')
    await typeCode(browser, lastCode(before))
    expect(isSignedIn(browser)).toBe(true)
  })

  it('that was never requested is refused, and is not counted', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    app.store.take()
    const response = await browser.postJson('/auth/callback/mail', { csrfToken, code: '123456' })
    expect(errorOf(response)).toBe('Verification')
    expect(app.store.take()).toEqual([])
  })

  it('is no proof where the provider sends none', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const csrfToken = await browser.csrfToken()
    for (const code of ['', '000000', 'undefined', 'null']) {
      const response = await browser.postJson('/auth/callback/mail', { csrfToken, code })
      expect(errorOf(response)).toBe('Verification')
    }
    expect(isSignedIn(browser)).toBe(false)
  })

  it('needs a form of this site', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    await browser.csrfToken()
    const body = new URLSearchParams({ code: lastCode(app) })
    for (const origin of ['https://evil.test', 'https://app.test']) {
      await browser.send('/auth/callback/mail', { method: 'POST', headers: { origin }, body })
      expect(isSignedIn(browser)).toBe(false)
    }
  })

  it('leads to no other site', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const start = new URLSearchParams({ csrfToken, email: address, callbackUrl: '//evil.test' })
    await browser.fetch('/auth/signin/mail', { method: 'POST', body: start })
    const code = lastCode(app)
    const body = new URLSearchParams({ csrfToken, code, callbackUrl: 'https://evil.test' })
    const response = await browser.fetch('/auth/callback/mail', { method: 'POST', body })
    expect(isSignedIn(browser)).toBe(true)
    expect(locationOf(response)).toBe('https://app.test/')
  })

  it('works with a long way to go as well', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const callbackUrl = `/search?q=${'x'.repeat(6000)}`
    await askForMail(browser, address, { callbackUrl })
    expect(paramOf(lastLink(app), 'callbackUrl')).toBe(`https://app.test${callbackUrl}`)
    await typeCode(browser, lastCode(app))
    expect(isSignedIn(browser)).toBe(true)
  })

  it('comes in a mail whose link no server refuses, whatever way to go a stranger asked for', async () => {
    const app = makeCodeApp()
    const stranger = app.browser()
    const csrfToken = await stranger.csrfToken()
    const asked = { csrfToken, email: address, callbackUrl: `/${'"'.repeat(8000)}` }
    await stranger.postJson('/auth/signin/mail', asked)
    expect(lastLink(app).length).toBeLessThan(8000)
    expect(new URL(lastLink(app)).searchParams.has('callbackUrl')).toBe(false)
    const owner = app.browser()
    await owner.postForm(await owner.fetchPage(lastLink(app)))
    expect(isSignedIn(owner)).toBe(true)
  })

  it('P33: has digits from bytes that favour none', () => {
    const bytes = [255, 250, 7, 253, 249, 0]
    const draw = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array) array[0] = bytes.shift() ?? 0
      return array
    })
    expect(randomDigits(3)).toBe('790')
    draw.mockRestore()
  })

  it('P33: is as likely as any other', async () => {
    const app = makeCodeApp({ limits: plenty, mail: { codeLength: 8 } })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const body = { csrfToken, email: address }
    for (let mail = 0; mail < 250; mail++) await browser.postJson('/auth/signin/mail', body)
    const digits = [...app.sent.map(({ code }) => code).join('')]
    expect(digits).toHaveLength(2000)
    const expected = digits.length / 10
    const chiSquare = '0123456789'
      .split('')
      .map((digit) => digits.filter((one) => one === digit).length - expected)
      .reduce((sum, difference) => sum + difference ** 2 / expected, 0)
    // Nine degrees of freedom: one in a million runs is beyond.
    expect(chiSquare).toBeLessThan(44)
  })
})

describe('EM5: guessing a code', () => {
  it('ends after five tries, also for the right one', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const code = lastCode(app)
    for (let guess = 0; guess < 5; guess++) {
      const { response } = await typeCode(browser, wrong(code))
      expect(errorOf(response)).toBe('Verification')
    }
    const { status, response } = await typeCode(browser, code)
    expect(status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(isSignedIn(browser)).toBe(false)
  })

  it('the fifth may still be the right one', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const code = lastCode(app)
    for (let guess = 0; guess < 4; guess++) await typeCode(browser, wrong(code))
    await typeCode(browser, code)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('ends after five tries of one mail, however long the mail is good', async () => {
    const app = makeCodeApp({ mail: { maxAge: 24 * 3600 } })
    const browser = app.browser()
    await mailTo(app, browser)
    const code = lastCode(app)
    for (let guess = 0; guess < 5; guess++) await typeCode(browser, wrong(code))
    for (let hours = 1; hours < 24; hours++) {
      vi.setSystemTime(Date.now() + 3600_000)
      expect((await typeCode(browser, code)).status).toBe(429)
    }
    expect(isSignedIn(browser)).toBe(false)
  })

  it('ends after 25 tries of one mailbox in a day, however many mails were sent', async () => {
    const app = makeCodeApp({ limits: plenty })
    const guess = async (typed: string): Promise<number> => {
      const browser = app.browser()
      await mailTo(app, browser, typed)
      const { status } = await typeCode(browser, wrong(lastCode(app)))
      return status
    }
    const written = ['ada@example.test', 'a.da@example.test', 'ada+x@example.test']
    for (let mail = 0; mail < 25; mail++) {
      expect(await guess(written[mail % written.length] ?? '')).toBe(302)
    }
    expect(await guess(address)).toBe(429)
    expect(await guess('bob@example.test')).toBe(302)
    vi.setSystemTime(Date.now() + 24 * 3600_000)
    expect(await guess(address)).toBe(302)
  })

  it('of a mailbox does not end its links', async () => {
    const app = makeCodeApp({ limits: plenty })
    for (let mail = 0; mail < 26; mail++) {
      const browser = app.browser()
      await mailTo(app, browser)
      await typeCode(browser, wrong(lastCode(app)))
    }
    const browser = app.browser()
    await confirm(browser, await mailTo(app, app.browser()))
    expect(isSignedIn(browser)).toBe(true)
  })

  it('of a mail that is used up does not count for its mailbox', async () => {
    const app = makeCodeApp({ limits: plenty })
    const browser = app.browser()
    await mailTo(app, browser)
    for (let guess = 0; guess < 40; guess++) await typeCode(browser, wrong(lastCode(app)))
    const other = app.browser()
    await mailTo(app, other)
    await typeCode(other, lastCode(app))
    expect(isSignedIn(other)).toBe(true)
  })

  it('does not begin again with a copy of the cookie, or at once', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const cookie = browser.cookie(mailCookie) ?? ''
    for (let guess = 0; guess < 5; guess++) {
      const copy = app.browser()
      copy.plant(mailCookie, cookie)
      await typeCode(copy, wrong(lastCode(app)))
    }
    expect((await typeCode(browser, lastCode(app))).status).toBe(429)
    expect(isSignedIn(browser)).toBe(false)
  })

  it('of a hundred at once five are heard', async () => {
    vi.useRealTimers()
    const app = makeCodeApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const csrfToken = await browser.csrfToken()
    const body = { csrfToken, code: wrong(lastCode(app)) }
    const tries = Array.from({ length: 100 }, () => browser.postJson('/auth/callback/mail', body))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
  })

  it('leaves the link alone', async () => {
    const app = makeCodeApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    for (let guess = 0; guess < 9; guess++) await typeCode(browser, wrong(lastCode(app)))
    await click(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('does not hold up the same person who asks again, nor anybody else', async () => {
    const app = makeCodeApp()
    const attacker = app.browser()
    await mailTo(app, attacker)
    for (let guess = 0; guess < 9; guess++) await typeCode(attacker, wrong(lastCode(app)))
    const victim = app.browser()
    await mailTo(app, victim)
    await typeCode(victim, lastCode(app))
    expect(isSignedIn(victim)).toBe(true)
  })

  it('is limited even where the application wants no other limits', async () => {
    const app = makeCodeApp({ limits: false })
    const browser = app.browser()
    await mailTo(app, browser)
    const code = lastCode(app)
    for (let guess = 0; guess < 9; guess++) await typeCode(browser, wrong(code))
    await typeCode(browser, code)
    expect(isSignedIn(browser)).toBe(false)
  })
})
