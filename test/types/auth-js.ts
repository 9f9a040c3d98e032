import type { AuthConfig as AuthJsConfig, LoggerInstance as AuthJsLogger } from '@auth/core/types'
import GitHub from '@auth/core/providers/github'
import Google from '@auth/core/providers/google'
import type { LoggerInstance, Overrides } from '../../src/model/options.js'
import type { Provider } from '../../src/model/provider.js'
import type { AuthConfig } from '../../src/model/config.js'

declare function accept<T>(...values: T[]): void

// Providers of Auth.js need no cast.
accept<Provider[]>([GitHub, Google({ clientId: 'a' })])

// Loggers of both forms compile, with and without types of their own.
declare const theirs: Partial<AuthJsLogger>
accept<Overrides<LoggerInstance>>(theirs)
accept<Overrides<LoggerInstance>>({
  error: (code: string, ...message: unknown[]) => accept<unknown>(code, message),
  warn: (code: string) => accept<unknown>(code),
})
accept<Overrides<LoggerInstance>>({ error: (error: Error) => accept<unknown>(error.message) })
accept<Overrides<LoggerInstance>>({
  error(error) {
    accept<unknown>(error.name, error.message, error.stack)
  },
  debug(message, metadata) {
    accept<unknown>(message, metadata)
  },
})
accept<Overrides<LoggerInstance>>({
  error: (code, ...message) => accept<unknown>(code.toUpperCase(), message),
})
// @ts-expect-error a logger level is a function
accept<Overrides<LoggerInstance>>({ error: 'console' })

declare const config: Pick<
  AuthJsConfig,
  'pages' | 'theme' | 'session' | 'secret' | 'debug' | 'trustHost'
>
accept<Pick<AuthConfig, 'pages' | 'theme' | 'session' | 'secret' | 'debug' | 'trustHost'>>(config)
