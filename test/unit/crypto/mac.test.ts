import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findMacSecret, mac } from '../../../src/crypto/mac.js'

const [first, second] = ['the first of two secrets', 'the second of two secrets']

describe('mac', () => {
  it('is an HMAC under a key of the secret and its label alone', async () => {
    const info = 'Latchkey MAC key (a label)'
    const key = new Uint8Array(hkdfSync('sha256', first, 'a label', info, 32))
    const expected = createHmac('sha256', key).update('a text').digest('base64url')
    expect(await mac('a text', first, 'a label')).toBe(expected)
  })
})

describe('findMacSecret', () => {
  it('finds the secret under which a hash was made', async () => {
    const secrets = [first, second] as const
    for (const secret of secrets) {
      const proof = await mac('a text', secret, 'a label')
      expect(await findMacSecret('a text', proof, secrets, 'a label')).toBe(secret)
    }
  })

  it('finds none for another text, label or secret', async () => {
    const proof = await mac('a text', first, 'a label')
    expect(await findMacSecret('another text', proof, [first], 'a label')).toBeUndefined()
    expect(await findMacSecret('a text', proof, [first], 'another label')).toBeUndefined()
    expect(await findMacSecret('a text', proof, [second], 'a label')).toBeUndefined()
  })
})
