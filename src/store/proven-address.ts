import type { AdapterUser } from '../model/adapter.js'

/** Whether a user has proven to own their address. A column that holds no date makes an invalid one. */
export function hasProvenAddress({ emailVerified }: AdapterUser): boolean {
  return emailVerified instanceof Date && !Number.isNaN(emailVerified.getTime())
}
