import { randomBytes } from 'node:crypto'

/** A fresh secret: 33 bytes are 44 characters of base64, without padding. */
export function randomSecret(): string {
  return randomBytes(33).toString('base64')
}
