import type { Adapter, VerificationToken } from '../../model/adapter.js'
import { dates, toVerificationToken } from './rows.js'
import { join } from './sql.js'
import type { Store } from './store.js'
import { insert, matches, remove, take, toValues } from './write.js'

type TokenMethods = Required<
  Pick<
    Adapter,
    | 'createVerificationToken'
    | 'useVerificationToken'
    | 'consumeVerificationToken'
    | 'deleteExpired'
  >
>

/** The methods about verification tokens, and the one that tidies up. */
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
    // A link may come without its address, and a missing value must not match anything.
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
      const condition = engine.isBefore(engine.quote('expires'), now)
      await remove({ store, table: 'Session', condition })
      await remove({ store, table: 'VerificationToken', condition })
      // Tables of Auth.js have none beside them for attempts.
      const hasAttempts = await store.findColumns('Attempt')
      if (hasAttempts) await remove({ store, table: 'Attempt', condition })
    },
  }
}
