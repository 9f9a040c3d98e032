import { describe, expect, it } from 'vitest'
import { signIn } from '../../../src/core.js'
import type { EmailConfig } from '../../../src/model/email.js'
import { logText, requestFrom } from '../../support/apps/accounts-app.js'
import { connectionLost } from '../../support/adapters/watched-adapter.js'
import { csrfCookie } from '../../support/apps/app.js'
import type { Browser } from '../../support/browser.js'
import { acceptedAddresses, hostileAddresses } from '../../support/addresses.js'
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
  storeUser,
  typeCode,
  type MailApp,
} from '../../support/apps/mail-app.js'

describe('EM1: what is typed', () => {
  it('is one address for the lookup, the callback, the database, the mail and the link', async () => {
    const app = makeMailApp({ limits: plenty })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    for (const [typed, stored] of acceptedAddresses) {
      app.store.calls.splice(0)
      app.asked.splice(0)
      await browser.postJson('/auth/signin/mail', { csrfToken, email: typed })
      const looked = app.store.calls.find(({ name }) => name === 'getUserByEmail')
      expect(looked?.args).toEqual([stored])
      expect(
        app.asked.map(({ user, account }) => [user.email, account?.providerAccountId]),
      ).toEqual([[stored, stored]])
      expect(app.rows.at(-1)?.identifier).toBe(stored)
      expect(app.sent.at(-1)?.identifier).toBe(stored)
      expect(paramOf(lastLink(app), 'email')).toBe(stored)
    }
  })

  it('is refused when it is no address, before anything is asked', async () => {
    const app = makeMailApp({ limits: plenty })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    for (const typed of hostileAddresses) {
      const response = await browser.postJson('/auth/signin/mail', { csrfToken, email: typed })
      expect([typed, errorOf(response)]).toEqual([typed, 'InvalidEmailAddress'])
    }
    expect(app.store.take()).toEqual([])
    expect(app.asked).toEqual([])
    expect(app.sent).toEqual([])
    expect(browser.cookie(mailCookie)).toBeUndefined()
  })

  it.each([[['ada@example.test']], [['a@x.test', 'b@x.test']], [{}], [null], [1], [undefined]])(
    'is refused when it is no text: %j',
    async (email) => {
      const app = makeMailApp()
      const browser = app.browser()
      const csrfToken = await browser.csrfToken()
      const response = await browser.postJson('/auth/signin/mail', { csrfToken, email })
      expect(errorOf(response)).toBe('InvalidEmailAddress')
      expect(app.sent).toEqual([])
    },
  )

  it('goes only to the last of two fields with one name', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
    body.append('email', 'eve@example.test')
    body.append('email', address)
    await browser.fetch('/auth/signin/mail', { method: 'POST', body })
    expect(app.sent.map(({ identifier }) => identifier)).toEqual([address])
  })

  it('is explained on the sign-in page if it is wrong', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin')
    const answer = await browser.postForm(page, { email: 'ada' }, { follow: true })
    expect(new URL(answer.url).pathname).toBe('/auth/signin')
    expect(answer.html).toContain('role="alert"')
    expect(answer.forms[0]?.fields).toEqual(['email'])
  })

  it('needs a form of this site', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const tries: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{ origin: 'https://evil.test' }, { csrfToken }],
      [{ origin: 'https://app.test' }, {}],
      [{ origin: 'https://app.test' }, { csrfToken: 'x' }],
      [{ 'sec-fetch-site': 'cross-site' }, { csrfToken }],
    ]
    for (const [headers, fields] of tries) {
      const body = new URLSearchParams({ ...fields, email: address })
      await browser.send('/auth/signin/mail', { method: 'POST', headers, body })
    }
    expect((await browser.fetchPage(`/auth/signin/mail?email=${address}`)).status).toBe(200)
    expect(app.sent).toEqual([])
  })
})

describe('EM6: a visitor who asks for another user’s address', () => {
  interface Answer {
    readonly status: number
    readonly headers: readonly string[]
    readonly body: string
    readonly cookies: readonly string[]
    readonly calls: readonly string[]
  }

  /** An answer without what is random in it. */
  async function ask(
    app: MailApp,
    typed: string,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    app.store.take()
    const response = await browser.postJson(
      '/auth/signin/mail',
      { csrfToken, email: typed },
      headers,
    )
    const lines = response.headers.getSetCookie().map((line) => {
      const [pair = '', ...rest] = line.split(';')
      const [name = '', value = ''] = pair.split('=')
      return `${name}=${value.length}:${value.split('.').length};${rest.join(';')}`
    })
    const others = [...response.headers].filter(([name]) => name !== 'set-cookie')
    return {
      status: response.status,
      headers: others.map(([name, value]) => `${name}: ${value}`),
      body: await response.text(),
      cookies: lines,
      calls: app.store.take(),
    }
  }

  const modes: readonly [string, Record<string, string>][] = [
    ['a page', { accept: 'text/html' }],
    ['a program', { 'x-auth-return-redirect': '1' }],
  ]

  it.each(modes)('sees the same whether anybody has it, as %s', async (_, headers) => {
    const app = makeMailApp({ mail: { codeLength: 6 } })
    const proven = { id: '1', email: 'one@example.test', emailVerified: new Date() }
    await storeUser(app, proven)
    await storeUser(app, { id: '2', email: 'two@example.test' })
    const [unknown, ...known] = await Promise.all(
      ['six@example.test', 'one@example.test', 'two@example.test'].map((typed) =>
        ask(app, typed, headers),
      ),
    )
    for (const answer of known) expect(answer).toMatchObject({ ...unknown, calls: answer.calls })
    expect(unknown?.cookies.some((line) => line.startsWith(mailCookie))).toBe(true)
  })

  it('costs the same calls of the database', async () => {
    const app = makeMailApp()
    await storeUser(app, { email: 'one@example.test', emailVerified: new Date() })
    const known = await ask(app, 'one@example.test', {})
    const unknown = await ask(app, 'six@example.test', {})
    expect(unknown.calls).toEqual(known.calls)
  })

  it.each(modes)('is held up the same, as %s', async (_, headers) => {
    const app = makeMailApp()
    await storeUser(app, { email: 'one@example.test', emailVerified: new Date() })
    for (const typed of ['one@example.test', 'six@example.test'])
      for (let mail = 0; mail < 5; mail++)
        expect((await ask(app, typed, headers)).status).not.toBe(429)
    const mask = (answer: Answer): object => ({
      ...answer,
      body: answer.body.replace(/nonce="[^"]*"|\d+ s/g, ''),
      headers: answer.headers.map((line) =>
        line.replace(/nonce-[\w-]+|(?<=retry-after: )\d+/g, ''),
      ),
    })
    const known = await ask(app, 'one@example.test', headers)
    const unknown = await ask(app, 'six@example.test', headers)
    expect(unknown.status).toBe(429)
    expect(mask(unknown)).toEqual(mask(known))
    expect(app.sent).toHaveLength(10)
  })
})

describe('a mail that cannot be sent', () => {
  const failure = (app: () => MailApp) => () => {
    const { url, token, code } = app().sent.at(-1) ?? {}
    const signed = paramOf(url ?? '', 'token')
    throw new Error(`550 refused: ${url} ${signed} ${token} ${code}`)
  }

  function makeFailing(mail: Partial<EmailConfig> = {}): MailApp {
    const app: MailApp = makeMailApp({
      debug: true,
      mail: {
        codeLength: 8,
        ...mail,
        sendVerificationRequest: (params) => {
          app.sent.push(params)
          failure(() => app)()
        },
      },
    })
    return app
  }

  it('is told on the sign-in page, in words, and leaves no live token', async () => {
    const app = makeFailing()
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin?callbackUrl=/welcome')
    const { response } = await browser.postForm(page, { email: address })
    const target = new URL(locationOf(response))
    expect(target.pathname).toBe('/auth/signin')
    expect(target.searchParams.get('error')).toBe('EmailSignInError')
    expect(target.searchParams.get('callbackUrl')).toBe('https://app.test/welcome')
    expect(app.rows).toEqual([])
    expect(app.store.count('createVerificationToken')).toBeGreaterThan(0)
    expect(browser.cookie(mailCookie)).toBeUndefined()
    const shown = await browser.fetchPage(target.href)
    expect(shown.html).toContain('role="alert"')
    expect(shown.html).not.toContain('550')
    expect(errorOf((await confirm(app.browser(), lastLink(app))).response)).toBe('Verification')
  })

  it.each([
    ['ours', {}],
    ['its own', { generateVerificationToken: () => 'tökén & blanks' }],
  ])('is in the log, without link, code and token, which is %s', async (_, mail) => {
    const app = makeFailing(mail)
    await askForMail(app.browser())
    expect(app.codes('error')).toEqual(['EmailSignInError'])
    const text = logText(app)
    expect(text).toContain('550 refused')
    expect(text).toContain('"mail"')
    const { token = '' } = app.sent[0] ?? {}
    const signed = paramOf(lastLink(app), 'token')
    const parts = [token, signed, signed.split('.').at(-1) ?? '', lastLink(app)]
    for (const part of [...parts, lastCode(app), new URLSearchParams({ token }).toString()])
      expect(text).not.toContain(part)
  })

  it('is reported to a call in the process, without the reason', async () => {
    const app = makeFailing()
    const call = { providerId: 'mail', fields: { email: address } }
    const { data } = await signIn(requestFrom(app.browser()), app.config, call)
    expect(data).toMatchObject({ ok: false, error: { type: 'EmailSignInError' } })
  })

  it.each(['rejects', 'throws nothing'])('also when the sender %s', async (how) => {
    const app = makeMailApp({
      mail: {
        sendVerificationRequest: () =>
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- so may a sender
          how === 'rejects' ? Promise.reject(new Error('no')) : Promise.reject(),
      },
    })
    const { response } = await askForMail(app.browser())
    expect(errorOf(response)).toBe('EmailSignInError')
    expect(app.rows).toEqual([])
  })

  it('is not waited for in vain: the one after it goes out', async () => {
    let fails = true
    const app: MailApp = makeMailApp({
      mail: {
        sendVerificationRequest: (params) => {
          if (fails) throw new Error('no')
          app.sent.push(params)
        },
      },
    })
    const browser = app.browser()
    await askForMail(browser)
    fails = false
    await askForMail(browser)
    await click(browser, lastLink(app))
    expect(isSignedIn(browser)).toBe(true)
  })
})

describe('a database that fails', () => {
  it('at the token sends nothing', async () => {
    const app = makeMailApp({ mail: { codeLength: 6 } })
    app.store.before = ({ name }) =>
      name === 'createVerificationToken' ? connectionLost() : undefined
    const browser = app.browser()
    const { response } = await askForMail(browser)
    expect(errorOf(response)).toBe('Configuration')
    expect(app.sent).toEqual([])
    expect(browser.cookie(mailCookie)).toBeUndefined()
    expect(app.codes('error')).toEqual(['AdapterError'])
  })

  it('at the lookup sends nothing', async () => {
    const app = makeMailApp()
    app.store.before = ({ name }) => (name === 'getUserByEmail' ? connectionLost() : undefined)
    expect(errorOf((await askForMail(app.browser())).response)).toBe('Configuration')
    expect(app.sent).toEqual([])
  })

  it('stores before it sends', async () => {
    const app: MailApp = makeMailApp({
      mail: { codeLength: 6, sendVerificationRequest: () => void seen.push(app.rows.length) },
    })
    const seen: number[] = []
    await askForMail(app.browser())
    expect(seen[0]).toBeGreaterThan(0)
  })

  it('at the redemption does not sign the user in, and the link still works', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    app.store.before = ({ name }) =>
      name === 'consumeVerificationToken' ? connectionLost() : undefined
    const browser = app.browser()
    expect(errorOf((await confirm(browser, link)).response)).toBe('Configuration')
    expect(isSignedIn(browser)).toBe(false)
    app.store.before = () => undefined
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })
})

describe('the log', () => {
  it('never has a token, a code, a link or a cookie, whatever goes wrong', async () => {
    const app = makeMailApp({ debug: true, mail: { codeLength: 6 }, limits: plenty })
    const seen: string[] = []
    const watchAll = (browser: Browser): void => {
      const { token = '', code = '', url = '' } = app.sent.at(-1) ?? {}
      const cookies = [mailCookie, csrfCookie].map((name) => browser.cookie(name) ?? '')
      seen.push(token, code, url, paramOf(url, 'token'), ...cookies)
    }
    for (const failing of ['consumeVerificationToken', 'createUser', 'createSession'] as const) {
      for (const way of [click, confirm]) {
        const browser = app.browser()
        const link = await mailTo(app, browser)
        watchAll(browser)
        app.store.before = ({ name, args }) => (name === failing ? repeat(args) : undefined)
        await way(browser, link)
        app.store.before = () => undefined
      }
    }
    const browser = app.browser()
    await mailTo(app, browser)
    watchAll(browser)
    await typeCode(browser, '000000')
    await typeCode(browser, lastCode(app))
    await confirm(app.browser(), lastLink(app))
    const text = logText(app)
    expect(text).toContain('AdapterError')
    expect(text).toContain('Verification')
    for (const part of seen.filter((one) => one.length > 3)) expect(text).not.toContain(part)
  })
})

/** What an adapter says when it fails: what it was asked for. */
function repeat(args: readonly unknown[]): never {
  throw new Error(`failed with ${JSON.stringify(args)}`)
}
