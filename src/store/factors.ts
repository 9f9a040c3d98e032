import type { Store } from '../config/store.js'
import { idOf } from './user-id.js'
import type { AdapterFactor, AdapterFactorUse } from '../model/adapter.js'

/** Operations on the second factors, recovery codes and remembered browsers of users. */
export interface Factors {
  /** Returns all factors of a user, including expired ones. */
  list(userId: string): Promise<readonly AdapterFactor[]>
  create(factor: AdapterFactor): Promise<void>
  /** Records the use of a code. Returns false if a code of this step or a later one was used. */
  useStep(id: string, use: AdapterFactorUse): Promise<boolean>
  /** Returns whether this call deleted the factor. */
  remove(id: string): Promise<boolean>
  /** Replaces all factors of one type. */
  replace(
    userId: string,
    type: AdapterFactor['type'],
    factors: readonly AdapterFactor[],
  ): Promise<void>
}

export function openFactors(store: Store): Factors {
  return {
    list: async (userId) => {
      const found = await store.call('listFactorsByUserId', userId)
      // A database may compare texts less strictly than the engine.
      return found.filter((factor) => idOf({ id: factor.userId }) === idOf({ id: userId }))
    },
    create: async (factor) => {
      await store.call('createFactor', factor)
    },
    useStep: async (id, use) => isTrue(await store.call('useFactorStep', id, use)),
    remove: async (id) => isTrue(await store.call('deleteFactor', id)),
    replace: (userId, type, factors) => store.call('replaceFactors', userId, type, factors),
  }
}

// A record, so that a new type cannot be forgotten.
const types: Readonly<Record<Exclude<AdapterFactor['type'], 'deletion'>, true>> = {
  totp: true,
  email: true,
  'recovery-code': true,
  device: true,
}

/**
 * Removes all factors of a user, if the adapter stores factors. A pending deletion is not a factor, so
 * it stays.
 */
export async function removeFactors(store: Store, userId: string): Promise<void> {
  if (!store.has('replaceFactors')) return
  for (const type of Object.keys(types) as AdapterFactor['type'][]) {
    await store.call('replaceFactors', userId, type, [])
  }
}

/** Removes the same and the pending deletion, because the stranger asked for it who loses the user. */
export async function removeStrangersFactors(store: Store, userId: string): Promise<void> {
  await removeFactors(store, userId)
  if (store.has('replaceFactors')) await store.call('replaceFactors', userId, 'deletion', [])
}

/** Forgets all remembered browsers of a user, if the adapter stores factors. */
export async function forgetDevices(store: Store, userId: string): Promise<void> {
  if (store.has('replaceFactors')) await store.call('replaceFactors', userId, 'device', [])
}

/** An adapter that returns anything else may have done nothing, or done it for several callers. */
function isTrue(result: unknown): boolean {
  return result === true
}
