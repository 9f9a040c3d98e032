import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2030, 0, 1)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

function secondsFromNow(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString()
}

async function signIn(config: Partial<AuthConfig>): Promise<Browser> {
  const browser = makeApp(config).browser()
  await browser.signIn(login)
  return browser
}

/** Reads the session, and says whether the answer set its cookie. */
async function read(browser: Browser): Promise<{ expires: string | undefined; issued: boolean }> {
  const response = await browser.fetch('/auth/session')
  const session = (await response.json()) as { expires: string } | null
  return { expires: session?.expires, issued: response.headers.getSetCookie().length > 0 }
}

function cookieExpires(browser: Browser): string | undefined {
  const expires = browser.cookies.find(({ name }) => name === sessionCookie)?.expires
  return expires === undefined ? undefined : new Date(expires).toISOString()
}

describe('by default', () => {
  it('lasts thirty idle days', async () => {
    const browser = await signIn({})
    expect(cookieExpires(browser)).toBe(secondsFromNow(30 * day))
    wait(30 * day - 1)
    expect((await read(browser)).expires).toBe(secondsFromNow(30 * day))
    wait(30 * day + minute)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('ends after one year however active it is', async () => {
    const browser = await signIn({})
    for (let days = 0; days < 360; days += 20) {
      expect((await read(browser)).expires).toBeDefined()
      wait(20 * day)
    }
    const { expires } = await read(browser)
    expect(expires).toBe(new Date(start + 365 * day * 1000).toISOString())
    expect(cookieExpires(browser)).toBe(expires)
    wait(5 * day)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('is renewed once a day', async () => {
    const browser = await signIn({})
    wait(day - 1)
    expect((await read(browser)).issued).toBe(false)
    wait(1)
    expect((await read(browser)).issued).toBe(true)
    expect((await read(browser)).issued).toBe(false)
  })
})

describe('updateAge', () => {
  it('sets no cookie inside it, and says when the cookie really ends', async () => {
    const browser = await signIn({ session: { maxAge: day, updateAge: hour } })
    const expires = secondsFromNow(day)
    wait(hour - 1)
    expect(await read(browser)).toEqual({ expires, issued: false })
    expect(cookieExpires(browser)).toBe(expires)
  })

  it('re-issues after it, with a full lifetime', async () => {
    const browser = await signIn({ session: { maxAge: day, updateAge: hour } })
    const before = browser.cookie(sessionCookie)
    wait(hour)
    expect(await read(browser)).toEqual({ expires: secondsFromNow(day), issued: true })
    expect(cookieExpires(browser)).toBe(secondsFromNow(day))
    expect(browser.cookie(sessionCookie)).not.toBe(before)
  })

  it('re-issues at every read when it is 0', async () => {
    const browser = await signIn({ session: { updateAge: 0 } })
    expect((await read(browser)).issued).toBe(true)
    expect((await read(browser)).issued).toBe(true)
  })

  it('re-issues at once when the jwt callback changed the token', async () => {
    let visits = 0
    const browser = await signIn({
      callbacks: {
        jwt: ({ token, trigger }) => (trigger ? token : { ...token, visits: ++visits }),
      },
    })
    expect((await read(browser)).issued).toBe(true)
    visits = 0
    expect((await read(browser)).issued).toBe(false)
  })

  it.each([
    ['deep inside', (rights: string[]) => rights.push('write')],
    ['by removing something', (rights: string[]) => rights.pop()],
  ])(
    're-issues at once when the jwt callback changed the token in place, %s',
    async (_how, change) => {
      let once = true
      const seen: unknown[] = []
      const browser = await signIn({
        callbacks: {
          jwt: ({ token, trigger }) => {
            if (trigger) return { ...token, profile: { rights: ['read', 'list'] } }
            const { rights } = token['profile'] as { rights: string[] }
            seen.push([...rights])
            if (once) change(rights)
            once = false
            return token
          },
        },
      })
      expect((await read(browser)).issued).toBe(true)
      expect((await read(browser)).issued).toBe(false)
      expect(seen[1]).not.toEqual(seen[0])
    },
  )

  it('sets no cookie when the jwt callback returns an equal token', async () => {
    const browser = await signIn({ callbacks: { jwt: ({ token }) => structuredClone(token) } })
    expect((await read(browser)).issued).toBe(false)
  })
})

describe('maxAge', () => {
  it('ends an idle session', async () => {
    const browser = await signIn({ session: { maxAge: hour, updateAge: 0 } })
    for (let round = 0; round < 5; round++) {
      wait(hour - 1)
      expect((await read(browser)).expires).toBe(secondsFromNow(hour))
    }
    wait(hour + minute)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('ends it on the server too, when a browser keeps the cookie', async () => {
    const browser = await signIn({ session: { maxAge: hour } })
    const value = browser.cookie(sessionCookie) ?? ''
    wait(hour + minute)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeUndefined()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('lets clocks differ by a few seconds', async () => {
    const browser = await signIn({ session: { maxAge: hour } })
    const value = browser.cookie(sessionCookie) ?? ''
    wait(hour + 10)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeDefined()
    wait(10)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('can be given for the token alone', async () => {
    const browser = await signIn({ jwt: { maxAge: 2 * hour } })
    expect(cookieExpires(browser)).toBe(secondsFromNow(2 * hour))
    expect((await read(browser)).expires).toBe(secondsFromNow(2 * hour))
    const value = browser.cookie(sessionCookie) ?? ''
    wait(2 * hour + minute)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('ends an idle session when the token would last longer', async () => {
    const browser = await signIn({ session: { maxAge: hour }, jwt: { maxAge: 10 * hour } })
    expect(cookieExpires(browser)).toBe(secondsFromNow(hour))
    const value = browser.cookie(sessionCookie) ?? ''
    wait(hour + minute)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('works after the year 2038', async () => {
    vi.setSystemTime(Date.UTC(2050, 5, 1))
    const browser = await signIn({ session: { maxAge: hour } })
    expect((await read(browser)).expires).toBe(secondsFromNow(hour))
  })
})

describe('absoluteMaxAge', () => {
  const session = { maxAge: hour, updateAge: 0, absoluteMaxAge: 3 * hour }

  it('ends an active session', async () => {
    const browser = await signIn({ session })
    const end = start + 3 * hour * 1000
    let last: string | undefined
    while (Date.now() < end) {
      last = (await read(browser)).expires
      expect(last).toBeDefined()
      expect(cookieExpires(browser)).toBe(last)
      wait(20 * minute)
    }
    expect(last).toBe(new Date(end).toISOString())
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('ends it on the server too, when a browser keeps the cookie', async () => {
    const browser = await signIn({ session })
    for (let round = 0; round < 5; round++) {
      wait(35 * minute)
      await read(browser)
    }
    const value = browser.cookie(sessionCookie) ?? ''
    wait(5 * minute)
    browser.plant(sessionCookie, value)
    expect((await read(browser)).expires).toBeUndefined()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('is not prolonged by updates', async () => {
    const browser = await signIn({ session })
    for (let round = 0; round < 5; round++) {
      wait(35 * minute)
      const csrfToken = await browser.csrfToken()
      await browser.postJson('/auth/session', { csrfToken, data: { session_started_at: 9e12 } })
    }
    expect((await read(browser)).expires).toBe(new Date(start + 3 * hour * 1000).toISOString())
  })

  it.each<readonly [string, NonNullable<AuthConfig['callbacks']>['jwt']]>([
    ['returns only claims of its own', ({ token }) => ({ sub: token.sub, role: 'admin' })],
    [
      'merges what the client sent',
      ({ token, session: data }) => ({ ...token, ...(data as object) }),
    ],
    ['sets the start itself', ({ token }) => ({ ...token, session_started_at: 9e9, iat: 9e9 })],
  ])('SE3: is not prolonged by a jwt callback that %s', async (_how, jwt) => {
    const browser = await signIn({ session, callbacks: { jwt } })
    const csrfToken = await browser.csrfToken()
    const data = { session_started_at: 9e9, iat: 9e9 }
    await browser.postJson('/auth/session', { csrfToken, data })
    for (let round = 0; round < 5; round++) {
      wait(35 * minute)
      expect((await read(browser)).expires).toBeDefined()
    }
    wait(10 * minute)
    expect((await read(browser)).expires).toBeUndefined()
  })

  it('starts anew with a sign-in', async () => {
    const browser = await signIn({ session })
    wait(50 * minute)
    await browser.signIn(login)
    const end = Date.now() + 3 * hour * 1000
    for (let round = 0; round < 4; round++) {
      wait(40 * minute)
      await read(browser)
    }
    expect((await read(browser)).expires).toBe(new Date(end).toISOString())
  })

  it('holds when it is shorter than maxAge', async () => {
    const browser = await signIn({ session: { maxAge: day, absoluteMaxAge: hour } })
    expect(cookieExpires(browser)).toBe(secondsFromNow(hour))
    expect((await read(browser)).expires).toBe(secondsFromNow(hour))
  })
})

describe('session.expires', () => {
  it.each([{ maxAge: 10 }, { maxAge: 90 * day }, { maxAge: hour, updateAge: 0 }, {}])(
    'equals the Expires of the cookie with %j',
    async (session) => {
      const browser = await signIn({ session })
      for (let round = 0; round < 3; round++) {
        const { expires } = await read(browser)
        expect(expires).toBe(cookieExpires(browser))
        wait(3)
      }
    },
  )
})

describe('what a custom `jwt.decode` gives', () => {
  async function readDecoded(claims: object): ReturnType<typeof read> {
    const jwt = { maxAge: 2 * hour, decode: () => ({ sub: 'user-1', ...claims }) }
    const browser = makeApp({ jwt }).browser()
    browser.plant(sessionCookie, 'anything')
    return read(browser)
  }

  it('has a whole lifetime left when it does not say when it ends', async () => {
    const claims = { iat: start / 1000 }
    expect(await readDecoded(claims)).toEqual({ expires: secondsFromNow(2 * hour), issued: false })
  })

  it('is issued anew when it does not say how old it is', async () => {
    expect(await readDecoded({})).toEqual({ expires: secondsFromNow(2 * hour), issued: true })
  })

  it('begins now when it says no moment for its beginning', async () => {
    const claims = { session_started_at: '1' }
    expect(await readDecoded(claims)).toEqual({ expires: secondsFromNow(2 * hour), issued: true })
  })
})
