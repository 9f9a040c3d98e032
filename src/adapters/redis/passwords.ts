import type { Adapter, AdapterPassword } from '../../model/adapter.js'
import { readText } from './connection.js'
import { decodeRow, encodeRow } from './encoding.js'
import { encodePart } from './keys.js'
import { setPasswordScript } from './user-scripts.js'
import type { Store } from './store.js'

/** The methods for passwords. A password is part of the user's hash, so it is deleted with it. */
export function passwordMethods({
  connection,
  keys,
}: Store): Required<Pick<Adapter, 'getPassword' | 'setPassword' | 'deletePassword'>> {
  const keyOf = (userId: string): string => keys.user(encodePart(userId)).user

  return {
    getPassword: async (userId) => {
      const value = readText(await connection.send('HGET', keyOf(userId), 'password'))
      return value === null ? null : (decodeRow(value) as AdapterPassword)
    },
    setPassword: async (userId, password, expectedHash) => {
      const expected = expectedHash === null ? ['0', ''] : ['1', expectedHash]
      const row = encodeRow({ ...password, userId })
      const args = [...expected, row, password.hash]
      return (await connection.run(setPasswordScript, [keyOf(userId)], args)) === 'done'
    },
    deletePassword: async (userId) => {
      await connection.send('HDEL', keyOf(userId), 'password', 'password-hash')
    },
  }
}
