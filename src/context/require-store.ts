import type { Store } from '../config/store.js'
import { MissingAdapter } from '../errors/config-errors.js'
import type { Context } from './context.js'

/** Returns the store. Throws if the config has no adapter. */
export function requireStore({ config }: Pick<Context, 'config'>): Store {
  if (config.store) return config.store
  throw new MissingAdapter('This needs a database. Set the option `adapter`.')
}
