import { vi } from 'vitest'
import type { CompactJwe, ContentEncryption, ContentKey } from '../../../src/crypto/content-key.js'
import type { Awaitable } from '../../../src/model/awaitable.js'

export type HalfName = 'node' | 'web'

export const halfNames: readonly HalfName[] = ['node', 'web']

/** What both halves of the platform pair offer. */
export interface Half<Material> {
  hkdfSha256(secret: string, salt: string, info: string, length: number): Awaitable<Uint8Array>
  digest(algorithm: 'SHA-256' | 'SHA-512', text: string): Awaitable<Uint8Array>
  digestHex(algorithm: 'SHA-256' | 'SHA-512', text: string): Awaitable<string>
  hmacSha256(key: Uint8Array, text: string): Awaitable<Uint8Array>
  encodeBase64url(bytes: Uint8Array): string
  decodeBase64url(text: string): Uint8Array
  importKey(bytes: Uint8Array, enc: ContentEncryption): Material
  encryptCompact(key: ContentKey<Material>, plaintext: string): Awaitable<string>
  decryptCompact(key: ContentKey<Material>, jwe: CompactJwe): Awaitable<string | undefined>
}

/** Loads modules afresh on one half of the pair, as the conditions in package.json would. */
export async function loadOn<Module>(half: HalfName, load: () => Promise<Module>): Promise<Module> {
  vi.resetModules()
  vi.doMock('#primitives', () =>
    half === 'node'
      ? import('../../../src/crypto/primitives.node.js')
      : import('../../../src/crypto/primitives.web.js'),
  )
  try {
    return await load()
  } finally {
    vi.doUnmock('#primitives')
  }
}
