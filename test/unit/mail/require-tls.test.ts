import { describe, expect, it } from 'vitest'
import { requireTls } from '../../../src/mail/require-tls.js'

describe('requireTls', () => {
  it.each<[string | object, string | object]>([
    ['smtp://mail.test', 'smtp://mail.test?requireTLS=true'],
    ['smtp://a:b%40c@mail.test:587', 'smtp://a:b%40c@mail.test:587?requireTLS=true'],
    ['smtp://mail.test?pool=true', 'smtp://mail.test?pool=true&requireTLS=true'],
    [{ host: 'mail.test' }, { host: 'mail.test', requireTLS: true }],
    [{ service: 'gmail' }, { service: 'gmail', requireTLS: true }],
    [{ url: 'smtp://mail.test' }, { url: 'smtp://mail.test?requireTLS=true' }],
    [{ host: '127.0.0.1.evil.test' }, { host: '127.0.0.1.evil.test', requireTLS: true }],
  ])('makes TLS mandatory for %j', (server, expected) => {
    expect(requireTls(server)).toEqual(expected)
  })

  it.each<string | object>([
    'smtps://mail.test',
    'smtp://localhost:1025',
    'smtp://127.0.0.1',
    'smtp://[::1]:1025',
    'smtp://mail.test?requireTLS=false',
    'smtp://mail.test?ignoreTLS=true',
    'not a URL',
    {},
    { port: 1025 },
    { host: '::1' },
    { host: 'mail.test', requireTLS: false },
    { host: 'mail.test', ignoreTLS: true },
    { host: 'mail.test', opportunisticTLS: true },
    { host: 'mail.test', send: () => undefined },
  ])('leaves %j as it is', (server) => {
    expect(requireTls(server)).toBe(server)
  })
})
