import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import { encode, type JWTDecodeParams } from '../../../src/jwt.js'
import type { Browser } from '../../support/browser.js'
import {
  login,
  makeApp,
  olderSecret,
  secret,
  sessionCookie,
  type App,
} from '../../support/apps/app.js'

const names = [sessionCookie, `${sessionCookie}.0`, `${sessionCookie}.1`, `${sessionCookie}.2`]

/** An application whose session holds as many characters as it is told. */
function makeAppOfSize(size: { characters: number }, config: Partial<AuthConfig> = {}): App {
  return makeApp({
    session: { updateAge: 0 },
    callbacks: {
      jwt: ({ token }) => ({ ...token, ballast: 'x'.repeat(size.characters) }),
      session: ({ session, token }) =>
        Object.assign(session, { size: (token['ballast'] as string).length }),
    },
    ...config,
  })
}

function sessionCookies(browser: Browser): readonly string[] {
  return browser.cookies.map(({ name }) => name).filter((name) => names.includes(name))
}

describe('a session that needs several cookies', () => {
  it('round-trips in three chunks', async () => {
    const browser = makeAppOfSize({ characters: 7000 }).browser()
    await browser.signIn(login)
    expect(sessionCookies(browser)).toEqual(names.slice(1))
    for (let round = 0; round < 3; round++) {
      expect(await browser.session()).toMatchObject({ size: 7000, user: { name: 'Ada' } })
    }
  })

  it('keeps each cookie within what browsers keep, attributes included', async () => {
    const app = makeAppOfSize({ characters: 7000 })
    const { response } = await app.browser().signIn(login)
    const lines = response.headers.getSetCookie()
    expect(lines.length).toBeGreaterThan(3)
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(4096)
  })

  it('cleans up when it shrinks, and when it grows', async () => {
    const size = { characters: 7000 }
    const browser = makeAppOfSize(size).browser()
    await browser.signIn(login)
    const rounds: readonly (readonly [number, readonly string[]])[] = [
      [4000, names.slice(1, 3)],
      [10, [sessionCookie]],
      [7000, names.slice(1)],
      [10, [sessionCookie]],
    ]
    for (const [characters, expected] of rounds) {
      size.characters = characters
      expect(await browser.session()).toMatchObject({ size: characters })
      expect(sessionCookies(browser).toSorted()).toEqual([...expected])
      expect(await browser.session()).toMatchObject({ size: characters })
    }
  })

  it('is removed at sign-out even when its beginning is lost', async () => {
    const browser = makeAppOfSize({ characters: 7000 }).browser()
    await browser.signIn(login)
    browser.forget(`${sessionCookie}.0`)
    await browser.signOut()
    expect(sessionCookies(browser)).toEqual([])
  })

  it('is removed with all its chunks at sign-out', async () => {
    const browser = makeAppOfSize({ characters: 7000 }).browser()
    await browser.signIn(login)
    await browser.signOut()
    expect(sessionCookies(browser)).toEqual([])
  })

  it('is no session when a chunk is missing, changed or out of order', async () => {
    const app = makeAppOfSize({ characters: 7000 })
    const [, first = '', second = '', third = ''] = names
    const changes: ((browser: Browser) => void)[] = [
      (browser) => browser.forget(second),
      (browser) => browser.forget(first),
      (browser) => browser.forget(third),
      (browser) => browser.plant(second, `${browser.cookie(second)?.slice(1)}A`),
      (browser) => {
        const held = browser.cookie(first) ?? ''
        browser.plant(first, browser.cookie(second) ?? '')
        browser.plant(second, held)
      },
    ]
    for (const change of changes) {
      const browser = app.browser()
      await browser.signIn(login)
      change(browser)
      expect(await browser.session()).toBeNull()
      expect(sessionCookies(browser)).toEqual([])
    }
  })

  it('is not disturbed by cookies that only look like chunks', async () => {
    const browser = makeAppOfSize({ characters: 7000 }).browser()
    await browser.signIn(login)
    for (const suffix of ['.3x', '.-1', '.', '.01', '.9', 'x', '.0.0', '-info']) {
      browser.plant(`${sessionCookie}${suffix}`, 'noise')
    }
    expect(await browser.session()).toMatchObject({ size: 7000 })
  })

  it('reads the whole cookie when stale chunks lie beside it, and removes them', async () => {
    const browser = makeAppOfSize({ characters: 10 }).browser()
    await browser.signIn(login)
    for (const name of names.slice(1)) browser.plant(name, 'stale')
    expect(await browser.session()).toMatchObject({ size: 10 })
    expect(sessionCookies(browser)).toEqual([sessionCookie])
  })
})

describe('a session that is too large', () => {
  it('stops the sign-in: a log line, no session, no cookie', async () => {
    const app = makeAppOfSize({ characters: 20_000 })
    const browser = app.browser()
    const { response } = await browser.signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=Configuration')
    expect(sessionCookies(browser)).toEqual([])
    expect(await browser.session()).toBeNull()
    expect(app.codes('error')).toEqual(['SessionTooLarge'])
    expect(String(app.logs[0]?.message[0])).toMatch(/\d{5} characters.*`jwt` callback/s)
  })

  it('a session that grows too large keeps its old cookie, and the log says so', async () => {
    const size = { characters: 10 }
    const app = makeAppOfSize(size)
    const browser = app.browser()
    await browser.signIn(login)
    const kept = browser.cookie(sessionCookie)
    size.characters = 20_000
    expect(await browser.session()).toMatchObject({ size: 20_000 })
    expect(browser.cookie(sessionCookie)).toBe(kept)
    expect(app.codes('warn')).toEqual(['session-too-large'])
    size.characters = 10
    expect(await browser.session()).toMatchObject({ size: 10 })
  })
})

describe('the secret', () => {
  const bothSecrets = [secret, olderSecret]

  async function signedInUnder(secrets: string | string[]): Promise<string> {
    const browser = makeApp({ secret: secrets }).browser()
    await browser.signIn(login)
    return browser.cookie(sessionCookie) ?? ''
  }

  it('can be rotated: an old session opens and is sealed anew', async () => {
    const old = await signedInUnder(olderSecret)
    const browser = makeApp({ secret: bothSecrets }).browser()
    browser.plant(sessionCookie, old)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    const renewed = browser.cookie(sessionCookie)
    expect(renewed).not.toBe(old)

    const afterwards = makeApp({ secret }).browser()
    afterwards.plant(sessionCookie, renewed ?? '')
    expect(await afterwards.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('seals with the first of a list, and then re-issues nothing', async () => {
    const value = await signedInUnder(bothSecrets)
    const browser = makeApp({ secret }).browser()
    browser.plant(sessionCookie, value)
    const response = await browser.fetch('/auth/session')
    expect(await response.json()).not.toBeNull()
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('ends sessions when it is removed from the list', async () => {
    const old = await signedInUnder(olderSecret)
    const browser = makeApp({ secret }).browser()
    browser.plant(sessionCookie, old)
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('may be another one for session tokens', async () => {
    const jwt = { secret: olderSecret }
    const browser = makeApp({ jwt }).browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    const other = makeApp({ secret: olderSecret }).browser()
    other.plant(sessionCookie, browser.cookie(sessionCookie) ?? '')
    expect(await other.session()).not.toBeNull()
  })

  it('keeps outstanding CSRF tokens valid when it is rotated', async () => {
    const before = makeApp({ secret: olderSecret }).browser()
    const page = await before.fetchPage('/auth/signin')
    const after = makeApp({ secret: bothSecrets }).browser()
    for (const { name, value } of before.cookies) after.plant(name, value)
    const { response } = await after.postForm(page, login)
    expect(response.headers.get('location')).toBe('https://app.test/')
  })
})

describe('custom functions for the token', () => {
  it('get and give the content of the cookie', async () => {
    const seen: unknown[] = []
    const app = makeApp({
      jwt: {
        encode: async ({ token, secret: secrets, salt, maxAge }) => {
          seen.push(['encode', token?.sub, secrets, salt, maxAge])
          return `clear|${JSON.stringify(token)}`
        },
        decode: async ({ token, secret: secrets, salt }) => {
          seen.push(['decode', secrets, salt])
          return JSON.parse(token?.slice(6) ?? '') as Record<string, unknown>
        },
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(decodeURIComponent(browser.cookie(sessionCookie) ?? '')).toMatch(/^clear\|\{/)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    expect(seen.slice(0, 2)).toEqual([
      ['encode', 'user-1', [secret], sessionCookie, 30 * 24 * 60 * 60],
      ['decode', [secret], sessionCookie],
    ])
  })

  it.each([
    ['quotes', '"'.repeat(3000)],
    ['letters outside ASCII', `x${'\u{1f600}'.repeat(800)}`],
  ])('JW3: may give %s, which take more room in a cookie', async (_what, text) => {
    const jwt = {
      encode: () => text,
      decode: ({ token }: JWTDecodeParams) => ({ sub: String(token) }),
    }
    const callbacks: AuthConfig['callbacks'] = {
      session: ({ session, token }) => Object.assign(session, { same: token.sub === text }),
    }
    const browser = makeApp({ jwt, callbacks }).browser()
    await browser.signIn(login)
    expect(await browser.session()).toMatchObject({ same: true })
  })

  it.each([
    ['gives null', () => null],
    ['throws', () => fail()],
    ['rejects', async () => Promise.reject(new Error('nope'))],
  ])('end the session when decode %s', async (_how, decode) => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const other = makeApp({ jwt: { decode } }).browser()
    other.plant(sessionCookie, browser.cookie(sessionCookie) ?? '')
    expect(await other.session()).toBeNull()
    expect(other.cookie(sessionCookie)).toBeUndefined()
  })

  it('are named in the log when decode throws, with what it threw', async () => {
    const app = makeApp({ jwt: { decode: () => fail() } })
    const browser = app.browser()
    browser.plant(sessionCookie, 'anything')
    await browser.session()
    expect(app.codes('error')).toEqual(['JWTSessionError'])
    expect(app.logs[0]?.message[0]).toMatchObject({ cause: { message: 'nope' } })
  })

  it.each([{ exp: 1 }, { exp: '9999999999' }, { nbf: 9_999_999_999 }])(
    'do not make a token valid whose claims are %j',
    async (claims) => {
      const browser = makeApp({
        jwt: { decode: () => ({ sub: '1', ...claims }) as never },
      }).browser()
      browser.plant(sessionCookie, 'anything')
      expect(await browser.session()).toBeNull()
    },
  )

  it('are not needed: encode of the jwt door makes a session', async () => {
    const browser = makeApp().browser()
    const token = { sub: 'user-9', name: 'Test' }
    browser.plant(sessionCookie, await encode({ token, secret, salt: sessionCookie }))
    expect(await browser.session()).toMatchObject({ user: { name: 'Test' } })
  })

  function fail(): never {
    throw new Error('nope')
  }
})
