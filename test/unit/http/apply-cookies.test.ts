import { expect, it } from 'vitest'
import { applyCookies } from '../../../src/http/apply-cookies.js'

const request = new Request('https://app.test/page', {
  headers: { cookie: 'a=1; b=2', accept: 'text/html' },
})
const attributes = { path: '/' }

it('a new cookie replaces the old one, and an empty one removes it', () => {
  const after = applyCookies(request, [
    { name: 'a', value: 'x y', attributes },
    { name: 'b', value: '', attributes: { maxAge: 0 } },
  ])
  expect(after.headers.get('cookie')).toBe('a=x%20y')
  expect([after.url, after.headers.get('accept')]).toEqual(['https://app.test/page', 'text/html'])
})

it('the request itself stays as it is', () => {
  applyCookies(request, [{ name: 'a', value: 'x', attributes }])
  expect(request.headers.get('cookie')).toBe('a=1; b=2')
  expect(applyCookies(request, [])).toBe(request)
})
