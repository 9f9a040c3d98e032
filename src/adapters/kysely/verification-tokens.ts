import type { Adapter, VerificationToken } from '../../model/adapter.js'
import { hasFactors } from './factors.js'
import { purge, purgeAttempts } from './purge.js'
import { dates, toVerificationToken } from './rows.js'
import { join } from './sql.js'
import type { Store } from './store.js'
import { insert, matches, take, toValues } from './write.js'

type TokenMethods = Required<
  Pick<
    Adapter,
    | 'createVerificationToken'
    | 'useVerificationToken'
    | 'consumeVerificationToken'
    | 'deleteExpired'
  >
>

/** The methods for verification tokens, and the one that deletes expired rows. */
export function verificationTokenMethods(store: Store): TokenMethods {
  const { engine } = store
  const columns = join([
    engine.quote('identifier'),
    engine.quote('token'),
    ...dates(engine, undefined, 'expires'),
  ])

  const consume = async ({
    identifier,
    token,
  }: Pick<VerificationToken, 'identifier' | 'token'>): Promise<VerificationToken | null> => {
    // A link may lack its address, and a missing value must not match any row.
    if (typeof identifier !== 'string' || typeof token !== 'string') return null
    const condition = matches(store, { identifier, token })
    const row = await take({ store, table: 'VerificationToken', condition }, columns)
    return row ? toVerificationToken(row) : null
  }

  return {
    createVerificationToken: async (token) => {
      const values = await toValues(store, 'VerificationToken', token)
      await store.run(await insert(store, 'VerificationToken', values))
      return token
    },

    useVerificationToken: consume,

    consumeVerificationToken: consume,

    deleteExpired: async (now) => {
      await purge({ store, table: 'Session', column: 'expires' }, now)
      await purge({ store, table: 'VerificationToken', column: 'expires' }, now)
      if (await hasFactors(store)) {
        await purge({ store, table: 'UserFactor', column: 'expires' }, now)
      }
      // A database of Auth.js has no table for attempts.
      if (await store.findColumns('Attempt')) await purgeAttempts(store, now)
    },
  }
}
