import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, setEnvDefaults } from '../../../src/core.js'
import type { EmailConfig } from '../../../src/model/email.js'
import { logText } from '../../support/apps/accounts-app.js'
import { without } from '../../support/adapters/watched-adapter.js'
import { makeApp } from '../../support/apps/app.js'
import { acceptedAddresses, hostileAddresses } from '../../support/addresses.js'
import {
  address,
  askForMail,
  click,
  confirm,
  errorOf,
  isSignedIn,
  lastLink,
  mailTo,
  makeMailApp,
  paramOf,
  plenty,
  recordingProvider,
  userOf,
} from '../../support/apps/mail-app.js'

describe('`normalizeIdentifier`', () => {
  it('decides what is stored and sent to, everywhere', async () => {
    const normalizeIdentifier = (typed: string): string => `${typed.split('@')[0]}@team.test`
    const app = makeMailApp({ mail: { normalizeIdentifier } })
    const browser = app.browser()
    const link = await mailTo(app, browser, 'ada@somewhere.test')
    expect(app.sent[0]?.identifier).toBe('ada@team.test')
    expect(app.rows[0]?.identifier).toBe('ada@team.test')
    expect(paramOf(link, 'email')).toBe('ada@team.test')
    expect(app.asked[0]?.user.email).toBe('ada@team.test')
    await click(browser, link)
    expect((await userOf(app, 'ada@team.test'))?.emailVerified).toBeInstanceOf(Date)
  })

  it.each(acceptedAddresses)(
    'that returns the address %j has it written as %j, like a typed one',
    async (returned, stored) => {
      const app = makeMailApp({ mail: { normalizeIdentifier: () => returned } })
      await mailTo(app, app.browser())
      expect(app.sent[0]?.identifier).toBe(stored)
    },
  )

  it('sees what was typed, as it was typed', async () => {
    const seen: string[] = []
    const normalizeIdentifier = (typed: string): string => (seen.push(typed), address)
    const app = makeMailApp({ mail: { normalizeIdentifier } })
    await askForMail(app.browser(), ' A@B,c ')
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/signin/mail', { csrfToken, email: ['x@x.test'] })
    expect(seen).toEqual([' A@B,c ', ''])
  })

  it('is called on its provider', async () => {
    const mail = {
      from: 'team.test',
      normalizeIdentifier(this: EmailConfig, typed: string): string {
        return `${typed}@${this.from}`
      },
    }
    const app = makeMailApp({ mail })
    await askForMail(app.browser(), 'ada')
    expect(app.sent[0]?.identifier).toBe('ada@team.test')
  })

  it('that throws refuses the address, and the log has the reason', async () => {
    const normalizeIdentifier = (): never => {
      throw new Error('only our people')
    }
    const app = makeMailApp({ debug: true, mail: { normalizeIdentifier } })
    const { response } = await askForMail(app.browser())
    expect(errorOf(response)).toBe('InvalidEmailAddress')
    expect(app.sent).toEqual([])
    expect(app.store.take()).toEqual([])
    expect(logText(app)).toContain('only our people')
  })

  it.each([
    ['two lines', 'a@x.test\nb@x.test'],
    ['a header', 'a@x.test\r\nBcc: b@x.test'],
    ['NUL', 'a@x.test\u0000'],
    ['a line of Unicode', 'a@x.test\u2028b@x.test'],
    ['a paragraph of Unicode', 'a@x.test\u2029b@x.test'],
    ['nothing', ''],
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['a promise', Promise.resolve('a@x.test')],
    ['a list of one', ['a@x.test']],
    ['a list', ['a@x.test', 'b@x.test']],
    ['an object', { length: 3 }],
    ['a String', new String('a@x.test')],
    ['321 letters', `${'a'.repeat(314)}@x.test`],
  ])('that returns %s refuses the address', async (_, value) => {
    const app = makeMailApp({ mail: { normalizeIdentifier: () => value as string } })
    const { response } = await askForMail(app.browser())
    expect(errorOf(response)).toBe('InvalidEmailAddress')
    expect(app.sent).toEqual([])
    expect(app.rows).toEqual([])
  })

  it.each(hostileAddresses)(
    'that returns %j, which is not one address, refuses it',
    async (value) => {
      const app = makeMailApp({ mail: { normalizeIdentifier: () => value } })
      const { response } = await askForMail(app.browser())
      expect(errorOf(response)).toBe('InvalidEmailAddress')
      expect([app.sent, app.rows]).toEqual([[], []])
    },
  )
})

describe('`generateVerificationToken`', () => {
  it.each([
    ['dots', () => 'a.b..c.'],
    ['letters that URLs do not have', () => 'ä &?=#%+/\n'],
    ['a promise', () => Promise.resolve('promised')],
    ['one digit', () => '1'],
    ['ten thousand letters', () => 'x'.repeat(10_000)],
  ])('may make %s', async (_, generateVerificationToken) => {
    const app = makeMailApp({ mail: { generateVerificationToken } })
    const link = await mailTo(app, app.browser())
    expect(app.sent[0]?.token).toBe(await generateVerificationToken())
    expect(JSON.stringify(app.rows)).not.toContain(`"${app.sent[0]?.token}"`)
    const browser = app.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
    expect(errorOf((await confirm(app.browser(), link)).response)).toBe('Verification')
  })

  it('is called on its provider', async () => {
    const mail = {
      from: 'here',
      generateVerificationToken(this: EmailConfig): string {
        return `made by ${this.from}`
      },
    }
    const app = makeMailApp({ mail })
    await mailTo(app, app.browser())
    expect(app.sent[0]?.token).toBe('made by here')
  })

  it.each([
    ['nothing', () => undefined],
    ['a promise of nothing', () => Promise.resolve(undefined)],
    ['an empty text', () => ''],
    ['a promise of an empty text', () => Promise.resolve('')],
  ])('that makes %s is helped out', async (_, make) => {
    const generateVerificationToken = make as () => string
    const app = makeMailApp({ mail: { generateVerificationToken } })
    const one = await mailTo(app, app.browser())
    const two = await mailTo(app, app.browser())
    expect(app.sent[0]?.token).toMatch(/^[\da-f]{64}$/)
    expect(app.sent[1]?.token).not.toBe(app.sent[0]?.token)
    for (const link of [one, two]) {
      const browser = app.browser()
      await confirm(browser, link)
      expect(isSignedIn(browser)).toBe(true)
    }
  })

  it('that throws sends nothing, and is an error of the application', async () => {
    const generateVerificationToken = (): never => {
      throw new Error('no entropy')
    }
    const app = makeMailApp({ mail: { generateVerificationToken } })
    const { response } = await askForMail(app.browser())
    expect(errorOf(response)).toBe('Configuration')
    expect([app.sent, app.rows]).toEqual([[], []])
    expect(app.codes('error')).toEqual(['CallbackRouteError'])
  })

  it('that can be guessed still makes links that cannot', async () => {
    const app = makeMailApp({ mail: { generateVerificationToken: () => '123456' }, limits: plenty })
    await mailTo(app, app.browser())
    const guess = `/auth/callback/mail?email=${address}&token=`
    for (const token of ['123456', `123456.${(9e9).toString(36)}.`, '123456.zzzzzz.A']) {
      const { response } = await confirm(app.browser(), guess + token)
      expect(errorOf(response)).toBe('Verification')
    }
  })
})

describe('`sendVerificationRequest`', () => {
  it('is called on its provider, with the language and the theme of the site', async () => {
    const seen: unknown[] = []
    const theme = { brandColor: '#123456' }
    const app = makeMailApp({
      theme,
      language: 'de',
      mail: {
        maxAge: 3600,
        from: 'me@app.test',
        sendVerificationRequest(params) {
          seen.push((this as EmailConfig).from, params.theme, params.provider.from)
          seen.push(params.mail.subject, params.mail.text.includes('1 Stunde'))
        },
      },
    })
    await askForMail(app.browser())
    expect(seen).toEqual([
      'me@app.test',
      theme,
      'me@app.test',
      expect.stringContaining('app.test'),
      true,
    ])
    expect(seen[3]).toMatch(/anmeld/i)
  })
})

describe('a config with mistakes', () => {
  it.each<[string, Partial<EmailConfig>, RegExp]>([
    ['no sender', { sendVerificationRequest: undefined as never }, /sendVerificationRequest/],
    ['a lifetime of nothing', { maxAge: 0 }, /`maxAge`.*"mail".*got 0/],
    ['half a second', { maxAge: 0.5 }, /`maxAge`/],
    ['a lifetime before now', { maxAge: -5 }, /`maxAge`/],
    ['an endless lifetime', { maxAge: Infinity }, /`maxAge`/],
    ['a lifetime in words', { maxAge: '600' as never }, /`maxAge`/],
    ['five digits', { codeLength: 5 }, /`codeLength`.*6, 7 or 8.*got 5/],
    ['nine digits', { codeLength: 9 }, /`codeLength`/],
    ['six and a half digits', { codeLength: 6.5 }, /`codeLength`/],
    ['six digits in words', { codeLength: '6' as never }, /`codeLength`/],
  ])('is refused: %s', async (_, mail, message) => {
    const app = makeMailApp({ mail })
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    expect(response.status).toBe(500)
    expect(app.codes('error')).toEqual(['InvalidProviderConfig'])
    expect(logText(app)).toMatch(message)
  })

  it.each<[string, Partial<EmailConfig>, RegExp]>([
    ['no server', { requires: ['server'] }, /`server`.*AUTH_MAIL_SERVER/],
    ['an empty server', { requires: ['server'], server: '' }, /`server`.*AUTH_MAIL_SERVER/],
    ['an empty key', { requires: ['apiKey'], apiKey: '' }, /`apiKey`.*AUTH_MAIL_KEY/],
  ])('disables the provider only: %s', async (_, mail, message) => {
    const app = makeMailApp({ mail })
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    expect(response.status).toBe(200)
    expect(await response.text()).not.toContain('name="email"')
    expect(app.codes('error')).toEqual(['InvalidProviderConfig'])
    expect(logText(app)).toMatch(message)
  })

  it('takes a required option from the environment', async () => {
    const app = makeMailApp({ mail: { requires: ['server'] } })
    const config = { ...app.config }
    const get = (name: string) => (name === 'AUTH_MAIL_SERVER' ? 'smtps://smtp.test' : undefined)
    setEnvDefaults({ get }, config)
    expect(config.providers[0]).toMatchObject({ server: 'smtps://smtp.test' })
    expect((await Auth(new Request('https://app.test/auth/signin'), config)).status).toBe(200)
    expect(app.codes('error')).toEqual([])
  })

  it('is refused without an adapter', async () => {
    const app = makeApp({ providers: [recordingProvider([])] })
    expect((await Auth(new Request('https://app.test/auth/signin'), app.config)).status).toBe(500)
    expect(app.codes('error')).toEqual(['MissingAdapter'])
  })

  it.each([
    'createUser',
    'getUserByEmail',
    'updateUser',
    'createVerificationToken',
    'useVerificationToken',
  ] as const)('is refused with an adapter without %s, which is named', async (name) => {
    const app = makeMailApp({ adapter: without(memoryAdapter(), name) })
    expect((await Auth(new Request('https://app.test/auth/signin'), app.config)).status).toBe(500)
    expect(app.codes('error')).toEqual(['MissingAdapterMethods'])
    expect(logText(app)).toContain(name)
  })

  it('two providers may send mails, each its own', async () => {
    const send = vi.fn()
    const post = recordingProvider([], { id: 'post', sendVerificationRequest: send })
    const app = makeMailApp({ others: [post] })
    await askForMail(app.browser(), address, { id: 'post' })
    expect([app.sent.length, send.mock.calls.length]).toEqual([0, 1])
    await askForMail(app.browser())
    expect([app.sent.length, send.mock.calls.length]).toEqual([1, 1])
    expect(lastLink(app)).toContain('/callback/mail?')
  })
})
