import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhc, parsePhc } from '../../../src/passwords/phc.js'
import { readHash } from '../../../src/passwords/read-hash.js'
import { foreignHashes } from '../../support/password-vectors.js'

const salt = 'c29tZXNhbHRzb21lc2FsdA'
const key = 'A'.repeat(43)
const bcryptTail = 'pLttCkVEAFqPCvNUd1FMcecJqcGTGXZmaJOLZqxmcnbkvt.RxoOfe'

const refused = (text: string): string => {
  const reading = readHash(text)
  return reading.ok ? 'read' : reading.reason
}

describe('a stored hash', () => {
  it.each([
    `$scrypt$ln=31,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=18,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=99999,r=8,p=1$${salt}$${key}`,
    `$scrypt$ln=17,r=16,p=1$${salt}$${key}`,
    `$scrypt$ln=14,r=8,p=11$${salt}$${key}`,
    `$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${key}`,
    `$argon2id$v=19$m=65536,t=11,p=1$${salt}$${key}`,
    `$argon2id$v=19$m=65536,t=2,p=200$${salt}$${key}`,
    `$pbkdf2-sha256$i=1000000000$${salt}$${key}`,
    `$pbkdf2-sha256$1000000000$${salt}$${key}`,
    `$pbkdf2-sha512-chain$i=5000000,c=3$${salt}$${key}`,
    `$pbkdf2-sha512-chain$i=1000,c=11$${salt}$${key}`,
    // Three blocks of SHA-1 and two of SHA-256, each with all iterations.
    `$pbkdf2-sha1$i=4000000$${salt}$${'A'.repeat(80)}`,
    `$pbkdf2-sha256$i=6000000$${salt}$${'A'.repeat(86)}`,
    `pbkdf2_sha256$1000000000$salt$${key}=`,
    `scrypt$262144$salt$8$1$${key}=`,
    `$2b$31$${bcryptTail}`,
    `$2b$16$${bcryptTail}`,
    `bcrypt$$2b$31$${bcryptTail}`,
  ])('%s is refused because of its cost (FP15)', (text) => {
    expect(refused(text)).toBe('too-costly')
  })

  it.each([
    ['unknown', ''],
    ['unknown', '!'],
    ['unknown', 'correct horse battery'],
    ['unknown', 'a:b'],
    ['unknown', '$unknown$ln=14$c2FsdA$aGFzaA'],
    ['unknown', 'md5$salt$5f4dcc3b5aa765d61d8327deb882cf99'],
    ['malformed', '$'],
    ['malformed', '$scrypt'],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$$${key}`],
    ['malformed', `$scrypt$ln=14,r=8$${salt}$${key}`],
    ['malformed', `$scrypt$ln=0,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=-1,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=1e1,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=14,ln=10,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$c2hvcnQ`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$not*base64`],
    ['malformed', `$argon2id$v=18$m=65536,t=2,p=1$${salt}$${key}`],
    ['malformed', `$argon2id$v=19$m=7,t=2,p=1$${salt}$${key}`],
    ['malformed', `$pbkdf2-sha256$i=1000,l=16$${salt}$${key}`],
    ['malformed', `scrypt$12345$salt$8$1$${key}=`],
    ['malformed', 'pbkdf2_sha256$1000$salt'],
    ['malformed', '$2b$10$short'],
    ['malformed', `$2x$10$${bcryptTail}`],
    ['malformed', `$2b$03$${bcryptTail}`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${'A'.repeat(500)}$${key}`],
  ])('is %s if it is %j (FP16)', (reason, text) => {
    expect(refused(text)).toBe(reason)
  })

  it.each([
    ['malformed', `$SCRYPT$ln=14,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$LN=14,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=014,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=14,r=8,p=01$${salt}$${key}`],
    ['malformed', `$scrypt$ln=+14,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$${key}$`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$${key}$${key}`],
    ['malformed', `$scrypt$v=1$v=1$ln=14,r=8,p=1$${salt}$${key}`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$${key}\n`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$${key}===`],
    ['malformed', `$scrypt$ln=14,r=8,p=1$${salt}$-${key}`],
    ['malformed', `$argon2id$v=19$m=999999999999999999,t=2,p=1$${salt}$${key}`],
    ['malformed', `$pbkdf2-sha256$i=1000,l=0x20$${salt}$${key}`],
    ['malformed', `$pbkdf2-sha256$i=1000,l=32.0$${salt}$${key}`],
    ['malformed', `$pbkdf2-sha256$01000$${salt}$${key}`],
    ['malformed', `pbkdf2_sha256$01000$salt$${key}=`],
    ['malformed', `pbkdf2_sha256$1000$salt$${key}=$`],
    ['malformed', `$2B$10$${bcryptTail}`],
    ['malformed', `$2$10$${bcryptTail}`],
    ['malformed', `$2b$010$${bcryptTail}`],
    ['malformed', `$2b$10$${bcryptTail}.`],
    ['malformed', `$2b$10$${bcryptTail}\n`],
    ['unknown', ` $2b$10$${bcryptTail}`],
    ['malformed', `bcrypt$$2x$10$${bcryptTail}`],
    ['unknown', `PBKDF2_SHA256$1000$salt$${key}=`],
    ['unknown', `${'A'.repeat(32)}:${'A'.repeat(128)}`],
    ['unknown', `${'a'.repeat(32)}:${'a'.repeat(128)}:`],
  ])('is %s in the spelling %j (FP16)', (reason, text) => {
    expect(refused(text)).toBe(reason)
  })

  it('can be any text without an error being thrown (FP16)', () => {
    const pieces = fc.constantFrom('$', 'scrypt', 'ln=17,r=8,p=1', '2b$10$', ':', 'v=19', salt, key)
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 }))).map((parts) => parts.join('')),
    )
    fc.assert(fc.property(text, (any) => typeof readHash(any).ok === 'boolean'))
  })

  it.each(foreignHashes)('of %s is recognised', (_library, hash) => {
    expect(refused(hash)).toBe('read')
  })
})

describe('a PHC string', () => {
  it('is formatted as it was parsed', () => {
    const texts = [
      `$scrypt$ln=17,r=8,p=1$${salt}$${key}`,
      `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${key}`,
      `$firebase-scrypt$${salt}$${key}`,
    ]
    for (const text of texts) {
      const phc = parsePhc(text)
      expect(phc && formatPhc(phc)).toBe(text)
    }
  })
})
