import { scrypt, timingSafeEqual } from 'node:crypto'

/** Verifies a password hash of better-auth, which is a salt and a key with a colon between them. */
export function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const options = { N: 16384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, options, (error, found) => {
      if (error) reject(error)
      else resolve(expected.length === 64 && timingSafeEqual(found, expected))
    })
  })
}
