import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathnameOf } from '../../../src/http/pathname.js'

describe('pathnameOf', () => {
  it.each([
    ['https://app.test/auth/session', '/auth/session'],
    ['http://app.test:3000/auth/sign-in_2', '/auth/sign-in_2'],
    ['https://app.test/auth/session?x=/y', '/auth/session'],
    ['https://app.test/auth/session#x', '/auth/session'],
    ['https://app.test/auth/../session', '/session'],
    ['https://app.test/auth/%2e%2e/session', '/session'],
    ['https://app.test//auth', '//auth'],
    ['https://app.test\\auth', '/auth'],
    ['https://app.test', '/'],
    ['https://app.test/ä', '/%C3%A4'],
    ['https://app.test/a\n', '/a'],
  ])('finds that of %j', (url, pathname) => {
    expect(pathnameOf(url)).toBe(pathname)
  })

  it('is what a parser of URLs finds', () => {
    const piece = fc.constantFrom(
      '/',
      '.',
      '..',
      'a',
      '-',
      '_',
      '%2e',
      '%2F',
      '?',
      '#',
      '\\',
      ' ',
      'ä',
      '@',
      ':',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const url = `https://app.test/${pieces.join('')}`
        expect(pathnameOf(url)).toBe(new URL(url).pathname)
      }),
    )
  })
})
