import type { KeyMaterial } from '#primitives'
import type { ContentEncryption, ContentKey } from './content-key.js'
import type { Secrets } from './secrets.js'
import { OpenedTokens } from './opened-tokens.js'

/**
 * The purpose of a key. Each label has its own key, so a token cannot be used for another purpose.
 */
export type KeyLabel = string

/** The key that seals new tokens, followed by keys that can still open old ones. */
export type KeyRing = readonly ContentKey<KeyMaterial>[]

/** The cached keys and decrypted tokens for one list of secrets. */
export interface SecretMemory {
  readonly rings: Readonly<Record<ContentEncryption, Map<KeyLabel, KeyRing>>>
  readonly macKeys: Map<KeyLabel, Uint8Array>
  readonly opened: OpenedTokens
}

/** A frozen list of secrets, whose cache is released together with the list. */
const memories = new WeakMap<Secrets, SecretMemory>()

/**
 * Secrets that are passed as strings, as in `latchkey/jwt`, have no object to attach a cache to.
 * They are found by their text.
 */
const memoriesOfTexts = new Map<string, SecretMemory>()
const mostTexts = 100
const mostLabels = 256

export function memoryOf(secrets: Secrets): SecretMemory {
  if (!Object.isFrozen(secrets)) return memoryOfText(JSON.stringify(secrets))
  const known = memories.get(secrets)
  if (known) return known
  const made = createMemory()
  memories.set(secrets, made)
  return made
}

/** Caches a value for a label. Drops the oldest entries if there are too many. */
export function rememberLabel<T>(kept: Map<KeyLabel, T>, label: KeyLabel, value: T): T {
  keepMost(kept, mostLabels)
  kept.set(label, value)
  return value
}

function memoryOfText(name: string): SecretMemory {
  const known = memoriesOfTexts.get(name)
  if (known) return known
  keepMost(memoriesOfTexts, mostTexts)
  const made = createMemory()
  memoriesOfTexts.set(name, made)
  return made
}

function keepMost(kept: Map<string, unknown>, most: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size < most) break
    kept.delete(oldest)
  }
}

function createMemory(): SecretMemory {
  return {
    rings: { 'A256CBC-HS512': new Map(), A256GCM: new Map() },
    macKeys: new Map(),
    opened: new OpenedTokens(),
  }
}
