import type { Context } from '../context/context.js'
import { databaseStrategy } from './database-strategy.js'
import { jwtStrategy } from './jwt-strategy.js'
import type { SessionStrategy } from './strategy.js'

/** The way in which this config keeps its sessions. */
export function strategyOf({ config }: Pick<Context, 'config'>): SessionStrategy {
  return config.session.strategy === 'database' ? databaseStrategy : jwtStrategy
}
