import { createRequire } from 'node:module'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEmailAddress } from '../../../src/http/email-address.js'
import { formatAddress } from '../../../src/mail/address.js'

/** How a mailer in wide use reads a header. */
const readAddresses = createRequire(import.meta.url)('nodemailer/lib/addressparser') as (
  header: string,
) => readonly { readonly name: string; readonly address: string; readonly group?: unknown }[]

const nearlyAddresses = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZ0.-_+@"\\<>()[],;: \t\r\n\u0000%=?!/{}|~^'.split('')),
      fc.constantFrom('\uff20', '\ufe6b', '\uff0e', '\u00ad', '\u212a', 'ü', 'x.test', '@x.test'),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''))
const names = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,20}$/)
const domains = fc.stringMatching(/^[A-Za-z0-9-]{1,8}(\.[A-Za-z0-9-]{1,8}){1,2}$/)
const enteredAddresses = fc.oneof(
  nearlyAddresses,
  fc.tuple(names, domains).map(([name, domain]) => `${name}@${domain}`),
  fc.emailAddress(),
  fc.tuple(fc.emailAddress(), nearlyAddresses).map((parts) => parts.join('')),
  fc.tuple(fc.emailAddress(), fc.emailAddress()).map((parts) => parts.join('@')),
)

describe('an address that is accepted', () => {
  it('has exactly one recipient for a mailer, and that is what was typed', () => {
    let accepted = 0
    fc.assert(
      fc.property(enteredAddresses, (text) => {
        const address = parseEmailAddress(text)
        if (address === undefined) return
        accepted += 1
        expect(readAddresses(address)).toEqual([{ name: '', address }])
        const [name = '', ...rest] = text.trim().split('@')
        expect([rest.length, name.toLowerCase()]).toEqual([1, address.split('@')[0]])
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })

  it('is still the only one beside any name that is shown for it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), names, (name, local) => {
        const email = parseEmailAddress(`${local}@x.test`)
        fc.pre(email !== undefined)
        const [one, ...others] = readAddresses(formatAddress({ name, email }))
        expect([one?.address, one?.group, others]).toEqual([email, undefined, []])
      }),
      { numRuns: 500 },
    )
  })
})
