import { describe, expect, it, vi } from 'vitest'
import { hostileUrls, markup } from '../../../src/testing/attack/hostile-inputs.js'
import { csrfCookie } from '../../support/apps/app.js'
import {
  address,
  alter,
  askForMail,
  click,
  confirm,
  gesture,
  isSignedIn,
  lastLink,
  locationOf,
  mailCookie,
  mailTo,
  makeMailApp,
  plenty,
  recordingProvider,
  type MailApp,
} from '../../support/apps/mail-app.js'

type Looks = readonly (readonly [string, RequestInit])[]

/** What opens links without anybody having decided to sign in. */
const looks: Looks = [
  ['HEAD', { method: 'HEAD' }],
  ['HEAD with a gesture', { method: 'HEAD', headers: gesture }],
  ['a program that says nothing', {}],
  ['a scanner', { headers: { 'user-agent': 'Mozilla/5.0 scanner', accept: '*/*' } }],
  ['a page without a gesture', { headers: omit('sec-fetch-user') }],
  ['a gesture of ?0', { headers: { ...gesture, 'sec-fetch-user': '?0' } }],
  ['a gesture alone', { headers: { 'sec-fetch-user': '?1' } }],
  ['an image', { headers: { ...gesture, 'sec-fetch-dest': 'image' } }],
  ['a frame', { headers: { ...gesture, 'sec-fetch-dest': 'iframe' } }],
  ['no destination', { headers: omit('sec-fetch-dest') }],
  ['fetch', { headers: { ...gesture, 'sec-fetch-mode': 'cors' } }],
  ['no mode', { headers: omit('sec-fetch-mode') }],
  ['a prefetch', { headers: { ...gesture, 'sec-purpose': 'prefetch' } }],
  ['a prerender', { headers: { ...gesture, 'sec-purpose': 'prefetch;prerender' } }],
  ['a prefetch of old', { headers: { ...gesture, purpose: 'Prefetch' } }],
  ['a prefetch of Firefox', { headers: { ...gesture, 'x-moz': 'prefetch' } }],
]

function omit(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(gesture).filter(([other]) => other !== name))
}

async function expectStillGood(app: MailApp, link: string): Promise<void> {
  const browser = app.browser()
  await confirm(browser, link)
  expect(isSignedIn(browser)).toBe(true)
}

describe('EM3: looking at a link uses nothing up', () => {
  it.each(looks)('in the browser that asked: %s', async (_, init) => {
    const app = makeMailApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    app.store.take()
    const response = await browser.send(link, init)
    expect(response.status).toBe(200)
    expect(isSignedIn(browser)).toBe(false)
    expect(app.store.take()).toEqual([])
    expect(app.asked).toHaveLength(1)
    expect(browser.cookie(mailCookie)).toBeDefined()
    await expectStillGood(app, link)
  })

  it.each([...looks, ['a click', { headers: gesture }] as const])(
    'in another browser: %s',
    async (_, init) => {
      const app = makeMailApp()
      const link = await mailTo(app, app.browser())
      const stranger = app.browser()
      for (let look = 0; look < 3; look++)
        expect((await stranger.send(link, init)).status).toBe(200)
      expect(isSignedIn(stranger)).toBe(false)
      await expectStillGood(app, link)
    },
  )

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is no way to open one', async (method) => {
    const app = makeMailApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    const response = await browser.send(link, { method, headers: gesture })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    await expectStillGood(app, link)
  })

  it('HEAD has no body', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const response = await app.browser().send(link, { method: 'HEAD' })
    expect(await response.text()).toBe('')
  })
})

describe('EM3: the browser that asked', () => {
  it('goes straight on with a click, and forgets the mail', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await askForMail(browser, address, { callbackUrl: '/welcome' })
    const response = await click(browser, lastLink(app))
    expect([response.status, locationOf(response)]).toEqual([302, 'https://app.test/welcome'])
    expect(isSignedIn(browser)).toBe(true)
    expect(browser.cookie(mailCookie)).toBeUndefined()
    expect(app.rows).toEqual([])
  })

  it('goes straight on with an address that was typed or pasted', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    await browser.send(link, { headers: { ...gesture, 'sec-fetch-site': 'none' } })
    expect(isSignedIn(browser)).toBe(true)
  })

  it('is asked first when the link is for another address than it asked for', async () => {
    const app = makeMailApp()
    const attackers = await mailTo(app, app.browser(), 'eve@example.test')
    const victim = app.browser()
    await mailTo(app, victim)
    expect((await click(victim, attackers)).status).toBe(200)
    expect(isSignedIn(victim)).toBe(false)
    expect(victim.cookie(mailCookie)).toBeDefined()
  })

  it('is asked first when it asked another provider', async () => {
    const sent: MailApp['sent'] = []
    const app = makeMailApp({ others: [recordingProvider(sent, { id: 'post' })] })
    const link = await mailTo(app, app.browser())
    const browser = app.browser()
    await askForMail(browser, address, { id: 'post' })
    expect((await click(browser, link)).status).toBe(200)
    expect(isSignedIn(browser)).toBe(false)
  })

  it('is asked first when its mail has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
    const app = makeMailApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const cookie = browser.cookie(mailCookie) ?? ''
    vi.setSystemTime(Date.now() + 600_000)
    expect(browser.cookie(mailCookie)).toBeUndefined()
    browser.plant(mailCookie, cookie)
    const fresh = await mailTo(app, app.browser())
    expect((await click(browser, fresh)).status).toBe(200)
    vi.useRealTimers()
  })

  it.each(['', 'x', 'a.b.c.d.e', '%7B%7D'])('is not believed with the cookie %j', async (value) => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const browser = app.browser()
    browser.plant(mailCookie, value)
    expect((await click(browser, link)).status).toBe(200)
    expect(isSignedIn(browser)).toBe(false)
  })

  it('has a cookie that scripts and other sites do not get, for as long as the link', async () => {
    const app = makeMailApp({ mail: { maxAge: 120 } })
    const browser = app.browser()
    const before = Date.now()
    await mailTo(app, browser)
    const cookie = browser.cookies.find(({ name }) => name === mailCookie)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/', sameSite: 'Lax' })
    // The lifetime is sent in whole seconds.
    expect(cookie?.expires).toBeLessThanOrEqual(Date.now() + 120_000)
    expect(cookie?.expires).toBeGreaterThan(before + 118_000)
    const { token = '', identifier = '' } = app.sent[0] ?? {}
    const value = decodeURIComponent(cookie?.value ?? '')
    for (const part of [token, identifier, btoa(token), app.rows[0]?.token ?? ''])
      expect(value).not.toContain(part)
  })

  it('waits for no other mail once it has come in by one', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    const first = await mailTo(app, browser)
    const second = await mailTo(app, browser)
    await click(browser, first)
    expect(isSignedIn(browser)).toBe(true)
    expect(app.rows).toEqual([])
    expect(browser.cookie(mailCookie)).toBeUndefined()
    const other = app.browser()
    await confirm(other, second)
    expect(isSignedIn(other)).toBe(false)
  })

  it('keeps its cookie when another user’s link is confirmed in it', async () => {
    const app = makeMailApp({ mail: { codeLength: 6 } })
    const others = await mailTo(app, app.browser(), 'eve@example.test')
    const browser = app.browser()
    await mailTo(app, browser)
    const live = app.rows.filter(({ identifier }) => identifier === address).length
    await confirm(browser, others)
    expect(isSignedIn(browser)).toBe(true)
    expect(browser.cookie(mailCookie)).toBeDefined()
    expect(app.rows.filter(({ identifier }) => identifier === address)).toHaveLength(live)
  })
})

describe('the page behind a link', () => {
  it('needs no script, and posts where the link led', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const page = await app.browser().fetchPage(link)
    expect(page.html).not.toMatch(/<script|\son\w+=|javascript:/i)
    expect(page.forms).toHaveLength(1)
    expect(page.forms[0]?.action).toBe('https://app.test/auth/callback/mail')
    expect(Object.keys(page.forms[0]?.hidden ?? {}).sort()).toEqual([
      'callbackUrl',
      'csrfToken',
      'email',
      'token',
    ])
    expect(page.html).toContain(address)
  })

  it('PG2: is not cached, cannot be framed, and sends no referrer to other sites', async () => {
    const app = makeMailApp()
    const { headers } = await app.browser().send(await mailTo(app, app.browser()))
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('needs its token: another site cannot press the button', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const body = new URLSearchParams(new URL(link).search)
    const victim = app.browser()
    await victim.csrfToken()
    const cases = [
      { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of cases) {
      await victim.send('/auth/callback/mail', { method: 'POST', headers, body })
      expect(isSignedIn(victim)).toBe(false)
    }
    await expectStillGood(app, link)
  })

  it('takes no token that another browser was given', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const page = await app.browser().fetchPage(link)
    const victim = app.browser()
    await victim.csrfToken()
    expect(victim.cookie(csrfCookie)).toBeDefined()
    await victim.postForm(page)
    expect(isSignedIn(victim)).toBe(false)
    await expectStillGood(app, link)
  })

  it.each(markup)('PG1: shows %j as text', async (text) => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    for (const name of ['email', 'token', 'callbackUrl']) {
      const page = await app.browser().fetchPage(alter(link, { [name]: text }))
      expect(page.html).not.toMatch(/<script|<img|<svg[^>]*onload|<iframe|srcdoc="/i)
      const tags = page.html.replace(/"[^"]*"/g, '""')
      expect(tags).not.toMatch(/<[^>]*\son\w+=/i)
      expect(page.html).not.toMatch(/(?:href|action|src)="javascript:/i)
    }
  })
})

describe('B1: where a link leads', () => {
  it('is never another site, whatever its callbackUrl was made into', async () => {
    const app = makeMailApp({ limits: plenty })
    for (const callbackUrl of hostileUrls) {
      const asking = app.browser()
      const link = alter(await mailTo(app, asking), { callbackUrl })
      const direct = app.sent.length % 2 === 0
      const browser = direct ? asking : app.browser()
      const answer = direct ? await click(browser, link) : (await confirm(browser, link)).response
      expect([callbackUrl, isSignedIn(browser)]).toEqual([callbackUrl, true])
      expect([callbackUrl, new URL(locationOf(answer)).origin]).toEqual([
        callbackUrl,
        'https://app.test',
      ])
      expect(new URL(locationOf(answer)).pathname.startsWith('//')).toBe(false)
    }
  })

  it('is never another site when that was asked for with the mail', async () => {
    const app = makeMailApp({ limits: plenty })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    for (const callbackUrl of hostileUrls) {
      const body = new URLSearchParams({ csrfToken, email: address, callbackUrl })
      await browser.fetch('/auth/signin/mail', { method: 'POST', body })
      const { searchParams } = new URL(lastLink(app))
      const target = new URL(searchParams.get('callbackUrl') ?? '')
      expect([callbackUrl, target.origin]).toEqual([callbackUrl, 'https://app.test'])
    }
  })

  it('a page of the site is kept, also through the page that asks', async () => {
    const app = makeMailApp()
    await askForMail(app.browser(), address, { callbackUrl: '/a?b=c&d=ü#e' })
    const { response } = await confirm(app.browser(), lastLink(app))
    expect(locationOf(response)).toBe(new URL('/a?b=c&d=ü#e', 'https://app.test').href)
  })
})

describe('pages of the application', () => {
  it('`verifyRequest` takes the place of ours', async () => {
    const app = makeMailApp({ pages: { verifyRequest: '/check-mail' } })
    const { response } = await askForMail(app.browser())
    expect(locationOf(response)).toBe('https://app.test/check-mail?provider=mail&type=email')
    const page = await app.browser().fetchPage('/auth/verify-request?provider=mail&type=email', {
      follow: false,
    })
    expect(locationOf(page.response)).toBe(locationOf(response))
  })

  it('`newUser` greets new users, and only them', async () => {
    const app = makeMailApp({ pages: { newUser: '/hello' } })
    await askForMail(app.browser(), address, { callbackUrl: '/welcome' })
    const first = await confirm(app.browser(), lastLink(app))
    const target = new URL(locationOf(first.response))
    expect(target.pathname).toBe('/hello')
    expect(target.searchParams.get('callbackUrl')).toBe('https://app.test/welcome')
    await askForMail(app.browser(), address, { callbackUrl: '/welcome' })
    const second = await confirm(app.browser(), lastLink(app))
    expect(locationOf(second.response)).toBe('https://app.test/welcome')
  })

  it('`error` is shown for a link that is not valid', async () => {
    const app = makeMailApp({ pages: { error: '/oops' } })
    const link = alter(await mailTo(app, app.browser()), { token: 'a.b.c' })
    const { response } = await confirm(app.browser(), link)
    expect(locationOf(response)).toBe('https://app.test/oops?error=Verification')
  })

  it('`signIn` is shown for an address that is not valid', async () => {
    const app = makeMailApp({ pages: { signIn: '/enter' } })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken, email: 'x', callbackUrl: '/welcome' })
    const response = await browser.fetch('/auth/signin/mail', { method: 'POST', body })
    const target = new URL(locationOf(response))
    expect(target.pathname).toBe('/enter')
    expect(target.searchParams.get('error')).toBe('InvalidEmailAddress')
    expect(app.sent).toEqual([])
  })

  it('ours says to whom the mail went, in the browser that asked alone', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const url = '/auth/verify-request?provider=mail&type=email&email=eve@example.test'
    const own = await browser.fetchPage(url)
    expect(own.html).toContain(address)
    expect(own.forms).toEqual([])
    expect((await app.browser().fetchPage(url)).html).not.toMatch(/@example\.test/)
    const other = await browser.fetchPage('/auth/verify-request?provider=nobody')
    expect(other.status).toBe(200)
    expect(other.html).not.toContain(address)
    expect((await browser.fetchPage('/auth/verify-request')).status).toBe(200)
  })
})
