import { MissingAdapterMethods } from '../errors/config-errors.js'
import type { Adapter } from '../model/adapter.js'
import { isReplaced } from '../model/database.js'

/** Whether the engine may call a method. */
export function hasMethod(adapter: Adapter, name: keyof Adapter): boolean {
  if (typeof adapter[name] !== 'function') return false
  return name !== 'getRecentSessionAndUser' || !readsOtherRows(adapter)
}

/** Whether an app has changed an adapter to read other sessions, but not from the replica. */
function readsOtherRows(adapter: Adapter): boolean {
  return isReplaced(adapter, 'getSessionAndUser') && !isReplaced(adapter, 'getRecentSessionAndUser')
}

/** Throws an error that names the methods that the adapter lacks, if it lacks one. */
export function requireMethods(adapter: Adapter, names: readonly (keyof Adapter)[]): void {
  const missing = names.filter((name) => typeof adapter[name] !== 'function')
  if (missing.length > 0) throw lackOf(missing)
}

/** Returns the error for methods that the adapter lacks. */
export function lackOf(missing: readonly (keyof Adapter)[]): Error {
  const list = missing.map((name) => `\`${name}\``).join(', ')
  return new MissingAdapterMethods(
    `The adapter has no method ${list}, which this feature needs. Add it, or use another adapter.`,
  )
}
