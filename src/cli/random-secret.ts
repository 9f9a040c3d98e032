import { randomBytes } from 'node:crypto'

/** Generates a secret. 33 bytes become 44 base64 characters without padding. */
export function randomSecret(): string {
  return randomBytes(33).toString('base64')
}
