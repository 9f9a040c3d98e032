import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import { makeApp, secret, sessionCookie } from '../../support/apps/app.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

const app = makeApp()

async function read(cookie: string): Promise<Response> {
  const began = performance.now()
  const response = await Auth(
    new Request('https://app.test/auth/session', { headers: { cookie } }),
    app.config,
  )
  expect(performance.now() - began).toBeLessThan(quickly)
  return response
}

async function validToken(): Promise<string> {
  return encode({ token: { sub: '1', name: 'Ada' }, secret, salt: sessionCookie })
}

describe('CK4: a Cookie header that no browser would send', () => {
  it.each<readonly [string, string]>([
    ['nothing', ''],
    ['no name', '=x'],
    ['only separators', ';;;;;;;'],
    ['only equals signs', '======='],
    ['a name alone', sessionCookie],
    ['an empty value', `${sessionCookie}=`],
    ['quotes', `${sessionCookie}="`],
    ['empty quotes', `${sessionCookie}=""`],
    ['bad percent signs', `${sessionCookie}=%`],
    ['bad UTF-8', `${sessionCookie}=%E0%A4%A`],
    ['a NUL', `${sessionCookie}=%00`],
    ['bytes above 127', `${sessionCookie}=\u00ff\u00fe`],
    ['16 kB', `${sessionCookie}=${'a'.repeat(16_384)}`],
    ['one megabyte', `${sessionCookie}=${'a'.repeat(1 << 20)}`],
    ['one megabyte of percent signs', `${sessionCookie}=${'%'.repeat(1 << 20)}`],
    ['256 kB without an equals sign', `${sessionCookie};${'a;'.repeat(131_072)}`],
    ['64 kB of spaces', `${' '.repeat(65_536)}${sessionCookie}`],
    ['2000 chunks', chunks(2000, 'x')],
    ['2000 empty chunks', chunks(2000, '')],
    ['chunks from 1', `${sessionCookie}.1=a; ${sessionCookie}.2=b`],
    ['a chunk with a huge number', `${sessionCookie}.99999999999999999999=a`],
    ['10 000 cookies', Array.from({ length: 10_000 }, (_, at) => `c${at}=x`).join('; ')],
    ['2000 times the same', Array.from({ length: 2000 }, () => `${sessionCookie}=x`).join('; ')],
    ['prototype names', '__proto__=x; constructor=y; toString=z'],
  ])('is no session and no error: %s', async (_what, cookie) => {
    const response = await read(cookie)
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(response.headers.getSetCookie().length).toBeLessThan(40)
  })

  function chunks(count: number, value: string): string {
    return Array.from({ length: count }, (_, at) => `${sessionCookie}.${at}=${value}`).join('; ')
  }

  it('does no harm on any other route', async () => {
    for (const path of ['csrf', 'signin', 'signout', 'providers']) {
      for (const cookie of [
        `__Host-authjs.csrf-token=%`,
        `__Host-authjs.csrf-token=${'|'.repeat(9999)}`,
        ';=;',
      ]) {
        const request = new Request(`https://app.test/auth/${path}`, { headers: { cookie } })
        expect((await Auth(request, app.config)).status).toBe(200)
      }
    }
  })
})

describe('P25: a cookie whose name only looks like ours', () => {
  it.each([
    `\u00a0${sessionCookie}`,
    `${sessionCookie}\u00a0`,
    `\u0085${sessionCookie}`,
    sessionCookie.toLowerCase(),
    sessionCookie.toUpperCase(),
    `x${sessionCookie}`,
    `${sessionCookie}x`,
    `Host__${sessionCookie.slice(7)}`,
    encodeURIComponent(sessionCookie).replace('.', '%2e'),
    `"${sessionCookie}"`,
    'authjs.session-token',
    'next-auth.session-token',
  ])('is not read: %j', async (name) => {
    const response = await read(`${name}=${await validToken()}`)
    expect(await response.json()).toBeNull()
  })

  it('does not shadow the real one', async () => {
    const similarNames = [
      `\u00a0${sessionCookie}=x`,
      `x${sessionCookie}=x`,
      `${sessionCookie}x=x`,
      'a=b',
    ]
    const response = await read(
      [...similarNames, `${sessionCookie}=${await validToken()}`, ...similarNames].join('; '),
    )
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('of two with the same name the first counts', async () => {
    const token = await validToken()
    expect(
      await (await read(`${sessionCookie}=${token}; ${sessionCookie}=x`)).json(),
    ).not.toBeNull()
    expect(await (await read(`${sessionCookie}=x; ${sessionCookie}=${token}`)).json()).toBeNull()
  })
})
