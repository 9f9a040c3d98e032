import { describe, expect, it } from 'vitest'
import { acceptImage, acceptLink, originOf } from '../../../src/http/accept-url.js'

const neverAccepted = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://app.test/1',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg',
  'data:image/svg+xmlx,',
  '//evil.test/logo.png',
  '/\\evil.test',
  '/\t/evil.test',
  '/a\nb',
  '\\evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https://',
  'https://a b/',
  'https://a;script-src/',
  "https://a'b/",
  'https://a,b/',
  'https://*.test/',
  'logo.png',
  '',
  null,
  7,
]

describe('acceptLink', () => {
  it.each(neverAccepted)('drops %j', (value) => {
    expect(acceptLink(value)).toBeUndefined()
  })

  it('drops data, pictures too', () => {
    expect(acceptLink('data:image/png;base64,AAAA')).toBeUndefined()
  })

  it.each([
    '/',
    '/auth/signin?a=b#c',
    'https://app.test/auth',
    'http://localhost:5173/auth',
    'http://[::1]:3000/auth',
  ])('accepts %s', (value) => {
    expect(acceptLink(value)).toBe(value)
  })
})

describe('acceptImage', () => {
  it.each(neverAccepted)('drops %j', (value) => {
    expect(acceptImage(value)).toBeUndefined()
  })

  it.each([
    '/logo.svg',
    'https://cdn.test/logo.png',
    'data:image/png;base64,AAAA',
    'data:image/jpeg;base64,AAAA',
    'data:image/gif;base64,AAAA',
    'data:image/webp;base64,AAAA',
    'data:image/svg+xml,%3Csvg/%3E',
    'DATA:image/svg+xml;utf8,x',
  ])('accepts %s', (value) => {
    expect(acceptImage(value)).toBe(value)
  })
})

describe('originOf', () => {
  it('gives the origin of an absolute URL only', () => {
    expect(originOf('HTTPS://CDN.test:8443/a/b?c')).toBe('https://cdn.test:8443')
    expect(originOf('/logo.svg')).toBeUndefined()
    expect(originOf('data:image/png,x')).toBeUndefined()
    expect(originOf(undefined)).toBeUndefined()
  })

  it.each(neverAccepted)('gives none for %j', (value) => {
    expect(originOf(value)).toBeUndefined()
  })
})
