import { decodeBase64url, decryptCompact, encryptCompact } from '#primitives'
import { andThen } from './and-then.js'
import type { CompactJwe, ContentEncryption } from './content-key.js'
import { contentKeys } from './keys.js'
import type { Secrets } from './secrets.js'
import { memoryOf, type KeyLabel, type KeyRing } from './secret-memory.js'

declare const sealed: unique symbol

/** An encrypted and authenticated text. Creating and reading it requires the secret. */
export type Sealed<T> = string & { readonly [sealed]: T }

/** Larger than any token that fits into a cookie. Longer input is refused without parsing. */
const longestToken = 256 * 1024

/** Encrypts a text with the first secret. */
export async function seal<T>(
  plaintext: string,
  secrets: Secrets,
  label: KeyLabel,
): Promise<Sealed<T>> {
  const [key] = await contentKeys(secrets, label, 'A256CBC-HS512')
  if (!key) throw new TypeError('Sealing needs a secret.')
  return (await encryptCompact(key, plaintext)) as Sealed<T>
}

/** The content of a token. */
export interface Opened {
  readonly plaintext: string
  /**
   * Whether the token has our header and was sealed with the first secret. If not, it should be
   * renewed.
   */
  readonly current: boolean
}

/**
 * Decrypts a token that was sealed with any of the secrets for this label. Returns undefined for
 * all others.
 */
export function open(
  token: string,
  secrets: Secrets,
  label: KeyLabel,
): Opened | undefined | Promise<Opened | undefined> {
  return andThen(contentKeys(secrets, label, 'A256CBC-HS512'), (keys) => {
    const { opened } = memoryOf(secrets)
    const known = opened.recall(token, keys)
    if (known) return { plaintext: known.plaintext, current: known.key === keys[0] }
    const jwe = parseCompact(token)
    const key = jwe && keys.find(({ encodedHeader }) => encodedHeader === jwe.encodedHeader)
    if (!jwe || !key) return jwe && openWithForeignHeader(jwe, keys, secrets, label)
    return andThen<string | undefined, Opened | undefined>(
      decryptCompact(key, jwe),
      (plaintext) => {
        if (plaintext === undefined) return undefined
        opened.remember(token, { key, plaintext })
        return { plaintext, current: key === keys[0] }
      },
    )
  })
}

/**
 * Like {@link open}, and returns what `read` makes of the content. Synchronous whenever `open` is,
 * because an `await` would be a measurable part of a session read.
 */
export function openAs<T>(
  token: string,
  secrets: Secrets,
  label: KeyLabel,
  read: (opened: Opened) => T | undefined,
): T | undefined | Promise<T | undefined> {
  return andThen(open(token, secrets, label), (opened) => opened && read(opened))
}

/** Opens tokens from other libraries: no `kid`, another order of members, or AES-GCM. */
async function openWithForeignHeader(
  jwe: CompactJwe,
  cbcKeys: KeyRing,
  secrets: Secrets,
  label: KeyLabel,
): Promise<Opened | undefined> {
  const header = parseHeader(jwe.encodedHeader)
  if (!header) return undefined
  const keys = header.enc === 'A256GCM' ? await contentKeys(secrets, label, header.enc) : cbcKeys
  for (const key of keys) {
    if (header.kid !== undefined && header.kid !== key.kid) continue
    const plaintext = await decryptCompact(key, jwe)
    if (plaintext !== undefined) return { plaintext, current: false }
  }
  return undefined
}

const compactForm = /^([\w-]+)\.\.([\w-]+)\.([\w-]+)\.([\w-]+)$/

function parseCompact(token: string): CompactJwe | undefined {
  if (token.length > longestToken) return undefined
  const match = compactForm.exec(token)
  if (!match) return undefined
  const [, encodedHeader = '', iv = '', ciphertext = '', tag = ''] = match
  // No base64url text has such a length.
  if ([encodedHeader, iv, ciphertext, tag].some((part) => part.length % 4 === 1)) return undefined
  return { compact: token, encodedHeader, iv, ciphertext, tag }
}

interface ForeignHeader {
  readonly enc: ContentEncryption
  readonly kid: string | undefined
}

/**
 * Only `alg`, `enc` and `kid` are supported. A header with any other member (`zip`, `crit`, `p2c`)
 * is refused.
 */
function parseHeader(encoded: string): ForeignHeader | undefined {
  const header = decodeJsonObject(encoded)
  if (!header) return undefined
  const { alg, enc, kid, ...others } = header
  if (alg !== 'dir' || Object.keys(others).length > 0) return undefined
  if (enc !== 'A256CBC-HS512' && enc !== 'A256GCM') return undefined
  if (kid !== undefined && typeof kid !== 'string') return undefined
  return { enc, kid }
}

function decodeJsonObject(encoded: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(decodeBase64url(encoded)))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Record<string, unknown>
  } catch {
    return undefined
  }
}
