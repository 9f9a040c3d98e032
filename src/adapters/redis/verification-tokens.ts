import type { Adapter, VerificationToken } from '../../model/adapter.js'
import { refusal } from './belongings.js'
import { readText } from './connection.js'
import { decodeExpiring, encodeExpiring, requireTime } from './encoding.js'
import { encodeParts } from './keys.js'
import { createTokenScript, takeTokenScript } from './verification-token-scripts.js'
import type { Store } from './store.js'

type TokenKeys = Pick<VerificationToken, 'identifier' | 'token'>

export function verificationTokenMethods(
  store: Store,
): Required<
  Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'consumeVerificationToken'>
> {
  const take = (params: TokenKeys): Promise<VerificationToken | null> => takeToken(store, params)
  return {
    createVerificationToken: (token) => createToken(store, token),
    useVerificationToken: take,
    consumeVerificationToken: take,
  }
}

async function createToken(store: Store, row: VerificationToken): Promise<VerificationToken> {
  const shelf = store.keys.verificationToken(encodeParts(row.identifier, row.token))
  const value = encodeExpiring(row)
  const state = await store.connection.run(
    createTokenScript,
    [shelf.key, shelf.index],
    [shelf.member, value, String(requireTime(row.expires))],
  )
  if (state !== 'done') throw refusal(state)
  return decodeExpiring(value) as VerificationToken
}

async function takeToken(
  store: Store,
  { identifier, token }: TokenKeys,
): Promise<VerificationToken | null> {
  const shelf = store.keys.verificationToken(encodeParts(identifier, token))
  const keys = [shelf.key, shelf.index]
  const value = readText(await store.connection.run(takeTokenScript, keys, [shelf.member]))
  return value === null ? null : (decodeExpiring(value) as VerificationToken)
}
