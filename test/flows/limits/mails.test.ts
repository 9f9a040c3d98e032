import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logText } from '../../support/apps/accounts-app.js'
import {
  askForMail,
  confirm,
  isSignedIn,
  lastLink,
  makeMailApp,
  recordingProvider,
} from '../../support/apps/mail-app.js'
import type { MailApp } from '../../support/apps/mail-app.js'

const held = 429

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

async function askAll(app: MailApp, typed: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const one of typed) statuses.push((await askForMail(app.browser(), one)).status)
  return statuses
}

describe('EM5: mails to one address', () => {
  it('are five in ten minutes, in whatever way it is written', async () => {
    const app = makeMailApp()
    const written = ['a@x.test', 'A@x.test', ' a@X.TEST', 'a@ｘ.test', 'a@x.test\n', 'a@x.test']
    expect(await askAll(app, written)).toEqual([302, 302, 302, 302, 302, held])
    expect(app.sent).toHaveLength(5)
    expect(await askAll(app, ['b@x.test'])).toEqual([302])
  })

  it('count together when they differ by a tag or by dots alone', async () => {
    const app = makeMailApp()
    const variants = [
      'ada.king',
      'a.d.a.k.i.n.g',
      'adaking+1',
      'ada.king+2',
      'ADAKING+a+b',
      'ada.king+',
    ]
    const typed = variants.map((name) => `${name}@x.test`)
    expect(await askAll(app, typed)).toEqual([302, 302, 302, 302, 302, held])
    expect(app.sent.map(({ identifier }) => identifier)).toEqual(
      typed.slice(0, 5).map((one) => one.toLowerCase()),
    )
    expect(await askAll(app, ['adaking@y.test', 'adaqueen@x.test'])).toEqual([302, 302])
  })

  it('are not refused to the plain address because of mails to tagged ones (FP23)', async () => {
    const app = makeMailApp()
    const tagged = Array.from({ length: 6 }, (_, at) => `ada+${at}@x.test`)
    expect(await askAll(app, tagged)).toEqual([302, 302, 302, 302, 302, held])
    const plain = Array.from({ length: 6 }, () => 'ada@x.test')
    expect(await askAll(app, plain)).toEqual([302, 302, 302, 302, 302, held])
  })

  it('count together under both domains of Gmail', async () => {
    const app = makeMailApp()
    const domains = ['gmail.com', 'googlemail.com', 'gmail.com', 'googlemail.com', 'gmail.com']
    await askAll(
      app,
      domains.map((domain) => `ada@${domain}`),
    )
    expect(await askAll(app, ['ada@googlemail.com'])).toEqual([held])
  })

  it.each(['+a@x.test', '+b@x.test'])(
    'are told apart when nothing but a tag is left: %s',
    async (one) => {
      const app = makeMailApp({ limits: { mail: { attempts: 1, seconds: 60 } } })
      expect(await askAll(app, ['+c@x.test', one])).toEqual([302, 302])
    },
  )

  it('can be asked for again when the time is over', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 5 }, () => 'a@x.test'),
    )
    vi.setSystemTime(Date.now() + 599_000)
    const { status, response } = await askForMail(app.browser(), 'a@x.test')
    expect([status, response.headers.get('retry-after')]).toEqual([held, '1'])
    vi.setSystemTime(Date.now() + 1000)
    expect(await askAll(app, ['a@x.test'])).toEqual([302])
  })

  it('that were sent work while others are held up', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 9 }, () => 'a@x.test'),
    )
    const browser = app.browser()
    await confirm(browser, lastLink(app))
    expect(isSignedIn(browser)).toBe(true)
  })

  it('are counted together for all clients', async () => {
    const app = makeMailApp({ others: [recordingProvider([], { id: 'post' })] })
    for (let mail = 0; mail < 5; mail++)
      await askForMail(app.browser(), 'a@x.test', { id: mail % 2 ? 'mail' : 'post' })
    expect(await askAll(app, ['a@x.test'])).toEqual([held])
  })

  it('count before anybody is asked or looked up', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 5 }, () => 'a@x.test'),
    )
    app.asked.splice(0)
    app.store.take()
    await askAll(app, ['a@x.test'])
    expect(app.asked).toEqual([])
    expect(app.store.take()).toEqual(['countAttempt'])
  })

  it('are not counted if the address is not valid', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 9 }, () => 'a@x'),
    )
    expect(app.store.take()).toEqual([])
  })

  it('are as many as the application wants', async () => {
    const app = makeMailApp({ limits: { mail: { attempts: 1, seconds: 9 } } })
    expect(await askAll(app, ['a@x.test', 'a@x.test'])).toEqual([302, held])
    const { response } = await askForMail(app.browser(), 'a@x.test')
    expect(response.headers.get('retry-after')).toBe('9')
  })

  it('are without end when the application wants no limits', async () => {
    const app = makeMailApp({ limits: false })
    await askAll(
      app,
      Array.from({ length: 12 }, () => 'a@x.test'),
    )
    expect(app.sent).toHaveLength(12)
  })
})

describe('EM5: mails to all addresses', () => {
  async function flood(app: MailApp, mails: number): Promise<readonly number[]> {
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const statuses: number[] = []
    for (let at = 0; at < mails; at++) {
      const body = { csrfToken, email: `person-${at}@domain-${at}.test` }
      statuses.push((await browser.postJson('/auth/signin/mail', body)).status)
    }
    return statuses
  }

  it('are five hundred in ten minutes, and the log says once how to raise that', async () => {
    const app = makeMailApp()
    const statuses = await flood(app, 503)
    expect(statuses.filter((status) => status === held)).toHaveLength(3)
    expect(app.sent).toHaveLength(500)
    const codes = app.codes('warn').filter((code) => code === 'mail-limit-reached')
    expect(codes).toHaveLength(1)
    expect(logText(app)).toContain('`limits.allMails`')
    vi.setSystemTime(Date.now() + 600_000)
    expect(await askAll(app, ['a@x.test'])).toEqual([302])
  })

  it('are as many as the application wants', async () => {
    const app = makeMailApp({ limits: { allMails: { attempts: 2, seconds: 9 } } })
    expect(await flood(app, 3)).toEqual([302, 302, held])
    const { response } = await askForMail(app.browser(), 'a@x.test')
    expect(response.headers.get('retry-after')).toBe('9')
  })

  it('do not count those that the `signIn` callback refused', async () => {
    const limits = { allMails: { attempts: 1, seconds: 60 } }
    const app = makeMailApp({
      limits,
      callbacks: { signIn: ({ user }) => user.email === 'a@x.test' },
    })
    await askAll(app, ['b@x.test', 'c@x.test', 'a@x.test'])
    expect(app.sent).toHaveLength(1)
  })

  it('do not count those that were too many for one address', async () => {
    const once = { attempts: 1, seconds: 60 }
    const app = makeMailApp({ limits: { mail: once, allMails: { attempts: 2, seconds: 60 } } })
    await askAll(app, ['a@x.test', 'a@x.test', 'a@x.test', 'b@x.test'])
    expect(app.sent).toHaveLength(2)
  })
})
