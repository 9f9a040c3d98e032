import type { KeyMaterial } from '#primitives'
import type { ContentEncryption, ContentKey } from './content-key.js'
import { OpenedTokens } from './opened-tokens.js'

/** What a key is for. No two labels share a key, so no token opens as another. */
export type KeyLabel = string

/** The key that seals, then the ones that may still open. */
export type KeyRing = readonly ContentKey<KeyMaterial>[]

/** What was derived from one list of secrets, and opened with it. */
export interface SecretMemory {
  readonly rings: Readonly<Record<ContentEncryption, Map<KeyLabel, KeyRing>>>
  readonly macKeys: Map<KeyLabel, Uint8Array>
  readonly opened: OpenedTokens
}

/** A list that does not change lives as long as its owner, and its memory with it. */
const memories = new WeakMap<readonly string[], SecretMemory>()

/** Secrets that come as text, as in `latchkey/jwt`, have no owner; only they find their entry. */
const memoriesOfTexts = new Map<string, SecretMemory>()
const mostTexts = 100
const mostLabels = 256

export function memoryOf(secrets: readonly string[]): SecretMemory {
  if (!Object.isFrozen(secrets)) return memoryOfText(JSON.stringify(secrets))
  const known = memories.get(secrets)
  if (known) return known
  const made = createMemory()
  memories.set(secrets, made)
  return made
}

/** Keeps what belongs to a label, in the place of the oldest where there are too many. */
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
