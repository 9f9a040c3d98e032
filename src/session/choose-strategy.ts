import type { Context } from '../context/context.js'
import { databaseStrategy } from './database-strategy.js'
import { jwtStrategy } from './jwt-strategy.js'
import type { SessionStrategy } from './strategy.js'

/** Returns the strategy that this config uses to store sessions. */
export function strategyOf({ config }: Pick<Context, 'config'>): SessionStrategy {
  return config.session.strategy === 'database' ? databaseStrategy : jwtStrategy
}
