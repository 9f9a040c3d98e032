import type { DefaultSession } from '../../model/records.js'

/** What `useSession()` returns. */
export interface SessionSignal {
  readonly value: DefaultSession | null
}
