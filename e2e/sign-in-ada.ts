import type { AuthConfig } from 'latchkey/core'
import Credentials from 'latchkey/providers/credentials'
import { signInAs, type StorageState } from 'latchkey/testing'
import { AUTH_SECRET } from './deployment'
import { withStore } from './open-store'

const ada = {
  id: 'person-1815',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: '/ada.svg',
}

/** Signs Ada in without a form, in the database of the application. */
export function signInAda(origin: string): Promise<StorageState> {
  return withStore(origin, async (adapter) => {
    const config: AuthConfig = {
      secret: AUTH_SECRET,
      adapter,
      providers: [Credentials({ authorize: () => null })],
    }
    return (await signInAs(config, ada, { origin })).storageState
  })
}
