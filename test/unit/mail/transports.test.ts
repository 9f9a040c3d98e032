import { expect, it, vi } from 'vitest'
import { keepTransport } from '../../../src/mail/transports.js'

it('equal options share one transport', () => {
  const options = (): object => ({ host: 'a.test', auth: { user: 'u', pass: 'p' }, list: [1] })
  expect(keepTransport(options(), make)).toBe(keepTransport(options(), make))
  expect(keepTransport('smtp://a.test', make)).toBe(keepTransport('smtp://a.test', make))
})

it('different options have different transports', () => {
  const one = keepTransport({ host: 'b.test', auth: { pass: '1' } }, make)
  expect(keepTransport({ host: 'b.test', auth: { pass: '2' } }, make)).not.toBe(one)
})

it.each([
  ['a function', () => ({ host: 'c.test', getSocket: () => {} })],
  ['an object with a class', () => ({ host: 'c.test', agent: new Map() })],
])('options with %s are compared by identity', (_what, options) => {
  const same = options()
  const kept = keepTransport(same, make)
  expect(keepTransport(same, make)).toBe(kept)
  expect(keepTransport(options(), make)).not.toBe(kept)
})

it('the least recently used transport is closed when there are more than twenty', () => {
  const first = keepTransport({ host: 'first.test' }, make)
  const second = keepTransport({ host: 'second.test' }, make)
  for (let at = 0; at < 18; at += 1) keepTransport({ host: `${at}.test` }, make)
  expect(keepTransport({ host: 'first.test' }, make)).toBe(first)
  keepTransport({ host: 'last.test' }, make)
  expect(second.close).toHaveBeenCalledOnce()
  expect(first.close).not.toHaveBeenCalled()
  expect(keepTransport({ host: 'first.test' }, make)).toBe(first)
})

function make() {
  return { sendMail: async () => ({}), close: vi.fn<() => void>() }
}
