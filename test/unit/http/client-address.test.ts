import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveClientNetwork } from '../../../src/http/client-address.js'

function see(connection: string | undefined, forwarded?: string, proxies = 0): string | undefined {
  const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
  return resolveClientNetwork(headers, connection, proxies)
}

const viaProxy = (forwarded: string): string | undefined => see('10.0.0.1', forwarded, 1)

describe('B15: the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:FFFF:CB00:7107', '203.0.113.7'],
    ['[::ffff:203.0.113.7]', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000:0000:0000:0001', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ff:ff:203.0.113.7', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ])('%s is %s', (address, client) => {
    expect([see(address), viaProxy(address)]).toEqual([client, client])
  })

  it.each([
    undefined,
    '',
    ' ',
    'unknown',
    '_hidden',
    'evil.test',
    '1.2.3',
    '1.2.3.4.5',
    ':::',
    '2001:db8::[1',
    '2001:db8::]1',
    '[',
    ']',
  ])('%j does not identify a client', (address) => {
    expect(see(address)).toBeUndefined()
    if (address !== undefined) expect(viaProxy(address)).toBeUndefined()
  })

  it('the same wherever in a network of 64 bits', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    fc.assert(
      fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), (host) => {
        expect(see(`2001:db8:1:2:${host.join(':')}`)).toBe('2001:db8:1:2::/64')
      }),
    )
  })

  it('is found or undefined for any input, without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const client = see(text)
        return client === undefined || /^(?:[\d.]+|[\da-f:]+::\/64)$/.test(client)
      }),
    )
  })
})

describe('EM5: X-Forwarded-For', () => {
  it('is ignored when no proxy is ours', () => {
    expect(see('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7')
    expect(see(undefined, '198.51.100.1')).toBeUndefined()
  })

  it.each([
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '9.9.9.9, 198.51.100.1', '198.51.100.1'],
    [1, '9.9.9.9,8.8.8.8 ,  198.51.100.1 ', '198.51.100.1'],
    [1, 'spoofed, 2001:db8::1', '2001:db8:0:0::/64'],
    [1, '9.9.9.9, ', undefined],
    [2, '9.9.9.9, 198.51.100.1, 203.0.113.1', '198.51.100.1'],
    [2, '198.51.100.1, 203.0.113.1', '198.51.100.1'],
    [2, '203.0.113.1', undefined],
    [3, '7.7.7.7, 9.9.9.9, 198.51.100.1, 203.0.113.1', '9.9.9.9'],
    [1, undefined, undefined],
  ])('with %i proxies, %j means %s', (proxies, forwarded, client) => {
    expect(see('10.0.0.1', forwarded, proxies)).toBe(client)
  })

  it('counts the entries of several headers as one list', () => {
    const headers = new Headers()
    headers.append('x-forwarded-for', '9.9.9.9')
    headers.append('x-forwarded-for', '198.51.100.1')
    expect(resolveClientNetwork(headers, '10.0.0.1', 1)).toBe('198.51.100.1')
  })

  it('whatever a visitor writes on the left changes nothing', () => {
    const claim = fc.string({ unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(fc.array(claim), (claims) => {
        const list = [...claims, '198.51.100.1'].join(', ')
        expect(see('10.0.0.1', list, 1)).toBe('198.51.100.1')
      }),
    )
  })
})

describe('a connection from within', () => {
  it.each([
    '10.0.0.1',
    '10.255.255.255',
    '127.0.0.1',
    '169.254.1.1',
    '172.16.0.1',
    '172.20.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '100.99.0.1',
    '100.110.0.1',
    '100.127.255.255',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::1',
    'fc00::1',
    'fdab:cd::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
  ])('%s is an undeclared proxy that all clients share, so it identifies no client', (address) => {
    expect(see(address)).toBeUndefined()
  })

  it.each([
    '9.0.0.1',
    '11.0.0.1',
    '8.10.0.1',
    '126.0.0.1',
    '128.0.0.1',
    '172.15.0.1',
    '172.32.0.1',
  ])('%s is not', (address) => {
    expect(see(address)).toBe(address)
  })

  it.each(['192.167.1.1', '192.169.1.1', '169.253.1.1', '100.63.0.1', '100.128.0.1', '101.0.0.1'])(
    '%s is not',
    (address) => {
      expect(see(address)).toBe(address)
    },
  )

  it.each(['fb00::1', 'fe00::1', 'fec0::1', 'fe7f::1', '20::1', '20:fc00::1', '20:fe80::1'])(
    '%s is not',
    (address) => {
      expect(see(address)).toMatch(/::\/64$/)
    },
  )

  it('is a client where a proxy of ours says so', () => {
    expect(viaProxy('10.1.2.3')).toBe('10.1.2.3')
    expect(viaProxy('::1')).toBe('0:0:0:0::/64')
  })
})
