import {
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import { raise } from './subject.mjs'
import { emailOf } from './visitor.mjs'

/**
 * The least that any reader of these tokens must do: A256CBC-HS512 (RFC 7518 §5.2) with ready keys
 * over a token that is already split. No cookie, no JSON.
 *
 * @param {readonly string[]} tokens
 * @param {string} tokenSecret
 * @param {string} salt
 * @returns {import('./subject.mjs').Subject<string>}
 */
export function bareDecrypt(tokens, tokenSecret, salt) {
  const info = `Auth.js Generated Encryption Key (${salt})`
  const bytes = Buffer.from(hkdfSync('sha256', tokenSecret, salt, info, 64))
  const macKey = createSecretKey(bytes.subarray(0, 32))
  const cipherKey = createSecretKey(bytes.subarray(32))
  const pool = tokens.map(split)
  return {
    id: 'bare-decrypt',
    library: 'node:crypto',
    name: 'bare decrypt',
    kind: 'sync',
    run: (at) => decrypt(pool[at % pool.length] ?? raise('The pool is empty.'), macKey, cipherKey),
    emailIn: (plaintext) => JSON.parse(plaintext).email,
    expected: (at) => emailOf(at % pool.length),
  }
}

/** @param {string} token */
function split(token) {
  const [header = '', , iv = '', ciphertext = '', tag = ''] = token.split('.')
  const headerBits = Buffer.alloc(8)
  headerBits.writeUInt32BE(header.length * 8, 4)
  return { header, headerBits, iv, ciphertext, tag }
}

/**
 * @param {ReturnType<typeof split>} token
 * @param {import('node:crypto').KeyObject} macKey
 * @param {import('node:crypto').KeyObject} cipherKey
 */
function decrypt(token, macKey, cipherKey) {
  const iv = Buffer.from(token.iv, 'base64url')
  const ciphertext = Buffer.from(token.ciphertext, 'base64url')
  const tag = Buffer.from(token.tag, 'base64url')
  const mac = createHmac('sha512', macKey)
    .update(token.header)
    .update(iv)
    .update(ciphertext)
    .update(token.headerBits)
    .digest()
  if (!timingSafeEqual(mac.subarray(0, 32), tag)) throw new Error('The token is not authentic.')
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString()
}
