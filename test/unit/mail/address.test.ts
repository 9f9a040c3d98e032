import { describe, expect, it } from 'vitest'
import {
  formatAddress,
  formatAsciiAddress,
  parseAddress,
  senderOf,
} from '../../../src/mail/address.js'
import Resend from '../../../src/providers/resend.js'

describe('a sender', () => {
  it.each([
    ['mail@acme.test', { email: 'mail@acme.test' }],
    ['  mail@acme.test ', { email: 'mail@acme.test' }],
    ['<mail@acme.test>', { email: 'mail@acme.test' }],
    ['Acme <mail@acme.test>', { name: 'Acme', email: 'mail@acme.test' }],
    ['Acme<mail@acme.test>', { name: 'Acme', email: 'mail@acme.test' }],
    ['Acme, Inc. <mail@acme.test>', { name: 'Acme, Inc.', email: 'mail@acme.test' }],
    ['"Acme, Inc." <mail@acme.test>', { name: 'Acme, Inc.', email: 'mail@acme.test' }],
    ['"The \\"A\\" \\\\ Team" <a@b>', { name: 'The "A" \\ Team', email: 'a@b' }],
    ['Café Ünïcode <mail@acme.test>', { name: 'Café Ünïcode', email: 'mail@acme.test' }],
    ['mail+sign-in@münchen.test', { email: 'mail+sign-in@münchen.test' }],
  ])('is read from %j', (text, address) => {
    expect(parseAddress(text)).toEqual(address)
  })

  it.each([
    '',
    'Acme',
    'mail@',
    '@acme.test',
    'mail@acme.test, other@acme.test',
    'mail@acme.test <>',
    'Acme <mail@acme.test',
    'Acme <mail@acme.test> more',
    'Acme <mail@acme.test> <other@acme.test>',
    'Acme <mail@acme.test,other@acme.test>',
    'Acme <mail @acme.test>',
    'Acme "Inc <mail@acme.test>',
    '"Acme" Inc <mail@acme.test>',
    'Acme\r\nBcc: evil@evil.test <mail@acme.test>',
    'mail@acme.test\n',
    `${'a'.repeat(250)}@b.test`,
  ])('is not read from %j', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  it('is the one of its provider, or a mistake in the config that names the provider', () => {
    const provider = { ...Resend(), from: 'Acme <mail@acme.test>' }
    expect(senderOf(provider)).toEqual({ name: 'Acme', email: 'mail@acme.test' })
    expect(() => senderOf({ ...provider, from: 'Acme' })).toThrow(/"resend".*got "Acme"/)
    expect(() => senderOf(Resend())).toThrow(/got nothing/)
    expect(() => senderOf(Resend())).toThrow(
      expect.objectContaining({ type: 'InvalidProviderConfig' }),
    )
  })
})

describe('an address as text', () => {
  it.each([
    ['Acme', 'Acme <a@b.test>'],
    ['Café Ünïcode', 'Café Ünïcode <a@b.test>'],
    ['Acme, Inc.', '"Acme, Inc." <a@b.test>'],
    ['The "A" \\ Team', '"The \\"A\\" \\\\ Team" <a@b.test>'],
    ['x@evil.test', '"x@evil.test" <a@b.test>'],
  ])('has the name %j so that it is read back', (name, text) => {
    const address = { name, email: 'a@b.test' }
    expect(formatAddress(address)).toBe(text)
    expect(parseAddress(text)).toEqual(address)
  })

  it('is bare without a name', () => {
    expect(formatAddress({ email: 'a@b.test' })).toBe('a@b.test')
    expect(formatAsciiAddress({ email: 'a@b.test' })).toBe('a@b.test')
  })

  it('is encoded for services that take ASCII only', () => {
    expect(formatAsciiAddress({ name: 'Acme, Inc.', email: 'a@b.test' })).toBe(
      '"Acme, Inc." <a@b.test>',
    )
    expect(formatAsciiAddress({ name: 'Café', email: 'a@b.test' })).toBe(
      '=?UTF-8?B?Q2Fmw6k=?= <a@b.test>',
    )
  })

  it('is encoded in words of at most 75 characters that hold whole characters', () => {
    const name = '🔑é'.repeat(40)
    const words = formatAsciiAddress({ name, email: 'a@b.test' }).split(' ').slice(0, -1)
    expect(Math.max(...words.map((word) => word.length))).toBeLessThanOrEqual(75)
    const decode = (word: string): string =>
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(word.slice(10, -2), 'base64'))
    expect(words.map(decode).join('')).toBe(name)
  })
})
