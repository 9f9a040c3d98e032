import { sha256Hex } from './digest.js'
import type { Secrets } from './secrets.js'

/**
 * Returns the hash by which Auth.js proves CSRF tokens and stores mailed tokens. Auth.js appends its
 * secrets to the text, separated by commas.
 */
export async function hashAsAuthJs(text: string, secrets: Secrets): Promise<string> {
  return sha256Hex(text + secrets.join(','))
}
