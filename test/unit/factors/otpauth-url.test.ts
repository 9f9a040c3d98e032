import { TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { encodeBase32 } from '../../../src/factors/base32.js'
import { otpauthUrl } from '../../../src/factors/otpauth-url.js'

const secret = Uint8Array.from({ length: 20 }, (_, index) => (index * 37) % 256)
const url = otpauthUrl({ site: 'app.test', account: 'ada@example.com', secret })

describe('otpauthUrl', () => {
  it('names the site twice, the account and the secret', () => {
    expect(url).toBe(
      `otpauth://totp/app.test:ada%40example.com?secret=${encodeBase32(secret)}&issuer=app.test`,
    )
  })

  it('writes spaces as %20, because apps show a plus sign', () => {
    const parts = { site: 'Ada & Co', account: 'Ada Lovelace+1', secret }
    expect(otpauthUrl(parts)).toContain('/Ada%20%26%20Co:Ada%20Lovelace%2B1?')
    expect(otpauthUrl(parts)).toMatch(/&issuer=Ada%20%26%20Co$/)
  })

  it('has a label without a colon in the site or the account, at which apps would split it', () => {
    expect(otpauthUrl({ site: 'localhost:5173', account: 'a:b', secret })).toContain(
      'totp/localhost%205173:a%20b?',
    )
  })

  it('can be made for a user without an address and for broken text', () => {
    expect(otpauthUrl({ site: 'app.test', account: '', secret })).toContain('totp/app.test?secret')
    expect(otpauthUrl({ site: 'app.test', account: 'a\ud800b', secret })).toContain(':a%20b?')
  })

  it.each([
    ['app.test', 'ada@example.com'],
    ['Ünï & Söhne', 'ada+1?x=1&secret=AAAA#@example.com'],
    ['localhost 5173', ''],
  ])('is read by another library: %j, %j', (site, account) => {
    const parsed = URI.parse(otpauthUrl({ site, account, secret }))
    expect(parsed).toBeInstanceOf(TOTP)
    expect(parsed).toMatchObject({ issuer: site, algorithm: 'SHA1', digits: 6, period: 30 })
    expect(parsed.label).toBe(account === '' ? site : account)
    expect(new Uint8Array(parsed.secret.bytes)).toEqual(secret)
  })
})
