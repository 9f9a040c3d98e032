import { expect, it } from 'vitest'
import { cookieCallbackUrl } from '../../../src/context/cookie-callback-url.js'

it.each([
  ['a letter', 'x', 1024],
  ['a letter of three bytes', '語', 341],
  ['a control character, which JSON writes with six', '\u0001', 170],
])('a cookie holds a callback URL of 1024 bytes, made of %s', (_what, letter, count) => {
  const fits = letter.repeat(count)
  expect(cookieCallbackUrl(fits)).toBe(fits)
  expect(cookieCallbackUrl(fits + letter)).toBeUndefined()
})

it.each([undefined, null, 7, ['/a']])('a callback URL that is %j is left out', (callbackUrl) => {
  expect(cookieCallbackUrl(callbackUrl)).toBeUndefined()
})
